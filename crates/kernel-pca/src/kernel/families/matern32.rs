//! Matérn 3/2 kernel k(x, y) = (1 + s) exp(−s) with s² = 6 γ‖x−y‖².

use super::{BASE, Decay, Family, Gamma, Kernel, KernelKind, Metric, Response, series};

pub(super) const FAMILY: Family = Family {
    name: "matern32",
    parameters: &[Gamma],
    metric: Metric::SquaredEuclidean,
    response: |kernel| Response::Decay {
        gamma: kernel.get(Gamma),
        decay: Decay {
            less_one,
            derivative: |u, _| -3.0 * (-(6.0 * u).sqrt()).exp(),
            shape: 1.0,
            slope: 3.0,
            // For u < 2⁻¹¹⁰ the next term of f(u) − 1, smaller by a factor of about s = √(6u), is below rounding.
            straight_below: -110,
        },
    },
    ..BASE
};

/// Evaluates (1 + s)·e⁻ˢ − 1 as a function of u = s²/6, near 0 by its power series in s.
fn less_one(u: f64, _: f64) -> f64 {
    const SERIES: [f64; series::TERMS] = series::of_polynomial_times_exp(&[1.0, 1.0]);
    let s = (6.0 * u).sqrt();
    series::times_exp_less_one(1.0 + s, &SERIES, s)
}

impl Kernel {
    /// Matérn 3/2 kernel (1 + s) exp(−s) with s² = 6 γ‖x−y‖².
    #[must_use]
    pub const fn matern32(gamma: f64) -> Self {
        Self::of(KernelKind::Matern32).with(Gamma, gamma)
    }
}
