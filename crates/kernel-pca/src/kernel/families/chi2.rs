//! χ² kernel k(x, y) = exp(−γ Σ (xⱼ−yⱼ)²/(xⱼ+yⱼ)), of data without negative values.

use super::{BASE, Family, Gamma, Kernel, KernelKind, Metric, Response};

pub(super) const FAMILY: Family = Family {
    name: "chi2",
    parameters: &[Gamma],
    metric: Metric::ChiSquared,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    ..BASE
};

impl Kernel {
    /// χ² kernel exp(−γ Σ (xⱼ−yⱼ)²/(xⱼ+yⱼ)), of data without negative values.
    #[must_use]
    pub const fn chi2(gamma: f64) -> Self {
        Self::of(KernelKind::Chi2).with(Gamma, gamma)
    }
}
