//! Kernels scaled by a power of two, so that values are about one whatever the size of data and parameters.
//!
//! Multiplying K by 2ᵉ multiplies its eigenvalues by 2ᵉ, exactly. Values of 10²⁰⁰ or 10⁻²⁰⁰ have squares and sums
//! beyond the range of numbers, and do not fit single precision. So everything is solved in a unit in which the
//! largest kernel value is about one; only reported numbers are scaled back.

use std::ops::Range;

use nalgebra::DMatrix;

use super::{
    Kernel, MetricPoints, Response, elementwise::Curve, points::of_features,
    wide_number::WideNumber,
};
use crate::{
    objects::RoundedMatrix,
    power_of_two::{exponent, times},
};

/// Exponent of the power of two below which u is so small that exp, tanh and powers, less their constant, are
/// linear in u to the last digit.
const LINEAR: i32 = -60;
/// Exponent of two of the largest value, at or below which squares of values find too little range in single precision.
const SINGLE: i32 = -30;
/// Modulus of c₀ above which tanh c₀ is ±1 and 1 ∓ tanh c₀ nearly underflows.
const SATURATED: f64 = 300.0;
/// Modulus of c₀ above which 1 ∓ tanh c₀ nearly underflows in single precision.
const SATURATED_SINGLE: f64 = 40.0;

/// Kernel on given points: k − [`Kernel::constant`] = 2^`exponent` · shape(factor · t), where t is the
/// [metric](Metric) of two points in the points' unit.
///
/// Centring cancels any constant. Values less this constant lose no digits where γ is tiny and all kernel values
/// are nearly equal.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScaledKernel {
    kernel: Kernel,
    factor: f64,
    shape: Curve,
    exponent: i32,
    /// Upper bound on |factor · t|.
    largest: f64,
    /// Relative error of the entries of a given matrix, see [`RoundedMatrix::rounding`].
    rounding: f64,
    /// Frobenius norm of the change of the values by errors of the rows.
    of_data: f64,
}

/// Bounds on the rounding of a kernel's values less its constant, by cause.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ValueRounding {
    /// Relative rounding of inner products far from the origin, or of a given matrix's entries; `None` for metrics made
    /// of differences, see [`ScaledKernel::rounding`].
    pub(crate) of_inner_products: Option<f64>,
    /// Relative rounding of the values' evaluation, see [`ScaledKernel::rounding_of_values`].
    pub(crate) of_values: f64,
    /// Frobenius norm of the further error in powers of γ x·y + c₀ whose two terms cancel.
    pub(crate) cancellation: f64,
    /// Frobenius norm of the change by errors of the rows.
    pub(crate) of_data: f64,
    /// True for kernels whose values fall from 1, for equal points, towards 0, and are not scaled.
    pub(crate) fades: bool,
}

/// Error of a kernel whose values on given points leave the range of numbers even when scaled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct OutOfRange;

impl ScaledKernel {
    /// Scales `kernel` to its values on `points`, and between `points` and `others` where given.
    ///
    /// # Errors
    /// [`OutOfRange`] where values leave the range of numbers.
    pub(crate) fn new(
        kernel: Kernel,
        points: &MetricPoints,
        others: Option<&MetricPoints>,
    ) -> Result<Self, OutOfRange> {
        let reach = points.reach(others);
        let unit = WideNumber::of(1.0).times_power_of_two(points.unit());
        let all = Self {
            kernel,
            factor: 1.0,
            shape: Curve::Identity,
            exponent: 0,
            largest: 0.0,
            rounding: RoundedMatrix::LEAST_ROUNDING,
            of_data: 0.0,
        };
        if reach == 0.0 {
            return Ok(all);
        }
        if !reach.is_finite() {
            return Err(OutOfRange);
        }
        let curved = |factor: f64, shape: Curve| Self {
            factor,
            shape,
            ..all
        };
        let scaled = match kernel.response() {
            Response::Linear { slope } => {
                Self::identity(all, unit.times(slope.abs()), slope.signum(), reach)
            }
            Response::Exp { gamma } => {
                let factor = unit.times(gamma);
                if factor.times(reach).exponent < LINEAR {
                    Self::identity(all, factor, -1.0, reach)
                } else {
                    curved(-factor.value(), Curve::ExpM1)
                }
            }
            Response::Decay { gamma, decay } => {
                let factor = unit.times(gamma);
                if factor.times(reach).exponent < decay.straight_below {
                    Self::identity(all, factor.times(decay.slope), -1.0, reach)
                } else {
                    curved(factor.value(), Curve::Decay(decay))
                }
            }
            Response::Power {
                gamma,
                degree,
                coef0,
            } => Self::power(all, unit.times(gamma), degree, coef0, reach),
            Response::Tanh { gamma, coef0 } => {
                let factor = unit.times(gamma);
                let largest = factor.times(reach);
                let slope = slope(coef0);
                if largest.exponent < LINEAR && coef0.abs() <= SATURATED {
                    Self::identity(all, factor.times(slope), 1.0, reach)
                } else {
                    let (shape, exponent) = Self::tanh(coef0, largest.value());
                    Self {
                        exponent,
                        ..curved(factor.value(), shape)
                    }
                }
            }
        };
        let scaled = Self {
            largest: scaled.factor.abs() * reach,
            ..scaled
        };
        scaled
            .factor
            .is_finite()
            .then_some(scaled)
            .ok_or(OutOfRange)
    }

    /// Scaled kernel sign · factor · t, with an even exponent, so that the factor's square root is a number too.
    fn identity(all: Self, factor: WideNumber, sign: f64, reach: f64) -> Self {
        let exponent = factor.times(reach).exponent & !1;
        Self {
            factor: sign * factor.times_power_of_two(-exponent).value(),
            shape: Curve::Identity,
            exponent,
            ..all
        }
    }

    /// Scaled kernel (u + c₀)ᵖ − c₀ᵖ with u = factor · t, where u and c₀ are in a unit in which |u| + |c₀| is about
    /// one.
    fn power(all: Self, factor: WideNumber, degree: u32, coef0: f64, reach: f64) -> Self {
        let largest = factor.times(reach);
        let p = degree.cast_signed();
        let constant = WideNumber::of(coef0.abs());
        if degree == 1 {
            return Self::identity(all, factor, 1.0, reach);
        }
        if coef0 != 0.0 && largest.exponent - constant.exponent < LINEAR {
            // p c₀ᵖ⁻¹ u
            let power = constant.mantissa.powi(p - 1);
            let slope = factor
                .times(f64::from(degree) * power)
                .times_power_of_two(constant.exponent * (p - 1));
            let sign = coef0.signum().powi(p - 1);
            return Self::identity(all, slope, sign, reach);
        }
        let top = if coef0 == 0.0 {
            largest.exponent
        } else {
            largest.exponent.max(constant.exponent)
        };
        let sum = largest.times_power_of_two(-top).value() + times(coef0.abs(), -top);
        let unit = top + exponent(sum) + 1;
        Self {
            factor: factor.times_power_of_two(-unit).value(),
            shape: Curve::Power {
                degree,
                coef0: times(coef0, -unit),
            },
            exponent: unit * p,
            ..all
        }
    }

    /// Function tanh(u + c₀) − tanh c₀ for |u| up to `largest`, with the exponent of its unit.
    pub(super) fn tanh(coef0: f64, largest: f64) -> (Curve, i32) {
        if coef0.abs() > SATURATED {
            let limit = coef0.signum();
            return (Curve::SaturatedTanh { coef0, limit }, 0);
        }
        // Values 1 ± tanh c₀, without cancellation.
        let above = 2.0 / (1.0 + (-2.0 * coef0).exp());
        let below = 2.0 / (1.0 + (2.0 * coef0).exp());
        let shape = |slope| Curve::Tanh {
            slope,
            above,
            below,
        };
        let plain = shape(above * below);
        let size = plain.at(largest).abs().max(plain.at(-largest).abs());
        let unit = if size > 0.0 { exponent(size) } else { 0 };
        (shape(times(above * below, -unit)), unit)
    }

    /// Returns the kernel with the relative error of a given matrix's entries, see [`RoundedMatrix::rounding`].
    pub(crate) fn off_by(self, rounding: f64) -> Self {
        Self { rounding, ..self }
    }

    /// Returns the kernel with values that errors of the rows change by the Frobenius norm `of_data`, in the kernel's
    /// unit (see [`data_effect`](Self::data_effect)).
    pub(crate) fn changed_by(self, of_data: f64) -> Self {
        Self { of_data, ..self }
    }

    /// Frobenius norm of the change of the values between all points by errors of the rows.
    pub(crate) fn of_data(&self) -> f64 {
        self.of_data
    }

    /// Upper bound on |factor · t|.
    pub(crate) fn largest(&self) -> f64 {
        self.largest
    }

    /// Returns true where the entries of a given matrix have a larger error than [`RoundedMatrix::LEAST_ROUNDING`].
    pub(crate) fn is_rounded(&self) -> bool {
        self.rounding > RoundedMatrix::LEAST_ROUNDING
    }

    /// Kernel before scaling.
    pub(crate) fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Exponent of the unit: multiplying scaled values by 2 to this power gives those of the kernel.
    pub(crate) fn exponent(&self) -> i32 {
        self.exponent
    }

    pub(crate) fn factor(&self) -> f64 {
        self.factor
    }

    pub(crate) fn shape(&self) -> Curve {
        self.shape
    }

    /// Returns true where values and their squares lie within the range of single precision.
    pub(crate) fn fits_single(&self) -> bool {
        let size = |u: f64| self.shape.at(u).abs();
        let saturated = match self.kernel.response() {
            Response::Tanh { coef0, .. } => coef0.abs() > SATURATED_SINGLE,
            Response::Linear { .. }
            | Response::Exp { .. }
            | Response::Decay { .. }
            | Response::Power { .. } => false,
        };
        let size = size(self.largest).max(size(-self.largest));
        !saturated && exponent(size) > SINGLE
    }

    /// Upper bound on the error of values, in units of the machine precision and of the values' size; `None` for
    /// metrics made of differences, whose rounding is proportional to the metric itself.
    ///
    /// Distances are sums of squares of differences, so their rounding is proportional to them. The rounding of an
    /// inner product is proportional to the points' lengths, which far from the origin are much larger than the
    /// differences between inner products.
    pub(crate) fn rounding(&self, features: usize) -> Option<f64> {
        let inner = 1.0 + (features as f64).sqrt() / 4.0;
        let metric = self.kernel.metric();
        if metric.is_given() {
            return Some(self.rounding);
        }
        if !metric.loses_digits() {
            return None;
        }
        Some(match self.kernel.response() {
            Response::Linear { .. } | Response::Exp { .. } | Response::Decay { .. } => inner,
            Response::Power { degree, .. } => f64::from(degree) * inner,
            Response::Tanh { .. } => inner * self.largest.max(1.0),
        })
    }

    /// Upper bound on the error of the values less their constant, in units of the machine precision and of
    /// their Frobenius norm.
    pub(crate) fn rounding_of_values(&self, features: usize) -> f64 {
        // Only some terms and values are off by as much as the worst.
        let of_distances =
            1.0 + 0.5 * of_features(features) + self.kernel.response().rounding() / 3.0;
        self.rounding(features)
            .unwrap_or_default()
            .max(of_distances)
    }

    /// Bounds on the rounding of values between these points, by cause.
    pub(crate) fn rounding_between(&self, points: &MetricPoints) -> ValueRounding {
        let features = points.features();
        ValueRounding {
            of_inner_products: self.rounding(features),
            of_values: self.rounding_of_values(features),
            cancellation: self.cancellation(points),
            of_data: self.of_data,
            fades: self.exponent == 0 && self.kernel.response().is_likeness(),
        }
    }

    /// Frobenius norm of the further error of values (γ x·y + c₀)ᵖ with c₀ < 0, whose two terms may cancel; 0 for
    /// other kernels.
    ///
    /// With rᵢ² = γ‖xᵢ‖², γ x·y is off by δ = ε rᵢrⱼ, and the power by at most p δ (rᵢrⱼ + |c₀|)ᵖ⁻¹. By Cauchy and
    /// Schwarz, rᵢrⱼ + |c₀| is at most the root of (rᵢ² + |c₀|)(rⱼ² + |c₀|).
    fn cancellation(&self, points: &MetricPoints) -> f64 {
        let Curve::Power { degree, coef0 } = self.shape else {
            return 0.0;
        };
        if coef0 >= 0.0 {
            return 0.0;
        }
        let p = degree.cast_signed();
        let squares = points.diagonal().into_iter().map(|t| self.factor * t);
        let sizes = squares.map(|square| square * (square - coef0).powi(p - 1));
        let digits = f64::EPSILON * (2.0 + of_features(points.features()));
        digits * f64::from(degree) * sizes.sum::<f64>()
    }

    /// Values k − constant in the kernel's unit, between all points x (rows) and some points y (columns).
    pub(crate) fn values(
        &self,
        x: &MetricPoints,
        y: &MetricPoints,
        columns: Range<usize>,
    ) -> DMatrix<f64> {
        let n = x.len();
        let mut values = DMatrix::zeros(n, columns.len());
        let out = values.as_mut_slice();
        x.tile(0..n, y, columns, self.factor, out, n.max(1));
        self.shape.apply(out);
        values
    }

    /// Values k − constant in the kernel's unit of each point with itself.
    pub(crate) fn diagonal(&self, points: &MetricPoints) -> Vec<f64> {
        let mut values = points.diagonal();
        for t in &mut values {
            *t *= self.factor;
        }
        self.shape.apply(&mut values);
        values
    }
}

/// Slope 1 − tanh² c of tanh at c, without cancellation.
fn slope(c: f64) -> f64 {
    let e = (-2.0 * c.abs()).exp();
    4.0 * e / ((1.0 + e) * (1.0 + e))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use nalgebra::dmatrix;

    #[test]
    fn tiny_gamma_keeps_its_digits() {
        let (x, y) = (dmatrix![1.0], dmatrix![3.0]);
        let poly = |gamma, coef0| Kernel::poly(gamma, 3, coef0);
        let sigmoid = |gamma| Kernel::sigmoid(gamma, 0.0);
        for gamma in [1e-20, 1e-165, 1e-300, 5e-324] {
            for (kernel, slope) in [
                (Kernel::rbf(gamma), -4.0),
                (Kernel::laplacian(gamma), -2.0),
                (poly(gamma, 1.0), 9.0),
                (sigmoid(gamma), 3.0),
            ] {
                let y = MetricPoints::new(&y, kernel.metric());
                let x = y.others(&x);
                let scaled = ScaledKernel::new(kernel, &y, Some(&x)).unwrap();
                let value = scaled.values(&x, &y, 0..1)[0];
                assert!((1e-9..16.0).contains(&value.abs()), "{kernel:?}: {value}");
                let unscaled = times(value, scaled.exponent()) / gamma;
                assert!((unscaled / slope - 1.0).abs() < 1e-14, "{kernel:?}");
            }
        }
    }

    #[test]
    fn values_are_about_one_and_scale_back() {
        // Data scaled by 2ˢ have the same kernel with γ scaled by 2⁻²ˢ.
        let x = DMatrix::from_fn(9, 2, |i, j| ((5 * i + 3 * j) % 7) as f64 / 3.0);
        for s in [-450, -100, 0, 100, 450] {
            let far = x.map(|v| times(v, s));
            for (degree, coef0) in [(1, 0.5), (2, 0.0), (3, 1.0), (4, -1.0), (50, 1e-3)] {
                for gamma in [1e-30, 0.3] {
                    let poly = |gamma| Kernel::poly(gamma, degree, coef0);
                    agrees(&x, poly(gamma), &far, poly(times(gamma, -2 * s)), 0);
                }
            }
            agrees(&x, Kernel::linear(), &far, Kernel::linear(), 2 * s);
            let rbf = |gamma| Kernel::rbf(gamma);
            agrees(&x, rbf(0.3), &far, rbf(times(0.3, -2 * s)), 0);
            let laplacian = |gamma| Kernel::laplacian(gamma);
            agrees(&x, laplacian(0.3), &far, laplacian(times(0.3, -s)), 0);
            let sigmoid = |gamma| Kernel::sigmoid(gamma, -7.0);
            agrees(&x, sigmoid(0.3), &far, sigmoid(times(0.3, -2 * s)), 0);
        }
    }

    /// Checks that the other kernel on the other data has the values of the first, times 2ᵉ.
    fn agrees(x: &DMatrix<f64>, kernel: Kernel, other: &DMatrix<f64>, as_kernel: Kernel, e: i32) {
        let values = |x: &DMatrix<f64>, kernel: Kernel| {
            let points = MetricPoints::new(x, kernel.metric());
            let scaled = ScaledKernel::new(kernel, &points, None).unwrap();
            let values = scaled.values(&points, &points, 0..x.nrows());
            let top = exponent(values.amax());
            assert!((-60..=2).contains(&top), "{kernel:?}: 2^{top}");
            (values, scaled.exponent())
        };
        let (a, ea) = values(x, kernel);
        let (b, eb) = values(other, as_kernel);
        let error = (&a - b.map(|v| times(v, eb - ea - e))).amax();
        assert!(
            error <= 1e-15 * a.amax(),
            "{kernel:?}, {as_kernel:?}: {error}"
        );
    }
}
