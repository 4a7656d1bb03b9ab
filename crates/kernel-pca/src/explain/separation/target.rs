//! Labels to predict, classes or a quantity, of the rows that have one.

use super::class_sizes;
use crate::objects::Labels;

/// Labels to predict, of the rows that have one.
#[derive(Debug)]
pub(super) enum Prediction {
    Classes {
        codes: Vec<usize>,
        count: usize,
    },
    /// Quantity, shifted and scaled so that the labels from which rules are learnt have mean zero and a largest
    /// modulus of one.
    Quantity(Vec<f64>),
}

impl Prediction {
    /// Targets of the rows with these labels, in the unit of the labels `learnt`, from which rules are learnt; `None`
    /// where one is of classes and the other a quantity, or there are no labels.
    pub(super) fn of(labels: &Labels, learnt: &Labels) -> Option<Self> {
        match (labels, learnt) {
            (Labels::Classes { codes, .. }, Labels::Classes { .. }) => Some(Self::Classes {
                count: class_sizes(codes).len(),
                codes: codes.iter().copied().flatten().collect(),
            }),
            (Labels::Continuous { values, .. }, Labels::Continuous { values: learnt, .. }) => {
                let learnt = known(learnt);
                let n = learnt.len() as f64;
                let mean: f64 = learnt.iter().map(|value| value / n).sum();
                let moduli = learnt.iter().map(|value| (value - mean).abs());
                let largest = moduli.fold(f64::MIN_POSITIVE, f64::max);
                let values = known(values).into_iter();
                Some(Self::Quantity(
                    values.map(|value| (value - mean) / largest).collect(),
                ))
            }
            _ => None,
        }
    }

    /// Sum of squared errors of predicting a quantity by its mean; for classes the number of rows.
    pub(super) fn variation(&self) -> f64 {
        match self {
            Self::Classes { codes, .. } => codes.len() as f64,
            Self::Quantity(values) => {
                let mean = values.iter().sum::<f64>() / values.len().max(1) as f64;
                values.iter().map(|value| (value - mean).powi(2)).sum()
            }
        }
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Self::Classes { codes, .. } => codes.len(),
            Self::Quantity(values) => values.len(),
        }
    }

    pub(super) fn select(&self, rows: &[usize]) -> Self {
        match self {
            Self::Classes { codes, count } => Self::Classes {
                codes: rows.iter().map(|&i| codes[i]).collect(),
                count: *count,
            },
            Self::Quantity(values) => Self::Quantity(rows.iter().map(|&i| values[i]).collect()),
        }
    }
}

/// Values that are not NaN: those of the rows that have a label.
fn known(values: &[f64]) -> Vec<f64> {
    values.iter().copied().filter(|v| !v.is_nan()).collect()
}
