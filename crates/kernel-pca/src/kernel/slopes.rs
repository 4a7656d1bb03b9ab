//! Derivatives of kernel values with respect to the coordinates of a point, the basis of arrows, influences and
//! pre-images. They follow from the chain rule: derivative of the response times derivative of the metric.

use nalgebra::DMatrix;

use super::{Join, Kernel, Metric, MetricForm, Normalize, SecondKernel, points::own_values};
use crate::objects::ObjectKind;

/// Kernel values of a point z with n rows xᵢ and with itself, and their derivatives with respect to each of z's d
/// features.
#[derive(Debug, Clone)]
#[expect(
    clippy::struct_field_names,
    reason = "values have slopes, and so has the own value"
)]
pub(crate) struct Slopes {
    /// Values k(z, xᵢ), length n.
    pub values: Vec<f64>,
    /// Derivatives ∂k(z, xᵢ)/∂zⱼ, n × d.
    pub slopes: DMatrix<f64>,
    /// Value k(z, z).
    pub own: f64,
    /// Derivatives ∂k(z, z)/∂zⱼ, length d.
    pub own_slopes: Vec<f64>,
}

impl Kernel {
    /// Returns true where the kernel is a function of features, with respect to which its values have derivatives.
    #[must_use]
    pub fn has_slopes(&self) -> bool {
        self.parts()
            .iter()
            .all(|part| part.kind().takes() == ObjectKind::Vectors)
    }

    /// Returns true where the kernel has a gradient everywhere: its metric has no kinks, and its domain does not end
    /// where a feature is 0.
    #[must_use]
    pub fn is_smooth(&self) -> bool {
        let has_kinks = |part: &Self| part.metric().spec().has_kinks;
        self.has_slopes() && self.takes_negative_values() && !self.parts().iter().any(has_kinks)
    }

    /// Evaluates kernel values of a point z (length d) with the rows of x (n × d), and their derivatives, before
    /// centring; at a kink the derivative is the mean of those on both sides.
    pub(crate) fn slopes(&self, z: &[f64], x: &DMatrix<f64>) -> Slopes {
        let mut slopes = self.part(self.kind()).plain_slopes(z, x);
        if let Some(SecondKernel { join, kind }) = self.second() {
            slopes.join(join, &self.part(kind).plain_slopes(z, x));
        }
        if self.normalize() == Some(Normalize::Before) {
            slopes.normalize(&self.own(x));
        }
        slopes
    }

    /// Evaluates values and derivatives of a single kernel by the chain rule: derivative of the response times
    /// derivative of the metric.
    fn plain_slopes(&self, z: &[f64], x: &DMatrix<f64>) -> Slopes {
        let (metric, response) = (self.metric_between(), self.response());
        let Slopes {
            values,
            mut slopes,
            own,
            own_slopes,
        } = metric.slopes(z, x);
        for mut column in slopes.column_iter_mut() {
            for (slope, t) in column.iter_mut().zip(&values) {
                *slope *= response.slope(*t);
            }
        }
        let outer = response.slope(own);
        Slopes {
            values: values.into_iter().map(|t| response.at(t)).collect(),
            slopes,
            own: response.at(own),
            own_slopes: own_slopes.into_iter().map(|slope| outer * slope).collect(),
        }
    }
}

impl Metric {
    /// Evaluates the metric itself, and its derivatives, between z and the rows of x and between z and z.
    fn slopes(self, z: &[f64], x: &DMatrix<f64>) -> Slopes {
        let mut found = Slopes::zeros(x.nrows(), x.ncols());
        let spec = self.spec();
        if let MetricForm::Entry(_) = spec.form {
            // Given entries do not depend on features, so their derivatives are 0.
            return found;
        }
        self.add_terms(&mut found, z, x);
        // The value of a point with itself is 0 for distances; for the others, both factors move with the point.
        if spec.is_inner_product() {
            for (slope, z) in found.own_slopes.iter_mut().zip(z) {
                let [own, along] = (spec.term)(*z, *z);
                found.own += own;
                *slope = 2.0 * along;
            }
        }
        if spec.unit_rows {
            found.normalize(&own_values(x, self));
        }
        found
    }
}

impl Slopes {
    fn zeros(n: usize, d: usize) -> Self {
        Self {
            values: vec![0.0; n],
            slopes: DMatrix::zeros(n, d),
            own: 0.0,
            own_slopes: vec![0.0; d],
        }
    }

    /// Adds the term of each feature to the values, and sets the derivatives; `term(xᵢⱼ, zⱼ)` gives a term and its
    /// derivative with respect to zⱼ.
    #[inline]
    pub(super) fn add_terms(
        &mut self,
        z: &[f64],
        x: &DMatrix<f64>,
        term: impl Fn(f64, f64) -> [f64; 2],
    ) {
        let columns = x.column_iter().zip(z).zip(self.slopes.column_iter_mut());
        for ((column, z), mut slopes) in columns {
            let sums = self.values.iter_mut().zip(slopes.iter_mut());
            for ((value, slope), x) in sums.zip(column.iter()) {
                let [of, along] = term(*x, *z);
                *value += of;
                *slope = along;
            }
        }
    }

    /// Turns the values and derivatives of one kernel into those of its sum or product with another.
    fn join(&mut self, join: Join, other: &Self) {
        for (mut column, others) in self
            .slopes
            .column_iter_mut()
            .zip(other.slopes.column_iter())
        {
            let values = self.values.iter().zip(&other.values);
            for ((slope, others), (a, b)) in column.iter_mut().zip(others.iter()).zip(values) {
                *slope = join.slope_of([*a, *slope], [*b, *others]);
            }
        }
        for (slope, others) in self.own_slopes.iter_mut().zip(&other.own_slopes) {
            *slope = join.slope_of([self.own, *slope], [other.own, *others]);
        }
        for (value, others) in self.values.iter_mut().zip(&other.values) {
            *value = join.of(*value, *others);
        }
        self.own = join.of(self.own, other.own);
    }

    /// Centres values and derivatives: `means` are the inner products of the mean image with each row's image,
    /// `grand_mean` that with itself.
    pub(crate) fn center(&mut self, means: &[f64], grand_mean: f64) {
        let n = self.values.len().max(1) as f64;
        let mean = self.values.iter().sum::<f64>() / n;
        for (value, of_row) in self.values.iter_mut().zip(means) {
            *value -= mean + (of_row - grand_mean);
        }
        self.own += grand_mean - 2.0 * mean;
        for (mut column, own) in self.slopes.column_iter_mut().zip(&mut self.own_slopes) {
            let mean = column.sum() / n;
            column.add_scalar_mut(-mean);
            *own -= 2.0 * mean;
        }
    }

    /// Divides values by the lengths of both images, and updates the derivatives; `squared_lengths` are those of
    /// the rows. Values of images without length become 0.
    pub(crate) fn normalize(&mut self, squared_lengths: &[f64]) {
        let over = |squared: f64| if squared > 0.0 { 1.0 / squared } else { 0.0 };
        let own = over(self.own);
        let factors: Vec<f64> = squared_lengths
            .iter()
            .map(|squared| (over(*squared) * own).sqrt())
            .collect();
        for (value, factor) in self.values.iter_mut().zip(&factors) {
            *value *= factor;
        }
        for (mut column, own_slope) in self.slopes.column_iter_mut().zip(&self.own_slopes) {
            let shrinks = 0.5 * own * own_slope;
            let rows = self.values.iter().zip(&factors);
            for (slope, (value, factor)) in column.iter_mut().zip(rows) {
                *slope = *slope * factor - value * shrinks;
            }
        }
        self.own_slopes.fill(0.0);
        self.own = if own > 0.0 { 1.0 } else { 0.0 };
    }
}

impl Join {
    /// Derivative of the sum or product of two values, each given with its own derivative.
    fn slope_of(self, [a, da]: [f64; 2], [b, db]: [f64; 2]) -> f64 {
        match self {
            Self::Plus => da + db,
            Self::Times => da * b + a * db,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{KernelKind, KernelParameter};

    /// Away from kinks and zeros, slopes are central differences of the values that fits are made of.
    #[test]
    fn slopes_are_those_of_the_values() {
        let x = DMatrix::from_fn(5, 3, |i, j| ((7 * i + 5 * j) % 13) as f64 / 6.0 + 0.2);
        let z = [0.71, 1.13, 0.47];
        let base = Kernel::rational_quadratic(0.4, 1.5)
            .with(KernelParameter::Degree, 3.0)
            .with(KernelParameter::Coef0, 0.7);
        for kind in KernelKind::ALL {
            let plain = Kernel { kind, ..base };
            if !plain.has_slopes() || plain.lacks_slope_bound().is_some() {
                continue;
            }
            let joined = |join| {
                plain.joined(SecondKernel {
                    join,
                    kind: KernelKind::Poly,
                })
            };
            let kernels = [
                plain,
                joined(Join::Plus),
                joined(Join::Times).normalized(Normalize::Before),
            ];
            for kernel in kernels {
                check(&kernel, &z, &x);
            }
        }
    }

    fn check(kernel: &Kernel, z: &[f64], x: &DMatrix<f64>) {
        const STEP: f64 = 1e-5;
        let found = kernel.slopes(z, x);
        let row = |z: &[f64]| DMatrix::from_row_slice(1, z.len(), z);
        let values = kernel.matrix(&row(z), x);
        for (own, other) in found.values.iter().zip(values.iter()) {
            assert!((own - other).abs() < 1e-13, "{kernel:?}");
        }
        for j in 0..z.len() {
            let moved = |by: f64| {
                let mut z = z.to_vec();
                z[j] += by;
                row(&z)
            };
            let ends = [moved(-STEP), moved(STEP)];
            let [before, after] = ends.each_ref().map(|z| kernel.matrix(z, x));
            let scale = found.slopes.amax().max(1.0);
            for (i, slope) in found.slopes.column(j).iter().enumerate() {
                let expected = (after[(0, i)] - before[(0, i)]) / (2.0 * STEP);
                let off = (slope - expected).abs() / scale;
                assert!(off < 1e-8, "{kernel:?} {i} {j}: {slope} for {expected}");
            }
            let [before, after] = ends.map(|z| kernel.matrix(&z, &z)[(0, 0)]);
            let expected = (after - before) / (2.0 * STEP);
            let off = (found.own_slopes[j] - expected).abs();
            assert!(off < 1e-8 * scale, "{kernel:?} own {j}: off by {off}");
        }
    }

    #[test]
    fn at_a_kink_both_sides_count() {
        let x = DMatrix::from_row_slice(1, 1, &[2.0]);
        let found = Kernel::laplacian(1.0).slopes(&[2.0], &x);
        assert_eq!((found.values[0], found.slopes[(0, 0)]), (1.0, 0.0));
        assert!(!Kernel::laplacian(1.0).is_smooth() && Kernel::rbf(1.0).is_smooth());
    }
}
