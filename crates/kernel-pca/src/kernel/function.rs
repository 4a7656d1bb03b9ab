//! Kernel values between two sets of points, and the properties of a kernel that follow from its metric and
//! function.

use nalgebra::DMatrix;

use super::{
    Join, Kernel, Metric, MetricForm, MetricPoints, Normalize, Response, metrics::Steepness,
};
use crate::power_of_two::times;

/// Callback that receives the number of columns to be evaluated next, and returns true to go on.
pub(crate) type ColumnWatch<'a> = &'a (dyn Fn(usize) -> bool + Sync);

impl Kernel {
    /// Kernel values (p × q) between p rows of x (n × d) and q rows of x; for a kernel of a given matrix, x is that
    /// matrix (n × n). See [`matrix`](Self::matrix).
    #[must_use]
    pub fn between(&self, x: &DMatrix<f64>, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        if !self.metric_of_part().is_given() {
            return self.matrix(&x.select_rows(rows), &x.select_rows(columns));
        }
        let mut values = self.of_entries(&x.select_rows(rows).select_columns(columns));
        if self.normalize() == Some(Normalize::Before) {
            let own = self.own(x);
            let of = |some: &[usize]| -> Vec<f64> { some.iter().map(|&i| own[i]).collect() };
            divide(&mut values, &of(rows), &of(columns));
        }
        values
    }

    /// Kernel matrix (m × n) between the rows of x (m × d) and of y (n × d); for a kernel of a given matrix, the
    /// kernel of the entries of x (m × n).
    ///
    /// The values of two kernels are joined, and normalised if that comes before centring.
    ///
    /// # Panics
    /// When x and y have different numbers of columns.
    #[must_use]
    pub fn matrix(&self, x: &DMatrix<f64>, y: &DMatrix<f64>) -> DMatrix<f64> {
        self.apart(x, y, &|_| true).whole()
    }

    /// Values k(x, x) of each row of x (m × d), before they are normalised; for a kernel of a given matrix, x is
    /// that matrix (n × n).
    pub(crate) fn own(&self, x: &DMatrix<f64>) -> Vec<f64> {
        if !self.metric_of_part().is_given() {
            return self.own_apart(x).whole().data.into();
        }
        let points = MetricPoints::new(x, self.metric_of_part());
        let response = (self.kind().family().response)(self);
        let own = points.diagonal().into_iter();
        own.map(|t| response.at(times(t, points.unit()))).collect()
    }

    /// Metric of the kernel, or of the first of two joined kernels, both of which are then kernels of vectors.
    pub(super) fn metric_of_part(&self) -> Metric {
        self.kind().family().metric
    }

    /// Applies the kernel to each entry of a given matrix (kernel values or distances).
    pub(super) fn of_entries(&self, entries: &DMatrix<f64>) -> DMatrix<f64> {
        let (metric, response) = (self.metric_of_part(), (self.kind().family().response)(self));
        match metric.spec().form {
            MetricForm::Entry(of) => entries.map(|entry| response.at(of(entry))),
            MetricForm::InnerProduct | MetricForm::Distance => {
                entries.map(|entry| response.at(entry))
            }
        }
    }

    /// Metric between two sets of points, in which the linear kernel's points stay where they are, not moved to a
    /// mean.
    pub(super) fn metric_between(&self) -> Metric {
        self.metric().between_sets()
    }

    /// Metric of two points that the kernel is a function of; [`Metric::Given`] for composed kernels, whose matrix
    /// is evaluated as a whole.
    pub(crate) fn metric(&self) -> Metric {
        if self.is_plain() {
            self.kind().family().metric
        } else {
            Metric::Given
        }
    }

    /// Returns true where the kernel's values lose digits for points far from the origin compared with their distances,
    /// and moving the points to their mean does not help, which it does for plain kernels only.
    #[must_use]
    pub fn loses_digits_far_off(&self) -> bool {
        self.parts().iter().any(|part| {
            let metric = part.metric();
            metric.loses_digits() && !(metric.moves_to_mean() && self.is_plain())
        })
    }

    /// Exponent p of the kernel's metric: multiplying all coordinates by c multiplies the metric by cᵖ; 0 where their
    /// size has no influence.
    #[must_use]
    pub fn metric_degree(&self) -> i32 {
        self.metric_of_part().spec().degree
    }

    /// Returns true where the kernel is exp(−γ t) of a distance t.
    #[must_use]
    pub fn is_exponential(&self) -> bool {
        matches!(self.response(), Response::Exp { .. })
    }

    /// Reason for which the kernel's values may change by any amount over a small step; `None` where their slopes have
    /// a bound on bounded data.
    #[must_use]
    pub fn lacks_slope_bound(&self) -> Option<&'static str> {
        let mut parts = self.parts().into_iter();
        parts.find_map(|part| match part.metric_of_part().spec().steepness {
            Steepness::Unbounded(reason) => Some(reason),
            Steepness::AsLengths | Steepness::Bounded(_) => None,
        })
    }

    /// Returns true where values are similarities that fall from 1 for equal points towards 0.
    #[must_use]
    pub fn is_likeness(&self) -> bool {
        self.response().is_likeness()
    }

    /// Function that gives the kernel's value from its metric's.
    pub(crate) fn response(&self) -> Response {
        if self.is_plain() {
            (self.kind().family().response)(self)
        } else {
            Response::Linear { slope: 1.0 }
        }
    }

    /// Kernel value where x·y = 0, or where x = y for a kernel of distances.
    pub(crate) fn constant(&self) -> f64 {
        self.response().constant()
    }

    /// Returns true where the kernel is plain and every matrix of it is known to be positive semidefinite.
    #[must_use]
    pub fn is_positive(&self) -> bool {
        self.is_plain() && (self.kind().family().is_positive)(self)
    }

    /// Returns true where every matrix of a composed kernel is positive semidefinite: sums and products of such
    /// matrices are (Schur 1911), and centring and normalising are congruences.
    pub(crate) fn makes_positive_matrices(&self) -> bool {
        self.parts().iter().all(Self::is_positive)
    }
}

/// Divides values k(x, y) by √(k(x, x) k(y, y)), from the values of rows and columns with themselves; 0 where one
/// of these is not positive, as for the cosine of a zero row.
pub(super) fn divide(values: &mut DMatrix<f64>, rows: &[f64], columns: &[f64]) {
    let over = |own: &f64| if *own > 0.0 { own.sqrt().recip() } else { 0.0 };
    let rows: Vec<f64> = rows.iter().map(over).collect();
    for (mut column, own) in values.column_iter_mut().zip(columns) {
        let own = over(own);
        for (value, row) in column.iter_mut().zip(&rows) {
            *value *= row * own;
        }
    }
}

impl Kernel {
    /// Kernel value of two rows by the textbook formula, with the two values of a joined kernel joined; before
    /// normalising and centring. It is slow: tests hold the fast evaluation of whole matrices against it.
    #[must_use]
    pub fn reference(&self, x: &[f64], y: &[f64]) -> f64 {
        let parts = self.parts().into_iter().map(|part| {
            let formula = part.metric_of_part().spec().reference;
            part.response().at(formula(x, y))
        });
        match self.second().map(|second| second.join) {
            Some(Join::Times) => parts.product(),
            Some(Join::Plus) | None => parts.sum(),
        }
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::dmatrix;

    use super::*;
    use crate::{
        kernel::{KernelKind, KernelParameter},
        objects::ObjectKind,
    };

    #[test]
    fn matrices_agree_with_the_reference_of_each_kernel() {
        let entry = |i: usize, j: usize| ((3 * i + 5 * j) as f64).sin().abs();
        let (x, y) = (
            DMatrix::from_fn(9, 4, entry),
            DMatrix::from_fn(7, 4, |i, j| entry(j, i)),
        );
        let row = |of: &DMatrix<f64>, i| -> Vec<f64> { of.row(i).iter().copied().collect() };
        for kind in KernelKind::ALL
            .into_iter()
            .filter(|kind| kind.takes() == ObjectKind::Vectors)
        {
            let kernel = Kernel::of(kind).with(KernelParameter::Gamma, 0.7);
            let values = kernel.matrix(&x, &y);
            for (i, j) in (0..9).flat_map(|i| (0..7).map(move |j| (i, j))) {
                let expected = kernel.reference(&row(&x, i), &row(&y, j));
                let off = (values[(i, j)] - expected).abs();
                assert!(
                    off < 1e-13 * expected.abs().max(1.0),
                    "{kind:?} ({i}, {j}): {off}"
                );
            }
        }
    }

    #[test]
    fn values_follow_the_definitions() {
        let x = dmatrix![1.0, -2.0; 0.0, 0.0];
        let y = dmatrix![0.5, 3.0];
        let check = |kernel: Kernel, expected: [f64; 2]| {
            let values = kernel.matrix(&x, &y);
            for (i, expected) in expected.into_iter().enumerate() {
                let error = values[(i, 0)] - expected;
                assert!(error.abs() < 1e-14, "{kernel:?} {i}: off by {error}");
            }
        };
        let (gamma, coef0, degree) = (0.3, -0.7, 3);
        check(Kernel::linear(), [-5.5, 0.0]);
        check(
            Kernel::poly(gamma, degree, coef0),
            [(-2.35_f64).powi(3), (-0.7_f64).powi(3)],
        );
        check(
            Kernel::rbf(gamma),
            [(-0.3 * 25.25_f64).exp(), (-0.3 * 9.25_f64).exp()],
        );
        check(
            Kernel::sigmoid(gamma, coef0),
            [(-2.35_f64).tanh(), (-0.7_f64).tanh()],
        );
        check(
            Kernel::laplacian(gamma),
            [(-0.3 * 5.5_f64).exp(), (-0.3 * 3.5_f64).exp()],
        );
        check(
            Kernel::cosine(),
            [-5.5 / (5.0_f64.sqrt() * 9.25_f64.sqrt()), 0.0],
        );
    }
}
