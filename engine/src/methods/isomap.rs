//! Isomap.

use super::{Method, MethodFit, MethodSpec, QUICK, RowForm, unroll};

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "isomap",
    title: "Isomap",
    title_in_text: "Isomap",
    component: "Isomap ",
    prefix: "isomap_",
    about: "Distances are measured along the graph of nearest neighbours, and the rows \
            laid out at these distances. It unrolls what RBF cannot, where the graph has \
            no short cuts.",
    eigenvalue_scale: "of −½JD²J, D being the lengths of paths along the graph",
    has_shares: true,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: |asked| unroll(Method::Isomap, asked, asked.options),
        quick: QUICK,
    },
};
