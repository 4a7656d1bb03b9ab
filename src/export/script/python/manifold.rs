//! What scripts compute beside linear and kernel PCA, by scikit-learn where it has it.

use super::{Code, PointSet, Recipe};
use crate::{kernel::Gamma, method::Method};

/// What a random walk with Gaussian steps makes of the rows.
const DIFFUSION: &str = "
def diffusion_map(X, gamma, alpha, time, components):
    \"\"\"Coifman and Lafon 2006: density made up for by alpha, then the walk's eigenfunctions.

    Returns also each row's weight and the eigenvalues, for new rows.
    \"\"\"
    W = pairwise_kernels(X, metric=\"rbf\", gamma=gamma)
    density = W.sum(axis=1)
    W = W / np.outer(density, density) ** alpha
    degree = W.sum(axis=1)
    values, vectors = np.linalg.eigh(W / np.sqrt(np.outer(degree, degree)))
    order = np.argsort(values)[::-1]
    values, vectors = values[order], vectors[:, order]
    functions = vectors[:, 1:components + 1] / vectors[:, :1]
    left = values[1:components + 1]
    return functions * left ** time, density ** -alpha, left

";

/// Scores of new rows by Laplacian eigenmaps, which scikit-learn does not give.
const NEW_EIGENMAPS: &str = "
def new_eigenmaps(X, scores, new_X, k):
    \"\"\"Nystrom's formula (Bengio et al. 2004): the mean of a row's neighbours, over 1 - lambda.\"\"\"
    between_rows = pairwise_distances(X)
    np.fill_diagonal(between_rows, np.inf)
    reach = np.sort(between_rows, axis=1)[:, k - 2]
    A = between_rows <= reach[:, None]
    W = 0.5 * A + 0.5 * A.T
    left = np.sum(scores * (W @ scores), axis=0) / (W.sum(axis=1) @ scores**2)
    between = pairwise_distances(new_X, X)
    own = np.sort(between, axis=1)[:, [k - 2]]
    V = 0.5 * (between <= own) + 0.5 * (between < reach)
    found = V @ scores / V.sum(axis=1, keepdims=True) / left
    same = between.min(axis=1) == 0
    return np.where(same[:, None], scores[between.argmin(axis=1)], found)

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
            Method::Lle => locally_linear("lle", k, q, "standard", code),
            Method::HessianLle => locally_linear("hessian_lle", k, q, "hessian", code),
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
                let gamma = gamma_of(recipe);
                code.line(&format!(
                    "{name}, diffusion_weights, diffusion_left = diffusion_map(X, {gamma:?}, {:?}, {:?}, {q})",
                    params.alpha, params.time
                ));
                name.clone()
            }
        };
        if fit != name {
            code.line(&format!("{name} = {fit}"));
        }
        let mirrored = recipe.view.mirrored.of(method, recipe.components());
        let mirrored = (!mirrored.is_empty()).then_some(mirrored);
        let transforms = matches!(method, Method::Isomap | Method::Lle | Method::HessianLle);
        if transforms && recipe.puts_new(method) {
            let signs = signs_of(method);
            code.line(&format!("{signs} = upright({name})"));
            if let Some(mirrored) = mirrored {
                code.line(&format!("{signs}[{mirrored:?}] *= -1"));
            }
            code.line(&format!("{name} = {name} * {signs}"));
        } else {
            code.line(&format!("{name} *= upright({name})"));
            if let Some(mirrored) = mirrored {
                code.line(&format!("{name}[:, {mirrored:?}] *= -1"));
            }
        }
    }
}

/// The variable of the signs by which a method's scores are turned, where new rows are to be turned alike.
fn signs_of(method: Method) -> String {
    format!("{}signs", method.spec().prefix)
}

/// Fits locally linear embedding under a name; returns its scores.
fn locally_linear(name: &str, k: usize, q: usize, method: &str, code: &mut Code) -> String {
    code.import("from sklearn.manifold import LocallyLinearEmbedding");
    let method = match method {
        "standard" => String::new(),
        other => format!(", method=\"{other}\""),
    };
    code.line(&format!(
        "{name} = LocallyLinearEmbedding(\n    n_neighbors={k}, n_components={q}{method}, eigen_solver=\"dense\"\n).fit(X)"
    ));
    format!("{name}.embedding_")
}

/// Expression for the scores of the rows `new_X` by a method of this module; `None` where it gives none.
pub(super) fn new_scores(method: Method, recipe: &Recipe, code: &mut Code) -> Option<String> {
    let name = recipe.variable(PointSet::Scores(method));
    let params = recipe.analysis.manifold;
    let signs = signs_of(method);
    Some(match method {
        Method::Isomap => format!("isomap.transform(new_X) * {signs}"),
        Method::Lle => format!("lle.transform(new_X) * {signs}"),
        Method::HessianLle => format!("hessian_lle.transform(new_X) * {signs}"),
        Method::LaplacianEigenmaps => {
            code.import("from sklearn.metrics import pairwise_distances");
            code.line(NEW_EIGENMAPS);
            format!("new_eigenmaps(X, {name}, new_X, {})", params.neighbors)
        }
        Method::DiffusionMap => {
            let gamma = gamma_of(recipe);
            code.line(&format!(
                "steps = pairwise_kernels(new_X, X, metric=\"rbf\", gamma={gamma:?}) * diffusion_weights"
            ));
            format!("steps @ {name} / steps.sum(axis=1, keepdims=True) / diffusion_left")
        }
        Method::Pca | Method::Kpca | Method::Correspondence | Method::Tsne => return None,
    })
}

/// γ of the diffusion map.
fn gamma_of(recipe: &Recipe) -> f64 {
    match recipe.analysis.manifold.gamma {
        Gamma::Value(value) => value,
        Gamma::Auto => recipe.analysis.gamma_auto,
        Gamma::Median => recipe.analysis.gamma_median,
    }
}
