//! Files of the program's own, which all its windows share.

use std::{
    fs::{self, File, TryLockError},
    io::{self, ErrorKind},
    path::{Path, PathBuf},
};

use super::outputs::write_file;
use crate::WriteError;

/// Lock on a file of the program's own, held until it is dropped or the process ends in any way. It keeps out only
/// other windows that ask for the lock as well.
#[derive(Debug)]
pub struct HeldFile(#[expect(dead_code, reason = "open, it holds")] File);

/// Waits until no other window holds the lock on `path`, and takes it.
///
/// # Errors
/// When the system refuses.
pub fn hold(path: &Path) -> io::Result<HeldFile> {
    let file = beside(path)?;
    file.lock()?;
    Ok(HeldFile(file))
}

/// Takes the lock on `path`; `None` where another window holds it, or the system refuses.
#[must_use]
pub fn try_hold(path: &Path) -> Option<HeldFile> {
    let file = beside(path).ok()?;
    match file.try_lock() {
        Ok(()) => Some(HeldFile(file)),
        Err(TryLockError::WouldBlock | TryLockError::Error(_)) => None,
    }
}

/// Opens the file that is locked in place of `path`, with the ending `.lock`: `path` itself is replaced whenever it is
/// written.
fn beside(path: &Path) -> io::Result<File> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let mut options = File::options();
    options.create(true).truncate(false).write(true);
    options.open(path.with_extension("lock"))
}

/// Writes a file of the program's own, creating its folder if needed, and replaces an older file.
///
/// # Errors
/// When the system refuses, in plain words.
pub fn write_own_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    if let Some(folder) = path.parent() {
        // If this fails, writing fails too and gives the reason.
        let _ = fs::create_dir_all(folder);
    }
    write_file(path, bytes, true)
}

/// Removes a file of the program's own, if it is there.
///
/// # Errors
/// When the system refuses, in plain words.
pub fn remove_own_file(path: &Path) -> Result<(), WriteError> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => Err(WriteError::at(path)(error)),
        _ => Ok(()),
    }
}

/// Renames a file of the program's own that cannot be used, and returns its new path: with `.bad` behind its name, and
/// a number where that is taken.
///
/// # Errors
/// When the system refuses.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let named = |end: String| {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        PathBuf::from(name)
    };
    let numbers = (2..).map(|number: u32| format!(".bad-{number}"));
    let mut names = [".bad".to_owned()].into_iter().chain(numbers).map(named);
    // A link that leads nowhere takes a name, too.
    let free = names.find(|path| fs::symlink_metadata(path).is_err());
    let free = free.ok_or(ErrorKind::AlreadyExists)?;
    fs::rename(path, &free)?;
    Ok(free)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_held_file_is_held_once_and_can_be_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/a.toml");
        let held = hold(&path).unwrap();
        assert!(try_hold(&path).is_none());
        write_own_file(&path, b"one").unwrap();
        write_own_file(&path, b"two").unwrap();
        assert!(try_hold(&path).is_none());
        drop(held);
        // A process that a test beside this one starts has the file, too, until it runs its own program.
        drop(hold(&path).unwrap());
        remove_own_file(&path).unwrap();
        remove_own_file(&path).unwrap();
        assert!(!path.exists());
    }

    #[test]
    fn nothing_that_was_set_aside_is_replaced() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        for (text, name) in [("one", "a.toml.bad"), ("two", "a.toml.bad-2")] {
            fs::write(&path, text).unwrap();
            assert_eq!(set_aside(&path).unwrap(), folder.path().join(name));
            assert_eq!(fs::read_to_string(folder.path().join(name)).unwrap(), text);
        }
        assert!(!path.exists());
        assert!(set_aside(&path).is_err());
    }
}
