//! Diffusion maps (Coifman and Lafon 2006).

use nalgebra::DMatrix;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError,
    distinct::{DistinctRows, distance},
    spectral::{LeadingPairs, SymmetricMatrix, leading},
    tiles::{Tiles, bytes},
    unrolled::{check_memory, turned},
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{eigen::equal::equal_runs, power_of_two::times};

/// Symmetric matrix that is similar to the transition matrix of the random walk.
struct RandomWalk(Tiles);

impl SymmetricMatrix for RandomWalk {
    fn dim(&self) -> usize {
        self.0.dim()
    }

    fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        self.0.times(x)
    }

    fn is_indefinite(&self) -> bool {
        false
    }
}

/// Computes the diffusion map of the rows of x (n × d).
///
/// With K = exp(−γ‖x−y‖²) and q = K·1, the walk steps from x to y with a probability in proportion to
/// K(x,y)/(q(x)q(y))^α. Its right eigenvectors ψ, the constant one left out, are scaled such that Σπψ² = 1 for
/// its stationary distribution π, and component j is λⱼᵗψⱼ.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when it would take too much memory, or when eigenvectors do not converge.
pub(super) fn diffusion_map(
    x: &DMatrix<f64>,
    (gamma, alpha, time): (f64, f64, f64),
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let n = x.nrows();
    let k = options.components_of(n);
    let needed = bytes(n).saturating_add(options.bases(n));
    check_memory(needed, options.memory_budget)?;
    let distinct = DistinctRows::new(x);
    let width = times(gamma.sqrt(), distinct.unit);
    let each = watch.stage(EmbeddingStage::Kernel, n);
    let mut walk = Tiles::from_rows(n, each, |i, end| {
        let own = distinct.of(i);
        let value = |j: usize| match distance(own, distinct.of(j)) {
            // Equal rows, also where the width is infinite.
            0.0 => 1.0,
            length => (-(width * length).powi(2)).exp(),
        };
        (0..end).map(value).collect()
    })?;
    let ones = DMatrix::from_element(n, 1, 1.0);
    let density: Vec<f64> = walk.times(&ones).iter().map(|q| q.powf(-alpha)).collect();
    walk.map(|i, j, value| value * density[i] * density[j]);
    let degrees = walk.times(&ones);
    let roots: Vec<f64> = degrees.iter().map(|d| d.sqrt()).collect();
    walk.map(|i, j, value| value / (roots[i] * roots[j]));
    let LeadingPairs {
        values,
        errors,
        vectors,
    } = leading(&RandomWalk(walk), &roots, k, watch)?;
    // √π, since the degrees are in proportion to the stationary distribution.
    let whole = degrees.sum().sqrt();
    let mut scores = vectors.columns(0, k).into_owned();
    for (mut column, &λ) in scores.column_iter_mut().zip(&values) {
        let factor = λ.max(0.0).powf(time) * whole;
        for (value, root) in column.iter_mut().zip(&roots) {
            *value *= factor / root;
        }
    }
    Ok(ManifoldEmbedding {
        scores: turned(scores),
        undetermined: equal_runs(&values, &errors, k, 0.0),
        eigenvalues: values.into_iter().take(k).collect(),
        trace: None,
        projection: None,
        graph: None,
    })
}
