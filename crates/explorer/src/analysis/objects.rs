//! Kernel matrices of objects that are not vectors: strings and nodes of a graph.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::cached::{Cache, Same};
use crate::Result;
use kernel_pca::{
    kernel::{Kernel, MadeError, MatrixRecipe, NodeSimilarities, Similarity},
    kpca::{Bytes, CancelCheck, FitError},
    objects::{Objects, RoundedMatrix},
};
use tabular::Dataset;

/// Number of n × n matrices held at once: the values, and the decomposition they may be computed from.
const MATRICES: u64 = 6;

/// Stage that computes kernel matrices. It keeps the last matrix, and the decomposition that a slider of β needs
/// again.
#[derive(Debug, Default)]
pub(super) struct Maker {
    similarities: Cache<(Same<Dataset>, Similarity), Arc<NodeSimilarities>>,
    made: Cache<(Same<Dataset>, Kernel), RoundedMatrix>,
}

/// Objects in the form that a kernel compares.
pub(super) struct KernelInput {
    /// Features (n × d) or kernel values (n × n).
    pub x: Arc<DMatrix<f64>>,
    /// Relative error of the entries of a kernel matrix, see [`RoundedMatrix::rounding`].
    pub rounding: f64,
    /// Value of β at which the von Neumann kernel ceases to exist on this graph; `None` for other kernels.
    pub beta_bound: Option<f64>,
}

impl Maker {
    /// Returns `x`, or for kernels of strings and nodes the kernel matrix of the dataset's objects.
    ///
    /// # Errors
    /// When cancelled, when the kernel is not defined for its parameters, or when memory does not suffice.
    pub fn make(
        &mut self,
        dataset: &Arc<Dataset>,
        kernel: Kernel,
        x: Arc<DMatrix<f64>>,
        memory_budget: u64,
        cancelled: CancelCheck<'_>,
    ) -> Result<KernelInput> {
        let Some(make) = kernel.kind().family().make else {
            return Ok(KernelInput {
                x,
                rounding: dataset.objects.rounding(),
                beta_bound: None,
            });
        };
        let n = dataset.n() as u64;
        let needed = MATRICES * 8 * n * n;
        if needed > memory_budget {
            let (needed, allowed) = (Bytes(needed), Bytes(memory_budget));
            return Err(FitError::OutOfMemory { needed, allowed }.into());
        }
        // Normalising and centring are applied later.
        let plain = kernel.parts().remove(0);
        let from = (Same::as_in(dataset), plain);
        let Self { similarities, made } = self;
        let (made, beta_bound) = match (make, &dataset.objects) {
            (MatrixRecipe::Strings(of), Objects::Strings(strings)) => {
                let counted = || of(&plain).matrix(strings, cancelled);
                let counted = || counted().map(|matrix| RoundedMatrix::off_by(matrix, 0.0));
                (made.get(from, counted)?, None)
            }
            (MatrixRecipe::Nodes(of), Objects::Graph(graph)) => {
                let similarity = plain.similarity().unwrap_or_default();
                let found = similarities.get((Same::as_in(dataset), similarity), || {
                    NodeSimilarities::of(graph, similarity, cancelled).map(Arc::new)
                })?;
                let made = made.get(from, || found.kernel(of(&plain), cancelled))?;
                (made, found.beta_bound())
            }
            (MatrixRecipe::Strings(_), _) => return Err(MadeError::Other("strings").into()),
            (MatrixRecipe::Nodes(_), _) => return Err(MadeError::Other("a graph").into()),
        };
        let RoundedMatrix { entries, rounding } = made;
        Ok(KernelInput {
            x: entries,
            rounding,
            beta_bound,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{analysis::Analyzer, setup::example};
    use kernel_pca::{
        kernel::{KernelKind, Similarity},
        kpca::Tier,
    };

    #[test]
    fn the_von_neumann_kernel_says_where_it_ends() {
        let mut setup = example("five-nodes").unwrap().setup;
        setup.kernel.kind = KernelKind::VonNeumann;
        let mut analyzer = Analyzer::default();
        let mut bound = |similarity, beta| {
            setup.kernel.similarity = similarity;
            setup.kernel.beta = beta;
            let analysis = analyzer.run(&setup, Tier::Exact, &|| false);
            analysis.map(|analysis| analysis.beta_bound)
        };
        assert_eq!(bound(Similarity::Laplacian, 9.0), Ok(None));
        let end = bound(Similarity::Adjacency, 0.2).unwrap().unwrap();
        assert!((end - 0.40303).abs() < 1e-5, "{end}");
        assert!(bound(Similarity::Adjacency, 0.999 * end).is_ok());
        let refused = bound(Similarity::Adjacency, end).unwrap_err();
        assert!(refused.to_string().starts_with("β must be below 0.403"));
    }
}
