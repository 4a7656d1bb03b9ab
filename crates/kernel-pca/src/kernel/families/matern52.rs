//! Matérn 5/2 kernel k(x, y) = (1 + s + s²/3) exp(−s) with s² = 10 γ‖x−y‖².

use super::{
    BASE, Decay, Factor, Family, Gamma, Kernel, KernelKind, Metric, Python, R, Response, Text,
    series,
};

pub(super) const FAMILY: Family = Family {
    name: "matern52",
    title: "Matérn 5/2",
    title_in_text: "Matérn 5/2",
    help: "Between Matérn 3/2 and RBF: as a covariance it belongs to functions that can be differentiated twice.",
    parameters: &[Gamma],
    formula: &[
        Text("(1 + s + s²/3) exp(−s), s² = 10 · "),
        Factor(Gamma),
        Text("‖x − y‖²"),
    ],
    length_scale: Some("l"),
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Decay {
        gamma: kernel.get(Gamma),
        decay: Decay {
            less_one,
            derivative,
            shape: 1.0,
            slope: 5.0 / 3.0,
            // For u < 2⁻¹¹⁰ the next term of f(u) − 1, smaller by a factor of s²/4 with s² = 10u, is below
            // rounding.
            straight_below: -110,
        },
    },
    python: Python {
        import: Some("from sklearn.gaussian_process.kernels import Matern"),
        arguments: None,
        matrix: "Matern(length_scale=1 / np.sqrt(2 * gamma), nu=2.5)({rows})",
    },
    r: Some(R {
        before: Some(
            "s <- function(x) sqrt(10 * gamma * apply(X, 1, function(y) colSums((t(x) - y)^2)))",
        ),
        matrix: "(1 + s({rows}) + s({rows})^2 / 3) * exp(-s({rows}))",
    }),
    ..BASE
};

/// Evaluates (1 + s + s²/3)·e⁻ˢ − 1 as a function of u = s²/10, near 0 by its power series in s.
fn less_one(u: f64, _: f64) -> f64 {
    const SERIES: [f64; series::TERMS] = series::of_polynomial_times_exp(&[1.0, 1.0, 1.0 / 3.0]);
    let s = (10.0 * u).sqrt();
    series::times_exp_less_one(1.0 + s + s * s / 3.0, &SERIES, s)
}

/// Derivative of (1 + s + s²/3) exp(−s) by u = s²/10: −(5/3) (1 + s) exp(−s).
fn derivative(u: f64, _: f64) -> f64 {
    let s = (10.0 * u).sqrt();
    -5.0 / 3.0 * (1.0 + s) * (-s).exp()
}

impl Kernel {
    /// Matérn 5/2 kernel (1 + s + s²/3) exp(−s) with s² = 10 γ‖x−y‖².
    #[must_use]
    pub const fn matern52(gamma: f64) -> Self {
        Self::of(KernelKind::Matern52).with(Gamma, gamma)
    }
}
