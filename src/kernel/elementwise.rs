//! Kernel values from distances and inner products, a whole slice at a time.
//!
//! The loops are branch-free, so that the compiler turns them into the widest instructions that
//! the running machine has; [`pulp::Arch`] finds out which at run time. No fused multiply-add is
//! used: every machine rounds alike.

#![allow(
    clippy::inline_always,
    reason = "inlined into the caller, the functions are compiled with its instruction set"
)]

use pulp::{Arch, Simd, WithSimd};

use super::Kernel;

/// Lanes of the polynomial's inner loop.
const LANES: usize = 16;
/// Past it, tanh c₀ is ±1 and 1 ∓ tanh c₀ nearly underflows.
const SATURATED: f64 = 300.0;

impl Kernel {
    /// Replaces each t, the squared or L₁ distance or inner product of two points, by
    /// k − [`Kernel::constant`].
    pub(crate) fn apply(&self, values: &mut [f64]) {
        Arch::new().dispatch(Apply {
            kernel: *self,
            values,
        });
    }
}

/// A closure would do, were it sure to be inlined, and with that compiled for wide instructions.
struct Apply<'a> {
    kernel: Kernel,
    values: &'a mut [f64],
}

impl WithSimd for Apply<'_> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let Self { kernel, values } = self;
        match kernel {
            Kernel::Linear | Kernel::Cosine => {}
            Kernel::Rbf { gamma } | Kernel::Laplacian { gamma } => {
                for t in values {
                    *t = exp_m1(-gamma * *t);
                }
            }
            Kernel::Poly {
                gamma,
                degree,
                coef0,
            } => {
                let (head, tail) = values.as_chunks_mut::<LANES>();
                for lanes in head {
                    power_difference(lanes, gamma, degree, coef0);
                }
                for t in tail {
                    power_difference(std::array::from_mut(t), gamma, degree, coef0);
                }
            }
            Kernel::Sigmoid { gamma, coef0 } if coef0.abs() <= SATURATED => {
                // 1 ± tanh c₀, without the loss of digits of a difference.
                let above = 2.0 / (1.0 + (-2.0 * coef0).exp());
                let below = 2.0 / (1.0 + (2.0 * coef0).exp());
                for t in values {
                    *t = tanh_difference(gamma * *t, above, below);
                }
            }
            Kernel::Sigmoid { gamma, coef0 } => {
                for t in values {
                    *t = tanh(gamma * *t + coef0) - coef0.signum();
                }
            }
        }
    }
}

/// aᵖ − bᵖ = (a − b) Σ aⁱ bᵖ⁻¹⁻ⁱ with a = γt + c₀ and b = c₀, so that a − b = γt exactly.
#[inline(always)]
fn power_difference<const L: usize>(t: &mut [f64; L], gamma: f64, degree: u32, coef0: f64) {
    let u = t.map(|t| gamma * t);
    let mut sum = [1.0; L];
    let mut power = 1.0;
    for _ in 1..degree {
        power *= coef0;
        for (sum, u) in sum.iter_mut().zip(&u) {
            *sum = *sum * (u + coef0) + power;
        }
    }
    for ((t, u), sum) in t.iter_mut().zip(u).zip(sum) {
        *t = u * sum;
    }
}

/// eˣ − 1 for x ≤ 0, to 2 ulp; below −708 it is −1.
///
/// x = k ln 2 + r with |r| ≤ ½ ln 2, and eˣ − 1 = 2ᵏ(eʳ − 1) + (2ᵏ − 1), the Taylor series of
/// eʳ − 1 taken to r¹³ (Muller, Elementary Functions, ch. 11).
#[inline(always)]
fn exp_m1(x: f64) -> f64 {
    let (power, times) = exp_parts(x);
    times + (power - 1.0)
}

/// 2ᵏ and 2ᵏ(eʳ − 1), whose sum is eˣ.
#[inline(always)]
fn exp_parts(x: f64) -> (f64, f64) {
    /// Adding it rounds a small number to an integer and leaves that in the lowest bits.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// The first 33 bits of ln 2: a product with a small integer is exact.
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    /// 1/3!, 1/4!, … 1/13!
    const C: [f64; 11] = [
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5_040.0,
        1.0 / 40_320.0,
        1.0 / 362_880.0,
        1.0 / 3_628_800.0,
        1.0 / 39_916_800.0,
        1.0 / 479_001_600.0,
        1.0 / 6_227_020_800.0,
    ];
    // Not f64::max, which would turn NaN into a number.
    let x = if x < -708.0 { -708.0 } else { x };
    let rounded = x * std::f64::consts::LOG2_E + ROUND;
    let k = rounded - ROUND;
    let r = (x - k * LN_2_HIGH) - k * LN_2_LOW;
    // In Estrin's order, whose sums do not wait for one another.
    let r2 = r * r;
    let r4 = r2 * r2;
    let low = (C[0] + C[1] * r) + (C[2] + C[3] * r) * r2;
    let middle = (C[4] + C[5] * r) + (C[6] + C[7] * r) * r2;
    let high = (C[8] + C[9] * r) + C[10] * r2;
    let series = low + r4 * (middle + r4 * high);
    let exp_m1_r = r + r2 * (0.5 + r * series);
    let power = f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52);
    (power, power * exp_m1_r)
}

/// tanh |u| = −e / (2 + e) with e = exp(−2|u|) − 1.
#[inline(always)]
fn tanh(u: f64) -> f64 {
    let e = exp_m1(-2.0 * u.abs());
    (-e / (e + 2.0)).copysign(u)
}

/// tanh(u + c) − tanh c = tanh u (1 − tanh² c) / (1 + tanh u tanh c), given 1 ± tanh c.
///
/// With e as above and s the sign of u, the denominator is 2eˣ − e(1 + s tanh c) over 2 + e, x = −2|u|:
/// a sum of positive numbers.
#[inline(always)]
fn tanh_difference(u: f64, above: f64, below: f64) -> f64 {
    let (power, times) = exp_parts(-2.0 * u.abs());
    let (exp, e) = (times + power, times + (power - 1.0));
    let one_and_s_tanh = if u < 0.0 { below } else { above };
    let denominator = 2.0 * exp - e * one_and_s_tanh;
    (-e * above * below / denominator).copysign(u)
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let error = relative_error(exp_m1, f64::exp_m1, 750.0, &[-1.0]);
        assert!(error < 5e-16, "{error}");
        let error = relative_error(exp_m1, f64::exp_m1, 2.0, &[-1.0]);
        assert!(error < 5e-16, "{error}");
        let error = relative_error(tanh, f64::tanh, 20.0, &[-1.0, 1.0]);
        assert!(error < 1e-15, "{error}");
        for c in [0.0, 0.3, -2.0, 9.0, -400.0] {
            let kernel = Kernel::Sigmoid {
                gamma: 1.0,
                coef0: c,
            };
            let apply = |u: f64| {
                let mut u = [u];
                kernel.apply(&mut u);
                u[0]
            };
            for u in (-4500..4500).map(|i| f64::from(i) * 0.1) {
                let expected = (u + c).tanh() - c.tanh();
                assert!((apply(u) - expected).abs() < 1e-15, "{u} + {c}");
                let small = 1e-12 * u;
                let expected = small / c.cosh().powi(2) * (1.0 - small * c.tanh());
                assert!((apply(small) - expected).abs() <= 1e-14 * expected.abs() + 1e-30);
            }
        }
        assert_eq!((exp_m1(0.0), tanh(0.0)), (0.0, 0.0));
        assert_eq!((exp_m1(f64::NEG_INFINITY), tanh(-1e300)), (-1.0, -1.0));
        assert!(exp_m1(f64::NAN).is_nan() && tanh(f64::NAN).is_nan());
    }

    #[test]
    fn a_value_does_not_depend_on_its_neighbours() {
        let kernels = [
            Kernel::Rbf { gamma: 0.7 },
            Kernel::Poly {
                gamma: 0.7,
                degree: 5,
                coef0: -0.3,
            },
            Kernel::Sigmoid {
                gamma: 0.7,
                coef0: 0.2,
            },
        ];
        let t: Vec<f64> = (0..61).map(|i| f64::from(i) * 0.13).collect();
        for kernel in kernels {
            let mut all = t.clone();
            kernel.apply(&mut all);
            for (&t, all) in t.iter().zip(all) {
                let mut one = [t];
                kernel.apply(&mut one);
                assert_eq!(one[0].to_bits(), all.to_bits(), "{kernel:?} at {t}");
            }
        }
    }
}
