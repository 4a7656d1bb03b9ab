//! Nonlinear embeddings: Isomap, locally linear embedding and its Hessian variant, Laplacian eigenmaps, diffusion
//! maps and t-SNE.
//!
//! All but the last two start from the graph of nearest neighbours. Isomap, Laplacian eigenmaps and t-SNE read nothing
//! but distances, which may be given in place of features; Laplacian eigenmaps also take a graph. Numbers agree with
//! scikit-learn's, up to the sign of each component.
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

mod classical;
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

use crate::{kernel::ParamError, kpca::CancelCheck, method::Method, objects::InputRows};
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

/// Embeds rows by a method that was checked for them.
///
/// # Errors
/// When cancelled, when there are fewer than two rows, when values are not finite, when given distances are asymmetric,
/// negative, or not 0 from a row to itself, when more memory than allowed is needed, or when eigenvectors do not
/// converge.
pub fn fit<'a>(
    rows: impl Into<InputRows<'a>>,
    method: &Manifold,
    options: &EmbeddingOptions,
    progress: &EmbeddingProgress,
    cancelled: CancelCheck<'_>,
) -> Result<ManifoldEmbedding, ManifoldError> {
    let rows = &rows.into();
    check(rows)?;
    if rows.n() < 2 {
        return Err(ManifoldError::TooFewRows);
    }
    let watch = &EmbeddingWatch::new(progress, cancelled);
    let embedding = (method.spec.embed)(rows, &method.params, options, watch);
    progress.reset();
    embedding
}

/// Checks that features and distances are finite, and distances symmetric, not negative, and 0 from a row to itself.
///
/// # Errors
/// [`ManifoldError::NotFinite`] or [`ManifoldError::NotDistances`].
fn check(rows: &InputRows<'_>) -> Result<(), ManifoldError> {
    let values = match rows {
        InputRows::Features(x) => x,
        InputRows::Distances(distances) => &**distances,
        InputRows::Graph(_) => return Ok(()),
    };
    if !values.iter().all(|value| value.is_finite()) {
        return Err(ManifoldError::NotFinite);
    }
    if let InputRows::Distances(d) = rows {
        let n = d.nrows();
        let are_distances = d.is_square()
            && (0..n).all(|j| d[(j, j)] == 0.0)
            && (0..n).all(|j| (0..j).all(|i| d[(i, j)] >= 0.0 && d[(i, j)] == d[(j, i)]));
        if !are_distances {
            return Err(ManifoldError::NotDistances);
        }
    }
    Ok(())
}

/// Computes the Kullback-Leibler divergence of a layout (n × 2) of rows with features or distances from their
/// similarities at a perplexity: the quantity that t-SNE minimises, by which two layouts are compared.
///
/// # Errors
/// When cancelled, when values are not finite, when given distances are asymmetric, negative, or not 0 from a row
/// to itself, or for nodes of a graph.
pub fn divergence<'a>(
    rows: impl Into<InputRows<'a>>,
    layout: &DMatrix<f64>,
    perplexity: f64,
    cancelled: CancelCheck<'_>,
) -> Result<f64, ManifoldError> {
    let rows = &rows.into();
    check(rows)?;
    let progress = EmbeddingProgress::default();
    tsne::divergence(
        rows,
        layout,
        perplexity,
        &EmbeddingWatch::new(&progress, cancelled),
    )
}

/// Finds the `count` nearest others of each of n rows with features or distances, at most n − 1.
///
/// # Errors
/// When cancelled, when values are not finite, when given distances are asymmetric, negative, or not 0 from a row
/// to itself, or for nodes of a graph.
pub fn neighbors<'a>(
    rows: impl Into<InputRows<'a>>,
    count: usize,
    progress: &EmbeddingProgress,
    cancelled: CancelCheck<'_>,
) -> Result<Neighbors, ManifoldError> {
    let rows = &rows.into();
    check(rows)?;
    let distinct = DistinctRows::of_rows(rows)?;
    let count = count.min(rows.n().saturating_sub(1));
    let found = Neighbors::find(&distinct, count, &EmbeddingWatch::new(progress, cancelled));
    progress.reset();
    Ok(found?.in_unit(distinct.unit))
}
