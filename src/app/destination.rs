//! Where a file is to be written, as a save dialog asks for it.

use std::path::{Path, PathBuf};

use crate::{platform::documents_folder, printable::printable, setup::is_picture};

/// What was typed, and what came of the last attempt.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Destination {
    pub path: String,
    /// The file's name without its extension, where no path is typed.
    pub suggestion: String,
    /// Folder of a bare name, where something was saved before.
    pub folder: Option<PathBuf>,
    /// Why the last attempt wrote nothing.
    pub problem: Option<String>,
    /// Whether the user agreed that the file at `path` be replaced.
    pub replace: bool,
    /// Whether the file at `path` is known to be there.
    pub exists: bool,
}

impl Destination {
    pub(super) fn suggesting(name: String) -> Self {
        Self {
            suggestion: name,
            ..Self::default()
        }
    }

    /// Where to write: a bare name goes to `folder`, and a name without an extension gets this one.
    #[must_use]
    pub fn target(&self, extension: &str, folder: Option<&Path>) -> PathBuf {
        let mut path = self.place(folder);
        if path.extension().is_none() {
            path.set_extension(extension);
        }
        path
    }

    /// What was typed or else is suggested: a bare name goes to where something was saved before, else to `folder`.
    #[must_use]
    pub fn place(&self, folder: Option<&Path>) -> PathBuf {
        let typed = self.path.trim();
        let path = PathBuf::from(if typed.is_empty() {
            &self.suggestion
        } else {
            typed
        });
        match self.folder.as_deref().or(folder) {
            Some(folder) if path.parent() == Some(Path::new("")) => folder.join(path),
            _ => path,
        }
    }

    /// The same for a file of the user's documents, or else home folder.
    #[must_use]
    pub fn document(&self, extension: &str) -> PathBuf {
        self.target(extension, documents_folder().as_deref())
    }

    /// Says why nothing was written.
    pub(super) fn fail(&mut self, reason: &str) {
        self.problem = Some(printable(reason).into_owned());
    }

    /// Says that the file at `path` is there: it is replaced once that is agreed to.
    pub(super) fn refuse_to_replace(&mut self, path: &Path) {
        self.exists = true;
        self.problem = Some(exists_already(path));
    }

    /// Another path is another file: what is known of the last one says nothing about it.
    pub fn retype(&mut self, path: String) {
        if path != self.path {
            *self = Self {
                path,
                suggestion: std::mem::take(&mut self.suggestion),
                ..Self::default()
            };
        }
    }
}

pub(super) fn exists_already(path: &Path) -> String {
    let path = path.display().to_string();
    format!("{} exists already", printable(&path))
}

/// Whether a file to open is a session, or a picture with a setup, rather than a table.
#[must_use]
pub fn is_session(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("toml") || is_picture(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bare_name_gets_a_folder_and_an_extension() {
        let target = |path: &str| {
            let to = Destination {
                path: path.into(),
                ..Destination::suggesting("circles-rbf".into())
            };
            to.target("toml", Some(Path::new("/home/me")))
        };
        assert_eq!(target(" moons "), Path::new("/home/me/moons.toml"));
        assert_eq!(target("/tmp/moons"), Path::new("/tmp/moons.toml"));
        assert_eq!(target("/tmp/a.txt"), Path::new("/tmp/a.txt"));
        assert_eq!(target(" "), Path::new("/home/me/circles-rbf.toml"));
    }
}
