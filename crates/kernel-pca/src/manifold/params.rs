//! Parameters of an embedding, unchecked as given, and checked against the rows.

use super::{EmbeddingOptions, ManifoldEmbedding, ManifoldError, spec, watch::EmbeddingWatch};
use crate::{
    kernel::{Gamma, ParamError},
    method::Method,
    objects::InputRows,
};

/// Unchecked parameters of an embedding; a method ignores those that it does not use.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct ManifoldParams {
    /// Number of neighbours of each row, counted as in scikit-learn: for Laplacian eigenmaps it includes the row
    /// itself, and for t-SNE it is the perplexity.
    pub neighbors: usize,
    /// Parameter γ of the diffusion map's kernel exp(−γ‖x−y‖²): the inverse of a squared width.
    pub gamma: Gamma,
    /// Exponent α, from 0 to 1, by which the diffusion map corrects for an uneven density of points: 0 not at all,
    /// 1 entirely.
    pub alpha: f64,
    /// Number t of steps of the diffusion, at least 0; it need not be whole.
    pub time: f64,
}

impl Default for ManifoldParams {
    /// Default parameters: ten neighbours, γ = 1/d, α = 1 and t = 1.
    fn default() -> Self {
        Self {
            neighbors: 10,
            gamma: Gamma::Auto,
            alpha: 1.0,
            time: 1.0,
        }
    }
}

/// Parameters that a method uses, with their names in reports; the error names the first out of range.
pub(super) type UsedParameters = Result<Vec<(&'static str, f64)>, ParamError>;

/// Number of other rows beside each row: n − 1, or 0 without rows.
pub(super) fn others(rows: &InputRows<'_>) -> usize {
    rows.n().saturating_sub(1)
}

/// Checks and computation of one method of this module.
#[derive(Debug)]
pub(super) struct ManifoldSpec {
    /// Checks the parameters that the method uses for these rows, and replaces rules, such as γ = 1/d, by their
    /// numbers.
    pub settle: fn(&mut ManifoldParams, &InputRows<'_>) -> UsedParameters,
    /// Embeds at least two rows with finite values.
    pub embed: fn(
        &InputRows<'_>,
        &ManifoldParams,
        &EmbeddingOptions,
        &EmbeddingWatch<'_>,
    ) -> Result<ManifoldEmbedding, ManifoldError>,
}

/// Method with parameters that were checked against the rows to embed.
#[derive(Debug, Clone)]
pub struct Manifold {
    /// Parameters that the method uses, with their names in reports.
    pub used: Vec<(&'static str, f64)>,
    pub(super) method: Method,
    pub(super) params: ManifoldParams,
    pub(super) spec: &'static ManifoldSpec,
}

impl ManifoldParams {
    /// Checks the parameters that `method`, one of [`METHODS`](super::METHODS), uses for these rows.
    ///
    /// # Errors
    /// [`ParamError`] that names the first parameter out of range, the method where it is not of this module, or the
    /// rows where the method does not take them in this form.
    pub fn check<'a>(
        &self,
        method: Method,
        rows: impl Into<InputRows<'a>>,
    ) -> Result<Manifold, ParamError> {
        let (spec, rows) = (spec(method)?, rows.into());
        if let Some(lack) = method.spec().takes.lack(rows.kind()) {
            return Err(ParamError::new("rows", format!("do not suit: {lack}")));
        }
        let mut params = *self;
        let used = (spec.settle)(&mut params, &rows)?;
        Ok(Manifold {
            used,
            method,
            params,
            spec,
        })
    }

    /// Checks that the number of neighbours of n rows is from `least` to `most`.
    ///
    /// # Errors
    /// [`ParamError`] that names the range, or says that there are too few rows for any number.
    pub(super) fn neighbors(&self, least: usize, most: usize, n: usize) -> UsedParameters {
        let k = self.neighbors;
        if (least..=most).contains(&k) {
            return Ok(vec![("neighbors", k as f64)]);
        }
        let reason = if most < least {
            format!("cannot be found: there are too few rows ({n})")
        } else {
            format!("must be from {least} to {most} for {n} rows; got {k}")
        };
        Err(ParamError::new("neighbours", reason))
    }
}

#[cfg(test)]
mod tests {
    use nalgebra::DMatrix;

    use super::{super::METHODS, *};

    #[test]
    fn a_bad_parameter_is_named_only_where_the_method_uses_it() {
        let x = DMatrix::zeros(5, 2);
        let params = |neighbors, gamma, alpha, time| ManifoldParams {
            neighbors,
            gamma: Gamma::Value(gamma),
            alpha,
            time,
        };
        let said = |method, params: ManifoldParams| {
            let error = params.check(method, &x).unwrap_err();
            error.to_string()
        };
        let of = |method, neighbors| said(method, params(neighbors, -1.0, -1.0, -1.0));
        for method in [Method::Isomap, Method::Lle] {
            assert_eq!(
                of(method, 5),
                "neighbours must be from 1 to 4 for 5 rows; got 5"
            );
            let others = params(4, -1.0, 2.0, f64::NAN);
            assert!(others.check(method, &x).is_ok());
        }
        assert_eq!(
            of(Method::LaplacianEigenmaps, 1),
            "neighbours must be from 2 to 5 for 5 rows; got 1"
        );
        let diffusion =
            |gamma, alpha, time| said(Method::DiffusionMap, params(99, gamma, alpha, time));
        assert!(diffusion(0.0, 1.0, 1.0).starts_with('γ'));
        assert!(diffusion(1.0, f64::NAN, 1.0).starts_with('α'));
        assert!(diffusion(1.0, 1.0, f64::INFINITY).starts_with('t'));
        let one = DMatrix::zeros(1, 2);
        for method in METHODS {
            assert!(ManifoldParams::default().check(method, &one).is_err());
        }
        let elsewhere = of(Method::Kpca, 2);
        assert!(elsewhere.starts_with("method must be one of isomap, "));
    }
}
