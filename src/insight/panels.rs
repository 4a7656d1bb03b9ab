//! Rules about results that panels show beside the fit.

use super::Insight;
use crate::{explain::separation::SeparationScore, method::Method};

/// Least difference of two accuracies that is remarked.
pub const WORTH_A_WORD: f64 = 0.02;

/// Least difference of two accuracies for which another γ is offered: where classes overlap, the best of many values is
/// better by chance.
pub const WORTH_A_CLICK: f64 = 0.05;

/// Results of panels that rules look at; empty where no panel asks for them.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct PanelFindings {
    /// First method whose graph of neighbours falls apart: the method, the number of connected components, and the
    /// number of neighbours that connects them.
    pub in_pieces: Option<(Method, usize, Option<usize>)>,
    /// Name of the label, and the accuracies of predicting it from as many components of linear and of kernel PCA.
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

    /// Remark that linear PCA separates better, by more than chance in the halvings.
    pub(super) fn linear_separates(&self) -> Option<Insight> {
        let [linear, kernel] = self.separation.as_ref()?;
        let chance = linear.spread.max(kernel.spread).max(WORTH_A_WORD);
        (linear.mean - kernel.mean > chance).then_some(Insight::LinearSeparates {
            linear: linear.mean,
            kernel: kernel.mean,
        })
    }
}
