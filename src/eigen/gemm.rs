//! Products of tall matrices, on all cores, with the same bits whatever their number.

use faer::{
    Accum, MatMut, MatRef, Par,
    linalg::matmul::{
        matmul,
        triangular::{self, BlockStructure},
    },
};
use nalgebra::DMatrix;
use rayon::prelude::*;

/// Rows that one task takes.
const ROWS: usize = 512;
/// Multiplications that are done before another thread would have woken up.
const FEW: usize = 100_000;

pub(crate) fn view(matrix: &DMatrix<f64>) -> MatRef<'_, f64> {
    MatRef::from_column_major_slice(matrix.as_slice(), matrix.nrows(), matrix.ncols())
}

pub(crate) fn view_mut(matrix: &mut DMatrix<f64>) -> MatMut<'_, f64> {
    let (n, m) = matrix.shape();
    MatMut::from_column_major_slice_mut(matrix.as_mut_slice(), n, m)
}

/// C ← C + s·A·B with A n × m, B m × p, n large.
pub(crate) fn add_product(
    c: &mut DMatrix<f64>,
    a: MatRef<'_, f64>,
    b: MatRef<'_, f64>,
    scale: f64,
) {
    if c.nrows() <= ROWS || a.nrows() * a.ncols() * b.ncols() <= FEW {
        matmul(view_mut(c), Accum::Add, a, b, scale, Par::Seq);
        return;
    }
    view_mut(c)
        .par_row_chunks_mut(ROWS)
        .enumerate()
        .for_each(|(chunk, c)| {
            let a = a.subrows(chunk * ROWS, c.nrows());
            matmul(c, Accum::Add, a, b, scale, Par::Seq);
        });
}

/// A·B with A n × m, B m × p, n large.
pub(crate) fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    let mut c = DMatrix::zeros(a.nrows(), b.ncols());
    add_product(&mut c, a, b, 1.0);
    c
}

/// Aᵀ·B with A n × m, B n × p, n large.
pub(crate) fn tr_product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    // The left factor of a product is packed, which takes as long as multiplying a wide one by few columns.
    if b.ncols() < a.ncols() {
        return tr_product(b, a).transpose();
    }
    let (n, shape) = (a.nrows(), (a.ncols(), b.ncols()));
    if n * shape.0 * shape.1 <= FEW {
        let mut c = DMatrix::zeros(shape.0, shape.1);
        matmul(
            view_mut(&mut c),
            Accum::Replace,
            a.transpose(),
            b,
            1.0,
            Par::Seq,
        );
        return c;
    }
    sum_over_rows(n, shape, |start, len, c| {
        let (a, b) = (a.subrows(start, len), b.subrows(start, len));
        matmul(c, Accum::Replace, a.transpose(), b, 1.0, Par::Seq);
    })
}

/// Aᵀ·A with A n × m, n large.
pub(crate) fn gram(a: MatRef<'_, f64>) -> DMatrix<f64> {
    let m = a.ncols();
    let mut c = sum_over_rows(a.nrows(), (m, m), |start, len, c| {
        let a = a.subrows(start, len);
        triangular::matmul(
            c,
            BlockStructure::TriangularLower,
            Accum::Replace,
            a.transpose(),
            BlockStructure::Rectangular,
            a,
            BlockStructure::Rectangular,
            1.0,
            Par::Seq,
        );
    });
    c.fill_upper_triangle_with_lower_triangle();
    c
}

/// Sums what `part` makes of runs of rows, each given by its first row and length.
fn sum_over_rows(
    n: usize,
    (m, p): (usize, usize),
    part: impl Fn(usize, usize, MatMut<'_, f64>) + Sync,
) -> DMatrix<f64> {
    let chunk = |chunk: usize| {
        let mut c = DMatrix::zeros(m, p);
        let start = chunk * ROWS;
        part(start, ROWS.min(n - start), view_mut(&mut c));
        c
    };
    let partial: Vec<DMatrix<f64>> = if n <= ROWS {
        (0..n.div_ceil(ROWS)).map(chunk).collect()
    } else {
        (0..n.div_ceil(ROWS)).into_par_iter().map(chunk).collect()
    };
    let mut partial = partial.into_iter();
    let first = partial.next().unwrap_or_else(|| DMatrix::zeros(m, p));
    partial.fold(first, |sum, c| sum + c)
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
        assert_eq!(gram(view(&a)), a.tr_mul(&a));
        assert_eq!(product(view(&a), view(&small)), &a * &small);
    }
}
