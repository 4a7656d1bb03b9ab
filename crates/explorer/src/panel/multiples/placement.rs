//! Places of pictures and of their dots in the chart.

use super::film::{Film, some_drawn};
use crate::{
    analysis::Analysis,
    view::{extent, paints},
};
use chart::{
    CrossLine, GAP, Held, Line, LineStyle, MapGrid, Mark, Orientation, Paint, Points, number,
};
use kernel_pca::sweep::{Sweep, SweptParameter, ValueSpacing};

/// Margin around the dots of a cell, as a share of its side.
const MARGIN: f64 = 0.06;

/// Places of pictures in a chart.
pub struct Placement {
    /// True where all pictures stand in one row, whose x axis is that of the parameter.
    pub strip: bool,
    pub across: usize,
    pub down: usize,
    /// Height of a picture and, below, of the line of text above it, in widths of a picture.
    pub height: f64,
    pub caption: f64,
    /// Width of a picture, in units of the x axis.
    pub width: f64,
    /// Left end of the first picture, in units of the x axis.
    pub left: f64,
}

impl Placement {
    pub fn of(film: &Film<'_>, grid: MapGrid) -> Self {
        let count = film.values.len().max(1);
        let across = grid.across.clamp(1, count);
        let strip = across == count && count > 1;
        let [low, high] = film.ends();
        let step = (high - low) / (count.max(2) - 1) as f64;
        let width = if strip { step / (1.0 + GAP) } else { 1.0 };
        Self {
            strip,
            across,
            down: count.div_ceil(across),
            height: grid.height,
            caption: grid.caption,
            width,
            left: if strip { low - 0.5 * width } else { 0.0 },
        }
    }

    /// Left and lower end of a picture.
    pub fn corner(&self, i: usize) -> [f64; 2] {
        let row = (self.down - 1 - i / self.across) as f64;
        [
            self.left + self.width * (i % self.across) as f64 * (1.0 + GAP),
            self.width * row * (self.height + self.caption),
        ]
    }

    pub fn ranges(&self) -> [[f64; 2]; 2] {
        let right = self.left + self.width * self.across as f64 * (1.0 + GAP);
        let top = self.width * self.down as f64 * (self.height + self.caption);
        let gap = GAP * self.width;
        [[self.left - gap, right], [-gap, top]]
    }

    /// Dashed line at the present value of the parameter, where pictures stand in one row along its axis and the value
    /// is within the axis; `None` otherwise, and for whole numbers.
    pub fn mark_of(&self, parameter: SweptParameter, present: Option<f64>) -> Option<CrossLine> {
        let value = present.filter(|_| self.strip && parameter.spread() != ValueSpacing::Whole)?;
        let at = parameter.place(value);
        let [[low, high], _] = self.ranges();
        (low..=high).contains(&at).then(|| CrossLine {
            name: format!("{} = {}", parameter.symbol(), number(value)),
            orientation: Orientation::Vertical,
            at,
            style: LineStyle::Dashed,
            paint: Paint::Ink,
            held: Some(Held::SweepValue),
        })
    }
}

/// Maps scores into a cell of this width: equal units in both directions, the dots in the middle.
fn into_cell(scores: &[[f64; 2]], corner: [f64; 2], width: f64) -> impl Fn([f64; 2]) -> [f64; 2] {
    let ends = [0, 1].map(|j| extent(scores.iter().map(|score| &score[j])));
    let longest = ends
        .iter()
        .map(|[low, high]| high - low)
        .fold(0.0, f64::max);
    let unit = width * (1.0 - 2.0 * MARGIN) / if longest > 0.0 { longest } else { 1.0 };
    move |score| {
        [0, 1].map(|j| {
            let middle = f64::midpoint(ends[j][0], ends[j][1]);
            corner[j] + 0.5 * width + unit * (score[j] - middle)
        })
    }
}

/// Places of each of n rows in a cell; NaN for rows that were not drawn.
pub fn placed(
    sweep: &Sweep,
    scores: &[[f64; 2]],
    n: usize,
    corner: [f64; 2],
    width: f64,
) -> Vec<[f64; 2]> {
    let place = into_cell(scores, corner, width);
    let sample = sweep.pictured_sample();
    let mut places = vec![[f64::NAN; 2]; n];
    for (i, score) in scores.iter().enumerate() {
        let row = sample.map_or(i, |sample| sample.rows[i]);
        if let Some(at) = places.get_mut(row) {
            *at = place(*score);
        }
    }
    places
}

/// Dots of some rows in a cell of a strip.
pub fn some_placed(
    analysis: &Analysis,
    sweep: &Sweep,
    scores: &[[f64; 2]],
    corner: [f64; 2],
    width: f64,
) -> Points {
    let place = into_cell(scores, corner, width);
    let dots = some_drawn(analysis, sweep).into_iter();
    let dots = dots.filter_map(|(row, i)| Some((row, place(*scores.get(i)?))));
    let (rows, xy): (Vec<usize>, Vec<[f64; 2]>) = dots.unzip();
    let dataset = &analysis.dataset;
    let paints = paints(&dataset.labels, &rows);
    Points::new(dataset.name.clone(), xy.into(), paints, rows.into())
}

/// Frame of a cell; it has no name, so it has no tooltip.
pub fn outline([left, bottom]: [f64; 2], [width, height]: [f64; 2]) -> Line {
    let (right, top) = (left + width, bottom + height);
    Line::hairline(vec![
        [left, bottom],
        [right, bottom],
        [right, top],
        [left, top],
        [left, bottom],
    ])
}

pub fn frame(corner: [f64; 2], size: [f64; 2]) -> Mark {
    Mark::Line(outline(corner, size))
}
