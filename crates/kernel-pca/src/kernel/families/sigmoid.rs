//! Sigmoid kernel k(x, y) = tanh(γ x·y + c₀).

use super::{BASE, Coef0, Family, Gamma, Kernel, KernelKind, Metric, Response};

pub(super) const FAMILY: Family = Family {
    name: "sigmoid",
    parameters: &[Gamma, Coef0],
    metric: Metric::Inner,
    response: |kernel| Response::Tanh {
        gamma: kernel.get(Gamma),
        coef0: kernel.get(Coef0),
    },
    is_positive: |_| false,
    ..BASE
};

impl Kernel {
    /// Sigmoid kernel tanh(γ x·y + c₀).
    #[must_use]
    pub const fn sigmoid(gamma: f64, coef0: f64) -> Self {
        Self::of(KernelKind::Sigmoid)
            .with(Gamma, gamma)
            .with(Coef0, coef0)
    }
}
