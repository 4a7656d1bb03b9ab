//! Sources of data (generators, shipped tables, files) and their way to a dataset.
//!
//! ```
//! use tabular::{Columns, ReadAs, parse_table};
//!
//! let text = "length;width;species\n5,9;3,0;a\n6,9;3,1;a\n4,6;3,2;b\n";
//! // Delimiter, decimal comma, header and labels are found.
//! let table = parse_table("leaves.csv", text.as_bytes(), ReadAs::default())?;
//! let dataset = table.dataset(&Columns::default())?;
//! assert_eq!(dataset.feature_names, ["length", "width"]);
//! assert_eq!(dataset.x[(1, 0)], 6.9);
//! # Ok::<(), tabular::DataError>(())
//! ```

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

mod builtin;
mod column;
mod column_use;
mod dataset;
mod drawing;
mod edges;
mod error;
mod fitted_table;
mod gaps;
mod generate;
mod given;
mod labels;
mod load;
mod names;
mod new_rows;
mod objects;
mod pictures;
mod prepare;
pub mod printable;
mod read;
mod read_as;
mod read_progress;
mod reading;
mod room;
mod row_choice;
mod row_set;
mod row_words;
mod sense;
mod source;
mod strings;
mod table;

pub use builtin::Builtin;
pub use column::Column;
pub use column_use::{ColumnSummary, ColumnUse};
pub use dataset::{Dataset, RowNames};
pub use drawing::{Drawing, DrawnPoint};
pub use edges::EdgeColumns;
pub use error::DataError;
pub use fitted_table::FittedTable;
pub use gaps::SparseColumn;
pub use generate::{Argument, ArgumentValue, Generator, MAX_SAMPLES, Seen, Shape};
pub use load::ReadTask;
pub use new_rows::NewRows;
pub use objects::Holds;
pub use pictures::Pictures;
pub use prepare::Missing;
pub use prepare::{MadeOf, Preparation};
pub use read::{MISSING_BESIDES, is_missing, missing_spellings};
pub use read::{Rewritten, RewrittenSpec};
pub use read::{parse_table, read_features};
pub use read_as::{DataFile, Decimal, Delimiter, ReadAs};
pub use read_progress::ReadProgress;
pub use reading::{
    Coding, Form, LeftOut, LinesAbove, Omission, OmittedColumn, Reading, TextEncoding,
    usual_endings,
};
pub use row_choice::{KeptClasses, LeftOutRow, RowChoice};
pub use row_set::{RowSet, RowSetError};
pub use row_words::{called, row_in_words};
pub use sense::{Kind, Sense};
pub use source::{ColumnChoice, Columns, Map, Source, Symmetrise};
pub use table::Table;
