//! Numbers to charts: what each panel shows, free of any drawing library.
//!
//! One file per panel builds a [`Chart`]; the window and the figure export draw the same chart, so
//! that what is taken away is what was seen.

mod chart;
mod contours;
mod formula;
mod full_spectrum;
mod input;
mod insight;
mod kernel_matrix;
mod map_grid;
mod marker;
mod marking;
mod palette;
mod panel;
mod pictures;
mod points;
mod region;
mod row_table;
mod scores;
mod separation;
mod solid;
mod spectrum;
mod summary;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod variance;

pub use chart::{
    Anchor, Aspect, Axis, Bars, Chart, ColorMap, DotLook, Emphasis, Image, Key, Layer, Line,
    LineStyle, Mark, Orientation, Paint, Points, Rule, Scale, Text,
};
pub use formula::{formula, formula_parts, symbolic};
pub use insight::sentence;
pub use kernel_matrix::{MatrixEntry, matrix_entry};
pub use map_grid::{MapGrid, Room};
pub use marker::{Marker, shapes_are_needed};
pub use palette::{Rgb, Tone, paint_rgb};
pub use panel::Ranges;
pub(crate) use points::{aspect, pair};
pub use region::Region;
pub use row_table::RowTable;
pub(crate) use scores::clamp;
pub(crate) use solid::space;
pub use summary::summary;
pub use text::{
    brief_title, briefest_title, kernel_label, number, percent, row_label, row_scores,
    shorter_numbers, size,
};
pub use variance::components_for;

pub use crate::setup::Panel;
