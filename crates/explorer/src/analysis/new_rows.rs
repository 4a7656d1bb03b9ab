//! New rows in the form that each method takes, and their projections.

use std::{path::Path, sync::Arc};

use nalgebra::DMatrix;

use super::{Analysis, Watch, explain::held_out};
use crate::{Error, Result};
use kernel_pca::{
    kernel::Kernel,
    kpca::CancelCheck,
    method::{Method, RowForm},
    objects::{GivenQuantity, ObjectKind, Objects, Scaler},
};
use tabular::{Columns, DataFile, Dataset, FittedTable, NewRows, ReadTask, Source, Table};

/// New rows, to which nothing was fitted, in each form that methods take.
#[derive(Debug, Clone)]
pub struct NewPoints {
    pub rows: Arc<NewRows>,
    /// Kind of object that the fitted rows are.
    holds: ObjectKind,
    /// Features scaled by the scaling of the fitted rows, m × d, or entries beside a given matrix, m × n.
    scaled: Arc<DMatrix<f64>>,
    /// Rows in the form in which the kernel compares them with the fitted ones, or the reason for which it cannot.
    compared: Result<Arc<DMatrix<f64>>>,
}

impl NewPoints {
    /// Brings rows, given with their `scaled` features, into the form that the kernel compares. A reason for which it
    /// cannot is kept in the result.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn of(
        rows: &Arc<NewRows>,
        scaled: &Arc<DMatrix<f64>>,
        fitted: &Dataset,
        kernel: &Kernel,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self> {
        let compared = compared(rows, scaled, fitted, kernel, cancelled);
        if cancelled() {
            return Err(kernel_pca::kpca::FitError::Cancelled.into());
        }
        Ok(Self {
            rows: Arc::clone(rows),
            holds: kernel.kind().takes(),
            scaled: Arc::clone(scaled),
            compared,
        })
    }

    /// Rows in the form that a method projects.
    ///
    /// # Errors
    /// When the kernel is not defined for these rows, or when they have no distances.
    pub fn for_method(&self, method: Method) -> Result<&Arc<DMatrix<f64>>> {
        match method.spec().takes {
            RowForm::Compared => self.compared.as_ref().map_err(Error::clone),
            RowForm::AsTheyCame => Ok(&self.rows.x),
            RowForm::Distances | RowForm::Edges
                if self.holds == ObjectKind::Matrix(GivenQuantity::KernelValues) =>
            {
                Err(Error::Unsuited(NO_OWN_VALUE.to_owned()))
            }
            RowForm::Scaled | RowForm::Distances | RowForm::Edges => Ok(&self.scaled),
        }
    }
}

/// Reason for which kernel values of new rows are no distances.
const NO_OWN_VALUE: &str = "new rows beside a kernel matrix come without a kernel value of their own, which their distances \
                            would take";

fn compared(
    rows: &NewRows,
    scaled: &Arc<DMatrix<f64>>,
    fitted: &Dataset,
    kernel: &Kernel,
    cancelled: CancelCheck<'_>,
) -> Result<Arc<DMatrix<f64>>> {
    kernel.check_new()?;
    if let (Objects::Strings(strings), Some(spectrum)) = (&fitted.objects, kernel.spectrum()) {
        return Ok(Arc::new(spectrum.between(
            &rows.strings,
            strings,
            cancelled,
        )?));
    }
    kernel.check_values(scaled)?;
    Ok(Arc::clone(scaled))
}

/// Reads new rows from `source` by the columns of the fitted table, within `memory` bytes.
///
/// # Errors
/// When the source cannot be read, or lacks a column or a value.
pub(super) fn read(
    source: &Source,
    (table, columns): (&Table, &Columns),
    fitted: &Dataset,
    memory: u64,
    cancelled: CancelCheck<'_>,
) -> Result<NewRows> {
    let task = ReadTask {
        memory,
        cancelled,
        ..ReadTask::default()
    };
    Ok(FittedTable::new(table, columns, fitted)?.read(source, &task)?)
}

/// Scales new rows by the scaling of the fitted ones, where those have features.
pub(super) fn scaled(rows: &NewRows, fitted: &Dataset, scaler: &Scaler) -> Arc<DMatrix<f64>> {
    if fitted.has_features() {
        Arc::new(scaler.apply(&rows.x))
    } else {
        Arc::clone(&rows.x)
    }
}

impl Analysis {
    /// Reads new rows from a file, by the columns of the fitted rows; tells the observer how many are left out.
    ///
    /// # Errors
    /// When the file cannot be read, or lacks a column or a value; when cancelled.
    pub fn read_new(&self, file: &Path, watch: Watch<'_>) -> Result<NewPoints> {
        let cancelled = watch.cancelled;
        self.kernel.check_new()?;
        let source = Source::File(DataFile::from(file));
        let rows = Arc::new(read(
            &source,
            (&self.table, &self.origin.columns),
            &self.dataset,
            self.memory_budget,
            cancelled,
        )?);
        watch.progress.leave_out(rows.skipped_rows);
        let scaled = scaled(&rows, &self.dataset, &self.scaler);
        NewPoints::of(&rows, &scaled, &self.dataset, &self.kernel, cancelled)
    }

    /// Scores of the new rows by a method, m × q, or the reason for which there are none; `None` where they were
    /// not wanted.
    #[must_use]
    pub fn projected(&self, method: Method) -> Option<Result<&DMatrix<f64>, &str>> {
        let mut known = self.explain.projections.iter();
        let (_, found) = known.find(|(of, _)| *of == method)?;
        Some(match found {
            Ok(scores) => Ok(scores),
            Err(reason) => Err(reason),
        })
    }

    /// Error of a method's scores for new rows, measured on a held-out tenth of the rows, as a share of the scores'
    /// spread; `None` for methods that do not start from distances, and where it cannot be measured.
    #[must_use]
    pub fn projection_error(&self, method: Method, memory_budget: u64) -> Option<f64> {
        let embedding = self.embedding(method).ok()?;
        let progress = Arc::default();
        let watch = Watch::new(&progress, &|| false).within(memory_budget);
        held_out((method, embedding), self, self.asked(method), watch)
            .ok()
            .flatten()
    }
}
