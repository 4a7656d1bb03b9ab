//! Novelty (Hoffmann 2007): squared distance of images from the span of the components, for each row and over the
//! plane of the input.

use std::sync::Arc;

use super::super::{
    Analysis,
    cached::{Cache, Same},
    contours::{ContourKey, Contours, contours},
};
use kernel_pca::{
    explain::{
        field,
        limits::{ControlLimits, hotelling},
    },
    kpca::{CancelCheck, FitError, KernelPca, Tier},
    method::Method,
    objects::Labels,
};
use tabular::NewRows;

/// Squared distances of images from the span of kernel PCA's components (Hoffmann 2007).
#[derive(Debug, Clone, PartialEq)]
pub struct Novelty {
    /// Squared distance of each fitted row.
    pub fitted: Vec<f64>,
    /// Squared distance of each new row, or the reason for which there are none; empty where there are no new rows.
    pub new: Result<Vec<f64>, String>,
    /// Hotelling's T² of the fitted rows, and of the new rows where their distances are known.
    pub t2: [Vec<f64>; 2],
    /// Control limits of the squared distance Q and of T² for new rows; `None` while a slider moves.
    pub limits: Option<ControlLimits>,
}

/// Share of fitted rows beyond the default threshold: 5 %, the customary level of a test.
const USUAL_SHARE: f64 = 0.05;

impl Novelty {
    /// Returns the threshold `put`, or by default the one beyond which 5 % of the fitted rows lie.
    #[must_use]
    pub fn threshold(&self, put: Option<f64>) -> f64 {
        put.unwrap_or_else(|| {
            let mut sorted = self.fitted.clone();
            sorted.sort_by(f64::total_cmp);
            let beyond = (USUAL_SHARE * sorted.len() as f64).floor() as usize;
            let last = sorted.len().checked_sub(beyond + 1);
            last.map_or(0.0, |last| sorted[last])
        })
    }

    /// Indices of the fitted rows whose distance exceeds the threshold.
    pub fn beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.fitted.iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// Indices of the new rows whose distance exceeds the threshold.
    pub fn new_beyond(&self, threshold: f64) -> impl Iterator<Item = usize> {
        let numbered = self.of_new().iter().enumerate();
        numbered
            .filter(move |(_, error)| **error > threshold)
            .map(|(row, _)| row)
    }

    /// Squared distances of the new rows; empty where there are none.
    #[must_use]
    pub fn of_new(&self) -> &[f64] {
        self.new.as_deref().unwrap_or_default()
    }
}

/// New rows of one class beyond the control limits of Q and T².
pub struct ClassBeyond<'a> {
    /// Index of the class among those of the labels; `name` is its name.
    pub class: usize,
    pub name: &'a str,
    /// Number of rows of the class, at least 1.
    pub rows: usize,
    /// Shares of the class's rows beyond the limit of Q and beyond that of T², from 0 to 1; `None` where there is no
    /// limit.
    pub beyond: [Option<f64>; 2],
}

/// Shares of the rows of each class beyond the limits, for classes that have rows; `numbers` are Q and T² of each row.
pub fn beyond_by_class<'a>(
    numbers: [&[f64]; 2],
    limits: &ControlLimits,
    labels: &'a Labels,
) -> Vec<ClassBeyond<'a>> {
    let Labels::Classes { names, codes, .. } = labels else {
        return vec![];
    };
    let limits = [limits.q.ok(), limits.t2.ok()];
    let of_class = |(class, name): (usize, &'a String)| {
        let is_of = |code: &&Option<usize>| **code == Some(class);
        let rows = codes.iter().filter(is_of).count();
        let beyond = [0, 1].map(|i| {
            let limit = limits[i]?;
            let own = numbers[i].iter().zip(codes.iter());
            let own = own.filter(|(_, code)| is_of(code));
            Some(own.filter(|(value, _)| **value > limit).count() as f64 / rows as f64)
        });
        (rows > 0).then_some(ClassBeyond {
            class,
            name,
            rows,
            beyond,
        })
    };
    names.iter().enumerate().filter_map(of_class).collect()
}

/// Key of the distances: the fit, the new rows, the tier (a preview has no limits, though its fit may be the exact
/// one), and the probability of the limits.
type NoveltyKey = (Same<KernelPca>, Option<Same<NewRows>>, Tier, f64);

/// Caches of the latest distances and of their map.
#[derive(Debug, Default)]
pub(super) struct Novelties {
    of_rows: Cache<NoveltyKey, Arc<Novelty>>,
    map: Cache<(Same<KernelPca>, ContourKey), Option<Arc<Contours>>>,
}

impl Novelties {
    /// Computes novelty and T² of the fitted and the new rows, with the control limits at a probability.
    ///
    /// # Errors
    /// When cancelled.
    pub fn of_rows(
        &mut self,
        fitted: &Analysis,
        confidence: f64,
        cancelled: CancelCheck<'_>,
    ) -> Result<Arc<Novelty>, FitError> {
        let kpca = &fitted.kpca;
        let from = |tier| {
            let new = fitted.new_rows().map(|new| Same::as_in(&new.rows));
            (Same::as_in(kpca), new, tier, confidence)
        };
        let from = self.of_rows.best(from, fitted.tier);
        self.of_rows.get(from, || {
            let (new, of_new) = match of_new(fitted) {
                Ok((errors, t2)) => (Ok(errors), t2),
                Err(reason) => (Err(reason), vec![]),
            };
            // Limits take the square of the kernel matrix, too slow for each step of a slider.
            let limits = match fitted.tier {
                Tier::Exact => Some(ControlLimits::of(kpca, confidence, cancelled)?),
                Tier::Preview | Tier::Refined => None,
            };
            Ok(Arc::new(Novelty {
                fitted: kpca.training_errors(),
                new,
                t2: [hotelling(kpca, &kpca.scores()), of_new],
                limits,
            }))
        })
    }

    /// Maps the novelty over the plane of the input; `None` where there is no plane.
    ///
    /// # Errors
    /// When cancelled.
    pub fn map(
        &mut self,
        fitted: &Analysis,
        key: ContourKey,
        cancelled: CancelCheck<'_>,
    ) -> Result<Option<Arc<Contours>>, FitError> {
        let Analysis {
            dataset,
            scaler,
            kpca,
            ..
        } = fitted;
        let key = key.single();
        let from = (Same::as_in(kpca), key.clone());
        let field = field::Novelty(kpca);
        self.map
            .get(from, || contours(&field, dataset, scaler, &key, cancelled))
    }
}

/// Novelty and T² of the new rows; both empty where there are no new rows.
///
/// # Errors
/// The reason in one line for which there are none.
fn of_new(fitted: &Analysis) -> Result<(Vec<f64>, Vec<f64>), String> {
    let Some(new) = fitted.new_rows() else {
        return Ok((vec![], vec![]));
    };
    let kernel = &fitted.kpca.kernel;
    let lengths = kernel.check_new_lengths("novelty");
    lengths.map_err(|error| error.to_string())?;
    let x = new
        .for_method(Method::Kpca)
        .map_err(|error| error.to_string())?;
    let t2 = hotelling(&fitted.kpca, &fitted.kpca.project(x));
    Ok((fitted.kpca.reconstruction_errors(x), t2))
}
