//! Tables of what comes back from feature space: pre-images, denoised rows, and what is left unexplained.

use std::path::Path;

use nalgebra::DMatrix;

use super::sheet::Sheet;
use crate::{
    Result,
    analysis::{Analysis, half_of_free_memory},
    data::{DataFile, read_features},
    preimage::{self, PreImage, PreImageMethod, PreImageOptions},
};

/// How rows are taken back to the input.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Back {
    pub method: PreImageMethod,
    /// Of ridge regression; scikit-learn's by default.
    pub alpha: Option<f64>,
}

impl Back {
    fn options(self) -> PreImageOptions {
        PreImageOptions {
            method: self.method,
            alpha: self.alpha.unwrap_or(1.0),
            memory_budget: half_of_free_memory(),
        }
    }
}

/// Pre-images of the scores (m × k) in a file.
pub(super) fn pre_images(analysis: &Analysis, scores: &Path, back: Back) -> Result<Sheet> {
    let kpca = &analysis.kpca;
    let names: Vec<String> = (1..=kpca.eigenvalues.len())
        .map(|j| format!("PC{j}"))
        .collect();
    let scores = read_features(&DataFile::from(scores), &names)?;
    let found = preimage::pre_images(kpca, &scores, None, &back.options(), &|| false)?;
    Ok(sheet(analysis, &found))
}

/// Rows (m × d, scaled) projected on the components and taken back.
pub(super) fn denoised(analysis: &Analysis, x: &DMatrix<f64>, back: Back) -> Result<Sheet> {
    let kpca = &analysis.kpca;
    let scores = kpca.project(x);
    let found = preimage::pre_images(kpca, &scores, Some(x), &back.options(), &|| false)?;
    Ok(sheet(analysis, &found))
}

/// The squared distance of each row's image from its projection on the components; of the training rows where
/// there are no `new` ones.
pub(super) fn novelty(analysis: &Analysis, new: Option<&DMatrix<f64>>) -> Sheet {
    let kpca = &analysis.kpca;
    let (rows, errors): (Vec<usize>, Vec<f64>) = match new {
        Some(x) => ((0..x.nrows()).collect(), kpca.reconstruction_errors(x)),
        None => (analysis.dataset.row_ids.clone(), kpca.training_errors()),
    };
    let rows = rows.iter().map(usize::to_string).collect();
    Sheet {
        beside: vec![("row".to_owned(), rows)],
        ..Sheet::new(
            vec!["error".into()],
            DMatrix::from_vec(errors.len(), 1, errors),
        )
    }
}

/// Features in the file's units, and how good each pre-image is.
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
