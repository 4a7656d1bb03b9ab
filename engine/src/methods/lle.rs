//! Locally linear embedding.

use super::{Method, MethodFit, MethodSpec, QUICK, RowForm, unroll};
use crate::manifold::EmbeddingOptions;

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "lle",
    title: "Locally linear embedding",
    title_in_text: "LLE",
    component: "LLE ",
    prefix: "lle_",
    about: "Each row is written as a mixture of its nearest neighbours; the plot keeps \
            these mixtures. It unrolls without caring for distances.",
    eigenvalue_scale: "of (I − W)ᵀ(I − W)",
    has_shares: false,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: |asked| {
            // As many as there are features at most, as in scikit-learn.
            let components = asked.options.components.min(asked.x.ncols());
            let options = EmbeddingOptions {
                components,
                ..asked.options
            };
            unroll(Method::Lle, asked, options)
        },
        quick: QUICK,
    },
};
