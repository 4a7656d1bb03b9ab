//! Support for programs whose only thread computes and draws, as in a page of a browser: products let the program draw
//! between blocks, and the decomposition of a matrix, which cannot be interrupted, may be carried out elsewhere.
//!
//! ```
//! use kernel_pca::eigen::elsewhere::MatrixWork;
//! use nalgebra::dmatrix;
//!
//! let values = MatrixWork::Eigenvalues.run(&dmatrix![2.0, 1.0; 1.0, 2.0]);
//! assert!((values[0] - 1.0).abs() < 1e-14 && (values[1] - 3.0).abs() < 1e-14);
//! ```

use std::sync::OnceLock;

use nalgebra::DMatrix;

use super::{
    Failure,
    dense::{symmetric_eigen, symmetric_eigenvalues},
    factor::factorize,
    svd::{right_svd, thin_svd},
};
use crate::count::{CancelCheck, Watch};

/// Number of multiplications n·m·min(n, m) of an n × m matrix from which its decomposition takes longer than 8 ms, the
/// time for which a thread that also draws may be busy (measured: docs/experiments.md, "In a browser").
const LONG: usize = 200 * 200 * 200;

/// Computation on one matrix, without checks for cancellation, whose result is a list of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum MatrixWork {
    /// Eigenvalues of a symmetric matrix (n × n), ascending; none where the iteration does not converge.
    Eigenvalues,
    /// Eigenvalues, then the eigenvectors (n × n, column by column); nothing where the iteration does not converge.
    Eigenpairs,
    /// Singular values (r = min(n, d)) of a matrix (n × d), descending, then its right vectors (d × r) and its left
    /// vectors (n × r).
    Svd,
    /// Singular values (r = min(n, d)) of a matrix (n × d), descending, then its right vectors (d × r).
    RightSvd,
    /// Number 1 where a symmetric matrix is positive definite (has a Cholesky factor), and no number otherwise.
    Positive,
}

/// Callbacks to a program whose only thread also runs the engine.
#[derive(Debug, Clone, Copy)]
pub struct SingleThread {
    /// Carries out work on a matrix away from this thread and returns its numbers; `None` where the work was cancelled,
    /// or is to be done in place.
    pub carry: fn(MatrixWork, &DMatrix<f64>, CancelCheck<'_>) -> Option<Vec<f64>>,
    /// Gives the program a turn on the thread, for instance to draw, where one is due.
    pub breathe: fn(),
}

static SINGLE_THREAD: OnceLock<SingleThread> = OnceLock::new();

/// Shares the thread with the program of these callbacks from now on; only the first call has an effect.
pub fn share_thread(with: SingleThread) {
    SINGLE_THREAD.get_or_init(|| with);
}

/// Gives a program that shares its thread a turn on it; called between parts of a computation.
pub(crate) fn breathe() {
    if let Some(single) = SINGLE_THREAD.get() {
        (single.breathe)();
    }
}

/// Has long work carried out by [`SingleThread::carry`], and returns its numbers; `None` where the work is to be done
/// in place.
pub(crate) fn elsewhere(
    work: MatrixWork,
    matrix: &DMatrix<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<Option<Vec<f64>>, Failure> {
    let (n, m) = matrix.shape();
    let multiplications = n.saturating_mul(m).saturating_mul(n.min(m));
    let Some(single) = SINGLE_THREAD.get().filter(|_| multiplications >= LONG) else {
        return Ok(None);
    };
    let numbers = (single.carry)(work, matrix, cancelled);
    if numbers.is_none() && cancelled() {
        return Err(Failure::Cancelled);
    }
    Ok(numbers)
}

impl MatrixWork {
    /// All kinds of work, in the order of their discriminants.
    pub const ALL: [Self; 5] = [
        Self::Eigenvalues,
        Self::Eigenpairs,
        Self::Svd,
        Self::RightSvd,
        Self::Positive,
    ];

    /// Carries out the work on a matrix of finite entries.
    #[must_use]
    pub fn run(self, matrix: &DMatrix<f64>) -> Vec<f64> {
        match self {
            Self::Eigenvalues => symmetric_eigenvalues(matrix, &|| false).unwrap_or_default(),
            Self::Eigenpairs => symmetric_eigen(matrix, &|| false)
                .map(|it| [&it.values, it.vectors.as_slice()].concat())
                .unwrap_or_default(),
            Self::Svd => thin_svd(matrix).into_numbers(),
            Self::RightSvd => right_svd(matrix).into_numbers(),
            Self::Positive => {
                let has_factor = factorize(&mut matrix.clone(), Watch::from(&|| false));
                vec![1.0; usize::from(has_factor == Ok(true))]
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{dense::Eigen, orthogonal::random_columns, svd::Svd};

    #[test]
    fn numbers_are_those_in_place() {
        let x = random_columns(40, 7, 1);
        for (work, svd) in [
            (MatrixWork::Svd, thin_svd(&x)),
            (MatrixWork::RightSvd, right_svd(&x)),
        ] {
            assert_eq!(Svd::of_numbers(work.run(&x), &x), Some(svd));
        }
        let k = &x * x.transpose();
        let eigen = Eigen::of_numbers(MatrixWork::Eigenpairs.run(&k), 40).unwrap();
        let plain = symmetric_eigen(&k, &|| false).unwrap();
        assert_eq!((eigen.values, eigen.vectors), (plain.values, plain.vectors));
        assert!(Eigen::of_numbers(vec![], 40).is_none());
        assert!(MatrixWork::Positive.run(&k).is_empty());
        let positive = k + DMatrix::identity(40, 40);
        assert_eq!(MatrixWork::Positive.run(&positive), [1.0]);
        for (number, work) in MatrixWork::ALL.into_iter().enumerate() {
            assert_eq!(work as usize, number);
        }
    }
}
