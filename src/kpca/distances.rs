//! Distances or inner products of all pairs of training points, kept between kernels.

use std::sync::Arc;

use crate::{
    eigen::{
        kept_tiles::{KeptRun, KeptTiles},
        tiles::tile_bytes,
    },
    kernel::MetricPoints,
};

/// Tiles of what a kernel is a function of, where that costs more to evaluate than to read.
#[derive(Debug)]
pub(super) struct Distances {
    points: Arc<MetricPoints>,
    /// None until first needed, or for good where not kept.
    tiles: KeptTiles<f64>,
    keep: bool,
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

    /// Keeps tiles from now on where they pay and `budget` bytes have room for them, else drops them;
    /// returns what is left of the budget.
    pub(super) fn fit_into(&mut self, budget: u64) -> u64 {
        let bytes = tile_bytes::<f64>(self.points.len());
        self.keep = bytes <= budget && self.points.are_costly();
        if self.keep {
            return budget - bytes;
        }
        self.tiles = KeptTiles::new();
        self.known = false;
        budget
    }

    /// Bytes that the tiles take now.
    pub(super) fn bytes(&self) -> u64 {
        if self.tiles.is_empty() {
            0
        } else {
            tile_bytes::<f64>(self.points.len())
        }
    }

    /// Whether the tiles have been evaluated.
    pub(super) fn are_known(&self) -> bool {
        self.known
    }

    /// Says that whoever asked for the [runs](Self::runs) has filled them all.
    pub(super) fn are_now_known(&mut self) {
        self.known = self.keep;
    }

    /// The tiles of each run, in order; nothing where they are not kept.
    pub(super) fn runs(&mut self) -> impl Iterator<Item = &mut KeptRun<f64>> {
        let n = self.points.len();
        let tiles = self.keep.then_some(&mut self.tiles);
        tiles.into_iter().flat_map(move |tiles| tiles.runs_mut(n))
    }
}
