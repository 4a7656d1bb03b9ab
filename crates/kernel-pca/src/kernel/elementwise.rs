//! Kernel values from distances and inner products, a whole slice at a time.
//!
//! The loops are branch-free, so that the compiler vectorises them for the widest instructions of the running
//! machine, which [`pulp::Arch`] finds at run time. Where the machine has fused multiply-adds, exponentials use
//! them, so that machines without them round differently.

#![allow(
    clippy::inline_always,
    reason = "inlined into the caller, the functions are compiled with its instruction set"
)]

use pulp::{Arch, Simd, WithSimd};

use super::{Decay, Real};
use crate::cores::FUSES;

/// Number of values that the inner loop of a power takes at a time: a multiple of every register's width.
const LANES: usize = 16;

/// Function that turns u into a kernel value; u is a multiple of two points' inner product, or of their squared or
/// L₁ distance.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Curve {
    /// Identity u.
    Identity,
    /// Exponential eᵘ − 1 for u ≤ 0.
    ExpM1,
    /// Decay f(u) − 1 for u ≥ 0.
    Decay(Decay),
    /// Power (u + c₀)ᵖ − c₀ᵖ.
    Power { degree: u32, coef0: f64 },
    /// Hyperbolic tangent tanh(u + c₀) − tanh c₀ in units of a power of two: `slope` is 1 − tanh² c₀ in that unit;
    /// `above` and `below` are 1 + tanh c₀ and 1 − tanh c₀.
    Tanh { slope: f64, above: f64, below: f64 },
    /// Hyperbolic tangent tanh(u + c₀) − `limit` for a c₀ so large that tanh c₀ rounds to `limit`, ±1.
    SaturatedTanh { coef0: f64, limit: f64 },
}

impl Curve {
    /// Replaces each u of `values` by the function's value.
    pub(crate) fn apply<R: Real>(self, values: &mut [R]) {
        if self != Self::Identity {
            Arch::new().dispatch(ApplyElementwise {
                shape: self,
                values,
            });
        }
    }

    /// Evaluates the function at u.
    pub(crate) fn at(self, u: f64) -> f64 {
        let mut values = [u];
        self.apply(&mut values);
        values[0]
    }
}

/// Replacement of values, as an operation to dispatch. A closure might not be inlined, and would then not be
/// compiled for wide instructions.
struct ApplyElementwise<'a, R> {
    shape: Curve,
    values: &'a mut [R],
}

impl<R: Real> WithSimd for ApplyElementwise<'_, R> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        if FUSES && !S::IS_SCALAR {
            self.apply::<true>();
        } else {
            self.apply::<false>();
        }
    }
}

impl<R: Real> ApplyElementwise<'_, R> {
    #[inline(always)]
    fn apply<const FUSED: bool>(self) {
        let Self { shape, values } = self;
        match shape {
            Curve::Identity => {}
            Curve::ExpM1 => {
                for u in values {
                    *u = exp_m1::<R, FUSED>(*u);
                }
            }
            Curve::Decay(Decay {
                less_one, shape, ..
            }) => {
                for u in values {
                    *u = R::of(less_one(u.to_f64(), shape));
                }
            }
            Curve::Power { degree, coef0 } => {
                let coef0 = R::of(coef0);
                let (head, tail) = values.as_chunks_mut::<LANES>();
                for lanes in head {
                    power_difference(lanes, degree, coef0);
                }
                for u in tail {
                    power_difference(std::array::from_mut(u), degree, coef0);
                }
            }
            Curve::Tanh {
                slope,
                above,
                below,
            } => {
                let [slope, above, below] = [slope, above, below].map(R::of);
                for u in values {
                    *u = tanh_difference::<R, FUSED>(*u, slope, above, below);
                }
            }
            Curve::SaturatedTanh { coef0, limit } => {
                let (coef0, limit) = (R::of(coef0), R::of(limit));
                for u in values {
                    *u = tanh::<R, FUSED>(*u + coef0) - limit;
                }
            }
        }
    }
}

/// Replaces each u by aᵖ − bᵖ = (a − b) Σ aⁱ bᵖ⁻¹⁻ⁱ with a = u + c₀ and b = c₀, so that a − b = u exactly.
#[inline(always)]
fn power_difference<R: Real, const L: usize>(u: &mut [R; L], degree: u32, coef0: R) {
    let mut sum = [R::of(1.0); L];
    let mut power = R::of(1.0);
    for _ in 1..degree {
        power = power * coef0;
        for (sum, u) in sum.iter_mut().zip(&*u) {
            *sum = *sum * (*u + coef0) + power;
        }
    }
    for (u, sum) in u.iter_mut().zip(sum) {
        *u = *u * sum;
    }
}

/// Evaluates eˣ − 1 for x ≤ 0, to 2 ulp; where eˣ would underflow it is −1.
#[inline(always)]
fn exp_m1<R: Real, const FUSED: bool>(x: R) -> R {
    let (power, times) = x.exp_parts::<FUSED>();
    times + (power - R::of(1.0))
}

/// Evaluates tanh u, with tanh |u| = −e / (2 + e) and e = exp(−2|u|) − 1.
#[inline(always)]
fn tanh<R: Real, const FUSED: bool>(u: R) -> R {
    let two = R::of(2.0);
    let e = exp_m1::<R, FUSED>(-two * u.abs());
    (-e / (e + two)).copysign(u)
}

/// Evaluates tanh(u + c) − tanh c = tanh u (1 − tanh² c) / (1 + tanh u tanh c), given `slope` = 1 − tanh² c,
/// `above` = 1 + tanh c and `below` = 1 − tanh c.
///
/// With x = −2|u|, e = eˣ − 1 and s the sign of u, the denominator is 2eˣ − e(1 + s tanh c) over 2 + e: a sum of
/// positive numbers, without cancellation.
#[inline(always)]
fn tanh_difference<R: Real, const FUSED: bool>(u: R, slope: R, above: R, below: R) -> R {
    let two = R::of(2.0);
    let (power, times) = (-two * u.abs()).exp_parts::<FUSED>();
    let (exp, e) = (times + power, times + (power - R::of(1.0)));
    let one_and_s_tanh = if u < R::of(0.0) { below } else { above };
    let denominator = two * exp - e * one_and_s_tanh;
    (-e * slope / denominator).copysign(u)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kernel::ScaledKernel, power_of_two::times};

    /// Largest error of f against g relative to g, over u from 1e-300 to `largest`, both signs or
    /// only negative.
    fn relative_error(
        f: impl Fn(f64) -> f64,
        g: impl Fn(f64) -> f64,
        largest: f64,
        signs: &[f64],
    ) -> f64 {
        let fine = (1..200_000).map(|i| largest * f64::from(i) / 200_000.0);
        let tiny = (0..3000).map(|i| 10_f64.powf(-f64::from(i) / 10.0));
        fine.chain(tiny)
            .flat_map(|u| signs.iter().map(move |s| s * u))
            .map(|u| ((f(u) - g(u)) / g(u)).abs())
            .fold(0.0, f64::max)
    }

    #[test]
    fn exp_m1_and_tanh_agree_with_libm() {
        agree_with_libm::<true>();
        agree_with_libm::<false>();
    }

    fn agree_with_libm<const FUSED: bool>() {
        let error = relative_error(exp_m1::<f64, FUSED>, f64::exp_m1, 750.0, &[-1.0]);
        assert!(error < 5e-16, "{error}");
        let error = relative_error(exp_m1::<f64, FUSED>, f64::exp_m1, 2.0, &[-1.0]);
        assert!(error < 5e-16, "{error}");
        let error = relative_error(tanh::<f64, FUSED>, f64::tanh, 20.0, &[-1.0, 1.0]);
        assert!(error < 1e-15, "{error}");
        // In single precision, where the arguments are numbers of that too.
        let single = |x: f64| f64::from(x as f32);
        let error = relative_error(
            |x| exp_m1::<f32, FUSED>(x as f32).to_f64(),
            |x| single(x).exp_m1(),
            30.0,
            &[-1.0],
        );
        assert!(error < 2.5e-7, "{error}");
        let error = relative_error(
            |u| tanh::<f32, FUSED>(u as f32).to_f64(),
            |u| single(u).tanh(),
            9.0,
            &[-1.0, 1.0],
        );
        assert!(error < 4e-7, "{error}");
        for c in [0.0, 0.3, -2.0, 9.0, -400.0] {
            let (shape, unit) = ScaledKernel::tanh(c, 1.0);
            let apply = |u: f64| times(shape.at(u), unit);
            for u in (-4500..4500).map(|i| f64::from(i) * 0.1) {
                let expected = (u + c).tanh() - c.tanh();
                assert!((apply(u) - expected).abs() < 1e-15, "{u} + {c}");
                let small = 1e-12 * u;
                let expected = small / c.cosh().powi(2) * (1.0 - small * c.tanh());
                assert!((apply(small) - expected).abs() <= 1e-14 * expected.abs() + 1e-30);
            }
        }
        assert_eq!(
            (exp_m1::<f64, FUSED>(0.0), tanh::<f64, FUSED>(0.0)),
            (0.0, 0.0)
        );
        assert_eq!(
            (
                exp_m1::<f64, FUSED>(f64::NEG_INFINITY),
                tanh::<f64, FUSED>(-1e300)
            ),
            (-1.0, -1.0)
        );
        assert!(exp_m1::<f64, FUSED>(f64::NAN).is_nan() && tanh::<f64, FUSED>(f64::NAN).is_nan());
        assert_eq!(exp_m1::<f32, FUSED>(f32::NEG_INFINITY), -1.0);
        assert!(exp_m1::<f32, FUSED>(f32::NAN).is_nan());
    }

    #[test]
    fn a_value_does_not_depend_on_its_neighbours() {
        let power = Curve::Power {
            degree: 5,
            coef0: -0.3,
        };
        let u: Vec<f64> = (0..61).map(|i| f64::from(i) * -0.09).collect();
        for shape in [Curve::ExpM1, power, ScaledKernel::tanh(0.2, 1.0).0] {
            let mut all = u.clone();
            shape.apply(&mut all);
            for (&u, all) in u.iter().zip(all) {
                assert_eq!(shape.at(u).to_bits(), all.to_bits(), "{shape:?} at {u}");
            }
        }
    }
}
