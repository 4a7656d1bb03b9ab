//! Kernel values as a constant plus the rest, so that differences between nearly equal values keep their digits.

use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{
    Join, Kernel, MetricPoints, Normalize, Response, ScaledKernel, SecondKernel,
    function::{ColumnWatch, divide},
};
use crate::power_of_two::times;

/// Number of columns that one task evaluates: larger chunks would leave cores idle, smaller ones make more tasks.
const CHUNK: usize = 64;

/// Values of a kernel as k = `constant` + `values`: where γ is tiny, `values` holds digits that k itself would
/// lose.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct OffsetValues {
    pub(super) constant: f64,
    pub(super) values: DMatrix<f64>,
}

/// Values of a kernel between two sets of points (m and n), and of each point with itself.
pub(super) struct OffsetCrossValues {
    /// Values between the two sets, m × n.
    pub(super) matrix: OffsetValues,
    /// Values of the points of each set with themselves, m × 1 and n × 1, with the same constant as `matrix`.
    pub(super) own: [OffsetValues; 2],
}

impl OffsetCrossValues {
    /// Sum or product with the values of another kernel.
    pub(super) fn joined(self, join: Join, other: &Self) -> Self {
        let [rows, columns] = self.own;
        Self {
            matrix: self.matrix.joined(join, &other.matrix),
            own: [
                rows.joined(join, &other.own[0]),
                columns.joined(join, &other.own[1]),
            ],
        }
    }
}

impl OffsetValues {
    /// Wraps kernel values with a constant of 0: nothing is split off.
    pub(super) fn plain(values: DMatrix<f64>) -> Self {
        Self {
            constant: 0.0,
            values,
        }
    }

    /// Kernel values k: the constant added to the rest.
    pub(super) fn whole(self) -> DMatrix<f64> {
        self.with_constant(0.0).values
    }

    /// Moves the split to another constant; constant plus rest stay the same.
    pub(super) fn with_constant(mut self, constant: f64) -> Self {
        let shift = self.constant - constant;
        if shift != 0.0 {
            self.values.add_scalar_mut(shift);
        }
        Self { constant, ..self }
    }

    /// Sum or product with the values of another kernel.
    fn joined(mut self, join: Join, other: &Self) -> Self {
        let (a, b) = (self.constant, other.constant);
        self.values.zip_apply(&other.values, |u, v| {
            *u = match join {
                Join::Plus => *u + v,
                Join::Times => b * *u + a * v + *u * v,
            }
        });
        Self {
            constant: join.of(a, b),
            ..self
        }
    }

    /// Normalised values k(x, y)/√(k(x, x) k(y, y)), from the values of `rows` and `columns` with themselves; 0
    /// where the root is not positive.
    ///
    /// With k = c(1 + a) and s² = (1 + aᵢ)(1 + aⱼ) the result is 1 + (a − (s − 1))/s, and s − 1 is (aᵢ + aⱼ +
    /// aᵢaⱼ)/(s + 1).
    pub(super) fn normalized(self, rows: &Self, columns: &Self) -> Self {
        let c = self.constant;
        if c <= 0.0 {
            let whole = |own: &Self| own.clone().whole().data.into();
            let (rows, columns): (Vec<f64>, Vec<f64>) = (whole(rows), whole(columns));
            let mut values = self.whole();
            divide(&mut values, &rows, &columns);
            return Self::plain(values);
        }
        let mut values = self.values;
        for (mut column, own) in values.column_iter_mut().zip(columns.values.iter()) {
            let of_column = own / c;
            for (value, own) in column.iter_mut().zip(rows.values.iter()) {
                let of_row = own / c;
                let squared = (1.0 + of_row) * (1.0 + of_column);
                *value = if 1.0 + of_row > 0.0 && 1.0 + of_column > 0.0 {
                    let s = squared.sqrt();
                    (*value / c - (of_row + of_column + of_row * of_column) / (s + 1.0)) / s
                } else {
                    -1.0
                };
            }
        }
        Self {
            constant: 1.0,
            values,
        }
    }
}

impl Kernel {
    /// Values (m × n) between the rows of x (m × d) and of y (n × d), joined and normalised as in
    /// [`matrix`](Self::matrix). For a kernel of a given matrix: values of the entries of x.
    pub(super) fn apart(
        &self,
        x: &DMatrix<f64>,
        y: &DMatrix<f64>,
        goes_on: ColumnWatch<'_>,
    ) -> OffsetValues {
        if self.metric_of_part().is_given() {
            let mut values = self.of_entries(x);
            if self.normalize() == Some(Normalize::Before) {
                divide(&mut values, &self.own(x), &self.own(y));
            }
            return OffsetValues::plain(values);
        }
        let OffsetCrossValues { matrix, own } = self.joined_values(x, y, goes_on);
        if self.normalize() == Some(Normalize::Before) {
            matrix.normalized(&own[0], &own[1])
        } else {
            matrix
        }
    }

    /// Evaluates one kernel of vectors, or two joined, between the rows of x (m × d) and of y (n × d), before they are
    /// normalised.
    fn joined_values(
        &self,
        x: &DMatrix<f64>,
        y: &DMatrix<f64>,
        goes_on: ColumnWatch<'_>,
    ) -> OffsetCrossValues {
        let values = self.part(self.kind()).evaluated(x, y, goes_on);
        match self.second() {
            Some(SecondKernel { join, kind }) => {
                values.joined(join, &self.part(kind).evaluated(x, y, goes_on))
            }
            None => values,
        }
    }

    /// Evaluates a single kernel of vectors, not joined to another, between the rows of x (m × d) and of y (n × d).
    pub(super) fn evaluated(
        &self,
        x: &DMatrix<f64>,
        y: &DMatrix<f64>,
        goes_on: ColumnWatch<'_>,
    ) -> OffsetCrossValues {
        let y = MetricPoints::new(y, self.metric_between());
        let x = y.others(x);
        let scaled = ScaledKernel::new(*self, &y, Some(&x)).ok();
        let keeps = self.keeps_constant(times(y.reach(Some(&x)), y.unit()));
        let (rows, columns) = (x.len(), y.len());
        let mut all = DMatrix::zeros(rows, columns);
        let chunks = all.as_mut_slice().par_chunks_mut((CHUNK * rows).max(1));
        chunks.enumerate().for_each(|(chunk, values)| {
            let own = chunk * CHUNK..((chunk + 1) * CHUNK).min(columns);
            if !goes_on(own.len()) {
                return;
            }
            match scaled {
                Some(scaled) if keeps => {
                    let found = scaled.values(&x, &y, own);
                    for (value, found) in values.iter_mut().zip(&found) {
                        *value = times(*found, scaled.exponent());
                    }
                }
                Some(_) => {
                    x.tile(0..rows, &y, own, 1.0, values, rows.max(1));
                    for value in values {
                        *value = self.response().at(times(*value, y.unit()));
                    }
                }
                None => values.fill(f64::NAN),
            }
        });
        let column = |values: Vec<f64>| DMatrix::from_vec(values.len(), 1, values);
        let own = |points: &MetricPoints| match scaled {
            Some(scaled) if keeps => {
                column(scaled.diagonal(points)).map(|value| times(value, scaled.exponent()))
            }
            _ => column(points.diagonal()).map(|t| self.response().at(times(t, y.unit()))),
        };
        let constant = if keeps { self.constant() } else { 0.0 };
        let apart = |values| OffsetValues { constant, values };
        OffsetCrossValues {
            own: [apart(own(&x)), apart(own(&y))],
            matrix: apart(all),
        }
    }

    /// Values k(x, x) of each row of x (m × d), before they are normalised.
    pub(super) fn own_apart(&self, x: &DMatrix<f64>) -> OffsetValues {
        let none = DMatrix::zeros(0, x.ncols());
        let [_, own] = self.joined_values(&none, x, &|_| true).own;
        own
    }

    /// Returns true where the constant c₀ᵖ is kept apart for metric values t up to `reach` in modulus: not where γ t +
    /// c₀ may be far smaller in modulus than c₀.
    pub(super) fn keeps_constant(&self, reach: f64) -> bool {
        match self.response() {
            Response::Power { gamma, coef0, .. } if coef0 < 0.0 => gamma * reach <= -0.5 * coef0,
            _ => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use super::*;
    use nalgebra::dmatrix;

    fn between(kernel: Kernel, x: &DMatrix<f64>) -> OffsetValues {
        kernel.apart(x, x, &|_| true)
    }

    #[test]
    fn tiny_gamma_keeps_its_digits_in_sums_products_and_cosines() {
        let x = dmatrix![1.0, 0.0; 0.0, 2.0; -1.0, 3.0];
        let squared = |i: usize, j: usize| (x.row(i) - x.row(j)).norm_squared();
        let rbf = |gamma| Kernel::rbf(gamma);
        let second = |join| SecondKernel {
            join,
            kind: crate::kernel::KernelKind::Rbf,
        };
        let gamma = 1e-20;
        for (kernel, slope) in [
            (rbf(gamma).joined(second(Join::Plus)), 2.0),
            (rbf(gamma).joined(second(Join::Times)), 2.0),
            (rbf(gamma).normalized(Normalize::Before), 1.0),
            // (γ x·y + 1)³, normalised, is 1 − 3/2 γ ‖x − y‖² + O(γ²).
            (
                Kernel::poly(gamma, 3, 1.0).normalized(Normalize::Before),
                1.5,
            ),
        ] {
            let found = between(kernel, &x);
            for (i, j) in [(0, 1), (1, 2), (2, 0), (1, 1)] {
                let expected = -slope * squared(i, j);
                let off = found.values[(i, j)] / gamma - expected;
                assert!(off.abs() < 1e-14, "{kernel:?}: off by {off}");
            }
        }
    }

    #[test]
    fn powers_of_small_differences_keep_their_digits() {
        let x = dmatrix![1.0; 1.000_976_562_5];
        let found = between(Kernel::poly(1.0, 9, -1.0), &x);
        // x₂² − 1 is 2⁻⁹ + 2⁻²⁰.
        let expected = (2_f64.powi(-9) + 2_f64.powi(-20)).powi(9);
        assert!((found.whole()[(1, 1)] / expected - 1.0).abs() < 1e-14);
    }

    #[test]
    fn columns_are_told_and_left_once_they_are_not_wanted() {
        let x = DMatrix::from_fn(150, 2, |i, j| ((7 * i + 3 * j) % 13) as f64);
        let kernel = Kernel::rbf(0.1);
        let told = AtomicUsize::new(0);
        let all = kernel.apart(&x, &x, &|columns| {
            told.fetch_add(columns, Ordering::Relaxed);
            true
        });
        assert_eq!(told.into_inner(), 150);
        assert!(all == between(kernel, &x) && all.values.amax() > 0.0);
        assert_eq!(kernel.apart(&x, &x, &|_| false).values.amax(), 0.0);
    }
}
