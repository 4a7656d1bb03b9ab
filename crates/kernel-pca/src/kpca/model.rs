//! Fitted kernel PCA: scores v√λ, spectrum, and projection of new points. New points are projected by their kernel
//! values with the training points, centred by the means of the training matrix, or by Fourier waves where these are
//! faster.

use std::{f64::consts::SQRT_2, ops::Range, sync::Arc};

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{Accuracy, FitWork, SolverUsed};
use crate::{
    kernel::{Centering, ComposedKernel, Kernel, MetricPoints, ScaledKernel},
    power_of_two::times,
};

/// Time in nanoseconds, on two cores, for a kernel value and its product; decides between direct sums and waves.
const NANOSECONDS: f64 = 1.7;
/// Number of new rows that one task of a projection takes.
const CHUNK: usize = 64;

/// Fitted kernel PCA of n points; k ≤ min(components, n) components, largest eigenvalue first.
#[derive(Debug, Clone)]
pub struct KernelPca {
    /// Kernel that was fitted.
    pub kernel: Kernel,
    /// Eigenvalues λ of the centred kernel matrix, length k.
    pub eigenvalues: Vec<f64>,
    /// Unit eigenvectors, n × k, or their entries for the rows that a preview shows. In each column the entry of
    /// largest modulus is positive (the first where several tie), unless [`agree_with`](Self::agree_with)
    /// turned the column.
    pub eigenvectors: DMatrix<f64>,
    /// Trace of the centred kernel matrix: the total that ratios refer to.
    pub trace: f64,
    /// Most negative eigenvalues known of an indefinite kernel, ascending; empty for other kernels.
    pub negative_eigenvalues: Vec<f64>,
    /// Number of eigenvalues above rounding error; `None` where the solver does not determine it.
    pub rank: Option<usize>,
    /// Bounds on the errors of eigenvalues and scores.
    pub accuracy: Accuracy,
    /// Runs of components (0-based) whose eigenvalues cannot be told apart within their error bounds, so that the axes
    /// within a run are arbitrary. A run that goes on past the k components ends at k + 1.
    pub undetermined: Vec<Range<usize>>,
    /// Solver that answered.
    pub solver: SolverUsed,
    /// Passes over the kernel's values on all pairs that the fit took.
    pub work: FitWork,
    /// Training points.
    pub(super) training: Training,
}

/// Training points in the form that projection needs.
#[derive(Debug, Clone)]
pub(super) enum Training {
    /// Points of a kernel whose values are evaluated one by one.
    Plain(Box<PlainTraining>),
    /// Kernel whose matrix was evaluated as a whole, with its rows.
    Composed(Arc<ComposedKernel>),
}

/// Training points of a plain kernel, whose values are evaluated when needed.
#[derive(Debug, Clone)]
pub(super) struct PlainTraining {
    /// Training rows, n × d, as given.
    pub(super) x: Arc<DMatrix<f64>>,
    /// Points of these rows in the kernel's metric.
    pub(super) points: Arc<MetricPoints>,
    /// Number of fitted rows that each of these rows stands for: 1, except in a preview of some rows.
    pub(super) stands_for: f64,
    /// Kernel, scaled to the points; its unit is 2 to the power of its exponent.
    pub(super) kernel: ScaledKernel,
    /// Eigenvalues in the kernel's unit, length k.
    pub(super) eigenvalues: Vec<f64>,
    /// Means of the kernel matrix less the kernel's constant, in the kernel's unit.
    pub(super) centering: Centering,
}

impl KernelPca {
    /// Changes the sign of each component that points away from the same column of `before` (n × q): of the
    /// eigenvectors of an earlier fit to these rows, or of another method's scores. The largest entry, which fixes
    /// signs, may change as a parameter moves; a picture should not jump with it.
    pub fn agree_with(&mut self, before: &DMatrix<f64>) {
        let turned = self.turned_against(before);
        for (mut column, turned) in self.eigenvectors.column_iter_mut().zip(turned) {
            if turned {
                column.neg_mut();
            }
        }
    }

    /// Returns, for each component, whether it points away from the same column of `before` (n × q).
    #[must_use]
    pub fn turned_against(&self, before: &DMatrix<f64>) -> Vec<bool> {
        let pairs = self.eigenvectors.column_iter().zip(before.column_iter());
        pairs
            .map(|(v, before)| v.len() == before.len() && v.dot(&before) < 0.0)
            .collect()
    }

    /// Scores v·√λ, n × k; a component with λ ≤ 0 gives zeros.
    #[must_use]
    pub fn scores(&self) -> DMatrix<f64> {
        let mut scores = self.eigenvectors.clone();
        for (mut column, λ) in scores.column_iter_mut().zip(&self.eigenvalues) {
            column *= λ.max(0.0).sqrt();
        }
        scores
    }

    /// Shares λⱼ / trace(K̃) of the variance, length k; zeros where the trace is not positive.
    #[must_use]
    pub fn explained_variance_ratio(&self) -> Vec<f64> {
        let trace = if self.trace > 0.0 {
            self.trace
        } else {
            f64::INFINITY
        };
        self.eigenvalues.iter().map(|λ| λ / trace).collect()
    }

    /// Scores (m × k) of new rows (m × d), which must be scaled as the training rows were.
    ///
    /// # Panics
    /// When the rows have another number of columns than the training rows.
    #[must_use]
    pub fn project(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let all: Vec<usize> = (0..self.eigenvalues.len()).collect();
        let values = self.training().nrows() as f64 * x.nrows() as f64;
        if let Some(scores) = self.project_by_waves(x, &all, NANOSECONDS * values) {
            return scores;
        }
        let e = self.exponent();
        let eigenvalues = match &self.training {
            Training::Plain(plain) => &plain.eigenvalues,
            Training::Composed(_) => &self.eigenvalues,
        };
        let mut coefficients = self.coefficients(eigenvalues);
        // Values and eigenvalues in the unit 2ᵉ make scores in the unit 2^(e/2).
        coefficients *= times(if e % 2 == 0 { 1.0 } else { SQRT_2 }, e.div_euclid(2));
        let scores = self.per_chunk(x, |values, _| values.tr_mul(&coefficients));
        stack(&scores, x.nrows(), coefficients.ncols())
    }

    /// Centred kernel values k̃(xᵢ, tⱼ) (m × n) between new rows (m × d) and the n training rows, in the form of the
    /// matrix that was decomposed: centred if the kernel's images are, and normalised where this follows centring.
    ///
    /// # Panics
    /// When the rows have another number of columns than the training rows.
    #[must_use]
    pub fn centered_kernel(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let e = self.exponent();
        let in_kernel = |value| times(value, e);
        let values = self.per_chunk(x, |values, _| values.transpose().map(in_kernel));
        stack(&values, x.nrows(), self.training().nrows())
    }

    /// Kernel values (p × q) between the training rows with indices `rows` (p) and `columns` (q), in the form of the
    /// matrix that was decomposed, but before centring where centring is the last step.
    #[must_use]
    pub fn kernel_values(&self, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        match &self.training {
            Training::Plain(plain) => self.kernel.between(&plain.x, rows, columns),
            Training::Composed(composed) => DMatrix::from_fn(rows.len(), columns.len(), |i, j| {
                composed.matrix()[(rows[i], columns[j])] + composed.constant()
            }),
        }
    }

    /// Matrix (n × n) that was decomposed, centred if the kernel's images are, divided by 2ᵉ, and the exponent e. A
    /// constant that centring takes away has cost no digits.
    pub(crate) fn decomposed_matrix(&self) -> (DMatrix<f64>, i32) {
        let (mut matrix, centers) = match &self.training {
            Training::Plain(plain) => {
                let points = &plain.points;
                (plain.kernel.values(points, points, 0..points.len()), true)
            }
            Training::Composed(composed) => {
                ((**composed.matrix()).clone(), self.kernel.centers_last())
            }
        };
        if centers {
            Centering::of(&matrix).apply(&mut matrix);
        }
        (matrix, self.exponent())
    }

    /// Kernel values (p × q) between the training rows with indices `rows` (p) and `columns` (q) before images are
    /// centred: normalised only where normalising comes before centring.
    #[must_use]
    pub fn values_before_centering(&self, rows: &[usize], columns: &[usize]) -> DMatrix<f64> {
        match &self.training {
            Training::Composed(composed) if composed.lengths_before().is_some() => {
                let kernel = self.kernel.unnormalized();
                kernel.between(composed.x(), rows, columns)
            }
            _ => self.kernel_values(rows, columns),
        }
    }

    /// Squared distances (length m) of the images of new rows (m × d) from the span of the components through the mean
    /// image, the reconstruction error of Hoffmann (2007): the squared length less the squares of the scores.
    ///
    /// # Panics
    /// When the rows have another number of columns than the training rows.
    #[must_use]
    pub fn reconstruction_errors(&self, x: &DMatrix<f64>) -> Vec<f64> {
        let lengths = self.squared_lengths(x).into_iter();
        unexplained(lengths, &self.project(x))
    }

    /// Squared distances (length m) of the images of new rows (m × d) from the mean training image, or from the origin
    /// where images are not centred.
    pub fn squared_lengths(&self, x: &DMatrix<f64>) -> Vec<f64> {
        let values = self.training().nrows() as f64 * x.nrows() as f64;
        if let Some(lengths) = self.squared_lengths_by_waves(x, NANOSECONDS * values) {
            return lengths;
        }
        let e = self.exponent();
        let lengths = self.per_chunk(x, |_, lengths| lengths).concat();
        lengths.into_iter().map(|length| times(length, e)).collect()
    }

    /// Squared distances (length n) of the training images from the span of the components through the mean image.
    #[must_use]
    pub fn training_errors(&self) -> Vec<f64> {
        let lengths: Vec<f64> = match &self.training {
            Training::Plain(plain) => {
                let PlainTraining {
                    kernel,
                    points,
                    centering,
                    ..
                } = &**plain;
                let own = kernel.diagonal(points).into_iter();
                let means = own.zip(&centering.column_means);
                means
                    .map(|(own, mean)| {
                        times(centering.squared_length(own, *mean), kernel.exponent())
                    })
                    .collect()
            }
            Training::Composed(composed) => composed.squared_lengths(),
        };
        unexplained(lengths.into_iter(), &self.scores())
    }

    /// Inner products of the mean image with each training image (length n: the mean of k(xᵢ, ·)) and with itself;
    /// zeros where images are not centred.
    pub(crate) fn means(&self) -> (Vec<f64>, f64) {
        match &self.training {
            // The decomposed matrix holds products of rows less their mean.
            Training::Plain(plain) if self.kernel.metric().moves_to_mean() => {
                let mean = plain.x.row_mean();
                let means = &*plain.x * mean.transpose();
                (means.as_slice().to_vec(), mean.norm_squared())
            }
            Training::Plain(plain) => {
                let constant = self.kernel.constant();
                let value = |mean: f64| times(mean, plain.kernel.exponent()) + constant;
                let centering = &plain.centering;
                let means = centering.column_means.iter().copied().map(value);
                (means.collect(), value(centering.grand_mean))
            }
            Training::Composed(composed) => composed.means(),
        }
    }

    /// Exponent e of the unit 2ᵉ of kernel values; 0 for composed kernels.
    fn exponent(&self) -> i32 {
        match &self.training {
            Training::Plain(plain) => plain.kernel.exponent(),
            Training::Composed(_) => 0,
        }
    }

    /// Applies `f` to each chunk of m′ ≤ [`CHUNK`] rows of x (m × d), given their centred kernel values with the
    /// training rows (n × m′) and their ‖φ̃(t)‖² (length m′), in the kernel's unit; returns the results in order.
    fn per_chunk<T: Send>(
        &self,
        x: &DMatrix<f64>,
        f: impl Fn(DMatrix<f64>, Vec<f64>) -> T + Sync,
    ) -> Vec<T> {
        let chunks = (0..x.nrows().div_ceil(CHUNK)).into_par_iter();
        let rows_of = |chunk: usize| chunk * CHUNK..((chunk + 1) * CHUNK).min(x.nrows());
        let PlainTraining {
            points,
            kernel,
            centering,
            ..
        } = match &self.training {
            Training::Plain(plain) => &**plain,
            Training::Composed(composed) => {
                let values = |chunk| {
                    let (values, lengths) =
                        composed.values(&x.rows_range(rows_of(chunk)).into_owned());
                    f(values, lengths)
                };
                return chunks.map(values).collect();
            }
        };
        let new = points.others(x);
        // Rows far from the training rows may give values that the unit of the fit has no room for.
        let wider = ScaledKernel::new(self.kernel, points, Some(&new)).unwrap_or(*kernel);
        let unit = wider.exponent() - kernel.exponent();
        // The distance of an object to itself is 0; other values k(x, x) are not among the entries of a given matrix.
        let own = if self.kernel.metric().is_given() {
            vec![0.0; new.len()]
        } else {
            wider.diagonal(&new)
        };
        let values = |chunk| {
            let mut values = wider.values(points, &new, rows_of(chunk));
            if unit != 0 {
                values.apply(|value| *value = times(*value, unit));
            }
            let own = own[rows_of(chunk)].iter().map(|own| times(*own, unit));
            let with_mean = own.zip(values.column_iter());
            let lengths = with_mean
                .map(|(own, column)| centering.squared_length(own, column.mean()))
                .collect();
            centering.apply(&mut values);
            f(values, lengths)
        };
        chunks.map(values).collect()
    }

    /// Coefficients vᵢⱼ/√λⱼ (n × k) by which centred kernel values are multiplied to give scores; zeros where λ
    /// ≤ 0.
    #[must_use]
    pub fn projection_coefficients(&self) -> DMatrix<f64> {
        self.coefficients(&self.eigenvalues)
    }

    /// Coefficients vᵢⱼ/√λⱼ (n × k) for eigenvalues λ (length k) in any unit; zeros where λ ≤ 0.
    pub(super) fn coefficients(&self, eigenvalues: &[f64]) -> DMatrix<f64> {
        let stands_for = match &self.training {
            Training::Plain(plain) => plain.stands_for,
            Training::Composed(_) => 1.0,
        };
        let mut coefficients = self.eigenvectors.clone();
        for (mut column, &λ) in coefficients.column_iter_mut().zip(eigenvalues) {
            if λ > 0.0 {
                column /= λ.sqrt() / stands_for;
            } else {
                column.fill(0.0);
            }
        }
        coefficients
    }

    /// Training rows, n × d.
    #[must_use]
    pub fn training(&self) -> &Arc<DMatrix<f64>> {
        match &self.training {
            Training::Plain(plain) => &plain.x,
            Training::Composed(composed) => composed.x(),
        }
    }
}

/// Squared lengths less the squared norms of the rows of `scores`; results that rounding makes negative become zero.
fn unexplained(lengths: impl Iterator<Item = f64>, scores: &DMatrix<f64>) -> Vec<f64> {
    let rows = lengths.zip(scores.row_iter());
    rows.map(|(length, scores)| (length - scores.norm_squared()).max(0.0))
        .collect()
}

/// Stacks chunks of [`CHUNK`] rows (the last may be shorter) into one m × k matrix.
fn stack(chunks: &[DMatrix<f64>], m: usize, k: usize) -> DMatrix<f64> {
    let mut stacked = DMatrix::zeros(m, k);
    for (i, chunk) in chunks.iter().enumerate() {
        stacked.rows_mut(i * CHUNK, chunk.nrows()).copy_from(chunk);
    }
    stacked
}
