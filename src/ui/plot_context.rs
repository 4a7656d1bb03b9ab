//! What a plot is given.

use egui_plot::PlotBounds;

use crate::{
    app::{Pen, Tool},
    data::Pictures,
    panel::PointedAt,
    view::Held,
};

/// What a plot needs besides its chart.
pub(super) struct PlotContext<'a> {
    pub id: egui::Id,
    /// How far the plot reaches that shows all of the chart.
    pub bounds: PlotBounds,
    /// The rows to ring.
    pub ringed_rows: &'a [usize],
    /// Whether to fit to the data, whatever the user had zoomed to.
    pub refit: bool,
    /// Whether dragging turns space instead of moving the plot.
    pub turns: bool,
    /// What the dot of a row is to the pointer that drags it, where dots can be dragged.
    pub held: Option<fn(usize) -> Held>,
    /// Whether a pin or a line that is pressed is moved by arrow keys from then on.
    pub chooses: bool,
    /// What dragging does where there are dots.
    pub tool: Tool,
    /// What touches draw with, where the plot can be drawn in.
    pub pen: Option<Pen>,
    /// Text for the row of a dot.
    pub row_label: &'a dyn Fn(usize) -> String,
    /// Where that row went, in lines.
    pub row_scores: &'a dyn Fn(usize) -> Vec<String>,
    /// The rows' pictures, if they are pictures.
    pub pictures: Option<&'a Pictures>,
    /// Text for a new row, and where it went, in lines.
    pub new_row: &'a dyn Fn(usize) -> [String; 2],
    /// The pictures of new rows.
    pub new_pictures: Option<&'a Pictures>,
    /// The entry at a place, where the chart shows a matrix.
    pub entry: &'a dyn Fn([f64; 2]) -> Option<PointedAt>,
}
