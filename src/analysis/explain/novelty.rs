//! Novelty: squared distance of images from the components, for each row and over the plane of the input.

use std::sync::Arc;

use super::{
    super::{
        cached::{Cache, Same},
        contours::{ContourKey, Contours, contours},
    },
    ExplainInputs,
};
use crate::{
    data::NewRows,
    explain::{
        field,
        limits::{ControlLimits, hotelling},
    },
    kpca::{FitError, KernelPca, Tier},
    method::Method,
};

/// Squared distances of images from the components of kernel PCA (Hoffmann 2007).
#[derive(Debug, Clone, PartialEq)]
pub struct Novelty {
    /// Distance of each fitted row.
    pub fitted: Vec<f64>,
    /// Distance of each new row, or a reason why there are none; empty where there are no new rows.
    pub new: Result<Vec<f64>, String>,
    /// Hotelling's T² of the fitted rows, and of the new ones where they have errors.
    pub t2: [Vec<f64>; 2],
    /// Limits of both numbers for new rows; `None` while a slider moves.
    pub limits: Option<ControlLimits>,
}

/// Share of fitted rows beyond the threshold until it is moved: 5 %, the customary level of a test.
const USUAL_SHARE: f64 = 0.05;

impl Novelty {
    /// Returns the threshold `put`, or else the one beyond which 5 % of the fitted rows lie.
    #[must_use]
    pub fn threshold(&self, put: Option<f64>) -> f64 {
        put.unwrap_or_else(|| {
            let mut sorted = self.fitted.clone();
            sorted.sort_by(f64::total_cmp);
            let beyond = (USUAL_SHARE * sorted.len() as f64).floor() as usize;
            let last = sorted.len().checked_sub(beyond + 1);
            last.map_or(0.0, |last| sorted[last])
        })
    }

    /// Indices of the fitted rows beyond the threshold.
    pub fn beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.fitted.iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// Indices of the new rows beyond the threshold.
    pub fn new_beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.of_new().iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// Distances of the new rows; empty where there are none.
    #[must_use]
    pub fn of_new(&self) -> &[f64] {
        self.new.as_deref().unwrap_or_default()
    }
}

/// Key of the last distances: the fit and the new rows.
type NoveltyKey = (Same<KernelPca>, Option<Same<NewRows>>);

/// Last distances and their map, each with its key.
#[derive(Debug, Default)]
pub(super) struct Novelties {
    of_rows: Cache<NoveltyKey, Arc<Novelty>>,
    map: Cache<(Same<KernelPca>, ContourKey), Option<Arc<Contours>>>,
}

impl Novelties {
    /// # Errors
    /// When cancelled.
    pub fn of_rows(&mut self, fitted: &ExplainInputs<'_>) -> Result<Arc<Novelty>, FitError> {
        let kpca = fitted.kpca;
        let new = fitted.new.map(|new| Same::as_in(&new.rows));
        self.of_rows.get((Same::as_in(kpca), new), || {
            let (new, of_new) = match of_new(fitted) {
                Ok((errors, t2)) => (Ok(errors), t2),
                Err(reason) => (Err(reason), vec![]),
            };
            // A cube of the kernel matrix takes too long for each step of a slider.
            let limits = match fitted.tier {
                Tier::Exact => Some(ControlLimits::of(kpca, fitted.watch.cancelled)?),
                Tier::Preview => None,
            };
            Ok(Arc::new(Novelty {
                fitted: kpca.training_errors(),
                new,
                t2: [hotelling(kpca, &kpca.scores()), of_new],
                limits,
            }))
        })
    }

    /// Maps the distance over the plane of the input.
    ///
    /// # Errors
    /// When cancelled.
    pub fn map(
        &mut self,
        fitted: &ExplainInputs<'_>,
        key: ContourKey,
    ) -> Result<Option<Arc<Contours>>, FitError> {
        let ExplainInputs {
            dataset,
            scaler,
            kpca,
            ..
        } = fitted;
        let key = key.single();
        let from = (Same::as_in(kpca), key.clone());
        let field = field::Novelty(kpca);
        self.map.get(from, || {
            contours(&field, dataset, scaler, &key, fitted.watch.cancelled)
        })
    }
}

/// Errors of the new rows and their T²; both empty where there are no new rows.
///
/// # Errors
/// Reason for which there are none, in one line.
fn of_new(fitted: &ExplainInputs<'_>) -> Result<(Vec<f64>, Vec<f64>), String> {
    let Some(new) = fitted.new else {
        return Ok((vec![], vec![]));
    };
    let kernel = &fitted.kpca.kernel;
    let lengths = kernel.check_new_lengths("novelty");
    lengths.map_err(|error| error.to_string())?;
    let x = new
        .for_method(Method::Kpca)
        .map_err(|error| error.to_string())?;
    let t2 = hotelling(fitted.kpca, &fitted.kpca.project(x));
    Ok((fitted.kpca.reconstruction_errors(x), t2))
}
