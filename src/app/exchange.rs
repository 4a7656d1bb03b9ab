//! Exchange with the worker: questions out, answers in, and the outcomes of errands.

use std::{path::Path, sync::Arc};

use super::{
    App, Command, Destination, Dialog, Effect, RefusedTable, ShownResult, TableKind,
    destination::exists_already, errands::Sent,
};
use crate::worker::{Doing, Errand, Event, News, Outcome, Request, Task, Ticket};
use explorer::{
    analysis::{Analysis, lacks_symmetry},
    panel::{Need, Panel},
    setup::{ScalingBy, Setup},
};
use kernel_pca::{kpca::Tier, method::Method};
use tabular::{Source, printable::printable};

impl App {
    /// Sends questions that are due and takes answers; `now` is in seconds and never goes back.
    pub fn tick(&mut self, now: f64) {
        self.now = now;
        self.notice.take_if(|notice| notice.until <= now);
        self.play_on();
        while let Some(question) = self.pace.next(now, self.quality()) {
            self.executor.ask(Task::Analyse(Request {
                generation: question.generation,
                fresh: question.fresh,
                setup: Box::new(self.wanted()),
                tier: question.tier,
                memory_limit: self.settings.memory_limit(),
                scaling_by: self.scaling_by,
            }));
        }
        while let Some(event) = self.executor.poll() {
            match event {
                Event::Outcome(outcome) => self.hear(outcome),
                Event::News(news) => self.report(news),
                Event::Spectrum(id, news) => self.hear_of_spectrum(id, news),
                Event::Sweep(id, news) => self.hear_of_sweep(id, news),
            }
        }
        self.follow_with_sweep();
        self.follow_with_shuffled();
        self.follow_with_thumbnails();
        self.keep_room_for_remarks();
        self.ask_for_preview();
        self.keep_settings();
    }

    /// Setup that the worker is asked to compute: with the panels in sight and those behind a panel that fills the
    /// window, so that these come back at once, but without sweeps, which are computed on their own.
    pub(super) fn wanted(&self) -> Setup {
        let mut setup = self.setup.clone();
        setup.view.panels = self.setup.view.places();
        setup.view.panels.extend(self.visible());
        // A sweep is computed beside the analysis.
        setup
            .view
            .panels
            .retain(|panel| panel.needs() != Some(Need::Sweep));
        setup.view.spectrum_shuffled = false;
        setup
    }

    fn hear(&mut self, outcome: Outcome) {
        if !self.pace.accept(outcome.generation) {
            return;
        }
        match outcome.result {
            Ok((setup, analysis)) => {
                let just_opened = std::mem::take(&mut self.scaling_by) == ScalingBy::Data;
                if just_opened {
                    self.setup.scaling = setup.scaling;
                }
                self.show(setup, analysis);
                self.follow_with_columns(just_opened);
            }
            Err(refusal) => {
                self.refused = refusal.table.map(|(setup, table)| RefusedTable {
                    lacks_symmetry: lacks_symmetry(
                        &table,
                        &setup.columns,
                        setup.kernel.kind.takes(),
                    ),
                    source: setup.source,
                    table,
                });
                let reason = printable(&refusal.reason).into_owned();
                let failed = self.setup.clone();
                let told = self.not_opened(reason.clone());
                // A setup that stays has no picture, whether or not a dialog says why as well.
                self.problem = told.or_else(|| (self.setup == failed).then_some(reason));
                self.follow_with_columns(self.scaling_by == ScalingBy::Data);
            }
        }
    }

    /// Reports the outcome of the errand under way, in the dialog that sent it or in the status line.
    fn report(&mut self, news: News) {
        let Some(Sent { doing, ticket }) = self.errand_is_done() else {
            return;
        };
        if doing == Doing::DrawingThumbnails {
            return self.hear_of_thumbnail(news);
        }
        match news {
            News::HandoutSaved(path, remarks) => {
                self.saved(doing, &path);
                if !remarks.is_empty() {
                    self.notify(&format!("Saved; {}", remarks.join("; ")), true);
                }
            }
            News::Saved(path) => self.saved(doing, &path),
            News::Drawn(pixels) => {
                self.effects.push(Effect::CopyImage(pixels));
                self.notify("Picture copied", false);
            }
            News::DrawnSvg(text) => self.copy_text(text, "Picture copied as SVG"),
            News::Previewed(pixels) => self.take_preview(Ok(pixels)),
            News::Shuffled(found) => self.hear_of_shuffled(&ticket, found),
            News::Compared(changed) => {
                if let Some(changed) = changed {
                    self.notify(&changed, true);
                }
            }
            News::Kept(remarks) => self.are_kept(&remarks),
            News::Explained(_) => {}
            News::Exists(path) => match self.destination_of(doing) {
                Some(to) => to.refuse_to_replace(&path),
                None => self.notify(&exists_already(&path), true),
            },
            News::GivenUp => self.hear_that_it_stopped(doing, &ticket),
            News::Failed(reason) => self.hear_that_it_failed(doing, &reason),
            News::Opened(path, opened) => {
                self.opened(&path);
                self.saved_data = opened.data;
                self.show_whole(opened.setup);
                let (text, remarked) = match opened.remarks.as_slice() {
                    [] => (format!("Opened {}", path.display()), false),
                    remarks => (remarks.join("; "), true),
                };
                self.settings.remember(&path);
                self.notify(&text, remarked);
            }
            News::Lesson(path, _) | News::LessonToMend(path, _) if self.has_unsaved_lesson() => {
                self.opened(&path);
                self.ask_before(Command::OpenPath(path));
            }
            News::Lesson(path, lesson) => {
                self.opened(&path);
                self.settings.remember(&path);
                self.begin_file(&path, *lesson);
            }
            News::Resumed(name, lesson) => self.resume(name, lesson.map(|lesson| *lesson)),
            News::LessonToMend(path, read) => {
                self.opened(&path);
                self.settings.remember(&path);
                self.mend_lesson(&path, *read);
            }
            News::LessonSaved(path, draft) => self.lesson_saved(path, *draft),
            News::Scripted(language, script, table) => {
                let reads = table.map(|table| {
                    let kind = TableKind::ForR.title();
                    format!(". It reads {table}: export \"{kind}\" under that name")
                });
                let (title, reads) = (language.title(), reads.unwrap_or_default());
                self.copy_text(script, &format!("Script for {title} copied{reads}"));
            }
        }
    }

    /// Notes that a file was written, and closes the dialog that asked for it.
    fn saved(&mut self, doing: Doing, path: &Path) {
        let folder = path.parent().filter(|folder| folder.is_absolute());
        if let Some(folder) = folder {
            self.settings.saved_in = Some(folder.to_owned());
        }
        if doing == Doing::SavingSession {
            self.settings.remember(path);
        }
        if self.destination_of(doing).is_some() {
            self.dialog = None;
        }
        self.notify(&format!("Saved {}", path.display()), false);
    }

    /// Handles an errand that the user stopped, or that another comparison with shuffled columns replaced.
    fn hear_that_it_stopped(&mut self, doing: Doing, ticket: &Ticket) {
        let why = doing.stopped();
        match doing {
            Doing::Shuffling if !self.awaits_shuffled(ticket) => return,
            Doing::Shuffling => {
                self.hear_of_shuffled(ticket, Arc::new(Err("it was stopped".into())));
            }
            Doing::DrawingPreview => self.take_preview(Err(why.into())),
            // The dialog that waits can be used again.
            Doing::Opening => drop(self.not_opened(why.into())),
            Doing::SavingLesson => self.forget_what_waits(),
            Doing::KeepingSettings => self.keep_again(),
            _ => {}
        }
        self.notify(why, false);
    }

    fn hear_that_it_failed(&mut self, doing: Doing, reason: &str) {
        match doing {
            Doing::DrawingPreview => return self.take_preview(Err(reason.into())),
            Doing::KeepingSettings => return self.stop_keeping(reason),
            _ => {}
        }
        if let Some(to) = self.destination_of(doing) {
            to.fail(reason);
        } else if doing != Doing::Opening {
            self.notify(reason, true);
        } else if let Some(reason) = self.not_opened(printable(reason).into_owned()) {
            self.notify(&reason, true);
        }
    }

    /// Compares the data with those that the session opened last was saved with, once the setup `read` has its result:
    /// earlier, a file that does not answer would be waited for twice.
    fn compare_data(&mut self, read: &Setup) {
        if let Source::File(file) = &read.source
            && let Some(data) = self.saved_data.take_if(|data| data.path == file.path)
        {
            self.send(Errand::CompareData(data));
        }
    }

    pub(super) fn destination(&mut self) -> Option<&mut Destination> {
        self.dialog.as_mut().and_then(Dialog::destination)
    }

    /// Destination in the dialog that sends such errands, if it is still open: another may have been opened since.
    fn destination_of(&mut self, doing: Doing) -> Option<&mut Destination> {
        let dialog = self.dialog.as_mut()?;
        let sends = dialog.sends()?;
        dialog.destination().filter(|_| sends == doing)
    }

    fn show(&mut self, setup: Box<Setup>, mut analysis: Arc<Analysis>) {
        if self.spectrum.is_outdated(&analysis) {
            self.forget_spectrum();
        }
        self.spectrum.complete(&mut analysis);
        let before = self.shown.as_ref();
        let now = &analysis.dataset;
        let same_rows = |s: &ShownResult| {
            let before = &s.analysis.dataset;
            Arc::ptr_eq(before, now) || before.name == now.name && before.row_ids == now.row_ids
        };
        if !before.is_some_and(same_rows) {
            self.hovered_rows.clear();
        }
        let renamed = before.is_some_and(|s| s.analysis.dataset.name != analysis.dataset.name);
        if let Source::File(file) = &setup.source {
            self.settings.remember(&file.path);
        }
        // At rest a component may turn over, and what was zoomed to is then on the other side.
        let turns = before.is_some_and(|s| analysis.turns_against(&s.analysis));
        let is_zoomed = Panel::ALL
            .iter()
            .any(|panel| panel.method() == Some(Method::Kpca) && self.zoomed(*panel).is_some());
        if renamed || turns && is_zoomed {
            self.fit_plots();
        }
        self.problem = None;
        self.refused = None;
        self.compare_data(&setup);
        let beside = [setup.new_rows.as_ref(), setup.clean_rows.as_ref()];
        for source in [Some(&setup.source)].into_iter().chain(beside) {
            if let Some(Source::File(file)) = source {
                self.opened(&file.path);
            }
        }
        if analysis.tier == Tier::Exact {
            self.insight.clone_from(&analysis.insight);
            self.look_for_answer(&setup, &analysis);
        }
        self.shown = Some(ShownResult { setup, analysis });
    }
}
