//! Reasons why a file was not written.

use std::{io, path::Path};

use crate::io_words::why_not_written;

/// Reason why an output was not written, in one plain line. Paths are kept as text: the message is all that is
/// left of the failure.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The target exists and replacing it was not allowed.
    #[error("{0} exists already; nothing was written")]
    Exists(String),
    /// Two outputs would be the same file.
    #[error("{0} is the target of two outputs; nothing was written")]
    Twice(String),
    /// An output would replace what is read.
    #[error("{0} is read as data; nothing was written")]
    Input(String),
    /// The system refused; an older file of that name is still whole.
    #[error("cannot write {path}: {reason}")]
    Refused { path: String, reason: String },
}

impl WriteError {
    /// Turns an error of the system at `path` into its line.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Refused {
            path: path.display().to_string(),
            reason: why_not_written(&error),
        }
    }
}
