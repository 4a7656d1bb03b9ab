//! Embeddings with the signs of some components reversed.

use std::{borrow::Cow, ops::Range, sync::Arc};

use nalgebra::DMatrix;

use super::EmbeddingResult;
use crate::setup::Mirrored;
use kernel_pca::{embedding::Embedding, manifold::NeighborGraph, method::Method};

/// Reverses the signs of the components of an embedding that `mirrored` names for the method.
pub(super) fn mirror(
    embedded: EmbeddingResult,
    method: Method,
    mirrored: &Mirrored,
) -> EmbeddingResult {
    let of = embedded?;
    let signs = mirrored.signs(method, of.eigenvalues().len());
    Ok(match signs {
        Some(signs) => Arc::new(Turned { of, signs }),
        None => of,
    })
}

/// Multiplies each column of scores by its sign.
pub(in crate::analysis) fn with_signs(mut scores: DMatrix<f64>, signs: &[f64]) -> DMatrix<f64> {
    for (mut column, sign) in scores.column_iter_mut().zip(signs) {
        column *= *sign;
    }
    scores
}

/// Embedding with other signs of its components.
#[derive(Debug)]
struct Turned {
    of: Arc<dyn Embedding>,
    /// Sign of each component, 1 or −1.
    signs: Vec<f64>,
}

impl Embedding for Turned {
    fn scores(&self) -> Cow<'_, DMatrix<f64>> {
        Cow::Owned(with_signs(self.of.scores().into_owned(), &self.signs))
    }

    fn score(&self, row: usize, component: usize) -> f64 {
        self.signs[component] * self.of.score(row, component)
    }

    fn eigenvalues(&self) -> &[f64] {
        self.of.eigenvalues()
    }

    fn shares(&self) -> Option<Vec<f64>> {
        self.of.shares()
    }

    fn undetermined(&self) -> &[Range<usize>] {
        self.of.undetermined()
    }

    fn graph(&self) -> Option<&NeighborGraph> {
        self.of.graph()
    }

    fn project(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, String> {
        Ok(with_signs(self.of.project(x)?, &self.signs))
    }
}
