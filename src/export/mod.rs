//! Exports: figures and tables, drawn from results without any window.

mod animation;
mod back;
mod beside;
mod caption;
mod error;
mod figure;
mod handout;
mod script;
mod sheet;
mod snippet;
mod table_spec;
mod tables;

pub use animation::{Animation, Making, Reel, SCREEN_DPI, Timing};
pub use back::Back;
pub use beside::Beside;
pub use error::ExportError;
pub use figure::{Figure, FigureSpec, Format, Pixels, Preset, render};
#[cfg(test)]
pub(crate) use figure::{panel_svg, text_width};
pub use handout::handout;
pub use script::{Language, reads_table, script, table_name};
pub use sheet::is_array;
pub use snippet::Snippet;
pub use table_spec::{TableContent, TableSpec};
pub use tables::{copied_table, sweep_file, table_file, write_table};
