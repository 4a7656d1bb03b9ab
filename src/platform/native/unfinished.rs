//! Files and folders in the making, which an interrupted program takes with it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Mutex, MutexGuard, PoisonError},
};

use tempfile::TempPath;

/// Paths in the making.
#[derive(Debug)]
struct InTheMaking {
    /// Temporary files.
    files: Vec<PathBuf>,
    /// Folders that were made for files to come.
    folders: Vec<PathBuf>,
}

static UNFINISHED: Mutex<InTheMaking> = Mutex::new(InTheMaking {
    files: Vec::new(),
    folders: Vec::new(),
});

fn unfinished() -> MutexGuard<'static, InTheMaking> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Temporary file beside its target, deleted unless it is moved there.
#[derive(Debug)]
pub(super) struct UnfinishedFile {
    file: Option<TempPath>,
    path: PathBuf,
}

impl UnfinishedFile {
    /// Makes an empty file in `folder`, opened by `open`, and returns it with the writer. That is to be closed
    /// once it is written: many may wait for their place, and a system keeps only so many open.
    pub fn new(
        folder: &Path,
        open: impl Fn(&Path) -> io::Result<fs::File>,
    ) -> io::Result<(Self, fs::File)> {
        let mut builder = tempfile::Builder::new();
        let file = builder.prefix(".kpca-explorer-").make_in(folder, |path| {
            // Noted first: an interruption may come as soon as it is there.
            unfinished().files.push(path.to_owned());
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

impl Drop for UnfinishedFile {
    fn drop(&mut self) {
        // The file goes first.
        self.file.take();
        forget(&self.path);
    }
}

fn forget(path: &Path) {
    unfinished().files.retain(|known| known != path);
}

/// Folder that was made for files to come; it is deleted again when dropped, if still empty.
#[derive(Debug)]
pub struct UnfinishedFolder {
    path: PathBuf,
}

impl UnfinishedFolder {
    /// Makes the folder; `None` where it exists already.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make(path: &Path) -> io::Result<Option<Self>> {
        // Locked meanwhile: an interruption takes it along if it is ours, and only then.
        let mut known = unfinished();
        match fs::create_dir(path) {
            Ok(()) => {
                let path = path.to_owned();
                known.folders.push(path.clone());
                Ok(Some(Self { path }))
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Ok(None),
            Err(error) => Err(error),
        }
    }
}

impl Drop for UnfinishedFolder {
    fn drop(&mut self) {
        let mut known = unfinished();
        // A folder that holds files by now stays.
        let _ = fs::remove_dir(&self.path);
        known.folders.retain(|it| *it != self.path);
    }
}

/// Lets Ctrl-C, SIGTERM and a terminal that is closed (SIGHUP) remove unfinished files before they end the
/// program, from now on. A signal that it was started to ignore, as by nohup, stays ignored.
#[cfg(unix)]
pub fn clean_up_when_interrupted() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGTERM},
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // Without this they end the program as ever, and a temporary file may stay.
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGTERM, SIGHUP].into_iter();
    let heard = heard.filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else {
        return;
    };
    let wait = move || {
        for signal in &mut signals {
            // Kept locked: nothing new is begun until the end.
            let known = unfinished();
            for path in &known.files {
                let _ = fs::remove_file(path);
            }
            for folder in &known.folders {
                let _ = fs::remove_dir(folder);
            }
            let _ = emulate_default_handler(signal);
        }
    };
    let _ = std::thread::Builder::new()
        .name("interrupts".into())
        .spawn(wait);
}

/// Signals that are ignored, bit i for signal i + 1. Only Linux tells without `unsafe`; elsewhere none counts as ignored
/// but SIGHUP: nohup must hold, at the price of a temporary file.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(1)
}

/// Does nothing: other systems have no such signals that a program could wait for.
#[cfg(not(unix))]
pub fn clean_up_when_interrupted() {}
