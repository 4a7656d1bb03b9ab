//! Tables of numbers to export.

use std::{
    io::Write,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

use nalgebra::DMatrix;

use super::{
    ExportError, back,
    beside::{Beside, TableRows, label_column},
    features::{correlations, loadings, spectra_side_by_side},
    scores_table::{components, embedding, fault, kinds, scores, with_new},
    sheet::{ROWS_AT_ONCE, Sheet, TableFormat, symmetric_parts, write_parts},
    sweep_table::swept,
    table_spec::{TableContent, TableSpec},
};
use crate::Result;
use explorer::{
    analysis::{Analysis, NewPoints, Watch, Work},
    panel::spectra,
    view::TidyTable,
};
use kernel_pca::{
    method::Method,
    objects::{GraphEdge, Objects},
};
use system::WriteError;

/// Largest number of rows of a kernel matrix that is written: as text, 10,000² numbers are 2 GB.
const MOST_MATRIX_ROWS: usize = 10_000;

/// Bytes of the table for the file called `path`, in the format that its ending names. Rows are in the dataset's order;
/// a kernel matrix has no header.
///
/// # Errors
/// When a kernel matrix would have too many rows, when a file with new rows or scores cannot be read, when a method has
/// no result, or when the table has no room in the format.
pub fn table_file(path: &Path, analysis: &Analysis, spec: &TableSpec) -> Result<Vec<u8>> {
    let mut bytes = Vec::new();
    let progress = Arc::default();
    let watch = Watch::new(&progress, &|| false);
    write_table(path, analysis, spec, &mut bytes, watch)?;
    Ok(bytes)
}

/// Writes the table to `out`, and reports to the observer where it takes long.
///
/// # Errors
/// The errors of [`table_file`]; when cancelled, or when `out` cannot be written.
pub fn write_table(
    path: &Path,
    analysis: &Analysis,
    spec: &TableSpec,
    out: &mut dyn Write,
    watch: Watch<'_>,
) -> Result<()> {
    let read = |new: &Option<PathBuf>| {
        let new = new.as_deref();
        new.map(|new| analysis.read_new(new, watch)).transpose()
    };
    let sheet = match &spec.table {
        TableContent::Scores(method) => scores(analysis, *method, spec)?,
        TableContent::Spectrum(method) => spectrum(analysis, *method)?,
        TableContent::Spectra(method) => spectra_side_by_side(analysis, *method)?,
        TableContent::Loadings => loadings(analysis)?,
        TableContent::Correlations(method) => correlations(analysis, *method)?,
        TableContent::KernelMatrix => {
            let rows = spec.rows_of(&analysis.dataset);
            check_size(path, rows.len())?;
            let count = watch.progress.work(Work::KernelValues);
            let n = rows.len();
            let block =
                |some: Range<usize>| analysis.kpca.values_before_centering(&rows[some], &rows);
            let format = TableFormat::of(path);
            if !matches!(format, None | Some(TableFormat::Csv | TableFormat::Array)) {
                let whole = Sheet::new(vec![], block(0..n));
                let parts = whole.parts(path, spec.form)?;
                return write_parts(parts, n, path, out, count, watch.cancelled);
            }
            let parts = symmetric_parts(path, n, spec.form.digits, block);
            let blocks = n.div_ceil(ROWS_AT_ONCE);
            return write_parts(parts, blocks, path, out, count, watch.cancelled);
        }
        TableContent::Projection(method, new) => {
            let new = analysis.read_new(new, watch)?;
            let x = new.for_method(*method)?;
            let embedding = embedding(analysis, *method)?;
            // A projection cannot be stopped midway.
            watch.progress.work(Work::Projection);
            let scores = embedding
                .project(x)
                .map_err(|reason| fault(*method, reason))?;
            let asked = analysis.asked(*method).min(scores.ncols());
            let scores = scores.columns(0, asked).into_owned();
            Sheet {
                beside: TableRows::new_ones(&new.rows, analysis).columns(spec.beside),
                ..Sheet::new(components(&scores), scores)
            }
        }
        TableContent::PreImages(scores, back) => back::pre_images(analysis, scores, *back, watch)?,
        TableContent::Denoised(new, back) => {
            let new = read(new)?;
            let (rows, x) = rows_of(analysis, new.as_ref())?;
            let sheet = back::denoised(analysis, x, *back, watch)?;
            beside_denoised(sheet, rows, spec.beside)
        }
        TableContent::Novelty(new) => {
            let new = read(new)?;
            if new.is_some() {
                analysis.kernel.check_new_lengths("novelty")?;
                watch.progress.work(Work::Projection);
            }
            let (rows, x) = rows_of(analysis, new.as_ref())?;
            let numbered = Beside {
                row: true,
                ..spec.beside
            };
            Sheet {
                beside: rows.columns(numbered),
                ..back::novelty(analysis, new.is_some().then_some(x))
            }
        }
        TableContent::Reconstruction(new, back) => {
            back::reconstruction(analysis, new.as_deref(), *back, watch)?
        }
        TableContent::Sweep(q) => swept(analysis, *q),
        TableContent::Panel(panel, view) => panel.table(analysis, view).into(),
        TableContent::Data => data(path, analysis, spec)?,
        TableContent::ForR => for_r(path, analysis)?,
    };
    let count = watch.progress.work(Work::Writing);
    let (parts, rows) = (sheet.parts(path, spec.form)?, sheet.numbers.nrows());
    write_parts(parts, rows, path, out, count, watch.cancelled)
}

/// A small table as text whose columns are parted by tabs, which spreadsheets take from the clipboard.
///
/// # Errors
/// The errors of [`table_file`], and when the table is not one of scores, data or of what a panel shows.
pub fn copied_table(analysis: &Analysis, spec: &TableSpec) -> Result<String, ExportError> {
    let sheet = match &spec.table {
        TableContent::Scores(method) => {
            with_new(scores(analysis, *method, spec)?, analysis, *method, spec)
        }
        TableContent::Data => data(Path::new(""), analysis, spec)?,
        TableContent::Sweep(q) => swept(analysis, *q),
        TableContent::Panel(panel, view) => panel.table(analysis, view).into(),
        _ => return Err(ExportError::Draw("this table goes to a file only".into())),
    };
    Ok(sheet.tsv())
}

impl From<TidyTable> for Sheet {
    fn from(TidyTable { texts, numbers }: TidyTable) -> Self {
        let (names, columns): (Vec<String>, Vec<Vec<f64>>) = numbers.into_iter().unzip();
        let texts_long = texts.first().map(|(_, cells)| cells.len());
        let rows = columns.first().map(Vec::len).or(texts_long).unwrap_or(0);
        let numbers = DMatrix::from_fn(rows, columns.len(), |i, j| columns[j][i]);
        Self {
            beside: texts,
            ..Self::new(names, numbers)
        }
    }
}

/// New rows, or the fitted ones where there are none, with their coordinates for kernel PCA.
///
/// # Errors
/// When new rows are no vectors.
fn rows_of<'a>(
    analysis: &'a Analysis,
    new: Option<&'a NewPoints>,
) -> Result<(TableRows<'a>, &'a DMatrix<f64>)> {
    Ok(match new {
        Some(new) => (
            TableRows::new_ones(&new.rows, analysis),
            new.for_method(Method::Kpca)?,
        ),
        None => (TableRows::from(&*analysis.dataset), &*analysis.x),
    })
}

/// Adds columns beside a table of denoised rows; names of features among them say that these are the original ones.
fn beside_denoised(sheet: Sheet, rows: TableRows<'_>, wanted: Beside) -> Sheet {
    let mut beside = rows.columns(wanted);
    for (name, _) in &mut beside {
        if sheet.names.contains(name) {
            name.insert_str(0, "original ");
        }
    }
    Sheet { beside, ..sheet }
}

/// Data as they came, after the label: features, a given matrix, strings, or for each node of a graph the sum of the weights
/// of its edges.
///
/// # Errors
/// When a given matrix is too large for the file at `path`.
fn data(path: &Path, analysis: &Analysis, spec: &TableSpec) -> Result<Sheet, ExportError> {
    let dataset = &*analysis.dataset;
    let rows = spec.rows_of(dataset);
    let wanted = Beside {
        name: spec.beside.name || matches!(dataset.objects, Objects::Graph(_)),
        label: true,
        features: false,
        ..spec.beside
    };
    let mut beside = TableRows::from(dataset).columns_of(&rows, wanted);
    let numbers = match &dataset.objects {
        Objects::Vectors => Sheet::new(dataset.feature_names.clone(), dataset.x.select_rows(&rows)),
        Objects::Matrix(matrix) => {
            check_size(path, rows.len())?;
            let names = rows.iter().map(usize::to_string);
            let all = matrix.entries.select_rows(&rows).select_columns(&rows);
            Sheet::new(names.collect(), all)
        }
        Objects::Strings(strings) => {
            let strings = rows.iter().map(|&i| strings[i].clone());
            beside.push(("string".to_owned(), strings.collect()));
            Sheet::new(vec![], DMatrix::zeros(rows.len(), 0))
        }
        Objects::Graph(graph) => {
            let mut degrees = DMatrix::zeros(graph.nodes.len(), 1);
            for GraphEdge { ends, weight } in &graph.edges {
                for end in ends {
                    degrees[*end] += weight;
                }
            }
            Sheet::new(vec!["degree".to_owned()], degrees.select_rows(&rows))
        }
    };
    Ok(Sheet { beside, ..numbers })
}

fn for_r(path: &Path, analysis: &Analysis) -> Result<Sheet, ExportError> {
    let dataset = &*analysis.dataset;
    let mut labels = label_column(&dataset.labels);
    if !dataset.has_features() {
        check_size(path, dataset.n())?;
        let all: Vec<usize> = (0..dataset.n()).collect();
        let names = all.iter().map(usize::to_string).collect();
        let matrix = analysis.kpca.values_before_centering(&all, &all);
        return Ok(Sheet {
            beside: labels.into_iter().collect(),
            ..Sheet::new(names, matrix)
        });
    }
    let mut x = dataset.x.clone();
    let mut beside = Vec::new();
    if let Some(new) = analysis.new_rows() {
        let (n, m) = (x.nrows(), new.rows.n());
        x = x.insert_rows(n, m, 0.0);
        x.rows_mut(n, m).copy_from(&*new.rows.x);
        beside.push(kinds(n, m));
        if let Some((_, cells)) = &mut labels {
            let of_new = label_column(&new.rows.labels).map(|(_, cells)| cells);
            cells.extend(of_new.unwrap_or_else(|| vec![String::new(); m]));
        }
    }
    Ok(Sheet {
        beside: beside.into_iter().chain(labels).collect(),
        ..Sheet::new(dataset.feature_names.clone(), x)
    })
}

/// Eigenvalues with their shares (k × 3), which stay empty where a method has no variance to be shared out.
fn spectrum(analysis: &Analysis, method: Method) -> Result<Sheet, ExportError> {
    embedding(analysis, method)?;
    let mut table = spectra(analysis, std::iter::once(method));
    table.texts.retain(|(name, _)| name == "component");
    Ok(table.into())
}

/// Refuses a kernel matrix whose file would be too large.
fn check_size(path: &Path, n: usize) -> Result<(), ExportError> {
    if n > MOST_MATRIX_ROWS {
        let path = path.display().to_string();
        let reason =
            format!("a kernel matrix of {n} rows is too large; {MOST_MATRIX_ROWS} is the limit");
        return Err(WriteError::Refused { path, reason }.into());
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Components, Setup},
        view::testing,
    };
    use kernel_pca::{kernel::Kernel, kpca::Tier};
    use tabular::{Builtin, Source};

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
                name: true,
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
    fn copied_data_are_the_strings_or_nodes_that_they_hold() {
        for (data, begins, count) in [
            (
                Builtin::Promoters,
                "class\tstring\npromoter\tgccttctccaaaac",
                106,
            ),
            (
                Builtin::Karate,
                "node\tfaction\tdegree\n0\tMr. Hi\t16.0\n1\tMr. Hi\t9.0\n",
                34,
            ),
        ] {
            let setup = Setup {
                components: Components::Count(1),
                ..Setup::starting_with(Source::Builtin(data))
            };
            let analysis = Analyzer::default()
                .run(&setup, Tier::Exact, &|| false)
                .unwrap();
            let copied = copied_table(&analysis, &TableSpec::new(TableContent::Data)).unwrap();
            assert!(copied.starts_with(begins), "{copied}");
            assert_eq!(copied.lines().count(), count + 1);
        }
    }

    /// Rows that are fitted and given as new ones too have one score.
    #[test]
    fn copied_scores_end_with_those_of_new_rows() {
        let mut setup = Setup {
            source: Source::Builtin(Builtin::Iris),
            new_rows: Some(Source::Builtin(Builtin::Iris)),
            ..Setup::default()
        };
        setup.view.panels = vec![Panel::Kpca];
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let spec = TableSpec {
            beside: Beside {
                row: true,
                label: true,
                ..Beside::default()
            },
            ..TableSpec::new(TableContent::Scores(Method::Kpca))
        };
        let copied = copied_table(&analysis, &spec).unwrap();
        let lines: Vec<Vec<&str>> = copied.lines().map(|it| it.split('\t').collect()).collect();
        assert_eq!(lines[0][..4], ["rows", "row", "species", "PC1"]);
        assert_eq!(lines.len(), 301);
        for (fitted, new) in lines[1..151].iter().zip(&lines[151..]) {
            assert_eq!((fitted[0], new[0]), ("fitted", "new"));
            assert_eq!(fitted[1..3], new[1..3]);
            let score = |line: &[&str]| line[3].parse::<f64>().unwrap();
            assert!(
                (score(fitted) - score(new)).abs() < 1e-9,
                "{fitted:?} {new:?}"
            );
        }
        let exported = csv(&analysis, &spec);
        assert_eq!(exported.lines().count(), 151);
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
