//! Rational quadratic kernel k(x, y) = (1 + γ‖x−y‖²/a)^−a.

use super::{BASE, Decay, Family, Gamma, Kernel, KernelKind, Metric, Response, Shape};

pub(super) const FAMILY: Family = Family {
    name: "rational-quadratic",
    parameters: &[Gamma, Shape],
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
