//! Sample of rows, drawn from `NumPy`'s random stream so that a script can draw the same.

use nalgebra::DMatrix;

use crate::objects::{Labels, RandomState};

/// Number of rows above which a sweep fits a sample, since it takes many fits.
pub const MOST_SWEPT_ROWS: usize = 2000;

/// Random sample of rows that stands for all rows.
#[derive(Debug, Clone, PartialEq)]
pub struct RowSample {
    /// Indices of the sampled rows, ascending.
    pub rows: Vec<usize>,
    /// Number of all rows.
    pub of: usize,
}

impl RowSample {
    /// Seed of the draw.
    pub const SEED: u32 = 0;

    /// Draws `most` of n rows: the first of `RandomState(0).permutation(n)`, sorted. `None` where n ≤ `most`, so
    /// that all rows are taken.
    #[must_use]
    pub fn of(n: usize, most: usize) -> Option<Self> {
        if n <= most {
            return None;
        }
        let mut rows = RandomState::new(Self::SEED).permutation(u32::try_from(n).ok()?);
        rows.truncate(most);
        rows.sort_unstable();
        Some(Self { rows, of: n })
    }

    /// Returns the sampled rows of x (n × d), or the sampled rows and columns of a matrix of pairs (n × n) if
    /// `of_pairs`.
    #[must_use]
    pub fn of_matrix(&self, x: &DMatrix<f64>, of_pairs: bool) -> DMatrix<f64> {
        let rows = x.select_rows(&self.rows);
        if of_pairs {
            rows.select_columns(&self.rows)
        } else {
            rows
        }
    }

    /// Returns the labels of the sampled rows.
    #[must_use]
    pub fn of_labels(&self, labels: &Labels) -> Labels {
        labels.of_rows(&self.rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_rows_are_all_taken_and_of_many_some() {
        assert_eq!(RowSample::of(2000, 2000), None);
        let sample = RowSample::of(10, 4).unwrap();
        // numpy.sort(numpy.random.RandomState(0).permutation(10)[:4])
        assert_eq!((sample.rows.as_slice(), sample.of), (&[2, 4, 8, 9][..], 10));
        let matrix = DMatrix::from_fn(10, 10, |i, j| (10 * i + j) as f64);
        assert_eq!(sample.of_matrix(&matrix, true)[(1, 2)], 48.0);
        assert_eq!(sample.of_matrix(&matrix, false).shape(), (4, 10));
    }
}
