//! Changes of an edited lesson: their names, and the effect of each on its draft.

use std::mem::{Discriminant, discriminant};

use crate::app::{command::CommandWords, history::UndoStep};
use explorer::setup::Setup;
use lessons::{Draft, DraftQuestion, DraftStep, Highlight, StepControl};

/// Change of the edited lesson; those of a step apply to the one that is shown.
#[derive(Debug, Clone, PartialEq)]
pub enum LessonEdit {
    Title(String),
    Summary(String),
    Minutes(u32),
    Heading(String),
    Text(String),
    Screen(Option<String>),
    Controls(Vec<StepControl>),
    Highlight(Vec<Highlight>),
    Claims(Vec<String>),
    Question(Option<Box<DraftQuestion>>),
    /// Makes the view on the screen the step's picture.
    Picture,
    /// Makes the view on the screen the answer's picture.
    AnswerPicture,
    /// Adds the view on the screen as a step after this one.
    AddStep,
    MoveStep {
        down: bool,
    },
    DeleteStep,
}

impl LessonEdit {
    /// Changes that the palette lists: those that every step of a lesson can take, and that are not typed.
    pub(in crate::app) const LISTED: [Self; 5] = [
        Self::AddStep,
        Self::Picture,
        Self::MoveStep { down: false },
        Self::MoveStep { down: true },
        Self::DeleteStep,
    ];

    /// Words in menus and in the palette.
    pub(in crate::app) fn words(&self) -> CommandWords {
        let (name, help) = match self {
            Self::AddStep => (
                "Add this view as a step",
                "Puts a new step with the data, kernel and panels on the screen after this one",
            ),
            Self::Picture => (
                "Use this view in the step",
                "Makes the data, kernel and panels on the screen those of this step",
            ),
            Self::AnswerPicture => (
                "Use this view in the answer",
                "Makes the data, kernel and panels on the screen those that come with the answer",
            ),
            Self::MoveStep { down: false } => {
                ("Move the step up", "Puts the step before the one above it")
            }
            Self::MoveStep { down: true } => {
                ("Move the step down", "Puts the step after the one below it")
            }
            Self::DeleteStep => ("Delete the step", "Takes the step out of the lesson"),
            _ => ("Change the lesson", ""),
        };
        CommandWords { name, help }
    }

    /// Grouping of the change in steps of undo: typed changes of one kind are one step until they pause.
    pub(super) fn undo_step(&self) -> UndoStep<Discriminant<Self>> {
        match self {
            Self::Title(_)
            | Self::Summary(_)
            | Self::Minutes(_)
            | Self::Heading(_)
            | Self::Text(_)
            | Self::Screen(_)
            | Self::Claims(_)
            | Self::Question(Some(_)) => UndoStep::Brisk(discriminant(self)),
            _ => UndoStep::Alone,
        }
    }

    /// Reason why the change can't be made at index `step` of `count` steps; `differs` is true where the view is not
    /// the step's. `None` where it can be made.
    pub(in crate::app) fn obstacle(
        &self,
        step: usize,
        count: usize,
        differs: bool,
    ) -> Option<&'static str> {
        match self {
            Self::MoveStep { down: false } if step == 0 => Some("this is the first step"),
            Self::MoveStep { down: true } if step + 1 >= count => Some("this is the last step"),
            Self::DeleteStep if count < 2 => Some("a lesson has at least one step"),
            Self::Picture if !differs => Some("the step shows this view already"),
            _ => None,
        }
    }

    /// Applies the change at a step of a draft, with the setup on the screen; returns the step to show, where that
    /// is to be shown anew. Typed changes leave the picture.
    pub(super) fn apply(self, draft: &mut Draft, at: usize, screen: &Setup) -> Option<usize> {
        let count = draft.steps.len();
        let step = draft.steps.get_mut(at)?;
        match self {
            Self::Title(title) => draft.title = title,
            Self::Summary(summary) => draft.summary = summary,
            Self::Minutes(minutes) => draft.minutes = minutes,
            Self::Heading(heading) => step.heading = heading,
            Self::Text(text) => step.text = text,
            Self::Screen(screen) => step.screen = screen,
            Self::Controls(controls) => step.controls = controls,
            Self::Highlight(highlight) => step.highlight = highlight,
            Self::Claims(claims) => step.claims = claims,
            Self::Question(question) => step.question = question.map(|it| *it),
            Self::Picture => {
                step.setup = screen.clone();
                return Some(at);
            }
            Self::AnswerPicture => {
                step.question.as_mut()?.after = Some(screen.clone());
                return Some(at);
            }
            Self::AddStep => {
                draft
                    .steps
                    .insert(at + 1, DraftStep::from_view(screen.clone()));
                return Some(at + 1);
            }
            Self::MoveStep { down } => {
                let to = if down { at + 1 } else { at.saturating_sub(1) };
                if to < count {
                    draft.steps.swap(at, to);
                    return Some(to);
                }
            }
            Self::DeleteStep => {
                if count > 1 {
                    draft.steps.remove(at);
                    return Some(at.min(count - 2));
                }
            }
        }
        None
    }
}
