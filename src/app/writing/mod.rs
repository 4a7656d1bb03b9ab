//! Editing of a lesson: its text, its problems, and its file.

mod edit;

use std::{
    mem::Discriminant,
    path::{Path, PathBuf, absolute},
};

use serde::{Deserialize, Serialize};

use super::{App, Command, Course, Destination, Dialog, history::History};
use crate::worker::{Errand, OutputFile};
use export::handout_path;
use lessons::{Draft, Lesson, LessonError, Problem, Read, read_lesson};

pub use edit::LessonEdit;

/// Name for a lesson's file: the words of its title.
fn file_name(title: &str) -> String {
    let title = title.to_lowercase();
    let words = title.split(|c: char| !c.is_alphanumeric());
    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
    if words.is_empty() {
        "lesson".to_owned()
    } else {
        words.join("-")
    }
}

/// Lesson that is edited.
#[derive(Debug, Clone)]
pub struct Writing {
    draft: Draft,
    /// Draft as it stands in its file, or in the lesson that it was made from.
    saved: Option<Draft>,
    path: Option<PathBuf>,
    problems: Vec<Problem>,
    /// Past drafts, each with the step that was shown.
    history: History<(Draft, usize), Discriminant<LessonEdit>>,
    /// Command that closes the lesson, carried out once it is saved.
    then: Option<Box<Command>>,
}

/// Edited lesson that is not saved yet, with the text of its draft file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct KeptLesson {
    /// File of the lesson, where it has one whose path is Unicode.
    path: Option<PathBuf>,
    text: String,
}

impl Writing {
    fn new(draft: Draft, path: Option<PathBuf>, saved: bool) -> Self {
        Self {
            saved: saved.then(|| draft.clone()),
            draft,
            path,
            problems: vec![],
            history: History::default(),
            then: None,
        }
    }

    #[must_use]
    pub fn draft(&self) -> &Draft {
        &self.draft
    }

    /// Path of its file.
    #[must_use]
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// Problems of the draft, by the lines of its file.
    #[must_use]
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    #[must_use]
    pub fn is_saved(&self) -> bool {
        self.saved.as_ref() == Some(&self.draft)
    }

    #[must_use]
    pub fn can_undo(&self) -> bool {
        self.history.can_undo()
    }

    #[must_use]
    pub fn can_redo(&self) -> bool {
        self.history.can_redo()
    }

    /// Lesson as its file would be read; `None` where the file would make no sense.
    fn read(&mut self) -> Option<Lesson> {
        let path = self.path.clone().unwrap_or_default();
        let text = match self.draft.text() {
            Ok(text) => text,
            Err(error) => return self.refuse(1, error.to_string()),
        };
        match read_lesson(&text, &path) {
            Ok(Read { lesson, problems }) => {
                self.problems = problems;
                Some(lesson)
            }
            Err(LessonError::Wrong { line, reason, .. }) => self.refuse(line, reason),
            Err(error) => self.refuse(1, error.to_string()),
        }
    }

    fn refuse(&mut self, line: usize, reason: String) -> Option<Lesson> {
        self.problems = vec![Problem {
            step: 0,
            line,
            reason,
        }];
        None
    }
}

impl App {
    /// Lesson that is edited.
    #[must_use]
    pub fn writing(&self) -> Option<&Writing> {
        self.writing.as_ref()
    }

    #[must_use]
    pub fn has_unsaved_lesson(&self) -> bool {
        self.writing.as_ref().is_some_and(|it| !it.is_saved())
    }

    /// Index of the step that is shown.
    pub(super) fn step_written(&self) -> usize {
        self.course.as_ref().map_or(0, Course::place)
    }

    /// Returns true where the view is no longer that of the edited step.
    #[must_use]
    pub fn differs_from_step(&self) -> bool {
        let step = self.course.as_ref().and_then(|course| course.step());
        step.is_some_and(|step| step.setup != self.setup)
    }

    /// Returns true where a command would close a lesson that is not saved.
    pub(super) fn loses_lesson(&self, command: &Command) -> bool {
        let closes = matches!(
            command,
            Command::NewLesson
                | Command::StopWriting
                | Command::CloseLesson
                | Command::Lesson(_)
                | Command::Quit
        );
        closes && self.has_unsaved_lesson()
    }

    /// Starts a new lesson, whose first step is the view on the screen.
    pub(super) fn new_lesson(&mut self) {
        let draft = Draft::from_view(self.setup.clone());
        self.write(Writing::new(draft, None, false), 0);
    }

    /// Starts to edit the open lesson; a shipped one becomes a copy.
    pub(super) fn edit_lesson(&mut self) {
        let Some(course) = &self.course else { return };
        let draft = course.lesson().draft.clone();
        let (path, step) = (course.file(), course.place());
        self.write(Writing::new(draft, path, true), step);
    }

    /// Starts to edit a lesson that cannot be shown as it is, and says why.
    pub(super) fn mend_lesson(&mut self, path: &Path, read: Read) {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        let problem = read.problems.first();
        let said = problem.map(|it| format!("line {}: {}", it.line, it.reason));
        let step = problem.map_or(0, |it| it.step);
        let shown = path.display().to_string();
        self.write(Writing::new(read.lesson.draft, Some(path), true), step);
        self.show_step();
        if let Some(said) = said {
            self.notify(&format!("{shown}, {said}"), true);
        }
    }

    fn write(&mut self, writing: Writing, step: usize) {
        self.example = None;
        self.dialog = None;
        self.writing = Some(writing);
        self.read_draft(step);
    }

    /// Reopens the lesson that was being edited when a window closed, but not its picture, which the settings hold.
    ///
    /// # Errors
    /// Says why it cannot be read.
    pub(super) fn write_on(&mut self, KeptLesson { path, text }: KeptLesson) -> Result<(), String> {
        let read = read_lesson(&text, path.as_deref().unwrap_or(Path::new("")));
        let read = read.map_err(|error| error.to_string())?;
        self.write(Writing::new(read.lesson.draft, path, false), 0);
        self.notify("The lesson that was not saved is open again", false);
        Ok(())
    }

    /// Shows the draft as a lesson, at a step, and keeps it in a file of its own while it is not saved.
    fn read_draft(&mut self, step: usize) {
        let Some(writing) = &mut self.writing else {
            return;
        };
        let lesson = writing.read();
        let path = writing.path.clone();
        if let Some(lesson) = lesson {
            self.show_draft(lesson, path.as_deref(), step);
        }
        self.keep_draft();
    }

    fn keep_draft(&mut self) {
        let unsaved = self.writing.as_ref().filter(|it| !it.is_saved());
        self.keeper.draft = unsaved.and_then(|it| {
            Some(KeptLesson {
                path: it.path.clone().filter(|path| path.to_str().is_some()),
                text: it.draft.text().ok()?,
            })
        });
    }

    pub(super) fn edit_draft(&mut self, edit: LessonEdit) {
        let (at, now) = (self.step_written(), self.now);
        let Some(writing) = &mut self.writing else {
            return;
        };
        let draft = &writing.draft;
        writing
            .history
            .record(|| (draft.clone(), at), edit.undo_step(), now);
        let shown = edit.apply(&mut writing.draft, at, &self.setup);
        self.read_draft(shown.unwrap_or(at));
        if shown.is_some() {
            self.show_step();
        }
    }

    /// Takes back the last change of the lesson, or makes it again.
    pub(super) fn undo_writing(&mut self, back: bool) {
        let at = self.step_written();
        let Some(writing) = &mut self.writing else {
            return;
        };
        let now = (writing.draft.clone(), at);
        let history = &mut writing.history;
        let found = if back {
            history.undo(now)
        } else {
            history.redo(now)
        };
        let Some((draft, step)) = found else { return };
        writing.draft = draft;
        self.read_draft(step);
        self.show_step();
    }

    /// Saves the lesson in its file, or asks for one.
    pub(super) fn save_lesson(&mut self) {
        match self.writing.as_ref().and_then(|it| it.path.clone()) {
            Some(path) => {
                self.dialog = None;
                let replace = true;
                self.put_lesson(OutputFile { path, replace });
            }
            None => self.ask_for_lesson(),
        }
    }

    pub(super) fn ask_for_lesson(&mut self) {
        let Some(writing) = &self.writing else { return };
        let name = file_name(&writing.draft.title);
        self.dialog = Some(Dialog::SaveLesson(Destination::suggesting(name)));
    }

    pub(super) fn ask_for_handout(&mut self) {
        let Some(course) = &self.course else { return };
        let name = file_name(&course.lesson().title);
        self.dialog = Some(Dialog::SaveHandout(Destination::suggesting(name)));
    }

    pub(super) fn save_handout(&mut self, mut to: Destination) {
        if let Some(course) = &self.course {
            let path = handout_path(to.document("html"));
            to.problem = path.as_ref().err().map(ToString::to_string);
            if let Ok(path) = path {
                self.send(Errand::SaveHandout(course.shared(), to.file(path)));
            }
            self.dialog = Some(Dialog::SaveHandout(to));
        }
    }

    pub(super) fn save_lesson_to(&mut self, mut to: Destination) {
        self.put_lesson(to.file(to.document("toml")));
        to.problem = None;
        self.dialog = Some(Dialog::SaveLesson(to));
    }

    fn put_lesson(&mut self, to: OutputFile) {
        if let Some(writing) = &self.writing {
            self.send(Errand::SaveLesson(Box::new(writing.draft.clone()), to));
        }
    }

    /// Notes that a draft was saved to a file, and carries out the command that waited for it.
    pub(super) fn lesson_saved(&mut self, path: PathBuf, draft: Draft) {
        let path = absolute(&path).unwrap_or(path);
        self.settings.remember(&path);
        if let Some(Dialog::SaveLesson(_)) = self.dialog {
            self.dialog = None;
        }
        let said = format!("Saved {}", path.display());
        let at = self.step_written();
        let Some(writing) = &mut self.writing else {
            return;
        };
        writing.path = Some(path);
        writing.saved = Some(draft);
        let then = writing.then.take();
        self.read_draft(at);
        self.notify(&said, false);
        if let Some(then) = then {
            self.apply(*then);
        }
    }

    /// Asks whether to save the lesson before a command that closes it.
    pub(super) fn ask_before(&mut self, command: Command) {
        self.dialog = Some(Dialog::UnsavedLesson(Box::new(command)));
    }

    /// Saves the lesson, and then carries out the command that closes it.
    pub(super) fn save_lesson_and(&mut self, then: Box<Command>) {
        if let Some(writing) = &mut self.writing {
            writing.then = Some(then);
        }
        self.save_lesson();
    }

    /// Discards unsaved changes, and carries out the command that closes the lesson.
    pub(super) fn discard_lesson_and(&mut self, then: Command) {
        self.dialog = None;
        let at = self.step_written();
        match self
            .writing
            .take()
            .and_then(|it| Some((it.saved?, it.path)))
        {
            // Goes back to the saved lesson.
            Some((saved, path)) => {
                self.writing = Some(Writing::new(saved, path, true));
                self.read_draft(at);
            }
            None => self.course = None,
        }
        self.stop_writing();
        self.apply(then);
    }

    /// Ends editing; the lesson stays open to be read.
    pub(super) fn stop_writing(&mut self) {
        self.writing = None;
        self.keeper.draft = None;
    }

    /// Forgets the command that waits for the lesson to be saved.
    pub(super) fn forget_what_waits(&mut self) {
        if let Some(writing) = &mut self.writing {
            writing.then = None;
        }
    }
}
