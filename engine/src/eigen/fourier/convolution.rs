//! Products with D^½(FᴴF − n μμᴴ)D^½ by Fourier transforms.

#![allow(
    clippy::inline_always,
    reason = "only what is inlined is compiled for the processor's widest registers"
)]

use std::{f64::consts::SQRT_2, ops::Range, sync::Arc};

use nalgebra::{DMatrix, DVector, DVectorView};
use pulp::{Arch, Simd, WithSimd};
use rayon::prelude::*;
use rustfft::num_complex::{Complex, Complex64};

use super::{
    Sums,
    lines::{Line, Number, Way, good_len},
    modes::Modes,
};
use crate::eigen::accuracy::Totals;

/// A grid may have room for one part in so many more than asked for.
const SPARE: usize = 12;
/// Of the largest weight, e to the minus this is less than single precision can tell.
const ENOUGH: f64 = 19.0;

/// What of a product depends on the points alone, for all modes that have room on a grid.
#[derive(Debug)]
pub(super) struct Symbol {
    double: Filter<f64>,
    single: Filter<f32>,
}

/// In one precision.
#[derive(Debug, Clone)]
pub(super) struct Filter<T> {
    lines: Vec<Line<T>>,
    /// The transform of the sums over the points, which is real, in the order in which lines leave it.
    values: Arc<[T]>,
}

impl Symbol {
    /// On grids with room for a product of these modes, and some to spare where γ is seen to move: its next step may
    /// take more.
    pub(super) fn new(modes: &Modes, sums: &Sums, moves: bool) -> Self {
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

    /// Whether its grids have room for a product of these modes, and not much more.
    pub(super) fn serves(&self, modes: &Modes) -> bool {
        let [single, double] = wanted(modes);
        self.single.serves(&single) && self.double.serves(&double)
    }
}

/// Places along each axis that products take in single and in double precision.
///
/// On a grid with fewer places than there are differences of modes, those past its middle are taken for others. In
/// single precision that makes no difference for modes j and k whose weights are small enough: the root of their product
/// is exp(−digits (j² + k²)/2m²) of the largest, at most exp(−digits (j − k)²/4m²).
fn wanted(modes: &Modes) -> [Vec<usize>; 2] {
    let share = (ENOUGH / modes.digits).sqrt().min(1.0);
    let single = |&m: &usize| 2 * (share * 2.0 * m as f64).ceil() as usize + 1;
    let double = |m: &usize| 4 * m + 1;
    let reach = modes.reach.iter();
    [
        reach.clone().map(single).collect(),
        reach.map(double).collect(),
    ]
}

impl<T: Number> Filter<T> {
    /// On a grid of so many places along each axis.
    fn new(lengths: &[usize], sums: &Sums, of: impl Fn(f64) -> T) -> Self {
        let lines: Vec<Line<f64>> = lengths.iter().map(|&len| Line::new(len)).collect();
        let places: usize = lengths.iter().product();
        let scale = 1.0 / places as f64;
        // All that the grid has room for, as far as they are known.
        let most = lengths.iter().zip(&sums.reach);
        let most: Vec<usize> = most
            .map(|(len, reach)| 2 * reach.min(&((len - 1) / 2)) + 1)
            .collect();
        let mut grid = sums.around_zero(&most);
        for (line, &modes) in lines.iter().zip(&most).rev() {
            grid = line.spread(Way::Forward, &grid, modes);
        }
        // All axes but the first, which lines come to last, are before it.
        let others = places / lengths[0];
        Self {
            lines: lengths.iter().map(|&len| Line::new(len)).collect(),
            values: (0..places)
                .map(|p| of(scale * grid[(p % lengths[0]) * others + p / lengths[0]].re))
                .collect(),
        }
    }

    fn serves(&self, wanted: &[usize]) -> bool {
        let mut axes = self.lines.iter().map(|line| line.len).zip(wanted);
        axes.all(|(len, &wanted)| wanted <= len && len <= good_len(wanted + 2 * (wanted / SPARE)))
    }

    /// Bounds the Frobenius norm of what is added to D^½(FᴴF)D^½ where differences of modes are taken for
    /// others, of sums over n points.
    fn wrapped(&self, modes: &Modes, n: f64) -> f64 {
        let axes = modes.along_axes();
        let totals: Vec<f64> = axes.iter().map(|weights| weights.iter().sum()).collect();
        let all: f64 = totals.iter().product();
        let mut squared = 0.0;
        for ((line, weights), total) in self.lines.iter().zip(&axes).zip(&totals) {
            // The least difference that is past the middle, and the weights of pairs of modes that far apart.
            let far = line.len.div_ceil(2);
            let mut below = 0.0;
            let mut pairs = 0.0;
            for (weight, other) in weights.iter().skip(far).zip(weights) {
                below += other;
                pairs += 2.0 * weight * below;
            }
            squared += pairs * (all / total).powi(2);
        }
        // Two sums of a modulus of at most n take each other's place.
        2.0 * n * modes.weight(modes.middle()) * squared.sqrt()
    }
}

/// The matrix for some modes, in real coordinates: √2 times the real parts, and then √2 times the
/// imaginary ones, of coefficients of half of the modes.
pub(super) struct Convolution<T> {
    filter: Filter<T>,
    /// Modes of each axis.
    shape: Vec<usize>,
    /// Where half of the modes are, and √(D/2) of each.
    runs: Vec<Range<usize>>,
    roots: Vec<T>,
    /// Modes of the grid.
    count: usize,
    /// √D μ.
    mean: DVector<f64>,
    n: f64,
    pub(super) totals: Totals,
    /// ‖K‖ (Frobenius) of the matrix that is not centred.
    pub(super) norm: f64,
    /// Bounds the norm of what a grid too small for all products changes.
    pub(super) wrapped: f64,
}

impl Convolution<f64> {
    pub(super) fn new(modes: &Modes, sums: &Sums, symbol: &Symbol, n: usize) -> Self {
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
            totals: Totals {
                trace: 0.0,
                trace_error: 0.0,
                squared_norm: 0.0,
                squared_norm_error: 0.0,
                positive: true,
            },
            norm: 0.0,
            wrapped: 0.0,
            shape,
        };
        convolution.add_up(modes, &t);
        convolution
    }

    /// Trace and norm.
    fn add_up(&mut self, modes: &Modes, t: &[Complex64]) {
        let mean = DMatrix::from_column_slice(self.mean.len(), 1, self.mean.as_slice());
        let (whole, image) = rayon::join(|| self.squared_norm(modes, t), || self.times(&mean));
        // Less what pairs the zero mode with the others and itself, which centring annihilates.
        let n = self.n;
        let zero = modes.weight(modes.middle());
        let of_mean = self.mean.norm_squared();
        let others = whole - zero * n * n * (2.0 * of_mean + zero);
        // ‖A − n mmᵀ‖² = ‖A‖² − 2n mᵀAm + n²‖m‖⁴, and one product gives (A − n mmᵀ)m.
        let along = mean.dot(&image) + n * of_mean * of_mean;
        let weight: f64 = 2.0 * modes.half.iter().map(|&p| modes.weight(p)).sum::<f64>();
        self.norm = whole.max(0.0).sqrt();
        self.totals = Totals {
            trace: n * (weight - of_mean),
            trace_error: 50.0 * f64::EPSILON * (n * weight + self.norm),
            squared_norm: others - 2.0 * n * along + (n * of_mean).powi(2),
            squared_norm_error: 50.0 * f64::EPSILON * whole,
            positive: true,
        };
    }

    /// ‖K‖² = Σ A|T|² with A = D ⋆ D.
    fn squared_norm(&self, modes: &Modes, t: &[Complex64]) -> f64 {
        let weights = modes.roots.iter().map(|root| Complex64::from(root * root));
        let mut a: Vec<Complex64> = weights.collect();
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).rev() {
            a = line.spread(Way::Forward, &a, modes);
        }
        let scale = 1.0 / a.len() as f64;
        for value in &mut a {
            *value = Complex64::from(value.norm_sqr() * scale);
        }
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).rev() {
            a = line.gather_across(Way::Back, &a, 2 * modes - 1);
        }
        a.iter().zip(t).map(|(a, t)| a.re * t.norm_sqr()).sum()
    }

    /// The same in single precision.
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
            totals: Totals {
                trace_error: coarser * self.totals.trace_error
                    + (self.mean.len() as f64).sqrt() * wrapped,
                // Of squared norms of parts of the matrix, up to three of which are added up.
                squared_norm_error: coarser * self.totals.squared_norm_error
                    + 3.0 * (2.0 * self.norm + wrapped) * wrapped,
                ..self.totals
            },
            norm: self.norm,
        }
    }
}

impl<T: Number> Convolution<T> {
    /// Of the grid.
    pub(super) fn places(&self) -> usize {
        self.filter.values.len()
    }

    /// The product with x, two columns a transform.
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

    /// One or two columns.
    fn times_pair(&self, x: &[f64], out: &mut [f64]) {
        let mut values = self.grid_of(x);
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1).rev() {
            values = line.spread(Way::Forward, &values, modes);
        }
        self.filter.lines[0].filter(&mut values, self.shape[0], &self.filter.values);
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1) {
            values = line.gather(Way::Back, &values, modes);
        }
        self.take_from(&values, x, out);
    }

    /// For each run of half of the modes: which of them it holds, where on the grid they are, and, counted from the
    /// place after the middle, where their opposites are, the last first.
    fn stretches(&self) -> impl Iterator<Item = [Range<usize>; 3]> {
        let middle = self.count / 2;
        let mut start = 0;
        self.runs.iter().map(move |run| {
            let here = start..start + run.len();
            start = here.end;
            [here, run.clone(), middle - run.end..middle - run.start]
        })
    }

    /// D^½x₁ + iD^½x₂ over the modes, for one or two columns x.
    fn grid_of(&self, x: &[f64]) -> Vec<Complex<T>> {
        let count = self.roots.len();
        let (first, second) = x.split_at(2 * count);
        let nothing = vec![0.0; if second.is_empty() { 2 * count } else { 0 }];
        let second = if second.is_empty() { &nothing } else { second };
        let ((re, im), (re2, im2)) = (first.split_at(count), second.split_at(count));
        let mut values = vec![Complex::new(T::default(), T::default()); self.count];
        let (before, after) = values.split_at_mut(self.count / 2 + 1);
        for [here, run, opposite] in self.stretches() {
            Arch::new().dispatch(LayOut {
                parts: [re, im, re2, im2].map(|part| &part[here.clone()]),
                roots: &self.roots[here],
                places: &mut before[run],
                opposites: &mut after[opposite],
            });
        }
        values
    }

    /// Columns from values over the modes, as [`grid_of`](Self::grid_of) lays them out, less their part along
    /// the mean.
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
                Arch::new().dispatch(Take {
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

/// Puts parts of two columns where a run of modes and their opposites are.
struct LayOut<'a, T> {
    /// Real and imaginary parts of the first column, and of the second.
    parts: [&'a [f64]; 4],
    roots: &'a [T],
    places: &'a mut [Complex<T>],
    /// The last first.
    opposites: &'a mut [Complex<T>],
}

impl<T: Number> WithSimd for LayOut<'_, T> {
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

/// Takes one of two columns from where [`LayOut`] put it, less `along` times the mean.
struct Take<'a, T> {
    second: bool,
    places: &'a [Complex<T>],
    opposites: &'a [Complex<T>],
    roots: &'a [T],
    along: f64,
    mean: [&'a [f64]; 2],
    re: &'a mut [f64],
    im: &'a mut [f64],
}

impl<T: Number> WithSimd for Take<'_, T> {
    type Output = ();

    #[inline(always)]
    fn with_simd<S: Simd>(self, _: S) {
        let places = self.places.iter().zip(self.opposites.iter().rev());
        let parts = self.re.iter_mut().zip(self.im);
        let means = self.mean[0].iter().zip(self.mean[1]);
        let parts = parts.zip(means).zip(self.roots);
        for ((a, b), (((re, im), (mean_re, mean_im)), &root)) in places.zip(parts) {
            // Half of a + b̄ is the first column's, half of a − b̄ i times the second's.
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
            let sums = Sums::over(&cloud, &mut None, gamma, gamma);
            let digits = Digits::All.log();
            let modes = Modes::new(&sums.spacing, &cloud.widths, gamma, digits);
            let exact = Convolution::new(&modes, &sums, &Symbol::new(&modes, &sums, false), n);
            let all = DMatrix::identity(modes.dim(), modes.dim());
            let g = exact.times(&all);
            // The smaller, the more is changed; the first changes nothing.
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
