//! Open lesson: the step that is shown, and the answers so far.

use std::{
    path::{Path, PathBuf, absolute},
    sync::Arc,
};

use super::{App, Command, Settings};
use crate::worker::Errand;
use explorer::{analysis::Analysis, panel::Panel, setup::Setup};
use lessons::{
    Highlight, Lesson, LessonStep, Question, QuestionKind, ShippedLesson, StepControl, StepResults,
    shipped,
};
use tabular::Source;

/// Lesson with the index of the step that is shown.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Name in the settings: that of a shipped lesson, or the path of the file.
    key: String,
    lesson: Arc<Lesson>,
    step: usize,
    /// Tries and answers at each step.
    answers: Vec<Tries>,
    /// True where all controls are shown beside the lesson, and not only those of the step.
    all_controls: bool,
}

/// Tries at the question of a step.
#[derive(Debug, Clone, Default, PartialEq)]
struct Tries {
    /// Wrong choices that were taken, by their indices, in the order of the tries.
    wrong: Vec<usize>,
    answered: Option<AnswerWay>,
}

/// Way in which a question came to its answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AnswerWay {
    /// The right choice was taken.
    Right,
    /// The results came to obey the rule.
    Reached,
    /// The user asked for the answer.
    Shown,
}

impl Course {
    /// Lesson at a step, with no answers yet.
    fn at(step: usize, key: String, lesson: Lesson) -> Self {
        Self {
            key,
            step,
            answers: vec![Tries::default(); lesson.steps.len()],
            lesson: Arc::new(lesson),
            all_controls: false,
        }
    }

    #[must_use]
    pub fn lesson(&self) -> &Lesson {
        &self.lesson
    }

    /// Lesson, shared with work that goes on beside the window.
    pub(super) fn shared(&self) -> Arc<Lesson> {
        Arc::clone(&self.lesson)
    }

    /// Index of the step, from 0.
    #[must_use]
    pub fn place(&self) -> usize {
        self.step
    }

    /// Step that is shown; a lesson that was read has at least one.
    #[must_use]
    pub fn step(&self) -> Option<&LessonStep> {
        self.lesson.steps.get(self.step)
    }

    /// Question of the step that is shown.
    #[must_use]
    pub fn question(&self) -> Option<&Question> {
        self.step()?.question.as_ref()
    }

    #[must_use]
    pub fn answered(&self) -> Option<AnswerWay> {
        self.answers.get(self.step)?.answered
    }

    /// Wrong choices that were taken at this step, by their indices, in the order of the tries.
    #[must_use]
    pub fn wrong_tries(&self) -> &[usize] {
        self.answers.get(self.step).map_or(&[], |it| &it.wrong)
    }

    /// Returns true where a panel is covered, as it shows the answer to the question.
    #[must_use]
    pub fn hides(&self, panel: Panel) -> bool {
        let hides = self.question().is_some_and(|it| it.hide.contains(&panel));
        hides && self.is_asking()
    }

    /// Returns true where some panel is covered: then nothing else says what it shows.
    #[must_use]
    pub fn covers(&self) -> bool {
        self.question().is_some_and(|it| !it.hide.is_empty()) && self.is_asking()
    }

    /// Returns true where a setup shows other data than the step does, apart from what the step lets its reader
    /// change.
    #[must_use]
    pub fn has_other_data(&self, setup: &Setup) -> bool {
        let Some((step, own)) = self.step().zip(self.setup()) else {
            return false;
        };
        let may_change = |control| step.controls.contains(&control);
        let same_source = match (&own.source, &setup.source) {
            (Source::Generated(a), Source::Generated(b)) if may_change(StepControl::Data) => {
                a.shape == b.shape
            }
            (a, b) => a == b,
        };
        !same_source
            || own.columns != setup.columns
            || (own.scaling != setup.scaling && !may_change(StepControl::Scaling))
            || (own.added_noise != setup.added_noise && !may_change(StepControl::Noise))
    }

    /// Shipped lesson after this one, in the order in which they build on each other.
    #[must_use]
    pub fn next_lesson(&self) -> Option<&'static ShippedLesson> {
        let at = shipped().iter().position(|it| it.name == self.key)?;
        shipped().get(at + 1)
    }

    /// Returns true where a question waits for its answer.
    #[must_use]
    pub fn is_asking(&self) -> bool {
        self.question().is_some() && self.answered().is_none()
    }

    /// Returns true where the step points at a panel or a control.
    #[must_use]
    pub fn points_at(&self, place: Highlight) -> bool {
        self.step().is_some_and(|it| it.highlight.contains(&place))
    }

    /// Path of the lesson's file, if it has one.
    pub(super) fn file(&self) -> Option<PathBuf> {
        let path = PathBuf::from(&self.key);
        path.is_absolute().then_some(path)
    }

    #[must_use]
    pub fn is_last(&self) -> bool {
        self.step + 1 >= self.lesson.steps.len()
    }

    /// Setup that the step shows now: its own, or that of its answer.
    fn setup(&self) -> Option<&Setup> {
        let step = self.step()?;
        let moved = |answered| !matches!(answered, AnswerWay::Reached);
        let after = self.question().and_then(|it| it.after.as_ref());
        let after = after.filter(|_| self.answered().is_some_and(moved));
        Some(after.unwrap_or(&step.setup))
    }
}

impl Settings {
    /// Index of the step at which a lesson was left, from 0.
    #[must_use]
    pub fn place_in(&self, lesson: &str) -> Option<usize> {
        self.lessons.get(lesson).copied()
    }
}

impl App {
    /// Opens the given lesson at the step where it was left, or asks first where an edited lesson is not saved.
    #[must_use]
    pub fn with_lesson(mut self, lesson: Option<(String, Lesson)>) -> Self {
        let Some((key, lesson)) = lesson else {
            return self;
        };
        if self.has_unsaved_lesson() {
            let shipped = shipped().iter().find(|it| it.name == key);
            self.ask_before(match shipped {
                Some(shipped) => Command::Lesson(shipped.name),
                None => Command::OpenPath(key.into()),
            });
        } else {
            self.begin(key, lesson);
        }
        self
    }

    /// Lesson that is open.
    #[must_use]
    pub fn course(&self) -> Option<&Course> {
        self.course.as_ref()
    }

    /// Returns true while the open lesson covers a panel.
    #[must_use]
    pub fn covers_a_panel(&self) -> bool {
        self.course().is_some_and(Course::covers)
    }

    /// Returns true where all controls stand at the side.
    #[must_use]
    pub fn shows_side_panel(&self) -> bool {
        match &self.course {
            Some(course) => course.all_controls,
            None => self.settings.side_panel,
        }
    }

    /// Reason why there is no next step or answer to go to; `None` where there is one.
    pub(super) fn no_next_step(&self) -> Option<&'static str> {
        match &self.course {
            // In a lecture room steps go through what was shown before.
            None if self.presentation.is_some() => {
                (!self.history.can_redo()).then_some("this is the newest picture")
            }
            None => Some("no lesson is open"),
            Some(course) if course.is_last() && !course.is_asking() => {
                Some("this is the last step")
            }
            Some(_) => None,
        }
    }

    pub(super) fn no_step_before(&self) -> Option<&'static str> {
        match &self.course {
            None if self.presentation.is_some() => {
                (!self.history.can_undo()).then_some("this is the first picture")
            }
            None => Some("no lesson is open"),
            Some(course) if course.step == 0 => Some("this is the first step"),
            Some(_) => None,
        }
    }

    pub(super) fn toggle_side_panel(&mut self) {
        match &mut self.course {
            Some(course) => course.all_controls = !course.all_controls,
            None => self.settings.side_panel = !self.settings.side_panel,
        }
    }

    pub(super) fn begin_shipped(&mut self, name: &str) {
        let Some(found) = shipped().iter().find(|lesson| lesson.name == name) else {
            return;
        };
        match found.lesson() {
            Ok(lesson) => self.begin(name.to_owned(), lesson),
            Err(error) => self.notify(&error.to_string(), true),
        }
    }

    pub(super) fn begin_file(&mut self, path: &Path, lesson: Lesson) {
        let path = absolute(path).unwrap_or_else(|_| path.to_owned());
        self.begin(path.display().to_string(), lesson);
    }

    fn begin(&mut self, key: String, lesson: Lesson) {
        self.stop_writing();
        let steps = lesson.steps.len();
        let step = self.settings.place_in(&key).unwrap_or(0);
        let remarks: Vec<&str> = lesson.remarks.iter().map(|it| &*it.text).collect();
        let remarks = remarks.join("; ");
        // A file that is read again while its lesson is written: one stays where one was.
        let is_open = self.course.as_ref().is_some_and(|course| course.key == key);
        self.example = None;
        // From the start again where one had come to the end.
        let goes_on = step + 1 < steps || is_open && step < steps;
        self.course = Some(Course::at(if goes_on { step } else { 0 }, key, lesson));
        self.show_step();
        if !remarks.is_empty() {
            self.notify(&remarks, true);
        }
    }

    /// Shows a lesson that is edited, at a step and with its answers.
    pub(super) fn show_draft(&mut self, lesson: Lesson, path: Option<&Path>, step: usize) {
        let steps = lesson.steps.len();
        let key = path.map_or_else(String::new, |path| path.display().to_string());
        let mut course = Course::at(step.min(steps.saturating_sub(1)), key, lesson);
        if let Some(before) = self.course.take() {
            let asks = |lesson: &Lesson| Some(lesson.steps.get(course.step)?.question.is_some());
            course.all_controls = before.all_controls;
            if before.answers.len() == steps && asks(&before.lesson) == asks(&course.lesson) {
                course.answers = before.answers;
            }
        }
        self.course = Some(course);
    }

    pub(super) fn go_to_step(&mut self, step: usize) {
        let Some(course) = &mut self.course else {
            return;
        };
        course.step = step.min(course.lesson.steps.len().saturating_sub(1));
        self.show_step();
    }

    /// Shows the answer, where one is owed, or the next step.
    pub(super) fn next_step(&mut self) {
        match &self.course {
            Some(course) if course.is_asking() => self.answer(AnswerWay::Shown),
            Some(course) if !course.is_last() => self.go_to_step(course.step + 1),
            Some(_) => {}
            None => self.redo(),
        }
    }

    pub(super) fn previous_step(&mut self) {
        match &self.course {
            Some(course) if course.step > 0 => self.go_to_step(course.step - 1),
            Some(_) => {}
            None => self.undo(),
        }
    }

    /// Restores the step's picture, whatever was changed; from its file, which may have changed too.
    pub(super) fn show_step_again(&mut self) {
        let file = self.course.as_ref().and_then(Course::file);
        match file.filter(|_| self.writing.is_none()) {
            Some(file) => {
                self.send(Errand::OpenSession(file));
            }
            None => self.show_step(),
        }
    }

    /// Shows the step's own picture.
    pub(super) fn show_step(&mut self) {
        let Some(course) = &self.course else { return };
        // One that is written for the first time has no name yet.
        if !course.key.is_empty() {
            let (key, step) = (course.key.clone(), course.step);
            self.settings.open_lesson = Some(key.clone());
            self.settings.lessons.insert(key, step);
        }
        if let Some(setup) = course.setup().cloned() {
            self.show_whole(setup);
        }
    }

    pub(super) fn answer(&mut self, answered: AnswerWay) {
        let Some(course) = &mut self.course else {
            return;
        };
        if !course.is_asking() {
            return;
        }
        let step = course.step;
        if let Some(tries) = course.answers.get_mut(step) {
            tries.answered = Some(answered);
        }
        if answered != AnswerWay::Reached {
            self.show_step();
        }
    }

    /// Takes a choice, by its index from 0; after a wrong one there are others to try.
    pub(super) fn choose_answer(&mut self, choice: usize) {
        let Some(course) = &mut self.course else {
            return;
        };
        let Some(QuestionKind::Choice { right, .. }) = course.question().map(|it| &it.kind) else {
            return;
        };
        if choice == *right {
            self.answer(AnswerWay::Right);
        } else if course.is_asking() {
            let step = course.step;
            if let Some(tries) = course.answers.get_mut(step)
                && !tries.wrong.contains(&choice)
            {
                tries.wrong.push(choice);
            }
        }
    }

    /// Closes the lesson, whose picture stays.
    pub(super) fn close_lesson(&mut self) {
        if let Some(course) = self.course.take() {
            self.settings.open_lesson = None;
            let title = &course.lesson.title;
            self.notify(
                &format!("“{title}” is closed. Its picture stays; Undo leads back to yours."),
                false,
            );
        }
    }

    /// Opens the lesson of this name that was open when the window closed, and leaves the picture as it was. A file is
    /// read beside the window, which does not wait for it.
    #[must_use]
    pub fn resuming(mut self, name: Option<String>) -> Self {
        let Some(name) = name.filter(|_| self.course.is_none()) else {
            return self;
        };
        self.settings.open_lesson = Some(name.clone());
        match shipped().iter().find(|it| it.name == name) {
            Some(found) => {
                let lesson = found.lesson().map_err(|error| error.to_string());
                self.resume(name, lesson);
            }
            None => drop(self.send(Errand::ResumeLesson(name))),
        }
        self
    }

    /// Opens a lesson where it was left, unless another one was opened meanwhile.
    pub(super) fn resume(&mut self, key: String, lesson: Result<Lesson, String>) {
        if self.course.is_some() {
            return;
        }
        match lesson {
            Ok(lesson) => {
                let last = lesson.steps.len().saturating_sub(1);
                let step = self.settings.place_in(&key).unwrap_or(0);
                self.example = None;
                self.course = Some(Course::at(step.min(last), key, lesson));
            }
            Err(reason) => {
                self.settings.open_lesson = None;
                self.notify(&reason, true);
            }
        }
    }

    /// Takes a question as answered where the results satisfy the rule that it waits for.
    pub(super) fn look_for_answer(&mut self, setup: &Setup, analysis: &Analysis) {
        let course = self.course.as_ref();
        let course = course.filter(|it| it.is_asking() && !it.has_other_data(setup));
        let question = course.and_then(Course::question);
        if let Some(QuestionKind::Until(rule)) = question.map(|it| &it.kind)
            && rule.holds(&StepResults { analysis, setup }) == Ok(true)
        {
            self.answer(AnswerWay::Reached);
        }
    }
}
