//! Noise added to the features of a table, drawn from `NumPy`'s random stream.

use nalgebra::DMatrix;

use super::numpy_random::RandomState;
use crate::typed::NumberRange;

listed! {
    /// Kind of noise added to features.
    #[derive(Debug, Clone, Copy, PartialEq, Eq)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
    pub enum NoiseKind {
        /// Normal noise, added to all values.
        Gaussian => "gaussian",
        /// Salt and pepper: random values are replaced by the smallest or largest of their column.
        SaltPepper => "salt-pepper",
    }
    /// Name on the command line.
    fn name
}

/// Noise to be added to features before they are scaled; the amount may be out of range, see
/// [`is_valid`](Self::is_valid).
#[derive(Debug, Clone, Copy, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AddedNoise {
    pub kind: NoiseKind,
    /// Standard deviation of normal noise, in the units of the data; share of replaced values for salt and pepper.
    #[cfg_attr(feature = "serde", serde(default = "usual_amount"))]
    pub amount: f64,
    /// Seed of the random numbers.
    #[cfg_attr(feature = "serde", serde(default))]
    pub seed: u32,
}

#[cfg(feature = "serde")]
fn usual_amount() -> f64 {
    AddedNoise::USUAL_AMOUNT
}

impl NoiseKind {
    /// Name on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Gaussian => "Gaussian",
            Self::SaltPepper => "Salt and pepper",
        }
    }

    /// Range in which the amount of this noise must lie.
    #[must_use]
    pub fn rule(self) -> NumberRange {
        match self {
            Self::Gaussian => NumberRange::NotNegative,
            Self::SaltPepper => NumberRange::FromZeroToOne,
        }
    }
}

impl AddedNoise {
    /// Default amount of noise: a standard deviation of a tenth of the data's unit, or a tenth of the values.
    pub const USUAL_AMOUNT: f64 = 0.1;

    /// Noise of a kind with its default amount and seed.
    #[must_use]
    pub fn new(kind: NoiseKind) -> Self {
        Self {
            kind,
            amount: Self::USUAL_AMOUNT,
            seed: 0,
        }
    }

    /// Returns true where the amount lies in the range that [`NoiseKind::rule`] gives.
    #[must_use]
    pub fn is_valid(&self) -> bool {
        self.kind.rule().allows(self.amount)
    }

    /// Copies `x` (n × d) with the noise added; random numbers are drawn row by row, as NumPy does for
    /// `size=X.shape`.
    #[must_use]
    pub fn added_to(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut random = RandomState::new(self.seed);
        let mut noisy = x.clone();
        match self.kind {
            NoiseKind::Gaussian => {
                for mut row in noisy.row_iter_mut() {
                    for value in row.iter_mut() {
                        *value += random.normal(0.0, self.amount);
                    }
                }
            }
            NoiseKind::SaltPepper => {
                let ends: Vec<[f64; 2]> = x
                    .column_iter()
                    .map(|column| [column.min(), column.max()])
                    .collect();
                let half = self.amount / 2.0;
                for mut row in noisy.row_iter_mut() {
                    for (value, [low, high]) in row.iter_mut().zip(&ends) {
                        let drawn = random.random();
                        if drawn < half {
                            *value = *low;
                        } else if drawn >= 1.0 - half {
                            *value = *high;
                        }
                    }
                }
            }
        }
        noisy
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Compares with `RandomState(3)`: `X + random.normal(scale=0.5, size=X.shape)`, and with `drawn =
    /// random.random_sample(X.shape)`, where those below 0.4 are column minima and those from 0.6 on maxima.
    #[test]
    fn noise_is_numpys() {
        let x = DMatrix::from_row_slice(3, 2, &[0.0, 10.0, 1.0, 20.0, 2.0, 30.0]);
        let of = |kind, amount| AddedNoise {
            kind,
            amount,
            seed: 3,
        };
        let gaussian = of(NoiseKind::Gaussian, 0.5).added_to(&x);
        let expected = [
            0.894_314, 10.218_255, 1.048_249, 19.068_254, 1.861_306, 29.822_621,
        ];
        assert!((gaussian - DMatrix::from_row_slice(3, 2, &expected)).amax() < 1e-6);
        let salted = of(NoiseKind::SaltPepper, 0.8).added_to(&x);
        assert_eq!(
            salted,
            DMatrix::from_row_slice(3, 2, &[0.0, 30.0, 0.0, 20.0, 2.0, 30.0])
        );
    }
}
