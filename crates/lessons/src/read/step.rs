//! Step as its file gives it, and the setup that it makes of the one before.

use std::path::Path;

use serde::Deserialize;
use toml::{Table, Value};

use super::{
    error::LessonError,
    whole::{WholeSetup, arranged},
};
use crate::{
    DraftQuestion, DraftStep, Highlight, StepControl, data::AttachedTable, lines::LineNumbers,
};
use explorer::setup::{Panel, Setup, example};
use tabular::printable::brief;

#[derive(Deserialize)]
pub(super) struct RawStep {
    heading: String,
    text: String,
    screen: Option<String>,
    #[serde(default)]
    definitions: Vec<String>,
    /// Name of the example that the step's setup starts from.
    example: Option<String>,
    panels: Option<Vec<Panel>>,
    #[serde(default)]
    controls: Vec<StepControl>,
    #[serde(default)]
    highlight: Vec<Highlight>,
    #[serde(default)]
    present: Vec<Panel>,
    /// Setup of the fields that the step itself gives, read alone to check them; the whole setup has those of the steps
    /// before too.
    setup: Option<Setup>,
    #[serde(default)]
    claims: Vec<String>,
    question: Option<RawQuestion>,
}

#[derive(Deserialize)]
struct RawQuestion {
    ask: String,
    paper: Option<String>,
    choices: Option<Vec<String>>,
    /// Number of the right choice, from 1.
    answer: Option<usize>,
    #[serde(default)]
    why: Vec<String>,
    #[serde(default)]
    hide: Vec<Panel>,
    until: Option<String>,
    because: String,
    after: Option<Setup>,
    #[serde(default)]
    claims: Vec<String>,
}

/// Lesson's file that is read.
pub(super) struct LessonFile<'a> {
    pub(super) lines: LineNumbers<'a>,
    pub(super) path: &'a Path,
    pub(super) data: Vec<AttachedTable>,
}

impl LessonFile<'_> {
    pub(super) fn wrong(&self, place: &[&str], reason: String) -> LessonError {
        LessonError::Wrong {
            path: self.path.display().to_string(),
            line: self.lines.line(place),
            reason,
        }
    }

    pub(super) fn step(
        &self,
        i: usize,
        raw: RawStep,
        table: Option<&Value>,
        base: &mut WholeSetup,
    ) -> Result<DraftStep, LessonError> {
        let index = i.to_string();
        let place = ["step", index.as_str()];
        let under = |names: &[&'static str]| -> Vec<&str> {
            place.into_iter().chain(names.iter().copied()).collect()
        };
        if let Some(name) = &raw.example {
            let Some(example) = example(name) else {
                let reason = format!("there is no example `{}`", brief(name));
                return Err(self.wrong(&under(&["example"]), reason));
            };
            base.tiles = Some(arranged(&example.setup.view.places()));
            base.setup = Table::try_from(example.setup)
                .map_err(|error| self.wrong(&place, error.to_string()))?;
        }
        if let Some(panels) = raw.panels {
            let twice = (1..panels.len()).any(|at| panels[..at].contains(&panels[at]));
            if panels.is_empty() || panels.len() > 5 || twice {
                let reason = "panels are one to five, each once".to_owned();
                return Err(self.wrong(&under(&["panels"]), reason));
            }
            base.tiles = Some(arranged(&panels));
        }
        let setup = self.setup(base, table, raw.setup.as_ref(), &under(&["setup"]))?;
        let question = match raw.question {
            Some(question) => {
                let table = table.and_then(|step| step.get("question"));
                Some(self.question(question, table, base, &under(&["question"]))?)
            }
            None => None,
        };
        Ok(DraftStep {
            heading: raw.heading,
            text: raw.text,
            screen: raw.screen,
            definitions: raw.definitions,
            setup,
            controls: raw.controls,
            highlight: raw.highlight,
            present: raw.present,
            question,
            claims: raw.claims,
        })
    }

    /// Changes `base` by the table at `place`, and returns the setup that results.
    fn setup(
        &self,
        base: &mut WholeSetup,
        parent: Option<&Value>,
        own: Option<&Setup>,
        place: &[&str],
    ) -> Result<Setup, LessonError> {
        let name = place.last().copied().unwrap_or_default();
        let change = parent.and_then(|parent| parent.get(name));
        let change = change.and_then(Value::as_table);
        if let Some(Err(error)) = own.map(Setup::check) {
            return Err(self.wrong(place, error.to_string()));
        }
        if let Some(change) = change {
            base.change(change);
        }
        let view = change.and_then(|change| change.get("view"));
        let places = view.is_some_and(|view| view.get("tiles").is_some());
        let setup = base
            .read(places)
            .map_err(|error| self.wrong(place, error))?;
        setup
            .check()
            .map_err(|error| self.wrong(place, error.to_string()))?;
        Ok(setup.with_paths(|named| AttachedTable::find(&self.data, named, self.path)))
    }

    fn question(
        &self,
        raw: RawQuestion,
        table: Option<&Value>,
        base: &WholeSetup,
        place: &[&str],
    ) -> Result<DraftQuestion, LessonError> {
        let is_choice = raw.choices.is_some();
        if raw.answer.is_some() != is_choice || raw.until.is_some() == is_choice {
            let reason = "a question has either `choices` and `answer`, or `until`";
            return Err(self.wrong(place, reason.into()));
        }
        // The next step goes on from its own step, whatever was answered.
        let mut then = base.clone();
        let under: Vec<&str> = place.iter().copied().chain(["after"]).collect();
        let after = raw.after.as_ref();
        let after = after.map(|own| self.setup(&mut then, table, Some(own), &under));
        let after = after.transpose()?;
        Ok(DraftQuestion {
            ask: raw.ask,
            paper: raw.paper,
            choices: raw.choices.unwrap_or_default(),
            answer: raw.answer.unwrap_or(1),
            why: raw.why,
            until: raw.until,
            hide: raw.hide,
            because: raw.because,
            after,
            claims: raw.claims,
        })
    }
}
