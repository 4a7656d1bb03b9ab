//! Destination of a file, as a save dialog asks for it.

use std::path::{Path, PathBuf};

use crate::worker::OutputFile;
use explorer::setup::is_picture;
use system::documents_folder;
use tabular::printable::printable;

/// Typed path of a file, and the outcome of the last attempt to write it.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Destination {
    pub path: String,
    /// Name of the file without its extension, where no path is typed.
    pub suggestion: String,
    /// Folder for a bare name: the last one that was saved in.
    pub folder: Option<PathBuf>,
    /// Reason why the last attempt wrote nothing.
    pub problem: Option<String>,
    /// True where the user agreed that the file at `path` be replaced.
    pub replace: bool,
    /// True where the file at `path` is known to exist.
    pub exists: bool,
}

impl Destination {
    pub(super) fn suggesting(name: String) -> Self {
        Self {
            suggestion: name,
            ..Self::default()
        }
    }

    /// Path to write to: a bare name goes to the last folder saved in, else to `folder`, and a name without an
    /// extension gets `extension`.
    #[must_use]
    pub fn target(&self, extension: &str, folder: Option<&Path>) -> PathBuf {
        let mut path = self.place(folder);
        if path.extension().is_none() {
            path.set_extension(extension);
        }
        path
    }

    /// Path that was typed or else is suggested; a bare name goes to the last folder saved in, else to `folder`.
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

    /// Path to write to: a bare name goes to the last folder saved in, else to the user's documents or home folder, and
    /// a name without an extension gets `extension`.
    #[must_use]
    pub fn document(&self, extension: &str) -> PathBuf {
        self.target(extension, documents_folder().as_deref())
    }

    /// File at a path, replaced where the user agreed to that.
    pub(super) fn file(&self, path: PathBuf) -> OutputFile {
        let replace = self.replace;
        OutputFile { path, replace }
    }

    /// Notes the reason why nothing was written.
    pub(super) fn fail(&mut self, reason: &str) {
        self.problem = Some(printable(reason).into_owned());
    }

    /// Notes that the file at `path` exists: it is replaced once the user agrees.
    pub(super) fn refuse_to_replace(&mut self, path: &Path) {
        self.exists = true;
        self.problem = Some(exists_already(path));
    }

    /// Changes the typed path, and forgets the outcome of the last attempt, which was for another file.
    pub fn retype(&mut self, path: String) {
        if path != self.path {
            self.begin_anew(path);
        }
    }

    /// Takes over a path from the system's dialog, which has asked whether a file there is to be replaced.
    pub(super) fn choose(&mut self, path: &Path) {
        self.begin_anew(path.display().to_string());
        self.replace = true;
    }

    /// Forgets everything but what is suggested where no path is typed.
    fn begin_anew(&mut self, path: String) {
        *self = Self {
            path,
            suggestion: std::mem::take(&mut self.suggestion),
            folder: self.folder.take(),
            ..Self::default()
        };
    }
}

pub(super) fn exists_already(path: &Path) -> String {
    let path = path.display().to_string();
    format!("{} exists already", printable(&path))
}

/// Returns true where a file to open is a session, or a picture with a setup, rather than a table.
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
        let mut to = Destination {
            folder: Some("/tmp/talk".into()),
            exists: true,
            ..Destination::suggesting("circles-rbf".into())
        };
        to.retype("slide".into());
        let target = to.target("png", Some(Path::new("/home/me")));
        assert_eq!((target, to.exists), ("/tmp/talk/slide.png".into(), false));
    }

    #[test]
    fn what_was_suggested_is_there_again_where_a_chosen_path_is_cleared() {
        let mut to = Destination::suggesting("circles-rbf".into());
        to.choose(Path::new("/tmp/talk/slide.png"));
        assert!(to.replace);
        to.retype(String::new());
        assert_eq!(to.target("png", None), Path::new("circles-rbf.png"));
        assert!(!to.replace);
    }
}
