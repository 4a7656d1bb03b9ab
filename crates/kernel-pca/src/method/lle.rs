//! Locally linear embedding (Roweis and Saul 2000) as a method.

use super::{FitInputs, MethodFit, MethodSpec, QUICK, UNROLLED, unroll};
use crate::objects::InputRows;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "lle",
    fit: MethodFit::WhereShown {
        fit: |method, asked| {
            let mut options = asked.options;
            // At most as many components as features, as in scikit-learn.
            if let Some(x) = asked.rows.features() {
                options.components = options.components.min(x.ncols());
            }
            let rows = InputRows::from(&asked.rows);
            unroll(
                method,
                &FitInputs {
                    rows,
                    options,
                    ..*asked
                },
            )
        },
        quick: QUICK,
    },
    ..UNROLLED
};
