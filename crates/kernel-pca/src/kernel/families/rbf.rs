//! Gaussian (RBF) kernel k(x, y) = exp(−γ‖x−y‖²).

use super::{BASE, Family, Gamma, Kernel, KernelKind, Metric, Response};

pub(super) const FAMILY: Family = Family {
    name: "rbf",
    parameters: &[Gamma],
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    ..BASE
};

impl Kernel {
    /// Gaussian (RBF) kernel exp(−γ‖x−y‖²).
    #[must_use]
    pub const fn rbf(gamma: f64) -> Self {
        Self::of(KernelKind::Rbf).with(Gamma, gamma)
    }
}
