//! Centred kernel matrix of the training points as an operator: products by tiles, with the means taken off the
//! results, so that the centred matrix is never stored.

use nalgebra::DMatrix;

use super::{
    CancelCheck, FitProgress, distances::Distances, sums::KernelSums, tile_store::TileStore,
};
use crate::{
    eigen::{
        Failure,
        accuracy::MatrixTotals,
        operator::{Operator, Precision},
        orthogonal::center_columns,
        tiles::{TILE, block_range},
    },
    kernel::ScaledKernel,
};

/// Number of passes in double precision after which kernel values are kept although the distances are. First use of
/// memory takes 3 to 5 ns per number, and a kernel value from a kept distance takes about 1 ns.
const MAPPED: usize = 4;

/// Centred kernel matrix of all pairs of n points, as an operator in double and in single precision.
pub(super) struct CenteredKernel<'a> {
    /// Kernel, scaled to the points.
    pub(super) kernel: ScaledKernel,
    /// Kernel values in double precision.
    pub(super) double: &'a mut TileStore<f64>,
    /// Kernel values in single precision.
    pub(super) single: &'a mut TileStore<f32>,
    /// Distances or inner products of all pairs.
    pub(super) distances: &'a mut Distances,
    /// Bytes that tiles in double precision may take.
    pub(super) room: u64,
    /// Number of passes made in double precision.
    pub(super) double_passes: usize,
    pub(super) progress: &'a FitProgress,
    pub(super) cancelled: CancelCheck<'a>,
}

impl CenteredKernel<'_> {
    /// Sums over the whole matrix; `None` before the first pass.
    pub(super) fn sums(&self) -> Option<&KernelSums> {
        let double = self.double.sums(self.kernel);
        double.or_else(|| self.single.sums(self.kernel))
    }

    /// Returns the centred matrix (n × n), and keeps its tiles in double precision.
    ///
    /// # Errors
    ///
    /// [`Failure::Cancelled`] when cancelled, [`Failure::NotFinite`] where a value is not finite.
    pub(super) fn explicit(&mut self) -> Result<DMatrix<f64>, Failure> {
        let n = self.dim();
        self.double.keep_values();
        if self.double.sums(self.kernel).is_none() {
            // `apply` is not used here, since it drops tiles that the budget has no room for.
            let (none, kernel) = (DMatrix::zeros(n, 0), self.kernel);
            self.double
                .multiply(kernel, &none, self.distances, self.progress, self.cancelled)?;
        }
        let mut matrix = DMatrix::zeros(n, n);
        for (at, tile) in self.double.tiles() {
            for (column, j) in tile.chunks_exact(TILE).zip(block_range(n, at.column)) {
                for (&value, i) in column.iter().zip(block_range(n, at.row)) {
                    matrix[(i, j)] = value;
                    matrix[(j, i)] = value;
                }
            }
        }
        if let Some(sums) = self.double.sums(self.kernel) {
            sums.centering.apply(&mut matrix);
        }
        Ok(matrix)
    }
}

impl Operator for CenteredKernel<'_> {
    fn dim(&self) -> usize {
        self.double.n()
    }

    fn totals(&self, precision: Precision) -> Option<&MatrixTotals> {
        let double = self.double.sums(self.kernel);
        let sums = match precision {
            Precision::Single => self.single.sums(self.kernel).or(double),
            Precision::Double => double,
        };
        sums.map(|sums| &sums.totals)
    }

    fn rounding(&self, precision: Precision) -> f64 {
        let single = self.single.sums(self.kernel);
        match precision {
            Precision::Single => single.map_or(0.0, |sums| sums.noise),
            Precision::Double => 0.0,
        }
    }

    fn uncertainty(&self) -> f64 {
        self.sums().map_or(0.0, |sums| sums.rounding_in_double)
    }

    fn apply(&mut self, x: &DMatrix<f64>, precision: Precision) -> Result<DMatrix<f64>, Failure> {
        let (kernel, progress, cancelled) = (self.kernel, self.progress, self.cancelled);
        let (single, double) = (&mut *self.single, &mut *self.double);
        let fits_single = kernel.fits_single();
        let mut product = if precision == Precision::Single && fits_single {
            single.multiply(kernel, x, self.distances, progress, cancelled)?
        } else {
            // Most often there is only one pass in double precision, whose values need not be kept.
            let few = if self.distances.are_known() {
                MAPPED
            } else {
                1
            };
            if !fits_single || self.double_passes >= few {
                double.fit_into(self.room);
            }
            self.double_passes += 1;
            double.multiply(kernel, x, self.distances, progress, cancelled)?
        };
        center_columns(&mut product);
        Ok(product)
    }
}
