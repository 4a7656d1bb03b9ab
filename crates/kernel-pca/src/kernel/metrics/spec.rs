//! Description of a metric: domain, derivative, scaling and precision. Each file beside this one holds one.

use nalgebra::DMatrix;

use super::Metric;
use crate::typed::short;

/// Description of a metric of two points, apart from the loop that evaluates it: domain, derivative, scaling and
/// size.
pub(crate) struct MetricSpec {
    /// Name of the metric in messages, with its article.
    pub name: &'static str,
    /// Textbook formula for two rows, after they are moved to the mean where the metric does so; 0 for metrics of a
    /// given matrix. Tests hold the fast loops against it.
    pub reference: fn(x: &[f64], y: &[f64]) -> f64,
    /// Coordinates that the metric is defined for.
    pub domain: Domain,
    /// True where the metric's slope jumps somewhere inside its domain.
    pub has_kinks: bool,
    /// Bound on the metric's slope.
    pub steepness: Steepness,
    /// Precision of the metric's values where points are far from the origin.
    pub far_off: FarPrecision,
    /// True where points are divided by their norms before the metric is evaluated.
    pub unit_rows: bool,
    /// Exponent p of homogeneity: multiplying all coordinates by c multiplies the metric by cᵖ.
    pub degree: i32,
    /// Form of the metric: inner product, sum of distances, or entry of a matrix.
    pub form: MetricForm,
    /// Term of one feature with the values x and z, and its derivative with respect to z: at a kink, the mean of
    /// the derivatives on both sides. Zeros for metrics of a given matrix.
    pub term: fn(x: f64, z: f64) -> [f64; 2],
}

/// Coordinates that a metric is defined for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Domain {
    AllValues,
    NonNegative,
}

/// Bound on the slope of a metric, by which errors of coordinates become errors of its values.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum Steepness {
    /// The slope is at most the other point's length, for an inner product, or twice the distance, for a squared one.
    AsLengths,
    /// The derivative with respect to one coordinate is at most this number.
    Bounded(f64),
    /// The slope has no bound, for this reason. Fits of rows that were rounded, by scaling or a logarithm, are then not
    /// certified, and tests that take finite steps leave the metric out.
    #[expect(dead_code, reason = "no metric of the list has such a slope")]
    Unbounded(&'static str),
}

/// Precision of a metric where points are far from the origin compared with their distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FarPrecision {
    /// Full precision: the metric is made of differences, which keep their digits.
    KeepsDigits,
    /// Reduced precision: the values of all pairs are nearly equal, and their differences lose digits.
    LosesDigits,
    /// Points are moved to their mean first, which changes no centred kernel matrix. Between two sets of points the
    /// metric `unmoved` is evaluated instead, which loses digits.
    MovesToMean { unmoved: Metric },
}

/// Form in which a metric is computed from two points.
pub(crate) enum MetricForm {
    /// Sum of products of prepared coordinates, so that monomials of them are features of its powers. The value of two
    /// points is at most the larger of each point's value with itself (Cauchy and Schwarz).
    InnerProduct,
    /// Sum over features that is 0 for a point with itself; each feature's term is at most the power
    /// [`degree`](MetricSpec::degree) of the difference of its two values.
    Distance,
    /// Function of an entry of a given matrix, whose rows hold the values of objects with each of the n training
    /// objects.
    Entry(fn(f64) -> f64),
}

impl MetricSpec {
    /// Returns true where the metric is an inner product of prepared coordinates.
    pub(crate) fn is_inner_product(&self) -> bool {
        matches!(self.form, MetricForm::InnerProduct)
    }
}

impl Domain {
    /// Checks that all entries of x lie in the domain.
    ///
    /// # Errors
    /// Text that names the kind of value refused and the first one in x.
    pub(crate) fn check(self, x: &DMatrix<f64>) -> Result<(), String> {
        let outside = match self {
            // No pass over x, which may be large, where every value is allowed.
            Self::AllValues => None,
            Self::NonNegative => x.iter().find(|value| **value < 0.0),
        };
        outside.map_or(Ok(()), |value| {
            let value = short(*value);
            Err(format!("takes no negative values, and there is {value}"))
        })
    }
}
