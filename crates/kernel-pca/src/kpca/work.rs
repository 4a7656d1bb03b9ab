//! Work of a fit on the kernel's values on all pairs of points: counts that say how fast a fit is on any machine.

use std::sync::atomic::{AtomicUsize, Ordering};

use crate::eigen::tiles::tile_bytes;

/// Passes of a fit over the kernel's values on all pairs of n points, and the columns that they multiplied. All are
/// zero where a solver forms no such matrix.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct FitWork {
    /// Passes that evaluate each value, from the points or from their distances.
    pub evaluating: usize,
    /// Passes that read values stored in single precision.
    pub single: usize,
    /// Passes that read values stored in double precision.
    pub double: usize,
    /// Columns multiplied by the matrix, over all passes.
    pub columns: usize,
}

impl FitWork {
    /// Number of passes of all kinds.
    #[must_use]
    pub fn passes(&self) -> usize {
        self.evaluating + self.single + self.double
    }

    /// Bytes of stored values that the passes read, of n points.
    #[must_use]
    pub fn bytes_read(&self, n: usize) -> u64 {
        self.single as u64 * tile_bytes::<f32>(n) + self.double as u64 * tile_bytes::<f64>(n)
    }
}

/// Kind of a pass over all pairs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum PassKind {
    Evaluating,
    Single,
    Double,
}

impl PassKind {
    /// Pass over stored values of so many bytes each.
    pub(super) fn stored(bytes: usize) -> Self {
        if bytes == size_of::<f32>() {
            Self::Single
        } else {
            Self::Double
        }
    }
}

/// Running counts of [`FitWork`].
#[derive(Debug, Default)]
pub(super) struct WorkCounts {
    passes: [AtomicUsize; 3],
    columns: AtomicUsize,
}

impl WorkCounts {
    /// Counts a pass that multiplies so many columns.
    pub(super) fn pass(&self, kind: PassKind, columns: usize) {
        self.passes[kind as usize].fetch_add(1, Ordering::Relaxed);
        self.columns.fetch_add(columns, Ordering::Relaxed);
    }

    /// Returns the counts since the last call, and begins anew.
    pub(super) fn take(&self) -> FitWork {
        let taken = |count: &AtomicUsize| count.swap(0, Ordering::Relaxed);
        let [evaluating, single, double] = self.passes.each_ref().map(taken);
        FitWork {
            evaluating,
            single,
            double,
            columns: taken(&self.columns),
        }
    }
}
