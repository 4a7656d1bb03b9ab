//! Effects of commands on the setup, and the panels that they bring into sight.

use std::path::{Path, PathBuf};

use super::{
    App, Choice, Command, Consequence, Edit, NoticeKind, Settings, ShownResult, is_session,
    usual_tiles,
};
use crate::worker::Errand;
use explorer::{
    panel::Panel,
    setup::{ContourView, ScalingBy, Setup, example},
};
use tabular::Source;

impl App {
    /// Carries out one user action.
    pub fn apply(&mut self, command: Command) {
        if self.loses_lesson(&command) {
            self.ask_before(command);
        } else {
            (command.entry().run)(self);
        }
    }

    /// Reason why a command can't be carried out now; `None` when it can.
    #[must_use]
    pub fn obstacle(&self, command: &Command) -> Option<&'static str> {
        (command.entry().obstacle)(self)
    }

    /// Opens an example by its name.
    pub(super) fn open_example(&mut self, name: &str) {
        if let Some(example) = example(name) {
            let mut setup = example.setup;
            // A strip of a kernel without a parameter would be empty.
            let strip = self.settings.film_strip && setup.view.swept(&setup.kernel).is_some();
            let tiles = usual_tiles(strip, setup.kernel.kind.takes());
            setup.view.arrange_if_unsaid(tiles);
            self.maximise(None);
            self.start_with(Edit::Everything(Box::new(setup)));
            self.fit_plots();
            self.example = Some(example.name);
        }
    }

    /// Closes the notice or, where there is none, the line on a problem; the latter restores the setup of the picture
    /// on the screen.
    pub(super) fn dismiss_notice(&mut self) {
        if self.notice.take().is_none() && self.problem.take().is_some() {
            self.go_back();
        }
    }

    /// Reason why the data on the screen have no kernel of the kind that a command chooses; `None` where they have, or
    /// where the command chooses no kernel.
    #[must_use]
    pub fn refused(&self, command: &Command) -> Option<String> {
        let Command::Edit(Edit::Kernel(kind)) = command else {
            return None;
        };
        let shown = self.shown.as_ref()?;
        let is_of_these = self.table().is_some();
        is_of_these.then(|| shown.analysis.refuses(*kind))?
    }

    /// Panel in the centre of attention: the one that fills the window, or kernel PCA's, or else the first that
    /// can be pinned.
    pub(super) fn looked_at(&self) -> Option<Panel> {
        let visible = self.visible();
        let mut wanted = [Panel::Kpca, Panel::Kpca3d].into_iter();
        let kernel_pca = wanted.find(|panel| visible.contains(panel));
        kernel_pca.or_else(|| visible.iter().copied().find(|it| it.can_be_pinned()))
    }

    pub(super) fn choose(&mut self, choice: Choice) {
        self.edit_in_sight(
            Edit::Choose(choice),
            |panel| choice.concerns(panel),
            choice.panel(),
        );
    }

    /// Moves the plane of the contours through a row.
    pub(super) fn contours_through(&mut self, row: usize) {
        let contours = ContourView {
            at_row: Some(row),
            ..self.setup.view.contours.clone()
        };
        self.edit_in_sight(
            Edit::Contours(contours),
            Panel::has_contours,
            Panel::KpcaContours,
        );
    }

    /// Remembers that small multiples were closed or opened.
    pub(super) fn note_strip(&mut self, edit: &Edit) {
        match edit {
            Edit::Close(Panel::Multiples) => self.settings.film_strip = false,
            Edit::ShowIn(_, Panel::Multiples) | Edit::Put(Panel::Multiples, ..) => {
                self.settings.film_strip = true;
            }
            _ => {}
        }
    }

    /// Applies an edit whose effect is to be seen: where no panel in sight satisfies `concerns`, brings the others back
    /// from a panel that fills the window or, where none of these does either, brings `panel` into sight.
    pub(super) fn edit_in_sight(
        &mut self,
        edit: Edit,
        concerns: impl Fn(Panel) -> bool,
        panel: Panel,
    ) {
        let mut setup = self.setup.clone();
        edit.apply(&mut setup);
        if !self.visible().iter().any(|panel| concerns(*panel)) {
            self.maximise(None);
            if !setup.view.places().iter().any(|panel| concerns(*panel)) {
                setup.view.bring_into_sight(panel);
            }
        }
        self.edit(Edit::Everything(Box::new(setup)));
    }

    pub(super) fn edit(&mut self, edit: Edit) {
        // A wish of one's own is not overruled.
        if matches!(edit, Edit::Scaling(_) | Edit::Everything(_)) {
            self.scaling_by = ScalingBy::Setup;
        }
        let mut setup = self.setup.clone();
        let step = edit.step();
        // A whole setup says itself where panels stand.
        let is_whole = matches!(edit, Edit::Everything(_));
        edit.apply(&mut setup);
        if setup == self.setup {
            return;
        }
        if !is_whole {
            self.suit_panels(&mut setup);
        }
        // The invitation is to γ of these data.
        self.invites &= setup.kernel == self.setup.kernel && setup.source == self.setup.source;
        self.history.record(|| self.setup.clone(), step, self.now);
        self.replace_setup(setup);
    }

    /// Shows a setup from elsewhere in its own arrangement: a panel that filled the window no longer does.
    pub(super) fn show_whole(&mut self, setup: Setup) {
        self.maximise(None);
        self.edit(Edit::Everything(Box::new(setup)));
        self.fit_plots();
    }

    /// Arranges the usual panels for the kind of data in `setup`, where that is a new kind and the panels stood in the
    /// usual arrangement of the kind before.
    fn suit_panels(&self, setup: &mut Setup) {
        let [had, has] = [&self.setup, &*setup].map(|it| it.kernel.kind.takes());
        let tiles = setup.view.arrangement();
        let mut usual = [true, false]
            .into_iter()
            .map(|strip| usual_tiles(strip, had));
        if had != has && usual.any(|usual| tiles.stands_like(&usual)) {
            let strip = self.settings.film_strip;
            setup.view.arrange(usual_tiles(strip, has));
        }
    }

    /// Shows other data, and reports which choices for the data before do not go along.
    pub(super) fn start_with(&mut self, edit: Edit) {
        let before = self.setup.clone();
        let is_file = matches!(edit, Edit::Source(Source::File(_)));
        self.edit(edit);
        let mut now = self.setup.clone();
        if is_file {
            // The data decide, and the line on their reading says it.
            self.scaling_by = ScalingBy::Data;
            now.scaling = before.scaling;
        }
        let left = now.left_behind(&before);
        if !left.is_empty() {
            let left = left.join(", ");
            let said = format!("Left behind: {left}. Undo brings it back");
            self.notify_as(NoticeKind::Remark, &said);
        }
    }

    pub(super) fn undo(&mut self) {
        self.scaling_by = ScalingBy::Setup;
        if let Some(setup) = self.history.undo(self.setup.clone()) {
            self.replace_setup(setup);
        }
    }

    pub(super) fn redo(&mut self) {
        self.scaling_by = ScalingBy::Setup;
        if let Some(setup) = self.history.redo(self.setup.clone()) {
            self.replace_setup(setup);
        }
    }

    /// Restores the setup of the picture on the screen.
    fn go_back(&mut self) {
        if let Some(shown) = &self.shown {
            self.edit(Edit::Everything(self.setup_shown(shown)));
        }
    }

    /// Setup of the picture on the screen: the view may have changed since it was computed.
    pub(super) fn setup_shown(&self, shown: &ShownResult) -> Box<Setup> {
        Box::new(Setup {
            view: self.setup.view.clone(),
            ..(*shown.setup).clone()
        })
    }

    /// Fills the window with a panel, or brings the others back.
    pub(super) fn maximise(&mut self, panel: Option<Panel>) {
        if self.settings.maximised != panel {
            self.settings.maximised = panel;
            self.pace.changed(Consequence::Refit, self.now);
        }
    }

    pub(super) fn replace_setup(&mut self, setup: Setup) {
        self.stop_playing_for(&setup);
        // A panel that fills the window would cover those that come.
        if setup.view.arrangement() != self.setup.view.arrangement() {
            self.maximise(None);
        }
        // Of what the worker is asked, with a panel that fills the window.
        let before = self.wanted();
        self.setup = setup;
        let consequence = Consequence::between(&before, &self.wanted());
        self.pace.changed(consequence, self.now);
    }

    pub(super) fn zoom_to(&mut self, zoom: f32) {
        let (least, most) = (*Settings::ZOOM.start(), *Settings::ZOOM.end());
        self.settings.zoom = Some(zoom.clamp(least, most));
    }

    pub(super) fn open_new_rows(&mut self, path: PathBuf) {
        self.opening();
        self.edit(Edit::NewRows(Some(Source::File(path.into()))));
        // Also where they are open already: the file may have changed.
        self.pace.changed(Consequence::Reload, self.now);
    }

    /// Opens clean rows, and brings a panel of denoising into sight where none is.
    pub(super) fn open_clean_rows(&mut self, path: PathBuf) {
        self.opening();
        self.edit_in_sight(
            Edit::CleanRows(Some(Source::File(path.into()))),
            |panel| matches!(panel, Panel::Denoising | Panel::DenoisingError),
            Panel::Denoising,
        );
        self.pace.changed(Consequence::Reload, self.now);
    }

    /// Setup with the file at `path` in place of its own, where the latter could not be read and has the same name, as
    /// after a link that came without its table; `None` otherwise.
    fn awaiting(&self, path: &Path) -> Option<Setup> {
        let mut setup = self.setup.clone();
        let Source::File(file) = &mut setup.source else {
            return None;
        };
        let missing = self.problem.is_some() && self.table().is_none();
        if !missing || file.path.file_name() != path.file_name() {
            return None;
        }
        path.clone_into(&mut file.path);
        Some(setup)
    }

    pub(super) fn open(&mut self, path: PathBuf) {
        self.opening();
        if is_session(&path) {
            self.send(Errand::OpenSession(path));
            return;
        }
        match self.awaiting(&path) {
            Some(setup) => self.edit(Edit::Everything(Box::new(setup))),
            None => self.start_with(Edit::file(path)),
        }
        // Also where it is open already: it may have changed, and somebody waits for an answer.
        self.pace.changed(Consequence::Reload, self.now);
    }
}
