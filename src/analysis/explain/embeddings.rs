//! The methods that are computed only where something shows them.

use std::{collections::BTreeMap, convert::Infallible, sync::Arc};

use nalgebra::DMatrix;

use super::{
    super::{
        Progress,
        cached::{Cached, Same},
    },
    Fitted,
};
use crate::{
    correspondence::Correspondence,
    data::Dataset,
    embedding::Embedding,
    kpca::{Cancelled, FitError, Tier},
    manifold::{self, ManifoldParams, Options},
    method::Method,
    settled,
};

/// Components that a view of space shows.
const SPACE: usize = 3;
/// Up to this many rows an embedding is computed while a slider moves.
const QUICK: usize = 500;

/// Scores by a method, or why there are none, in one line.
pub type Embedded = Result<Arc<dyn Embedding>, String>;

/// What an embedding is of: the scaled data, its parameters, and what it may take.
type Asked = (Same<DMatrix<f64>>, ManifoldParams, Options);

/// The last embeddings with what each was made from.
#[derive(Debug, Default)]
pub(super) struct Embeddings {
    unrolled: BTreeMap<Method, Cached<Asked, Embedded>>,
    correspondence: Cached<Same<Dataset>, Embedded>,
    progress: Arc<Progress>,
}

impl Embeddings {
    /// They tell `progress` how far they are.
    pub fn telling(progress: Arc<Progress>) -> Self {
        Self {
            progress,
            ..Self::default()
        }
    }

    /// The scores of a method.
    pub fn of(
        &mut self,
        method: Method,
        fitted: &Fitted<'_>,
        cancelled: Cancelled<'_>,
    ) -> Result<Embedded, FitError> {
        let &Fitted {
            dataset,
            x,
            kpca,
            manifold,
            tier,
            memory_budget,
            ..
        } = fitted;
        if let Some(lack) = dataset.objects.lack_of_features() {
            return Ok(Err(lack.to_owned()));
        }
        if method == Method::Correspondence {
            // Counts as they came; its cost is that of linear PCA.
            let cached = self.correspondence.get(Same::as_in(dataset), || {
                let found = Correspondence::fit(&dataset.x);
                let found = found.map(|it| Arc::new(it) as Arc<dyn Embedding>);
                Ok::<_, Infallible>(found.map_err(|error| error.to_string()))
            });
            let Ok(embedded) = cached;
            return Ok(embedded);
        }
        let components = match method {
            // As many as there are features at most, as in scikit-learn.
            Method::Lle => kpca.eigenvalues.len().max(SPACE).min(x.ncols()),
            _ => kpca.eigenvalues.len().max(SPACE),
        };
        let options = Options {
            components,
            memory_budget,
        };
        let from = (Same::as_in(x), manifold, options);
        let cached = self.unrolled.entry(method).or_default();
        if tier == Tier::Preview && !cached.knows(&from) && x.nrows() > QUICK {
            return Ok(Err("computed once the slider rests".into()));
        }
        let progress = &*self.progress;
        cached.get(from, || {
            progress.begin(method);
            let progress = &progress.embedding;
            unroll(x, (method, manifold), &options, progress, cancelled)
        })
    }
}

fn unroll(
    x: &DMatrix<f64>,
    (method, params): (Method, ManifoldParams),
    options: &Options,
    progress: &manifold::EmbeddingProgress,
    cancelled: Cancelled<'_>,
) -> Result<Embedded, FitError> {
    let checked = match params.check(method, x) {
        Ok(checked) => checked,
        Err(error) => return Ok(Err(error.to_string())),
    };
    let unrolled = manifold::fit(x, checked, options, progress, cancelled);
    Ok(settled(unrolled)?.map(|unrolled| Arc::new(unrolled) as Arc<dyn Embedding>))
}
