//! Floating-point numbers behind one interface: double precision, and single precision for steps that need few
//! digits.

#![allow(
    clippy::inline_always,
    reason = "inlined into the caller, the functions are compiled with its instruction set"
)]

use std::{
    fmt::Debug,
    ops::{Add, AddAssign, Div, Mul, Neg, Sub},
};

use pulp::{Simd, bytemuck::cast, num_complex::Complex};

/// Number type in which kernel values are evaluated and stored.
pub(crate) trait Real:
    Copy
    + Debug
    + Default
    + PartialOrd
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + AddAssign
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
{
    /// Register of the instruction set `S`, full of these numbers.
    type Vector<S: Simd>: Copy + Debug;

    /// Distance from 1 to the next larger number.
    const EPSILON: f64;

    fn of(value: f64) -> Self;
    fn to_f64(self) -> f64;
    fn abs(self) -> Self;
    fn copysign(self, sign: Self) -> Self;

    /// Splits eˣ into the summands 2ᵏ and 2ᵏ(eʳ − 1), to 2 ulp, for x = k ln 2 + r ≤ 0 and |r| ≤ ½ ln 2; where eˣ
    /// would underflow, both summands are about the smallest normal number (Muller, Elementary Functions, ch. 11).
    fn exp_parts<const FUSED: bool>(self) -> (Self, Self);

    fn lanes<S: Simd>() -> usize;
    /// Views the values as whole registers; values after the last whole register are left out.
    fn vectors<S: Simd>(values: &[Self]) -> &[Self::Vector<S>];
    fn vectors_mut<S: Simd>(values: &mut [Self]) -> &mut [Self::Vector<S>];
    fn splat<S: Simd>(self, simd: S) -> Self::Vector<S>;
    /// Fills a register with two numbers in alternation. Panics where the register holds fewer than two.
    fn splat_pair<S: Simd>(simd: S, first: Self, second: Self) -> Self::Vector<S>;
    fn add_vectors<S: Simd>(simd: S, a: Self::Vector<S>, b: Self::Vector<S>) -> Self::Vector<S>;
    /// Sum of all numbers in a register.
    fn sum_of_vector<S: Simd>(simd: S, a: Self::Vector<S>) -> Self;
    /// Returns a·b + c, rounded once where the processor does so as fast.
    fn mul_add<S: Simd>(
        simd: S,
        a: Self::Vector<S>,
        b: Self::Vector<S>,
        c: Self::Vector<S>,
    ) -> Self::Vector<S>;
}

macro_rules! real {
    ($real:ty, $vector:ident, $lanes:ident, $as_simd:ident, $as_mut_simd:ident, $splat:ident,
     $splat_pair:ident, $add:ident, $sum:ident, $mul_add:ident, $exp_parts:ident) => {
        impl Real for $real {
            type Vector<S: Simd> = S::$vector;

            const EPSILON: f64 = <$real>::EPSILON as f64;

            #[inline(always)]
            fn of(value: f64) -> Self {
                value as $real
            }

            #[inline(always)]
            fn to_f64(self) -> f64 {
                f64::from(self)
            }

            #[inline(always)]
            fn abs(self) -> Self {
                self.abs()
            }

            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                self.copysign(sign)
            }

            #[inline(always)]
            fn exp_parts<const FUSED: bool>(self) -> (Self, Self) {
                $exp_parts::<FUSED>(self)
            }

            #[inline(always)]
            fn lanes<S: Simd>() -> usize {
                S::$lanes
            }

            #[inline(always)]
            fn vectors<S: Simd>(values: &[Self]) -> &[S::$vector] {
                S::$as_simd(values).0
            }

            #[inline(always)]
            fn vectors_mut<S: Simd>(values: &mut [Self]) -> &mut [S::$vector] {
                S::$as_mut_simd(values).0
            }

            #[inline(always)]
            fn splat<S: Simd>(self, simd: S) -> S::$vector {
                simd.$splat(self)
            }

            #[inline(always)]
            fn splat_pair<S: Simd>(simd: S, first: $real, second: $real) -> S::$vector {
                $splat_pair(simd, [first, second])
            }

            #[inline(always)]
            fn add_vectors<S: Simd>(simd: S, a: S::$vector, b: S::$vector) -> S::$vector {
                simd.$add(a, b)
            }

            #[inline(always)]
            fn sum_of_vector<S: Simd>(simd: S, a: S::$vector) -> $real {
                simd.$sum(a)
            }

            #[inline(always)]
            fn mul_add<S: Simd>(
                simd: S,
                a: S::$vector,
                b: S::$vector,
                c: S::$vector,
            ) -> S::$vector {
                simd.$mul_add(a, b, c)
            }
        }
    };
}

real!(
    f64,
    f64s,
    F64_LANES,
    as_simd_f64s,
    as_mut_simd_f64s,
    splat_f64s,
    splat_pair_f64,
    add_f64s,
    reduce_sum_f64s,
    mul_add_e_f64s,
    exp_parts_f64
);
real!(
    f32,
    f32s,
    F32_LANES,
    as_simd_f32s,
    as_mut_simd_f32s,
    splat_f32s,
    splat_pair_f32,
    add_f32s,
    reduce_sum_f32s,
    mul_add_e_f32s,
    exp_parts_f32
);

#[inline(always)]
fn splat_pair_f64<S: Simd>(simd: S, [first, second]: [f64; 2]) -> S::f64s {
    // A complex number is a pair.
    cast(simd.splat_c64s(Complex::new(first, second)))
}

#[inline(always)]
fn splat_pair_f32<S: Simd>(simd: S, pair: [f32; 2]) -> S::f32s {
    // Splatted as one number of twice the size, since a complex number goes through memory.
    cast(simd.splat_f64s(cast(pair)))
}

/// Splits eˣ as [`Real::exp_parts`] does, with the Taylor series of eʳ − 1 up to r¹³.
#[inline(always)]
fn exp_parts_f64<const FUSED: bool>(x: f64) -> (f64, f64) {
    /// Number 1.5·2⁵²: adding it to a small number rounds that number to an integer, held in the lowest bits of the
    /// sum.
    const ROUND: f64 = 6_755_399_441_055_744.0;
    /// First 33 bits of ln 2, whose product with a small integer is exact.
    const LN_2_HIGH: f64 = 6.931_471_803_691_238e-1;
    /// Remainder of ln 2 after [`LN_2_HIGH`].
    const LN_2_LOW: f64 = 1.908_214_929_270_587_7e-10;
    /// Coefficients 1/3!, 1/4!, … 1/13!.
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
    // f64::max would turn NaN into a number.
    let x = if x < -708.0 { -708.0 } else { x };
    let fma = |a: f64, b: f64, c: f64| if FUSED { a.mul_add(b, c) } else { a * b + c };
    let rounded = fma(x, std::f64::consts::LOG2_E, ROUND);
    let k = rounded - ROUND;
    let r = fma(-k, LN_2_LOW, fma(-k, LN_2_HIGH, x));
    // Estrin's scheme, whose partial sums do not depend on each other.
    let r2 = r * r;
    let r4 = r2 * r2;
    let low = fma(fma(C[3], r, C[2]), r2, fma(C[1], r, C[0]));
    let middle = fma(fma(C[7], r, C[6]), r2, fma(C[5], r, C[4]));
    let high = fma(C[10], r2, fma(C[9], r, C[8]));
    let series = fma(r4, fma(r4, high, middle), low);
    let exp_m1_r = fma(r2, fma(r, series, 0.5), r);
    let power = f64::from_bits(rounded.to_bits().wrapping_add(1023) << 52);
    (power, power * exp_m1_r)
}

/// Splits eˣ as [`Real::exp_parts`] does, with the Taylor series of eʳ − 1 up to r⁷.
#[inline(always)]
fn exp_parts_f32<const FUSED: bool>(x: f32) -> (f32, f32) {
    /// Number 1.5·2²³: adding it to a small number rounds that number to an integer, held in the lowest bits of the
    /// sum.
    const ROUND: f32 = 12_582_912.0;
    /// First 9 bits of ln 2, whose product with a small integer is exact.
    const LN_2_HIGH: f32 = 0.693_359_4;
    /// Remainder of ln 2 after [`LN_2_HIGH`].
    const LN_2_LOW: f32 = -2.121_944_4e-4;
    /// Coefficients 1/3!, 1/4!, … 1/7!.
    const C: [f32; 5] = [
        1.0 / 6.0,
        1.0 / 24.0,
        1.0 / 120.0,
        1.0 / 720.0,
        1.0 / 5_040.0,
    ];
    let x = if x < -87.0 { -87.0 } else { x };
    let fma = |a: f32, b: f32, c: f32| if FUSED { a.mul_add(b, c) } else { a * b + c };
    let rounded = fma(x, std::f32::consts::LOG2_E, ROUND);
    let k = rounded - ROUND;
    let r = fma(-k, LN_2_LOW, fma(-k, LN_2_HIGH, x));
    let r2 = r * r;
    let series = fma(r2, fma(C[4], r2, fma(C[3], r, C[2])), fma(C[1], r, C[0]));
    let exp_m1_r = fma(r2, fma(r, series, 0.5), r);
    let power = f32::from_bits(rounded.to_bits().wrapping_add(127) << 23);
    (power, power * exp_m1_r)
}

/// Instruction sets to test with: the widest of this processor, and narrower ones.
#[cfg(test)]
pub(crate) fn archs() -> Vec<pulp::Arch> {
    use pulp::Arch;

    #[cfg(any(target_arch = "x86", target_arch = "x86_64"))]
    let narrower = pulp::x86::V3::try_new().map(Arch::V3);
    #[cfg(not(any(target_arch = "x86", target_arch = "x86_64")))]
    let narrower = None;
    [Arch::new(), Arch::Scalar]
        .into_iter()
        .chain(narrower)
        .collect()
}
