//! Rows that the view leaves out, rings or lets fade.

use super::super::{hex, joined};
use crate::{
    analysis::Analysis,
    setup::{RowSet, View},
    view::{Emphasis, Paint},
};

/// Marks of rows, by their places in the scripts' tables.
pub(in super::super) struct Marks {
    hidden: RowSet,
    selected: RowSet,
    /// Index of the class that is shown alone.
    pub alone: Option<usize>,
    recoloured: bool,
}

impl Marks {
    /// Marks of an analysis; `None` where all dots look alike.
    pub(in super::super) fn of(analysis: &Analysis, view: &View) -> Option<Self> {
        let marking = &view.marking;
        let place = |rows: &RowSet| rows.indices(&analysis.dataset.row_ids).collect::<RowSet>();
        let marks = Self {
            hidden: place(&marking.hidden),
            selected: place(&marking.selected),
            alone: marking.isolated_class(&analysis.dataset.labels),
            recoloured: marking.recoloured,
        };
        let some = marks.alone.is_some() || !marks.hidden.is_empty() || !marks.selected.is_empty();
        some.then_some(marks)
    }

    /// Layers of rows that look alike, each with its look, from back to front.
    pub fn layers(&self) -> String {
        let (alone, selects) = (self.alone.is_some(), !self.selected.is_empty());
        let layer = |emphasis: Emphasis| {
            let (shadow, ringed) = (emphasis == Emphasis::Shadow, emphasis == Emphasis::Selected);
            let opacity = emphasis.opacity();
            let masks = [
                (!self.hidden.is_empty(), "drawn"),
                (alone && shadow, "others"),
                (alone && !shadow, "~others"),
                (selects && ringed, "selected"),
                (selects && !ringed && !shadow, "~selected"),
            ];
            let color = format!("\"c\": \"{}\"", hex(Paint::Selection));
            let look = [
                (opacity < 1.0, &*format!("\"alpha\": {opacity}")),
                (ringed, "\"edgecolors\": \"black\", \"s\": 16"),
                (ringed && self.recoloured, &color),
            ];
            format!("({}, {{{}}}),", joined(masks, " & "), joined(look, ", "))
        };
        let layers = [
            (alone, layer(Emphasis::Shadow)),
            (selects, layer(Emphasis::Faded)),
            (!selects, layer(Emphasis::Plain)),
            (selects, layer(Emphasis::Selected)),
        ];
        joined(layers, "\n")
    }

    /// Hidden and selected rows, as the items of lists.
    pub fn rows(&self) -> [Option<String>; 2] {
        [&self.hidden, &self.selected].map(|rows| (!rows.is_empty()).then(|| runs(rows)))
    }

    /// Comment above the marks.
    pub fn remark(&self) -> String {
        let said = [
            (self.alone.is_some(), "one class is shown alone"),
            (!self.hidden.is_empty(), "hidden rows are not drawn"),
            (!self.selected.is_empty(), "selected rows stand out"),
        ];
        format!("# {}; all rows are in the fit", joined(said, ", "))
    }
}

/// Writes rows as runs, in lines of some length.
fn runs(rows: &RowSet) -> String {
    const WIDTH: usize = 88;
    let mut text = String::new();
    let mut line = 0;
    for (i, &[first, last]) in rows.runs().iter().enumerate() {
        let word = if first == last {
            first.to_string()
        } else {
            format!("{first}:{}", last + 1)
        };
        if i > 0 {
            let fits = line + word.len() < WIDTH;
            text.push_str(if fits { ", " } else { ",\n    " });
            line = if fits { line } else { 0 };
        }
        line += word.len() + 2;
        text.push_str(&word);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lists_of_rows_are_broken_between_runs() {
        let rows: RowSet = (0..90).map(|i| 3 * i).chain([300, 301]).collect();
        let text = runs(&rows);
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 3, "{text}");
        assert!(lines.iter().all(|line| line.len() < 96), "{text}");
        assert!(text.ends_with("267, 300:302"), "{text}");
    }
}
