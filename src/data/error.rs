//! Faults of data, in one plain line each.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DataError {
    /// A generator parameter is out of range.
    #[error("{field}: {reason}")]
    Parameter { field: &'static str, reason: String },

    /// The operating system would not give us the file.
    #[error("cannot read {file}: {reason}")]
    Read { file: String, reason: String },

    /// Something about a file as a whole.
    #[error("{file}: {reason}")]
    File { file: String, reason: String },

    /// A line of a file does not fit; `line` is 1-based.
    #[error("{file}, line {line}: {reason}")]
    Line {
        file: String,
        line: u64,
        reason: String,
    },

    /// A column of numbers holds something else.
    #[error("{file}, line {line}, column \"{column}\": \"{text}\" is not a number{hint}")]
    NotANumber {
        file: String,
        line: u64,
        column: String,
        text: String,
        /// Advice, where the cell is a number written in another way.
        hint: &'static str,
    },

    /// A column was asked for by a name or index that the table lacks.
    #[error("{table} has no column \"{column}\"; it has: {available}")]
    NoSuchColumn {
        table: String,
        column: String,
        available: String,
    },

    #[error("abandoned for a newer request")]
    Cancelled,
}
