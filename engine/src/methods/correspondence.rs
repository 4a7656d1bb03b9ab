//! Correspondence analysis.

use std::sync::Arc;

use super::{MethodFit, MethodSpec, RowForm};
use crate::correspondence::Correspondence;

pub(super) static SPEC: MethodSpec = MethodSpec {
    name: "correspondence",
    title: "Correspondence analysis",
    title_in_text: "correspondence analysis",
    component: "CA ",
    prefix: "ca_",
    about: "A table of counts: rows with alike profiles lie near each other, and each \
            column's name stands towards the rows that have more of it than others.",
    eigenvalue_scale: "inertia",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::AsTheyCame,
    fit: MethodFit::WhereShown {
        fit: |asked| {
            let found = Correspondence::fit(asked.x)?;
            Ok(Arc::new(found))
        },
        // Its cost is that of linear PCA.
        quick: usize::MAX,
    },
};
