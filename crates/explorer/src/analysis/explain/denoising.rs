//! Denoising: rows rebuilt from their first components by linear and kernel PCA, and the errors of the rebuilt
//! rows.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::super::{
    Analysis, NewPoints, Watch,
    asked::DenoisingQuestion,
    cached::{Cache, Same},
    progress::Work,
};
use kernel_pca::{
    count::{self, Count},
    explain::empirical_map::spread,
    kpca::{FitError, KernelPca, Tier},
    method::Method,
    preimage::{
        DenoisedRows, FixedPointLimits, PreImageMethod, PreImageOptions, Ridge, fixed_points,
        pre_images,
    },
    settled,
};
use tabular::{Dataset, NewRows};

/// Bound on n · d times the number of rows denoised in an exact answer: trades time against the number of rows.
const EXACT_WORK: usize = 20_000_000;
/// Bound on n · d times the number of rows denoised while a slider moves.
const PREVIEW_WORK: usize = 1_000_000;
/// Least number of rows denoised, whatever the bounds.
const LEAST_ROWS: usize = 16;
/// Ratio of an error's norm to that of the clean rows, below which the error counts as zero: rounding.
const ROUNDING: f64 = 1e-14;
/// Number of rows up to which ridge regression, of O(n³) operations, is fitted while a slider moves.
const QUICK: usize = 300;

/// Rows rebuilt from their scores on the first q components.
#[derive(Debug, Clone, PartialEq)]
pub struct Denoising {
    /// Method of pre-images by which kernel PCA returns to the input.
    pub method: PreImageMethod,
    /// Number of components asked for; linear PCA may have fewer.
    pub q: usize,
    /// True where the rows are new ones, to which nothing was fitted.
    pub are_new: bool,
    /// Indices of the m rows that were denoised, among the fitted or the new ones.
    pub rows: Vec<usize>,
    /// Rows without noise (m × d), in the units of the data; `noisy`, `linear` and `kernel` have the same
    /// shape and units.
    pub clean: DMatrix<f64>,
    pub noisy: DMatrix<f64>,
    pub linear: DMatrix<f64>,
    /// Rows rebuilt by kernel PCA, or the reason in one line for which there are none.
    pub kernel: Result<DMatrix<f64>, String>,
    /// Number of rows whose iteration for the pre-image did not converge.
    pub unfinished: usize,
    /// Errors by number of components; empty unless a panel shows them.
    pub curve: Arc<[DenoisingErrors]>,
}

/// Mean squared errors of rows rebuilt from q components, in the squared units of the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DenoisingErrors {
    pub q: usize,
    /// Error of linear PCA; `None` beyond its last component.
    pub linear: Option<f64>,
    pub kernel: Option<f64>,
}

impl Denoising {
    /// Mean squared errors, against the rows without noise: of the noisy rows, of those rebuilt by linear PCA and of
    /// those by kernel PCA; `None` where kernel PCA rebuilt none.
    #[must_use]
    pub fn errors(&self) -> (f64, f64, Option<f64>) {
        let of = |rows: &DMatrix<f64>| error(rows, &self.clean);
        (
            of(&self.noisy),
            of(&self.linear),
            self.kernel.as_ref().ok().map(of),
        )
    }
}

/// Mean squared difference of two matrices (m × d), over all entries.
pub(super) fn error(rows: &DMatrix<f64>, clean: &DMatrix<f64>) -> f64 {
    let squares = (rows - clean).norm_squared();
    // An error of zero would otherwise show as rounding.
    if squares < (ROUNDING * ROUNDING) * clean.norm_squared() {
        return 0.0;
    }
    squares / rows.len().max(1) as f64
}

/// Choices on which a denoising depends.
#[derive(Debug, Clone, PartialEq)]
struct DenoisingChoice {
    method: PreImageMethod,
    alpha: f64,
    tier: Tier,
}

/// Key of a denoising: the fit, the dataset before noise was added, the clean rows of a file, the new rows that are
/// denoised, and the choices.
type DenoisingKey = (
    Same<KernelPca>,
    Same<Dataset>,
    [Option<Same<NewRows>>; 2],
    DenoisingChoice,
);

#[derive(Debug, Default)]
pub(super) struct Denoiser {
    curve: Cache<DenoisingKey, Arc<[DenoisingErrors]>>,
    cleaned: Cache<(DenoisingKey, usize), Arc<Denoising>>,
}

/// Numbers of components at which a curve is computed, 1, 2, 3, 4, 6, 8, … up to `most`; a preview takes every
/// third.
pub(super) fn ladder(most: usize, tier: Tier) -> Vec<usize> {
    let steps = (0..).flat_map(|power| {
        let power = 1_usize << power;
        [2 * power, 3 * power]
    });
    let all: Vec<usize> = std::iter::once(1)
        .chain(steps.take_while(|q| *q < most))
        .filter(|q| *q < most)
        .chain([most])
        .collect();
    match tier {
        Tier::Exact => all,
        Tier::Preview | Tier::Refined => all.into_iter().rev().step_by(3).rev().collect(),
    }
}

impl Denoiser {
    /// Denoises the rows; `None` where the data have no features or kernel PCA has no components.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        asked: &DenoisingQuestion,
        with_curve: bool,
        watch: Watch<'_>,
    ) -> Result<Option<Arc<Denoising>>, FitError> {
        let kpca = &fitted.kpca;
        let most = kpca.eigenvalues.len();
        if fitted.dataset.objects.lack_of_features().is_some() || most == 0 {
            return Ok(None);
        }
        let wanted = asked.view.method;
        let method = match wanted.check(&kpca.kernel) {
            Ok(()) => wanted,
            Err(_) => PreImageMethod::Ridge,
        };
        let denoised = new_rows(fitted);
        let alpha = asked.alpha;
        let q = asked.view.components.clamp(1, most);
        let of = |tier| {
            let wanted = DenoisingChoice {
                method,
                alpha,
                tier,
            };
            let rows = [fitted.clean_rows.as_ref(), denoised.map(|new| &new.rows)];
            (
                Same::as_in(kpca),
                Same::as_in(fitted.before_noise()),
                rows.map(|rows| rows.map(Same::as_in)),
                wanted,
            )
        };
        let from = self.cleaned.best(|tier| (of(tier), q), fitted.tier);
        let asked = from.0.3.clone();
        let cleaned = self.cleaned.get(from, || {
            let work = DenoisingWork::new(fitted, &asked, watch);
            work.at(q, &|_| ()).map(Arc::new)
        });
        let cleaned = cleaned?;
        if !with_curve {
            return Ok(Some(cleaned));
        }
        let from = self.curve.best(of, fitted.tier);
        let asked = from.3.clone();
        let progress = &watch.progress.denoising;
        let curve = self.curve.get(from, || {
            let work = DenoisingWork::new(fitted, &asked, watch);
            let counts = ladder(most, asked.tier);
            progress.begin(counts.len() * work.rows.len());
            let done = |rows| progress.add(rows);
            let points = counts.into_iter().map(|q| {
                let (_, linear, kernel) = work.at(q, &done)?.errors();
                let linear = (q <= fitted.pca.components.nrows()).then_some(linear);
                Ok(DenoisingErrors { q, linear, kernel })
            });
            let points: Result<Arc<[DenoisingErrors]>, FitError> = points.collect();
            progress.begin(0);
            points
        })?;
        Ok(Some(Arc::new(Denoising {
            curve,
            ..(*cleaned).clone()
        })))
    }
}

/// New rows, which are denoised in place of the fitted ones where a file gives their clean rows; `None` otherwise.
fn new_rows(fitted: &Analysis) -> Option<&NewPoints> {
    fitted.clean_rows.as_ref().and_then(|_| fitted.new_rows())
}

/// Rows (m × d) that are denoised.
struct NoisyRows {
    /// Rows as they came, in the units of the data.
    data: DMatrix<f64>,
    /// Scores on the components of linear PCA; `None` where linear PCA does not take such rows.
    linear: Option<DMatrix<f64>>,
    /// Rows in the form that the kernel takes and their scores (m × k), or the reason for which there are none.
    compared: Result<(DMatrix<f64>, DMatrix<f64>), String>,
}

impl NoisyRows {
    /// Takes some of the fitted rows.
    fn fitted(fitted: &Analysis, rows: &[usize]) -> Self {
        let scores = fitted.kpca.scores().select_rows(rows);
        Self {
            data: fitted.dataset.x.select_rows(rows),
            linear: Some(fitted.pca.scores.select_rows(rows)),
            compared: Ok((fitted.x.select_rows(rows), scores)),
        }
    }

    /// Takes some of the new rows.
    fn new(fitted: &Analysis, new: &NewPoints, rows: &[usize]) -> Self {
        let form = |method| match new.for_method(method) {
            Ok(x) => Ok(x.select_rows(rows)),
            Err(error) => Err(error.to_string()),
        };
        Self {
            data: new.rows.x.select_rows(rows),
            linear: form(Method::Pca).ok().map(|x| fitted.pca.project(&x)),
            compared: form(Method::Kpca).map(|x| {
                let scores = fitted.kpca.project(&x);
                (x, scores)
            }),
        }
    }
}

/// Inputs that the denoisings with all numbers of components share.
struct DenoisingWork<'a> {
    fitted: &'a Analysis,
    asked: &'a DenoisingChoice,
    are_new: bool,
    rows: Vec<usize>,
    noisy: NoisyRows,
    /// Rows without noise (m × d), in the units of the data.
    clean: DMatrix<f64>,
    watch: Watch<'a>,
    /// Counter of the rows denoised with the current number of components.
    count: &'a Count,
}

impl<'a> DenoisingWork<'a> {
    fn new(fitted: &'a Analysis, asked: &'a DenoisingChoice, watch: Watch<'a>) -> Self {
        let (n, d) = (fitted.dataset.n(), fitted.dataset.d());
        let work = match asked.tier {
            Tier::Exact => EXACT_WORK,
            Tier::Preview | Tier::Refined => PREVIEW_WORK,
        };
        let most = (work / (n * d).max(1)).max(LEAST_ROWS);
        let new = new_rows(fitted);
        let rows = spread(new.map_or(n, |new| new.rows.n()), most);
        let noisy = match new {
            Some(new) => NoisyRows::new(fitted, new, &rows),
            None => NoisyRows::fitted(fitted, &rows),
        };
        let clean = match &fitted.clean_rows {
            Some(clean) => &clean.x,
            None => &fitted.before_noise().x,
        };
        Self {
            are_new: new.is_some(),
            clean: clean.select_rows(&rows),
            noisy,
            fitted,
            asked,
            rows,
            watch,
            count: watch.progress.work(Work::PreImages),
        }
    }

    fn at(&self, q: usize, done: &(dyn Fn(usize) + Sync)) -> Result<Denoising, FitError> {
        let Analysis { scaler, pca, .. } = self.fitted;
        let linear = match &self.noisy.linear {
            Some(scores) => scaler.undo(&pca.rebuild(scores, q)),
            None => self.noisy.data.clone(),
        };
        let (kernel, unfinished) = match self.kernel(q, done)? {
            Ok(DenoisedRows { rows, unfinished }) if rows.iter().all(|v| v.is_finite()) => {
                (Ok(scaler.undo(&rows)), unfinished.len())
            }
            Ok(_) => (Err("beyond the range of numbers".to_owned()), 0),
            Err(reason) => (Err(reason), 0),
        };
        Ok(Denoising {
            method: self.asked.method,
            q,
            are_new: self.are_new,
            clean: self.clean.clone(),
            noisy: self.noisy.data.clone(),
            linear,
            kernel,
            unfinished,
            rows: self.rows.clone(),
            curve: [].into(),
        })
    }

    /// Rebuilds the rows from q components by kernel PCA, or gives the reason for which it cannot.
    fn kernel(
        &self,
        q: usize,
        done: &(dyn Fn(usize) + Sync),
    ) -> Result<Result<DenoisedRows, String>, FitError> {
        let DenoisingChoice {
            method,
            alpha,
            tier,
        } = *self.asked;
        let (kpca, memory_budget) = (&self.fitted.kpca, self.watch.memory);
        let (x, scores) = match &self.noisy.compared {
            Ok((x, scores)) => (x, scores.columns(0, q).into_owned()),
            Err(reason) => return Ok(Err(reason.clone())),
        };
        let found = match method {
            PreImageMethod::Mika => {
                let care = match tier {
                    Tier::Exact => FixedPointLimits {
                        at_rest: 1e-4,
                        most_steps: 200,
                    },
                    Tier::Preview | Tier::Refined => FixedPointLimits {
                        at_rest: 1e-2,
                        most_steps: 12,
                    },
                };
                self.count.begin(self.rows.len());
                let told = |rows| {
                    self.count.add(rows);
                    done(rows);
                };
                let cancelled = self.watch.cancelled;
                fixed_points(kpca, x, &scores, care, &told, cancelled)
            }
            PreImageMethod::Ridge => {
                if tier != Tier::Exact && kpca.training().nrows() > QUICK {
                    return Ok(Err("computed once the slider rests".to_owned()));
                }
                let watch = count::Watch::new(self.count, self.watch.cancelled);
                let ridge = Ridge::of_first(kpca, q, alpha, memory_budget, watch);
                let found = ridge.map(|ridge| DenoisedRows {
                    rows: ridge.at(&scores),
                    unfinished: vec![],
                });
                done(self.rows.len());
                found
            }
            _ => {
                let options = PreImageOptions {
                    method,
                    alpha,
                    memory_budget,
                };
                let starts = Some(x);
                let watch = count::Watch::new(self.count, self.watch.cancelled);
                let found = pre_images(kpca, &scores, starts, &options, watch);
                done(self.rows.len());
                found.map(|found| DenoisedRows {
                    rows: DMatrix::from_fn(found.len(), x.ncols(), |i, j| found[i].point[j]),
                    unfinished: (0..found.len())
                        .filter(|row| !found[*row].converged)
                        .collect(),
                })
            }
        };
        settled(found)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_has_fewer_steps_where_components_are_many_and_ends_with_all() {
        assert_eq!(ladder(1, Tier::Exact), [1]);
        assert_eq!(ladder(5, Tier::Exact), [1, 2, 3, 4, 5]);
        assert_eq!(ladder(24, Tier::Exact), [1, 2, 3, 4, 6, 8, 12, 16, 24]);
        assert_eq!(ladder(24, Tier::Preview), [3, 8, 24]);
    }
}
