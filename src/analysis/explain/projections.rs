//! Scores of the new rows, by every method.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::cached::{Cache, Same},
    Explain, ExplainInputs, embeddings,
};
use crate::{embedding::Embedding, kpca::Tier, method::Method};

/// Scores of new rows (m × q), or a reason in one line why there are none.
pub type ProjectionResult = Result<Arc<DMatrix<f64>>, String>;

/// Number of pairs of a new row and a fitted one up to which projections follow a moving slider.
const QUICK: usize = 4_000_000;

/// Key of a projection: the fit and the new rows.
type ProjectionKey = (Same<dyn Embedding>, Same<DMatrix<f64>>);

/// Last projections, each with its key.
#[derive(Debug, Default)]
pub(super) struct Projections(BTreeMap<Method, Cache<ProjectionKey, ProjectionResult>>);

impl Projections {
    /// Projects the new rows by every method that has scores; empty where there are no new rows.
    pub fn of(
        &mut self,
        fitted: &ExplainInputs<'_>,
        explain: &Explain,
    ) -> Vec<(Method, ProjectionResult)> {
        let Some(new) = fitted.new else {
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
            let cached = self.0.entry(method).or_default();
            let later = fitted.tier == Tier::Preview && pairs > QUICK && method != Method::Pca;
            if later && !cached.knows(&from) {
                let reason = "new rows are put in once the slider rests";
                found.push((method, Err(reason.to_owned())));
                continue;
            }
            let Ok(projected) = cached.get(from, || {
                Ok::<_, Infallible>(embedding.project(x).map(Arc::new))
            });
            found.push((method, projected));
        }
        found
    }
}
