//! Parameters of an embedding, unchecked as sliders and flags give them, and checked against the rows.

use nalgebra::DMatrix;

use super::tsne::MOST_ROWS;
use crate::{
    kernel::{Gamma, ParamError},
    method::Method,
};

/// Methods that this module computes.
pub const METHODS: [Method; 6] = [
    Method::Isomap,
    Method::Lle,
    Method::HessianLle,
    Method::LaplacianEigenmaps,
    Method::DiffusionMap,
    Method::Tsne,
];

/// Dimension that Hessian locally linear embedding unrolls to: a plane, as it is drawn.
const PLANE: usize = 2;

/// Number of neighbours that Hessian locally linear embedding must exceed: d(d + 3)/2, the number of linear and
/// quadratic monomials in d coordinates.
pub(super) fn more_than(dimension: usize) -> usize {
    dimension * (dimension + 3) / 2
}

/// Unchecked parameters of an embedding; a method ignores those that it does not use.
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(default))]
pub struct ManifoldParams {
    /// Number of neighbours of each row, counted as in scikit-learn: for Laplacian eigenmaps it includes the row
    /// itself, and for t-SNE it is the perplexity.
    pub neighbors: usize,
    /// Width γ of the diffusion map's kernel exp(−γ‖x−y‖²).
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

/// Method with parameters that were checked against the rows to embed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Manifold {
    /// Isomap (Tenenbaum, de Silva and Langford 2000): classical scaling of shortest-path distances in the graph of
    /// neighbours.
    Isomap { neighbors: usize },
    /// Locally linear embedding (Roweis and Saul 2000): coordinates that the weights reconstructing each row from
    /// its neighbours reconstruct as well.
    Lle { neighbors: usize },
    /// Hessian locally linear embedding (Donoho and Grimes 2003): the `dimension` functions that bend least over
    /// the neighbourhoods. It takes more than `dimension`·(`dimension` + 3)/2 neighbours.
    HessianLle { neighbors: usize, dimension: usize },
    /// Laplacian eigenmaps (Belkin and Niyogi 2003): the smoothest functions on the graph of neighbours.
    /// `neighbors` counts the row itself.
    LaplacianEigenmaps { neighbors: usize },
    /// Diffusion map (Coifman and Lafon 2006): coordinates whose distances compare the distributions of random
    /// walks with Gaussian steps after time `time`.
    DiffusionMap { gamma: f64, alpha: f64, time: f64 },
    /// t-SNE (van der Maaten and Hinton 2008): a layout in the plane that keeps rows near in X near each other. The
    /// perplexity is a smooth number of neighbours.
    Tsne { perplexity: f64 },
}

impl ManifoldParams {
    /// Checks the parameters that `method`, one of [`METHODS`], uses for the rows of X (n × d).
    ///
    /// # Errors
    /// [`ParamError`] that names the first parameter out of range, or the method where it is not in [`METHODS`].
    pub fn check(&self, method: Method, x: &DMatrix<f64>) -> Result<Manifold, ParamError> {
        let &Self {
            neighbors: k,
            gamma,
            alpha,
            time,
        } = self;
        let n = x.nrows();
        let neighbors = |least: usize, most: usize| {
            if (least..=most).contains(&k) {
                return Ok(k);
            }
            let reason = if most < least {
                format!("cannot be found: there are too few rows ({n})")
            } else {
                format!("must be from {least} to {most} for {n} rows; got {k}")
            };
            Err(ParamError::new("neighbours", reason))
        };
        match method {
            Method::Isomap => Ok(Manifold::Isomap {
                neighbors: neighbors(1, n.saturating_sub(1))?,
            }),
            Method::Lle => Ok(Manifold::Lle {
                neighbors: neighbors(1, n.saturating_sub(1))?,
            }),
            Method::HessianLle => {
                let dimension = PLANE.min(x.ncols().max(1));
                Ok(Manifold::HessianLle {
                    neighbors: neighbors(more_than(dimension) + 1, n.saturating_sub(1))?,
                    dimension,
                })
            }
            Method::LaplacianEigenmaps => Ok(Manifold::LaplacianEigenmaps {
                neighbors: neighbors(2, n)?,
            }),
            Method::DiffusionMap => {
                let gamma = gamma.on(x);
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
                if n < 2 {
                    return Err(ParamError::new("rows", "must be at least 2"));
                }
                Ok(Manifold::DiffusionMap { gamma, alpha, time })
            }
            Method::Tsne => {
                if n > MOST_ROWS {
                    let reason = format!("must be at most {MOST_ROWS} for t-SNE; there are {n}");
                    return Err(ParamError::new("rows", reason));
                }
                Ok(Manifold::Tsne {
                    perplexity: neighbors(1, n.saturating_sub(1))? as f64,
                })
            }
            _ => {
                let names = METHODS.map(Method::name).join(", ");
                Err(ParamError::new("method", format!("must be one of {names}")))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
