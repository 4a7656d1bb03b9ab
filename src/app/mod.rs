//! State of the window, and the effect of each command on it.
//!
//! Nothing here draws and nothing here waits: questions go to an [`Executor`], and what only the
//! window can do (dialogs, clipboard, zoom) is left in a queue of [`Effect`]s.

mod animation;
mod apply;
mod command;
mod computing;
mod destination;
mod dialog;
mod drawing;
mod edit;
mod errands;
mod exchange;
mod full_spectrum;
mod gallery;
mod history;
mod keep;
mod layout;
mod lesson;
mod line;
mod marking;
mod notice;
mod pace;
mod palette;
mod parameter;
mod picture;
mod play;
mod presentation;
mod preview;
mod remarks;
mod remedy;
mod renaming;
mod rows;
mod shuffled;
mod starting;
mod sweep;
mod table;
mod take_away;
mod versus;
mod writing;
mod zoom;

use std::sync::Arc;

use edit::EditKind;
use errands::Errands;
use full_spectrum::FullSpectrum;
use gallery::Thumbnails;
use history::History;
use keep::Keeper;
use pace::Pace;
use play::Player;
use presentation::legible_zoom;
use preview::Previewer;
use renaming::Renaming;
use shuffled::Shuffler;
use sweep::Sweeper;
use zoom::Zooms;

use crate::worker::Executor;
use chart::Chart;
use explorer::{
    analysis::Analysis,
    insight::Diagnosis,
    panel::{Need, Panel},
    setup::{Example, SavedData, ScalingBy, Setup, example},
};
use export::Pixels;
use kernel_pca::kpca::Tier;
use tabular::{Dataset, Source, Symmetrise, Table};

pub use animation::{AnimationOptions, ReelForm};
pub use command::Command;
pub use computing::StoppedPicture;
pub use destination::{Destination, is_session};
pub use dialog::{Dialog, OpenPlace, Settings, Theme};
pub use drawing::{Pen, Touch};
pub use edit::{Consequence, Edit};
pub use errands::ErrandUnderWay;
pub use explorer::panel::Choice;
pub use full_spectrum::UnderWay;
pub use gallery::{Aim, Gallery};
pub use keep::{read_settings, settings_path};
pub use layout::{Arrangement, Layout, Section, usual_tiles};
pub use lesson::{AnswerWay, Course};
pub use marking::{Pick, Tool};
pub use notice::{Notice, NoticeKind};
pub use pace::REST_SECONDS;
pub use palette::{Action, PaletteEntry};
pub use parameter::{Bounds, NamedValue, Parameter, Slide};
pub use picture::{Figures, PictureOptions, Subject};
pub use presentation::{Blank, Presentation};
pub use preview::Preview;
pub use table::{TableKind, TableOptions};
pub use writing::{LessonEdit, Writing};

/// Table of a source that was read and cannot be used as the setup says.
struct RefusedTable {
    source: Source,
    table: Arc<Table>,
    /// True where the table would be accepted with the mean of its mirrored entries.
    lacks_symmetry: bool,
}

/// State of the window, without the window.
pub struct App {
    setup: Setup,
    shown: Option<ShownResult>,
    /// File and checksum of the data that the session opened last was saved with, until the data are compared with
    /// them.
    saved_data: Option<SavedData>,
    /// Reason, in plain words, why the newest setup has no picture.
    problem: Option<String>,
    /// Table of the setup that has no picture, with its source.
    refused: Option<RefusedTable>,
    notice: Option<Notice>,
    dialog: Option<Dialog>,
    renaming: Option<Renaming>,
    settings: Settings,
    gallery: Option<Gallery>,
    thumbnails: Thumbnails,
    /// Example that was opened last, until its explanation is closed.
    example: Option<&'static str>,
    /// Authority on whether, in the next answer, columns are standardised.
    scaling_by: ScalingBy,
    /// True where the user is invited to drag γ: at the first start, until γ or the data are changed.
    invites: bool,
    /// True where pins and the live picture have all the room, compared with each other.
    versus: bool,
    course: Option<Course>,
    writing: Option<Writing>,
    presentation: Option<Presentation>,
    /// Remark on the last exact result; it stays while a parameter moves.
    insight: Option<Diagnosis>,
    /// Name of the data that the last remark was on.
    remarked: Option<String>,
    /// Zoom that suits the window's size.
    fitting_zoom: f32,
    /// Zoom at which the window is legible from the last row.
    lecture_zoom: f32,
    /// Rows under the pointer, ringed in every plot.
    hovered_rows: Vec<usize>,
    /// Effect of dragging in a plot with dots.
    tool: Tool,
    pen: Pen,
    /// True where the new rows beyond the threshold of novelty are listed instead of the selected rows.
    new_rows_listed: bool,
    /// Counter that grows whenever plots should forget where the user had zoomed to.
    fits: u64,
    zooms: Zooms,
    preview: Previewer,
    history: History<Setup, EditKind>,
    keeper: Keeper,
    spectrum: FullSpectrum,
    sweeper: Sweeper,
    shuffler: Shuffler,
    player: Player,
    errands: Errands,
    pace: Pace,
    now: f64,
    effects: Vec<Effect>,
    executor: Box<dyn Executor>,
}

/// Last good result.
#[derive(Debug, Clone)]
pub struct ShownResult {
    /// Setup that the result answers.
    pub setup: Box<Setup>,
    pub analysis: Arc<Analysis>,
}

/// Action that the window must take on the app's behalf.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    PickFile,
    PickSession,
    /// Asks for the file that the open dialog writes.
    PickTarget,
    PickNewRows,
    PickCleanRows,
    CopyText(String),
    CopyImage(Pixels),
    /// Gives the window the whole screen where true, else takes it back.
    FullScreen(bool),
    Quit,
}

impl App {
    /// Notes the time, in seconds. A notice from before the first frame, which a slow start may delay, counts its time
    /// from that frame on.
    pub fn note_time(&mut self, now: f64) {
        if self.now == 0.0
            && let Some(notice) = &mut self.notice
        {
            notice.until += now;
        }
        self.now = now;
    }

    /// Notes the window's size, in points at zoom 1.
    pub fn resized(&mut self, size: [f32; 2]) {
        if Settings::is_window(size) {
            self.settings.window = Some(size);
        }
    }

    /// Chart of a panel from the last good result.
    #[must_use]
    pub fn chart(&self, panel: Panel) -> Option<Chart> {
        Some(panel.chart(self.analysis()?, &self.setup.view))
    }

    /// Actions left for the window; each effect is returned once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Seconds until [`tick`](Self::tick) must be called again, if ever.
    #[must_use]
    pub fn next_tick(&self) -> Option<f64> {
        let spinner = self.seconds_to_saying_so();
        let exact = self.pace.seconds_to_exact(self.now);
        let stale = self.pace.seconds_to_stale(self.now);
        let notice = self.notice.as_ref().map(|notice| notice.until - self.now);
        // Seconds are counted while a whole spectrum is computed.
        let counted = self
            .spectrum_under_way()
            .map(|under_way| 1.0 - (self.now - under_way.since).rem_euclid(1.0));
        let keeping = self.seconds_to_keeping();
        let played = self.seconds_to_next_value();
        let errand = self.seconds_to_naming_errand();
        [
            spinner, exact, stale, notice, counted, keeping, played, errand,
        ]
        .into_iter()
        .flatten()
        .reduce(f64::min)
    }

    /// Returns true where the panel's plot has lacked a change of the setup for so long that it is drawn pale.
    #[must_use]
    pub fn is_stale(&self, panel: Panel) -> bool {
        // A pinned picture is to stay, and a sweep shows every γ.
        let stays = panel.letter().is_some() || panel.needs() == Some(Need::Sweep);
        !stays && self.pace.is_stale(panel.rests_on_kernel(), self.now)
    }

    /// Notes the window's width and height at zoom 1, in points. A very large window that the system does not scale is
    /// enlarged in quarters, until the user chooses a zoom, as text would be tiny.
    pub fn fit_zoom(&mut self, width: f32, height: f32) {
        self.lecture_zoom = legible_zoom(height);
        let room = (width / 1600.0).min(height / 1080.0);
        self.fitting_zoom = ((room * 4.0).floor() / 4.0).max(1.0);
    }

    #[must_use]
    pub fn zoom(&self) -> f32 {
        match self.presentation {
            Some(_) => self.lecture_zoom,
            None => self.settings.zoom.unwrap_or(self.fitting_zoom),
        }
    }

    /// Returns true where an exact result is shown, rather than a preview.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.analysis().is_some_and(|it| it.tier == Tier::Exact)
    }

    /// Time of the last [`tick`](Self::tick), in seconds.
    #[must_use]
    pub fn now(&self) -> f64 {
        self.now
    }

    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    #[must_use]
    pub fn shown(&self) -> Option<&ShownResult> {
        self.shown.as_ref()
    }

    /// Numbers of the last good result.
    #[must_use]
    pub fn analysis(&self) -> Option<&Arc<Analysis>> {
        self.shown.as_ref().map(|shown| &shown.analysis)
    }

    /// Data of the last good result.
    #[must_use]
    pub fn dataset(&self) -> Option<&Dataset> {
        self.analysis().map(|analysis| &*analysis.dataset)
    }

    /// Table of the present source, even where that was refused; `None` until it is loaded.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        if let Some(RefusedTable { source, table, .. }) = &self.refused
            && *source == self.setup.source
        {
            return Some(table);
        }
        let shown = self.shown.as_ref()?;
        let same = match (&shown.setup.source, &self.setup.source) {
            // A touch changes no column.
            (Source::Drawn(its), Source::Drawn(now)) => its.columns == now.columns,
            (its, now) => its == now,
        };
        same.then_some(&*shown.analysis.table)
    }

    /// Word for a button, a sentence on it, and its edit that makes the refused table acceptable; `None` where no edit
    /// does.
    #[must_use]
    pub fn mend(&self) -> Option<(&'static str, &'static str, Edit)> {
        let refused = self.refused.as_ref().filter(|_| self.problem.is_some());
        refused.is_some_and(|it| it.lacks_symmetry).then_some((
            "Mean of both",
            "Takes the mean of each entry and its mirror, however much they differ",
            Edit::Symmetrise(Symmetrise::Mean),
        ))
    }

    #[must_use]
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    #[must_use]
    pub fn notice(&self) -> Option<&Notice> {
        self.notice.as_ref()
    }

    #[must_use]
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    #[must_use]
    pub fn dialog(&self) -> Option<&Dialog> {
        self.dialog.as_ref()
    }

    /// Rows under the pointer, ringed in every plot.
    #[must_use]
    pub fn hovered_rows(&self) -> &[usize] {
        &self.hovered_rows
    }

    #[must_use]
    pub fn tool(&self) -> Tool {
        // Tools that draw wait for the next drawing.
        if self.tool.draws() && self.drawing().is_none() {
            return Tool::default();
        }
        self.tool
    }

    #[must_use]
    pub fn shows_row_list(&self) -> bool {
        self.settings.row_list
    }

    #[must_use]
    pub fn maximised(&self) -> Option<Panel> {
        self.settings.maximised
    }

    /// Example whose explanation stands on the screen: the example opened last, while its data are shown, whatever the
    /// other parameters.
    #[must_use]
    pub fn example(&self) -> Option<Example> {
        let example = example(self.example?)?;
        let same = match (&example.setup.source, &self.setup.source) {
            (Source::Generated(its), Source::Generated(now)) => its.shape == now.shape,
            (its, now) => its == now,
        };
        same.then_some(example)
    }

    /// Panels that are on the screen.
    #[must_use]
    pub fn visible(&self) -> Vec<Panel> {
        match self.settings.maximised {
            Some(panel) => vec![panel],
            None => match self.versus_tiles() {
                Some(tiles) => tiles.shown(),
                None => self.setup.view.places(),
            },
        }
    }

    /// Least width and height of the room for plots, in points.
    #[must_use]
    pub fn least_room(&self) -> [f32; 2] {
        Layout::least_room(
            &self.setup.view.arrangement(),
            self.settings.maximised.is_some(),
        )
    }

    /// Counter that changes whenever plots should be fitted to their data again.
    #[must_use]
    pub fn fits(&self) -> u64 {
        self.fits
    }
}
