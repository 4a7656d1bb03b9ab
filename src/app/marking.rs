//! Marking: selecting rows, hiding them, and showing one class alone.

use egui::Key;

use super::{App, Edit, command::CommandWords};
use explorer::setup::Marking;
use tabular::RowSet;

/// Effect of dragging in a plot with dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Tool {
    /// Moves a plane and turns space.
    #[default]
    Move,
    Rectangle,
    Lasso,
    /// Draws data by hand: a click adds a point, and dragging moves one.
    Draw,
    /// Adds points all along the way.
    Brush,
    /// Removes points all along the way.
    Erase,
}

impl Tool {
    /// Tools for every plot with dots.
    pub const ALWAYS: [Self; 3] = [Self::Move, Self::Rectangle, Self::Lasso];
    /// Tools for data that are drawn by hand, which work in the input plot.
    pub const DRAWING: [Self; 3] = [Self::Draw, Self::Brush, Self::Erase];

    #[must_use]
    pub fn draws(self) -> bool {
        Self::DRAWING.contains(&self)
    }

    /// Returns true where dragging draws an outline around dots.
    #[must_use]
    pub fn selects(self) -> bool {
        matches!(self, Self::Rectangle | Self::Lasso)
    }

    /// Name and tooltip, and the key that chooses it.
    pub(super) fn words_and_key(self) -> (CommandWords, Key) {
        let (name, help, key) = match self {
            Self::Move => (
                "Move and turn plots",
                "Drag to move a plot, a node of a graph in the input, or to turn a plot in 3-D",
                Key::M,
            ),
            Self::Rectangle => ("Select with a rectangle", AROUND_DOTS, Key::R),
            Self::Lasso => ("Select with a lasso", AROUND_DOTS, Key::L),
            Self::Draw => (
                "Add and move points",
                "Click to add a point of the current class, or drag one to another place",
                Key::D,
            ),
            Self::Brush => (
                "Spray points",
                "Drag to spray points of the current class",
                Key::S,
            ),
            Self::Erase => (
                "Erase points",
                "Drag over points to take them out, or click on one",
                Key::E,
            ),
        };
        (CommandWords { name, help }, key)
    }
}

const AROUND_DOTS: &str = "Drag around dots; Ctrl or ⌘ adds them, a click beside all dots lets them go. Shift and drag \
                           draws a rectangle with any tool";

/// Treatment of the rows that were selected before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pick {
    Replace,
    Add,
    /// Removes rows from the selection that are in it, and adds those that are not.
    Toggle,
}

impl App {
    /// Rows of the shown dataset that are selected, ascending.
    pub fn selected_rows(&self) -> impl Iterator<Item = usize> {
        let marking = &self.setup.view.marking;
        marking.selected.indices(self.row_ids())
    }

    /// Number of rows of the shown dataset that are not drawn.
    #[must_use]
    pub fn hidden_count(&self) -> usize {
        let marking = &self.setup.view.marking;
        marking.hidden.indices(self.row_ids()).count()
    }

    /// Number in the source of each row of the shown dataset, ascending.
    fn row_ids(&self) -> &[usize] {
        self.dataset().map_or(&[], |it| &it.row_ids)
    }

    /// Set of the rows of the dataset whose number in the source is `wanted`.
    fn rows_where(&self, wanted: impl Fn(&usize) -> bool) -> RowSet {
        self.row_ids().iter().copied().filter(wanted).collect()
    }

    pub(super) fn mark(&mut self, change: impl FnOnce(&mut Marking)) {
        let mut marking = self.setup.view.marking.clone();
        change(&mut marking);
        self.edit(Edit::Mark(marking));
    }

    pub(super) fn select(&mut self, rows: &[usize], pick: Pick) {
        let ids = self.row_ids();
        let picked: RowSet = rows
            .iter()
            .filter_map(|row| ids.get(*row).copied())
            .collect();
        let before = &self.setup.view.marking.selected;
        let selected = match pick {
            Pick::Replace => picked,
            Pick::Add => before.union(&picked),
            Pick::Toggle => self.rows_where(|id| before.contains(*id) != picked.contains(*id)),
        };
        self.mark(|marking| marking.selected = selected);
    }

    /// Fitted rows beyond the threshold of novelty, where their distances are known.
    pub(super) fn novel_rows(&self) -> Option<Vec<usize>> {
        let novelty = self.analysis()?.explain.novelty.as_ref()?;
        let threshold = novelty.threshold(self.setup.view.novelty_threshold);
        Some(novelty.beyond(threshold).collect())
    }

    /// New rows beyond the threshold of novelty, by their indices in their file, where their distances are known.
    #[must_use]
    pub fn novel_new_rows(&self) -> Option<Vec<usize>> {
        let analysis = self.analysis()?;
        let novelty = analysis.explain.novelty.as_ref()?;
        if analysis.new.is_none() || novelty.of_new().is_empty() {
            return None;
        }
        let threshold = novelty.threshold(self.setup.view.novelty_threshold);
        Some(novelty.new_beyond(threshold).collect())
    }

    pub(super) fn select_novel(&mut self) {
        if let Some(rows) = self.novel_rows() {
            self.select(&rows, Pick::Replace);
            self.settings.row_list = true;
            self.new_rows_listed = rows.is_empty();
        }
    }

    /// Returns true where the list of rows shows new rows, not the selected ones.
    #[must_use]
    pub fn lists_new_rows(&self) -> bool {
        self.new_rows_listed && self.novel_new_rows().is_some()
    }

    pub(super) fn list_new_rows(&mut self, new: bool) {
        self.new_rows_listed = new;
        self.settings.row_list = true;
    }

    pub(super) fn invert_selection(&mut self) {
        let Marking {
            selected, hidden, ..
        } = &self.setup.view.marking;
        let others = self.rows_where(|id| !selected.contains(*id) && !hidden.contains(*id));
        self.mark(|marking| marking.selected = others);
    }

    pub(super) fn release(&mut self) {
        self.mark(|marking| {
            if marking.selected.is_empty() {
                marking.isolated = None;
            }
            marking.selected = RowSet::default();
        });
    }

    /// Hides the selected rows and clears the selection: the other rows would fade beside something out of sight.
    pub(super) fn hide_selected(&mut self) {
        self.mark(|marking| {
            marking.hidden = marking.hidden.union(&marking.selected);
            marking.selected = RowSet::default();
        });
    }

    pub(super) fn show_only_selected(&mut self) {
        let selected = &self.setup.view.marking.selected;
        let others = self.rows_where(|id| !selected.contains(*id));
        self.mark(|marking| marking.hidden = others);
    }
}
