//! Products of tall matrices on all cores, with results that are equal to the last bit for any number of threads: rows
//! are cut into blocks of fixed size, and sums over blocks are added in their order.
//!
//! ```
//! use kernel_pca::eigen::gemm::{product, view};
//! use nalgebra::DMatrix;
//!
//! let a = DMatrix::from_fn(1000, 3, |i, j| (i + j) as f64);
//! let b = DMatrix::from_fn(3, 2, |i, j| (i * j) as f64);
//! assert_eq!(product(view(&a), view(&b)), a * b);
//! ```

use faer::{
    Accum, MatMut, MatRef, Par,
    linalg::matmul::{
        matmul,
        triangular::{self, BlockStructure},
    },
};
use nalgebra::DMatrix;
use pulp::Arch;
use rayon::prelude::*;

use super::{elsewhere::breathe, inner_products::InnerProducts};
use crate::{cores::for_row_blocks, count::CancelCheck, kernel::of_sum_in_runs};

/// Number of rows that one task multiplies. The number is fixed, so that sums over rows are added in the same order on
/// any machine. Fewer rows make more tasks, and more rows leave cores idle.
const ROWS: usize = 512;
/// Number of multiplications up to which one thread computes a product, since waking another takes longer (measured:
/// docs/experiments.md, "Parts of the engine").
const ONE_THREAD: usize = 100_000;

/// Views a matrix of nalgebra as one of faer, without a copy.
pub fn view(matrix: &DMatrix<f64>) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(matrix.as_slice(), matrix.nrows(), matrix.ncols())
}

/// Views a matrix of nalgebra as a mutable one of faer, without a copy.
pub(crate) fn view_mut(matrix: &mut DMatrix<f64>) -> MatMut<'_, f64> {
    let (n, m) = matrix.shape();
    MatMut::from_column_major_slice_mut(matrix.as_mut_slice(), n, m)
}

/// Adds `scale`·A·B to C (n × p) in place, with A n × m and B m × p; made for large n.
pub(crate) fn add_product(
    c: &mut DMatrix<f64>,
    a: MatRef<'_, f64>,
    b: MatRef<'_, f64>,
    scale: f64,
) {
    breathe();
    if c.nrows() <= ROWS || multiplications(a.nrows(), a.ncols(), b.ncols()) <= ONE_THREAD {
        matmul(view_mut(c), Accum::Add, a, b, scale, Par::Seq);
        return;
    }
    for_row_blocks(view_mut(c), ROWS, |block, c| {
        let a = a.subrows(block * ROWS, c.nrows());
        matmul(c, Accum::Add, a, b, scale, Par::Seq);
    });
}

/// Number of multiplications of a product of n × m by m × p, saturating, since n·m·p could wrap where a `usize` has 32
/// bits.
fn multiplications(n: usize, m: usize, p: usize) -> usize {
    n.saturating_mul(m).saturating_mul(p)
}

/// Returns A·B (n × p) with A n × m and B m × p; made for large n.
pub fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    let mut c = DMatrix::zeros(a.nrows(), b.ncols());
    add_product(&mut c, a, b, 1.0);
    c
}

/// Returns Aᵀ·B (m × p) with A n × m and B n × p; made for large n.
pub fn tr_product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    // The product packs its left factor first, which for a wide factor takes as long as multiplying it by few columns.
    if b.ncols() < a.ncols() {
        return tr_product(b, a).transpose();
    }
    let (n, shape) = (a.nrows(), (a.ncols(), b.ncols()));
    let part = |start: usize, len: usize| {
        let (a, b) = (a.subrows(start, len), b.subrows(start, len));
        if let Some(few) = InnerProducts::new(a, b) {
            return Arch::new().dispatch(few);
        }
        let mut c = DMatrix::zeros(shape.0, shape.1);
        let product = view_mut(&mut c);
        matmul(product, Accum::Replace, a.transpose(), b, 1.0, Par::Seq);
        c
    };
    if multiplications(n, shape.0, shape.1) <= ONE_THREAD {
        part(0, n)
    } else {
        sum_over_rows(n, part)
    }
}

/// Returns the Gram matrix Aᵀ·A (m × m) with A n × m; made for large n. `None` where it was cancelled.
pub(crate) fn gram(a: MatRef<'_, f64>, cancelled: CancelCheck<'_>) -> Option<DMatrix<f64>> {
    let m = a.ncols();
    let mut c = sum_over_rows(a.nrows(), |start, len| {
        if cancelled() {
            return DMatrix::zeros(m, m);
        }
        let a = a.subrows(start, len);
        let mut c = DMatrix::zeros(m, m);
        triangular::matmul(
            view_mut(&mut c),
            BlockStructure::TriangularLower,
            Accum::Replace,
            a.transpose(),
            BlockStructure::Rectangular,
            a,
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
        c
    });
    c.fill_upper_triangle_with_lower_triangle();
    (!cancelled()).then_some(c)
}

/// Bounds the rounding of an entry of a [`gram`] matrix of n rows, in units of ε and of the norms of its two columns.
pub(crate) fn rounding_of_gram(n: usize) -> f64 {
    of_sum_in_runs(n, ROWS)
}

/// Sums `part(first row, number of rows)` over consecutive runs of [`ROWS`] of the n rows, in their order.
fn sum_over_rows(n: usize, part: impl Fn(usize, usize) -> DMatrix<f64> + Sync) -> DMatrix<f64> {
    if n <= ROWS {
        return part(0, n);
    }
    let runs = (0..n.div_ceil(ROWS)).into_par_iter();
    let partial: Vec<DMatrix<f64>> = runs
        .map(|run| {
            breathe();
            part(run * ROWS, ROWS.min(n - run * ROWS))
        })
        .collect();
    let sum = partial.into_iter().reduce(|sum, c| sum + c);
    sum.unwrap_or_else(|| part(0, n))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn chunks_add_up() {
        let n = 2 * ROWS + 7;
        let a = DMatrix::from_fn(n, 3, |i, j| ((i + 2 * j) % 5) as f64);
        let b = DMatrix::from_fn(n, 2, |i, j| ((3 * i + j) % 7) as f64);
        let small = DMatrix::from_fn(3, 4, |i, j| (i + j) as f64);
        assert_eq!(tr_product(view(&a), view(&b)), a.tr_mul(&b));
        for (m, p) in [(1, 19), (4, 4), (11, 4), (4, 7), (6, 9)] {
            let a = DMatrix::from_fn(n, m, |i, j| ((i + 2 * j) % 11) as f64);
            let b = DMatrix::from_fn(n, p, |i, j| ((3 * i + j * j) % 13) as f64);
            assert_eq!(tr_product(view(&a), view(&b)), a.tr_mul(&b), "{m}, {p}");
        }
        assert_eq!(gram(view(&a), &|| false), Some(a.tr_mul(&a)));
        assert_eq!(gram(view(&a), &|| true), None);
        assert_eq!(product(view(&a), view(&small)), &a * &small);
    }
}
