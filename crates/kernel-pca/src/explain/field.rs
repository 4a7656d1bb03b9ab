//! Values of components over a plane in input space, from which contours of constant projection are drawn.
//!
//! ```
//! use kernel_pca::{
//!     explain::{Fields, Plane},
//!     objects::Scaling,
//!     pca::Pca,
//! };
//! use nalgebra::dmatrix;
//!
//! let x = dmatrix![0.0, 0.0; 1.0, 2.0; 2.0, 1.0; 3.0, 3.0];
//! let scaler = Scaling::Center.fit(&x);
//! let pca = Pca::fit(&scaler.apply(&x));
//! let plane = Plane::around(&x, [0, 1], vec![1.5, 1.5]).ok_or("two columns that vary")?;
//! let fields = pca.fields(&scaler, &plane, 8, &[0], &|| false)?;
//! assert_eq!(fields[0].values.len(), 64);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::ops::Range;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::{
    kernel::{Metric, MetricForm, Response},
    kpca::{CancelCheck, FitError, KernelPca},
    objects::Scaler,
    pca::Pca,
};

/// Cost of the exact evaluation of a product kernel, in nanoseconds for each training point, grid point and
/// component: measured on two cores. The evaluation by waves is compared with it.
const NANOSECONDS: f64 = 0.03;

/// Rectangle spanned by two features, in their own units; the other features stay fixed.
#[derive(Debug, Clone, PartialEq)]
pub struct Plane {
    /// Indices of the two features, different from each other.
    pub columns: [usize; 2],
    /// Ranges of the two features of the plane.
    pub spans: [[f64; 2]; 2],
    /// Fixed values of the d features, of which those of the two columns are not used.
    pub at: Vec<f64>,
}

/// Values of a component on a square grid over a plane.
#[derive(Debug, Clone, PartialEq)]
pub struct Field {
    /// Number of the component, 0-based.
    pub component: usize,
    /// Number of cells along each side.
    pub side: usize,
    /// Values at the centres of the cells, length side²: the first feature of the plane runs fastest, and both ascend.
    pub values: Vec<f64>,
}

impl Plane {
    /// Margin of the plane beyond the data on each side, as a share of the longer of the two spans where these are
    /// [alike](Self::ALIKE), and of the axis's own span otherwise: a flat cloud has room above and below.
    const MARGIN: f64 = 0.12;
    /// Ratio of spans above which two columns count as having no unit in common.
    const ALIKE: f64 = 4.0;

    /// Rectangle of two features around the rows of x (n × d), the other features fixed at `at` (length d).
    ///
    /// `None` where the two features are the same, where x lacks one of them, or where one does not vary.
    #[must_use]
    pub fn around(x: &DMatrix<f64>, columns: [usize; 2], at: Vec<f64>) -> Option<Self> {
        let [a, b] = columns;
        let ends = |j: usize| {
            let column = x.get((.., j))?;
            Some([column.min(), column.max()])
        };
        let ends = [ends(a)?, ends(b)?];
        let [width, height] = ends.map(|[low, high]| high - low);
        let span = |[low, high]: [f64; 2], other: f64| {
            let own = high - low;
            let margin = Self::MARGIN
                * own.max(if other <= Self::ALIKE * own {
                    other
                } else {
                    0.0
                });
            (margin > 0.0 && margin.is_finite()).then_some([low - margin, high + margin])
        };
        (a != b && at.len() == x.ncols()).then_some(Self {
            columns,
            spans: [span(ends[0], height)?, span(ends[1], width)?],
            at,
        })
    }

    /// Coordinates of the grid's lines (side × d), scaled as the training rows were: row t holds the t-th
    /// coordinate of each axis in the two columns of the plane. Grid point (s, t) takes the first axis from row s
    /// and the second from row t.
    fn grid_lines(&self, scaler: &Scaler, side: usize) -> DMatrix<f64> {
        scaler.apply(&DMatrix::from_fn(side, self.at.len(), |t, j| {
            let axis = self.columns.iter().position(|&column| column == j);
            axis.map_or(self.at[j], |axis| {
                let [low, high] = self.spans[axis];
                low + (high - low) * (t as f64 + 0.5) / side as f64
            })
        }))
    }
}

/// Fitted method whose components are functions on input space.
pub trait Fields {
    /// Number of components.
    fn components(&self) -> usize;

    /// Returns whether the components are defined at points with negative features.
    fn takes_negative_values(&self) -> bool;

    /// Evaluates components (0-based) on a grid whose axes are the features `columns`; returns the values of each
    /// component, the first axis running fastest. Row t of `lines` (side × d) holds the t-th coordinate of each axis.
    ///
    /// # Errors
    /// When cancelled.
    fn on_grid(
        &self,
        lines: &DMatrix<f64>,
        columns: [usize; 2],
        components: &[usize],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Vec<f64>>, FitError>;

    /// Evaluates components (0-based) on a grid over the plane with `side` cells along each side.
    ///
    /// # Errors
    /// When cancelled.
    fn fields(
        &self,
        scaler: &Scaler,
        plane: &Plane,
        side: usize,
        components: &[usize],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Field>, FitError> {
        let lines = plane.grid_lines(scaler, side);
        let values = self.on_grid(&lines, plane.columns, components, cancelled)?;
        let fields = components.iter().zip(values);
        let field = |(&component, values)| Field {
            component,
            side,
            values,
        };
        Ok(fields.map(field).collect())
    }
}

impl Fields for Pca {
    fn components(&self) -> usize {
        self.eigenvalues.len()
    }

    fn takes_negative_values(&self) -> bool {
        true
    }

    fn on_grid(
        &self,
        lines: &DMatrix<f64>,
        columns: [usize; 2],
        components: &[usize],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Vec<f64>>, FitError> {
        point_by_point(lines, columns, &|x| self.project(x), components, cancelled)
    }
}

impl Fields for KernelPca {
    fn components(&self) -> usize {
        self.eigenvalues.len()
    }

    fn takes_negative_values(&self) -> bool {
        self.kernel.takes_negative_values()
    }

    fn on_grid(
        &self,
        lines: &DMatrix<f64>,
        columns: [usize; 2],
        components: &[usize],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Vec<f64>>, FitError> {
        let (kernel, side) = (self.kernel, lines.nrows());
        if kernel.metric() == Metric::SquaredEuclidean
            && let Response::Exp { .. } = kernel.response()
        {
            let terms = self.training().nrows() as f64 * (side * side * components.len()) as f64;
            let grid = grid_points(lines, columns, 0..side);
            if let Some(scores) = self.project_by_waves(&grid, components, NANOSECONDS * terms) {
                let columns = scores.column_iter();
                return Ok(columns
                    .map(|values| values.iter().copied().collect())
                    .collect());
            }
        }
        let metric = kernel.metric().spec();
        if let (MetricForm::Distance, Response::Exp { gamma }) = (&metric.form, kernel.response()) {
            let exponent = |x: f64, z: f64| -gamma * (metric.term)(x, z)[0];
            return separable(self, lines, columns, exponent, components, cancelled);
        }
        point_by_point(lines, columns, &|x| self.project(x), components, cancelled)
    }
}

/// Novelty as a field: squared distance of a point's image from the span of all components (Hoffmann 2007),
/// presented as component 0.
pub struct Novelty<'a>(pub &'a KernelPca);

impl Fields for Novelty<'_> {
    fn components(&self) -> usize {
        1
    }

    fn takes_negative_values(&self) -> bool {
        self.0.kernel.takes_negative_values()
    }

    fn on_grid(
        &self,
        lines: &DMatrix<f64>,
        columns: [usize; 2],
        components: &[usize],
        cancelled: CancelCheck<'_>,
    ) -> Result<Vec<Vec<f64>>, FitError> {
        let errors =
            |x: &DMatrix<f64>| DMatrix::from_vec(x.nrows(), 1, self.0.reconstruction_errors(x));
        point_by_point(lines, columns, &errors, components, cancelled)
    }
}

/// Evaluates fields by projecting every grid point, one row of the grid at a time.
fn point_by_point(
    lines: &DMatrix<f64>,
    columns: [usize; 2],
    project: &(dyn Fn(&DMatrix<f64>) -> DMatrix<f64> + Sync),
    components: &[usize],
    cancelled: CancelCheck<'_>,
) -> Result<Vec<Vec<f64>>, FitError> {
    let row = |t: usize| {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        Ok(project(&grid_points(lines, columns, t..t + 1)))
    };
    let rows = (0..lines.nrows()).into_par_iter().map(row);
    let rows: Vec<DMatrix<f64>> = rows.collect::<Result<_, _>>()?;
    let values = |&component: &usize| {
        let parts = rows.iter().flat_map(|scores| scores.column(component));
        parts.copied().collect()
    };
    Ok(components.iter().map(values).collect())
}

/// Points of some `rows` of the grid, of which the first axis runs fastest (points × d).
fn grid_points(lines: &DMatrix<f64>, [a, _]: [usize; 2], rows: Range<usize>) -> DMatrix<f64> {
    let side = lines.nrows();
    DMatrix::from_fn(side * rows.len(), lines.ncols(), |p, j| {
        let place = if j == a {
            p % side
        } else {
            rows.start + p / side
        };
        lines[(place, j)]
    })
}

/// Evaluates the fields of a kernel that is a product over the features, k(x, y) = Π exp(e(xⱼ, yⱼ)).
///
/// Let A and B be the factors of the two columns less 1, where B includes the fixed features. Then k − 1 = AB + A +
/// B, so the whole grid costs n·side exponentials and one matrix product for each component, instead of n·side²
/// exponentials, and no digits are lost where k ≈ 1. A component is f(x) = Σ wᵢ k(x, xᵢ) + c: centring the kernel's
/// second argument centres w, and centring its first argument adds the constant c, which is read off one projected
/// point.
fn separable(
    kpca: &KernelPca,
    lines: &DMatrix<f64>,
    [a, b]: [usize; 2],
    exponent: impl Fn(f64, f64) -> f64 + Sync,
    components: &[usize],
    cancelled: CancelCheck<'_>,
) -> Result<Vec<Vec<f64>>, FitError> {
    let x = &**kpca.training();
    let (n, side) = (x.nrows(), lines.nrows());
    let mut weights = kpca.projection_coefficients().select_columns(components);
    for mut column in weights.column_iter_mut() {
        let mean = column.mean();
        column.add_scalar_mut(-mean);
    }
    let fixed: Vec<f64> = (0..n)
        .into_par_iter()
        .map(|i| {
            let others = (0..x.ncols()).filter(|&j| j != a && j != b);
            others.map(|j| exponent(x[(i, j)], lines[(0, j)])).sum()
        })
        .collect();

    // Few blocks: each adds one whole grid per component, and the grids are summed in order.
    let block = n.div_ceil(16).max(256);
    let partial = |first: usize| {
        if cancelled() {
            return Err(FitError::Cancelled);
        }
        let rows = block.min(n - first);
        let factor_a = DMatrix::from_fn(side, rows, |s, i| {
            exponent(x[(first + i, a)], lines[(s, a)]).exp_m1()
        });
        let factor_b = DMatrix::from_fn(rows, side, |i, t| {
            (exponent(x[(first + i, b)], lines[(t, b)]) + fixed[first + i]).exp_m1()
        });
        let grid = |w: nalgebra::DVectorView<f64>| {
            let mut weighted = factor_b.clone();
            for mut column in weighted.column_iter_mut() {
                column.component_mul_assign(&w);
            }
            let along_b = weighted.row_sum();
            let along_a = &factor_a * w;
            let mut grid = &factor_a * weighted;
            for (mut column, b) in grid.column_iter_mut().zip(along_b.iter()) {
                column += &along_a;
                column.add_scalar_mut(*b);
            }
            grid
        };
        let weights = weights.rows(first, rows);
        Ok(weights
            .column_iter()
            .map(|w| grid(w.clone_owned().as_view()))
            .collect())
    };
    let starts: Vec<usize> = (0..n).step_by(block).collect();
    let partials: Vec<Vec<DMatrix<f64>>> = starts
        .into_par_iter()
        .map(partial)
        .collect::<Result<_, _>>()?;

    let corner = kpca.project(&lines.rows(0, 1).clone_owned());
    let field = |(position, &component): (usize, &usize)| {
        let mut values = vec![0.0; side * side];
        for partial in &partials {
            for (value, part) in values.iter_mut().zip(partial[position].iter()) {
                *value += part;
            }
        }
        let constant = corner[component] - values.first().copied().unwrap_or(0.0);
        for value in &mut values {
            *value += constant;
        }
        values
    };
    Ok(components.iter().enumerate().map(field).collect())
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::kernel::Kernel;
    use crate::{
        kpca::{FitOptions, Workspace},
        objects::Scaling,
    };

    fn data(n: usize, d: usize) -> DMatrix<f64> {
        DMatrix::from_fn(n, d, |i, j| {
            ((i * (2 * j + 3)) as f64).sin() * (j + 1) as f64 + 5.0
        })
    }

    fn fit(x: &DMatrix<f64>, kernel: Kernel) -> KernelPca {
        let options = FitOptions {
            components: 4,
            ..FitOptions::default()
        };
        Workspace::default()
            .fit(&Arc::new(x.clone()), kernel, &options, &|| false)
            .unwrap()
    }

    /// Points of the grid, scaled, by the tests' own arithmetic.
    fn grid_points(plane: &Plane, scaler: &Scaler, side: usize) -> DMatrix<f64> {
        let coordinate = |axis: usize, t: usize| {
            let [low, high] = plane.spans[axis];
            low + (high - low) / side as f64 * (t as f64 + 0.5)
        };
        scaler.apply(&DMatrix::from_fn(side * side, plane.at.len(), |p, j| {
            if j == plane.columns[0] {
                coordinate(0, p % side)
            } else if j == plane.columns[1] {
                coordinate(1, p / side)
            } else {
                plane.at[j]
            }
        }))
    }

    #[test]
    fn a_field_is_the_projection_of_its_points() {
        let raw = data(300, 4);
        let scaler = Scaling::Standardize.fit(&raw);
        let x = scaler.apply(&raw);
        let at: Vec<f64> = raw.row(7).iter().copied().collect();
        let plane = Plane::around(&raw, [2, 0], at).unwrap();
        let (gamma, coef0, degree) = (0.3, 0.5, 3);
        for kernel in [
            Kernel::rbf(gamma),
            Kernel::rbf(1e-9),
            Kernel::laplacian(gamma),
            Kernel::linear(),
            Kernel::poly(gamma, degree, coef0),
            Kernel::sigmoid(gamma, coef0),
            Kernel::cosine(),
        ] {
            let kpca = fit(&x, kernel);
            let expected = kpca.project(&grid_points(&plane, &scaler, 9));
            let fields = kpca.fields(&scaler, &plane, 9, &[3, 0], &|| false).unwrap();
            assert_eq!(fields.len(), 2);
            for field in fields {
                let largest = expected.column(field.component).amax();
                for (got, wanted) in field.values.iter().zip(&expected.column(field.component)) {
                    let error = (got - wanted).abs() / largest;
                    assert!(error < 1e-9, "{kernel:?} {}: {error}", field.component);
                }
            }
        }
        let pca = Pca::fit(&x);
        let expected = pca.project(&grid_points(&plane, &scaler, 5));
        let fields = pca.fields(&scaler, &plane, 5, &[1], &|| false).unwrap();
        for (got, wanted) in fields[0].values.iter().zip(&expected.column(1)) {
            assert!((got - wanted).abs() < 1e-12);
        }
    }

    #[test]
    fn planes_need_two_columns_that_vary() {
        let mut x = data(5, 3);
        let at = vec![0.0; 3];
        assert!(Plane::around(&x, [0, 1], at.clone()).is_some());
        assert_eq!(Plane::around(&x, [1, 1], at.clone()), None);
        assert_eq!(Plane::around(&x, [0, 3], at.clone()), None);
        assert_eq!(Plane::around(&x, [0, 1], vec![0.0; 2]), None);
        x.column_mut(1).fill(2.0);
        assert_eq!(Plane::around(&x, [0, 1], at), None);
    }

    #[test]
    fn a_cancelled_field_is_an_error() {
        let x = data(10, 2);
        let plane = Plane::around(&x, [0, 1], vec![0.0; 2]).unwrap();
        let scaler = Scaling::None.fit(&x);
        for kernel in [Kernel::rbf(1.0), Kernel::linear()] {
            let fields = fit(&x, kernel).fields(&scaler, &plane, 4, &[0], &|| true);
            assert_eq!(fields, Err(FitError::Cancelled));
        }
    }
}
