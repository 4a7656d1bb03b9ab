//! Stages from a source to scaled rows, on which kernel parameters have no influence.

use std::{sync::Arc, time::SystemTime};

use nalgebra::DMatrix;

use super::{
    Progress,
    cached::{Cache, Same},
    clean_rows::{self, DenoisedCount},
    new_rows,
};
use crate::{Result, insight::deviation_ratio, setup::Setup};
use kernel_pca::objects::DataRounding;
use kernel_pca::{
    kernel::{gamma_auto, gamma_median},
    kpca::{CancelCheck, FitError, Tier},
    objects::{AddedNoise, ObjectKind, Objects, Scaler, Scaling},
    pca::Pca,
};
use tabular::{Columns, Dataset, FittedTable, Holds, NewRows, ReadTask, Source, Table};

/// Stages that prepare rows, each with its last result.
#[derive(Debug, Default)]
pub(super) struct Preparer {
    progress: Arc<Progress>,
    loaded: Cache<(Source, Option<SystemTime>, Holds), Arc<Table>>,
    picked: Cache<(Same<Table>, Columns, ObjectKind), Arc<Dataset>>,
    noised: Cache<(Same<Dataset>, AddedNoise), Arc<Dataset>>,
    scaled: Cache<(Same<Dataset>, Scaling), ScaledRows>,
    new_rows: Cache<NewRowsKey, Arc<NewRows>>,
    clean_rows: Cache<NewRowsKey, Arc<NewRows>>,
    left_out: Cache<LeftOutKey, Option<Arc<NewRows>>>,
    new_scaled: Cache<NewScaledKey, Arc<DMatrix<f64>>>,
    medians: Cache<(Same<Dataset>, Scaler), f64>,
    /// Last γ of the median heuristic; `None` unless the data were a drawing.
    median_of_drawing: Option<f64>,
}

/// Key of new rows: their source with its time of change, and the table and dataset that they are matched to.
type NewRowsKey = (Source, Option<SystemTime>, Same<Table>, Same<Dataset>);

/// Key of rows that are left out of the fit: the table, and the dataset without them.
type LeftOutKey = (Same<Table>, Same<Dataset>);

/// Key of scaled new rows: the rows, the fitted dataset and the way of scaling.
type NewScaledKey = (Same<NewRows>, Same<Dataset>, Scaling);

/// Results that depend on the scaled data alone, not on the kernel.
#[derive(Debug, Clone)]
pub(super) struct ScaledRows {
    pub scaler: Scaler,
    pub x: Arc<DMatrix<f64>>,
    /// Bound on the errors by rounding in `x`, from the numbers of the table and their scaling.
    pub rounding: DataRounding,
    pub pca: Arc<Pca>,
    pub gamma_auto: f64,
    /// Ratio of the largest to the smallest deviation of the columns before they were scaled.
    pub deviation_ratio: f64,
}

/// Rows read from the source, and the steps up to the dataset.
pub(super) struct SourceRows {
    pub table: Arc<Table>,
    /// Dataset before noise was added; `None` where none was.
    pub clean: Option<Arc<Dataset>>,
    pub dataset: Arc<Dataset>,
    pub new: Option<Arc<NewRows>>,
    /// Clean rows in a file, one for each row that is denoised.
    pub clean_rows: Option<Arc<NewRows>>,
}

impl Preparer {
    /// Creates a preparer that reports reading to `progress`.
    pub fn telling(progress: Arc<Progress>) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// Reads the rows that `setup` describes, within `memory` bytes.
    ///
    /// # Errors
    /// The errors of the source, the columns and the new rows, that memory does not suffice, or that it was cancelled.
    pub fn read(
        &mut self,
        setup: &Setup,
        memory: u64,
        cancelled: CancelCheck<'_>,
    ) -> Result<SourceRows> {
        let takes = setup.kernel.kind.takes();
        let table = self.load(
            &setup.source,
            Holds::of(takes, setup.columns.map),
            memory,
            cancelled,
        )?;
        let clean = self.pick(&table, &setup.columns, takes, memory)?;
        let noise = setup.added_noise.filter(|_| clean.has_features());
        let beside = Beside {
            table: &table,
            columns: &setup.columns,
            dataset: &clean,
            memory,
            cancelled,
        };
        let new = match &setup.new_rows {
            Some(source) => Some(beside.read(source, &mut self.new_rows)?),
            None => self.left_out(setup, (&table, &clean))?,
        };
        let clean_source = setup.clean_rows.as_ref().filter(|_| clean.has_features());
        let clean_rows = match clean_source {
            Some(source) => {
                let found = beside.read(source, &mut self.clean_rows)?;
                clean_rows::check(&found.name, &found, denoised(&clean, new.as_deref()))?;
                Some(found)
            }
            None => None,
        };
        Ok(SourceRows {
            dataset: self.add_noise(&clean, noise),
            new,
            clean_rows,
            table,
            clean: noise.map(|_| clean),
        })
    }

    /// Table of the setup's source, if that was read last; `None` otherwise.
    pub fn table(&self, setup: &Setup) -> Option<Arc<Table>> {
        let ((source, ..), table) = self.loaded.last()?;
        (*source == setup.source).then(|| Arc::clone(table))
    }

    fn load(
        &mut self,
        source: &Source,
        holds: Holds,
        memory: u64,
        cancelled: CancelCheck<'_>,
    ) -> Result<Arc<Table>> {
        // A file that was saved again counts as another source.
        let from = (source.clone(), source.modified(cancelled)?, holds);
        self.loaded.get(from, || {
            let task = ReadTask {
                holds,
                memory,
                progress: Some(&self.progress.read),
                cancelled,
                ..ReadTask::default()
            };
            Ok(Arc::new(source.load_by(&task)?))
        })
    }

    fn pick(
        &mut self,
        table: &Arc<Table>,
        columns: &Columns,
        takes: ObjectKind,
        memory: u64,
    ) -> Result<Arc<Dataset>> {
        let from = (Same::as_in(table), columns.clone(), takes);
        let objects = || {
            let objects = table.objects_within(columns, takes, memory)?;
            Ok(Arc::new(objects))
        };
        self.picked.get(from, objects)
    }

    fn add_noise(&mut self, clean: &Arc<Dataset>, noise: Option<AddedNoise>) -> Arc<Dataset> {
        let Some(noise) = noise else {
            return Arc::clone(clean);
        };
        let add = || Arc::new(clean.with_noise(&noise));
        self.noised.made((Same::as_in(clean), noise), add)
    }

    /// Rows that were left out of the fit, to be drawn where the components put them; `None` where there are none or no
    /// features.
    fn left_out(
        &mut self,
        setup: &Setup,
        (table, dataset): (&Arc<Table>, &Arc<Dataset>),
    ) -> Result<Option<Arc<NewRows>>> {
        if !setup.columns.rows.leaves_out() || !dataset.has_features() {
            return Ok(None);
        }
        let from = (Same::as_in(table), Same::as_in(dataset));
        self.left_out.get(from, || {
            let fitted = FittedTable::new(table, &setup.columns, dataset)?;
            Ok(NewRows::left_out(&fitted)?.map(Arc::new))
        })
    }

    pub fn scale_new(
        &mut self,
        rows: &Arc<NewRows>,
        dataset: &Arc<Dataset>,
        scaler: &Scaler,
        scaling: Scaling,
    ) -> Arc<DMatrix<f64>> {
        let from = (Same::as_in(rows), Same::as_in(dataset), scaling);
        self.new_scaled
            .made(from, || new_rows::scaled(rows, dataset, scaler))
    }

    pub fn scale(&mut self, dataset: &Arc<Dataset>, scaling: Scaling) -> Result<ScaledRows> {
        self.scaled.get((Same::as_in(dataset), scaling), || {
            let scaler = scaling.fit(&dataset.x);
            let features = Arc::new(scaler.apply(&dataset.x));
            let x = match &dataset.objects {
                Objects::Matrix(matrix) => &matrix.entries,
                Objects::Vectors | Objects::Strings(_) | Objects::Graph(_) => &features,
            };
            if !x.iter().all(|value| value.is_finite()) {
                return Err(FitError::DataTooLarge.into());
            }
            // Data without features have no principal components.
            let pca = Pca::fit(&features);
            if !pca.total.is_finite() {
                return Err(FitError::DataTooLarge.into());
            }
            if pca.total < f64::MIN_POSITIVE && differ(&features) {
                return Err(FitError::DataTooSmall.into());
            }
            Ok(ScaledRows {
                rounding: scaler.rounding(&dataset.feature_errors),
                scaler,
                pca: Arc::new(pca),
                gamma_auto: gamma_auto(&features),
                deviation_ratio: deviation_ratio(&dataset.x),
                x: Arc::clone(x),
            })
        })
    }

    /// Value of γ by the median heuristic, a mark beside the slider. It visits all pairs of many rows. While points
    /// are drawn, data change from preview to preview, and the mark may be out of date.
    pub fn median(
        &mut self,
        dataset: &Arc<Dataset>,
        scaler: &Scaler,
        is_drawn: bool,
        tier: Tier,
    ) -> f64 {
        let late = self.median_of_drawing.filter(|_| is_drawn);
        if let (Tier::Preview | Tier::Refined, Some(median)) = (tier, late) {
            return median;
        }
        let from = (Same::as_in(dataset), scaler.clone());
        let median = || gamma_median(&scaler.apply(&dataset.x));
        let median = self.medians.made(from, median);
        self.median_of_drawing = is_drawn.then_some(median);
        median
    }
}

/// Fitted rows beside which rows of another source are read, by the same columns.
#[derive(Clone, Copy)]
struct Beside<'a> {
    table: &'a Arc<Table>,
    columns: &'a Columns,
    dataset: &'a Arc<Dataset>,
    memory: u64,
    cancelled: CancelCheck<'a>,
}

impl Beside<'_> {
    /// Reads the rows of a source, unless `known` holds them.
    fn read(
        &self,
        source: &Source,
        known: &mut Cache<NewRowsKey, Arc<NewRows>>,
    ) -> Result<Arc<NewRows>> {
        let Self {
            table,
            columns,
            dataset,
            memory,
            cancelled,
        } = *self;
        let from = (
            source.clone(),
            source.modified(cancelled)?,
            Same::as_in(table),
            Same::as_in(dataset),
        );
        known.get(from, || {
            let found = new_rows::read(source, (table, columns), dataset, memory, cancelled)?;
            Ok(Arc::new(found))
        })
    }
}

/// Number of rows that are denoised, and of rows skipped in their source: of new rows from another source, or else of
/// the fitted ones.
fn denoised(fitted: &Dataset, new: Option<&NewRows>) -> DenoisedCount {
    match new.filter(|new| !new.are_left_out) {
        Some(new) => DenoisedCount {
            rows: new.n(),
            skipped: new.skipped_rows,
        },
        None => DenoisedCount {
            rows: fitted.n(),
            skipped: fitted.skipped_rows,
        },
    }
}

/// Returns true where two rows of x (n × d) differ.
fn differ(x: &DMatrix<f64>) -> bool {
    let mut columns = x.column_iter();
    columns.any(|column| column.iter().any(|value| *value != column[0]))
}
