//! Opening of every file, pipe and device that is read, each up to a largest number of bytes.

use std::{
    io::{self, ErrorKind, Read},
    path::Path,
    time::Duration,
};

use crate::{Instant, OpenFile, free_memory, unless_cancelled};

/// Longest session, lesson or settings file, in bytes: the longest lesson that comes with the program
/// has 60 KiB, and each table inside one is 64 KiB at most.
const LONGEST_DOCUMENT: u64 = 16 << 20;
/// Time within which a session, lesson or settings file must answer, since the window waits for it: a disk that sleeps
/// takes a few seconds, and a pipe that nobody writes to never answers.
const PATIENCE: Duration = Duration::from_secs(10);
/// Longest file of labels, in bytes: a million labels of 250 characters.
const LONGEST_LABELS: u64 = 256 << 20;
/// Longest figure, in bytes: a PNG of the largest size is shorter unless it is noise.
const LONGEST_PICTURE: u64 = 256 << 20;

/// Kind of content that is read, which decides how long it may be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ContentKind {
    /// Rows of data, old or new: half of the free memory.
    Table,
    /// One label per line: 256 MiB.
    Labels,
    /// A session, a lesson or settings: 16 MiB.
    Document,
    /// A figure: 256 MiB.
    Picture,
}

impl ContentKind {
    /// Largest number of bytes that are read.
    #[must_use]
    pub fn most(self) -> u64 {
        match self {
            Self::Table => free_memory() / 2,
            Self::Labels => LONGEST_LABELS,
            Self::Document => LONGEST_DOCUMENT,
            Self::Picture => LONGEST_PICTURE,
        }
    }
}

/// A file, or the bytes of a pipe, with its length where that is known beforehand.
pub struct Input {
    /// Length in bytes; 0 where it is not known.
    pub length: u64,
    reader: BoundedReader<OpenFile>,
}

impl Read for Input {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.reader.read(buffer)
    }
}

/// Opens `path` to read `content` from it.
///
/// # Errors
/// When the system refuses, `path` is a folder, a pipe gives more than its bound, or a document does not answer within
/// ten seconds.
pub fn open(path: &Path, content: ContentKind) -> io::Result<Input> {
    let most = content.most();
    let (opened, length) = match content {
        ContentKind::Document => open_within(PATIENCE, path, most)?,
        ContentKind::Table | ContentKind::Labels | ContentKind::Picture => crate::open(path, most)?,
    };
    let reader = BoundedReader::new(opened, most);
    Ok(Input { length, reader })
}

/// Opens `path` as [`crate::open`] does, within a time.
///
/// # Errors
/// When the system refuses, or does not answer in time.
fn open_within(time: Duration, path: &Path, most: u64) -> io::Result<(OpenFile, u64)> {
    let (since, path) = (Instant::now(), path.to_owned());
    let opened = unless_cancelled(&|| since.elapsed() > time, move |_| {
        crate::open(&path, most)
    });
    opened.unwrap_or_else(|| {
        let time = time.as_secs();
        Err(io::Error::other(format!(
            "nothing came from it within {time} seconds"
        )))
    })
}

/// Whole bytes of the `content` at `path`.
///
/// # Errors
/// The errors of [`open`], and when the content is longer than its bound.
pub fn bytes(path: &Path, content: ContentKind) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    open(path, content)?.read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Whole text of the `content` at `path`.
///
/// # Errors
/// The errors of [`bytes`], and when the content is not UTF-8.
pub fn text(path: &Path, content: ContentKind) -> io::Result<String> {
    String::from_utf8(bytes(path, content)?).map_err(|_| ErrorKind::InvalidData.into())
}

/// Reader that fails past `most` bytes, such as on a small packed file that unpacks to very much.
pub struct BoundedReader<R> {
    reader: R,
    most: u64,
    left: u64,
}

impl<R> BoundedReader<R> {
    pub fn new(reader: R, most: u64) -> Self {
        Self {
            reader,
            most,
            left: most,
        }
    }
}

impl<R: Read> Read for BoundedReader<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        let left = self.left.checked_sub(count as u64);
        self.left = left.ok_or_else(|| {
            let most = self.most >> 20;
            io::Error::other(format!(
                "it is longer than the {most} MiB that are read of such a file"
            ))
        })?;
        Ok(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_than_the_bound_is_read() {
        let mut all = Vec::new();
        let exact = BoundedReader::new(&[7; 100][..], 100).read_to_end(&mut all);
        assert_eq!(exact.unwrap(), 100);
        let more = BoundedReader::new(io::repeat(7), 5 << 20).read_to_end(&mut all);
        let said = more.unwrap_err().to_string();
        assert_eq!(
            said,
            "it is longer than the 5 MiB that are read of such a file"
        );
    }

    #[test]
    #[cfg(unix)]
    fn what_has_no_end_is_refused_for_every_content() {
        for content in [
            ContentKind::Document,
            ContentKind::Labels,
            ContentKind::Table,
        ] {
            let said = bytes(Path::new("/dev/zero"), content).unwrap_err();
            assert!(said.to_string().starts_with("it is longer than"), "{said}");
        }
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_that_nobody_writes_to_is_given_up() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        for _ in 0..2 {
            let opened = open_within(Duration::from_millis(30), &path, 100);
            let said = opened.err().unwrap().to_string();
            assert_eq!(said, "nothing came from it within 0 seconds");
        }
        // The thread that was left behind ends.
        std::fs::write(&path, "late").unwrap();
        assert_eq!(text(&path, ContentKind::Document).unwrap(), "late");
    }

    #[test]
    #[cfg(unix)]
    fn a_pipe_is_read_once_and_looked_at_as_often_as_needed() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("pipe");
        let made = std::process::Command::new("mkfifo").arg(&path).status();
        assert!(made.unwrap().success());
        let writer = std::thread::spawn({
            let path = path.clone();
            move || std::fs::write(path, "1,2\n3,4\n")
        });
        for _ in 0..3 {
            let mut start = [0; 3];
            open(&path, ContentKind::Table)
                .unwrap()
                .read_exact(&mut start)
                .unwrap();
            assert_eq!(&start, b"1,2");
            assert_eq!(text(&path, ContentKind::Labels).unwrap(), "1,2\n3,4\n");
        }
        writer.join().unwrap().unwrap();
    }
}
