//! Reasons why a file is no lesson. Reasons quote the file, so they are made fit to be shown.

use tabular::printable::printable;

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    #[error("{path}: {}", printable(.reason))]
    Read { path: String, reason: String },
    #[error("{path}, line {line}: {}", printable(.reason))]
    Wrong {
        path: String,
        line: usize,
        reason: String,
    },
    /// Text that is no TOML or lacks the form of a lesson; `reason` is the TOML reader's, with the line.
    #[error("{path} is not a lesson: {}", printable(.reason))]
    Malformed { path: String, reason: String },
    #[error("{path} was written for a newer version of this program (format {version})")]
    Newer { path: String, version: u32 },
}
