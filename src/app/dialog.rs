//! State of the dialogs: the open one and what has been typed into it; and the settings.

use std::{
    collections::{BTreeMap, BTreeSet},
    ops::RangeInclusive,
    path::{Path, PathBuf},
    sync::Arc,
};

use serde::{Deserialize, Serialize};

use super::{
    AnimationOptions, App, Command, Destination, Figures, Layout, PictureOptions, Section, Subject,
    TableOptions, command::CommandWords,
};
use crate::worker::Doing;
use explorer::{
    analysis::half_of_free_memory,
    setup::{Panel, Setup},
};
use kernel_pca::kpca::Bytes;
use tabular::{ColumnSummary, Table};

/// Words for a system that shows no file dialog.
const NO_PICKER: &str =
    "no file dialog came up: install zenity or xdg-desktop-portal, or type the path here";

/// Role in which a table is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OpenPlace {
    /// Table of the data.
    Data,
    /// Beside the data, as new rows.
    NewRows,
    /// Beside the data, as rows without noise.
    CleanRows,
}

/// Dialog that is open; there is one at most.
#[derive(Debug, Clone, PartialEq)]
pub enum Dialog {
    /// Dialog that opens a table by a typed path.
    OpenPath {
        path: String,
        /// Reason why the last attempt opened nothing.
        problem: Option<String>,
        /// Setup to go back to if the file that is being opened can't be.
        before: Option<Box<Setup>>,
        /// Role in which the table is opened.
        place: OpenPlace,
    },
    SavePicture(PictureOptions),
    ExportTable(TableOptions),
    Animation(AnimationOptions),
    SaveSession(Destination),
    SaveLesson(Destination),
    SaveHandout(Destination),
    /// Choice between saving and discarding a lesson, before the command that closes it.
    UnsavedLesson(Box<Command>),
    Palette {
        filter: String,
        selected: usize,
    },
    /// Columns of the table, each with its use, and the way in which the file is read.
    Columns(Arc<[ColumnSummary]>),
    /// Memory that a fit may use.
    Memory,
    Shortcuts,
    About,
}

impl Dialog {
    /// Name in menus, and a sentence on its purpose: those of the command that opens it, where there is another than
    /// [`Command::Show`].
    pub(super) fn words(&self) -> CommandWords {
        let (name, help) = match self {
            Self::OpenPath { .. } => (
                "Open by path…",
                "Opens a table or a session whose path is typed or pasted",
            ),
            Self::SavePicture(_) => return Command::AskForPicture(Subject::AllPanels).words(),
            Self::Animation(_) => return Command::AskForAnimation.words(),
            Self::ExportTable(_) => return Command::AskForTable { selected: false }.words(),
            Self::SaveSession(_) => return Command::AskForSession.words(),
            Self::SaveLesson(_) => return Command::AskForLesson.words(),
            Self::SaveHandout(_) => return Command::AskForHandout.words(),
            Self::Columns(_) => return Command::ShowColumns.words(),
            Self::UnsavedLesson(_) => ("The lesson is not saved", ""),
            Self::Memory => (
                "Memory limit…",
                "How much memory a fit may use before it approximates the kernel matrix",
            ),
            Self::Palette { .. } => (
                "Command palette…",
                "Finds every command by its name, and sets parameters: gamma 0.5, kernel poly, n 800",
            ),
            Self::Shortcuts => (
                "Keyboard shortcuts",
                "Lists the keys, and what the mouse does in a plot",
            ),
            Self::About => ("About", "Version and licences"),
        };
        CommandWords { name, help }
    }

    #[must_use]
    pub fn open_path() -> Self {
        Self::opening(String::new(), None, OpenPlace::Data)
    }

    /// Dialog for typing a path where the system shows no file dialog, with words on how to get one.
    #[must_use]
    pub fn open_without_picker(place: OpenPlace) -> Self {
        Self::opening(String::new(), Some(NO_PICKER.into()), place)
    }

    /// Dialog with a typed path that is not being opened.
    #[must_use]
    pub fn opening(path: String, problem: Option<String>, place: OpenPlace) -> Self {
        Self::OpenPath {
            path,
            problem,
            before: None,
            place,
        }
    }

    /// Errand that the dialog sends, where it writes a file.
    #[must_use]
    pub fn sends(&self) -> Option<Doing> {
        Some(match self {
            Self::SavePicture(_) => Doing::SavingPicture,
            Self::ExportTable(_) => Doing::SavingTable,
            Self::Animation(_) => Doing::MakingAnimation,
            Self::SaveSession(_) => Doing::SavingSession,
            Self::SaveLesson(_) => Doing::SavingLesson,
            Self::SaveHandout(_) => Doing::SavingHandout,
            _ => return None,
        })
    }

    /// Destination of the file that the dialog writes.
    pub(super) fn destination(&mut self) -> Option<&mut Destination> {
        Some(match self {
            Self::SavePicture(options) => &mut options.to,
            Self::ExportTable(options) => &mut options.to,
            Self::Animation(options) => &mut options.to,
            Self::SaveSession(to) | Self::SaveLesson(to) | Self::SaveHandout(to) => to,
            _ => return None,
        })
    }

    /// Dialog that lists the columns of a table; takes a pass over all of their values.
    fn columns(table: &Table) -> Self {
        Self::Columns(table.summaries().into())
    }

    #[must_use]
    pub fn palette() -> Self {
        Self::Palette {
            filter: String::new(),
            selected: 0,
        }
    }
}

impl App {
    /// Opens the list of the table's columns.
    pub(super) fn show_columns(&mut self) {
        self.dialog = self.table().map(Dialog::columns);
    }

    /// Updates the list of columns for another table, where the list is open. Opens the list, where no dialog is open,
    /// for a table that was `just_opened` and may have been read by a wrong guess, or cannot be fitted.
    pub(super) fn follow_with_columns(&mut self, just_opened: bool) {
        let is_listed = match &self.dialog {
            Some(Dialog::Columns(_)) => true,
            Some(_) => false,
            None => just_opened && self.has_doubts(),
        };
        if is_listed {
            self.show_columns();
        }
    }

    /// Returns true where the table was read by a guess that may be wrong, where it cannot be fitted, or where gaps
    /// cost more than half of its rows.
    fn has_doubts(&self) -> bool {
        if self.problem.is_some() {
            return self.table().is_some();
        }
        let reading = self.table().and_then(|table| table.reading());
        reading.is_some_and(|reading| !reading.doubts().is_empty()) || self.lost_rows().is_some()
    }

    /// Number of rows of the table that gaps cost, where these are more than half of all.
    #[must_use]
    pub fn lost_rows(&self) -> Option<usize> {
        // The last good result may be of another table.
        let analysis = self.analysis()?;
        let is_of_table = std::ptr::eq(self.table()?, Arc::as_ptr(&analysis.table));
        analysis.lost_rows().filter(|_| is_of_table)
    }

    /// Notes in the open dialog how to get the system's file dialog, which could not be shown.
    pub fn miss_picker(&mut self) {
        if let Some(to) = self.destination() {
            to.fail(NO_PICKER);
        }
    }

    /// Folder of the table or session that was opened last.
    #[must_use]
    pub fn opened_in(&self) -> Option<PathBuf> {
        let last = self.settings.recent.first()?;
        Some(last.parent()?.to_owned())
    }

    /// Notes in the dialog, if the file was asked for there, that it is being opened.
    pub(super) fn opening(&mut self) {
        let setup = Box::new(self.setup.clone());
        match &mut self.dialog {
            Some(Dialog::OpenPath {
                problem, before, ..
            }) => (*problem, *before) = (None, Some(setup)),
            other => *other = None,
        }
    }

    /// Closes the dialog that waits for this file, which is open now.
    pub(super) fn opened(&mut self, file: &Path) {
        if let Some(Dialog::OpenPath {
            path,
            before: Some(_),
            ..
        }) = &self.dialog
            && Path::new(path.trim()) == file
        {
            self.dialog = None;
        }
    }

    /// Notes in the open dialog why its file could not be opened, and restores the setup from before the attempt;
    /// returns the reason where no dialog waits for a file.
    pub(super) fn not_opened(&mut self, reason: String) -> Option<String> {
        let Some(Dialog::OpenPath {
            problem, before, ..
        }) = &mut self.dialog
        else {
            return Some(reason);
        };
        let Some(setup) = before.take() else {
            return Some(reason);
        };
        *problem = Some(reason);
        if self.setup != *setup {
            self.history.forget(&setup);
            self.replace_setup(*setup);
        }
        None
    }
}

listed! {
    /// Tone of the window's surfaces.
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
    pub enum Theme {
        #[default]
        System => "like the system",
        Light => "light",
        Dark => "dark",
    }
    /// Name in menus.
    fn label
}

impl Theme {
    /// Sentence on when it suits.
    #[must_use]
    pub fn help(self) -> &'static str {
        match self {
            Self::System => "Light or dark, as the system is set",
            Self::Light => "Dark text on light, for bright rooms and projectors",
            Self::Dark => "Light text on dark",
        }
    }
}

/// Settings remembered from one start to the next.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own in some menu"
)]
pub struct Settings {
    pub theme: Theme,
    pub side_panel: bool,
    /// Parts of the side panel that are folded away.
    pub folded: BTreeSet<Section>,
    /// True where the sentence about the result is shown.
    pub insight: bool,
    /// True where values of γ by rules are computed in the background and marked at its slider.
    pub gamma_marks: bool,
    /// True where small multiples are among the usual panels: until they are closed.
    pub film_strip: bool,
    /// Zoom chosen by the user; `None` follows the window's size.
    pub zoom: Option<f32>,
    pub layout: Layout,
    /// Panel that fills the window; `None` where all are shown.
    pub maximised: Option<Panel>,
    /// True where the list of rows is shown.
    pub row_list: bool,
    /// Looks of the last figures.
    pub figures: Figures,
    /// Memory that a fit may use; `None` is half of what is free.
    pub memory_mib: Option<u32>,
    /// Last folder that something was saved in.
    pub saved_in: Option<PathBuf>,
    /// Tables and sessions opened lately, the latest first.
    pub recent: Vec<PathBuf>,
    /// Index of the open step of each lesson, from 0.
    pub lessons: BTreeMap<String, usize>,
    /// Name of the open lesson, a key of `lessons`.
    pub open_lesson: Option<String>,
    /// Width and height of the window, in points at zoom 1.
    pub window: Option<[f32; 2]>,
    /// Last setup of the window.
    pub setup: Option<Setup>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            theme: Theme::System,
            side_panel: true,
            folded: [Section::MoreData].into(),
            insight: true,
            gamma_marks: true,
            film_strip: true,
            zoom: None,
            layout: Layout::default(),
            maximised: None,
            row_list: false,
            figures: Figures::default(),
            memory_mib: None,
            saved_in: None,
            recent: Vec::new(),
            lessons: BTreeMap::new(),
            open_lesson: None,
            window: None,
            setup: None,
        }
    }
}

impl Settings {
    pub(super) const RECENT: usize = 8;

    /// Range of zooms that can be chosen.
    pub(super) const ZOOM: RangeInclusive<f32> = 0.5..=5.0;

    pub(super) fn is_zoom(zoom: f32) -> bool {
        Self::ZOOM.contains(&zoom)
    }

    /// Returns true where a window of this width and height, in points, is neither too small to use nor too large to
    /// exist.
    pub(super) fn is_window(size: [f32; 2]) -> bool {
        size.iter().all(|side| (200.0..=16_384.0).contains(side))
    }

    /// Memory that a fit may use, in bytes, where that was chosen.
    pub(super) fn memory_limit(&self) -> Option<u64> {
        let limit = self.memory_mib.map(|mebibytes| u64::from(mebibytes) << 20);
        limit.map(Bytes::beside_program)
    }

    /// Memory that the window's computations may use at once, in bytes.
    pub(super) fn memory_budget(&self) -> u64 {
        self.memory_limit().unwrap_or_else(half_of_free_memory)
    }

    /// Puts `path`, made absolute, in front of the recent ones.
    pub(super) fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|known| *known != path);
        self.recent.insert(0, path);
        self.recent.truncate(Self::RECENT);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::worker::Inline;

    #[test]
    fn dialogs_open_where_the_last_file_was() {
        let mut app = App::new(Setup::welcome(), Box::new(Inline::default()));
        assert_eq!(app.opened_in(), None);
        app.settings.remember(Path::new("/data/a.csv"));
        app.settings.remember(Path::new("/talk/b.toml"));
        assert_eq!(app.opened_in(), Some("/talk".into()));
    }
}
