//! Reconstruction error with the first q components, of rows that were fitted and of rows held out.

use std::sync::Arc;

use nalgebra::DMatrix;

use super::{
    super::{
        Analysis, NewPoints, Watch,
        asked::ErrorQuestion,
        cached::{Cache, Same},
    },
    denoising::{error, ladder},
};
use crate::setup::ErrorSpace;
use kernel_pca::{
    kernel::{Centering, KernelKind, KernelParams},
    kpca::{FitError, FitOptions, KernelPca, Solver, Tier, Workspace},
    method::Method,
    objects::RandomState,
    pca::Pca,
    preimage::{PreImageMethod, Ridge},
    settled,
};
use tabular::{Dataset, NewRows};

/// Seed of NumPy's `RandomState(seed).permutation(n)`, whose order decides which rows are held out, and which are
/// sampled where there are many.
pub const HELD_OUT_SEED: u32 = 0;
/// Number of rows for each one held out, where there are no new rows: a fifth.
const ONE_IN: usize = 5;
/// Number of rows above which a sample is taken: ridge regression takes O(n³) operations.
const MOST_REBUILT_ROWS: usize = 2_000;
/// Number of rows up to which curves follow a slider; with more rows the last curves stay until the slider rests.
const QUICK: usize = 500;
/// Least and largest number of components of a curve, which by default is twice that of the picture.
const COMPONENTS: [usize; 2] = [10, 100];

/// Reconstruction errors by number of components.
#[derive(Debug, Clone, PartialEq)]
pub struct Reconstruction {
    pub space: ErrorSpace,
    /// Number of rows of the dataset.
    pub all: usize,
    /// Indices of the rows to which linear and kernel PCA were fitted for these errors.
    pub fitted: Vec<usize>,
    pub held_out: HeldOut,
    pub curves: Vec<ErrorCurve>,
    /// Reason for which kernel PCA has no curves; `None` where it has.
    pub kernel_lack: Option<String>,
    /// Reason for which the new rows are not the held-out ones; `None` where they are, or where there are none.
    pub new_lack: Option<String>,
}

/// Rows to which nothing was fitted, by ascending indices.
#[derive(Debug, Clone, PartialEq)]
pub enum HeldOut {
    /// Held-out fifth of the dataset, by indices of its rows.
    Fifth(Vec<usize>),
    /// New rows, by their indices.
    New(Vec<usize>),
}

impl HeldOut {
    #[must_use]
    pub fn rows(&self) -> &[usize] {
        match self {
            Self::Fifth(rows) | Self::New(rows) => rows,
        }
    }
}

/// Errors of one method on the fitted or on the held-out rows.
#[derive(Debug, Clone, PartialEq)]
pub struct ErrorCurve {
    pub method: Method,
    pub held_out: bool,
    /// Pairs of a number q of components and its error. In feature space: mean squared distance from the span of the
    /// first q, as a share of the fitted rows' total variance. In the input: mean squared error in the squared units of
    /// the data.
    pub points: Vec<(usize, f64)>,
}

impl ErrorCurve {
    /// Curves of a method on the fitted and on the held-out rows.
    fn both(method: Method, [fitted, held_out]: [Vec<(usize, f64)>; 2]) -> [Self; 2] {
        [(false, fitted), (true, held_out)].map(|(held_out, points)| Self {
            method,
            held_out,
            points,
        })
    }
}

impl Reconstruction {
    /// Points of one curve; `None` where there is no such curve.
    #[must_use]
    pub fn curve(&self, method: Method, held_out: bool) -> Option<&[(usize, f64)]> {
        let mut curves = self.curves.iter();
        let found = curves.find(|it| it.method == method && it.held_out == held_out)?;
        Some(&found.points)
    }
}

/// Key of the split into fitted and held-out rows, with the fits to it.
type SplitKey = (Same<KernelPca>, Same<Dataset>, Option<Same<NewRows>>, Tier);
/// Key of the errors: split, space, and the bits of α.
type ErrorKey = (SplitKey, ErrorSpace, u64);
type ReconstructionResult = Arc<Result<Reconstruction, String>>;

/// Cache of the latest reconstruction errors, and of the latest split into fitted and held-out rows, which serves the
/// errors in feature space and in the input.
#[derive(Debug, Default)]
pub(super) struct Rebuilder {
    split: Cache<SplitKey, Arc<Result<Split, String>>>,
    known: Cache<ErrorKey, ReconstructionResult>,
}

impl Rebuilder {
    /// Computes the reconstruction errors by number of components. A preview of more than [`QUICK`] rows gets the last
    /// ones of the same dataset and space; `None` where there are none.
    ///
    /// # Errors
    /// When cancelled.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        asked: &ErrorQuestion,
        watch: Watch<'_>,
    ) -> Result<Option<ReconstructionResult>, FitError> {
        let ErrorQuestion { space, alpha } = *asked;
        let of = |tier| {
            let new = fitted.new_rows().map(|new| Same::as_in(&new.rows));
            let split = (
                Same::as_in(&fitted.kpca),
                Same::as_in(&fitted.dataset),
                new,
                tier,
            );
            (split, space, alpha.to_bits())
        };
        let from = self.known.best(of, fitted.tier);
        let tier = from.0.3;
        if tier != Tier::Exact && fitted.dataset.n() > QUICK {
            return Ok(self.last_of(&fitted.dataset, space));
        }
        let of_split = of(tier).0;
        let Self { split, known } = self;
        let found = known.get(from, || {
            let split = split.get(of_split, || {
                if fitted.dataset.n() < ONE_IN {
                    let few = format!("a fifth is held out, which takes at least {ONE_IN} rows");
                    return Ok(Arc::new(Err(few)));
                }
                let made = Split::new(fitted, tier, watch);
                settled(made).map(Arc::new)
            })?;
            let errors = match &*split {
                Err(reason) => Err(reason.clone()),
                Ok(split) => {
                    let work = ErrorWork {
                        fitted,
                        split,
                        alpha,
                        tier,
                        watch,
                    };
                    Ok(work.errors(space)?)
                }
            };
            Ok::<_, FitError>(Arc::new(errors))
        })?;
        Ok(Some(found))
    }

    /// Returns the last curves if they are of the same dataset and space: they stay while a slider moves.
    fn last_of(&self, dataset: &Arc<Dataset>, space: ErrorSpace) -> Option<ReconstructionResult> {
        let (((_, of, ..), in_space, _), found) = self.known.last()?;
        (*of == Same::as_in(dataset) && *in_space == space).then(|| Arc::clone(found))
    }
}

/// Linear and kernel PCA fitted to some rows, with the projections of the held-out rows.
#[derive(Debug)]
struct Split {
    fitted: Vec<usize>,
    held_out: HeldOut,
    new_lack: Option<String>,
    kpca: KernelPca,
    /// Scores of the held-out rows (m × k); `lengths` are the squared lengths of their centred images.
    scores: DMatrix<f64>,
    lengths: Vec<f64>,
    /// Linear PCA, and the held-out rows in the scaled unit of the kernel (m × d); `None` where there are no
    /// features.
    linear: Option<(Pca, DMatrix<f64>)>,
}

impl Split {
    fn new(fitted: &Analysis, tier: Tier, watch: Watch<'_>) -> Result<Self, FitError> {
        let n = fitted.dataset.n();
        let mut order = RandomState::new(HELD_OUT_SEED).permutation(n as u32);
        order.truncate(MOST_REBUILT_ROWS);
        let (new, new_lack) = match fitted
            .new
            .as_ref()
            .map(|new| (new, comparable(fitted, new)))
        {
            None => (None, None),
            Some((new, Ok(x))) => (Some((new, x)), None),
            Some((_, Err(reason))) => (None, Some(reason)),
        };
        let (held_out, mut rows) = if let Some((new, _)) = new {
            let m = new.rows.x.nrows() as u32;
            let mut held_out = RandomState::new(HELD_OUT_SEED).permutation(m);
            held_out.truncate(MOST_REBUILT_ROWS);
            held_out.sort_unstable();
            (HeldOut::New(held_out), order)
        } else {
            let rest = order.split_off(order.len() / ONE_IN);
            order.sort_unstable();
            (HeldOut::Fifth(order), rest)
        };
        rows.sort_unstable();
        let k = fitted.kpca.eigenvalues.len();
        let [least, most] = COMPONENTS;
        let options = FitOptions {
            components: k.max((2 * k).clamp(least, most)).min(rows.len()),
            solver: Solver::Auto,
            landmarks: None,
            tier,
            memory_budget: watch.memory,
            rounding: fitted.dataset.objects.rounding(),
            data: fitted.scaler.rounding(&fitted.dataset.feature_errors),
        };
        let fit = |x: DMatrix<f64>, kernel| {
            let x = Arc::new(x);
            Workspace::default().fit(&x, kernel, &options, watch.cancelled)
        };
        if fitted.dataset.objects.lack_of_features().is_none() {
            let x = fitted.x.select_rows(&rows);
            let others = match new {
                Some((_, others)) => others.select_rows(held_out.rows()),
                None => fitted.x.select_rows(held_out.rows()),
            };
            let pca = Pca::fit(&x);
            let kpca = fit(x, fitted.kpca.kernel)?;
            return Ok(Self {
                scores: kpca.project(&others),
                lengths: kpca.squared_lengths(&others),
                linear: Some((pca, others)),
                kpca,
                fitted: rows,
                held_out,
                new_lack,
            });
        }
        // Objects without features are known by kernel values alone.
        let others = held_out.rows();
        let matrix = fitted.kpca.kernel_values(&rows, &rows);
        let mut between = fitted.kpca.kernel_values(&rows, others);
        let given = KernelParams {
            kind: KernelKind::Precomputed,
            center: fitted.kpca.kernel.center(),
            ..KernelParams::default()
        };
        let centering = Centering::of(&matrix);
        let kpca = fit(matrix.clone(), given.check(&matrix)?)?;
        let own = others
            .iter()
            .map(|&row| fitted.kpca.kernel_values(&[row], &[row])[(0, 0)]);
        let mut lengths: Vec<f64> = own.collect();
        if kpca.kernel.center() {
            for (length, column) in lengths.iter_mut().zip(between.column_iter()) {
                *length = centering.squared_length(*length, column.mean());
            }
            centering.apply(&mut between);
        }
        Ok(Self {
            scores: between.tr_mul(&kpca.projection_coefficients()),
            lengths,
            linear: None,
            kpca,
            fitted: rows,
            held_out,
            new_lack,
        })
    }
}

/// Returns the new rows in the form that kernel PCA takes, or the reason for which the errors cannot use them.
fn comparable<'a>(fitted: &Analysis, new: &'a NewPoints) -> Result<&'a DMatrix<f64>, String> {
    if let Some(lack) = fitted.dataset.objects.lack_of_features() {
        return Err(lack.to_owned());
    }
    let x = new.for_method(Method::Kpca);
    x.map(|x| &**x).map_err(|error| error.to_string())
}

/// Inputs from which reconstruction errors are computed.
struct ErrorWork<'a> {
    fitted: &'a Analysis,
    split: &'a Split,
    alpha: f64,
    tier: Tier,
    watch: Watch<'a>,
}

impl ErrorWork<'_> {
    fn errors(&self, space: ErrorSpace) -> Result<Reconstruction, FitError> {
        let (curves, kernel_lack) = match space {
            ErrorSpace::Feature => self.in_feature_space(),
            ErrorSpace::Input => self.in_input()?,
        };
        let Split {
            fitted,
            held_out,
            new_lack,
            ..
        } = self.split;
        Ok(Reconstruction {
            space,
            all: self.fitted.dataset.n(),
            fitted: fitted.clone(),
            held_out: held_out.clone(),
            curves,
            kernel_lack,
            new_lack: new_lack.clone(),
        })
    }

    /// Computes mean squared distances in feature space from the span of the first q components, as shares of the
    /// fitted rows' variance.
    fn in_feature_space(&self) -> (Vec<ErrorCurve>, Option<String>) {
        let Split {
            fitted,
            kpca,
            scores,
            lengths,
            linear,
            ..
        } = self.split;
        let mut curves = Vec::new();
        // Equal rows have no variance, and so no shares of it.
        if let Some((pca, others)) = linear.as_ref().filter(|(pca, _)| pca.total > 0.0) {
            let scores = pca.project(others);
            let from_mean = others.row_iter().map(|row| {
                let off = row.iter().zip(&pca.mean);
                off.map(|(x, mean)| (x - mean).powi(2)).sum()
            });
            let lengths: Vec<f64> = from_mean.collect();
            // Up to as many components as kernel PCA has.
            let shown = pca.eigenvalues.len().min(kpca.eigenvalues.len());
            curves.extend(tails(
                Method::Pca,
                (&pca.eigenvalues[..shown], pca.total),
                (&scores.columns(0, shown).into_owned(), &lengths),
            ));
        }
        let variances: Vec<f64> = kpca
            .eigenvalues
            .iter()
            .map(|value| value / fitted.len() as f64)
            .collect();
        let total = kpca.trace / fitted.len() as f64;
        if total > 0.0 {
            curves.extend(tails(Method::Kpca, (&variances, total), (scores, lengths)));
            (curves, None)
        } else {
            let why = "the kernel matrix has no positive trace, so there are no shares of it";
            (curves, Some(why.to_owned()))
        }
    }

    /// Computes mean squared errors of the rebuilt rows, in the squared units of the data.
    fn in_input(&self) -> Result<(Vec<ErrorCurve>, Option<String>), FitError> {
        let Split {
            fitted,
            held_out,
            kpca,
            scores,
            linear,
            ..
        } = self.split;
        let Some((pca, others)) = linear else {
            let lack = self.fitted.dataset.objects.lack_of_features();
            return Ok((vec![], lack.map(str::to_owned)));
        };
        let dataset = &self.fitted.dataset;
        let training = dataset.x.select_rows(fitted);
        let other = match (held_out, self.fitted.new_rows()) {
            (HeldOut::New(rows), Some(new)) => new.rows.x.select_rows(rows),
            (rows, _) => dataset.x.select_rows(rows.rows()),
        };
        let left = |rebuilt: &DMatrix<f64>, rows| error(&self.fitted.scaler.undo(rebuilt), rows);
        let most = kpca.eigenvalues.len();
        let projected = pca.project(others);
        let counts = 1..=most.min(pca.components.nrows());
        let of_linear = [(&pca.scores, &training), (&projected, &other)].map(|(scores, rows)| {
            let rebuilt = counts.clone().map(|q| (q, pca.rebuild(scores, q)));
            rebuilt
                .map(|(q, rebuilt)| (q, left(&rebuilt, rows)))
                .collect()
        });
        let mut curves = Vec::from(ErrorCurve::both(Method::Pca, of_linear));
        if let Err(reason) = PreImageMethod::Ridge.check(&kpca.kernel) {
            return Ok((curves, Some(reason.to_string())));
        }
        // The curve has a point at the picture's own number of components.
        let mut counts = ladder(most, self.tier);
        counts.push(self.fitted.kpca.eigenvalues.len().clamp(1, most));
        counts.sort_unstable();
        counts.dedup();
        let (mut own, mut of_others) = (Vec::new(), Vec::new());
        let kernel_scores = kpca.scores();
        let (progress, mut lack) = (&self.watch.progress.reconstruction, None);
        progress.begin(counts.len());
        for q in counts {
            if (self.watch.cancelled)() {
                progress.begin(0);
                return Err(FitError::Cancelled);
            }
            let memory = self.watch.memory;
            let ridge = Ridge::of_first(kpca, q, self.alpha, memory, self.watch.cancelled);
            match settled(ridge).inspect_err(|_| progress.begin(0))? {
                Ok(ridge) => {
                    let at = |scores: &DMatrix<f64>| ridge.at(&scores.columns(0, q).into_owned());
                    own.push((q, left(&at(&kernel_scores), &training)));
                    of_others.push((q, left(&at(scores), &other)));
                }
                Err(reason) => lack = Some(reason),
            }
            progress.add(1);
        }
        progress.begin(0);
        curves.extend(ErrorCurve::both(Method::Kpca, [own, of_others]));
        Ok((curves, lack))
    }
}

/// Variance left by the first q = 1, 2, … components, as shares of the fitted rows' total: for fitted rows the tail
/// sum of the spectrum, for held-out rows the mean of squared lengths less squared scores.
fn tails(
    method: Method,
    (variances, total): (&[f64], f64),
    (scores, lengths): (&DMatrix<f64>, &[f64]),
) -> [ErrorCurve; 2] {
    let m = lengths.len().max(1) as f64;
    let mean = lengths.iter().sum::<f64>() / m;
    let squares: Vec<f64> = scores
        .column_iter()
        .map(|column| column.norm_squared() / m)
        .collect();
    let points = [(total, variances), (mean, &squares[..])].map(|(all, explained)| {
        let mut left = all;
        let explained = explained.iter().enumerate();
        explained
            .map(|(j, part)| {
                left -= part;
                // A remainder within rounding counts as zero.
                let share = if left.abs() < ROUNDING * all.abs() {
                    0.0
                } else {
                    left / total
                };
                (j + 1, share)
            })
            .collect()
    });
    ErrorCurve::both(method, points)
}

/// Share of the total below which a remainder is rounding error.
const ROUNDING: f64 = 1e-12;
