//! The kernel's values on all pairs of training points, in tiles, and what is kept between kernels.

use std::{
    ops::Range,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use nalgebra::DMatrix;

use super::{
    Cancelled,
    sums::{PartSums, Sums},
};
use crate::{
    eigen::{
        Failure,
        tiles::{self, Position, TILE, TILE_LEN, TileSource, block_range, run_len, tile_count},
    },
    kernel::{Kernel, Points, Real},
};

/// Points along each side of the sample whose mean value is taken from all.
const SAMPLE: usize = 64;
/// Norms of matrices whose entries and their sums single precision has room for.
const SINGLE: Range<f64> = 1e-25..1e25;

/// Distances or inner products of the training points, and the kernel values last made of them.
#[derive(Debug)]
pub(super) struct TileStore<T> {
    points: Arc<Points>,
    /// Tiles of distances or inner products; empty until first needed.
    distances: Vec<T>,
    /// Tiles of k less constants; empty until first needed, or for good where not kept.
    values: Vec<T>,
    keep: Keep,
    /// Whether some kernel has been evaluated on all pairs of points.
    evaluated: bool,
    current: Option<Evaluated>,
}

/// Which tiles there is memory for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Nothing,
    Values,
    DistancesAndValues,
}

/// What a pass over all values of a kernel tells.
#[derive(Debug, Clone)]
struct Evaluated {
    kernel: Kernel,
    /// What is taken from values beyond [`Kernel::constant`]: about their mean, so that what is
    /// summed stays small.
    offset: f64,
    sums: Sums,
}

impl<T: Real> TileStore<T> {
    pub(super) fn new(points: Arc<Points>) -> Self {
        Self {
            points,
            distances: Vec::new(),
            values: Vec::new(),
            keep: Keep::Nothing,
            evaluated: false,
            current: None,
        }
    }

    /// Bytes of one set of tiles.
    pub(super) fn tile_bytes(n: usize) -> u64 {
        (tile_count(n) * TILE_LEN * size_of::<T>()) as u64
    }

    /// Keeps from now on the tiles that `budget` bytes have room for, and drops the others; returns
    /// what is left of the budget.
    pub(super) fn fit_into(&mut self, budget: u64) -> u64 {
        let bytes = Self::tile_bytes(self.n());
        // Distances pay when there is a second kernel to make of them.
        let (keep, kept) = if 2 * bytes <= budget && self.evaluated && self.points.are_costly() {
            (Keep::DistancesAndValues, 2 * bytes)
        } else if bytes <= budget {
            (Keep::Values, bytes)
        } else {
            (Keep::Nothing, 0)
        };
        self.keep = keep;
        if keep != Keep::DistancesAndValues {
            self.distances = Vec::new();
        }
        if keep == Keep::Nothing && !self.values.is_empty() {
            self.values = Vec::new();
            self.current = None;
        }
        budget - kept
    }

    /// Keeps values whether or not there was room for them.
    pub(super) fn keep_values(&mut self) {
        if self.keep == Keep::Nothing {
            self.keep = Keep::Values;
            self.current = None;
        }
    }

    pub(super) fn n(&self) -> usize {
        self.points.len()
    }

    /// Known once the kernel has been evaluated on all pairs.
    pub(super) fn sums(&self, kernel: Kernel) -> Option<&Sums> {
        self.evaluated_for(kernel).map(|known| &known.sums)
    }

    fn evaluated_for(&self, kernel: Kernel) -> Option<&Evaluated> {
        self.current.as_ref().filter(|known| known.kernel == kernel)
    }

    /// k less constants, tile by tile, where values are kept.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (Position, &[T])> {
        let tiles = self.values.chunks_exact(TILE_LEN);
        tiles::positions(0, tiles.len()).zip(tiles)
    }

    /// k, less constants, times x (n × b), whose columns have mean zero. Where it is evaluated for
    /// the first time, `copy` takes its values as well.
    pub(super) fn multiply(
        &mut self,
        kernel: Kernel,
        x: &DMatrix<f64>,
        copy: Option<&mut TileStore<f32>>,
        cancelled: Cancelled<'_>,
    ) -> Result<DMatrix<f64>, Failure> {
        if cancelled() {
            return Err(Failure::Cancelled);
        }
        if let Some(&Evaluated { offset, .. }) = self.evaluated_for(kernel) {
            if self.values.is_empty() {
                return Ok(self.evaluate(kernel, offset, x, None, cancelled)?.0);
            }
            let runs = self.values.chunks(run_len(self.n()) * TILE_LEN);
            let sources = runs.map(|values| Stored(values.chunks_exact(TILE_LEN)));
            return Ok(tiles::multiply(x, sources.collect()));
        }
        self.current = None;
        let offset = self.sample_mean(kernel);
        let mut copy = copy.filter(|copy| copy.keep != Keep::Nothing);
        let copied = copy.as_mut().map(|copy| {
            copy.current = None;
            room(&mut copy.values, copy.points.len())
        });
        // One more column, of ones, gives the row sums.
        let (b, with_ones) = (x.ncols(), x.clone().insert_column(x.ncols(), 1.0));
        let (product, parts) = self.evaluate(kernel, offset, &with_ones, copied, cancelled)?;
        let row_sums = product.column(b);
        let known = |epsilon| Evaluated {
            kernel,
            offset,
            sums: Sums::new(&kernel, offset, row_sums.as_slice(), &parts, epsilon),
        };
        let squared_norm: f64 = parts.iter().map(|part| part.squares).sum();
        let single = SINGLE.contains(&squared_norm.sqrt());
        let double = T::EPSILON == <f64 as Real>::EPSILON;
        if double && !squared_norm.is_finite() {
            return Err(Failure::NotFinite);
        }
        if let Some(copy) = copy.filter(|_| single) {
            copy.current = Some(known(<f32 as Real>::EPSILON));
        }
        if single || double {
            self.current = Some(known(T::EPSILON));
        }
        Ok(product.columns(0, b).into_owned())
    }

    /// Of k less its constant, over pairs of some points.
    fn sample_mean(&self, kernel: Kernel) -> f64 {
        let step = self.n().div_ceil(SAMPLE).max(1);
        let sample: Vec<usize> = (0..self.n()).step_by(step).collect();
        let sample = self.points.subset(&sample);
        kernel.reduced(&sample, &sample, 0..sample.len()).mean()
    }

    /// Evaluates k less constants, and multiplies it.
    fn evaluate(
        &mut self,
        kernel: Kernel,
        offset: f64,
        x: &DMatrix<f64>,
        copy: Option<&mut [f32]>,
        cancelled: Cancelled<'_>,
    ) -> Result<(DMatrix<f64>, Vec<PartSums>), Failure> {
        let Self {
            points,
            distances,
            values,
            keep,
            evaluated,
            ..
        } = self;
        let n = points.len();
        let distances_known = !distances.is_empty();
        let run = run_len(n) * TILE_LEN;
        let mut distances = match keep {
            Keep::DistancesAndValues => room(distances, n),
            Keep::Nothing | Keep::Values => &mut [],
        }
        .chunks_mut(run);
        let mut values = match keep {
            Keep::Nothing => &mut [],
            Keep::Values | Keep::DistancesAndValues => room(values, n),
        }
        .chunks_mut(run);
        let mut copies = copy.unwrap_or_default().chunks_mut(run);
        let stopped = AtomicBool::new(false);
        let mut parts = vec![PartSums::default(); tile_count(n).div_ceil(run_len(n))];
        let sources = parts.iter_mut().map(|sums| Evaluate {
            points,
            kernel: &kernel,
            offset: T::of(offset),
            cancelled,
            stopped: &stopped,
            distances: distances.next(),
            distances_known,
            values: values.next(),
            copy: copies.next(),
            scratch: vec![T::default(); TILE_LEN],
            next: 0,
            sums,
        });
        let product = tiles::multiply(x, sources.collect());
        if stopped.into_inner() {
            if !distances_known {
                self.distances.clear();
            }
            return Err(Failure::Cancelled);
        }
        *evaluated = true;
        Ok((product, parts))
    }
}

/// Room for all tiles of n points.
fn room<T: Real>(tiles: &mut Vec<T>, n: usize) -> &mut [T] {
    if tiles.is_empty() {
        // Zeroed memory is had from the system page by page, by the thread that needs it.
        *tiles = vec![T::default(); tile_count(n) * TILE_LEN];
    }
    tiles
}

/// Tiles evaluated as they are asked for.
struct Evaluate<'a, T> {
    points: &'a Points,
    kernel: &'a Kernel,
    offset: T,
    cancelled: Cancelled<'a>,
    stopped: &'a AtomicBool,
    /// This run's tiles, where kept.
    distances: Option<&'a mut [T]>,
    distances_known: bool,
    values: Option<&'a mut [T]>,
    copy: Option<&'a mut [f32]>,
    scratch: Vec<T>,
    next: usize,
    sums: &'a mut PartSums,
}

impl<T: Real> TileSource<T> for Evaluate<'_, T> {
    fn tile(&mut self, at: Position) -> &[T] {
        let range = self.next * TILE_LEN..(self.next + 1) * TILE_LEN;
        self.next += 1;
        let values = match &mut self.values {
            Some(values) => &mut values[range.clone()],
            None => &mut self.scratch[..],
        };
        if self.stopped.load(Ordering::Relaxed) || (self.cancelled)() {
            self.stopped.store(true, Ordering::Relaxed);
            return values;
        }
        let n = self.points.len();
        let (rows, columns) = (block_range(n, at.row), block_range(n, at.column));
        let evaluate = |out: &mut [T]| {
            self.points
                .tile(rows.clone(), self.points, columns.clone(), out, TILE);
        };
        match &mut self.distances {
            Some(distances) => {
                let distances = &mut distances[range.clone()];
                if !self.distances_known {
                    evaluate(distances);
                }
                values.copy_from_slice(distances);
            }
            None => evaluate(values),
        }
        self.kernel.apply(values);
        self.sums
            .take_up(values, self.offset, rows.len(), columns.len(), at);
        if let Some(copy) = &mut self.copy {
            for (copy, value) in copy[range].iter_mut().zip(&*values) {
                *copy = value.to_f64() as f32;
            }
        }
        values
    }
}

/// Tiles that were kept.
struct Stored<'a, T>(std::slice::ChunksExact<'a, T>);

impl<T: Real> TileSource<T> for Stored<'_, T> {
    fn tile(&mut self, _: Position) -> &[T] {
        self.0.next().unwrap_or_default()
    }
}
