//! Previews that touch no kernel value: what the slider of γ can show, seen from a few directions.
//!
//! Leading vectors at a few nodes in ln γ together span those in between, to many digits. With Q an
//! orthonormal basis of them (n × m), `QᵀK̃(γ)Q` (m × m) is as smooth in ln γ as the kernel and is interpolated
//! entry by entry, so that a preview is an eigenproblem of size m and one product with Q, whatever n is
//! (a reduced basis as in Quarteroni, Manzoni and Negri 2016).
//!
//! What K̃(γ)Q has outside of Q would be a residual. It is interpolated too, but only its products with some
//! random columns are, which keep the lengths of vectors but for a tenth or so (Johnson and Lindenstrauss 1984).
//! How fast the coefficients of the interpolation fall tells what it is off by. A preview that both together
//! put off by too much is left to other solvers.

mod preview;
mod span;

use nalgebra::DMatrix;

use super::{
    SolverUsed,
    solution::{Pairs, Solution},
    trail::Trail,
};
use crate::{
    eigen::{
        chebyshev::Chebyshev,
        dense::symmetric_eigen,
        gemm::{gram, product, tr_product, view},
        orthogonal::{Null, center_columns, orthonormalize, random_columns},
    },
    kernel::{Centering, Kernel, ScaledKernel},
};

pub(super) use span::Span;

/// Nodes of the interpolation, where the kernel is fitted.
const NODES: usize = 10;
/// Pairs beyond those wanted that are fitted at each, since at another γ they may be among the leading.
const SPARE: usize = 4;
/// What the basis may leave of the score columns of a node, root mean squared, relative to the first.
const LEFT: f64 = 1e-5;
/// Components past which there are too many.
const MOST_COMPONENTS: usize = 60;
/// Directions past which previews would take longer than by iteration.
const MOST_DIRECTIONS: usize = 400;
/// Random columns that residuals are multiplied by.
const SKETCHED: usize = 48;
/// Their seed.
const SEED: u64 = 7;
/// Vectors of eigenvalues smaller than this, relative to the first, need more digits than single precision has.
const SMALL: f64 = 1e-3;
/// What the interpolation is off by is foreseen to within this factor.
const CAUTION: f64 = 2.0;
/// One part in so many of the memory may be taken.
const PART_OF_MEMORY: u64 = 8;

/// A reduced basis, or what there is of it yet: it is made step by step, so that it can be stopped and
/// carried on.
#[derive(Debug)]
pub(super) struct Reduced {
    span: Span,
    /// Components of the previews.
    k: usize,
    chebyshev: Chebyshev,
    /// Those that have been fitted.
    nodes: Vec<Node>,
    making: Making,
    /// Q, n × m, once all nodes have been fitted.
    basis: DMatrix<f64>,
    /// Those of `nodes` of which the image is known.
    seen: usize,
    /// What the interpolation of `Node::image` may be off by.
    left_out: DMatrix<f64>,
}

/// What is held only while the basis is made.
#[derive(Debug, Default)]
struct Making {
    /// Vectors times √(λ/λ₁) of each node.
    gathered: Vec<DMatrix<f64>>,
    /// Where the iterations at the nodes have led.
    trail: Trail,
    /// The smallest of the eigenvalues that were fitted, relative to the first of its node.
    smallest: f64,
    /// Random columns S (n × 48) over √48, and `SᵀQ`.
    sketch: DMatrix<f64>,
    sketch_of_basis: DMatrix<f64>,
}

/// What was learnt at one γ, all in units of ‖QᵀK̃Q‖: where that grows by powers of γ, the rest hardly changes.
#[derive(Debug)]
struct Node {
    kernel: ScaledKernel,
    /// ln ‖QᵀK̃Q‖, in the kernel's own unit.
    size: f64,
    centering: Centering,
    trace: f64,
    noise: f64,
    rounding: f64,
    negative: Vec<f64>,
    /// No eigenvalue whose vector was not gathered is larger.
    rest: f64,
    /// `QᵀK̃Q`, and below it what random columns have with the rest of K̃Q ((m + 48) × m).
    image: DMatrix<f64>,
}

/// What is to be done next.
pub(super) enum Step {
    /// An exact fit of this kernel with so many components.
    Fit(Kernel, usize),
    /// A product with the kernel.
    Image {
        kernel: ScaledKernel,
        /// All digits are needed.
        double: bool,
    },
    /// Nothing: previews can be had.
    Done,
}

impl Reduced {
    /// Of previews with k components of n points, about a kernel; `None` where it has no γ, where
    /// there is no room, or where that would be too many directions.
    pub(super) fn begin(kernel: Kernel, n: usize, k: usize, budget: u64) -> Option<Self> {
        let gathered = NODES * (k + SPARE);
        let columns = gathered + gathered.min(MOST_DIRECTIONS) + SKETCHED + NODES;
        let needed = 8 * (n as u64).saturating_mul(columns as u64);
        let fits = needed <= budget / PART_OF_MEMORY && (1..=MOST_COMPONENTS).contains(&k);
        Some(Self {
            span: Span::about(kernel).filter(|_| fits)?,
            k,
            chebyshev: Chebyshev::new(NODES),
            nodes: Vec::new(),
            making: Making {
                smallest: 1.0,
                ..Making::default()
            },
            basis: DMatrix::zeros(n, 0),
            seen: 0,
            left_out: DMatrix::zeros(0, 0),
        })
    }

    /// Whether it is, or will be, for previews with k components of this kernel and those near it.
    pub(super) fn suits(&self, kernel: Kernel, k: usize) -> bool {
        k <= self.k && self.span.surrounds(kernel)
    }

    /// Bytes that it holds.
    pub(super) fn bytes(&self) -> u64 {
        let of_nodes = self
            .nodes
            .iter()
            .map(|node| node.image.len() + node.centering.column_means.len());
        let gathered = self.making.gathered.iter().map(DMatrix::len);
        let count = self.basis.len() + self.making.sketch.len();
        8 * (count + of_nodes.chain(gathered).sum::<usize>()) as u64
    }

    /// The trail of the fits at its nodes, which is not that of the slider.
    pub(super) fn trail(&mut self) -> &mut Trail {
        &mut self.making.trail
    }

    pub(super) fn is_done(&self) -> bool {
        self.seen == NODES
    }

    /// What is to be done next.
    pub(super) fn next(&self) -> Step {
        if let Some(&node) = self.chebyshev.nodes().get(self.nodes.len()) {
            return Step::Fit(self.span.kernel_at(node), self.fitted());
        }
        self.nodes
            .get(self.seen)
            .map_or(Step::Done, |node| Step::Image {
                kernel: node.kernel,
                double: self.making.smallest < SMALL,
            })
    }

    /// Components of the fits at the nodes.
    fn fitted(&self) -> usize {
        (self.k + SPARE).min(self.basis.nrows())
    }

    pub(super) fn basis(&self) -> &DMatrix<f64> {
        &self.basis
    }

    /// Takes up the fit of the next node; the last one makes the basis. `false` where there is to be none:
    /// previews are fast, or mean nothing, or would need too many directions.
    pub(super) fn take_fit(&mut self, kernel: ScaledKernel, solution: Solution) -> bool {
        let Solution {
            pairs,
            centering,
            trace,
            noise,
            rounding,
        } = solution;
        let Pairs {
            values,
            vectors,
            negative,
            solver,
            ..
        } = pairs;
        let (count, largest) = (self.fitted(), values.first().copied().unwrap_or(0.0));
        let enough = values.len() >= count && vectors.ncols() >= count;
        if solver == SolverUsed::Features || largest <= noise || !enough {
            return false;
        }
        let mut weighted = vectors.columns(0, count).into_owned();
        for (mut column, λ) in weighted.column_iter_mut().zip(&values) {
            column *= (λ.max(0.0) / largest).sqrt();
        }
        let last = values[count - 1];
        self.making.gathered.push(weighted);
        self.making.smallest = self.making.smallest.min(last / largest);
        self.nodes.push(Node {
            kernel,
            size: 0.0,
            centering,
            trace,
            noise,
            rounding,
            negative,
            rest: last,
            image: DMatrix::zeros(0, 0),
        });
        self.nodes.len() < NODES || self.make_basis()
    }

    /// Directions that hold all vectors gathered, but for what no preview shows.
    fn make_basis(&mut self) -> bool {
        let n = self.basis.nrows();
        let gathered = std::mem::take(&mut self.making.gathered);
        let columns = gathered.iter().flat_map(|part| part.column_iter());
        let all = DMatrix::from_columns(&columns.collect::<Vec<_>>());
        drop(gathered);
        let Some(eigen) = symmetric_eigen(&gram(view(&all))) else {
            return false;
        };
        // Ascending: what may be left out comes first.
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
        self.basis = orthonormalize(view(&DMatrix::zeros(n, 0)), Null::Ones, directions);
        let mut sketch = random_columns(n, SKETCHED, SEED) / (SKETCHED as f64).sqrt();
        center_columns(&mut sketch);
        self.making.sketch_of_basis = tr_product(view(&sketch), view(&self.basis));
        self.making.sketch = sketch;
        self.basis.ncols() >= self.k
    }

    /// Takes up what the kernel of the next node makes of the basis, K̃Q (n × m). `false` where that is of no use.
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
            self.making = Making::default();
            self.foresee_errors();
        }
        true
    }

    /// The last coefficients of the interpolation, and how fast they fall, tell how large the next would be.
    fn foresee_errors(&mut self) {
        let images = || self.nodes.iter().map(|node| &node.image);
        let coefficient = |degree| combine(images(), &self.chebyshev.coefficient(degree));
        let last = coefficient(NODES - 1);
        let ratio = last.norm() / coefficient(NODES - 2).norm();
        // Where both are zero there is nothing to foresee.
        self.left_out = last * (CAUTION * ratio).min(1.0);
    }
}

impl Node {
    /// Measures all it knows in units of this size.
    fn measure_by(&mut self, size: f64) {
        self.size = size.ln();
        self.centering.grand_mean /= size;
        let of_centering = self.centering.column_means.iter_mut();
        for value in of_centering.chain(&mut self.negative) {
            *value /= size;
        }
        for value in [
            &mut self.trace,
            &mut self.noise,
            &mut self.rounding,
            &mut self.rest,
        ] {
            *value /= size;
        }
    }
}

/// Σ wᵢAᵢ
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
