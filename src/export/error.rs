//! What can go wrong on the way out, in one plain line each.

use crate::platform::WriteError;

/// Paths are kept as text: the message is all that is left of the failure.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// A file was not written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// The name of a figure's file says no format that can be written.
    #[error("{0}: a figure's name must end in .png, .svg or .pdf")]
    Format(String),
    /// The name of an animation's file says nothing that can be written.
    #[error(
        "{0}: an animation goes to a name in .gif, to a folder, or to files such as moons-###.png"
    )]
    Animation(String),
    /// A method has nothing to give.
    #[error("{method}: {reason}")]
    Embedding {
        method: &'static str,
        reason: String,
    },
    /// A picture that a lesson shows cannot be taken along.
    #[error("cannot show the picture {path}: {reason}")]
    Picture { path: String, reason: String },
    /// The figure cannot be drawn at all.
    #[error("cannot draw the figure: {0}")]
    Draw(String),
    #[error("abandoned for a newer request")]
    Cancelled,
}
