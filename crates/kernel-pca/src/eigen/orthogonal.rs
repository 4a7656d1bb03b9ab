//! Orthonormalisation of blocks of columns against a basis and among each other, by two rounds of block projection
//! (Giraud, Langou and Rozložník 2005) with a Cholesky factor of the Gram matrix (Yamamoto et al. 2015). The file also
//! draws random columns and subtracts column means.

use faer::MatRef;
use nalgebra::{DMatrix, RowDVector};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::gemm::{add_product, product, tr_product, view};

/// Share of a column's norm that is left after projection, below which the column counts as dependent on the basis.
const NOTHING: f64 = 1e-10;
/// Size of leading products with the basis, relative to a column's largest, up to which they are left out of the first
/// round of projection. They are far below [`NOTHING`], and the second round removes their effect.
const NEGLIGIBLE: f64 = 1e-13;
/// Share of a column's norm outside the span of the preceding columns of its block, below which the column is left out:
/// two rounds would not make it orthogonal to them.
const DEPENDENT: f64 = 1e-6;
/// Error by rounding of the entries of a Gram matrix of unit columns. Over the smallest squared remainder of a column
/// so far, it bounds the squared remainder that rounding can produce for a dependent column.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// Share of a column's norm that is left after projection, below which the rest has lost digits of its orthogonality
/// and takes a second round.
const MUCH: f64 = 0.1;

/// Subspace to which columns are kept orthogonal, in addition to a given basis.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NullSpace {
    /// Zero space: columns are not constrained.
    Nothing,
    /// Span of the vector of ones: columns have a mean of zero.
    Ones,
}

impl NullSpace {
    /// Dimension of the subspace.
    pub(crate) fn dim(self) -> usize {
        usize::from(self == Self::Ones)
    }
}

/// Draws independent standard normal numbers (n × count), equal for equal seeds.
pub(crate) fn random_columns(n: usize, count: usize, seed: u64) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    DMatrix::from_fn(n, count, |_, _| StandardNormal.sample(&mut rng))
}

/// Subtracts from each column its mean, in place.
pub(crate) fn center_columns(x: &mut DMatrix<f64>) {
    let n = x.nrows().max(1);
    for column in x.as_mut_slice().chunks_exact_mut(n) {
        center(column);
    }
}

/// Subtracts from a column its mean, in place, and returns the mean.
pub(super) fn center(column: &mut [f64]) -> f64 {
    /// Number of partial sums, a multiple of the width of wide registers.
    const LANES: usize = 8;
    // Several partial sums, since the compiler may not reorder a single floating-point sum.
    let (head, tail) = column.as_chunks::<LANES>();
    let mut sums = [0.0; LANES];
    for values in head {
        for (sum, value) in sums.iter_mut().zip(values) {
            *sum += value;
        }
    }
    let mean = sums.iter().chain(tail).sum::<f64>() / column.len().max(1) as f64;
    for value in column {
        *value -= mean;
    }
    mean
}

/// Subtracts the mean of each column, in place, and returns the means. Means of large values lose digits; a second pass
/// over the differences restores them.
pub(crate) fn take_means(x: &mut DMatrix<f64>) -> RowDVector<f64> {
    let mut means = RowDVector::zeros(x.ncols());
    if x.nrows() == 0 {
        return means;
    }
    for _ in 0..2 {
        let rest = x.row_mean();
        for (mut column, mean) in x.column_iter_mut().zip(rest.iter()) {
            column.add_scalar_mut(-mean);
        }
        means += rest;
    }
    means
}

/// Projects each column of x (n × b), in place, onto the orthogonal complement of `null` and of orthonormal columns V
/// (n × m).
pub(crate) fn project_out(v: MatRef<'_, f64>, null: NullSpace, x: &mut DMatrix<f64>) {
    take_out(v, null, x, None);
}

/// Projects as [`project_out`] does, with the products `VᵀX` (m × b) where they are `known`; leading rows of these that
/// are negligible in every column are then left out.
fn take_out(
    v: MatRef<'_, f64>,
    null: NullSpace,
    x: &mut DMatrix<f64>,
    known: Option<MatRef<'_, f64>>,
) {
    if null == NullSpace::Ones {
        center_columns(x);
    }
    match known {
        _ if v.ncols() == 0 => (),
        Some(overlap) => {
            let first = negligible_rows(overlap);
            let (v, overlap) = (v.split_at_col(first).1, overlap.split_at_row(first).1);
            add_product(x, v, overlap, -1.0);
        }
        None => {
            let overlap = tr_product(v, view(x));
            add_product(x, v, view(&overlap), -1.0);
        }
    }
}

/// Number of leading rows of `overlap` (m × b) that are negligible in every column. In a Krylov space the image of the
/// last block has a part along that block and the one before it only.
fn negligible_rows(overlap: MatRef<'_, f64>) -> usize {
    let rows = overlap.col_iter().map(|column| {
        let small = NEGLIGIBLE * column.norm_max();
        column
            .iter()
            .take_while(|entry| entry.abs() <= small)
            .count()
    });
    rows.min().unwrap_or(0)
}

/// Returns orthonormal columns, orthogonal to V and `null`, that extend the span of these by the columns of x (n × b).
/// Columns of x that depend on the others are left out.
pub(crate) fn orthonormalize(v: MatRef<'_, f64>, null: NullSpace, x: DMatrix<f64>) -> DMatrix<f64> {
    orthonormalize_known(v, null, x, None)
}

/// Orthonormalises as [`orthonormalize`] does, with the products `VᵀX` (m × b) where they are `known`.
pub(crate) fn orthonormalize_known(
    v: MatRef<'_, f64>,
    null: NullSpace,
    mut x: DMatrix<f64>,
    mut known: Option<MatRef<'_, f64>>,
) -> DMatrix<f64> {
    // Two rounds are enough (Giraud, Langou and Rozložník 2005; for the Cholesky factor of the Gram matrix, Yamamoto et
    // al. 2015). One round would suffice for columns that lose little, if V were orthonormal to rounding; but the
    // deviation of V would grow with each block.
    let mut before: Vec<f64> = view(&x).col_iter().map(|c| c.norm_l2()).collect();
    for _ in 0..2 {
        take_out(v, null, &mut x, known.take());
        let lost;
        (x, lost) = orthonormalize_among(&x, &before);
        if !lost && v.ncols() == 0 {
            break;
        }
        before = vec![1.0; x.ncols()];
    }
    x
}

/// Orthonormalises the columns of x among each other in one round, by a Cholesky factor of their Gram matrix; also
/// returns true where a column lost so much of its norm that another round is needed. `before` holds the norms that the
/// columns had before other vectors were projected out of them.
fn orthonormalize_among(x: &DMatrix<f64>, before: &[f64]) -> (DMatrix<f64>, bool) {
    let mut gram = tr_product(view(x), view(x));
    let norms: Vec<f64> = gram.diagonal().iter().map(|square| square.sqrt()).collect();
    let new: Vec<usize> = (0..x.ncols())
        .filter(|&j| norms[j] > NOTHING * before[j])
        .collect();
    let mut lost = new.iter().any(|&j| norms[j] < MUCH * before[j]);
    // Scaling by the norms gives the Gram matrix of unit columns.
    for (j, mut column) in gram.column_iter_mut().enumerate() {
        for (entry, norm) in column.iter_mut().zip(&norms) {
            *entry /= norm * norms[j];
        }
    }
    // `kept` holds the columns that are not left out, `rows` their rows of the Cholesky factor.
    let mut kept: Vec<usize> = Vec::with_capacity(new.len());
    let mut rows: Vec<Vec<f64>> = Vec::with_capacity(new.len());
    let mut least: f64 = 1.0;
    for j in new {
        let mut row = Vec::with_capacity(kept.len() + 1);
        for (i, earlier) in kept.iter().zip(&rows) {
            let known: f64 = earlier
                .iter()
                .zip(&row)
                .map(|(a, b): (&f64, &f64)| a * b)
                .sum();
            row.push((gram[(*i, j)] - known) / earlier[row.len()]);
        }
        let left: f64 = gram[(j, j)] - row.iter().map(|a| a * a).sum::<f64>();
        lost |= left < MUCH * MUCH;
        if left > (DEPENDENT * DEPENDENT).max(ROUNDING / least) {
            least = left.min(least);
            row.push(left.sqrt());
            kept.push(j);
            rows.push(row);
        }
    }
    let m = kept.len();
    let factor = DMatrix::from_fn(m, m, |i, j| rows[i].get(j).copied().unwrap_or(0.0));
    let mut inverse = DMatrix::identity(m, m);
    // The factor is never singular, since its diagonal is positive.
    factor.tr_solve_lower_triangular_mut(&mut inverse);
    for (mut row, &j) in inverse.row_iter_mut().zip(&kept) {
        row /= norms[j];
    }
    let found = if m < x.ncols() {
        product(view(&x.select_columns(&kept)), view(&inverse))
    } else {
        product(view(x), view(&inverse))
    };
    (found, lost)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_left_that_hold_next_to_nothing_of_any_column() {
        let entries = [0.0, 1e-5, 1e-14, 0.0, 3.0, 1e9, 0.0, 0.0];
        let known = DMatrix::from_row_slice(4, 2, &entries);
        assert_eq!(negligible_rows(view(&known)), 2);
        let large = DMatrix::from_row_slice(3, 2, &[0.0, 0.0, 1e-5, 0.0, 1e5, 1.0]);
        assert_eq!(negligible_rows(view(&large)), 1);
        assert_eq!(negligible_rows(view(&DMatrix::zeros(4, 0))), 0);
        assert_eq!(negligible_rows(view(&(known * f64::NAN))), 0);
    }

    #[test]
    fn orthonormal_with_the_same_span() {
        let n = 700;
        let v = orthonormalize(
            view(&DMatrix::zeros(n, 0)),
            NullSpace::Ones,
            random_columns(n, 4, 0),
        );
        let mut x = random_columns(n, 6, 1);
        // Dependent columns: one nearly in the span of the first and the last, one in V, and one of zeros.
        let tilted = x.column(0) * 3.0 + x.column(5) * 1e-4;
        x.set_column(1, &tilted);
        x.set_column(2, &(v.column(1) * 1e8));
        x.fill_column(3, 0.0);
        let q = orthonormalize(view(&v), NullSpace::Ones, x.clone());
        assert_eq!(q.ncols(), 3);
        assert!((q.tr_mul(&q) - DMatrix::identity(3, 3)).amax() < 1e-13);
        assert!(v.tr_mul(&q).amax() < 1e-13 && q.row_sum().amax() < 1e-12);
        project_out(view(&v), NullSpace::Ones, &mut x);
        let left = &x - &q * q.tr_mul(&x);
        assert!(left.amax() < 1e-6, "{}", left.amax());
    }
}
