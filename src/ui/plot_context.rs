//! Inputs of a plot.

use egui_plot::PlotBounds;

use crate::{
    app::{Pen, Tool},
    data::Pictures,
    panel::PointedAt,
    view::Held,
};

/// Inputs of a plot besides its chart.
pub(super) struct PlotContext<'a> {
    pub id: egui::Id,
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
    /// Text for the row of a dot.
    pub row_label: &'a dyn Fn(usize) -> String,
    /// Scores of that row, in lines.
    pub row_scores: &'a dyn Fn(usize) -> Vec<String>,
    /// Pictures of the rows, if they are pictures.
    pub pictures: Option<&'a Pictures>,
    /// Text for a new row, and its scores, in lines.
    pub new_row: &'a dyn Fn(usize) -> [String; 2],
    /// Pictures of new rows.
    pub new_pictures: Option<&'a Pictures>,
    /// Entry at a place, where the chart shows a matrix.
    pub entry: &'a dyn Fn([f64; 2]) -> Option<PointedAt>,
}
