//! From a panel to its chart: the one place where a new one is registered.

use super::{
    Chart, contours, input, kernel_matrix, marking, scores, separation, solid, spectrum, variance,
};
use crate::{
    analysis::Analysis,
    setup::{Panel, View},
};

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
    /// Builds the panel's chart from results.
    #[must_use]
    pub fn chart(self, analysis: &Analysis, view: &View, signs: &Signs) -> Chart {
        let mut chart = match self {
            Self::Input => input::chart(analysis, view.input),
            Self::Pca => {
                separation::with_accuracy(scores::pca(analysis, view.pca), analysis, view, self)
            }
            Self::Kpca => separation::with_accuracy(
                scores::kpca(analysis, view.kpca, signs),
                analysis,
                view,
                self,
            ),
            Self::Spectrum => spectrum::chart(analysis, view),
            Self::Variance => variance::chart(analysis, view),
            Self::Input3d => solid::input(analysis, view),
            Self::Pca3d => solid::pca(analysis, view),
            Self::Kpca3d => solid::kpca(analysis, view, signs),
            Self::PcaContours => contours::pca(analysis, view),
            Self::KpcaContours => contours::kpca(analysis, view, signs),
            Self::KernelMatrix => kernel_matrix::chart(analysis, view),
            Self::Separation => separation::chart(analysis, view),
        };
        marking::mark(&mut chart, &analysis.dataset, &view.marking);
        chart
    }

    /// What the title's number means, for those who point at it.
    #[must_use]
    pub fn help(self) -> Option<&'static str> {
        matches!(self, Self::Pca | Self::Kpca | Self::Separation)
            .then_some(crate::explain::separation::DEFINITION)
    }
}
