//! Rows that the view leaves out, rings or lets fade.

use super::hex;
use crate::{
    analysis::Analysis,
    setup::{Marking, RowSet, View},
    view::{Emphasis, Paint},
};

/// Marks of rows, by their places in the scripts' tables.
pub(super) struct Marks {
    pub hidden: RowSet,
    pub selected: RowSet,
    /// Index of the class that is shown alone.
    pub alone: Option<usize>,
    recoloured: bool,
}

/// Rows that look alike.
pub(super) struct Layer {
    /// Variables that select the rows: each must be true for them, or false.
    masks: Vec<(bool, &'static str)>,
    /// Opacity of their colour, from 0 to 1.
    pub opacity: f32,
    pub ringed: bool,
    /// Colour in place of their own.
    pub color: Option<String>,
}

impl Layer {
    /// Condition for its rows, in a language with this sign of negation.
    pub(super) fn rows(&self, not: &str) -> String {
        let masks = self.masks.iter();
        let masks: Vec<String> = masks
            .map(|(is, mask)| format!("{}{mask}", if *is { "" } else { not }))
            .collect();
        masks.join(" & ")
    }
}

impl Marks {
    /// Marks of an analysis; `None` where all dots look alike.
    pub(super) fn of(analysis: &Analysis, view: &View) -> Option<Self> {
        let Marking {
            selected,
            recoloured,
            hidden,
            isolated: _,
        } = &view.marking;
        let place = |rows: &RowSet| rows.indices(&analysis.dataset.row_ids).collect::<RowSet>();
        let marks = Self {
            hidden: place(hidden),
            selected: place(selected),
            alone: view.marking.isolated_class(&analysis.dataset.labels),
            recoloured: *recoloured,
        };
        let some = marks.alone.is_some() || !marks.hidden.is_empty() || !marks.selected.is_empty();
        some.then_some(marks)
    }

    /// Layers of dots from back to front.
    pub(super) fn layers(&self) -> Vec<Layer> {
        let (alone, selects) = (self.alone.is_some(), !self.selected.is_empty());
        let layers = [
            (Emphasis::Shadow, alone),
            (Emphasis::Faded, selects),
            (Emphasis::Plain, !selects),
            (Emphasis::Selected, selects),
        ];
        let layer = |emphasis: Emphasis| {
            let ringed = emphasis == Emphasis::Selected;
            let mut masks = Vec::new();
            if !self.hidden.is_empty() {
                masks.push((true, "drawn"));
            }
            if alone {
                masks.push((emphasis == Emphasis::Shadow, "others"));
            }
            if selects && emphasis != Emphasis::Shadow {
                masks.push((ringed, "selected"));
            }
            Layer {
                masks,
                opacity: emphasis.opacity(),
                ringed,
                color: (ringed && self.recoloured).then(|| hex(Paint::Selection)),
            }
        };
        let wanted = layers.into_iter().filter(|(_, wanted)| *wanted);
        wanted.map(|(emphasis, _)| layer(emphasis)).collect()
    }

    /// Comment above the marks.
    pub(super) fn remark(&self) -> String {
        let alone = self.alone.map(|_| "one class is shown alone");
        let hidden = (!self.hidden.is_empty()).then_some("hidden rows are not drawn");
        let selected = (!self.selected.is_empty()).then_some("selected rows stand out");
        let said: Vec<&str> = [alone, hidden, selected].into_iter().flatten().collect();
        format!("# {}; all rows are in the fit", said.join(", "))
    }
}

/// Writes rows as runs, each by `run` from its first and last row, in lines of some length.
pub(super) fn runs(rows: &RowSet, run: impl Fn([usize; 2]) -> String) -> String {
    const WIDTH: usize = 88;
    let mut text = String::new();
    let mut line = 0;
    for (i, ends) in rows.runs().iter().enumerate() {
        let word = run(*ends);
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
        let rows: RowSet = (0..60).map(|i| 3 * i).chain([178, 179]).collect();
        let text = runs(&rows, |[first, last]| format!("{first}:{last}"));
        let lines: Vec<&str> = text.lines().collect();
        assert!(lines.len() > 3, "{text}");
        assert!(lines.iter().all(|line| line.len() < 96), "{text}");
        assert!(text.ends_with("174:174, 177:179"), "{text}");
    }
}
