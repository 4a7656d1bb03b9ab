//! Description of file dialogs.

use std::path::PathBuf;

/// Description of a file dialog of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDialog {
    pub title: &'static str,
    pub wanted: DialogWish,
    /// Folder in which the dialog opens; `None` leaves the choice to the system.
    pub folder: Option<PathBuf>,
    /// Kinds of files offered: a name and its extensions, `*` for all.
    pub kinds: Vec<(&'static str, Vec<&'static str>)>,
}

/// Kind of path that a dialog asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialogWish {
    /// Existing file.
    File,
    /// File to write, with the name proposed.
    NewFile(String),
    /// Existing folder.
    Folder,
}

/// Outcome of a file dialog.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Picked {
    Path(PathBuf),
    Cancelled,
    /// No dialog: the system has none to show.
    Unavailable,
}
