//! Laplacian kernel k(x, y) = exp(−γ‖x−y‖₁).

use super::{BASE, Family, Gamma, Kernel, KernelKind, Metric, Response};

pub(super) const FAMILY: Family = Family {
    name: "laplacian",
    parameters: &[Gamma],
    metric: Metric::L1,
    response: |kernel| Response::Exp {
        gamma: kernel.get(Gamma),
    },
    ..BASE
};

impl Kernel {
    /// Laplacian kernel exp(−γ‖x−y‖₁).
    #[must_use]
    pub const fn laplacian(gamma: f64) -> Self {
        Self::of(KernelKind::Laplacian).with(Gamma, gamma)
    }
}
