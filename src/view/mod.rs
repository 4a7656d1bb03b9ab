//! Charts as plain data, free of any drawing library: marks, axes, colours, texts.
//!
//! Each [`Panel`] builds a [`Chart`]; the window and the figure export draw the same chart, so that
//! what is taken away is what was seen.

mod chart;
mod colour;
mod comparison;
mod criteria;
mod density;
mod formula;
mod insight;
pub mod layout;
mod levels;
mod map_grid;
mod marker;
mod marking;
mod new_rows;
mod number;
mod palette;
mod pictures;
mod points;
mod region;
mod role;
mod row_table;
mod rows_as_pictures;
mod shapes_of_classes;
mod summary;
#[cfg(test)]
pub(crate) mod testing;
mod text;
mod tidy;

pub(crate) use crate::setup::{clamp, pair, plotted};
pub(crate) use chart::noted;
pub use chart::{
    Anchor, Arrow, Aspect, Axis, Bars, Chart, ColorMap, CrossLine, DotLayer, DotLook, Emphasis,
    Held, Image, Key, Line, LineStyle, Links, Mark, Orientation, Paint, Pin, Points, Ranges, Role, Scale,
    Text,
};
pub(crate) use colour::colour;
pub(crate) use comparison::comparison;
pub use criteria::{advised, answer_in_words, disagreement, gamma_marks, marks_of_gamma};
pub use density::{DENSE, Density};
pub use formula::{formula, formula_over, formula_parts, switches, symbolic};
pub use insight::{remedy, sentence, why};
pub(crate) use map_grid::GAP;
pub use map_grid::{MapGrid, Room};
pub use levels::{Patch, patches, round_levels};
pub use marker::Marker;
pub(crate) use palette::BACKGROUND;
pub use role::{method_paint, pre_image_marker, pre_image_paint};
pub(crate) use shapes_of_classes::shape;
pub use shapes_of_classes::shapes_are_needed;
pub(crate) use marking::mark;
pub use new_rows::held_out_in_words;
pub(crate) use new_rows::{dots_of, explain_new_rows, new_rows, on_axes, said_of_new_rows};
pub use palette::{Rgb, Tone, hex, paint_hex, paint_rgb};
pub use pictures::Pictures;
pub(crate) use rows_as_pictures::{chart_pictures, show as show_pictures};
pub(crate) use points::{aspect, coloured_by, extent, jitter, key, paints, places, points};
pub use region::Region;
pub use row_table::RowTable;
pub use summary::{summary, summary_of};
pub use text::{
    brief_title, kernel_label, new_row_label, new_row_scores, row_label, row_scores,
    shorter_titles, shown_size, size,
};
pub use number::{count, counted, number, percent, shorter_numbers};
pub(crate) use number::{cut, rounded, subscript, superscript, trim_zeros};
pub(crate) use text::{new_row_title, parameters, row_title};
pub use tidy::{TidyTable, stable};

pub use crate::panel::list::Panel;
