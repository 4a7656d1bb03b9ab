//! Errors of exports, in one plain line each.

use kernel_pca::{
    Cancellable,
    kernel::{MadeError, ParamError},
    kpca::FitError,
    preimage::PreImageError,
};
use system::WriteError;
use tabular::DataError;

/// Error of an export. Paths are kept as text: the message is all that is left of the failure.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum ExportError {
    /// File that was not written.
    #[error(transparent)]
    File(#[from] WriteError),
    /// Name of a figure's file without a format that can be written.
    #[error("{0}: a figure's name must end in .png, .svg or .pdf")]
    Format(String),
    /// Name of a table's file in a format that is not written.
    #[error("{0}: a table's name must end in .csv, .npy, .xlsx, .tex, .md or .html")]
    Table(String),
    /// Name of a handout's file in a format that is not written.
    #[error("{0}: a handout's name must end in .html")]
    Handout(String),
    /// Name of an animation's file that nothing can be written to.
    #[error(
        "{0}: an animation goes to a name in .gif, to a folder, or to files such as moons-###.png"
    )]
    Animation(String),
    /// Method that has no result to give.
    #[error("{method}: {reason}")]
    Embedding {
        method: &'static str,
        reason: String,
    },
    /// Figure that cannot be drawn at all.
    #[error("cannot draw the figure: {0}")]
    Draw(String),
    #[error("abandoned for a newer request")]
    Cancelled,
}

/// Error on the way from a setup to a file: of its result, or of the export.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
pub enum Error {
    #[error(transparent)]
    Result(explorer::Error),
    #[error(transparent)]
    Export(#[from] ExportError),
}

impl Cancellable for Error {
    fn is_cancelled(&self) -> bool {
        match self {
            Self::Result(error) => error.is_cancelled(),
            Self::Export(error) => *error == ExportError::Cancelled,
        }
    }
}

/// Implements conversions of errors to one variant of [`Error`], for `?`.
macro_rules! wrapped {
    ($variant:ident: $($error:ty),+ $(,)?) => {$(
        impl From<$error> for Error {
            fn from(error: $error) -> Self {
                Self::$variant(error.into())
            }
        }
    )+};
}

wrapped!(Result: explorer::Error, DataError, kernel_pca::Error, MadeError, ParamError, FitError, PreImageError);
wrapped!(Export: WriteError);

/// Result of an export.
pub type Result<T, E = Error> = std::result::Result<T, E>;
