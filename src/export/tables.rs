//! Numbers to take away, as CSV or as NumPy arrays: rows in the dataset's order, each number in the
//! shortest form that reads back to the same f64.

use std::path::Path;

use nalgebra::DMatrix;

use super::ExportError;
use crate::{
    analysis::Analysis,
    data::{Dataset, Labels},
};

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

/// Scores (m × k) for the file called `path`: a NumPy array if it ends in `.npy`, else CSV under
/// PC1, PC2, ….
#[must_use]
pub fn scores_file(path: &Path, scores: &DMatrix<f64>) -> Vec<u8> {
    if is_npy(path) {
        npy(scores)
    } else {
        matrix_csv(Some(&components(scores)), scores).into_bytes()
    }
}

/// Rows of a kernel matrix that can be written: as text, 10,000² numbers are 2 GB.
const MOST_ROWS: usize = 10_000;

/// The kernel matrix, n × n and not centred, for the file called `path`: a NumPy array if it ends
/// in `.npy`, else CSV without a header.
///
/// # Errors
/// When there are too many rows for such a file.
pub fn kernel_matrix_file(path: &Path, analysis: &Analysis) -> Result<Vec<u8>, ExportError> {
    let n = analysis.x.nrows();
    if n > MOST_ROWS {
        return Err(ExportError::Write {
            path: path.display().to_string(),
            reason: format!("a kernel matrix of {n} rows is too large; {MOST_ROWS} is the limit"),
        });
    }
    let matrix = analysis.kernel.matrix(&analysis.x, &analysis.x);
    Ok(if is_npy(path) {
        npy(&matrix)
    } else {
        matrix_csv(None, &matrix).into_bytes()
    })
}

/// Scores (n × k) of the dataset's rows as CSV, with what is wanted before them.
#[must_use]
pub fn scores_csv(dataset: &Dataset, scores: &DMatrix<f64>, beside: Beside) -> String {
    let label = match &dataset.labels {
        Labels::Classes { column, .. } | Labels::Continuous { column, .. } if beside.label => {
            Some(column)
        }
        _ => None,
    };
    let mut header: Vec<String> = Vec::new();
    header.extend(beside.row.then(|| "row".to_owned()));
    header.extend(label.map(|name| field(name)));
    if beside.features {
        header.extend(dataset.feature_names.iter().map(|name| field(name)));
    }
    header.extend(components(scores));

    let mut table = line(header);
    for (i, row) in scores.row_iter().enumerate() {
        let mut fields: Vec<String> = Vec::new();
        fields.extend(beside.row.then(|| dataset.row_ids[i].to_string()));
        fields.extend(label.map(|_| label_of(&dataset.labels, i)));
        if beside.features {
            fields.extend(dataset.x.row(i).iter().map(|&value| exact(value)));
        }
        fields.extend(row.iter().map(|&value| exact(value)));
        table += &line(fields);
    }
    table
}

/// Kernel PCA's eigenvalues: component, eigenvalue, `explained_variance_ratio`, cumulative.
#[must_use]
pub fn spectrum_csv(analysis: &Analysis) -> String {
    let kpca = &analysis.kpca;
    let mut table = "component,eigenvalue,explained_variance_ratio,cumulative\n".to_owned();
    let mut cumulative = 0.0;
    let ratios = kpca.explained_variance_ratio();
    for (j, (&value, ratio)) in kpca.eigenvalues.iter().zip(ratios).enumerate() {
        cumulative += ratio;
        table += &line([
            (j + 1).to_string(),
            exact(value),
            exact(ratio),
            exact(cumulative),
        ]);
    }
    table
}

fn components(scores: &DMatrix<f64>) -> Vec<String> {
    (1..=scores.ncols()).map(|j| format!("PC{j}")).collect()
}

fn matrix_csv(header: Option<&[String]>, matrix: &DMatrix<f64>) -> String {
    let mut table = header.map_or_else(String::new, |names| line(names.to_vec()));
    for row in matrix.row_iter() {
        table += &line(row.iter().map(|&value| exact(value)));
    }
    table
}

fn label_of(labels: &Labels, row: usize) -> String {
    match labels {
        Labels::None => String::new(),
        Labels::Classes { names, codes, .. } => field(&names[codes[row]]),
        Labels::Continuous { values, .. } => exact(values[row]),
    }
}

/// The shortest digits that read back to the same number.
fn exact(value: f64) -> String {
    format!("{value:?}")
}

/// A text as a CSV field, in quotes where it needs them (RFC 4180).
fn field(text: &str) -> String {
    if text.contains([',', '"', '\n', '\r']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

fn line(fields: impl IntoIterator<Item = String>) -> String {
    let mut line = fields.into_iter().collect::<Vec<_>>().join(",");
    line.push('\n');
    line
}

fn is_npy(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("npy")
}

/// A matrix in NumPy's format, version 1.0, column by column as nalgebra keeps it.
///
/// <https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html>
fn npy(matrix: &DMatrix<f64>) -> Vec<u8> {
    const ALIGNMENT: usize = 64;
    // The magic, the version, and the length of the dictionary that follows.
    const PREFIX: usize = 10;
    let (rows, columns) = matrix.shape();
    let mut header =
        format!("{{'descr': '<f8', 'fortran_order': True, 'shape': ({rows}, {columns}), }}");
    let padded = (PREFIX + header.len() + 1).next_multiple_of(ALIGNMENT) - PREFIX;
    header = format!("{header:<width$}\n", width = padded - 1);
    let mut bytes = b"\x93NUMPY\x01\x00".to_vec();
    bytes.extend((padded as u16).to_le_bytes());
    bytes.extend(header.as_bytes());
    bytes.extend(matrix.iter().flat_map(|value| value.to_le_bytes()));
    bytes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn numbers_read_back_exactly() {
        let hard = [0.1 + 0.2, -1e-300, 1e22, 5e-324, -0.0, 1.0 / 3.0];
        let scores = DMatrix::from_row_slice(3, 2, &hard);
        let table = String::from_utf8(scores_file(Path::new("a.csv"), &scores)).unwrap();
        let mut lines = table.lines();
        assert_eq!(lines.next(), Some("PC1,PC2"));
        let read: Vec<f64> = lines
            .flat_map(|line| line.split(','))
            .map(|field| field.parse().unwrap())
            .collect();
        let bits = |values: &[f64]| values.iter().map(|v| v.to_bits()).collect::<Vec<_>>();
        assert_eq!(bits(&read), bits(&hard));
    }

    #[test]
    fn row_label_and_features_stand_before_the_scores_where_wanted() {
        let analysis = testing::classes(3, 2);
        let mut dataset = (*analysis.dataset).clone();
        dataset.feature_names[1] = "width, cm".into();
        dataset.row_ids = vec![0, 2, 5];
        let scores = DMatrix::from_row_slice(3, 1, &[0.5, -1.0, 2.0]);
        let all = Beside {
            row: true,
            label: true,
            features: true,
        };
        let x = &dataset.x;
        assert_eq!(
            scores_csv(&dataset, &scores, all),
            format!(
                "row,class,f0,\"width, cm\",PC1\n0,class 0,{:?},{:?},0.5\n2,class 1,{:?},{:?},-1.0\n\
                 5,class 0,{:?},{:?},2.0\n",
                x[(0, 0)],
                x[(0, 1)],
                x[(1, 0)],
                x[(1, 1)],
                x[(2, 0)],
                x[(2, 1)]
            )
        );
        assert_eq!(
            scores_csv(&dataset, &scores, Beside::default()),
            "PC1\n0.5\n-1.0\n2.0\n"
        );
    }

    /// The bytes that `numpy.save(f, numpy.asfortranarray([[1, 2], [3, 4.5]]))` of NumPy 2.4 writes.
    #[test]
    fn numpy_arrays_are_written_as_numpy_writes_them() {
        let matrix = DMatrix::from_row_slice(2, 2, &[1.0, 2.0, 3.0, 4.5]);
        let bytes = scores_file(Path::new("a.NPY"), &matrix);
        assert_eq!(bytes.len(), 128 + 32);
        assert_eq!(&bytes[..10], b"\x93NUMPY\x01\x00v\x00");
        let header = std::str::from_utf8(&bytes[10..128]).unwrap();
        assert_eq!(
            header.trim_end_matches(' '),
            format!(
                "{:<117}\n",
                "{'descr': '<f8', 'fortran_order': True, 'shape': (2, 2), }"
            )
        );
        let numbers: Vec<f64> = bytes[128..]
            .chunks_exact(8)
            .map(|chunk| f64::from_le_bytes(chunk.try_into().unwrap()))
            .collect();
        assert_eq!(numbers, [1.0, 3.0, 2.0, 4.5]);
    }

    #[test]
    fn the_kernel_matrix_is_not_centred() {
        let analysis = testing::classes(3, 2);
        let bytes = kernel_matrix_file(Path::new("k.csv"), &analysis).unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let diagonal = text
            .lines()
            .enumerate()
            .map(|(i, line)| line.split(',').nth(i));
        assert!(diagonal.into_iter().all(|value| value == Some("1.0")));
    }
}
