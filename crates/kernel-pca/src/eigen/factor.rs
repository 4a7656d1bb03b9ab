//! Cholesky factorisation of a large symmetric matrix in runs of columns, which can be given up between runs.

use faer::{
    Accum, Spec,
    dyn_stack::{MemBuffer, MemStack},
    linalg::{
        cholesky::llt::factor::{LltRegularization, cholesky_in_place, cholesky_in_place_scratch},
        matmul::triangular::{self, BlockStructure},
        triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place},
    },
    reborrow::{Reborrow as _, ReborrowMut as _},
};
use nalgebra::DMatrix;

use super::{
    Failure,
    gemm::{view, view_mut},
};
use crate::{cores::two_parts, count::Watch};

/// Number of columns that are factored between two checks for cancellation: at most about a sixth of the 0.7 s that
/// 4,900 rows take on two cores (docs/experiments.md, "Wide tables").
const COLUMNS: usize = 256;
/// Number of units in which progress is counted: a thousandth is finer than progress is shown.
const PARTS: f64 = 1000.0;

/// Factorises a symmetric matrix `A = LLᵀ` (n × n), of which the lower triangle is read and replaced by L. Returns
/// false where A is not positive definite, or where memory does not suffice. `watch` receives the share of the work
/// that is done.
///
/// # Errors
/// [`Failure::Cancelled`].
pub(crate) fn factorize(matrix: &mut DMatrix<f64>, watch: Watch<'_>) -> Result<bool, Failure> {
    let (n, params, par) = (matrix.nrows(), Spec::default(), two_parts());
    let scratch = cholesky_in_place_scratch::<f64>(COLUMNS, par, params);
    let Ok(mut memory) = MemBuffer::try_new(scratch) else {
        return Ok(false);
    };
    let mut rest = view_mut(matrix);
    while rest.nrows() > 0 {
        // The multiplications that are left are in proportion to the cube of the rows that are.
        let left = (rest.nrows() as f64 / n as f64).powi(3);
        watch.set((PARTS * (1.0 - left)) as usize, PARTS as usize);
        if watch.is_cancelled() {
            return Err(Failure::Cancelled);
        }
        let columns = COLUMNS.min(rest.nrows());
        let (mut corner, _, mut below, mut others) = rest.split_at_mut(columns, columns);
        let stack = MemStack::new(&mut memory);
        let regularization = LltRegularization::default();
        if cholesky_in_place(corner.rb_mut(), regularization, par, stack, params).is_err() {
            return Ok(false);
        }
        let transposed = below.rb_mut().transpose_mut();
        solve_lower_triangular_in_place(corner.rb(), transposed, par);
        triangular::matmul(
            others.rb_mut(),
            BlockStructure::TriangularLower,
            Accum::Add,
            below.rb(),
            BlockStructure::Rectangular,
            below.rb().transpose(),
            BlockStructure::Rectangular,
            -1.0,
            par,
        );
        rest = others;
    }
    watch.set(0, 0);
    Ok(true)
}

/// Computes A⁻¹B for a symmetric A (n × n), of which the lower triangle is read, and B (n × m); `None` where A is not
/// positive definite, or where memory does not suffice. `watch` receives the share of the work that is done.
///
/// # Errors
/// [`Failure::Cancelled`].
pub(crate) fn solved(
    mut a: DMatrix<f64>,
    mut b: DMatrix<f64>,
    watch: Watch<'_>,
) -> Result<Option<DMatrix<f64>>, Failure> {
    if !factorize(&mut a, watch)? {
        return Ok(None);
    }
    solve_lower_triangular_in_place(view(&a), view_mut(&mut b), two_parts());
    solve_upper_triangular_in_place(view(&a).transpose(), view_mut(&mut b), two_parts());
    Ok(Some(b))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::{count::Count, eigen::orthogonal::random_columns};

    /// Matrix whose eigenvalues are 2 − s − 2 cos(πj/(n + 1)), j = 1 to n, for the shift s.
    fn path(n: usize, shift: f64) -> DMatrix<f64> {
        DMatrix::from_fn(n, n, |i, j| match i.abs_diff(j) {
            0 => 2.0 - shift,
            1 => -1.0,
            _ => 0.0,
        })
    }

    #[test]
    fn a_factor_of_several_runs_exists_down_to_the_smallest_eigenvalue() {
        let n = 2 * COLUMNS + 40;
        let smallest = 2.0 - 2.0 * (std::f64::consts::PI / (n + 1) as f64).cos();
        for (shift, expected) in [(1.0 - 1e-6, true), (1.0 + 1e-6, false)] {
            let mut matrix = path(n, smallest * shift);
            let found = factorize(&mut matrix, Watch::from(&|| false));
            assert_eq!(found, Ok(expected), "{shift}");
        }
    }

    #[test]
    fn a_solution_solves_and_only_the_lower_triangle_is_read() {
        let a = path(2 * COLUMNS + 30, -1.0);
        let b = random_columns(a.nrows(), 3, 2);
        let found = solved(a.lower_triangle(), b.clone(), Watch::from(&|| false));
        assert!((&a * found.unwrap().unwrap() - &b).amax() < 1e-12 * a.norm());
        let refused = solved(-a, b, Watch::from(&|| false));
        assert_eq!(refused, Ok(None));
    }

    #[test]
    fn the_share_rises_with_each_run_and_each_can_be_the_last() {
        let count = Count::default();
        let mut shares = Vec::new();
        for most in 0..4 {
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) == most;
            let mut matrix = path(2 * COLUMNS + 30, -1.0);
            let found = factorize(&mut matrix, Watch::new(&count, &stop));
            assert_eq!(found.is_ok(), most == 3, "{most}");
            shares.push(count.share());
        }
        assert_eq!([shares[0], shares[3]], [Some(0.0), None]);
        let [second, third] = [shares[1].unwrap(), shares[2].unwrap()];
        assert!(0.3 < second && second < third && third < 1.0, "{shares:?}");
    }
}
