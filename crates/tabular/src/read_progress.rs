//! Progress of reading a file, shared with whoever waits for it.

use std::{
    io::{self, Read},
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
};

/// Progress of reading a file: the reader writes it, any thread may read it, and clones share it.
#[derive(Debug, Clone, Default)]
pub struct ReadProgress(Arc<Bytes>);

#[derive(Debug, Default)]
struct Bytes {
    /// Number of bytes read; below, the length of the file, 0 where none is being read.
    done: AtomicU64,
    all: AtomicU64,
}

impl ReadProgress {
    /// Share, 0 to 1, of a file that is being read; `None` where none is.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        let [done, all] = [&self.0.done, &self.0.all].map(|bytes| bytes.load(Ordering::Relaxed));
        (all > 0).then(|| (done as f64 / all as f64).min(1.0))
    }

    /// Wraps `reader`, of a file of so many bytes, so that its progress is counted here until it is dropped.
    pub(super) fn of<R: Read>(&self, reader: R, bytes: u64) -> Told<'_, R> {
        self.0.done.store(0, Ordering::Relaxed);
        self.0.all.store(bytes, Ordering::Relaxed);
        Told {
            reader,
            progress: self,
        }
    }
}

/// Reader that counts the bytes it has read in a [`ReadProgress`].
pub(super) struct Told<'a, R> {
    reader: R,
    progress: &'a ReadProgress,
}

impl<R: Read> Read for Told<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.progress
            .0
            .done
            .fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

impl<R> Drop for Told<'_, R> {
    fn drop(&mut self) {
        self.progress.0.all.store(0, Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_follows_the_reader_and_ends_with_it() {
        let progress = ReadProgress::default();
        assert_eq!(progress.share(), None);
        let text = [b'x'; 8];
        let mut told = progress.of(&text[..], 8);
        let mut buffer = [0; 2];
        for share in [0.25, 0.5] {
            told.read_exact(&mut buffer).unwrap();
            assert_eq!(progress.share(), Some(share));
        }
        drop(told);
        assert_eq!(progress.share(), None);
        // A pipe has no length.
        let _told = progress.of(&text[..], 0);
        assert_eq!(progress.share(), None);
    }
}
