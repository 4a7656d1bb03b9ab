//! Centring and standardising columns.

use nalgebra::DMatrix;
use serde::{Deserialize, Serialize};

/// What is done to each column before any PCA.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Scaling {
    #[default]
    None,
    Center,
    /// Centre and divide by the standard deviation (divisor n); constant columns are only centred.
    Standardize,
}

/// The fitted form: what was subtracted and divided, so that new rows can be treated alike.
#[derive(Debug, Clone, PartialEq)]
pub struct Scaler {
    /// Length d.
    pub shift: Vec<f64>,
    /// Length d, positive.
    pub scale: Vec<f64>,
}

impl Scaling {
    /// Learns shift and scale from `x` (n × d).
    #[must_use]
    pub fn fit(self, x: &DMatrix<f64>) -> Scaler {
        let n = x.nrows().max(1) as f64;
        let (mut shift, mut scale) = (vec![0.0; x.ncols()], vec![1.0; x.ncols()]);
        if self == Self::None {
            return Scaler { shift, scale };
        }
        for (j, column) in x.column_iter().enumerate() {
            let mean = column.sum() / n;
            shift[j] = mean;
            if self == Self::Standardize {
                let std = (column.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / n).sqrt();
                if std > 10.0 * f64::EPSILON * mean.abs() {
                    scale[j] = std;
                }
            }
        }
        Scaler { shift, scale }
    }
}

impl Scaler {
    /// (x − shift) / scale, column by column; `x` is m × d.
    #[must_use]
    pub fn apply(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| {
            (x[(i, j)] - self.shift[j]) / self.scale[j]
        })
    }
}
