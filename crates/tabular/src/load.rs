//! Loading of a source's table.

use std::{
    io::Read as _,
    path::PathBuf,
    time::{Duration, SystemTime},
};

use super::{
    DataError, DataFile, FittedTable, Holds, ReadProgress, Source, Table, builtin,
    generate::generate, read, room::Room,
};
use kernel_pca::{count::CancelCheck, objects::ObjectKind};
use system::{
    Instant, free_memory,
    input::{self, ContentKind},
};

/// Time within which a file answers at once: a delay that a person takes for none (Nielsen, Usability Engineering, 1993, gives
/// a tenth of a second).
const AT_ONCE: Duration = Duration::from_millis(100);

/// Reading of a source: what it is read for, and what reading may cost.
#[derive(Clone, Copy)]
pub struct ReadTask<'a> {
    pub holds: Holds,
    /// Fitted table by which new rows are read.
    pub fitted: Option<&'a FittedTable<'a>>,
    /// Bytes that the table may take while it is read.
    pub memory: u64,
    /// Progress to which reading reports; `None` where nobody waits for it.
    pub progress: Option<&'a ReadProgress>,
    pub cancelled: CancelCheck<'a>,
}

impl ReadTask<'_> {
    pub(super) fn room(&self) -> Room {
        Room::new(self.memory)
    }
}

impl Default for ReadTask<'_> {
    /// Makes the task of reading numbers within half of the free memory, without progress, fitted table or cancelling.
    fn default() -> Self {
        Self {
            holds: Holds::default(),
            fitted: None,
            memory: free_memory() / 2,
            progress: None,
            cancelled: &|| false,
        }
    }
}

/// Waits until a file and its labels give their first byte, or refuse: a pipe may have no writer yet, and a share may be
/// gone. Errors are those of reading, which comes next.
///
/// # Errors
/// When cancelled.
fn wait_for(file: &DataFile, cancelled: CancelCheck<'_>) -> Result<(), DataError> {
    let table = (file.path.clone(), ContentKind::Table);
    let labels = file.labels.clone().map(|path| (path, ContentKind::Labels));
    let first_bytes = move |_: CancelCheck<'_>| {
        for (path, content) in [Some(table), labels].into_iter().flatten() {
            // What it gives is read from the start again.
            let _ = input::open(&path, content).and_then(|mut file| file.read(&mut [0]));
        }
    };
    system::unless_cancelled(cancelled, first_bytes).ok_or(DataError::Cancelled)
}

impl Source {
    /// Generates or reads the table; `cancelled` is called now and then while a file is read, also while its system
    /// does not answer.
    ///
    /// # Errors
    /// When a generator's parameter is out of range, a file or its labels cannot be read as a table of numbers within
    /// half of the free memory, or reading was cancelled.
    pub fn load(&self, cancelled: CancelCheck<'_>) -> Result<Table, DataError> {
        self.load_by(&ReadTask {
            cancelled,
            ..ReadTask::default()
        })
    }

    /// Loads the table as [`load`](Self::load) does, with a file's cells read as what it `holds`; reports to
    /// `progress`.
    ///
    /// # Errors
    /// The errors of [`load_by`](Self::load_by).
    pub fn load_for(
        &self,
        holds: Holds,
        progress: &ReadProgress,
        cancelled: CancelCheck<'_>,
    ) -> Result<Table, DataError> {
        self.load_by(&ReadTask {
            holds,
            progress: Some(progress),
            cancelled,
            ..ReadTask::default()
        })
    }

    /// Loads the table as `task` has it.
    ///
    /// # Errors
    /// The errors of [`load`](Self::load), with the memory that `task` allows.
    pub fn load_by(&self, task: &ReadTask<'_>) -> Result<Table, DataError> {
        match self {
            Self::Generated(generator) => generate(generator),
            Self::Builtin(builtin) => builtin::table(*builtin),
            Self::File(file) => {
                wait_for(file, task.cancelled)?;
                read::read_file(file, task)
            }
            Self::Drawn(drawing) => Ok(drawing.table()),
        }
    }

    /// Kind of object that the source holds, where that is known before it is read: of a file by its first lines.
    #[must_use]
    pub fn plainly_takes(&self) -> Option<ObjectKind> {
        match self {
            Self::Generated(_) | Self::Drawn(_) => Some(ObjectKind::Vectors),
            Self::Builtin(builtin) => Some(builtin.spec().takes),
            Self::File(file) => read::plainly_holds(&file.path),
        }
    }

    /// Kind of object as [`plainly_takes`](Self::plainly_takes) gives it; `None` also for a file that does not answer
    /// within 0.1 s, such as a pipe without a writer, so that the caller need not wait.
    #[must_use]
    pub fn takes_at_once(&self) -> Option<ObjectKind> {
        let Self::File(file) = self else {
            return self.plainly_takes();
        };
        let (since, path) = (Instant::now(), file.path.clone());
        let look = move |_: CancelCheck<'_>| read::plainly_holds(&path);
        system::unless_cancelled(&|| since.elapsed() > AT_ONCE, look).flatten()
    }

    /// Time of the last change of a file or its labels, where the system knows it; `None` for other sources.
    ///
    /// # Errors
    /// When cancelled, also while the system does not answer.
    pub fn modified(&self, cancelled: CancelCheck<'_>) -> Result<Option<SystemTime>, DataError> {
        match self {
            Self::File(DataFile { path, labels, .. }) => {
                let (path, labels) = (path.clone(), labels.clone());
                let modified = |path: &PathBuf| system::modified(path);
                let latest = move |_: CancelCheck<'_>| {
                    modified(&path).max(labels.as_ref().and_then(modified))
                };
                system::unless_cancelled(cancelled, latest).ok_or(DataError::Cancelled)
            }
            Self::Generated(_) | Self::Builtin(_) | Self::Drawn(_) => Ok(None),
        }
    }
}
