//! Kernel matrices with a bound on the rounding error of each entry, carried through sums, products, normalising
//! and centring. Bounds are to first order in ε, with sums after Higham and Mary (2019).

use nalgebra::DMatrix;

use super::{
    Centering, Join, Kernel, MetricPoints, Normalize, Response, SecondKernel,
    apart::{OffsetCrossValues, OffsetValues},
    function::{ColumnWatch, divide},
    points::of_features,
    wide_number::WideNumber,
};
use crate::{objects::DataRounding, power_of_two::times};

/// Machine precision ε, the distance from 1 to the next larger number: the unit of rounding errors.
const EPSILON: f64 = f64::EPSILON;
/// Relative rounding error, in units of ε, of a difference, a product and the kernel's function together; the sum
/// over features is counted apart.
const ROUNDINGS: f64 = 3.0;
/// Rounding error of 1 − k, in units of ε · (1 − k), for kernels whose formula subtracts k from 1 beyond a small
/// series: the worst is Matérn 5/2 where its series ends, with 1 − k = 0.04.
const OF_DECAY: f64 = 25.0;
/// Relative error of a squared length beyond which the length counts as unknown, since bounds to first order no
/// longer hold.
const UNKNOWN: f64 = 0.125;
/// Factor on bounds to first order in the errors of lengths, so that they hold up to [`UNKNOWN`].
const BEYOND_FIRST_ORDER: f64 = 1.2;
/// Error of a nonzero number that may have underflowed: two of the smallest subnormal numbers.
const UNDERFLOW: f64 = 1e-323;
/// Largest possible error of an entry of a normalised positive matrix: exact and computed entry both lie within ±1.
const WHOLE: f64 = 2.0;
/// Relative error of a matrix whose digits are all unknown, in units of ε.
const NOTHING_KNOWN: f64 = 4.0 / EPSILON;
/// Squared length, relative to the longest, below which an image of a given matrix counts as zero: its direction is
/// decided by rounding.
pub(super) const NO_LENGTH: f64 = 1e-14;

/// Bound on the rounding of a sum of `terms` numbers, in units of ε and of the sum of their moduli: the smaller of
/// the worst case and a bound exceeded with probability below 10⁻³ (Higham and Mary 2019, theorem 2.4 with λ = 4).
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
    /// Rounding error of the function less its constant, in units of ε, beyond the error that its argument brings.
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
    /// Frobenius norm of the error over that of the entries, in units of ε, for given matrices and matrices
    /// computed from them.
    OfGiven(f64),
}

impl Kernel {
    /// Evaluates the values between all rows of x (n × d), or of a given matrix x (n × n) with relative error
    /// `rounding` (see [`RoundedMatrix::rounding`](crate::objects::RoundedMatrix::rounding)); joined, and normalised if
    /// that comes before centring. Entries of rows are off by at most `data`. `goes_on` is called with the number of
    /// columns evaluated next; where it returns false, they stay zero.
    pub(crate) fn bounded(
        &self,
        x: &DMatrix<f64>,
        rounding: f64,
        data: DataRounding,
        goes_on: ColumnWatch<'_>,
    ) -> BoundedMatrix {
        if self.metric_of_part().is_given() {
            let apart = self.apart(x, x, goes_on);
            let rounding = if self.normalize() == Some(Normalize::Before) {
                // The error of an entry grows with the reciprocal of the lengths that divide it.
                let shortest = WideNumber::of(shortest(&self.own(x)));
                let norm = WideNumber::norm(&apart.values).value();
                rounding * WideNumber::norm(x).over(shortest) / norm
            } else {
                rounding
            };
            return BoundedMatrix {
                apart,
                errors: RoundingBounds::OfGiven(rounding),
            };
        }
        let bounded_part = |kind| {
            let part = self.part(kind);
            let values = part.evaluated(x, x, goes_on);
            let mut errors = part.errors(x, &values.matrix);
            part.add_errors_of_data(x, data, &mut errors);
            (values, errors)
        };
        let (mut values, mut errors) = bounded_part(self.kind());
        if let Some(SecondKernel { join, kind }) = self.second() {
            let (second, others) = bounded_part(kind);
            self.join_errors(join, &mut errors, &values.matrix, &second.matrix, &others);
            values = values.joined(join, &second);
        }
        let OffsetCrossValues { matrix, own } = values;
        let apart = if self.normalize() == Some(Normalize::Before) {
            self.normalize_errors(&mut errors, &matrix);
            let mut normalized = matrix.normalized(&own[0], &own[1]);
            for i in 0..errors.nrows() {
                // Exactly 1, which rounding would miss.
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

    /// Bounds the error of each value (n × n) of a single kernel of vectors, not joined to another, at the rows x
    /// (n × d).
    fn errors(&self, x: &DMatrix<f64>, found: &OffsetValues) -> DMatrix<f64> {
        let points = MetricPoints::new(x, self.metric_between());
        let digits = EPSILON * (ROUNDINGS + of_features(points.features()));
        let OffsetValues { constant, values } = found;
        let digits = digits + self.response().rounding() * EPSILON;
        if !self.metric_between().spec().is_inner_product() {
            // The error of a distance is proportional to the distance, and that of 1 − k relatively no larger,
            // since 1 − k is concave in distances.
            return values.map(|value| digits * value.abs() + underflow(value));
        }
        let (unit, response) = (points.unit(), self.response());
        // |x·y| is at most the product of two of these lengths.
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
                        (coef0.abs() + u, digits * u + ROUNDINGS * EPSILON * u)
                    };
                    let own = if *constant == 0.0 { value.abs() } else { 0.0 };
                    p * off * (sum + off).powf(p - 1.0) + p * EPSILON * own
                }
                Response::Tanh { gamma, coef0 } => {
                    let u = gamma * size;
                    // tanh′ changes by a factor of at most e²ᵘ over a step of u.
                    let slope = (coef0.cosh().powi(-2) * (2.0 * u).exp()).min(1.0);
                    let slope = if slope > 0.0 { slope } else { 1.0 };
                    digits * u * slope + ROUNDINGS * EPSILON * value.abs()
                }
            }
        };
        DMatrix::from_fn(values.nrows(), values.ncols(), |i, j| {
            let value = values[(i, j)];
            of(lengths[i] * lengths[j], value) + underflow(value)
        })
    }

    /// Turns bounds `errors` on the errors of a kernel's values (n × n) into those of their sum or product with the
    /// values of a second one, which have the errors `others`.
    fn join_errors(
        &self,
        join: Join,
        errors: &mut DMatrix<f64>,
        first: &OffsetValues,
        second: &OffsetValues,
        others: &DMatrix<f64>,
    ) {
        let (a, b) = (first.constant.abs(), second.constant.abs());
        // The relative error of a power of c₀ is proportional to the degree.
        let digits = EPSILON * (ROUNDINGS + self.degree().map_or(0.0, f64::from));
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
    }

    /// Turns bounds on the errors of values k(x, y) (n × n) into those of k(x, y) / √(k(x, x) k(y, y)).
    fn normalize_errors(&self, errors: &mut DMatrix<f64>, before: &OffsetValues) {
        let worst = if self.makes_positive_matrices() {
            WHOLE
        } else {
            f64::INFINITY
        };
        let c = before.constant;
        let digits = EPSILON * (ROUNDINGS + 1.0 + self.degree().map_or(0.0, f64::from));
        let own = before.values.diagonal();
        // Relative error of a squared length; `None` for an image that is exactly zero.
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

    /// Constant that the values do not include.
    pub(super) fn constant(&self) -> f64 {
        self.apart.constant
    }

    /// Adds the constant to the values, leaving 0 apart, and adds the rounding of that sum to the bounds.
    pub(super) fn whole(self) -> Self {
        let Self { apart, mut errors } = self;
        let constant = apart.constant;
        let values = apart.whole();
        if let RoundingBounds::OfEntries(errors) = &mut errors
            && constant != 0.0
        {
            for (error, value) in errors.iter_mut().zip(&values) {
                *error += ROUNDINGS * EPSILON * (value.abs() + constant.abs());
            }
        }
        Self {
            apart: OffsetValues::plain(values),
            errors,
        }
    }

    /// Subtracts row and column means, adds the grand mean, and updates the bounds.
    pub(super) fn center(&mut self, centering: &Centering) {
        let values = &mut self.apart.values;
        let n = values.nrows();
        match &mut self.errors {
            RoundingBounds::OfEntries(errors) => {
                let digits = EPSILON * (ROUNDINGS + of_sum(n));
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
                        *error += ROUNDINGS * EPSILON * value.abs() + mean + other + all;
                    }
                }
                centering.apply(values);
            }
            RoundingBounds::OfGiven(rounding) => {
                let norm = WideNumber::norm(values);
                centering.apply(values);
                *rounding = (*rounding + ROUNDINGS + 1.0) * norm.over(WideNumber::norm(values));
            }
        }
        self.apart.constant = 0.0;
    }

    /// Divides values of `kernel`, which have no constant apart, by the lengths of images, and updates the bounds.
    /// Returns the squared lengths of the n images, 0 where a length may be mere rounding.
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
                let norm = WideNumber::norm(values);
                divide(values, &own, &own);
                // Entries are off in proportion to the reciprocal lengths, and so are the lengths.
                let share = *rounding * norm.over(WideNumber::of(shortest(&own)));
                // Norm of the row and the column of a lost image in the normalised matrix.
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
                WideNumber::norm(&errors).over(WideNumber::norm(&self.apart.values)) / EPSILON
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

/// Smallest positive number; infinite where there is none.
fn shortest(own: &[f64]) -> f64 {
    let own = own.iter().copied().filter(|&own| own > 0.0);
    own.fold(f64::INFINITY, f64::min)
}

/// Replaces squared lengths within rounding of zero (at most [`NO_LENGTH`] of the largest) by zeros, and returns
/// how many of the replaced ones were not zero.
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
        kernel.bounded(x, 0.0, DataRounding::default(), &|_| true)
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
