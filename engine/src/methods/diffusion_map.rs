//! Diffusion maps.

use super::{Method, MethodFit, MethodSpec, QUICK, RowForm, unroll};

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "diffusion-map",
    title: "Diffusion map",
    title_in_text: "diffusion map",
    component: "diffusion ",
    prefix: "diffusion_",
    about: "Where a random walk with Gaussian steps gets to. Rows are near if many paths \
            join them.",
    eigenvalue_scale: "of the random walk",
    has_shares: false,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: |asked| unroll(Method::DiffusionMap, asked, asked.options),
        quick: QUICK,
    },
};
