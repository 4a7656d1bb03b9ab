//! The kernel matrix of the training points, in tiles, and what is kept of it between kernels.

use std::sync::{
    Arc,
    atomic::{AtomicBool, Ordering},
};

use nalgebra::DMatrix;
use pulp::Arch;

use super::Cancelled;
use crate::{
    eigen::{
        Failure,
        accuracy::Totals,
        krylov::Operator,
        orthogonal::center_columns,
        tiles::{self, Position, TILE, TILE_LEN, TileSource, block_range, run_len, tile_count},
    },
    kernel::{Centering, Kernel, Points},
};

/// Distances or inner products of the training points, and the kernel values last made of them.
#[derive(Debug)]
pub(super) struct KernelMatrix {
    points: Arc<Points>,
    /// Tiles of distances or inner products; empty until first needed.
    distances: Vec<f64>,
    /// Tiles of k less its constant; empty until first needed, or for good where not kept.
    values: Vec<f64>,
    keep: Keep,
    /// Whether some kernel has been evaluated on all pairs of points.
    evaluated: bool,
    current: Option<(Kernel, Sums)>,
}

/// Which tiles there is memory for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Keep {
    Nothing,
    Values,
    DistancesAndValues,
}

/// Bytes up to which memory that was freed is handed out again by the usual allocators. Larger
/// pieces come from the system page by page, and a page takes as long as a thousand kernel values.
const REUSED: u64 = 32 << 20;

/// What a pass over the values adds up.
#[derive(Debug, Clone)]
pub(super) struct Sums {
    pub(super) centering: Centering,
    /// Of the centred matrix.
    pub(super) totals: Totals,
    /// What rounding leaves of a zero eigenvalue.
    pub(super) noise: f64,
}

/// One kernel on the matrix's points.
pub(super) struct CenteredKernel<'a> {
    matrix: &'a mut KernelMatrix,
    kernel: Kernel,
    cancelled: Cancelled<'a>,
}

impl KernelMatrix {
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
        (tile_count(n) * TILE_LEN * size_of::<f64>()) as u64
    }

    /// Keeps from now on the tiles that `budget` bytes have room for, and that pay where no more
    /// than a `few` passes are expected; drops the others.
    pub(super) fn fit_into(&mut self, budget: u64, few: bool) {
        let bytes = Self::tile_bytes(self.points.len());
        // Memory that is new costs more than to evaluate a simple kernel anew in a few passes, and
        // distances pay when there is a second kernel to make of them.
        let new = !self.evaluated && self.values.is_empty();
        let keep = if new && few && bytes > REUSED && !self.points.are_costly() {
            Keep::Nothing
        } else if 2 * bytes <= budget && self.evaluated && self.points.are_costly() {
            Keep::DistancesAndValues
        } else if bytes <= budget {
            Keep::Values
        } else {
            Keep::Nothing
        };
        if keep == Keep::Nothing && self.keep != keep {
            self.current = None;
        }
        self.keep = keep;
        if keep != Keep::DistancesAndValues {
            self.distances = Vec::new();
        }
        if keep == Keep::Nothing {
            self.values = Vec::new();
        }
    }

    pub(super) fn with<'a>(
        &'a mut self,
        kernel: Kernel,
        cancelled: Cancelled<'a>,
    ) -> CenteredKernel<'a> {
        if self.current.as_ref().is_some_and(|(k, _)| *k != kernel) {
            self.current = None;
        }
        CenteredKernel {
            matrix: self,
            kernel,
            cancelled,
        }
    }
}

impl CenteredKernel<'_> {
    /// Sums over the whole matrix, known once a pass has been made.
    pub(super) fn sums(&self) -> Option<&Sums> {
        self.matrix.current.as_ref().map(|(_, sums)| sums)
    }

    /// The centred matrix (n × n).
    pub(super) fn explicit(&mut self) -> Result<DMatrix<f64>, Failure> {
        let n = self.dim();
        if self.matrix.values.is_empty() {
            self.matrix.keep = Keep::Values;
            self.matrix.current = None;
        }
        if self.matrix.current.is_none() {
            self.first_pass(&DMatrix::zeros(n, 0))?;
        }
        let KernelMatrix {
            values, current, ..
        } = &*self.matrix;
        let mut matrix = DMatrix::zeros(n, n);
        for (at, tile) in tiles::positions(0, tile_count(n)).zip(values.chunks_exact(TILE_LEN)) {
            for (column, j) in tile.chunks_exact(TILE).zip(block_range(n, at.column)) {
                for (&value, i) in column.iter().zip(block_range(n, at.row)) {
                    matrix[(i, j)] = value;
                    matrix[(j, i)] = value;
                }
            }
        }
        if let Some((_, sums)) = current {
            sums.centering.apply(&mut matrix);
        }
        Ok(matrix)
    }

    /// Evaluates the kernel for the first time and multiplies in the same pass.
    fn first_pass(&mut self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, Failure> {
        let Self {
            matrix:
                KernelMatrix {
                    points,
                    distances,
                    values,
                    keep,
                    evaluated,
                    current,
                },
            kernel,
            cancelled,
        } = self;
        let n = points.len();
        let numbers = tile_count(n) * TILE_LEN;
        let distances_known = !distances.is_empty();
        // Zeroed memory is had from the system page by page, by the thread that needs it.
        if *keep == Keep::DistancesAndValues && !distances_known {
            *distances = vec![0.0; numbers];
        }
        if *keep != Keep::Nothing && values.is_empty() {
            *values = vec![0.0; numbers];
        }
        let run = run_len(n) * TILE_LEN;
        let runs = tile_count(n).div_ceil(run_len(n));
        let stopped = AtomicBool::new(false);
        let mut part_sums = vec![PartSums::default(); runs];
        let mut distance_runs = distances.chunks_mut(run);
        let mut value_runs = values.chunks_mut(run);
        let sources = part_sums
            .iter_mut()
            .map(|sums| Evaluate {
                points,
                kernel,
                cancelled: *cancelled,
                stopped: &stopped,
                distances: distance_runs.next(),
                distances_known,
                values: value_runs.next(),
                scratch: vec![0.0; TILE_LEN],
                next: 0,
                sums,
            })
            .collect();
        // One more column, of ones, gives the row sums.
        let with_ones = x.clone().insert_column(x.ncols(), 1.0);
        let product = tiles::multiply(&with_ones, sources);
        if stopped.into_inner() {
            if !distances_known {
                distances.clear();
            }
            return Err(Failure::Cancelled);
        }
        let (product, row_sums) = (
            product.columns(0, x.ncols()).into_owned(),
            product.column(x.ncols()).into_owned(),
        );
        let sums = Sums::new(kernel, row_sums.as_slice(), &part_sums);
        if !sums.totals.squared_norm.is_finite() {
            return Err(Failure::NotFinite);
        }
        *evaluated = true;
        *current = Some((*kernel, sums));
        Ok(product)
    }

    fn further_pass(&self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, Failure> {
        let KernelMatrix { points, values, .. } = &*self.matrix;
        let n = points.len();
        if (self.cancelled)() {
            return Err(Failure::Cancelled);
        }
        if values.is_empty() {
            let stopped = AtomicBool::new(false);
            let runs = tile_count(n).div_ceil(run_len(n));
            let mut part_sums = vec![PartSums::default(); runs];
            let sources = part_sums
                .iter_mut()
                .map(|sums| Evaluate {
                    points,
                    kernel: &self.kernel,
                    cancelled: self.cancelled,
                    stopped: &stopped,
                    distances: None,
                    distances_known: false,
                    values: None,
                    scratch: vec![0.0; TILE_LEN],
                    next: 0,
                    sums,
                })
                .collect();
            let product = tiles::multiply(x, sources);
            return if stopped.into_inner() {
                Err(Failure::Cancelled)
            } else {
                Ok(product)
            };
        }
        let sources = values
            .chunks(run_len(n) * TILE_LEN)
            .map(|values| Stored(values.chunks_exact(TILE_LEN)))
            .collect();
        Ok(tiles::multiply(x, sources))
    }
}

impl Operator for CenteredKernel<'_> {
    fn dim(&self) -> usize {
        self.matrix.points.len()
    }

    fn totals(&self) -> Option<&Totals> {
        self.sums().map(|sums| &sums.totals)
    }

    fn apply(&mut self, x: &DMatrix<f64>) -> Result<DMatrix<f64>, Failure> {
        let mut product = if self.matrix.current.is_some() {
            self.further_pass(x)?
        } else {
            self.first_pass(x)?
        };
        center_columns(&mut product);
        Ok(product)
    }
}

/// Tiles evaluated as they are asked for.
struct Evaluate<'a> {
    points: &'a Points,
    kernel: &'a Kernel,
    cancelled: Cancelled<'a>,
    stopped: &'a AtomicBool,
    /// This run's tiles, where kept.
    distances: Option<&'a mut [f64]>,
    distances_known: bool,
    values: Option<&'a mut [f64]>,
    scratch: Vec<f64>,
    next: usize,
    sums: &'a mut PartSums,
}

impl TileSource for Evaluate<'_> {
    fn tile(&mut self, at: Position) -> &[f64] {
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
        let evaluate = |out: &mut [f64]| {
            self.points
                .tile(rows.clone(), self.points, columns.clone(), out, TILE);
        };
        match &mut self.distances {
            Some(distances) => {
                let distances = &mut distances[range];
                if !self.distances_known {
                    evaluate(distances);
                }
                values.copy_from_slice(distances);
            }
            None => evaluate(values),
        }
        self.kernel.apply(values);
        self.sums.add(values, rows.len(), columns.len(), at);
        values
    }
}

/// Tiles that were kept.
struct Stored<'a>(std::slice::ChunksExact<'a, f64>);

impl TileSource for Stored<'_> {
    fn tile(&mut self, _: Position) -> &[f64] {
        self.0.next().unwrap_or_default()
    }
}

/// Sums over one run's tiles.
#[derive(Debug, Clone, Default)]
struct PartSums {
    diagonal: f64,
    squares: f64,
}

impl PartSums {
    fn add(&mut self, tile: &[f64], height: usize, width: usize, at: Position) {
        const LANES: usize = 8;
        let squares = Arch::new().dispatch(|| {
            let mut lanes = [0.0; LANES];
            let mut rest = 0.0;
            for column in tile.chunks_exact(TILE).take(width) {
                let (head, tail) = column[..height].as_chunks::<LANES>();
                for values in head {
                    for (lane, v) in lanes.iter_mut().zip(values) {
                        *lane += v * v;
                    }
                }
                rest += tail.iter().map(|v| v * v).sum::<f64>();
            }
            rest + lanes.iter().sum::<f64>()
        });
        if at.row == at.column {
            self.squares += squares;
            self.diagonal += (0..height).map(|i| tile[i * (TILE + 1)]).sum::<f64>();
        } else {
            self.squares += 2.0 * squares;
        }
    }
}

impl Sums {
    /// With m the row means of K and g their mean: tr K̃ = tr K − n g, and
    /// ‖K̃‖² = ‖K‖² − 2n‖m‖² + n²g².
    fn new(kernel: &Kernel, row_sums: &[f64], parts: &[PartSums]) -> Self {
        let n = row_sums.len().max(1) as f64;
        let column_means: Vec<f64> = row_sums.iter().map(|sum| sum / n).collect();
        let grand_mean = column_means.iter().sum::<f64>() / n;
        let squares: f64 = parts.iter().map(|p| p.squares).sum();
        let means_squared: f64 = column_means.iter().map(|m| m * m).sum();
        let totals = Totals {
            trace: parts.iter().map(|p| p.diagonal).sum::<f64>() - n * grand_mean,
            squared_norm: squares - 2.0 * n * means_squared + (n * grand_mean).powi(2),
            squared_norm_error: 1e-14 * squares,
            positive: kernel.is_positive(),
        };
        Self {
            centering: Centering {
                column_means,
                grand_mean,
            },
            totals,
            noise: 4.0 * f64::EPSILON * (1.0 + 10.0 / n) * squares.sqrt(),
        }
    }
}
