//! What of the results is shown, and how: nothing here changes a number.

use serde::{Deserialize, Serialize};

/// The choices that the plots read. Indices are 0-based and may exceed what exists; plots clamp.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// The two feature columns of the input plot.
    pub input: [usize; 2],
    pub pca: ScoreAxes,
    pub kpca: ScoreAxes,
    /// How many eigenvalues the spectrum and the variance curve show.
    pub spectrum_components: usize,
    pub spectrum_log: bool,
    /// The share of variance α that "smallest r" refers to, in (0, 1].
    pub threshold: f64,
}

impl Default for View {
    fn default() -> Self {
        Self {
            input: [0, 1],
            pca: ScoreAxes::default(),
            kpca: ScoreAxes::default(),
            spectrum_components: 10,
            spectrum_log: false,
            threshold: 0.95,
        }
    }
}

/// What a score plot puts on its axes; components are 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreAxes {
    /// One component against another.
    Pair(usize, usize),
    /// One component against the row index.
    Index(usize),
    /// One component along x, jittered vertically so that points don't hide each other.
    Strip(usize),
}

impl Default for ScoreAxes {
    fn default() -> Self {
        Self::Pair(0, 1)
    }
}
