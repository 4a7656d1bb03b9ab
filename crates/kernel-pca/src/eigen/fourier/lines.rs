//! Fourier transforms of arrays, one axis after the other.
//!
//! A step transforms the lines along the last axis, which are contiguous in memory, and writes them transposed, so that
//! this axis comes first. After one step per axis the axes are in order again. Lines hold modes −m..=m, grids hold all
//! places of a transform: a step may also go from few numbers to many or back, and zeros are never touched.

use std::{fmt, sync::Arc};

use kernel_pca_fft::{Fft, num_complex::Complex};
use rayon::prelude::*;

use crate::kernel::Real;

/// Number of lines that are transformed at once, so that writing them transposed fills a line of the cache.
const BATCH: usize = 8;
/// Number of lines that one task transforms, a multiple of [`BATCH`]. Larger tasks would leave cores idle.
const PART: usize = 64;

/// Direction of a transform: the sign of its exponent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum TransformDirection {
    /// Transform with exp(−2πi jk/N).
    Forward,
    /// Transform with exp(2πi jk/N).
    Back,
}

/// Number type that the transforms and the kernel's values have in common: `f32` or `f64`.
pub(super) trait FourierScalar: kernel_pca_fft::FourierScalar + Real {}

impl<T: kernel_pca_fft::FourierScalar + Real> FourierScalar for T {}

/// Plans of the transforms of one length, at least 1.
#[derive(Clone)]
pub(super) struct LineTransform<T> {
    /// Number of places (length of a transform).
    pub(super) len: usize,
    /// Plan of the forward transform.
    forward: Arc<dyn Fft<T>>,
    /// Plan of the transform back, without a factor 1/N.
    back: Arc<dyn Fft<T>>,
}

/// Returns the smallest length of at least `least` at which transforms are fast: 4·2ᵃ3ᵇ times 1, 5 or 7. Other lengths
/// take up to three times as long (measured: docs/experiments.md, "Fourier modes: RBF in few dimensions").
pub(super) fn good_len(least: usize) -> usize {
    let good = |&len: &usize| {
        let mut rest = len;
        for factor in [2, 3] {
            while rest.is_multiple_of(factor) {
                rest /= factor;
            }
        }
        [1, 5, 7].contains(&rest)
    };
    (least.div_ceil(4).max(1)..=least.max(1))
        .map(|quarter| 4 * quarter)
        .find(good)
        .unwrap_or(least)
}

impl<T> fmt::Debug for LineTransform<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("LineTransform")
            .field("len", &self.len)
            .finish_non_exhaustive()
    }
}

/// Modes of some lines, transposed (modes × lines).
struct LineBatch<T> {
    /// Number of lines.
    lines: usize,
    /// Number of lines that were filled in.
    filled: usize,
    values: Vec<Complex<T>>,
}

impl<T: FourierScalar> LineBatch<T> {
    fn new(lines: usize, modes: usize) -> Self {
        Self {
            lines,
            filled: 0,
            values: vec![zero(); lines * modes],
        }
    }

    /// Fills in the next `count` lines: `of(j, b)` is mode j of line b.
    fn take(&mut self, count: usize, of: impl Fn(usize, usize) -> Complex<T>) {
        for (j, values) in self.values.chunks_exact_mut(self.lines).enumerate() {
            let values = &mut values[self.filled..][..count];
            for (b, value) in values.iter_mut().enumerate() {
                *value = of(j, b);
            }
        }
        self.filled += count;
    }
}

/// Joins parts of the lines (modes × lines each) side by side (modes × all lines).
fn side_by_side<T: FourierScalar>(modes: usize, parts: &[LineBatch<T>]) -> Vec<Complex<T>> {
    let mut all = Vec::with_capacity(parts.iter().map(|part| part.values.len()).sum());
    for j in 0..modes {
        for part in parts {
            all.extend_from_slice(&part.values[j * part.lines..][..part.lines]);
        }
    }
    all
}

fn zero<T: FourierScalar>() -> Complex<T> {
    Complex::new(T::default(), T::default())
}

/// Writes modes −m..=m to a grid in the order of a transform, with zeros between.
fn place<T: FourierScalar>(modes: &[Complex<T>], grid: &mut [Complex<T>]) {
    let m = modes.len() / 2;
    let len = grid.len();
    grid.fill(zero());
    grid[..=m].copy_from_slice(&modes[m..]);
    grid[len - m..].copy_from_slice(&modes[..m]);
}

/// Reads modes −m..=m from a grid in the order of a transform.
fn take<T: FourierScalar>(grid: &[Complex<T>], modes: &mut [Complex<T>]) {
    let m = modes.len() / 2;
    let len = grid.len();
    modes[m..].copy_from_slice(&grid[..=m]);
    modes[..m].copy_from_slice(&grid[len - m..]);
}

impl<T: FourierScalar> LineTransform<T> {
    /// Plans transforms of length `len`.
    pub(super) fn new(len: usize) -> Self {
        let [forward, back] = T::plans(len);
        Self { len, forward, back }
    }

    /// Allocates buffers for a batch of lines, and for the transforms' own use.
    fn buffers(&self) -> (Vec<Complex<T>>, Vec<Complex<T>>) {
        let scratch = self.forward.get_inplace_scratch_len();
        let scratch = scratch.max(self.back.get_inplace_scratch_len());
        (vec![zero(); BATCH * self.len], vec![zero(); scratch])
    }

    /// Transforms lines of modes (lines × modes) to grids, transposed (grid × lines).
    pub(super) fn spread(
        &self,
        way: TransformDirection,
        lines: &[Complex<T>],
        modes: usize,
    ) -> Vec<Complex<T>> {
        let plan = match way {
            TransformDirection::Forward => &self.forward,
            TransformDirection::Back => &self.back,
        };
        let count = lines.len() / modes;
        let mut out = vec![zero(); count * self.len];
        let (mut buffer, mut scratch) = self.buffers();
        for (batch, lines) in lines.chunks(BATCH * modes).enumerate() {
            let width = lines.len() / modes;
            let buffer = &mut buffer[..width * self.len];
            for (line, grid) in lines.chunks(modes).zip(buffer.chunks_mut(self.len)) {
                place(line, grid);
            }
            plan.process_with_scratch(buffer, &mut scratch);
            for (k, out) in out.chunks_exact_mut(count).enumerate() {
                let out = &mut out[batch * BATCH..][..width];
                for (b, value) in out.iter_mut().enumerate() {
                    *value = buffer[b * self.len + k];
                }
            }
        }
        out
    }

    /// Transforms grids (grid × lines) back to lines of modes, transposed back (lines × modes).
    pub(super) fn gather(&self, grids: &[Complex<T>], modes: usize) -> Vec<Complex<T>> {
        let count = grids.len() / self.len;
        let mut out = vec![zero(); count * modes];
        let (mut buffer, mut scratch) = self.buffers();
        for (batch, lines) in out.chunks_mut(BATCH * modes).enumerate() {
            let width = lines.len() / modes;
            let buffer = &mut buffer[..width * self.len];
            for (k, grids) in grids.chunks_exact(count).enumerate() {
                let grids = &grids[batch * BATCH..][..width];
                for (b, value) in grids.iter().enumerate() {
                    buffer[b * self.len + k] = *value;
                }
            }
            self.back.process_with_scratch(buffer, &mut scratch);
            for (line, grid) in lines.chunks_mut(modes).zip(buffer.chunks(self.len)) {
                take(grid, line);
            }
        }
        out
    }

    /// Transforms lines of grids (lines × grid) back to modes, transposed (modes × lines), on all cores.
    pub(super) fn gather_across(&self, grids: &[Complex<T>], modes: usize) -> Vec<Complex<T>> {
        let m = modes / 2;
        let parts = grids.par_chunks(PART * self.len).map(|grids| {
            let (mut buffer, mut scratch) = self.buffers();
            let mut part = LineBatch::new(grids.len() / self.len, modes);
            for grids in grids.chunks(BATCH * self.len) {
                let buffer = &mut buffer[..grids.len()];
                buffer.copy_from_slice(grids);
                self.back.process_with_scratch(buffer, &mut scratch);
                let place = |j: usize| if j < m { self.len + j - m } else { j - m };
                part.take(grids.len() / self.len, |j, b| {
                    buffer[b * self.len + place(j)]
                });
            }
            part
        });
        side_by_side(modes, &parts.collect::<Vec<_>>())
    }

    /// Convolves lines of modes (lines × modes), in place: transforms, multiplies by `factors` (lines × grid), and
    /// transforms back.
    pub(super) fn filter(&self, lines: &mut [Complex<T>], modes: usize, factors: &[T]) {
        let (mut buffer, mut scratch) = self.buffers();
        let factors = factors.chunks(BATCH * self.len);
        for (lines, factors) in lines.chunks_mut(BATCH * modes).zip(factors) {
            let buffer = &mut buffer[..factors.len()];
            for (line, grid) in lines.chunks(modes).zip(buffer.chunks_mut(self.len)) {
                place(line, grid);
            }
            self.forward.process_with_scratch(buffer, &mut scratch);
            for (value, factor) in buffer.iter_mut().zip(factors) {
                *value = *value * *factor;
            }
            self.back.process_with_scratch(buffer, &mut scratch);
            for (line, grid) in lines.chunks_mut(modes).zip(buffer.chunks(self.len)) {
                take(grid, line);
            }
        }
    }
}
