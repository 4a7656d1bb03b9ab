//! Fits of a sweep, one after another, with the results kept between them.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    super::{explain::judge_of, input_rows::rows_for, objects::Maker},
    SweepTask,
    judge::{JudgedPoint, SweepJudge},
};
use crate::Result;
use kernel_pca::objects::DataRounding;
use kernel_pca::{
    embedding::Embedding,
    explain::separation::SeparationJudge,
    kernel::Kernel,
    kpca::{CancelCheck, FitError, FitOptions, KernelPca, Solver, Tier, Workspace},
    manifold::{EmbeddingOptions, EmbeddingProgress},
    method::{FitInputs, Method, MethodFit},
    objects::{Labels, ObjectKind},
    pca::Pca,
    preimage::{PreImageMethod, Ridge},
    sweep::{
        Criterion, FOLD_ALPHA, Folds, GridCell, GridQuestion, GridRows, MOST_ROWS_OF_RULES,
        RowSample, Sweep, SweepPoint, SweptParameter, criteria, cross_validate,
    },
};

impl SweepTask {
    /// Computes the grid and the pictures, the curve, and then γ by the criteria; calls `grown` whenever there are new
    /// results.
    ///
    /// # Errors
    /// When cancelled.
    pub fn run(
        self,
        grown: &mut dyn FnMut(&Sweep),
        cancelled: CancelCheck<'_>,
    ) -> Result<Sweep, FitError> {
        let mut sweep = self.unknown();
        let of_gamma = self.question.parameter == SweptParameter::GAMMA
            && self.question.method == Method::Kpca;
        if of_gamma {
            sweep.criteria.extend(Criterion::known(self.rules));
        }
        let pictured = self.pictured.clone();
        let of_all =
            (sweep.pictures.is_some()).then(|| Fits::new(self.clone(), None, Tier::Preview));
        let mut fits = Fits::new(self, sweep.sample.clone(), Tier::Exact);
        if let Some(mut of_all) = of_all {
            of_all.fill_grid(&mut sweep, grown, cancelled)?;
            let picture = |value| of_all.point(value, cancelled);
            sweep.fill_pictures(&pictured, picture, &mut *grown)?;
        } else {
            fits.fill_grid(&mut sweep, grown, cancelled)?;
        }
        sweep.fill(&pictured, |value| fits.point(value, cancelled), &mut *grown)?;
        let Fits {
            task, x, labels, ..
        } = fits;
        if of_gamma
            && task.kernel.kind.takes() == ObjectKind::Vectors
            && let Ok(kernel) = task.kernel.check(&x)
        {
            // The curves that are looked at come before the marks, which take more fits.
            if task.validates {
                task.cross_validate((&x, &labels), kernel, &mut sweep, grown, cancelled)?;
            }
            let values = Arc::clone(&sweep.question.values);
            let mut found = |found| {
                sweep.criteria.push(found);
                grown(&sweep);
            };
            criteria(&x, &labels, kernel, &values, &mut found, cancelled)?;
        }
        Ok(sweep)
    }

    /// Computes the points at the values, on all rows, each with the judgements of `judges`; calls `told` with the
    /// number of points so far.
    ///
    /// # Errors
    /// The error of the first value that cannot be fitted or judged, or that it was cancelled.
    pub fn points(
        self,
        judges: &[SweepJudge],
        told: &mut dyn FnMut(usize),
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<JudgedPoint>> {
        let values = Arc::clone(&self.question.values);
        let mut fits = Fits::new(self, None, Tier::Exact);
        let mut points = Vec::with_capacity(values.len());
        for value in values.iter() {
            points.push(fits.judged(*value, judges, cancelled)?);
            told(points.len());
        }
        Ok(points)
    }

    /// Cross-validates each value of γ on the rows (n × d), or on a sample of many rows.
    fn cross_validate(
        &self,
        (x, labels): (&Arc<DMatrix<f64>>, &Labels),
        kernel: Kernel,
        sweep: &mut Sweep,
        grown: &mut dyn FnMut(&Sweep),
        cancelled: CancelCheck<'_>,
    ) -> Result<(), FitError> {
        let sample = RowSample::of(x.nrows(), MOST_ROWS_OF_RULES);
        let (x, labels) = sampled(sample.as_ref(), x, labels, false);
        let Some(folds) = Folds::of(x.nrows(), &labels) else {
            return Ok(());
        };
        let asked = (self.components, self.memory_budget);
        let validate = |gamma| {
            let kernel = kernel.with_gamma(gamma);
            cross_validate((&x, &labels), kernel, asked, &folds, cancelled)
        };
        sweep.cross_validate(sample.map(|it| it.rows.len()), validate, grown)
    }
}

/// Rows and labels of the sample, or of all without one. Where `of_pairs`, x is a matrix of kernel values (n × n), of
/// which the sample takes rows and columns.
fn sampled(
    sample: Option<&RowSample>,
    x: &Arc<DMatrix<f64>>,
    labels: &Labels,
    of_pairs: bool,
) -> (Arc<DMatrix<f64>>, Labels) {
    match sample {
        Some(sample) => (
            Arc::new(sample.of_matrix(x, of_pairs)),
            sample.of_labels(labels),
        ),
        None => (Arc::clone(x), labels.clone()),
    }
}

/// State kept from one fit of the sweep to the next.
struct Fits {
    task: SweepTask,
    /// Rows to fit, in the form that the kernel takes.
    x: Arc<DMatrix<f64>>,
    labels: Labels,
    /// Judge of how well scores predict the labels; `None` where the labels allow no prediction.
    judge: Option<SeparationJudge>,
    sample: Option<RowSample>,
    /// Accuracy of the fits of kernel PCA.
    tier: Tier,
    maker: Maker,
    workspace: Workspace,
}

impl Fits {
    fn new(task: SweepTask, sample: Option<RowSample>, tier: Tier) -> Self {
        let of_pairs = task.kernel.kind.takes() != ObjectKind::Vectors;
        let (x, labels) = sampled(sample.as_ref(), &task.x, &task.dataset.labels, of_pairs);
        let rows = (sample.as_ref()).map_or(task.dataset.n(), |sample| sample.rows.len());
        Self {
            judge: judge_of(&labels, rows),
            x,
            labels,
            sample,
            tier,
            maker: Maker::default(),
            workspace: Workspace::default(),
            task,
        }
    }

    /// Computes the point at a value, with the judgements of `judges`.
    fn judged(
        &mut self,
        value: f64,
        judges: &[SweepJudge],
        cancelled: CancelCheck<'_>,
    ) -> Result<JudgedPoint> {
        if judges.is_empty() {
            return self.point(value, cancelled).map(JudgedPoint::from);
        }
        self.task.set(value);
        let kpca = self.kernel_pca(cancelled)?;
        let mut judged = JudgedPoint::from(SweepPoint::of(&*kpca, self.judge.as_ref()));
        for judge in judges {
            match judge {
                SweepJudge::PreImageError => {
                    let error = self.pre_image_error(&kpca, cancelled)?;
                    judged.pre_image_error = Some(error);
                }
                SweepJudge::HeldOutAccuracy => {
                    let kernel = self.task.kernel.check(&self.x)?;
                    let asked = (self.task.components, self.task.memory_budget);
                    let rows = (&*self.x, &self.labels);
                    let folds = Folds::of(self.x.nrows(), &self.labels);
                    if let Some(folds) = folds {
                        let found = cross_validate(rows, kernel, asked, &folds, cancelled)?;
                        judged.held_out = found.accuracy;
                    }
                }
            }
        }
        Ok(judged)
    }

    /// Mean squared error of the fitted rows' pre-images, in the squared units of the data.
    fn pre_image_error(&self, kpca: &KernelPca, cancelled: CancelCheck<'_>) -> Result<f64> {
        let ridge = Ridge::new(kpca, FOLD_ALPHA, self.task.memory_budget, cancelled)?;
        let scaler = &self.task.scaler;
        let [rows, rebuilt] = [&*self.x, &ridge.at(&kpca.scores())].map(|it| scaler.undo(it));
        Ok((rows - rebuilt).norm_squared() / self.x.len().max(1) as f64)
    }

    fn point(&mut self, value: f64, cancelled: CancelCheck<'_>) -> Result<SweepPoint> {
        self.task.set(value);
        if !self.task.goes_back {
            let found = self.fit(cancelled)?;
            return Ok(SweepPoint::of(&*found, self.judge.as_ref()));
        }
        let kpca = self.kernel_pca(cancelled)?;
        PreImageMethod::Ridge.check(&kpca.kernel)?;
        Ok(SweepPoint {
            pre_image_error: Some(self.pre_image_error(&kpca, cancelled)?),
            ..SweepPoint::of(&*kpca, self.judge.as_ref())
        })
    }

    /// Computes each cell of the grid that has no result yet.
    fn fill_grid(
        &mut self,
        sweep: &mut Sweep,
        grown: &mut dyn FnMut(&Sweep),
        cancelled: CancelCheck<'_>,
    ) -> Result<(), FitError> {
        let Some(GridQuestion {
            across,
            second,
            down,
        }) = sweep.grid.as_ref().map(|grid| grid.question.clone())
        else {
            return Ok(());
        };
        let now = (self.task.kernel.clone(), self.task.manifold);
        for (column, value) in across.iter().enumerate() {
            for (row, other) in down.iter().enumerate() {
                let at = row * across.len() + column;
                let Some(grid) = &mut sweep.grid else { break };
                if grid.cells.get(at).is_some_and(Option::is_some) {
                    continue;
                }
                let answer = self.cell(*value, second, *other, cancelled);
                grid.put(at, answer)?;
                grown(sweep);
            }
        }
        (self.task.kernel, self.task.manifold) = now;
        Ok(())
    }

    fn cell(
        &mut self,
        value: f64,
        second: GridRows,
        other: f64,
        cancelled: CancelCheck<'_>,
    ) -> Result<Result<GridCell, String>> {
        self.task.set(value);
        let mut first = 0;
        match second {
            GridRows::Parameter(swept) => {
                let SweepTask {
                    question,
                    kernel,
                    manifold,
                    ..
                } = &mut self.task;
                swept.set(other, question.method, kernel, manifold);
            }
            GridRows::Components => first = other as usize - 1,
        }
        let found = self.fit(cancelled)?;
        Ok(GridCell::of(&*found, first, self.judge.as_ref()))
    }

    /// Fits the task's method with its present parameters.
    fn fit(&mut self, cancelled: CancelCheck<'_>) -> Result<Arc<dyn Embedding>> {
        let method = self.task.question.method;
        let fit = match method.spec().fit {
            MethodFit::Kernel => return Ok(self.kernel_pca(cancelled)?),
            MethodFit::Linear => return Ok(Arc::new(Pca::fit(&self.x))),
            MethodFit::WhereShown { fit, .. } => fit,
        };
        let task = &self.task;
        Ok(fit(
            method,
            &FitInputs {
                rows: rows_for(method, task.kernel.kind.takes(), &task.dataset, &self.x)?,
                params: task.manifold,
                options: EmbeddingOptions {
                    components: task.components,
                    share: None,
                    memory_budget: task.memory_budget,
                },
                progress: &EmbeddingProgress::default(),
                cancelled,
            },
        )?)
    }

    fn kernel_pca(&mut self, cancelled: CancelCheck<'_>) -> Result<Arc<KernelPca>> {
        let Self {
            task,
            x,
            sample,
            tier,
            maker,
            workspace,
            ..
        } = self;
        let kernel = task.kernel.check(x)?;
        let makes = kernel.kind().family().make.is_some();
        let mut rounding = task.dataset.objects.rounding();
        let x = if makes {
            let all = Arc::clone(&task.x);
            let made = maker.make(&task.dataset, kernel, all, task.memory_budget, cancelled)?;
            rounding = made.rounding;
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
            landmarks: None,
            tier: *tier,
            memory_budget: task.memory_budget,
            rounding,
            // Curves show no bounds.
            data: DataRounding::default(),
        };
        let fitted = workspace.fit(&x, kernel, &options, cancelled)?;
        Ok(Arc::new(fitted))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{Setup, SweepCurves},
    };
    use kernel_pca::sweep::MOST_SWEPT_ROWS;
    use tabular::Source;

    #[test]
    fn rows_are_held_out_before_marks_that_take_fits() {
        let mut setup = Setup::welcome();
        setup.view.sweep.curves = SweepCurves::HeldOut;
        if let Source::Generated(generator) = &mut setup.source {
            generator.n_samples = 30;
        }
        let analysis = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let task = SweepTask::of(&analysis.unwrap(), &setup.view, MOST_SWEPT_ROWS).unwrap();
        let by_columns = Criterion::known(task.rules).count();
        let mut before = None;
        let mut grown = |sweep: &Sweep| {
            if sweep.cross_validation.is_some() {
                before.get_or_insert(sweep.criteria.len());
            }
        };
        let sweep = task.run(&mut grown, &|| false).unwrap();
        assert_eq!(before, Some(by_columns));
        assert!(sweep.criteria.len() > by_columns);
    }
}
