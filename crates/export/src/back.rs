//! Tables of points that come back from feature space: pre-images, denoised rows, and reconstruction errors.

use std::path::Path;

use nalgebra::DMatrix;

use super::{
    ExportError,
    sheet::{Sheet, numbered},
};
use crate::Result;
use explorer::{
    analysis::{Analysis, DenoisedCount, Explain, Watch, Work},
    panel::Panel,
    setup::{ErrorSpace, PreImageView, View},
};
use kernel_pca::{
    count,
    explain::limits::hotelling,
    method::Method,
    preimage::{self, PreImage, PreImageMethod, PreImageOptions},
};
use tabular::{DataFile, read_features};

/// Method, with its penalty, that takes points of feature space back to the input.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Back {
    pub method: PreImageMethod,
    /// Penalty α of ridge regression; scikit-learn's default where `None`.
    pub alpha: Option<f64>,
}

impl Back {
    fn alpha(self) -> f64 {
        self.alpha.unwrap_or(1.0)
    }

    fn options(self, analysis: &Analysis) -> PreImageOptions {
        PreImageOptions {
            method: self.method,
            alpha: self.alpha(),
            memory_budget: analysis.memory_budget,
        }
    }
}

/// Pre-images of the scores (m × k) in a file.
pub(super) fn pre_images(
    analysis: &Analysis,
    scores: &Path,
    back: Back,
    watch: Watch<'_>,
) -> Result<Sheet> {
    let kpca = &analysis.kpca;
    let names = numbered("PC", kpca.eigenvalues.len());
    let scores = read_features(&DataFile::from(scores), &names)?;
    let found = taken_back(analysis, &scores, None, back, watch)?;
    Ok(sheet(analysis, &found))
}

/// Table of rows (m × d, scaled) projected on the components and taken back to the input.
pub(super) fn denoised(
    analysis: &Analysis,
    x: &DMatrix<f64>,
    back: Back,
    watch: Watch<'_>,
) -> Result<Sheet> {
    if back.method == PreImageMethod::Ridge {
        // Learning takes long, and each row hardly any time.
        let scores = analysis.kpca.project(x);
        let found = taken_back(analysis, &scores, Some(x), back, watch)?;
        return Ok(sheet(analysis, &found));
    }
    let done = watch.progress.denoising(x.nrows());
    let found = preimage::denoised(
        &analysis.kpca,
        x,
        &back.options(analysis),
        &done,
        watch.cancelled,
    )?;
    Ok(sheet(analysis, &found))
}

/// Mean squared errors of rows before and after denoising, against clean rows, in the squared units of the data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DenoisingErrors {
    /// Number of rows.
    pub rows: usize,
    /// Error of the rows as they came.
    pub noisy: f64,
    /// Error of the rows rebuilt by linear PCA from as many components as kernel PCA has, or from all of its own.
    pub linear: f64,
    /// Error of the rows rebuilt by kernel PCA.
    pub kernel: f64,
}

/// Mean squared errors against the rows of the file `clean`, in the same order: of the rows of the file `new`, or else
/// the fitted ones, before and after denoising. `None` without `clean`.
///
/// # Errors
/// When a file cannot be read, when there is not one clean row for each row, or when pre-images fail.
pub fn denoising_errors(
    analysis: &Analysis,
    [new, clean]: [Option<&Path>; 2],
    back: Back,
    watch: Watch<'_>,
) -> Result<Option<DenoisingErrors>> {
    let Some(clean) = clean else { return Ok(None) };
    let new = new.map(|path| analysis.read_new(path, watch)).transpose()?;
    let (noisy, x, skipped) = if let Some(new) = &new {
        let scaled = &**new.for_method(Method::Kpca)?;
        (&*new.rows.x, scaled, new.rows.skipped_rows)
    } else {
        let dataset = &analysis.dataset;
        (&dataset.x, &*analysis.x, dataset.skipped_rows)
    };
    let rows = noisy.nrows();
    let truth = analysis.read_clean(clean, DenoisedCount { rows, skipped }, watch)?;
    let clean_rows = &*truth.x;
    let sheet = denoised(analysis, x, back, watch)?;
    let rebuilt = sheet.numbers.columns(0, noisy.ncols()).into_owned();
    let (pca, kpca) = (&analysis.pca, &analysis.kpca);
    let q = kpca.eigenvalues.len();
    let linear = analysis.scaler.undo(&pca.rebuild(&pca.project(x), q));
    let error = |rows: &DMatrix<f64>| (rows - clean_rows).norm_squared() / rows.len().max(1) as f64;
    Ok(Some(DenoisingErrors {
        rows,
        noisy: error(noisy),
        linear: error(&linear),
        kernel: error(&rebuilt),
    }))
}

/// Pre-images of the points with these scores (m × k), counted in the observer's progress.
fn taken_back(
    analysis: &Analysis,
    scores: &DMatrix<f64>,
    starts: Option<&DMatrix<f64>>,
    back: Back,
    watch: Watch<'_>,
) -> Result<Vec<PreImage>> {
    let watch = count::Watch::new(watch.progress.work(Work::PreImages), watch.cancelled);
    let (kpca, options) = (&analysis.kpca, back.options(analysis));
    let found = preimage::pre_images(kpca, scores, starts, &options, watch)?;
    Ok(found)
}

/// Table (m × 2) of the squared distance of each row's image from its projection on the components, and of Hotelling's
/// T² along them: of the `new` rows (m × d, scaled), or else of the training rows.
pub(super) fn novelty(analysis: &Analysis, new: Option<&DMatrix<f64>>) -> Sheet {
    let kpca = &analysis.kpca;
    let (errors, t2) = match new {
        Some(x) => (
            kpca.reconstruction_errors(x),
            hotelling(kpca, &kpca.project(x)),
        ),
        None => (kpca.training_errors(), hotelling(kpca, &kpca.scores())),
    };
    let numbers = DMatrix::from_vec(errors.len(), 2, [errors, t2].concat());
    Sheet::new(vec!["error".into(), "t2".into()], numbers)
}

/// Table of reconstruction errors with each number of components, a column for each space, method and set of rows; the
/// held-out rows are those in the file `new`, if it is named. Cells are empty where a curve has no point.
pub(super) fn reconstruction(
    analysis: &Analysis,
    new: Option<&Path>,
    back: Back,
    watch: Watch<'_>,
) -> Result<Sheet> {
    let new = new.map(|new| analysis.read_new(new, watch)).transpose()?;
    let analysis = Analysis {
        new,
        explain: Explain::default(),
        ..analysis.clone()
    };
    let mut columns: Vec<(String, Vec<(usize, f64)>)> = Vec::new();
    for space in ErrorSpace::ALL {
        let view = View {
            panels: vec![Panel::ReconstructionError],
            reconstruction_space: space,
            pre_image: PreImageView {
                alpha: back.alpha(),
                ..PreImageView::default()
            },
            ..View::default()
        };
        let explained = analysis.explained(&view, watch)?;
        let explained = explained.explain;
        let found = match explained.reconstruction.as_deref() {
            Some(Ok(found)) => found,
            Some(Err(reason)) => {
                let (method, reason) = (Panel::ReconstructionError.title(), reason.clone());
                return Err(ExportError::Embedding { method, reason }.into());
            }
            None => continue,
        };
        let name = match space {
            ErrorSpace::Feature => "feature_space",
            ErrorSpace::Input => "input",
        };
        for curve in &found.curves {
            let rows = if curve.held_out { "held_out" } else { "fitted" };
            let method = curve.method.name();
            columns.push((format!("{name}_{method}_{rows}"), curve.points.clone()));
        }
    }
    let most = columns.iter().filter_map(|(_, points)| points.last());
    let most = most.map(|(q, _)| *q).max().unwrap_or(0);
    let mut numbers = DMatrix::from_element(most, columns.len(), f64::NAN);
    for (j, (_, points)) in columns.iter().enumerate() {
        for &(q, error) in points {
            numbers[(q - 1, j)] = error;
        }
    }
    let components = (1..=most).map(|q| q.to_string()).collect();
    Ok(Sheet {
        beside: vec![("components".to_owned(), components)],
        ..Sheet::new(columns.into_iter().map(|(name, _)| name).collect(), numbers)
    })
}

/// Table of pre-images, m × (d + 2): features in the file's units, distance in feature space, and 1 where converged,
/// else 0.
fn sheet(analysis: &Analysis, found: &[PreImage]) -> Sheet {
    let d = analysis.dataset.d();
    let points = DMatrix::from_fn(found.len(), d, |i, j| found[i].point[j]);
    let points = analysis.scaler.undo(&points);
    let numbers = DMatrix::from_fn(found.len(), d + 2, |i, j| match j.checked_sub(d) {
        None => points[(i, j)],
        Some(0) => found[i].distance,
        Some(_) => f64::from(u8::from(found[i].converged)),
    });
    let names = analysis.dataset.feature_names.iter().cloned();
    let names = names.chain(["distance".into(), "converged".into()]);
    Sheet::new(names.collect(), numbers)
}
