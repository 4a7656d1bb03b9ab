//! Products of tall matrices, on all cores, with the same bits whatever their number.

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

use super::inner_products::InnerProducts;

/// Rows that one task takes.
const ROWS: usize = 512;
/// Multiplications that are done before another thread would have woken up.
const FEW: usize = 100_000;

pub fn view(matrix: &DMatrix<f64>) -> MatRef<'_, f64> {
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
pub fn product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    let mut c = DMatrix::zeros(a.nrows(), b.ncols());
    add_product(&mut c, a, b, 1.0);
    c
}

/// Aᵀ·B with A n × m, B n × p, n large.
pub fn tr_product(a: MatRef<'_, f64>, b: MatRef<'_, f64>) -> DMatrix<f64> {
    // The left factor of a product is packed, which takes as long as multiplying a wide one by few columns.
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
    if n * shape.0 * shape.1 <= FEW {
        part(0, n)
    } else {
        sum_over_rows(n, part)
    }
}

/// Aᵀ·A with A n × m, n large.
pub(crate) fn gram(a: MatRef<'_, f64>) -> DMatrix<f64> {
    let m = a.ncols();
    let mut c = sum_over_rows(a.nrows(), |start, len| {
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
    c
}

/// Sums what `part` makes of runs of n rows, each given by its first row and length.
fn sum_over_rows(n: usize, part: impl Fn(usize, usize) -> DMatrix<f64> + Sync) -> DMatrix<f64> {
    if n <= ROWS {
        return part(0, n);
    }
    let runs = (0..n.div_ceil(ROWS)).into_par_iter();
    let partial: Vec<DMatrix<f64>> = runs
        .map(|run| part(run * ROWS, ROWS.min(n - run * ROWS)))
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
        assert_eq!(gram(view(&a)), a.tr_mul(&a));
        assert_eq!(product(view(&a), view(&small)), &a * &small);
    }
}
