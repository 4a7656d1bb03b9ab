//! How far a long fit is, for whoever waits for it.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Written by a fit, read from any thread.
#[derive(Debug, Default)]
pub struct FitProgress {
    /// Passes over all values of the kernel that were begun.
    passes: AtomicUsize,
    /// Of the current pass: tiles evaluated, and all.
    done: AtomicUsize,
    all: AtomicUsize,
}

impl FitProgress {
    /// Passes over the kernel that were begun, and the share (0 to 1) of the last that is done; `None`
    /// before the first.
    #[must_use]
    pub fn pass(&self) -> Option<(usize, f64)> {
        let [passes, done, all] =
            [&self.passes, &self.done, &self.all].map(|n| n.load(Ordering::Relaxed));
        let share = done as f64 / all.max(1) as f64;
        (passes > 0).then_some((passes, share.min(1.0)))
    }

    pub(super) fn reset(&self) {
        self.passes.store(0, Ordering::Relaxed);
    }

    pub(super) fn begin_pass(&self, tiles: usize) {
        self.done.store(0, Ordering::Relaxed);
        self.all.store(tiles, Ordering::Relaxed);
        self.passes.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn tile_is_done(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}
