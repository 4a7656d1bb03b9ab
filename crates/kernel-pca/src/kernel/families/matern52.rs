//! Matérn 5/2 kernel k(x, y) = (1 + s + s²/3) exp(−s) with s² = 10 γ‖x−y‖².

use super::{BASE, Decay, Family, Gamma, Kernel, KernelKind, Metric, Response, series};

pub(super) const FAMILY: Family = Family {
    name: "matern52",
    parameters: &[Gamma],
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
