//! Reasons for which a file was not written.

use std::{io, path::Path};

use crate::io_words::why_not_written;

/// Reason for which an output was not written, in one plain line. Paths are kept as text, since only the message is
/// used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WriteError {
    /// Target that exists and may not be replaced.
    #[error("{0} exists already; nothing was written")]
    Exists(String),
    /// Target that two outputs share.
    #[error("{0} is the target of two outputs; nothing was written")]
    Twice(String),
    /// Target that is itself read as data.
    #[error("{0} is read as data; nothing was written")]
    Input(String),
    /// Target that the system refused; an older file of that name stays whole.
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
