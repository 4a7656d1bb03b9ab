//! The window's state and what each command does to it.
//!
//! Nothing here draws and nothing here waits: questions go to an [`Executor`], and what only the
//! window can do (dialogs, clipboard, zoom) is left in a queue of [`Effect`]s.

mod clipboard;
mod command;
mod continuity;
mod destination;
mod dialog;
mod edit;
mod history;
mod layout;
mod pace;
mod picture;

use std::{mem::discriminant, path::PathBuf, sync::Arc};

use crate::{
    analysis::Analysis,
    data::{Source, Table},
    kpca::Tier,
    setup::{Setup, example},
    view::{Panel, Signs, kernel_label},
    worker::{Answer, Errand, Event, Executor, Job, News, Outcome, Picture, Pixels, Request},
};
use history::History;
use pace::Pace;

pub use command::Command;
pub use destination::{Destination, is_session, session_target};
pub use dialog::{Dialog, Settings, Theme};
pub use edit::{Consequence, Edit};
pub use layout::{Layout, Split};
pub use pace::REST_SECONDS;
pub use picture::{PictureOptions, Subject};

/// A computation that takes longer than this gets a spinner.
const PATIENCE_SECONDS: f64 = 0.15;

/// How long the line about something that was done stays.
const NOTICE_SECONDS: f64 = 6.0;

/// State of the window, without the window.
pub struct App {
    setup: Setup,
    shown: Option<Shown>,
    /// Why the newest setup has no picture, in plain words.
    problem: Option<String>,
    notice: Option<Notice>,
    dialog: Option<Dialog>,
    settings: Settings,
    maximised: Option<Panel>,
    /// The zoom that suits the window's size.
    fitting_zoom: f32,
    /// The row under the pointer, ringed in every plot.
    hovered_row: Option<usize>,
    /// Grows whenever plots should forget where the user had zoomed to.
    fits: u64,
    history: History,
    pace: Pace,
    now: f64,
    effects: Vec<Effect>,
    executor: Box<dyn Executor>,
}

/// The last good result.
#[derive(Debug, Clone)]
pub struct Shown {
    /// The setup that the result answers.
    pub setup: Box<Setup>,
    pub analysis: Arc<Analysis>,
    pub signs: Signs,
}

/// A line about something that was done.
#[derive(Debug, Clone, PartialEq)]
pub struct Notice {
    pub text: String,
    pub failed: bool,
    /// When it goes away by itself.
    until: f64,
}

/// What the window must do on the app's behalf.
#[derive(Debug, Clone, PartialEq)]
pub enum Effect {
    PickFile,
    PickPicturePath,
    PickSession,
    PickSessionPath,
    CopyText(String),
    CopyImage(Pixels),
    Quit,
}

impl App {
    /// Starts with `setup`; the first answer comes after [`tick`](Self::tick).
    pub fn new(setup: Setup, executor: Box<dyn Executor>) -> Self {
        let mut pace = Pace::default();
        pace.changed(Consequence::Reload, 0.0);
        Self {
            setup,
            shown: None,
            problem: None,
            notice: None,
            dialog: None,
            settings: Settings::default(),
            maximised: None,
            fitting_zoom: 1.0,
            hovered_row: None,
            fits: 0,
            history: History::default(),
            pace,
            now: 0.0,
            effects: Vec::new(),
            executor,
        }
    }

    /// Takes over what an earlier run left behind.
    #[must_use]
    pub fn with_settings(mut self, settings: Settings) -> Self {
        self.settings = settings;
        self
    }

    /// Puts due questions and takes answers; `now` is in seconds and never goes back.
    pub fn tick(&mut self, now: f64) {
        self.now = now;
        self.notice.take_if(|notice| notice.until <= now);
        while let Some(question) = self.pace.next(now) {
            self.executor.submit(Request {
                generation: question.generation,
                fresh: question.fresh,
                job: Job::Analyse {
                    setup: Box::new(self.setup.clone()),
                    tier: question.tier,
                },
            });
        }
        while let Some(event) = self.executor.poll() {
            match event {
                Event::Outcome(outcome) => self.hear(outcome),
                Event::News(news) => self.report(news),
            }
        }
    }

    fn hear(&mut self, outcome: Outcome) {
        if !self.pace.accept(outcome.generation) {
            return;
        }
        match outcome.result {
            Ok(Answer::Analysis { setup, analysis }) => self.show(setup, analysis),
            Err(problem) => self.problem = Some(problem),
        }
    }

    /// Says what became of an errand, in the dialog that sent it or in the status line.
    fn report(&mut self, news: News) {
        match news {
            News::Saved(path) => {
                if let Some(Dialog::SaveSession(_)) = self.dialog {
                    self.settings.remember(path.clone());
                }
                if self.destination().is_some() {
                    self.dialog = None;
                }
                self.notify(format!("Saved {}", path.display()), false);
            }
            News::Drawn(pixels) => {
                self.effects.push(Effect::CopyImage(pixels));
                self.notify("Picture copied".into(), false);
            }
            News::Exists(path) => {
                if let Some(to) = self.destination() {
                    to.exists = true;
                    to.problem = Some(format!("{} exists already", path.display()));
                }
            }
            News::Failed(reason) => {
                if let Some(to) = self.destination() {
                    to.problem = Some(reason);
                } else {
                    self.notify(reason, true);
                }
            }
            News::Opened(path, opened) => {
                self.edit(Edit::Everything(Box::new(opened.setup)));
                self.fits += 1;
                let (text, remarked) = match opened.remarks.as_slice() {
                    [] => (format!("Opened {}", path.display()), false),
                    remarks => (remarks.join("; "), true),
                };
                self.settings.remember(path);
                self.notify(text, remarked);
            }
            News::Scripted(language, script) => {
                self.effects.push(Effect::CopyText(script));
                self.notify(format!("Script for {} copied", language.title()), false);
            }
        }
    }

    fn destination(&mut self) -> Option<&mut Destination> {
        self.dialog.as_mut().and_then(Dialog::destination)
    }

    fn notify(&mut self, text: String, failed: bool) {
        self.notice = Some(Notice {
            text,
            failed,
            until: self.now + NOTICE_SECONDS,
        });
    }

    fn show(&mut self, setup: Box<Setup>, analysis: Arc<Analysis>) {
        let before = self.shown.as_ref();
        if before.is_none_or(|s| !Arc::ptr_eq(&s.analysis.dataset, &analysis.dataset)) {
            self.hovered_row = None;
        }
        if before.is_some_and(|s| s.analysis.dataset.name != analysis.dataset.name) {
            self.fits += 1;
        }
        if let Source::File(path) = &setup.source {
            self.settings.remember(path.clone());
        }
        let signs = continuity::signs_after(before.map(|s| (&*s.analysis, &s.signs)), &analysis);
        self.problem = None;
        self.shown = Some(Shown {
            setup,
            analysis,
            signs,
        });
    }

    /// Carries out one user action.
    pub fn apply(&mut self, command: Command) {
        match command {
            Command::Edit(edit) => self.edit(edit),
            Command::Undo => {
                if let Some(setup) = self.history.undo(&self.setup) {
                    self.replace_setup(setup);
                }
            }
            Command::Redo => {
                if let Some(setup) = self.history.redo(&self.setup) {
                    self.replace_setup(setup);
                }
            }
            Command::Example(name) => {
                if let Some(example) = example(name) {
                    self.edit(Edit::Everything(Box::new(example.setup)));
                    self.fits += 1;
                }
            }
            Command::Open => self.effects.push(Effect::PickFile),
            Command::OpenSession => self.effects.push(Effect::PickSession),
            Command::OpenPath(path) => self.open(path),
            Command::Show(dialog) => self.dialog = Some(dialog),
            Command::CloseDialog => self.dialog = None,
            Command::SavePicture(options) => self.save_picture(options),
            Command::BrowsePicture => self.effects.push(Effect::PickPicturePath),
            Command::CopyPicture(subject) => {
                let errand = self.picture(&PictureOptions::new(subject));
                if let Some(picture) = errand {
                    self.executor.send(Errand::CopyPicture(picture));
                }
            }
            Command::SaveSession(to) => self.save_session(to),
            Command::BrowseSession => self.effects.push(Effect::PickSessionPath),
            Command::CopyScript(language) => {
                if let Some(shown) = &self.shown {
                    self.executor.send(Errand::CopyScript {
                        language,
                        setup: self.setup_shown(shown),
                        analysis: Arc::clone(&shown.analysis),
                    });
                }
            }
            Command::CopyData(panel) => self.copy_data(panel),
            Command::HoverRow(row) => self.hovered_row = row,
            Command::MoveSplit(split, share) => self.settings.layout.place(split, share),
            Command::ToggleMaximised(panel) => {
                self.maximise((self.maximised != Some(panel)).then_some(panel));
            }
            Command::ToggleSidePanel => self.settings.side_panel = !self.settings.side_panel,
            Command::ResetLayout => {
                self.maximise(None);
                self.settings.side_panel = true;
                self.fits += 1;
                self.settings.layout = Layout::default();
            }
            Command::FitPlots => self.fits += 1,
            Command::Theme(theme) => self.settings.theme = theme,
            Command::ZoomIn => self.settings.zoom = Some((self.zoom() * 1.1).min(5.0)),
            Command::ZoomOut => self.settings.zoom = Some((self.zoom() / 1.1).max(0.5)),
            Command::ZoomReset => self.settings.zoom = None,
            Command::DismissNotice => {
                // One line is seen at a time, so one is dismissed at a time.
                if self.notice.take().is_none() && self.problem.take().is_some() {
                    self.go_back();
                }
            }
            Command::Quit => self.effects.push(Effect::Quit),
        }
    }

    /// Why a command can't be carried out now; `None` when it can.
    #[must_use]
    pub fn obstacle(&self, command: &Command) -> Option<&'static str> {
        match command {
            Command::Undo if !self.history.can_undo() => Some("nothing to undo"),
            Command::Redo if !self.history.can_redo() => Some("nothing to redo"),
            Command::CopyData(_)
            | Command::CopyPicture(_)
            | Command::CopyScript(_)
            | Command::SavePicture(_)
            | Command::Show(Dialog::SavePicture(_))
                if self.shown.is_none() =>
            {
                Some("there is no picture yet")
            }
            _ => None,
        }
    }

    fn edit(&mut self, edit: Edit) {
        let mut setup = self.setup.clone();
        let kind = discriminant(&edit);
        edit.apply(&mut setup);
        if setup == self.setup {
            return;
        }
        self.history.record(&self.setup, kind, self.now);
        self.replace_setup(setup);
    }

    /// Makes the setup agree again with what is on the screen.
    fn go_back(&mut self) {
        if let Some(shown) = &self.shown {
            self.edit(Edit::Everything(self.setup_shown(shown)));
        }
    }

    /// What makes the picture on the screen: the view may have changed since it was computed.
    fn setup_shown(&self, shown: &Shown) -> Box<Setup> {
        Box::new(Setup {
            view: self.setup.view.clone(),
            ..(*shown.setup).clone()
        })
    }

    /// Gives a panel, with those that it is compared with, all the room, or takes it back.
    fn maximise(&mut self, panel: Option<Panel>) {
        self.maximised = panel;
        self.replace_setup(self.setup.clone());
    }

    fn replace_setup(&mut self, mut setup: Setup) {
        // What is not seen is not computed, whatever undo or an example brings.
        let together = self.maximised.map_or(&[][..], Panel::together);
        setup.view.panels = Panel::USUAL.to_vec();
        let more = together
            .iter()
            .filter(|panel| !Panel::USUAL.contains(panel));
        setup.view.panels.extend(more);
        self.pace
            .changed(Consequence::between(&self.setup, &setup), self.now);
        self.setup = setup;
    }

    fn open(&mut self, path: PathBuf) {
        self.dialog = None;
        if is_session(&path) {
            self.executor.send(Errand::OpenSession(path));
        } else {
            self.edit(Edit::file(path));
        }
    }

    fn save_session(&mut self, mut to: Destination) {
        self.executor.send(Errand::SaveSession {
            setup: Box::new(self.setup.clone()),
            path: session_target(&to),
            replace: to.replace,
        });
        to.problem = None;
        self.dialog = Some(Dialog::SaveSession(to));
    }

    fn copy_data(&mut self, panel: Panel) {
        let Some(chart) = self.chart(panel) else {
            return;
        };
        self.effects.push(Effect::CopyText(clipboard::tsv(&chart)));
        self.notify(format!("Data of {} copied", panel.title()), false);
    }

    fn save_picture(&mut self, mut options: PictureOptions) {
        let errand = options.format().map(|format| {
            self.picture(&options).map(|picture| Errand::SavePicture {
                picture,
                format,
                path: options.target(),
                replace: options.to.replace,
            })
        });
        match errand {
            Ok(Some(errand)) => {
                options.to.problem = None;
                self.executor.send(errand);
            }
            Ok(None) => {}
            Err(problem) => options.to.problem = Some(problem),
        }
        self.dialog = Some(Dialog::SavePicture(options));
    }

    /// What a figure of the shown result is drawn from.
    fn picture(&self, options: &PictureOptions) -> Option<Picture> {
        let analysis = Arc::clone(&self.shown.as_ref()?.analysis);
        let dataset = &analysis.dataset;
        let kernel = kernel_label(&analysis.kernel);
        let caption = format!("{} · n {} · {kernel}", dataset.name, dataset.n());
        Some(Picture {
            view: self.setup.view.clone(),
            spec: options.spec(caption),
            analysis,
        })
    }

    /// The panel's chart from the last good result.
    #[must_use]
    pub fn chart(&self, panel: Panel) -> Option<crate::view::Chart> {
        let shown = self.shown.as_ref()?;
        Some(panel.chart(&shown.analysis, &self.setup.view, &shown.signs))
    }

    /// What is left for the window to do; each effect is given out once.
    pub fn take_effects(&mut self) -> Vec<Effect> {
        std::mem::take(&mut self.effects)
    }

    /// Whether the answer has been awaited for so long that the window should say so.
    #[must_use]
    pub fn is_busy(&self) -> bool {
        self.pace
            .busy_since()
            .is_some_and(|since| self.now - since >= PATIENCE_SECONDS)
    }

    /// In how many seconds [`tick`](Self::tick) must be called again, if ever.
    #[must_use]
    pub fn next_tick(&self) -> Option<f64> {
        let spinner = self
            .pace
            .busy_since()
            .map(|since| since + PATIENCE_SECONDS - self.now)
            .filter(|seconds| *seconds > 0.0);
        let exact = self.pace.seconds_to_exact(self.now);
        let notice = self.notice.as_ref().map(|notice| notice.until - self.now);
        [spinner, exact, notice]
            .into_iter()
            .flatten()
            .reduce(f64::min)
    }

    /// Tells the window's size at zoom 1: on a very large one that the system doesn't scale, text
    /// would be tiny, so it is enlarged in quarters until the user chooses a zoom.
    pub fn fit_zoom(&mut self, width: f32, height: f32) {
        let room = (width / 1600.0).min(height / 1080.0);
        self.fitting_zoom = ((room * 4.0).floor() / 4.0).max(1.0);
        if self.fitting_zoom < 1.5 {
            self.fitting_zoom = 1.0;
        }
    }

    #[must_use]
    pub fn zoom(&self) -> f32 {
        self.settings.zoom.unwrap_or(self.fitting_zoom)
    }

    /// Whether what is shown is exact, rather than a preview.
    #[must_use]
    pub fn is_exact(&self) -> bool {
        self.shown
            .as_ref()
            .is_some_and(|shown| shown.analysis.tier == Tier::Exact)
    }

    #[must_use]
    pub fn setup(&self) -> &Setup {
        &self.setup
    }

    #[must_use]
    pub fn shown(&self) -> Option<&Shown> {
        self.shown.as_ref()
    }

    /// The columns of the current source, once it is loaded.
    #[must_use]
    pub fn table(&self) -> Option<&Table> {
        let shown = self.shown.as_ref()?;
        (shown.setup.source == self.setup.source).then_some(&*shown.analysis.table)
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

    /// The row under the pointer, ringed in every plot.
    #[must_use]
    pub fn hovered_row(&self) -> Option<usize> {
        self.hovered_row
    }

    #[must_use]
    pub fn maximised(&self) -> Option<Panel> {
        self.maximised
    }

    /// Changes whenever plots should be fitted to their data again.
    #[must_use]
    pub fn fits(&self) -> u64 {
        self.fits
    }
}
