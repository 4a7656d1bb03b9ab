//! Kernel values on all pairs of training points, in tiles that are stored where memory allows, else evaluated in each
//! pass.

use std::sync::atomic::{AtomicBool, Ordering};

use nalgebra::DMatrix;

use super::{
    FitStage,
    distances::Distances,
    solve::SolverTask,
    sums::{KernelSums, PartSums},
    work::PassKind,
};
use crate::{
    count::Count,
    eigen::{
        Failure,
        kept_tiles::{KeptRun, KeptTiles},
        tiles::{
            self, TILE, TILE_LEN, TilePosition, TileSource, block_range, run_count, tile_count,
        },
    },
    kernel::{Real, ScaledKernel},
};

/// Number of points whose pairs are sampled for the mean value that is subtracted from all values.
const SAMPLE: usize = 64;

/// Values on all pairs of points of the kernel evaluated last, with their sums.
#[derive(Debug)]
pub(super) struct TileStore<T> {
    /// Number n of points.
    n: usize,
    /// Tiles of the kernel's values less the offset; empty before the first pass, and where tiles are not kept.
    pub(super) values: KeptTiles<T>,
    /// Kernel evaluated last; `None` before the first pass, and after a cancelled one.
    current: Option<EvaluatedKernel>,
}

/// Results of a pass over all values of a kernel.
#[derive(Debug, Clone)]
struct EvaluatedKernel {
    kernel: ScaledKernel,
    /// Number subtracted from all values, about their mean, so that sums stay small.
    offset: f64,
    sums: KernelSums,
}

impl<T: Real> TileStore<T> {
    /// Creates a store without values for n points.
    pub(super) fn new(n: usize) -> Self {
        Self {
            n,
            values: KeptTiles::new(n),
            current: None,
        }
    }

    /// Keeps tiles from now on if `budget` bytes have room for them, else drops them; returns the bytes left over.
    pub(super) fn fit_into(&mut self, budget: u64) -> u64 {
        let were_kept = !self.values.is_empty();
        let left = self.values.fit_into(budget, true);
        if were_kept && self.values.is_empty() {
            self.current = None;
        }
        left
    }

    /// Keeps tiles from now on regardless of the budget.
    pub(super) fn keep_values(&mut self) {
        if !self.values.keep {
            self.values.keep = true;
            self.current = None;
        }
    }

    /// Returns the sums over all values of a kernel; `None` until it has been evaluated on all pairs.
    pub(super) fn sums(&self, kernel: ScaledKernel) -> Option<&KernelSums> {
        self.evaluated_for(kernel).map(|known| &known.sums)
    }

    /// Returns whether another kernel was evaluated last.
    pub(super) fn holds_another(&self, kernel: ScaledKernel) -> bool {
        self.current
            .as_ref()
            .is_some_and(|known| known.kernel != kernel)
    }

    /// Returns the results for a kernel; `None` where another kernel, or none, was evaluated last.
    fn evaluated_for(&self, kernel: ScaledKernel) -> Option<&EvaluatedKernel> {
        self.current.as_ref().filter(|known| known.kernel == kernel)
    }

    /// Iterates over the stored tiles of the kernel's values less the offset; empty where tiles are not kept.
    pub(super) fn tiles(&self) -> impl Iterator<Item = (TilePosition, &[T])> {
        let runs = self.values.runs();
        let tiles = runs.flat_map(|run| run.chunks_exact(TILE_LEN));
        tiles::positions(0, tile_count(self.n)).zip(tiles)
    }

    /// Returns the matrix of the task's kernel, less the offset, times x (n × b), whose columns have mean zero. A new
    /// kernel is evaluated on all pairs in the same pass.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] when cancelled, [`Failure::NotFinite`] where a value is not finite.
    pub(super) fn multiply(
        &mut self,
        task: SolverTask<'_>,
        x: &DMatrix<f64>,
        distances: &mut Distances,
    ) -> Result<DMatrix<f64>, Failure> {
        let SolverTask {
            kernel, progress, ..
        } = task;
        task.check()?;
        if let Some(&EvaluatedKernel { offset, .. }) = self.evaluated_for(kernel) {
            if self.values.is_empty() {
                // A cancelled pass would leave tiles half filled, so the kernel is unset during the pass.
                let known = self.current.take();
                let evaluated = self.evaluate(task, offset, x, distances)?;
                self.current = known;
                return Ok(evaluated.0);
            }
            progress.begin_pass(FitStage::Pass, tile_count(self.n));
            let kind = PassKind::stored(size_of::<T>());
            progress.work().pass(kind, x.ncols());
            let stopped = AtomicBool::new(false);
            let sources = self.values.runs().map(|run| StoredTiles {
                task,
                stopped: &stopped,
                tiles: run.chunks_exact(TILE_LEN),
            });
            let product = tiles::multiply(x, sources.collect());
            return if stopped.into_inner() {
                Err(Failure::Cancelled)
            } else {
                Ok(product)
            };
        }
        self.current = None;
        let offset = sample_mean(task);
        let (product, parts) = self.evaluate(task, offset, x, distances)?;
        let squared_norm: f64 = parts.iter().map(|part| part.squares).sum();
        if !squared_norm.is_finite() {
            return Err(Failure::NotFinite);
        }
        let positive = kernel.kernel().is_positive();
        let rounding = kernel.rounding_between(task.points);
        self.current = Some(EvaluatedKernel {
            kernel,
            offset,
            sums: KernelSums::new(&parts, offset, T::EPSILON, positive, &rounding),
        });
        Ok(product)
    }

    /// Evaluates the task's kernel less the offset on all pairs, and multiplies it by x (n × b); returns the product
    /// and the sums of each run of tiles.
    ///
    /// # Errors
    /// [`Failure::Cancelled`] when cancelled.
    fn evaluate(
        &mut self,
        task: SolverTask<'_>,
        offset: f64,
        x: &DMatrix<f64>,
        distances: &mut Distances,
    ) -> Result<(DMatrix<f64>, Vec<PartSums>), Failure> {
        let SolverTask { progress, .. } = task;
        let n = self.n;
        let distances_known = distances.known;
        let mut runs_of_distances = distances.tiles.runs_mut();
        let mut runs = self.values.runs_mut();
        let stopped = AtomicBool::new(false);
        if x.ncols() == 0 {
            progress.begin(FitStage::Matrix, tile_count(n));
        } else {
            progress.begin_pass(FitStage::Pass, tile_count(n));
        }
        progress.work().pass(PassKind::Evaluating, x.ncols());
        let mut parts = vec![PartSums::new(n); run_count(n)];
        let sources = parts.iter_mut().map(|sums| EvaluatedTiles {
            task,
            offset: T::of(offset),
            stopped: &stopped,
            distances: runs_of_distances.next(),
            distances_known,
            values: runs.next(),
            scratch: vec![T::default(); TILE_LEN],
            next: 0,
            sums,
        });
        let product = tiles::multiply(x, sources.collect());
        if stopped.into_inner() {
            return Err(Failure::Cancelled);
        }
        drop(runs_of_distances);
        distances.known = distances.tiles.keep;
        Ok((product, parts))
    }
}

/// Mean value of the kernel over all pairs of about [`SAMPLE`] evenly chosen points.
fn sample_mean(SolverTask { points, kernel, .. }: SolverTask<'_>) -> f64 {
    let step = points.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<usize> = (0..points.len()).step_by(step).collect();
    let sample = points.subset(&sample);
    kernel.values(&sample, &sample, 0..sample.len()).mean()
}

/// Source of tiles that are evaluated on request.
struct EvaluatedTiles<'a, T> {
    /// Task whose kernel is evaluated.
    task: SolverTask<'a>,
    offset: T,
    /// True once the pass is cancelled, so that all runs stop.
    stopped: &'a AtomicBool,
    /// Tiles of distances of this run, where kept.
    distances: Option<&'a mut KeptRun<f64>>,
    /// True where the tiles of distances hold values from an earlier pass.
    distances_known: bool,
    /// Tiles of values of this run, where kept.
    values: Option<&'a mut KeptRun<T>>,
    /// Buffer for a tile of values where tiles are not kept.
    scratch: Vec<T>,
    /// Number of the next tile of this run.
    next: usize,
    /// Sums over this run.
    sums: &'a mut PartSums,
}

impl<T: Real> TileSource<T> for EvaluatedTiles<'_, T> {
    fn tile(&mut self, at: TilePosition) -> Option<&[T]> {
        let SolverTask { points, kernel, .. } = self.task;
        if self.stopped.load(Ordering::Relaxed) || (self.task.cancelled)() {
            self.stopped.store(true, Ordering::Relaxed);
            return None;
        }
        let (number, n) = (self.next, points.len());
        self.next += 1;
        let values = match &mut self.values {
            Some(values) => values.tile_mut(number, n),
            None => &mut self.scratch[..],
        };
        let (rows, columns) = (block_range(n, at.row), block_range(n, at.column));
        if rows.len() < TILE || columns.len() < TILE {
            // Values of another kernel or tile may stand past the edge, which this kernel could turn into infinities.
            values.fill(T::default());
        }
        let factor = kernel.factor();
        match &mut self.distances {
            Some(distances) => {
                let distances = distances.tile_mut(number, n);
                if !self.distances_known {
                    points.tile(rows, points, columns, 1.0, distances, TILE);
                }
                for (value, &distance) in values.iter_mut().zip(&*distances) {
                    *value = T::of(factor * distance);
                }
            }
            None => points.tile(rows, points, columns, factor, values, TILE),
        }
        kernel.shape().apply(values);
        self.sums.take_up(values, self.offset, at);
        tell(self.task.progress.parts(), at);
        Some(values)
    }
}

/// Source of stored tiles.
struct StoredTiles<'a, T> {
    task: SolverTask<'a>,
    /// True once the pass is cancelled, so that its product is dropped.
    stopped: &'a AtomicBool,
    tiles: std::slice::ChunksExact<'a, T>,
}

impl<T: Real> TileSource<T> for StoredTiles<'_, T> {
    fn tile(&mut self, at: TilePosition) -> Option<&[T]> {
        // Asked for each tile, since a page draws whenever it is asked, and a run of 20,000 rows takes half a second.
        if (self.task.cancelled)() {
            self.stopped.store(true, Ordering::Relaxed);
            return None;
        }
        tell(self.task.progress.parts(), at);
        self.tiles.next()
    }
}

/// Reports all tiles of a block row as done with its last one: reports per tile would make threads contend.
fn tell(told: &Count, at: TilePosition) {
    if at.column == at.row {
        told.add(at.row + 1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        kernel::{Kernel, MetricPoints},
        kpca::{FitProgress, Tier},
    };

    #[test]
    fn a_pass_over_stored_values_ends_where_it_is_cancelled() {
        let x = DMatrix::from_fn(300, 2, |i, j| ((7 * i + 5 * j) % 13) as f64 / 4.0);
        let kernel = Kernel::rbf(0.3);
        let points = MetricPoints::new(&x, kernel.metric());
        let kernel = ScaledKernel::new(kernel, &points, None).unwrap();
        let mut store = TileStore::<f64>::new(300);
        store.keep_values();
        let mut distances = Distances {
            tiles: KeptTiles::new(300),
            known: false,
        };
        let stopped = AtomicBool::new(false);
        let asked = AtomicBool::new(false);
        // Once a pass has begun.
        let cancelled = || stopped.load(Ordering::Relaxed) && asked.swap(true, Ordering::Relaxed);
        let progress = FitProgress::default();
        let task = SolverTask {
            points: &points,
            kernel,
            k: 1,
            tier: Tier::Exact,
            progress: &progress,
            cancelled: &cancelled,
        };
        let mut pass = || store.multiply(task, &x, &mut distances);
        let [evaluated, stored] = [(); 2].map(|()| pass().unwrap());
        assert!((evaluated - &stored).amax() < 1e-12 * stored.amax());
        stopped.store(true, Ordering::Relaxed);
        assert_eq!(pass(), Err(Failure::Cancelled));
    }
}
