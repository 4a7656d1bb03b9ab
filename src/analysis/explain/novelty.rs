//! What the components leave unexplained: of each row, and of each place in the input plane.

use std::{convert::Infallible, sync::Arc};

use super::{
    super::{
        cached::{Cached, Same},
        contours::{ContourKey, Contours, contours},
    },
    Fitted,
};
use crate::{
    data::NewRows,
    explain::field,
    kpca::{Cancelled, FitError, KernelPca},
    method::Method,
};

/// Squared distances of images from the components of kernel PCA (Hoffmann 2007).
#[derive(Debug, Clone, PartialEq)]
pub struct Novelty {
    /// One for each row that was fitted.
    pub fitted: Vec<f64>,
    /// One for each new row, or why there are none; empty where there are no new rows.
    pub new: Result<Vec<f64>, String>,
}

/// The share of rows that were fitted which lie beyond the threshold unless it was moved.
const USUAL_SHARE: f64 = 0.05;

impl Novelty {
    /// Where the threshold stands: where it was put, or else so that 5 % of the rows lie beyond.
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

    /// The rows that lie beyond it, of those that were fitted.
    pub fn beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.fitted.iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// The new rows that lie beyond it, by their numbers among themselves.
    pub fn new_beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.of_new().iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// Of new rows; none where there are none.
    #[must_use]
    pub fn of_new(&self) -> &[f64] {
        self.new.as_deref().unwrap_or_default()
    }
}

/// What the last errors were made from: the fit and the new rows.
type Asked = (Same<KernelPca>, Option<Same<NewRows>>);

/// The last errors and their map, with what each was made from.
#[derive(Debug, Default)]
pub(super) struct Novelties {
    of_rows: Cached<Asked, Arc<Novelty>>,
    map: Cached<(Same<KernelPca>, ContourKey), Option<Arc<Contours>>>,
}

impl Novelties {
    pub fn of_rows(&mut self, fitted: &Fitted<'_>) -> Arc<Novelty> {
        let kpca = fitted.kpca;
        let new = fitted.new.map(|new| Same::as_in(&new.rows));
        let Ok(novelty) = self.of_rows.get((Same::as_in(kpca), new), || {
            Ok::<_, Infallible>(Arc::new(Novelty {
                fitted: kpca.training_errors(),
                new: of_new(fitted),
            }))
        });
        novelty
    }

    /// # Errors
    /// When cancelled.
    pub fn map(
        &mut self,
        fitted: &Fitted<'_>,
        key: ContourKey,
        cancelled: Cancelled<'_>,
    ) -> Result<Option<Arc<Contours>>, FitError> {
        let Fitted {
            dataset,
            scaler,
            kpca,
            ..
        } = fitted;
        let key = key.single();
        let from = (Same::as_in(kpca), key.clone());
        let field = field::Novelty(kpca);
        self.map
            .get(from, || contours(&field, dataset, scaler, &key, cancelled))
    }
}

fn of_new(fitted: &Fitted<'_>) -> Result<Vec<f64>, String> {
    let Some(new) = fitted.new else {
        return Ok(vec![]);
    };
    let kernel = &fitted.kpca.kernel;
    let lengths = kernel.check_new_lengths("novelty");
    lengths.map_err(|error| error.to_string())?;
    let x = new
        .for_method(Method::Kpca)
        .map_err(|error| error.to_string())?;
    Ok(fitted.kpca.reconstruction_errors(x))
}
