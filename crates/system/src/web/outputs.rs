//! Writing of files by downloading them.

use std::{
    io::{self, Write},
    path::{Path, PathBuf},
};

use crate::WriteError;

/// Files that are downloaded once all of them are complete. The browser numbers names that exist already.
#[derive(Debug)]
pub struct Outputs {
    staged: Vec<(PathBuf, Vec<u8>)>,
}

impl Outputs {
    /// Checks that no path occurs twice in `paths`.
    ///
    /// # Errors
    /// Names the path that does.
    pub fn new<P>(paths: &[&Path], _inputs: &[P], _force: bool) -> Result<Self, WriteError> {
        for (i, path) in paths.iter().enumerate() {
            if paths[..i].contains(path) {
                return Err(WriteError::Twice(path.display().to_string()));
            }
        }
        Ok(Self { staged: vec![] })
    }

    /// Stages the file for `path` that `write` writes.
    ///
    /// # Errors
    /// The errors of `write`.
    pub fn stage_by<E: From<WriteError>>(
        &mut self,
        path: &Path,
        write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
    ) -> Result<(), E> {
        let mut bytes = Vec::new();
        write(&mut bytes)?;
        self.staged.push((path.to_owned(), bytes));
        Ok(())
    }

    /// Hands every file to the browser's downloads.
    ///
    /// # Errors
    /// When a name is not Unicode.
    pub fn commit(self) -> Result<(), WriteError> {
        for (path, bytes) in self.staged {
            let name = path.file_name().and_then(|name| name.to_str());
            let unnamed = || WriteError::at(&path)(io::ErrorKind::InvalidFilename.into());
            kpca_bridge::download(name.ok_or_else(unnamed)?, &bytes);
        }
        Ok(())
    }
}

/// Stand-in for a folder created for files to come; downloads have none.
#[derive(Debug)]
pub struct UnfinishedFolder;

impl UnfinishedFolder {
    /// Does nothing and returns nothing.
    ///
    /// # Errors
    /// Never.
    pub fn make(_path: &Path) -> io::Result<Option<Self>> {
        Ok(None)
    }
}
