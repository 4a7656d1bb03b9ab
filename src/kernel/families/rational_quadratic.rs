//! k(x, y) = (1 + γ‖x−y‖²/α)^−α

use crate::kernel::{
    Decay, Family, Kernel, KernelKind,
    KernelParameter::{Alpha, Gamma},
    Metric,
    Piece::{Factor, Text, Value},
    Python, R, Response,
};

pub(super) const FAMILY: Family = Family {
    name: "rational-quadratic",
    title: "Rational quadratic",
    title_in_text: "rational quadratic",
    help: "RBF kernels of many widths at once: near points are told apart and far ones are not all \
           alike. A large α is RBF.",
    remark: None,
    parameters: &[Gamma, Alpha],
    formula: &[
        Text("(1 + "),
        Factor(Gamma),
        Text("‖x − y‖² / "),
        Value(Alpha),
        Text(")^(−"),
        Value(Alpha),
        Text(")"),
    ],
    length_scale: Some("l"),
    given: None,
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Decay {
        gamma: kernel.gamma,
        decay: Decay {
            less_one: |u, alpha| (-alpha * (u / alpha).ln_1p()).exp_m1(),
            shape: kernel.alpha,
            slope: 1.0,
            // u²(1 + 1/α)/2 is what follows u.
            straight_below: -60 - crate::power_of_two::exponent(1.0 + 1.0 / kernel.alpha),
        },
    },
    is_positive: |_| true,
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import RationalQuadratic"),
        arguments: None,
        matrix: "RationalQuadratic(length_scale=1 / np.sqrt(2 * gamma), alpha={alpha})({rows})",
    },
    r: R {
        before: Some("squared <- function(x) apply(X, 1, function(y) colSums((t(x) - y)^2))"),
        matrix: "(1 + gamma * squared(X) / {alpha})^-{alpha}",
        between: "(1 + gamma * squared({rows}) / {alpha})^-{alpha}",
    },
};

impl Kernel {
    /// (1 + γ‖x−y‖²/α)^−α
    #[must_use]
    pub const fn rational_quadratic(gamma: f64, alpha: f64) -> Self {
        Self {
            gamma,
            alpha,
            ..Self::of(KernelKind::RationalQuadratic)
        }
    }
}
