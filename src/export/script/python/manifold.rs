//! Isomap and its like, by scikit-learn where it has them.

use super::{Code, Recipe};
use crate::{kernel::Gamma, manifold::ManifoldKind};

/// What a random walk with Gaussian steps makes of the rows.
const DIFFUSION: &str = "
def diffusion_map(X, gamma, alpha, time, components):
    \"\"\"Coifman and Lafon 2006: density made up for by alpha, then the walk's eigenfunctions.\"\"\"
    W = pairwise_kernels(X, metric=\"rbf\", gamma=gamma)
    density = W.sum(axis=1)
    W = W / np.outer(density, density) ** alpha
    degree = W.sum(axis=1)
    values, vectors = np.linalg.eigh(W / np.sqrt(np.outer(degree, degree)))
    order = np.argsort(values)[::-1]
    values, vectors = values[order], vectors[:, order]
    functions = vectors[:, 1:components + 1] / vectors[:, :1]
    return functions * values[1:components + 1] ** time

";

pub(super) fn manifolds(recipe: &Recipe, code: &mut Code) {
    let k = recipe.analysis.manifold.neighbors;
    for (kind, q) in recipe.manifolds() {
        let (import, fit) = match kind {
            ManifoldKind::Isomap => (
                "from sklearn.manifold import Isomap",
                format!("Isomap(n_neighbors={k}, n_components={q}).fit_transform(X)"),
            ),
            ManifoldKind::Lle => (
                "from sklearn.manifold import LocallyLinearEmbedding",
                format!(
                    "LocallyLinearEmbedding(\n    n_neighbors={k}, n_components={q}, eigen_solver=\"dense\"\n).fit_transform(X)"
                ),
            ),
            ManifoldKind::LaplacianEigenmaps => (
                "from sklearn.manifold import SpectralEmbedding",
                format!(
                    "SpectralEmbedding(\n    n_components={q}, affinity=\"nearest_neighbors\", n_neighbors={k}, random_state=0\n).fit_transform(X)"
                ),
            ),
            ManifoldKind::DiffusionMap => {
                code.line(DIFFUSION);
                let params = recipe.analysis.manifold;
                let gamma = match params.gamma {
                    Gamma::Value(value) => value,
                    Gamma::Auto => recipe.analysis.gamma_auto,
                    Gamma::Median => recipe.analysis.gamma_median,
                };
                (
                    "from sklearn.metrics.pairwise import pairwise_kernels",
                    format!(
                        "diffusion_map(X, {gamma:?}, {:?}, {:?}, {q})",
                        params.alpha, params.time
                    ),
                )
            }
        };
        code.import(import);
        let name = super::PointSet::Manifold(kind).variable();
        code.line(&format!("{name} = {fit}"));
        code.line(&format!("{name} *= upright({name})"));
    }
}
