//! Analysis, from a setup to numbers: the single path for the window, the command line and the tests.
//!
//! ```
//! use explorer::{analysis::Analyzer, setup::Setup};
//! use kernel_pca::kpca::Tier;
//!
//! // 500 noisy half moons and an RBF kernel with γ = 15.
//! let mut setup = Setup::welcome();
//! let mut analyzer = Analyzer::default();
//! let first = analyzer.run(&setup, Tier::Exact, &|| false)?;
//! assert_eq!(first.kpca.scores().nrows(), 500);
//! // A change costs only the stages behind it: the data are not made anew.
//! setup.kernel.gamma = "median".parse()?;
//! let second = analyzer.run(&setup, Tier::Exact, &|| false)?;
//! assert!(std::sync::Arc::ptr_eq(&first.x, &second.x));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analyzer;
mod asked;
mod cached;
mod clean_rows;
mod contours;
#[cfg(test)]
mod each_method;
mod explain;
mod feature_space;
mod fitter;
mod input_rows;
mod left_out;
mod new_rows;
mod objects;
mod pinned;
mod preparer;
mod progress;
mod refusal;
mod sampled;
mod shuffled;
mod sweep;
mod warnings;

use std::{sync::Arc, time::Duration};

use explain::Explainer;
use nalgebra::DMatrix;

use crate::{
    insight::Diagnosis,
    panel::list::{Need, Panel},
    setup::{Components, Setup, View},
};
use kernel_pca::{
    embedding::Embedding,
    kernel::Kernel,
    kpca::{FitError, KernelPca, Tier},
    manifold::{ManifoldParams, NeighborGraph},
    method::{Method, MethodFit},
    objects::Scaler,
    pca::Pca,
};
use tabular::{Dataset, NewRows, Table};

pub use analyzer::{Analyzer, half_of_free_memory};
pub use asked::Asked;
pub use clean_rows::DenoisedCount;
pub use contours::{ContourMap, Contours};
pub use explain::{
    ClassAccuracy, ClassBeyond, Denoising, DenoisingErrors, EmbeddingResult, ErrorCurve, Explain,
    Features, HELD_OUT_SEED, HeldOut, Linear, MethodTrust, Novelty, PictureTrust, PlacedProbe,
    PreImages, ProjectionResult, Reconstruction, Separation, SeparationOfNew, TargetScores,
    beyond_by_class,
};
pub use feature_space::FeatureSpace;
pub use new_rows::NewPoints;
pub use pinned::PinnedAnalysis;
pub use progress::{Progress, Step, Watch, Work};
pub use refusal::lacks_symmetry;
pub use shuffled::ShuffleTask;
pub use sweep::SWEPT_VALUES;
pub use sweep::{JudgedPoint, SweepJudge, SweepTask};
pub use warnings::left_out_of_new;
pub use warnings::pieces;

/// Whole dataset of which a preview shows a sample.
#[derive(Debug, Clone)]
pub struct AllRows {
    pub dataset: Arc<Dataset>,
    /// Rows in the form that the kernel takes: scaled data, n × d.
    pub x: Arc<DMatrix<f64>>,
}

/// All numbers behind one picture.
#[derive(Debug, Clone)]
pub struct Analysis {
    /// Setup from which these results were computed.
    pub origin: Arc<Setup>,
    /// Every column of the source, used or not.
    pub table: Arc<Table>,
    pub dataset: Arc<Dataset>,
    /// Dataset before noise was added; `None` where none was.
    pub clean: Option<Arc<Dataset>>,
    /// Rows of a file without noise, one for each row that is denoised; `None` where no such file is open.
    pub clean_rows: Option<Arc<NewRows>>,
    /// All rows that were fitted where a preview shows a sample of them; `None` otherwise.
    pub whole: Option<AllRows>,
    /// Rows to which nothing is fitted: new ones or, without any, those that were left out of the fit; `None` where there
    /// are neither.
    pub new: Option<NewPoints>,
    pub scaler: Scaler,
    /// Ratio of the largest to the smallest deviation of the unscaled columns, those that do not vary left out.
    pub deviation_ratio: f64,
    /// Rows in the form that the kernel takes: scaled data, n × d, or a given matrix, n × n.
    pub x: Arc<DMatrix<f64>>,
    pub pca: Arc<Pca>,
    pub kernel: Kernel,
    pub kpca: Arc<KernelPca>,
    /// Number of components, or share of the variance, that the setup asks for.
    pub components: Components,
    /// Parameters of the manifold methods in the setup.
    pub manifold: ManifoldParams,
    pub tier: Tier,
    /// Value of γ on these data by the rule `auto`; `gamma_median` is that by the rule `median`.
    pub gamma_auto: f64,
    pub gamma_median: f64,
    /// Value of β at which the von Neumann kernel ceases to exist on this graph; `None` where there is no bound.
    pub beta_bound: Option<f64>,
    /// All eigenvalues of the centred kernel matrix, descending; `None` until they are computed.
    pub full_spectrum: Option<Arc<[f64]>>,
    /// Identity of this answer: the pointer stays the same while results for panels are added.
    pub answer: Arc<()>,
    /// Results of the panels that explain the picture.
    pub explain: Explain,
    /// Remark on the result that the window shows first; `None` in previews, and where there is nothing to say.
    pub insight: Option<Diagnosis>,
    pub timings: Timings,
    /// Bytes that panels, tables and other results of this analysis may hold at once.
    pub memory_budget: u64,
    /// Warnings, one plain sentence each: rows left out, indefinite kernel, undetermined components.
    pub warnings: Vec<String>,
}

impl Analysis {
    /// Number of rows of the data, of which a preview may show a sample.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.drawn_of().unwrap_or_else(|| self.dataset.n())
    }

    /// Dataset before noise was added; the fitted one where none was.
    pub fn before_noise(&self) -> &Arc<Dataset> {
        self.clean.as_ref().unwrap_or(&self.dataset)
    }

    /// Returns true where the rows without noise are known, so that noise can be told from what is lost.
    #[must_use]
    pub fn knows_clean_rows(&self) -> bool {
        self.clean.is_some() || self.clean_rows.is_some()
    }

    /// New rows from a source of their own, which show how well a picture holds for other data; `None` where there are
    /// none, or only rows left out of the fit.
    #[must_use]
    pub fn new_rows(&self) -> Option<&NewPoints> {
        self.new.as_ref().filter(|new| !new.rows.are_left_out)
    }

    /// Number of rows left out since they lack a value, where these are more than half of the table's; `None`
    /// otherwise.
    #[must_use]
    pub fn lost_rows(&self) -> Option<usize> {
        let skipped = self.dataset.skipped_rows;
        (2 * skipped > self.table.rows()).then_some(skipped)
    }

    /// Number of all rows where a preview shows a sample of them; `None` otherwise.
    #[must_use]
    pub fn drawn_of(&self) -> Option<usize> {
        Some(self.whole.as_ref()?.dataset.n())
    }

    /// Adds the missing results that the panels of `view` need, and reports long work to the observer.
    ///
    /// # Errors
    /// When cancelled, or when the kernel overflows.
    pub fn explained(&self, view: &View, watch: Watch<'_>) -> Result<Self, FitError> {
        let watch = watch.within(self.memory_budget);
        watch.progress.work(Work::Panels);
        let asked = Asked::of(view, self.new_rows().is_some());
        let explained = Self {
            explain: Explainer::default().run(self, &asked, watch)?,
            ..self.clone()
        };
        explained
            .swept(view, watch)?
            .held_against_shuffled(view, watch)?
            .with_pinned(&asked.pinned, &self.explain.pinned, watch)
    }

    /// Returns true where all results that a panel's chart needs are present. A plot of scores needs only scores,
    /// and a sweep is computed separately.
    #[must_use]
    pub fn holds(&self, panel: Panel) -> bool {
        let has_scores = panel.method().is_none_or(|method| {
            method.is_always_there() || self.explain.embedding(method).is_some()
        });
        let explained = match panel.needs() {
            None | Some(Need::Sweep) => true,
            Some(Need::Separation) if panel.is_scatter() => true,
            Some(need) => self.explain.has(need),
        };
        has_scores && explained
    }

    /// Returns true where a component's sign is opposite to that in `before`, an answer for the same rows or a
    /// sample of them.
    #[must_use]
    pub fn turns_against(&self, before: &Self) -> bool {
        let turned = |few: &Self, many: &Self| {
            let ids = &many.dataset.row_ids;
            let place = |id| ids.binary_search(id).ok();
            let rows: Option<Vec<usize>> = few.dataset.row_ids.iter().map(place).collect();
            rows.map_or_else(Vec::new, |rows| {
                let of_rows = many.kpca.eigenvectors.select_rows(&rows);
                few.kpca.turned_against(&of_rows)
            })
        };
        let of = |few: &Self, many: &Self| few.drawn_of() == Some(many.dataset.n());
        let turned = match before {
            _ if of(self, before) => turned(self, before),
            _ if of(before, self) => turned(before, self),
            _ => self.kpca.turned_against(&before.kpca.eigenvectors),
        };
        turned.contains(&true)
    }

    /// Scores by a method, or the reason for which there are none.
    ///
    /// # Errors
    /// The reason in one line.
    pub fn embedding(&self, method: Method) -> Result<&dyn Embedding, &str> {
        match method.spec().fit {
            MethodFit::Linear => match method.spec().takes.lack(self.kernel.kind().takes()) {
                Some(lack) => Err(lack),
                None => Ok(&*self.pca),
            },
            MethodFit::Kernel => Ok(&*self.kpca),
            MethodFit::WhereShown { .. } => match self.explain.embedding(method) {
                Some(Ok(embedding)) => Ok(&**embedding),
                Some(Err(reason)) => Err(reason),
                None => Err("not computed: show this panel first"),
            },
        }
    }

    /// Methods that have scores in this analysis, each with its embedding.
    pub fn embeddings(&self) -> impl Iterator<Item = (Method, &dyn Embedding)> {
        let found = |method| Some((method, self.embedding(method).ok()?));
        Method::ALL.into_iter().filter_map(found)
    }

    /// First method in this analysis that starts from a graph of neighbours, with its graph.
    #[must_use]
    pub fn neighbor_graph(&self) -> Option<(Method, &NeighborGraph)> {
        let mut methods = self.embeddings();
        methods.find_map(|(method, embedding)| Some((method, embedding.graph()?)))
    }

    /// Number of a method's components that the setup asks for, at most those that were computed: a count, or as
    /// many as reach the share of the variance.
    #[must_use]
    pub fn asked(&self, method: Method) -> usize {
        let Ok(embedding) = self.embedding(method) else {
            return 0;
        };
        let all = embedding.eigenvalues().len();
        match self.components {
            Components::Count(count) => count.min(all),
            // Kernel PCA's fit ended when the share was reached.
            Components::Share(_) if method == Method::Kpca => all,
            Components::Share(share) => {
                let Some(shares) = embedding.shares() else {
                    return self.kpca.eigenvalues.len().min(all);
                };
                let mut sum = 0.0;
                let before = shares.iter().position(|more| {
                    sum += more;
                    sum >= share
                });
                before.map_or(all, |last| last + 1)
            }
        }
    }

    /// Warnings on a method's result and its rows, one plain sentence each, the most important first.
    #[must_use]
    pub fn warnings_of(&self, method: Method) -> Vec<String> {
        if method == Method::Kpca {
            return self.warnings.clone();
        }
        let mut warnings = match self.embedding(method) {
            Ok(embedding) => warnings::of_embedding(method, embedding, self.asked(method)),
            Err(_) => Vec::new(),
        };
        warnings.extend(self.warnings_of_rows());
        warnings
    }

    /// Warnings of [`warnings_of`](Self::warnings_of) that concern the rows alone and hold for all methods.
    #[must_use]
    pub fn warnings_of_rows(&self) -> Vec<String> {
        let in_vain = self.origin.added_noise.is_some() && self.clean.is_none();
        warnings::of_rows(&self.dataset, in_vain)
    }

    /// Share of the variance of each computed component of a method; `None` where the method has no scores here, or
    /// components have no shares.
    #[must_use]
    pub fn shares(&self, method: Method) -> Option<Vec<f64>> {
        match method {
            Method::Kpca => Some(self.known_variance_ratio()),
            _ => self.embedding(method).ok()?.shares(),
        }
    }

    /// Ratios λⱼ / trace(K̃) of the known components: of all n where the full spectrum is known, otherwise of those
    /// fitted.
    #[must_use]
    pub fn known_variance_ratio(&self) -> Vec<f64> {
        match &self.full_spectrum {
            Some(values) => {
                let trace = self.kpca.trace;
                let share = |λ: &f64| if trace > 0.0 { λ / trace } else { 0.0 };
                values.iter().map(share).collect()
            }
            None => self.kpca.explained_variance_ratio(),
        }
    }
}

/// Time spent in each stage; a stage answered from the cache took none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Timings {
    pub load: Duration,
    pub pca: Duration,
    pub kpca: Duration,
    /// Time of the results for panels that were wanted: contours, kernel matrix, separation and others.
    pub explain: Duration,
}

impl Timings {
    #[must_use]
    pub fn total(&self) -> Duration {
        self.load + self.pca + self.kpca + self.explain
    }

    /// Median over several runs of each stage's time; zeros for no runs.
    #[must_use]
    pub fn median(runs: &[Self]) -> Self {
        let stage = |stage: fn(&Self) -> Duration| {
            let mut times: Vec<_> = runs.iter().map(stage).collect();
            times.sort_unstable();
            times.get(times.len() / 2).copied().unwrap_or_default()
        };
        Self {
            load: stage(|run| run.load),
            pca: stage(|run| run.pca),
            kpca: stage(|run| run.kpca),
            explain: stage(|run| run.explain),
        }
    }
}
