//! Locally linear embedding (Roweis and Saul 2000) as a method.

use super::{FitInputs, MethodFit, MethodSpec, QUICK, UNROLLED, unroll};
use crate::manifold::EmbeddingOptions;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "lle",
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
