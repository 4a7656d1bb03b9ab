//! Embeddings by methods that are fitted only where a panel shows them.

use std::{collections::BTreeMap, sync::Arc};

use nalgebra::DMatrix;

use super::super::{
    Analysis, Watch,
    cached::{Cache, Same},
};
use crate::setup::Components;
use kernel_pca::{
    Error,
    correspondence::CorrespondenceError,
    embedding::Embedding,
    kpca::{FitError, Tier},
    manifold::{EmbeddingOptions, ManifoldParams},
    method::{FitInputs, Method, MethodFit, RowForm},
    objects::Objects,
    settled,
};
use tabular::Dataset;

/// Number of components that a plot in three dimensions shows.
const SPACE: usize = 3;

/// Embedding by a method, or the reason in one line for which there is none.
pub type EmbeddingResult = Result<Arc<dyn Embedding>, String>;

/// Key of an embedding: rows, parameters and options.
type EmbeddingKey = (MethodRows, ManifoldParams, EmbeddingOptions);

/// Origin of the rows that a method takes.
#[derive(Debug, PartialEq)]
enum MethodRows {
    /// Scaled features, or a given matrix.
    Compared(Same<DMatrix<f64>>),
    /// Unscaled features, or a graph, whatever its kernel.
    OfDataset(Same<Dataset>),
}

/// Cache of the latest embedding by each method.
#[derive(Debug, Default)]
pub(super) struct Embeddings {
    known: BTreeMap<Method, Cache<EmbeddingKey, EmbeddingResult>>,
}

impl Embeddings {
    /// Returns the embedding by a method, fitted anew where an input changed.
    pub fn of(
        &mut self,
        method: Method,
        fitted: &Analysis,
        watch: Watch<'_>,
    ) -> Result<EmbeddingResult, FitError> {
        let Analysis { dataset, x, .. } = fitted;
        if let Some(lack) = method.spec().takes.lack(fitted.kernel.kind().takes()) {
            return Ok(Err(lack.to_owned()));
        }
        let (fit, quick) = match method.spec().fit {
            MethodFit::Linear => return Ok(Ok(Arc::clone(&fitted.pca) as _)),
            MethodFit::Kernel => return Ok(Ok(Arc::clone(&fitted.kpca) as _)),
            MethodFit::WhereShown { fit, quick } => (fit, quick),
        };
        let is_graph = matches!(dataset.objects, Objects::Graph(_));
        let rows = if is_graph || method.spec().takes == RowForm::AsTheyCame {
            MethodRows::OfDataset(Same::as_in(dataset))
        } else {
            MethodRows::Compared(Same::as_in(x))
        };
        let options = options(method, fitted, watch.memory);
        let from = (rows, fitted.manifold, options);
        let cached = self.known.entry(method).or_default();
        if fitted.tier != Tier::Exact && !cached.knows(&from) && dataset.n() > quick {
            return Ok(Err("computed once the slider rests".into()));
        }
        cached.get(from, || {
            let rows = match fitted.rows_for(method) {
                Ok(rows) => rows,
                Err(lack) => return Ok(Err(lack.to_string())),
            };
            watch.progress.begin(method);
            let found = fit(
                method,
                &FitInputs {
                    rows,
                    params: fitted.manifold,
                    options,
                    progress: &watch.progress.embedding,
                    cancelled: watch.cancelled,
                },
            );
            match found {
                Err(Error::Correspondence(error)) => Ok(Err(by_name(error, dataset))),
                found => settled(found),
            }
        })
    }
}

/// Says why a table has no correspondence analysis, by the table's names of rows and columns; rows without a name are
/// counted from 1 among those of the source.
fn by_name(error: CorrespondenceError, dataset: &Dataset) -> String {
    error.with_names(
        |row| {
            let names = dataset.row_names.as_ref();
            let name = names.and_then(|names| names.get(row)).map(str::to_owned);
            let id = dataset.row_ids.get(row).copied().unwrap_or(row);
            name.unwrap_or_else(|| (id + 1).to_string())
        },
        |column| {
            dataset
                .feature_names
                .get(column)
                .cloned()
                .unwrap_or_default()
        },
    )
}

/// Options of a method's fit: the number of components asked for, at least three for a plot in three dimensions.
fn options(method: Method, fitted: &Analysis, memory_budget: u64) -> EmbeddingOptions {
    let (components, share) = match fitted.components {
        Components::Count(count) => (count, None),
        Components::Share(share) if method.spec().has_shares => {
            (Components::MOST_FOR_SHARE, Some(share))
        }
        Components::Share(_) => (fitted.kpca.eigenvalues.len(), None),
    };
    EmbeddingOptions {
        components: components.max(SPACE),
        share,
        memory_budget,
    }
}
