//! Kernel k(x, y) = −D(x, y)²/2, read off a given matrix of distances: centred, this is classical scaling.

use super::{BASE, Family, GivenQuantity, Kernel, KernelKind, Metric, ObjectKind, Response};

pub(super) const FAMILY: Family = Family {
    name: "distances",
    takes: ObjectKind::Matrix(GivenQuantity::Distances),
    metric: Metric::GivenSquared,
    response: |_| Response::Linear { slope: -0.5 },
    is_positive: |_| false,
    ..BASE
};

impl Kernel {
    /// Kernel −D²/2, read off a given matrix of distances.
    #[must_use]
    pub const fn distances() -> Self {
        Self::of(KernelKind::Distances)
    }
}
