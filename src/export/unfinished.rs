//! Files in the making, which an interrupted program takes with it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::TempPath;

/// Where temporary files stand now.
static UNFINISHED: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

fn unfinished() -> MutexGuard<'static, Vec<PathBuf>> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A file beside its target, gone unless it is moved there.
#[derive(Debug)]
pub(super) struct Unfinished {
    file: Option<TempPath>,
    path: PathBuf,
}

impl Unfinished {
    /// Makes an empty file in `folder`, opened by `open`, and returns it with what is to be written to it. That is to
    /// be closed then: many may wait for their place, and a system keeps only so many open.
    pub fn new(
        folder: &Path,
        open: impl Fn(&Path) -> io::Result<fs::File>,
    ) -> io::Result<(Self, fs::File)> {
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix(".kpca-explorer-").make_in(folder, |path| {
            // Noted first: an interruption may come as soon as it is there.
            unfinished().push(path.to_owned());
            open(path).inspect_err(|_| forget(path))
        })?;
        let (file, name) = file.into_parts();
        let path = name.to_path_buf();
        // From here on it is gone wherever this ends early.
        let unfinished = Self {
            file: Some(name),
            path,
        };
        Ok((unfinished, file))
    }

    /// Moves the file to its place; over another only if that may be replaced.
    pub fn move_to(mut self, target: &Path, replace: bool) -> io::Result<()> {
        let Some(file) = self.file.take() else {
            return Ok(());
        };
        let moved = if replace {
            file.persist(target)
        } else {
            file.persist_noclobber(target)
        };
        moved.map_err(|error| error.error)
    }
}

impl Drop for Unfinished {
    fn drop(&mut self) {
        // The file goes first.
        self.file.take();
        forget(&self.path);
    }
}

fn forget(path: &Path) {
    unfinished().retain(|known| known != path);
}

/// From now on Ctrl-C and SIGTERM remove temporary files before they end the program.
#[cfg(unix)]
pub fn clean_up_when_interrupted() {
    use signal_hook::{
        consts::{SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // Without this they end the program as ever, and a temporary file may stay.
    let Ok(mut signals) = Signals::new([SIGINT, SIGTERM]) else {
        return;
    };
    let wait = move || {
        for signal in &mut signals {
            // Kept locked: nothing new is begun until the end.
            let paths = unfinished();
            for path in paths.iter() {
                let _ = fs::remove_file(path);
            }
            let _ = emulate_default_handler(signal);
        }
    };
    let _ = std::thread::Builder::new()
        .name("interrupts".into())
        .spawn(wait);
}

/// Other systems have no such signals that a program could wait for.
#[cfg(not(unix))]
pub fn clean_up_when_interrupted() {}
