//! Where data come from: generators, shipped tables, files; and how they are scaled.

mod dataset;
mod error;
mod scaling;
mod source;

pub use dataset::{Dataset, Labels};
pub use error::DataError;
pub use scaling::{Scaler, Scaling};
pub use source::{Builtin, Columns, Generator, LabelChoice, Shape, Source};
