//! What several tests of the numbers begin with.

use nalgebra::DMatrix;

use explorer::{
    analysis::{Analysis, Analyzer},
    setup::Setup,
};
use kernel_pca::kpca::Tier;

/// Matrix with these rows, all of one length.
pub fn matrix(rows: &[Vec<f64>]) -> DMatrix<f64> {
    DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
}

/// Exact analysis of the setup.
pub fn analyse(setup: &Setup) -> Analysis {
    let analysis = Analyzer::default().run(setup, Tier::Exact, &|| false);
    analysis.unwrap()
}
