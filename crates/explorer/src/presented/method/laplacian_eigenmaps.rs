//! Laplacian eigenmaps: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython};
use kernel_pca::objects::ObjectKind;

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Laplacian eigenmaps",
    title_in_text: "Laplacian eigenmaps",
    component: "eigenmap ",
    prefix: "eigenmap_",
    about: "The smoothest functions on the graph of nearest neighbours, or on a given one: rows that are \
            neighbours stay near each other.",
    eigenvalue_scale: "of the normalised Laplacian of the graph",
    eigenvalue: EigenvalueSense::Called("eigenvalue"),
    colors: [[0x7A, 0x4A, 0x12], [0xB9, 0x81, 0x4F]],
    python: Some(MethodPython {
        imports: &[
            "from sklearn.manifold import SpectralEmbedding",
            "from sklearn.metrics import pairwise_distances",
        ],
        fit: PYTHON,
        says: |rows| match rows {
            ObjectKind::Matrix(_) => {
                "affinity=\"precomputed_nearest_neighbors\", n_neighbors={neighbors}"
            }
            ObjectKind::Graph => "affinity=\"precomputed\"",
            _ => "affinity=\"nearest_neighbors\", n_neighbors={neighbors}",
        },
        new: Some(PYTHON_OF_NEW),
    }),
};

const PYTHON: &str = "\
eigenmap = SpectralEmbedding(
    n_components={components}, {as}, random_state=0
)
eigenmap_scores = eigenmap.fit_transform({rows})
eigenmap_scores *= upright(eigenmap_scores)";

/// Python of the scores of new rows, which scikit-learn does not compute.
const PYTHON_OF_NEW: &str = "

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


new_eigenmap_scores = new_eigenmaps(X, eigenmap_scores, new_X, {neighbors})";
