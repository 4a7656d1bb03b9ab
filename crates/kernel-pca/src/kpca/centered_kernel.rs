//! Centred kernel matrix of the training points as an operator: products by tiles, with the means taken off the
//! results, so that the centred matrix is never stored.

use nalgebra::DMatrix;

use super::{
    distances::Distances, plan::MemoryPlan, solve::SolverTask, sums::KernelSums,
    tile_store::TileStore,
};
use crate::eigen::{
    Failure,
    accuracy::MatrixTotals,
    kept_tiles::KeptTiles,
    operator::{Operator, Precision},
    orthogonal::center_columns,
    tiles::{TILE, block_range},
};

/// Number of passes in double precision after which kernel values are stored although the distances are. First use of
/// memory takes 3 to 5 ns per number, and a kernel value from a stored distance takes about 1 ns.
const MAPPED: usize = 4;

/// Tiles of one set of points, stored where memory allows.
#[derive(Debug)]
pub(super) struct PointTiles {
    /// Distances or inner products of all pairs.
    distances: Distances,
    /// Kernel values in double precision.
    double: TileStore<f64>,
    /// Kernel values in single precision.
    single: TileStore<f32>,
}

impl PointTiles {
    /// Creates storage without tiles for n points.
    pub(super) fn new(n: usize) -> Self {
        Self {
            distances: Distances {
                tiles: KeptTiles::new(n),
                known: false,
            },
            double: TileStore::new(n),
            single: TileStore::new(n),
        }
    }

    /// Bytes that the stored tiles take now.
    pub(super) fn bytes(&self) -> u64 {
        self.distances.tiles.bytes() + self.double.values.bytes() + self.single.values.bytes()
    }

    /// Returns whether the distances of all pairs are stored.
    pub(super) fn knows_distances(&self) -> bool {
        self.distances.known
    }

    /// Returns the centred kernel matrix of a task as an operator that stores as many tiles as the plan has room for.
    pub(super) fn centered<'a>(
        &'a mut self,
        task: SolverTask<'a>,
        plan: MemoryPlan,
    ) -> CenteredKernel<'a> {
        let (kernel, room) = (task.kernel, plan.room_for_tiles());
        let again = self.single.holds_another(kernel) || self.double.holds_another(kernel);
        let room = self.single.fit_into(room);
        let room = self.distances.fit_into(room, task.points, again);
        self.double.fit_into(0);
        CenteredKernel {
            task,
            tiles: self,
            room,
            double_passes: 0,
        }
    }
}

/// Centred kernel matrix of all pairs of n points, as an operator in double and in single precision.
pub(super) struct CenteredKernel<'a> {
    pub(super) task: SolverTask<'a>,
    tiles: &'a mut PointTiles,
    /// Bytes that tiles in double precision may take.
    room: u64,
    /// Number of passes made in double precision.
    double_passes: usize,
}

impl CenteredKernel<'_> {
    /// Sums over the whole matrix; `None` before the first pass.
    pub(super) fn sums(&self) -> Option<&KernelSums> {
        let double = self.tiles.double.sums(self.task.kernel);
        double.or_else(|| self.tiles.single.sums(self.task.kernel))
    }

    /// Returns the centred matrix (n × n), and keeps its tiles in double precision.
    ///
    /// # Errors
    ///
    /// [`Failure::Cancelled`] when cancelled, [`Failure::NotFinite`] where a value is not finite.
    pub(super) fn explicit(&mut self) -> Result<DMatrix<f64>, Failure> {
        let (n, kernel) = (self.dim(), self.task.kernel);
        let PointTiles {
            distances, double, ..
        } = &mut *self.tiles;
        double.keep_values();
        if double.sums(kernel).is_none() {
            // `apply` is not used here, since it drops tiles that the budget has no room for.
            double.multiply(self.task, &DMatrix::zeros(n, 0), distances)?;
        }
        let mut matrix = DMatrix::zeros(n, n);
        for (at, tile) in double.tiles() {
            for (column, j) in tile.chunks_exact(TILE).zip(block_range(n, at.column)) {
                for (&value, i) in column.iter().zip(block_range(n, at.row)) {
                    matrix[(i, j)] = value;
                    matrix[(j, i)] = value;
                }
            }
        }
        if let Some(sums) = double.sums(kernel) {
            sums.matrix.centering.apply(&mut matrix);
        }
        Ok(matrix)
    }
}

impl Operator for CenteredKernel<'_> {
    fn dim(&self) -> usize {
        self.task.points.len()
    }

    fn totals(&self, precision: Precision) -> Option<&MatrixTotals> {
        let double = self.tiles.double.sums(self.task.kernel);
        let sums = match precision {
            Precision::Single => self.tiles.single.sums(self.task.kernel).or(double),
            Precision::Double => double,
        };
        sums.map(|sums| &sums.totals)
    }

    fn rounding(&self, precision: Precision) -> f64 {
        let single = self.tiles.single.sums(self.task.kernel);
        match precision {
            Precision::Single => single.map_or(0.0, |sums| sums.matrix.noise),
            Precision::Double => 0.0,
        }
    }

    fn uncertainty(&self) -> f64 {
        self.sums().map_or(0.0, |sums| sums.rounding_in_double)
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        let PointTiles {
            distances,
            double,
            single,
        } = &mut *self.tiles;
        let fits_single = self.task.kernel.fits_single();
        let mut product = if precision == Precision::Single && fits_single {
            single.multiply(self.task, x, distances)?
        } else {
            // Most often there is only one pass in double precision, whose values need not be kept.
            let few = if distances.known { MAPPED } else { 1 };
            if !fits_single || self.double_passes >= few {
                double.fit_into(self.room);
            }
            self.double_passes += 1;
            double.multiply(self.task, x, distances)?
        };
        center_columns(&mut product);
        Ok(product)
    }
}
