//! What is taken away: figures and tables, drawn from results without any window.

mod caption;
mod error;
mod figure;
mod script;
mod tables;
mod write;

pub use caption::caption;
pub use error::ExportError;
pub use figure::{FigureSpec, Format, Preset, render};
pub use script::{Language, script};
pub use tables::{Beside, kernel_matrix_file, scores_csv, scores_file, spectrum_csv};
pub use write::write_file;
