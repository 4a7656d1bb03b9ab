//! From a source to its table.

use std::{fs, time::SystemTime};

use super::{DataError, Source, Table, builtin, generate::generate, read};

impl Source {
    /// Generates or reads the table; `cancelled` is asked now and then while a file is read.
    ///
    /// # Errors
    /// When a generator's parameter is out of range, or a file is not a table of numbers.
    pub fn load(&self, cancelled: &(dyn Fn() -> bool + Sync)) -> Result<Table, DataError> {
        match self {
            Self::Generated(generator) => generate(generator),
            Self::Builtin(builtin) => builtin::table(*builtin),
            Self::File(file) => read::read_file(file, cancelled),
        }
    }

    /// When a file's content last changed, where the system says so; `None` for other sources.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        match self {
            Self::File(file) => fs::metadata(file).and_then(|file| file.modified()).ok(),
            Self::Generated(_) | Self::Builtin(_) => None,
        }
    }
}
