//! Previews from a reduced basis: leading pairs at one γ, from the interpolated small eigenproblem, with estimated
//! errors.

use std::f64::consts::LN_2;

use nalgebra::DMatrix;

use super::{GammaNode, ReducedBasis, SPARE, combine};
use crate::{
    eigen::{
        accuracy::{RitzResiduals, UNDETERMINED},
        dense::symmetric_eigen,
        factored::EigenPairs,
        gemm::{product, view},
    },
    kernel::{Centering, ScaledKernel},
    kpca::{
        SolverUsed, Tier,
        solution::{MatrixFacts, Solution},
    },
};

impl ReducedBasis {
    /// Returns the k leading pairs of a kernel, and some more; `None` where the basis does not serve the kernel, is
    /// unfinished, or errors may be larger than the tier allows.
    pub(in crate::kpca) fn preview(
        &self,
        kernel: ScaledKernel,
        k: usize,
        tier: Tier,
    ) -> Option<Solution> {
        let x = self.span.position(kernel.kernel())?;
        if !self.is_done() || k > self.k {
            return None;
        }
        let weights = self.chebyshev.weights(x);
        let small = self.small_pairs(&weights, k)?;
        let is_whole =
            self.rest_at(x) <= small.values[k - 1] + tier.eigenvalue_tolerance() * small.values[0];
        if !is_whole || !small.are_good(k, tier) {
            return None;
        }
        let each = |of: fn(&GammaNode) -> f64| -> f64 {
            self.nodes
                .iter()
                .zip(&weights)
                .map(|(node, w)| w * of(node))
                .sum()
        };
        let unit = (each(|node| node.size + f64::from(node.kernel.exponent()) * LN_2)
            - f64::from(kernel.exponent()) * LN_2)
            .exp();
        let nearest = self.nearest(x)?;
        let matrix = MatrixFacts {
            centering: self.centering_at(&weights, unit),
            trace: unit * each(|node| node.matrix.trace),
            noise: unit * nearest.matrix.noise,
            rounding: unit * nearest.matrix.rounding + kernel.of_data(),
        };
        let leading = &small.values[..small.outside.len()];
        let pairs = EigenPairs {
            vectors: product(view(&self.basis), view(&small.vectors)),
            residuals: small.residuals().map(|r| unit * r).collect(),
            values: leading.iter().map(|λ| unit * λ).collect(),
        };
        // Errors between nodes are only estimated, so no bound is proven.
        Some(Solution {
            negative: nearest.negative.iter().map(|λ| unit * λ).collect(),
            ..Solution::new(SolverUsed::Reduced, pairs, matrix)
        })
    }

    /// Solves the small eigenproblem interpolated with these weights, one per node, and estimates the errors of k pairs
    /// and some more; `None` where the eigenproblem fails, or has fewer than k pairs or no positive eigenvalue.
    fn small_pairs(&self, weights: &[f64], k: usize) -> Option<SmallPairs> {
        let m = self.basis.ncols();
        let image = combine(self.nodes.iter().map(|node| &node.image), weights);
        let eigen = symmetric_eigen(&image.rows(0, m).into_owned(), &|| false).ok()?;
        let (values, all) = eigen.descending(m);
        let count = (k + SPARE).min(m);
        if count < k || values.first().is_none_or(|&first| first <= 0.0) {
            return None;
        }
        let vectors = all.columns(0, count).into_owned();
        let of_image = image.rows(m, image.nrows() - m) * &vectors;
        let left_out = &self.left_out * &vectors;
        let lengths = of_image.column_iter().zip(left_out.column_iter());
        let outside = lengths.map(|(a, b)| a.norm().hypot(b.rows(m, b.len() - m).norm()));
        Some(SmallPairs {
            outside: outside.collect(),
            mixing: all.tr_mul(&left_out.rows(0, m)),
            values,
            vectors,
        })
    }

    /// Estimates the largest eigenvalue whose vector may be missing from the basis at position x (−1 to 1), by linear
    /// interpolation between the nodes on both sides.
    fn rest_at(&self, x: f64) -> f64 {
        let nodes = self.chebyshev.nodes();
        let last = nodes.len() - 1;
        // Nodes are in descending order.
        let right = nodes
            .iter()
            .take(last)
            .filter(|&&node| node > x)
            .count()
            .max(1)
            - 1;
        let (a, b) = (nodes[right], nodes[right + 1]);
        let share = ((x - a) / (b - a)).clamp(0.0, 1.0);
        self.nodes[right].bound_beyond * (1.0 - share) + self.nodes[right + 1].bound_beyond * share
    }

    /// Node nearest to position x (−1 to 1).
    fn nearest(&self, x: f64) -> Option<&GammaNode> {
        let nodes = self.chebyshev.nodes().iter().zip(&self.nodes);
        let distance = |node: &f64| (node - x).abs();
        let nearest = nodes.min_by(|(a, _), (b, _)| distance(a).total_cmp(&distance(b)));
        nearest.map(|(_, node)| node)
    }

    /// Means of the kernel, interpolated with these weights, one per node, and multiplied by `unit`.
    fn centering_at(&self, weights: &[f64], unit: f64) -> Centering {
        let mut column_means = vec![0.0; self.basis.nrows()];
        for (node, weight) in self.nodes.iter().zip(weights) {
            for (sum, mean) in column_means
                .iter_mut()
                .zip(&node.matrix.centering.column_means)
            {
                *sum += unit * weight * mean;
            }
        }
        Centering::of_means(column_means)
    }
}

/// Eigenpairs of the interpolated `QᵀK̃Q`, in its own unit, with estimates of their errors.
struct SmallPairs {
    /// All m eigenvalues, descending.
    values: Vec<f64>,
    /// Leading eigenvectors, m × count.
    vectors: DMatrix<f64>,
    /// Estimated norm of the part outside Q of the image of each leading vector.
    outside: Vec<f64>,
    /// Estimated error by interpolation of uᵢᵀK̃uⱼ, for all m vectors i and leading vectors j (m × count).
    mixing: DMatrix<f64>,
}

impl SmallPairs {
    /// Estimates ‖K̃v − λv‖ of the leading pairs.
    fn residuals(&self) -> impl Iterator<Item = f64> {
        let columns = self.outside.iter().zip(self.mixing.column_iter());
        columns.map(|(outside, mixing)| outside.hypot(mixing.norm()))
    }

    /// Returns whether the estimated errors of the first k pairs are within the tolerances of the tier.
    fn are_good(&self, k: usize, tier: Tier) -> bool {
        let values = &self.values;
        let first = values[0];
        let found = RitzResiduals {
            wanted: k,
            values,
            residuals: &self.outside,
            coupling: 0.0,
            bounds_beyond: &[],
        };
        let (of_scores, of_values) = (found.score_errors(), found.eigenvalue_errors());
        (0..k).all(|j| {
            let score = of_scores[j] + (values[j].max(0.0) / first).sqrt() * self.turned(j);
            let value = of_values[j] + self.mixing[(j, j)].abs() / first;
            score <= tier.score_tolerance() && value <= tier.eigenvalue_tolerance()
        })
    }

    /// Estimates, to first order, the angle in radians (at most 1) by which the error of the interpolation turns vector
    /// j within Q. Vectors whose eigenvalues are too close for their axes to be determined are left out.
    fn turned(&self, j: usize) -> f64 {
        let turns = self.values.iter().zip(self.mixing.column(j));
        let squares = turns.filter_map(|(value, mixing)| {
            let gap = (value - self.values[j]).abs();
            (gap > UNDETERMINED * self.values[0]).then(|| (mixing / gap).powi(2))
        });
        squares.sum::<f64>().sqrt().min(1.0)
    }
}
