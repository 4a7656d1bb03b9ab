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
    /// Quantity, scaled to a largest modulus of one; shifted to mean zero before by [`of`](Self::of), not by
    /// [`of_both`](Self::of_both).
    Quantity(Vec<f64>),
}

impl Prediction {
    pub(super) fn of(labels: &Labels) -> Option<Self> {
        match labels {
            Labels::None => None,
            Labels::Classes { codes, .. } => Some(Self::Classes {
                count: class_sizes(codes).len(),
                codes: codes.iter().copied().flatten().collect(),
            }),
            Labels::Continuous { values, .. } => {
                let known = known(values);
                let n = known.len() as f64;
                let mean: f64 = known.iter().map(|value| value / n).sum();
                let centred = known.iter().map(|value| value - mean);
                let largest = centred.clone().fold(0.0_f64, |m, v| m.max(v.abs()));
                Some(Self::Quantity(centred.map(|v| v / largest).collect()))
            }
        }
    }

    /// Targets of the rows that rules are learnt from and of other rows, with one unit and one numbering of
    /// classes; `None` where one is of classes and the other a quantity.
    pub(super) fn of_both(labels: [&Labels; 2]) -> Option<[Self; 2]> {
        match labels {
            [
                Labels::Classes { codes, .. },
                Labels::Classes { codes: others, .. },
            ] => {
                let count = class_sizes(codes).len().max(class_sizes(others).len());
                Some([codes, others].map(|codes| Self::Classes {
                    codes: codes.iter().copied().flatten().collect(),
                    count,
                }))
            }
            [
                Labels::Continuous { values, .. },
                Labels::Continuous { values: others, .. },
            ] => {
                let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
                let unit = largest.max(f64::MIN_POSITIVE);
                let scaled = |values: &Vec<f64>| {
                    Self::Quantity(known(values).iter().map(|v| v / unit).collect())
                };
                Some([values, others].map(scaled))
            }
            _ => None,
        }
    }

    /// Error of predicting the mean of a quantity, a sum of squares; for classes the number of rows.
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

    /// Error of predicting zero for a quantity, a sum of squares; for classes the number of rows.
    pub(super) fn total(&self) -> f64 {
        match self {
            Self::Classes { codes, .. } => codes.len() as f64,
            Self::Quantity(values) => values.iter().map(|v| v * v).sum(),
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
