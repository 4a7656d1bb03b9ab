//! Given matrices: tables of the similarities or distances of all pairs of objects, without features.

use nalgebra::DMatrix;

use super::{Column, ColumnChoice, Columns, DataError, Dataset, Symmetrise, Table};
use kernel_pca::{
    objects::{GivenQuantity, Objects, RoundedMatrix},
    power_of_two::{exponent, times},
    typed::short,
};

/// Difference between mirrored entries up to which a matrix counts as symmetric, relative to its largest entry: a few
/// times the precision of products in single precision, 6·10⁻⁸. The error of the entries' mean is bounded by that
/// difference.
const SYMMETRIC: f64 = 1e-6;

/// Least number of rows of a table that may look like a given matrix.
const LEAST_LIKE: usize = 3;

impl Table {
    /// Reads the table as an n × n matrix of kernel values or distances, as `what` says, with a label per object.
    ///
    /// Columns of numbers are the matrix. A column of texts, or a first column of numbers beside n others, is the
    /// label; where its values differ in all rows, it holds the names of the objects and is no label.
    ///
    /// # Errors
    /// When a value is missing, the matrix is not square, mirrored entries differ, or an entry cannot be a distance;
    /// the first entries at fault are named.
    pub fn given(&self, columns: &Columns, what: GivenQuantity) -> Result<Dataset, DataError> {
        let (label, matrix) = self.square(columns, "a given matrix")?;
        if what == GivenQuantity::Distances {
            self.check_distances(&matrix)?;
        }
        let n = matrix.nrows();
        let matrix = match columns.symmetrise {
            Symmetrise::Mean => {
                let mean = 0.5 * (&matrix + matrix.transpose());
                RoundedMatrix::off_by(mean, 0.0)
            }
            Symmetrise::None => symmetric(matrix, what),
        };
        let used = self.entry_columns(columns);
        let given = self.without_features((Objects::Matrix(matrix), n), columns, label)?;
        Ok(Dataset {
            row_names: self.row_names(columns, &used, &given.row_ids)?,
            ..given
        })
    }

    /// Kernel values or distances, where the numbers look like a matrix of them: n × n with n ≥ 3, symmetric or one
    /// half of a symmetric matrix, with a diagonal of 0 and positive numbers beside it, or a diagonal of 1 and no
    /// number beyond ±1. `None` for other tables.
    pub(super) fn looks_like_given(&self) -> Option<GivenQuantity> {
        let n = self.rows();
        let (_, entries) = self.label_and_entries(&Columns::default()).ok()?;
        if n < LEAST_LIKE || entries.len() != n {
            return None;
        }
        let columns = entries.iter().map(|&j| Some(self.clean_numbers(j).ok()?.1));
        let columns = columns.collect::<Option<Vec<&[f64]>>>()?;
        let entry = |i: usize, j: usize| or_mirrored(columns[j][i], columns[i][j]);
        let pairs = || (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
        let are_mirrored = || pairs().all(|(i, j)| entry(i, j) == entry(j, i));
        let is_diagonal = |value: f64| (0..n).all(|i| columns[i][i] == value);
        let all = |holds: fn(f64) -> bool| pairs().all(|(i, j)| entry(i, j).is_some_and(holds));
        if is_diagonal(0.0) && all(|it| it > 0.0) && are_mirrored() {
            Some(GivenQuantity::Distances)
        } else if is_diagonal(1.0) && all(|it| it.abs() <= 1.0) && are_mirrored() {
            Some(GivenQuantity::KernelValues)
        } else {
            None
        }
    }

    /// Column of the label, if there is one, and the n × n matrix of the entries, checked for symmetry unless it is to
    /// be symmetrised; `what` names the matrix in errors.
    pub(super) fn square(
        &self,
        columns: &Columns,
        what: &str,
    ) -> Result<(Option<&Column>, DMatrix<f64>), DataError> {
        let n = self.rows();
        let (label, entries) = self.label_and_entries(columns)?;
        if entries.len() != n {
            let reason = format!(
                "{what} has as many columns as rows, and here are {n} rows and {} columns of numbers",
                entries.len()
            );
            return Err(self.unusable(&reason));
        }
        let mut matrix = DMatrix::zeros(n, n);
        let numbers = entries.iter().map(|&column| self.clean_numbers(column));
        let numbers = numbers.collect::<Result<Vec<_>, _>>()?;
        for (j, (name, values)) in numbers.iter().enumerate() {
            for (row, value) in values.iter().enumerate() {
                matrix[(row, j)] = or_mirrored(*value, numbers[row].1[j]).ok_or_else(|| {
                    let reason = format!("row {} lacks a value in column \"{name}\"", row + 1);
                    self.unusable(&reason)
                })?;
            }
        }
        if columns.symmetrise == Symmetrise::None {
            self.check_symmetry(&matrix, what)?;
        }
        Ok((label.map(|j| &self.columns[j]), matrix))
    }

    /// Indices of the columns that [`given`](Self::given) takes for the matrix; empty where `columns` names what the
    /// table lacks.
    pub fn entry_columns(&self, columns: &Columns) -> Vec<usize> {
        let found = self.label_and_entries(columns);
        found.map(|(_, entries)| entries).unwrap_or_default()
    }

    fn label_and_entries(
        &self,
        columns: &Columns,
    ) -> Result<(Option<usize>, Vec<usize>), DataError> {
        let n = self.rows();
        let numeric = |apart: Option<usize>| -> Vec<usize> {
            let columns = 0..self.columns.len();
            columns
                .filter(|j| self.columns[*j].is_numeric() && Some(*j) != apart)
                .collect()
        };
        // The first of n + 1 columns of numbers is no entry.
        let beside = (numeric(None).len() == n + 1 && self.columns[0].is_numeric()).then_some(0);
        let names = beside.filter(|j| self.identifies(*j));
        let chosen = match &columns.label {
            ColumnChoice::None => None,
            ColumnChoice::Column(_) => self.label_column(&columns.label)?,
            ColumnChoice::Auto => {
                let classes = self.columns.iter().position(Column::holds_classes);
                classes.or(beside.filter(|_| names.is_none()))
            }
        };
        let entries = match &columns.features {
            Some(_) => self.feature_columns(columns)?,
            None => numeric(chosen.filter(|j| self.columns[*j].is_numeric()).or(names)),
        };
        Ok((chosen, entries))
    }

    fn check_symmetry(&self, matrix: &DMatrix<f64>, what: &str) -> Result<(), DataError> {
        let tolerance = SYMMETRIC * matrix.amax();
        let pairs = (0..matrix.nrows()).flat_map(|i| (0..i).map(move |j| (j, i)));
        match pairs.into_iter().find(|&(i, j)| {
            let difference = matrix[(i, j)] - matrix[(j, i)];
            // Also where both are infinite.
            difference.abs() > tolerance || difference.is_nan()
        }) {
            None => Ok(()),
            Some((i, j)) => Err(self.unusable(&format!(
                "{what} is symmetric, and the entries ({0}, {1}) and ({1}, {0}) are {2} and {3}",
                i + 1,
                j + 1,
                short(matrix[(i, j)]),
                short(matrix[(j, i)])
            ))),
        }
    }

    fn check_distances(&self, matrix: &DMatrix<f64>) -> Result<(), DataError> {
        let n = matrix.nrows();
        let entries = (0..n).flat_map(|i| (0..=i).map(move |j| (j, i)));
        for (i, j) in entries {
            let entry = matrix[(i, j)];
            if i == j && entry != 0.0 {
                let entry = short(entry);
                let reason = format!(
                    "the distance of row {} from itself is 0, and here it is {entry}",
                    i + 1
                );
                return Err(self.unusable(&reason));
            }
            if entry < 0.0 {
                let entry = short(entry);
                let reason = format!(
                    "a distance is 0 or more, and entry ({}, {}) is {entry}",
                    i + 1,
                    j + 1
                );
                return Err(self.unusable(&reason));
            }
        }
        Ok(())
    }
}

/// Entry of a symmetric matrix, or its mirrored entry where it is missing, as in a matrix of which only one half is
/// written; `None` where both are missing.
fn or_mirrored(value: f64, mirrored: f64) -> Option<f64> {
    [value, mirrored].into_iter().find(|value| !value.is_nan())
}

/// Mean of the matrix and its transpose, with a bound on its error from the differences between mirrored entries.
fn symmetric(mut matrix: DMatrix<f64>, what: GivenQuantity) -> RoundedMatrix {
    let n = matrix.nrows();
    let unit = exponent(matrix.amax());
    let (mut squares, mut squared_errors) = (0.0, 0.0);
    for (i, j) in (0..n).flat_map(|i| (0..=i).map(move |j| (i, j))) {
        let (a, b) = (times(matrix[(i, j)], -unit), times(matrix[(j, i)], -unit));
        let (mean, error) = (0.5 * (a + b), 0.5 * (a - b));
        // The decomposed matrix is made of squares of distances.
        let (value, error) = match what {
            GivenQuantity::KernelValues => (mean, error),
            GivenQuantity::Distances => (mean * mean, 2.0 * mean * error),
        };
        squares += value * value;
        squared_errors += error * error;
        if a != b {
            matrix[(i, j)] = times(mean, unit);
            matrix[(j, i)] = matrix[(i, j)];
        }
    }
    let share = if squared_errors > 0.0 {
        // Twice in the matrix, where some of `squares` are once.
        (2.0 * squared_errors / squares).sqrt()
    } else {
        0.0
    };
    RoundedMatrix::off_by(matrix, share)
}
