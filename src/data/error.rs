//! What can be wrong with data, in one plain line each.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum DataError {
    /// A generator parameter is out of range.
    #[error("{field}: {reason}")]
    Parameter { field: &'static str, reason: String },
}
