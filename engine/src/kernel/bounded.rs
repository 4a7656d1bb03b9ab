//! Kernel matrices with a bound on the rounding of each entry, carried through sums, products, normalising and
//! centring.

use nalgebra::DMatrix;

use super::{
    Centering, Join, Kernel, MetricForm, MetricPoints, Normalize, Response, SecondKernel,
    apart::{OffsetCrossValues, OffsetValues},
    function::{ColumnWatch, divide},
    norm::Norm,
    points::of_features,
};
use crate::power_of_two::times;

/// Distance from 1 to the next larger number in double precision, in whose units rounding is counted.
const EPSILON: f64 = f64::EPSILON;
/// Rounding, in units of ε, of differences, products and the kernel's function, beside that of a sum over
/// features.
const FEW: f64 = 3.0;
/// Rounding of 1 − k, in units of ε and of 1 − k, for kernels that take k from 1 once it is small enough: the
/// worst is Matérn 5/2 where its series ends, with 1 − k = 0.04.
const OF_DECAY: f64 = 25.0;
/// Relative error of a squared length past which the length counts as unknown: bounds to first order are too
/// small there.
const UNKNOWN: f64 = 0.125;
/// Factor by which bounds to first order in the errors of lengths are raised, so that they hold up to
/// [`UNKNOWN`].
const BEYOND_FIRST_ORDER: f64 = 1.2;
/// Rounding of numbers too small to have all digits.
const UNDERFLOW: f64 = 1e-323;
/// Largest error of an entry of a normalised matrix that is positive: both it and what was found are within ±1.
const WHOLE: f64 = 2.0;
/// Relative error of a matrix of which nothing is known, in units of ε.
const NOTHING_KNOWN: f64 = 4.0 / EPSILON;
/// Squared length, relative to the longest, below which an image of a given matrix counts as none: rounding
/// decides where it points.
pub(super) const NO_LENGTH: f64 = 1e-14;

/// Bounds the rounding of a sum of `terms` numbers, in units of ε and of the sum of their moduli: the worst for few, and
/// for many what is exceeded with a chance below 10⁻³ (Higham and Mary 2019, theorem 2.4 with λ = 4).
pub(crate) fn of_sum(terms: usize) -> f64 {
    let terms = terms as f64;
    (0.5 * terms).min(2.0 * terms.sqrt())
}

/// Bounds the rounding of a sum of `terms` numbers as [`of_sum`] does, where sums of runs of `run` are added up.
pub(crate) fn of_sum_in_runs(terms: usize, run: usize) -> f64 {
    if terms <= run {
        of_sum(terms)
    } else {
        of_sum(run) + of_sum(terms.div_ceil(run))
    }
}

impl Response {
    /// Rounding of the function less its constant beside that of what it is a function of, in units of ε.
    pub(super) fn rounding(self) -> f64 {
        match self {
            Self::Decay { .. } => OF_DECAY,
            Self::Linear { .. } | Self::Exp { .. } | Self::Power { .. } | Self::Tanh { .. } => 0.0,
        }
    }
}

/// Kernel matrix (n × n) of n training rows, with bounds on its rounding.
#[derive(Debug)]
pub(crate) struct BoundedMatrix {
    apart: OffsetValues,
    errors: RoundingBounds,
}

/// Bounds on the rounding of a matrix.
#[derive(Debug)]
enum RoundingBounds {
    /// Largest error of each entry, n × n.
    OfEntries(DMatrix<f64>),
    /// Frobenius norm of the error over that of the entries, in units of ε, for a given matrix and those made
    /// of it.
    OfGiven(f64),
}

impl Kernel {
    /// Values between all rows of x (n × d), or of a given matrix x (n × n) with entries off by `rounding` (see
    /// [`RoundedMatrix::rounding`](crate::objects::RoundedMatrix::rounding)); joined, and normalised if that
    /// comes before centring. `goes_on` is told how many more columns of a part there are; the rest stays zero
    /// once it returns `false`.
    pub(crate) fn bounded(
        &self,
        x: &DMatrix<f64>,
        rounding: f64,
        goes_on: ColumnWatch<'_>,
    ) -> BoundedMatrix {
        if self.metric_of_part().is_given() {
            let apart = self.apart(x, x, goes_on);
            let rounding = if self.normalize() == Some(Normalize::Before) {
                // An entry is off in proportion to the lengths that it is divided by.
                let norm = Norm::of(&apart.values);
                rounding * Norm::of(x).over(shortest(&self.own(x))) / norm.over(1.0)
            } else {
                rounding
            };
            return BoundedMatrix {
                apart,
                errors: RoundingBounds::OfGiven(rounding),
            };
        }
        let parts = self.parts();
        let evaluated = parts.iter().map(|part| {
            let evaluated = part.evaluated(x, x, goes_on);
            let errors = part.errors(x, &evaluated.matrix);
            (evaluated, errors)
        });
        let joined = evaluated.reduce(|(first, errors), (second, others)| {
            let errors = self.join_errors(&first, errors, &second, &others);
            (self.join(first, &second), errors)
        });
        let Some((OffsetCrossValues { matrix, own }, mut errors)) = joined else {
            return BoundedMatrix {
                apart: OffsetValues {
                    constant: 0.0,
                    values: DMatrix::zeros(0, 0),
                },
                errors: RoundingBounds::OfGiven(0.0),
            };
        };
        let apart = if self.normalize() == Some(Normalize::Before) {
            self.normalize_errors(&mut errors, &matrix);
            let mut normalized = matrix.normalized(&own[0], &own[1]);
            for i in 0..errors.nrows() {
                // Exactly 1, where rounding would make nearly that of it.
                if own[0].values[i] + own[0].constant > 0.0 {
                    normalized.values[(i, i)] = 1.0 - normalized.constant;
                }
            }
            normalized
        } else {
            matrix
        };
        BoundedMatrix {
            apart,
            errors: RoundingBounds::OfEntries(errors),
        }
    }

    /// Bounds the error of each value (n × n) of a kernel of vectors that is not joined to another, at the rows x (n × d).
    fn errors(&self, x: &DMatrix<f64>, found: &OffsetValues) -> DMatrix<f64> {
        let points = MetricPoints::new(x, self.metric_between());
        let digits = EPSILON * (FEW + of_features(points.features()));
        let OffsetValues { constant, values } = found;
        let digits = digits + self.response().rounding() * EPSILON;
        if !matches!(self.metric_between().spec().form, MetricForm::Likeness) {
            // A distance is off in proportion to itself, and 1 − k by no larger a share: it is concave in distances.
            return values.map(|value| digits * value.abs() + underflow(value));
        }
        let (unit, response) = (points.unit(), self.response());
        // |x·y| is at most a product of these.
        let lengths: Vec<f64> = points
            .diagonal()
            .iter()
            .map(|t| times(*t, unit).sqrt())
            .collect();
        let of = |size: f64, value: f64| -> f64 {
            match response {
                Response::Linear { slope } => digits * slope.abs() * size,
                Response::Exp { .. } | Response::Decay { .. } => digits * value.abs(),
                Response::Power {
                    gamma,
                    degree,
                    coef0,
                } => {
                    let (p, u) = (f64::from(degree), gamma * size);
                    // |γ x·y + c₀| and its error.
                    let (sum, off) = if *constant == 0.0 {
                        let sum = value.abs().powf(p.recip());
                        (sum, digits * u + EPSILON * (u + coef0.abs()))
                    } else {
                        (coef0.abs() + u, digits * u + FEW * EPSILON * u)
                    };
                    let own = if *constant == 0.0 { value.abs() } else { 0.0 };
                    p * off * (sum + off).powf(p - 1.0) + p * EPSILON * own
                }
                Response::Tanh { gamma, coef0 } => {
                    let u = gamma * size;
                    // tanh' grows by no more than e² from one place to the next.
                    let slope = (coef0.cosh().powi(-2) * (2.0 * u).exp()).min(1.0);
                    let slope = if slope > 0.0 { slope } else { 1.0 };
                    digits * u * slope + FEW * EPSILON * value.abs()
                }
            }
        };
        DMatrix::from_fn(values.nrows(), values.ncols(), |i, j| {
            let value = values[(i, j)];
            of(lengths[i] * lengths[j], value) + underflow(value)
        })
    }

    /// Bounds the errors (n × n) of the sum or product of two kernels' values, which are off by `errors` and `others`.
    fn join_errors(
        &self,
        first: &OffsetCrossValues,
        mut errors: DMatrix<f64>,
        second: &OffsetCrossValues,
        others: &DMatrix<f64>,
    ) -> DMatrix<f64> {
        let Some(SecondKernel { join, .. }) = self.second() else {
            return errors;
        };
        let (first, second) = (&first.matrix, &second.matrix);
        let (a, b) = (first.constant.abs(), second.constant.abs());
        // Powers of c₀ are off in proportion to the degree.
        let digits = EPSILON * (FEW + self.degree().map_or(0.0, f64::from));
        let values = first.values.iter().zip(&second.values);
        for ((error, other), (u, v)) in errors.iter_mut().zip(others).zip(values) {
            let (u, v, d, e) = (u.abs(), v.abs(), *error, *other);
            *error = match join {
                Join::Plus => d + e + EPSILON * (u + v),
                Join::Times => {
                    let terms = b * u + a * v + u * v;
                    (b + v) * d + (a + u) * e + d * e + digits * terms
                }
            };
        }
        errors
    }

    /// Turns bounds on the errors of values k(x, y) (n × n) into those of k(x, y) / √(k(x, x) k(y, y)).
    fn normalize_errors(&self, errors: &mut DMatrix<f64>, before: &OffsetValues) {
        let worst = if self.makes_positive_matrices() {
            WHOLE
        } else {
            f64::INFINITY
        };
        let c = before.constant;
        let digits = EPSILON * (FEW + 1.0 + self.degree().map_or(0.0, f64::from));
        let own = before.values.diagonal();
        // Share that a length² is off by; `None` of an image without one.
        let share = |i: usize| {
            let (own, error) = (own[i] + c, errors[(i, i)]);
            let share = if own > 0.0 {
                error / own
            } else {
                f64::INFINITY
            };
            (own != 0.0 || error != 0.0).then_some(share)
        };
        let shares: Vec<Option<f64>> = (0..own.len()).map(share).collect();
        for (j, mut column) in errors.column_iter_mut().enumerate() {
            for (i, error) in column.iter_mut().enumerate() {
                *error = match (shares[i], shares[j]) {
                    (Some(a), Some(b)) if a.max(b) <= UNKNOWN => {
                        let lengths = (own[i] + c).sqrt() * (own[j] + c).sqrt();
                        let value = before.values[(i, j)];
                        let normalized = (value + c).abs() / lengths;
                        let size = if c > 0.0 {
                            (value.abs() + own[i].abs() + own[j].abs()) / lengths
                        } else {
                            normalized
                        };
                        let of_lengths = 0.5 * normalized * (a + b);
                        BEYOND_FIRST_ORDER * (*error / lengths + of_lengths) + digits * size
                    }
                    (Some(_), Some(_)) => worst,
                    _ => 0.0,
                };
            }
        }
    }
}

impl BoundedMatrix {
    /// Values k less the constant, n × n.
    pub(super) fn values(&self) -> &DMatrix<f64> {
        &self.apart.values
    }

    /// Constant that is kept apart.
    pub(super) fn constant(&self) -> f64 {
        self.apart.constant
    }

    /// Adds the constant to the values, so that none is kept apart, and its rounding to their bounds.
    pub(super) fn whole(self) -> Self {
        let Self { apart, mut errors } = self;
        let constant = apart.constant;
        let values = apart.whole();
        if let RoundingBounds::OfEntries(errors) = &mut errors
            && constant != 0.0
        {
            for (error, value) in errors.iter_mut().zip(&values) {
                *error += FEW * EPSILON * (value.abs() + constant.abs());
            }
        }
        Self {
            apart: OffsetValues {
                constant: 0.0,
                values,
            },
            errors,
        }
    }

    /// Subtracts row and column means, and carries the bounds along.
    pub(super) fn center(&mut self, centering: &Centering) {
        let values = &mut self.apart.values;
        let n = values.nrows();
        match &mut self.errors {
            RoundingBounds::OfEntries(errors) => {
                let digits = EPSILON * (FEW + of_sum(n));
                let of_mean = |(errors, values): (f64, f64)| errors + digits * values;
                let errors_of = errors.column_iter().map(|column| column.mean());
                let sizes = values.column_iter().map(|column| column.abs().mean());
                let means: Vec<f64> = errors_of.zip(sizes).map(of_mean).collect();
                let all = means.iter().sum::<f64>() / n as f64;
                for ((mut column, values), mean) in errors
                    .column_iter_mut()
                    .zip(values.column_iter())
                    .zip(&means)
                {
                    for ((error, value), other) in column.iter_mut().zip(&values).zip(&means) {
                        *error += FEW * EPSILON * value.abs() + mean + other + all;
                    }
                }
                centering.apply(values);
            }
            RoundingBounds::OfGiven(rounding) => {
                let norm = Norm::of(values);
                centering.apply(values);
                *rounding = (*rounding + FEW + 1.0) * norm.over_norm(Norm::of(values));
            }
        }
        self.apart.constant = 0.0;
    }

    /// Divides values of `kernel`, which have no constant apart, by the lengths of images. Returns ‖·‖² of the
    /// images, 0 where rounding leaves nothing of one.
    pub(super) fn normalize(&mut self, kernel: &Kernel) -> Vec<f64> {
        let values = &mut self.apart.values;
        let mut own: Vec<f64> = values.diagonal().iter().copied().collect();
        match &mut self.errors {
            RoundingBounds::OfEntries(errors) => {
                for (i, own) in own.iter_mut().enumerate() {
                    if *own <= errors[(i, i)] {
                        *own = 0.0;
                    }
                }
                kernel.normalize_errors(errors, &self.apart);
                divide(&mut self.apart.values, &own, &own);
            }
            RoundingBounds::OfGiven(rounding) => {
                let lost = without_noise(&mut own);
                let norm = Norm::of(values);
                divide(values, &own, &own);
                // Entries are off by what they were divided by, and so are the lengths.
                let share = *rounding * norm.over(shortest(&own));
                // A row of the normalised matrix, and the column.
                let rows = (2.0 * values.nrows() as f64).sqrt() * lost as f64;
                *rounding = share + (share + rows / EPSILON) / values.norm();
            }
        }
        for (i, own) in own.iter().enumerate() {
            if *own > 0.0 {
                self.apart.values[(i, i)] = 1.0;
            }
        }
        own
    }

    /// Splits into the values and their relative error in Frobenius norm, in units of ε; at most
    /// [`NOTHING_KNOWN`].
    pub(super) fn into_rounded(self) -> (DMatrix<f64>, f64) {
        let rounding = match self.errors {
            RoundingBounds::OfEntries(errors) if errors.iter().all(|error| error.is_finite()) => {
                Norm::of(&errors).over_norm(Norm::of(&self.apart.values)) / EPSILON
            }
            RoundingBounds::OfEntries(_) => f64::INFINITY,
            RoundingBounds::OfGiven(rounding) => rounding,
        };
        (self.apart.values, rounding.min(NOTHING_KNOWN))
    }
}

fn underflow(value: f64) -> f64 {
    if value == 0.0 { 0.0 } else { UNDERFLOW }
}

/// Smallest value that is not 0.
fn shortest(own: &[f64]) -> f64 {
    let own = own.iter().copied().filter(|&own| own > 0.0);
    own.fold(f64::INFINITY, f64::min)
}

/// Replaces values that rounding alone explains by zeros, and returns how many of these were not zero.
fn without_noise(own: &mut [f64]) -> usize {
    let largest = own.iter().copied().fold(0.0, f64::max);
    let mut lost = 0;
    for value in own {
        if *value != 0.0 && *value <= NO_LENGTH * largest {
            *value = 0.0;
            lost += 1;
        }
    }
    lost
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::KernelKind;

    fn bounded(kernel: Kernel, x: &DMatrix<f64>) -> BoundedMatrix {
        kernel.bounded(x, 0.0, &|_| true)
    }

    /// Compares values on data times 1 + 2⁻⁵⁰, which differ by as much as rounding may make them.
    #[test]
    fn errors_are_as_large_as_what_the_last_digits_of_data_do() {
        let x = DMatrix::from_fn(9, 3, |i, j| ((7 * i + 5 * j) % 13) as f64 / 4.0 - 1.0);
        let second = |join| SecondKernel {
            join,
            kind: KernelKind::Poly,
        };
        let poly = Kernel::poly(0.4, 5, -1.0);
        let rbf = Kernel::rbf(0.3);
        for kernel in [
            poly.joined(second(Join::Times)),
            rbf.joined(second(Join::Plus)),
            rbf.joined(second(Join::Times)),
            Kernel::linear().normalized(Normalize::Before),
        ] {
            let found = bounded(kernel, &x);
            let near = bounded(kernel, &(&x * (1.0 + 2_f64.powi(-50))));
            let RoundingBounds::OfEntries(bounds) = &found.errors else {
                panic!("no errors of entries");
            };
            for (i, (a, b)) in found.values().iter().zip(near.values()).enumerate() {
                assert!(
                    (a - b).abs() <= 8.0 * bounds[i],
                    "{kernel:?}, {i}: {a} and {b}"
                );
            }
            let (_, rounding) = found.into_rounded();
            assert!(rounding < 1e3, "{kernel:?}: {rounding}");
        }
    }

    #[test]
    fn nothing_is_known_where_rounding_leaves_nothing_of_a_length() {
        // 2/3 · 3/2 is 1 but for rounding.
        let x = DMatrix::from_row_slice(3, 1, &[1.5_f64.sqrt(), 2.0, 3.0]);
        let kernel = Kernel::poly(2.0 / 3.0, 8, -1.0).normalized(Normalize::Before);
        let (_, rounding) = bounded(kernel, &x).into_rounded();
        assert!(rounding >= NOTHING_KNOWN, "{rounding}");
    }
}
