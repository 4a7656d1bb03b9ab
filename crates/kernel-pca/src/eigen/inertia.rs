//! Bound on the eigenvalues that may have been missed, by the inertia of a shifted matrix: a Cholesky factor of it
//! exists only where no eigenvalue exceeds the shift.

use nalgebra::DMatrix;

use super::{
    Failure,
    elsewhere::{MatrixWork, elsewhere},
    factor::factorize,
    gemm::{add_product, view},
};
use crate::count::{CancelCheck, Watch};

/// Upper bound, hardly above `bound`, on every eigenvalue of `matrix` (n × n) but the k that `values` (length k) and
/// the leading columns of `vectors` (n × k or more) approximate; `None` where another one may be larger than `bound`.
///
/// Where `b·1 − A + VΘVᵀ` has a Cholesky factor it is positive definite, and no eigenvalue of `A − VΘVᵀ` is larger than
/// b. Adding `VΘVᵀ`, of rank k, moves at most k eigenvalues above b (Weyl 1912).
///
/// # Errors
/// [`Failure::Cancelled`].
pub(crate) fn bound_of_the_rest(
    mut matrix: DMatrix<f64>,
    values: &[f64],
    vectors: &DMatrix<f64>,
    bound: f64,
    cancelled: CancelCheck<'_>,
) -> Result<Option<f64>, Failure> {
    let n = matrix.nrows();
    matrix.neg_mut();
    let mut scaled = vectors.columns(0, values.len()).into_owned();
    for (mut column, θ) in scaled.column_iter_mut().zip(values) {
        column *= *θ;
    }
    let transposed = view(vectors).subcols(0, values.len()).transpose();
    add_product(&mut matrix, view(&scaled), transposed, 1.0);
    for i in 0..n {
        matrix[(i, i)] += bound;
    }
    let trace = matrix.trace();
    let positive = match elsewhere(MatrixWork::Positive, &matrix, cancelled)? {
        Some(numbers) => !numbers.is_empty(),
        None => factorize(&mut matrix, Watch::from(cancelled))?,
    };
    // Rounding of the factor may hide an excess of this size (Higham 2002, theorem 10.7).
    Ok(positive.then(|| bound + (n + 2) as f64 * f64::EPSILON * trace))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{dense::symmetric_eigen, krylov::tests::with_spectrum};

    #[test]
    fn what_was_missed_shows_and_what_was_not_does_not() {
        let values: Vec<f64> = (0..90).map(|i| 1.0 / f64::from(1 + i / 3)).collect();
        let matrix = with_spectrum(&values).0;
        let eigen = symmetric_eigen(&matrix, &|| false).unwrap();
        let pairs = |which: &[usize]| {
            let order: Vec<usize> = which.iter().map(|i| 90 - i).collect();
            let values: Vec<f64> = order.iter().map(|&i| eigen.values[i]).collect();
            (values, eigen.vectors.select_columns(&order))
        };
        let bound = |which: &[usize], bound| {
            let (values, vectors) = pairs(which);
            bound_of_the_rest(matrix.clone(), &values, &vectors, bound, &|| false).unwrap()
        };
        let all = bound(&[0, 1, 2, 3, 4], 0.5 + 1e-9).unwrap();
        assert!((0.5..0.5 + 2e-9).contains(&all), "{all}");
        // The pairs miss the third of three equal eigenvalues, then the first of all.
        assert_eq!(bound(&[0, 1, 3, 4, 5], 0.5 + 1e-9), None);
        assert_eq!(bound(&[1, 2, 3, 4, 5], 0.5 + 1e-9), None);
        assert_eq!(bound(&[0, 1, 2, 3, 4], 0.5 - 1e-9), None);
    }
}
