//! Files of a page: named bytes, brought by a dialog, a drop or a lesson.

use std::{
    cell::RefCell,
    collections::HashMap,
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

/// Folder of the files that the browser keeps between visits.
const OWN: &str = "/kpca-explorer";

/// Stored bytes of a file.
#[derive(Clone)]
struct StoredFile {
    bytes: Arc<[u8]>,
    /// Number that grows from file to file; it distinguishes a new file from an older one of the same name.
    number: u64,
}

thread_local! {
    static FILES: RefCell<HashMap<PathBuf, StoredFile>> = RefCell::default();
}

/// Open file: its bytes with the reading position.
pub struct OpenFile(Cursor<Arc<[u8]>>);

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.read(buffer)
    }
}

/// Stores a file under this name, replacing an older one.
pub fn store(path: &Path, bytes: Vec<u8>) {
    FILES.with_borrow_mut(|files| {
        let number = files.values().map(|file| file.number + 1).max();
        let content = StoredFile {
            bytes: bytes.into(),
            number: number.unwrap_or(1),
        };
        files.insert(path.to_owned(), content);
    });
}

fn find(path: &Path) -> io::Result<StoredFile> {
    FILES
        .with_borrow(|files| files.get(path).cloned())
        .ok_or_else(|| ErrorKind::NotFound.into())
}

/// Opens `path`, and returns it with its length in bytes.
///
/// # Errors
/// When no such file was stored.
pub fn open(path: &Path, _most: u64) -> io::Result<(OpenFile, u64)> {
    // Another tab may have written it meanwhile.
    if path.starts_with(OWN)
        && let Some(text) = path.to_str().and_then(kpca_bridge::kept)
    {
        store(path, text.into_bytes());
    }
    let StoredFile { bytes, .. } = find(path)?;
    let length = bytes.len() as u64;
    Ok((OpenFile(Cursor::new(bytes)), length))
}

/// Time made from the file's number, so that a new file of the same name has another time; `None` where there is no
/// such file.
pub fn modified(path: &Path) -> Option<SystemTime> {
    let StoredFile { number, .. } = find(path).ok()?;
    SystemTime::UNIX_EPOCH.checked_add(Duration::from_secs(number))
}

/// Stores a text under the name `path`.
///
/// # Errors
/// Never: a page has no disk that could be full.
#[allow(clippy::unnecessary_wraps, reason = "elsewhere a system may refuse")]
pub fn put(path: &Path, text: &str) -> io::Result<()> {
    store(path, text.as_bytes().to_vec());
    Ok(())
}

/// Bytes of the file `name` beside a lesson.
///
/// # Errors
/// When no such file was stored.
pub fn read_within(folder: &Path, name: &str, _most: u64) -> io::Result<Vec<u8>> {
    Ok(find(&folder.join(name))?.bytes.to_vec())
}

/// Folder of the program's own files.
#[must_use]
#[allow(clippy::unnecessary_wraps, reason = "elsewhere there may be none")]
pub fn own_folder() -> Option<PathBuf> {
    Some(OWN.into())
}

/// Returns nothing: the browser decides where downloads go.
#[must_use]
pub fn documents_folder() -> Option<PathBuf> {
    None
}

/// Returns nothing: the browser decides where downloads go.
#[must_use]
pub fn pictures_folder() -> Option<PathBuf> {
    None
}
