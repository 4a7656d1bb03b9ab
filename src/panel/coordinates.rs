//! Coordinates of two rows in a feature space: bars side by side, and lines of text below them.

use crate::{
    analysis::Analysis,
    printable::matplotlib_text,
    setup::View,
    view::{
        Anchor, Axis, Bars, Key, Line, LineStyle, Mark, Paint, Scale, Text, number, paint_hex,
        row_title, shorter_numbers,
    },
};

/// Colours of the first row and of the second.
pub(super) const PAINTS: [Paint; 2] = [Paint::Plain, Paint::Ink];
/// Symbols of both rows in formulas.
pub(super) const SYMBOLS: [&str; 2] = ["x", "y"];

/// Width of a bar, in coordinates; two bars touch, and a gap parts them from the next two.
const BAR: f64 = 0.4;
/// Middle of each bar, in widths from the place where both touch.
const SIDES: [f64; 2] = [-0.5, 0.5];
/// Number of coordinates up to which bars have room for their values, and for names as large as the lines of text.
const FEW: usize = 6;
/// Gap between two groups, in coordinates.
const GAP: f64 = 1.0;
/// Gap as a share of all coordinates, where they are many.
const SHARE: f64 = 0.08;
/// Height of the bars, in lines of text.
const BARS: f64 = 7.0;
/// Height of a line of text with the space around it, in lines of text.
const LINE: f64 = 1.5;
/// Height of a text that is drawn only where it does not touch another, in lines of text.
const TEXT: f64 = 1.15;
/// Distance from the left end of the chart to its lines of text, in shares of the width.
const INDENT: f64 = 0.02;

/// Coordinates of both rows under a heading.
pub(super) struct CoordinateGroup {
    pub(super) heading: String,
    /// Names of the coordinates; an empty one is not written.
    pub(super) names: Vec<String>,
    /// Names of the coordinates in tooltips.
    pub(super) labels: Vec<String>,
    pub(super) values: [Vec<f64>; 2],
}

/// Rows shown: the first two that are selected, filled up with those under the pointer where that is followed,
/// then with the first ones of all; `None` where there are fewer than two.
pub(super) fn two_rows(analysis: &Analysis, view: &View) -> Option<[usize; 2]> {
    let dataset = &analysis.dataset;
    let selected: Vec<usize> = view
        .marking
        .selected
        .indices(&dataset.row_ids)
        .take(2)
        .collect();
    let pointed_at = view.pointed_at.iter().copied();
    let others = pointed_at.chain(0..dataset.n());
    let mut rows = selected.iter().copied().chain(others);
    let first = rows.next().filter(|row| *row < dataset.n())?;
    let second = rows.find(|row| *row != first && *row < dataset.n())?;
    Some([first, second])
}

/// Key to the colours of the two rows.
pub(super) fn key(analysis: &Analysis, rows: [usize; 2]) -> Key {
    let entries = rows.iter().zip(SYMBOLS).zip(PAINTS);
    Key::Legend {
        title: String::new(),
        entries: entries
            .map(|((&row, symbol), paint)| {
                (format!("{symbol}: {}", row_title(analysis, row)), paint)
            })
            .collect(),
        alone: None,
        shaped: false,
    }
}

/// Places of the parts of a chart.
struct BarFrame {
    /// Height of a line of text without its space, in units of the y axis.
    unit: f64,
    /// True where bars have their values beside them.
    with_values: bool,
    /// Height of the names of coordinates.
    names_at: f64,
    /// Upper end of the highest bar with its value.
    top: f64,
    /// Places of the coordinates, group by group.
    places: Vec<Vec<f64>>,
    /// Ends of the x axis.
    ends: [f64; 2],
}

impl BarFrame {
    fn of(groups: &[CoordinateGroup]) -> Self {
        let all = groups
            .iter()
            .flat_map(|group| group.values.iter().flatten());
        let (low, high) = all.fold((0.0_f64, 0.0_f64), |(low, high), &value| {
            (low.min(value), high.max(value))
        });
        let unit = if high > low { (high - low) / BARS } else { 1.0 };
        let count: usize = groups.iter().map(|group| group.names.len()).sum();
        let with_values = count <= FEW;
        let room = if with_values { LINE * unit } else { 0.0 };
        let foot = if low < 0.0 { low - room } else { low };
        let gap = GAP.max(SHARE * count as f64);
        let mut next = 0.0;
        let places = groups.iter().map(|group| {
            let places: Vec<f64> = (0..group.names.len()).map(|j| next + j as f64).collect();
            next += places.len() as f64 + gap;
            places
        });
        Self {
            unit,
            with_values,
            names_at: foot - 0.5 * LINE * unit,
            top: high + room,
            places: places.collect(),
            ends: [-0.5, next - gap - 0.5],
        }
    }
}

/// Names and colours of two bars side by side.
pub(super) struct Pair {
    pub(super) symbols: [String; 2],
    pub(super) paints: [Paint; 2],
}

/// Bars of the rows x and y with names, values and lines of text, and the axes that hold them.
pub(super) fn drawn(
    groups: &[CoordinateGroup],
    lines: &[(String, Paint)],
) -> (Vec<Mark>, [Axis; 2]) {
    drawn_as(&Pair::rows(), groups, lines)
}

impl Pair {
    fn rows() -> Self {
        Self {
            symbols: SYMBOLS.map(str::to_owned),
            paints: PAINTS,
        }
    }
}

/// Bars of two quantities named by `pair`, with names, values and lines of text, and the axes that hold them.
pub(super) fn drawn_as(
    pair: &Pair,
    groups: &[CoordinateGroup],
    lines: &[(String, Paint)],
) -> (Vec<Mark>, [Axis; 2]) {
    let BarFrame {
        unit,
        with_values,
        names_at,
        top,
        places,
        ends,
    } = BarFrame::of(groups);
    let line_height = LINE * unit;
    let text = |xy, text: &str, paint, anchor, large| {
        Mark::Text(Text {
            xy,
            text: text.to_owned(),
            paint,
            anchor,
            height: TEXT * unit,
            large,
        })
    };
    // Texts give way to those before them: what matters most comes first.
    let (mut texts, mut names, mut values) = (Vec::new(), Vec::new(), Vec::new());
    let mut bottom = names_at - 0.75 * line_height;
    for (line, paint) in lines {
        bottom -= line_height;
        let indent = INDENT * (ends[1] - ends[0]);
        let at = [ends[0] + indent, bottom + 0.5 * line_height];
        texts.push(text(at, line, *paint, Anchor::Start, true));
    }
    bottom -= 0.25 * line_height;
    let mut highest = top;
    let mut zeros = Vec::new();
    let mut bars = [(); 2].map(|()| (Vec::new(), Vec::new()));
    for (group, places) in groups.iter().zip(&places) {
        let (Some(first), Some(last)) = (places.first(), places.last()) else {
            continue;
        };
        if !group.heading.is_empty() {
            let at = [f64::midpoint(*first, *last), top + 0.5 * line_height];
            texts.push(text(at, &group.heading, Paint::Ink, Anchor::Middle, false));
            highest = top + line_height;
        }
        zeros.push(Mark::Line(Line {
            name: String::new(),
            xy: vec![[first - 0.5, 0.0], [last + 0.5, 0.0]],
            style: LineStyle::Hairline,
            dots: false,
            paint: Paint::Ink,
            labels: vec![],
        }));
        for (j, &x) in places.iter().enumerate() {
            if !group.names[j].is_empty() {
                names.push(text(
                    [x, names_at],
                    &group.names[j],
                    Paint::Ink,
                    Anchor::Middle,
                    with_values,
                ));
            }
            for of in 0..2 {
                let value = group.values[of][j];
                let center = x + SIDES[of] * BAR;
                bars[of].0.push([center, value]);
                let label = &group.labels[j];
                bars[of].1.push(format!(
                    "{label} of {}: {}",
                    pair.symbols[of],
                    number(value)
                ));
                if with_values {
                    let side = if value < 0.0 { -0.5 } else { 0.5 };
                    let above = [center, value + side * line_height];
                    values.push(text(
                        above,
                        &number(value),
                        pair.paints[of],
                        Anchor::Middle,
                        true,
                    ));
                }
            }
        }
    }
    let bars = bars.into_iter().enumerate().map(|(of, (xy, labels))| {
        Mark::Bars(Bars {
            name: pair.symbols[of].clone(),
            numbers: (1..=xy.len()).collect(),
            xy,
            base: 0.0,
            width: BAR,
            lying: None,
            paint: pair.paints[of],
            labels,
        })
    });
    let marks = bars.chain(zeros).chain(texts).chain(names).chain(values);
    let axis = |range| Axis {
        range: Some(range),
        ..Axis::new("", Scale::Unmarked)
    };
    (marks.collect(), [axis(ends), axis([bottom, highest])])
}

/// Text of an error with one digit, which tells its size.
pub(super) fn brief(error: f64) -> String {
    shorter_numbers(error).last().unwrap_or_default()
}

/// Text of a number with six significant digits, zeros included, so that two of them can be compared.
pub(super) fn six_digits(value: f64) -> String {
    let magnitude = value.abs().log10().floor();
    if value == 0.0 || !value.is_finite() {
        return number(value);
    }
    let text = if (-4.0..6.0).contains(&magnitude) {
        let decimals = (5.0 - magnitude) as usize;
        format!("{value:.decimals$}")
    } else {
        format!("{value:.5e}")
    };
    text.replace('-', "−")
}

/// Python lines for the bars of [`drawn`]: of the variable `two`, whose rows hold the coordinates of x and of y.
pub(super) fn python(groups: &[CoordinateGroup]) -> Vec<String> {
    python_as(&Pair::rows(), groups)
}

/// Python lines for the bars of [`drawn_as`].
pub(super) fn python_as(pair: &Pair, groups: &[CoordinateGroup]) -> Vec<String> {
    let frame = BarFrame::of(groups);
    let mut lines = vec![
        format!("at = np.array({:?})", frame.places.concat()),
        format!("names = [{}]", names(groups).join(", ")),
    ];
    for (of, side) in SIDES.iter().enumerate() {
        lines.push(format!(
            "ax.bar(at + {:?}, two[{of}], {BAR:?}, color=\"{}\", label={})",
            side * BAR,
            paint_hex(pair.paints[of]),
            matplotlib_text(&pair.symbols[of]),
        ));
    }
    lines.extend([
        "for place, name in zip(at, names):".into(),
        format!(
            "    ax.text(place, {:.6e}, name, ha=\"center\", va=\"center\")",
            frame.names_at
        ),
        "ax.legend(loc=\"upper right\")".into(),
    ]);
    lines
}

fn names(groups: &[CoordinateGroup]) -> Vec<String> {
    let names = groups.iter().flat_map(|group| &group.names);
    names.map(|name| matplotlib_text(name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{setup::Marking, view::testing};

    #[test]
    fn selected_rows_come_first() {
        let analysis = testing::classes(5, 2);
        let rows = |selected: &[usize]| {
            let view = View {
                marking: Marking {
                    selected: selected.iter().copied().collect(),
                    ..Marking::default()
                },
                ..View::default()
            };
            two_rows(&analysis, &view)
        };
        assert_eq!(rows(&[]), Some([0, 1]));
        assert_eq!(rows(&[3]), Some([3, 0]));
        assert_eq!(rows(&[1, 3, 4]), Some([1, 3]));
        assert_eq!(two_rows(&testing::classes(1, 2), &View::default()), None);
    }

    #[test]
    fn six_digits_keep_their_zeros() {
        assert_eq!(six_digits(2501.0001), "2501.00");
        assert_eq!(six_digits(-0.5), "−0.500000");
        assert_eq!(six_digits(0.0), "0");
        assert_eq!(six_digits(1.5e9), "1.50000e9");
    }
}
