//! Products with `(BᵀB + δ²I)⁻¹` for a sparse B, without squaring B.
//!
//! The smallest eigenvalues of `BᵀB` may be 10⁻¹² of its largest, and most of their digits are lost once `BᵀB`
//! is rounded. The triangle R of B = QR is as accurate as B itself, and `BᵀB = RᵀR`.

use std::ops::Range;

use faer::{
    Conj, Par, Spec,
    dyn_stack::{MemBuffer, MemStack, StackReq},
    perm::PermRef,
    sparse::{
        SparseColMat, SymbolicSparseColMat, SymbolicSparseColMatRef,
        linalg::{
            SymbolicSupernodalParams, amd,
            cholesky::supernodal::SupernodalLltRef,
            qr::{
                col_etree, col_etree_scratch, column_counts_aat_scratch, column_counts_ata,
                postorder, postorder_scratch,
                supernodal::{
                    SymbolicSupernodalQr, factorize_supernodal_numeric_qr,
                    factorize_supernodal_numeric_qr_scratch, factorize_supernodal_symbolic_qr,
                    factorize_supernodal_symbolic_qr_scratch,
                },
            },
        },
    },
};
use nalgebra::DMatrix;

use super::{
    EmbeddingOptions,
    spectral::{ROUNDING, leading},
    unrolled::check_memory,
    watch::{EmbeddingStage, EmbeddingWatch},
};
use crate::{
    cores::two_parts,
    eigen::{Failure, equal::equal_runs, gemm::view_mut},
};

/// Number of entries of R from which a second thread pays.
const LARGE: usize = 4_000_000;
/// Share of all pairs of columns of B that may have entries in a common row; above it R is taken to be dense in any
/// order.
const DENSE: f64 = 0.25;

/// Sparse matrix, stored row by row.
pub(super) struct SparseRows {
    /// Number n of columns.
    columns: usize,
    /// Start of each row's entries, followed by the number of entries.
    starts: Vec<usize>,
    /// Column of each entry, ascending within a row.
    indices: Vec<usize>,
    /// Value of each entry.
    values: Vec<f64>,
}

impl SparseRows {
    /// Creates a matrix without rows.
    pub(super) fn new(columns: usize) -> Self {
        Self {
            columns,
            starts: vec![0],
            indices: Vec::new(),
            values: Vec::new(),
        }
    }

    /// Number of rows.
    fn len(&self) -> usize {
        self.starts.len() - 1
    }

    /// Appends a row with these entries (column and value), in distinct columns.
    pub(super) fn push(&mut self, mut entries: Vec<(usize, f64)>) {
        entries.sort_unstable_by_key(|entry| entry.0);
        for (column, value) in entries {
            self.indices.push(column);
            self.values.push(value);
        }
        self.starts.push(self.indices.len());
    }

    /// Iterates over the entries of row i (column and value).
    pub(super) fn row(&self, i: usize) -> impl Iterator<Item = (usize, f64)> {
        let range = self.starts[i]..self.starts[i + 1];
        let values = &self.values[range.clone()];
        self.indices[range]
            .iter()
            .copied()
            .zip(values.iter().copied())
    }

    /// Returns the Frobenius norm.
    fn norm(&self) -> f64 {
        self.values
            .iter()
            .map(|value| value * value)
            .sum::<f64>()
            .sqrt()
    }

    /// Returns ‖Bv‖² for each column of v (n × k).
    fn squared_images(&self, v: &DMatrix<f64>) -> Vec<f64> {
        let squared = |column: &[f64]| -> f64 {
            (0..self.len())
                .map(|i| {
                    let image: f64 = self.row(i).map(|(j, value)| value * column[j]).sum();
                    image * image
                })
                .sum()
        };
        v.as_slice()
            .chunks(self.columns.max(1))
            .map(squared)
            .collect()
    }
}

/// Triangle R with the order of its columns, from which products with `(BᵀB + δ²I)⁻¹` are computed.
struct SquaredInverse {
    symbolic: SymbolicSupernodalQr<usize>,
    /// Numeric entries of R.
    r: Vec<f64>,
    /// Order of the columns of R: column j of R is column `forward[j]` of B.
    forward: Vec<usize>,
    par: Par,
}

/// Functions f on the n rows that make ‖B·f‖ least, besides a known function for which ‖B·f‖ is zero.
pub(super) struct LeastImages {
    /// Orthonormal functions, n × k.
    pub(super) vectors: DMatrix<f64>,
    /// Values ‖B·f‖², ascending, length k.
    pub(super) eigenvalues: Vec<f64>,
    /// Runs of functions whose values the error bounds cannot separate, see [`equal_runs`].
    pub(super) undetermined: Vec<Range<usize>>,
}

/// Finds the functions f that make ‖B·f‖ least, as many as `options` ask for, for B (any number of rows × n) that
/// takes `known` (n numbers) to zero. δ² is added to all eigenvalues of `BᵀB` to make it invertible.
///
/// # Errors
/// A [`Failure`] when cancelled, when more memory than allowed is needed, or when eigenvectors do not converge.
pub(super) fn least_images(
    b: &SparseRows,
    delta: f64,
    known: &[f64],
    options: &EmbeddingOptions,
    watch: &EmbeddingWatch<'_>,
) -> Result<LeastImages, Failure> {
    let k = options.components_of(b.columns);
    let inverse = SquaredInverse::new(b, delta, options, watch)?;
    let found = leading(&|x| inverse.times(x), known, k, 0, watch)?;
    let vectors = found.vectors.columns(0, k).into_owned();
    // Eigenvalues θ = 1/(σ² + δ²) of the inverse are also off by the rounding of the singular values σ of B, which
    // makes dθ = 2σθ²dσ ≤ 2θ^(3/2)dσ.
    let of_singular = ROUNDING * f64::EPSILON * b.norm();
    let errors = found.values.iter().zip(&found.errors);
    let errors = errors.map(|(value, error)| error + 2.0 * value.abs().powf(1.5) * of_singular);
    Ok(LeastImages {
        undetermined: equal_runs(&found.values, &errors.collect::<Vec<_>>(), k, 0.0),
        eigenvalues: b.squared_images(&vectors),
        vectors,
    })
}

/// Structure of the factorisation of B with δI stacked below it.
struct QrStructure {
    symbolic: SymbolicSupernodalQr<usize>,
    /// Stack of B and δI, transposed: one column for each of its rows.
    transposed: SparseColMat<usize, f64>,
    /// Order of the columns of R: column j of R is column `forward[j]` of B.
    forward: Vec<usize>,
    /// Inverse permutation of `forward`.
    backward: Vec<usize>,
}

impl QrStructure {
    /// Finds the structure of R before its entries.
    ///
    /// # Errors
    /// [`Failure::OutOfMemory`] where more than the allowed bytes would be held.
    fn new(b: &SparseRows, delta: f64, allowed: u64) -> Result<Self, Failure> {
        let n = b.columns;
        // Bytes of a dense R.
        let most = 8 * (n as u64).saturating_mul(n as u64);
        let refused = |_| Failure::OutOfMemory {
            needed: most,
            allowed,
        };
        let transposed = stacked(b, delta);
        let stacked = transposed
            .as_ref()
            .transpose()
            .to_col_major()
            .map_err(refused)?;
        let pattern = stacked.symbolic();
        let (forward, backward) = match common_columns(b) {
            Some((starts, indices)) => {
                let common = SymbolicSparseColMatRef::new_checked(n, n, &starts, None, &indices);
                ordering(common, allowed)?
            }
            None => ((0..n).collect(), (0..n).collect()),
        };
        let order = PermRef::new_checked(&forward, &backward, n);
        let m = pattern.nrows();
        let scratch = StackReq::any_of(&[
            col_etree_scratch::<usize>(m, n),
            postorder_scratch::<usize>(n),
            column_counts_aat_scratch::<usize>(n, m),
            factorize_supernodal_symbolic_qr_scratch::<usize>(m, n),
        ]);
        let mut memory = allocate(scratch, allowed)?;
        let stack = MemStack::new(&mut memory);
        let (mut parents, mut post, mut counts) = (vec![0; n], vec![0; n], vec![0; n]);
        let mut first_columns = vec![0; m];
        let parents = col_etree(pattern, Some(order), &mut parents, stack);
        postorder(&mut post, parents, stack);
        column_counts_ata(
            &mut counts,
            &mut first_columns,
            transposed.symbolic(),
            Some(order),
            parents,
            &post,
            stack,
        );
        let symbolic = factorize_supernodal_symbolic_qr(
            pattern,
            Some(order),
            first_columns,
            parents,
            &counts,
            stack,
            SymbolicSupernodalParams::default(),
        )
        .map_err(refused)?;
        Ok(Self {
            symbolic,
            transposed,
            forward,
            backward,
        })
    }
}

impl SquaredInverse {
    /// Factorises B (any number of rows × n) with δI stacked below it, for δ > 0.
    ///
    /// # Errors
    /// [`Failure::OutOfMemory`] where more than the allowed bytes would be held, or [`Failure::Cancelled`].
    fn new(
        b: &SparseRows,
        delta: f64,
        options: &EmbeddingOptions,
        watch: &EmbeddingWatch<'_>,
    ) -> Result<Self, Failure> {
        let allowed = options.memory_budget;
        watch.stage(EmbeddingStage::Factorization, 0).step()?;
        let QrStructure {
            symbolic,
            transposed,
            forward,
            backward,
        } = QrStructure::new(b, delta, allowed)?;
        watch.step()?;
        let entries = symbolic.R_adjoint().len_val();
        // Chosen by size alone, so that results don't depend on the number of threads, bit for bit.
        let par = if entries < LARGE {
            Par::Seq
        } else {
            two_parts()
        };
        let scratch =
            factorize_supernodal_numeric_qr_scratch::<usize, f64>(&symbolic, par, Spec::default());
        let reflections = symbolic.householder();
        let (values, factors) = (reflections.len_householder_val(), reflections.len_tau_val());
        let rows = reflections.len_householder_row_idx();
        let blocks = rows + reflections.n_supernodes();
        let numbers = [entries, values, factors, rows, 3 * blocks];
        let numbers = 8 * numbers.iter().sum::<usize>() as u64;
        let factorization = numbers + scratch.unaligned_bytes_required() as u64;
        // The bases are allocated once all but R is freed.
        let iteration = 8 * entries as u64 + options.bases(b.columns);
        // A number and an index for each entry of B, in both its original and its stacked form.
        let sparse = 32 * transposed.compute_nnz() as u64;
        check_memory(factorization.max(iteration) + sparse, allowed)?;
        let mut r = vec![0.0; entries];
        factorize_supernodal_numeric_qr(
            &mut vec![0; rows],
            &mut vec![0; blocks],
            &mut vec![0; blocks],
            &mut vec![0; blocks],
            &mut r,
            &mut vec![0.0; values],
            &mut vec![0.0; factors],
            transposed.as_ref(),
            Some(PermRef::new_checked(&forward, &backward, forward.len())),
            &symbolic,
            par,
            MemStack::new(&mut allocate(scratch, allowed)?),
            Spec::default(),
        );
        Ok(Self {
            symbolic,
            r,
            forward,
            par,
        })
    }

    /// Returns `(BᵀB + δ²I)⁻¹x` for each column of x (n × b).
    fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut y = x.select_rows(&self.forward);
        let triangle = self.symbolic.R_adjoint();
        let scratch = triangle.solve_in_place_scratch::<f64>(x.ncols(), self.par);
        SupernodalLltRef::new(triangle, &self.r).solve_in_place_with_conj(
            Conj::No,
            view_mut(&mut y),
            self.par,
            MemStack::new(&mut MemBuffer::new(scratch)),
        );
        let mut back = DMatrix::zeros(x.nrows(), x.ncols());
        for (mut to, from) in back.column_iter_mut().zip(y.column_iter()) {
            for (&j, value) in self.forward.iter().zip(from.iter()) {
                to[j] = *value;
            }
        }
        back
    }
}

/// Allocates scratch memory, or fails with [`Failure::OutOfMemory`].
fn allocate(scratch: StackReq, allowed: u64) -> Result<MemBuffer, Failure> {
    MemBuffer::try_new(scratch).map_err(|_| Failure::OutOfMemory {
        needed: scratch.unaligned_bytes_required() as u64,
        allowed,
    })
}

/// Returns B with δI stacked below it, transposed.
fn stacked(b: &SparseRows, delta: f64) -> SparseColMat<usize, f64> {
    let n = b.columns;
    let mut starts = b.starts.clone();
    let mut indices = b.indices.clone();
    let mut values = b.values.clone();
    for j in 0..n {
        indices.push(j);
        values.push(delta);
        starts.push(indices.len());
    }
    let columns = starts.len() - 1;
    let pattern = SymbolicSparseColMat::new_checked(n, columns, starts, None, indices);
    SparseColMat::new(pattern, values)
}

/// Returns, for each column of B, the columns with which it shares a row, as starts and indices; `None` where more
/// than [`DENSE`] of all pairs do.
fn common_columns(b: &SparseRows) -> Option<(Vec<usize>, Vec<usize>)> {
    let n = b.columns;
    let mut rows_of = vec![Vec::new(); n];
    for i in 0..b.len() {
        for (j, _) in b.row(i) {
            rows_of[j].push(i);
        }
    }
    let most = (DENSE * (n as f64).powi(2)) as usize;
    let (mut starts, mut indices) = (vec![0], Vec::new());
    // Column for which each other column was last met.
    let mut met = vec![usize::MAX; n];
    for (j, rows) in rows_of.iter().enumerate() {
        let first = indices.len();
        for &i in rows {
            for (other, _) in b.row(i) {
                if met[other] != j {
                    met[other] = j;
                    indices.push(other);
                }
            }
            if indices.len() == first + n {
                break;
            }
        }
        if indices.len() > most.max(n) {
            return None;
        }
        indices[first..].sort_unstable();
        starts.push(indices.len());
    }
    Some((starts, indices))
}

/// Returns an order of the columns of B in which R has few entries, and its inverse: approximate minimum degree on
/// the pattern `common` of `BᵀB`.
fn ordering(
    common: SymbolicSparseColMatRef<'_, usize>,
    allowed: u64,
) -> Result<(Vec<usize>, Vec<usize>), Failure> {
    let n = common.nrows();
    let (mut forward, mut backward) = (vec![0; n], vec![0; n]);
    let scratch = amd::order_scratch::<usize>(n, common.compute_nnz());
    let needed = scratch.unaligned_bytes_required() as u64;
    amd::order(
        &mut forward,
        &mut backward,
        common,
        amd::Control::default(),
        MemStack::new(&mut allocate(scratch, allowed)?),
    )
    .map_err(|_| Failure::OutOfMemory { needed, allowed })?;
    Ok((forward, backward))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{eigen::orthogonal::center_columns, manifold::EmbeddingProgress};
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn dense(b: &SparseRows) -> DMatrix<f64> {
        let mut matrix = DMatrix::zeros(b.len(), b.columns);
        for i in 0..b.len() {
            for (j, value) in b.row(i) {
                matrix[(i, j)] = value;
            }
        }
        matrix
    }

    /// Random matrix of any number of rows with up to `most` entries each, some in few columns, some empty.
    fn random(rng: &mut ChaCha8Rng, columns: usize, most: usize) -> SparseRows {
        let mut b = SparseRows::new(columns);
        for _ in 0..rng.random_range(0..2 * columns) {
            let mut entries = vec![(0, 0.0); rng.random_range(0..=most)];
            let reach = rng.random_range(1..=columns);
            for entry in &mut entries {
                *entry = (rng.random_range(0..reach), rng.random_range(-1.0..1.0));
            }
            entries.sort_by_key(|entry| entry.0);
            entries.dedup_by_key(|entry| entry.0);
            b.push(entries);
        }
        b
    }

    #[test]
    fn inverts_the_square_of_any_sparse_matrix() {
        let rng = &mut ChaCha8Rng::seed_from_u64(1);
        let progress = EmbeddingProgress::default();
        let watch = EmbeddingWatch::new(&progress, &|| false);
        for run in 0..200 {
            let (n, delta) = (rng.random_range(1..60), 0.5);
            let most = rng.random_range(0..8);
            let b = random(rng, n, most);
            let options = EmbeddingOptions::default();
            let inverse = SquaredInverse::new(&b, delta, &options, &watch).unwrap();
            let x = DMatrix::from_fn(n, 3, |_, _| rng.random_range(-1.0..1.0));
            let y = inverse.times(&x);
            let b = dense(&b);
            let error = (b.tr_mul(&(&b * &y)) + &y * (delta * delta) - &x).amax();
            assert!(error < 1e-12, "run {run}, n = {n}: off by {error:e}");
        }
    }

    #[test]
    fn small_eigenvalues_keep_their_digits() {
        // Second differences on a line: BᵀB has the eigenvalues (2 − 2 cos(πj/n))², 1e-11 and more.
        let n = 1000;
        let mut b = SparseRows::new(n);
        for i in 0..n {
            let mut row = vec![(i, 0.0)];
            for j in [i.wrapping_sub(1), i + 1] {
                if j < n {
                    row[0].1 += 1.0;
                    row.push((j, -1.0));
                }
            }
            b.push(row);
        }
        let progress = EmbeddingProgress::default();
        let watch = EmbeddingWatch::new(&progress, &|| false);
        let options = EmbeddingOptions::default();
        let inverse = SquaredInverse::new(&b, 1e-7, &options, &watch).unwrap();
        // Its eigenvectors are cos(πj(i + ½)/n).
        for j in [1, 2, 5] {
            let step = std::f64::consts::PI * f64::from(j) / n as f64;
            let v = DMatrix::from_fn(n, 1, |i, _| (step * (i as f64 + 0.5)).cos());
            let value = (2.0 - 2.0 * step.cos()).powi(2);
            let mut times = inverse.times(&v) * (value + 1e-14);
            // The inverse takes the constant vector to 10¹⁴ times itself, and rounding leaves some of it in the
            // product.
            center_columns(&mut times);
            let error = (times - v).amax();
            assert!(error < 1e-9, "{j}: off by {error:e} at {value:e}");
        }
    }
}
