//! Where data come from: generators, shipped tables, files; and how they are scaled.

mod builtin;
mod dataset;
mod error;
mod generate;
mod given;
mod graph;
mod labels;
mod load;
mod numpy_random;
mod objects;
mod pictures;
mod read;
mod read_as;
mod reading;
mod scaling;
mod source;
mod table;

pub use builtin::Builtin;
pub(crate) use builtin::TableSpec;
pub use dataset::{Dataset, Labels};
pub use error::DataError;
pub(crate) use generate::ShapeSpec;
pub use generate::{Argument, ArgumentValue, Generator, MAX_SAMPLES, Shape};
pub use given::Given;
pub use graph::{Edge, Graph};
pub(crate) use numpy_random::RandomState;
pub use objects::{Objects, Takes};
pub use pictures::Pictures;
pub use read::{parse_table, read_features};
pub use read_as::{DataFile, Decimal, Delimiter, ReadAs};
pub use reading::Reading;
pub use scaling::{Scaler, Scaling};
pub use source::{Columns, LabelChoice, Source};
pub use table::{Column, Table};
