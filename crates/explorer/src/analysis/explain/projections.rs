//! Scores of the new rows by every method, and their error measured on held-out rows.

use std::{collections::BTreeMap, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::{
        Analysis, Watch,
        cached::{Cache, Same},
    },
    Explain, embeddings,
};
use kernel_pca::{
    embedding::Embedding,
    kpca::{FitError, Tier},
    manifold::{METHODS, ManifoldError, held_out_error},
    method::Method,
};

/// Scores of m new rows (m × q), or the reason in one line for which there are none.
pub type ProjectionResult = Result<Arc<DMatrix<f64>>, String>;

/// Number of pairs of a new and a fitted row up to which new rows are projected while a slider moves.
const QUICK: usize = 4_000_000;

/// Number of components by which the error of new rows is judged: those of a plot.
const SHOWN: usize = 2;

/// Key of a projection: the embedding and the new rows.
type ProjectionKey = (Same<dyn Embedding>, Same<DMatrix<f64>>);

/// Cache of the latest scores of the new rows by each method, and of each method's error on held-out rows.
#[derive(Debug, Default)]
pub(super) struct Projections {
    scores: BTreeMap<Method, Cache<ProjectionKey, ProjectionResult>>,
    errors: BTreeMap<Method, Cache<Same<dyn Embedding>, Option<f64>>>,
}

impl Projections {
    /// Projects the new rows by every method; empty where there are no new rows.
    pub fn of(&mut self, fitted: &Analysis, explain: &Explain) -> Vec<(Method, ProjectionResult)> {
        let Some(new) = &fitted.new else {
            return vec![];
        };
        let pairs = new.rows.n() * fitted.dataset.n();
        let mut found = Vec::new();
        for (method, embedding) in embeddings(fitted, explain) {
            let x = match new.for_method(method) {
                Ok(x) => x,
                Err(error) => {
                    found.push((method, Err(error.to_string())));
                    continue;
                }
            };
            let from = (Same::as_in(&embedding), Same::as_in(x));
            let cached = self.scores.entry(method).or_default();
            let later = fitted.tier != Tier::Exact && pairs > QUICK && method != Method::Pca;
            if later && !cached.knows(&from) {
                let reason = "new rows are put in once the slider rests";
                found.push((method, Err(reason.to_owned())));
                continue;
            }
            let projected = cached.made(from, || embedding.project(x).map(Arc::new));
            found.push((method, projected));
        }
        found
    }

    /// Error of new rows' scores, measured on held-out rows, for each shown method that starts from distances. Empty
    /// without new rows, and in previews, since each error takes one more fit.
    ///
    /// # Errors
    /// When cancelled.
    pub fn errors(
        &mut self,
        fitted: &Analysis,
        explain: &Explain,
        watch: Watch<'_>,
    ) -> Result<Vec<(Method, f64)>, FitError> {
        let mut found = Vec::new();
        let Some(new) = fitted.new_rows().filter(|_| fitted.tier == Tier::Exact) else {
            return Ok(found);
        };
        for (method, embedding) in embeddings(fitted, explain) {
            if new.for_method(method).is_err() {
                continue;
            }
            let cached = self.errors.entry(method).or_default();
            let error = cached.get(Same::as_in(&embedding), || {
                held_out((method, &*embedding), fitted, SHOWN, watch)
            })?;
            found.extend(error.map(|error| (method, error)));
        }
        Ok(found)
    }
}

/// Error of a method's scores for new rows on its first `components`, measured on held-out rows; `None` for methods
/// that do not start from distances, and where the rows that are not held out cannot be fitted.
///
/// # Errors
/// When cancelled.
pub(in crate::analysis) fn held_out(
    (method, embedding): (Method, &dyn Embedding),
    fitted: &Analysis,
    components: usize,
    watch: Watch<'_>,
) -> Result<Option<f64>, FitError> {
    if !METHODS.contains(&method) {
        return Ok(None);
    }
    let Ok(rows) = fitted.rows_for(method) else {
        return Ok(None);
    };
    let Ok(checked) = fitted.manifold.check(method, &rows) else {
        return Ok(None);
    };
    let scores = embedding.scores();
    let scores = scores
        .columns(0, components.min(scores.ncols()))
        .into_owned();
    match held_out_error(&rows, &checked, &scores, watch.memory, watch.cancelled) {
        Err(ManifoldError::Cancelled) => Err(FitError::Cancelled),
        other => Ok(other.ok().flatten()),
    }
}
