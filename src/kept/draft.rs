//! Files of lessons that are edited and not saved: one for each window.

use std::path::{Path, PathBuf};

use super::text;
use system::{HeldFile, try_hold};

/// Largest number of windows that keep a draft at once: more than anybody has open.
const MOST_DRAFTS: u32 = 64;

/// File for the draft of one window, which no other window takes while this one lives.
#[derive(Debug)]
pub struct DraftFile {
    path: PathBuf,
    #[expect(dead_code, reason = "it holds while it lives")]
    held: HeldFile,
}

impl DraftFile {
    /// Takes the first draft that a window left behind, or else a file that is not there yet; `None` where the folder
    /// takes no files.
    #[must_use]
    pub fn claim(folder: &Path) -> Option<Self> {
        let path = |number| folder.join(format!("draft-{number}.toml"));
        let claim = |path: PathBuf| {
            let held = try_hold(&path)?;
            Some(Self { path, held })
        };
        let is_left = |path: &PathBuf| !matches!(text(path), Ok(None));
        let left = (1..=MOST_DRAFTS).map(path).filter(is_left).find_map(claim);
        left.or_else(|| (1..=MOST_DRAFTS).map(path).find_map(claim))
    }

    #[must_use]
    pub fn path(&self) -> &Path {
        &self.path
    }
}
