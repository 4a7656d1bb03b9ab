//! Rational quadratic kernel k(x, y) = (1 + γ‖x−y‖²/a)^−a.

use super::{
    BASE, Decay, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Shape,
    Text, Value,
};

pub(super) const FAMILY: Family = Family {
    name: "rational-quadratic",
    title: "Rational quadratic",
    title_in_text: "rational quadratic",
    help: "RBF kernels of many widths at once: near points are told apart, and distant points keep some \
           similarity. With a large a it is RBF.",
    parameters: &[Gamma, Shape],
    formula: &[
        Text("(1 + "),
        Factor(Gamma),
        Text("‖x − y‖² / "),
        Value(Shape),
        Text(")^(−"),
        Value(Shape),
        Text(")"),
    ],
    length_scale: Some("l"),
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Decay {
        gamma: kernel.get(Gamma),
        decay: Decay {
            less_one: |u, a| (-a * (u / a).ln_1p()).exp_m1(),
            derivative: |u, a| -(-(a + 1.0) * (u / a).ln_1p()).exp(),
            shape: kernel.get(Shape),
            slope: 1.0,
            // The term after u in 1 − f(u) has the modulus u²(1 + 1/a)/2.
            straight_below: -60 - crate::power_of_two::exponent(1.0 + 1.0 / kernel.get(Shape)),
        },
    },
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import RationalQuadratic"),
        arguments: None,
        matrix: "RationalQuadratic(length_scale=1 / np.sqrt(2 * gamma), alpha={shape})({rows})",
    },
    r: Some(R {
        before: Some("squared <- function(x) apply(X, 1, function(y) colSums((t(x) - y)^2))"),
        matrix: "(1 + gamma * squared({rows}) / {shape})^-{shape}",
    }),
    ..BASE
};

impl Kernel {
    /// Rational quadratic kernel (1 + γ‖x−y‖²/a)^−a.
    #[must_use]
    pub const fn rational_quadratic(gamma: f64, shape: f64) -> Self {
        Self::of(KernelKind::RationalQuadratic)
            .with(Gamma, gamma)
            .with(Shape, shape)
    }
}
