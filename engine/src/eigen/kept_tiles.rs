//! Storage of the tiles of a symmetric matrix between passes over it, one vector per run: the tiles that one thread
//! takes together, which stand side by side.

use super::tiles::{TILE_LEN, run_count, run_len};
use crate::kernel::Real;

/// Stored tiles of a symmetric matrix, run by run; empty before the first pass.
#[derive(Debug)]
pub(crate) struct KeptTiles<T>(Vec<KeptRun<T>>);

/// Stored tiles of one run, one after the other. The thread that fills a run allocates its memory, so that all cores
/// share in the clearing of memory by the system.
#[derive(Debug, Clone)]
pub(crate) struct KeptRun<T>(Vec<T>);

impl<T: Real> KeptTiles<T> {
    /// Creates storage without tiles.
    pub(crate) fn new() -> Self {
        Self(Vec::new())
    }

    /// Returns whether no tiles are stored yet.
    pub(crate) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the stored tiles of each run, in order.
    pub(crate) fn runs(&self) -> impl Iterator<Item = &[T]> {
        self.0.iter().map(|run| &run.0[..])
    }

    /// Returns all runs of an n × n matrix, in order, to be filled.
    pub(crate) fn runs_mut(&mut self, n: usize) -> impl Iterator<Item = &mut KeptRun<T>> {
        self.0.resize(run_count(n), KeptRun(Vec::new()));
        self.0.iter_mut()
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
        let mut kept = KeptTiles::<f32>::new();
        assert!(kept.is_empty() && kept.runs().next().is_none());
        for value in [1.0, 2.0] {
            for (i, run) in kept.runs_mut(n).enumerate() {
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
