//! Hessian locally linear embedding: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython, OF_FEATURES};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Hessian LLE",
    title_in_text: "Hessian LLE",
    component: "Hessian LLE ",
    prefix: "hessian_",
    about: "The two functions that bend least over the neighbourhoods of the rows. A curved surface that is a bent \
            piece of a plane comes out as that piece, also with a hole in it, but for its proportions.",
    eigenvalue_scale: "of BᵀB, B taking from a function what is linear in each neighbourhood",
    eigenvalue: EigenvalueSense::Called("eigenvalue"),
    colors: [[0x4B, 0x3C, 0x2D], [0x69, 0x87, 0x69]],
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import LocallyLinearEmbedding"],
        fit: PYTHON,
        says: OF_FEATURES,
        new: Some("new_hessian_scores = hessian_lle.transform(new_X) * hessian_signs"),
    }),
};

const PYTHON: &str = "\
hessian_lle = LocallyLinearEmbedding(
    n_neighbors={neighbors}, n_components={components}, method=\"hessian\", eigen_solver=\"dense\"
)
hessian_lle.fit(X)
hessian_signs = upright(hessian_lle.embedding_)
hessian_scores = hessian_lle.embedding_ * hessian_signs";
