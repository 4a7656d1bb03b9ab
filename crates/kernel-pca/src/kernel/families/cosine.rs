//! Cosine kernel k(x, y) = x·y/(‖x‖‖y‖), 0 for a zero row.

use super::{BASE, Family, Kernel, KernelKind, Metric};

pub(super) const FAMILY: Family = Family {
    name: "cosine",
    metric: Metric::Cosine,
    ..BASE
};

impl Kernel {
    /// Cosine kernel x·y/(‖x‖‖y‖), 0 for a zero row.
    #[must_use]
    pub const fn cosine() -> Self {
        Self::of(KernelKind::Cosine)
    }
}
