//! Stage that fits kernel PCA to scaled rows, with the results kept from one fit to the next.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    AllRows, Progress,
    asked::Asked,
    cached::{Cache, Same},
    explain::with_signs,
    objects::{KernelInput, Maker},
    preparer::ScaledRows,
    sampled::SampledRows,
};
use crate::{
    Result,
    setup::{Components, Mirrored, Setup},
};
use kernel_pca::{
    kernel::{Gamma, Kernel},
    kpca::{CancelCheck, FitError, FitOptions, KernelPca, Solver, Tier, Workspace},
    method::Method,
    pca::Pca,
};
use tabular::Dataset;

/// Number of points up to which a preview takes a few milliseconds without preparation.
const READY_AT_ONCE: usize = 1000;

#[derive(Debug, Default)]
pub(super) struct Fitter {
    maker: Maker,
    workspace: Workspace,
    fitted: Cache<FitKey, Arc<KernelPca>>,
    /// Cache of the latest fit with turned signs: aligned with linear PCA where the setup asks for that, and reversed
    /// for mirrored components.
    turned: Cache<TurnedKey, Arc<KernelPca>>,
    sampled: Cache<SampleKey, Option<Arc<SampledRows>>>,
    /// Whole dataset and its linear PCA; `None` unless previews show a sample of the rows.
    shows_some: Option<(Arc<Dataset>, Arc<Pca>)>,
    /// Last fit with its rows; a preview takes over its signs.
    last: Option<(Arc<Dataset>, Arc<KernelPca>)>,
}

/// Key of a sample: the whole dataset and its linear PCA.
type SampleKey = (Same<Dataset>, Same<Pca>);

/// Key of a fit: rows, kernel, options, and the number of components or share asked for.
type FitKey = (Same<DMatrix<f64>>, Kernel, FitOptions, Components);

/// Key of a fit with other signs: the fit, linear PCA where signs agree with it, and the mirrored components.
type TurnedKey = (Same<KernelPca>, Option<Same<Pca>>, Mirrored);

/// Conditions of a fit that are not part of the setup.
#[derive(Clone, Copy)]
pub(super) struct Manner {
    pub tier: Tier,
    /// Bytes that a fit may hold at once.
    pub memory_budget: u64,
    /// Value of γ by the median heuristic; `None` for rows without features. It is passed in because it visits all
    /// pairs of rows.
    pub gamma_median: Option<f64>,
}

/// Fit of kernel PCA with the rows that are shown.
pub(super) struct FitOfRows {
    pub shown: ShownRows,
    pub kernel: Kernel,
    pub kpca: Arc<KernelPca>,
    /// Value of β at and above which the kernel of nodes is not defined; `None` where there is no bound.
    pub beta_bound: Option<f64>,
}

/// Rows that an analysis shows.
pub(super) struct ShownRows {
    pub dataset: Arc<Dataset>,
    pub x: Arc<DMatrix<f64>>,
    pub pca: Arc<Pca>,
    /// All rows where `dataset` holds a sample of them; `None` otherwise.
    pub whole: Option<AllRows>,
}

impl Fitter {
    /// Creates a fitter that reports its fits to `progress`.
    pub fn telling(progress: &Progress) -> Self {
        Self {
            workspace: Workspace::telling(Arc::clone(&progress.fit)),
            ..Self::default()
        }
    }

    /// Returns the bytes of `budget` that remain beside the caches of the last fit, some of which are dropped if
    /// need be.
    pub fn make_room(&mut self, budget: u64) -> u64 {
        self.workspace.make_room(budget)
    }

    /// Fits kernel PCA as `setup` describes, for the questions of its view.
    ///
    /// # Errors
    /// The errors of parameters and fit, or that it was cancelled.
    pub fn run(
        &mut self,
        (setup, asked): (&Setup, &Asked),
        dataset: &Arc<Dataset>,
        scaled: &ScaledRows,
        manner: Manner,
        cancelled: CancelCheck<'_>,
    ) -> Result<FitOfRows> {
        let Manner {
            tier,
            memory_budget,
            gamma_median,
        } = manner;
        let mut params = setup.kernel.clone();
        if let (Gamma::Median, Some(gamma)) = (params.gamma, gamma_median) {
            params.gamma = Gamma::Value(gamma);
        }
        let kernel = params.check(&scaled.x)?;
        let x = Arc::clone(&scaled.x);
        let compared = self
            .maker
            .make(dataset, kernel, x, memory_budget, cancelled)?;
        let KernelInput {
            x,
            rounding,
            beta_bound,
        } = compared;
        let options = FitOptions {
            components: match setup.components {
                Components::Count(count) => count,
                Components::Share(_) => Components::MOST_FOR_SHARE,
            },
            solver: setup.solver,
            landmarks: setup.landmarks,
            tier,
            memory_budget,
            rounding,
            data: scaled.rounding,
        };
        let wanted = (kernel, options, setup.components);
        let all = ShownRows {
            dataset: Arc::clone(dataset),
            x,
            pca: Arc::clone(&scaled.pca),
            whole: None,
        };
        let some = self.preview_of_some((setup, asked), &all, wanted, cancelled)?;
        let (shown, kpca) = if let Some(some) = some {
            some
        } else {
            let kpca = self.fit(&all.dataset, &all.x, wanted, cancelled)?;
            (all, kpca)
        };
        let kpca = self.turned(&kpca, &shown.pca, asked);
        Ok(FitOfRows {
            shown,
            kernel,
            kpca,
            beta_bound,
        })
    }

    /// Prepares fast previews for the next steps of γ's slider, which then evaluate no kernel value. Called while
    /// nothing else is to be computed; parts that are finished stay when the rest is cancelled.
    ///
    /// # Errors
    /// When cancelled.
    pub fn foresee(&mut self, cancelled: CancelCheck<'_>) -> Result<(), FitError> {
        let Self {
            fitted,
            workspace,
            sampled,
            shows_some,
            ..
        } = self;
        let Some(((x, kernel, options, _), kpca)) = fitted.last() else {
            return Ok(());
        };
        let options = FitOptions {
            components: kpca.eigenvalues.len(),
            ..*options
        };
        let x = x.shared();
        if x.nrows() <= READY_AT_ONCE || options.solver != Solver::Auto {
            return Ok(());
        }
        workspace.foresee(x, *kernel, &options, cancelled)?;
        if let Some((dataset, pca)) = shows_some
            && let Some(drawn) = drawn_of(sampled, dataset, pca)
        {
            workspace.foresee_rows(x, &drawn.rows, *kernel);
        }
        Ok(())
    }

    /// Turns the arbitrary signs of kernel PCA to agree with those of linear PCA, and reverses those of mirrored
    /// components, where that is asked for.
    fn turned(&mut self, kpca: &Arc<KernelPca>, pca: &Arc<Pca>, asked: &Asked) -> Arc<KernelPca> {
        let aligned = asked.align_signs.then(|| Same::as_in(pca));
        let signs = asked.mirrored.signs(Method::Kpca, kpca.eigenvalues.len());
        if aligned.is_none() && signs.is_none() {
            return Arc::clone(kpca);
        }
        let from = (Same::as_in(kpca), aligned, asked.mirrored.clone());
        self.turned.made(from, || {
            let mut turned = (**kpca).clone();
            if asked.align_signs {
                turned.agree_with(&pca.scores);
            }
            if let Some(signs) = signs {
                turned.agree_with(&with_signs(turned.scores(), &signs));
            }
            Arc::new(turned)
        })
    }

    /// Computes a preview on a sample of the rows; `None` where the setup needs all rows, where the exact answer is
    /// wanted or known, and where the fit has no such preview.
    fn preview_of_some(
        &mut self,
        (setup, questions): (&Setup, &Asked),
        all: &ShownRows,
        (kernel, options, components): (Kernel, FitOptions, Components),
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<(ShownRows, Arc<KernelPca>)>, FitError> {
        let ShownRows {
            dataset, x, pca, ..
        } = all;
        let exact = FitOptions {
            tier: Tier::Exact,
            ..options
        };
        let is_known = || {
            let asked = (Same::as_in(x), kernel, exact, components);
            self.fitted.knows(&asked)
        };
        let suffices = SampledRows::suffices(setup, questions, dataset);
        self.shows_some = suffices.then(|| (Arc::clone(dataset), Arc::clone(pca)));
        if options.tier == Tier::Exact || !suffices || is_known() {
            return Ok(None);
        }
        let Some(drawn) = drawn_of(&mut self.sampled, dataset, pca) else {
            return Ok(None);
        };
        let found = self
            .workspace
            .preview_of(x, &drawn.rows, kernel, &options, cancelled)?;
        let Some(mut kpca) = found else {
            return Ok(None);
        };
        match &self.last {
            Some((rows, before)) if Arc::ptr_eq(rows, &drawn.dataset) => {
                kpca.agree_with(&before.eigenvectors);
            }
            Some((rows, before)) if Arc::ptr_eq(rows, dataset) => {
                kpca.agree_with(&before.eigenvectors.select_rows(&*drawn.rows));
            }
            _ => {}
        }
        let kpca = Arc::new(kpca);
        self.last = Some((Arc::clone(&drawn.dataset), Arc::clone(&kpca)));
        let some = ShownRows {
            dataset: Arc::clone(&drawn.dataset),
            x: Arc::clone(kpca.training()),
            pca: Arc::clone(&drawn.pca),
            whole: Some(AllRows {
                dataset: Arc::clone(dataset),
                x: Arc::clone(x),
            }),
        };
        Ok(Some((some, kpca)))
    }

    /// Fits kernel PCA. While a slider moves, signs follow the picture before. At rest they follow the definition,
    /// so that equal data and parameters give equal pictures.
    fn fit(
        &mut self,
        dataset: &Arc<Dataset>,
        x: &Arc<DMatrix<f64>>,
        (kernel, options, components): (Kernel, FitOptions, Components),
        cancelled: CancelCheck<'_>,
    ) -> Result<Arc<KernelPca>, FitError> {
        let Self {
            fitted,
            workspace,
            last,
            ..
        } = self;
        let before = last
            .take()
            .filter(|(rows, _)| rows.name == dataset.name && rows.row_ids == dataset.row_ids);
        // A known exact fit serves previews too, so that dragging in a plot fits nothing anew.
        let of_tier = |tier| {
            let options = FitOptions { tier, ..options };
            (Same::as_in(x), kernel, options, components)
        };
        let asked = fitted.best(of_tier, options.tier);
        let kpca = fitted.get(asked, || {
            let mut kpca = match components {
                Components::Count(_) => workspace.fit(x, kernel, &options, cancelled)?,
                Components::Share(share) => {
                    workspace.fit_share(x, kernel, share, &options, cancelled)?
                }
            };
            if let Some((_, before)) = &before
                && options.tier != Tier::Exact
            {
                kpca.agree_with(&before.eigenvectors);
            }
            Ok(Arc::new(kpca))
        });
        *last = match &kpca {
            Ok(kpca) => Some((Arc::clone(dataset), Arc::clone(kpca))),
            Err(_) => before,
        };
        kpca
    }
}

/// Sample of a dataset's rows that previews show; `None` where all rows are shown.
fn drawn_of(
    known: &mut Cache<SampleKey, Option<Arc<SampledRows>>>,
    dataset: &Arc<Dataset>,
    pca: &Arc<Pca>,
) -> Option<Arc<SampledRows>> {
    let from = (Same::as_in(dataset), Same::as_in(pca));
    known.made(from, || SampledRows::of(dataset, pca).map(Arc::new))
}
