//! Reads the file of a lesson; what is wrong is said with its line.

use std::{fs, path::Path, str::FromStr};

use serde::Deserialize;
use toml::{
    Table, Value,
    de::{DeTable, DeValue},
};

use super::{Claim, Control, Highlight, Lesson, Question, QuestionKind, Rule, Step};
use crate::{
    data::Source,
    io_words::why_not_read,
    printable::brief,
    setup::{Panel, Setup, Tiles, example, toml_reason},
};

/// Raised whenever an older program could misread a lesson.
const VERSION: u32 = 1;

/// Parts of a setup of which a step may name some fields; any other part is given as a whole.
const MERGED: [&str; 4] = ["columns", "kernel", "manifold", "view"];

#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum LessonError {
    #[error("{path}: {reason}")]
    Read { path: String, reason: String },
    #[error("{path}, line {line}: {reason}")]
    Wrong {
        path: String,
        line: usize,
        reason: String,
    },
    /// What TOML itself says, with its line.
    #[error("{path} is not a lesson: {reason}")]
    Malformed { path: String, reason: String },
    #[error("{path} was written for a newer version of this program (format {version})")]
    Newer { path: String, version: u32 },
}

#[derive(Deserialize)]
struct Header {
    version: u32,
}

#[derive(Deserialize)]
struct RawLesson {
    #[expect(dead_code, reason = "read before")]
    version: u32,
    title: String,
    summary: String,
    minutes: u32,
    step: Vec<RawStep>,
}

#[derive(Deserialize)]
struct RawStep {
    heading: String,
    text: String,
    /// The example that it starts from.
    example: Option<String>,
    panels: Option<Vec<Panel>>,
    #[serde(default)]
    controls: Vec<Control>,
    #[serde(default)]
    highlight: Vec<Highlight>,
    /// What it says of its setup alone; it is read with what the steps before say.
    setup: Option<Setup>,
    #[serde(default)]
    claims: Vec<String>,
    question: Option<RawQuestion>,
}

#[derive(Deserialize)]
struct RawQuestion {
    ask: String,
    choices: Option<Vec<String>>,
    /// The right one, from 1.
    answer: Option<usize>,
    until: Option<String>,
    because: String,
    after: Option<Setup>,
    #[serde(default)]
    claims: Vec<String>,
}

/// Whether a TOML text is meant as a lesson: it has steps.
#[must_use]
pub fn is_lesson(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[[step]]")
}

/// Reads the lesson at `path`.
///
/// # Errors
/// When it can't be read or makes no sense, with the line.
pub fn open_lesson(path: &Path) -> Result<Lesson, LessonError> {
    let text = fs::read_to_string(path).map_err(|error| LessonError::Read {
        path: path.display().to_string(),
        reason: why_not_read(&error),
    })?;
    parse_lesson(&text, path)
}

/// Reads the text of a lesson that stands at `path`, from where data files are found.
///
/// # Errors
/// When it makes no sense, with the line.
pub fn parse_lesson(text: &str, path: &Path) -> Result<Lesson, LessonError> {
    let file = File { text, path };
    let Header { version } = toml::from_str(text).map_err(|error| file.malformed(&error))?;
    if version > VERSION {
        return Err(LessonError::Newer {
            path: path.display().to_string(),
            version,
        });
    }
    let mut unknown = None;
    let document = toml::Deserializer::parse(text).map_err(|error| file.malformed(&error))?;
    let raw: RawLesson = serde_ignored::deserialize(document, |field| {
        unknown.get_or_insert(field.to_string());
    })
    .map_err(|error| file.malformed(&error))?;
    if let Some(field) = unknown {
        // An optional part stands in such a path as a question mark.
        let names: Vec<&str> = field.split('.').filter(|name| *name != "?").collect();
        return Err(file.wrong(&names, format!("there is no {}", brief(&names.join(".")))));
    }
    let tables: Table = toml::from_str(text).map_err(|error| file.malformed(&error))?;
    if raw.step.is_empty() {
        return Err(file.wrong(&["step"], "a lesson has at least one step".into()));
    }
    let mut base = Whole::default();
    let mut steps = Vec::with_capacity(raw.step.len());
    for (i, step) in raw.step.into_iter().enumerate() {
        let table = tables.get("step").and_then(|steps| steps.get(i));
        steps.push(file.step(i, step, table, &mut base)?);
    }
    Ok(Lesson {
        title: raw.title,
        summary: raw.summary,
        minutes: raw.minutes,
        steps,
    })
}

/// The setup of a step, as a table that the next step changes.
#[derive(Default)]
struct Whole {
    setup: Table,
    panels: Option<Vec<Panel>>,
}

impl Whole {
    /// Changes what `change` names. Another source starts from nothing: what was said of the last one
    /// does not suit it.
    fn change(&mut self, change: &Table) {
        if change.contains_key("source") {
            self.setup.clear();
        }
        for (name, value) in change {
            match (self.setup.get_mut(name), value) {
                (Some(Value::Table(fields)), Value::Table(new))
                    if MERGED.contains(&name.as_str()) =>
                {
                    fields.extend(new.clone());
                }
                _ => {
                    self.setup.insert(name.clone(), value.clone());
                }
            }
        }
    }

    /// The setup with its panels; `places` where a table says where they stand.
    fn read(&self, places: bool) -> Result<Setup, String> {
        let setup: Setup = Value::Table(self.setup.clone())
            .try_into()
            .map_err(|error: toml::de::Error| error.message().to_owned())?;
        let mut setup = setup;
        if let (Some(panels), false) = (&self.panels, places) {
            setup.view.arrange(arranged(panels));
        }
        Ok(setup)
    }
}

/// Places for so many panels: the first is the largest where there are few.
pub(super) fn arranged(panels: &[Panel]) -> Tiles {
    let one = |panel: &Panel| (1.0, Tiles::one(*panel));
    match panels {
        [a] => Tiles::one(*a),
        [a, b] => Tiles::row([one(a), one(b)]),
        [a, b, c] => Tiles::row([
            (1.2, Tiles::one(*a)),
            (1.0, Tiles::column([one(b), one(c)])),
        ]),
        [a, b, c, d] => Tiles::column([
            (1.0, Tiles::row([one(a), one(b)])),
            (1.0, Tiles::row([one(c), one(d)])),
        ]),
        [a, b, c, d, e, ..] => Tiles::five([*a, *b, *c, *d, *e]),
        [] => Tiles::five(Panel::USUAL),
    }
}

/// The file that is read, to say where something is wrong.
struct File<'a> {
    text: &'a str,
    path: &'a Path,
}

impl File<'_> {
    fn malformed(&self, error: &toml::de::Error) -> LessonError {
        LessonError::Malformed {
            path: self.path.display().to_string(),
            reason: toml_reason(error, self.text),
        }
    }

    fn wrong(&self, place: &[&str], reason: String) -> LessonError {
        LessonError::Wrong {
            path: self.path.display().to_string(),
            line: self.line(place),
            reason,
        }
    }

    /// Where a field stands, from 1; where it is not there, what it would be in.
    fn line(&self, place: &[&str]) -> usize {
        let Ok(document) = DeTable::parse(self.text) else {
            return 1;
        };
        let mut at = 0;
        let mut table = Some(document.get_ref());
        let mut array = None;
        for name in place {
            if let Some(fields) = table {
                let Some((key, value)) = fields.iter().find(|(key, _)| key.get_ref() == name)
                else {
                    break;
                };
                at = key.span().start;
                (table, array) = (value.get_ref().as_table(), value.get_ref().as_array());
            } else if let Some(value) = array
                .and_then(|values: &toml::de::DeArray<'_>| values.get(usize::from_str(name).ok()?))
            {
                at = value.span().start;
                let value: &DeValue<'_> = value.get_ref();
                (table, array) = (value.as_table(), value.as_array());
            }
        }
        let before = self.text.get(..at).unwrap_or_default();
        before.matches('\n').count() + 1
    }

    fn step(
        &self,
        i: usize,
        raw: RawStep,
        table: Option<&Value>,
        base: &mut Whole,
    ) -> Result<Step, LessonError> {
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
            base.panels = Some(example.setup.view.places());
            base.setup = Table::try_from(example.setup)
                .map_err(|error| self.wrong(&place, error.to_string()))?;
        }
        if let Some(panels) = raw.panels {
            let twice = (1..panels.len()).any(|at| panels[..at].contains(&panels[at]));
            if panels.is_empty() || panels.len() > 5 || twice {
                let reason = "panels are one to five, each once".to_owned();
                return Err(self.wrong(&under(&["panels"]), reason));
            }
            base.panels = Some(panels);
        }
        let setup = self.setup(base, table, raw.setup.as_ref(), &under(&["setup"]))?;
        let question = match raw.question {
            Some(question) => {
                let table = table.and_then(|step| step.get("question"));
                Some(self.question(question, table, base, &under(&["question"]))?)
            }
            None => None,
        };
        Ok(Step {
            heading: raw.heading,
            text: raw.text,
            setup,
            controls: raw.controls,
            highlight: raw.highlight,
            question,
            claims: self.claims(&raw.claims, &under(&["claims"]))?,
            line: self.line(&under(&["heading"])),
        })
    }

    /// Changes `base` by what stands at `place`, and gives the setup that it then is.
    fn setup(
        &self,
        base: &mut Whole,
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
        let mut setup = base
            .read(places)
            .map_err(|error| self.wrong(place, error))?;
        setup
            .check()
            .map_err(|error| self.wrong(place, error.to_string()))?;
        if let Source::File(file) = &mut setup.source {
            let folder = self.path.parent().unwrap_or(Path::new(""));
            file.path = folder.join(&file.path);
            file.labels = file.labels.as_ref().map(|labels| folder.join(labels));
        }
        Ok(setup)
    }

    fn question(
        &self,
        raw: RawQuestion,
        table: Option<&Value>,
        base: &Whole,
        place: &[&str],
    ) -> Result<Question, LessonError> {
        let under =
            |name: &'static str| -> Vec<&str> { place.iter().copied().chain([name]).collect() };
        let kind = match (raw.choices, raw.answer, raw.until) {
            (Some(choices), Some(answer), None) => {
                if choices.len() < 2 || answer == 0 || answer > choices.len() {
                    let reason = "`answer` is the place of the right choice, from 1";
                    return Err(self.wrong(&under("answer"), reason.into()));
                }
                let right = answer - 1;
                QuestionKind::Choice { choices, right }
            }
            (None, None, Some(until)) => {
                let rule = until.parse::<Rule>();
                let rule = rule.map_err(|error| self.wrong(&under("until"), error.to_string()))?;
                if raw.after.is_none() {
                    let reason = "a question with `until` has an `after` that obeys it";
                    return Err(self.wrong(place, reason.into()));
                }
                QuestionKind::Until(rule)
            }
            _ => {
                let reason = "a question has either `choices` and `answer`, or `until`";
                return Err(self.wrong(place, reason.into()));
            }
        };
        // The next step goes on from its own step, whatever was answered.
        let mut then = Whole {
            setup: base.setup.clone(),
            panels: base.panels.clone(),
        };
        let after = match &raw.after {
            Some(own) => Some(self.setup(&mut then, table, Some(own), &under("after"))?),
            None => None,
        };
        Ok(Question {
            ask: raw.ask,
            kind,
            because: raw.because,
            after,
            claims: self.claims(&raw.claims, &under("claims"))?,
            line: self.line(place),
        })
    }

    fn claims(&self, texts: &[String], place: &[&str]) -> Result<Vec<Claim>, LessonError> {
        let claim = |(i, text): (usize, &String)| {
            let index = i.to_string();
            let place: Vec<&str> = place.iter().copied().chain([index.as_str()]).collect();
            match text.parse::<Rule>() {
                Ok(rule) => Ok(Claim {
                    rule,
                    line: self.line(&place),
                }),
                Err(error) => Err(self.wrong(&place, error.to_string())),
            }
        };
        texts.iter().enumerate().map(claim).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SMALL: &str = r#"version = 1
title = "Small"
summary = "Two steps"
minutes = 1

[[step]]
heading = "One"
text = "Text"
panels = ["kpca", "input"]
setup.source = { builtin = "iris" }
setup.kernel = { gamma = 2.0, coef0 = 0.5 }
claims = [
    "n = 150",
]

[[step]]
heading = "Two"
text = "Text"
highlight = ["gamma", "kpca"]
setup.kernel.gamma = 3.0
[step.question]
ask = "What?"
until = "gamma > 5"
because = "So."
after.kernel.gamma = 6.0

[[step]]
heading = "Three"
text = "Text"
setup.source.generated = { shape = "moons" }
"#;

    fn parse(text: &str) -> Result<Lesson, LessonError> {
        parse_lesson(text, Path::new("small.toml"))
    }

    #[test]
    fn a_step_changes_what_it_names_and_another_source_starts_anew() {
        let lesson = parse(SMALL).unwrap();
        let [one, two, three] = lesson.steps.as_slice() else {
            panic!("three steps");
        };
        assert_eq!(one.setup.view.places(), [Panel::Kpca, Panel::Input]);
        assert_eq!((one.line, one.claims[0].line), (7, 13));
        let kernel = |step: &Step| (step.setup.kernel.gamma.to_string(), step.setup.kernel.coef0);
        assert_eq!(kernel(one), ("2".into(), 0.5));
        assert_eq!(kernel(two), ("3".into(), 0.5));
        assert_eq!(two.setup.source, one.setup.source);
        assert_eq!(two.setup.view.places(), one.setup.view.places());
        let question = two.question.as_ref().unwrap();
        let after = question.after.as_ref().unwrap();
        assert_eq!(after.kernel.gamma.to_string(), "6");
        assert_eq!(kernel(three), ("auto".into(), 1.0));
        assert_eq!(three.setup.view.places(), one.setup.view.places());
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        for (was, is, line, reason) in [
            ("n = 150", "rows = 150", 13, "no quantity `rows`"),
            ("gamma = 3.0", "gama = 3.0", 20, "gama"),
            (
                "gamma = 3.0",
                "gamma = -3.0",
                20,
                "gamma must be a positive number",
            ),
            ("gamma = 3.0", "gamma = true", 20, "line 20"),
            ("gamma > 5", "gamma", 23, "needs one of"),
            ("after.", "later.", 25, "later"),
            ("after.kernel.gamma = 6.0", "", 21, "has an `after`"),
            (
                "\"gamma\", \"kpca\"",
                "\"gama\"",
                19,
                "neither a panel nor a control",
            ),
            ("\"kpca\", \"input\"", "", 9, "one to five"),
            ("heading = \"Two\"", "heading = 2", 17, "line 17"),
            ("version = 1", "version = 9", 1, "newer version"),
        ] {
            let text = SMALL.replacen(was, is, 1);
            assert_ne!(text, SMALL);
            let said = parse(&text).unwrap_err().to_string();
            assert!(said.contains(reason), "{is}: {said}");
            let has_line = said.contains(&format!("line {line}:"));
            assert!(has_line || reason == "newer version", "{is}: {said}");
            assert!(
                said.starts_with("small.toml") && !said.contains('\n'),
                "{said}"
            );
        }
    }

    #[test]
    fn data_are_found_beside_the_lesson() {
        let text = SMALL.replace("{ builtin = \"iris\" }", "{ file = { path = \"a.csv\" } }");
        let lesson = parse_lesson(&text, Path::new("folder/small.toml")).unwrap();
        let path = lesson.steps[1].setup.source.path().unwrap();
        assert_eq!(path, Path::new("folder/a.csv"));
        assert!(is_lesson(&text) && !is_lesson("version = 1\n[setup]\n"));
    }
}
