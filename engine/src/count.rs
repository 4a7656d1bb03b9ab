//! How much is done of how much: written by a computation, read from any thread.

use std::sync::atomic::{AtomicUsize, Ordering};

/// Of nothing where nothing is counted.
#[derive(Debug, Default)]
pub struct Count {
    done: AtomicUsize,
    all: AtomicUsize,
}

impl Count {
    pub fn begin(&self, all: usize) {
        self.set(0, all);
    }

    pub fn set(&self, done: usize, all: usize) {
        self.done.store(done, Ordering::Relaxed);
        self.all.store(all, Ordering::Relaxed);
    }

    /// So many more are done.
    pub fn add(&self, more: usize) {
        self.done.fetch_add(more, Ordering::Relaxed);
    }

    /// How many are done, and of how many; `None` where nothing is counted.
    #[must_use]
    pub fn step(&self) -> Option<(usize, usize)> {
        let all = self.all.load(Ordering::Relaxed);
        (all > 0).then(|| (self.done.load(Ordering::Relaxed), all))
    }

    /// The share that is done, from 0 to 1.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let (done, all) = self.step()?;
        Some(done.min(all) as f64 / all as f64)
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
