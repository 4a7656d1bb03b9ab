//! Pivoted Cholesky against the dense decomposition.

use std::ops::Range;

use super::*;

struct DenseEntries(DMatrix<f64>);

/// Factor L (n × r).
fn matrix(factor: &PivotedCholesky) -> DMatrix<f64> {
    let (mut l, means) = factor.centered();
    for (mut column, mean) in l.column_iter_mut().zip(means.iter()) {
        column.add_scalar_mut(*mean);
    }
    l
}

impl Entries for DenseEntries {
    fn diagonal(&self) -> Vec<f64> {
        self.0.diagonal().iter().copied().collect()
    }

    fn columns(&self, rows: Range<usize>, columns: &[usize]) -> DMatrix<f64> {
        self.0.rows_range(rows).select_columns(columns)
    }

    fn principal(&self, indices: &[usize]) -> DMatrix<f64> {
        self.0.select_rows(indices).select_columns(indices)
    }
}

/// Matrix exp(−|i−j|/n · scale), which is positive definite.
fn laplacian(n: usize, scale: f64) -> DenseEntries {
    DenseEntries(DMatrix::from_fn(n, n, |i, j| {
        (-scale * i.abs_diff(j) as f64 / n as f64).exp()
    }))
}

#[test]
fn what_is_left_is_the_trace_of_the_difference() {
    // The rows fill more than one panel.
    let k = laplacian(ROWS + 100, 3.0);
    let mut factor = PivotedCholesky::new(&k, 0.0);
    let limits = CholeskyLimits {
        left: 1e-2,
        rank: 500,
        hope: 1e-2,
    };
    assert!(factor.carry_on(&k, limits, &|_| false));
    let l = matrix(&factor);
    let trace = k.0.trace() - l.norm_squared();
    assert!(factor.left() <= 1e-2 * k.0.trace());
    assert!((factor.left() - trace).abs() < 1e-9 * k.0.trace());
    // Rows of pivots are exact.
    assert!(l.ncols() > 4 && l.ncols() < 500);
}

/// The corners of a regular simplex add up to zero, so that one of n rows is missing from the rank.
#[test]
fn a_last_pivot_of_rounding_leaves_the_factor_as_it_is() {
    for n in [50, 200, 400] {
        let off = -1.0 / (n - 1) as f64;
        let simplex = DMatrix::from_fn(n, n, |i, j| if i == j { 1.0 } else { off });
        let k = DenseEntries(simplex.resize(n + 1, n + 1, 0.0));
        let mut factor = PivotedCholesky::new(&k, 1e-15);
        let limits = CholeskyLimits {
            left: 1e-14,
            rank: n,
            hope: 1.0,
        };
        factor.carry_on(&k, limits, &|_| false);
        let l = matrix(&factor);
        let off = (&l * l.transpose() - k.0).norm();
        let bound = factor.left() + factor.rounding();
        assert!(off <= bound && off < 1e-9, "{n}: {off:e} of {bound:e}");
    }
}

#[test]
fn the_growth_of_other_rows_is_seen() {
    // Each of 40 other rows is the sum of ten pivots, so that W has the norm √(40·10).
    let b = DMatrix::from_fn(50, 10, |i, j| f64::from(u8::from(i == j || i >= 10)));
    let k = DenseEntries(&b * b.transpose());
    let mut factor = PivotedCholesky::new(&k, 0.0);
    factor.add_columns(
        &k,
        &Pivots {
            indices: (0..10).collect(),
            rows: DMatrix::zeros(10, 0),
            corner: DMatrix::identity(10, 10),
        },
    );
    let growth = factor.growth();
    assert!((20.0..60.0).contains(&growth), "{growth}");
}

#[test]
fn carrying_on_changes_nothing() {
    let k = laplacian(300, 1.0);
    let run = |steps: &[f64]| {
        let mut factor = PivotedCholesky::new(&k, 0.0);
        for &left in steps {
            assert!(factor.carry_on(
                &k,
                CholeskyLimits {
                    left,
                    rank: 300,
                    hope: left
                },
                &|_| false
            ));
        }
        matrix(&factor)
    };
    assert_eq!(run(&[1e-1, 1e-2]), run(&[1e-2]));
}

#[test]
fn running_out_of_columns_at_a_pause_is_failure() {
    let k = laplacian(300, 3.0);
    let limits = CholeskyLimits {
        left: 1e-12,
        rank: 48,
        hope: 1.0,
    };
    assert!(!PivotedCholesky::new(&k, 0.0).carry_on(&k, limits, &|_| false));
}

#[test]
fn low_rank_ends_at_the_rank_and_high_rank_gives_up_early() {
    let b = DMatrix::from_fn(50, 3, |i, j| ((i * (j + 2)) % 7) as f64 - 3.0);
    let low = DenseEntries(&b * b.transpose());
    let mut factor = PivotedCholesky::new(&low, 1e-12);
    assert!(factor.carry_on(
        &low,
        CholeskyLimits {
            left: 1e-12,
            rank: 50,
            hope: 1e-12,
        },
        &|_| false
    ));
    let l = matrix(&factor);
    assert_eq!(l.ncols(), 3);
    assert!((&l * l.transpose() - low.0).amax() < 1e-12);

    let identity = DenseEntries(DMatrix::identity(400, 400));
    let mut factor = PivotedCholesky::new(&identity, 0.0);
    assert!(!factor.carry_on(
        &identity,
        CholeskyLimits {
            left: 1e-8,
            rank: 100,
            hope: 1e-8,
        },
        &|_| false
    ));
    assert!(matrix(&factor).ncols() < 40);
}
