//! Tasks of a sweep: fits repeated at other values of one parameter.

mod fits;
mod judge;

use std::sync::Arc;

pub use judge::{JudgedPoint, SweepJudge};

use nalgebra::DMatrix;

use super::{Analysis, Watch};
use crate::{
    panel::list::{Need, Panel},
    setup::{Components, SweepCurves, View},
};
use kernel_pca::{
    kernel::{KernelKind, KernelParameter, KernelParams},
    kpca::{FitError, FitOptions},
    manifold::ManifoldParams,
    method::Method,
    objects::{ObjectKind, Scaler},
    sweep::{
        GridQuestion, GridRows, MOST_SWEPT_ROWS, RowSample, Sweep, SweepGrid, SweepQuestion,
        SweptParameter, ValueSpacing, gamma_ends,
    },
};
use tabular::Dataset;

/// Number of values on a curve of a parameter that takes fractions.
pub const SWEPT_VALUES: usize = 60;
/// Number of components that a sweep computes where the setup asks for a share of the variance, since a share takes
/// another number at each value.
const FOR_SHARE: usize = 32;
/// Largest β of a curve for the von Neumann kernel, as a share of the bound at which the kernel ceases to exist.
const BELOW_BOUND: f64 = 0.999;

/// Number of rows up to which each picture is a preview of all rows: up to 0.3 s for each by landmarks on two cores, and as many
/// dots as nine small pictures can draw in a frame.
const MOST_PICTURED: usize = 100_000;
/// Number of rows up to which pictures of a kernel with negative eigenvalues are previews of all rows: these iterate on the
/// whole matrix, which takes about 0.1 s (docs/experiments.md, "Previews by landmarks").
const MOST_INDEFINITE: usize = 5_000;

/// Inputs of a sweep.
#[derive(Debug, Clone)]
pub struct SweepTask {
    pub question: SweepQuestion,
    /// Grid of two parameters, with the cells that are already known; `None` where none is wanted.
    grid: Option<SweepGrid>,
    /// Indices of the values whose pictures stand side by side; they are computed first.
    pictured: Vec<usize>,
    /// True where a panel shows the pictures that stand side by side.
    shows_pictures: bool,
    dataset: Arc<Dataset>,
    /// True where each value is judged by cross-validation too.
    validates: bool,
    /// True where each fit computes the rows' pre-images too, for their error.
    goes_back: bool,
    /// Rows in the form that the kernel takes; not used where a matrix of other objects is made at each value.
    x: Arc<DMatrix<f64>>,
    /// Scaling of the rows.
    scaler: Scaler,
    kernel: KernelParams,
    manifold: ManifoldParams,
    components: usize,
    /// Values of γ on these data by the rules `auto` and `median`, in this order.
    rules: [f64; 2],
    /// Largest number of rows that are fitted; of more a sample is drawn.
    most_rows: usize,
    /// Bytes that a fit may hold at once.
    pub memory_budget: u64,
}

impl SweepTask {
    /// Creates the task for an analysis, over the default range for its data; `None` where there is no parameter to
    /// sweep.
    #[must_use]
    pub fn of(analysis: &Analysis, view: &View, most_rows: usize) -> Option<Self> {
        let kernel = KernelParams::from(analysis.kernel);
        let (parameter, method) = view.swept(&kernel)?;
        let [from, to] = analysis.range_of(parameter);
        let steps = match parameter.spread() {
            ValueSpacing::Whole => (to - from) as usize + 1,
            ValueSpacing::Ratios | ValueSpacing::Steps => SWEPT_VALUES,
        };
        let values = parameter.values(from, to, steps).ok()?;
        let question = SweepQuestion {
            parameter,
            method,
            values: values.into(),
        };
        let pictured = question.spread(view.sweep.multiples);
        let second = view.second(&kernel);
        let second = second.filter(|_| view.panels.contains(&Panel::Multiples));
        let grid = second.and_then(|second| {
            let side = view.sweep.side;
            let across = parameter.values(from, to, side).ok()?;
            let down = match second {
                GridRows::Parameter(swept) => {
                    let [from, to] = analysis.range_of(swept);
                    swept.values(from, to, side).ok()?
                }
                GridRows::Components => pairs(side, components_of(analysis)),
            };
            Some(SweepGrid::new(GridQuestion {
                across: across.into(),
                second,
                down: down.into(),
            }))
        });
        Some(Self {
            grid,
            pictured,
            shows_pictures: view.panels.contains(&Panel::Multiples),
            validates: view.sweep.curves == SweepCurves::HeldOut,
            goes_back: view.sweep.curves == SweepCurves::PreImages && method == Method::Kpca,
            ..Self::new(analysis, question, most_rows)
        })
    }

    /// Creates the task for an analysis, over the values of `question`.
    #[must_use]
    pub fn new(analysis: &Analysis, question: SweepQuestion, most_rows: usize) -> Self {
        // All rows are swept even beside a preview of a sample, since marks beside the slider would vanish while it
        // moves.
        let (dataset, x) = match &analysis.whole {
            Some(whole) => (&whole.dataset, &whole.x),
            None => (&analysis.dataset, &analysis.x),
        };
        let mut task = Self {
            grid: None,
            pictured: vec![],
            shows_pictures: false,
            validates: false,
            goes_back: false,
            dataset: Arc::clone(dataset),
            x: Arc::clone(x),
            scaler: analysis.scaler.clone(),
            kernel: analysis.kernel.into(),
            manifold: analysis.manifold,
            components: components_of(analysis),
            rules: [analysis.gamma_auto, analysis.gamma_median],
            most_rows,
            memory_budget: FitOptions::default().memory_budget,
            question,
        };
        // Sets the swept parameter to a fixed value, so that tasks do not differ by its present one.
        if let Some(&first) = task.question.values.first() {
            task.set(first);
        }
        if task.question.method == Method::Kpca {
            task.manifold = ManifoldParams::default();
        }
        task
    }

    /// Returns true where the other task gives the same result.
    #[must_use]
    pub fn is_like(&self, other: &Self) -> bool {
        self.asks_of_the_same(other)
            && self.question == other.question
            && self.validates == other.validates
            && self.goes_back == other.goes_back
            && self.shows_pictures == other.shows_pictures
            && self.kernel == other.kernel
            && self.manifold == other.manifold
    }

    /// Returns true where the task asks for a curve of the same data over the same values as `before`, with other
    /// parameters.
    #[must_use]
    pub fn follows(&self, before: &Self) -> bool {
        self.grid.is_none()
            && before.grid.is_none()
            && Arc::ptr_eq(&self.dataset, &before.dataset)
            && self.kernel.kind == before.kernel.kind
            && self.question == before.question
    }

    /// Returns true where `known` holds all pictures that stand side by side.
    #[must_use]
    pub fn has_pictures(&self, known: &Sweep) -> bool {
        self.pictured.iter().all(|i| known.picture(*i).is_some())
    }

    /// Returns true where both tasks ask for the same grid; present values of the grid's own parameters make no
    /// difference.
    fn grid_is_like(&self, other: &Self) -> bool {
        let apart = |task: &Self| {
            let mut task = task.clone();
            let question = task.grid.as_ref().map(|grid| grid.question.clone());
            if let Some(GridQuestion {
                second: GridRows::Parameter(swept),
                down,
                ..
            }) = &question
                && let Some(&first) = down.first()
            {
                let method = task.question.method;
                swept.set(first, method, &mut task.kernel, &mut task.manifold);
            }
            let what = (task.question.parameter, task.question.method);
            (what, question, task.kernel, task.manifold)
        };
        self.asks_of_the_same(other) && apart(self) == apart(other)
    }

    /// Takes over the known cells of the grid of `before`, if both grids are the same.
    #[must_use]
    pub fn knowing(mut self, before: &Self, known: &Sweep) -> Self {
        if self.grid_is_like(before) && known.grid.is_some() {
            self.grid.clone_from(&known.grid);
        }
        self
    }

    /// Sweep with only the known cells of the grid; `None` where no cell is known.
    #[must_use]
    pub fn begun(&self) -> Option<Sweep> {
        let grid = self
            .grid
            .clone()
            .filter(|it| it.cells.iter().any(Option::is_some))?;
        Some(Sweep {
            grid: Some(grid),
            ..self.unknown()
        })
    }

    /// Sweep without results, except for the cells of the grid that are known.
    fn unknown(&self) -> Sweep {
        let sample = RowSample::of(self.dataset.n(), self.most_rows);
        let of_all = sample.is_some() && self.pictures_all_rows();
        Sweep {
            grid: self.grid.clone(),
            pictures: of_all.then(|| vec![None; self.question.values.len()]),
            ..Sweep::new(self.question.clone(), sample)
        }
    }

    /// Returns true where a preview of all rows takes no more than a moment at each value, so that pictures show all of
    /// them.
    fn pictures_all_rows(&self) -> bool {
        let wanted = self.shows_pictures && self.question.method == Method::Kpca;
        if !wanted || self.kernel.kind.takes() != ObjectKind::Vectors {
            return false;
        }
        // Landmarks stand for many rows of a kernel without negative eigenvalues only.
        let positive = self
            .kernel
            .check(&self.x)
            .is_ok_and(|kernel| kernel.is_positive());
        self.dataset.n()
            <= if positive {
                MOST_PICTURED
            } else {
                MOST_INDEFINITE
            }
    }

    fn asks_of_the_same(&self, other: &Self) -> bool {
        let makes = self.kernel.kind.family().make.is_some();
        Arc::ptr_eq(&self.dataset, &other.dataset)
            && (makes || Arc::ptr_eq(&self.x, &other.x))
            && self.grid.as_ref().map(|it| &it.question)
                == other.grid.as_ref().map(|it| &it.question)
            && self.components == other.components
            && self.most_rows == other.most_rows
    }

    fn set(&mut self, value: f64) {
        let SweepQuestion {
            parameter, method, ..
        } = self.question;
        parameter.set(value, method, &mut self.kernel, &mut self.manifold);
    }
}

fn components_of(analysis: &Analysis) -> usize {
    match analysis.components {
        Components::Count(count) => count,
        Components::Share(_) => FOR_SHARE,
    }
}

/// First component, counted from 1, of each of at most `most` pairs, as many as there are components for.
fn pairs(most: usize, components: usize) -> Vec<f64> {
    let count = most.min(components / 2).max(1);
    (0..count).map(|pair| (2 * pair + 1) as f64).collect()
}

impl Analysis {
    /// Ends of a parameter's default range on these data.
    #[must_use]
    pub fn range_of(&self, parameter: SweptParameter) -> [f64; 2] {
        let [from, to] = parameter.usual_ends();
        match parameter {
            SweptParameter::GAMMA => gamma_ends(self.gamma_auto, self.gamma_median),
            SweptParameter::Kernel(KernelParameter::Beta) => {
                let ends_early = self.kernel.kind() == KernelKind::VonNeumann;
                let bound = self.beta_bound.filter(|_| ends_early);
                let to = bound.map_or(to, |bound| BELOW_BOUND * bound);
                [1e-3 * to, to]
            }
            SweptParameter::Neighbors => {
                let others = self.rows().saturating_sub(1).max(2);
                [from, to.min(others as f64)]
            }
            SweptParameter::Kernel(_) => [from, to],
        }
    }

    /// Value of a parameter in these results; `None` where the kernel does not use it.
    #[must_use]
    pub fn value_of(&self, parameter: SweptParameter) -> Option<f64> {
        match parameter.of_kernel() {
            Some(parameter) => self.kernel.value(parameter),
            None => Some(self.manifold.neighbors as f64),
        }
    }

    /// Adds the sweep if a panel of `view` shows it and it is missing; reports to the observer.
    ///
    /// # Errors
    /// When cancelled.
    pub(super) fn swept(mut self, view: &View, watch: Watch<'_>) -> Result<Self, FitError> {
        let shown = view
            .panels
            .iter()
            .any(|panel| panel.needs() == Some(Need::Sweep));
        if shown
            && self.explain.sweep.is_none()
            && let Some(task) = SweepTask::of(&self, view, MOST_SWEPT_ROWS)
        {
            let task = SweepTask {
                memory_budget: watch.memory,
                ..task
            };
            let all = task.question.values.len();
            let mut grown = |sweep: &Sweep| watch.progress.parts(sweep.asked(), all);
            let sweep = task.run(&mut grown, watch.cancelled);
            watch.progress.parts(0, 0);
            self.explain.sweep = Some(Arc::new(sweep?));
        }
        Ok(self)
    }
}
