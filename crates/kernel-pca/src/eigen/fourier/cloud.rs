//! Points in few dimensions, sorted into bins of their bounding box by a counting sort, so that neighbours in memory
//! are neighbours in space.

use std::sync::Arc;

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::DIMENSIONS;
use crate::count::Count;

/// Number of bins that points are sorted by: along the first axis, and along all further axes together. Their 65,536
/// counters of four bytes fit the second-level cache.
const BINS: [usize; 2] = [256, 256];
/// Largest number of runs of neighbours that points are cut into. Each run has sums of its own: more runs take more
/// memory, and fewer leave cores idle.
const RUNS: usize = 32;
/// Smallest number of points of a run; a shorter one is not worth sums of its own.
const SHORT: usize = 512;

/// Points (n × d) relative to the middle of their bounding box, in an order in which neighbours in memory are
/// neighbours in space. Axes along which all points agree are left out.
#[derive(Debug)]
pub(crate) struct Cloud {
    /// Width of the box along each axis (length d).
    pub(super) widths: Vec<f64>,
    /// Coordinates relative to the middle of the box, n × d, one point after the other.
    pub(super) points: Vec<f64>,
    /// Row of the data that each point comes from (length n).
    order: Vec<u32>,
    /// Progress of a pass over all points: number of runs done, and of all runs.
    pub(super) walk: Arc<Count>,
}

/// Bounding box of points.
#[derive(Debug)]
pub(super) struct Extent {
    /// Index, middle and width of each column in which the points differ.
    axes: Vec<(usize, f64, f64)>,
    /// Index and value of each column in which all points agree.
    others: Vec<(usize, f64)>,
}

impl Extent {
    /// Bounding box of the rows of all matrices in `all`, which have the same columns; `None` where no column or more
    /// than [`DIMENSIONS`] vary, or a width is not finite.
    pub(super) fn of(all: &[&DMatrix<f64>]) -> Option<Self> {
        let (mut axes, mut others) = (Vec::new(), Vec::new());
        for j in 0..all.first()?.ncols() {
            let columns = all.iter().map(|x| x.column(j));
            let low = columns.clone().map(|column| column.min());
            let low = low.fold(f64::INFINITY, f64::min);
            let high = columns.map(|column| column.max());
            let width = high.fold(f64::NEG_INFINITY, f64::max) - low;
            if !width.is_finite() {
                return None;
            }
            if width > 0.0 {
                if axes.len() == DIMENSIONS {
                    return None;
                }
                axes.push((j, low + 0.5 * width, width));
            } else {
                others.push((j, low));
            }
        }
        (!axes.is_empty()).then_some(Self { axes, others })
    }

    /// Number of axes (columns in which the points differ).
    pub(super) fn axes(&self) -> usize {
        self.axes.len()
    }

    /// Width of the box along each axis, in the data's unit.
    pub(super) fn widths(&self) -> Vec<f64> {
        self.axes.iter().map(|(.., width)| *width).collect()
    }

    /// Returns true where a row (all columns of the data) lies in the box.
    pub(super) fn holds(&self, row: &[f64]) -> bool {
        let mut axes = self.axes.iter();
        axes.all(|&(j, middle, width)| (row[j] - middle).abs() <= 0.5 * width)
            && self.others.iter().all(|&(j, all)| row[j] == all)
    }

    /// Iterates over the coordinates of a row (all columns of the data) along the axes, from the middle of the box.
    pub(super) fn along(&self, row: &[f64]) -> impl Iterator<Item = f64> {
        self.axes.iter().map(|&(j, middle, _)| row[j] - middle)
    }
}

impl Cloud {
    /// Sorts the rows of x (n × d) within their own bounding box; `None` where [`Extent::of`] returns `None`.
    pub(crate) fn new(x: &DMatrix<f64>) -> Option<Self> {
        Self::within(x, &Extent::of(&[x])?)
    }

    /// Sorts the rows of x (n × d) within a given box, which may hold other points too; `None` where there are more
    /// rows than a `u32` can number.
    pub(super) fn within(x: &DMatrix<f64>, extent: &Extent) -> Option<Self> {
        let n = x.nrows();
        u32::try_from(n).ok()?;
        let widths = extent.widths();
        let axes = extent.axes.iter();
        let axes: Vec<_> = axes.map(|&(j, middle, _)| (x.column(j), middle)).collect();
        let others = (BINS[1] as f64).powf(1.0 / (axes.len() - 1).max(1) as f64) as usize;
        let bin = |i: usize| {
            let mut bin = 0;
            for (a, ((column, middle), width)) in axes.iter().zip(&widths).enumerate() {
                let bins = if a == 0 { BINS[0] } else { others };
                let at = ((column[i] - middle) / width + 0.5) * bins as f64;
                bin = bin * bins + (at as usize).min(bins - 1);
            }
            bin
        };
        let bins: Vec<u32> = (0..n).map(|i| bin(i) as u32).collect();
        let order = sorted(&bins);
        let mut points = Vec::with_capacity(n * axes.len());
        for &i in &order {
            points.extend(
                axes.iter()
                    .map(|(column, middle)| column[i as usize] - middle),
            );
        }
        Some(Self {
            widths,
            points,
            order,
            walk: Arc::default(),
        })
    }

    /// Returns the points of some `rows` of the data (ascending), numbered in this order, in the same box.
    pub(super) fn some(&self, rows: &[usize]) -> Self {
        let mut place = vec![None; self.len()];
        for (new, &row) in (0..).zip(rows) {
            place[row] = Some(new);
        }
        let (mut points, mut order) = (Vec::new(), Vec::new());
        for (&row, point) in self.order.iter().zip(self.points.chunks(self.axes())) {
            if let Some(new) = place[row as usize] {
                points.extend(point);
                order.push(new);
            }
        }
        Self {
            widths: self.widths.clone(),
            points,
            order,
            walk: Arc::default(),
        }
    }

    /// Number d of axes.
    pub(super) fn axes(&self) -> usize {
        self.widths.len()
    }

    /// Number n of points.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Number of points of a run. It does not depend on the number of threads, so that sums are equal to the last bit.
    pub(super) fn run(&self) -> usize {
        self.len().div_ceil(RUNS).max(SHORT)
    }

    /// Reorders a column (length n) from the data's order to the cloud's.
    pub(super) fn own_order(&self, column: &[f64]) -> Vec<f64> {
        self.order.iter().map(|&i| column[i as usize]).collect()
    }

    /// Reorders columns (n entries each) from the cloud's order to the data's.
    pub(crate) fn given_order(&self, columns: &[f64]) -> Vec<f64> {
        let n = self.len().max(1);
        let mut given = vec![0.0; columns.len()];
        let pairs = given.par_chunks_mut(n).zip(columns.par_chunks(n));
        pairs.for_each(|(given, column)| {
            for (&i, &value) in self.order.iter().zip(column) {
                given[i as usize] = value;
            }
        });
        given
    }
}

/// Indices that sort `keys` in ascending order (a stable counting sort).
fn sorted(keys: &[u32]) -> Vec<u32> {
    let last = keys.iter().copied().max().unwrap_or(0) as usize;
    let mut starts = vec![0_u32; last + 2];
    for &key in keys {
        starts[key as usize + 1] += 1;
    }
    for key in 0..=last {
        starts[key + 1] += starts[key];
    }
    let mut order = vec![0; keys.len()];
    for (i, &key) in keys.iter().enumerate() {
        let place = &mut starts[key as usize];
        order[*place as usize] = i as u32;
        *place += 1;
    }
    order
}
