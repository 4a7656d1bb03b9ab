//! Kernels whose whole matrix is evaluated before it is decomposed: sums and products of two kernels, and kernels
//! whose images are normalised or not centred.

use std::sync::Arc;

use nalgebra::DMatrix;

use crate::{
    eigen::elsewhere::breathe,
    objects::{DataRounding, ObjectKind, RoundedMatrix},
    typed::short,
};

use super::{
    BoundedMatrix, Centering, Kernel, Normalize, ParamError, apart::OffsetValues,
    bounded::NO_LENGTH, function::divide,
};

/// Kernel on n training rows, evaluated as a whole matrix before it is decomposed.
#[derive(Debug)]
pub(crate) struct ComposedKernel {
    kernel: Kernel,
    /// Training rows, n × d; n × n where a given matrix is read.
    x: Arc<DMatrix<f64>>,
    /// Matrix (n × n) of the kernel's values, normalised and centred as the kernel demands, save for a centring that
    /// comes last: then values are not centred yet, and [`constant`](Self::constant) is subtracted from all.
    matrix: Arc<DMatrix<f64>>,
    /// Constant that is subtracted from all kernel values, since centring cancels it.
    constant: f64,
    /// Means of the values less the constant; `None` where images are not centred.
    centering: Option<Centering>,
    /// Squared length of each centred image; `None` unless images are normalised after centring.
    squared_lengths: Option<Vec<f64>>,
    rounding: f64,
}

impl ComposedKernel {
    /// Evaluates the kernel on the rows of x (n × d, or a given n × n matrix whose entries are off by `rounding`,
    /// see [`RoundedMatrix::rounding`]).
    ///
    /// # Errors
    /// [`ParamError`] where images that are to be normalised have negative squared lengths, or all have length 0.
    pub(crate) fn new(
        kernel: Kernel,
        x: &Arc<DMatrix<f64>>,
        rounding: f64,
    ) -> Result<Self, ParamError> {
        let data = DataRounding::default();
        let values = kernel.bounded(x, rounding, data, &|_| true);
        Self::of_values(kernel, x, data, values)
    }

    /// Composes the kernel from its own [values](Kernel::bounded) on x, whose entries are off by at most `data`.
    ///
    /// # Errors
    /// The errors of [`new`](Self::new).
    pub(crate) fn of_values(
        kernel: Kernel,
        x: &Arc<DMatrix<f64>>,
        data: DataRounding,
        values: BoundedMatrix,
    ) -> Result<Self, ParamError> {
        if kernel.normalize() == Some(Normalize::Before) {
            check_lengths(&kernel.own(x))?;
        }
        let mut values = if kernel.center() {
            values
        } else {
            values.whole()
        };
        breathe();
        let constant = values.constant();
        let centering = kernel.center().then(|| Centering::of(values.values()));
        breathe();
        let mut squared_lengths = None;
        if kernel.normalize() == Some(Normalize::After) && x.nrows() > 0 {
            if let Some(centering) = &centering {
                values.center(centering);
                breathe();
            }
            let own: Vec<f64> = values.values().diagonal().iter().copied().collect();
            check_lengths(&own)?;
            let lengths = values.normalize(&kernel);
            // Rounding may be all that there is of them.
            check_lengths(&lengths)?;
            squared_lengths = Some(lengths);
            breathe();
        }
        let (mut matrix, rounding) = values.into_rounded();
        breathe();
        // Equal rows have equal kernel values, of which centring leaves exactly zero.
        let all_equal =
            x.row_iter().all(|row| row == x.row(0)) && kernel.center() && data.absolute == 0.0;
        let rounding = if all_equal && kernel.kind().takes() == ObjectKind::Vectors {
            // Normalising makes the diagonal exactly 1, and rounds what is beside it.
            if let (true, Some(&first)) = (kernel.centers_last(), matrix.get(0)) {
                matrix.fill(first);
            }
            0.0
        } else {
            rounding
        };
        Ok(Self {
            kernel,
            x: Arc::clone(x),
            matrix: Arc::new(matrix),
            constant,
            centering,
            squared_lengths,
            rounding: rounding + RoundedMatrix::LEAST_ROUNDING,
        })
    }

    pub(crate) fn kernel(&self) -> Kernel {
        self.kernel
    }

    /// Relative error of the entries of [the matrix](Self::matrix), see [`RoundedMatrix::rounding`].
    pub(crate) fn rounding(&self) -> f64 {
        self.rounding
    }

    /// Constant subtracted from the values in [the matrix](Self::matrix); 0 unless centring comes last and cancels
    /// it.
    pub(crate) fn constant(&self) -> f64 {
        if self.kernel.centers_last() {
            self.constant
        } else {
            0.0
        }
    }

    /// Means of the kernel's values on the training rows, of each column (length n) and of all; `None` where images
    /// are not centred.
    pub(crate) fn means_taken(&self) -> Option<(Vec<f64>, f64)> {
        let centering = self.centering.as_ref()?;
        let means = centering.column_means.iter();
        let means = means.map(|mean| mean + self.constant).collect();
        Some((means, centering.grand_mean + self.constant))
    }

    /// Squared length of each centred training image before it was normalised (length n); `None` unless images are
    /// normalised after centring.
    pub(crate) fn lengths_before(&self) -> Option<&[f64]> {
        self.squared_lengths.as_deref()
    }

    /// Training rows, n × d.
    pub(crate) fn x(&self) -> &Arc<DMatrix<f64>> {
        &self.x
    }

    /// Matrix (n × n) that is decomposed; where [centring comes last](Kernel::centers_last), before it is centred,
    /// and less a [constant](Self::constant).
    pub(crate) fn matrix(&self) -> &Arc<DMatrix<f64>> {
        &self.matrix
    }

    /// Squared length of each of the n training images in the decomposed matrix, after centring.
    pub(crate) fn squared_lengths(&self) -> Vec<f64> {
        let own = self.matrix.diagonal();
        match &self.centering {
            Some(centering) if self.kernel.centers_last() => {
                let means = own.iter().zip(&centering.column_means);
                means
                    .map(|(own, mean)| centering.squared_length(*own, *mean))
                    .collect()
            }
            _ => own.iter().copied().collect(),
        }
    }

    /// Inner products of the mean image with each of the n training images and with itself; zeros where
    /// centring is not the last step.
    pub(crate) fn means(&self) -> (Vec<f64>, f64) {
        let means = self.means_taken().filter(|_| self.kernel.centers_last());
        means.unwrap_or_else(|| (vec![0.0; self.matrix.nrows()], 0.0))
    }

    /// Values (n × m) of the decomposed kernel between the training rows and `new` ones (m × d, or m × n
    /// entries of a given matrix), centred with the means of the training rows; and the squared length of each
    /// new image.
    pub(crate) fn values(&self, new: &DMatrix<f64>) -> (DMatrix<f64>, Vec<f64>) {
        let mut values = if self.kernel.kind().takes() == ObjectKind::Vectors {
            let found = self.kernel.apart(&self.x, new, &|_| true);
            found.with_constant(self.constant).values
        } else {
            self.kernel.matrix(new, new).transpose()
        };
        let means: Vec<f64> = values.column_iter().map(|column| column.mean()).collect();
        if let Some(centering) = &self.centering {
            centering.apply(&mut values);
        }
        let mut lengths = self.own_of_new(new);
        if let Some(centering) = &self.centering {
            for (length, mean) in lengths.iter_mut().zip(means) {
                *length = centering.squared_length(*length, mean);
            }
        }
        if let Some(training) = &self.squared_lengths {
            divide(&mut values, training, &lengths);
            lengths.fill(1.0);
        }
        (values, lengths)
    }

    /// Values k(x, x) of new rows, less the constant. For objects that are no vectors they are 0: an object's
    /// distance from itself is 0, and other kernels' values are not known.
    fn own_of_new(&self, new: &DMatrix<f64>) -> Vec<f64> {
        if self.kernel.kind().takes() != ObjectKind::Vectors {
            return vec![0.0; new.nrows()];
        }
        let own = self.kernel.own_apart(new);
        let own = if self.kernel.normalize() == Some(Normalize::Before) {
            let has_length = |own: f64| if own > 0.0 { 1.0 } else { 0.0 };
            OffsetValues::plain(own.whole().map(has_length))
        } else {
            own
        };
        own.with_constant(self.constant).values.data.into()
    }
}

impl Kernel {
    /// Returns true where centring is the last step before the kernel matrix is decomposed: images are centred, and not
    /// normalised afterwards.
    #[must_use]
    pub fn centers_last(&self) -> bool {
        self.center() && self.normalize() != Some(Normalize::After)
    }
}

/// Checks that no squared length in `own` is negative beyond rounding, and that one is positive.
///
/// # Errors
/// [`ParamError`] that names the first row with a negative value, or says that all are zero.
fn check_lengths(own: &[f64]) -> Result<(), ParamError> {
    let largest = own.iter().copied().fold(0.0, f64::max);
    let lost = |value: &f64| *value < -NO_LENGTH * largest;
    if let Some(row) = own.iter().position(lost) {
        let reason = format!(
            "needs k(x, x) ≥ 0 of every row, and row {} has {}",
            row + 1,
            short(own[row])
        );
        return Err(ParamError::new("normalising", reason));
    }
    if largest == 0.0 && !own.is_empty() {
        let reason = "needs rows that differ from 0, and to this kernel none does";
        return Err(ParamError::new("normalising", reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Join, KernelKind, SecondKernel};

    fn data() -> Arc<DMatrix<f64>> {
        let entry = |i: usize, j: usize| ((7 * i + 5 * j) % 13) as f64 / 4.0 - 1.0;
        DMatrix::from_fn(9, 3, entry).into()
    }

    fn composed(kernel: Kernel) -> ComposedKernel {
        ComposedKernel::new(kernel, &data(), RoundedMatrix::LEAST_ROUNDING).unwrap()
    }

    #[test]
    fn the_normalised_linear_kernel_is_the_cosine() {
        let x = data();
        let cosine = Kernel::cosine().matrix(&x, &x);
        let normalized = composed(Kernel::linear().normalized(Normalize::Before));
        let values = normalized.matrix().add_scalar(normalized.constant());
        assert!((values - cosine).amax() < 1e-14);
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
        let second = |join| SecondKernel {
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
        let error = ComposedKernel::new(kernel, &data(), RoundedMatrix::LEAST_ROUNDING);
        let error = error.unwrap_err().to_string();
        assert!(error.starts_with("normalising needs k(x, x) ≥ 0 of every row, and row "));
    }
}
