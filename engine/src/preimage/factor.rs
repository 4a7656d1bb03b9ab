//! Solution of a large system with a positive definite matrix by a Cholesky factorisation in blocks, which can be
//! stopped between blocks.

use faer::{
    Accum, MatMut, Par, Side,
    linalg::{
        matmul::matmul,
        triangular_solve::{solve_lower_triangular_in_place, solve_upper_triangular_in_place},
    },
};
use nalgebra::DMatrix;

use super::PreImageError;
use crate::count::Watch;

/// Columns that are factorised between two checks whether to stop: more make larger matrix products and later
/// answers.
const BLOCK: usize = 256;
/// Number of units in which progress is counted.
const PARTS: f64 = 1000.0;

/// Computes A⁻¹B for a symmetric positive definite A (n × n), of which the lower triangle is read, and B (n × m).
/// `watch` is told the share that is done.
///
/// # Errors
/// When A is not positive definite, or when cancelled.
pub(super) fn solved(
    mut a: DMatrix<f64>,
    mut b: DMatrix<f64>,
    watch: Watch<'_>,
) -> Result<DMatrix<f64>, PreImageError> {
    let n = a.nrows();
    let par = faer::get_global_parallelism();
    for start in (0..n).step_by(BLOCK) {
        watch.set((PARTS * done(start, n)) as usize, PARTS as usize);
        if watch.is_cancelled() {
            return Err(PreImageError::Cancelled);
        }
        let width = BLOCK.min(n - start);
        let (before, after) = columns_mut(&mut a).split_at_col_mut(start);
        let before = before.as_ref().subrows(start, n - start);
        let mut panel = after.subrows_mut(start, n - start).subcols_mut(0, width);
        let own = before.subrows(0, width).transpose();
        matmul(panel.as_mut(), Accum::Add, before, own, -1.0, par);
        factorize(panel, par)?;
    }
    let l = columns_mut(&mut a);
    let l = l.as_ref();
    solve_lower_triangular_in_place(l, columns_mut(&mut b), par);
    solve_upper_triangular_in_place(l.transpose(), columns_mut(&mut b), par);
    watch.set(0, 0);
    Ok(b)
}

/// Factorises a block of columns, from its diagonal block down, in place.
fn factorize(panel: MatMut<'_, f64>, par: Par) -> Result<(), PreImageError> {
    let width = panel.ncols();
    let (mut own, below) = panel.split_at_row_mut(width);
    let factor = own.llt(Side::Lower);
    let factor = factor.map_err(|_| PreImageError::NotPositive)?;
    own.copy_from(factor.L());
    solve_lower_triangular_in_place(own.as_ref(), below.transpose_mut(), par);
    Ok(())
}

/// Share of the factorisation's multiplications that the first j of n columns take.
fn done(j: usize, n: usize) -> f64 {
    let share = j as f64 / n as f64;
    share * share * (3.0 - 2.0 * share)
}

fn columns_mut(matrix: &mut DMatrix<f64>) -> MatMut<'_, f64> {
    let (n, m) = matrix.shape();
    MatMut::from_column_major_slice_mut(matrix.as_mut_slice(), n, m)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use crate::count::Count;
    use crate::eigen::orthogonal::random_columns;

    /// Positive matrix with more rows than two blocks.
    fn positive() -> DMatrix<f64> {
        let n = 2 * BLOCK + 30;
        let b = random_columns(n, 20, 1);
        &b * b.transpose() + DMatrix::identity(n, n)
    }

    #[test]
    fn a_solution_solves_and_only_the_lower_triangle_is_read() {
        let a = positive();
        let b = random_columns(a.nrows(), 3, 2);
        let lower = a.lower_triangle();
        let found = solved(lower, b.clone(), Watch::from(&|| false)).unwrap();
        assert!((&a * found - &b).amax() < 1e-12 * a.norm());
        let refused = solved(-&a, b, Watch::from(&|| false));
        assert_eq!(refused, Err(PreImageError::NotPositive));
    }

    #[test]
    fn the_share_rises_with_each_block_and_each_can_be_the_last() {
        let count = Count::default();
        let asked = AtomicUsize::new(0);
        let mut shares = Vec::new();
        for most in 0..4 {
            asked.store(0, Ordering::Relaxed);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) == most;
            let b = DMatrix::zeros(positive().nrows(), 1);
            let found = solved(positive(), b, Watch::new(&count, &stop));
            assert_eq!(found.is_ok(), most == 3, "{most}");
            shares.push(count.share());
        }
        assert_eq!([shares[0], shares[3]], [Some(0.0), None]);
        let [second, third] = [shares[1].unwrap(), shares[2].unwrap()];
        assert!(0.3 < second && second < third && third < 1.0, "{shares:?}");
        assert!(done(7, 7) == 1.0 && done(3, 7) < done(4, 7));
    }
}
