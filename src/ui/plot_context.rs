//! Inputs of a plot.

use egui_plot::PlotBounds;

use crate::app::{Pen, Tool};
use chart::Held;
use explorer::panel::PanelInputs;

/// Inputs of a plot besides its chart.
#[allow(
    clippy::struct_excessive_bools,
    reason = "each answers a question of its own, and none follows from another"
)]
pub(super) struct PlotContext<'a> {
    pub id: egui::Id,
    /// Results that the chart shows, from which tooltips are written.
    pub seen: &'a PanelInputs<'a>,
    /// True where tooltips give the name and place of a mark alone, as further numbers could be an answer that a lesson
    /// covers.
    pub is_terse: bool,
    /// Bounds of the plot that show all of the chart.
    pub bounds: PlotBounds,
    /// Rows to ring.
    pub ringed_rows: &'a [usize],
    /// True where the plot is to show all of its data again, whatever the user had zoomed to.
    pub refit: bool,
    /// True where dragging turns a 3-D plot instead of moving it.
    pub turns: bool,
    /// Function from a dot's row to the thing that is dragged with the dot; `None` where dots cannot be dragged.
    pub held: Option<fn(usize) -> Held>,
    /// True where a pin or line that was pressed can then be moved by arrow keys.
    pub chooses: bool,
    /// Effect of dragging where there are dots.
    pub tool: Tool,
    /// Pen of the tool that draws; `None` where no such tool is chosen, or the plot cannot be drawn in.
    pub pen: Option<Pen>,
}

impl PlotContext<'_> {
    /// Lines that stand beside a name; none where the plot is terse.
    pub fn unless_terse(&self, lines: impl FnOnce() -> Vec<String>) -> Vec<String> {
        if self.is_terse { vec![] } else { lines() }
    }
}
