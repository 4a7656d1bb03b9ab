//! Correspondence analysis of a contingency table (Greenacre 1984): coordinates in which rows with similar profiles are
//! near each other, and near the columns that their profiles emphasise.
//!
//! ```
//! use kernel_pca::correspondence::Correspondence;
//! use nalgebra::DMatrix;
//!
//! // Greenacre's staff of a firm by how much they smoke: none, light, medium, heavy.
//! let table = DMatrix::from_row_slice(5, 4, &[
//!     4.0, 2.0, 3.0, 2.0, // senior managers
//!     4.0, 3.0, 7.0, 4.0, // junior managers
//!     25.0, 10.0, 12.0, 4.0, // senior employees
//!     18.0, 24.0, 33.0, 13.0, // junior employees
//!     10.0, 6.0, 7.0, 2.0, // secretaries
//! ]);
//! let found = Correspondence::fit(&table)?;
//! assert!((found.inertia - 0.085_190).abs() < 1e-6);
//! assert!((found.eigenvalues[0] - 0.074_759).abs() < 1e-6);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::{fmt, ops::Range};

use nalgebra::{DMatrix, DVector};

use crate::{
    eigen::{
        equal::{FactorErrors, equal_runs},
        svd::thin_svd,
    },
    power_of_two::{exponent, times},
    signs,
};

/// Fitted correspondence analysis of a table N (n × p), with q ≤ min(n, p) − 1 components, largest inertia first.
#[derive(Debug, Clone, PartialEq)]
pub struct Correspondence {
    /// Principal coordinates of the rows, n × q. In each column the entry of largest modulus (the first of several) is
    /// positive.
    pub rows: DMatrix<f64>,
    /// Principal coordinates of the columns, p × q, in the same space.
    pub columns: DMatrix<f64>,
    /// Principal inertias, length q: the squares of the singular values.
    pub eigenvalues: Vec<f64>,
    /// Total inertia, the sum of the eigenvalues: χ² of the table over the sum of its counts.
    pub inertia: f64,
    /// Runs of components (0-based) whose eigenvalues differ by no more than rounding, so that axes are arbitrary.
    pub undetermined: Vec<Range<usize>>,
}

/// Reason for which a table has no correspondence analysis. Rows and columns are counted from 0; messages without names
/// count them from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CorrespondenceError {
    /// The first negative entry, column by column.
    Negative {
        row: usize,
        column: usize,
    },
    EmptyRow(usize),
    EmptyColumn(usize),
    TooSmall,
    NotFinite,
}

impl CorrespondenceError {
    /// Says the reason in one line, with the name of each row and column that it is about.
    #[must_use]
    pub fn with_names(
        self,
        row_name: impl Fn(usize) -> String,
        column_name: impl Fn(usize) -> String,
    ) -> String {
        match self {
            Self::Negative { row, column } => format!(
                "correspondence analysis counts, and a count is not negative, as in row {}, column {}",
                row_name(row),
                column_name(column)
            ),
            Self::EmptyRow(row) => format!(
                "correspondence analysis compares rows, and row {} holds zeros only",
                row_name(row)
            ),
            Self::EmptyColumn(column) => format!(
                "correspondence analysis compares columns, and column {} holds zeros only",
                column_name(column)
            ),
            Self::TooSmall => "correspondence analysis needs two rows and two columns".to_owned(),
            Self::NotFinite => "the table holds values that are not finite numbers".to_owned(),
        }
    }
}

impl fmt::Display for CorrespondenceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let number = |index: usize| (index + 1).to_string();
        f.write_str(&self.with_names(number, number))
    }
}

impl std::error::Error for CorrespondenceError {}

/// Singular value up to which a dimension counts as absent. Singular values of a correspondence analysis are at most 1,
/// and rounding makes about 1e-16 of a zero.
const ZERO: f64 = 1e-12;

impl Correspondence {
    /// Analyses a table of counts N (n × p).
    ///
    /// With P = N/ΣN, its row sums r and column sums c, `UΣVᵀ` is the singular value decomposition of
    /// `Dr^(−½)(P − rcᵀ)Dc^(−½)`; rows have the coordinates `Dr^(−½)UΣ` and columns `Dc^(−½)VΣ`, with Dr and Dc
    /// diagonal matrices of r and c (Greenacre, *Theory and Applications of Correspondence Analysis*, 1984).
    ///
    /// # Errors
    /// When an entry is negative or not finite, when a row or column holds zeros only, or when there are fewer than two
    /// rows or columns.
    pub fn fit(table: &DMatrix<f64>) -> Result<Self, CorrespondenceError> {
        let (n, p) = table.shape();
        check_counts(table)?;
        if n < 2 || p < 2 {
            return Err(CorrespondenceError::TooSmall);
        }
        // With the largest entry scaled to about one, sums do not overflow.
        let unit = exponent(table.amax().max(f64::MIN_POSITIVE));
        let shares = table.map(|value| times(value, -unit));
        let shares = &shares / shares.sum();
        let row_masses = shares.column_sum();
        let column_masses = shares.row_sum().transpose();
        let empty = |masses: &DVector<f64>| masses.iter().position(|mass| *mass <= 0.0);
        if let Some(row) = empty(&row_masses) {
            return Err(CorrespondenceError::EmptyRow(row));
        }
        if let Some(column) = empty(&column_masses) {
            return Err(CorrespondenceError::EmptyColumn(column));
        }
        let residuals = DMatrix::from_fn(n, p, |i, j| {
            let expected = row_masses[i].sqrt() * column_masses[j].sqrt();
            shares[(i, j)] / expected - expected
        });
        let inertia = residuals.norm_squared();
        let found = thin_svd(&residuals);
        let values = found.values;
        // Rows and columns of P − rcᵀ add up to zero, which removes one dimension.
        let count = (n.min(p) - 1).min(values.iter().take_while(|σ| **σ > ZERO).count());
        let principal = |vectors: &DMatrix<f64>, masses: &DVector<f64>| {
            DMatrix::from_fn(masses.len(), count, |i, j| {
                vectors[(i, j)] * values[j] / masses[i].sqrt()
            })
        };
        let mut rows = principal(&found.left, &row_masses);
        let mut columns = principal(&found.right, &column_masses);
        for (mut row, mut column) in rows.column_iter_mut().zip(columns.column_iter_mut()) {
            if signs::must_turn(row.iter()) {
                row.neg_mut();
                column.neg_mut();
            }
        }
        let eigenvalues: Vec<f64> = values.iter().take(count).map(|σ| σ * σ).collect();
        // Each residual is a difference of two rounded terms, and the terms √(rᵢcⱼ) together have the norm one.
        let errors = FactorErrors::of_rounding(1.0, 2.0);
        Ok(Self {
            rows,
            columns,
            undetermined: equal_runs(
                &eigenvalues,
                &errors.of(&eigenvalues),
                count,
                errors.noise(),
            ),
            eigenvalues,
            inertia,
        })
    }

    /// Principal coordinates (m × q) of further rows of counts (m × p): each row is the mean, weighted by its profile,
    /// of the columns' standard coordinates `Dc^(−½)V`.
    ///
    /// # Errors
    /// When an entry is negative or not finite, or when a row holds zeros only.
    pub fn project(&self, table: &DMatrix<f64>) -> Result<DMatrix<f64>, CorrespondenceError> {
        check_counts(table)?;
        let mut profiles = table.clone();
        for (i, mut row) in profiles.row_iter_mut().enumerate() {
            let largest = row.amax();
            if largest <= 0.0 {
                return Err(CorrespondenceError::EmptyRow(i));
            }
            row /= largest;
            let sum = row.sum();
            row /= sum;
        }
        let mut scores = profiles * &self.columns;
        for (mut column, λ) in scores.column_iter_mut().zip(&self.eigenvalues) {
            column /= λ.sqrt();
        }
        Ok(scores)
    }
}

/// Checks that entries are finite and not negative.
///
/// # Errors
/// [`CorrespondenceError::NotFinite`], or [`CorrespondenceError::Negative`] with the first negative entry, column by
/// column.
fn check_counts(table: &DMatrix<f64>) -> Result<(), CorrespondenceError> {
    if !table.iter().all(|value| value.is_finite()) {
        return Err(CorrespondenceError::NotFinite);
    }
    match table.iter().position(|value| *value < 0.0) {
        Some(at) => Err(CorrespondenceError::Negative {
            row: at % table.nrows(),
            column: at / table.nrows(),
        }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::{CorrespondenceError as E, *};

    #[test]
    fn what_is_no_contingency_table_is_refused() {
        let fit = |n, p, values: &[f64]| {
            Correspondence::fit(&DMatrix::from_row_slice(n, p, values)).map(|_| ())
        };
        let negative = E::Negative { row: 0, column: 1 };
        assert_eq!(fit(2, 2, &[1.0, -1.0, 2.0, 3.0]), Err(negative));
        assert_eq!(fit(2, 2, &[1.0, 1.0, 0.0, 0.0]), Err(E::EmptyRow(1)));
        assert_eq!(fit(2, 2, &[0.0, 1.0, 0.0, 1.0]), Err(E::EmptyColumn(0)));
        assert!(negative.to_string().ends_with("as in row 1, column 2"));
        assert_eq!(fit(1, 2, &[1.0, 1.0]), Err(E::TooSmall));
        assert_eq!(fit(2, 2, &[1.0, f64::NAN, 1.0, 1.0]), Err(E::NotFinite));
        // A table with independent rows and columns has no dimension.
        assert_eq!(fit(2, 2, &[1.0, 2.0, 2.0, 4.0]), Ok(()));
    }

    #[test]
    fn rows_and_columns_are_each_others_means() {
        let table = DMatrix::from_fn(7, 4, |i, j| ((3 * i + 5 * j) % 8) as f64);
        let found = Correspondence::fit(&table).unwrap();
        assert_eq!(found.rows.shape(), (7, 3));
        let total: f64 = found.eigenvalues.iter().sum();
        assert!((total - found.inertia).abs() < 1e-12);
        let again = found.project(&table).unwrap();
        assert!((again - &found.rows).amax() < 1e-12);
        // The transposed table gives the same coordinates, up to signs.
        let other = Correspondence::fit(&table.transpose()).unwrap();
        assert!((other.columns.abs() - found.rows.abs()).amax() < 1e-12);
        assert_eq!(
            found.project(&DMatrix::zeros(1, 4)),
            Err(CorrespondenceError::EmptyRow(0))
        );
    }

    #[test]
    fn the_unit_of_the_counts_makes_no_difference() {
        let table = DMatrix::from_fn(6, 5, |i, j| (1 + (2 * i + 3 * j) % 7) as f64);
        let found = Correspondence::fit(&table).unwrap();
        for scale in [2_f64.powi(1000), 2_f64.powi(-1000)] {
            assert_eq!(Correspondence::fit(&(&table * scale)).unwrap(), found);
        }
    }
}
