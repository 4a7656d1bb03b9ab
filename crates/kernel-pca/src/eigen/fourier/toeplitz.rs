//! Eigenproblem of a centred kernel matrix in the space of the modes.
//!
//! With F the waves at the points (n × modes), `K = FDFᴴ`. With C = 1 − 11ᵀ/n, the centred matrix CKC has the same
//! nonzero eigenvalues as `G = D^½(FᴴF − n μμᴴ)D^½`, μ = Fᴴ1/n. `FᴴF` is a Toeplitz matrix: its entries are sums over
//! all points, given by a [density](super::density) and independent of γ, and a product with it is a convolution.
//!
//! The zero mode is constant, and centring annihilates it. Functions that are real at the points have conjugate
//! coefficients for opposite modes, so half of the other modes suffice. Their *real coordinates* are √2 times the real
//! parts, then √2 times the imaginary parts, which preserves inner products.

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::DMatrix;
use rayon::prelude::*;
use std::f64::consts::SQRT_2;

use super::{
    ModeSums,
    convolution::{Convolution, Symbol},
    modes::Modes,
};
use crate::count::CancelCheck;
use crate::eigen::{
    Failure,
    accuracy::MatrixTotals,
    operator::{Operator, Precision},
    orthogonal::NullSpace,
};

/// Bound on the effect of rounding in the transforms, in units of ε‖K‖ (Frobenius), with room to spare.
const ROUNDING: f64 = 16.0;

/// Number of columns of a block: two transforms, one per core (measured against narrower and wider blocks:
/// docs/experiments.md, "Tried and dropped").
const BLOCK: usize = 4;
/// Number of pairs wanted, in blocks, above which corrections take longer than gathering in double precision;
/// orthogonalisation takes most of the time of either.
const WIDE: usize = 3;
/// Number of multiplications per column on a grid of N places, in units of N log₂ N: two transforms for two columns,
/// each of ½ N log₂ N complex multiplications.
const TRANSFORM: f64 = 2.0;

/// Matrix G = D^½(FᴴF − n μμᴴ)D^½ of the centred kernel over the modes but the zero mode, as an operator in either
/// precision.
pub(crate) struct Toeplitz<'a> {
    modes: &'a Modes,
    double: Convolution<f64>,
    single: Convolution<f32>,
    cancelled: CancelCheck<'a>,
}

impl<'a> Toeplitz<'a> {
    /// Sets up G for the modes of a kernel over n points; `cancelled` is called before each product.
    pub(super) fn new(
        modes: &'a Modes,
        sums: &ModeSums,
        symbol: &Symbol,
        n: usize,
        cancelled: CancelCheck<'a>,
    ) -> Self {
        let double = Convolution::new(modes, sums, symbol, n);
        Self {
            single: double.single(modes, symbol),
            double,
            modes,
            cancelled,
        }
    }

    /// Trace of the centred kernel matrix.
    pub(crate) fn trace(&self) -> f64 {
        self.double.totals.trace
    }

    /// Upper bound on the norm of the perturbation of G by rounding in double precision.
    pub(crate) fn rounding_of_all(&self) -> f64 {
        ROUNDING * f64::EPSILON * self.double.norm
    }
}

/// Returns the coefficients D^½ w over the grid of modes, for each column w in real coordinates.
pub(super) fn coefficients(modes: &Modes, real: &DMatrix<f64>) -> Vec<Vec<Complex64>> {
    let Modes { half, roots, .. } = modes;
    let last = roots.len() - 1;
    let columns = real.as_slice().par_chunks(real.nrows()).map(|column| {
        let mut values = vec![Complex64::ZERO; roots.len()];
        for (i, &p) in half.iter().enumerate() {
            let y = Complex64::new(column[i], column[half.len() + i]);
            values[p] = y * (roots[p] / SQRT_2);
            values[last - p] = values[p].conj();
        }
        values
    });
    columns.collect()
}

impl Operator for Toeplitz<'_> {
    fn dim(&self) -> usize {
        self.modes.dim()
    }

    /// Zero space: the zero mode, which G maps to zero, is not among the coordinates.
    fn null(&self) -> NullSpace {
        NullSpace::Nothing
    }

    fn block(&self) -> usize {
        BLOCK
    }

    fn operations(&self) -> f64 {
        let places = self.single.places() as f64;
        TRANSFORM * places * places.log2() * BLOCK as f64
    }

    fn gathers(&self, pairs: usize) -> Precision {
        if pairs > WIDE * BLOCK {
            Precision::Double
        } else {
            Precision::Single
        }
    }

    fn totals(&self, precision: Precision) -> Option<&MatrixTotals> {
        Some(match precision {
            Precision::Single => &self.single.totals,
            Precision::Double => &self.double.totals,
        })
    }

    fn rounding(&self, precision: Precision) -> f64 {
        match precision {
            Precision::Single => {
                ROUNDING * f64::from(f32::EPSILON) * self.single.norm + self.single.wrapped
            }
            Precision::Double => 0.0,
        }
    }

    /// Typical effect of rounding in single precision, as a share of the bound: smaller than for sums over all entries,
    /// since transforms round less.
    fn typical(&self) -> f64 {
        0.02
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        if (self.cancelled)() {
            return Err(Failure::Cancelled);
        }
        Ok(match precision {
            Precision::Single => self.single.times(x),
            Precision::Double => self.double.times(x),
        })
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        eigen::{
            fourier::{Digits, Fourier},
            orthogonal::random_columns,
        },
        kernel::{Centering, Kernel},
    };

    #[test]
    fn the_same_eigenvalues_trace_and_norm_as_the_centred_matrix() {
        for axes in 1..=2 {
            let x = random_columns(60, axes, 3);
            let gamma = 0.7;
            let mut k = Kernel::rbf(gamma).matrix(&x, &x);
            Centering::of(&k).apply(&mut k);
            let mut fourier = Fourier::new(&x, &Arc::default()).unwrap();
            let modes = fourier.modes(gamma, Digits::All);
            let mut op = fourier.operator(&modes, &|| false).unwrap();
            let totals = op.totals(Precision::Double).unwrap();
            assert!((totals.trace - k.trace()).abs() < 1e-12 * k.trace());
            assert!((totals.squared_norm - k.norm_squared()).abs() < 1e-12 * k.norm_squared());
            let dim = op.dim();
            let g = op
                .apply(&DMatrix::identity(dim, dim), Precision::Double)
                .unwrap();
            assert!((&g - g.transpose()).amax() < 1e-12);
            let sorted = |matrix: DMatrix<f64>| {
                let mut values: Vec<f64> = matrix.symmetric_eigenvalues().iter().copied().collect();
                values.sort_by(|a, b| b.total_cmp(a));
                values
            };
            let random = random_columns(dim, 3, 1);
            let rough = op.apply(&random, Precision::Single).unwrap();
            let off = (rough - &g * &random).norm();
            assert!(off <= op.rounding(Precision::Single) * random.norm());
            let (found, expected) = (sorted(g), sorted(k.clone()));
            for (found, expected) in found.iter().zip(&expected).take(20) {
                assert!((found - expected).abs() < 1e-12 * k.trace());
            }
        }
    }
}
