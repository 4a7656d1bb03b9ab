//! Tables of scores, those of new rows below those of the fitted ones.

use nalgebra::DMatrix;

use super::{
    ExportError,
    beside::TableRows,
    sheet::{Sheet, numbered},
    table_spec::TableSpec,
};
use explorer::{analysis::Analysis, presented::Presented};
use kernel_pca::{embedding::Embedding, method::Method};

/// Scores of a method (n × k), a row for each row that is wanted.
pub(super) fn scores(
    analysis: &Analysis,
    method: Method,
    spec: &TableSpec,
) -> Result<Sheet, ExportError> {
    let dataset = &*analysis.dataset;
    let rows = spec.rows_of(dataset);
    let scores = embedding(analysis, method)?.scores();
    let scores = scores.columns(0, analysis.asked(method)).select_rows(&rows);
    Ok(Sheet {
        beside: TableRows::from(dataset).columns_of(&rows, spec.beside),
        ..Sheet::new(components(&scores), scores)
    })
}

/// Adds the scores of new rows below those of the fitted ones, where the method gives new rows scores, and a column
/// that tells both apart.
pub(super) fn with_new(
    mut sheet: Sheet,
    analysis: &Analysis,
    method: Method,
    spec: &TableSpec,
) -> Sheet {
    let (Some(new), Some(Ok(scores))) = (analysis.new_rows(), analysis.projected(method)) else {
        return sheet;
    };
    let (n, m) = (sheet.numbers.nrows(), scores.nrows());
    sheet.numbers = sheet.numbers.insert_rows(n, m, f64::NAN);
    for (j, column) in scores.column_iter().take(sheet.numbers.ncols()).enumerate() {
        sheet.numbers.view_mut((n, j), (m, 1)).copy_from(&column);
    }
    let mut beside = TableRows::new_ones(&new.rows, analysis).columns(spec.beside);
    for (name, cells) in &mut sheet.beside {
        let of_new = beside.iter_mut().find(|(header, _)| header == name);
        let of_new = of_new.map(|(_, cells)| std::mem::take(cells));
        cells.extend(of_new.unwrap_or_else(|| vec![String::new(); m]));
    }
    sheet.beside.insert(0, kinds(n, m));
    sheet
}

/// Column that tells n fitted rows from m new ones below them.
pub(super) fn kinds(n: usize, m: usize) -> (String, Vec<String>) {
    let cells = [vec!["fitted".to_owned(); n], vec!["new".to_owned(); m]].concat();
    ("rows".to_owned(), cells)
}

/// Embedding by a method; the error says why there is none.
pub(super) fn embedding(
    analysis: &Analysis,
    method: Method,
) -> Result<&dyn Embedding, ExportError> {
    analysis
        .embedding(method)
        .map_err(|reason| fault(method, reason.to_owned()))
}

pub(super) fn fault(method: Method, reason: String) -> ExportError {
    let method = method.presented().title;
    ExportError::Embedding { method, reason }
}

/// Headers of the columns of scores: PC1, PC2, …
pub(super) fn components(scores: &DMatrix<f64>) -> Vec<String> {
    numbered("PC", scores.ncols())
}
