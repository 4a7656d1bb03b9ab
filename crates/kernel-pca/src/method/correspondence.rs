//! Correspondence analysis as a method.

use std::sync::Arc;

use super::{MethodFit, MethodSpec, RowForm};
use crate::{correspondence::Correspondence, manifold::ManifoldError};

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "correspondence",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::AsTheyCame,
    fit: MethodFit::WhereShown {
        fit: |_, asked| {
            let x = asked.rows.features().ok_or(ManifoldError::Unsuited)?;
            Ok(Arc::new(Correspondence::fit(x)?))
        },
        // Correspondence analysis costs as little as linear PCA.
        quick: usize::MAX,
    },
};
