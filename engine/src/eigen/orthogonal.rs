//! Orthonormal columns.

use faer::MatRef;
use nalgebra::{DMatrix, RowDVector};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::gemm::{add_product, product, tr_product, view};

/// A column of which orthogonalisation leaves less than this held nothing new.
const NOTHING: f64 = 1e-10;
/// A share of a column that the next round takes out as well as this one: far less than [`NOTHING`].
const NEGLIGIBLE: f64 = 1e-13;
/// A column of which the columns before it leave less than this is left out: further off, two
/// rounds would not make it orthogonal to them.
const DEPENDENT: f64 = 1e-6;
/// What the entries of a Gram matrix may be off by. Divided by the least that was left of a column before, it is what
/// may seem to be left of one that holds nothing new.
const ROUNDING: f64 = 16.0 * f64::EPSILON;
/// A column of which less than this is left has lost digits of what makes it orthogonal.
const MUCH: f64 = 0.1;

/// What columns are kept free of besides those that they are made orthogonal to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Null {
    Nothing,
    /// Their mean is zero.
    Ones,
}

impl Null {
    /// Dimensions that it takes up.
    pub(crate) fn dim(self) -> usize {
        usize::from(self == Self::Ones)
    }
}

/// n × count normal numbers, the same in every run.
pub(crate) fn random_columns(n: usize, count: usize, seed: u64) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    DMatrix::from_fn(n, count, |_, _| StandardNormal.sample(&mut rng))
}

/// Takes the mean from each column.
pub(crate) fn center_columns(x: &mut DMatrix<f64>) {
    const LANES: usize = 8;
    let n = x.nrows().max(1);
    for column in x.as_mut_slice().chunks_exact_mut(n) {
        // Several sums at once, which a single one of floating point numbers cannot be turned into.
        let (head, tail) = column.as_chunks::<LANES>();
        let mut sums = [0.0; LANES];
        for values in head {
            for (sum, value) in sums.iter_mut().zip(values) {
                *sum += value;
            }
        }
        let mean = sums.iter().chain(tail).sum::<f64>() / n as f64;
        for value in column {
            *value -= mean;
        }
    }
}

/// Takes the mean from each column and returns it. Means of large values lose digits, which the means of what is left
/// bring back.
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

/// Takes from each column what it has along `null` and along the orthonormal columns of V.
pub(crate) fn project_out(v: MatRef<'_, f64>, null: Null, x: &mut DMatrix<f64>) {
    take_out(v, null, x, None);
}

/// The same, where `known` with the products `VᵀX`, which need not be taken then. Of what is known, what rounding may
/// have made is left.
fn take_out(v: MatRef<'_, f64>, null: Null, x: &mut DMatrix<f64>, known: Option<MatRef<'_, f64>>) {
    if null == Null::Ones {
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

/// How many rows, from the first on, hold next to nothing of each column: in a Krylov space an image has no part along
/// others than the last columns.
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

/// Orthonormal columns that span, together with those of V and `null`, what those and x span. Columns that hold
/// nothing new are left out.
pub(crate) fn orthonormalize(v: MatRef<'_, f64>, null: Null, x: DMatrix<f64>) -> DMatrix<f64> {
    orthonormalize_known(v, null, x, None)
}

/// The same, where `known` with the products `VᵀX`.
pub(crate) fn orthonormalize_known(
    v: MatRef<'_, f64>,
    null: Null,
    mut x: DMatrix<f64>,
    mut known: Option<MatRef<'_, f64>>,
) -> DMatrix<f64> {
    // Twice is enough (Giraud, Langou and Rozložník 2005; for the Cholesky factor of the Gram
    // matrix, Yamamoto et al. 2015). Once would be where no column loses much, were V orthonormal to
    // rounding; what it is off by would grow with each block.
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

/// One round of orthogonalising the columns of x among each other, whose norms were `before` those
/// of V were taken from them; and whether some column lost so much that it takes another round.
fn orthonormalize_among(x: &DMatrix<f64>, before: &[f64]) -> (DMatrix<f64>, bool) {
    let mut gram = tr_product(view(x), view(x));
    let norms: Vec<f64> = gram.diagonal().iter().map(|square| square.sqrt()).collect();
    let new: Vec<usize> = (0..x.ncols())
        .filter(|&j| norms[j] > NOTHING * before[j])
        .collect();
    let mut lost = new.iter().any(|&j| norms[j] < MUCH * before[j]);
    // Of the columns divided by their norms.
    for (j, mut column) in gram.column_iter_mut().enumerate() {
        for (entry, norm) in column.iter_mut().zip(&norms) {
            *entry /= norm * norms[j];
        }
    }
    // Rows of the Cholesky factor of the Gram matrix, and the columns that they belong to.
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
    // Its diagonal is positive.
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
            Null::Ones,
            random_columns(n, 4, 0),
        );
        let mut x = random_columns(n, 6, 1);
        // Spanned by the first and the last nearly along the first, in V, and zero.
        let tilted = x.column(0) * 3.0 + x.column(5) * 1e-4;
        x.set_column(1, &tilted);
        x.set_column(2, &(v.column(1) * 1e8));
        x.fill_column(3, 0.0);
        let q = orthonormalize(view(&v), Null::Ones, x.clone());
        assert_eq!(q.ncols(), 3);
        assert!((q.tr_mul(&q) - DMatrix::identity(3, 3)).amax() < 1e-13);
        assert!(v.tr_mul(&q).amax() < 1e-13 && q.row_sum().amax() < 1e-12);
        project_out(view(&v), Null::Ones, &mut x);
        let left = &x - &q * q.tr_mul(&x);
        assert!(left.amax() < 1e-6, "{}", left.amax());
    }
}
