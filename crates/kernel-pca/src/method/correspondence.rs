//! Correspondence analysis as a method.

use std::sync::Arc;

use super::{MethodFit, MethodSpec, RowForm};
use crate::correspondence::Correspondence;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "correspondence",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::AsTheyCame,
    fit: MethodFit::WhereShown {
        fit: |_, asked| Ok(Arc::new(Correspondence::fit(asked.x)?)),
        // Correspondence analysis costs as little as linear PCA.
        quick: usize::MAX,
    },
};
