//! Kernels between the nodes of a graph: powers, exponentials and inverses of a matrix S of similarities.
//!
//! R. I. Kondor and J. Lafferty, *Diffusion kernels on graphs and other discrete structures*, 2002.

use nalgebra::{DMatrix, DVector};

use super::{MadeError, ParamError, wide_number::WideNumber};
use crate::{
    count::CancelCheck,
    eigen::{
        Failure,
        dense::{Eigen, symmetric_eigen},
        gemm::{product, view},
    },
    objects::{Graph, RoundedMatrix, pieces},
    power_of_two::{exponent, times},
    typed::short,
};

listed! {
    /// Matrix S of similarities of neighbouring nodes, made from the weights A and the degrees D.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum Similarity {
        /// Negated Laplacian A − D: the flow to a node from its neighbours.
        #[default]
        Laplacian => "laplacian",
        /// Weights A themselves.
        Adjacency => "adjacency",
        /// Normalised weights D^−½ A D^−½: an edge counts less the more neighbours its ends have.
        Normalized => "normalized",
    }
    /// Name in flags and files.
    fn name
}

/// Function of the similarity matrix S of a graph's nodes that serves as kernel.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NodeKernel {
    /// Power Sˡ: walks of l steps.
    Power { length: u32 },
    /// Exponential exp(βS) = Σ (βS)ˡ/l!.
    Diffusion { beta: f64 },
    /// Inverse (I − βS)⁻¹, equal to Σ (βS)ˡ where that sum converges.
    VonNeumann { beta: f64 },
}

impl Similarity {
    /// Formula of the similarity in terms of the weights A and the diagonal matrix D of degrees.
    #[must_use]
    pub fn formula(self) -> &'static str {
        match self {
            Self::Laplacian => "A − D",
            Self::Adjacency => "A",
            Self::Normalized => "D⁻½AD⁻½",
        }
    }

    /// Similarity matrix S (n × n) of a graph of n nodes, by this [`formula`](Self::formula) of its weights. A node
    /// without neighbours has a row of zeros.
    #[must_use]
    pub fn matrix(self, graph: &Graph) -> DMatrix<f64> {
        let n = graph.nodes.len();
        let mut matrix = DMatrix::zeros(n, n);
        for edge in &graph.edges {
            let [i, j] = edge.ends;
            matrix[(i, j)] = edge.weight;
            matrix[(j, i)] = edge.weight;
        }
        let degrees: DVector<f64> = matrix.column_sum();
        match self {
            Self::Adjacency => {}
            Self::Laplacian => {
                for i in 0..n {
                    matrix[(i, i)] = -degrees[i];
                }
            }
            Self::Normalized => {
                let roots = degrees.map(f64::sqrt);
                for edge in &graph.edges {
                    let [i, j] = edge.ends;
                    let share = edge.weight / roots[i] / roots[j];
                    matrix[(i, j)] = share;
                    matrix[(j, i)] = share;
                }
            }
        }
        matrix
    }

    /// Largest eigenvalue of S and its multiplicity; `None` where they are not known without a decomposition. Each
    /// connected component of the graph has one eigenvector with eigenvalue 0 (Laplacian) or 1 (normalised, components
    /// of more than one node).
    fn largest_known(self, graph: &Graph) -> Option<(f64, usize)> {
        let ends = graph.edges.iter().map(|edge| edge.ends);
        let pieces = pieces(graph.nodes.len(), ends).into_iter().max();
        let pieces = pieces.map_or(0, |last| last + 1);
        match self {
            Self::Laplacian => Some((0.0, pieces)),
            Self::Adjacency => None,
            Self::Normalized => {
                let neighbors = graph.neighbors();
                let lone = neighbors.iter().filter(|own| own.is_empty()).count();
                Some((1.0, pieces - lone))
            }
        }
    }
}

/// Similarity matrix S of one graph with its eigendecomposition, from which all kernels of the graph are computed.
#[derive(Debug, Clone)]
pub struct NodeSimilarities {
    matrix: DMatrix<f64>,
    /// Eigenvalues of S, ascending.
    values: Vec<f64>,
    /// Eigenvectors of S, n × n, one per column.
    vectors: DMatrix<f64>,
}

impl NodeSimilarities {
    /// Decomposes the similarity matrix of a graph.
    ///
    /// # Errors
    /// [`MadeError`] when cancelled, when sums of weights are not finite, or when the eigenvalues do not converge.
    pub fn of(
        graph: &Graph,
        similarity: Similarity,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, MadeError> {
        if cancelled() {
            return Err(MadeError::Cancelled);
        }
        let matrix = similarity.matrix(graph);
        if !matrix.iter().all(|entry| entry.is_finite()) {
            return Err(MadeError::TooLarge);
        }
        // The decomposition squares its entries, which must not overflow; a power of two is exact.
        let unit = match matrix.amax() {
            0.0 => 0,
            largest => exponent(largest),
        };
        let scaled = matrix.map(|entry| times(entry, -unit));
        let eigen = symmetric_eigen(&scaled, cancelled);
        let Eigen { values, vectors } = eigen.map_err(|failure| match failure {
            Failure::Cancelled => MadeError::Cancelled,
            _ => MadeError::NotConverged,
        })?;
        let mut values: Vec<f64> = values.into_iter().map(|value| times(value, unit)).collect();
        // A large β amplifies the rounding of these eigenvalues, whose exact values are known.
        if let Some((known, count)) = similarity.largest_known(graph) {
            values
                .iter_mut()
                .rev()
                .take(count)
                .for_each(|value| *value = known);
        }
        Ok(Self {
            matrix,
            values,
            vectors,
        })
    }

    /// Bound on β below which the von Neumann kernel is positive definite: 1/λ for the largest eigenvalue λ of S.
    /// `None` where no eigenvalue is positive, since any β is then allowed.
    #[must_use]
    pub fn beta_bound(&self) -> Option<f64> {
        let largest = self.values.last().copied().unwrap_or_default();
        (largest > 0.0).then(|| 1.0 / largest)
    }

    /// Computes the kernel matrix (n × n), exactly symmetric, with the error due to the rounding of S and its
    /// eigenvalues: f(S + E) differs from f(S) by at most ‖E‖ max |f′|.
    ///
    /// # Errors
    /// When cancelled, when β is not below its bound by more than rounding, or when values leave the range of numbers.
    pub fn kernel(
        &self,
        kernel: NodeKernel,
        cancelled: CancelCheck<'_>,
    ) -> Result<RoundedMatrix, MadeError> {
        let (mut k, slope) = match kernel {
            NodeKernel::Power { length } => {
                let slope = |value: f64| f64::from(length) * value.powi(length.cast_signed() - 1);
                (self.power(length, cancelled)?, self.largest(slope))
            }
            NodeKernel::Diffusion { beta } => {
                let k = self.response(|value| (beta * value).exp());
                (k, self.largest(|value| beta * (beta * value).exp()))
            }
            NodeKernel::VonNeumann { beta } => {
                if let Some(bound) = self.beta_bound()
                    && beta >= bound
                {
                    let shown = rounded_down(bound);
                    let reason = format!(
                        "must be below {shown} for this graph: 1/λ of the largest eigenvalue"
                    );
                    return Err(ParamError::new("β", reason).into());
                }
                let k = self.response(|value| 1.0 / (1.0 - beta * value));
                (k, self.largest(|value| beta / (1.0 - beta * value).powi(2)))
            }
        };
        if cancelled() {
            return Err(MadeError::Cancelled);
        }
        if !k.iter().all(|entry| entry.is_finite()) {
            return Err(MadeError::TooLarge);
        }
        k.fill_upper_triangle_with_lower_triangle();
        let norms = WideNumber::norm(&self.matrix).over(WideNumber::norm(&k));
        let off = RoundedMatrix::LEAST_ROUNDING * f64::EPSILON * slope * norms;
        if let NodeKernel::VonNeumann { beta } = kernel
            && off >= 1.0
        {
            let pole = self.beta_bound().unwrap_or(beta);
            let reason = format!(
                "is as near to {}, 1/λ of the largest eigenvalue of this graph, as rounding: no digit of the kernel is sure",
                short(pole)
            );
            return Err(ParamError::new("β", reason).into());
        }
        Ok(RoundedMatrix::off_by(k, off))
    }

    /// Largest |f(λ)| over the eigenvalues.
    fn largest(&self, f: impl Fn(f64) -> f64) -> f64 {
        let values = self.values.iter().map(|&value| f(value).abs());
        values.fold(0.0, f64::max)
    }

    /// Matrix V·diag(f(λ))·Vᵀ for f ≥ 0.
    fn response(&self, f: impl Fn(f64) -> f64) -> DMatrix<f64> {
        let mut half = self.vectors.clone();
        for (mut vector, &value) in half.column_iter_mut().zip(&self.values) {
            vector *= f(value).sqrt();
        }
        product(view(&half), view(&half).transpose())
    }

    /// Power Sˡ by repeated squaring, which keeps powers of integers exact.
    fn power(&self, length: u32, cancelled: CancelCheck<'_>) -> Result<DMatrix<f64>, MadeError> {
        let n = self.matrix.nrows();
        let mut power = DMatrix::identity(n, n);
        for bit in (0..u32::BITS - length.leading_zeros()).rev() {
            if cancelled() {
                return Err(MadeError::Cancelled);
            }
            power = product(view(&power), view(&power));
            if length >> bit & 1 == 1 {
                power = product(view(&power), view(&self.matrix));
            }
        }
        Ok(power)
    }
}

/// Text of a number with three digits, rounded down, so that a bound shown as text is itself allowed.
fn rounded_down(value: f64) -> String {
    let places = 2 - value.log10().floor() as i32;
    if !(0..=6).contains(&places) {
        return format!("{value:.2e}");
    }
    let unit = 10_f64.powi(places);
    format!("{:.*}", places as usize, (value * unit).floor() / unit)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::GraphEdge;

    #[test]
    fn what_is_said_to_be_allowed_is() {
        assert_eq!(rounded_down(0.403_03), "0.403");
        assert_eq!(rounded_down(0.129_99), "0.129");
        assert_eq!(rounded_down(12.399), "12.3");
    }

    /// On the complete graph of five nodes λ = 4, which the eigenvalues found miss by their last digits.
    #[test]
    fn the_pole_of_the_von_neumann_kernel_is_refused_from_both_sides() {
        let nodes: Vec<String> = (0..5).map(|i| i.to_string()).collect();
        let pairs = (0..5).flat_map(|i| (0..i).map(move |j| [i, j]));
        let edges = pairs.map(|ends| GraphEdge { ends, weight: 1.0 }).collect();
        let graph = Graph::new(nodes, edges);
        let s = NodeSimilarities::of(&graph, Similarity::Adjacency, &|| false).unwrap();
        let made = |beta| s.kernel(NodeKernel::VonNeumann { beta }, &|| false);
        for beta in [0.25, 0.25 - 1e-16, 0.25 - 5e-16, 0.25 + 1e-16, 0.250_000_1] {
            let refused = made(beta).unwrap_err().to_string();
            assert!(
                refused.starts_with("β ") && refused.contains("1/λ"),
                "{refused}"
            );
        }
        assert!(made(0.25 - 1e-9).is_ok());
    }

    #[test]
    fn huge_and_tiny_weights_keep_the_kernel() {
        let path = |weight| {
            let edges = vec![
                GraphEdge {
                    ends: [0, 1],
                    weight,
                },
                GraphEdge {
                    ends: [1, 2],
                    weight: 2.0 * weight,
                },
            ];
            Graph::new(["a", "b", "c"].map(String::from).to_vec(), edges)
        };
        let kernel = |weight: f64, beta: f64| {
            let s = NodeSimilarities::of(&path(weight), Similarity::Laplacian, &|| false).unwrap();
            let made = s.kernel(NodeKernel::Diffusion { beta }, &|| false);
            (*made.unwrap().entries).clone()
        };
        let usual = kernel(1.0, 0.5);
        for e in [-600, 600] {
            let scale = times(1.0, e);
            assert_eq!(kernel(scale, 0.5 / scale), usual);
        }
    }
}
