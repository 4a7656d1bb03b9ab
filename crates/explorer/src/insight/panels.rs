//! Rules on results that panels compute beside the fit.

use super::Insight;
use kernel_pca::{explain::separation::SeparationScore, method::Method};

/// Least difference of two accuracies for which a remark is made.
pub const WORTH_A_WORD: f64 = 0.02;

/// Least difference of two accuracies for which another γ is offered: where classes overlap, the best of many
/// values is better by chance alone.
pub const WORTH_A_CLICK: f64 = 0.05;

/// Results of panels that rules read; a field is empty where no panel wanted it.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelFindings {
    /// First method whose graph of neighbours is not connected, with the number of connected components and the
    /// number of neighbours that connects them, if known.
    pub in_pieces: Option<(Method, usize, Option<usize>)>,
    /// Accuracies of predicting the class from equally many components of linear PCA and of kernel PCA, in this order;
    /// `None` where labels are no classes.
    pub separation: Option<[SeparationScore; 2]>,
}

impl PanelFindings {
    pub(super) fn pieces(&self) -> Option<Insight> {
        let (method, pieces, neighbors) = self.in_pieces?;
        Some(Insight::Pieces {
            method,
            pieces,
            neighbors,
        })
    }

    /// Remark that linear PCA predicts the label better, by more than the spread over halvings.
    pub(super) fn linear_separates(&self) -> Option<Insight> {
        let [linear, kernel] = self.separation.as_ref()?;
        let chance = linear.spread.max(kernel.spread).max(WORTH_A_WORD);
        (linear.mean - kernel.mean > chance).then_some(Insight::LinearSeparates {
            linear: linear.mean,
            kernel: kernel.mean,
        })
    }
}
