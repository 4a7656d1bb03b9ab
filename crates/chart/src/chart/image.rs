//! Images: rectangles of coloured cells, and the bands between levels.

use std::sync::Arc;

use super::Paint;
use crate::patches;

/// Rectangle of cells coloured by value.
#[derive(Debug, Clone, PartialEq)]
pub struct Image {
    /// Name of the quantity shown.
    pub name: String,
    /// Left and right, bottom and top edge, in units of the axes.
    pub extent: [[f64; 2]; 2],
    /// Number of cells in a row.
    pub columns: usize,
    /// Finite values row by row, each from left to right, the bottom row first.
    pub values: Arc<[f64]>,
    /// Values at the two ends of the colour map.
    pub range: [f64; 2],
    pub map: ColorMap,
    /// Evenly spaced levels of a continuous quantity that the cells sample: it has one colour between each level and
    /// the next. Empty where each cell has a colour of its own.
    pub levels: Arc<[f64]>,
}

impl Image {
    /// Number of rows of cells.
    #[must_use]
    pub fn rows(&self) -> usize {
        self.values.len().checked_div(self.columns).unwrap_or(0)
    }

    /// Colour of a value.
    #[must_use]
    pub fn paint(&self, value: f64) -> Paint {
        if self.levels.is_empty() {
            self.shade(value)
        } else {
            self.band_paint(self.levels.partition_point(|level| *level <= value))
        }
    }

    /// Colour of a band between levels: that of the value half-way, as if levels went on at both ends.
    #[must_use]
    pub fn band_paint(&self, band: usize) -> Paint {
        match *self.levels {
            [] => self.shade(f64::midpoint(self.range[0], self.range[1])),
            [level] => {
                let end = self.range[band.min(1)];
                self.shade(f64::midpoint(level, end))
            }
            [first, second, ..] => self.shade(first + (band as f64 - 0.5) * (second - first)),
        }
    }

    /// Bands between the levels: polygons in units of the axes, each with its colour, to be painted one over the other
    /// in this order.
    #[must_use]
    pub fn bands(&self) -> Vec<(Paint, Vec<[f64; 2]>)> {
        let counts = [self.columns, self.rows()];
        let place = |cells: [f64; 2]| {
            [0, 1].map(|axis| {
                let [low, high] = self.extent[axis];
                low + (high - low) * cells[axis] / counts[axis].max(1) as f64
            })
        };
        let [[left, right], [bottom, top]] = self.extent;
        let ground = vec![[left, bottom], [right, bottom], [right, top], [left, top]];
        let patches = patches(&self.values, self.columns, &self.levels).into_iter();
        let patches = patches.map(|patch| {
            let xy = patch.xy.into_iter().map(place).collect();
            (self.band_paint(patch.band), xy)
        });
        std::iter::once((self.band_paint(0), ground))
            .chain(patches)
            .collect()
    }

    fn shade(&self, value: f64) -> Paint {
        let [low, high] = self.range;
        let position = if high > low {
            (value - low) / (high - low)
        } else {
            0.5
        };
        self.map.paint(position as f32)
    }

    /// Value of the cell at a point in units of the axes; `None` for a point off the image.
    #[must_use]
    pub fn value_at(&self, point: [f64; 2]) -> Option<f64> {
        let counts = [self.columns, self.rows()];
        let [column, row] = [0, 1].map(|axis| {
            let [low, high] = self.extent[axis];
            let cell = (point[axis] - low) / (high - low) * counts[axis] as f64;
            (cell >= 0.0 && cell < counts[axis] as f64).then_some(cell as usize)
        });
        self.values.get(row? * self.columns + column?).copied()
    }
}

/// Mapping from values to colours.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ColorMap {
    /// Sequential map, from low to high.
    Sequential,
    /// Diverging map, from negative over zero, in the middle, to positive; pale, to lie behind points and lines.
    Diverging,
    /// Map from the surface's colour to ink: a picture in greys.
    Shades,
}

impl ColorMap {
    /// Colour at a position in [0, 1].
    #[must_use]
    pub fn paint(self, position: f32) -> Paint {
        match self {
            Self::Sequential => Paint::Value(position),
            Self::Diverging => Paint::Signed(2.0 * position - 1.0),
            Self::Shades => Paint::Shade(position),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_image_is_read_where_it_is_painted() {
        let image = Image {
            name: String::new(),
            extent: [[-1.0, 2.0], [10.0, 12.0]],
            columns: 3,
            values: [1.0, 2.0, 3.0, 4.0, 5.0, 6.0].into(),
            range: [0.0, 8.0],
            map: ColorMap::Diverging,
            levels: [].into(),
        };
        assert_eq!(image.rows(), 2);
        assert_eq!(image.value_at([-0.5, 10.5]), Some(1.0));
        assert_eq!(image.value_at([1.5, 11.5]), Some(6.0));
        assert_eq!(image.value_at([2.5, 11.5]), None);
        assert_eq!(image.value_at([0.0, 9.9]), None);
        assert_eq!(image.paint(6.0), Paint::Signed(0.5));
    }

    #[test]
    fn a_band_has_the_colour_of_its_middle() {
        let image = Image {
            name: String::new(),
            extent: [[0.0, 2.0], [0.0, 2.0]],
            columns: 2,
            values: [0.0, 4.0, 0.0, 4.0].into(),
            range: [-4.0, 4.0],
            map: ColorMap::Diverging,
            levels: [1.0, 3.0].into(),
        };
        assert_eq!(image.paint(2.9), Paint::Signed(0.5));
        assert_eq!(image.paint(1.0), image.paint(2.0));
        assert_eq!(image.paint(0.9), Paint::Signed(0.0));
        let bands = image.bands();
        let paints: Vec<Paint> = bands.iter().map(|(paint, _)| *paint).collect();
        let wanted = [0.0, 0.5, 1.0].map(Paint::Signed);
        assert_eq!(paints, wanted);
        // Half-way between the centres of the cells the value is 2: the first level is to the left.
        let left = |band: usize| bands[band].1.iter().map(|xy| xy[0]).fold(2.0, f64::min);
        assert_eq!([left(0), left(1), left(2)], [0.0, 0.75, 1.25]);
    }
}
