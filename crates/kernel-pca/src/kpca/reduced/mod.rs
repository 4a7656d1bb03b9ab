//! Reduced basis for previews at other values of γ, which evaluate no kernel values.
//!
//! The leading eigenvectors at a few nodes in ln γ together span those in between, to many digits. With Q an
//! orthonormal basis of this span (n × m), `QᵀK̃(γ)Q` (m × m) is as smooth in ln γ as the kernel, and is interpolated
//! entry by entry. A preview is then an eigenproblem of size m, for any n, and one product with Q (a reduced basis as
//! in Quarteroni, Manzoni and Negri 2016).
//!
//! The part of K̃(γ)Q outside Q gives residuals. It is interpolated too, but only its products with some random columns
//! are, which preserve the lengths of vectors to about a tenth (Johnson and Lindenstrauss 1984). The decay of the
//! coefficients of the interpolation gives its error. Previews whose errors may be too large are left to other solvers.

mod preview;
mod span;

use nalgebra::DMatrix;

use super::{
    SolverUsed,
    solution::{MatrixFacts, Solution},
    trail::Trail,
};
use crate::{
    eigen::{
        chebyshev::Chebyshev,
        dense::symmetric_eigen,
        gemm::{gram, product, tr_product, view},
        operator::Precision,
        orthogonal::{NullSpace, center_columns, orthonormalize, random_columns},
    },
    kernel::{Kernel, ScaledKernel},
};

pub(super) use span::GammaSpan;

/// Number of nodes of the interpolation. More nodes lower its error, and each takes an exact fit.
const NODES: usize = 10;
/// Number of pairs fitted at each node beyond those wanted, since they may be leading pairs at another γ.
const SPARE: usize = 4;
/// Largest part of the score columns that the basis may leave out: its norm relative to the first column, as a root
/// mean square over the nodes.
const LEFT: f64 = 1e-5;
/// Largest number of components of previews: more would need too many directions.
const MOST_COMPONENTS: usize = 60;
/// Largest number m of directions: with more, previews would take longer than by iteration.
const MOST_DIRECTIONS: usize = 400;
/// Number of random columns that residuals are multiplied by: 48 give lengths with relative errors of about 1/√(2·48) =
/// 0.1.
const SKETCHED: usize = 48;
/// Seed of the random columns that residuals are multiplied by; an arbitrary number, fixed so that runs repeat.
const SEED: u64 = 7;
/// Eigenvalue, relative to the first, below which eigenvectors need more digits than single precision has.
const SMALL: f64 = 1e-3;
/// Factor by which estimates of the interpolation's error are raised, since they are good to a factor of about two.
const CAUTION: f64 = 2.0;
/// Inverse of the share of the memory budget that a basis may take: an eighth.
const PART_OF_MEMORY: u64 = 8;

/// Reduced basis, finished or not. It is made step by step, so that the work can be stopped and continued.
#[derive(Debug)]
pub(super) struct ReducedBasis {
    /// Kernels that the basis serves.
    span: GammaSpan,
    /// Number of components of the previews.
    k: usize,
    /// Nodes of the interpolation, Chebyshev nodes in ln γ.
    chebyshev: Chebyshev,
    /// Results at the nodes that have been fitted.
    nodes: Vec<GammaNode>,
    /// State that is needed only while the basis is made.
    making: BasisDraft,
    /// Orthonormal basis Q, n × m, once all nodes have been fitted.
    basis: DMatrix<f64>,
    /// Number of leading entries of `nodes` whose [`image`](GammaNode::image) has been computed.
    seen: usize,
    /// Estimated error of the interpolation of [`GammaNode::image`], entry by entry ((m + 48) × m).
    left_out: DMatrix<f64>,
}

/// State of a reduced basis that is held only while it is made.
#[derive(Debug, Default)]
struct BasisDraft {
    /// Eigenvectors of each node, times √(λ/λ₁) (n × fitted components).
    gathered: Vec<DMatrix<f64>>,
    /// Eigenvectors at the nodes (values of γ) fitted last, from which the fit at the next node starts.
    trail: Trail,
    /// Smallest eigenvalue fitted at any node, relative to the first of its node.
    smallest: f64,
    /// Random columns S over √48, centred (n × 48).
    sketch: DMatrix<f64>,
    /// `SᵀQ` (48 × m).
    sketch_of_basis: DMatrix<f64>,
}

/// Results at one node, in units of ‖QᵀK̃Q‖ (Frobenius): the unit may vary by powers of γ, the results in it hardly do.
#[derive(Debug)]
struct GammaNode {
    /// Kernel at this node.
    kernel: ScaledKernel,
    /// ln ‖QᵀK̃Q‖, in the kernel's own unit.
    size: f64,
    matrix: MatrixFacts,
    /// Most negative eigenvalues found, ascending.
    negative: Vec<f64>,
    /// Upper bound on the eigenvalues whose vectors were not gathered.
    bound_beyond: f64,
    /// `QᵀK̃Q`, and below it the products of random columns with the part of K̃Q outside Q ((m + 48) × m).
    image: DMatrix<f64>,
}

impl ReducedBasis {
    /// Begins a basis about a kernel, for previews with k components of n points; `None` where the kernel has no γ or
    /// is composed, memory has no room, or k is 0 or above [`MOST_COMPONENTS`]. `budget` is the memory of a whole fit
    /// in bytes, of which a basis may take an eighth.
    pub(super) fn begin(kernel: Kernel, n: usize, k: usize, budget: u64) -> Option<Self> {
        let gathered = NODES * (k + SPARE);
        let columns = gathered + gathered.min(MOST_DIRECTIONS) + SKETCHED + NODES;
        let needed = 8 * (n as u64).saturating_mul(columns as u64);
        let fits = needed <= budget / PART_OF_MEMORY && (1..=MOST_COMPONENTS).contains(&k);
        Some(Self {
            span: GammaSpan::about(kernel).filter(|_| fits)?,
            k,
            chebyshev: Chebyshev::new(NODES),
            nodes: Vec::new(),
            making: BasisDraft {
                smallest: 1.0,
                ..BasisDraft::default()
            },
            basis: DMatrix::zeros(n, 0),
            seen: 0,
            left_out: DMatrix::zeros(0, 0),
        })
    }

    /// Returns whether the basis serves, or will serve, previews with k components of this kernel and those near it.
    pub(super) fn suits(&self, kernel: Kernel, k: usize) -> bool {
        k <= self.k && self.span.surrounds(kernel)
    }

    /// Bytes that the basis holds.
    pub(super) fn bytes(&self) -> u64 {
        let of_nodes = self
            .nodes
            .iter()
            .map(|node| node.image.len() + node.matrix.centering.column_means.len());
        let gathered = self.making.gathered.iter().map(DMatrix::len);
        let count = self.basis.len() + self.making.sketch.len();
        8 * (count + of_nodes.chain(gathered).sum::<usize>()) as u64
    }

    /// Eigenvectors of the last fits at nodes, apart from those of all other fits.
    pub(super) fn trail(&mut self) -> &mut Trail {
        &mut self.making.trail
    }

    /// Returns whether previews can be made.
    pub(super) fn is_done(&self) -> bool {
        self.seen == NODES
    }

    /// Returns the kernel to be fitted next, exactly, and with how many components; `None` where all nodes are fitted.
    pub(super) fn next_fit(&self) -> Option<(Kernel, usize)> {
        let node = self.chebyshev.nodes().get(self.nodes.len())?;
        Some((self.span.kernel_at(*node), self.fitted()))
    }

    /// Returns the kernel whose centred matrix is to be multiplied by the basis next, and the precision needed; `None`
    /// where all these products have been taken.
    pub(super) fn next_image(&self) -> Option<(ScaledKernel, Precision)> {
        let precision = if self.making.smallest < SMALL {
            Precision::Double
        } else {
            Precision::Single
        };
        Some((self.nodes.get(self.seen)?.kernel, precision))
    }

    /// Number of components of the fits at the nodes.
    fn fitted(&self) -> usize {
        (self.k + SPARE).min(self.basis.nrows())
    }

    /// Orthonormal basis Q (n × m); without columns until all nodes have been fitted.
    pub(super) fn basis(&self) -> &DMatrix<f64> {
        &self.basis
    }

    /// Adds the fit at the next node; the last fit completes the basis. Returns `false` where no basis is worth making:
    /// explicit features are faster, the spectrum is rounding alone, or there are too few pairs or too many directions.
    pub(super) fn take_fit(&mut self, kernel: ScaledKernel, solution: Solution) -> bool {
        let Solution {
            values,
            vectors,
            negative,
            solver,
            matrix,
            ..
        } = solution;
        let (count, largest) = (self.fitted(), values.first().copied().unwrap_or(0.0));
        let enough = values.len() >= count && vectors.ncols() >= count;
        if solver == SolverUsed::Features || largest <= matrix.noise || !enough {
            return false;
        }
        let mut weighted = vectors.columns(0, count).into_owned();
        for (mut column, λ) in weighted.column_iter_mut().zip(&values) {
            column *= (λ.max(0.0) / largest).sqrt();
        }
        let last = values[count - 1];
        self.making.gathered.push(weighted);
        self.making.smallest = self.making.smallest.min(last / largest);
        self.nodes.push(GammaNode {
            kernel,
            size: 0.0,
            matrix,
            negative,
            bound_beyond: last,
            image: DMatrix::zeros(0, 0),
        });
        self.nodes.len() < NODES || self.make_basis()
    }

    /// Makes the basis of the leading directions of all eigenvectors gathered, up to a negligible rest; returns `false`
    /// where there are too many or too few directions.
    fn make_basis(&mut self) -> bool {
        let n = self.basis.nrows();
        let gathered = std::mem::take(&mut self.making.gathered);
        let columns = gathered.iter().flat_map(|part| part.column_iter());
        let all = DMatrix::from_columns(&columns.collect::<Vec<_>>());
        drop(gathered);
        let products = gram(view(&all), &|| false);
        let eigen = products.map(|it| symmetric_eigen(&it, &|| false));
        let Some(Ok(eigen)) = eigen else {
            return false;
        };
        // Eigenvalues ascend, so directions that may be left out come first.
        let mut left = 0.0;
        let out = eigen.values.iter().take_while(|value| {
            left += value.max(0.0);
            left <= NODES as f64 * LEFT * LEFT
        });
        let kept: Vec<usize> = (out.count()..eigen.values.len()).rev().collect();
        if kept.len() > MOST_DIRECTIONS {
            return false;
        }
        let directions = product(view(&all), view(&eigen.vectors.select_columns(&kept)));
        self.basis = orthonormalize(view(&DMatrix::zeros(n, 0)), NullSpace::Ones, directions);
        let mut sketch = random_columns(n, SKETCHED, SEED) / (SKETCHED as f64).sqrt();
        center_columns(&mut sketch);
        self.making.sketch_of_basis = tr_product(view(&sketch), view(&self.basis));
        self.making.sketch = sketch;
        self.basis.ncols() >= self.k
    }

    /// Adds K̃Q (n × m) for the kernel of the next node; returns `false` where ‖QᵀK̃Q‖ is not positive and finite.
    pub(super) fn take_image(&mut self, image: &DMatrix<f64>) -> bool {
        let m = self.basis.ncols();
        let Some(node) = self.nodes.get_mut(self.seen) else {
            return false;
        };
        let mut inside = tr_product(view(&self.basis), view(image));
        inside = 0.5 * (&inside + inside.transpose());
        let outside = tr_product(view(&self.making.sketch), view(image))
            - &self.making.sketch_of_basis * &inside;
        let size = inside.norm();
        if !(size > 0.0 && size.is_finite()) {
            return false;
        }
        let mut both = inside.resize_vertically(m + SKETCHED, 0.0);
        both.rows_mut(m, SKETCHED).copy_from(&outside);
        node.measure_by(size);
        node.image = both / size;
        self.seen += 1;
        if self.seen == NODES {
            self.making = BasisDraft::default();
            self.foresee_errors();
        }
        true
    }

    /// Estimates the error of the interpolation by its next coefficients, extrapolated from the last two.
    fn foresee_errors(&mut self) {
        let images = || self.nodes.iter().map(|node| &node.image);
        let coefficient = |degree| combine(images(), &self.chebyshev.coefficient(degree));
        let last = coefficient(NODES - 1);
        let ratio = last.norm() / coefficient(NODES - 2).norm();
        // Where both are zero, the ratio is NaN and the estimate zero.
        self.left_out = last * (CAUTION * ratio).min(1.0);
    }
}

impl GammaNode {
    /// Divides all results but the image by `size`, which becomes their unit.
    fn measure_by(&mut self, size: f64) {
        self.size = size.ln();
        let MatrixFacts {
            centering,
            trace,
            noise,
            rounding,
        } = &mut self.matrix;
        let lists = centering.column_means.iter_mut().chain(&mut self.negative);
        let numbers = [
            &mut centering.grand_mean,
            trace,
            noise,
            rounding,
            &mut self.bound_beyond,
        ];
        for value in lists.chain(numbers) {
            *value /= size;
        }
    }
}

/// Returns Σ wᵢAᵢ for matrices Aᵢ of equal shape and `weights` w.
fn combine<'a>(matrices: impl Iterator<Item = &'a DMatrix<f64>>, weights: &[f64]) -> DMatrix<f64> {
    let mut sum: Option<DMatrix<f64>> = None;
    for (matrix, &weight) in matrices.zip(weights) {
        match &mut sum {
            Some(sum) => {
                for (sum, value) in sum.iter_mut().zip(matrix) {
                    *sum += weight * value;
                }
            }
            None => sum = Some(matrix * weight),
        }
    }
    sum.unwrap_or_else(|| DMatrix::zeros(0, 0))
}
