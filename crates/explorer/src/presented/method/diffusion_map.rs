//! Diffusion maps: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython, OF_FEATURES};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Diffusion map",
    title_in_text: "diffusion map",
    component: "diffusion ",
    prefix: "diffusion_",
    about: "Where a random walk with Gaussian steps gets to. Rows are near if many paths \
            join them.",
    eigenvalue_scale: "of the random walk",
    eigenvalue: EigenvalueSense::Called("eigenvalue"),
    colors: [[0xD9, 0x5F, 0xD2], [0xF4, 0xA3, 0xFF]],
    python: Some(MethodPython {
        imports: &["from sklearn.metrics.pairwise import pairwise_kernels"],
        fit: PYTHON,
        says: OF_FEATURES,
        new: Some(PYTHON_OF_NEW),
    }),
};

const PYTHON: &str = "
def diffusion_map(X, gamma, alpha, time, components):
    \"\"\"Coifman and Lafon 2006: density made up for by alpha, then the eigenfunctions of a random walk.

    Returns also each row's weight and the eigenvalues, for new rows.
    \"\"\"
    W = pairwise_kernels(X, metric=\"rbf\", gamma=gamma)
    density = W.sum(axis=1)
    W = W / np.outer(density, density) ** alpha
    degree = W.sum(axis=1)
    values, vectors = np.linalg.eigh(W / np.sqrt(np.outer(degree, degree)))
    order = np.argsort(values)[::-1]
    values, vectors = values[order], vectors[:, order]
    functions = vectors[:, 1 : components + 1] / vectors[:, :1]
    left = values[1 : components + 1]
    return functions * left**time, density**-alpha, left


diffusion_scores, diffusion_weights, diffusion_left = diffusion_map(
    X, {gamma}, {alpha}, {time}, {components}
)
diffusion_scores *= upright(diffusion_scores)";

const PYTHON_OF_NEW: &str = "\
diffusion_steps = pairwise_kernels(new_X, X, metric=\"rbf\", gamma={gamma}) * diffusion_weights
new_diffusion_scores = diffusion_steps @ diffusion_scores / diffusion_steps.sum(axis=1, keepdims=True) / diffusion_left";
