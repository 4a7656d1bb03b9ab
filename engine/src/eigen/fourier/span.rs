//! A space of waves in which the leading functions of all kernels about one γ lie, as far as a preview shows: what a
//! step of γ's slider takes then is a small eigenproblem, whatever the number of points and of modes.
//!
//! With B the waves at the points, centred, in real coordinates, `P = BᵀB` and D the weights of the modes, the
//! centred kernel matrix is `BDBᵀ`. The vectors of a few kernels at nodes of log γ, as combinations Bq of waves,
//! span what the slider can show: with `QᵀPQ = 1` and Y = PQ, it is `YᵀDY` for any γ, in which D alone changes. No
//! entry is interpolated. How far pairs are off is measured between the nodes.

use std::f64::consts::PI;

use nalgebra::{DMatrix, Matrix};
use rayon::prelude::*;

use super::{Sums, convolution::Convolution, convolution::Symbol, modes::Modes};
use crate::eigen::{
    accuracy::Found,
    chebyshev::Chebyshev,
    dense::symmetric_eigen,
    gemm::{gram, product, tr_product, view},
};

/// Kernels whose leading vectors span it.
const NODES: usize = 6;
/// By what γ may be larger or smaller than that in the middle.
const FACTOR: f64 = 1.5;
/// By what at least, before another one is made.
const LEFT: f64 = 1.3;
/// Pairs beyond those wanted that are measured too: how far a pair may be off follows from the gap behind all those
/// near it.
const BEHIND: usize = 6;
/// Numbers that one of its matrices may hold.
const MOST_NUMBERS: f64 = 2e7;
/// Of squared norms: what combinations of the nodes' vectors may be left out.
const NEGLIGIBLE: f64 = 1e-10;

/// Vectors of the first few of the nodes.
#[derive(Debug)]
pub(super) struct Begun {
    middle: f64,
    pub(super) components: usize,
    /// Of each node: its modes, and the leading functions of norm one in real coordinates of waves.
    found: Vec<(Modes, DMatrix<f64>)>,
}

/// The whole space.
#[derive(Debug)]
pub(super) struct Span {
    middle: f64,
    components: usize,
    pub(super) modes: Modes,
    /// |hj|² of each mode of half of them.
    squares: Vec<f64>,
    /// Q, in real coordinates.
    pub(super) q: DMatrix<f64>,
    /// Y.
    images: DMatrix<f64>,
    /// The largest error of a score between the nodes, relative to the first component.
    pub(super) error: f64,
    /// The same of ‖K̃v − λv‖, relative to the first eigenvalue.
    pub(super) residual: f64,
}

/// Leading pairs of one kernel.
pub(crate) struct Leading {
    /// Descending.
    pub(crate) values: Vec<f64>,
    /// By which the functions of the space make the vectors.
    pub(super) coefficients: DMatrix<f64>,
}

/// Whether a space is worth its memory, about a kernel that takes so many modes to all digits: as many as one of
/// twice its γ takes to some.
pub(super) fn is_worthwhile(modes: f64, components: usize) -> bool {
    modes * (NODES * components) as f64 <= MOST_NUMBERS
}

/// Whether what is about one γ serves for another.
fn surrounds(middle: f64, gamma: f64) -> bool {
    let left = FACTOR / LEFT;
    (middle / left..=middle * left).contains(&gamma)
}

/// γ on a logarithmic scale about the one in the middle, at a place between −1 and 1 as nodes have.
fn gamma_at(middle: f64, place: f64) -> f64 {
    middle * FACTOR.powf(place)
}

impl Begun {
    pub(super) fn new(middle: f64, components: usize) -> Self {
        Self {
            middle,
            components,
            found: Vec::new(),
        }
    }

    pub(super) fn suits(&self, gamma: f64, components: usize) -> bool {
        surrounds(self.middle, gamma) && self.components >= components
    }

    /// γ of the next node; `None` where vectors of all are known.
    pub(super) fn next(&self) -> Option<f64> {
        let nodes = Chebyshev::new(NODES);
        let node = nodes.nodes().get(self.found.len())?;
        Some(gamma_at(self.middle, *node))
    }

    /// Takes the leading vectors (real coordinates) of the next node's eigenproblem, and their values.
    pub(super) fn take(&mut self, modes: Modes, mut vectors: DMatrix<f64>, values: &[f64]) {
        let half = modes.half.len();
        for (mut column, value) in vectors.column_iter_mut().zip(values) {
            for (i, entry) in column.iter_mut().enumerate() {
                *entry *= modes.roots[modes.half[i % half]] / value.sqrt();
            }
        }
        self.found.push((modes, vectors));
    }

    /// The space that the vectors of all nodes span; `None` where there is none.
    pub(super) fn finish(&self, sums: &Sums, n: usize) -> Option<Span> {
        // The first node is that of the largest γ, which has the most modes.
        let modes = self.found.first()?.0.unweighted();
        let mut all = Vec::new();
        for (others, vectors) in &self.found {
            let carried = modes.carried(others, vectors)?;
            all.extend(carried.column_iter().map(Matrix::into_owned));
        }
        let all = DMatrix::from_columns(&all);
        let symbol = Symbol::new(&modes, sums, false);
        let inner = Convolution::new(&modes, sums, &symbol, n);
        let images = inner.times(&all);
        let eigen = symmetric_eigen(&tr_product(view(&all), view(&images)))?;
        let last = eigen.values.last().copied().filter(|last| *last > 0.0)?;
        let kept: Vec<usize> = (0..all.ncols())
            .filter(|&j| eigen.values[j] > NEGLIGIBLE * last)
            .collect();
        let mut rotation = eigen.vectors.select_columns(&kept);
        for (mut column, &j) in rotation.column_iter_mut().zip(&kept) {
            column /= eigen.values[j].sqrt();
        }
        let squares = modes.squares();
        let mut span = Span {
            middle: self.middle,
            components: self.components,
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

impl Span {
    pub(super) fn suits(&self, gamma: f64, components: usize) -> bool {
        surrounds(self.middle, gamma) && self.components >= components
    }

    /// Whether there are previews of this kernel.
    pub(super) fn serves(&self, gamma: f64, components: usize) -> bool {
        let reach = self.middle / FACTOR..=self.middle * FACTOR;
        reach.contains(&gamma) && self.components >= components
    }

    /// Kernels by values of which those between are interpolated: γ at Chebyshev's nodes.
    pub(super) fn nodes(&self) -> Vec<f64> {
        let nodes = Chebyshev::new(NODES);
        let nodes = nodes.nodes().iter();
        nodes.map(|at| gamma_at(self.middle, *at)).collect()
    }

    /// What values at those nodes are multiplied by, and added up, to give the value at another γ.
    pub(super) fn interpolation(&self, gamma: f64) -> Vec<f64> {
        Chebyshev::new(NODES).weights((gamma / self.middle).ln() / FACTOR.ln())
    }

    /// The modes with the weights of a kernel.
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

    /// That of the zero mode.
    fn largest(&self, gamma: f64) -> f64 {
        let axes = self.modes.spacing.iter();
        axes.map(|h| h * (PI / gamma).sqrt()).product()
    }

    /// D, of each mode of half of them.
    fn weights(&self, gamma: f64) -> Vec<f64> {
        let largest = self.largest(gamma);
        let squares = self.squares.iter();
        squares
            .map(|square| largest * (-PI * PI * square / gamma).exp())
            .collect()
    }

    /// The leading pairs for a kernel, as many as the space has vectors for, at most `most`.
    pub(super) fn leading(&self, gamma: f64, most: usize) -> Option<Leading> {
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
        let eigen = symmetric_eigen(&gram(view(&weighted)))?;
        let order: Vec<usize> = (0..eigen.values.len()).rev().take(most).collect();
        Some(Leading {
            values: order.iter().map(|&i| eigen.values[i]).collect(),
            coefficients: eigen.vectors.select_columns(&order),
        })
    }

    /// Measures halfway between the nodes, and at both ends, how far pairs are off.
    fn measure(&mut self, inner: &Convolution<f64>) -> Option<()> {
        let nodes = Chebyshev::new(NODES);
        let between = nodes
            .nodes()
            .windows(2)
            .map(|pair| f64::midpoint(pair[0], pair[1]));
        for at in between.chain([-1.0, 1.0]) {
            let gamma = gamma_at(self.middle, at);
            let found = self.leading(gamma, self.components + BEHIND)?;
            let coefficients = view(&found.coefficients);
            // With B of it, K̃v − λv.
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
            let pairs = Found {
                wanted: self.components,
                values: &found.values,
                residuals: &residuals,
                coupling: 0.0,
                rest: &[],
            };
            self.error = pairs.score_errors().into_iter().fold(self.error, f64::max);
            let residuals = residuals.iter().take(self.components);
            self.residual = residuals.fold(self.residual, |most, r| most.max(r / first));
        }
        Some(())
    }
}

impl Modes {
    /// The same modes, all of weight one.
    fn unweighted(&self) -> Self {
        let root = |root: &f64| f64::from(u8::from(*root > 0.0));
        Self {
            roots: self.roots.iter().map(root).collect(),
            digits: 0.0,
            ..self.clone()
        }
    }

    /// |hj|² of each mode of half of them.
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
