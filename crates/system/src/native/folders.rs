//! Folders of the user: settings, documents and pictures.

use std::path::PathBuf;

/// Folder of the program's own files, such as its settings; `None` where the user has no home.
#[must_use]
pub fn own_folder() -> Option<PathBuf> {
    let folders = directories::ProjectDirs::from("", "", "kpca-explorer")?;
    Some(folders.data_dir().to_owned())
}

/// Folder for documents; the home folder where there is none, and `None` where the user has no home.
#[must_use]
pub fn documents_folder() -> Option<PathBuf> {
    let dirs = directories::UserDirs::new()?;
    let documents = dirs.document_dir().unwrap_or_else(|| dirs.home_dir());
    Some(documents.to_owned())
}

/// Folder for pictures if it exists, otherwise the home folder; `None` where the user has no home.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    let dirs = directories::UserDirs::new()?;
    let pictures = dirs.picture_dir().filter(|folder| folder.is_dir());
    Some(pictures.unwrap_or_else(|| dirs.home_dir()).to_owned())
}
