//! Leading eigenpairs of a symmetric matrix that is known by its products with vectors: block Krylov iteration, and
//! the dense spectrum for small matrices or where the iteration fails.

use nalgebra::{DMatrix, DVector};

use super::watch::{EmbeddingStage, EmbeddingWatch};
use crate::eigen::{
    Failure,
    accuracy::RitzResiduals,
    dense::{SMALL, has_room_to_iterate, symmetric_eigen, wants_most},
    gemm::view,
    goal::EigenGoal,
    krylov::leading_pairs,
    operator::{Operator, Precision, Ritz},
    orthogonal::{NullSpace, center_columns, orthonormalize},
};

/// Rows up to which the whole spectrum is computed where the iteration fails.
const MEDIUM: usize = 3000;
/// Number of columns multiplied in one step where the whole matrix of more than [`SMALL`] rows is computed; the
/// computation can be cancelled between steps.
const WIDTH: usize = 16;
/// Passes over the matrix after which the iteration is given up.
const PASSES: usize = 300;
/// Tolerated error of a column v√θ, relative to the norm of the first. A smaller tolerance takes more passes.
const SCORES: f64 = 1e-10;
/// Tolerated error of an eigenvalue θ, relative to the first.
const EIGENVALUES: f64 = 1e-9;
/// Bound on an eigenvalue's rounding error, in units of ε times the largest eigenvalue: errors of products, of a
/// Rayleigh quotient and of a small eigenproblem.
pub(super) const ROUNDING: f64 = 64.0;
/// Share of the largest eigenvalue below which the dense matrix loses digits of an eigenvector: rounding of ε times
/// the largest turns the vector by about ε over the share, 2 · 10⁻¹⁰. At a share of 10⁻¹⁰ (200 pictures of digits,
/// whose graph is in two pieces) scores were off by 10⁻⁶ of the largest.
const HIDDEN: f64 = 1e-6;
/// Products with the matrix that restore the digits lost below [`HIDDEN`]. Each multiplies the error by the ratio
/// of two neighbouring eigenvalues: with 0.42 on the pictures named there, 20 products leave 3 · 10⁻⁸ of it.
const RESTORING_PRODUCTS: usize = 20;

/// Symmetric matrix (n × n), as the function that multiplies it with vectors (n × b).
pub(super) type Products<'a> = &'a dyn Fn(&DMatrix<f64>) -> DMatrix<f64>;

/// Leading eigenpairs: those wanted, and the next one where the matrix has one.
pub(super) struct LeadingPairs {
    /// Eigenvalues, descending.
    pub(super) values: Vec<f64>,
    /// Upper bound on the error that the decomposition makes in each wanted eigenvalue.
    pub(super) errors: Vec<f64>,
    /// Eigenvectors, one orthonormal column (length n) for each eigenvalue.
    pub(super) vectors: DMatrix<f64>,
}

/// Computes the `k` < n leading eigenpairs of a matrix, leaving out the pair whose eigenvector is `known` (n numbers,
/// not all zero). The iteration seeks `lowest` eigenvalues at the other end as well: none for a matrix without negative
/// ones.
///
/// # Errors
/// A [`Failure`] when cancelled, when the iteration does not converge, or when products are not finite.
pub(super) fn leading(
    products: Products<'_>,
    known: &[f64],
    k: usize,
    lowest: usize,
    watch: &EmbeddingWatch<'_>,
) -> Result<LeadingPairs, Failure> {
    let n = known.len();
    let mut op = DeflatedMatrix {
        n,
        products,
        lowest,
        mirror: mirror(known),
        watch: watch.stage(EmbeddingStage::Eigenvectors, 0),
    };
    let small = n <= SMALL || wants_most(n, k) && n <= MEDIUM || !has_room_to_iterate(n, k);
    let found = if small {
        op.whole(k)?
    } else {
        match op.iterate(k)? {
            Some(found) => found,
            None if n <= MEDIUM => op.whole(k)?,
            None => return Err(Failure::NotConverged),
        }
    };
    Ok(LeadingPairs {
        vectors: op.reflected(&found.vectors),
        ..found
    })
}

/// Matrix reflected such that its known eigenvector becomes the vector of ones, which the iteration leaves out.
struct DeflatedMatrix<'a> {
    /// Dimension n.
    n: usize,
    /// Matrix before the reflection.
    products: Products<'a>,
    /// Number of lowest eigenvalues that the iteration seeks; 0 where none is negative.
    lowest: usize,
    /// Unit vector w of the reflection I − 2wwᵀ; `None` where the known vector is already a multiple of the ones.
    mirror: Option<DVector<f64>>,
    watch: &'a EmbeddingWatch<'a>,
}

impl DeflatedMatrix<'_> {
    /// Reflects each column of x (n × b).
    fn reflected(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut reflected = x.clone();
        if let Some(w) = &self.mirror {
            for mut column in reflected.column_iter_mut() {
                let along = 2.0 * w.dot(&column);
                column.axpy(-along, w, 1.0);
            }
        }
        reflected
    }

    /// Computes the leading pairs by iteration; `None` where it does not converge.
    fn iterate(&mut self, k: usize) -> Result<Option<LeadingPairs>, Failure> {
        let goal = EigenGoal {
            components: k,
            tolerance: SCORES,
            eigenvalue_tolerance: EIGENVALUES,
            lowest: self.lowest,
            prove: true,
            before: &[],
            passes: PASSES,
        };
        let Ritz {
            mut values,
            vectors,
            residuals,
            coupling,
            bounds_beyond,
            converged,
            ..
        } = leading_pairs(self, &goal)?;
        let found = RitzResiduals {
            wanted: k,
            values: &values,
            residuals: &residuals,
            coupling,
            bounds_beyond: &bounds_beyond,
        };
        let ends = values.first().into_iter().chain(values.last());
        let scale = ends.fold(0.0, |m: f64, value| m.max(value.abs()));
        let errors = found.eigenvalue_errors();
        let errors = errors
            .iter()
            .map(|error| (error + ROUNDING * f64::EPSILON) * scale)
            .collect();
        let kept = values.len().min(k + 1);
        values.truncate(kept);
        let vectors = vectors.columns(0, kept).into_owned();
        Ok(converged.then_some(LeadingPairs {
            values,
            errors,
            vectors,
        }))
    }

    /// Computes the leading pairs from the whole spectrum.
    fn whole(&mut self, k: usize) -> Result<LeadingPairs, Failure> {
        let n = self.n;
        let mut identity = DMatrix::identity(n, n);
        center_columns(&mut identity);
        let mut matrix = DMatrix::zeros(n, n);
        let width = if n <= SMALL { n.max(1) } else { WIDTH };
        for start in (0..n).step_by(width) {
            let columns = identity.columns(start, width.min(n - start)).into_owned();
            let image = self.apply(&columns, Precision::Double)?;
            matrix.columns_mut(start, image.ncols()).copy_from(&image);
        }
        let matrix = 0.5 * (&matrix + matrix.transpose());
        if !matrix.iter().all(|value| value.is_finite()) {
            return Err(Failure::NotFinite);
        }
        // In this unit no square overflows; digits of the smallest eigenvalues do not matter.
        let scale = matrix.amax();
        if scale == 0.0 {
            return Ok(nothing(n, k));
        }
        let watch = self.watch;
        let eigen = symmetric_eigen(&(matrix / scale), &|| watch.is_cancelled())?;
        let order: Vec<usize> = (0..n).rev().take(k + 1).collect();
        let ends = [eigen.values.first(), eigen.values.last()];
        let largest = ends
            .into_iter()
            .flatten()
            .fold(0.0, |m: f64, λ| m.max(λ.abs()));
        Ok(LeadingPairs {
            errors: vec![ROUNDING * f64::EPSILON * largest * scale; k],
            values: order.iter().map(|&i| scale * eigen.values[i]).collect(),
            vectors: self.refined(eigen.vectors.select_columns(&order), &eigen.values)?,
        })
    }

    /// Returns eigenvectors (n × b, of descending eigenvalues) refined by products with the matrix, which round less
    /// than its entries. They are unchanged unless the last eigenvalue is far below the largest of `values` (ascending)
    /// and the matrix has no negative ones.
    fn refined(
        &mut self,
        mut vectors: DMatrix<f64>,
        values: &[f64],
    ) -> Result<DMatrix<f64>, Failure> {
        let (n, b) = vectors.shape();
        let last = values.len().checked_sub(b).and_then(|i| values.get(i));
        let is_hidden = last
            .zip(values.last())
            .is_some_and(|(last, largest)| *last < HIDDEN * largest);
        if !is_hidden || self.lowest > 0 {
            return Ok(vectors);
        }
        for _ in 0..RESTORING_PRODUCTS {
            let images = self.apply(&vectors, Precision::Double)?;
            let next = orthonormalize(view(&DMatrix::zeros(n, 0)), NullSpace::Ones, images);
            // A matrix of lower rank determines no further eigenvectors.
            if next.ncols() < b {
                break;
            }
            vectors = next;
        }
        Ok(vectors)
    }
}

impl Operator for DeflatedMatrix<'_> {
    fn dim(&self) -> usize {
        self.n
    }

    fn apply(&mut self, x: &DMatrix<f64>, _: Precision) -> Result<DMatrix<f64>, Failure> {
        self.watch.step()?;
        let mut image = self.reflected(&(self.products)(&self.reflected(x)));
        center_columns(&mut image);
        Ok(image)
    }

    /// Returns zero, since products are always in double precision.
    fn rounding(&self, _: Precision) -> f64 {
        0.0
    }
}

/// Pairs of the zero matrix: zero eigenvalues with the first unit vectors.
fn nothing(n: usize, k: usize) -> LeadingPairs {
    let count = n.min(k + 1);
    LeadingPairs {
        values: vec![0.0; count],
        errors: vec![0.0; k],
        vectors: DMatrix::identity(n, count),
    }
}

/// Returns the unit vector w for which I − 2wwᵀ takes `known` to a multiple of the ones; `None` where `known` is
/// already such a multiple.
fn mirror(known: &[f64]) -> Option<DVector<f64>> {
    let known = DVector::from_column_slice(known);
    let unit = &known / known.norm();
    let n = known.len() as f64;
    let w = unit.add_scalar(-n.sqrt().recip());
    // Below this norm, `known` is as close to the ones as rounding allows.
    let norm = w.norm();
    (norm > 1e-12).then(|| w / norm)
}
