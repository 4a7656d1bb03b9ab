//! Density of many dots as one picture, where single ones would only hide each other.

use super::{Emphasis, Paint, Points, Ranges, Rgb};

/// Number of dots in sight above which their density is drawn.
pub const DENSE: usize = 50_000;

/// Opacity of a cell with a single dot: an outlier is to be seen.
const FAINTEST: f32 = 0.4;
/// Number of colours that a continuous colour map is sampled at.
const SHADES: usize = 256;

/// Number of dots in each cell of a plot, and the mean of their colours.
///
/// A cell has the mean of its dots' colours, so classes mix in proportion, and is the more opaque the more
/// dots it has, on a logarithmic scale: as the shading of datashader, a Python library.
#[derive(Debug, Clone, PartialEq)]
pub struct Density {
    pub columns: usize,
    /// Red, green, blue and opacity of each cell, from the top left, row by row.
    pub rgba: Vec<[u8; 4]>,
    /// Number of dots shown.
    pub dots: usize,
    /// True where the density includes the selected dots, which are too many to be drawn one by one.
    has_selected: bool,
}

/// Sums over the dots in a cell.
#[derive(Debug, Clone, Copy, Default)]
struct DensityCell {
    count: f32,
    /// Sum of opacities, by which the colours are weighted.
    opacity: f32,
    color: [f32; 3],
}

impl Density {
    /// Density of the dots in `ranges`, without the selected ones, which stand out as dots unless they are too
    /// many themselves; `None` where there are few enough to be drawn one by one. `rgb` gives the colour of a
    /// paint.
    #[must_use]
    pub fn of(
        points: &Points,
        ranges: Ranges,
        size: [usize; 2],
        rgb: impl Fn(Paint) -> Rgb,
    ) -> Option<Self> {
        let [columns, rows] = size;
        if points.xy.len() <= DENSE || columns == 0 || rows == 0 {
            return None;
        }
        let is_selected = |dot: usize| points.emphasis(dot) == Emphasis::Selected;
        let in_sight = (0..points.xy.len()).filter_map(|dot| {
            let cell = cell(points.xy[dot], ranges, size)?;
            Some((dot, cell))
        });
        let selected = in_sight.clone().filter(|(dot, _)| is_selected(*dot));
        let has_selected = selected.count() > DENSE;
        let shades = Shades::new(rgb);
        let mut cells = vec![DensityCell::default(); columns * rows];
        let mut dots = 0;
        for (dot, cell) in in_sight {
            // An outline makes a selected dot stand out; in a crowd only a colour can.
            let paint = match is_selected(dot) {
                true if has_selected => Paint::Selection,
                true => continue,
                false => points.paints[dot],
            };
            dots += 1;
            let cell = &mut cells[cell];
            let opacity = 1.0 - points.look(dot).haze;
            cell.count += 1.0;
            cell.opacity += opacity;
            let rgb = shades.rgb(paint);
            for (sum, part) in cell.color.iter_mut().zip(rgb) {
                *sum += opacity * f32::from(part);
            }
        }
        let most = cells.iter().map(|cell| cell.count).fold(1.0, f32::max);
        let rgba = cells.iter().map(|cell| cell.rgba(most)).collect();
        (dots > DENSE).then_some(Self {
            columns,
            rgba,
            dots,
            has_selected,
        })
    }

    /// Returns true where dots of this emphasis are drawn one by one on top.
    #[must_use]
    pub fn leaves_out(&self, emphasis: Emphasis) -> bool {
        emphasis == Emphasis::Selected && !self.has_selected
    }
}

/// Index of the cell that holds a point, row by row from the top left; `None` for a point out of `ranges`.
fn cell(xy: [f64; 2], ranges: Ranges, [columns, rows]: [usize; 2]) -> Option<usize> {
    let place = |axis: usize, cells: usize| {
        let [low, high] = ranges[axis];
        let at = (xy[axis] - low) / (high - low) * cells as f64;
        // False for what is not a number, too.
        (at >= 0.0 && at < cells as f64).then_some(at as usize)
    };
    let (column, row) = (place(0, columns)?, place(1, rows)?);
    Some((rows - 1 - row) * columns + column)
}

impl DensityCell {
    fn rgba(&self, most: f32) -> [u8; 4] {
        if self.count == 0.0 || self.opacity == 0.0 {
            return [0; 4];
        }
        let share = if most > 1.0 {
            self.count.ln() / most.ln()
        } else {
            1.0
        };
        let shown = FAINTEST + (1.0 - FAINTEST) * share;
        let alpha = 255.0 * shown * self.opacity / self.count;
        let [red, green, blue] = self.color.map(|sum| (sum / self.opacity).round() as u8);
        [red, green, blue, alpha.round() as u8]
    }
}

/// Resolver of paints to colours, with a table of the colours of the continuous map.
struct Shades<F> {
    paint: F,
    values: Vec<Rgb>,
}

impl<F: Fn(Paint) -> Rgb> Shades<F> {
    fn new(paint: F) -> Self {
        let value = |i: usize| Paint::Value(i as f32 / (SHADES - 1) as f32);
        Self {
            values: (0..SHADES).map(|i| paint(value(i))).collect(),
            paint,
        }
    }

    fn rgb(&self, paint: Paint) -> Rgb {
        match paint {
            Paint::Value(value) => {
                let place = (value * (SHADES - 1) as f32).round() as usize;
                self.values[place.min(SHADES - 1)]
            }
            _ => (self.paint)(paint),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Tone, paint_rgb};

    const SQUARE: Ranges = [[0.0, 1.0], [0.0, 1.0]];

    /// Dots at the given places, each in its paint and as many times as its number says.
    fn dots(places: &[([f64; 2], Paint, usize)]) -> Points {
        let each = || {
            let places = places.iter();
            places.flat_map(|(xy, paint, times)| std::iter::repeat_n((*xy, *paint), *times))
        };
        let count = each().count();
        Points {
            name: "dots".into(),
            xy: each().map(|(xy, _)| xy).collect(),
            rows: (0..count).collect(),
            paints: each().map(|(_, paint)| paint).collect(),
            depths: None,
            emphases: None,
            markers: None,
            pictures: None,
            names: None,
        }
    }

    fn density(points: &Points) -> Option<Density> {
        Density::of(points, SQUARE, [4, 2], light)
    }

    fn light(paint: Paint) -> Rgb {
        paint_rgb(paint, Tone::Light)
    }

    #[test]
    fn a_cell_has_the_mean_colour_of_its_dots_and_the_fullest_is_opaque() {
        let (blue, orange) = (Paint::Class(0), Paint::Class(1));
        let points = dots(&[
            ([0.1, 0.9], blue, 30_000),
            ([0.1, 0.8], orange, 30_000),
            ([0.9, 0.1], orange, 1),
            ([0.6, 0.1], blue, 245),
        ]);
        let density = density(&points).unwrap();
        assert_eq!((density.dots, density.rgba.len()), (60_246, 8));
        let [one, other] = [blue, orange].map(light);
        let mixed = [0, 1, 2].map(|i| f32::midpoint(one[i].into(), other[i].into()).round() as u8);
        let [red, green, blue, alpha] = density.rgba[0];
        assert_eq!(([red, green, blue], alpha), (mixed, 255));
        // The lower right corner is the last; half of the way from one dot to the most is 245 of 60,000.
        assert_eq!(density.rgba[7][3], 102);
        assert!(
            (i32::from(density.rgba[6][3]) - 179).abs() <= 1,
            "{:?}",
            density.rgba
        );
        assert_eq!(density.rgba[1], [0; 4]);
    }

    #[test]
    fn few_dots_in_sight_are_drawn_one_by_one() {
        let many = dots(&[([0.5, 0.5], Paint::Plain, DENSE + 1)]);
        assert!(density(&many).is_some());
        assert!(density(&dots(&[([0.5, 0.5], Paint::Plain, DENSE)])).is_none());
        let beside = [[0.6, 1.0], [0.0, 1.0]];
        assert_eq!(Density::of(&many, beside, [4, 2], light), None);
        // A plot without room, and one without width.
        assert_eq!(Density::of(&many, SQUARE, [0, 2], light), None);
        let flat = [[0.5, 0.5], [0.0, 1.0]];
        assert_eq!(Density::of(&many, flat, [4, 2], light), None);
    }

    #[test]
    fn selected_dots_are_not_in_the_crowd() {
        let mut points = dots(&[([0.5, 0.5], Paint::Plain, DENSE + 3)]);
        let emphasis = |dot| {
            if dot > DENSE {
                Emphasis::Selected
            } else {
                Emphasis::Faded
            }
        };
        points.emphases = Some((0..DENSE + 3).map(emphasis).collect());
        let density = density(&points).unwrap();
        assert_eq!(density.dots, DENSE + 1);
        assert!(density.leaves_out(Emphasis::Selected) && !density.leaves_out(Emphasis::Faded));
        let most = density.rgba.iter().map(|[.., alpha]| *alpha).max();
        assert_eq!(
            most,
            Some((255.0 * Emphasis::Faded.opacity()).round() as u8)
        );
    }

    #[test]
    fn selected_dots_that_are_a_crowd_themselves_are_seen_by_their_colour() {
        let mut points = dots(&[
            ([0.1, 0.9], Paint::Class(0), DENSE + 1),
            ([0.9, 0.1], Paint::Class(0), 5),
        ]);
        let emphasis = |dot| {
            if dot <= DENSE {
                Emphasis::Selected
            } else {
                Emphasis::Faded
            }
        };
        points.emphases = Some((0..DENSE + 6).map(emphasis).collect());
        let density = density(&points).unwrap();
        assert_eq!(density.dots, DENSE + 6);
        assert!(!density.leaves_out(Emphasis::Selected));
        let [red, green, blue, alpha] = density.rgba[0];
        assert_eq!([red, green, blue], light(Paint::Selection));
        assert_eq!(alpha, 255);
        let [red, green, blue, _] = density.rgba[7];
        assert_eq!([red, green, blue], light(Paint::Class(0)));
    }
}
