//! From a setup to numbers: the one path that the window, the command line and the tests share.

mod analyzer;
mod explain;
mod warnings;

use std::{sync::Arc, time::Duration};

use nalgebra::DMatrix;

use crate::{
    data::{Dataset, Scaler, Table},
    kernel::Kernel,
    kpca::{KernelPca, Tier},
    pca::Pca,
};

pub use analyzer::Analyzer;
pub use explain::{ContourMap, Contours, Explain, Separation};

/// The numbers behind one picture.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Every column of the source, used or not.
    pub table: Arc<Table>,
    pub dataset: Arc<Dataset>,
    pub scaler: Scaler,
    /// The scaled data, n × d, that both methods saw.
    pub x: Arc<DMatrix<f64>>,
    pub pca: Arc<Pca>,
    pub kernel: Kernel,
    pub kpca: Arc<KernelPca>,
    pub tier: Tier,
    /// What γ's two rules give on these data.
    pub gamma_auto: f64,
    pub gamma_median: f64,
    /// What the panels that explain the picture show.
    pub explain: Explain,
    pub timings: Timings,
    /// One plain sentence each: rows left out, indefinite kernel, components not determined.
    pub warnings: Vec<String>,
}

/// Time spent in each stage; a stage answered from the cache took none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    pub load: Duration,
    pub pca: Duration,
    pub kpca: Duration,
}

impl Timings {
    #[must_use]
    pub fn total(&self) -> Duration {
        self.load + self.pca + self.kpca
    }

    /// The median of each stage over several runs; zeros for none.
    #[must_use]
    pub fn median(runs: &[Self]) -> Self {
        let stage = |stage: fn(&Self) -> Duration| {
            let mut times: Vec<_> = runs.iter().map(stage).collect();
            times.sort_unstable();
            times.get(times.len() / 2).copied().unwrap_or_default()
        };
        Self {
            load: stage(|run| run.load),
            pca: stage(|run| run.pca),
            kpca: stage(|run| run.kpca),
        }
    }
}
