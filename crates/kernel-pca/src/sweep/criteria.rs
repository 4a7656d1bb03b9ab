//! Rules that choose γ, each by its own criterion; none is right for every purpose.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    RowSample,
    matrix_rules::{best_alignment, largest_variance},
    parallel_analysis::parallel_analysis,
};
use crate::{
    kernel::{ComposedKernel, Kernel},
    kpca::{CancelCheck, FitError},
    objects::{Labels, RoundedMatrix},
};

/// Rows above which rules read a sample, since they compute whole kernel matrices.
pub const MOST_ROWS_OF_RULES: usize = 400;
/// Description of a rule that chooses γ.
struct RuleSpec {
    /// Short name of the rule.
    name: &'static str,
    /// Explanation of the rule's criterion, in a sentence or two.
    help: &'static str,
    ask: GammaSearch,
}

/// Way in which a rule finds γ.
enum GammaSearch {
    /// Computed from the data alone: from 1/d and 1/(2m²) for the median distance m of two rows.
    Data(fn([f64; 2]) -> f64),
    /// Found by a search over kernel matrices.
    Matrix(fn(&GammaProblem<'_>) -> Result<SampledChoice, FitError>),
    /// Read off a whole sweep: see [`Sweep::best_separation`].
    Sweep,
}

/// Choice of γ, with the number of sampled rows it was made from; `None` where all rows were read.
pub(super) type SampledChoice = (GammaChoice, Option<usize>);

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $spec:expr,)+) => {
        /// Rule that chooses γ.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Criterion {
            $($(#[$doc])* $name,)+
        }

        impl Criterion {
            /// All rules that choose γ.
            pub const ALL: [Self; [$(Self::$name),+].len()] = [$(Self::$name),+];

            fn spec(self) -> &'static RuleSpec {
                match self {
                    $(Self::$name => const { &$spec },)+
                }
            }
        }
    };
}

rules! {
    /// γ = 1/d for d features, scikit-learn's default.
    Auto: RuleSpec {
        name: "1/d",
        help: "γ = 1/d, one over the number of features, scikit-learn's default. It does not look at distances.",
        ask: GammaSearch::Data(|[auto, _]| auto),
    },
    /// γ = 1/(2m²) for the median distance m of two rows.
    Median: RuleSpec {
        name: "median",
        help: "γ = 1/(2m²), m the median distance of two rows: half of all pairs are closer than the kernel is wide.",
        ask: GammaSearch::Data(|[_, median]| median),
    },
    /// Largest variance of the off-diagonal entries of the kernel matrix, the rule of R's KRLS.
    Variance: RuleSpec {
        name: "variance",
        help: "Here the entries of the kernel matrix vary most (the rule of R's KRLS): rows are neither all similar \
               nor all dissimilar.",
        ask: GammaSearch::Matrix(largest_variance),
    },
    /// Largest centred alignment of the kernel matrix with that of the labels (Cortes, Mohri and Rostamizadeh
    /// 2012).
    Alignment: RuleSpec {
        name: "alignment",
        help: "Here the centred kernel matrix is most like that of the labels (Cortes, Mohri and Rostamizadeh 2012).",
        ask: GammaSearch::Matrix(best_alignment),
    },
    /// Best prediction of the label by the leading components.
    Separation: RuleSpec {
        name: "separation",
        help: "Here a linear rule on the components of the title, learnt from half of the rows, predicts the label of the \
               other half best. The bar: values of γ that do equally well, within the spread of repeated splits.",
        ask: GammaSearch::Sweep,
    },
    /// Best prediction of the label of held-out rows.
    HeldOutAccuracy: RuleSpec {
        name: "held-out accuracy",
        help: "Here a linear rule on the components of four fifths of the rows predicts the label of the other fifth best \
               (five folds, seed 0). The bar: values of γ that are as good within one standard error.",
        ask: GammaSearch::Sweep,
    },
    /// Smallest error of pre-images of held-out rows (Alam and Fukumizu 2014).
    PreImageError: RuleSpec {
        name: "pre-image error",
        help: "Here rows that were held out come back from the components with the smallest error (five folds, ridge \
               regression; Alam and Fukumizu 2014). The bar: values of γ that are as good within one standard error.",
        ask: GammaSearch::Sweep,
    },
    /// Kernel parallel analysis (Jørgensen and Hansen 2012).
    ParallelAnalysis: RuleSpec {
        name: "parallel analysis",
        help: "Here the eigenvalues exceed those of independently shuffled columns most clearly (kernel parallel \
               analysis, Jørgensen and Hansen 2012). The bar is the range over six shufflings.",
        ask: GammaSearch::Matrix(|problem| {
            let GammaProblem { x, kernel, values, cancelled, .. } = problem;
            Ok((parallel_analysis(x, *kernel, values, *cancelled)?, problem.rows))
        }),
    },
}

/// Answer of a rule that chooses γ.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CriterionResult {
    /// Rule that gave the answer.
    pub criterion: Criterion,
    /// Value of γ that the rule chose, or the reason for which it chose none.
    pub answer: GammaChoice,
    /// Number of rows of the sample that the rule read; `None` where it read all.
    pub rows: Option<usize>,
}

/// Value of γ that a rule chose, or the reason for which it chose none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GammaChoice {
    /// Best value of γ.
    At(f64),
    /// Lowest, representative and highest value of γ: all between are equally good, or choices vary that much
    /// between random draws.
    Between(f64, f64, f64),
    /// Best at the lower end of the range, so that no optimum lies within.
    AtLowerEnd,
    /// Best at the upper end of the range, so that no optimum lies within.
    AtUpperEnd,
    /// No choice, with the reason in one line.
    Nothing(&'static str),
}

impl Criterion {
    /// Short name of the rule.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Explanation of the rule's criterion, in a sentence or two.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Answers of the rules that need no kernel matrix, from γ = 1/d and γ = 1/(2m²) for the median distance m.
    pub fn known(auto_and_median: [f64; 2]) -> impl Iterator<Item = CriterionResult> {
        Self::ALL
            .into_iter()
            .filter_map(move |criterion| match criterion.spec().ask {
                GammaSearch::Data(value) => Some(CriterionResult {
                    criterion,
                    answer: GammaChoice::At(value(auto_and_median)),
                    rows: None,
                }),
                GammaSearch::Matrix(_) | GammaSearch::Sweep => None,
            })
    }
}

/// Data and values among which rules search for γ.
pub(super) struct GammaProblem<'a> {
    /// Rows (n × d), sampled where they are many.
    pub(super) x: Arc<DMatrix<f64>>,
    pub(super) labels: Labels,
    kernel: Kernel,
    /// Values of γ, ascending.
    pub(super) values: &'a [f64],
    /// Number of rows of the sample; `None` where all rows are read.
    pub(super) rows: Option<usize>,
    pub(super) cancelled: CancelCheck<'a>,
}

impl GammaProblem<'_> {
    /// Kernel matrix of some rows at this γ; `None` where its values are not finite.
    pub(super) fn matrix(&self, x: &Arc<DMatrix<f64>>, gamma: f64) -> Option<DMatrix<f64>> {
        let kernel = self.kernel.with_gamma(gamma);
        let composed = ComposedKernel::new(kernel, x, RoundedMatrix::LEAST_ROUNDING).ok()?;
        Some((**composed.matrix()).clone())
    }
}

impl GammaChoice {
    /// Returns the chosen or representative value; `None` where no value was chosen.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        match self {
            Self::At(value) | Self::Between(_, value, _) => Some(value),
            Self::AtLowerEnd | Self::AtUpperEnd | Self::Nothing(_) => None,
        }
    }
}

/// Evaluates the rules that read kernel matrices (variance, alignment, parallel analysis) for γ within `values`
/// (ascending), and hands each answer to `answered`. `x` is n × d, and `kernel` has a γ.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
pub fn criteria(
    x: &Arc<DMatrix<f64>>,
    labels: &Labels,
    kernel: Kernel,
    values: &[f64],
    answered: &mut dyn FnMut(CriterionResult),
    cancelled: CancelCheck<'_>,
) -> Result<(), FitError> {
    let sample = RowSample::of(x.nrows(), MOST_ROWS_OF_RULES);
    let (x, labels) = match &sample {
        None => (Arc::clone(x), labels.clone()),
        Some(sample) => (
            Arc::new(sample.of_matrix(x, false)),
            sample.of_labels(labels),
        ),
    };
    let rows = sample.map(|sample| sample.rows.len());
    let problem = GammaProblem {
        x,
        labels,
        kernel,
        values,
        rows,
        cancelled,
    };
    for criterion in Criterion::ALL {
        if let GammaSearch::Matrix(ask) = criterion.spec().ask {
            let (answer, rows) = ask(&problem)?;
            answered(CriterionResult {
                criterion,
                answer,
                rows,
            });
        }
    }
    Ok(())
}
