//! Settings on disk: read at the start, and written while the window is open, so that a crash costs seconds of
//! work and not the session.

use std::path::{Path, PathBuf};

use toml::Table;

use super::{App, Settings, writing::KeptLesson};
use crate::{
    kept::{self, DraftFile, FieldRule, KeptChange, SettingsChange},
    worker::Errand,
};
use explorer::setup::{Setup, anywhere};
use system::{hold, own_folder};

/// Delay of a write after a change, and least time between two writes.
const SECONDS: f64 = 3.0;

/// Paths of the settings and of the draft of a lesson, and the state of their files.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    path: Option<PathBuf>,
    /// File for this window's draft; `None` where its folder takes none.
    draft_file: Option<DraftFile>,
    /// Edited lesson that is not saved.
    pub draft: Option<KeptLesson>,
    /// State that this window last read or wrote.
    kept: KeptState,
    /// State that is being written.
    sent: Option<KeptState>,
    /// Time in seconds at which the state first differed from the files; `None` where it does not.
    changed: Option<f64>,
}

/// State that is kept on disk.
#[derive(Debug, Clone, Default)]
struct KeptState {
    /// Settings without their setup.
    settings: Settings,
    setup: Option<Setup>,
    draft: Option<KeptLesson>,
}

/// Usual path of the settings.
#[must_use]
pub fn settings_path() -> Option<PathBuf> {
    Some(own_folder()?.join("settings.toml"))
}

/// Reads the settings at `path`, with a remark where they cannot be used as they are; the file as it was is then set
/// aside. A missing file is no fault.
#[must_use]
pub fn read_settings(path: &Path) -> (Settings, Option<String>) {
    let read = || match kept::text(path) {
        Ok(text) => Settings::from_text(&text.unwrap_or_default()),
        Err(reason) => {
            let remark = format!("The settings could not be read ({reason}) and start anew");
            (Settings::default(), Some(remark))
        }
    };
    let sound = read();
    if sound.1.is_none() {
        return sound;
    }
    // Once more, as another window may have set them aside meanwhile.
    let _held = hold(path).ok();
    let (settings, remark) = read();
    let instead = settings.to_table().map(|table| table.to_string()).ok();
    let remark = remark.map(|remark| kept::replace_bad(path, &remark, instead.as_deref()));
    (settings, remark)
}

impl Settings {
    /// Reads settings field by field: an unusable value takes its default and is named in a sentence.
    #[must_use]
    pub fn from_text(text: &str) -> (Self, Option<String>) {
        let Ok(mut table) = text.parse::<toml::Table>() else {
            let remark = "The settings could not be read and start anew";
            return (Self::default(), Some(remark.into()));
        };
        let mut dropped = Vec::new();
        table.retain(|name, value| {
            let alone = toml::Table::from_iter([(name.to_owned(), value.clone())]);
            let is_sound = alone.try_into().is_ok_and(|it: Self| it.is_sound());
            if !is_sound {
                dropped.push(name.to_owned());
            }
            is_sound
        });
        let settings = table.try_into().unwrap_or_default();
        let remark = format!(
            "Settings left out, as they make no sense: {}",
            dropped.join(", ")
        );
        (settings, (!dropped.is_empty()).then_some(remark))
    }

    /// Returns true where all values can be used: a file may hold anything.
    fn is_sound(&self) -> bool {
        self.zoom.is_none_or(Self::is_zoom)
            && self.layout.leaves_room()
            && self.figures.can_be_drawn()
            && self.memory_mib != Some(0)
            && self.window.is_none_or(Self::is_window)
            && self.setup.as_ref().is_none_or(|it| it.check().is_ok())
    }

    /// Writes the fields that [`from_text`](Self::from_text) reads back, with absolute paths.
    ///
    /// # Errors
    /// When something in it has no form as text.
    pub fn to_table(&self) -> Result<Table, toml::ser::Error> {
        let mut settings = self.clone();
        settings.recent.retain(|path| path.to_str().is_some());
        settings.saved_in = settings.saved_in.filter(|path| path.to_str().is_some());
        let setup = settings.setup.map(|setup| setup.with_paths(anywhere));
        let has_text = |setup: &Setup| setup.paths().iter().all(|path| path.to_str().is_some());
        settings.setup = setup.filter(has_text);
        Table::try_from(settings)
    }

    /// Rule by which a field of this name is merged with what other windows wrote.
    fn rule(name: &str) -> FieldRule {
        match name {
            "layout" | "figures" => FieldRule::Fields,
            "lessons" => FieldRule::Furthest,
            "folded" => FieldRule::Set,
            "recent" => FieldRule::Recent(Self::RECENT),
            _ => FieldRule::Whole,
        }
    }
}

impl KeptState {
    fn table(&self) -> Result<Table, toml::ser::Error> {
        let settings = Settings {
            setup: self.setup.clone(),
            ..self.settings.clone()
        };
        settings.to_table()
    }
}

impl App {
    /// Keeps the settings at `path` from now on, which were `read` from there, and reopens a lesson that a window left
    /// behind in the same folder.
    #[must_use]
    pub fn keeping_settings(mut self, path: PathBuf, mut read: Settings) -> Self {
        self.keeper.kept.setup = read.setup.take();
        self.keeper.kept.settings = read;
        self.keeper.draft_file = path.parent().and_then(DraftFile::claim);
        self.keeper.path = Some(path);
        self.reopen_draft();
        self
    }

    /// Reopens the lesson in this window's file. One that cannot be read is set aside.
    fn reopen_draft(&mut self) {
        let file = self.keeper.draft_file.as_ref();
        let Some(path) = file.map(|file| file.path().to_owned()) else {
            return;
        };
        let read = |text: String| {
            let lesson: KeptLesson = toml::from_str(&text).map_err(|_| "it is no TOML")?;
            self.keeper.kept.draft = Some(lesson.clone());
            self.write_on(lesson)
        };
        let opened = kept::text(&path).and_then(|text| text.map_or(Ok(()), read));
        if let Err(reason) = opened {
            self.keeper.kept.draft = None;
            let remark = format!("A lesson that was not saved cannot be read ({reason})");
            self.notify(&kept::replace_bad(&path, &remark, None), true);
        }
    }

    /// Sends at once an errand that writes the changes not yet on the disk, as before the window closes.
    pub fn keep_now(&mut self) {
        if self.keeper.path.is_none() || self.is_kept() {
            return;
        }
        let changes = self.changes();
        self.keeper.sent = Some(KeptState {
            settings: self.settings.clone(),
            setup: Some(self.setup.clone()),
            draft: self.keeper.draft.clone(),
        });
        self.send(Errand::KeepSettings(changes));
    }

    /// Changes since what was last read or sent.
    fn changes(&self) -> Vec<KeptChange> {
        let known = self.known();
        let now = KeptState {
            settings: self.settings.clone(),
            setup: Some(self.setup.clone()),
            draft: None,
        };
        let change = self.keeper.path.clone().and_then(|path| {
            Some(SettingsChange {
                path,
                before: known.table().ok()?,
                now: now.table().ok()?,
                rule: Settings::rule,
            })
        });
        let change = change.filter(|change| change.before != change.now);
        let file = self.keeper.draft_file.as_ref();
        let draft = file
            .filter(|_| self.keeper.draft != known.draft)
            .map(|file| {
                let draft = self.keeper.draft.as_ref();
                let text = draft.and_then(|draft| toml::to_string(draft).ok());
                KeptChange::Draft(file.path().to_owned(), text)
            });
        change
            .map(KeptChange::Settings)
            .into_iter()
            .chain(draft)
            .collect()
    }

    /// Writes the settings if they have changed for long enough.
    pub(super) fn keep_settings(&mut self) {
        if self.keeper.path.is_none() || self.keeper.sent.is_some() || self.is_kept() {
            self.keeper.changed = None;
            return;
        }
        let since = *self.keeper.changed.get_or_insert(self.now);
        if self.now - since < SECONDS {
            return;
        }
        self.keep_now();
        self.keeper.changed = None;
    }

    /// Notes that the state last sent is on the disk, and shows the remarks on files that were set aside.
    pub(super) fn are_kept(&mut self, remarks: &[String]) {
        if let Some(sent) = self.keeper.sent.take() {
            self.keeper.kept = sent;
        }
        if !remarks.is_empty() {
            self.notify(&remarks.join("; "), true);
        }
    }

    /// Stops keeping settings after a failure, which would recur.
    pub(super) fn stop_keeping(&mut self, reason: &str) {
        self.keeper.path = None;
        self.keeper.sent = None;
        self.notify(&format!("The settings are not kept: {reason}"), true);
    }

    /// Notes that the last attempt wrote nothing, so that it is repeated.
    pub(super) fn keep_again(&mut self) {
        self.keeper.sent = None;
    }

    /// Seconds until the settings are to be written.
    pub(super) fn seconds_to_keeping(&self) -> Option<f64> {
        Some((self.keeper.changed? + SECONDS - self.now).max(0.0))
    }

    /// State that this window last sent or read.
    fn known(&self) -> &KeptState {
        self.keeper.sent.as_ref().unwrap_or(&self.keeper.kept)
    }

    fn is_kept(&self) -> bool {
        let KeptState {
            settings,
            setup,
            draft,
        } = self.known();
        *settings == self.settings
            && setup.as_ref() == Some(&self.setup)
            && *draft == self.keeper.draft
    }
}

#[cfg(test)]
mod tests;
