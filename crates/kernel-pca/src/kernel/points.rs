//! Points prepared for the metrics that kernels are functions of: scaled by a power of two, moved and normalised
//! once.

mod tile;

use std::sync::{Arc, OnceLock};

use nalgebra::{DMatrix, RowDVector};
use rayon::prelude::*;

pub(super) use tile::{MetricPairs, of_features};

use super::metrics::{Metric, MetricForm};
use crate::power_of_two::{exponent, times};

/// Number of features above which evaluating a metric anew costs more than reading a stored value from memory.
const FEW_FEATURES: usize = 16;
/// Number of values among which one task searches for the largest.
const LOOKED_THROUGH: usize = 1 << 16;
/// Exponent e such that differences of coordinates up to 2ᵉ have squares in range, and down to 2⁻ᵉ squares that
/// keep all their digits.
const SQUARES: i32 = 400;

/// Training points prepared for one metric.
#[derive(Debug, Clone)]
pub struct MetricPoints {
    metric: Metric,
    /// Exponent of the power of two that is the unit of the coordinates.
    unit: i32,
    origin: RowDVector<f64>,
    /// Coordinates (n × d) in that unit, moved to the origin or normalised where the metric asks for it; the given
    /// table itself, shared, where nothing was changed.
    x: Arc<DMatrix<f64>>,
    /// Coordinates x in panels of rows, built at the first use.
    panels: OnceLock<Vec<f64>>,
    /// Column of the given matrix that belongs to each point, where points are training objects; empty otherwise.
    columns: Vec<usize>,
    bounds: BoundingBox,
}

/// Bounding box of the points, and the largest value of a point with itself.
#[derive(Debug, Clone)]
struct BoundingBox {
    /// Smallest and largest value of each coordinate.
    columns: Vec<[f64; 2]>,
    /// Largest value of the metric of a point with itself; 0 for distances.
    own: f64,
}

impl Metric {
    /// Exponent of the unit of the coordinates, whose largest modulus is below 2 to the power `largest`.
    ///
    /// Inner products are taken of coordinates of about one, so that polynomials stay within the range of numbers.
    /// Distances keep the coordinates' own unit where squares stay in range, since small distances count beside
    /// large ones.
    fn unit(self, largest: i32) -> i32 {
        match self.spec().form {
            // The metric does not depend on the size of coordinates.
            _ if self.spec().degree == 0 => 0,
            MetricForm::InnerProduct | MetricForm::Entry(_) => largest,
            MetricForm::Distance => match largest {
                _ if largest > SQUARES => largest - SQUARES,
                _ if largest < -SQUARES => largest,
                _ => 0,
            },
        }
    }
}

impl BoundingBox {
    fn of(x: &DMatrix<f64>, metric: Metric) -> Self {
        let (n, features) = x.shape();
        let columns = (0..features).into_par_iter();
        Self {
            columns: columns
                .map(|j| ends(&x.as_slice()[j * n..(j + 1) * n]))
                .collect(),
            own: own_values(x, metric).into_iter().fold(0.0, f64::max),
        }
    }
}

/// Returns the smallest and the largest of some numbers.
fn ends(values: &[f64]) -> [f64; 2] {
    /// Number of values that are compared side by side: enough for the compiler to fill a wide register.
    const LANES: usize = 16;
    let (chunks, rest) = values.as_chunks::<LANES>();
    let (mut low, mut high) = ([f64::INFINITY; LANES], [f64::NEG_INFINITY; LANES]);
    for values in chunks {
        for ((low, high), value) in low.iter_mut().zip(&mut high).zip(values) {
            *low = if *value < *low { *value } else { *low };
            *high = if *value > *high { *value } else { *high };
        }
    }
    [
        low.iter()
            .chain(rest)
            .copied()
            .fold(f64::INFINITY, f64::min),
        high.iter()
            .chain(rest)
            .copied()
            .fold(f64::NEG_INFINITY, f64::max),
    ]
}

impl MetricPoints {
    /// Prepares x (n × d); n × n for a given matrix.
    pub(crate) fn new(x: &DMatrix<f64>, metric: Metric) -> Self {
        Self::sharing(Arc::new(x.clone()), metric)
    }

    /// Prepares x (n × d) as [`new`](Self::new) does, without a copy where the metric needs no change of x.
    pub(crate) fn sharing(x: Arc<DMatrix<f64>>, metric: Metric) -> Self {
        let parts = x.as_slice().par_chunks(LOOKED_THROUGH);
        let largest = parts
            .map(|part| {
                ends(part)
                    .into_iter()
                    .fold(0.0, |m: f64, end| m.max(end.abs()))
            })
            .reduce(|| 0.0, f64::max);
        let unit = if largest > 0.0 {
            metric.unit(exponent(largest))
        } else {
            0
        };
        let x = if unit == 0 {
            x
        } else {
            Arc::new(in_unit(&x, unit))
        };
        let origin = if metric.moves_to_mean() {
            x.row_mean()
        } else {
            RowDVector::zeros(x.ncols())
        };
        let columns = if metric.is_given() {
            (0..x.nrows()).collect()
        } else {
            Vec::new()
        };
        Self {
            columns,
            ..Self::at(x, metric, unit, origin)
        }
    }

    /// Prepares other points (m × d) with the same metric, unit and origin.
    pub(crate) fn others(&self, x: &DMatrix<f64>) -> Self {
        let x = Arc::new(in_unit(x, self.unit));
        Self::at(x, self.metric, self.unit, self.origin.clone())
    }

    /// Subset of the points, by their indices.
    pub(crate) fn subset(&self, indices: &[usize]) -> Self {
        Self {
            metric: self.metric,
            unit: self.unit,
            origin: self.origin.clone(),
            x: Arc::new(self.x.select_rows(indices)),
            panels: OnceLock::new(),
            // Stays empty where `self.columns` is.
            columns: indices
                .iter()
                .filter_map(|&i| self.columns.get(i).copied())
                .collect(),
            bounds: self.bounds.clone(),
        }
    }

    fn at(mut x: Arc<DMatrix<f64>>, metric: Metric, unit: i32, origin: RowDVector<f64>) -> Self {
        if metric.moves_to_mean() {
            move_rows(Arc::make_mut(&mut x), &origin);
        }
        if metric.spec().unit_rows {
            normalize_rows(Arc::make_mut(&mut x));
        }
        Self {
            metric,
            unit,
            origin,
            bounds: BoundingBox::of(&x, metric),
            columns: Vec::new(),
            panels: OnceLock::new(),
            x,
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.x.nrows()
    }

    /// Exponent of the metric's unit: multiplying values of the metric by 2 to this power gives those of the data.
    pub(crate) fn unit(&self) -> i32 {
        self.metric.spec().degree * self.unit
    }

    /// Exponent of the power of two that is the unit of the coordinates.
    pub(crate) fn coordinate_unit(&self) -> i32 {
        self.unit
    }

    /// Metric that the points are prepared for.
    pub(crate) fn metric(&self) -> Metric {
        self.metric
    }

    /// Returns true where the metric cannot distinguish the rows: their coordinates are equal, or all entries of a
    /// given matrix are.
    pub(crate) fn are_equal(&self) -> bool {
        let columns = &self.bounds.columns;
        let same = |a: &[f64; 2], b: &[f64; 2]| !self.metric.is_given() || a == b;
        columns.iter().all(|[low, high]| low >= high)
            && columns.windows(2).all(|pair| same(&pair[0], &pair[1]))
    }

    /// Upper bound on the modulus of the metric among these points, and between them and `others` where given.
    pub(crate) fn reach(&self, others: Option<&Self>) -> f64 {
        let all = [Some(self), others];
        let bounds = || all.into_iter().flatten().map(|points| &points.bounds);
        let range = |j: usize| {
            let low = bounds()
                .map(|b| b.columns[j][0])
                .fold(f64::INFINITY, f64::min);
            let high = bounds().map(|b| b.columns[j][1]);
            high.fold(f64::NEG_INFINITY, f64::max) - low
        };
        let ranges = || (0..self.x.ncols()).map(|j| range(j).max(0.0));
        let largest = || {
            let ends = bounds().flat_map(|b| b.columns.iter().flatten());
            ends.fold(0.0, |largest: f64, end| largest.max(end.abs()))
        };
        match self.metric.spec().form {
            MetricForm::Entry(of) => of(largest()).abs(),
            MetricForm::Distance => {
                let degree = self.metric.spec().degree;
                ranges().map(|range| range.powi(degree)).sum()
            }
            // Bound by Cauchy and Schwarz.
            MetricForm::InnerProduct => bounds().map(|b| b.own).fold(0.0, f64::max),
        }
    }

    /// Returns true where evaluating the metric costs more than reading a stored value from memory.
    pub(crate) fn are_costly(&self) -> bool {
        self.features() > FEW_FEATURES
    }

    /// Number of coordinates that the metric sums over; 1 for a given matrix.
    pub(crate) fn features(&self) -> usize {
        if self.metric.is_given() {
            1
        } else {
            self.x.ncols()
        }
    }

    /// Coordinates (n × d) that the metric sums over.
    pub(crate) fn coordinates(&self) -> &DMatrix<f64> {
        &self.x
    }

    /// Values of the metric of each point with itself.
    pub(crate) fn diagonal(&self) -> Vec<f64> {
        match self.metric.spec().form {
            MetricForm::Entry(of) => {
                let own = self.columns.iter().enumerate();
                own.map(|(i, &column)| of(self.x[(i, column)])).collect()
            }
            MetricForm::InnerProduct | MetricForm::Distance => own_values(&self.x, self.metric),
        }
    }

    /// Returns true where the points are objects of a given matrix of kernel values or distances.
    pub(crate) fn are_given(&self) -> bool {
        self.metric.is_given()
    }

    /// Index of the point nearest to the mean; the first of several at the same distance.
    pub(crate) fn nearest_to_mean(&self) -> usize {
        let mean = self.x.row_mean();
        let mut distances = vec![0.0; self.len()];
        for (column, mean) in self.x.column_iter().zip(mean.iter()) {
            for (distance, value) in distances.iter_mut().zip(column.iter()) {
                *distance += (value - mean).powi(2);
            }
        }
        let distances = distances.into_iter().enumerate();
        distances
            .reduce(|best, next| if next.1 < best.1 { next } else { best })
            .map_or(0, |(i, _)| i)
    }
}

/// Values of the metric of each prepared row of x (n × d) with itself; zeros for distances and for given matrices.
pub(super) fn own_values(x: &DMatrix<f64>, metric: Metric) -> Vec<f64> {
    let mut sums = vec![0.0; x.nrows()];
    // Distances of a point from itself are zero, so many points need no pass.
    if metric.spec().is_inner_product() {
        for column in x.column_iter() {
            for (sum, value) in sums.iter_mut().zip(column.iter()) {
                *sum += (metric.spec().term)(*value, *value)[0];
            }
        }
    }
    sums
}

/// Copies x with its coordinates in units of 2 to the power `unit`.
fn in_unit(x: &DMatrix<f64>, unit: i32) -> DMatrix<f64> {
    if unit == 0 {
        x.clone()
    } else {
        x.map(|value| times(value, -unit))
    }
}

/// Subtracts `origin` from each row.
fn move_rows(x: &mut DMatrix<f64>, origin: &RowDVector<f64>) {
    for (mut column, shift) in x.column_iter_mut().zip(origin.iter()) {
        column.add_scalar_mut(-shift);
    }
}

/// Divides rows by their norms; zero rows stay zero.
fn normalize_rows(x: &mut DMatrix<f64>) {
    for mut row in x.row_iter_mut() {
        // Scaled first, so that squares neither overflow nor vanish.
        let largest = row.amax();
        if largest > 0.0 {
            row /= largest;
            let norm = row.norm();
            row /= norm;
        }
    }
}
