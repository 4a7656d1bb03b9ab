//! File dialogs, described.

use std::path::PathBuf;

/// File dialog of the system.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileDialog {
    pub title: &'static str,
    pub wanted: DialogWish,
    /// Folder that it opens in; `None` leaves that to the system.
    pub folder: Option<PathBuf>,
    /// Kinds of files to choose from: a name and its extensions, `*` for all.
    pub kinds: Vec<(&'static str, &'static [&'static str])>,
}

/// Path that a dialog asks for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum DialogWish {
    /// Existing file.
    File,
    /// File to write, with the name that stands there at first.
    NewFile(String),
    /// Existing folder.
    Folder,
}
