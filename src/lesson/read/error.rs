//! Why a file is no lesson.

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    #[error("{path}: {reason}")]
    Read { path: String, reason: String },
    #[error("{path}, line {line}: {reason}")]
    Wrong {
        path: String,
        line: usize,
        reason: String,
    },
    /// What TOML itself says, with its line.
    #[error("{path} is not a lesson: {reason}")]
    Malformed { path: String, reason: String },
    #[error("{path} was written for a newer version of this program (format {version})")]
    Newer { path: String, version: u32 },
}
