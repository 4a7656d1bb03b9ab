//! JSON report of `fit`; `docs/report.md` describes each field.

use std::{borrow::Cow, collections::BTreeMap};

use nalgebra::DMatrix;
use serde::{Serialize, Serializer};
use serde_json::Number;

use super::judged::{DenoisingReport, HeldOutReport, NoveltyOfClass};
use chart::percent;
use explorer::{
    analysis::{Analysis, SeparationOfNew, Timings},
    presented::Presented,
    setup::{Components, Setup},
};
use kernel_pca::{
    embedding::Embedding,
    explain::limits::ControlLimits,
    kernel::{Join, Kernel, KernelParameter, Normalize, Similarity},
    kpca::{FitWork, SolverUsed},
    method::{Method, MethodFit, RowForm},
    objects::{AddedNoise, Labels, Scaling},
};
use tabular::{DataError, LeftOut, NewRows, Source};

/// Result of one method with everything that it depends on. Fields without a value are null, and none is left out.
#[derive(Debug, Serialize)]
pub struct FitReport<'a> {
    version: &'static str,
    method: &'static str,
    data: Cow<'static, str>,
    /// Reading of a file, in one line; null for other data.
    reading: Option<String>,
    n: usize,
    /// Number of features; null where data are no vectors.
    d: Option<usize>,
    /// Names of the features; null where data are no vectors.
    features: Option<&'a [String]>,
    /// Name of the label's column.
    label: Option<&'a str>,
    left_out: LeftOut,
    /// Name of the scaling that the method's rows went through.
    scaling: &'static str,
    /// Seed of generated data.
    seed: Option<u32>,
    /// Noise added to the features; null where none was.
    added_noise: Option<AddedNoise>,
    /// Kernel; null for methods without one.
    kernel: Option<KernelReport>,
    /// Parameters of methods other than kernel PCA, by name.
    parameters: BTreeMap<&'static str, f64>,
    /// Number of neighbours of each row, for methods that start from the graph of neighbours; null for others, and
    /// where the graph is given.
    neighbors: Option<usize>,
    /// Number of connected components of the graph that the method starts from; null where it starts from none.
    pieces: Option<usize>,
    /// Number of components asked for: a count, or a share of the variance.
    components_asked: Components,
    solver: Option<&'static str>,
    /// Number of rows that the kernel matrix was approximated from; null where it was not.
    landmarks: Option<usize>,
    rank: Option<usize>,
    /// Largest residual ‖K̃v − λv‖ / λ₁ of kernel PCA; null for other methods.
    max_residual: Option<f64>,
    certified: Option<bool>,
    /// Error bound of the eigenvalues, relative to the largest; null where none is known.
    eigenvalue_bound: Option<f64>,
    /// Error bound of a column of scores, in norm, relative to the first; null where none is known.
    score_bound: Option<f64>,
    /// Eigenvalues, as many as were asked for.
    eigenvalues: &'a [f64],
    eigenvalue_scale: String,
    /// Variances of linear PCA with divisor n − 1, as scikit-learn's `explained_variance_`.
    explained_variance: Option<Vec<f64>>,
    explained_variance_ratio: Option<Vec<f64>>,
    negative_eigenvalues: Vec<f64>,
    /// Error of new rows' scores, measured on held-out rows, as a share of the scores' spread; null where no new rows
    /// are projected, or where the method has no such error.
    pub(super) projection_error: Option<f64>,
    /// Accuracy of predicting the classes of new rows; null where no new rows are projected, and where they have no
    /// classes.
    pub(super) new_rows_accuracy: Option<NewRowsAccuracy>,
    /// Limits of the numbers of a novelty table; null where none was asked for.
    pub(super) novelty_limits: Option<NoveltyLimits>,
    /// Novelty of new rows by class; null where none was asked for, and where they have no classes.
    pub(super) novelty_by_class: Option<Vec<NoveltyOfClass>>,
    /// Quality on rows that are held out; null where none was asked for.
    pub(super) held_out: Option<HeldOutReport>,
    /// Errors of denoised rows against clean ones; null where none are given.
    pub(super) denoising_errors: Option<DenoisingReport>,
    #[serde(serialize_with = "in_milliseconds")]
    timings_ms: Timings,
    /// Passes over the kernel's values on all pairs; null where none was made.
    passes: Option<PassesReport>,
    pub(super) warnings: Vec<String>,
}

/// Writes the numbers of the kernel's formula by name; those that it does not hold are left out.
fn kernel_numbers<S: Serializer>(kernel: &Kernel, serializer: S) -> Result<S::Ok, S::Error> {
    let held = KernelParameter::ALL.into_iter().filter_map(|parameter| {
        let value = kernel.value(parameter)?;
        let number = if parameter.rule().is_whole() {
            Number::from(value as u64)
        } else {
            Number::from_f64(value)?
        };
        Some((parameter.name(), number))
    });
    serializer.collect_map(held)
}

/// Writes the times of the stages and their total, in milliseconds.
fn in_milliseconds<S: Serializer>(timings: &Timings, serializer: S) -> Result<S::Ok, S::Error> {
    let stages = [
        ("load", timings.load),
        ("pca", timings.pca),
        ("kpca", timings.kpca),
        ("explain", timings.explain),
        ("total", timings.total()),
    ];
    serializer.collect_map(stages.map(|(name, time)| (name, time.as_secs_f64() * 1e3)))
}

/// Passes of a fit over the kernel's values on all pairs.
#[derive(Debug, Serialize)]
struct PassesReport {
    #[serde(flatten)]
    counts: FitWork,
    /// Bytes of stored values that the passes read.
    bytes_read: u64,
}

impl PassesReport {
    /// Makes the report of a fit of n rows; `None` where it made no pass.
    fn new(counts: FitWork, n: usize) -> Option<Self> {
        (counts.passes() > 0).then(|| Self {
            counts,
            bytes_read: counts.bytes_read(n),
        })
    }
}

#[derive(Debug, Serialize)]
struct KernelReport {
    name: &'static str,
    #[serde(flatten, serialize_with = "kernel_numbers")]
    numbers: Kernel,
    #[serde(skip_serializing_if = "Option::is_none")]
    similarity: Option<Similarity>,
    #[serde(skip_serializing_if = "Option::is_none")]
    all_lengths: Option<bool>,
    /// Name of the second kernel, where its values are added.
    #[serde(skip_serializing_if = "Option::is_none")]
    plus: Option<&'static str>,
    /// Name of the second kernel, where its values are factors.
    #[serde(skip_serializing_if = "Option::is_none")]
    times: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    normalize: Option<&'static str>,
    centered: bool,
}

/// Limits within which rows like the fitted ones lie with a probability of `confidence`.
#[derive(Debug, Serialize)]
pub(super) struct NoveltyLimits {
    components: usize,
    confidence: f64,
    /// Limit of the column `error`.
    q: Option<f64>,
    /// Limit of the column `t2`.
    t2: Option<f64>,
    /// Reasons for which limits are null, by name.
    lacking: BTreeMap<&'static str, String>,
}

impl From<ControlLimits> for NoveltyLimits {
    fn from(limits: ControlLimits) -> Self {
        let ControlLimits {
            confidence,
            components,
            t2,
            q,
        } = limits;
        let lacking = [("q", q), ("t2", t2)].into_iter();
        let lacking = lacking.filter_map(|(name, limit)| Some((name, limit.err()?.to_string())));
        Self {
            components,
            confidence,
            q: q.ok(),
            t2: t2.ok(),
            lacking: lacking.collect(),
        }
    }
}

/// Accuracy of a linear discriminant, learnt from all fitted rows, on new rows.
#[derive(Debug, Serialize)]
pub(super) struct NewRowsAccuracy {
    /// Number of components that the discriminant reads.
    components: usize,
    /// Share of the rows whose class is found.
    all: f64,
    by_class: Vec<OfClass>,
}

/// Accuracy on the new rows of one class.
#[derive(Debug, Serialize)]
struct OfClass {
    class: String,
    /// False where no fitted row is of the class, which is then never found.
    fitted: bool,
    rows: usize,
    accuracy: f64,
}

impl NewRowsAccuracy {
    /// Accuracy by all columns of the scores of fitted rows (n × k) and of new rows (m × k); `None` where the labels
    /// are no classes.
    pub(super) fn of(
        analysis: &Analysis,
        new: &NewRows,
        scores: [&DMatrix<f64>; 2],
    ) -> Option<Self> {
        let labels = [&analysis.dataset.labels, &new.labels];
        let components = scores[0].ncols();
        let found = SeparationOfNew::of(scores, labels, components)?;
        let all = *found.all.last()?;
        let [fitted, names] = labels.map(Labels::classes);
        let by_class: Vec<OfClass> = found
            .by_class
            .iter()
            .filter_map(|of| {
                Some(OfClass {
                    class: names.get(of.class)?.clone(),
                    fitted: of.class < fitted.len(),
                    rows: of.rows,
                    accuracy: of.found,
                })
            })
            .collect();
        let accuracy = Self {
            components,
            all,
            by_class,
        };
        (!accuracy.by_class.is_empty()).then_some(accuracy)
    }

    /// Sentence such as "new rows: 71.3 % are found by a linear discriminant on 2 components; by class: u 98.6 % of 70,
    /// v 38.9 % of 36, w 0.0 % of 5, which was not fitted".
    pub(super) fn in_words(&self) -> String {
        let classes = self.by_class.iter().map(|of| {
            let not_fitted = if of.fitted {
                ""
            } else {
                ", which was not fitted"
            };
            format!(
                "{} {} of {}{not_fitted}",
                of.class,
                percent(of.accuracy),
                of.rows
            )
        });
        let components = match self.components {
            1 => "1 component".to_owned(),
            many => format!("{many} components"),
        };
        format!(
            "new rows: {} are found by a linear discriminant on {components}; by class: {}",
            percent(self.all),
            classes.collect::<Vec<_>>().join(", ")
        )
    }
}

/// Writes the report as text.
pub fn report(report: &FitReport<'_>) -> serde_json::Result<String> {
    Ok(serde_json::to_string_pretty(report)? + "\n")
}

impl<'a> FitReport<'a> {
    /// Makes the report of a method that `analysis` holds.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn new(
        method: Method,
        setup: &Setup,
        analysis: &'a Analysis,
        timings: &Timings,
        reading: Option<String>,
    ) -> Result<Self, DataError> {
        let spec = method.spec();
        let dataset = &*analysis.dataset;
        let embedding = analysis.embedding(method).ok();
        let asked = analysis.asked(method);
        let eigenvalues = embedding.map_or(&[][..], |it| &it.eigenvalues()[..asked]);
        let kpca = matches!(spec.fit, MethodFit::Kernel).then_some(&*analysis.kpca);
        let accuracy = kpca.map(|kpca| kpca.accuracy);
        let graph = embedding.and_then(|it| it.graph());
        let mut shares = embedding.and_then(Embedding::shares);
        if let Some(shares) = &mut shares {
            shares.truncate(asked);
        }
        let as_they_came = spec.takes == RowForm::AsTheyCame;
        Ok(Self {
            version: env!("CARGO_PKG_VERSION"),
            method: method.name(),
            data: setup.source.id(),
            reading,
            n: dataset.n(),
            d: dataset.has_features().then(|| dataset.d()),
            features: dataset.has_features().then_some(&dataset.feature_names[..]),
            label: dataset.labels.column(),
            left_out: analysis.left_out()?,
            scaling: if as_they_came || !dataset.has_features() {
                Scaling::None.name()
            } else {
                setup.scaling.name()
            },
            seed: match &setup.source {
                Source::Generated(generator) => Some(generator.random_state),
                _ => None,
            },
            added_noise: setup.added_noise.filter(|_| analysis.clean.is_some()),
            kernel: kpca.map(|kpca| KernelReport::new(kpca.kernel)),
            parameters: parameters(method, analysis),
            neighbors: graph
                .filter(|graph| !graph.is_given)
                .map(|_| analysis.manifold.neighbors),
            pieces: graph.map(|graph| graph.pieces),
            components_asked: analysis.components,
            solver: kpca.map(|kpca| kpca.solver.name()),
            landmarks: kpca.and_then(|kpca| match kpca.solver {
                SolverUsed::Nystrom { landmarks } => Some(landmarks),
                _ => None,
            }),
            rank: kpca.and_then(|kpca| kpca.rank),
            max_residual: accuracy.map(|it| it.residual),
            certified: accuracy.map(|it| it.is_certified()),
            eigenvalue_bound: accuracy.and_then(|it| it.eigenvalue_bound),
            score_bound: accuracy.and_then(|it| it.score_bound),
            eigenvalue_scale: match kpca {
                Some(kpca) => scale_of_kernel(kpca.kernel).to_owned(),
                None => method.presented().eigenvalue_scale.to_owned(),
            },
            explained_variance: (method == Method::Pca && dataset.n() > 1).then(|| {
                let n = dataset.n() as f64;
                eigenvalues.iter().map(|λ| λ * (n / (n - 1.0))).collect()
            }),
            explained_variance_ratio: shares,
            negative_eigenvalues: match kpca {
                Some(kpca) => kpca.negative_eigenvalues.clone(),
                None => eigenvalues
                    .iter()
                    .copied()
                    .filter(|λ| *λ < 0.0)
                    .rev()
                    .collect(),
            },
            eigenvalues,
            projection_error: None,
            new_rows_accuracy: None,
            novelty_limits: None,
            novelty_by_class: None,
            held_out: None,
            denoising_errors: None,
            timings_ms: *timings,
            passes: kpca.and_then(|kpca| PassesReport::new(kpca.work, dataset.n())),
            warnings: analysis.warnings_of(method),
        })
    }
}

/// Values of the parameters that a method other than kernel PCA was fitted with.
fn parameters(method: Method, analysis: &Analysis) -> BTreeMap<&'static str, f64> {
    if analysis.embedding(method).is_err() {
        return BTreeMap::new();
    }
    let rows = analysis.rows_for(method).ok();
    let checked = rows.and_then(|rows| analysis.manifold.check(method, rows).ok());
    checked.map_or_else(BTreeMap::new, |checked| checked.used.into_iter().collect())
}

/// Words that name the matrix whose eigenvalues kernel PCA gives.
fn scale_of_kernel(kernel: Kernel) -> &'static str {
    match (kernel.center(), kernel.normalize()) {
        (true, Some(Normalize::After)) => "of the kernel matrix, centred and then normalised",
        (true, _) => Method::Kpca.presented().eigenvalue_scale,
        (false, _) => "of the kernel matrix, not centred",
    }
}

impl KernelReport {
    fn new(kernel: Kernel) -> Self {
        let second = |join| {
            let joined = kernel.second().filter(|second| second.join == join);
            joined.map(|second| second.kind.name())
        };
        Self {
            name: kernel.kind().name(),
            numbers: kernel,
            similarity: kernel.similarity(),
            all_lengths: kernel.spectrum().map(|spectrum| spectrum.all_lengths),
            plus: second(Join::Plus),
            times: second(Join::Times),
            normalize: kernel.normalize().map(Normalize::name),
            centered: kernel.center(),
        }
    }
}
