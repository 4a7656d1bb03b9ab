//! Progress and cancellation of a computation: a count of the parts done, and an observer that is told the count and
//! says whether to go on.
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

/// Count of the parts of a computation that are done, out of a total; safe to write and read from any thread. A total
/// of zero means that nothing is counted.
#[derive(Debug, Default)]
pub struct Count {
    /// Number of parts done.
    done: AtomicUsize,
    /// Number of all parts; zero where nothing is counted.
    all: AtomicUsize,
}

impl Count {
    /// Begins a count of `all` parts, none of them done; zero where nothing is counted.
    pub fn begin(&self, all: usize) {
        self.set(0, all);
    }

    /// Sets the number of parts done, and the number of all parts.
    pub fn set(&self, done: usize, all: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// Adds `more` parts to those done.
    pub fn add(&self, more: usize) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// Number of parts done, and number of all parts; `None` where nothing is counted.
    #[must_use]
    pub fn step(&self) -> Option<(usize, usize)> {
        let all = self.all.load(Ordering::Relaxed);
        (all > 0).then(|| (self.done.load(Ordering::Relaxed), all))
    }

    /// Share of the parts that is done, from 0 to 1; `None` where nothing is counted.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let (done, all) = self.step()?;
        Some(done.min(all) as f64 / all as f64)
    }
}

/// Function that a computation calls between its steps; returns true where its result is no longer wanted.
pub type CancelCheck<'a> = &'a (dyn Fn() -> bool + Sync);

/// Observer of a computation: takes the number of parts done, and says whether the computation is cancelled.
#[derive(Clone, Copy)]
pub struct Watch<'a> {
    /// Count that is kept up to date; `None` where nobody reads it.
    count: Option<&'a Count>,
    cancelled: CancelCheck<'a>,
}

impl<'a> Watch<'a> {
    /// Creates an observer that keeps `count` and asks `cancelled`.
    #[must_use]
    pub fn new(count: &'a Count, cancelled: CancelCheck<'a>) -> Self {
        Self {
            count: Some(count),
            cancelled,
        }
    }

    /// Returns whether the result is no longer wanted.
    #[must_use]
    pub fn is_cancelled(&self) -> bool {
        (self.cancelled)()
    }

    /// Reports that `done` of `all` parts are done.
    pub fn set(&self, done: usize, all: usize) {
        if let Some(count) = self.count {
            count.set(done, all);
        }
    }

    /// Reports that `more` further parts are done.
    pub fn add(&self, more: usize) {
        if let Some(count) = self.count {
            count.add(more);
        }
    }
}

/// Creates an observer that keeps no count.
impl<'a> From<CancelCheck<'a>> for Watch<'a> {
    fn from(cancelled: CancelCheck<'a>) -> Self {
        Self {
            count: None,
            cancelled,
        }
    }
}

/// Creates an observer that keeps no count.
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
        // A share is at most 1, even where more than all parts are done.
        assert_eq!(count.share(), Some(1.0));
        count.begin(0);
        assert_eq!(count.share(), None);
    }
}
