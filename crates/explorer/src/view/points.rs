//! Parts that all scatter plots share: points with their colours, the key, the choice of axes.

use std::sync::Arc;

use chart::{Aspect, ColorMap, Key, Paint, Points};
use kernel_pca::objects::Labels;
use tabular::Dataset;

/// Dots of the rows whose two coordinates are finite; `xy` has a place for each row.
pub fn points(dataset: &Dataset, xy: impl IntoIterator<Item = [f64; 2]>) -> Points {
    let (rows, xy) = finite(xy);
    let paints = paints(&dataset.labels, &rows);
    Points::new(dataset.name.clone(), xy.into(), paints, rows.into())
}

/// Indices of the rows whose two coordinates are finite, with the coordinates.
pub(super) fn finite(xy: impl IntoIterator<Item = [f64; 2]>) -> (Vec<usize>, Vec<[f64; 2]>) {
    let numbered = xy.into_iter().enumerate();
    numbered
        .filter(|(_, xy)| xy.iter().all(|v| v.is_finite()))
        .unzip()
}

/// Pairs of coordinates from the sequences `x` and `y`.
pub fn places(x: &[f64], y: &[f64]) -> impl Iterator<Item = [f64; 2]> {
    x.iter().zip(y).map(|(x, y)| [*x, *y])
}

pub fn paints(labels: &Labels, rows: &[usize]) -> Arc<[Paint]> {
    match labels {
        Labels::None => rows.iter().map(|_| Paint::Plain).collect(),
        Labels::Classes { codes, .. } => rows.iter().map(|&i| class_paint(codes[i])).collect(),
        Labels::Continuous { values, .. } => shades(values, rows.iter().map(|&i| values[i])),
    }
}

/// Colour of a class, or of a row without one.
pub fn class_paint(code: Option<usize>) -> Paint {
    code.map_or(Paint::Unlabelled, Paint::Class)
}

/// Colours of values, spread over the range of the `known` ones; NaN has the colour of rows without a label.
pub fn shades(known: &[f64], values: impl Iterator<Item = f64>) -> Arc<[Paint]> {
    let [min, max] = extent(known);
    let position = |v: f64| {
        if max > min {
            (v - min) / (max - min)
        } else {
            0.5
        }
    };
    let paint = |v: f64| match v {
        _ if v.is_nan() => Paint::Unlabelled,
        _ => Paint::Value(position(v) as f32),
    };
    values.map(paint).collect()
}

/// Key of the labels' colours; rows without a label come last.
pub fn key(labels: &Labels) -> Key {
    let unlabelled = labels.unlabelled() > 0;
    match labels {
        Labels::None => Key::None,
        Labels::Classes { column, names, .. } => Key::legend(
            column.clone(),
            names
                .iter()
                .enumerate()
                .map(|(class, name)| (name.clone(), Paint::Class(class)))
                .chain(unlabelled.then(|| (Labels::NO_LABEL.to_owned(), Paint::Unlabelled)))
                .collect(),
        ),
        Labels::Continuous { column, values } => {
            let title = if unlabelled {
                format!("{column} (grey: {})", Labels::NO_LABEL)
            } else {
                column.clone()
            };
            Key::color_bar(title, extent(values), ColorMap::Sequential)
        }
    }
}

/// Smallest and largest value; `[0, 0]` when there is none.
pub fn extent<'a>(values: impl IntoIterator<Item = &'a f64>) -> [f64; 2] {
    let ends = values.into_iter().map(|v| [*v, *v]);
    ends.reduce(|[lo, hi], [v, _]| [lo.min(v), hi.max(v)])
        .unwrap_or_default()
}

/// Deterministic spread in [−0.5, 0.5] that keeps rows close in order far apart (the fractional parts of multiples
/// of the golden ratio), so that equal values don't hide each other.
pub fn jitter(n: usize) -> Vec<f64> {
    let step = std::f64::consts::GOLDEN_RATIO.fract();
    (0..n).map(|i| (i as f64 * step).fract() - 0.5).collect()
}

/// Ratio of the axes' spans up to which they share a unit of length.
const EQUAL_UP_TO: f64 = 10.0;

/// Equal units on both axes, because distances mean something, unless the points would then be
/// squeezed onto a line; in that case the note says so.
pub fn aspect(x: &[f64], y: &[f64]) -> (Aspect, Option<String>) {
    let spans = [x, y].map(|values| {
        let [min, max] = extent(values);
        max - min
    });
    let ratio = spans[0].max(spans[1]) / spans[0].min(spans[1]);
    if ratio.is_finite() && ratio > EQUAL_UP_TO {
        let note = "the two axes have different scales".to_owned();
        (Aspect::Free, Some(note))
    } else {
        (Aspect::Equal, None)
    }
}

/// Words for the colours of the points, for the summary.
pub fn coloured_by(labels: &Labels) -> String {
    let coloured = match labels {
        Labels::None => "in one colour".into(),
        Labels::Classes { column, names, .. } => {
            format!("coloured by {column} ({} classes)", names.len())
        }
        Labels::Continuous { column, .. } => format!("coloured by {column}"),
    };
    match labels.unlabelled() {
        0 => coloured,
        1 => coloured + ", 1 row in grey without a label",
        rows => format!("{coloured}, {rows} rows in grey without a label"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_without_a_label_are_grey_and_last_in_the_key() {
        let labels = Labels::Classes {
            column: "kind".into(),
            names: vec!["u".into(), "v".into()],
            codes: vec![Some(1), None, Some(0)],
        };
        let rows = [0, 1, 2];
        let expected = [Paint::Class(1), Paint::Unlabelled, Paint::Class(0)];
        assert_eq!(&paints(&labels, &rows)[..], expected);
        let Key::Legend { entries, .. } = key(&labels) else {
            panic!("classes have a legend")
        };
        assert_eq!(entries.len(), 3);
        assert_eq!(entries[2], ("no label".into(), Paint::Unlabelled));
        let said = "coloured by kind (2 classes), 1 row in grey without a label";
        assert_eq!(coloured_by(&labels), said);

        let quantity = Labels::Continuous {
            column: "t".into(),
            values: vec![2.0, f64::NAN, 4.0],
        };
        let expected = [Paint::Value(0.0), Paint::Unlabelled, Paint::Value(1.0)];
        assert_eq!(&paints(&quantity, &rows)[..], expected);
        let Key::ColorBar {
            title, min, max, ..
        } = key(&quantity)
        else {
            panic!("a quantity has a colour bar")
        };
        assert_eq!((title.as_str(), min, max), ("t (grey: no label)", 2.0, 4.0));
    }

    #[test]
    fn jitter_spreads_evenly() {
        let mut spread = jitter(100);
        spread.sort_by(f64::total_cmp);
        assert!(spread.windows(2).all(|w| w[1] - w[0] < 0.03));
        assert!(spread.iter().all(|v| v.abs() <= 0.5));
    }

    #[test]
    fn very_unequal_spans_get_their_own_scales() {
        assert_eq!(aspect(&[0.0, 1.0], &[0.0, 2.0]).0, Aspect::Equal);
        assert_eq!(aspect(&[0.0, 0.0], &[0.0, 2.0]).0, Aspect::Equal);
        let (aspect, note) = aspect(&[0.0, 1.0], &[0.0, 1000.0]);
        assert!(aspect == Aspect::Free && note.is_some());
    }
}
