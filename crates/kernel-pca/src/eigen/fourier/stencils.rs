//! Places of a grid that the window of a point reaches, and their weights (a stencil). Weights along all axes but the
//! last are multiplied out; the rows of places along the last axis share its window.

use std::ops::Range;

use super::window::Window;

/// Points, a grid and a window, from which the stencil of each point follows.
pub(super) struct Stencils<'a, const W: usize> {
    window: &'a Window<W>,
    /// Coordinates of the points, one point after the other.
    pub(super) points: &'a [f64],
    /// Number of places per unit along each axis, as a rounded number and its remainder.
    per_unit: &'a [[f64; 2]],
    /// Number of places along each axis.
    pub(super) places: &'a [usize],
}

/// Places of a grid that one point's window reaches, with their weights. The places form rows of `W` along the last
/// axis. All rows share the window along this axis, and each has a weight from the other axes.
pub(super) struct Stencil<const W: usize> {
    /// First place of each row, and the weight of the row.
    pub(super) rows: Vec<(usize, f64)>,
    /// Buffer for the rows while an axis is added.
    wider: Vec<(usize, f64)>,
    /// First place along the last axis.
    first: usize,
    /// Window along the last axis.
    pub(super) window: [f64; W],
}

impl<const W: usize> Stencil<W> {
    pub(super) fn new() -> Self {
        Self {
            rows: Vec::new(),
            wider: Vec::new(),
            first: 0,
            window: [0.0; W],
        }
    }
}

impl<'a, const W: usize> Stencils<'a, W> {
    pub(super) fn new(
        window: &'a Window<W>,
        points: &'a [f64],
        per_unit: &'a [[f64; 2]],
        places: &'a [usize],
    ) -> Self {
        Self {
            window,
            points,
            per_unit,
            places,
        }
    }

    /// Number of axes of the grid.
    pub(super) fn axes(&self) -> usize {
        self.places.len()
    }

    /// Converts a coordinate to places of an axis, as a multiple of one half and a rest, which together keep more
    /// digits than their rounded sum. An error here is an error of a wave's phase.
    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    fn at(&self, axis: usize, x: f64) -> (f64, f64) {
        let [per_unit, lacking] = self.per_unit[axis];
        let places = x * per_unit;
        let lost = x.mul_add(per_unit, -places) + x * lacking;
        let whole = places.round();
        let middle = 0.5 * self.places[axis] as f64;
        (whole + middle, (places - whole) + lost)
    }

    /// Range of places along the first axis that the windows of all points reach.
    pub(super) fn reached(&self) -> Range<usize> {
        let places = self.points.iter().step_by(self.axes()).map(|&x| {
            let (whole, part) = self.at(0, x);
            Window::<W>::first(whole, part)
        });
        let ends = places.fold((f64::INFINITY, 0.0_f64), |(low, high), at| {
            (low.min(at), high.max(at))
        });
        ends.0 as usize..ends.1 as usize + W
    }

    /// Fills `stencil` with the places and weights of one point's window; `point` has one coordinate per axis.
    #[allow(
        clippy::inline_always,
        reason = "compiled with the caller's instruction set"
    )]
    #[inline(always)]
    pub(super) fn fill(&self, stencil: &mut Stencil<W>, point: &[f64]) {
        stencil.rows.clear();
        stencil.rows.push((0, 1.0));
        let last = point.len() - 1;
        for (axis, &x) in point[..last].iter().enumerate() {
            let (whole, part) = self.at(axis, x);
            let (first, window) = self.window.at(whole, part);
            stencil.wider.clear();
            for &(row, weight) in &stencil.rows {
                for (l, value) in window.iter().enumerate() {
                    let row = row * self.places[axis] + first + l;
                    stencil.wider.push((row, weight * value));
                }
            }
            std::mem::swap(&mut stencil.rows, &mut stencil.wider);
        }
        let (whole, part) = self.at(last, point[last]);
        (stencil.first, stencil.window) = self.window.at(whole, part);
        for (row, _) in &mut stencil.rows {
            *row = *row * self.places[last] + stencil.first;
        }
    }
}
