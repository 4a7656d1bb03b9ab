//! What is asked of an embedding: unchecked as people give it, and checked.

use std::{fmt, str::FromStr};

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

use crate::kernel::{Gamma, ParamError, gamma_auto, gamma_median};

/// The methods, by name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ManifoldKind {
    #[default]
    Isomap,
    Lle,
    LaplacianEigenmaps,
    DiffusionMap,
}

impl ManifoldKind {
    pub const ALL: [Self; 4] = [
        Self::Isomap,
        Self::Lle,
        Self::LaplacianEigenmaps,
        Self::DiffusionMap,
    ];

    /// The name on the command line and in sessions.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Isomap => "isomap",
            Self::Lle => "lle",
            Self::LaplacianEigenmaps => "laplacian-eigenmaps",
            Self::DiffusionMap => "diffusion-map",
        }
    }

    /// The name in menus and titles.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Isomap => "Isomap",
            Self::Lle => "Locally linear embedding",
            Self::LaplacianEigenmaps => "Laplacian eigenmaps",
            Self::DiffusionMap => "Diffusion map",
        }
    }

    /// Whether it asks for a number of neighbours; where not, for γ, α and t.
    #[must_use]
    pub fn uses_neighbors(self) -> bool {
        match self {
            Self::Isomap | Self::Lle | Self::LaplacianEigenmaps => true,
            Self::DiffusionMap => false,
        }
    }
}

impl fmt::Display for ManifoldKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for ManifoldKind {
    type Err = ParamError;

    fn from_str(text: &str) -> Result<Self, ParamError> {
        let named = Self::ALL.into_iter().find(|kind| kind.name() == text);
        named.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            refused("method", format!("must be one of {names}"))
        })
    }
}

fn refused(field: &'static str, reason: impl Into<String>) -> ParamError {
    let reason = reason.into();
    ParamError { field, reason }
}

/// Parameters as a slider or a flag gives them; those that a method does not use are ignored.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ManifoldParams {
    /// Which method: the panel that asks says it, so files don't.
    #[serde(skip)]
    pub kind: ManifoldKind,
    /// Neighbours of each row, as scikit-learn counts them: Laplacian eigenmaps counts the row itself.
    pub neighbors: usize,
    /// Of the diffusion map's exp(−γ‖x−y‖²).
    pub gamma: Gamma,
    /// How far the diffusion map makes up for an uneven density of points: 0 not at all, 1 entirely.
    pub alpha: f64,
    /// Steps of the diffusion.
    pub time: f64,
}

impl Default for ManifoldParams {
    /// Isomap with ten neighbours; γ = 1/d, α = 1 and t = 1.
    fn default() -> Self {
        Self {
            kind: ManifoldKind::Isomap,
            neighbors: 10,
            gamma: Gamma::Auto,
            alpha: 1.0,
            time: 1.0,
        }
    }
}

/// A method with parameters that fit the rows they were checked against.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Manifold {
    /// Tenenbaum, de Silva and Langford 2000: distances along the graph of neighbours, then classical
    /// scaling.
    Isomap { neighbors: usize },
    /// Roweis and Saul 2000: the coordinates that neighbours reconstruct with the weights with which
    /// they reconstruct the rows.
    Lle { neighbors: usize },
    /// Belkin and Niyogi 2003: the smoothest functions on the graph of neighbours. `neighbors` counts
    /// the row itself.
    LaplacianEigenmaps { neighbors: usize },
    /// Coifman and Lafon 2006: where a random walk with Gaussian steps gets to in some time.
    DiffusionMap { gamma: f64, alpha: f64, time: f64 },
}

impl ManifoldParams {
    /// Checks the parameters that the method uses, for the rows of X (n × d).
    ///
    /// # Errors
    /// Names the first that is out of range.
    pub fn check(&self, x: &DMatrix<f64>) -> Result<Manifold, ParamError> {
        let &Self {
            kind,
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
            Err(refused("neighbours", reason))
        };
        match kind {
            ManifoldKind::Isomap => Ok(Manifold::Isomap {
                neighbors: neighbors(1, n.saturating_sub(1))?,
            }),
            ManifoldKind::Lle => Ok(Manifold::Lle {
                neighbors: neighbors(1, n.saturating_sub(1))?,
            }),
            ManifoldKind::LaplacianEigenmaps => Ok(Manifold::LaplacianEigenmaps {
                neighbors: neighbors(2, n)?,
            }),
            ManifoldKind::DiffusionMap => {
                let gamma = match gamma {
                    Gamma::Auto => gamma_auto(x),
                    Gamma::Median => gamma_median(x),
                    Gamma::Value(value) => value,
                };
                if !Gamma::RULE.allows(gamma) {
                    let reason = format!("must be {}", Gamma::RULE.wants());
                    return Err(refused("γ", reason));
                }
                if !(0.0..=1.0).contains(&alpha) {
                    return Err(refused("α", "must be from 0 to 1"));
                }
                if !(time >= 0.0 && time.is_finite()) {
                    return Err(refused("t", "must be a finite number, 0 or more"));
                }
                if n < 2 {
                    return Err(refused("rows", "must be at least 2"));
                }
                Ok(Manifold::DiffusionMap { gamma, alpha, time })
            }
        }
    }
}

impl Manifold {
    #[must_use]
    pub fn kind(&self) -> ManifoldKind {
        match self {
            Self::Isomap { .. } => ManifoldKind::Isomap,
            Self::Lle { .. } => ManifoldKind::Lle,
            Self::LaplacianEigenmaps { .. } => ManifoldKind::LaplacianEigenmaps,
            Self::DiffusionMap { .. } => ManifoldKind::DiffusionMap,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bad_parameter_is_named_only_where_the_method_uses_it() {
        let x = DMatrix::zeros(5, 2);
        let params = |kind, neighbors, gamma, alpha, time| ManifoldParams {
            kind,
            neighbors,
            gamma: Gamma::Value(gamma),
            alpha,
            time,
        };
        let said = |params: ManifoldParams| params.check(&x).unwrap_err().to_string();
        let of = |kind, neighbors| said(params(kind, neighbors, -1.0, -1.0, -1.0));
        for kind in [ManifoldKind::Isomap, ManifoldKind::Lle] {
            assert_eq!(
                of(kind, 5),
                "neighbours must be from 1 to 4 for 5 rows; got 5"
            );
            assert!(params(kind, 4, -1.0, 2.0, f64::NAN).check(&x).is_ok());
        }
        let laplacian = ManifoldKind::LaplacianEigenmaps;
        assert_eq!(
            of(laplacian, 1),
            "neighbours must be from 2 to 5 for 5 rows; got 1"
        );
        let diffusion =
            |gamma, alpha, time| said(params(ManifoldKind::DiffusionMap, 99, gamma, alpha, time));
        assert!(diffusion(0.0, 1.0, 1.0).starts_with('γ'));
        assert!(diffusion(1.0, f64::NAN, 1.0).starts_with('α'));
        assert!(diffusion(1.0, 1.0, f64::INFINITY).starts_with('t'));
        let one = DMatrix::zeros(1, 2);
        for kind in ManifoldKind::ALL {
            let params = ManifoldParams {
                kind,
                ..ManifoldParams::default()
            };
            assert!(params.check(&one).is_err(), "{kind}");
        }
    }

    #[test]
    fn names_read_back() {
        for kind in ManifoldKind::ALL {
            assert_eq!(kind.name().parse(), Ok(kind));
        }
        assert!("tsne".parse::<ManifoldKind>().is_err());
    }
}
