//! Grid places that a point's window reaches, and their weights.

use std::ops::Range;

use super::window::Window;

/// Points on a grid, with the window that spreads them.
pub(super) struct Stencils<'a, const W: usize> {
    window: &'a Window<W>,
    /// Coordinates, one point after the other.
    pub(super) points: &'a [f64],
    /// Places that a unit has along each axis: the rounded number, and the remainder.
    per_unit: &'a [[f64; 2]],
    /// Number of places along each axis.
    pub(super) places: &'a [usize],
}

/// Places of a grid that one point's window reaches, with their weights. They are rows of `W` places along the
/// last axis, which share that axis' window; each row has a weight from the other axes.
pub(super) struct Stencil<const W: usize> {
    /// First place of each row, and its weight.
    pub(super) rows: Vec<(usize, f64)>,
    /// Rows with one axis more, while they are made.
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

    /// Number of axes.
    pub(super) fn axes(&self) -> usize {
        self.places.len()
    }

    /// Returns a coordinate in places of an axis: a multiple of one half, and the rest, with the digits that
    /// their sum has no room for. An error here is one of a wave's phase.
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

    /// Range of places along the first axis that windows reach.
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

    /// Fills in the places and weights of one point's window; `point` has one coordinate an axis.
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
