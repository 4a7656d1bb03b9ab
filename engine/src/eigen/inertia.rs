//! Bound on the eigenvalues that may have been missed, by the inertia of a shifted matrix: a Cholesky factor of it
//! exists only where no eigenvalue exceeds the shift.

use faer::{
    Accum, Spec,
    dyn_stack::{MemBuffer, MemStack},
    linalg::{
        cholesky::llt::factor::{LltRegularization, cholesky_in_place, cholesky_in_place_scratch},
        matmul::triangular::{self, BlockStructure},
        triangular_solve::solve_lower_triangular_in_place,
    },
    reborrow::{Reborrow as _, ReborrowMut as _},
};
use nalgebra::DMatrix;

use super::{
    Failure,
    elsewhere::{MatrixWork, elsewhere},
    gemm::{add_product, view, view_mut},
};
use crate::{cores::two_parts, count::CancelCheck};

/// Number of columns that are factored between two questions whether the work was given up: about a sixth at most of the 0.7 s
/// that 4,900 rows take on two cores (PERFORMANCE.md, "Wide tables").
const COLUMNS: usize = 256;

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
        None => is_positive(matrix, cancelled)?,
    };
    // Rounding of the factor may hide an excess of this size (Higham 2002, theorem 10.7).
    Ok(positive.then(|| bound + (n + 2) as f64 * f64::EPSILON * trace))
}

/// Returns true where a symmetric matrix, of which the lower triangle is read, has a Cholesky factor.
///
/// # Errors
/// [`Failure::Cancelled`].
pub(crate) fn is_positive(
    mut matrix: DMatrix<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<bool, Failure> {
    let (params, par) = (Spec::default(), two_parts());
    let scratch = cholesky_in_place_scratch::<f64>(COLUMNS, par, params);
    let Ok(mut memory) = MemBuffer::try_new(scratch) else {
        return Ok(false);
    };
    let mut left = view_mut(&mut matrix);
    while left.nrows() > 0 {
        if cancelled() {
            return Err(Failure::Cancelled);
        }
        let columns = COLUMNS.min(left.nrows());
        let (mut corner, _, mut below, mut rest) = left.split_at_mut(columns, columns);
        let stack = MemStack::new(&mut memory);
        let regularization = LltRegularization::default();
        if cholesky_in_place(corner.rb_mut(), regularization, par, stack, params).is_err() {
            return Ok(false);
        }
        let transposed = below.rb_mut().transpose_mut();
        solve_lower_triangular_in_place(corner.rb(), transposed, par);
        triangular::matmul(
            rest.rb_mut(),
            BlockStructure::TriangularLower,
            Accum::Add,
            below.rb(),
            BlockStructure::Rectangular,
            below.rb().transpose(),
            BlockStructure::Rectangular,
            -1.0,
            par,
        );
        left = rest;
    }
    Ok(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{dense::symmetric_eigen, krylov::tests::with_spectrum};

    #[test]
    fn what_was_missed_shows_and_what_was_not_does_not() {
        let values: Vec<f64> = (0..90).map(|i| 1.0 / f64::from(1 + i / 3)).collect();
        let matrix = with_spectrum(&values).0;
        let eigen = symmetric_eigen(&matrix).unwrap();
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

    #[test]
    fn a_factor_of_several_runs_of_columns_exists_down_to_the_smallest_eigenvalue() {
        // Eigenvalues 2 − 2 cos(πj/(n + 1)), j = 1 to n.
        let n = 2 * COLUMNS + 40;
        let positive = |shift: f64, cancelled: CancelCheck<'_>| {
            let matrix = DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
                0 => 2.0 - shift,
                1 => -1.0,
                _ => 0.0,
            });
            is_positive(matrix, cancelled)
        };
        let smallest = 2.0 - 2.0 * (std::f64::consts::PI / (n + 1) as f64).cos();
        assert!(positive(smallest * (1.0 - 1e-6), &|| false).unwrap());
        assert!(!positive(smallest * (1.0 + 1e-6), &|| false).unwrap());
        let given_up = positive(0.0, &|| true);
        assert!(matches!(given_up, Err(Failure::Cancelled)));
    }
}
