//! Tables whose rows are grey-scale pictures, recognised by the names of their columns.

use std::sync::Arc;

use nalgebra::DMatrix;

/// Least width and height in pixels of a picture whose column names give row and column.
const LEAST_SIDE: usize = 4;
/// Least width in pixels of a picture whose columns are merely numbered: tables of other things often have 16 or 25
/// columns.
const LEAST_NUMBERED_SIDE: usize = 8;

/// Rows of a table as grey-scale pictures.
///
/// Rows are pictures in one of two cases:
/// - the names of all features have a common beginning, end in a row and a column, as in `pixel_3_5` or `3x5`, and
///   cover at least half of the pixels of a rectangle; or
/// - there are s² features, s ≥ 8, numbered in order, as in `pixel1` … `pixel784` or `x0` … `x63`, and every value
///   is an integer from 0 to 255.
#[derive(Debug, Clone, PartialEq)]
pub struct Pictures {
    width: usize,
    height: usize,
    /// Feature of each pixel, row by row from the top; `None` where no feature has the pixel.
    features: Vec<Option<usize>>,
    /// Grey levels of the pixels, row after row of the table: 0 stands for the smallest among 0 and the table's values,
    /// 255 for the largest among them.
    shades: Arc<[u8]>,
}

impl Pictures {
    /// Reads the rows of `x` (n × d), with column names `names`, as pictures; `None` where they are not, or all are 0.
    #[must_use]
    pub fn of(names: &[String], x: &DMatrix<f64>) -> Option<Self> {
        let (width, height, features) = named(names).or_else(|| numbered(names, x))?;
        Self::shaded(width, height, features, x)
    }

    /// Pictures of other rows with the same pixels; `None` where all values are 0 or some are not finite.
    #[must_use]
    pub fn of_same_pixels(&self, x: &DMatrix<f64>) -> Option<Self> {
        Self::shaded(self.width, self.height, self.features.clone(), x)
    }

    fn shaded(
        width: usize,
        height: usize,
        features: Vec<Option<usize>>,
        x: &DMatrix<f64>,
    ) -> Option<Self> {
        let [low, high] = x.iter().fold([0.0_f64, 0.0_f64], |[low, high], v| {
            [low.min(*v), high.max(*v)]
        });
        let span = high - low;
        if !(span.is_finite() && span > 0.0) {
            return None;
        }
        let shade = |value: f64| (255.0 * ((value - low) / span)).round() as u8;
        let shades = (0..x.nrows())
            .flat_map(|row| {
                features
                    .iter()
                    .map(move |feature| feature.map_or(0, |j| shade(x[(row, j)])))
            })
            .collect();
        Some(Self {
            width,
            height,
            features,
            shades,
        })
    }

    /// Width and height of each picture, in pixels.
    #[must_use]
    pub fn size(&self) -> [usize; 2] {
        [self.width, self.height]
    }

    /// Number of pictures, one for each row.
    #[must_use]
    pub fn len(&self) -> usize {
        self.shades.len() / self.features.len().max(1)
    }

    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.shades.is_empty()
    }

    /// Grey levels of one row's pixels, from 0 to 255, row by row from the top.
    #[must_use]
    pub fn shades(&self, row: usize) -> &[u8] {
        let count = self.features.len();
        self.shades
            .get(row * count..(row + 1) * count)
            .unwrap_or_default()
    }

    /// Grey levels of all pictures, one after the other.
    #[must_use]
    pub fn all_shades(&self) -> &Arc<[u8]> {
        &self.shades
    }

    /// Mean picture: mean grey level of each pixel over all rows.
    #[must_use]
    pub fn mean(&self) -> Vec<u8> {
        let mut sums = vec![0_u64; self.features.len()];
        for picture in self.shades.chunks(self.features.len().max(1)) {
            for (sum, shade) in sums.iter_mut().zip(picture) {
                *sum += u64::from(*shade);
            }
        }
        let count = self.len().max(1) as u64;
        sums.into_iter().map(|sum| (sum / count) as u8).collect()
    }

    /// Feature of each pixel, row by row from the top; `None` where no feature has the pixel.
    #[must_use]
    pub fn features(&self) -> &[Option<usize>] {
        &self.features
    }
}

type PixelGrid = (usize, usize, Vec<Option<usize>>);

/// Grid of pixels from feature names; `None` where these do not end in a row and a column, or do not fill half of a
/// rectangle of 4 × 4 pixels or more.
fn named(names: &[String]) -> Option<PixelGrid> {
    let places: Vec<(&str, [usize; 2])> = names
        .iter()
        .map(|name| place(name))
        .collect::<Option<_>>()?;
    let (stem, first) = *places.first()?;
    if places.iter().any(|(other, _)| *other != stem) {
        return None;
    }
    let all = || places.iter().map(|(_, place)| *place);
    let low = all().fold(first, |[r, c], [row, column]| [r.min(row), c.min(column)]);
    let high = all().fold(first, |[r, c], [row, column]| [r.max(row), c.max(column)]);
    let [height, width] = [0, 1].map(|axis| (high[axis] - low[axis]).checked_add(1));
    let (height, width) = (height?, width?);
    let pixels = width.checked_mul(height)?;
    let is_large = width >= LEAST_SIDE && height >= LEAST_SIDE;
    if !is_large || pixels > 2 * names.len() {
        return None;
    }
    let mut features = vec![None; pixels];
    for (feature, [row, column]) in all().enumerate() {
        let pixel = &mut features[(row - low[0]) * width + column - low[1]];
        if pixel.replace(feature).is_some() {
            return None;
        }
    }
    Some((width, height, features))
}

/// Splits a name such as `pixel_3_5` into its beginning, and row and column.
fn place(name: &str) -> Option<(&str, [usize; 2])> {
    let (rest, column) = number(name)?;
    let rest = rest.strip_suffix(['_', 'x', '-', ','])?;
    let (stem, row) = number(rest)?;
    Some((stem, [row, column]))
}

/// Splits a name into its last number and the text before it.
fn number(name: &str) -> Option<(&str, usize)> {
    let stem = name.trim_end_matches(|c: char| c.is_ascii_digit());
    Some((stem, name[stem.len()..].parse().ok()?))
}

/// Square grid of pixels in the order of their numbers; `None` where names are not numbered in order, or values are
/// no integers from 0 to 255.
fn numbered(names: &[String], x: &DMatrix<f64>) -> Option<PixelGrid> {
    let side = names.len().isqrt();
    if side < LEAST_NUMBERED_SIDE || side * side != names.len() {
        return None;
    }
    let (stem, first) = number(names.first()?)?;
    let in_order = names
        .iter()
        .enumerate()
        .all(|(i, name)| number(name) == Some((stem, first.saturating_add(i))));
    let grey = |value: &f64| (0.0..=255.0).contains(value) && value.fract() == 0.0;
    (in_order && x.iter().all(grey)).then(|| (side, side, (0..names.len()).map(Some).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(name: impl Fn(usize) -> String, count: usize) -> Vec<String> {
        (0..count).map(name).collect()
    }

    #[test]
    fn names_with_row_and_column_make_a_picture() {
        let names = names(|j| format!("pixel_{}_{}", j / 5, j % 5), 20);
        let x = DMatrix::from_fn(2, 20, |row, j| if row == 0 { j as f64 } else { 19.0 });
        let pictures = Pictures::of(&names, &x).unwrap();
        assert_eq!(pictures.size(), [5, 4]);
        assert_eq!(pictures.len(), 2);
        assert_eq!(pictures.features()[7], Some(7));
        assert_eq!(pictures.shades(0)[19], 255);
        assert_eq!(pictures.shades(0)[0], 0);
        assert_eq!(pictures.shades(1), [255; 20]);
        assert!(pictures.shades(2).is_empty());
        assert_eq!(pictures.mean()[0], 127);
    }

    #[test]
    fn columns_in_any_order_and_some_left_out_keep_their_place() {
        let all = names(|j| format!("{}x{}", j / 6 + 1, j % 6 + 1), 36);
        let kept: Vec<String> = all.iter().rev().take(20).cloned().collect();
        let x = DMatrix::from_fn(1, 20, |_, j| j as f64);
        let pictures = Pictures::of(&kept, &x).unwrap();
        assert_eq!(pictures.size(), [6, 4], "the rows that are left");
        assert_eq!(pictures.features()[23], Some(0));
        assert_eq!(pictures.features()[0], None);
    }

    #[test]
    fn numbered_columns_are_pixels_only_if_they_are_greys_in_a_square() {
        let greys = DMatrix::from_fn(3, 64, |i, j| (i * j) as f64);
        let of = |names: &[String], x: &DMatrix<f64>| Pictures::of(names, x).map(|p| p.size());
        let x0 = names(|j| format!("x{j}"), 64);
        assert_eq!(of(&x0, &greys), Some([8, 8]));
        let pixel1 = names(|j| format!("pixel{}", j + 1), 64);
        assert_eq!(of(&pixel1, &greys), Some([8, 8]));
        assert_eq!(of(&x0, &(&greys / 2.0)), None);
        assert_eq!(of(&x0, &(&greys * 3.0)), None);
        let gene = names(|j| format!("gene {}", 7 * j), 64);
        assert_eq!(of(&gene, &greys), None);
        assert_eq!(of(&x0[..49], &greys.columns(0, 49).into_owned()), None);
    }

    #[test]
    fn other_tables_are_no_pictures() {
        let x = DMatrix::from_element(2, 4, 1.0);
        let names = ["sepal length (cm)", "x1", "a_1_2", "b_1_2"].map(String::from);
        assert_eq!(Pictures::of(&names, &x), None);
        assert_eq!(Pictures::of(&[], &DMatrix::zeros(0, 0)), None);
        let blank = self::names(|j| format!("p_{}_{}", j / 4, j % 4), 16);
        assert_eq!(Pictures::of(&blank, &DMatrix::zeros(2, 16)), None);
        let huge = ["p_0_0".into(), format!("p_{}_{}", usize::MAX, 9)];
        assert_eq!(Pictures::of(&huge, &DMatrix::zeros(1, 2)), None);
    }
}
