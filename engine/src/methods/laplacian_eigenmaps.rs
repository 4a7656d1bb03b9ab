//! Laplacian eigenmaps.

use super::{Method, MethodFit, MethodSpec, QUICK, RowForm, unroll};

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "laplacian-eigenmaps",
    title: "Laplacian eigenmaps",
    title_in_text: "Laplacian eigenmaps",
    component: "eigenmap ",
    prefix: "eigenmap_",
    about: "The smoothest functions on the graph of nearest neighbours: rows that are \
            neighbours stay near each other.",
    eigenvalue_scale: "of the normalised Laplacian of the graph",
    has_shares: false,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: |asked| unroll(Method::LaplacianEigenmaps, asked, asked.options),
        quick: QUICK,
    },
};
