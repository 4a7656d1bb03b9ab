//! Settings on disk: read at the start, and written while the window is open, so that a crash costs seconds of
//! work and not the session.

use std::path::{Path, PathBuf};

use super::{App, KeptLesson, Settings};
use crate::worker::Errand;
use explorer::setup::{Setup, anywhere};
use system::{
    input::{self, ContentKind},
    own_folder,
};

/// Delay of a write after a change, and least time between two writes.
const SECONDS: f64 = 3.0;

/// Path of the settings, and the state of its file.
#[derive(Debug, Default)]
pub(super) struct Keeper {
    path: Option<PathBuf>,
    kept: Option<(Settings, Setup)>,
    /// Time at which the state first differed from the file.
    changed: Option<f64>,
}

/// Usual path of the settings.
#[must_use]
pub fn settings_path() -> Option<PathBuf> {
    Some(own_folder()?.join("settings.toml"))
}

/// Reads the settings at `path`, with a remark on those that could not be used. A missing file is no fault.
#[must_use]
pub fn read_settings(path: &Path) -> (Settings, Option<String>) {
    match input::bytes(path, ContentKind::Document) {
        Ok(bytes) => Settings::from_text(&String::from_utf8_lossy(&bytes)),
        Err(_) => (Settings::default(), None),
    }
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

    /// Writes text that [`from_text`](Self::from_text) reads back, with absolute paths.
    ///
    /// # Errors
    /// When something in it has no form as text.
    pub fn to_text(&self) -> Result<String, toml::ser::Error> {
        let mut settings = self.clone();
        settings.recent.retain(|path| path.to_str().is_some());
        settings.saved_in = settings.saved_in.filter(|path| path.to_str().is_some());
        settings.draft = settings.draft.filter(KeptLesson::can_be_kept);
        let setup = settings.setup.map(|setup| setup.with_paths(anywhere));
        let has_text = |setup: &Setup| setup.paths().iter().all(|path| path.to_str().is_some());
        settings.setup = setup.filter(has_text);
        toml::to_string(&settings)
    }
}

impl App {
    /// Keeps the settings at `path` from now on.
    #[must_use]
    pub fn keeping_settings(mut self, path: PathBuf) -> Self {
        self.keeper.path = Some(path);
        self
    }

    /// Path and text to write before the window closes, if something is not on the disk yet.
    #[must_use]
    pub fn unkept_settings(&self) -> Option<(PathBuf, String)> {
        let path = self.keeper.path.clone()?;
        let differs = !self.is_kept();
        let settings = Settings {
            setup: Some(self.setup.clone()),
            ..self.settings.clone()
        };
        let text = settings.to_text().ok().filter(|_| differs)?;
        Some((path, text))
    }

    /// Writes the settings if they have changed for long enough.
    pub(super) fn keep_settings(&mut self) {
        if self.keeper.path.is_none() || self.is_kept() {
            self.keeper.changed = None;
            return;
        }
        let since = *self.keeper.changed.get_or_insert(self.now);
        if self.now - since < SECONDS {
            return;
        }
        if let Some((path, text)) = self.unkept_settings() {
            self.send(Errand::KeepSettings { path, text });
        }
        self.keeper.changed = None;
        self.keeper.kept = Some((self.settings.clone(), self.setup.clone()));
    }

    /// Stops keeping settings: it would fail again.
    pub(super) fn stop_keeping(&mut self, reason: &str) {
        self.keeper.path = None;
        self.notify(&format!("The settings are not kept: {reason}"), true);
    }

    /// Notes that the last attempt wrote nothing, so that it is repeated.
    pub(super) fn keep_again(&mut self) {
        self.keeper.kept = None;
    }

    /// Seconds until the settings are to be written.
    pub(super) fn seconds_to_keeping(&self) -> Option<f64> {
        Some((self.keeper.changed? + SECONDS - self.now).max(0.0))
    }

    fn is_kept(&self) -> bool {
        let kept = self.keeper.kept.as_ref();
        kept.is_some_and(|(settings, setup)| *settings == self.settings && *setup == self.setup)
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use std::path::absolute;

    use crate::{app::Command, worker::Inline};
    use tabular::{DataFile, Source};

    #[test]
    fn settings_come_back_the_same() {
        let settings = Settings {
            zoom: Some(1.1),
            memory_mib: Some(500),
            window: Some([1280.0, 720.0]),
            recent: vec!["/data/a.csv".into()],
            lessons: [("kernel-trick".to_owned(), 3)].into(),
            open_lesson: Some("kernel-trick".into()),
            setup: Some(Setup::welcome()),
            ..Settings::default()
        };
        let text = settings.to_text().unwrap();
        assert_eq!(Settings::from_text(&text), (settings, None));
        assert_eq!(Settings::from_text(""), (Settings::default(), None));
    }

    #[test]
    fn what_makes_no_sense_is_left_out_and_named() {
        for (text, name) in [
            ("zoom = nan", "zoom"),
            ("zoom = 0.0", "zoom"),
            ("zoom = 1e9", "zoom"),
            ("zoom = \"large\"", "zoom"),
            ("window = [nan, 100.0]", "window"),
            ("window = [1e9, 1e9]", "window"),
            ("theme = \"pink\"", "theme"),
            ("[layout]\nside = inf", "layout"),
            ("[setup.view.tiles]\nrow = []", "setup"),
            ("memory_mib = 0", "memory_mib"),
            ("[figures.several]\nwidth = 0", "figures"),
            ("[setup]\ncomponents = 0", "setup"),
            ("[setup.view]\nthreshold = nan", "setup"),
        ] {
            let text = format!("side_panel = false\n{text}\n");
            let (settings, remark) = Settings::from_text(&text);
            let expected = Settings {
                side_panel: false,
                ..Settings::default()
            };
            assert_eq!(settings, expected, "{text}");
            assert!(remark.unwrap().ends_with(&format!(": {name}")), "{text}");
        }
        // Splits are a part of the view now; an older program kept them here.
        let older = "[layout]\nside = 300.0\nrows = 0.5\ncolumns = [0.3, 0.6]\n";
        let (settings, remark) = Settings::from_text(older);
        assert_eq!((settings.layout.side, remark), (300.0, None));
        let (settings, remark) = Settings::from_text("a,b\n1,2\n");
        assert_eq!(settings, Settings::default());
        assert!(remark.unwrap().contains("start anew"));
    }

    #[test]
    fn a_change_is_on_the_disk_after_five_seconds() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("new/settings.toml");
        let file = |name: &str| {
            Source::File(DataFile {
                labels: Some(format!("{name}-labels.txt").into()),
                ..DataFile::from(Path::new(name))
            })
        };
        let mut setup = Setup {
            source: file("some.csv"),
            new_rows: Some(file("new.csv")),
            ..Setup::default()
        };
        setup.pin(explorer::setup::Panel::Kpca);
        let named = setup.paths();
        let mut app = App::new(setup, Box::<Inline>::default()).keeping_settings(path.clone());
        app.tick(0.0);
        app.apply(Command::ZoomIn);
        for tenths in 1..=50 {
            app.tick(f64::from(tenths) / 10.0);
        }
        // No more is called, as after a kill.
        let (settings, remark) = read_settings(&path);
        assert_eq!((settings.zoom, remark), (Some(1.1), None));
        let from_anywhere: Vec<PathBuf> = named.iter().map(|it| absolute(it).unwrap()).collect();
        assert_eq!(from_anywhere.len(), 8);
        assert_eq!(settings.setup.unwrap().paths(), from_anywhere);

        let written = fs::metadata(&path).unwrap().modified().unwrap();
        app.tick(60.0);
        let again = fs::metadata(&path).unwrap().modified().unwrap();
        assert_eq!(written, again, "what has not changed is not written again");
        assert_eq!(app.unkept_settings(), None);
    }
}
