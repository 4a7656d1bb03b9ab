//! The fits of a sweep: those of an analysis again and again, with other values of one parameter.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{Analysis, objects::Maker};
use crate::{
    Result,
    data::{Dataset, Labels, Takes},
    kernel::{KernelKind, KernelParams},
    kpca::{Cancelled, FitError, FitOptions, Solver, Tier, Workspace},
    manifold::{self, EmbeddingProgress, ManifoldError, ManifoldParams, Options},
    method::Method,
    panel::list::Need,
    setup::{Components, View},
    sweep::{
        Answer, Criterion, Found, MOST_ROWS, Point, Question, Sample, Spread, Sweep, Swept,
        criteria, gamma_ends,
    },
};

/// Values on a curve, where they are not whole numbers.
const VALUES: usize = 60;
/// Components that a sweep computes where the setup asks for a share: the share is another at each value.
const FOR_SHARE: usize = 32;
/// β of the von Neumann kernel ends where there is none, and the curve just before.
const BELOW_BOUND: f64 = 0.999;

/// What a sweep needs to know.
#[derive(Debug, Clone)]
pub struct SweepTask {
    pub question: Question,
    dataset: Arc<Dataset>,
    /// What the kernel compares, unless it makes a matrix of other objects anew for each value.
    x: Arc<DMatrix<f64>>,
    kernel: KernelParams,
    manifold: ManifoldParams,
    components: usize,
    /// What γ's two rules give on these data.
    rules: [f64; 2],
    /// Rows that are fitted at most.
    most_rows: usize,
    /// Bytes that a fit may hold at once.
    pub memory_budget: u64,
}

impl SweepTask {
    /// Of what an analysis shows, through the range that suits the data; `None` where there is no parameter.
    #[must_use]
    pub fn of(analysis: &Analysis, view: &View, most_rows: usize) -> Option<Self> {
        let kernel = KernelParams::from(analysis.kernel);
        let (parameter, method) = view.swept(&kernel)?;
        let [from, to] = analysis.range_of(parameter);
        let steps = match parameter.spread() {
            Spread::Whole => (to - from) as usize + 1,
            Spread::Ratios | Spread::Steps => VALUES,
        };
        let values = parameter.values(from, to, steps).ok()?;
        let question = Question {
            parameter,
            method,
            values: values.into(),
        };
        Some(Self::new(analysis, question, most_rows))
    }

    /// Of what an analysis shows, through these values.
    #[must_use]
    pub fn new(analysis: &Analysis, question: Question, most_rows: usize) -> Self {
        let mut task = Self {
            dataset: Arc::clone(&analysis.dataset),
            x: Arc::clone(&analysis.x),
            kernel: analysis.kernel.into(),
            manifold: analysis.manifold,
            components: match analysis.components {
                Components::Count(count) => count,
                Components::Share(_) => FOR_SHARE,
            },
            rules: [analysis.gamma_auto, analysis.gamma_median],
            most_rows,
            memory_budget: FitOptions::default().memory_budget,
            question,
        };
        // So that the parameter's present value makes no difference between two tasks.
        if let Some(&first) = task.question.values.first() {
            task.set(first);
        }
        if task.question.method == Method::Kpca {
            task.manifold = ManifoldParams::default();
        }
        task
    }

    /// Whether it asks the same of the same.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        let makes = self.kernel.kind.family().make.is_some();
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && (makes || Arc::ptr_eq(&self.x, &other.x))
            && self.question == other.question
            && self.kernel == other.kernel
            && self.manifold == other.manifold
            && self.components == other.components
            && self.most_rows == other.most_rows
    }

    fn set(&mut self, value: f64) {
        let Question {
            parameter, method, ..
        } = self.question;
        parameter.set(value, method, &mut self.kernel, &mut self.manifold);
    }

    /// Computes the curve, then asks the rules for γ; tells `grown` whenever there is more.
    ///
    /// # Errors
    /// When cancelled.
    pub fn run(
        self,
        grown: &mut dyn FnMut(&Sweep),
        cancelled: Cancelled<'_>,
    ) -> Result<Sweep, FitError> {
        let sample = Sample::of(self.dataset.n(), self.most_rows);
        let mut sweep = Sweep::new(self.question.clone(), sample.clone());
        let of_gamma =
            self.question.parameter == Swept::Gamma && self.question.method == Method::Kpca;
        if of_gamma {
            let [auto, median] = self.rules;
            for (criterion, value) in [(Criterion::Auto, auto), (Criterion::Median, median)] {
                sweep.criteria.push(Found {
                    criterion,
                    answer: Answer::At(value),
                    rows: None,
                });
            }
        }
        let mut fits = Fits::new(self, sample);
        sweep.fill(|value| fits.point(value, cancelled), &mut *grown)?;
        let Fits {
            task, x, labels, ..
        } = fits;
        if of_gamma
            && task.kernel.kind.takes() == Takes::Vectors
            && let Ok(kernel) = task.kernel.check(&x)
        {
            let values = Arc::clone(&sweep.question.values);
            let mut found = |found| {
                sweep.criteria.push(found);
                grown(&sweep);
            };
            criteria(&x, &labels, kernel, &values, &mut found, cancelled)?;
        }
        Ok(sweep)
    }

    /// The points at the values, of all rows; `told` is told how many are known.
    ///
    /// # Errors
    /// What is wrong with the first value that cannot be fitted.
    pub fn points(
        self,
        told: &mut dyn FnMut(usize),
        cancelled: Cancelled<'_>,
    ) -> Result<Vec<Point>> {
        let values = Arc::clone(&self.question.values);
        let mut fits = Fits::new(self, None);
        let mut points = Vec::with_capacity(values.len());
        for value in values.iter() {
            points.push(fits.point(*value, cancelled)?);
            told(points.len());
        }
        Ok(points)
    }
}

impl Analysis {
    /// Where a parameter starts and ends on these data.
    #[must_use]
    pub fn range_of(&self, parameter: Swept) -> [f64; 2] {
        let [from, to] = parameter.usual_ends();
        match parameter {
            Swept::Gamma => gamma_ends(self.gamma_auto, self.gamma_median),
            Swept::Beta => {
                let ends_early = self.kernel.kind() == KernelKind::VonNeumann;
                let bound = self.beta_bound.filter(|_| ends_early);
                let to = bound.map_or(to, |bound| BELOW_BOUND * bound);
                [1e-3 * to, to]
            }
            Swept::Neighbors => {
                let others = self.dataset.n().saturating_sub(1).max(2);
                [from, to.min(others as f64)]
            }
            Swept::Degree | Swept::Coef0 | Swept::Shape | Swept::Power | Swept::Length => {
                [from, to]
            }
        }
    }

    /// The value that a parameter has in these results; `None` where nothing reads it.
    #[must_use]
    pub fn value_of(&self, parameter: Swept) -> Option<f64> {
        match parameter.of_kernel() {
            Some(parameter) => self.kernel.value(parameter),
            None => Some(self.manifold.neighbors as f64),
        }
    }

    /// With the sweep that a panel of `view` shows, unless it is there.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn swept(
        mut self,
        view: &View,
        memory_budget: u64,
        cancelled: Cancelled<'_>,
    ) -> Result<Self, FitError> {
        let shown = view
            .panels
            .iter()
            .any(|panel| panel.needs() == Some(Need::Sweep));
        if shown
            && self.explain.sweep.is_none()
            && let Some(task) = SweepTask::of(&self, view, MOST_ROWS)
        {
            let task = SweepTask {
                memory_budget,
                ..task
            };
            self.explain.sweep = Some(Arc::new(task.run(&mut |_| {}, cancelled)?));
        }
        Ok(self)
    }
}

/// What is kept from one fit to the next.
struct Fits {
    task: SweepTask,
    /// The rows that are fitted.
    x: Arc<DMatrix<f64>>,
    labels: Labels,
    sample: Option<Sample>,
    maker: Maker,
    workspace: Workspace,
}

impl Fits {
    fn new(task: SweepTask, sample: Option<Sample>) -> Self {
        let of_pairs = task.kernel.kind.takes() != Takes::Vectors;
        let labels = &task.dataset.labels;
        let (x, labels) = match &sample {
            Some(sample) => (
                Arc::new(sample.of_matrix(&task.x, of_pairs)),
                sample.of_labels(labels),
            ),
            None => (Arc::clone(&task.x), labels.clone()),
        };
        Self {
            x,
            labels,
            sample,
            maker: Maker::default(),
            workspace: Workspace::default(),
            task,
        }
    }

    fn point(&mut self, value: f64, cancelled: Cancelled<'_>) -> Result<Point> {
        self.task.set(value);
        let method = self.task.question.method;
        if method == Method::Kpca {
            return self.kernel_pca(cancelled);
        }
        let checked = self.task.manifold.check(method, &self.x)?;
        let options = Options {
            components: match method {
                // As many as there are features at most, as in scikit-learn.
                Method::Lle => self.task.components.min(self.x.ncols()),
                _ => self.task.components,
            },
            memory_budget: self.task.memory_budget,
        };
        let progress = EmbeddingProgress::default();
        match manifold::fit(&self.x, checked, &options, &progress, cancelled) {
            Ok(unrolled) => Ok(Point::of(&unrolled, &self.labels)),
            Err(ManifoldError::Cancelled) => Err(FitError::Cancelled.into()),
            Err(error) => Err(error.into()),
        }
    }

    fn kernel_pca(&mut self, cancelled: Cancelled<'_>) -> Result<Point> {
        let Self {
            task,
            x,
            labels,
            sample,
            maker,
            workspace,
        } = self;
        let kernel = task.kernel.check(x)?;
        let makes = kernel.kind().family().make.is_some();
        let x = if makes {
            let all = Arc::clone(&task.x);
            let made = maker.make(&task.dataset, kernel, all, task.memory_budget, cancelled)?;
            match sample {
                Some(sample) => Arc::new(sample.of_matrix(&made.x, true)),
                None => made.x,
            }
        } else {
            Arc::clone(x)
        };
        let options = FitOptions {
            components: task.components,
            solver: Solver::Auto,
            tier: Tier::Exact,
            memory_budget: task.memory_budget,
        };
        let fitted = workspace.fit(&x, kernel, &options, cancelled)?;
        Ok(Point::of(&fitted, labels))
    }
}
