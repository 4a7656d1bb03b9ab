//! Feature map of a polynomial kernel, written out monomial by monomial (multinomial theorem).

use nalgebra::DMatrix;

use crate::{
    eigen::gemm::{product, view},
    kernel::{Kernel, Response},
    kpca::features::monomials,
};

pub use crate::kpca::features::Monomial;

/// Feature map φ with φ(x)·φ(y) = k(x, y): for k = (γ x·y + c₀)ᵖ, a feature for each monomial of degree up to
/// p, or of degree p alone where c₀ = 0.
#[derive(Debug, Clone, PartialEq)]
pub struct FeatureMap {
    response: Response,
    unit_rows: bool,
    monomials: Vec<Monomial>,
}

/// Reason for which a kernel's feature map cannot be written out.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NoMap {
    /// Infinite dimension of the feature space.
    Infinite,
    /// Indefinite kernel, which is no inner product of real features.
    Indefinite,
    /// Sum or product of two kernels, or normalised values: maps that are not written out here.
    Composed,
    /// Data without features: strings, nodes or a given matrix, of which only kernel values of pairs are known.
    NoFeatures,
    /// Number of monomials, which exceeds the limit asked for.
    TooMany(f64),
}

impl FeatureMap {
    /// Writes out the map of a kernel on d features, if it has at most `most` monomials.
    ///
    /// # Errors
    /// [`NoMap`]: the reason for which the map is not written out.
    pub fn of(kernel: &Kernel, d: usize, most: usize) -> Result<Self, NoMap> {
        if kernel.second().is_some() || kernel.normalize().is_some() {
            return Err(NoMap::Composed);
        }
        // Centring of the kernel does not change φ.
        let family = kernel.kind().family();
        let response = (family.response)(kernel);
        let metric = family.metric.spec();
        if family.metric.is_given() {
            return Err(NoMap::NoFeatures);
        }
        if !metric.is_inner_product() {
            return Err(NoMap::Infinite);
        }
        let (gamma, degree, coef0) = match response {
            Response::Linear { slope } => (slope, 1, 0.0),
            Response::Power {
                gamma,
                degree,
                coef0,
            } => (gamma, degree, coef0),
            Response::Tanh { .. } => return Err(NoMap::Indefinite),
            Response::Exp { .. } | Response::Decay { .. } => return Err(NoMap::Infinite),
        };
        if coef0 < 0.0 || gamma < 0.0 {
            return Err(NoMap::Indefinite);
        }
        let count = monomials(d, degree, coef0 == 0.0);
        if count > most as f64 {
            return Err(NoMap::TooMany(count));
        }
        let lowest = if coef0 == 0.0 { degree } else { 0 };
        Ok(Self {
            response,
            unit_rows: metric.unit_rows,
            monomials: Monomial::of_power(d, gamma, degree, coef0, lowest),
        })
    }

    /// Monomials, in the order of the columns of [`features`](Self::features).
    #[must_use]
    pub fn monomials(&self) -> &[Monomial] {
        &self.monomials
    }

    /// Returns whether rows are divided by their norms before the map is applied.
    #[must_use]
    pub fn takes_unit_rows(&self) -> bool {
        self.unit_rows
    }

    /// Evaluates the m features φ(x) of each row of x (n × d); returns n × m.
    #[must_use]
    pub fn features(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        Monomial::evaluate(&self.monomials, &self.prepared(x))
    }

    /// Kernel matrix (n × n) of the rows of x (n × d), computed by the kernel trick from their inner products.
    #[must_use]
    pub fn kernel_matrix(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let x = self.prepared(x);
        product(view(&x), view(&x).transpose()).map(|inner| self.response.at(inner))
    }

    /// Copies x (n × d), with rows divided by their norms where the kernel takes unit rows; a row of zeros stays
    /// zero.
    fn prepared(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut x = x.clone();
        if self.takes_unit_rows() {
            for mut row in x.row_iter_mut() {
                let norm = row.norm();
                if norm > 0.0 {
                    row /= norm;
                }
            }
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use nalgebra::dmatrix;

    /// Sepal length and width of five irises, as worked by hand in textbooks.
    fn irises() -> DMatrix<f64> {
        dmatrix![5.9, 3.0; 6.9, 3.1; 6.6, 2.9; 4.6, 3.2; 6.0, 2.2]
    }

    #[test]
    fn the_homogeneous_quadratic_is_as_worked_by_hand() {
        let map = FeatureMap::of(&Kernel::poly(1.0, 2, 0.0), 2, 100).unwrap();
        let powers: Vec<_> = map.monomials().iter().map(|m| m.powers.clone()).collect();
        assert_eq!(powers, [vec![(0, 2)], vec![(1, 2)], vec![(0, 1), (1, 1)]]);
        assert_eq!(
            map.monomials().iter().map(|m| m.weight).collect::<Vec<_>>(),
            [1.0, 1.0, 2.0]
        );
        let phi = map.features(&irises());
        for (value, expected) in phi.row(0).iter().zip([34.81, 9.0, 25.03]) {
            assert!((value - expected).abs() < 5e-3, "{value} for {expected}");
        }
        let k = &phi * phi.transpose();
        assert!((k[(0, 1)] - 2501.00).abs() < 5e-3);
        let mean = phi.row_mean();
        assert!((mean.norm_squared() - 2006.2526).abs() < 5e-5);
        let variance = phi.row_iter().map(|row| (row - &mean).norm_squared());
        assert!((variance.sum::<f64>() / 5.0 - 103.3856).abs() < 5e-5);
        assert!(((phi.row(0) - phi.row(1)).norm() - 13.8363).abs() < 5e-5);
        let cosine = k[(3, 4)] / (k[(3, 3)] * k[(4, 4)]).sqrt();
        assert!((cosine - 0.9357).abs() < 5e-5);
    }

    #[test]
    fn the_linear_kernel_is_as_worked_by_hand() {
        let map = FeatureMap::of(&Kernel::linear(), 2, 100).unwrap();
        assert_eq!(map.features(&irises()), irises());
        let k = map.kernel_matrix(&irises());
        for (value, expected) in k.row(0).iter().zip([43.81, 50.01, 47.64, 36.74, 42.00]) {
            assert!((value - expected).abs() < 1e-9);
        }
    }

    #[test]
    fn products_of_features_are_the_kernel() {
        let x = DMatrix::from_fn(7, 4, |i, j| ((3 * i + 5 * j) % 11) as f64 - 4.5);
        for kernel in [
            Kernel::linear(),
            Kernel::cosine(),
            Kernel::poly(0.3, 1, 0.0),
            Kernel::poly(0.3, 1, 2.0),
            Kernel::poly(1.0, 2, 0.0),
            Kernel::poly(0.25, 2, 1.0),
            Kernel::poly(0.4, 3, 0.7),
            Kernel::poly(0.1, 6, 1.0),
        ] {
            let map = FeatureMap::of(&kernel, 4, 1000).unwrap();
            let phi = map.features(&x);
            let expected = kernel.matrix(&x, &x);
            let most = 1e-13 * expected.amax();
            assert!(
                (&phi * phi.transpose() - &expected).amax() < most,
                "{kernel:?}"
            );
            assert!(
                (map.kernel_matrix(&x) - &expected).amax() < most,
                "{kernel:?}"
            );
        }
    }

    #[test]
    fn weights_are_counted_by_brute_force() {
        // Multiply (1 + x₀ + x₁ + x₂)⁴ out, one choice for each of the four factors.
        let map = FeatureMap::of(&Kernel::poly(1.0, 4, 1.0), 3, 1000).unwrap();
        let mut counts = std::collections::BTreeMap::new();
        for choice in 0..4_usize.pow(4) {
            let mut exponents = [0_u32; 4];
            for factor in 0..4 {
                exponents[choice / 4_usize.pow(factor) % 4] += 1;
            }
            *counts.entry(exponents).or_insert(0.0) += 1.0;
        }
        assert_eq!(map.monomials().len(), counts.len());
        for monomial in map.monomials() {
            let mut exponents = [0; 4];
            for &(feature, exponent) in &monomial.powers {
                exponents[feature] = exponent;
            }
            exponents[3] = 4 - exponents.iter().sum::<u32>();
            assert_eq!(monomial.weight, counts[&exponents], "{monomial:?}");
        }
    }

    #[test]
    fn kernels_without_a_map_say_why() {
        let of = |kernel: Kernel, d| FeatureMap::of(&kernel, d, 1000).unwrap_err();
        assert_eq!(of(Kernel::rbf(1.0), 2), NoMap::Infinite);
        assert_eq!(of(Kernel::laplacian(1.0), 2), NoMap::Infinite);
        assert_eq!(of(Kernel::sigmoid(1.0, 0.0), 2), NoMap::Indefinite);
        assert_eq!(of(Kernel::poly(1.0, 2, -1.0), 2), NoMap::Indefinite);
        assert_eq!(of(Kernel::poly(1.0, 3, 1.0), 64), NoMap::TooMany(47_905.0));
        let homogeneous = of(Kernel::poly(1.0, 6, 0.0), 88);
        assert_eq!(homogeneous, NoMap::TooMany(762_245_484.0));
        assert!(
            matches!(of(Kernel::poly(1.0, 50, 1.0), 10_000), NoMap::TooMany(count) if count.is_finite())
        );
    }
}
