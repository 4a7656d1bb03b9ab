//! Lessons: prepared steps with a claim each, a picture that shows it, and rules that can be checked.
//!
//! A lesson is one file, which `assets/lessons/README.md` describes. Nothing here draws or knows the window.

#![forbid(unsafe_code)]

mod check;
mod data;
mod draft;
#[cfg(test)]
mod examples_hold;
mod lines;
mod markdown;
mod prose;
mod quantity;
mod read;
#[cfg(test)]
mod remarks_lead_here;
mod rule;
mod shipped;
mod write;

use std::path::PathBuf;

use serde::Deserialize;

use explorer::{
    presented::Presented,
    setup::{Panel, Setup},
};
use kernel_pca::kernel::KernelParameter;

pub use check::{CheckResult, check};
pub use data::{AttachedTable, Remark};
pub use draft::{Draft, DraftQuestion, DraftStep, Problem};
pub use markdown::{MARKDOWN, SafeMarkdown, picture_type, without_pictures};
pub use quantity::{ResultQuantity, StepResults, quantities};
pub use read::{LessonError, Read, is_lesson, open_draft, open_lesson, parse_lesson, read_lesson};
pub use rule::{ResultRule, RuleError};
pub use shipped::{ShippedLesson, find_lesson, shipped};

/// Lesson as read: every rule is understood, and every setup is whole and in range.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    pub title: String,
    /// Subject of the lesson, in a sentence.
    pub summary: String,
    /// Steps, at least one.
    pub steps: Vec<LessonStep>,
    /// Lesson as it was written, wrong rules included, to be edited.
    pub draft: Draft,
    /// Folder of the lesson's file, where its pictures stand; `None` where the lesson has no file yet.
    pub folder: Option<PathBuf>,
    /// Tables that the lesson brings along.
    pub data: Vec<AttachedTable>,
    /// Remarks on data that changed since the lesson was saved, and on links and pictures that are not shown.
    pub remarks: Vec<Remark>,
}

#[derive(Debug, Clone, PartialEq)]
pub struct LessonStep {
    /// Claim of the step.
    pub heading: String,
    /// Markdown as it was written; shown by way of [`SafeMarkdown`].
    pub text: String,
    /// Instructions for the screen, in Markdown below the text; on paper they are left out.
    pub screen: Option<String>,
    /// Numbers in the texts that are marked as definitions, for which no rule is needed.
    pub definitions: Vec<String>,
    /// Setup of the step's picture.
    pub setup: Setup,
    /// Controls beside the text.
    pub controls: Vec<StepControl>,
    /// Panels and controls that are framed, so that they are found.
    pub highlight: Vec<Highlight>,
    /// Panels that a lecture room shows, at most two; empty where the usual choice will do.
    pub present: Vec<Panel>,
    pub question: Option<Question>,
    /// Rules that must hold for the step's picture.
    pub claims: Vec<Claim>,
    /// Line of the step's heading in the file, from 1.
    pub line: usize,
}

/// Question to be answered before the lesson goes on.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    /// Question in Markdown, as are the reasons; choices are plain text.
    pub ask: String,
    /// Question as a handout prints it; `None` where it is the same as on the screen.
    pub paper: Option<String>,
    pub kind: QuestionKind,
    /// Panels that are covered until the question is answered, as they show the answer.
    pub hide: Vec<Panel>,
    /// Reason of the answer.
    pub because: String,
    /// Setup that shows the answer, where it is not the step's own.
    pub after: Option<Setup>,
    /// Rules that must hold for the setup that shows the answer.
    pub claims: Vec<Claim>,
    pub line: usize,
}

#[derive(Debug, Clone, PartialEq)]
#[expect(
    clippy::large_enum_variant,
    reason = "a lesson holds a few dozen questions"
)]
pub enum QuestionKind {
    /// Choice of several answers, of which the one at index `right` is right.
    Choice {
        choices: Vec<String>,
        right: usize,
        /// Reasons why each choice is wrong, one per choice, empty for the right one; or no reasons at all.
        why: Vec<String>,
    },
    /// Rule that the reader brings about by moving a parameter.
    Until(ResultRule),
}

/// Rule with its line in the file, from 1.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    pub rule: ResultRule,
    pub line: usize,
}

/// Part of the setup that a step lets its reader change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum StepControl {
    /// Parameters of a generator.
    Data,
    Scaling,
    Kernel,
    /// Number in the kernel's formula; for kernels of strings and graphs, with all their further choices.
    Number(KernelParameter),
    /// Centring, normalising and a second kernel.
    FeatureSpace,
    Components,
    Neighbors,
    Landmarks,
    Threshold,
    /// Noise that is added to the data.
    Noise,
    /// Number of components that noisy rows are rebuilt from.
    DenoisingComponents,
    /// Turning of components' signs to agree with linear PCA.
    Signs,
}

impl StepControl {
    pub const GAMMA: Self = Self::Number(KernelParameter::Gamma);

    /// Returns all controls, in the order in which they are offered.
    pub fn all() -> impl Iterator<Item = Self> {
        let data = [Self::Data, Self::Noise, Self::Scaling, Self::Kernel];
        let rest = [
            Self::FeatureSpace,
            Self::Components,
            Self::Neighbors,
            Self::Landmarks,
            Self::Threshold,
            Self::DenoisingComponents,
            Self::Signs,
        ];
        let numbers = KernelParameter::ALL.map(Self::Number);
        data.into_iter().chain(numbers).chain(rest)
    }

    /// Name in files, title on the screen, and true where the control fits into the line below a large picture.
    fn entry(self) -> (&'static str, &'static str, bool) {
        match self {
            Self::Data => ("data", "Generator", false),
            Self::Scaling => ("scaling", "Scaling", false),
            Self::Kernel => ("kernel", "Kernel", false),
            Self::Number(parameter) => (parameter.name(), parameter.presented().title, true),
            Self::FeatureSpace => ("feature-space", "Feature space", false),
            Self::Components => ("components", "Number of components", false),
            Self::Neighbors => ("neighbors", "Neighbours", true),
            Self::Landmarks => ("landmarks", "Landmarks", true),
            Self::Threshold => ("threshold", "Threshold α", true),
            Self::Noise => ("noise", "Added noise", false),
            Self::DenoisingComponents => ("denoising-components", "Number q of components", true),
            Self::Signs => ("signs", "Signs like linear PCA’s", true),
        }
    }

    /// Name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.entry().0
    }

    /// Title on the screen.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.entry().1
    }

    /// Returns true where the control fits into the line below a large picture.
    #[must_use]
    pub fn is_slider(self) -> bool {
        self.entry().2
    }
}

impl TryFrom<String> for StepControl {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let found = Self::all().find(|control| control.name() == name);
        found.ok_or_else(|| format!("`{name}` is no control"))
    }
}

/// Panel or control that a step points at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(try_from = "String")]
pub enum Highlight {
    Panel(Panel),
    Control(StepControl),
}

impl Highlight {
    /// Name in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Panel(panel) => panel.name(),
            Self::Control(control) => control.name(),
        }
    }
}

impl TryFrom<String> for Highlight {
    type Error = String;

    fn try_from(name: String) -> Result<Self, String> {
        let panel = Panel::ALL.into_iter().find(|panel| panel.name() == name);
        let control = || StepControl::all().find(|it| it.name() == name);
        panel
            .map(Self::Panel)
            .or_else(|| control().map(Self::Control))
            .ok_or_else(|| format!("`{name}` is neither a panel nor a control"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn controls_are_read_by_their_names() {
        for control in StepControl::all() {
            let json = format!("\"{}\"", control.name());
            assert_eq!(serde_json::from_str::<StepControl>(&json).unwrap(), control);
            let page = include_str!("../../../assets/lessons/README.md");
            assert!(page.contains(&format!("`{}`", control.name())), "{json}");
            let highlight = Highlight::try_from(control.name().to_owned());
            assert_eq!(highlight, Ok(Highlight::Control(control)));
        }
    }
}
