//! An orthonormal basis, its image under a symmetric operator, and the Ritz pairs of both.

use faer::MatRef;
use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::Captured,
    dense::{Eigen, symmetric_eigen},
    gemm::{product, tr_product, view},
    krylov::{Operator, Precision, Ritz},
    orthogonal::orthonormalize,
};

/// An orthonormal basis V (n × m), its image AV, and `VᵀAV`.
pub(crate) struct Basis {
    n: usize,
    /// Column by column.
    v: Vec<f64>,
    image: Vec<f64>,
    ritz_matrix: DMatrix<f64>,
    /// Of `ritz_matrix`, where known.
    eigen: Option<Eigen>,
}

impl Basis {
    /// An empty basis with room for some columns.
    pub(crate) fn new(n: usize, capacity: usize) -> Self {
        Self {
            n,
            v: Vec::with_capacity(n * capacity),
            image: Vec::with_capacity(n * capacity),
            ritz_matrix: DMatrix::zeros(0, 0),
            eigen: None,
        }
    }

    pub(crate) fn n(&self) -> usize {
        self.n
    }

    pub(crate) fn len(&self) -> usize {
        self.ritz_matrix.ncols()
    }

    /// V.
    pub(crate) fn v(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.v, self.n, self.len())
    }

    /// The image of the last `count` columns.
    pub(crate) fn last_image(&self, count: usize) -> DMatrix<f64> {
        let count = count.min(self.len());
        DMatrix::from_column_slice(
            self.n,
            count,
            &self.image[self.image.len() - self.n * count..],
        )
    }

    fn image(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.image, self.n, self.len())
    }

    /// Takes up what the columns of x hold beyond the basis; returns how many columns that is.
    pub(crate) fn expand(
        &mut self,
        op: &mut impl Operator,
        x: DMatrix<f64>,
        precision: Precision,
    ) -> Result<usize, Failure> {
        let x = orthonormalize(self.v(), x);
        let (old, added) = (self.len(), x.ncols());
        if added == 0 {
            return Ok(0);
        }
        let image = op.apply(&x, precision)?;
        self.v.extend_from_slice(x.as_slice());
        self.image.extend_from_slice(image.as_slice());
        let mut ritz_matrix =
            std::mem::take(&mut self.ritz_matrix).resize(old + added, old + added, 0.0);
        let v = MatRef::from_column_major_slice(&self.v, self.n, old + added);
        let border = tr_product(v, view(&image));
        ritz_matrix.columns_mut(old, added).copy_from(&border);
        ritz_matrix.rows_mut(old, added).tr_copy_from(&border);
        self.ritz_matrix = ritz_matrix;
        self.eigen = None;
        Ok(added)
    }

    /// The leading `count` Ritz pairs and the `lowest` negative Ritz values, with the residual
    /// vectors of both, one a column.
    pub(crate) fn rayleigh_ritz(
        &mut self,
        count: usize,
        lowest: usize,
    ) -> Result<(Ritz, DMatrix<f64>), Failure> {
        let (mut values, coefficients) = self.extreme(count, lowest)?;
        let mut vectors = product(self.v(), view(&coefficients));
        let mut residuals = product(self.image(), view(&coefficients));
        let columns = residuals.column_iter_mut().zip(vectors.column_iter());
        for ((mut r, v), &θ) in columns.zip(&values) {
            r.axpy(-θ, &v, 1.0);
        }
        let leading = count.min(self.len());
        let mut negative = values.split_off(leading);
        negative.reverse();
        vectors = vectors.remove_columns(leading, negative.len());
        let ritz = Ritz {
            residuals: residuals
                .column_iter()
                .take(leading)
                .map(|r| r.norm())
                .collect(),
            values,
            vectors,
            coupling: 0.0,
            negative,
            rest: f64::INFINITY,
            converged: false,
        };
        Ok((ritz, residuals))
    }

    /// What the basis holds of the operator.
    pub(crate) fn captured(&self) -> Captured {
        Captured {
            trace: self.ritz_matrix.trace(),
            ritz_squared: self.ritz_matrix.norm_squared(),
            image_squared: self.image().squared_norm_l2(),
        }
    }

    /// ‖AV − V(`VᵀAV`)‖² (Frobenius).
    pub(crate) fn coupling_squared(&self) -> f64 {
        let inside = product(self.v(), view(&self.ritz_matrix));
        let image = self.image.iter().zip(inside.iter());
        image.map(|(a, b)| (a - b) * (a - b)).sum()
    }

    /// Keeps the leading `count` and the `lowest` Ritz vectors only.
    pub(crate) fn restart(&mut self, count: usize, lowest: usize) -> Result<(), Failure> {
        let (values, coefficients) = self.extreme(count, lowest)?;
        let v = product(self.v(), view(&coefficients));
        let image = product(self.image(), view(&coefficients));
        for (kept, new) in [(&mut self.v, v), (&mut self.image, image)] {
            kept.clear();
            kept.extend_from_slice(new.as_slice());
        }
        self.ritz_matrix = DMatrix::from_diagonal(&values.into());
        self.eigen = None;
        Ok(())
    }

    /// Keeps the leading `count` and the `lowest` Ritz vectors with the columns of x, and takes
    /// their images anew.
    pub(crate) fn refine(
        &mut self,
        op: &mut impl Operator,
        count: usize,
        lowest: usize,
        x: &DMatrix<f64>,
    ) -> Result<(), Failure> {
        let (_, coefficients) = self.extreme(count, lowest)?;
        let kept = product(self.v(), view(&coefficients));
        let count = kept.ncols() + x.ncols();
        let columns = [kept.as_slice(), x.as_slice()].concat();
        let v = DMatrix::from_vec(self.n, count, columns);
        self.v.clear();
        self.image.clear();
        self.ritz_matrix = DMatrix::zeros(0, 0);
        self.eigen = None;
        self.expand(op, v, Precision::Double)?;
        Ok(())
    }

    /// Eigenpairs of `VᵀAV`, descending: the leading `count`, and the `lowest` negative ones of
    /// the others.
    fn extreme(
        &mut self,
        count: usize,
        lowest: usize,
    ) -> Result<(Vec<f64>, DMatrix<f64>), Failure> {
        let m = self.len();
        let eigen = match self.eigen.take() {
            Some(known) => known,
            None => symmetric_eigen(&self.ritz_matrix).ok_or(Failure::NotConverged)?,
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
