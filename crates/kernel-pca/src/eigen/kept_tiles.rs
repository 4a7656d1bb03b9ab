//! Storage of the tiles of a symmetric matrix between passes over it, one vector per run: the tiles that one thread
//! takes together, which stand side by side.

use super::tiles::{TILE_LEN, run_count, run_len, tile_bytes};
use crate::kernel::Real;

/// Tiles of a symmetric matrix (n × n), stored where memory allows.
#[derive(Debug)]
pub(crate) struct KeptTiles<T> {
    n: usize,
    /// True where tiles are to be stored.
    pub(crate) keep: bool,
    /// Stored tiles of each run; empty before the first pass.
    runs: Vec<KeptRun<T>>,
}

/// Stored tiles of one run, one after the other. The thread that fills a run allocates its memory, so that all cores
/// share in the clearing of memory by the system.
#[derive(Debug, Clone)]
pub(crate) struct KeptRun<T>(Vec<T>);

impl<T: Real> KeptTiles<T> {
    /// Creates storage for an n × n matrix, which keeps no tiles.
    pub(crate) fn new(n: usize) -> Self {
        Self {
            n,
            keep: false,
            runs: Vec::new(),
        }
    }

    /// Keeps tiles from now on where `pays` is true and `budget` bytes have room for them, else drops them; returns the
    /// bytes left of the budget.
    pub(crate) fn fit_into(&mut self, budget: u64, pays: bool) -> u64 {
        let bytes = tile_bytes::<T>(self.n);
        self.keep = pays && bytes <= budget;
        if self.keep {
            return budget - bytes;
        }
        self.runs = Vec::new();
        budget
    }

    /// Returns true where no tiles are stored yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.runs.is_empty()
    }

    /// Bytes that the stored tiles take now.
    pub(crate) fn bytes(&self) -> u64 {
        if self.is_empty() {
            0
        } else {
            tile_bytes::<T>(self.n)
        }
    }

    /// Returns the stored tiles of each run, in order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = &[T]> {
        self.runs.iter().map(|run| &run.0[..])
    }

    /// Returns all runs, in order, to be filled; none where tiles are not kept.
    pub(crate) fn runs_mut(&mut self) -> impl Iterator<Item = &mut KeptRun<T>> {
        let count = if self.keep { run_count(self.n) } else { 0 };
        self.runs.resize(count, KeptRun(Vec::new()));
        self.runs.iter_mut()
    }
}

impl<T: Real> KeptRun<T> {
    /// Returns tile `number` (from 0) of this run in an n × n matrix, column by column; zeros on first use.
    pub(crate) fn tile_mut(&mut self, number: usize, n: usize) -> &mut [T] {
        let Self(values) = self;
        let (start, end) = (number * TILE_LEN, (number + 1) * TILE_LEN);
        if values.len() < end {
            values.reserve_exact((run_len(n) * TILE_LEN).saturating_sub(values.len()));
            // Only this tile is cleared, so that it is in the cache when it is filled.
            values.resize(end, T::default());
        }
        &mut values[start..end]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tiles_stay_where_they_were_put_and_memory_is_asked_for_once() {
        let n = 1000;
        let mut kept = KeptTiles::<f32>::new(n);
        assert_eq!(
            kept.fit_into(u64::MAX, true),
            u64::MAX - tile_bytes::<f32>(n)
        );
        assert!(kept.is_empty() && kept.runs().next().is_none());
        for value in [1.0, 2.0] {
            for (i, run) in kept.runs_mut().enumerate() {
                let mut place = None;
                for tile in 0..run_len(n).min(3 + i) {
                    run.tile_mut(tile, n).fill(value + tile as f32);
                    let start = run.0.as_ptr();
                    assert_eq!(*place.get_or_insert(start), start);
                }
            }
        }
        assert_eq!(kept.runs().count(), run_count(n));
        for (i, run) in kept.runs().enumerate() {
            assert_eq!(run.len(), run_len(n).min(3 + i) * TILE_LEN);
            for (tile, values) in run.chunks_exact(TILE_LEN).enumerate() {
                assert!(values.iter().all(|value| *value == 2.0 + tile as f32));
            }
        }
    }
}
