//! Polynomial kernel k(x, y) = (γ x·y + c₀)^degree.

use super::{BASE, Coef0, Degree, Family, Gamma, Kernel, KernelKind, Metric, Response};

pub(super) const FAMILY: Family = Family {
    name: "poly",
    parameters: &[Degree, Gamma, Coef0],
    metric: Metric::Inner,
    response: |kernel| Response::Power {
        gamma: kernel.get(Gamma),
        degree: kernel.get(Degree) as u32,
        coef0: kernel.get(Coef0),
    },
    is_positive: |kernel| kernel.get(Coef0) >= 0.0,
    ..BASE
};

impl Kernel {
    /// Polynomial kernel (γ x·y + c₀)^degree.
    #[must_use]
    pub const fn poly(gamma: f64, degree: u32, coef0: f64) -> Self {
        Self::of(KernelKind::Poly)
            .with(Gamma, gamma)
            .with(Degree, degree as f64)
            .with(Coef0, coef0)
    }
}
