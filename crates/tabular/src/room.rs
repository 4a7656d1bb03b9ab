//! Memory that a table may take while it is read, counted before it is taken.

use std::{cell::Cell, collections::TryReserveError};

use super::DataError;
use kernel_pca::kpca::Bytes;

/// Bytes that a cell of numbers takes: 8 of its own, and up to 16 while the column that holds it moves to a place of
/// twice the length.
pub(super) const NUMBER_BYTES: u64 = 24;

/// Bytes that a list of texts takes for each beside its letters: its place, doubled as lists grow, and the least that an
/// allocator gives.
pub(super) const TEXT_BYTES: u64 = 64;

/// Bytes that a column takes however short it is: its builder, its name and what is known of it.
pub(super) const COLUMN_BYTES: u64 = 640;

/// Bytes that a field of one of a file's first lines takes while its dialect is found: its ends, in up to four samples.
pub(super) const SAMPLED_BYTES: u64 = 64;

/// Memory that one table may take while it is read.
#[derive(Debug)]
pub(super) struct Room {
    /// Bytes allowed in all, and those not taken yet.
    most: u64,
    left: Cell<u64>,
}

/// Lack of the memory that a file asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum NoRoom {
    /// Bytes that are needed at least, and those allowed.
    Budget { needed: u64, allowed: u64 },
    /// The system refused an allocation.
    System,
}

impl Room {
    pub fn new(bytes: u64) -> Self {
        Self {
            most: bytes,
            left: Cell::new(bytes),
        }
    }

    /// Bytes that are not taken yet.
    pub fn left(&self) -> u64 {
        self.left.get()
    }

    /// Takes so many bytes for as long as the file is read.
    ///
    /// # Errors
    /// When fewer are left; then none are taken.
    pub fn take(&self, bytes: u64) -> Result<(), NoRoom> {
        self.check(bytes)?;
        self.left.set(self.left.get() - bytes);
        Ok(())
    }

    /// Takes `count` things of so many bytes.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn take_each(&self, count: u64, bytes: u64) -> Result<(), NoRoom> {
        self.take(count.saturating_mul(bytes))
    }

    /// Checks that so many bytes are left for what is soon given back.
    ///
    /// # Errors
    /// When fewer are left.
    pub fn check(&self, bytes: u64) -> Result<(), NoRoom> {
        let left = self.left.get();
        if bytes <= left {
            return Ok(());
        }
        Err(NoRoom::Budget {
            needed: (self.most - left).saturating_add(bytes),
            allowed: self.most,
        })
    }
}

impl NoRoom {
    /// Error of the file or table called `name`.
    pub fn of(self, name: &str) -> DataError {
        DataError::Unusable(match self {
            Self::Budget { needed, allowed } => {
                let (needed, allowed) = (Bytes(needed), Bytes(allowed));
                format!(
                    "{name}: reading it takes about {needed} of memory, and {allowed} are allowed"
                )
            }
            Self::System => format!("{name}: the system has no memory left to read it"),
        })
    }
}

impl From<TryReserveError> for NoRoom {
    fn from(_: TryReserveError) -> Self {
        Self::System
    }
}

/// Copies a text whose length a file decides.
///
/// # Errors
/// When the system has no memory for it.
pub(super) fn copied(text: &str) -> Result<String, NoRoom> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())?;
    copy.push_str(text);
    Ok(copy)
}

/// Appends a value to a list whose length a file decides.
///
/// # Errors
/// When the system has no memory for a longer one.
pub(super) fn push<T>(list: &mut Vec<T>, value: T) -> Result<(), NoRoom> {
    list.try_reserve(1)?;
    list.push(value);
    Ok(())
}

/// Makes a list of `count` equal values, whose number a file decides.
///
/// # Errors
/// When the system has no memory for it.
pub(super) fn filled<T: Clone>(value: T, count: usize) -> Result<Vec<T>, NoRoom> {
    let mut list = Vec::new();
    list.try_reserve_exact(count)?;
    list.resize(count, value);
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_more_is_taken_than_there_is() {
        let room = Room::new(100);
        assert_eq!(room.take_each(4, 20), Ok(()));
        assert_eq!(room.check(20), Ok(()));
        let refused = NoRoom::Budget {
            needed: 101,
            allowed: 100,
        };
        assert_eq!(room.take(21), Err(refused));
        assert_eq!(room.take(20), Ok(()));
        assert!(room.take_each(u64::MAX, u64::MAX).is_err());
        let said = refused.of("a.csv").to_string();
        assert!(said.contains(" MiB of memory, and ") && !said.contains('\n'));
        assert!(filled(0.0, usize::MAX).is_err());
    }
}
