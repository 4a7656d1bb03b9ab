//! Points in few dimensions, neighbours one after the other.

use std::sync::Arc;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::count::Count;

/// Bins of the first axis that points are sorted by, and of all further ones together.
const BINS: [usize; 2] = [256, 256];
/// Runs of neighbours that points are cut into, at most.
const RUNS: usize = 32;
/// Points below which a run is not worth its own sums.
const SHORT: usize = 512;

/// Points moved to the middle of the box that they fill, in an order in which neighbours in memory
/// are neighbours in space. Axes along which all points agree are left out.
#[derive(Debug)]
pub(crate) struct Cloud {
    /// Width of the box along each axis.
    pub(super) widths: Vec<f64>,
    /// n × d, one point after the other.
    pub(super) points: Vec<f64>,
    /// Which point, in the order given, stands where.
    order: Vec<u32>,
    /// Is told of each walk over all runs how many of them are done.
    pub(super) walk: Arc<Count>,
}

/// A box about points.
#[derive(Debug)]
pub(super) struct Extent {
    /// Of each column along which they differ, the middle and the width.
    axes: Vec<(usize, f64, f64)>,
    /// Of each other column, what all have there.
    others: Vec<(usize, f64)>,
}

impl Extent {
    /// Of the rows of all; `None` where no axis is left, or widths are not finite.
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
                axes.push((j, low + 0.5 * width, width));
            } else {
                others.push((j, low));
            }
        }
        (!axes.is_empty()).then_some(Self { axes, others })
    }

    pub(super) fn axes(&self) -> usize {
        self.axes.len()
    }

    pub(super) fn widths(&self) -> Vec<f64> {
        self.axes.iter().map(|(.., width)| *width).collect()
    }

    /// Whether a row (length d) is in it.
    pub(super) fn holds(&self, row: &[f64]) -> bool {
        let mut axes = self.axes.iter();
        axes.all(|&(j, middle, width)| (row[j] - middle).abs() <= 0.5 * width)
            && self.others.iter().all(|&(j, all)| row[j] == all)
    }

    /// Where a row is along the axes, from the middle.
    pub(super) fn along(&self, row: &[f64]) -> impl Iterator<Item = f64> {
        self.axes.iter().map(|&(j, middle, _)| row[j] - middle)
    }
}

impl Cloud {
    /// Of x (n × d); `None` where there is no box about its rows.
    pub(crate) fn new(x: &DMatrix<f64>) -> Option<Self> {
        Self::within(x, &Extent::of(&[x])?)
    }

    /// Of x, in a box that is about others too; `None` where they are too many.
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

    /// Some of the points, where they are: those of `rows` (ascending), which is the order given of theirs.
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

    /// The same, telling `walk`.
    pub(super) fn telling(self, walk: &Arc<Count>) -> Self {
        Self {
            walk: Arc::clone(walk),
            ..self
        }
    }

    /// d.
    pub(super) fn axes(&self) -> usize {
        self.widths.len()
    }

    /// n.
    pub(crate) fn len(&self) -> usize {
        self.order.len()
    }

    /// Points of a run; the same whatever the number of threads, so that sums have the same bits.
    pub(super) fn run(&self) -> usize {
        self.len().div_ceil(RUNS).max(SHORT)
    }

    /// Puts the entries of a column, which are in the order of the points given, into that of the cloud.
    pub(super) fn own_order(&self, column: &[f64]) -> Vec<f64> {
        self.order.iter().map(|&i| column[i as usize]).collect()
    }

    /// Puts the entries of columns, which are in the order of the cloud, into that of the points given.
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

/// Indices in ascending order of their keys, those of equal keys as they stood.
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
