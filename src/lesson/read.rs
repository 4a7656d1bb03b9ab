//! Reads the file of a lesson; what is wrong is said with its line.

use std::{fs, path::Path};

use serde::Deserialize;
use toml::{Table, Value};

use super::{
    Control, Draft, DraftQuestion, DraftStep, Highlight, Lesson, Problem,
    data::{Attached, RawData},
    lines::Lines,
};
use crate::{
    io_words::why_not_read,
    printable::brief,
    setup::{Panel, Setup, Tiles, example, files, toml_reason},
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

/// A lesson with what is still wrong with it, so that it can be written on.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// As it is written.
    pub draft: Draft,
    /// As it is shown; rules that are none are left out.
    pub lesson: Lesson,
    /// In the order of the steps.
    pub problems: Vec<Problem>,
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
    #[serde(default)]
    data: Vec<RawData>,
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

/// Reads the lesson at `path`, and looks after the data that it names.
///
/// # Errors
/// When it can't be read or makes no sense, with the line.
pub fn open_lesson(path: &Path) -> Result<Lesson, LessonError> {
    whole(open_draft(path)?, path)
}

/// The same of a lesson that is to be written on, which rules that are none do not hinder.
///
/// # Errors
/// When it can't be read or makes no sense otherwise, with the line.
pub fn open_draft(path: &Path) -> Result<Read, LessonError> {
    let text = fs::read_to_string(path).map_err(|error| LessonError::Read {
        path: path.display().to_string(),
        reason: why_not_read(&error),
    })?;
    let mut read = read_lesson(&text, path)?;
    let remarks = read.lesson.data.iter().filter_map(Attached::settle);
    read.lesson.remarks = remarks.collect();
    Ok(read)
}

/// Reads the text of a lesson that stands at `path`, from where data files are found.
///
/// # Errors
/// When it makes no sense, with the line.
pub fn parse_lesson(text: &str, path: &Path) -> Result<Lesson, LessonError> {
    whole(read_lesson(text, path)?, path)
}

/// The lesson, if nothing is wrong with it.
fn whole(read: Read, path: &Path) -> Result<Lesson, LessonError> {
    match read.problems.into_iter().next() {
        Some(Problem { line, reason, .. }) => Err(LessonError::Wrong {
            path: path.display().to_string(),
            line,
            reason,
        }),
        None => Ok(read.lesson),
    }
}

/// Reads the text of a lesson that may still have rules that are none.
///
/// # Errors
/// When it makes no sense otherwise, with the line.
pub fn read_lesson(text: &str, path: &Path) -> Result<Read, LessonError> {
    let malformed = |error: toml::de::Error| LessonError::Malformed {
        path: path.display().to_string(),
        reason: toml_reason(&error, text),
    };
    let Header { version } = toml::from_str(text).map_err(malformed)?;
    if version > VERSION {
        return Err(LessonError::Newer {
            path: path.display().to_string(),
            version,
        });
    }
    let mut unknown = None;
    let document = toml::Deserializer::parse(text).map_err(malformed)?;
    let raw: RawLesson = serde_ignored::deserialize(document, |field| {
        unknown.get_or_insert(field.to_string());
    })
    .map_err(malformed)?;
    let mut file = File {
        lines: Lines::of(text),
        path,
        data: vec![],
    };
    if let Some(field) = unknown {
        // An optional part stands in such a path as a question mark.
        let names: Vec<&str> = field.split('.').filter(|name| *name != "?").collect();
        return Err(file.wrong(&names, format!("there is no {}", brief(&names.join(".")))));
    }
    let tables: Table = toml::from_str(text).map_err(malformed)?;
    if raw.step.is_empty() {
        return Err(file.wrong(&["step"], "a lesson has at least one step".into()));
    }
    for (i, data) in raw.data.into_iter().enumerate() {
        let index = i.to_string();
        let line = file.lines.line(&["data", &index, "name"]);
        let data = Attached::new(data, path, line);
        let data = data.map_err(|reason| file.wrong(&["data", &index, "name"], reason))?;
        file.data.push(data);
    }
    let mut base = Whole::default();
    let mut steps = Vec::with_capacity(raw.step.len());
    for (i, step) in raw.step.into_iter().enumerate() {
        let table = tables.get("step").and_then(|steps| steps.get(i));
        steps.push(file.step(i, step, table, &mut base)?);
    }
    let draft = Draft {
        title: raw.title,
        summary: raw.summary,
        minutes: raw.minutes,
        steps,
    };
    let (mut lesson, problems) = draft.check(&file.lines);
    lesson.data = file.data;
    Ok(Read {
        draft,
        lesson,
        problems,
    })
}

/// The setup of a step, as a table that the next step changes.
#[derive(Default)]
struct Whole {
    setup: Table,
    /// Where its panels stand, until a step says otherwise.
    tiles: Option<Tiles>,
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

    /// The setup with its panels; `placed` where its table says where they stand.
    fn read(&mut self, placed: bool) -> Result<Setup, String> {
        let mut setup: Setup = Value::Table(self.setup.clone())
            .try_into()
            .map_err(|error: toml::de::Error| error.message().to_owned())?;
        if let (true, Some(tiles)) = (placed, &setup.view.tiles) {
            self.tiles = Some(tiles.clone());
        }
        if let Some(tiles) = &self.tiles {
            setup.view.arrange(tiles.clone());
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

/// The file that is read.
struct File<'a> {
    lines: Lines<'a>,
    path: &'a Path,
    data: Vec<Attached>,
}

impl File<'_> {
    fn wrong(&self, place: &[&str], reason: String) -> LessonError {
        LessonError::Wrong {
            path: self.path.display().to_string(),
            line: self.lines.line(place),
            reason,
        }
    }

    fn step(
        &self,
        i: usize,
        raw: RawStep,
        table: Option<&Value>,
        base: &mut Whole,
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
            setup,
            controls: raw.controls,
            highlight: raw.highlight,
            question,
            claims: raw.claims,
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
        let found = |named: &Path| Attached::find(&self.data, named, self.path);
        for file in files(&mut setup) {
            file.path = found(&file.path);
            file.labels = file.labels.as_deref().map(found);
        }
        Ok(setup)
    }

    fn question(
        &self,
        raw: RawQuestion,
        table: Option<&Value>,
        base: &Whole,
        place: &[&str],
    ) -> Result<DraftQuestion, LessonError> {
        let is_one_kind = match (&raw.choices, &raw.answer, &raw.until) {
            (Some(_), Some(_), until) => until.is_none(),
            (None, None, until) => until.is_some(),
            _ => false,
        };
        if !is_one_kind {
            let reason = "a question has either `choices` and `answer`, or `until`";
            return Err(self.wrong(place, reason.into()));
        }
        // The next step goes on from its own step, whatever was answered.
        let mut then = Whole {
            setup: base.setup.clone(),
            tiles: base.tiles.clone(),
        };
        let under: Vec<&str> = place.iter().copied().chain(["after"]).collect();
        let after = match &raw.after {
            Some(own) => Some(self.setup(&mut then, table, Some(own), &under)?),
            None => None,
        };
        Ok(DraftQuestion {
            ask: raw.ask,
            choices: raw.choices.unwrap_or_default(),
            answer: raw.answer.unwrap_or(1),
            until: raw.until,
            because: raw.because,
            after,
            claims: raw.claims,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::lesson::Step;

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
    fn panels_stay_where_a_step_put_them() {
        let place = |name| format!("{{ place = {{ open = 0, panels = [\"{name}\"] }} }}");
        let part = |name| format!("{{ share = 1.0, tiles = {} }}", place(name));
        let column = format!("{{ column = [{}, {}] }}", part("kpca"), part("input"));
        let placed = format!("setup.view.tiles = {column}");
        let lesson = parse(&SMALL.replacen("panels = [\"kpca\", \"input\"]", &placed, 1)).unwrap();
        let one = |panel| (1.0, Tiles::one(panel));
        let wanted = Tiles::column([one(Panel::Kpca), one(Panel::Input)]);
        let answer = lesson.steps[1].question.as_ref().unwrap().after.as_ref();
        let setups = lesson.steps.iter().map(|step| &step.setup).chain(answer);
        for setup in setups {
            assert_eq!(setup.view.arrangement(), wanted);
        }
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
