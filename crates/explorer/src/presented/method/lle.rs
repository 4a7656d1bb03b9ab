//! Locally linear embedding: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython, OF_FEATURES};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Locally linear embedding",
    title_in_text: "LLE",
    component: "LLE ",
    prefix: "lle_",
    about: "Each row is written as a mixture of its nearest neighbours; the plot keeps \
            these mixtures. It unrolls without caring for distances.",
    eigenvalue_scale: "of (I − W)ᵀ(I − W)",
    eigenvalue: EigenvalueSense::Called("eigenvalue"),
    colors: [[0x00, 0x6F, 0x7D], [0x2D, 0xE6, 0xE6]],
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import LocallyLinearEmbedding"],
        fit: PYTHON,
        says: OF_FEATURES,
        new: Some("new_lle_scores = lle.transform(new_X) * lle_signs"),
    }),
};

const PYTHON: &str = "\
lle = LocallyLinearEmbedding(n_neighbors={neighbors}, n_components={components}, eigen_solver=\"dense\")
lle.fit(X)
lle_signs = upright(lle.embedding_)
lle_scores = lle.embedding_ * lle_signs";
