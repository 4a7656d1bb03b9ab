//! t-SNE (van der Maaten and Hinton 2008) as a method.

use super::{MethodFit, MethodSpec, RowForm, UNROLLED, unroll};

/// Number of rows up to which t-SNE is computed while a parameter moves: it takes a thousand steps over all pairs of
/// rows.
const QUICK: usize = 100;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "tsne",
    projects: false,
    fit: MethodFit::WhereShown {
        fit: unroll,
        quick: QUICK,
    },
    takes: RowForm::Distances,
    ..UNROLLED
};
