//! Orthonormal basis V of a growing subspace, with its image AV under a symmetric operator A. Ritz pairs follow from
//! the small matrix `VᵀAV` (Rayleigh–Ritz); a full basis can be restarted from its leading Ritz vectors.

use faer::MatRef;
use nalgebra::{DMatrix, DMatrixView};

use super::{
    Failure,
    accuracy::{SubspaceTotals, residuals},
    dense::{Eigen, symmetric_eigen},
    factored::FactoredMatrix,
    gemm::{product, tr_product, view},
    operator::{Operator, Precision, Ritz},
    orthogonal::{orthonormalize, orthonormalize_known},
};

/// Orthonormal basis V (n × m), its image AV under a symmetric operator A (n × n), and `VᵀAV`.
pub(crate) struct Basis {
    n: usize,
    /// V, column by column (n × m).
    v: Vec<f64>,
    /// AV, column by column (n × m).
    image: Vec<f64>,
    /// Number m of columns.
    len: usize,
    /// `VᵀAV` in the first m rows and columns; may be allocated larger, to leave room for growth.
    inner: DMatrix<f64>,
    /// Products `VᵀAX` with the columns X appended last, as computed. `inner` holds them made symmetric; projecting
    /// with the symmetric ones would leave rounding that looks like a new direction.
    overlap: DMatrix<f64>,
    /// Eigendecomposition of `VᵀAV`; `None` until it is computed for the current basis.
    eigen: Option<Eigen>,
    /// Number of leading columns of V whose images were computed in double precision.
    exact: usize,
}

impl Basis {
    /// Creates an empty basis of vectors of length n, with memory reserved for `capacity` columns.
    pub(crate) fn new(n: usize, capacity: usize) -> Self {
        Self {
            n,
            v: Vec::with_capacity(n * capacity),
            image: Vec::with_capacity(n * capacity),
            len: 0,
            inner: DMatrix::zeros(0, 0),
            overlap: DMatrix::zeros(0, 0),
            eigen: None,
            exact: 0,
        }
    }

    /// Number m of columns.
    pub(crate) fn len(&self) -> usize {
        self.len
    }

    /// Returns true where all images were computed in double precision.
    pub(crate) fn is_exact(&self) -> bool {
        self.exact == self.len()
    }

    /// The basis V (n × m).
    pub(crate) fn v(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.v, self.n, self.len())
    }

    /// Image AX (n × `count`) of the last `count` columns X; the whole image where the basis has fewer columns.
    pub(crate) fn last_image(&self, count: usize) -> DMatrix<f64> {
        let count = count.min(self.len());
        DMatrix::from_column_slice(
            self.n,
            count,
            &self.image[self.image.len() - self.n * count..],
        )
    }

    /// The projected operator `VᵀAV` (m × m).
    fn ritz_matrix(&self) -> DMatrixView<'_, f64> {
        self.inner.view((0, 0), (self.len, self.len))
    }

    /// The image AV (n × m).
    fn image(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.image, self.n, self.len())
    }

    /// Orthonormalises the columns of x (n × b) against the basis and appends them; returns the number appended.
    ///
    /// # Errors
    ///
    /// Passes on the operator's [`Failure`].
    pub(crate) fn expand(
        &mut self,
        op: &mut impl Operator,
        x: DMatrix<f64>,
        precision: Precision,
    ) -> Result<usize, Failure> {
        let x = orthonormalize(self.v(), op.null(), x);
        self.append(op, &x, precision)
    }

    /// Makes a block Lanczos step: appends the orthonormalised image of the last `count` columns and returns the number
    /// of columns appended. Products of that image with the basis are known since the columns were appended.
    ///
    /// # Errors
    ///
    /// Passes on the operator's [`Failure`].
    pub(crate) fn step(
        &mut self,
        op: &mut impl Operator,
        count: usize,
        precision: Precision,
    ) -> Result<usize, Failure> {
        let known = self.overlap.columns(self.overlap.ncols() - count, count);
        let known = known.into_owned();
        let image = self.last_image(count);
        let x = orthonormalize_known(self.v(), op.null(), image, Some(view(&known)));
        self.append(op, &x, precision)
    }

    /// Appends orthonormal columns x (n × b), orthogonal to V, with their images; returns b.
    fn append(
        &mut self,
        op: &mut impl Operator,
        x: &DMatrix<f64>,
        precision: Precision,
    ) -> Result<usize, Failure> {
        let (old, added) = (self.len(), x.ncols());
        if added == 0 {
            return Ok(0);
        }
        let image = op.apply(x, precision)?;
        self.v.extend_from_slice(x.as_slice());
        self.image.extend_from_slice(image.as_slice());
        let v = MatRef::from_column_major_slice(&self.v, self.n, old + added);
        let mut border = tr_product(v, view(&image));
        self.overlap.clone_from(&border);
        if self.exact > 0 && precision == Precision::Single {
            // A is symmetric, so (AV)ᵀX gives the same products from the more accurate images AV.
            let images = &self.image[..self.n * self.exact];
            let images = MatRef::from_column_major_slice(images, self.n, self.exact);
            border
                .rows_mut(0, self.exact)
                .copy_from(&tr_product(images, view(x)));
        }
        if precision == Precision::Double && self.exact == old {
            self.exact += added;
        }
        self.len += added;
        if self.len > self.inner.nrows() {
            let room = self.len.max(2 * old);
            self.inner.resize_mut(room, room, 0.0);
        }
        let mut columns = self.inner.columns_mut(old, added);
        columns.rows_mut(0, self.len).copy_from(&border);
        let mut rows = self.inner.rows_mut(old, added);
        rows.columns_mut(0, self.len).tr_copy_from(&border);
        self.eigen = None;
        Ok(added)
    }

    /// Returns the leading `count` Ritz pairs and up to `lowest` negative Ritz values beyond them, their residual
    /// vectors (one per column, leading pairs first), and the part of each residual norm that rounding may add. This
    /// part, which the residual norms include, is `rounding`, a bound on the error of the image of a unit vector in
    /// single precision, times the norm of the Ritz vector's part in columns with such images.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`] where the small eigenproblem has no solution.
    pub(crate) fn rayleigh_ritz(
        &mut self,
        count: usize,
        lowest: usize,
        rounding: f64,
    ) -> Result<(Ritz, DMatrix<f64>, Vec<f64>), Failure> {
        let (values, coefficients) = self.extreme(count, lowest)?;
        let inexact = coefficients.rows_range(self.exact..);
        let off: Vec<f64> = inexact.column_iter().map(|c| rounding * c.norm()).collect();
        let vectors = product(self.v(), view(&coefficients));
        let image = product(self.image(), view(&coefficients));
        let residuals = residuals(image, &vectors, &values);
        let leading = count.min(self.len());
        let mut ritz = Ritz::of(values, leading, &residuals, &off);
        ritz.vectors = vectors.remove_columns(leading, ritz.negative.len());
        ritz.exact = self.is_exact();
        // Rounding errors have no preferred direction, so their part along a unit vector is 1/√n of their norm.
        ritz.coupling = off.iter().copied().fold(0.0, f64::max) / (self.n as f64).sqrt();
        Ok((ritz, residuals, off))
    }

    /// Returns the Ritz values and residuals, but not the Ritz vectors, of a Krylov space that has just grown by
    /// `width` columns, in a fraction of the time of [`rayleigh_ritz`](Self::rayleigh_ritz). Residuals have `width`
    /// rows: they are coordinates in the part of the last columns' image that lies outside the basis, since all other
    /// images lie within the basis up to rounding.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`] where a small eigenproblem has no solution.
    pub(crate) fn foreseen_ritz(
        &mut self,
        count: usize,
        lowest: usize,
        width: usize,
    ) -> Result<(Ritz, DMatrix<f64>), Failure> {
        let (values, coefficients) = self.extreme(count, lowest)?;
        let (n, m) = (self.n, self.len());
        let image = MatRef::from_column_major_slice(&self.image[n * (m - width)..], n, width);
        let ritz_matrix = self.ritz_matrix();
        let inside = ritz_matrix.columns(m - width, width);
        let left = tr_product(image, image) - inside.tr_mul(&inside);
        let Eigen {
            values: squares,
            vectors,
        } = symmetric_eigen(&left, &|| false)?;
        let mut residuals = vectors.tr_mul(&coefficients.rows(m - width, width));
        for (mut row, square) in residuals.row_iter_mut().zip(squares) {
            row *= square.max(0.0).sqrt();
        }
        let off = vec![0.0; values.len()];
        Ok((Ritz::of(values, count.min(m), &residuals, &off), residuals))
    }

    /// Trace of `VᵀAV`, and squared Frobenius norms of `VᵀAV` and AV, which bound the rest of the spectrum.
    pub(crate) fn captured(&self) -> SubspaceTotals {
        SubspaceTotals {
            trace: self.ritz_matrix().trace(),
            ritz_squared: self.ritz_matrix().norm_squared(),
            image_squared: self.image().squared_norm_l2(),
        }
    }

    /// Squared coupling ‖AV − V(`VᵀAV`)‖² (Frobenius) of the basis to the rest of the space; zero where the basis is
    /// invariant.
    pub(crate) fn coupling_squared(&self) -> f64 {
        let ritz_matrix = view(&self.inner).submatrix(0, 0, self.len, self.len);
        let inside = product(self.v(), ritz_matrix);
        let image = self.image.iter().zip(inside.iter());
        image.map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// Replaces the basis by its leading `count` Ritz vectors and those of up to `lowest` negative Ritz values (a thick
    /// restart), without an application of the operator.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`] where the small eigenproblem has no solution.
    pub(crate) fn restart(&mut self, count: usize, lowest: usize) -> Result<(), Failure> {
        let exact = self.is_exact();
        let (values, coefficients) = self.extreme(count, lowest)?;
        let v = product(self.v(), view(&coefficients));
        let image = product(self.image(), view(&coefficients));
        for (kept, new) in [(&mut self.v, v), (&mut self.image, image)] {
            kept.clear();
            kept.extend_from_slice(new.as_slice());
        }
        self.len = values.len();
        self.inner = DMatrix::from_diagonal(&values.into());
        self.overlap.clone_from(&self.inner);
        self.eigen = None;
        self.exact = if exact { self.len() } else { 0 };
        Ok(())
    }

    /// Replaces the basis by its leading `count` Ritz vectors and those of up to `lowest` negative Ritz values, with
    /// images computed anew in double precision; returns the positive part of V(`VᵀAV`)Vᵀ for the former basis V, an
    /// approximation of the operator.
    ///
    /// # Errors
    ///
    /// [`Failure::NotConverged`] where the small eigenproblem has no solution, or the operator's own
    /// [`Failure`].
    pub(crate) fn refine(
        &mut self,
        op: &mut impl Operator,
        count: usize,
        lowest: usize,
    ) -> Result<FactoredMatrix, Failure> {
        let (_, coefficients) = self.extreme(count, lowest)?;
        let kept = product(self.v(), view(&coefficients));
        let (values, rotation) = self.extreme(self.len(), 0)?;
        let v = std::mem::replace(&mut self.v, Vec::with_capacity(kept.len()));
        let v = DMatrix::from_vec(self.n, rotation.nrows(), v);
        self.image.clear();
        self.len = 0;
        self.eigen = None;
        self.exact = 0;
        self.expand(op, kept, Precision::Double)?;
        Ok(FactoredMatrix::from_eigenpairs(v, values, rotation))
    }

    /// Eigenvalues of `VᵀAV`, descending, and their eigenvectors (one per column, of length m): the leading `count`,
    /// then up to `lowest` of the others that are negative.
    fn extreme(
        &mut self,
        count: usize,
        lowest: usize,
    ) -> Result<(Vec<f64>, DMatrix<f64>), Failure> {
        let m = self.len();
        let eigen = match self.eigen.take() {
            Some(known) => known,
            None => symmetric_eigen(&self.ritz_matrix().into_owned(), &|| false)?,
        };
        let eigen = self.eigen.insert(eigen);
        let leading = (0..m).rev().take(count);
        let others = m - count.min(m);
        let negative = (0..others.min(lowest))
            .rev()
            .filter(|&i| eigen.values[i] < 0.0);
        let order: Vec<usize> = leading.chain(negative).collect();
        let values = order.iter().map(|&i| eigen.values[i]).collect();
        Ok((values, eigen.vectors.select_columns(&order)))
    }
}

impl Ritz {
    /// Assembles Ritz pairs from `values`, of which the first `leading` are the leading ones and the others are
    /// negative, all descending. `residuals` has one column per value; `off` is added to each residual norm. The caller
    /// fills in `vectors` and `coupling`.
    fn of(mut values: Vec<f64>, leading: usize, residuals: &DMatrix<f64>, off: &[f64]) -> Self {
        let mut negative = values.split_off(leading);
        negative.reverse();
        Self {
            residuals: residuals
                .column_iter()
                .zip(off)
                .take(leading)
                .map(|(r, off)| r.dot(&r).sqrt() + off)
                .collect(),
            values,
            vectors: DMatrix::zeros(0, 0),
            coupling: 0.0,
            negative,
            bounds_beyond: Vec::new(),
            converged: false,
            exact: false,
            uncertainty: 0.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{
        krylov::tests::{CountedOperator, with_spectrum},
        orthogonal::{NullSpace, random_columns},
    };

    #[test]
    fn what_the_last_image_leaves_foretells_residuals() {
        let values: Vec<f64> = (0..60).map(|i| 0.7_f64.powi(i) - 0.1).collect();
        let mut op = with_spectrum(&values);
        let n = op.dim();
        let mut basis = Basis::new(n, 40);
        let start = random_columns(n, 4, 7);
        basis.expand(&mut op, start, Precision::Double).unwrap();
        for _ in 0..6 {
            basis.step(&mut op, 4, Precision::Double).unwrap();
            let (ritz, residuals, _) = basis.rayleigh_ritz(5, 2, 0.0).unwrap();
            let (foreseen, few) = basis.foreseen_ritz(5, 2, 4).unwrap();
            assert_eq!(few.shape(), (4, 7));
            assert_eq!(ritz.values, foreseen.values);
            assert_eq!(ritz.negative, foreseen.negative);
            for (residual, few) in residuals.column_iter().zip(few.column_iter()) {
                assert!((residual.norm() - few.norm()).abs() < 1e-8);
            }
        }
    }

    /// The matrix repeats ten rows six times, so that images have equal entries in equal rows even after rounding.
    #[test]
    fn a_step_takes_no_rounding_for_new() {
        let small = random_columns(10, 10, 3);
        let small = small.tr_mul(&small);
        let mut op = CountedOperator(DMatrix::from_fn(60, 60, |i, j| small[(i % 10, j % 10)]), 0);
        for precision in [Precision::Single, Precision::Double] {
            let mut basis = Basis::new(60, 40);
            let start = random_columns(60, 4, 7);
            let mut width = basis.expand(&mut op, start, precision).unwrap();
            for _ in 0..8 {
                if width > 0 {
                    width = basis.step(&mut op, width, precision).unwrap();
                }
            }
            assert_eq!(width, 0, "still, at {} columns", basis.len());
            assert!(basis.len() <= 14, "{}", basis.len());
        }
    }

    #[test]
    fn a_step_goes_where_the_image_of_the_last_columns_does() {
        let values: Vec<f64> = (0..60).map(|i| 1.0 / f64::from(i + 1)).collect();
        let mut op = with_spectrum(&values);
        let n = op.dim();
        for precision in [Precision::Single, Precision::Double] {
            let mut basis = Basis::new(n, 40);
            let start = random_columns(n, 5, 7);
            let mut width = basis.expand(&mut op, start, precision).unwrap();
            for _ in 0..6 {
                let (old, image) = (basis.len(), basis.last_image(width));
                width = basis.step(&mut op, width, precision).unwrap();
                let (old, new) = basis.v().split_at_col(old);
                let expected = orthonormalize(old, NullSpace::Ones, image);
                let cosines = tr_product(view(&expected), new);
                assert_eq!(cosines.shape(), (5, 5));
                assert!((cosines.singular_values().min() - 1.0).abs() < 1e-9);
                let gram = tr_product(basis.v(), basis.v());
                let m = basis.len();
                assert!((gram - DMatrix::identity(m, m)).amax() < 1e-13);
            }
            let (ritz, ..) = basis.rayleigh_ritz(3, 0, 0.0).unwrap();
            assert_eq!(ritz.exact, precision == Precision::Double);
        }
    }
}
