//! Thin singular value decomposition that keeps its digits at any rank.
//!
//! faer decomposes, and its result is checked; where the check fails, one-sided Jacobi rotations (Hestenes 1958) take
//! over. nalgebra's own decomposition gives wrong values where the rank is less than full
//! (github.com/dimforge/nalgebra, issue 1172).

use faer::{
    MatMut, Par, Spec,
    diag::Diag,
    dyn_stack::{MemBuffer, MemStack},
    linalg::svd::{ComputeSvdVectors, svd, svd_scratch},
};
use nalgebra::DMatrix;

use super::{
    dense::symmetric_eigen,
    elsewhere::{MatrixWork, elsewhere},
    equal::DECOMPOSITION,
    gemm::{gram, rounding_of_gram, view, view_mut},
    orthogonal::{NullSpace, orthonormalize, random_columns},
};
use crate::{
    cores::two_parts,
    power_of_two::{exponent, times},
};

/// Number of entries of a matrix up to which a second thread is not worth waking.
const ONE_THREAD: usize = 128 * 128;
/// Number of multiplications n·d² of the Gram matrix of an n × d matrix from which [`by_products`] replaces a
/// decomposition: a decomposition of this size takes a few milliseconds.
const LARGE: usize = 10_000_000;
/// Largest relative error of a σ² computed from the Gram matrix: ten digits are left, and no more are shown anywhere.
const SQUARED: f64 = 1e-10;
/// Largest relative difference of Σσ² and `‖X‖²_F` that rounding explains: each is a sum of squares, with a relative
/// error of about 1e-13 at a million entries.
const MISMATCH: f64 = 1e-10;
/// Largest number of sweeps of Jacobi's rotations; about ten are usual (Demmel and Veselić 1992).
const SWEEPS: usize = 60;

/// Thin singular value decomposition X = `UΣVᵀ` of a matrix X (n × d), with r = min(n, d) singular values.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Svd {
    /// Left singular vectors U, n × r, orthonormal columns; n × 0 where only σ and V were asked for.
    pub(crate) left: DMatrix<f64>,
    /// Singular values σ, length r, descending, none negative; each off by about ε·σ₁.
    pub(crate) values: Vec<f64>,
    /// Right singular vectors V, d × r, orthonormal columns.
    pub(crate) right: DMatrix<f64>,
}

/// Decomposes a matrix of finite entries (n × d) with left and right vectors.
pub(crate) fn thin_svd(x: &DMatrix<f64>) -> Svd {
    decompose(x, true)
}

/// Computes the singular values and right vectors of a matrix of finite entries (n × d), without the left ones. A tall
/// matrix then takes little more than the decomposition of a triangle (d × d).
pub(crate) fn right_svd(x: &DMatrix<f64>) -> Svd {
    decompose(x, false)
}

/// Decomposes in a unit in which squares neither overflow nor vanish; `with_left` asks for left vectors.
fn decompose(x: &DMatrix<f64>, with_left: bool) -> Svd {
    let work = if with_left {
        MatrixWork::Svd
    } else {
        MatrixWork::RightSvd
    };
    let carried = elsewhere(work, x, &|| false).ok().flatten();
    if let Some(svd) = carried.and_then(|numbers| Svd::of_numbers(numbers, x)) {
        return svd;
    }
    // With the largest entry scaled to about one, squares neither overflow nor vanish.
    let unit = exponent(x.amax().max(f64::MIN_POSITIVE));
    let in_unit = x.map(|value| times(value, -unit));
    let found = by_faer(&in_unit, with_left).filter(|found| found.is_whole(&in_unit));
    let mut found = found.unwrap_or_else(|| by_rotations(&in_unit));
    for value in &mut found.values {
        *value = times(*value, unit);
    }
    found
}

/// Squared singular values and right vectors of a matrix X (n × d), with r = min(n, d).
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct SingularSquares {
    /// Squared singular values σ², descending (length r).
    pub(crate) squares: Vec<f64>,
    /// Right singular vectors V, d × r, orthonormal columns.
    pub(crate) right: DMatrix<f64>,
    /// Upper bound on the error that squaring the matrix adds to each σ²; zero where the matrix was not squared.
    pub(crate) error: f64,
}

/// Squared singular values and right vectors of a matrix of finite entries of about one, such that small values keep
/// their digits: by the Gram matrix of its columns where this loses no digit that is shown, else by [`right_svd`].
pub(crate) fn singular_squares(x: &DMatrix<f64>) -> SingularSquares {
    by_products(x).unwrap_or_else(|| {
        let Svd { values, right, .. } = right_svd(x);
        SingularSquares {
            squares: values.iter().map(|σ| σ * σ).collect(),
            right,
            error: 0.0,
        }
    })
}

/// Decomposes a tall matrix (n × d) of finite entries of about one by the Gram matrix of its columns, in a tenth of the
/// time of [`right_svd`]; `None` where the matrix is small or not tall, or where the relative error of the smallest σ²
/// may exceed [`SQUARED`].
fn by_products(x: &DMatrix<f64>) -> Option<SingularSquares> {
    let (n, d) = x.shape();
    if n < 2 * d || n * d * d < LARGE {
        return None;
    }
    let products = gram(view(x), &|| false)?;
    let error = (rounding_of_gram(n) + DECOMPOSITION) * f64::EPSILON * products.trace();
    let (squares, right) = symmetric_eigen(&products, &|| false).ok()?.descending(d);
    let is_good = error <= SQUARED * squares[d - 1];
    is_good.then_some(SingularSquares {
        squares,
        right,
        error,
    })
}

impl Svd {
    /// Assembles the decomposition of x (n × d) from the list that [`MatrixWork::Svd`] or [`MatrixWork::RightSvd`]
    /// returns; `None` where the list has another length.
    pub(crate) fn of_numbers(mut numbers: Vec<f64>, x: &DMatrix<f64>) -> Option<Self> {
        let (n, d) = x.shape();
        let r = n.min(d);
        if numbers.len() < r + d * r {
            return None;
        }
        let left = numbers.split_off(r + d * r);
        let right = numbers.split_off(r);
        let columns = left.len().checked_div(n).unwrap_or(0);
        (left.len() == n * columns).then(|| Self {
            left: DMatrix::from_vec(n, columns, left),
            values: numbers,
            right: DMatrix::from_vec(d, r, right),
        })
    }

    /// Returns the singular values, then the right and the left vectors, column by column, as one list.
    pub(crate) fn into_numbers(self) -> Vec<f64> {
        [&self.values, self.right.as_slice(), self.left.as_slice()].concat()
    }

    /// Returns true where the values are descending, not negative, and have the Frobenius norm of x (n × d).
    fn is_whole(&self, x: &DMatrix<f64>) -> bool {
        let sum: f64 = self.values.iter().map(|σ| σ * σ).sum();
        let norm = x.norm_squared();
        let descending = self.values.is_sorted_by(|a, b| a >= b);
        descending
            && self.values.last().is_none_or(|last| *last >= 0.0)
            && (sum - norm).abs() <= MISMATCH * norm
    }
}

/// Decomposes by faer; `None` where the iteration does not converge.
fn by_faer(x: &DMatrix<f64>, with_left: bool) -> Option<Svd> {
    let (n, d) = x.shape();
    let r = n.min(d);
    let mut found = Svd {
        left: DMatrix::zeros(n, if with_left { r } else { 0 }),
        values: vec![0.0; r],
        right: DMatrix::zeros(d, r),
    };
    if r == 0 {
        return Some(found);
    }
    let par = if n * d <= ONE_THREAD {
        Par::Seq
    } else {
        two_parts()
    };
    let (left, wanted): (Option<MatMut<'_, f64>>, _) = if with_left {
        (Some(view_mut(&mut found.left)), ComputeSvdVectors::Thin)
    } else {
        (None, ComputeSvdVectors::No)
    };
    let thin = ComputeSvdVectors::Thin;
    let scratch = svd_scratch::<f64>(n, d, wanted, thin, par, Spec::default());
    let mut memory = MemBuffer::try_new(scratch).ok()?;
    let mut values = Diag::<f64>::zeros(r);
    svd(
        view(x),
        values.as_mut(),
        left,
        Some(view_mut(&mut found.right)),
        par,
        MemStack::new(&mut memory),
        Spec::default(),
    )
    .ok()?;
    found.values = values.column_vector().iter().copied().collect();
    Some(found)
}

/// Decomposes by Jacobi's rotations of pairs of columns until all are orthogonal (Hestenes 1958), in at most [`SWEEPS`]
/// sweeps: slow, but never without a result.
fn by_rotations(x: &DMatrix<f64>) -> Svd {
    let (n, d) = x.shape();
    if n < d {
        let mut found = by_rotations(&x.transpose());
        std::mem::swap(&mut found.left, &mut found.right);
        return found;
    }
    let (mut columns, mut right) = (x.clone(), DMatrix::identity(d, d));
    for _ in 0..SWEEPS {
        let mut turned = false;
        for q in 1..d {
            for p in 0..q {
                let [a, b] = [p, q].map(|j| columns.column(j).norm_squared());
                let both = columns.column(p).dot(&columns.column(q));
                if both.abs() <= f64::EPSILON * (a * b).sqrt() {
                    continue;
                }
                turned = true;
                let ζ = (b - a) / (2.0 * both);
                let tangent = ζ.signum() / (ζ.abs() + ζ.hypot(1.0));
                let cosine = tangent.hypot(1.0).recip();
                for matrix in [&mut columns, &mut right] {
                    turn(matrix, [p, q], cosine, cosine * tangent);
                }
            }
        }
        if !turned {
            break;
        }
    }
    let norms: Vec<f64> = columns.column_iter().map(|c| c.norm()).collect();
    let mut order: Vec<usize> = (0..d).collect();
    order.sort_by(|&i, &j| norms[j].total_cmp(&norms[i]));
    let values: Vec<f64> = order.iter().map(|&j| norms[j]).collect();
    let full = values.iter().take_while(|σ| **σ > 0.0).count();
    let mut left = columns.select_columns(&order[..full]);
    for (mut column, σ) in left.column_iter_mut().zip(&values) {
        column /= *σ;
    }
    // Left vectors of zero singular values are arbitrary ones that complete the others.
    let others = random_columns(n, d - full, 0);
    let others = orthonormalize(view(&left), NullSpace::Nothing, others);
    let left: Vec<_> = left.column_iter().chain(others.column_iter()).collect();
    Svd {
        left: DMatrix::from_columns(&left),
        values,
        right: right.select_columns(&order),
    }
}

/// Rotates columns p and q of a matrix, in place, by an angle with this cosine and sine.
fn turn(matrix: &mut DMatrix<f64>, [p, q]: [usize; 2], cosine: f64, sine: f64) {
    for i in 0..matrix.nrows() {
        let [a, b] = [matrix[(i, p)], matrix[(i, q)]];
        matrix[(i, p)] = cosine * a - sine * b;
        matrix[(i, q)] = sine * a + cosine * b;
    }
}

#[cfg(test)]
mod tests {
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    use super::*;

    /// Small random table of one of eight kinds, most of which lack rank.
    fn table(kind: usize, random: &mut ChaCha8Rng) -> DMatrix<f64> {
        let (n, d) = (random.random_range(1..16), random.random_range(1..9));
        let mut whole = |most: u32| f64::from(random.random_range(0..most));
        let mut x = DMatrix::from_fn(n, d, |_, _| whole(6) - 2.0);
        match kind {
            // One-hot: a one in each row.
            0 => {
                x.fill(0.0);
                for i in 0..n {
                    x[(i, whole(d as u32) as usize)] = 1.0;
                }
            }
            // Shares of 100.
            1 => {
                for mut row in x.row_iter_mut() {
                    row.add_scalar_mut(2.5);
                    let sum = row.sum();
                    row *= 100.0 / sum;
                }
            }
            // Duplicated columns and rows.
            2 => {
                for j in 1..d {
                    let from = whole(j as u32) as usize;
                    let column = x.column(from).into_owned();
                    x.set_column(j, &column);
                }
            }
            3 => {
                for i in 1..n {
                    let row = x.row(whole(i as u32) as usize).into_owned();
                    x.set_row(i, &row);
                }
            }
            // Columns that depend linearly on two.
            4 => {
                let factor = DMatrix::from_fn(2.min(d), d, |_, _| whole(9) / 4.0 - 1.0);
                x = x.columns(0, 2.min(d)) * factor;
            }
            // Scales far apart.
            5 => {
                for (j, mut column) in x.column_iter_mut().enumerate() {
                    column *= 10_f64.powi(3 * j as i32 - 9);
                }
            }
            // Few columns that are not zero.
            6 => x.columns_mut(0, d / 2).fill(0.0),
            _ => (),
        }
        if whole(2) > 0.0 {
            for mut column in x.column_iter_mut() {
                let mean = column.mean();
                column.add_scalar_mut(-mean);
            }
        }
        x
    }

    fn is_orthonormal(columns: &DMatrix<f64>) -> bool {
        let r = columns.ncols();
        (columns.tr_mul(columns) - DMatrix::identity(r, r)).amax() < 1e-13
    }

    #[test]
    fn tables_without_full_rank_have_all_digits() {
        let mut random = ChaCha8Rng::seed_from_u64(7);
        for case in 0..2000 {
            let x = table(case % 8, &mut random);
            let (norm, rotated) = (x.norm(), by_rotations(&x));
            for found in [thin_svd(&x), rotated.clone()] {
                assert!(found.is_whole(&x), "case {case}: {x}");
                let sum: f64 = found.values.iter().map(|σ| σ * σ).sum();
                assert!((sum - norm * norm).abs() <= 1e-13 * norm * norm, "{x}");
                assert!(
                    is_orthonormal(&found.left) && is_orthonormal(&found.right),
                    "{x}"
                );
                let scaled = DMatrix::from_diagonal(&found.values.clone().into());
                let rebuilt = &found.left * scaled * found.right.transpose();
                assert!((rebuilt - &x).norm() <= 1e-14 * norm, "{x}");
                let most = DECOMPOSITION * f64::EPSILON * norm;
                let same = |(a, b): (&f64, &f64)| (a - b).abs() <= most;
                assert!(found.values.iter().zip(&rotated.values).all(same), "{x}");
            }
            assert!(
                by_faer(&x, true).is_some_and(|found| found.is_whole(&x)),
                "{x}"
            );
            assert_eq!(right_svd(&x).left.ncols(), 0);
        }
    }

    #[test]
    fn products_are_taken_where_they_keep_the_digits_of_all_values() {
        let (n, d) = (1500, 100);
        let mut x = random_columns(n, d, 3);
        for (j, mut column) in x.column_iter_mut().enumerate() {
            column /= ((1 + j) as f64).sqrt();
        }
        let found = by_products(&x).unwrap();
        let expected = right_svd(&x);
        for (square, σ) in found.squares.iter().zip(&expected.values) {
            let off = (square - σ * σ).abs();
            assert!(off <= found.error && off <= SQUARED * square, "{off}");
        }
        let cosines = found.right.tr_mul(&expected.right);
        assert!(cosines.diagonal().iter().all(|c| c.abs() > 1.0 - 1e-12));
        // A column scaled by 10⁻⁴, a repeated column, and small or wide matrices are refused.
        x.column_mut(d - 1).scale_mut(1e-4);
        assert_eq!(by_products(&x), None);
        let first = x.column(0).into_owned();
        x.set_column(d - 1, &first);
        assert_eq!(by_products(&x), None);
        assert_eq!(by_products(&random_columns(900, 100, 3)), None);
        assert_eq!(by_products(&random_columns(150, 500, 3)), None);
    }

    #[test]
    fn sizes_at_the_ends_of_the_range_of_numbers_scale_the_values_alone() {
        let x = DMatrix::from_fn(9, 4, |i, j| ((7 * i + 3 * j) % 5) as f64 - 1.0);
        let plain = thin_svd(&x);
        for e in [-1060, -700, 600, 1015] {
            let far = thin_svd(&x.map(|value| times(value, e)));
            assert_eq!((&far.left, &far.right), (&plain.left, &plain.right));
            let scaled: Vec<f64> = plain.values.iter().map(|σ| times(*σ, e)).collect();
            assert_eq!(far.values, scaled);
        }
        for shape in [(0, 3), (3, 0), (4, 2), (2, 4)] {
            let zeros = thin_svd(&DMatrix::zeros(shape.0, shape.1));
            assert!(zeros.values.iter().all(|σ| *σ == 0.0));
            assert!(is_orthonormal(&zeros.left) && is_orthonormal(&zeros.right));
        }
    }

    #[test]
    fn the_bits_do_not_depend_on_the_number_of_threads() {
        let x = DMatrix::from_fn(900, 150, |i, j| (-0.01 * i.abs_diff(6 * j) as f64).exp());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap().install(|| thin_svd(&x))
        };
        assert_eq!(with(1), with(3));
    }
}
