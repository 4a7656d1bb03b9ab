//! What each command does.

use std::path::PathBuf;

use super::{
    Answered, App, Arrangement, Choice, Command, Consequence, Edit, Effect, Layout, Settings,
    Shown, Subject, Tool, is_session, usual_tiles,
};
use crate::{
    data::Source,
    setup::{ContourView, RowSet, Setup, example},
    view::Panel,
    worker::Errand,
};

impl App {
    /// Carries out one user action.
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn apply(&mut self, command: Command) {
        if self.loses_lesson(&command) {
            self.ask_before(command);
            return;
        }
        match command {
            Command::Edit(edit) => {
                self.note_strip(&edit);
                self.edit(edit);
            }
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Example(name) => {
                if let Some(example) = example(name) {
                    let mut setup = example.setup;
                    setup.keep_pinned_of(&self.setup);
                    setup
                        .view
                        .arrange_if_unsaid(usual_tiles(self.settings.film_strip));
                    self.edit(Edit::Everything(Box::new(setup)));
                    self.fit_plots();
                    self.example = Some(example.name);
                }
            }
            Command::Lesson(name) => self.begin_shipped(name),
            Command::NextStep => self.next_step(),
            Command::PreviousStep => self.previous_step(),
            Command::GoToStep(step) => self.go_to_step(step),
            Command::ShowStepAgain => self.show_step_again(),
            Command::Answer(choice) => self.answer(Answered::Choice(choice)),
            Command::ShowAnswer => self.answer(Answered::Shown),
            Command::CloseLesson => {
                self.course = None;
                self.stop_writing();
            }
            Command::NewLesson => self.new_lesson(),
            Command::EditLesson => self.edit_lesson(),
            Command::WriteLesson(edit) => self.edit_draft(edit),
            Command::UndoWriting => self.undo_writing(true),
            Command::RedoWriting => self.undo_writing(false),
            Command::SaveLesson => self.save_lesson(),
            Command::AskForLesson => self.ask_for_lesson(),
            Command::SaveLessonTo(to) => self.save_lesson_to(to),
            Command::StopWriting => self.stop_writing(),
            Command::AskForHandout => self.ask_for_handout(),
            Command::SaveHandout(to) => self.save_handout(to),
            Command::SaveLessonAnd(then) => self.save_lesson_and(then),
            Command::DiscardLessonAnd(then) => self.discard_lesson_and(*then),
            Command::TogglePresentation => self.toggle_presentation(),
            Command::Blank(blank) => self.blank(blank),
            Command::TogglePointer => self.toggle_pointer(),
            Command::Open => self.effects.push(Effect::PickFile),
            Command::OpenSession | Command::OpenLesson => self.effects.push(Effect::PickSession),
            Command::OpenPath(path) => self.open(path),
            Command::OpenLine(line) => self.open_line(&line),
            Command::CopyLine => self.copy_line(),
            Command::CopyStep => self.copy_step(),
            Command::Show(dialog) => self.dialog = Some(dialog),
            Command::CloseDialog => {
                self.dialog = None;
                self.forget_what_waits();
            }
            Command::Browse => self.effects.push(Effect::PickTarget),
            Command::WriteTo(path) => self.write_to(&path),
            Command::AskForPicture(subject) => self.ask_for_picture(subject),
            Command::SavePicture(options) => self.save_picture(options),
            Command::CopyFigure(options) => self.copy_figure(&options),
            Command::CopyPicture(subject) => self.copy_picture(subject),
            Command::AskForTable { selected } => self.ask_for_table(selected),
            Command::SaveTable(options) => self.save_table(options),
            Command::AskForAnimation => self.ask_for_animation(),
            Command::SaveAnimation(options) => self.save_animation(options),
            Command::BrowseNewRows => self.effects.push(Effect::PickNewRows),
            Command::OpenNewRows(path) => self.open_new_rows(path),
            Command::CloseNewRows => self.edit(Edit::NewRows(None)),
            Command::AskForSession => self.ask_for_session(),
            Command::SaveSession(to) => self.save_session(to),
            Command::CopyScript(language) => self.copy_script(language),
            Command::CopyData(panel) => self.copy_data(panel),
            Command::Zoomed(panel, ranges) => self.zooms.set(panel, ranges),
            Command::HoverRows(rows) => self.hovered_rows = rows,
            Command::Tool(tool) => self.tool = tool,
            Command::Select(rows, pick) => self.select(&rows, pick),
            Command::InvertSelection => self.invert_selection(),
            Command::Release => self.release(),
            Command::HideSelected => self.hide_selected(),
            Command::ShowOnlySelected => self.show_only_selected(),
            Command::ShowAllRows => self.mark(|marking| {
                marking.hidden = RowSet::default();
                marking.isolated = None;
            }),
            Command::ToggleRecoloured => {
                self.mark(|marking| marking.recoloured = !marking.recoloured);
            }
            Command::ToggleIsolated(class) => self.mark(|marking| {
                let alone = marking.isolated.as_ref() == Some(&class);
                marking.isolated = (!alone).then_some(class);
            }),
            Command::SelectNovel => self.select_novel(),
            Command::DrawAnew => self.draw_anew(),
            Command::EditPoints => self.edit_points(),
            Command::PenClass(class) => self.choose_class(class),
            Command::ResizeBrush { larger } => self.resize_brush(larger),
            Command::DeleteSelected => self.delete_selected(),
            Command::ToggleRowList => self.row_list = !self.row_list,
            Command::CopySelectedRows => self.copy_selected_rows(),
            Command::ListNewRows(new) => self.list_new_rows(new),
            Command::CopyNovelNewRows => self.copy_novel_new_rows(),
            Command::WidenSide(width) => self.settings.layout.widen_side(width),
            Command::ToggleMaximised(panel) => {
                self.maximise((self.maximised != Some(panel)).then_some(panel));
            }
            Command::Pin(panel) => {
                if let Some(panel) = panel.or_else(|| self.looked_at()) {
                    self.maximise(None);
                    self.edit(Edit::Pin(panel));
                }
            }
            Command::Unpin(letter) => {
                if self.maximised == Some(letter.panel()) {
                    self.maximise(None);
                }
                self.edit(Edit::Unpin(letter));
            }
            Command::Swap(letter) => {
                self.edit(Edit::Swap(letter));
                self.fit_plots();
            }
            Command::Arrange(arrangement) => {
                self.maximise(None);
                self.edit(Edit::Arrange(arrangement.tiles()));
            }
            Command::Choose(choice) => self.choose(choice),
            Command::ContoursThrough(row) => {
                if let Some(row) = row.or_else(|| self.selected_rows().next()) {
                    self.contours_through(row);
                }
            }
            Command::FindSpectrum => self.find_spectrum(),
            Command::ForgetSpectrum => self.forget_spectrum(),
            Command::TogglePlay => self.toggle_play(),
            Command::StopSweep => self.stop_sweep(),
            Command::RunSweepAgain => self.run_sweep_again(),
            Command::ToggleGammaMarks => self.settings.gamma_marks = !self.settings.gamma_marks,
            Command::StopFit => {
                self.stop_playing();
                self.stop_fit();
            }
            Command::RunFitAgain => self.run_fit_again(),
            Command::StopErrand => self.stop_errand(),
            Command::LimitMemory(mebibytes) => {
                self.settings.memory_mib = mebibytes;
                self.pace.changed(Consequence::Refit, self.now);
            }
            Command::ToggleSidePanel => self.toggle_side_panel(),
            Command::ResetLayout => {
                self.maximise(None);
                self.settings.film_strip = true;
                self.edit(Edit::Arrange(Arrangement::Usual.tiles()));
                if !self.shows_side_panel() {
                    self.toggle_side_panel();
                }
                self.fit_plots();
                self.settings.layout = Layout::default();
            }
            Command::FitPlots => self.fit_plots(),
            Command::Theme(theme) => self.settings.theme = theme,
            Command::ZoomIn => self.zoom_to(self.zoom() * 1.1),
            Command::ZoomOut => self.zoom_to(self.zoom() / 1.1),
            Command::ZoomReset => self.settings.zoom = None,
            Command::DismissNotice => {
                // One line is seen at a time, so one is dismissed at a time.
                if self.notice.take().is_none() && self.problem.take().is_some() {
                    self.go_back();
                }
            }
            Command::CloseExample => self.example = None,
            Command::ToggleInsight => self.settings.insight = !self.settings.insight,
            Command::Quit => self.effects.push(Effect::Quit),
        }
    }

    /// Why a command can't be carried out now; `None` when it can.
    #[must_use]
    #[expect(clippy::too_many_lines, reason = "one list, read from top to bottom")]
    pub fn obstacle(&self, command: &Command) -> Option<&'static str> {
        match command {
            Command::Undo if !self.history.can_undo() => Some("nothing to undo"),
            Command::Redo if !self.history.can_redo() => Some("nothing to redo"),
            Command::Blank(_) | Command::TogglePointer if self.presentation.is_none() => {
                Some("only while presenting")
            }
            Command::NextStep => self.no_next_step(),
            Command::PreviousStep => self.no_step_before(),
            Command::ShowStepAgain | Command::CloseLesson | Command::AskForHandout
                if self.course.is_none() =>
            {
                Some("no lesson is open")
            }
            Command::NewLesson
            | Command::EditLesson
            | Command::WriteLesson(_)
            | Command::UndoWriting
            | Command::RedoWriting
            | Command::SaveLesson
            | Command::AskForLesson
            | Command::StopWriting => self.writing_obstacle(command),
            Command::Release
            | Command::InvertSelection
            | Command::HideSelected
            | Command::ShowOnlySelected
            | Command::ShowAllRows
            | Command::CopySelectedRows
            | Command::AskForTable { selected: true } => self.marking_obstacle(command),
            Command::Tool(Tool::Draw | Tool::Brush | Tool::Erase)
            | Command::EditPoints
            | Command::PenClass(_)
            | Command::ResizeBrush { .. }
            | Command::DeleteSelected => self.drawing_obstacle(command),
            Command::ContoursThrough(row) => {
                let d = |shown: &Shown| shown.analysis.dataset.d();
                let one = row.is_some() || self.selected_rows().count() == 1;
                match self.shown.as_ref().map_or(0, d) {
                    0..=2 => Some("every column is on an axis already"),
                    _ => (!one).then_some("select one row first"),
                }
            }
            Command::SelectNovel if self.novel_rows().is_none() => {
                Some("show the novelty panel first")
            }
            Command::ListNewRows(true) | Command::CopyNovelNewRows => match self.novel_new_rows() {
                None => Some("open new rows and show the novelty panel first"),
                Some(rows) if rows.is_empty() => Some("no new row lies beyond the threshold"),
                Some(_) => None,
            },
            Command::CloseNewRows if self.setup.new_rows.is_none() => Some("no new rows are open"),
            Command::Choose(choice) => {
                let analysis = self.shown.as_ref().map(|shown| &*shown.analysis);
                choice.lack(&self.setup.view, analysis)
            }
            Command::Pin(_) | Command::Unpin(_) | Command::Swap(_) => self.pin_obstacle(command),
            Command::ToggleMaximised(panel)
            | Command::CopyData(panel)
            | Command::AskForPicture(Subject::Panel(panel))
            | Command::CopyPicture(Subject::Panel(panel))
                if !self.setup.view.offered().any(|it| it == *panel) =>
            {
                Some("nothing is pinned there")
            }
            Command::CopyData(panel)
                if self.shown.is_some() && panel.explains() && !self.visible().contains(panel) =>
            {
                Some("show this panel first")
            }
            Command::FindSpectrum if self.spectrum.is_asked_for() => {
                Some("it is asked for already")
            }
            Command::ForgetSpectrum if !self.spectrum.is_asked_for() => {
                Some("only the leading eigenvalues are shown")
            }
            Command::StopFit if self.pace.busy_since().is_none() => {
                Some("nothing is being computed")
            }
            Command::TogglePlay | Command::AskForAnimation
                if self.setup.view.swept(&self.setup.kernel).is_none() =>
            {
                Some("this kernel has no parameter to run through")
            }
            Command::StopErrand => self.errand_obstacle(),
            Command::StopSweep if self.sweep_under_way().is_none() => {
                Some("no sweep is being computed")
            }
            Command::RunSweepAgain if !self.sweep_is_stopped() => Some("no sweep was stopped"),
            Command::RunFitAgain if !self.pace.is_stopped() => Some("no fit was stopped"),
            Command::CopyData(_)
            | Command::FindSpectrum
            | Command::CopyPicture(_)
            | Command::CopyScript(_)
            | Command::AskForPicture(_)
            | Command::SavePicture(_)
            | Command::AskForTable { .. }
            | Command::TogglePlay
            | Command::AskForAnimation
                if self.shown.is_none() =>
            {
                Some("there is no picture yet")
            }
            _ => None,
        }
    }

    /// Why a picture can't be pinned, taken away or made live now.
    fn pin_obstacle(&self, command: &Command) -> Option<&'static str> {
        let view = &self.setup.view;
        match command {
            Command::Pin(_) if view.free_letter().is_none() => {
                Some("four pictures are pinned: unpin one first")
            }
            Command::Pin(None) if self.looked_at().is_none() => {
                Some("no panel is in sight that can be pinned")
            }
            Command::Pin(Some(panel)) if !panel.can_be_pinned() => {
                Some("this panel cannot be pinned")
            }
            Command::Unpin(letter) | Command::Swap(letter) if view.pinned(*letter).is_none() => {
                Some("nothing is pinned there")
            }
            _ => None,
        }
    }

    /// The panel whose picture is looked at: the one that fills the window, or kernel PCA's, or else the first
    /// that can be pinned.
    fn looked_at(&self) -> Option<Panel> {
        let visible = self.visible();
        let mut wanted = [Panel::Kpca, Panel::Kpca3d].into_iter();
        let kernel_pca = wanted.find(|panel| visible.contains(panel));
        kernel_pca.or_else(|| visible.iter().copied().find(|it| it.can_be_pinned()))
    }

    fn choose(&mut self, choice: Choice) {
        self.edit_in_sight(
            Edit::Choose(choice),
            |panel| choice.concerns(panel),
            choice.panel(),
        );
    }

    /// Contours that pass through a row.
    fn contours_through(&mut self, row: usize) {
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

    /// Remembers whether small multiples were closed or opened.
    fn note_strip(&mut self, edit: &Edit) {
        match edit {
            Edit::Close(Panel::Multiples) => self.settings.film_strip = false,
            Edit::ShowIn(_, Panel::Multiples) | Edit::Put(Panel::Multiples, ..) => {
                self.settings.film_strip = true;
            }
            _ => {}
        }
    }

    /// An edit that is to be seen: unless a panel that it concerns is in sight, `panel` comes into the
    /// first place.
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
        let mut setup = self.setup.clone();
        let step = edit.step();
        edit.apply(&mut setup);
        if setup == self.setup {
            return;
        }
        // The invitation is to γ of these data.
        self.invites &= setup.kernel == self.setup.kernel && setup.source == self.setup.source;
        self.history.record(|| self.setup.clone(), step, self.now);
        self.replace_setup(setup);
    }

    pub(super) fn undo(&mut self) {
        if let Some(setup) = self.history.undo(self.setup.clone()) {
            self.replace_setup(setup);
        }
    }

    pub(super) fn redo(&mut self) {
        if let Some(setup) = self.history.redo(self.setup.clone()) {
            self.replace_setup(setup);
        }
    }

    /// Makes the setup agree again with what is on the screen.
    fn go_back(&mut self) {
        if let Some(shown) = &self.shown {
            self.edit(Edit::Everything(self.setup_shown(shown)));
        }
    }

    /// What makes the picture on the screen: the view may have changed since it was computed.
    pub(super) fn setup_shown(&self, shown: &Shown) -> Box<Setup> {
        Box::new(Setup {
            view: self.setup.view.clone(),
            ..(*shown.setup).clone()
        })
    }

    /// Gives a panel all the room, or takes it back.
    pub(super) fn maximise(&mut self, panel: Option<Panel>) {
        if self.maximised != panel {
            self.maximised = panel;
            self.pace.changed(Consequence::Refit, self.now);
        }
    }

    pub(super) fn replace_setup(&mut self, setup: Setup) {
        self.stop_playing_for(&setup);
        self.pace
            .changed(Consequence::between(&self.setup, &setup), self.now);
        self.setup = setup;
    }

    fn zoom_to(&mut self, zoom: f32) {
        let (least, most) = (*Settings::ZOOM.start(), *Settings::ZOOM.end());
        self.settings.zoom = Some(zoom.clamp(least, most));
    }

    fn open_new_rows(&mut self, path: PathBuf) {
        self.opening();
        self.edit(Edit::NewRows(Some(Source::File(path.into()))));
        // Also where they are open already: the file may have changed.
        self.pace.changed(Consequence::Reload, self.now);
    }

    fn open(&mut self, path: PathBuf) {
        self.opening();
        if is_session(&path) {
            self.send(Errand::OpenSession(path));
        } else {
            self.edit(Edit::file(path));
            // Also where it is open already: it may have changed, and somebody waits for an answer.
            self.pace.changed(Consequence::Reload, self.now);
        }
    }
}
