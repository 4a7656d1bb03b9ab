//! Tables on all components at once: two spectra side by side, loadings of features, and their correlations with components.

use nalgebra::DMatrix;

use super::{
    ExportError,
    scores_table::{embedding, fault},
    sheet::{Sheet, numbered},
};
use explorer::{analysis::Analysis, panel::spectra};
use kernel_pca::{explain, method::Method};

/// Linear PCA and the method beside it: the given one, or kernel PCA where that is linear PCA.
pub(super) fn pair(method: Method) -> [Method; 2] {
    [
        Method::Pca,
        if method == Method::Pca {
            Method::Kpca
        } else {
            method
        },
    ]
}

/// Table (k × 6) of the eigenvalues of linear PCA and of `method` (kernel PCA where that is linear PCA), with their
/// shares; NaN where one has fewer components or no variance.
pub(super) fn spectra_side_by_side(
    analysis: &Analysis,
    method: Method,
) -> Result<Sheet, ExportError> {
    let mut columns: Vec<(String, Vec<f64>)> = Vec::new();
    for method in pair(method) {
        embedding(analysis, method)?;
        let table = spectra(analysis, std::iter::once(method));
        let name = method.name().replace('-', "_");
        let numbers = table.numbers.into_iter();
        columns.extend(numbers.map(|(of, values)| (format!("{name}_{of}"), values)));
    }
    let rows = columns.iter().map(|(_, values)| values.len()).max();
    let rows = rows.unwrap_or(0);
    let numbers = DMatrix::from_fn(rows, columns.len(), |i, j| {
        columns[j].1.get(i).copied().unwrap_or(f64::NAN)
    });
    let components = (1..=rows).map(|i| i.to_string()).collect();
    Ok(Sheet {
        beside: vec![("component".to_owned(), components)],
        ..Sheet::new(columns.into_iter().map(|(name, _)| name).collect(), numbers)
    })
}

/// Coefficients of the features in the components of linear PCA that were asked for (d × q).
pub(super) fn loadings(analysis: &Analysis) -> Result<Sheet, ExportError> {
    let names = features(analysis)?;
    embedding(analysis, Method::Pca)?;
    let asked = analysis.asked(Method::Pca);
    let numbers = analysis.pca.components.rows(0, asked).transpose();
    Ok(of_features(names, numbered("PC", asked), numbers))
}

/// Table (d × 2q) of Pearson's correlations of the features with the components of linear PCA and of `method` (kernel
/// PCA where that is linear PCA); 0 for a feature that does not vary.
pub(super) fn correlations(analysis: &Analysis, method: Method) -> Result<Sheet, ExportError> {
    let names = features(analysis)?;
    let mut columns = Vec::new();
    let mut all = DMatrix::zeros(names.len(), 0);
    for method in pair(method) {
        let scores = embedding(analysis, method)?.scores();
        let asked = analysis.asked(method);
        let scores = scores.columns(0, asked).into_owned();
        let found = explain::correlations(&analysis.dataset.x, &scores);
        let before = all.ncols();
        all = all.insert_columns(before, asked, 0.0);
        all.columns_mut(before, asked).copy_from(&found);
        let name = method.name().replace('-', "_");
        columns.extend(numbered(&format!("{name}_PC"), asked));
    }
    Ok(of_features(names, columns, all))
}

/// Names of the features; an error where the rows have none.
fn features(analysis: &Analysis) -> Result<Vec<String>, ExportError> {
    match analysis.dataset.objects.lack_of_features() {
        Some(lack) => Err(fault(Method::Pca, lack.to_owned())),
        None => Ok(analysis.dataset.feature_names.clone()),
    }
}

fn of_features(names: Vec<String>, columns: Vec<String>, numbers: DMatrix<f64>) -> Sheet {
    Sheet {
        beside: vec![("feature".to_owned(), names)],
        ..Sheet::new(columns, numbers)
    }
}
