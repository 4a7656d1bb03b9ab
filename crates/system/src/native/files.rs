//! Reading of files, pipes and devices.
//!
//! A pipe (a FIFO, `<(…)`, `/dev/stdin`) gives its bytes once, but the program reads a file several times: for its
//! kind, its checksum and its rows. So the bytes of a pipe are kept while the program runs.

use std::{
    collections::HashMap,
    fs::{self, File},
    io::{self, Cursor, ErrorKind, Read},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::SystemTime,
};

use crate::input::BoundedReader;

/// Largest number of bytes read from a pipe, 512 MiB, since they are kept in memory.
const LONGEST_PIPE: u64 = 512 << 20;

/// Open file, or the kept bytes of a pipe.
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

/// Opens `path`, and returns it with its length in bytes; a pipe is read to its end, up to `most` bytes.
///
/// # Errors
/// When the system refuses, when the path is a folder, or when a pipe exceeds its bound.
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

/// Time at which a file last changed; `None` where the system does not give it.
pub fn modified(path: &Path) -> Option<SystemTime> {
    fs::metadata(path).and_then(|file| file.modified()).ok()
}

/// Writes a text to `path`, and creates the path's folder if needed.
///
/// # Errors
/// When the system refuses.
pub fn put(path: &Path, text: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    fs::write(path, text)
}

/// Reads at most `most` + 1 bytes of the file `name` in `folder`, so that the caller can tell that a file is longer
/// than `most`. Links are resolved.
///
/// # Errors
/// When the system refuses, or when the resolved path is outside the folder or not a file.
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

/// Bytes of a pipe, or the kind and message of the error that reading it gave.
type PipeBytes = Result<Arc<[u8]>, (ErrorKind, String)>;

/// Bytes of the pipe at `path`, read at the first call and kept.
fn piped(path: &Path, most: u64) -> io::Result<Arc<[u8]>> {
    static PIPES: Mutex<Option<HashMap<PathBuf, Arc<OnceLock<PipeBytes>>>>> = Mutex::new(None);
    let pipe = {
        // The list is not locked while a pipe waits for its writer, so that other pipes can be read.
        let mut pipes = PIPES.lock().unwrap_or_else(PoisonError::into_inner);
        let pipes = pipes.get_or_insert_default();
        Arc::clone(pipes.entry(path.to_owned()).or_default())
    };
    let read = || {
        let mut bytes = Vec::new();
        let read = File::open(path)
            .and_then(|file| BoundedReader::new(file, most).read_to_end(&mut bytes));
        let read = read.map(|_| bytes.into());
        read.map_err(|error| (error.kind(), error.to_string()))
    };
    match pipe.get_or_init(read) {
        Ok(bytes) => Ok(Arc::clone(bytes)),
        Err((kind, words)) => Err(io::Error::new(*kind, words.clone())),
    }
}
