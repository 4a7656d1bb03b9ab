//! Locally linear embedding (Roweis and Saul 2000) as a method: words, fit and Python.

use super::{FitInputs, MethodFit, MethodPython, MethodSpec, QUICK, UNROLLED, unroll};
use crate::manifold::EmbeddingOptions;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "lle",
    title: "Locally linear embedding",
    title_in_text: "LLE",
    component: "LLE ",
    prefix: "lle_",
    about: "Each row is written as a mixture of its nearest neighbours; the plot keeps \
            these mixtures. It unrolls without caring for distances.",
    eigenvalue_scale: "of (I − W)ᵀ(I − W)",
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import LocallyLinearEmbedding"],
        fit: PYTHON,
        new: Some("new_lle_scores = lle.transform(new_X) * lle_signs"),
    }),
    fit: MethodFit::WhereShown {
        fit: |method, asked| {
            let options = EmbeddingOptions {
                // At most as many components as features, as in scikit-learn.
                components: asked.options.components.min(asked.x.ncols()),
                ..asked.options
            };
            unroll(method, &FitInputs { options, ..*asked })
        },
        quick: QUICK,
    },
    ..UNROLLED
};

const PYTHON: &str = "\
lle = LocallyLinearEmbedding(n_neighbors={neighbors}, n_components={components}, eigen_solver=\"dense\")
lle.fit(X)
lle_signs = upright(lle.embedding_)
lle_scores = lle.embedding_ * lle_signs";
