//! Interface to the system: files, folders, clock, memory and lanes to compute on.
//!
//! Two folders define the same names: `native` for Linux, macOS and Windows, and `web` for a page in a browser. No
//! other code distinguishes the two.

#![forbid(unsafe_code)]

#[macro_use(listed)]
extern crate listed;

pub mod input;
pub mod io_words;
#[cfg(not(target_arch = "wasm32"))]
mod native;
#[cfg(target_arch = "wasm32")]
mod web;
mod write_error;

#[cfg(not(target_arch = "wasm32"))]
use native as here;
#[cfg(target_arch = "wasm32")]
use web as here;

use std::path::Path;

pub use here::{
    HeldFile, Lane, OpenFile, Outputs, UnfinishedFolder, aside, breathe, documents_folder,
    free_memory, hold, modified, open, own_folder, pause, pictures_folder, put, read_within,
    remove_own_file, set_aside, try_hold, unless_cancelled, write_own_file,
};
#[cfg(not(target_arch = "wasm32"))]
pub use native::{clean_up_when_interrupted, is_output_closed, start_threads};
#[cfg(target_arch = "wasm32")]
pub use web::{share_work, store};
pub use web_time::Instant;
pub use write_error::WriteError;

/// Function that returns true once work was given up; called now and then while the work goes on.
pub type CancelCheck<'a> = &'a (dyn Fn() -> bool + Sync);

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
