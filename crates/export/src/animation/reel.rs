//! Destination of an animation's pictures: one file, or a file for each frame.

use std::path::{Path, PathBuf};

use crate::{ExportError, Format};
use system::{UnfinishedFolder, WriteError};

/// Pattern of the pictures' names in a folder.
const FRAME: &str = "frame-###.png";

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reel {
    Gif(PathBuf),
    /// One figure with all pictures side by side.
    Sheet(PathBuf),
    /// One PNG for each frame, counted from 1.
    Numbered {
        /// True where the path named the folder rather than the files in it: a folder that is missing is then made.
        makes_folder: bool,
        folder: PathBuf,
        /// Parts of the name before and behind the number.
        name: [String; 2],
        /// Least number of digits of the number.
        digits: usize,
    },
}

impl Reel {
    /// Parses a path: a name in `.gif` stands for a GIF, a name in `.png` with `#` for the digits of the number for one
    /// PNG for each frame, and a folder for such PNGs in it.
    ///
    /// # Errors
    /// When it is none of these.
    pub fn of(path: &Path) -> Result<Self, ExportError> {
        let text = path.to_string_lossy();
        let none = || ExportError::Animation(path.display().to_string());
        let ends_in = |wanted: &str| {
            let extension = path.extension();
            extension.is_some_and(|it| it.eq_ignore_ascii_case(wanted))
        };
        let is_folder = text.ends_with(std::path::is_separator) || path.is_dir();
        if is_folder || path.extension().is_none() && path.file_name().is_some() {
            return numbered(true, path, FRAME).ok_or_else(none);
        }
        if ends_in("gif") {
            return Ok(Self::Gif(path.to_owned()));
        }
        let name = path.file_name().and_then(|name| name.to_str());
        let name = name.filter(|_| ends_in("png")).ok_or_else(none)?;
        let folder = path.parent().unwrap_or(Path::new(""));
        numbered(false, folder, name).ok_or_else(none)
    }

    /// One figure in a file whose name ends in `.png`, `.svg` or `.pdf`.
    ///
    /// # Errors
    /// When it ends in none of these.
    pub fn sheet(path: &Path) -> Result<Self, ExportError> {
        Format::of(path)?;
        Ok(Self::Sheet(path.to_owned()))
    }

    /// Paths of the files of so many frames.
    #[must_use]
    pub fn paths(&self, frames: usize) -> Vec<PathBuf> {
        match self {
            Self::Gif(path) | Self::Sheet(path) => vec![path.clone()],
            Self::Numbered {
                folder,
                name: [before, behind],
                digits,
                ..
            } => {
                let digits = (*digits).max(frames.to_string().len());
                let name = |i: usize| format!("{before}{i:0digits$}{behind}");
                (1..=frames).map(|i| folder.join(name(i))).collect()
            }
        }
    }

    /// Path with `#` where a number stands.
    #[must_use]
    pub fn pattern(&self) -> PathBuf {
        match self {
            Self::Gif(path) | Self::Sheet(path) => path.clone(),
            Self::Numbered {
                folder,
                name: [before, behind],
                digits,
                ..
            } => folder.join(format!("{before}{}{behind}", "#".repeat(*digits))),
        }
    }

    /// Makes the folder if the path named it and it is missing. It is deleted with the returned guard if nothing
    /// comes into it.
    pub(super) fn make_folder(&self) -> Result<Option<UnfinishedFolder>, ExportError> {
        let Self::Numbered {
            makes_folder: true,
            folder,
            ..
        } = self
        else {
            return Ok(None);
        };
        Ok(UnfinishedFolder::make(folder).map_err(WriteError::at(folder))?)
    }
}

/// Files named by a pattern; `None` where it has no place for the number.
fn numbered(makes_folder: bool, folder: &Path, pattern: &str) -> Option<Reel> {
    let (before, rest) = pattern.split_once('#')?;
    let behind = rest.trim_start_matches('#');
    if behind.contains('#') {
        return None;
    }
    Some(Reel::Numbered {
        makes_folder,
        folder: folder.to_owned(),
        name: [before.to_owned(), behind.to_owned()],
        digits: 1 + rest.len() - behind.len(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn paths(path: &str, frames: usize) -> Vec<String> {
        let paths = Reel::of(Path::new(path)).unwrap().paths(frames);
        let text = |path: &PathBuf| path.to_str().unwrap().replace('\\', "/");
        paths.iter().map(text).collect()
    }

    #[test]
    fn the_name_says_what_is_written() {
        assert_eq!(paths("a/moons.GIF", 3), ["a/moons.GIF"]);
        assert_eq!(paths("a/m-##.png", 2), ["a/m-01.png", "a/m-02.png"]);
        assert_eq!(paths("frames/", 1), ["frames/frame-001.png"]);
        assert_eq!(paths("frames", 1), ["frames/frame-001.png"]);
        // A number has all of its digits, so that names sort as they are counted.
        assert_eq!(paths("m#.png", 10)[..2], ["m01.png", "m02.png"]);
        let pattern = Reel::of(Path::new("frames")).unwrap().pattern();
        assert_eq!(pattern, Path::new("frames/frame-###.png"));
        for refused in ["moons.png", "moons.mp4", "a#b#.png", "a.gif/..", ""] {
            let error = Reel::of(Path::new(refused)).unwrap_err().to_string();
            assert!(error.contains("moons-###.png"), "{error}");
        }
    }

    #[test]
    fn a_folder_is_made_once() {
        let folder = tempfile::tempdir().unwrap();
        let new = folder.path().join("frames");
        let reel = Reel::of(&new).unwrap();
        let made = reel.make_folder().unwrap();
        assert!(made.is_some() && reel.make_folder().unwrap().is_none());
        std::fs::write(new.join("frame-001.png"), "").unwrap();
        drop(made);
        assert!(new.exists(), "it stays with what is in it");
        std::fs::remove_dir_all(&new).unwrap();
        drop(reel.make_folder().unwrap());
        assert!(!new.exists(), "it goes when it is empty");
        let nowhere = folder.path().join("no/frames");
        let reason = Reel::of(&nowhere).unwrap().make_folder().unwrap_err();
        assert!(reason.to_string().contains("no/frames"), "{reason}");
    }
}
