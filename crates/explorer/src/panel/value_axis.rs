//! Shares of variance, or eigenvalues, on an axis, as bars or as a curve.

use crate::{analysis::Analysis, presented::Presented};
use chart::{Axis, Scale};

/// Number of points above which a curve has no dots.
pub(super) const MOST_DOTS: usize = 64;

/// Share of the total below which an eigenvalue is rounding error; a logarithmic axis ends here.
const SMALLEST_SHARE: f64 = 1e-16;

/// Vertical axis of shares, with the height of a share on it.
pub(super) struct ValueAxis {
    pub axis: Axis,
    log: bool,
    /// Height at which bars begin.
    pub base: f64,
}

impl ValueAxis {
    /// Makes the axis for these shares; a logarithmic one ends below the smallest that is not zero.
    pub fn new(label: &str, log: bool, shares: impl Iterator<Item = f64>) -> Self {
        if !log {
            let axis = Axis::new(label, Scale::Linear);
            return Self {
                axis,
                log,
                base: 0.0,
            };
        }
        let sizes = shares.map(f64::abs).filter(|&size| size > 0.0);
        let [smallest, largest] = sizes.fold([1.0_f64, 1.0_f64], |[low, high], size| {
            [low.min(size), high.max(size)]
        });
        // A little below the smallest bar, so that it still shows.
        let base = (smallest.max(SMALLEST_SHARE).log10() - 0.2).floor();
        let mut axis = Axis::new(label, Scale::Log10);
        // And a little above the largest, so that its marker is whole.
        let top = largest.log10();
        axis.range = Some([base, top + 0.03 * (top - base)]);
        Self { axis, log, base }
    }

    pub fn is_log(&self) -> bool {
        self.log
    }

    /// Height of a share; `None` where it has no logarithm.
    pub fn height(&self, share: f64) -> Option<f64> {
        if !self.log {
            return share.is_finite().then_some(share);
        }
        let size = share.abs();
        (size > 0.0 && size.is_finite()).then(|| size.log10().max(self.base))
    }
}

/// Sentence that names the shown methods which a chart of shares leaves out.
pub(super) fn without_variance(analysis: &Analysis) -> Option<String> {
    let without = analysis
        .embeddings()
        .filter(|(_, it)| it.shares().is_none());
    let names: Vec<&str> = without
        .map(|(method, _)| method.presented().title_in_text)
        .collect();
    (!names.is_empty()).then(|| format!("no share of a variance: {}", names.join(", ")))
}
