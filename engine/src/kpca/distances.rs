//! Distances or inner products of all pairs of training points, kept in tiles between kernels of the same metric.
//! Kernels that differ in γ alone are functions of the same distances, which need not be evaluated again.

use std::sync::Arc;

use crate::{
    eigen::{
        kept_tiles::{KeptRun, KeptTiles},
        tiles::tile_bytes,
    },
    kernel::MetricPoints,
};

/// Number of features from which keeping tiles pays for the first kernel, which is evaluated twice: first use of memory
/// takes 3 to 5 ns per number, and a term of a sum over features 0.018 ns (see PERFORMANCE.md, "Wide tables"). In a
/// browser a term takes 0.15 ns (PERFORMANCE.md, "In a browser").
const PAY_AT_ONCE: usize = if cfg!(target_arch = "wasm32") {
    32
} else {
    256
};

/// Tiles of the metric between all pairs of points, kept where the metric costs more to evaluate than to read.
#[derive(Debug)]
pub(super) struct Distances {
    points: Arc<MetricPoints>,
    /// Stored tiles; empty until first needed, and always empty where tiles are not kept.
    tiles: KeptTiles<f64>,
    /// True where tiles are to be kept.
    keep: bool,
    /// True where the stored tiles have been filled.
    known: bool,
}

impl Distances {
    pub(super) fn new(points: Arc<MetricPoints>) -> Self {
        Self {
            points,
            tiles: KeptTiles::new(),
            keep: false,
            known: false,
        }
    }

    /// Keeps tiles from now on where they pay and `budget` bytes have room for them, else drops them; returns the bytes
    /// left of the budget. `again` says that another kernel of the same points was evaluated before.
    pub(super) fn fit_into(&mut self, budget: u64, again: bool) -> u64 {
        let bytes = tile_bytes::<f64>(self.points.len());
        let pay = if again || self.known {
            self.points.are_costly()
        } else {
            self.points.features() >= PAY_AT_ONCE
        };
        self.keep = bytes <= budget && pay;
        if self.keep {
            return budget - bytes;
        }
        self.tiles = KeptTiles::new();
        self.known = false;
        budget
    }

    /// Bytes that the stored tiles take now.
    pub(super) fn bytes(&self) -> u64 {
        if self.tiles.is_empty() {
            0
        } else {
            tile_bytes::<f64>(self.points.len())
        }
    }

    /// Returns whether the tiles have been evaluated.
    pub(super) fn are_known(&self) -> bool {
        self.known
    }

    /// Marks the tiles as evaluated, once all [runs](Self::runs) have been filled.
    pub(super) fn are_now_known(&mut self) {
        self.known = self.keep;
    }

    /// Iterates over the tiles of each run, in order; empty where tiles are not kept.
    pub(super) fn runs(&mut self) -> impl Iterator<Item = &mut KeptRun<f64>> {
        let n = self.points.len();
        let tiles = self.keep.then_some(&mut self.tiles);
        tiles.into_iter().flat_map(move |tiles| tiles.runs_mut(n))
    }
}
