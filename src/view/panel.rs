//! The list of panels: the one place where a new one is registered.

use serde::{Deserialize, Serialize};

use super::{Chart, input, scores, spectrum, variance};
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

impl Signs {
    /// The factor of one component (0-based).
    #[must_use]
    pub fn of(&self, component: usize) -> f64 {
        self.0.get(component).copied().unwrap_or(1.0)
    }
}

impl Panel {
    pub const ALL: [Self; 5] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
    ];

    /// The name used on the command line and in file names.
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

    /// The name shown in menus and title bars.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Input => "Input",
            Self::Pca => "Linear PCA",
            Self::Kpca => "Kernel PCA",
            Self::Spectrum => "Eigenvalue spectrum",
            Self::Variance => "Explained variance",
        }
    }

    /// Builds the panel's chart from results.
    #[must_use]
    pub fn chart(self, analysis: &Analysis, view: &View, signs: &Signs) -> Chart {
        match self {
            Self::Input => input::chart(analysis, view.input),
            Self::Pca => scores::pca(analysis, view.pca),
            Self::Kpca => scores::kpca(analysis, view.kpca, signs),
            Self::Spectrum => spectrum::chart(analysis, view),
            Self::Variance => variance::chart(analysis, view),
        }
    }
}
