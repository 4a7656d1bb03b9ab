//! Sweeps of one parameter through a range of values, and rules that choose γ.
//!
//! A sweep computes at each value the eigenvalues and the accuracy with which the components predict the label. The
//! caller provides the fit at a value, so sweeps do not depend on where data come from or who waits for results.
//!
//! ```
//! use kernel_pca::{kernel::KernelParameter, sweep::SweptParameter};
//!
//! // A decade of γ in four steps of equal ratio.
//! let values = SweptParameter::GAMMA.values(1.0, 10.0, 5)?;
//! assert!((values[2] - 10_f64.sqrt()).abs() < 1e-12);
//! // Whole numbers are rounded, and each is there once.
//! assert_eq!(SweptParameter::Kernel(KernelParameter::Degree).values(1.0, 3.0, 9)?, [1.0, 2.0, 3.0]);
//! # Ok::<(), String>(())
//! ```

mod best_on_curve;
mod criteria;
mod cross_validation;
mod curve;
mod grid;
mod matrix_rules;
mod parallel_analysis;
mod parameter;
mod play;
mod sample;
mod shuffled;

pub use criteria::{Criterion, CriterionResult, GammaChoice, MOST_ROWS_OF_RULES, criteria};
pub use cross_validation::{
    ALPHA as FOLD_ALPHA, CrossValidation, FOLDS, Folds, HeldOutQuality, SEED as FOLD_SEED,
    cross_validate, pre_image_error,
};
pub use curve::{Sweep, SweepPoint, SweepQuestion};
pub use grid::agreeing;
pub use grid::{GridCell, GridQuestion, GridRows, SweepGrid};
pub use parameter::{SweptParameter, ValueSpacing, gamma_ends};
pub use play::Track;
pub use sample::{MOST_SWEPT_ROWS, RowSample};
pub use shuffled::{ShuffledEigenvalues, StandingOut};

/// Index of the largest value, the first of several; `None` where there are no values.
fn largest(values: impl Iterator<Item = f64>) -> Option<usize> {
    let better = |best: (usize, f64), next: (usize, f64)| if next.1 > best.1 { next } else { best };
    values.enumerate().reduce(better).map(|(index, _)| index)
}
