//! Interface to the system: files, folders, clock, memory, lanes to compute on, dialogs, the window.
//!
//! Two folders define the same names: `native` for Linux, macOS and Windows, and `web` for a page in a browser. No
//! other code distinguishes the two.

mod dialog;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;
mod write_error;

#[cfg(not(target_arch = "wasm32"))]
use native as system;
#[cfg(target_arch = "wasm32")]
use web as system;

use std::path::{Path, PathBuf};

pub use dialog::{DialogWish, FileDialog};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{clean_up_when_interrupted, start_threads};
pub use system::{
    LEAST_DIALOG_SECONDS, Lane, OpenFile, Outputs, UnfinishedFolder, arrived, aside, breathe,
    documents_folder, free_memory, full_screen, hold_closing, link, modified, open, own_folder,
    pause, pick, pictures_folder, put, read_within, show_address, show_window, tell,
    write_own_file,
};
#[cfg(target_arch = "wasm32")]
pub use web::{asked, fail, share_work};
pub use web_time::Instant;
pub use write_error::WriteError;

listed! {
    /// Priority of work where a single thread does all of it.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
    pub enum Urgency {
        /// Work for when nothing else is to be done: sweeps and full spectra.
        Aside => "aside",
        /// Errands, such as writing a file.
        Errand => "errands",
        /// Work on the visible picture.
        Live => "analysis",
    }
    /// Name of the thread that does work of this priority.
    fn name
}

/// Event that comes from outside the window.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Arrival {
    /// File to open.
    File(PathBuf),
    /// Setup line that the page's address now holds.
    Line(String),
    /// Sentence to show.
    Remark(String),
}

impl Outputs {
    /// Stages `bytes` as the output for `path`.
    ///
    /// # Errors
    /// When the system refuses; nothing has been written to `path`.
    pub fn stage(&mut self, path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
        self.stage_by(path, |out| {
            out.write_all(bytes).map_err(WriteError::at(path))
        })
    }
}
