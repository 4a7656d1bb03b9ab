//! Writing of a lesson's file, so that people can read it.

use std::{fmt::Write as _, path::Path};

use serde::Serialize;
use toml::Value;

use super::{Draft, DraftQuestion, DraftStep, read::arranged};
use explorer::setup::{Panel, SessionError, Setup, differences};

const BEGINNING: &str = "\
# A lesson of Kernel PCA Explorer: open it with --lesson, try it with `kpca-explorer lesson check`
version = 1
";

impl Draft {
    /// Writes the text of the lesson's file, with the paths of data as they are.
    ///
    /// # Errors
    /// When the path of a data file is not Unicode.
    pub fn text(&self) -> Result<String, SessionError> {
        let mut text = BEGINNING.to_owned();
        line(&mut text, "title", &quoted(&self.title));
        line(&mut text, "summary", &quoted(&self.summary));
        line(&mut text, "minutes", &self.minutes);
        names(&mut text, "needs", &self.needs, |it| it);
        for step in &self.steps {
            text += &step.text()?;
        }
        Ok(text)
    }

    /// Writes the text of the lesson's file at `path`, with its data inside the text or named from the folder of the
    /// file.
    ///
    /// # Errors
    /// When the path of a data file is not Unicode.
    pub fn file_text(&self, path: &Path) -> Result<String, SessionError> {
        let (draft, tables) = self.packed(path);
        // Last, so that lines of steps are the same as while it is written.
        let mut text = draft.text()?;
        for table in tables {
            text += "\n[[data]]\n";
            line(&mut text, "name", &quoted(&table.name));
            some(&mut text, "crc32", table.crc32.as_ref());
            some(&mut text, "text", table.text.as_ref());
        }
        Ok(text)
    }
}

impl DraftStep {
    /// Writes the part of a lesson's file that is this step. It names its source, so that it does not depend on
    /// the step before.
    ///
    /// # Errors
    /// When the path of a data file is not Unicode.
    pub fn text(&self) -> Result<String, SessionError> {
        let mut text = "\n[[step]]\n".to_owned();
        line(&mut text, "heading", &quoted(&self.heading));
        line(&mut text, "text", &quoted(&self.text));
        some(&mut text, "screen", self.screen.as_ref());
        names(&mut text, "definitions", &self.definitions, |it| it);
        let panels = by_name(&self.setup);
        if let Some(panels) = &panels {
            names(&mut text, "panels", panels, |it| it.name());
        }
        names(&mut text, "controls", &self.controls, |it| it.name());
        names(&mut text, "highlight", &self.highlight, |it| it.name());
        names(&mut text, "present", &self.present, |it| it.name());
        setup(&mut text, "setup", &self.setup, panels.as_deref())?;
        list(&mut text, "claims", &self.claims);
        if let Some(question) = &self.question {
            self::question(&mut text, question, panels.as_deref())?;
        }
        Ok(text)
    }
}

fn question(
    text: &mut String,
    question: &DraftQuestion,
    panels: Option<&[Panel]>,
) -> Result<(), SessionError> {
    *text += "\n[step.question]\n";
    line(text, "ask", &quoted(&question.ask));
    some(text, "paper", question.paper.as_ref());
    names(text, "hide", &question.hide, |it| it.name());
    if let Some(until) = &question.until {
        line(text, "until", &quoted(until));
    } else {
        // Also where there are none yet: what is not finished can be read again.
        if question.choices.iter().all(|it| it.trim().is_empty()) {
            line(text, "choices", &"[]");
        } else {
            // Also blank ones, since `answer` and `why` go by their places.
            entries(text, "choices", question.choices.iter());
        }
        line(text, "answer", &question.answer);
        // Also empty ones, as each belongs to an answer.
        names(text, "why", &question.why, |it| it);
    }
    line(text, "because", &quoted(&question.because));
    if let Some(after) = &question.after {
        setup(text, "after", after, panels)?;
    }
    list(text, "claims", &question.claims);
    Ok(())
}

/// Panels of a setup; `None` where their names alone do not give their arrangement.
fn by_name(setup: &Setup) -> Option<Vec<Panel>> {
    let panels = setup.view.places();
    let says = panels.len() <= 5 && arranged(&panels) == setup.view.arrangement();
    says.then_some(panels)
}

/// Writes all of a setup under a name, without the arrangement if `named` gives it.
fn setup(
    text: &mut String,
    name: &str,
    setup: &Setup,
    named: Option<&[Panel]>,
) -> Result<(), SessionError> {
    line(text, &format!("{name}.source"), &value(&setup.source)?);
    for (field, value) in differences(setup)? {
        let is_said = ["source", "view.panels", "view.tiles"];
        if !is_said.iter().any(|said| field.starts_with(said)) {
            line(text, &format!("{name}.{field}"), &value);
        }
    }
    if named.is_none() || by_name(setup).as_deref() != named {
        let places = value(&setup.view.places())?;
        line(text, &format!("{name}.view.panels"), &places);
        let tiles = value(&setup.view.arrangement())?;
        line(text, &format!("{name}.view.tiles"), &tiles);
    }
    Ok(())
}

fn line(text: &mut String, name: &str, value: &impl std::fmt::Display) {
    // Writing to a String cannot fail.
    let _ = writeln!(text, "{name} = {value}");
}

/// Writes a text, if there is one.
fn some(text: &mut String, name: &str, value: Option<&String>) {
    if let Some(value) = value {
        line(text, name, &quoted(value));
    }
}

/// Writes names in one line, if there are any.
fn names<T>(text: &mut String, name: &str, all: &[T], of: impl Fn(&T) -> &str) {
    if !all.is_empty() {
        let names = all.iter().map(|it| Value::String(of(it).to_owned()));
        line(text, name, &Value::Array(names.collect()));
    }
}

/// Writes entries one in each line, so that each has a line of its own where it is wrong; blank ones are left out.
fn list(text: &mut String, name: &str, all: &[String]) {
    let told = all.iter().filter(|entry| !entry.trim().is_empty());
    entries(text, name, told);
}

/// Writes entries one in each line, if there are any.
fn entries<'a>(text: &mut String, name: &str, all: impl Iterator<Item = &'a String>) {
    let lines: Vec<String> = all
        .map(|entry| format!("    {},\n", quoted(entry)))
        .collect();
    if !lines.is_empty() {
        line(text, name, &format!("[\n{}]", lines.concat()));
    }
}

/// Text as a TOML string: unchanged over several lines, where that is possible.
fn quoted(text: &str) -> String {
    let is_plain = text.chars().all(|c| !c.is_control() || "\n\t".contains(c));
    if text.contains('\n') && is_plain && !text.contains("'''") && !text.ends_with('\'') {
        return format!("'''\n{text}'''");
    }
    Value::String(text.to_owned()).to_string()
}

fn value(part: &impl Serialize) -> Result<Value, SessionError> {
    Value::try_from(part).map_err(SessionError::unwritable)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;
    use crate::{parse_lesson, read_lesson, shipped};
    use explorer::setup::examples;

    #[test]
    fn every_example_is_a_step_that_comes_back() {
        let setups: Vec<Setup> = examples().into_iter().map(|it| it.setup).collect();
        let draft = Draft {
            steps: setups.iter().cloned().map(DraftStep::from_view).collect(),
            ..Draft::from_view(Setup::welcome())
        };
        let lesson = parse_lesson(&draft.text().unwrap(), Path::new("copied.toml")).unwrap();
        assert_eq!(lesson.steps.len(), setups.len());
        for (step, setup) in lesson.steps.iter().zip(setups) {
            let mut wanted = setup;
            assert_eq!(step.setup.view.arrangement(), wanted.view.arrangement());
            wanted.view.panels.clone_from(&step.setup.view.panels);
            wanted.view.tiles.clone_from(&step.setup.view.tiles);
            assert_eq!(step.setup, wanted);
        }
    }

    /// Shipped lessons are written and read as the same, apart from lines, and from the form in which the view
    /// gives the arrangement.
    #[test]
    fn every_shipped_lesson_is_written_and_read_as_the_same() {
        for shipped in shipped() {
            let draft = shipped.lesson().unwrap().draft;
            let text = draft.text().unwrap();
            let read = read_lesson(&text, Path::new(shipped.name)).unwrap();
            assert_eq!(read.problems, [], "{}", shipped.name);
            let (mut a, mut b) = (draft, read.lesson.draft);
            for (a, b) in a.setups_mut().zip(b.setups_mut()) {
                assert_eq!(a.view.arrangement(), b.view.arrangement());
                a.view.panels.clone_from(&b.view.panels);
                a.view.tiles.clone_from(&b.view.tiles);
            }
            assert_eq!(a, b, "{}", shipped.name);
        }
    }

    #[test]
    fn what_is_not_finished_is_read_again() {
        let mut draft = Draft::from_view(Setup::welcome());
        let step = &mut draft.steps[0];
        step.heading = String::new();
        step.claims = vec!["no rule".into()];
        step.question = Some(DraftQuestion {
            choices: vec![],
            answer: 0,
            ..DraftQuestion::choice()
        });
        let read = |draft: &Draft| {
            let text = draft.text().unwrap();
            read_lesson(&text, Path::new("a.toml")).unwrap()
        };
        let found = read(&draft);
        assert_eq!(
            found.lesson.draft.steps[0].question,
            draft.steps[0].question
        );
        let lines: Vec<usize> = found.problems.iter().map(|it| it.line).collect();
        assert_eq!(lines.len(), 3);
        let text = draft.text().unwrap();
        let has = |part: &str| {
            let at = text.lines().position(|line| line.contains(part)).unwrap();
            lines.contains(&(at + 1))
        };
        assert!(
            has("heading = ") && has("no rule") && has("choices = "),
            "{lines:?}"
        );
        draft.steps[0].question.as_mut().unwrap().until = Some("gamma".into());
        assert_eq!(read(&draft).problems.len(), 4);
    }

    #[test]
    fn a_blank_answer_keeps_its_place_and_is_told() {
        let mut draft = Draft::from_view(Setup::welcome());
        let question = DraftQuestion {
            choices: ["A", "", "C"].map(str::to_owned).to_vec(),
            answer: 3,
            why: ["too small", "", ""].map(str::to_owned).to_vec(),
            ..DraftQuestion::choice()
        };
        draft.steps[0].question = Some(question.clone());
        let found = read_lesson(&draft.text().unwrap(), Path::new("a.toml")).unwrap();
        assert_eq!(found.lesson.draft.steps[0].question, Some(question));
        let reasons: Vec<&str> = found.problems.iter().map(|it| &*it.reason).collect();
        assert!(reasons.contains(&"answer 2 has no words"), "{reasons:?}");
    }

    #[test]
    fn any_text_comes_back_as_it_was() {
        let awkward = [
            "",
            "'",
            "'''",
            "a\n'",
            "\n\na\n",
            "a\n'''b'''\n",
            "\"\"\"\\ \\n",
            "a\tb\r\nc",
            "\u{0}\u{7f}é γ ‖x‖²\n\u{1b}",
        ];
        for text in awkward {
            let toml = format!("a = {}", quoted(text));
            let table: toml::Table = toml.parse().unwrap();
            assert_eq!(table["a"].as_str(), Some(text), "{toml}");
        }
    }
}
