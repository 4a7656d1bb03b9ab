//! What is taken away: figures and tables, drawn from results without any window.

mod error;
mod figure;
mod tables;
mod write;

pub use error::ExportError;
pub use figure::{FigureSpec, Format, render};
pub use tables::{kpca_scores_csv, pca_scores_csv, scores_csv, spectrum_csv};
pub use write::write_file;
