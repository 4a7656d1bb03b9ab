//! Numbers to take away: which tables there are and what stands in them.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use nalgebra::DMatrix;

use super::{
    ExportError,
    back::{self, Back},
    sheet::{Sheet, exact},
};
use crate::{
    Result,
    analysis::{Analysis, Progress, Work},
    data::{Dataset, Labels},
    embedding::Embedding,
    kpca::{Cancelled, FitError},
    method::Method,
    sweep::Point,
};

/// What a table holds.
#[derive(Debug, Clone, PartialEq)]
pub enum TableContent {
    /// Scores, n × q.
    Scores(Method),
    /// A method's eigenvalues, kernel PCA's all where they are known: component (CSV only), eigenvalue,
    /// `explained_variance_ratio`, cumulative.
    Spectrum(Method),
    /// n × n, not centred.
    KernelMatrix,
    /// Scores (m × q) of new observations, which are read from a file with the same features.
    Projection(Method, PathBuf),
    /// Pre-images of the scores in a file: features, distance in feature space, whether converged (0 or 1).
    PreImages(PathBuf, Back),
    /// Rows, or those of a file, projected on the components and taken back; likewise.
    Denoised(Option<PathBuf>, Back),
    /// What the components leave unexplained of each row, or each of a file: row (CSV only), error.
    Novelty(Option<PathBuf>),
    /// What is left of fitted rows and of others, those of a file where one is named, with each number of
    /// components, in feature space and in the input.
    Reconstruction(Option<PathBuf>),
    /// The features as they came, n × d, after the label where there is one (CSV only).
    Data,
}

/// What stands beside the scores of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Beside {
    /// The row's 0-based number in the source.
    pub row: bool,
    /// Its label, where there is one.
    pub label: bool,
    /// Its features as they came, unscaled.
    pub features: bool,
}

/// A table and which part of it is wanted.
#[derive(Debug, Clone, PartialEq)]
pub struct TableSpec {
    pub table: TableContent,
    /// For the two tables of scores, as CSV.
    pub beside: Beside,
    /// Positions in the dataset, ascending; `None` for all. For scores and the kernel matrix.
    pub rows: Option<Vec<usize>>,
}

impl TableSpec {
    /// The whole table and nothing beside it.
    #[must_use]
    pub fn new(table: TableContent) -> Self {
        Self {
            table,
            beside: Beside::default(),
            rows: None,
        }
    }
}

impl TableSpec {
    /// Positions of the rows that are wanted.
    fn rows_of(&self, dataset: &Dataset) -> Vec<usize> {
        let all = || (0..dataset.n()).collect();
        self.rows.clone().unwrap_or_else(all)
    }

    /// The file that is read for it, besides the data.
    #[must_use]
    pub fn reads(&self) -> Option<&Path> {
        match &self.table {
            TableContent::Projection(_, file) | TableContent::PreImages(file, _) => Some(file),
            TableContent::Denoised(new, _)
            | TableContent::Novelty(new)
            | TableContent::Reconstruction(new) => new.as_deref(),
            TableContent::Scores(_)
            | TableContent::Spectrum(_)
            | TableContent::KernelMatrix
            | TableContent::Data => None,
        }
    }
}

/// What a sweep found at its values, for the file called `path`: value, separation by the first q components
/// (empty without labels), eigenvalues, then shares of the variance (empty where a method has none).
#[must_use]
pub fn sweep_file(path: &Path, values: &[f64], points: &[Point], q: usize) -> Vec<u8> {
    let k = points.iter().map(|point| point.eigenvalues.len()).max();
    let k = k.unwrap_or(0);
    let numbered = |name: &'static str| (1..=k).map(move |j| format!("{name}_{j}"));
    let mut names = vec!["value".to_owned(), "separation".to_owned()];
    names.extend(numbered("eigenvalue").chain(numbered("ratio")));
    let numbers = DMatrix::from_fn(points.len(), names.len(), |i, j| {
        let point = &points[i];
        let cell = match j {
            0 => Some(values[i]),
            1 => point.separation_by(q).map(|score| score.mean),
            _ if j < 2 + k => point.eigenvalues.get(j - 2).copied(),
            _ => point.shares.get(j - 2 - k).copied(),
        };
        cell.unwrap_or(f64::NAN)
    });
    Sheet::new(names, numbers).file(path)
}

/// Rows of a kernel matrix that can be written: as text, 10,000² numbers are 2 GB.
const MOST_ROWS: usize = 10_000;
/// Rows of it that are evaluated at once.
const ROWS_AT_ONCE: usize = 500;

/// The table for the file called `path`: a NumPy array of its numbers if that ends in `.npy`, else
/// CSV with a header, which a kernel matrix has none of. Rows are in the dataset's order, each
/// number in the shortest form that reads back to the same f64.
///
/// # Errors
/// When a kernel matrix would have too many rows, or new observations cannot be read.
pub fn table_file(path: &Path, analysis: &Analysis, spec: &TableSpec) -> Result<Vec<u8>> {
    table_file_telling(path, analysis, spec, &Arc::default(), &|| false)
}

/// The same, telling `progress` how far it is where it takes long.
///
/// # Errors
/// Those of [`table_file`]; when cancelled.
pub fn table_file_telling(
    path: &Path,
    analysis: &Analysis,
    spec: &TableSpec,
    progress: &Arc<Progress>,
    cancelled: Cancelled<'_>,
) -> Result<Vec<u8>> {
    let sheet = match &spec.table {
        TableContent::Scores(method) => {
            scores(analysis, &embedding(analysis, *method)?.scores(), spec)
        }
        TableContent::Spectrum(method) => spectrum(analysis, *method)?,
        TableContent::KernelMatrix => {
            kernel_matrix(path, analysis, spec.rows.as_deref(), progress, cancelled)?
        }
        TableContent::Projection(method, new) => {
            let new = analysis.read_new(new, cancelled)?;
            let x = new.for_method(*method)?;
            let embedding = embedding(analysis, *method)?;
            // It cannot be stopped midway.
            progress.work(Work::Projection);
            let scores = embedding
                .project(x)
                .map_err(|reason| fault(*method, reason))?;
            Sheet::new(components(&scores), scores)
        }
        TableContent::PreImages(scores, back) => {
            back::pre_images(analysis, scores, *back, progress, cancelled)?
        }
        TableContent::Denoised(Some(new), back) => {
            let new = analysis.read_new(new, cancelled)?;
            let x = new.for_method(Method::Kpca)?;
            back::denoised(analysis, x, *back, progress, cancelled)?
        }
        TableContent::Denoised(None, back) => {
            back::denoised(analysis, &analysis.x, *back, progress, cancelled)?
        }
        TableContent::Novelty(Some(new)) => {
            let new = analysis.read_new(new, cancelled)?;
            analysis.kernel.check_new_lengths("novelty")?;
            progress.work(Work::Projection);
            back::novelty(analysis, Some(new.for_method(Method::Kpca)?))
        }
        TableContent::Novelty(None) => back::novelty(analysis, None),
        TableContent::Reconstruction(new) => {
            back::reconstruction(analysis, new.as_deref(), progress, cancelled)?
        }
        TableContent::Data => data(analysis, spec),
    };
    let count = progress.work(Work::Writing);
    Ok(sheet.file_unless(path, count, cancelled)?)
}

fn scores(analysis: &Analysis, scores: &DMatrix<f64>, spec: &TableSpec) -> Sheet {
    let dataset = &analysis.dataset;
    let rows = spec.rows_of(dataset);
    Sheet {
        beside: beside(dataset, &rows, spec.beside),
        ..Sheet::new(components(scores), scores.select_rows(&rows))
    }
}

fn data(analysis: &Analysis, spec: &TableSpec) -> Sheet {
    let dataset = &analysis.dataset;
    let rows = spec.rows_of(dataset);
    let label = Beside {
        label: true,
        ..Beside::default()
    };
    Sheet {
        beside: beside(dataset, &rows, label),
        ..Sheet::new(dataset.feature_names.clone(), dataset.x.select_rows(&rows))
    }
}

/// The columns that are wanted before the scores, each with its name.
fn beside(dataset: &Dataset, rows: &[usize], wanted: Beside) -> Vec<(String, Vec<String>)> {
    let mut columns = Vec::new();
    if wanted.row {
        let ids = rows.iter().map(|&i| dataset.row_ids[i].to_string());
        columns.push(("row".to_owned(), ids.collect()));
    }
    match &dataset.labels {
        Labels::Classes {
            column,
            names,
            codes,
        } if wanted.label => {
            let labels = rows
                .iter()
                .map(|&i| codes[i].map_or_else(String::new, |code| names[code].clone()));
            columns.push((column.clone(), labels.collect()));
        }
        Labels::Continuous { column, values } if wanted.label => {
            let labels = rows.iter().map(|&i| exact(values[i]));
            columns.push((column.clone(), labels.collect()));
        }
        _ => {}
    }
    if wanted.features {
        for (j, name) in dataset.feature_names.iter().enumerate() {
            let values = rows.iter().map(|&i| exact(dataset.x[(i, j)]));
            columns.push((name.clone(), values.collect()));
        }
    }
    columns
}

/// Eigenvalues with their shares (k × 3), which stay empty where a method has no variance to be shared
/// out.
fn spectrum(analysis: &Analysis, method: Method) -> Result<Sheet, ExportError> {
    let eigenvalues = match &analysis.full_spectrum {
        Some(all) if method == Method::Kpca => all,
        _ => embedding(analysis, method)?.eigenvalues(),
    };
    let count = eigenvalues.len();
    let ratios = analysis.shares(method);
    let ratios = ratios.unwrap_or_else(|| vec![f64::NAN; count]);
    let cumulative = ratios.iter().scan(0.0, |sum, ratio| {
        *sum += ratio;
        Some(*sum)
    });
    let columns = eigenvalues.iter().chain(&ratios).copied();
    let numbers = DMatrix::from_iterator(count, 3, columns.chain(cumulative));
    let names = ["eigenvalue", "explained_variance_ratio", "cumulative"];
    let number = (1..=count).map(|j| j.to_string()).collect();
    Ok(Sheet {
        beside: vec![("component".to_owned(), number)],
        ..Sheet::new(names.map(String::from).to_vec(), numbers)
    })
}

/// The scores of a method that was computed.
fn embedding(analysis: &Analysis, method: Method) -> Result<&dyn Embedding, ExportError> {
    analysis
        .embedding(method)
        .map_err(|reason| fault(method, reason.to_owned()))
}

fn fault(method: Method, reason: String) -> ExportError {
    let method = method.title();
    ExportError::Embedding { method, reason }
}

fn kernel_matrix(
    path: &Path,
    analysis: &Analysis,
    rows: Option<&[usize]>,
    progress: &Progress,
    cancelled: Cancelled<'_>,
) -> Result<Sheet> {
    let n = rows.map_or(analysis.x.nrows(), <[usize]>::len);
    if n > MOST_ROWS {
        return Err(ExportError::Write {
            path: path.display().to_string(),
            reason: format!("a kernel matrix of {n} rows is too large; {MOST_ROWS} is the limit"),
        }
        .into());
    }
    let all: Vec<usize> = (0..analysis.x.nrows()).collect();
    let rows = rows.unwrap_or(&all);
    let count = progress.work(Work::KernelValues);
    count.begin(n);
    let mut matrix = DMatrix::zeros(n, n);
    for (i, some) in rows.chunks(ROWS_AT_ONCE).enumerate() {
        if cancelled() {
            return Err(FitError::Cancelled.into());
        }
        let values = analysis.kpca.kernel_values(some, rows);
        matrix
            .rows_mut(i * ROWS_AT_ONCE, some.len())
            .copy_from(&values);
        count.add(some.len());
    }
    Ok(Sheet::new(vec![], matrix))
}

fn components(scores: &DMatrix<f64>) -> Vec<String> {
    (1..=scores.ncols()).map(|j| format!("PC{j}")).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{kernel::Kernel, view::testing};

    fn csv(analysis: &Analysis, spec: &TableSpec) -> String {
        String::from_utf8(table_file(Path::new("t.csv"), analysis, spec).unwrap()).unwrap()
    }

    #[test]
    fn row_label_and_features_stand_before_the_scores_where_wanted() {
        let mut analysis = testing::classes(3, 2);
        let dataset = Arc::make_mut(&mut analysis.dataset);
        dataset.feature_names[1] = "width, cm".into();
        dataset.row_ids = vec![0, 2, 5];
        let x = dataset.x.clone();
        let scores = analysis.kpca.scores();
        let all = TableSpec {
            beside: Beside {
                row: true,
                label: true,
                features: true,
            },
            rows: Some(vec![0, 2]),
            ..TableSpec::new(TableContent::Scores(Method::Kpca))
        };
        let line = |i: usize, id: &str, class: &str| {
            let pcs: Vec<String> = scores.row(i).iter().map(|v| format!("{v:?}")).collect();
            let (a, b) = (x[(i, 0)], x[(i, 1)]);
            format!("{id},{class},{a:?},{b:?},{}\n", pcs.join(","))
        };
        assert_eq!(
            csv(&analysis, &all),
            format!(
                "row,class,f0,\"width, cm\",PC1,PC2\n{}{}",
                line(0, "0", "class 0"),
                line(2, "5", "class 0")
            )
        );
        let plain = csv(
            &analysis,
            &TableSpec::new(TableContent::Scores(Method::Pca)),
        );
        assert!(plain.starts_with("PC1,PC2\n") && plain.lines().count() == 4);
    }

    #[test]
    fn the_spectrum_is_whole_where_it_is_known() {
        let mut analysis = testing::classes(4, 2);
        let fitted = csv(
            &analysis,
            &TableSpec::new(TableContent::Spectrum(Method::Kpca)),
        );
        assert_eq!(fitted.lines().count(), 1 + analysis.kpca.eigenvalues.len());
        testing::kpca_mut(&mut analysis).trace = 8.0;
        analysis.full_spectrum = Some([4.0, 2.0, 2.0, 0.0].into());
        let whole = csv(
            &analysis,
            &TableSpec::new(TableContent::Spectrum(Method::Kpca)),
        );
        let lines: Vec<&str> = whole.lines().collect();
        assert_eq!(lines[1], "1,4.0,0.5,0.5");
        assert_eq!(lines[3..], ["3,2.0,0.25,1.0", "4,0.0,0.0,1.0"]);
    }

    #[test]
    fn the_kernel_matrix_is_not_centred_and_may_be_a_part() {
        let mut analysis = testing::classes(3, 2);
        analysis.kernel = Kernel::rbf(0.5);
        let whole = csv(&analysis, &TableSpec::new(TableContent::KernelMatrix));
        let mut diagonal = whole.lines().enumerate();
        assert!(diagonal.all(|(i, line)| line.split(',').nth(i) == Some("1.0")));
        let part = TableSpec {
            rows: Some(vec![0, 2]),
            ..TableSpec::new(TableContent::KernelMatrix)
        };
        let corner = whole.lines().next().unwrap().split(',').nth(2).unwrap();
        assert_eq!(
            csv(&analysis, &part),
            format!("1.0,{corner}\n{corner},1.0\n")
        );
    }
}
