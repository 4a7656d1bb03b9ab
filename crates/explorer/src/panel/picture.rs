//! Points of the input drawn as pictures, where rows are pictures.

use crate::analysis::Analysis;
use chart::{Anchor, Axis, ColorMap, Image, Mark, Scale, Text};
use tabular::Pictures;

/// Pictures in a grid of equal cells, each with a line above it and one below.
pub(super) struct Grid<'a> {
    pictures: &'a Pictures,
    /// Values that have the surface's colour and full ink.
    range: [f64; 2],
    pub(super) across: usize,
    pub(super) down: usize,
}

/// Distance from one picture to the next, in widths of a picture.
pub(super) const STEP: f64 = 1.12;
/// Room for a line of text, in widths of a picture.
const LINE: f64 = 0.16;

impl<'a> Grid<'a> {
    /// Makes the grid for pictures whose values lie in the range of `rows`.
    pub(super) fn new(
        pictures: &'a Pictures,
        rows: &nalgebra::DMatrix<f64>,
        [across, down]: [usize; 2],
    ) -> Self {
        let range = rows.iter().fold([0.0_f64, 0.0_f64], |[low, high], v| {
            [low.min(*v), high.max(*v)]
        });
        Self {
            pictures,
            range,
            across,
            down,
        }
    }

    pub(super) fn height(&self) -> f64 {
        let [width, height] = self.pictures.size();
        height as f64 / width.max(1) as f64
    }

    /// Axes that hold all cells, with `lines` of text in each. The name of the x axis tells a figure that this is
    /// no view of space.
    pub(super) fn axes(&self, lines: usize, name: &str) -> [Axis; 2] {
        let bottom = -(self.down as f64) * self.pitch(lines);
        let right = self.across as f64 * STEP - 0.06;
        let x = Axis::new(name, Scale::Unmarked).within([-0.06, right]);
        [x, Axis::bare([bottom, 0.04])]
    }

    fn pitch(&self, lines: usize) -> f64 {
        self.height() + lines as f64 * LINE + 0.12
    }

    /// Marks of a cell: its lines of text, the first above the picture, and the picture where there is one.
    pub(super) fn cell(
        &self,
        [column, row]: [usize; 2],
        lines: &[String],
        most: usize,
        point: Option<&[f64]>,
    ) -> Vec<Mark> {
        let left = column as f64 * STEP;
        let top = -(row as f64) * self.pitch(most) - LINE;
        let text = |line: &String, middle: f64| {
            Mark::Text(Text::new(
                [left + 0.5, middle],
                line.clone(),
                Anchor::Middle,
                0.85 * LINE,
            ))
        };
        // Words take the place of a picture that is not there.
        let below = top - point.map_or(0.0, |_| self.height());
        let places = std::iter::once(top + 0.5 * LINE)
            .chain((0..).map(|line| below - (f64::from(line) + 0.5) * LINE));
        let texts = lines.iter().zip(places);
        let texts = texts.filter(|(line, _)| !line.is_empty());
        let name = lines.first().map_or("", String::as_str);
        let picture = point.map(|point| Mark::Image(self.image(name, point, [left, top])));
        picture
            .into_iter()
            .chain(texts.map(|(line, middle)| text(line, middle)))
            .collect()
    }

    /// Image of a point as a picture, by its left top corner.
    pub(super) fn image(&self, name: &str, point: &[f64], [left, top]: [f64; 2]) -> Image {
        let [width, _] = self.pictures.size();
        let shade = |feature: &Option<usize>| {
            let value = feature.and_then(|j| point.get(j).copied());
            value.filter(|value| value.is_finite()).unwrap_or(0.0)
        };
        let rows: Vec<&[Option<usize>]> = self.pictures.features().chunks(width.max(1)).collect();
        Image {
            name: name.to_owned(),
            extent: [[left, left + 1.0], [top - self.height(), top]],
            columns: width,
            values: rows.into_iter().rev().flatten().map(shade).collect(),
            range: self.range,
            map: ColorMap::Shades,
            levels: [].into(),
        }
    }
}

/// Pictures of an analysis; `None` where its rows are no pictures.
pub(super) fn pictures(analysis: &Analysis) -> Option<&Pictures> {
    analysis.dataset.pictures.as_deref()
}
