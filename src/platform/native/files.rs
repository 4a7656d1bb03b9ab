//! Files, pipes and devices that are read.
//!
//! A pipe (a FIFO, `<(…)`, `/dev/stdin`) gives its bytes once, and a file is looked at more than once:
//! for its kind, for its checksum, for its rows. So the bytes of a pipe are kept while the program runs.

use std::{
    collections::HashMap,
    fmt,
    fs::{self, File},
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

use crate::input::BoundedReader;

/// Most bytes kept of a pipe, since they stay in memory.
const LONGEST_PIPE: u64 = 512 << 20;

/// An open file, or the bytes of a pipe.
pub enum OpenFile {
    File(File),
    Pipe(Cursor<Arc<[u8]>>),
}

impl Read for OpenFile {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self {
            Self::File(file) => file.read(buffer),
            Self::Pipe(bytes) => bytes.read(buffer),
        }
    }
}

/// Opens `path`, a pipe with no more than `most` bytes, and returns it with its length in bytes.
///
/// # Errors
/// When the system refuses, it is a folder, or a pipe gives more than its bound.
pub fn open(path: &Path, most: u64) -> io::Result<(OpenFile, u64)> {
    let about = path.metadata()?;
    if about.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if about.is_file() {
        return Ok((OpenFile::File(File::open(path)?), about.len()));
    }
    let bytes = piped(path, most.min(LONGEST_PIPE))?;
    let length = bytes.len() as u64;
    Ok((OpenFile::Pipe(Cursor::new(bytes)), length))
}

/// Time at which a file last changed, where the system says so.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Puts a text at `path`, with its folder.
///
/// # Errors
/// When the system refuses.
pub fn put(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Bytes of the file `name` within a folder, wherever links lead; one more than `most` of a longer one.
///
/// # Errors
/// When the system refuses, or it is outside of the folder, or no file.
pub fn read_within(folder: &Path, name: &str, most: u64) -> io::Result<Vec<u8>> {
    let inside = if folder == Path::new("") {
        Path::new(".")
    } else {
        folder
    };
    let path = inside.join(name).canonicalize()?;
    if !path.starts_with(inside.canonicalize()?) {
        return Err(io::Error::other("it is not in the folder of the lesson"));
    }
    if !path.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    File::open(&path)?.take(most + 1).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Bytes of a pipe, or why it gave none.
type PipeBytes = Result<Arc<[u8]>, Refusal>;

/// Error of the system that can be told more than once.
#[derive(Clone)]
struct Refusal {
    kind: ErrorKind,
    words: String,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words)
    }
}

/// Bytes of the pipe at `path`, read when they are first asked for.
fn piped(path: &Path, most: u64) -> io::Result<Arc<[u8]>> {
    static PIPES: Mutex<Option<HashMap<PathBuf, Arc<OnceLock<PipeBytes>>>>> = Mutex::new(None);
    let pipe = {
        // A pipe may wait for its writer, and others are not kept waiting.
        let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
        let pipes = pipes.get_or_insert_default();
        Arc::clone(pipes.entry(path.to_owned()).or_default())
    };
    let read = || {
        let mut bytes = Vec::new();
        let read = File::open(path)
            .and_then(|file| BoundedReader::new(file, most).read_to_end(&mut bytes));
        match read {
            Ok(_) => Ok(bytes.into()),
            Err(error) => Err(Refusal {
                kind: error.kind(),
                words: error.to_string(),
            }),
        }
    };
    match pipe.get_or_init(read) {
        Ok(bytes) => Ok(Arc::clone(bytes)),
        Err(refusal) => Err(io::Error::new(refusal.kind, refusal.to_string())),
    }
}
