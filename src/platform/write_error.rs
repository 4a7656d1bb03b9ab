//! Reasons for which a file was not written.

use std::{io, path::Path};

use crate::io_words::why_not_written;

/// Reason for which an output was not written, in one plain line. Paths are kept as text, since only the message is
/// used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// The target exists and replacing it was not allowed.
    #[error("{0} exists already; nothing was written")]
    Exists(String),
    /// Two outputs would be the same file.
    #[error("{0} is the target of two outputs; nothing was written")]
    Twice(String),
    /// An output would replace a file that is read.
    #[error("{0} is read as data; nothing was written")]
    Input(String),
    /// The system refused; an older file of that name is still whole.
    #[error("cannot write {path}: {reason}")]
    Refused { path: String, reason: String },
}

impl WriteError {
    /// Returns a function that turns an error of the system at `path` into this error.
    pub fn at(path: &Path) -> impl Fn(io::Error) -> Self {
        move |error| Self::Refused {
            path: path.display().to_string(),
            reason: why_not_written(&error),
        }
    }
}
