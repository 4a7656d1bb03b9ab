//! What scripts compute beside linear and kernel PCA, by scikit-learn where it has it.

use super::{Code, PointSet, Recipe};
use crate::{kernel::Gamma, method::Method};

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

/// scikit-learn has no such thing.
const CORRESPONDENCE: &str = "
# correspondence analysis of the counts as they came
P = data / data.sum()
row_masses, column_masses = P.sum(axis=1), P.sum(axis=0)
expected = np.outer(row_masses, column_masses)
U, sigma, Vt = np.linalg.svd((P - expected) / np.sqrt(expected), full_matrices=False)
ca_share = sigma[:COUNT]**2 / np.sum(sigma**2)
ca_scores = (U * sigma)[:, :COUNT] / np.sqrt(row_masses)[:, None]
ca_columns = (Vt.T * sigma)[:, :COUNT] / np.sqrt(column_masses)[:, None]
ca_columns *= upright(ca_scores)
ca_scores *= upright(ca_scores)
";

pub(super) fn manifolds(recipe: &Recipe, code: &mut Code) {
    let params = recipe.analysis.manifold;
    let k = params.neighbors;
    for (method, q) in recipe.other_methods() {
        let name = recipe.variable(PointSet::Scores(method));
        let fit = match method {
            // Every script has them already.
            Method::Pca | Method::Kpca => continue,
            Method::Correspondence => {
                code.line(&CORRESPONDENCE.replace("COUNT", &q.to_string()));
                continue;
            }
            Method::Isomap => {
                code.import("from sklearn.manifold import Isomap");
                code.line(&format!(
                    "isomap = Isomap(n_neighbors={k}, n_components={q}).fit(X)"
                ));
                // The trace of −½JD²J, whose diagonal is that of the means of squares.
                code.line("isomap_trace = np.sum(isomap.dist_matrix_**2) / (2 * len(X))");
                code.line("isomap_share = isomap.kernel_pca_.eigenvalues_ / isomap_trace");
                "isomap.embedding_".to_owned()
            }
            Method::Lle => {
                code.import("from sklearn.manifold import LocallyLinearEmbedding");
                format!(
                    "LocallyLinearEmbedding(\n    n_neighbors={k}, n_components={q}, eigen_solver=\"dense\"\n).fit_transform(X)"
                )
            }
            Method::LaplacianEigenmaps => {
                code.import("from sklearn.manifold import SpectralEmbedding");
                format!(
                    "SpectralEmbedding(\n    n_components={q}, affinity=\"nearest_neighbors\", n_neighbors={k}, random_state=0\n).fit_transform(X)"
                )
            }
            Method::Tsne => {
                code.import("from sklearn.manifold import TSNE");
                format!("TSNE(perplexity={k}, method=\"exact\", random_state=0).fit_transform(X)")
            }
            Method::DiffusionMap => {
                code.import("from sklearn.metrics.pairwise import pairwise_kernels");
                code.line(DIFFUSION);
                let gamma = match params.gamma {
                    Gamma::Value(value) => value,
                    Gamma::Auto => recipe.analysis.gamma_auto,
                    Gamma::Median => recipe.analysis.gamma_median,
                };
                format!(
                    "diffusion_map(X, {gamma:?}, {:?}, {:?}, {q})",
                    params.alpha, params.time
                )
            }
        };
        code.line(&format!("{name} = {fit}"));
        if method == Method::Isomap && recipe.puts_new(method) {
            code.line(&format!("isomap_signs = upright({name})"));
            code.line(&format!("{name} = {name} * isomap_signs"));
        } else {
            code.line(&format!("{name} *= upright({name})"));
        }
    }
}
