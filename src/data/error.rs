//! Faults of data, in one plain line each.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DataError {
    /// Parameter of a generator that is out of range.
    #[error("{field}: {reason}")]
    Parameter { field: &'static str, reason: String },

    /// File that the operating system does not give.
    #[error("cannot read {file}: {reason}")]
    Read { file: String, reason: String },

    /// Fault of a file as a whole.
    #[error("{file}: {reason}")]
    File { file: String, reason: String },

    /// Line of a file that does not fit; `line` is 1-based.
    #[error("{file}, line {line}: {reason}")]
    Line {
        file: String,
        line: u64,
        reason: String,
    },

    /// Text in a column of numbers.
    #[error("{file}, line {line}, column \"{column}\": \"{text}\" is not a number{hint}")]
    NotANumber {
        file: String,
        line: u64,
        column: String,
        text: String,
        /// Advice, where the cell is a number written in another way.
        hint: &'static str,
    },

    /// Column that was asked for by a name or index that the table lacks.
    #[error("{table} has no column \"{column}\"; it has: {available}")]
    NoSuchColumn {
        table: String,
        column: String,
        available: String,
    },

    #[error("abandoned for a newer request")]
    Cancelled,
}
