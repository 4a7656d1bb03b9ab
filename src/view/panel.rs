//! The list of panels: the one place where a new one is registered.

use serde::{Deserialize, Serialize};

use super::Chart;
use crate::{analysis::Analysis, setup::View};

/// A panel of the window and of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    Input,
    Pca,
    Kpca,
    Spectrum,
    Variance,
}

/// Flips of component signs, +1 or −1 per kernel PCA component; missing entries mean +1.
///
/// The window keeps axes from jumping while a slider moves; figures and tables use none.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Signs(pub Vec<f64>);

impl Panel {
    pub const ALL: [Self; 5] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
    ];

    /// The name used on the command line and in menus.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Pca => "pca",
            Self::Kpca => "kpca",
            Self::Spectrum => "spectrum",
            Self::Variance => "variance",
        }
    }

    /// Builds the panel's chart from results.
    #[must_use]
    pub fn chart(self, analysis: &Analysis, view: &View, signs: &Signs) -> Chart {
        let _ = (analysis, view, signs);
        todo!()
    }
}
