//! Measure of how well a label is predicted: accuracy for classes, R² for numbers.

use chart::percent;
use kernel_pca::{
    explain::separation::{SeparationScore, class_sizes},
    objects::Labels,
};

/// Measure of how well a label is predicted.
#[derive(Clone, Copy)]
pub enum Measure {
    Accuracy {
        /// Share of the largest class.
        chance: f64,
    },
    R2,
}

impl Measure {
    pub fn of(labels: &Labels) -> Self {
        match labels {
            Labels::Continuous { .. } => Self::R2,
            Labels::Classes { codes, .. } => {
                let sizes = class_sizes(codes);
                let largest = sizes.iter().max().copied().unwrap_or(0);
                Self::Accuracy {
                    chance: largest as f64 / sizes.iter().sum::<usize>().max(1) as f64,
                }
            }
            Labels::None => Self::Accuracy { chance: 0.0 },
        }
    }

    /// Names of the measure and of the predictor.
    pub(super) fn names(self) -> [&'static str; 2] {
        match self {
            Self::Accuracy { .. } => ["Accuracy", "linear discriminant"],
            Self::R2 => ["R²", "linear regression"],
        }
    }

    /// Name of the measure's axis.
    pub(super) fn axis(self) -> &'static str {
        match self {
            Self::Accuracy { .. } => "accuracy (on the other half)",
            Self::R2 => "R² (on the other half)",
        }
    }

    pub fn value(self, value: f64) -> String {
        match self {
            Self::Accuracy { .. } => percent(value),
            Self::R2 => r2(value),
        }
    }

    /// Score with its spread, such as "75.0 ± 1.1 %".
    pub(super) fn words(self, SeparationScore { mean, spread }: SeparationScore) -> String {
        match self {
            Self::Accuracy { .. } => format!("{:.1} ± {}", 100.0 * mean, percent(spread)),
            Self::R2 => format!("{} ± {spread:.2}", r2(mean)),
        }
    }
}

pub fn r2(value: f64) -> String {
    format!("{value:.2}").replace('-', "−")
}
