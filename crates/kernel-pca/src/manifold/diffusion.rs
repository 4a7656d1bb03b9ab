//! Diffusion maps (Coifman and Lafon 2006): leading eigenvectors of a random walk on the rows, from a Gaussian
//! kernel.

use nalgebra::DMatrix;

use super::{
    EmbeddingOptions, ManifoldEmbedding, ManifoldError, ManifoldParams, ManifoldSpec,
    distinct::{DistinctRows, distance},
    neighbors::distances_from,
    params::UsedParameters,
    projection::{ExtensionFormula, Projection, nystrom},
    spectral::{LeadingPairs, leading},
    tiles::{SymmetricTiles, bytes},
    unrolled::{check_memory, turned},
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{
    eigen::equal::equal_runs,
    kernel::{Gamma, ParamError},
    objects::InputRows,
    power_of_two::times,
};

pub(super) const SPEC: ManifoldSpec = ManifoldSpec {
    settle,
    embed: diffusion_map,
};

fn settle(params: &mut ManifoldParams, rows: &InputRows<'_>) -> UsedParameters {
    let ManifoldParams { alpha, time, .. } = *params;
    let gamma = rows.features().map_or(f64::NAN, |x| params.gamma.on(x));
    params.gamma = Gamma::Value(gamma);
    if !Gamma::RULE.allows(gamma) {
        let reason = format!("must be {}", Gamma::RULE.wants());
        return Err(ParamError::new("γ", reason));
    }
    if !(0.0..=1.0).contains(&alpha) {
        return Err(ParamError::new("α", "must be from 0 to 1"));
    }
    if !(time >= 0.0 && time.is_finite()) {
        return Err(ParamError::new("t", "must be a finite number, 0 or more"));
    }
    if rows.n() < 2 {
        return Err(ParamError::new("rows", "must be at least 2"));
    }
    Ok(vec![("gamma", gamma), ("alpha", alpha), ("time", time)])
}

/// Computes the diffusion map of rows with features (n × d).
///
/// With K = exp(−γ‖x−y‖²) and q = K·1, the walk steps from x to y with a probability proportional to
/// K(x,y)/(q(x)q(y))^α. Its right eigenvectors ψ, without the constant one, are scaled so that Σπψ² = 1 for the
/// stationary distribution π; component j is λⱼᵗψⱼ.
///
/// # Errors
/// [`ManifoldError`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
fn diffusion_map(
    rows: &InputRows<'_>,
    params: &ManifoldParams,
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let x = rows.features().ok_or(ManifoldError::Unsuited)?;
    let ManifoldParams { alpha, time, .. } = *params;
    let gamma = params.gamma.on(x);
    let n = x.nrows();
    let k = options.components_of(n);
    let needed = bytes(n).saturating_add(options.bases(n));
    check_memory(needed, options.memory_budget)?;
    let distinct = DistinctRows::new(x);
    let width = times(gamma.sqrt(), distinct.unit);
    let each = watch.stage(EmbeddingStage::Kernel, n);
    let mut walk = SymmetricTiles::from_rows(n, each, |i, end| {
        let own = distinct.of(i);
        let value = |j: usize| match distance(own, distinct.of(j)) {
            // Equal rows, for which an infinite width would give NaN.
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
    // Symmetric, and similar to the transition matrix of the walk.
    walk.map(|i, j, value| value / (roots[i] * roots[j]));
    let LeadingPairs {
        values,
        errors,
        vectors,
    } = leading(&|x| walk.times(x), &roots, k, 0, watch)?;
    // √π, since degrees are proportional to the stationary distribution.
    let whole = degrees.sum().sqrt();
    let mut scores = vectors.columns(0, k).into_owned();
    for (mut column, &λ) in scores.column_iter_mut().zip(&values) {
        let factor = λ.max(0.0).powf(time) * whole;
        for (value, root) in column.iter_mut().zip(&roots) {
            *value *= factor / root;
        }
    }
    Ok(ManifoldEmbedding {
        undetermined: equal_runs(&values, &errors, k, 0.0),
        trace: None,
        projection: Some(Projection {
            distinct,
            formula: ExtensionFormula::Walk(DiffusionExtension { width, density }),
        }),
        graph: None,
        scores: turned(scores),
        eigenvalues: values.iter().copied().take(k).collect(),
    })
}

/// Extension to new rows by Nyström's formula (Bengio et al. 2004): mean score after one step of the walk from the
/// row, divided by the eigenvalue.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct DiffusionExtension {
    /// √γ in the unit of the rows.
    width: f64,
    /// Density factor q^(−α) of each embedded row (length n).
    density: Vec<f64>,
}

impl DiffusionExtension {
    /// Returns the scores (length q) of one `row`, given in the unit of `distinct`, from those of the embedded rows. An
    /// embedded row keeps its scores; a row far from all others has the scores of the nearest row, each divided by its
    /// eigenvalue.
    pub(super) fn scores(
        &self,
        embedding: &ManifoldEmbedding,
        distinct: &DistinctRows,
        row: &[f64],
    ) -> Vec<f64> {
        let lengths = distances_from(distinct, row);
        let nearest = lengths.iter().copied().fold(f64::INFINITY, f64::min);
        // The nearest row's exponent is subtracted, which leaves the weighted mean unchanged and keeps some weight
        // from vanishing.
        let value = |length: f64| match length - nearest {
            0.0 => 1.0,
            beyond => (-(self.width * beyond) * (self.width * (length + nearest))).exp(),
        };
        let values: Vec<f64> = lengths.iter().map(|length| value(*length)).collect();
        let weights = distinct.of_row.iter().zip(&self.density).enumerate();
        let weights = weights.map(|(j, (which, density))| (j, values[*which] * density));
        nystrom(
            &embedding.scores,
            &weights,
            embedding.eigenvalues.iter().copied(),
        )
    }
}
