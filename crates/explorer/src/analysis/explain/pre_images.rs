//! Pre-images, by each method, of a point that is dragged in the plot of kernel PCA.

use std::sync::Arc;

use nalgebra::{DMatrix, RowDVector};

use super::super::{
    Analysis, Watch,
    asked::PreImageQuestion,
    cached::{Cache, Same},
    progress::Work,
};
use crate::setup::{Others, PreImageView, ScoreAxes, clamp, plotted};
use kernel_pca::{
    count,
    kpca::{FitError, KernelPca, Tier},
    objects::Scaler,
    preimage::{
        PreImage, PreImageError, PreImageMethod, PreImageOptions, Ridge, by_ridge, pre_images,
    },
    settled,
};

/// Number of rows up to which ridge regression, of O(n³) operations, is fitted while a slider moves.
const QUICK: usize = 400;

/// Point of kernel PCA's feature space, with the points of the input whose images are near.
#[derive(Debug, Clone, PartialEq)]
pub struct PreImages {
    pub asked: TargetScores,
    /// Pre-image by each method, in the units of the data, or the reason for which there is none.
    pub ways: Vec<(PreImageMethod, Result<PreImage, String>)>,
    pub linear: Linear,
}

/// Scores whose pre-image is asked for.
#[derive(Debug, Clone, PartialEq)]
pub struct TargetScores {
    /// Score of the point on each component.
    pub scores: Vec<f64>,
    /// Row whose scores on the axes are nearest to the point's.
    pub nearest: usize,
    /// Row that gave the scores of the components off the axes; `None` where they are 0.
    pub as_in: Option<usize>,
}

/// Point in the plot of linear PCA, with its inverse in the input.
#[derive(Debug, Clone, PartialEq)]
pub struct Linear {
    pub asked: TargetScores,
    /// Place in the plot of linear PCA, a score on each axis.
    pub at: [f64; 2],
    /// Row at which the point stands; `None` where it was dragged.
    pub at_row: Option<usize>,
    /// Exact inverse (length d), in the units of the data.
    pub point: Vec<f64>,
}

/// Fitted ridge regression, or the reason in one line for which there is none.
type RidgeFit = Result<Arc<Ridge>, String>;

/// Key of pre-images: the fit, the question, and true where a ridge regression was learnt.
type PreImageKey = (Same<KernelPca>, PreImageQuestion, bool);

#[derive(Debug, Default)]
pub(super) struct PreImager {
    ridge: Cache<(Same<KernelPca>, f64), RidgeFit>,
    known: Cache<PreImageKey, Arc<PreImages>>,
}

impl PreImager {
    /// Computes the pre-images; `None` where the data have no features or no component.
    pub fn of(
        &mut self,
        fitted: &Analysis,
        asked: &PreImageQuestion,
        watch: Watch<'_>,
    ) -> Result<Option<Arc<PreImages>>, FitError> {
        let kpca = &fitted.kpca;
        if fitted.dataset.objects.lack_of_features().is_some() || kpca.eigenvalues.is_empty() {
            return Ok(None);
        }
        let alpha = asked.view.alpha;
        let of_ridge = (Same::as_in(kpca), alpha);
        let waits = fitted.tier != Tier::Exact
            && kpca.training().nrows() > QUICK
            && !self.ridge.knows(&of_ridge);
        let ridge = if waits {
            Err("learnt once the slider rests".to_owned())
        } else {
            let count = watch.progress.work(Work::PreImages);
            let counted = count::Watch::new(count, watch.cancelled);
            let learnt = self.ridge.get(of_ridge, || {
                let learnt = Ridge::new(kpca, alpha, watch.memory, counted);
                settled(learnt.map(Arc::new))
            });
            watch.progress.work(Work::Panels);
            learnt?
        };
        let from = (Same::as_in(kpca), asked.clone(), ridge.is_ok());
        let found = self
            .known
            .get(from, || find(fitted, asked, &ridge, watch).map(Arc::new));
        found.map(Some)
    }
}

fn find(
    fitted: &Analysis,
    question: &PreImageQuestion,
    ridge: &RidgeFit,
    watch: Watch<'_>,
) -> Result<PreImages, FitError> {
    let Analysis {
        scaler, pca, kpca, ..
    } = fitted;
    let PreImageView {
        at,
        linear_at,
        others,
        alpha,
    } = question.view;
    let [of_kpca, of_pca] = question.axes;
    let own = kpca.scores();
    let asked = asked(&own, of_kpca, at, others);
    let scores = DMatrix::from_row_slice(1, asked.scores.len(), &asked.scores);
    let mut found = Vec::new();
    for method in PreImageMethod::ALL {
        let options = PreImageOptions {
            method,
            alpha,
            memory_budget: watch.memory,
        };
        let one = match (method, ridge) {
            (PreImageMethod::Ridge, Ok(ridge)) => Ok(by_ridge(kpca, ridge, &scores)),
            (PreImageMethod::Ridge, Err(reason)) => Err(reason.clone()),
            _ => match pre_images(kpca, &scores, None, &options, watch.cancelled) {
                Err(PreImageError::Cancelled) => return Err(FitError::Cancelled),
                Err(PreImageError::Kernel { method }) => {
                    Err(format!("defined for {} only", method.kernels()))
                }
                other => other.map_err(|error| error.to_string()),
            },
        };
        let one = one.and_then(|found| {
            let first = found.into_iter().next();
            let first = first.filter(|it| it.point.iter().all(|value| value.is_finite()));
            first.ok_or_else(|| "beyond the range of numbers".to_owned())
        });
        found.push((method, one.map(|found| in_units(found, scaler))));
    }
    let at_row = linear_at.is_none().then_some(asked.nearest);
    let at = linear_at.unwrap_or_else(|| place(&pca.scores, of_pca, asked.nearest));
    let of_linear = self::asked(&pca.scores, of_pca, at, others);
    let scores = RowDVector::from_row_slice(&of_linear.scores);
    let mean = RowDVector::from_row_slice(&pca.mean);
    let back = mean + scores * &pca.components;
    let linear = Linear {
        point: undo(scaler, back.as_slice()),
        asked: of_linear,
        at,
        at_row,
    };
    Ok(PreImages {
        asked,
        ways: found,
        linear,
    })
}

/// Components that the axes show (0-based), each with its coordinate of the place `at`.
fn on_axes(axes: ScoreAxes, at: [f64; 2], count: usize) -> Vec<(usize, f64)> {
    let shown = clamp(axes, count).map(plotted).unwrap_or_default();
    let pairs = shown.into_iter().zip(at);
    pairs.filter_map(|(j, at)| Some((j?, at))).collect()
}

/// Place of a row in a plot of scores, a score on each axis.
fn place(scores: &DMatrix<f64>, axes: ScoreAxes, row: usize) -> [f64; 2] {
    let shown = clamp(axes, scores.ncols()).map(plotted).unwrap_or_default();
    shown.map(|j| j.map_or(0.0, |j| scores[(row, j)]))
}

/// Scores on all components of a place `at` in a plot, from the scores `own` of the rows (n × k); `others` says how
/// to fill the components off the axes.
fn asked(own: &DMatrix<f64>, axes: ScoreAxes, at: [f64; 2], others: Others) -> TargetScores {
    let (n, count) = own.shape();
    let plane = on_axes(axes, at, count);
    let distance = |row: usize| -> f64 {
        let off = plane.iter().map(|(j, at)| (own[(row, *j)] - at).powi(2));
        off.sum()
    };
    let nearest = (0..n).min_by(|a, b| distance(*a).total_cmp(&distance(*b)));
    let nearest = nearest.unwrap_or(0);
    let as_in = match others {
        Others::Zero => None,
        Others::Nearest => Some(nearest),
        Others::Row(row) => Some(row.min(n.saturating_sub(1))),
    };
    let mut scores = match as_in {
        Some(row) => own.row(row).iter().copied().collect(),
        None => vec![0.0; count],
    };
    for (j, at) in plane {
        scores[j] = at;
    }
    TargetScores {
        scores,
        nearest,
        as_in,
    }
}

fn in_units(mut found: PreImage, scaler: &Scaler) -> PreImage {
    found.point = undo(scaler, &found.point);
    for at in &mut found.path {
        *at = undo(scaler, at);
    }
    found
}

fn undo(scaler: &Scaler, point: &[f64]) -> Vec<f64> {
    let row = DMatrix::from_row_slice(1, point.len(), point);
    scaler.undo(&row).iter().copied().collect()
}
