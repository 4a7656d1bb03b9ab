//! Space of waves that approximately contains the leading eigenfunctions of all kernels with γ in a range, to the
//! accuracy of a preview. A step of γ then takes a small eigenproblem, whose size depends neither on the number of
//! points nor on that of modes.
//!
//! With B the waves at the points, centred, in real coordinates, `P = BᵀB` and D the weights of the modes, the centred
//! kernel matrix is `BDBᵀ`. The eigenvectors of a few kernels at nodes of log γ, as combinations Bq of waves, span the
//! space. With `QᵀPQ = 1` and Y = PQ, the matrix in this space is `YᵀDY` for any γ; only D depends on γ, and no entry
//! is interpolated. Errors of pairs are measured halfway between the nodes.

use std::f64::consts::PI;

use nalgebra::{DMatrix, Matrix};
use rayon::prelude::*;

use super::{ModeSums, convolution::Convolution, convolution::Symbol, modes::Modes};
use crate::eigen::{
    accuracy::RitzResiduals,
    chebyshev::Chebyshev,
    dense::symmetric_eigen,
    gemm::{gram, product, tr_product, view},
};

/// Number of kernels whose leading vectors span the space. More of them lower its error, and take time and memory.
const NODES: usize = 6;
/// Largest factor, up or down, between γ and the middle of the range. A wider range needs more nodes for the same
/// error.
const FACTOR: f64 = 1.5;
/// Smallest factor between γ and the ends of the range before another space is made. A larger one would make spaces
/// sooner than needed; a smaller one would let γ leave the range before the next space is ready.
const LEFT: f64 = 1.3;
/// Number of pairs measured beyond those wanted: the error of a pair follows from the gap behind the pairs near it.
const BEHIND: usize = 6;
/// Largest number of entries of one of the space's matrices: 160 MB.
const MOST_NUMBERS: f64 = 2e7;
/// Squared norm, relative to the largest, up to which combinations of the nodes' vectors are left out: 10⁻⁵ in norm.
const NEGLIGIBLE: f64 = 1e-10;

/// Range of previews that a space of waves serves: kernels with γ within a factor [`FACTOR`] of the middle, and up to a
/// number of components.
#[derive(Debug, Clone, Copy)]
pub(super) struct WaveRange {
    /// γ in the middle of the range.
    middle: f64,
    /// Largest number of components that previews show.
    components: usize,
}

/// Unfinished space of waves: the leading functions of the kernels at its first few nodes of γ.
#[derive(Debug)]
pub(super) struct WaveSpaceDraft {
    pub(super) range: WaveRange,
    /// Modes of each node so far, and its leading functions, of unit norm at the points, in real coordinates of waves.
    done: Vec<(Modes, DMatrix<f64>)>,
}

/// Space of waves for all kernels with γ in a range.
#[derive(Debug)]
pub(super) struct WaveSpace {
    pub(super) range: WaveRange,
    /// Modes of the node with the largest γ, all of weight one.
    pub(super) modes: Modes,
    /// Squared frequency |hj|² of each mode of the half.
    squares: Vec<f64>,
    /// Functions Q that span the space, in real coordinates (dim × r).
    pub(super) q: DMatrix<f64>,
    /// Images Y = PQ of the functions (dim × r).
    images: DMatrix<f64>,
    /// Largest error of a score between the nodes, relative to the first component.
    pub(super) error: f64,
    /// Largest ‖K̃v − λv‖ between the nodes, relative to the first eigenvalue.
    pub(super) residual: f64,
}

/// Leading eigenpairs of one kernel in a space of waves.
pub(crate) struct WaveSpacePairs {
    /// Eigenvalues, descending.
    pub(crate) values: Vec<f64>,
    /// Coefficients of the eigenvectors in the functions of the space (r × k).
    pub(super) coefficients: DMatrix<f64>,
}

/// Returns true where a space of waves about a kernel is small enough for memory; `modes` is the number of modes of the
/// kernel in double precision. The space has no more: a preview, with half the digits, has as many modes only at twice
/// this γ, beyond the range of the space.
pub(super) fn is_worthwhile(modes: f64, components: usize) -> bool {
    modes * (NODES * components) as f64 <= MOST_NUMBERS
}

impl WaveRange {
    /// Returns true where a space serves `gamma`, anywhere in its range, and this number of components.
    pub(super) fn serves(&self, gamma: f64, components: usize) -> bool {
        self.holds(gamma, FACTOR) && self.components >= components
    }

    /// Returns true where a space serves these components and `gamma`, with a factor [`LEFT`] to the ends of its range.
    pub(super) fn suits(&self, gamma: f64, components: usize) -> bool {
        self.holds(gamma, FACTOR / LEFT) && self.components >= components
    }

    /// Returns true where γ differs from the middle by at most this `factor`, up or down.
    fn holds(&self, gamma: f64, factor: f64) -> bool {
        (self.middle / factor..=self.middle * factor).contains(&gamma)
    }

    /// γ at a `place` from −1 to 1 of the logarithmic range.
    fn gamma_at(&self, place: f64) -> f64 {
        self.middle * FACTOR.powf(place)
    }

    /// Returns γ at the Chebyshev nodes, between which means and traces are interpolated.
    pub(super) fn nodes(&self) -> Vec<f64> {
        let nodes = Chebyshev::new(NODES);
        let nodes = nodes.nodes().iter();
        nodes.map(|at| self.gamma_at(*at)).collect()
    }

    /// Returns the weights, one per node, with which values at the [`nodes`](Self::nodes) add up to the value at
    /// another γ.
    pub(super) fn interpolation(&self, gamma: f64) -> Vec<f64> {
        Chebyshev::new(NODES).weights((gamma / self.middle).ln() / FACTOR.ln())
    }
}

impl WaveSpaceDraft {
    /// Begins a space about γ = `middle` for previews with this number of components.
    pub(super) fn new(middle: f64, components: usize) -> Self {
        Self {
            range: WaveRange { middle, components },
            done: Vec::new(),
        }
    }

    /// Returns γ of the next node; `None` where the vectors of all nodes are known.
    pub(super) fn next(&self) -> Option<f64> {
        self.range.nodes().get(self.done.len()).copied()
    }

    /// Adds the leading eigenvectors of the next node (real coordinates over `modes`) and their eigenvalues.
    pub(super) fn take(&mut self, modes: Modes, mut vectors: DMatrix<f64>, values: &[f64]) {
        let half = modes.half.len();
        for (mut column, value) in vectors.column_iter_mut().zip(values) {
            for (i, entry) in column.iter_mut().enumerate() {
                *entry *= modes.roots[modes.half[i % half]] / value.sqrt();
            }
        }
        self.done.push((modes, vectors));
    }

    /// Returns the space that the vectors of all nodes span, over n points; `None` where there are no vectors, their
    /// modes have different spacings, or an eigenproblem fails.
    pub(super) fn finish(&self, sums: &ModeSums, n: usize) -> Option<WaveSpace> {
        // The first node has the largest γ, and so the most modes.
        let modes = self.done.first()?.0.unweighted();
        let mut all = Vec::new();
        for (others, vectors) in &self.done {
            let carried = modes.carried(others, vectors)?;
            all.extend(carried.column_iter().map(Matrix::into_owned));
        }
        let all = DMatrix::from_columns(&all);
        let symbol = Symbol::new(&modes, sums, false);
        let inner = Convolution::new(&modes, sums, &symbol, n);
        let images = inner.times(&all);
        let eigen = symmetric_eigen(&tr_product(view(&all), view(&images)), &|| false).ok()?;
        let last = eigen.values.last().copied().filter(|last| *last > 0.0)?;
        let kept: Vec<usize> = (0..all.ncols())
            .filter(|&j| eigen.values[j] > NEGLIGIBLE * last)
            .collect();
        let mut rotation = eigen.vectors.select_columns(&kept);
        for (mut column, &j) in rotation.column_iter_mut().zip(&kept) {
            column /= eigen.values[j].sqrt();
        }
        let squares = modes.squares();
        let mut span = WaveSpace {
            range: self.range,
            q: product(view(&all), view(&rotation)),
            images: product(view(&images), view(&rotation)),
            squares,
            modes,
            error: 0.0,
            residual: 0.0,
        };
        span.measure(&inner)?;
        Some(span)
    }
}

impl WaveSpace {
    /// Returns the modes with the weights of the kernel with this γ.
    pub(super) fn weighted(&self, gamma: f64) -> Modes {
        let mut modes = self.modes.clone();
        let (last, middle) = (modes.roots.len() - 1, modes.middle());
        for (&place, weight) in modes.half.iter().zip(self.weights(gamma)) {
            modes.roots[place] = weight.sqrt();
            modes.roots[last - place] = modes.roots[place];
        }
        modes.roots[middle] = self.largest(gamma).sqrt();
        modes
    }

    /// Weight of the zero mode for this γ.
    fn largest(&self, gamma: f64) -> f64 {
        let axes = self.modes.spacing.iter();
        axes.map(|h| h * (PI / gamma).sqrt()).product()
    }

    /// Weights D of the modes of the half for this γ.
    fn weights(&self, gamma: f64) -> Vec<f64> {
        let largest = self.largest(gamma);
        let squares = self.squares.iter();
        squares
            .map(|square| largest * (-PI * PI * square / gamma).exp())
            .collect()
    }

    /// Returns the leading pairs of the kernel with this γ, at most `most` and at most as many as the space has
    /// functions; `None` where the eigenproblem fails.
    pub(super) fn leading(&self, gamma: f64, most: usize) -> Option<WaveSpacePairs> {
        let roots: Vec<f64> = self.weights(gamma).iter().map(|d| d.sqrt()).collect();
        let mut weighted = self.images.clone();
        let dim = weighted.nrows().max(1);
        weighted
            .as_mut_slice()
            .par_chunks_mut(dim)
            .for_each(|column| {
                for half in column.chunks_mut(roots.len().max(1)) {
                    for (value, root) in half.iter_mut().zip(&roots) {
                        *value *= root;
                    }
                }
            });
        let products = gram(view(&weighted), &|| false)?;
        let eigen = symmetric_eigen(&products, &|| false).ok()?;
        let order: Vec<usize> = (0..eigen.values.len()).rev().take(most).collect();
        Some(WaveSpacePairs {
            values: order.iter().map(|&i| eigen.values[i]).collect(),
            coefficients: eigen.vectors.select_columns(&order),
        })
    }

    /// Measures the errors and residuals of pairs halfway between the nodes and at both ends of the range; `inner` is
    /// P. Returns `None` where an eigenproblem fails.
    fn measure(&mut self, inner: &Convolution<f64>) -> Option<()> {
        let nodes = Chebyshev::new(NODES);
        let between = nodes
            .nodes()
            .windows(2)
            .map(|pair| f64::midpoint(pair[0], pair[1]));
        for at in between.chain([-1.0, 1.0]) {
            let gamma = self.range.gamma_at(at);
            let components = self.range.components;
            let found = self.leading(gamma, components + BEHIND)?;
            let coefficients = view(&found.coefficients);
            // `left` holds the coefficients of K̃v − λv: DPQc − λQc.
            let mut left = product(view(&self.images), coefficients);
            let weights = self.weights(gamma);
            let own = product(view(&self.q), coefficients);
            for (j, value) in found.values.iter().enumerate() {
                let column = left.column_mut(j).into_iter().zip(own.column(j));
                for (i, (left, own)) in column.enumerate() {
                    *left = *left * weights[i % weights.len()] - value * own;
                }
            }
            let images = inner.times(&left);
            let columns = left.column_iter().zip(images.column_iter());
            let residuals: Vec<f64> = columns
                .map(|(left, image)| left.dot(&image).max(0.0).sqrt())
                .collect();
            let first = found.values.first().copied().filter(|it| *it > 0.0)?;
            let pairs = RitzResiduals {
                wanted: components,
                values: &found.values,
                residuals: &residuals,
                coupling: 0.0,
                bounds_beyond: &[],
            };
            self.error = pairs.score_errors().into_iter().fold(self.error, f64::max);
            let residuals = residuals.iter().take(components);
            self.residual = residuals.fold(self.residual, |most, r| most.max(r / first));
        }
        Some(())
    }
}

impl Modes {
    /// Returns these modes, all of weight one.
    fn unweighted(&self) -> Self {
        let root = |root: &f64| f64::from(u8::from(*root > 0.0));
        Self {
            roots: self.roots.iter().map(root).collect(),
            digits: 0.0,
            ..self.clone()
        }
    }

    /// Returns the squared frequency |hj|² of each mode of the half.
    fn squares(&self) -> Vec<f64> {
        let square = |&place: &usize| {
            let mut left = place;
            let axes = self.reach.iter().zip(&self.spacing).rev();
            let along = axes.map(|(m, h)| {
                let j = (left % (2 * m + 1)) as f64 - *m as f64;
                left /= 2 * m + 1;
                (h * j).powi(2)
            });
            along.sum()
        };
        self.half.iter().map(square).collect()
    }
}
