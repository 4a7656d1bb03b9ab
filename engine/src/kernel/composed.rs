//! Kernels that are evaluated on all pairs before they are decomposed: sums and products of two, and those
//! whose images are normalised or not centred.

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::objects::{RoundedMatrix, Takes};

use super::{
    Centering, Join, Kernel, MetricPoints, Normalize, ParamError, ScaledKernel, function::divide,
    norm::Norm,
};

/// Images this much shorter than the longest, squared, point where rounding sends them.
const NO_LENGTH: f64 = 1e-14;
/// Centring adds up entries and means of rows, columns and all.
const CENTERING: f64 = 4.0;

/// Such a kernel on n training rows.
#[derive(Debug)]
pub(crate) struct Composed {
    kernel: Kernel,
    /// n × d; n × n where a given matrix is read.
    x: Arc<DMatrix<f64>>,
    /// n × n: all that is to be done to values but centring, where that comes last.
    matrix: Arc<DMatrix<f64>>,
    centering: Option<Centering>,
    /// ‖·‖² of each centred image, where they are normalised after it.
    squared_lengths: Option<Vec<f64>>,
    rounding: f64,
}

impl Composed {
    /// Of x, which is off by `rounding` should it be a given matrix (see [`RoundedMatrix::rounding`]).
    ///
    /// # Errors
    /// When there is nothing to normalise by.
    pub(crate) fn new(
        kernel: Kernel,
        x: &Arc<DMatrix<f64>>,
        rounding: f64,
    ) -> Result<Self, ParamError> {
        Self::of_values(kernel, x, kernel.matrix(x, x), rounding)
    }

    /// Of the kernel's own [matrix](Kernel::matrix) of x.
    ///
    /// # Errors
    /// Those of [`new`](Self::new).
    pub(crate) fn of_values(
        kernel: Kernel,
        x: &Arc<DMatrix<f64>>,
        mut matrix: DMatrix<f64>,
        rounding: f64,
    ) -> Result<Self, ParamError> {
        if kernel.normalize() == Some(Normalize::Before) {
            check_lengths(&kernel.own(x))?;
        }
        let mut rounding = kernel.rounding_of_values(x, &matrix, rounding);
        let centering = kernel.center().then(|| Centering::of(&matrix));
        let mut squared_lengths = None;
        if kernel.normalize() == Some(Normalize::After) && !matrix.is_empty() {
            let norm = Norm::of(&matrix);
            if let Some(centering) = &centering {
                centering.apply(&mut matrix);
            }
            let own: Vec<f64> = matrix.diagonal().iter().copied().collect();
            check_lengths(&own)?;
            let (own, lost) = without_noise(own);
            divide(&mut matrix, &own, &own);
            // What centring leaves has the errors of what there was, and short images are blown up with them.
            let kept = own.iter().copied().filter(|&own| own > 0.0);
            let shortest = kept.fold(f64::INFINITY, f64::min);
            rounding = (rounding + CENTERING) * norm.over(shortest);
            // A row of the normalised matrix, and the column.
            let rows = (2.0 * matrix.nrows() as f64).sqrt() * lost as f64;
            rounding = (rounding + rows / f64::EPSILON) / matrix.norm();
            squared_lengths = Some(own);
        }
        if kernel.normalize().is_some() {
            // Exactly 1, where rounding would make nearly that of it.
            for i in 0..matrix.nrows() {
                matrix[(i, i)] = matrix[(i, i)].round();
            }
        }
        Ok(Self {
            kernel,
            x: Arc::clone(x),
            matrix: Arc::new(matrix),
            centering,
            squared_lengths,
            rounding: rounding + RoundedMatrix::LEAST_ROUNDING,
        })
    }

    pub(crate) fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// How far [the matrix](Self::matrix) is off, see [`RoundedMatrix::rounding`].
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// What centring takes away, where images are centred.
    pub(crate) fn centering(&self) -> Option<&Centering> {
        self.centering.as_ref()
    }

    /// ‖·‖² of each training image before it was normalised, where that follows centring.
    pub(crate) fn lengths_before(&self) -> Option<&[f64]> {
        self.squared_lengths.as_deref()
    }

    /// The training rows, n × d.
    pub(crate) fn x(&self) -> &Arc<DMatrix<f64>> {
        &self.x
    }

    /// What is decomposed (n × n), once it is centred if [that comes last](Kernel::centers_last).
    pub(crate) fn matrix(&self) -> &Arc<DMatrix<f64>> {
        &self.matrix
    }

    /// ‖·‖² of each training image, as it is decomposed and centred.
    pub(crate) fn squared_lengths(&self) -> Vec<f64> {
        let own = self.matrix.diagonal();
        match &self.centering {
            Some(centering) if self.kernel.centers_last() => {
                let means = own.iter().zip(&centering.column_means);
                means
                    .map(|(own, mean)| own - 2.0 * mean + centering.grand_mean)
                    .collect()
            }
            _ => own.iter().copied().collect(),
        }
    }

    /// What the mean image has with each training image and with itself; zeros where it is not taken away last.
    pub(crate) fn means(&self) -> (Vec<f64>, f64) {
        match &self.centering {
            Some(centering) if self.kernel.centers_last() => {
                (centering.column_means.clone(), centering.grand_mean)
            }
            _ => (vec![0.0; self.matrix.nrows()], 0.0),
        }
    }

    /// Values of what is decomposed (n × m) between the training rows and `new` ones (m × d), or m × n entries
    /// of a given matrix; centred with the means of the training rows. And ‖·‖² of each new image.
    pub(crate) fn values(&self, new: &DMatrix<f64>) -> (DMatrix<f64>, Vec<f64>) {
        let mut values = if self.kernel.kind().takes() == Takes::Vectors {
            self.kernel.matrix(&self.x, new)
        } else {
            self.kernel.matrix(new, new).transpose()
        };
        let means: Vec<f64> = values.column_iter().map(|column| column.mean()).collect();
        if let Some(centering) = &self.centering {
            centering.apply(&mut values);
        }
        let shift = |mean: &f64| match &self.centering {
            Some(centering) => centering.grand_mean - 2.0 * mean,
            None => 0.0,
        };
        let own = self.own_of_new(new).into_iter().zip(&means);
        let mut lengths: Vec<f64> = own.map(|(own, mean)| own + shift(mean)).collect();
        if let Some(training) = &self.squared_lengths {
            divide(&mut values, training, &lengths);
            lengths.fill(1.0);
        }
        (values, lengths)
    }

    /// k(x, x) of new rows: an object is at no distance from itself, and what else it may have with itself is
    /// not among entries with the training objects.
    fn own_of_new(&self, new: &DMatrix<f64>) -> Vec<f64> {
        match self.kernel.kind().takes() {
            Takes::Vectors if self.kernel.normalize() == Some(Normalize::Before) => {
                let has_length = |own: f64| if own > 0.0 { 1.0 } else { 0.0 };
                self.kernel.own(new).into_iter().map(has_length).collect()
            }
            Takes::Vectors => self.kernel.own(new),
            Takes::Matrix(_) | Takes::Strings | Takes::Graph => vec![0.0; new.nrows()],
        }
    }
}

impl Kernel {
    /// How far rounding puts values between the rows of x off, as [`RoundedMatrix::rounding`] has it. x is off by
    /// `given`, should it be a given matrix.
    fn rounding_of_values(&self, x: &DMatrix<f64>, values: &DMatrix<f64>, given: f64) -> f64 {
        let parts = self.parts();
        let rounding = |part: &Self| {
            if part.metric().is_given() {
                return given;
            }
            let points = MetricPoints::new(x, part.metric_between());
            let scaled = ScaledKernel::new(*part, &points, None).ok();
            let rounding = scaled.and_then(|scaled| scaled.rounding(points.features()));
            rounding
                .unwrap_or_default()
                .max(RoundedMatrix::LEAST_ROUNDING)
        };
        let all: f64 = parts.iter().map(rounding).sum();
        let norm = Norm::of(values);
        if self.normalize() == Some(Normalize::Before) {
            // An entry is off in proportion to the lengths that it is divided by, if it is not given.
            let own = self.own(x);
            let shortest = own.iter().copied().filter(|&own| own > 0.0);
            let shortest = shortest.fold(f64::INFINITY, f64::min);
            return if self.kind().takes() == Takes::Vectors {
                2.0 * all * values.nrows() as f64 / values.norm()
            } else {
                all * Norm::of(x).over(shortest) / values.norm()
            };
        }
        let is_sum = self
            .second()
            .is_some_and(|second| second.join == Join::Plus);
        if is_sum && !self.makes_positive_matrices() {
            // The parts may be larger than their sum.
            let of = |part: &Self| rounding(part) * Norm::of(&part.matrix(x, x)).over_norm(norm);
            return parts.iter().map(of).sum();
        }
        all
    }

    /// Whether centring is the last that is done to values before they are decomposed.
    #[must_use]
    pub fn centers_last(&self) -> bool {
        self.center() && self.normalize() != Some(Normalize::After)
    }
}

/// # Errors
/// Names the first row whose image has no length.
fn check_lengths(own: &[f64]) -> Result<(), ParamError> {
    let largest = own.iter().copied().fold(0.0, f64::max);
    let lost = |value: &f64| *value < -NO_LENGTH * largest;
    if let Some(row) = own.iter().position(lost) {
        let reason = format!(
            "needs k(x, x) ≥ 0 of every row, and row {row} has {}",
            own[row]
        );
        return Err(ParamError::new("normalising", reason));
    }
    if largest == 0.0 && !own.is_empty() {
        let reason = "needs rows that differ from 0, and to this kernel none does";
        return Err(ParamError::new("normalising", reason));
    }
    Ok(())
}

/// Zeros for what rounding has left of them, and of how many it has left something.
fn without_noise(mut own: Vec<f64>) -> (Vec<f64>, usize) {
    let largest = own.iter().copied().fold(0.0, f64::max);
    let mut lost = 0;
    for value in &mut own {
        if *value != 0.0 && *value <= NO_LENGTH * largest {
            *value = 0.0;
            lost += 1;
        }
    }
    (own, lost)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{KernelKind, Second};

    fn data() -> Arc<DMatrix<f64>> {
        let entry = |i: usize, j: usize| ((7 * i + 5 * j) % 13) as f64 / 4.0 - 1.0;
        DMatrix::from_fn(9, 3, entry).into()
    }

    fn composed(kernel: Kernel) -> Composed {
        Composed::new(kernel, &data(), RoundedMatrix::LEAST_ROUNDING).unwrap()
    }

    #[test]
    fn the_normalised_linear_kernel_is_the_cosine() {
        let x = data();
        let cosine = Kernel::cosine().matrix(&x, &x);
        let normalized = composed(Kernel::linear().normalized(Normalize::Before));
        assert!((&**normalized.matrix() - cosine).amax() < 1e-14);
    }

    #[test]
    fn centred_and_then_normalised_is_the_correlation_of_images() {
        let x = data();
        let mut images = (*x).clone();
        for mut column in images.column_iter_mut() {
            let mean = column.mean();
            column.add_scalar_mut(-mean);
        }
        for mut row in images.row_iter_mut() {
            row.normalize_mut();
        }
        let composed = composed(Kernel::linear().normalized(Normalize::After));
        let matrix = composed.matrix();
        assert!((&**matrix - &images * images.transpose()).amax() < 1e-14);
        assert!(matrix.diagonal().iter().all(|&own| own == 1.0));
    }

    #[test]
    fn training_rows_have_the_values_of_new_ones() {
        let second = |join| Second {
            join,
            kind: KernelKind::Linear,
        };
        let rbf = Kernel::rbf(0.3);
        let kernels = [
            rbf.uncentered(),
            rbf.joined(second(Join::Plus)),
            rbf.joined(second(Join::Times))
                .normalized(Normalize::Before),
            Kernel::poly(0.5, 2, 1.0).normalized(Normalize::After),
            Kernel::linear().normalized(Normalize::After).uncentered(),
        ];
        let x = data();
        for kernel in kernels {
            let composed = composed(kernel);
            let mut expected = (**composed.matrix()).clone();
            if kernel.centers_last() {
                Centering::of(&expected).apply(&mut expected);
            }
            let (found, lengths) = composed.values(&x);
            assert!((lengths[3] - expected[(3, 3)]).abs() < 1e-13, "{kernel:?}");
            assert!((found - expected).amax() < 1e-13, "{kernel:?}");
            let some = kernel.between(&x, &[2, 7], &[0, 7, 3]);
            let all = kernel.matrix(&x, &x);
            assert!((some[(1, 1)] - all[(7, 7)]).abs() < 1e-14, "{kernel:?}");
            assert!((some[(0, 2)] - all[(2, 3)]).abs() < 1e-14, "{kernel:?}");
        }
    }

    #[test]
    fn a_row_without_a_length_is_named() {
        let kernel = Kernel::sigmoid(1.0, -4.0).normalized(Normalize::Before);
        let error = Composed::new(kernel, &data(), RoundedMatrix::LEAST_ROUNDING);
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("normalising needs k(x, x) ≥ 0 of every row, and row "));
    }
}
