//! Faults of data, in one plain line each.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DataError {
    /// Parameter of a generator that is out of range.
    #[error("{field}: {reason}")]
    Parameter { field: &'static str, reason: String },

    /// Source that cannot be read or used, in a line that says where and why.
    #[error("{0}")]
    Unusable(String),
    #[error("abandoned for a newer request")]
    Cancelled,
}
