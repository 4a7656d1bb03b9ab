//! Files of the program's own, which the browser keeps between visits and all tabs share.

use std::{
    io,
    path::{Path, PathBuf},
};

use super::files::store;
use crate::WriteError;

/// Stand-in for the lock on a file: no tab begins to write while another does.
#[derive(Debug)]
pub struct HeldFile;

/// Returns the stand-in for a lock at once.
///
/// # Errors
/// Never.
pub fn hold(_path: &Path) -> io::Result<HeldFile> {
    Ok(HeldFile)
}

/// Returns the stand-in for a lock at once, never `None`.
#[must_use]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere another window may")]
pub fn try_hold(_path: &Path) -> Option<HeldFile> {
    Some(HeldFile)
}

/// Keeps a file of the program's own between visits.
///
/// # Errors
/// When the bytes are not text.
pub fn write_own_file(path: &Path, bytes: &[u8]) -> Result<(), WriteError> {
    let text = std::str::from_utf8(bytes).map_err(io::Error::other);
    let text = text.map_err(WriteError::at(path))?;
    store(path, bytes.to_vec());
    if let Some(name) = path.to_str() {
        kpca_bridge::keep(name, text);
    }
    Ok(())
}

/// Empties a file of the program's own.
///
/// # Errors
/// Never.
pub fn remove_own_file(path: &Path) -> Result<(), WriteError> {
    write_own_file(path, b"")
}

/// Moves the text of a file that cannot be used to a name with `.bad` behind it, and returns that name.
///
/// # Errors
/// When there is no such text.
pub fn set_aside(path: &Path) -> io::Result<PathBuf> {
    let mut name = path.as_os_str().to_owned();
    name.push(".bad");
    let bad = PathBuf::from(name);
    let text = path.to_str().and_then(kpca_bridge::kept);
    let text = text.ok_or(io::ErrorKind::NotFound)?;
    write_own_file(&bad, text.as_bytes()).map_err(io::Error::other)?;
    write_own_file(path, b"").map_err(io::Error::other)?;
    Ok(bad)
}
