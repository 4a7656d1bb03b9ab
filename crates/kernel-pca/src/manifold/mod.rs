//! Nonlinear embeddings: Isomap, locally linear embedding and its Hessian variant, Laplacian eigenmaps, diffusion
//! maps and t-SNE.
//!
//! All but the last two start from the graph of nearest neighbours. Numbers agree with scikit-learn's, up to the
//! sign of each component.
//!
//! ```
//! use kernel_pca::{
//!     embedding::Embedding,
//!     manifold::{self, EmbeddingOptions, EmbeddingProgress, ManifoldParams},
//!     method::Method,
//! };
//! use nalgebra::DMatrix;
//!
//! // A spiral in the plane.
//! let x = DMatrix::from_fn(200, 2, |i, j| {
//!     let t = 4.0 + 0.04 * i as f64;
//!     t * if j == 0 { t.cos() } else { t.sin() }
//! });
//! let params = ManifoldParams {
//!     neighbors: 4,
//!     ..ManifoldParams::default()
//! };
//! let method = params.check(Method::Isomap, &x)?;
//! let progress = EmbeddingProgress::default();
//! let unrolled = manifold::fit(&x, &method, &EmbeddingOptions::default(), &progress, &|| false)?;
//! // The first component runs along it from one end to the other.
//! let first = unrolled.scores.column(0);
//! let rises = first.as_slice().is_sorted() || first.iter().rev().is_sorted();
//! assert!(rises && unrolled.pieces() == 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod distinct;
mod graph;
mod held_out;
mod neighbors;
mod params;
mod paths;
mod projection;
mod spectral;
mod squared_inverse;
mod tiles;
mod unrolled;
mod watch;

use nalgebra::DMatrix;

pub use graph::{NeighborEdge, NeighborGraph, joining_neighbors};
pub use held_out::held_out_error;
pub use neighbors::Neighbors;
pub use params::{Manifold, ManifoldParams};
pub use projection::Projection;
pub use unrolled::{EmbeddingOptions, ManifoldEmbedding, ManifoldError};
pub use watch::{EmbeddingProgress, EmbeddingStage};

use crate::{kernel::ParamError, kpca::CancelCheck, method::Method};
use distinct::DistinctRows;
use params::ManifoldSpec;
use watch::EmbeddingWatch;

macro_rules! manifolds {
    ($($module:ident :: $kind:ident),+ $(,)?) => {
        $(mod $module;)+

        /// Methods that this module computes.
        pub const METHODS: [Method; [$(Method::$kind),+].len()] = [$(Method::$kind),+];

        /// Description of a method.
        ///
        /// # Errors
        /// [`ParamError`] that names the methods of this module, where it is none of them.
        fn spec(method: Method) -> Result<&'static ManifoldSpec, ParamError> {
            match method {
                $(Method::$kind => Ok(&$module::SPEC),)+
                _ => {
                    let names = METHODS.map(Method::name).join(", ");
                    Err(ParamError::new("method", format!("must be one of {names}")))
                }
            }
        }
    };
}

manifolds! {
    isomap::Isomap,
    lle::Lle,
    hessian::HessianLle,
    laplacian::LaplacianEigenmaps,
    diffusion::DiffusionMap,
    tsne::Tsne,
}

/// Embeds the rows of X (n × d) by a method that was checked for them.
///
/// # Errors
/// When cancelled, when X has fewer than two rows or values that are not finite, when more memory than allowed is
/// needed, or when eigenvectors do not converge.
pub fn fit(
    x: &DMatrix<f64>,
    method: &Manifold,
    options: &EmbeddingOptions,
    progress: &EmbeddingProgress,
    cancelled: CancelCheck<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    if !x.iter().all(|value| value.is_finite()) {
        return Err(ManifoldError::NotFinite);
    }
    if x.nrows() < 2 {
        return Err(ManifoldError::TooFewRows);
    }
    let watch = &EmbeddingWatch::new(progress, cancelled);
    let embedding = (method.spec.embed)(x, &method.params, options, watch);
    progress.reset();
    embedding
}

/// Computes the Kullback-Leibler divergence of a layout (n × 2) of the rows of X (n × d) from their similarities at
/// a perplexity: the quantity that t-SNE minimises, by which two layouts are compared.
///
/// # Errors
/// When cancelled, or when X holds values that are not finite.
pub fn divergence(
    x: &DMatrix<f64>,
    layout: &DMatrix<f64>,
    perplexity: f64,
    cancelled: CancelCheck<'_>,
) -> Result<f64, ManifoldError> {
    if !x.iter().all(|value| value.is_finite()) {
        return Err(ManifoldError::NotFinite);
    }
    let progress = EmbeddingProgress::default();
    tsne::divergence(
        x,
        layout,
        perplexity,
        &EmbeddingWatch::new(&progress, cancelled),
    )
}

/// Finds the `count` nearest other rows of each row of X (n × d), at most n − 1.
///
/// # Errors
/// When cancelled, or when X holds values that are not finite.
pub fn neighbors(
    x: &DMatrix<f64>,
    count: usize,
    progress: &EmbeddingProgress,
    cancelled: CancelCheck<'_>,
) -> Result<Neighbors, ManifoldError> {
    if !x.iter().all(|value| value.is_finite()) {
        return Err(ManifoldError::NotFinite);
    }
    let distinct = DistinctRows::new(x);
    let count = count.min(x.nrows().saturating_sub(1));
    let found = Neighbors::find(&distinct, count, &EmbeddingWatch::new(progress, cancelled));
    progress.reset();
    Ok(found?.in_unit(distinct.unit))
}
