//! Changes of the setup that help where a remark holds, as plain data.

use super::{Agreement, DiagnosedFit, Insight, SeparatingGamma, sampled::halfway_gamma};
use kernel_pca::{
    kernel::{Gamma, KernelKind},
    sweep::StandingOut,
};

/// Change of the setup that helps where a remark holds.
#[derive(Debug, Clone, PartialEq)]
pub enum Remedy {
    /// Sets γ to the median heuristic's, with its value on these data.
    MedianGamma(f64),
    /// Sets γ to the value that suits the kernel's own distance, where that is not the distance of the median
    /// heuristic.
    Gamma(f64),
    /// Sets γ to the value at which components separate the classes best.
    SeparatingGamma(SeparatingGamma),
    Standardize,
    /// Removes a column, by name, from the features; with the numbers of rows that are fitted before and after, where
    /// these differ.
    LeaveOut {
        name: String,
        rows: Option<[usize; 2]>,
    },
    /// Fills gaps; with the numbers of rows that are fitted before and after.
    FillGaps([usize; 2]),
    /// Leaves a row out of the fit, by its number in the source and in words.
    FitWithout {
        row: usize,
        called: String,
    },
    Kernel(KernelKind),
    Neighbors(usize),
    /// Selects a row, by its number in the source.
    SelectRow(usize),
    /// Shows the accuracy of predicting classes over the range of γ.
    ShowSweep,
    /// Compares the eigenvalues with those of shuffled columns.
    HoldAgainstShuffled,
    /// Computes this number of components.
    Components(usize),
}

impl Remedy {
    /// Changes that help where a remark holds of a fit, the best first; empty where there is nothing to mend.
    pub(super) fn of(insight: &Insight, fitted: DiagnosedFit<'_>) -> Vec<Self> {
        match insight {
            Insight::NoDifference | Insight::NearlyConstant(_) => {
                let mut all = other_gamma(fitted);
                if all.is_empty() && fitted.dataset.has_features() {
                    all.extend(rbf(fitted));
                }
                all
            }
            Insight::Distances => vec![Self::Kernel(KernelKind::Distances)],
            Insight::Identifier { name } => vec![Self::LeaveOut {
                name: name.clone(),
                rows: None,
            }],
            Insight::Gaps { rows, of, sparse } => {
                let without = sparse.iter().map(|sparse| Self::LeaveOut {
                    name: sparse.name.clone(),
                    rows: Some([*rows, sparse.rows]),
                });
                without.chain([Self::FillGaps([*rows, *of])]).collect()
            }
            Insight::FewColumns { .. } | Insight::UnitsDiffer(_) => vec![Self::Standardize],
            Insight::Negative(_) => {
                let has_features = fitted.dataset.has_features();
                rbf(fitted).filter(|_| has_features).into_iter().collect()
            }
            Insight::EqualsLinear { why, .. } => match why {
                Agreement::SmallGamma => other_gamma(fitted),
                Agreement::LinearKernel | Agreement::Other => {
                    let has_features = fitted.dataset.has_features();
                    rbf(fitted).filter(|_| has_features).into_iter().collect()
                }
            },
            Insight::NearlyDiagonal(_) | Insight::FewRows { .. } => other_gamma(fitted),
            Insight::Pieces { neighbors, .. } => {
                neighbors.map(Self::Neighbors).into_iter().collect()
            }
            Insight::OneRow { row, called, .. } => {
                let without = Self::FitWithout {
                    row: *row,
                    called: called.clone(),
                };
                let has_features = fitted.dataset.has_features();
                let mut all: Vec<Self> = has_features.then_some(without).into_iter().collect();
                all.push(Self::SelectRow(*row));
                all
            }
            // Not the linear kernel: its picture is linear PCA's, which is there already, and the next advice would be to
            // use another.
            Insight::LinearSeparates { .. } => {
                let sweeps = fitted.kpca.kernel.gamma().is_some();
                sweeps.then_some(Self::ShowSweep).into_iter().collect()
            }
            Insight::ManyComponents { standing_out, .. } => {
                if fitted.dataset.has_features() {
                    Self::of_components(*standing_out)
                } else {
                    vec![]
                }
            }
            Insight::RowsRepeat(_)
            | Insight::EqualComponents { .. }
            | Insight::OtherGamma { .. } => vec![],
        }
    }

    /// Returns true where the change sets γ by a rule that knows no classes, or shows the effect of other values of γ.
    pub(super) fn is_of_gamma(&self) -> bool {
        matches!(
            self,
            Self::MedianGamma(_) | Self::Gamma(_) | Self::ShowSweep
        )
    }

    /// Returns true where the change sets γ by a rule that knows no classes.
    pub(super) fn sets_gamma(&self) -> bool {
        matches!(self, Self::MedianGamma(_) | Self::Gamma(_))
    }

    /// Changes for two components with a small share of the variance, by the number of components known to stand
    /// out.
    pub(super) fn of_components(standing_out: Option<StandingOut>) -> Vec<Self> {
        match standing_out {
            None => vec![Self::HoldAgainstShuffled],
            Some(StandingOut::First(count) | StandingOut::All(count)) if count > 2 => {
                vec![Self::Components(count)]
            }
            Some(_) => vec![],
        }
    }
}

fn rbf(fitted: DiagnosedFit<'_>) -> Option<Remedy> {
    let other = fitted.kpca.kernel.kind() != KernelKind::Rbf;
    other.then_some(Remedy::Kernel(KernelKind::Rbf))
}

/// Change to a γ that suits the data; empty where it is in use, or where the kernel has no γ.
fn other_gamma(fitted: DiagnosedFit<'_>) -> Vec<Remedy> {
    let kernel = &fitted.kpca.kernel;
    if kernel.gamma().is_none() || !fitted.dataset.has_features() {
        return vec![];
    }
    match halfway_gamma(kernel, fitted.x) {
        Some(gamma) => vec![Remedy::Gamma(gamma)],
        None if fitted.gamma == Gamma::Median => vec![],
        None => vec![Remedy::MedianGamma(fitted.gamma_median)],
    }
}
