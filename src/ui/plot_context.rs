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
    /// Says of a mark its name and place alone, as further numbers could be an answer that a lesson covers.
    pub is_terse: bool,
    /// Bounds of the plot that show all of the chart.
    pub bounds: PlotBounds,
    /// Rows to ring.
    pub ringed_rows: &'a [usize],
    /// Fits the plot to its data, whatever the user had zoomed to.
    pub refit: bool,
    /// Turns space by dragging instead of moving the plot.
    pub turns: bool,
    /// Thing that the pointer holds at the dot of a row, where dots can be dragged.
    pub held: Option<fn(usize) -> Held>,
    /// Moves a pin or a line that was pressed by arrow keys from then on.
    pub chooses: bool,
    /// Effect of dragging where there are dots.
    pub tool: Tool,
    /// Tool that touches draw with, where the plot can be drawn in.
    pub pen: Option<Pen>,
}

impl PlotContext<'_> {
    /// Lines that stand beside a name; none where the plot is terse.
    pub fn unless_terse(&self, lines: impl FnOnce() -> Vec<String>) -> Vec<String> {
        if self.is_terse { vec![] } else { lines() }
    }
}
