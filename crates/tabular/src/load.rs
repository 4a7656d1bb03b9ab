//! Loading of a source's table.

use std::{path::PathBuf, time::SystemTime};

use super::{DataError, Holds, ReadProgress, Source, Table, builtin, generate::generate, read};
use kernel_pca::{count::CancelCheck, objects::ObjectKind};

impl Source {
    /// Generates or reads the table; `cancelled` is asked now and then while a file is read.
    ///
    /// # Errors
    /// When a generator's parameter is out of range, or a file is not a table of numbers.
    pub fn load(&self, cancelled: CancelCheck<'_>) -> Result<Table, DataError> {
        self.load_for(Holds::Numbers, &ReadProgress::default(), cancelled)
    }

    /// Loads the table as [`load`](Self::load) does, with a file's cells read as what it `holds`; reports to
    /// `progress`.
    ///
    /// # Errors
    /// The errors of [`load`](Self::load), or when labels beside a file cannot be read.
    pub fn load_for(
        &self,
        holds: Holds,
        progress: &ReadProgress,
        cancelled: CancelCheck<'_>,
    ) -> Result<Table, DataError> {
        match self {
            Self::Generated(generator) => generate(generator),
            Self::Builtin(builtin) => builtin::table(*builtin),
            Self::File(file) => read::read_file(file, holds, progress, cancelled),
            Self::Drawn(drawing) => Ok(drawing.table()),
        }
    }

    /// Kind of object that the source holds, where that is known before it is read.
    #[must_use]
    pub fn plainly_takes(&self) -> Option<ObjectKind> {
        match self {
            Self::Generated(_) | Self::Drawn(_) => Some(ObjectKind::Vectors),
            Self::Builtin(builtin) => Some(builtin.spec().takes),
            Self::File(file) => read::plainly_holds(&file.path),
        }
    }

    /// Time of the last change of a file or its labels, where the system knows it; `None` for other sources.
    #[must_use]
    pub fn modified(&self) -> Option<SystemTime> {
        match self {
            Self::File(file) => {
                let modified = |path: &PathBuf| system::modified(path);
                modified(&file.path).max(file.labels.as_ref().and_then(modified))
            }
            Self::Generated(_) | Self::Builtin(_) | Self::Drawn(_) => None,
        }
    }
}
