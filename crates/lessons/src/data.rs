//! Data that a lesson brings along: small tables stand in its file, larger ones beside it, and a checksum tells
//! whether they have changed since it was written.

use std::{
    env,
    path::{Path, PathBuf},
};

use serde::Deserialize;

use super::Draft;
use explorer::setup::{Setup, checksum, relative};
use system::{
    input::{self, ContentKind},
    io_words::why_not_read,
    own_folder,
};
use tabular::printable::brief;

/// Size in bytes up to which a table stands in the lesson's file.
const MOST_INSIDE: u64 = 64 * 1024;

/// Table as the lesson's file names it.
#[derive(Deserialize)]
pub(super) struct RawData {
    name: String,
    crc32: Option<String>,
    text: Option<String>,
}

/// Table that belongs to a lesson.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AttachedTable {
    /// Name by which steps refer to the table: a file name, or a path relative to the lesson's folder.
    pub name: String,
    /// Checksum (CRC-32) of the table when the lesson was saved.
    pub crc32: Option<String>,
    /// Text of the table, where it stands in the lesson.
    pub text: Option<String>,
    /// Path that the table is read from; a table whose text stands in the lesson is first written there.
    pub path: PathBuf,
    /// Line in the lesson's file, from 1.
    pub line: usize,
}

/// Remark on a lesson, in one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Line in the lesson's file that the remark is about, from 1.
    pub line: usize,
    pub text: String,
}

impl AttachedTable {
    /// Makes the table of a lesson that stands at `lesson`.
    pub(super) fn new(raw: RawData, lesson: &Path, line: usize) -> Result<Self, String> {
        let RawData { name, crc32, text } = raw;
        let path = match &text {
            // The file is put into a folder, and its name must not lead out of it.
            Some(_) if Path::new(&name).file_name() != Some(name.as_ref()) => {
                let reason = "a table in a lesson has the name of a file, without folders";
                return Err(format!("{reason}, and not `{}`", brief(&name)));
            }
            Some(text) => folder().join(sum(text)).join(&name),
            None => beside(Path::new(&name), lesson),
        };
        Ok(Self {
            name,
            crc32,
            text,
            path,
            line,
        })
    }

    /// Path of a file that a step of the lesson names.
    pub(super) fn find(all: &[Self], named: &Path, lesson: &Path) -> PathBuf {
        let found = all.iter().find(|it| Path::new(&it.name) == named);
        found.map_or_else(|| beside(named, lesson), |it| it.path.clone())
    }

    /// Writes a table whose text stands in the lesson to its path; returns a remark where the table has changed since
    /// the lesson was saved, or cannot be read or written.
    pub(super) fn settle(&self) -> Option<Remark> {
        let now = match &self.text {
            Some(text) => {
                if let Err(error) = unpack(&self.path, text) {
                    let reason = why_not_read(&error);
                    return Some(self.remark(format!("{}: {reason}", self.path.display())));
                }
                Ok(sum(text))
            }
            None => checksum(&self.path).map_err(|error| error.to_string()),
        };
        match (now, &self.crc32) {
            (Err(reason), _) => Some(self.remark(reason)),
            (Ok(now), Some(saved)) if now != *saved => Some(self.remark(format!(
                "{} has changed since the lesson was saved",
                self.name
            ))),
            _ => None,
        }
    }

    fn remark(&self, text: String) -> Remark {
        Remark {
            line: self.line,
            text,
        }
    }
}

fn beside(named: &Path, lesson: &Path) -> PathBuf {
    lesson.parent().unwrap_or(Path::new("")).join(named)
}

fn sum(text: &str) -> String {
    format!("{:08x}", crc32fast::hash(text.as_bytes()))
}

/// Folder of the tables that stand in lessons, each in a folder named by its checksum, so that tables of one name do
/// not collide.
fn folder() -> PathBuf {
    own_folder().unwrap_or_else(env::temp_dir).join("lessons")
}

fn unpack(path: &Path, text: &str) -> std::io::Result<()> {
    if input::text(path, ContentKind::Document).is_ok_and(|there| there == text) {
        return Ok(());
    }
    system::put(path, text)
}

impl Draft {
    /// Draft as it will stand at `lesson`, with the names of its tables in place of their paths, and the tables, with
    /// the paths that they are taken from. A table that can't be read is left where it is.
    pub(super) fn packed(&self, lesson: &Path) -> (Draft, Vec<AttachedTable>) {
        let mut draft = self.clone();
        let mut tables = Vec::new();
        for setup in draft.setups_mut() {
            for path in setup.paths_mut() {
                *path = attach(path, lesson, &mut tables);
            }
        }
        (draft, tables)
    }

    /// Files that the draft's pictures are made from.
    #[must_use]
    pub fn data_files(&self) -> Vec<PathBuf> {
        let mut draft = self.clone();
        let setups = draft.setups_mut();
        setups.flat_map(|setup| setup.paths()).collect()
    }

    /// Setups of all steps and answers.
    pub(super) fn setups_mut(&mut self) -> impl Iterator<Item = &mut Setup> {
        self.steps.iter_mut().flat_map(|step| {
            let after = step.question.as_mut().and_then(|it| it.after.as_mut());
            [Some(&mut step.setup), after].into_iter().flatten()
        })
    }
}

/// Adds a file to the tables; returns its name for steps.
fn attach(path: &Path, lesson: &Path, tables: &mut Vec<AttachedTable>) -> PathBuf {
    if let Some(known) = tables.iter().find(|it| it.path == path) {
        return PathBuf::from(&known.name);
    }
    let outside = relative(path, lesson);
    let Ok(crc32) = checksum(path) else {
        return outside;
    };
    let text = input::text(path, ContentKind::Document).ok();
    let text = text.filter(|text| text.len() as u64 <= MOST_INSIDE);
    let name = match &text {
        Some(_) => own_name(path, tables),
        None => outside.to_str().map(str::to_owned),
    };
    let Some(name) = name else {
        return outside;
    };
    tables.push(AttachedTable {
        name: name.clone(),
        crc32: Some(crc32),
        text,
        path: path.to_owned(),
        line: 0,
    });
    name.into()
}

/// Name of a file, with a number in front where another one has it already.
fn own_name(path: &Path, tables: &[AttachedTable]) -> Option<String> {
    let name = path.file_name()?.to_str()?;
    let is_free = |name: &String| tables.iter().all(|it| it.name != *name);
    let numbered = (2..).map(|number| format!("{number}-{name}"));
    std::iter::once(name.to_owned())
        .chain(numbered)
        .find(is_free)
}
