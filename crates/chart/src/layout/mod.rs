//! Layout: the places and sizes of everything in a chart, for any painter: the window through `egui_plot`, figures
//! as SVG.
//!
//! Lengths are in points of a sheet whose small letters are [`LETTER`] points high. A figure with larger letters
//! is the same layout, magnified.

mod bar;
mod dots;
mod frame;
mod hatch;
mod key;
mod names;
mod ranges;
mod runs;
mod shapes;
mod stroke;
mod text;
mod ticks;
mod vacant;

pub use bar::{BAR_ROOM, color_bar, is_mapped};
pub use dots::{Dots, Look};
pub use frame::Frame;
pub use key::{KeyEntry, KeyLook, PlacedKey, entries_in_lines};
pub use names::NameMemory;
pub use ranges::{
    in_common, in_equal_units, in_equal_units_keeping, shown, standing_still, zoomed,
};
pub use runs::{Level, runs};
pub use shapes::{Label, PlacedShape, pin_radius, shapes, shapes_kept};
pub use stroke::{Ink, Stroke, Tint};
pub use text::{axis_name, fitted_name, list_letters, wrap};
pub use ticks::{Tick, across, minor, tick_text, up};
pub use vacant::Spots;

/// Height of small letters, those of ticks, names of axes, legends and texts in plots, in points.
pub const LETTER: f32 = 11.0;

/// Surface that charts are painted on.
#[derive(Clone, Copy)]
pub struct Medium<'a> {
    /// Measures the width of a text whose letters have the given height, both in points.
    pub measure: &'a dyn Fn(&str, f32) -> f32,
    /// Least height of letters in a plot, in points: a text that would be smaller is left out.
    pub least: f32,
    /// True where texts on what the pointer can do are painted.
    pub hints: bool,
}
