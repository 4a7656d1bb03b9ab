//! Hessian locally linear embedding.

use super::{Method, MethodFit, MethodSpec, QUICK, RowForm, unroll};

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "hessian-lle",
    title: "Hessian LLE",
    title_in_text: "Hessian LLE",
    component: "Hessian LLE ",
    prefix: "hessian_",
    about: "The two functions that bend least over the neighbourhoods of the rows. A curved surface that is a bent \
            piece of a plane comes out as that piece, also with a hole in it, but for its proportions.",
    eigenvalue_scale: "of BᵀB, B taking from a function what is linear in each neighbourhood",
    has_shares: false,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: |asked| unroll(Method::HessianLle, asked, asked.options),
        quick: QUICK,
    },
};
