//! Polynomial interpolation at Chebyshev nodes of [−1, 1], which is stable at high degree, by the barycentric formula
//! (Berrut and Trefethen 2004). A few Chebyshev coefficients of the interpolant estimate its error.

use std::f64::consts::PI;

/// Chebyshev nodes cos((i + ½)π/count) for i = 0, 1, …, from right to left.
#[derive(Debug, Clone)]
pub(crate) struct Chebyshev {
    nodes: Vec<f64>,
}

impl Chebyshev {
    /// Creates the `count` nodes of interpolation by polynomials of degree `count` − 1.
    pub(crate) fn new(count: usize) -> Self {
        let nodes = (0..count).map(|i| angle(i, count).cos()).collect();
        Self { nodes }
    }

    /// The nodes, descending.
    pub(crate) fn nodes(&self) -> &[f64] {
        &self.nodes
    }

    /// Returns weights w, one per node: Σ wᵢf(xᵢ) is the value at `x` of the polynomial through the values f(xᵢ) at the
    /// nodes xᵢ (barycentric formula; Berrut and Trefethen 2004).
    pub(crate) fn weights(&self, x: f64) -> Vec<f64> {
        let count = self.nodes.len();
        if let Some(hit) = self.nodes.iter().position(|&node| node == x) {
            return (0..count).map(|i| f64::from(i == hit)).collect();
        }
        let sign = |i: usize| if i.is_multiple_of(2) { 1.0 } else { -1.0 };
        let part = |(i, node): (usize, &f64)| sign(i) * angle(i, count).sin() / (x - node);
        let parts: Vec<f64> = self.nodes.iter().enumerate().map(part).collect();
        let sum: f64 = parts.iter().sum();
        parts.into_iter().map(|part| part / sum).collect()
    }

    /// Returns weights w, one per node: Σ wᵢf(xᵢ) is the coefficient of the Chebyshev polynomial of this `degree` in
    /// the polynomial through the values f(xᵢ). `degree` is from 1 to the number of nodes less one. The decay of these
    /// coefficients with the degree indicates the error of the interpolation.
    pub(crate) fn coefficient(&self, degree: usize) -> Vec<f64> {
        let count = self.nodes.len();
        let at = |i| 2.0 / count as f64 * (degree as f64 * angle(i, count)).cos();
        (0..count).map(at).collect()
    }
}

/// Angle of node i of `count`, in radians.
fn angle(i: usize, count: usize) -> f64 {
    (i as f64 + 0.5) * PI / count as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn polynomials_are_hit_and_what_is_left_of_others_is_foreseen() {
        let chebyshev = Chebyshev::new(6);
        let sum = |weights: Vec<f64>, f: &dyn Fn(f64) -> f64| -> f64 {
            let at_nodes = chebyshev.nodes().iter().map(|&x| f(x));
            weights.iter().zip(at_nodes).map(|(w, f)| w * f).sum()
        };
        let cubic = |x: f64| x.powi(3) - 2.0 * x + 0.5;
        for x in [-1.0, -0.3, chebyshev.nodes()[2], 0.99] {
            assert!((sum(chebyshev.weights(x), &cubic) - cubic(x)).abs() < 1e-14);
            // The coefficients of exp are 5.4e-4 for the last degree and 4.5e-5 for the next.
            let off = (sum(chebyshev.weights(x), &f64::exp) - x.exp()).abs();
            assert!(off < 1e-4, "{x}: {off}");
        }
        // x³ = (3 T₁ + T₃)/4
        assert!((sum(chebyshev.coefficient(3), &cubic) - 0.25).abs() < 1e-15);
        let last = sum(chebyshev.coefficient(5), &f64::exp);
        assert!((last - 5.43e-4).abs() < 1e-5, "{last}");
    }
}
