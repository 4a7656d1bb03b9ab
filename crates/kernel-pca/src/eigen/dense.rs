//! Dense decomposition of a symmetric matrix for its whole spectrum, by faer. A shift of the spectrum keeps the
//! iteration from stalling where eigenvalues fade into rounding.
//!
//! ```
//! use kernel_pca::eigen::dense::symmetric_eigenvalues;
//! use nalgebra::dmatrix;
//!
//! // The path of three nodes has the eigenvalues −√2, 0 and √2.
//! let path = dmatrix![0.0, 1.0, 0.0; 1.0, 0.0, 1.0; 0.0, 1.0, 0.0];
//! let values = symmetric_eigenvalues(&path, &|| false).unwrap_or_default();
//! assert!((values[2] - 2_f64.sqrt()).abs() < 1e-14 && values[1].abs() < 1e-14);
//! ```

use faer::{
    MatMut, Par, Spec,
    diag::Diag,
    dyn_stack::{MemBuffer, MemStack},
    linalg::evd::{ComputeEigenvectors, self_adjoint_evd, self_adjoint_evd_scratch},
};
use nalgebra::DMatrix;

use super::{
    Failure,
    elsewhere::{MatrixWork, elsewhere},
    gemm::{view, view_mut},
};
use crate::{cores::two_parts, count::CancelCheck};

/// Number of rows up to which a whole decomposition takes less time than an iteration for some eigenpairs.
pub(crate) const SMALL: usize = 200;
/// Number of rows up to which one thread decomposes the matrix, since a second saves nothing (measured on two cores,
/// one thread and two: 2.8 and 2.7 ms at n = 200, 17 and 17 at 400).
const FOR_ONE_THREAD: usize = 256;

/// Returns true where so many of n eigenpairs are wanted that the whole decomposition takes less time than an
/// iteration.
pub(crate) const fn wants_most(n: usize, k: usize) -> bool {
    6 * k >= n
}

/// Returns true where the basis of an iteration for k of n eigenpairs has room to grow.
pub(crate) const fn has_room_to_iterate(n: usize, k: usize) -> bool {
    n >= 2 * k + 20
}

/// Eigendecomposition of a symmetric matrix (n × n).
pub(crate) struct Eigen {
    /// Eigenvalues, ascending (length n).
    pub(crate) values: Vec<f64>,
    /// Unit eigenvectors, n × n, one per column.
    pub(crate) vectors: DMatrix<f64>,
}

impl Eigen {
    /// Returns all eigenvalues, descending, with the eigenvectors of the k largest (n × k).
    pub(crate) fn descending(mut self, k: usize) -> (Vec<f64>, DMatrix<f64>) {
        let order: Vec<usize> = (0..self.values.len()).rev().take(k).collect();
        self.values.reverse();
        (self.values, self.vectors.select_columns(&order))
    }

    /// Assembles the eigenpairs of an n × n matrix from the list that [`MatrixWork::Eigenpairs`] returns; `None` where
    /// the list does not hold n + n² numbers.
    pub(crate) fn of_numbers(mut numbers: Vec<f64>, n: usize) -> Option<Self> {
        if numbers.len() != n * (n + 1) {
            return None;
        }
        let vectors = DMatrix::from_vec(n, n, numbers.split_off(n));
        Some(Self {
            values: numbers,
            vectors,
        })
    }
}

/// Decomposes a symmetric matrix (n × n) of entries with finite squares.
///
/// # Errors
/// [`Failure::NotConverged`], or [`Failure::Cancelled`].
pub(crate) fn symmetric_eigen(
    matrix: &DMatrix<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<Eigen, Failure> {
    let n = matrix.nrows();
    let eigen = if let Some(numbers) = elsewhere(MatrixWork::Eigenpairs, matrix, cancelled)? {
        Eigen::of_numbers(numbers, n)
    } else {
        let mut vectors = DMatrix::zeros(n, n);
        let values = decompose(matrix, Some(view_mut(&mut vectors)));
        values.map(|values| Eigen { values, vectors })
    };
    eigen.ok_or(Failure::NotConverged)
}

/// Eigenvalues of a symmetric matrix (n × n) of entries with finite squares, ascending.
///
/// # Errors
/// [`Failure::NotConverged`], or [`Failure::Cancelled`].
pub fn symmetric_eigenvalues(
    matrix: &DMatrix<f64>,
    cancelled: CancelCheck<'_>,
) -> Result<Vec<f64>, Failure> {
    let values = match elsewhere(MatrixWork::Eigenvalues, matrix, cancelled)? {
        Some(numbers) => Some(numbers).filter(|it| it.len() == matrix.nrows()),
        None => decompose(matrix, None),
    };
    values.ok_or(Failure::NotConverged)
}

/// Computes the eigenvalues, ascending, and where `vectors` (n × n) is given, writes the eigenvectors into it.
fn decompose(matrix: &DMatrix<f64>, vectors: Option<MatMut<'_, f64>>) -> Option<Vec<f64>> {
    let n = matrix.nrows();
    if n == 0 {
        return Some(Vec::new());
    }
    // The iteration judges an off-diagonal entry negligible by its neighbours on the diagonal. Where eigenvalues fade
    // into rounding, as those of smooth kernels do, these neighbours are rounding as well and it need not end. The
    // shift keeps the diagonal large.
    let shift = matrix.amax();
    let mut shifted = matrix.clone();
    for i in 0..n {
        shifted[(i, i)] += shift;
    }
    let par = if n <= FOR_ONE_THREAD {
        Par::Seq
    } else {
        two_parts()
    };
    let wanted = if vectors.is_some() {
        ComputeEigenvectors::Yes
    } else {
        ComputeEigenvectors::No
    };
    let scratch = self_adjoint_evd_scratch::<f64>(n, wanted, par, Spec::default());
    let mut memory = MemBuffer::try_new(scratch).ok()?;
    let mut values = Diag::<f64>::zeros(n);
    self_adjoint_evd(
        view(&shifted),
        values.as_mut(),
        vectors,
        par,
        MemStack::new(&mut memory),
        Spec::default(),
    )
    .ok()?;
    let values = values.column_vector().iter();
    Some(values.map(|value| value - shift).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bits_do_not_depend_on_the_number_of_threads() {
        let n = SMALL + 44;
        let matrix = DMatrix::from_fn(n, n, |i, j| (-0.01 * i.abs_diff(j) as f64).exp());
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let eigen = pool
                .install(|| symmetric_eigen(&matrix, &|| false))
                .unwrap();
            (eigen.values, eigen.vectors)
        };
        let one = with(1);
        assert_eq!(with(2), one);
        assert_eq!(with(5), one);
        let values = symmetric_eigenvalues(&matrix, &|| false).unwrap();
        assert!(
            values
                .iter()
                .zip(&one.0)
                .all(|(a, b)| (a - b).abs() < 1e-11)
        );
    }
}
