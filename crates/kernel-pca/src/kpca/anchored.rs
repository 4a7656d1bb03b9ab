//! Kernel as an inner product of differences between images and the image of one of the points, the anchor. It has the
//! same centred matrix as the kernel, and loses fewer digits to a large constant part.

use std::ops::Range;

use nalgebra::DMatrix;

use crate::{
    eigen::{
        entries::Entries,
        gemm::{product, view},
        orthogonal::center_columns,
    },
    kernel::{Centering, MetricPoints, ScaledKernel},
};

/// Kernel k(x, y) − k(x, a) − k(a, y) + k(a, a), anchored at one of the n points, a. It is positive semidefinite where
/// k is, has the same centred matrix, and lacks the large constant part that k may have.
pub(super) struct AnchoredKernel<'a> {
    points: &'a MetricPoints,
    kernel: ScaledKernel,
    /// Values k(xᵢ, a) less the kernel's constant, length n.
    to_anchor: Vec<f64>,
    /// Value k(a, a) less the kernel's constant.
    at_anchor: f64,
    /// Values k(xᵢ, xᵢ) less the kernel's constant, length n.
    own: Vec<f64>,
}

impl<'a> AnchoredKernel<'a> {
    /// Anchors the kernel at the point nearest the mean.
    pub(super) fn new(points: &'a MetricPoints, kernel: ScaledKernel) -> Self {
        let anchor = points.nearest_to_mean();
        let to_anchor: Vec<f64> = kernel
            .values(points, points, anchor..anchor + 1)
            .iter()
            .copied()
            .collect();
        Self {
            points,
            kernel,
            at_anchor: to_anchor[anchor],
            to_anchor,
            own: kernel.diagonal(points),
        }
    }

    /// Number n of points.
    pub(super) fn len(&self) -> usize {
        self.to_anchor.len()
    }

    /// Upper bound on the error of an entry by rounding.
    pub(super) fn rounding(&self) -> f64 {
        let values = self.to_anchor.iter().chain(&self.own);
        let mut largest = values.fold(0.0_f64, |m, v| m.max(v.abs()));
        if self.points.are_given() {
            // Less a constant, values may be largest beside the diagonal; of zeros digits may have been lost.
            largest = largest.max(self.kernel.largest());
            if largest == 0.0 && self.kernel.is_rounded() {
                return f64::MIN_POSITIVE;
            }
        }
        let of_values = self.kernel.rounding(self.points.features());
        of_values.unwrap_or_default().max(8.0) * f64::EPSILON * largest
    }

    /// Upper bound on the Frobenius norm of the error of the whole matrix by rounding.
    ///
    /// For a positive semidefinite kernel |k(x, y)| is bounded, up to a constant factor, by the values that x and y
    /// have with the anchor and with themselves. The error of entry (i, j) is therefore in proportion to sᵢ + sⱼ, where
    /// sᵢ = |k(xᵢ, a)| + |k(xᵢ, xᵢ)|.
    pub(super) fn rounding_of_all(&self) -> f64 {
        let n = self.len() as f64;
        if self.points.are_given() {
            return n * self.rounding();
        }
        let sizes = self.to_anchor.iter().zip(&self.own);
        let squares = sizes.map(|(to_anchor, own)| (to_anchor.abs() + own.abs()).powi(2));
        let of_pairs = (2.0 * n * squares.sum::<f64>()).sqrt();
        self.kernel.rounding_of_values(self.points.features()) * f64::EPSILON * of_pairs
    }

    /// Frobenius norm of the change of the kernel's values by errors of the rows.
    pub(super) fn of_data(&self) -> f64 {
        self.kernel.of_data()
    }

    /// Centred kernel matrix times some columns (n × k), where the matrix is a given one, whose
    /// entries are read and not computed; else `None`.
    pub(super) fn given_image(&self, columns: &DMatrix<f64>) -> Option<DMatrix<f64>> {
        self.points.are_given().then(|| {
            let all = self.kernel.values(self.points, self.points, 0..self.len());
            let mut columns = columns.clone();
            center_columns(&mut columns);
            let mut image = product(view(&all), view(&columns));
            center_columns(&mut image);
            image
        })
    }

    /// Means of the matrix of k less its constant, from the column means of the anchored matrix (length n).
    pub(super) fn centering(&self, anchored_means: &[f64]) -> Centering {
        let n = self.to_anchor.len() as f64;
        let mean_to_anchor = self.to_anchor.iter().sum::<f64>() / n;
        let means = anchored_means.iter().zip(&self.to_anchor);
        let means =
            means.map(|(mean, to_anchor)| mean + mean_to_anchor + to_anchor - self.at_anchor);
        Centering::of_means(means.collect())
    }
}

impl AnchoredKernel<'_> {
    /// Returns entries of the anchored matrix (`rows` × `columns`), between `rows` of `points`, whose values with the
    /// anchor are `to_anchor`, and the training points with indices `columns`.
    fn entries(
        &self,
        points: &MetricPoints,
        rows: Range<usize>,
        to_anchor: &[f64],
        columns: &[usize],
    ) -> DMatrix<f64> {
        let height = rows.len();
        let mut entries = DMatrix::zeros(height, columns.len());
        let others = self.points.subset(columns);
        let out = entries.as_mut_slice();
        let factor = self.kernel.factor();
        points.tile(rows, &others, 0..columns.len(), factor, out, height.max(1));
        self.kernel.shape().apply(out);
        for (column, &j) in out.chunks_exact_mut(height.max(1)).zip(columns) {
            let shift = self.at_anchor - self.to_anchor[j];
            for (value, to_anchor) in column.iter_mut().zip(to_anchor) {
                *value += shift - to_anchor;
            }
        }
        entries
    }
}

impl Entries for AnchoredKernel<'_> {
    fn diagonal(&self) -> Vec<f64> {
        self.own
            .iter()
            .zip(&self.to_anchor)
            .map(|(own, to_anchor)| (own - 2.0 * to_anchor + self.at_anchor).max(0.0))
            .collect()
    }

    fn columns(&self, rows: Range<usize>, columns: &[usize]) -> DMatrix<f64> {
        let to_anchor = &self.to_anchor[rows.clone()];
        self.entries(self.points, rows, to_anchor, columns)
    }

    fn principal(&self, indices: &[usize]) -> DMatrix<f64> {
        let points = self.points.subset(indices);
        let to_anchor: Vec<f64> = indices.iter().map(|&i| self.to_anchor[i]).collect();
        self.entries(&points, 0..indices.len(), &to_anchor, indices)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kernel::Kernel, power_of_two::times};
    use nalgebra::DMatrix;

    #[test]
    fn has_the_centred_matrix_of_the_kernel() {
        let x = DMatrix::from_fn(20, 3, |i, j| ((7 * i + 5 * j) % 13) as f64 / 4.0);
        for kernel in [
            Kernel::rbf(0.3),
            Kernel::laplacian(0.3),
            Kernel::poly(0.1, 3, 1.0),
        ] {
            let points = MetricPoints::new(&x, kernel.metric());
            let scaled = ScaledKernel::new(kernel, &points, None).unwrap();
            let anchored = AnchoredKernel::new(&points, scaled);
            let n = x.nrows();
            let all: Vec<usize> = (0..n).collect();
            let mut k = anchored.columns(0..n, &all);
            assert_eq!(anchored.principal(&[7, 2])[(0, 1)], k[(7, 2)]);
            assert!((k.diagonal() - DMatrix::from_vec(n, 1, anchored.diagonal())).amax() < 1e-12);
            let plain = Centering::of(&k);
            let centering = anchored.centering(&plain.column_means);
            let mut expected = kernel.matrix(&x, &x).add_scalar(-kernel.constant());
            expected.apply(|value| *value = times(*value, -scaled.exponent()));
            for (mean, column) in centering.column_means.iter().zip(expected.column_iter()) {
                assert!((mean - column.mean()).abs() < 1e-12);
            }
            centering.apply(&mut expected);
            plain.apply(&mut k);
            assert!((k - expected).amax() < 1e-12);
        }
    }
}
