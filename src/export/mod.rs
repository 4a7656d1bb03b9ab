//! What is taken away: figures and tables, drawn from results without any window.

#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// The target exists and replacing it was not allowed.
    #[error("{0} exists already; nothing was written")]
    Exists(String),
}
