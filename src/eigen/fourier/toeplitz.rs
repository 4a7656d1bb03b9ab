//! The eigenproblem in the space of the modes.
//!
//! With F the waves at the points (n × modes), `K = FDFᴴ`, and with C = 1 − 11ᵀ/n the centred matrix CKC
//! has the same eigenvalues, but for zeros, as `G = D^½(FᴴF − n μμᴴ)D^½`, μ = Fᴴ1/n. `FᴴF` is Toeplitz, of
//! the sums over all points that [a density](super::density) gives: a product with it is a
//! convolution, and its entries do not depend on γ.
//!
//! The zero mode is constant, which centring annihilates. Coefficients of opposite modes are
//! conjugate for all that is real at the points, so half of the others do, as real numbers: √2 times
//! their real and imaginary parts, which keeps inner products.

use nalgebra::DMatrix;
use rustfft::num_complex::Complex64;
use std::f64::consts::SQRT_2;

use super::{
    Sums,
    convolution::{Convolution, Symbol},
    modes::Modes,
};
use crate::eigen::{
    Failure,
    accuracy::Totals,
    operator::{Operator, Precision},
};

/// Of ‖K‖ (Frobenius), in units of the last place: what rounding in the transforms may do.
const ROUNDING: f64 = 16.0;

/// G, reflected so that it maps the ones to zero.
pub(crate) struct Toeplitz<'a> {
    modes: &'a Modes,
    double: Convolution<f64>,
    single: Convolution<f32>,
    cancelled: &'a (dyn Fn() -> bool + Sync),
}

impl<'a> Toeplitz<'a> {
    pub(super) fn new(
        modes: &'a Modes,
        sums: &Sums,
        symbol: &Symbol,
        n: usize,
        cancelled: &'a (dyn Fn() -> bool + Sync),
    ) -> Self {
        let double = Convolution::new(modes, sums, symbol, n);
        Self {
            single: double.single(symbol),
            double,
            modes,
            cancelled,
        }
    }

    /// Of the centred matrix.
    pub(crate) fn trace(&self) -> f64 {
        self.double.totals.trace
    }

    /// The norm of what rounding may do to the matrix.
    pub(crate) fn rounding_of_all(&self) -> f64 {
        ROUNDING * f64::EPSILON * self.double.norm
    }
}

/// Coefficients D^½ w over the grid of modes, for each column w in real coordinates.
pub(super) fn coefficients(modes: &Modes, real: &DMatrix<f64>) -> Vec<Vec<Complex64>> {
    let Modes { half, roots, .. } = modes;
    let last = roots.len() - 1;
    let columns = real.column_iter().map(|column| {
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

/// Real coordinates of the modes from what the iteration has.
pub(super) fn real_coordinates(w: &DMatrix<f64>) -> DMatrix<f64> {
    reflected(w).remove_row(0)
}

/// The reverse.
pub(super) fn iterated_coordinates(real: DMatrix<f64>) -> DMatrix<f64> {
    reflected(&real.insert_row(0, 0.0))
}

/// Exchanges the ones, over their norm, and the first axis, and leaves alone what is orthogonal to
/// both: x − 2uuᵀx with u along their difference.
///
/// The zero mode is what G annihilates; put first, and reflected, it is the ones that are.
fn reflected(x: &DMatrix<f64>) -> DMatrix<f64> {
    let mut out = x.clone();
    let one = (x.nrows() as f64).sqrt().recip();
    // ‖e − 1/√N‖² = 2 − 2/√N.
    let squared = 2.0 - 2.0 * one;
    if squared > 0.0 {
        for mut column in out.column_iter_mut() {
            let along = 2.0 * (column[0] - one * column.sum()) / squared;
            column.add_scalar_mut(along * one);
            column[0] -= along;
        }
    }
    out
}

impl Operator for Toeplitz<'_> {
    fn dim(&self) -> usize {
        self.modes.dim() + 1
    }

    fn totals(&self, precision: Precision) -> Option<&Totals> {
        Some(match precision {
            Precision::Single => &self.single.totals,
            Precision::Double => &self.double.totals,
        })
    }

    fn rounding(&self, precision: Precision) -> f64 {
        match precision {
            Precision::Single => ROUNDING * f64::from(f32::EPSILON) * self.single.norm,
            Precision::Double => 0.0,
        }
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        if (self.cancelled)() {
            return Err(Failure::Cancelled);
        }
        let x = real_coordinates(x);
        let image = match precision {
            Precision::Single => self.single.times(&x),
            Precision::Double => self.double.times(&x),
        };
        Ok(iterated_coordinates(image))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eigen::{
            fourier::{Digits, Fourier},
            orthogonal::{center_columns, random_columns},
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
            let mut fourier = Fourier::new(&x);
            let modes = fourier.modes(gamma, Digits::All).unwrap();
            let mut op = fourier.operator(&modes, &|| false).unwrap();
            let totals = op.totals(Precision::Double).unwrap();
            assert!((totals.trace - k.trace()).abs() < 1e-12 * k.trace());
            assert!((totals.squared_norm - k.norm_squared()).abs() < 1e-12 * k.norm_squared());
            let dim = op.dim();
            let g = op
                .apply(&DMatrix::identity(dim, dim), Precision::Double)
                .unwrap();
            assert!((&g - g.transpose()).amax() < 1e-12);
            assert!(g.column_sum().amax() < 1e-12);
            let sorted = |matrix: DMatrix<f64>| {
                let mut values: Vec<f64> = matrix.symmetric_eigenvalues().iter().copied().collect();
                values.sort_by(|a, b| b.total_cmp(a));
                values
            };
            let mut random = random_columns(dim, 3, 1);
            center_columns(&mut random);
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
