//! Kernel k(x, y) = K(x, y), read off a given matrix.

use super::{BASE, Family, GivenQuantity, Kernel, KernelKind, ObjectKind};

pub(super) const FAMILY: Family = Family {
    name: "precomputed",
    takes: ObjectKind::Matrix(GivenQuantity::KernelValues),
    is_positive: |kernel| kernel.positive,
    ..BASE
};

impl Kernel {
    /// Kernel whose values are the entries of a given matrix.
    #[must_use]
    pub const fn precomputed() -> Self {
        Self::of(KernelKind::Precomputed)
    }

    /// Kernel of a given matrix; `positive` is true where the matrix is known to be positive semidefinite.
    pub(crate) const fn of_matrix(positive: bool) -> Self {
        Self {
            positive,
            ..Self::precomputed()
        }
    }
}
