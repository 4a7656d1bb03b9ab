//! Temporary files and new folders that are removed when the program is interrupted, and those of runs that were
//! killed.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tempfile::TempPath;

use super::owner::{Owner, remove_those_of_the_dead};

/// Paths to remove when the program is interrupted.
#[derive(Debug)]
struct InTheMaking {
    /// Temporary files.
    files: Vec<PathBuf>,
    /// Folders created for files that are still to come.
    folders: Vec<PathBuf>,
    /// Folders that were looked through for files of dead runs.
    tidied: Vec<PathBuf>,
}

static UNFINISHED: Mutex<InTheMaking> = Mutex::new(InTheMaking {
    files: Vec::new(),
    folders: Vec::new(),
    tidied: Vec::new(),
});

fn unfinished() -> MutexGuard<'static, InTheMaking> {
    UNFINISHED.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Temporary file beside its target; deleted on drop unless moved to the target.
#[derive(Debug)]
pub(super) struct UnfinishedFile {
    file: Option<TempPath>,
    path: PathBuf,
}

impl UnfinishedFile {
    /// Creates an empty file in `folder`, opened by `open`, and returns it with its writer. Close the writer once
    /// the file is written: many files may wait to be moved, and a system keeps only so many open.
    pub fn new(
        folder: &Path,
        open: impl Fn(&Path) -> io::Result<fs::File>,
    ) -> io::Result<(Self, fs::File)> {
        let mut builder = tempfile::Builder::new();
        let prefix = Owner::this().to_string();
        let file = builder.prefix(&prefix).make_in(folder, |path| {
            // Registered before it exists, since an interruption may come at any time.
            unfinished().files.push(path.to_owned());
            open(path).inspect_err(|_| forget(path))
        })?;
        let (file, name) = file.into_parts();
        let path = name.to_path_buf();
        // From here on the file is deleted on any early return.
        let unfinished = Self {
            file: Some(name),
            path,
        };
        if is_untidy(folder) {
            remove_those_of_the_dead(folder, &unfinished.path);
        }
        Ok((unfinished, file))
    }

    /// Moves the file to `target`; replaces an existing file only if `replace` is set.
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
        // The file is deleted before its path is forgotten.
        self.file.take();
        forget(&self.path);
    }
}

/// Returns true where a folder was not yet looked through for files of dead runs; counts it as looked through.
fn is_untidy(folder: &Path) -> bool {
    let tidied = &mut unfinished().tidied;
    let is_new = tidied.iter().all(|known| known != folder);
    if is_new {
        tidied.push(folder.to_owned());
    }
    is_new
}

fn forget(path: &Path) {
    unfinished().files.retain(|known| known != path);
}

/// Folder created for files to come; deleted on drop if still empty.
#[derive(Debug)]
pub struct UnfinishedFolder {
    path: PathBuf,
}

impl UnfinishedFolder {
    /// Creates the folder; `None` where it exists already.
    ///
    /// # Errors
    /// When the system refuses.
    pub fn make(path: &Path) -> io::Result<Option<Self>> {
        // Locked while the folder is created, so that an interruption removes it only if it is ours.
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
        // Removing fails for a folder that holds files, which so stays.
        let _ = fs::remove_dir(&self.path);
        known.folders.retain(|it| *it != self.path);
    }
}

/// Installs a handler by which Ctrl-C, Ctrl-\, SIGTERM, the closing of the terminal (SIGHUP) and the end of the time
/// that the system grants (SIGXCPU) remove unfinished files before they end the program. Signals that the program was
/// started to ignore, as by nohup, stay ignored. A file that grows too large (SIGXFSZ) is an error of writing.
#[cfg(unix)]
pub fn clean_up_when_interrupted() {
    use signal_hook::{
        consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGXCPU, SIGXFSZ},
        flag,
        iterator::Signals,
        low_level::emulate_default_handler,
    };
    // Once it is handled, the system refuses to write on, and that has words. Nobody asks for the flag.
    let _ = flag::register(SIGXFSZ, Arc::default());
    // Without the handler the signals end the program as usual, and a temporary file may stay.
    let ignored = ignored_signals();
    let heard = [SIGINT, SIGQUIT, SIGTERM, SIGHUP, SIGXCPU].into_iter();
    let heard = heard.filter(|signal| ignored >> (signal - 1) & 1 == 0);
    let Ok(mut signals) = Signals::new(heard) else {
        return;
    };
    let wait = move || {
        for signal in &mut signals {
            // The lock is kept, so that no new file is begun before the end.
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

/// Signals that are ignored: bit i stands for signal i + 1. Only Linux tells them without `unsafe`; elsewhere
/// SIGHUP alone counts as ignored, so that nohup works, at the price of a temporary file that may stay.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok())
        .unwrap_or(1)
}

/// Does nothing: other systems have no such signals for a program to handle.
#[cfg(not(unix))]
pub fn clean_up_when_interrupted() {}
