//! Judgements of a fit by rows that it did not learn from: rows held out, new rows of known classes, clean rows.

use serde::Serialize;

use chart::{number, percent};
use explorer::analysis::{Analysis, ClassBeyond, NewPoints, beyond_by_class};
use kernel_pca::{
    explain::{
        area_under_roc,
        limits::{ControlLimits, hotelling},
        separation::SeparationScore,
    },
    method::Method,
    objects::Labels,
    sweep::{FOLDS, Folds, HeldOutQuality, cross_validate},
};

/// Number with its standard error over the folds.
#[derive(Debug, Serialize)]
struct WithError {
    mean: f64,
    standard_error: f64,
}

impl From<SeparationScore> for WithError {
    fn from(score: SeparationScore) -> Self {
        Self {
            mean: score.mean,
            standard_error: score.spread,
        }
    }
}

/// Quality of kernel PCA on rows that are held out, by five-fold cross-validation.
#[derive(Debug, Serialize)]
pub(super) struct HeldOutReport {
    folds: usize,
    /// Number of components that predict the label.
    components: usize,
    /// Share of rows whose class is predicted, or R² of a quantity; null where no label can be predicted.
    accuracy: Option<WithError>,
    /// Mean squared distance of rows from their pre-images, as a share of that from the mean of the fitted rows; null
    /// where the kernel has no pre-images by ridge regression.
    pre_image_error: Option<WithError>,
}

impl HeldOutReport {
    /// Cross-validates the kernel of an analysis with as many components as it has.
    ///
    /// # Errors
    /// Where there are no features or too few rows, and the errors of the fits.
    pub(super) fn of(analysis: &Analysis) -> anyhow::Result<Self> {
        let Analysis { dataset, x, .. } = analysis;
        if let Some(lack) = dataset.objects.lack_of_features() {
            anyhow::bail!("--held-out: {lack}");
        }
        let Some(folds) = Folds::of(x.nrows(), &dataset.labels) else {
            let rows = 2 * FOLDS;
            anyhow::bail!("--held-out: {rows} rows are needed at least, two in each fold");
        };
        let components = analysis.kpca.eigenvalues.len();
        let asked = (components, analysis.memory_budget);
        let rows = (&**x, &dataset.labels);
        let found = cross_validate(rows, analysis.kernel, asked, &folds, &|| false)?;
        let HeldOutQuality {
            accuracy,
            pre_image_error,
        } = found;
        Ok(Self {
            folds: FOLDS,
            components: accuracy.len(),
            accuracy: accuracy.last().copied().map(WithError::from),
            pre_image_error: pre_image_error.map(WithError::from),
        })
    }

    /// Line such as "held out (5 folds): 92.0 % ± 1.7 % of the labels by 2 components, pre-image error 10.2 % ± 0.5 %".
    pub(super) fn in_words(&self, labels: &Labels) -> String {
        let accuracy = self.accuracy.as_ref().map(|it| {
            let (q, [mean, error]) = (self.components, [it.mean, it.standard_error]);
            if matches!(labels, Labels::Continuous { .. }) {
                format!("R² {mean:.3} ± {error:.3} by {q} components")
            } else {
                let [mean, error] = [mean, error].map(percent);
                format!("{mean} ± {error} of the labels by {q} components")
            }
        });
        let error = self.pre_image_error.as_ref().map(|it| {
            let [mean, error] = [it.mean, it.standard_error].map(percent);
            format!("pre-image error {mean} ± {error}")
        });
        let said: Vec<String> = accuracy.into_iter().chain(error).collect();
        let said = if said.is_empty() {
            "nothing to judge by".to_owned()
        } else {
            said.join(", ")
        };
        format!("held out ({} folds): {said}", self.folds)
    }
}

/// Novelty of the new rows of one class.
#[derive(Debug, Serialize)]
pub(super) struct NoveltyOfClass {
    class: String,
    /// Number of new rows of the class.
    rows: usize,
    /// Share of the rows (0–1) beyond the limit of the column `error`; null where there is no limit.
    beyond_q: Option<f64>,
    /// Share of the rows (0–1) beyond the limit of the column `t2`; null where there is no limit.
    beyond_t2: Option<f64>,
    /// Area under the receiver operating characteristic: the probability that the error of a row of the class is larger
    /// than that of a new row of another class; null where all are of the class.
    roc_area_q: Option<f64>,
    /// Area under the receiver operating characteristic for the column `t2`, as for `error`.
    roc_area_t2: Option<f64>,
}

/// Novelty of new rows by class; empty where they have no classes.
///
/// # Errors
/// When the rows cannot be brought into the form that the kernel takes.
pub(super) fn novelty_by_class(
    analysis: &Analysis,
    limits: &ControlLimits,
    new: &NewPoints,
) -> anyhow::Result<Vec<NoveltyOfClass>> {
    let Labels::Classes { codes, .. } = &new.rows.labels else {
        return Ok(vec![]);
    };
    let x = new.for_method(Method::Kpca)?;
    let kpca = &analysis.kpca;
    let numbers = [
        kpca.reconstruction_errors(x),
        hotelling(kpca, &kpca.project(x)),
    ];
    let of_class = |it: ClassBeyond| {
        let is_of: Vec<bool> = codes.iter().map(|code| *code == Some(it.class)).collect();
        let [roc_area_q, roc_area_t2] = [0, 1].map(|i| area_under_roc(&numbers[i], &is_of));
        let [beyond_q, beyond_t2] = it.beyond;
        NoveltyOfClass {
            class: it.name.to_owned(),
            rows: it.rows,
            beyond_q,
            beyond_t2,
            roc_area_q,
            roc_area_t2,
        }
    };
    let found = beyond_by_class([&numbers[0], &numbers[1]], limits, &new.rows.labels);
    Ok(found.into_iter().map(of_class).collect())
}

impl NoveltyOfClass {
    /// Line such as "novelty of malignant: 212 new rows, 93.4 % beyond the limit of Q, 80.1 % beyond that of T²; area
    /// under the ROC 0.952 by Q, 0.871 by T²".
    pub(super) fn in_words(&self) -> String {
        let beyond = [(self.beyond_q, "Q"), (self.beyond_t2, "T²")];
        let beyond = beyond.into_iter().filter_map(|(share, name)| {
            Some(format!(", {} beyond the limit of {name}", percent(share?)))
        });
        let areas = [(self.roc_area_q, "Q"), (self.roc_area_t2, "T²")];
        let areas: Vec<String> = areas
            .into_iter()
            .filter_map(|(area, name)| Some(format!("{:.3} by {name}", area?)))
            .collect();
        let areas = if areas.is_empty() {
            String::new()
        } else {
            format!("; area under the ROC {}", areas.join(", "))
        };
        format!(
            "novelty of {}: {} new rows{}{areas}",
            self.class,
            self.rows,
            beyond.collect::<String>()
        )
    }
}

/// Mean squared errors of denoised rows against clean ones, in the squared units of the data.
#[derive(Debug, Serialize)]
pub(super) struct DenoisingReport {
    /// Number of rows.
    rows: usize,
    /// Mean squared error of the rows before denoising.
    noisy: f64,
    /// Error of the rows rebuilt by linear PCA from as many components, or from all that it has.
    linear_pca: f64,
    /// Mean squared error of the rows rebuilt by kernel PCA, which the table of --denoise holds.
    kernel_pca: f64,
}

impl From<export::DenoisingErrors> for DenoisingReport {
    fn from(found: export::DenoisingErrors) -> Self {
        let export::DenoisingErrors {
            rows,
            noisy,
            linear,
            kernel,
        } = found;
        Self {
            rows,
            noisy,
            linear_pca: linear,
            kernel_pca: kernel,
        }
    }
}

impl DenoisingReport {
    /// Line such as "mean squared error against the clean rows: 0.06 before, 0.035 by linear PCA, 0.046 by kernel PCA".
    pub(super) fn in_words(&self) -> String {
        let [noisy, linear, kernel] = [self.noisy, self.linear_pca, self.kernel_pca].map(number);
        format!(
            "mean squared error against the clean rows: {noisy} before, {linear} by linear PCA, {kernel} by kernel PCA"
        )
    }
}
