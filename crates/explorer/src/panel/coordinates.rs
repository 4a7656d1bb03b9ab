//! Coordinates of two rows in a feature space: bars side by side, and lines of text below them.

use crate::{analysis::Analysis, setup::View, view::row_title};
use chart::{
    Anchor, Axis, Bars, Hatch, Key, Line, Mark, Paint, Text, number, paint_hex, shorter_numbers,
};
use tabular::printable::matplotlib_text;

/// Colours of the first row and of the second.
pub(super) const PAINTS: [Paint; 2] = [Paint::Plain, Paint::Ink];
/// Symbols of both rows in formulas.
pub(super) const SYMBOLS: [&str; 2] = ["x", "y"];

/// Width of a bar, in coordinates; two bars touch, and a gap parts them from the next two.
const BAR: f64 = 0.4;
/// Middle of each bar, in widths from the place where both touch.
const SIDES: [f64; 2] = [-0.5, 0.5];
/// Number of coordinates up to which bars have room for their values, and for names as large as the lines of text.
const MOST_WITH_VALUES: usize = 6;
/// Gap between two groups, in coordinates.
const GAP: f64 = 1.0;
/// Gap between two groups as a share of the number of all coordinates, where they are many.
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
/// then with the first ones of all; the error says that there are fewer than two.
pub(super) fn two_rows(analysis: &Analysis, view: &View) -> Result<[usize; 2], &'static str> {
    let dataset = &analysis.dataset;
    let selected = view.marking.selected.indices(&dataset.row_ids).take(2);
    let pointed_at = view.pointed_at.iter().copied();
    let mut rows = selected.chain(pointed_at).chain(0..dataset.n());
    let first = rows.next().filter(|row| *row < dataset.n());
    let second = rows.find(|row| Some(*row) != first && *row < dataset.n());
    let both = first.zip(second).map(<[usize; 2]>::from);
    both.ok_or("there are fewer than two rows")
}

/// Titles of the two rows with their symbols, as in "row 4 (x) and row 8 (y)".
pub(super) fn x_and_y(analysis: &Analysis, rows: [usize; 2]) -> String {
    let [x, y] = rows.map(|row| row_title(analysis, row));
    format!("{x} (x) and {y} (y)")
}

/// Key to the colours of the two rows.
pub(super) fn key(analysis: &Analysis, rows: [usize; 2]) -> Key {
    let entries = [0, 1].map(|i| {
        let title = row_title(analysis, rows[i]);
        (format!("{}: {title}", SYMBOLS[i]), PAINTS[i])
    });
    Key::legend("", entries.into())
}

/// Places of bars, names and values in a chart of coordinates.
struct BarFrame {
    /// Height of a line of text without its space, in units of the y axis.
    unit: f64,
    /// True where bars have their values beside them.
    with_values: bool,
    /// Height at which the names of coordinates stand, in units of the y axis.
    names_at: f64,
    /// Upper end of the highest bar with its value, in units of the y axis.
    top: f64,
    /// Places of the coordinates on the x axis, group by group.
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
        let with_values = count <= MOST_WITH_VALUES;
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

/// Marks of the bars of two rows, or of two quantities, called `symbols`: the bars with their names and values, and
/// `lines` of text below them. With them come the axes that hold them all.
pub(super) fn coordinate_bars(
    symbols: [&str; 2],
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
            paint,
            large,
            ..Text::new(xy, text, anchor, TEXT * unit)
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
        let ends = vec![[first - 0.5, 0.0], [last + 0.5, 0.0]];
        zeros.push(Mark::Line(Line::hairline(ends)));
        for (j, &x) in places.iter().enumerate() {
            let (name, at) = (&group.names[j], [x, names_at]);
            if !name.is_empty() {
                names.push(text(at, name, Paint::Ink, Anchor::Middle, with_values));
            }
            for of in 0..2 {
                let value = group.values[of][j];
                let (center, said) = (x + SIDES[of] * BAR, number(value));
                bars[of].0.push([center, value]);
                let label = &group.labels[j];
                bars[of]
                    .1
                    .push(format!("{label} of {}: {said}", symbols[of]));
                if with_values {
                    let side = if value < 0.0 { -0.5 } else { 0.5 };
                    let above = [center, value + side * line_height];
                    values.push(text(above, &said, PAINTS[of], Anchor::Middle, true));
                }
            }
        }
    }
    let bars = bars.into_iter().enumerate().map(|(of, (xy, labels))| {
        Mark::Bars(Bars {
            name: symbols[of].to_owned(),
            numbers: (1..=xy.len()).collect(),
            xy,
            base: 0.0,
            width: BAR,
            lying: None,
            paint: PAINTS[of],
            hatch: Hatch::Plain,
            labels,
        })
    });
    let marks = bars.chain(zeros).chain(texts).chain(names).chain(values);
    (marks.collect(), [ends, [bottom, highest]].map(Axis::bare))
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

/// Python lines for the bars of [`coordinate_bars`]: of the variable `two`, whose rows hold the coordinates of either.
pub(super) fn python(symbols: [&str; 2], groups: &[CoordinateGroup]) -> Vec<String> {
    let frame = BarFrame::of(groups);
    let names = groups.iter().flat_map(|group| &group.names);
    let names: Vec<String> = names.map(|name| matplotlib_text(name)).collect();
    let mut lines = vec![
        format!("at = np.array({:?})", frame.places.concat()),
        format!("names = [{}]", names.join(", ")),
    ];
    for (of, side) in SIDES.iter().enumerate() {
        lines.push(format!(
            "ax.bar(at + {:?}, two[{of}], {BAR:?}, color=\"{}\", label={})",
            side * BAR,
            paint_hex(PAINTS[of]),
            matplotlib_text(symbols[of]),
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

/// Python lines that write a text in a corner of the plot; `said` holds a Python expression for each line of it.
pub(super) fn python_said(said: &[&str]) -> Vec<String> {
    let said = said.iter().map(|line| format!("    {line},"));
    let write = "ax.text(0.02, 0.02, \"\\n\".join(said), transform=ax.transAxes)";
    ["said = [".to_owned()]
        .into_iter()
        .chain(said)
        .chain(["]".to_owned(), write.to_owned()])
        .collect()
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
        assert_eq!(rows(&[]), Ok([0, 1]));
        assert_eq!(rows(&[3]), Ok([3, 0]));
        assert_eq!(rows(&[1, 3, 4]), Ok([1, 3]));
        assert!(two_rows(&testing::classes(1, 2), &View::default()).is_err());
    }

    #[test]
    fn six_digits_keep_their_zeros() {
        assert_eq!(six_digits(2501.0001), "2501.00");
        assert_eq!(six_digits(-0.5), "−0.500000");
        assert_eq!(six_digits(0.0), "0");
        assert_eq!(six_digits(1.5e9), "1.50000e9");
    }
}
