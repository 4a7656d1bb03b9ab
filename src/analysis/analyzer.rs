//! Runs a setup, keeping every stage whose inputs did not change.

use super::Analysis;
use crate::{
    Result,
    kpca::{Cancelled, Solver, Tier, Workspace},
    setup::Setup,
};

/// Runs setups one after the other; remembers table, dataset, scaled data, linear PCA and workspace.
#[derive(Debug, Default)]
pub struct Analyzer {
    workspace: Workspace,
}

impl Analyzer {
    /// Loads, scales and fits what `setup` describes.
    ///
    /// # Errors
    /// Whatever is wrong with data, parameters or fit; what was cached stays.
    pub fn run(
        &mut self,
        setup: &Setup,
        tier: Tier,
        solver: Solver,
        cancelled: Cancelled<'_>,
    ) -> Result<Analysis> {
        let _ = (setup, tier, solver, cancelled, &self.workspace);
        todo!()
    }
}
