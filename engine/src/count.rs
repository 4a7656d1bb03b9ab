//! Progress of a computation, and its cancellation.
//!
//! ```
//! use kernel_pca::count::{Count, Watch};
//!
//! let count = Count::default();
//! let watch = Watch::new(&count, &|| false);
//! watch.set(1, 4);
//! assert_eq!(count.share(), Some(0.25));
//! assert!(!watch.is_cancelled());
//! ```

use std::sync::atomic::{AtomicUsize, Ordering};

/// Count of the parts of a computation that are done; of nothing where nothing is counted.
#[derive(Debug, Default)]
pub struct Count {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Count {
    /// Begins a count of so many parts; zero where nothing is counted.
    pub fn begin(&self, all: usize) {
        self.set(0, all);
    }

    /// Sets the number of parts done and that of all.
    pub fn set(&self, done: usize, all: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Adds so many parts to those done.
    pub fn add(&self, more: usize) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// Number of parts done and of all; `None` where nothing is counted.
    #[must_use]
    pub fn step(&self) -> Option<(usize, usize)> {
        let all = self.all.load(Ordering::Relaxed);
        (all > 0).then(|| (self.done.load(Ordering::Relaxed), all))
    }

    /// Share that is done, from 0 to 1; `None` where nothing is counted.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let (done, all) = self.step()?;
        Some(done.min(all) as f64 / all as f64)
    }
}

/// Question that a computation asks between its steps: true where its answer is no longer wanted.
pub type CancelCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Observer of a computation: is told how much is done, and says whether to go on.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    count: Option<&'a Count>,
    cancelled: CancelCheck<'a>,
}

impl<'a> Watch<'a> {
    #[must_use]
    pub fn new(count: &'a Count, cancelled: CancelCheck<'a>) -> Self {
        Self {
            count: Some(count),
            cancelled,
        }
    }

    /// Returns whether the answer is no longer wanted.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        (self.cancelled)()
    }

    /// Tells how many parts are done, of so many.
    pub fn set(&self, done: usize, all: usize) {
        if let Some(count) = self.count {
            count.set(done, all);
        }
    }

    /// Tells that so many more parts are done.
    pub fn add(&self, more: usize) {
        if let Some(count) = self.count {
            count.add(more);
        }
    }
}

/// Observer that is told nothing.
impl<'a> From<CancelCheck<'a>> for Watch<'a> {
    fn from(cancelled: CancelCheck<'a>) -> Self {
        Self {
            count: None,
            cancelled,
        }
    }
}

/// Observer that is told nothing.
impl<'a, F: Fn() -> bool + Sync + 'a> From<&'a F> for Watch<'a> {
    fn from(cancelled: &'a F) -> Self {
        Self::from(cancelled as CancelCheck<'a>)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_rises_to_one_and_ends_with_what_is_counted() {
        let count = Count::default();
        assert_eq!((count.step(), count.share()), (None, None));
        count.begin(3);
        let shares = (0..4).map(|_| {
            let share = count.share();
            count.add(1);
            share
        });
        let shares: Vec<f64> = shares.flatten().collect();
        assert_eq!(shares, [0.0, 1.0 / 3.0, 2.0 / 3.0, 1.0]);
        // More than all is all.
        assert_eq!(count.share(), Some(1.0));
        count.begin(0);
        assert_eq!(count.share(), None);
    }
}
