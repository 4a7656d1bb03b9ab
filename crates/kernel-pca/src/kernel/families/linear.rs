//! Linear kernel k(x, y) = x·y.

use super::{BASE, Family, Kernel, KernelKind, Metric};

pub(super) const FAMILY: Family = Family {
    name: "linear",
    metric: Metric::CenteredInner,
    ..BASE
};

impl Kernel {
    /// Linear kernel x·y.
    #[must_use]
    pub const fn linear() -> Self {
        Self::of(KernelKind::Linear)
    }
}
