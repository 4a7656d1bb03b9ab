//! Description of a metric, one value each in the files beside this one.

use nalgebra::DMatrix;

use super::Metric;

/// Metric of two points, apart from the loop that evaluates it: its domain, derivative, scaling and size.
pub(crate) struct MetricSpec {
    /// Name of the metric in messages, with its article.
    pub name: &'static str,
    /// Textbook formula for two rows, after they are moved where the metric moves points; 0 where it is read off a
    /// matrix. Tests hold the fast loops against it.
    pub reference: fn(x: &[f64], y: &[f64]) -> f64,
    /// Coordinates that the metric is defined for.
    pub domain: Domain,
    /// True where the metric's slope jumps somewhere inside its domain.
    pub has_kinks: bool,
    /// Precision of the metric's values where points are far from the origin.
    pub far_off: FarPrecision,
    /// True where points are divided by their norms before the metric is evaluated.
    pub unit_rows: bool,
    /// Power of c that the metric is multiplied by when all coordinates are multiplied by c.
    pub degree: i32,
    /// True where the metric is a sum of products of prepared coordinates, so that monomials of them are
    /// features of its powers.
    pub is_inner_product: bool,
    /// Way in which the metric is computed from two points.
    pub form: MetricForm,
    /// Term of a feature whose values are x and z, and its slope with z: where it has a kink, the mean of the slopes
    /// on both sides. Zeros where it is read off a matrix.
    pub term: fn(x: f64, z: f64) -> [f64; 2],
    /// Term of a feature z of a point with itself, and its slope with z.
    pub own_term: fn(z: f64) -> [f64; 2],
}

/// Coordinates that a metric is defined for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Domain {
    AllValues,
    NonNegative,
}

/// Precision of a metric where points are far from the origin compared with their distances.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FarPrecision {
    /// Full precision: the metric is made of differences, which keep their digits.
    KeepsDigits,
    /// Reduced precision: values are nearly the same for all points, and their differences lose digits.
    LosesDigits,
    /// Points are moved to their mean first, which changes no centred kernel matrix; between two sets of points
    /// `unmoved` is evaluated, which loses digits.
    MovesToMean { unmoved: Metric },
}

/// Way in which a metric is computed from two points.
pub(crate) enum MetricForm {
    /// Sum over features that is positive semidefinite on its domain, so that the value of two points is at
    /// most the larger of theirs with themselves (Cauchy and Schwarz).
    Likeness,
    /// Sum over features that is 0 of a point with itself, whose term is at most `largest` of the distance of
    /// the feature's values.
    Distance { largest: fn(range: f64) -> f64 },
    /// Function of an entry of a given matrix, a row of which holds the values of an object with each of the n
    /// training objects.
    Entry(fn(f64) -> f64),
}

impl Domain {
    /// Checks that all entries of x lie in the domain.
    ///
    /// # Errors
    /// Says which kind of value it does not take, and names the first.
    pub(crate) fn check(self, x: &DMatrix<f64>) -> Result<(), String> {
        let outside = match self {
            // Many rows are not looked through for nothing.
            Self::AllValues => None,
            Self::NonNegative => x.iter().find(|value| **value < 0.0),
        };
        outside.map_or(Ok(()), |value| {
            Err(format!("takes no negative values, and there is {value}"))
        })
    }
}
