//! Units of the columns: how much their deviations differ, and the start that suits them.

use nalgebra::DMatrix;

use super::{Insight, SampledKernel};
use crate::{analysis::Analysis, setup::Setup};
use kernel_pca::objects::Scaling;
use tabular::{Dataset, Map, Source};

/// Ratio of the largest to the smallest deviation of columns above which they are taken to have different units: those of
/// iris, four lengths in centimetres, differ 4.1-fold.
pub const UNITS_DIFFER: f64 = 5.0;

/// Ratio of the largest to the smallest standard deviation of the columns of x (n × d), those that do not vary left out;
/// 1 where fewer than two vary.
#[must_use]
pub fn deviation_ratio(x: &DMatrix<f64>) -> f64 {
    let deviations = x.column_iter().map(|column| {
        // Divided by the largest value first, so that no square overflows.
        let unit = column.amax();
        if unit > 0.0 && unit.is_finite() {
            unit * (column / unit).variance().sqrt()
        } else {
            0.0
        }
    });
    let varying = deviations.filter(|deviation| *deviation > 0.0);
    let [low, high] = varying.fold([f64::INFINITY, 0.0], |[low, high], it| {
        [it.min(low), it.max(high)]
    });
    if low < high { high / low } else { 1.0 }
}

/// Returns true for a table from a user's file, with features and no pictures: its columns may have any units.
#[must_use]
pub fn has_own_units(setup: &Setup, dataset: &Dataset) -> bool {
    let is_file = matches!(setup.source, Source::File(_));
    let has_columns = dataset.has_features() && setup.columns.map == Map::None;
    is_file && has_columns && dataset.pictures.is_none()
}

/// Changes of the setup that suit a table from a user's file.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SensibleChange {
    /// Ratio of the columns' deviations, where they differ much and columns are not standardised.
    pub standardize: Option<f64>,
    /// True where the kernel matrix is near the identity.
    pub is_nearly_identity: bool,
}

impl SensibleChange {
    /// Changes that suit an analysis; `None` where none is needed, or where the data are no table from a user's file.
    #[must_use]
    pub fn of(analysis: &Analysis) -> Option<Self> {
        if !has_own_units(&analysis.origin, &analysis.dataset) {
            return None;
        }
        let is_raw = analysis.origin.scaling != Scaling::Standardize;
        let ratio = analysis.deviation_ratio;
        let beside = SampledKernel::of(&analysis.kpca).beside_diagonal;
        let found = Self {
            standardize: (is_raw && ratio > UNITS_DIFFER).then_some(ratio),
            is_nearly_identity: beside.is_some_and(|it| it < super::kernel::NEARLY_DIAGONAL),
        };
        (found.standardize.is_some() || found.is_nearly_identity).then_some(found)
    }
}

/// Remark that columns have different units, in place of remarks that compare kernels on them.
pub(super) fn units_differ(ratio: Option<f64>) -> Option<Insight> {
    let ratio = ratio.filter(|ratio| *ratio > UNITS_DIFFER)?;
    Some(Insight::UnitsDiffer(ratio))
}
