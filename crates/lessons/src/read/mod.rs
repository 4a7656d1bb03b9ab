//! Reading of a lesson's file, with the line of each fault.

mod error;
mod step;
mod whole;

use std::path::Path;

use serde::Deserialize;
use toml::Table;

use self::{
    step::{LessonFile, RawStep},
    whole::WholeSetup,
};
use super::{
    Draft, Lesson, Problem,
    data::{AttachedTable, RawData},
    lines::LineNumbers,
};
use explorer::setup::toml_reason;
use system::{
    input::{self, ContentKind},
    io_words::why_not_read,
};
use tabular::printable::brief;

pub use error::LessonError;
pub(super) use whole::arranged;

/// Version of the format; it is raised whenever an older program could misread a lesson.
const VERSION: u32 = 1;

/// Lesson with its problems, so that it can be edited.
#[derive(Debug, Clone, PartialEq)]
pub struct Read {
    /// Lesson, as it is shown, without wrong rules; its draft has them.
    pub lesson: Lesson,
    /// Problems in the order of the steps.
    pub problems: Vec<Problem>,
}

#[derive(Deserialize)]
struct LessonHeader {
    version: u32,
}

#[derive(Deserialize)]
struct RawLesson {
    #[expect(dead_code, reason = "read before")]
    version: u32,
    title: String,
    summary: String,
    minutes: u32,
    #[serde(default)]
    needs: Vec<String>,
    step: Vec<RawStep>,
    #[serde(default)]
    data: Vec<RawData>,
}

/// Returns true where a TOML text is meant as a lesson: it has steps.
#[must_use]
pub fn is_lesson(text: &str) -> bool {
    text.lines().any(|line| line.trim() == "[[step]]")
}

/// Reads the lesson at `path`, and finds the data that it names.
///
/// # Errors
/// When it can't be read or makes no sense, with the line.
pub fn open_lesson(path: &Path) -> Result<Lesson, LessonError> {
    whole(open_draft(path)?, path)
}

/// Reads a lesson that is to be edited, in which wrong rules are no error.
///
/// # Errors
/// When it can't be read or makes no sense otherwise, with the line.
pub fn open_draft(path: &Path) -> Result<Read, LessonError> {
    let text = input::text(path, ContentKind::Document).map_err(|error| LessonError::Read {
        path: path.display().to_string(),
        reason: why_not_read(&error),
    })?;
    let mut read = read_lesson(&text, path)?;
    let remarks = read.lesson.data.iter().filter_map(AttachedTable::settle);
    read.lesson.remarks.extend(remarks);
    Ok(read)
}

/// Parses the text of a lesson that stands at `path`, relative to which data files are found.
///
/// # Errors
/// When it makes no sense, with the line.
pub fn parse_lesson(text: &str, path: &Path) -> Result<Lesson, LessonError> {
    whole(read_lesson(text, path)?, path)
}

/// Returns the lesson if it has no problems.
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

/// Parses the text of a lesson, in which wrong rules are no error.
///
/// # Errors
/// When it makes no sense otherwise, with the line.
pub fn read_lesson(text: &str, path: &Path) -> Result<Read, LessonError> {
    let malformed = |error: toml::de::Error| LessonError::Malformed {
        path: path.display().to_string(),
        reason: toml_reason(&error, text),
    };
    let LessonHeader { version } = toml::from_str(text).map_err(malformed)?;
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
    let mut file = LessonFile {
        lines: LineNumbers::of(text),
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
        let data = AttachedTable::new(data, path, line);
        let data = data.map_err(|reason| file.wrong(&["data", &index, "name"], reason))?;
        file.data.push(data);
    }
    let mut base = WholeSetup::default();
    let mut steps = Vec::with_capacity(raw.step.len());
    for (i, step) in raw.step.into_iter().enumerate() {
        let table = tables.get("step").and_then(|steps| steps.get(i));
        steps.push(file.step(i, step, table, &mut base)?);
    }
    let draft = Draft {
        title: raw.title,
        summary: raw.summary,
        minutes: raw.minutes,
        needs: raw.needs,
        steps,
    };
    let (mut lesson, problems) = draft.check(&file.lines);
    lesson.data = file.data;
    lesson.folder = path.parent().map(Path::to_owned);
    Ok(Read { lesson, problems })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::LessonStep;
    use explorer::setup::{Panel, Tiles};

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
        let kernel =
            |step: &LessonStep| (step.setup.kernel.gamma.to_string(), step.setup.kernel.coef0);
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
            ("gamma > 5", "n > 5 over seeds 0..9", 23, "in one picture"),
            ("after.", "later.", 25, "later"),
            ("after.kernel.gamma = 6.0", "", 21, "(`after`)"),
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
