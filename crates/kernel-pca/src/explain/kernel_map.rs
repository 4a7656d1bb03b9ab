//! Kernel matrix as a picture of bounded size: its entries averaged over square blocks.
//!
//! ```
//! use kernel_pca::{
//!     explain::kernel_map::{KernelMap, MapLimits},
//!     kernel::Kernel,
//! };
//! use nalgebra::dmatrix;
//!
//! let (kernel, x) = (Kernel::linear(), dmatrix![1.0; 3.0; 5.0; 7.0]);
//! let values = |rows: &[usize], columns: &[usize]| kernel.between(&x, rows, columns);
//! // Four rows in two blocks: each cell is the mean of four values.
//! let limits = MapLimits { side: 2, rows: 4 };
//! let map = KernelMap::of(&values, &[0, 1, 2, 3], false, limits, &|| false)?;
//! assert_eq!(map.values, dmatrix![4.0, 12.0; 12.0, 36.0]);
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::empirical_map::spread;
use crate::kpca::{CancelCheck, FitError};

/// Entries of the kernel matrix, averaged over blocks where there are more rows than cells.
#[derive(Debug, Clone, PartialEq)]
pub struct KernelMap {
    /// Averages of the blocks, side × side; symmetric.
    pub values: DMatrix<f64>,
    /// Indices of the rows, from left to right and from top to bottom of the picture.
    pub order: Vec<usize>,
    /// Positions in `order` at which each block begins, followed by the number of rows.
    pub bounds: Vec<usize>,
    /// Number of rows that were read; less than all where blocks were sampled.
    pub rows_read: usize,
}

/// Limits on the size of the picture and on the number of rows read for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MapLimits {
    /// Largest number of cells along each side.
    pub side: usize,
    /// Approximate largest number of rows read, spread evenly over each block.
    pub rows: usize,
}

/// Function that gives the kernel values (p × q) between p and q rows, both given by their indices.
pub type CrossKernel<'a> = dyn Fn(&[usize], &[usize]) -> DMatrix<f64> + Sync + 'a;

impl KernelMap {
    /// Averages the kernel matrix of the rows in the given order, raw or centred, over blocks; `values` gives its
    /// entries.
    ///
    /// The matrix is never held whole: each column of blocks is computed and averaged by itself. With more than
    /// `limits.rows` rows, every block is averaged over some of its rows, evenly spaced, and centring uses the
    /// means of those rows.
    ///
    /// # Errors
    /// When cancelled, or when the kernel overflows on these data.
    pub fn of(
        values: &CrossKernel<'_>,
        order: &[usize],
        centered: bool,
        limits: MapLimits,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, FitError> {
        let n = order.len();
        let side = n.min(limits.side);
        let bounds: Vec<usize> = (0..=side).map(|block| block * n / side.max(1)).collect();
        let most = (limits.rows / side.max(1)).max(1);
        let read: Vec<Vec<usize>> = bounds
            .windows(2)
            .map(|ends| {
                let places = spread(ends[1] - ends[0], most).into_iter();
                places.map(|place| order[ends[0] + place]).collect()
            })
            .collect();
        let counts: Vec<usize> = read.iter().map(Vec::len).collect();
        let all: Vec<usize> = read.concat();
        let rows_read = all.len();

        let column = |rows: &Vec<usize>| {
            if cancelled() {
                return Err(FitError::Cancelled);
            }
            let by_row = values(&all, rows).column_mean();
            let mut first = 0;
            let averages = counts.iter().map(|&count| {
                let average = by_row.rows(first, count).mean();
                first += count;
                average
            });
            Ok(averages.collect())
        };
        let columns: Vec<Vec<f64>> = read.par_iter().map(column).collect::<Result<_, _>>()?;
        let mut values = DMatrix::from_fn(side, side, |i, j| columns[j][i]);
        if values.iter().any(|value| !value.is_finite()) {
            return Err(FitError::TooLarge);
        }
        if centered {
            center(&mut values, &counts);
        }
        Ok(Self {
            values,
            order: order.to_vec(),
            bounds,
            rows_read,
        })
    }
}

/// Subtracts row and column means and adds the grand mean, each block weighted by the number of rows that it
/// averages: averaging and centring commute.
fn center(values: &mut DMatrix<f64>, counts: &[usize]) {
    let total: usize = counts.iter().sum();
    let share = |count: usize| count as f64 / total.max(1) as f64;
    let weighted = |column: &mut dyn Iterator<Item = f64>| -> f64 {
        column.zip(counts).map(|(v, &count)| v * share(count)).sum()
    };
    let means: Vec<f64> = values
        .column_iter()
        .map(|column| weighted(&mut column.iter().copied()))
        .collect();
    let grand = weighted(&mut means.iter().copied());
    for (mut column, column_mean) in values.column_iter_mut().zip(&means) {
        for (value, row_mean) in column.iter_mut().zip(&means) {
            *value += grand - row_mean - column_mean;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::{Centering, Kernel};

    const KERNEL: Kernel = Kernel::rbf(0.7);
    const ALL: usize = usize::MAX;

    fn data(n: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, 2, |i, j| ((i * (j + 2)) as f64).sin())
    }

    fn values(n: usize) -> impl Fn(&[usize], &[usize]) -> DMatrix<f64> + Sync {
        move |rows, columns| KERNEL.between(&data(n), rows, columns)
    }

    fn map(n: usize, order: &[usize], centered: bool, side: usize, rows: usize) -> KernelMap {
        let limits = MapLimits { side, rows };
        KernelMap::of(&values(n), order, centered, limits, &|| false).unwrap()
    }

    #[test]
    fn a_small_matrix_is_shown_entry_by_entry_in_the_order_asked_for() {
        let order = [3, 0, 4, 1, 2];
        let x = data(5);
        let map = map(5, &order, false, 9, ALL);
        let matrix = KERNEL.matrix(&x, &x);
        assert_eq!((map.values.shape(), map.rows_read), ((5, 5), 5));
        for (i, &row) in order.iter().enumerate() {
            for (j, &column) in order.iter().enumerate() {
                assert!((map.values[(i, j)] - matrix[(row, column)]).abs() < 1e-15);
            }
        }
    }

    #[test]
    fn blocks_are_averages_of_the_centred_matrix() {
        let n = 23;
        let order: Vec<usize> = (0..n).map(|i| (7 * i) % n).collect();
        let x = data(n);
        let mut matrix = KERNEL.matrix(&x, &x);
        for centered in [false, true] {
            if centered {
                Centering::of(&matrix).apply(&mut matrix);
            }
            let map = map(n, &order, centered, 5, ALL);
            assert_eq!((map.values.shape(), map.rows_read), ((5, 5), n));
            assert_eq!(map.bounds, [0, 4, 9, 13, 18, 23]);
            for (i, rows) in map.bounds.windows(2).enumerate() {
                for (j, columns) in map.bounds.windows(2).enumerate() {
                    let mut sum = 0.0;
                    for &row in &order[rows[0]..rows[1]] {
                        for &column in &order[columns[0]..columns[1]] {
                            sum += matrix[(row, column)];
                        }
                    }
                    let entries = (rows[1] - rows[0]) * (columns[1] - columns[0]);
                    let average = sum / entries as f64;
                    assert!((map.values[(i, j)] - average).abs() < 1e-14);
                }
            }
        }
    }

    #[test]
    fn past_the_limit_blocks_are_sampled_evenly() {
        let order: Vec<usize> = (0..100).collect();
        let map = map(100, &order, false, 10, 20);
        assert_eq!(map.rows_read, 20);
        let x = data(100);
        let rows = x.select_rows(&[30, 35]);
        let average = KERNEL.matrix(&rows, &x.select_rows(&[70, 75])).mean();
        assert!((map.values[(3, 7)] - average).abs() < 1e-15);
    }

    #[test]
    fn nothing_to_show_and_nothing_wanted_any_more() {
        assert_eq!(map(3, &[], true, 4, ALL).values, DMatrix::zeros(0, 0));
        let limits = MapLimits { side: 4, rows: 4 };
        let abandoned = KernelMap::of(&values(3), &[0, 1, 2], true, limits, &|| true);
        assert_eq!(abandoned, Err(FitError::Cancelled));
    }
}
