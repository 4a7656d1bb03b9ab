//! Files that the program keeps for itself: settings, which all windows share, and a draft of a lesson for each window.

mod draft;
mod merge;

use std::{
    io::ErrorKind,
    path::{Path, PathBuf},
};

use toml::Table;

use system::{
    WriteError, hold,
    input::{self, ContentKind},
    io_words::{why, why_not_read},
    remove_own_file, set_aside, write_own_file,
};

pub use draft::DraftFile;
pub use merge::FieldRule;

/// Change of a kept file, to be written.
#[derive(Debug, Clone)]
pub enum KeptChange {
    Settings(SettingsChange),
    /// File of a draft with its text; `None` removes it.
    Draft(PathBuf, Option<String>),
}

/// Change of the settings by one window.
#[derive(Debug, Clone)]
pub struct SettingsChange {
    pub path: PathBuf,
    /// Fields as this window last knew them in the file.
    pub before: Table,
    /// Fields as they are now.
    pub now: Table,
    /// Rule by which a field of this name is merged.
    pub rule: fn(&str) -> FieldRule,
}

impl KeptChange {
    /// Writes the change; returns a remark where a file could not be read and was set aside.
    ///
    /// # Errors
    /// When the system refuses; the file is then as it was.
    pub fn write(&self) -> Result<Option<String>, WriteError> {
        match self {
            Self::Settings(change) => change.write(),
            Self::Draft(path, Some(text)) => {
                write_own_file(path, text.as_bytes())?;
                Ok(None)
            }
            Self::Draft(path, None) => {
                remove_own_file(path)?;
                Ok(None)
            }
        }
    }
}

impl SettingsChange {
    fn write(&self) -> Result<Option<String>, WriteError> {
        let path = &self.path;
        // Where the system holds no files, the last window to write wins.
        let _held = hold(path).ok();
        let read = text(path).and_then(|text| match text {
            None => Ok(self.before.clone()),
            Some(text) => text.parse().map_err(|_| "it is no TOML".to_owned()),
        });
        let (theirs, remark) = match read {
            Ok(theirs) => (theirs, None),
            Err(reason) => {
                let bad = set_aside(path).map_err(WriteError::at(path))?;
                let remark = format!(
                    "The settings could not be read ({reason}) and were written anew; the file as it was is {}",
                    bad.display()
                );
                (self.before.clone(), Some(remark))
            }
        };
        let merged = merge::merged(&self.before, &self.now, &theirs, self.rule);
        write_own_file(path, merged.to_string().as_bytes())?;
        Ok(remark)
    }
}

/// Text of a kept file; `None` where there is none, or an empty one.
///
/// # Errors
/// Says why it cannot be read.
pub fn text(path: &Path) -> Result<Option<String>, String> {
    match input::text(path, ContentKind::Document) {
        Ok(text) => Ok(Some(text).filter(|text| !text.is_empty())),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(why_not_read(&error)),
    }
}

/// Sets aside a kept file that cannot be used as it is, and writes the text `instead` in its place, if there is one.
/// Returns `remark` with the path at which the old file now is.
pub fn replace_bad(path: &Path, remark: &str, instead: Option<&str>) -> String {
    match set_aside(path) {
        Ok(bad) => {
            if let Some(text) = instead {
                // If this fails, the next write fails too and says so.
                let _ = write_own_file(path, text.as_bytes());
            }
            format!("{remark}; the file as it was is {}", bad.display())
        }
        Err(error) => format!("{remark}; {}: {}", path.display(), why(&error)),
    }
}
