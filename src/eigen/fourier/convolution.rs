//! Products with D^½(FᴴF − n μμᴴ)D^½ by Fourier transforms.

use std::{f64::consts::SQRT_2, sync::Arc};

use nalgebra::DMatrix;
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
    /// On a grid with room for a product of this many modes along each axis, and some to spare where γ is seen to
    /// move: its next step may take more.
    pub(super) fn new(shape: &[usize], sums: &Sums, moves: bool) -> Self {
        let spare = |wanted: usize| if moves { wanted / SPARE } else { 0 };
        let lengths: Vec<usize> = shape
            .iter()
            .map(|&count| good_len(wanted(count) + spare(wanted(count))))
            .collect();
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
        let values: Arc<[f64]> = (0..places)
            .map(|p| scale * grid[(p % lengths[0]) * others + p / lengths[0]].re)
            .collect();
        Self {
            single: Filter {
                lines: lengths.iter().map(|&len| Line::new(len)).collect(),
                values: values.iter().map(|&value| value as f32).collect(),
            },
            double: Filter { lines, values },
        }
    }

    /// Whether its grid has room for a product of so many modes along each axis, and not much more.
    pub(super) fn serves(&self, shape: &[usize]) -> bool {
        let axes = self.double.lines.iter().zip(shape);
        let mut axes = axes.map(|(line, &count)| (line.len, wanted(count)));
        axes.all(|(len, wanted)| wanted <= len && len <= good_len(wanted + 2 * (wanted / SPARE)))
    }
}

/// Places of a grid that a product of so many modes takes.
fn wanted(count: usize) -> usize {
    2 * count - 1
}

/// The matrix for some modes, in real coordinates: √2 times the real parts, and then √2 times the
/// imaginary ones, of coefficients of half of the modes.
pub(super) struct Convolution<T> {
    filter: Filter<T>,
    /// Modes of each axis.
    shape: Vec<usize>,
    /// Places of half of the modes, and √(D/2) there.
    half: Vec<(usize, T)>,
    /// Modes of the grid.
    count: usize,
    /// √D μ, its real and its imaginary part: a number for each of `half`.
    mean: [Vec<f64>; 2],
    n: f64,
    pub(super) totals: Totals,
    /// ‖K‖ (Frobenius) of the matrix that is not centred.
    pub(super) norm: f64,
}

impl Convolution<f64> {
    pub(super) fn new(modes: &Modes, sums: &Sums, symbol: &Symbol, n: usize) -> Self {
        let n = n as f64;
        let shape = modes.shape();
        let twice: Vec<usize> = shape.iter().map(|&count| wanted(count)).collect();
        let t = sums.around_zero(&twice);
        let around = sums.around_zero(&shape);
        let mean = |part: fn(Complex64) -> f64| {
            let mean = |&p: &usize| SQRT_2 * modes.roots[p] * part(around[p]) / n;
            modes.half.iter().map(mean).collect()
        };
        let half = modes.half.iter();
        let mut convolution = Self {
            filter: symbol.double.clone(),
            half: half.map(|&p| (p, modes.roots[p] / SQRT_2)).collect(),
            count: modes.roots.len(),
            mean: [mean(|μ| μ.re), mean(|μ| μ.im)],
            n,
            totals: Totals {
                trace: 0.0,
                trace_error: 0.0,
                squared_norm: 0.0,
                squared_norm_error: 0.0,
                positive: true,
            },
            norm: 0.0,
            shape,
        };
        convolution.add_up(modes, &t);
        convolution
    }

    /// Trace and norm.
    fn add_up(&mut self, modes: &Modes, t: &[Complex64]) {
        // ‖K‖² = Σ A|T|² with A = D ⋆ D.
        let mut a: Vec<Complex64> = (0..self.count)
            .map(|p| Complex64::from(modes.weight(p)))
            .collect();
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
        let whole: f64 = a.iter().zip(t).map(|(a, t)| a.re * t.norm_sqr()).sum();
        // Less what pairs the zero mode with the others and itself, which centring annihilates.
        let n = self.n;
        let zero = modes.weight(modes.middle());
        let of_mean: f64 = self.mean.iter().flatten().map(|m| m * m).sum();
        let others = whole - zero * n * n * (2.0 * of_mean + zero);
        // ‖A − n mmᵀ‖² = ‖A‖² − 2n mᵀAm + n²‖m‖⁴, and one product gives (A − n mmᵀ)m.
        let mean = DMatrix::from_vec(2 * self.half.len(), 1, self.mean.concat());
        let along = mean.dot(&self.times(&mean)) + n * of_mean * of_mean;
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

    /// The same in single precision.
    pub(super) fn single(&self, symbol: &Symbol) -> Convolution<f32> {
        let coarser = f64::from(f32::EPSILON) / f64::EPSILON;
        Convolution {
            filter: symbol.single.clone(),
            shape: self.shape.clone(),
            half: self
                .half
                .iter()
                .map(|&(p, root)| (p, root as f32))
                .collect(),
            count: self.count,
            mean: self.mean.clone(),
            n: self.n,
            totals: Totals {
                trace_error: coarser * self.totals.trace_error,
                squared_norm_error: coarser * self.totals.squared_norm_error,
                ..self.totals
            },
            norm: self.norm,
        }
    }
}

impl<T: Number> Convolution<T> {
    /// The product with x, two columns a transform.
    pub(super) fn times(&self, x: &DMatrix<f64>) -> DMatrix<f64> {
        let (dim, columns) = x.shape();
        let mut out = DMatrix::zeros(dim, columns);
        let pair = 2 * dim.max(1);
        out.as_mut_slice()
            .par_chunks_mut(pair)
            .zip(x.as_slice().par_chunks(pair))
            .for_each(|(out, x)| self.times_pair(dim, x, out));
        out
    }

    /// One or two columns.
    fn times_pair(&self, dim: usize, x: &[f64], out: &mut [f64]) {
        let last = self.count - 1;
        let zero = Complex::new(T::default(), T::default());
        let i = Complex::new(T::default(), T::of(1.0));
        let mut values = vec![zero; self.count];
        for (column, x) in x.chunks(dim).enumerate() {
            let (re, im) = x.split_at(dim / 2);
            for ((&(p, root), &re), &im) in self.half.iter().zip(re).zip(im) {
                let y = Complex::new(T::of(re) * root, T::of(im) * root);
                let opposite = y.conj();
                if column == 0 {
                    values[p] = y;
                    values[last - p] = opposite;
                } else {
                    values[p] = values[p] + y * i;
                    values[last - p] = values[last - p] + opposite * i;
                }
            }
        }
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1).rev() {
            values = line.spread(Way::Forward, &values, modes);
        }
        self.filter.lines[0].filter(&mut values, self.shape[0], &self.filter.values);
        for (line, &modes) in self.filter.lines.iter().zip(&self.shape).skip(1) {
            values = line.gather(Way::Back, &values, modes);
        }
        for (column, (x, out)) in x.chunks(dim).zip(out.chunks_mut(dim)).enumerate() {
            let parts = self.mean.iter().zip(x.chunks(dim / 2));
            let along: f64 = parts
                .flat_map(|(mean, x)| mean.iter().zip(x).map(|(mean, x)| mean * x))
                .sum();
            let along = self.n * along;
            let (re, im) = out.split_at_mut(dim / 2);
            let [mean_re, mean_im] = &self.mean;
            let parts = re.iter_mut().zip(im).zip(mean_re.iter().zip(mean_im));
            for (&(p, root), ((re, im), (mean_re, mean_im))) in self.half.iter().zip(parts) {
                // Half the sum is the first column's, half the difference i times the second's.
                let (a, b) = (values[p], values[last - p].conj());
                let z = if column == 0 { a + b } else { (b - a) * i };
                *re = (z.re * root).to_f64() - along * mean_re;
                *im = (z.im * root).to_f64() - along * mean_im;
            }
        }
    }
}
