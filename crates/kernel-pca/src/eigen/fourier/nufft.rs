//! Non-uniform Fourier transforms, between points anywhere and equispaced modes (Dutt and Rokhlin 1993).
//!
//! Points are [spread](super::density) over the places of a grid nearest them by a [window](super::window), the grid is
//! transformed, and each mode is divided by the window's transform. From modes to points the steps are reversed. The
//! points fill so little of the grid's period that no window reaches over its end.

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::DMatrix;
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{
    cloud::Cloud,
    lines::{LineTransform, TransformDirection, good_len},
    stencils::{Stencil, Stencils},
    window::{Window, transform},
};

/// Number of places of a grid per mode along each axis; the error bound of the [`window`](super::window) holds for two.
const OVERSAMPLING: usize = 2;
/// Number of sums that are held in registers at a time, a multiple of every register's width.
const LANES: usize = 16;

/// Returns the factors, one per mode of a grid with `shape` modes and `places` places along each axis, that undo the
/// transform of a window `width` places wide and the shift of the points to the middle of the grid.
fn undo(width: usize, shape: &[usize], places: &[usize]) -> Vec<f64> {
    let mut factors = vec![1.0];
    for (&modes, &places) in shape.iter().zip(places) {
        let m = (modes / 2).cast_signed();
        let along: Vec<f64> = (-m..=m)
            .map(|j| {
                let sign = if j % 2 == 0 { 1.0 } else { -1.0 };
                sign / transform(width, j as f64, places)
            })
            .collect();
        factors = factors
            .iter()
            .flat_map(|before| along.iter().map(move |next| before * next))
            .collect();
    }
    factors
}

/// Spreads the points of a cloud over a centred grid with `places` places along each axis, `steps` apart; returns the
/// weight at each place, the last axis running fastest. `weights` holds one weight per point in the cloud's order;
/// `None` stands for weights of one.
pub(super) fn spread<const W: usize>(
    cloud: &Cloud,
    weights: Option<&[f64]>,
    steps: &[f64],
    places: &[usize],
) -> Vec<f64> {
    let window = Window::<W>::new();
    let inverse = |step: &f64| {
        let inverse = 1.0 / step;
        [inverse, (-inverse).mul_add(*step, 1.0) / step]
    };
    let per_unit: Vec<[f64; 2]> = steps.iter().map(inverse).collect();
    let run = cloud.run();
    let runs = cloud.points.par_chunks(run * cloud.axes()).enumerate();
    cloud.walk.begin(runs.len());
    let parts: Vec<(usize, Vec<f64>)> = runs
        .map(|(i, points)| {
            let stencils = Stencils::new(&window, points, &per_unit, places);
            let weights = weights.map(|weights| &weights[i * run..]);
            let part = Arch::new().dispatch(SpreadToGrid { stencils, weights });
            cloud.walk.add(1);
            part
        })
        .collect();
    let mut values = vec![0.0; places.iter().product()];
    for (start, part) in parts {
        for (sum, value) in values[start..].iter_mut().zip(part) {
            *sum += value;
        }
    }
    values
}

/// Returns Σⱼ cⱼ exp(2πi hj·xᵢ) at the n points of a cloud, in the cloud's order (n × k), for k columns c of
/// coefficients. A column has one coefficient per mode of the grid with `shape` modes along each axis, conjugate for
/// opposite modes; h is the `spacing`.
pub(super) fn at_points<const W: usize>(
    cloud: &Cloud,
    spacing: &[f64],
    shape: &[usize],
    columns: &[Vec<Complex64>],
) -> DMatrix<f64> {
    let at_places = GridValues::<W>::new(spacing, shape, columns);
    let run = cloud.run();
    let runs = cloud.points.par_chunks(run * cloud.axes());
    cloud.walk.begin(runs.len());
    let parts: Vec<Vec<f64>> = runs
        .map(|points| {
            let part = at_places.at(points);
            cloud.walk.add(1);
            part
        })
        .collect();
    let n = cloud.len();
    let mut out = DMatrix::zeros(n, columns.len());
    out.as_mut_slice()
        .par_chunks_mut(n)
        .enumerate()
        .for_each(|(j, column)| {
            for (column, part) in column.chunks_mut(run).zip(&parts) {
                for (value, row) in column.iter_mut().zip(part.chunks_exact(at_places.width)) {
                    *value = row[j];
                }
            }
        });
    out
}

/// Values of sums of waves at the places of a grid, from which their values at points in between follow.
#[derive(Debug)]
pub(super) struct GridValues<const W: usize> {
    window: Window<W>,
    /// Number of places per unit along each axis, as a rounded number and its remainder.
    per_unit: Vec<[f64; 2]>,
    /// Number of places along each axis.
    places: Vec<usize>,
    /// Values, `width` of them per place, one place after the other.
    values: Vec<f64>,
    /// Number of values per place: the number of columns, rounded up to an even one.
    pub(super) width: usize,
}

impl<const W: usize> GridValues<W> {
    /// Estimates the number of values held at once for this number of modes, axes and columns.
    pub(super) fn numbers(modes: f64, axes: usize, columns: usize) -> f64 {
        modes * (OVERSAMPLING as f64).powi(axes as i32) * 2.0 * columns as f64
    }

    /// Transforms columns of coefficients to values at the places. A column has one coefficient per mode of a grid with
    /// this `spacing` and `shape`, conjugate for opposite modes.
    pub(super) fn new(spacing: &[f64], shape: &[usize], columns: &[Vec<Complex64>]) -> Self {
        let places: Vec<usize> = shape.iter().map(|m| good_len(OVERSAMPLING * m)).collect();
        let lines: Vec<LineTransform<f64>> =
            places.iter().map(|&len| LineTransform::new(len)).collect();
        let undo = undo(W, shape, &places);
        // The sums of two columns are the real and the imaginary part of one transform.
        let pairs: Vec<Vec<Complex64>> = columns
            .par_chunks(2)
            .map(|pair| {
                let mut values: Vec<Complex64> = match pair {
                    [a, b] => a.iter().zip(b).map(|(a, b)| a + b * Complex64::I).collect(),
                    _ => pair.concat(),
                };
                for (value, factor) in values.iter_mut().zip(&undo) {
                    *value *= factor;
                }
                for (line, &modes) in lines.iter().zip(shape).rev() {
                    values = line.spread(TransformDirection::Back, &values, modes);
                }
                values
            })
            .collect();
        let width = 2 * pairs.len();
        let mut values = vec![0.0; width * places.iter().product::<usize>()];
        values
            .par_chunks_mut(width)
            .enumerate()
            .with_min_len(1024)
            .for_each(|(place, values)| {
                for (value, pair) in values.chunks_exact_mut(2).zip(&pairs) {
                    value[0] = pair[place].re;
                    value[1] = pair[place].im;
                }
            });
        let product = |(h, &count): (&f64, &usize)| {
            let (count, product) = (count as f64, h * count as f64);
            [product, h.mul_add(count, -product)]
        };
        Self {
            window: Window::new(),
            per_unit: spacing.iter().zip(&places).map(product).collect(),
            places,
            values,
            width,
        }
    }

    /// Interpolates at points, given by their coordinates one point after the other; returns `width` values per point.
    pub(super) fn at(&self, points: &[f64]) -> Vec<f64> {
        Arch::new().dispatch(InterpolateGrid {
            stencils: Stencils::new(&self.window, points, &self.per_unit, &self.places),
            values: &self.values,
            width: self.width,
        })
    }
}

/// Operation that spreads points over a grid; returns the first place reached and the values from this place on.
struct SpreadToGrid<'a, const W: usize> {
    stencils: Stencils<'a, W>,
    weights: Option<&'a [f64]>,
}

impl<const W: usize> WithSimd for SpreadToGrid<'_, W> {
    type Output = (usize, Vec<f64>);

    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let stencils = self.stencils;
        let reached = stencils.reached();
        let plane: usize = stencils.places[1..].iter().product();
        let start = reached.start * plane;
        let mut values = vec![0.0; reached.len() * plane];
        let mut stencil = Stencil::new();
        let points = stencils.points.chunks_exact(stencils.axes());
        for (i, point) in points.enumerate() {
            stencils.fill(&mut stencil, point);
            let own = self.weights.map_or(1.0, |weights| weights[i]);
            for &(row, weight) in &stencil.rows {
                let weight = own * weight;
                let values = &mut values[row - start..][..W];
                for (value, window) in values.iter_mut().zip(&stencil.window) {
                    *value += weight * window;
                }
            }
        }
        (start, values)
    }
}

/// Operation that interpolates a grid's values at some points, with `width` (even) values per place.
struct InterpolateGrid<'a, const W: usize> {
    stencils: Stencils<'a, W>,
    values: &'a [f64],
    width: usize,
}

impl<const W: usize> WithSimd for InterpolateGrid<'_, W> {
    type Output = Vec<f64>;

    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) -> Self::Output {
        let Self {
            stencils,
            values,
            width,
        } = self;
        let count = stencils.points.len() / stencils.axes();
        let mut out = vec![0.0; count * width];
        let mut stencil = Stencil::new();
        // Weighted sum of the stencil's rows.
        let mut row_sum = vec![0.0; W * width];
        let points = stencils.points.chunks_exact(stencils.axes());
        for (point, out) in points.zip(out.chunks_exact_mut(width)) {
            stencils.fill(&mut stencil, point);
            let (lanes, _) = row_sum.as_chunks_mut::<LANES>();
            for (segment, sums) in lanes.iter_mut().enumerate() {
                let mut acc = [0.0; LANES];
                for &(row, weight) in &stencil.rows {
                    let values = &values[row * width + segment * LANES..][..LANES];
                    for (sum, value) in acc.iter_mut().zip(values) {
                        *sum += weight * value;
                    }
                }
                *sums = acc;
            }
            for (sums, window) in row_sum.chunks_exact(width).zip(&stencil.window) {
                for (value, sum) in out.iter_mut().zip(sums) {
                    *value += window * sum;
                }
            }
        }
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{fourier::density::Density, orthogonal::random_columns};
    use std::f64::consts::PI;

    #[test]
    fn transforms_are_the_sums_that_they_stand_for() {
        for axes in 1..=3 {
            let x = random_columns(700, axes, 4);
            let cloud = Cloud::new(&x).unwrap();
            let spacing: Vec<f64> = cloud.widths.iter().map(|w| 0.4 / w).collect();
            let reach = &[11, 9, 8][..axes];
            let shape: Vec<usize> = reach.iter().map(|m| 2 * m + 1).collect();
            let count: usize = shape.iter().product();
            let phase = |place: usize, point: &[f64]| {
                let mut left = place;
                let mut phase = 0.0;
                for a in (0..axes).rev() {
                    let j = (left % shape[a]) as f64 - reach[a] as f64;
                    left /= shape[a];
                    phase += 2.0 * PI * spacing[a] * j * point[a];
                }
                Complex64::cis(phase)
            };
            let finest: Vec<f64> = reach
                .iter()
                .zip(&spacing)
                .map(|(&m, h)| m as f64 * h)
                .collect();
            let density = Density::new(&cloud, &finest, None);
            assert!(density.serves(&finest) && !density.serves(&[1e3; 3][..axes]));
            let modes = density.sums(&spacing, reach);
            for place in (0..count).step_by(7) {
                let points = cloud.points.chunks(axes);
                let sum: Complex64 = points.map(|point| phase(place, point).conj()).sum();
                assert!((modes[place] - sum).norm() < 5e-12, "{axes}");
            }
            let scale = (count as f64).sqrt();
            let columns: Vec<Vec<Complex64>> = (0..3)
                .map(|seed| {
                    let random = random_columns(count, 2, seed);
                    let z = |i: usize| Complex64::new(random[(i, 0)], random[(i, 1)]);
                    let symmetric = |i| (z(i) + z(count - 1 - i).conj()) / scale;
                    (0..count).map(symmetric).collect()
                })
                .collect();
            let wide = at_points::<16>(&cloud, &spacing, &shape, &columns);
            let narrow = at_points::<8>(&cloud, &spacing, &shape, &columns);
            for (i, point) in cloud.points.chunks(axes).enumerate().step_by(61) {
                for (j, column) in columns.iter().enumerate() {
                    let terms = column.iter().enumerate();
                    let sum: Complex64 = terms.map(|(p, c)| c * phase(p, point)).sum();
                    assert!((wide[(i, j)] - sum.re).abs() < 1e-12, "{axes}");
                    assert!((narrow[(i, j)] - sum.re).abs() < 1e-5, "{axes}");
                }
            }
            let moved = cloud.given_order(
                &cloud
                    .points
                    .iter()
                    .step_by(axes)
                    .copied()
                    .collect::<Vec<_>>(),
            );
            let shift = moved[0] - x[(0, 0)];
            for (moved, x) in moved.iter().zip(x.column(0).iter()) {
                assert!((moved - x - shift).abs() < 1e-14);
            }
        }
    }
}
