//! Points spread over a grid once, from which sums over the points follow for modes of any spacing.
//!
//! The error of a wave's sum over the grid depends on the number of grid places per wavelength, and not on the period
//! of the modes. The grid therefore need not share this period, and ends where the points do. Along each axis sums are
//! products with cosines and sines at its places, and no point is read again until finer waves are needed.

use std::{f64::consts::PI, ops::Range};

use kernel_pca_fft::num_complex::Complex64;
use nalgebra::DMatrix;
use rayon::prelude::*;

use super::{cloud::Cloud, nufft::spread, window::transform};
use crate::eigen::gemm::{tr_product, view};

/// Number of places that a point is spread over along each axis: 16 leave errors near rounding, see
/// [`window`](super::window).
pub(super) const WIDTH: usize = 16;
/// Number of places per length of the shortest wave. The window needs four (a grid of twice as many places as modes);
/// more places lower its errors at the outermost waves.
const PLACES: f64 = 4.4;
/// Number of places after which a wave's phase is computed anew, so that rounding does not add up.
const RUN: usize = 16;
/// Smallest number of values of waves that one task computes. Smaller tasks take longer to hand out than to compute.
const LEAST_TASK: usize = 20_000;
/// Number of values of cosines, and of sines, that are held at once: 64 MB together.
const HELD: usize = 4_000_000;
/// Cost of computing a wave at one place of the grid, in multiplications of a matrix product; used in an estimate of
/// time.
const WAVE: f64 = 10.0;

/// Points of a cloud, spread over a grid that is centred on the middle of their bounding box.
#[derive(Debug)]
pub(super) struct Density {
    /// Distance of neighbouring places of the grid along each axis, in the data's unit.
    steps: Vec<f64>,
    /// Number of places of the grid along each axis.
    places: Vec<usize>,
    /// Weight at each place of the grid, the last axis running fastest.
    values: Vec<f64>,
}

impl Density {
    /// Spreads a cloud over a grid for waves of up to the frequencies `finest`, one per axis, with one weight per point
    /// in the cloud's order; `None` means weights of one. The grid has at least as many places as there are points, for
    /// finer waves later: fewer places would save no time.
    pub(super) fn new(cloud: &Cloud, finest: &[f64], weights: Option<&[f64]>) -> Self {
        let needed = finest.iter().map(|frequency| 1.0 / (PLACES * frequency));
        let axes = cloud.widths.iter().zip(needed.clone());
        // An axis along which points hardly differ takes at least one place.
        let count: f64 = axes.map(|(width, step)| (width / step).max(1.0)).product();
        let finer = (cloud.len() as f64 / count).powf(1.0 / cloud.axes() as f64);
        let steps: Vec<f64> = needed.map(|step| step / finer.max(1.0)).collect();
        let places = cloud.widths.iter().zip(&steps);
        let places: Vec<usize> = places
            .map(|(width, step)| (width / step).ceil() as usize + WIDTH + 2)
            .collect();
        Self {
            values: spread::<WIDTH>(cloud, weights, &steps, &places),
            steps,
            places,
        }
    }

    /// Estimates the number of multiplications for [summing](Self::sums) modes up to `reach` over n points. Along a
    /// line that is long for the kernel, they grow with the square of its length.
    pub(super) fn operations(widths: &[f64], n: usize, spacing: &[f64], reach: &[f64]) -> f64 {
        let axes = widths.iter().zip(spacing).zip(reach);
        let places = axes.map(|((width, h), m)| PLACES * m * h * width + (WIDTH + 2) as f64);
        let mut values = places.clone().product::<f64>().max(n as f64);
        let mut all = 0.0;
        for (places, m) in places.zip(reach).rev() {
            let waves = 2.0 * (m + 1.0);
            all += waves * (values + WAVE * places);
            values *= waves / places;
        }
        all
    }

    /// Returns true where the grid is fine enough for waves of up to the frequencies `finest`.
    pub(super) fn serves(&self, finest: &[f64]) -> bool {
        let mut axes = self.steps.iter().zip(finest);
        axes.all(|(step, frequency)| PLACES * frequency * step <= 1.0 + 1e-12)
    }

    /// Returns Σᵢ exp(−2πi hj·xᵢ) over the points, for the modes −`reach`..=`reach` of each axis, the last
    /// running fastest.
    pub(super) fn sums(&self, spacing: &[f64], reach: &[usize]) -> Vec<Complex64> {
        // In each product the rows are places of the last axis and the columns its modes; the axis is then first.
        let mut values: Option<DMatrix<f64>> = None;
        for axis in (0..reach.len()).rev() {
            let rows = self.places[axis];
            let before = values.map_or_else(|| self.values.clone(), |it| it.data.into());
            let columns = before.len() / rows;
            let before = DMatrix::from_vec(rows, columns, before);
            let modes = reach[axis] + 1;
            let mut along = DMatrix::zeros(columns, 2 * modes);
            let held = (HELD / rows).max(1);
            for some in (0..modes).step_by(held).map(|m| m..modes.min(m + held)) {
                let waves = self.waves(axis, spacing[axis], some.clone());
                let sums = tr_product(view(&before), view(&waves));
                let (cosines, sines) = sums.as_slice().split_at(columns * some.len());
                let [first, second] = [some.start, modes + some.start];
                for (at, part) in [(first, cosines), (second, sines)] {
                    along.as_mut_slice()[at * columns..][..part.len()].copy_from_slice(part);
                }
            }
            values = Some(along);
        }
        let parts = values.map_or_else(Vec::new, |it| it.data.into());
        together(&parts, reach)
    }

    /// Returns cosines and sines of `modes` at the places of an axis (places × twice the number of modes, all cosines
    /// first), divided by the window's transform, which undoes the spreading.
    fn waves(&self, axis: usize, spacing: f64, modes: Range<usize>) -> DMatrix<f64> {
        let (step, places) = (self.steps[axis], self.places[axis]);
        let mut waves = DMatrix::zeros(places, 2 * modes.len());
        let (cosines, sines) = waves.as_mut_slice().split_at_mut(places * modes.len());
        let columns = cosines.par_chunks_mut(places);
        let columns = columns.zip(sines.par_chunks_mut(places)).enumerate();
        // One thread computes a few waves before another would have woken up.
        let columns = columns.with_min_len(LEAST_TASK.div_ceil(places));
        columns.for_each(|(mode, (cosines, sines))| {
            let mode = (modes.start + mode) as f64;
            let scale = 1.0 / transform(WIDTH, spacing * step * mode, 1);
            let turn = turned(spacing, step, mode);
            let runs = cosines.chunks_mut(RUN).zip(sines.chunks_mut(RUN));
            for (run, (cosines, sines)) in runs.enumerate() {
                let first = (run * RUN) as f64 - 0.5 * places as f64;
                let mut wave = scale * turned(spacing, step, mode * first);
                for (cosine, sine) in cosines.iter_mut().zip(sines) {
                    (*cosine, *sine) = (wave.re, wave.im);
                    wave *= turn;
                }
            }
        });
        waves
    }
}

/// Returns exp(2πi abc) to all digits: only the fraction of a turn is rounded.
fn turned(a: f64, b: f64, c: f64) -> Complex64 {
    let product = a * b;
    let lost = a.mul_add(b, -product);
    let turns = product * c;
    let left = product.mul_add(c, -turns) + lost * c;
    Complex64::cis(2.0 * PI * ((turns - turns.round()) + left))
}

/// Combines products with the cosines and sines of each axis into sums Σᵢ exp(−2πi hj·xᵢ).
fn together(parts: &[f64], reach: &[usize]) -> Vec<Complex64> {
    let count: usize = reach.iter().map(|m| 2 * m + 1).product();
    let mut sums = vec![Complex64::ZERO; count];
    let mut terms = Vec::new();
    for place in 0..=count / 2 {
        // Index of each product, and its factor: a cosine minus i times a sine for each axis.
        terms.clear();
        terms.push((0, Complex64::ONE));
        let mut stride = 1;
        let mut left = place;
        for &m in reach.iter().rev() {
            let along = 2 * m + 1;
            let (mode, is_before) = ((left % along).abs_diff(m), left % along < m);
            left /= along;
            for i in 0..terms.len() {
                let (at, factor) = terms[i];
                let sine = if is_before { factor } else { -factor } * Complex64::I;
                terms[i].0 = at + stride * mode;
                terms.push((at + stride * (m + 1 + mode), sine));
            }
            stride *= 2 * (m + 1);
        }
        let sum: Complex64 = terms.iter().map(|&(at, factor)| factor * parts[at]).sum();
        sums[place] = sum;
        sums[count - 1 - place] = sum.conj();
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::{super::modes::SUMMED, *};

    #[test]
    fn sums_are_off_by_rounding_only() {
        // A single inner point, so that errors of several points cannot cancel.
        for (width, reach) in [(3.7, 60_i32), (3.7, 400)] {
            for at in [0.123_456_7, 0.4999, -0.31, 0.25] {
                let x = DMatrix::from_column_slice(3, 1, &[-0.5 * width, at * width, 0.5 * width]);
                let cloud = Cloud::new(&x).unwrap();
                let h = 0.8 / width;
                let density = Density::new(&cloud, &[h * f64::from(reach)], None);
                let sums = density.sums(&[h], &[reach as usize]);
                for m in -reach..=reach {
                    let points = cloud.points.iter();
                    let expected: Complex64 = points.map(|&x| turned(h, x, -f64::from(m))).sum();
                    let off = (sums[(m + reach) as usize] - expected).norm() / 3.0;
                    // Outer modes have the window's error in addition.
                    let allowed = if 2 * m.abs() <= reach {
                        SUMMED
                    } else {
                        2.0 * SUMMED
                    };
                    assert!(off <= allowed, "{m}: {off:e}");
                }
            }
        }
    }

    #[test]
    fn a_point_hardly_beyond_a_place_is_spread_within_what_is_reached() {
        // The point's offset from a place is lost when added to the place's number, and kept beside a smaller one.
        for nearly in [1e-17, 1e-16, 3e-16, 1e-15] {
            let x = DMatrix::from_column_slice(2, 1, &[-nearly, nearly]);
            let density = Density::new(&Cloud::new(&x).unwrap(), &[0.1], None);
            let sums = density.sums(&[0.01], &[3]);
            assert!(sums.iter().all(|sum| (sum - 2.0).norm() < 1e-13));
        }
    }
}
