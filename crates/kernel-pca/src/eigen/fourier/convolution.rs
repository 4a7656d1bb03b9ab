//! Products with the centred kernel matrix in the space of modes, D^½(FᴴF − n μμᴴ)D^½ in the letters of
//! [`toeplitz`](super::toeplitz). The product with `FᴴF` is a convolution: a fast Fourier transform, a multiplication
//! and a transform back serve two columns at once.

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest registers"
)]

use std::{f64::consts::SQRT_2, ops::Range, sync::Arc};

use kernel_pca_fft::num_complex::{Complex, Complex64};
use nalgebra::{DMatrix, DVector, DVectorView};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;

use super::{
    ModeSums,
    lines::{FourierScalar, LineTransform, TransformDirection, good_len},
    modes::Modes,
};
use crate::eigen::accuracy::MatrixTotals;

/// Inverse of the share by which a grid has more places than needed where γ moves. A larger share serves larger steps
/// of γ, and makes every product take longer.
const SPARE: usize = 12;
/// Exponent −ln of the relative weights that are negligible in single precision: e⁻¹⁹ is a tenth of its unit 6·10⁻⁸.
const NEGLIGIBLE_IN_SINGLE: f64 = 19.0;

/// Part of a product that depends on the points alone: Fourier transforms of the sums over the points, in both
/// precisions, for all modes that the grids have room for.
#[derive(Debug)]
pub(super) struct Symbol {
    /// Filter in double precision, on a grid for all differences of modes.
    double: Filter<f64>,
    /// Filter in single precision, on a grid that may be smaller.
    single: Filter<f32>,
}

/// Fourier transform of the sums over the points on one grid, in one precision.
#[derive(Debug, Clone)]
pub(super) struct Filter<T> {
    /// Transforms along each axis.
    lines: Vec<LineTransform<T>>,
    /// Transform of the sums over the points, which is real, divided by the number of places of the grid; the first
    /// axis runs fastest.
    values: Arc<[T]>,
}

impl Symbol {
    /// Builds filters on grids with room for products of these modes and, where γ `moves`, for the next steps of γ.
    pub(super) fn new(modes: &Modes, sums: &ModeSums, moves: bool) -> Self {
        let room = |wanted: &[usize]| -> Vec<usize> {
            let spare = |&wanted: &usize| wanted + if moves { wanted / SPARE } else { 0 };
            wanted.iter().map(spare).map(good_len).collect()
        };
        let [single, double] = wanted(modes).map(|wanted| room(&wanted));
        let (single, double) = rayon::join(
            || Filter::new(&single, sums, |value| value as f32),
            || Filter::new(&double, sums, |value| value),
        );
        Self { double, single }
    }

    /// Returns true where the grids have room for products of these modes, and little more.
    pub(super) fn serves(&self, modes: &Modes) -> bool {
        let [single, double] = wanted(modes);
        self.single.serves(&single) && self.double.serves(&double)
    }
}

/// Returns the numbers of places of a grid along each axis that products need: in single precision, then in double.
///
/// Modes −m..=m have 4m + 1 differences. On a grid with fewer places, differences past its middle are mistaken for
/// others. In single precision the mistake is negligible for modes j and k whose weights are small enough: the root of
/// the product of the weights is exp(−digits (j² + k²)/2m²) of the largest, at most exp(−digits (j − k)²/4m²).
fn wanted(modes: &Modes) -> [Vec<usize>; 2] {
    let share = (NEGLIGIBLE_IN_SINGLE / modes.digits).sqrt().min(1.0);
    let single = |&m: &usize| 2 * (share * 2.0 * m as f64).ceil() as usize + 1;
    let double = |m: &usize| 4 * m + 1;
    let reach = modes.reach.iter();
    [
        reach.clone().map(single).collect(),
        reach.map(double).collect(),
    ]
}

impl<T: FourierScalar> Filter<T> {
    /// Transforms the sums on a grid with `lengths` places along each axis; `of` rounds a number to this precision.
    fn new(lengths: &[usize], sums: &ModeSums, of: impl Fn(f64) -> T) -> Self {
        let lines: Vec<LineTransform<f64>> =
            lengths.iter().map(|&len| LineTransform::new(len)).collect();
        let places: usize = lengths.iter().product();
        let scale = 1.0 / places as f64;
        // Number of modes along each axis: all that the grid has room for and whose sums are known.
        let most = lengths.iter().zip(&sums.reach);
        let most: Vec<usize> = most
            .map(|(len, reach)| 2 * reach.min(&((len - 1) / 2)) + 1)
            .collect();
        let mut grid = sums.around_zero(&most);
        for (line, &modes) in lines.iter().zip(&most).rev() {
            grid = line.spread(TransformDirection::Forward, &grid, modes);
        }
        // Product of the numbers of places along all axes but the first.
        let others = places / lengths[0];
        Self {
            lines: lengths.iter().map(|&len| LineTransform::new(len)).collect(),
            values: (0..places)
                .map(|p| of(scale * grid[(p % lengths[0]) * others + p / lengths[0]].re))
                .collect(),
        }
    }

    /// Returns true where the grid has at least the number of places `wanted` along each axis, and few more.
    fn serves(&self, wanted: &[usize]) -> bool {
        let mut axes = self.lines.iter().map(|line| line.len).zip(wanted);
        axes.all(|(len, &wanted)| wanted <= len && len <= good_len(wanted + 2 * (wanted / SPARE)))
    }

    /// Upper bound on the Frobenius norm of the error of D^½(FᴴF)D^½ for sums over n points; the error arises where the
    /// grid mistakes differences of modes for others.
    fn wrapped(&self, modes: &Modes, n: f64) -> f64 {
        let axes = modes.along_axes();
        let totals: Vec<f64> = axes.iter().map(|weights| weights.iter().sum()).collect();
        let all: f64 = totals.iter().product();
        let mut squared = 0.0;
        for ((line, weights), total) in self.lines.iter().zip(&axes).zip(&totals) {
            // The smallest difference past the middle; `pairs` adds up products of the weights of modes at
            // least that far apart.
            let far = line.len.div_ceil(2);
            let mut below = 0.0;
            let mut pairs = 0.0;
            for (weight, other) in weights.iter().skip(far).zip(weights) {
                below += other;
                pairs += 2.0 * weight * below;
            }
            squared += pairs * (all / total).powi(2);
        }
        // In each entry in error one sum replaces another, both of modulus at most n.
        2.0 * n * modes.weight(modes.middle()) * squared.sqrt()
    }
}

/// Centred kernel matrix over the modes of one kernel, in real coordinates: √2 times the real parts of the coefficients
/// of half of the modes, then √2 times the imaginary parts.
pub(super) struct Convolution<T> {
    /// Transformed sums over the points.
    filter: Filter<T>,
    /// Number of modes along each axis.
    shape: Vec<usize>,
    /// Grid places of one half of the modes (one of each pair of opposites), as runs of consecutive places.
    runs: Vec<Range<usize>>,
    /// Factor √(D/2) of each mode of the half, with its weight D.
    roots: Vec<T>,
    /// Number of modes of the grid.
    count: usize,
    /// Vector √D μ in real coordinates, with μ = Fᴴ1/n as in [`toeplitz`](super::toeplitz).
    mean: DVector<f64>,
    /// Number of points.
    n: f64,
    /// Trace and squared norm of the matrix, with bounds on their errors.
    pub(super) totals: MatrixTotals,
    /// Frobenius norm ‖K‖ of the kernel matrix before centring.
    pub(super) norm: f64,
    /// Upper bound on the norm of the error that arises where the grid is too small for all differences of modes.
    pub(super) wrapped: f64,
}

impl Convolution<f64> {
    /// Builds the matrix of `modes` over n points, in double precision.
    pub(super) fn new(modes: &Modes, sums: &ModeSums, symbol: &Symbol, n: usize) -> Self {
        let n = n as f64;
        let shape = modes.shape();
        let twice: Vec<usize> = shape.iter().map(|count| 2 * count - 1).collect();
        let t = sums.around_zero(&twice);
        let around = sums.around_zero(&shape);
        let mean = |part: fn(Complex64) -> f64| {
            let mean = move |p: usize, μ: Complex64| SQRT_2 * modes.roots[p] * part(μ) / n;
            modes.half.iter().map(|&p| mean(p, around[p])).collect()
        };
        let mean: [Vec<f64>; 2] = [mean(|μ| μ.re), mean(|μ| μ.im)];
        let half = modes.half.iter();
        let mut convolution = Self {
            filter: symbol.double.clone(),
            runs: modes.runs(),
            roots: half.map(|&p| modes.roots[p] / SQRT_2).collect(),
            count: modes.roots.len(),
            mean: mean.concat().into(),
            n,
            totals: MatrixTotals::default(),
            norm: 0.0,
            wrapped: 0.0,
            shape,
        };
        convolution.add_up(modes, &t);
        convolution
    }

    /// Computes the trace and norms; `t` holds the sums over the points at all differences of modes.
    fn add_up(&mut self, modes: &Modes, t: &[Complex64]) {
        let mean = DMatrix::from_column_slice(self.mean.len(), 1, self.mean.as_slice());
        let (whole, image) = rayon::join(|| self.squared_norm(modes, t), || self.times(&mean));
        // Centring annihilates the zero mode, and so its pairs with the others and itself.
        let n = self.n;
        let zero = modes.weight(modes.middle());
        let of_mean = self.mean.norm_squared();
        let others = whole - zero * n * n * (2.0 * of_mean + zero);
        // ‖A − n mmᵀ‖² = ‖A‖² − 2n mᵀAm + n²‖m‖⁴, and one product gives (A − n mmᵀ)m.
        let along = mean.dot(&image) + n * of_mean * of_mean;
        let weight: f64 = 2.0 * modes.half.iter().map(|&p| modes.weight(p)).sum::<f64>();
        self.norm = whole.max(0.0).sqrt();
        self.totals = MatrixTotals {
            trace: n * (weight - of_mean),
            trace_error: 50.0 * f64::EPSILON * (n * weight + self.norm),
            squared_norm: others - 2.0 * n * along + (n * of_mean).powi(2),
            squared_norm_error: 50.0 * f64::EPSILON * whole,
            positive: true,
        };
    }

    /// Returns ‖K‖² = Σ A|T|² over all differences of modes, with the sums T over the points and A = D ⋆ D.
    fn squared_norm(&self, modes: &Modes, t: &[Complex64]) -> f64 {
        let weights = modes.roots.iter().map(|root| Complex64::from(root * root));
        let mut a: Vec<Complex64> = weights.collect();
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).rev() {
            a = line.spread(TransformDirection::Forward, &a, modes);
        }
        let scale = 1.0 / a.len() as f64;
        for value in &mut a {
            *value = Complex64::from(value.norm_sqr() * scale);
        }
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).rev() {
            a = line.gather_across(&a, 2 * modes - 1);
        }
        a.iter().zip(t).map(|(a, t)| a.re * t.norm_sqr()).sum()
    }

    /// Rounds the matrix to single precision on the smaller grid of `symbol`, with error bounds to match.
    pub(super) fn single(&self, modes: &Modes, symbol: &Symbol) -> Convolution<f32> {
        let coarser = f64::from(f32::EPSILON) / f64::EPSILON;
        let wrapped = symbol.single.wrapped(modes, self.n);
        Convolution {
            wrapped,
            filter: symbol.single.clone(),
            shape: self.shape.clone(),
            runs: self.runs.clone(),
            roots: self.roots.iter().map(|&root| root as f32).collect(),
            count: self.count,
            mean: self.mean.clone(),
            n: self.n,
            totals: MatrixTotals {
                trace_error: coarser * self.totals.trace_error
                    + (self.mean.len() as f64).sqrt() * wrapped,
                // `wrapped` enters squared norms of up to three parts of the matrix, which are added up.
                squared_norm_error: coarser * self.totals.squared_norm_error
                    + 3.0 * (2.0 * self.norm + wrapped) * wrapped,
                ..self.totals
            },
            norm: self.norm,
        }
    }
}

impl<T: FourierScalar> Convolution<T> {
    /// Number of places of the FFT grid on which the matrix is multiplied.
    pub(super) fn places(&self) -> usize {
        self.filter.values.len()
    }

    /// Returns the product with x (dim × b) in real coordinates, two columns per transform.
    pub(super) fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let (dim, columns) = x.shape();
        let mut out = DMatrix::zeros(dim, columns);
        let pair = 2 * dim.max(1);
        out.as_mut_slice()
            .par_chunks_mut(pair)
            .zip(x.as_slice().par_chunks(pair))
            .for_each(|(out, x)| self.times_pair(x, out));
        out
    }

    /// Multiplies one or two columns, which stand one after the other in `x` and in `out`.
    fn times_pair(&self, x: &[f64], out: &mut [f64]) {
        let mut values = self.grid_of(x);
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1).rev() {
            values = line.spread(TransformDirection::Forward, &values, modes);
        }
        self.filter.lines[0].filter(&mut values, self.shape[0], &self.filter.values);
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1) {
            values = line.gather(&values, modes);
        }
        self.take_from(&values, x, out);
    }

    /// Returns three ranges for each run of modes: its indices in the half of the modes, its places on the grid, and
    /// the places of the opposite modes, which are in reverse order and count from the place after the middle.
    fn stretches(&self) -> impl Iterator<Item = [Range<usize>; 3]> {
        let middle = self.count / 2;
        let mut start = 0;
        self.runs.iter().map(move |run| {
            let here = start..start + run.len();
            start = here.end;
            [here, run.clone(), middle - run.end..middle - run.start]
        })
    }

    /// Returns D^½x₁ + iD^½x₂ over the grid of modes, for one or two columns x in real coordinates.
    fn grid_of(&self, x: &[f64]) -> Vec<Complex<T>> {
        let count = self.roots.len();
        let (first, second) = x.split_at(2 * count);
        let nothing = vec![0.0; if second.is_empty() { 2 * count } else { 0 }];
        let second = if second.is_empty() { &nothing } else { second };
        let ((re, im), (re2, im2)) = (first.split_at(count), second.split_at(count));
        let mut values = vec![Complex::new(T::default(), T::default()); self.count];
        let (before, after) = values.split_at_mut(self.count / 2 + 1);
        for [here, run, opposite] in self.stretches() {
            Arch::new().dispatch(PackColumns {
                parts: [re, im, re2, im2].map(|part| &part[here.clone()]),
                roots: &self.roots[here],
                places: &mut before[run],
                opposites: &mut after[opposite],
            });
        }
        values
    }

    /// Turns values over the modes, laid out as by [`grid_of`](Self::grid_of), into columns in real
    /// coordinates, and subtracts the part of x along the mean.
    fn take_from(&self, values: &[Complex<T>], x: &[f64], out: &mut [f64]) {
        let count = self.roots.len();
        for (column, (x, out)) in x
            .chunks(2 * count)
            .zip(out.chunks_mut(2 * count))
            .enumerate()
        {
            let along = DVectorView::from_slice(x, 2 * count).dot(&self.mean) * self.n;
            let (re, im) = out.split_at_mut(count);
            let (mean_re, mean_im) = self.mean.as_slice().split_at(count);
            let (before, after) = values.split_at(self.count / 2 + 1);
            for [here, run, opposite] in self.stretches() {
                Arch::new().dispatch(UnpackColumn {
                    second: column == 1,
                    places: &before[run],
                    opposites: &after[opposite],
                    roots: &self.roots[here.clone()],
                    along,
                    mean: [&mean_re[here.clone()], &mean_im[here.clone()]],
                    re: &mut re[here.clone()],
                    im: &mut im[here],
                });
            }
        }
    }
}

/// Operation that lays out a run of modes and their opposites for two columns.
struct PackColumns<'a, T> {
    /// Real and imaginary parts of the first column, then of the second.
    parts: [&'a [f64]; 4],
    /// Factor √(D/2) of each mode of the run, with its weight D.
    roots: &'a [T],
    /// Values at the grid places of the run, to be written.
    places: &'a mut [Complex<T>],
    /// Values at the grid places of the opposite modes, in reverse order, to be written.
    opposites: &'a mut [Complex<T>],
}

impl<T: FourierScalar> WithSimd for PackColumns<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let [re, im, re2, im2] = self.parts;
        let places = self.places.iter_mut();
        let places = places.zip(self.opposites.iter_mut().rev());
        let parts = re.iter().zip(im).zip(re2.iter().zip(im2)).zip(self.roots);
        for ((place, opposite), (((re, im), (re2, im2)), &root)) in places.zip(parts) {
            let (re, im) = (T::of(*re) * root, T::of(*im) * root);
            let (re2, im2) = (T::of(*re2) * root, T::of(*im2) * root);
            *place = Complex::new(re - im2, im + re2);
            *opposite = Complex::new(re + im2, re2 - im);
        }
    }
}

/// Operation that reads one of two columns from the layout of [`PackColumns`], and subtracts `along` times the mean.
struct UnpackColumn<'a, T> {
    /// True for the second of the two columns.
    second: bool,
    /// Values at the places of the run.
    places: &'a [Complex<T>],
    /// Values at the places of the opposite modes, in reverse order.
    opposites: &'a [Complex<T>],
    /// Factor √(D/2) of each mode of the run, with its weight D.
    roots: &'a [T],
    /// Inner product of the column of x with the mean, times the number of points.
    along: f64,
    /// Mean √D μ at the modes of the run: real parts, then imaginary parts.
    mean: [&'a [f64]; 2],
    /// Real parts of the column, to be written.
    re: &'a mut [f64],
    /// Imaginary parts of the column, to be written.
    im: &'a mut [f64],
}

impl<T: FourierScalar> WithSimd for UnpackColumn<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let places = self.places.iter().zip(self.opposites.iter().rev());
        let parts = self.re.iter_mut().zip(self.im);
        let means = self.mean[0].iter().zip(self.mean[1]);
        let parts = parts.zip(means).zip(self.roots);
        for ((a, b), (((re, im), (mean_re, mean_im)), &root)) in places.zip(parts) {
            // With b from the opposite mode, (a + b̄)/2 is the first column and (a − b̄)/2i the second.
            let (z_re, z_im) = if self.second {
                (a.im + b.im, b.re - a.re)
            } else {
                (a.re + b.re, a.im - b.im)
            };
            *re = (z_re * root).to_f64() - self.along * mean_re;
            *im = (z_im * root).to_f64() - self.along * mean_im;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eigen::{
        fourier::{Cloud, Digits},
        orthogonal::random_columns,
    };

    #[test]
    fn a_grid_too_small_for_all_differences_changes_no_more_than_the_bound() {
        let n = 80;
        for axes in 1..=2 {
            let cloud = Cloud::new(&random_columns(n, axes, 3)).unwrap();
            let gamma = 2.0;
            let sums = ModeSums::over(&cloud, &mut None, gamma, gamma);
            let digits = Digits::All.log();
            let modes = Modes::new(&sums.spacing, &cloud.widths, gamma, digits);
            let exact = Convolution::new(&modes, &sums, &Symbol::new(&modes, &sums, false), n);
            let all = DMatrix::identity(modes.dim(), modes.dim());
            let g = exact.times(&all);
            // The smaller the grid, the more is changed; the first grid changes nothing.
            let mut before = 0.0;
            for share in [4.0, 3.0, 2.8, 2.4] {
                let lengths = modes.reach.iter().map(|&m| (share * m as f64) as usize + 1);
                let smaller = Convolution {
                    filter: Filter::new(&lengths.collect::<Vec<_>>(), &sums, |value| value),
                    ..Convolution::new(&modes, &sums, &Symbol::new(&modes, &sums, false), n)
                };
                let changed = (smaller.times(&all) - &g).norm();
                let bound = smaller.filter.wrapped(&modes, n as f64);
                assert!(
                    changed <= bound + 1e-12 * exact.norm,
                    "{share}: {changed} {bound}"
                );
                assert!(bound == 0.0 || bound > before && bound < 1e3 * changed);
                before = bound;
            }
            assert!(before > 0.0);
        }
    }
}
