//! Rules that choose γ: each asks for something else, and none is right for every purpose.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{HeldOutQuality, RowSample, Sweep, parallel_analysis::parallel_analysis};
use crate::{
    explain::separation::SeparationScore,
    kernel::{Centering, ComposedKernel, Kernel},
    kpca::{CancelCheck, FitError},
    objects::Labels,
    objects::RoundedMatrix,
};

/// Rows above which a sample answers, since criteria make whole kernel matrices.
pub const MOST_ROWS: usize = 400;
/// Golden sections that find an optimum between neighbouring values: twelve leave 0.3 % of the interval of log
/// γ.
const REFINEMENTS: usize = 12;

/// Share by which an optimum must be better than either end of the range. Where it is not, the criterion is
/// flat there and goes on beyond the end. More would hide shallow optima, and less would take rounding for one.
const CLEARLY: f64 = 0.01;

/// Description of a rule that chooses γ.
struct RuleSpec {
    /// Short name, as it stands at a mark.
    name: &'static str,
    /// Explanation of what the rule asks for, in a sentence or two.
    help: &'static str,
    ask: GammaSearch,
}

/// Way in which a rule finds γ.
enum GammaSearch {
    /// Known with the data, from 1/d and 1/(2m²) for the median distance m of two rows.
    Data(fn([f64; 2]) -> f64),
    /// Found from kernel matrices.
    Matrix(fn(&GammaProblem<'_>) -> Result<SampledChoice, FitError>),
    /// Read off a whole sweep: see [`Sweep::best_separation`].
    Sweep,
}

/// Choice of γ, and the number of rows that gave it where it is not all.
type SampledChoice = (GammaChoice, Option<usize>);

macro_rules! rules {
    ($($(#[$doc:meta])* $name:ident: $spec:expr,)+) => {
        /// Rule that chooses γ.
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        pub enum Criterion {
            $($(#[$doc])* $name,)+
        }

        impl Criterion {
            /// Every rule.
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
        help: "One over the number of features, scikit-learn's default. It does not look at distances.",
        ask: GammaSearch::Data(|[auto, _]| auto),
    },
    /// γ = 1/(2m²) for the median distance m of two rows.
    Median: RuleSpec {
        name: "median",
        help: "1/(2m²), m the median distance of two rows: half of all pairs are closer than this width, half farther.",
        ask: GammaSearch::Data(|[_, median]| median),
    },
    /// Largest variance of the entries of the kernel matrix off its diagonal, the rule of R's KRLS.
    Variance: RuleSpec {
        name: "variance",
        help: "Here the entries of the kernel matrix vary most (the rule of R's KRLS): rows are neither all similar \
               nor all dissimilar.",
        ask: GammaSearch::Matrix(|problem| {
            let variance = |gamma| Some(variance(&problem.matrix(&problem.x, gamma)?));
            Ok((best(problem.values, &variance, problem.cancelled)?, problem.rows))
        }),
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
    /// Best prediction of the label of rows that were held out.
    HeldOutAccuracy: RuleSpec {
        name: "held-out accuracy",
        help: "Here a linear rule on the components of four fifths of the rows predicts the label of the other fifth best \
               (five folds, seed 0). The bar: values of γ that are as good within one standard error.",
        ask: GammaSearch::Sweep,
    },
    /// Smallest error of pre-images of rows that were held out (Alam and Fukumizu 2014).
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
    /// Rule that was asked.
    pub criterion: Criterion,
    /// γ that it chose, or the reason for which there is none.
    pub answer: GammaChoice,
    /// Number of rows of the sample that answered; `None` where all rows did.
    pub rows: Option<usize>,
}

/// Value of γ that a rule chose, or the reason for which it chose none.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum GammaChoice {
    /// Best value of γ.
    At(f64),
    /// Lowest, representative and highest value of γ: any between is as good, or answers differ from draw to
    /// draw.
    Between(f64, f64, f64),
    /// Lower end of the range is best, so that there is no optimum within.
    AtLowerEnd,
    /// Upper end of the range is best, so that there is no optimum within.
    AtUpperEnd,
    /// No choice, since the rule does not apply here, for this reason in one line.
    Nothing(&'static str),
}

impl Criterion {
    /// Short name, as it stands at a mark.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Explanation of what the rule asks for, in a sentence or two.
    #[must_use]
    pub fn help(self) -> &'static str {
        self.spec().help
    }

    /// Answers of the rules that need no kernel matrix, from γ = 1/d and that of the median distance.
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

/// Data on which rules look for γ.
struct GammaProblem<'a> {
    /// Rows (n × d), a sample of them where there are many.
    x: Arc<DMatrix<f64>>,
    labels: Labels,
    kernel: Kernel,
    /// Values of γ, ascending.
    values: &'a [f64],
    /// Number of rows of the sample; `None` where all rows are asked.
    rows: Option<usize>,
    cancelled: CancelCheck<'a>,
}

impl GammaProblem<'_> {
    /// Kernel matrix of some rows; `None` where it has no finite values.
    fn matrix(&self, x: &Arc<DMatrix<f64>>, gamma: f64) -> Option<DMatrix<f64>> {
        let kernel = self.kernel.with_gamma(gamma);
        let composed = ComposedKernel::new(kernel, x, RoundedMatrix::LEAST_ROUNDING).ok()?;
        Some((**composed.matrix()).clone())
    }
}

impl GammaChoice {
    /// Returns the value that stands for the answer; `None` where no value was chosen.
    #[must_use]
    pub fn value(self) -> Option<f64> {
        match self {
            Self::At(value) | Self::Between(_, value, _) => Some(value),
            Self::AtLowerEnd | Self::AtUpperEnd | Self::Nothing(_) => None,
        }
    }
}

/// Asks the rules that read the kernel matrix (variance, alignment, parallel analysis) for γ within `values`
/// (ascending), and hands each answer to `found`. `x` is n × d, and `kernel` has a γ.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
pub fn criteria(
    x: &Arc<DMatrix<f64>>,
    labels: &Labels,
    kernel: Kernel,
    values: &[f64],
    found: &mut dyn FnMut(CriterionResult),
    cancelled: CancelCheck<'_>,
) -> Result<(), FitError> {
    let sample = RowSample::of(x.nrows(), MOST_ROWS);
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
            found(CriterionResult {
                criterion,
                answer,
                rows,
            });
        }
    }
    Ok(())
}

/// Finds where the kernel matrix is most like that of the labels; rows without a label are like no others.
fn best_alignment(problem: &GammaProblem<'_>) -> Result<SampledChoice, FitError> {
    let GammaProblem { x, labels, .. } = problem;
    let known = (labels.unlabelled() > 0).then(|| labels.known_rows());
    let (labelled, labels) = match &known {
        None => (Arc::clone(x), labels.clone()),
        Some(known) => (Arc::new(x.select_rows(known)), labels.of_rows(known)),
    };
    let answer = match label_kernel(&labels) {
        Err(why) => GammaChoice::Nothing(why),
        Ok(wanted) => {
            let alignment = |gamma| Some(alignment(problem.matrix(&labelled, gamma)?, &wanted));
            best(problem.values, &alignment, problem.cancelled)?
        }
    };
    Ok((answer, known.map(|known| known.len()).or(problem.rows)))
}

impl Sweep {
    /// Finds the value at which the first q components predict the label best. Values that are worse by no more
    /// than the spread between halvings count as equally good. `None` while values are missing, or where
    /// nothing is to be predicted.
    #[must_use]
    pub fn best_separation(&self, q: usize) -> Option<CriterionResult> {
        let scores = self.known();
        let scores = scores.filter_map(|(value, point)| Some((value, point.separation_by(q)?)));
        let scores: Vec<_> = scores.collect();
        let found = best_of(Criterion::Separation, &scores).filter(|_| self.is_whole())?;
        Some(CriterionResult {
            rows: self.sample.as_ref().map(|sample| sample.rows.len()),
            ..found
        })
    }

    /// Finds the values at which held-out rows are predicted best by the first q components, and rebuilt with the smallest
    /// error. Values within one standard error of the best count as equally good (Breiman et al. 1984). Empty while
    /// values are missing.
    #[must_use]
    pub fn best_held_out(&self, q: usize) -> Vec<CriterionResult> {
        let Some(validation) = &self.cross_validation else {
            return vec![];
        };
        if !validation.values.iter().all(Option::is_some) {
            return vec![];
        }
        let accuracy = |it: &HeldOutQuality| {
            let last = it.accuracy.len().checked_sub(1)?;
            Some(it.accuracy[q.max(1).min(last + 1) - 1])
        };
        let error = |it: &HeldOutQuality| {
            let error = it.pre_image_error?;
            let mean = -error.mean;
            Some(SeparationScore { mean, ..error })
        };
        let best = |criterion, score: &dyn Fn(&HeldOutQuality) -> Option<SeparationScore>| {
            let scores = self.held_out();
            let scores = scores.filter_map(|(value, it)| Some((value, score(it)?)));
            let found = best_of(criterion, &scores.collect::<Vec<_>>());
            found.map(|found| CriterionResult {
                rows: validation.rows,
                ..found
            })
        };
        let both = [
            best(Criterion::HeldOutAccuracy, &accuracy),
            best(Criterion::PreImageError, &error),
        ];
        both.into_iter().flatten().collect()
    }
}

/// Finds the value with the largest mean, and how far neighbours are as good within its spread; `None` without scores.
fn best_of(criterion: Criterion, scores: &[(f64, SeparationScore)]) -> Option<CriterionResult> {
    let better = |a: usize, b: usize| {
        if scores[b].1.mean > scores[a].1.mean {
            b
        } else {
            a
        }
    };
    let best = (0..scores.len()).reduce(better)?;
    let enough = scores[best].1.mean - scores[best].1.spread;
    let as_good = |i: &usize| scores[*i].1.mean >= enough;
    let low = (0..best).rev().take_while(as_good).last().unwrap_or(best);
    let high = (best..scores.len()).take_while(as_good).last();
    let high = high.unwrap_or(best);
    let value = |i: usize| scores[i].0;
    let answer = if low == 0 {
        GammaChoice::AtLowerEnd
    } else if high == scores.len() - 1 {
        GammaChoice::AtUpperEnd
    } else {
        GammaChoice::Between(value(low), value(best), value(high))
    };
    Some(CriterionResult {
        criterion,
        answer,
        rows: None,
    })
}

/// Finds where `quality` is largest: at the best of `values`, and from there on between its neighbours by
/// golden sections of log γ.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
fn best(
    values: &[f64],
    quality: &dyn Fn(f64) -> Option<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<GammaChoice, FitError> {
    let mut qualities = Vec::with_capacity(values.len());
    for &value in values {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let quality = quality(value).filter(|quality| quality.is_finite());
        qualities.push(quality.unwrap_or(f64::NEG_INFINITY));
    }
    let better = |a: usize, b: usize| if qualities[b] > qualities[a] { b } else { a };
    let (Some(i), Some(last)) = (
        (0..values.len()).reduce(better),
        values.len().checked_sub(1),
    ) else {
        return Ok(GammaChoice::Nothing("there are no values"));
    };
    if qualities[i] == f64::NEG_INFINITY {
        return Ok(GammaChoice::Nothing("the kernel has no finite values here"));
    }
    let enough = qualities[i] - CLEARLY * qualities[i].abs();
    if i == 0 || qualities[0] > enough {
        return Ok(GammaChoice::AtLowerEnd);
    }
    if i == last || qualities[last] > enough {
        return Ok(GammaChoice::AtUpperEnd);
    }
    let golden = 0.5 * (5_f64.sqrt() - 1.0);
    let [mut low, mut high] = [values[i - 1].ln(), values[i + 1].ln()];
    for _ in 0..REFINEMENTS {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let step = golden * (high - low);
        let at = |ln: f64| quality(ln.exp()).unwrap_or(f64::NEG_INFINITY);
        if at(high - step) > at(low + step) {
            high = low + step;
        } else {
            low = high - step;
        }
    }
    Ok(GammaChoice::At(f64::midpoint(low, high).exp()))
}

/// Variance of the entries of a matrix (n × n) off its diagonal.
fn variance(k: &DMatrix<f64>) -> f64 {
    let n = k.nrows();
    let count = (n * n.saturating_sub(1)).max(1) as f64;
    let off = |f: &dyn Fn(f64) -> f64| {
        let all: f64 = k.iter().map(|&value| f(value)).sum();
        let own: f64 = k.diagonal().iter().map(|&value| f(value)).sum();
        (all - own) / count
    };
    let mean = off(&|value| value);
    off(&|value| (value - mean).powi(2))
}

/// Centred alignment ⟨K̃, Ỹ⟩ / (‖K̃‖ ‖Ỹ‖) of a kernel matrix K with a centred Ỹ (both n × n).
fn alignment(mut k: DMatrix<f64>, wanted: &DMatrix<f64>) -> f64 {
    Centering::of(&k).apply(&mut k);
    k.dot(wanted) / (k.norm() * wanted.norm())
}

/// Returns the centred kernel matrix of the labels (n × n): 1 for rows of one class, or products of a quantity.
///
/// # Errors
/// The reason for which there is none, in one line.
fn label_kernel(labels: &Labels) -> Result<DMatrix<f64>, &'static str> {
    let mut wanted = match labels {
        Labels::None => return Err("there is no label"),
        Labels::Classes { codes, .. } => {
            let same = |i: usize, j: usize| f64::from(codes[i] == codes[j]);
            DMatrix::from_fn(codes.len(), codes.len(), same)
        }
        Labels::Continuous { values, .. } => {
            let largest = values.iter().fold(f64::MIN_POSITIVE, |m, v| m.max(v.abs()));
            let product = |i: usize, j: usize| values[i] / largest * (values[j] / largest);
            DMatrix::from_fn(values.len(), values.len(), product)
        }
    };
    Centering::of(&wanted).apply(&mut wanted);
    if wanted.amax() < 1e-12 {
        return Err("the label is the same in all rows");
    }
    Ok(wanted)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        method::Method,
        sweep::{SweepPoint, SweepQuestion, SweptParameter},
    };

    fn never() -> bool {
        false
    }

    #[test]
    fn an_optimum_lies_between_values_and_not_at_an_end() {
        let values: Vec<f64> = (-6..=6).map(|i| 10_f64.powf(f64::from(i) / 3.0)).collect();
        let bell = |at: f64| move |gamma: f64| Some(9.0 - (gamma / at).ln().powi(2));
        let GammaChoice::At(found) = best(&values, &bell(2.3), &never).unwrap() else {
            panic!("an optimum")
        };
        assert!((found / 2.3).ln().abs() < 0.01, "{found}");
        let of = |at| best(&values, &bell(at), &never).unwrap();
        assert_eq!(of(1e-4), GammaChoice::AtLowerEnd);
        assert_eq!(of(1e4), GammaChoice::AtUpperEnd);
        let nothing = best(&values, &|_| None, &never).unwrap();
        assert!(matches!(nothing, GammaChoice::Nothing(_)));
        let flat = |gamma: f64| Some(1.0 + 0.005 * (-(gamma / 0.1).ln().powi(2)).exp() - gamma);
        assert_eq!(
            best(&values, &flat, &never).unwrap(),
            GammaChoice::AtLowerEnd
        );
        let stopped = best(&values, &bell(1.0), &|| true);
        assert_eq!(stopped, Err(FitError::Cancelled));
    }

    #[test]
    fn ties_are_those_within_the_spread() {
        let means = [0.5, 0.9, 0.97, 1.0, 0.98, 0.9];
        let question = SweepQuestion {
            parameter: SweptParameter::GAMMA,
            method: Method::Kpca,
            values: (1..=6).map(f64::from).collect(),
        };
        let separation = |spread: f64, means: &[f64]| {
            let mut sweep = Sweep::new(question.clone(), None);
            let fit = |value: f64| {
                let mean = means[value as usize - 1];
                Ok::<_, FitError>(SweepPoint {
                    eigenvalues: vec![1.0],
                    shares: vec![1.0],
                    separation: vec![SeparationScore { mean, spread }],
                    scores: [].into(),
                })
            };
            sweep.fill(&[], fit, |_| {}).unwrap();
            sweep.best_separation(2).unwrap().answer
        };
        assert_eq!(separation(0.0, &means), GammaChoice::Between(4.0, 4.0, 4.0));
        assert_eq!(
            separation(0.03, &means),
            GammaChoice::Between(3.0, 4.0, 5.0)
        );
        assert_eq!(separation(0.2, &means), GammaChoice::AtUpperEnd);
        assert_eq!(separation(0.0, &[1.0; 6]), GammaChoice::AtLowerEnd);
    }

    #[test]
    fn alignment_is_that_of_the_rows_with_a_label() {
        let x = DMatrix::from_fn(40, 2, |i, j| {
            ((i * (3 + 4 * j)) as f64).sin() + (i % 2) as f64
        });
        let known: Vec<usize> = (0..40).filter(|i| i % 5 != 1).collect();
        let code = |i: usize| known.contains(&i).then_some(i % 2);
        let labels = Labels::Classes {
            column: "kind".into(),
            names: vec!["a".into(), "b".into()],
            codes: (0..40).map(code).collect(),
        };
        let values: Vec<f64> = (-9..=9).map(|i| 10_f64.powf(f64::from(i) / 4.0)).collect();
        let aligned = |x: DMatrix<f64>, labels: &Labels| {
            let mut of_alignment = None;
            let mut found = |found: CriterionResult| {
                if found.criterion == Criterion::Alignment {
                    of_alignment = Some((found.answer, found.rows));
                }
            };
            let rbf = Kernel::rbf(1.0);
            criteria(&Arc::new(x), labels, rbf, &values, &mut found, &never).unwrap();
            of_alignment.unwrap()
        };
        let some = aligned(x.clone(), &labels);
        let alone = aligned(x.select_rows(&known), &labels.of_rows(&known));
        assert_eq!(some, (alone.0, Some(32)));
        assert_eq!(alone.1, None);
    }

    #[test]
    fn labels_that_say_nothing_give_no_alignment() {
        let classes = |codes: &[usize]| Labels::of_classes("", vec![], codes.to_vec());
        assert!(label_kernel(&Labels::None).is_err());
        assert!(label_kernel(&classes(&[1, 1, 1])).is_err());
        let wanted = label_kernel(&classes(&[0, 0, 1, 1])).unwrap();
        assert!((alignment(wanted.clone(), &wanted) - 1.0).abs() < 1e-12);
        assert!((alignment(-&wanted, &wanted) + 1.0).abs() < 1e-12);
    }
}
