//! Exports: figures and tables, drawn from results without any window.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

mod animation;
mod back;
mod beside;
mod error;
mod features;
mod figure;
mod handout;
mod scores_table;
mod sheet;
mod snippet;
mod sweep_table;
mod table_spec;
mod tables;

pub use animation::{Animation, Making, Reel, SCREEN_DPI, Timing};
pub use back::{Back, DenoisingErrors, denoising_errors};
pub use beside::Beside;
pub use error::{Error, ExportError, Result};
pub use figure::panel_svg;
pub use figure::{
    Figure, FigureSpec, Format, MILLIMETRES_PER_INCH, PRINT_DPI, Pixels, Preset, render,
};
pub use handout::{Handout, handout, handout_path, page_address};
pub use sheet::{CellForm, MOST_DIGITS, TableFormat, is_array, table_path};
pub use snippet::Snippet;
pub use sweep_table::sweep_file;
pub use table_spec::{TableContent, TableSpec};
pub use tables::{copied_table, table_file, write_table};
