//! Change of kernel values by errors of the rows, which were rounded before the kernel sees them: columns are centred
//! and divided, logarithms taken, gaps filled.
//!
//! A distance hardly changes where all rows move by as much; an inner product does. Bounds are to first order.

use nalgebra::DMatrix;

use super::{
    Curve, Kernel, MetricForm, MetricPoints, Response, ScaledKernel, metrics::Steepness,
    wide_number::WideNumber,
};
use crate::{
    objects::DataRounding,
    power_of_two::{exponent, times},
};

/// Number of arguments per octave (factor of two) at which the slope of a function is evaluated to find its largest.
const PER_OCTAVE: i32 = 4;
/// Number of octaves that are searched below the largest argument and below 1, about which functions bend; further
/// below they equal their tangents.
const OCTAVES: i32 = 70;
/// Factor on the largest slope found at the arguments searched, between which the function may be steeper.
const BETWEEN: f64 = 1.25;

/// Bound on the change of the values between rows by errors of these rows: |δk(xᵢ, xⱼ)| ≤ pᵢqⱼ + qᵢpⱼ.
#[derive(Debug, Clone)]
pub(crate) struct DataEffect {
    p: Vec<f64>,
    q: Vec<f64>,
}

impl DataEffect {
    fn none(n: usize) -> Self {
        let zeros = || vec![0.0; n];
        Self {
            p: zeros(),
            q: zeros(),
        }
    }

    /// Bound on the change of the value of two rows, by their indices.
    fn between(&self, i: usize, j: usize) -> f64 {
        self.p[i] * self.q[j] + self.q[i] * self.p[j]
    }

    /// Bound on the Frobenius norm of the change of the matrix of all rows.
    pub(crate) fn norm(&self) -> f64 {
        2.0 * norm(&self.p) * norm(&self.q)
    }
}

fn norm(values: &[f64]) -> f64 {
    let squares: f64 = values.iter().map(|value| value * value).sum();
    squares.sqrt()
}

/// Lengths of rows and of their errors, in the unit of the points.
struct RowSizes {
    /// Length of each row as the metric sees it.
    lengths: Vec<f64>,
    /// Bound on the length of each row's error.
    errors: Vec<f64>,
}

impl ScaledKernel {
    /// Bounds the change, in the kernel's unit, of the values between rows x (n × d) by errors of x, which are at most
    /// `data`. The kernel was scaled to `points`, made of these rows. Zero for a given matrix, whose errors are counted
    /// apart.
    pub(crate) fn data_effect(
        &self,
        x: &DMatrix<f64>,
        points: &MetricPoints,
        data: DataRounding,
    ) -> DataEffect {
        let n = x.nrows();
        let metric = self.kernel().metric().spec();
        if data == DataRounding::default() || points.are_given() {
            return DataEffect::none(n);
        }
        let steepest = |power| self.steepest(power);
        let factor = self.factor().abs();
        match (&metric.steepness, &metric.form) {
            (Steepness::Unbounded(_), _) => DataEffect {
                p: vec![f64::INFINITY; n],
                q: vec![1.0; n],
            },
            (Steepness::Bounded(slope), _) => {
                let RowSizes { errors, .. } = RowSizes::of(x, points, data, RowNorm::Sum);
                let steep = factor * slope * steepest(0.0);
                DataEffect {
                    p: errors.iter().map(|error| steep * error).collect(),
                    q: vec![1.0; n],
                }
            }
            (Steepness::AsLengths, MetricForm::Distance) => {
                // ‖x − y‖² changes by 2‖x − y‖ times the error of x − y.
                let RowSizes { errors, .. } = RowSizes::of(x, points, data, RowNorm::Euclidean);
                let largest = errors.iter().copied().fold(0.0, f64::max);
                let steep = 2.0 * factor.sqrt() * steepest(0.5) + 4.0 * factor * largest;
                DataEffect {
                    p: errors.iter().map(|error| steep * error).collect(),
                    q: vec![1.0; n],
                }
            }
            (Steepness::AsLengths, _) => {
                let RowSizes { lengths, errors } =
                    RowSizes::of(x, points, data, RowNorm::Euclidean);
                let rows = || lengths.iter().zip(&errors);
                if let Curve::Power { degree, coef0 } = self.shape() {
                    // By Cauchy and Schwarz |γ x·y| + |c₀| is at most the product of two of these.
                    let size = |length: f64| (factor * length * length + coef0.abs()).sqrt();
                    let power = degree.cast_signed() - 1;
                    let steep = factor * f64::from(degree);
                    let of = |(length, error): (&f64, &f64)| {
                        let length = length + error;
                        let size = size(length).powi(power);
                        (steep * error * size, length * size)
                    };
                    let (p, q) = rows().map(of).unzip();
                    return DataEffect { p, q };
                }
                let steep = factor * steepest(0.0);
                let of = |(length, error): (&f64, &f64)| (steep * error, length + error);
                let (p, q) = rows().map(of).unzip();
                DataEffect { p, q }
            }
        }
    }

    /// Largest |f′(u)| · |u|^`power` of the kernel's function f over the arguments of the points.
    fn steepest(&self, power: f64) -> f64 {
        let shape = self.shape();
        let largest = self.largest().min(f64::MAX);
        let signs: &[f64] = match self.kernel().metric().spec().form {
            MetricForm::Distance if self.factor() < 0.0 => &[-1.0],
            MetricForm::Distance => &[1.0],
            MetricForm::InnerProduct | MetricForm::Entry(_) => &[1.0, -1.0],
        };
        let octaves = OCTAVES + exponent(largest.max(1.0));
        let places = (0..=octaves * PER_OCTAVE)
            .map(|step| largest * (-f64::from(step) / f64::from(PER_OCTAVE)).exp2());
        // Where its argument and c₀ cancel tanh is steepest, in a place that may be narrower than the steps.
        let narrow = match self.kernel().response() {
            Response::Tanh { coef0, .. } => Some(-coef0).filter(|u| u.abs() <= largest),
            Response::Linear { .. }
            | Response::Exp { .. }
            | Response::Decay { .. }
            | Response::Power { .. } => None,
        };
        let found = places
            .flat_map(|u| signs.iter().map(move |sign| sign * u))
            .chain(narrow)
            .map(|u| shape.slope(u).abs() * u.abs().powf(power));
        BETWEEN * found.fold(0.0, f64::max)
    }
}

impl Curve {
    /// Evaluates the derivative at u.
    fn slope(self, u: f64) -> f64 {
        match self {
            Self::Identity => 1.0,
            Self::ExpM1 => u.exp(),
            Self::Decay(decay) => (decay.derivative)(u, decay.shape),
            Self::Power { degree, coef0 } => {
                f64::from(degree) * (u + coef0).powi(degree.cast_signed() - 1)
            }
            // tanh(u + c₀) − tanh c₀ rises by no more than the quotient of a step of a thousandth.
            Self::Tanh { .. } | Self::SaturatedTanh { .. } => {
                let step = 1e-3 * u.abs().clamp(1e-3, 1.0);
                (self.at(u + step) - self.at(u - step)) / (2.0 * step)
            }
        }
    }
}

/// Norm of rows in which errors add up.
#[derive(Clone, Copy)]
enum RowNorm {
    Euclidean,
    Sum,
}

impl RowSizes {
    fn of(x: &DMatrix<f64>, points: &MetricPoints, data: DataRounding, norm: RowNorm) -> Self {
        let DataRounding { relative, absolute } = data;
        let metric = points.metric().spec();
        // Cosines do not depend on the size of rows, whose squares must stay in range.
        let unit = if metric.unit_rows {
            exponent(x.amax().max(f64::MIN_POSITIVE))
        } else {
            points.coordinate_unit()
        };
        let d = x.ncols() as f64;
        let absolute = times(absolute, -unit)
            * match norm {
                RowNorm::Euclidean => d.sqrt(),
                RowNorm::Sum => d,
            };
        let own = row_norms(x, unit, norm);
        let errors = own
            .iter()
            .map(|length| relative * f64::EPSILON * length + absolute);
        if !metric.unit_rows {
            return Self {
                errors: errors.collect(),
                lengths: row_norms(points.coordinates(), 0, norm),
            };
        }
        // A direction changes by at most twice the relative error of the row.
        let turned = errors.zip(&own).map(|(error, length)| {
            if error > 0.0 {
                (2.0 * error / length).min(2.0)
            } else {
                0.0
            }
        });
        Self {
            errors: turned.collect(),
            lengths: vec![1.0; x.nrows()],
        }
    }
}

/// Norms of the rows of x (n × d) in units of 2 to the power `unit`.
fn row_norms(x: &DMatrix<f64>, unit: i32, norm: RowNorm) -> Vec<f64> {
    let mut sums = vec![0.0; x.nrows()];
    for column in x.column_iter() {
        for (sum, value) in sums.iter_mut().zip(column.iter()) {
            let value = times(*value, -unit);
            *sum += match norm {
                RowNorm::Euclidean => value * value,
                RowNorm::Sum => value.abs(),
            };
        }
    }
    if let RowNorm::Euclidean = norm {
        for sum in &mut sums {
            *sum = sum.sqrt();
        }
    }
    sums
}

impl Kernel {
    /// Adds to bounds `errors` (n × n) on the values of a single kernel of vectors the change by errors `data` of the
    /// rows x (n × d).
    pub(super) fn add_errors_of_data(
        &self,
        x: &DMatrix<f64>,
        data: DataRounding,
        errors: &mut DMatrix<f64>,
    ) {
        if data == DataRounding::default() {
            return;
        }
        let points = MetricPoints::new(x, self.metric_between());
        let Ok(scaled) = ScaledKernel::new(*self, &points, None) else {
            errors.fill(f64::INFINITY);
            return;
        };
        let effect = scaled.data_effect(x, &points, data);
        let unit = WideNumber::of(1.0).times_power_of_two(scaled.exponent());
        for (j, mut column) in errors.column_iter_mut().enumerate() {
            for (i, error) in column.iter_mut().enumerate() {
                *error += unit.times(effect.between(i, j)).value();
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{KernelKind, KernelParameter};
    use crate::objects::ObjectKind;

    /// Moves rows by as much as their errors may be, and compares the change of the values with the bound.
    #[test]
    fn values_change_by_no_more_than_the_bound() {
        let x = DMatrix::from_fn(30, 3, |i, j| 0.2 + ((7 * i + 5 * j) % 23) as f64 / 4.0);
        let x = x.map_with_location(|i, _, value| if i < 15 { value } else { value + 40.0 });
        for (relative, absolute) in [(1e8, 0.0), (0.0, 1e-8), (1e8, 1e-8)] {
            let data = DataRounding { relative, absolute };
            let moved = x.map_with_location(|i, j, value| {
                let sign = if (i * i + j) % 3 == 0 { 1.0 } else { -1.0 };
                value + sign * (relative * f64::EPSILON * value.abs() + absolute)
            });
            for kind in KernelKind::ALL {
                if kind.takes() != ObjectKind::Vectors {
                    continue;
                }
                for gamma in [1e-9, 1e-3, 0.3] {
                    let kernel = Kernel::of(kind).with(KernelParameter::Gamma, gamma);
                    let metric = kernel.metric_between();
                    if let Steepness::Unbounded(_) = metric.spec().steepness {
                        continue;
                    }
                    let points = MetricPoints::new(&x, metric);
                    let scaled = ScaledKernel::new(kernel, &points, None).unwrap();
                    let effect = scaled.data_effect(&x, &points, data);
                    let values = |x: &DMatrix<f64>| {
                        let points = points.others(x);
                        scaled.values(&points, &points, 0..30)
                    };
                    let (before, after) = (values(&x), values(&moved));
                    let mut nearest = 0.0_f64;
                    for (i, j) in (0..30).flat_map(|i| (0..30).map(move |j| (i, j))) {
                        let change = (after[(i, j)] - before[(i, j)]).abs();
                        let bound = effect.between(i, j);
                        assert!(
                            change <= bound + 1e-14 * before.amax(),
                            "{kind:?}, γ = {gamma}: {change:e} of {bound:e}"
                        );
                        nearest = nearest.max(change / bound);
                    }
                    assert!(nearest > 1e-3, "{kind:?}, γ = {gamma}: {nearest}");
                    assert!((after - before).norm() <= effect.norm());
                }
            }
        }
    }

    /// The steepest place of RBF is 2⁸⁰ times nearer to zero than the largest argument, that of tanh falls between two
    /// places that are searched.
    #[test]
    fn the_steepest_place_is_found_wherever_it_is() {
        let near = 2_f64.powi(-40);
        let far_off = DMatrix::from_column_slice(3, 1, &[1.0, 1.0 + near, 3.0]);
        let about_one = DMatrix::from_column_slice(3, 1, &[1.0, 1.0, 1.044]);
        for (kernel, x, absolute) in [
            (Kernel::rbf(0.5 / (near * near)), far_off, 2_f64.powi(-52)),
            (Kernel::sigmoid(15.0, -15.0), about_one, 1e-8),
        ] {
            let data = DataRounding {
                relative: 0.0,
                absolute,
            };
            let points = MetricPoints::new(&x, kernel.metric());
            let scaled = ScaledKernel::new(kernel, &points, None).unwrap();
            let bound = scaled.data_effect(&x, &points, data).between(0, 1);
            let value = |step: f64| {
                let x = DMatrix::from_column_slice(2, 1, &[x[0] + step, x[1] + absolute]);
                let points = points.others(&x);
                scaled.values(&points, &points, 0..2)[(0, 1)]
            };
            let before = scaled.values(&points, &points, 0..3)[(0, 1)];
            let change = [value(absolute), value(-absolute)].map(|after| (after - before).abs());
            let change = change[0].max(change[1]);
            assert!(
                change <= bound && bound < 4.0 * change,
                "{kernel:?}: {change:e} of {bound:e}"
            );
        }
    }
}
