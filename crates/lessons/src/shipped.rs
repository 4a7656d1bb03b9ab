//! Lessons that come with the program.

use std::{
    path::{Path, absolute},
    sync::LazyLock,
};

use serde::Deserialize;

use super::{Lesson, LessonError, open_lesson, parse_lesson};

/// Lesson that comes with the program.
#[derive(Debug, Clone, Deserialize)]
pub struct ShippedLesson {
    /// Name on the command line and in the settings.
    #[serde(skip)]
    pub name: &'static str,
    pub title: &'static str,
    /// Subject of the lesson, in a sentence.
    pub summary: &'static str,
    pub minutes: u32,
    /// Names of the lessons that this lesson builds on, which come before it.
    #[serde(borrow, default)]
    pub needs: Vec<&'static str>,
    #[serde(skip)]
    text: &'static str,
}

impl ShippedLesson {
    /// Reads the lesson.
    ///
    /// # Errors
    /// Never for what is shipped, which a test makes sure of.
    pub fn lesson(&self) -> Result<Lesson, LessonError> {
        parse_lesson(self.text, Path::new(self.name))
    }
}

/// Returns all shipped lessons, in the order in which they build on each other.
#[must_use]
pub fn shipped() -> &'static [ShippedLesson] {
    static LESSONS: LazyLock<Vec<ShippedLesson>> = LazyLock::new(|| {
        // A menu that opens need not read the steps.
        let head = |(name, text): (&'static str, &'static str)| {
            let (head, _) = text.split_once("\n[[")?;
            let lesson: ShippedLesson = toml::from_str(head).ok()?;
            Some(ShippedLesson {
                name,
                text,
                ..lesson
            })
        };
        assets::LESSONS.into_iter().filter_map(head).collect()
    });
    &LESSONS
}

/// Finds a shipped lesson by its name, or opens one from its file; returns the lesson with the name that settings keep:
/// that of a shipped lesson, or the absolute path of the file.
///
/// # Errors
/// The errors of [`open_lesson`].
pub fn find_lesson(name: impl AsRef<Path>) -> Result<(String, Lesson), LessonError> {
    let name = name.as_ref();
    if let Some(lesson) = shipped().iter().find(|it| Path::new(it.name) == name) {
        return Ok((lesson.name.to_owned(), lesson.lesson()?));
    }
    let path = absolute(name).unwrap_or_else(|_| name.into());
    Ok((path.display().to_string(), open_lesson(name)?))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check;

    #[test]
    fn every_claim_holds() {
        for it in shipped() {
            let checked = check(&it.lesson().unwrap());
            assert_eq!(checked.failures, [], "{}", it.name);
            assert!(checked.rules >= 8, "{}: {}", it.name, checked.rules);
        }
    }

    #[test]
    fn a_lesson_comes_after_what_it_needs() {
        let page = include_str!("../../../assets/lessons/README.md");
        for (i, it) in shipped().iter().enumerate() {
            for needed in &it.needs {
                let before = shipped()[..i].iter().any(|other| other.name == *needed);
                assert!(before, "{} needs {needed}", it.name);
            }
            let row = format!(
                "| `{}` | {} | {} |",
                it.name,
                it.summary,
                it.needs.join(", ")
            );
            assert!(page.contains(&row), "{row}");
        }
    }

    /// Handouts name nothing that only a screen has: dragging, or a place to the left.
    #[test]
    fn handouts_speak_of_paper() {
        let of_screens = [
            "drag",
            "click",
            "slider",
            "point at the",
            "plot on the left",
            " below the",
            " below.",
        ];
        for it in shipped() {
            for step in it.lesson().unwrap().steps {
                let question = step.question.iter();
                let texts = question.flat_map(|it| {
                    let ask = it.paper.as_ref().unwrap_or(&it.ask);
                    [ask.clone(), it.because.clone()]
                });
                for text in texts.chain([step.text.clone()]) {
                    let text = text.to_lowercase();
                    let found = of_screens.iter().find(|word| text.contains(**word));
                    assert_eq!(found, None, "{}: {}", it.name, step.heading);
                }
            }
        }
    }

    #[test]
    fn the_menu_says_what_the_lessons_say() {
        assert_eq!(shipped().len(), assets::LESSONS.len());
        for it in shipped() {
            let lesson = it.lesson().unwrap();
            assert_eq!(
                (it.title, it.summary, it.minutes),
                (&*lesson.title, &*lesson.summary, lesson.draft.minutes)
            );
            assert_eq!(it.needs, lesson.draft.needs);
            assert!((5..=15).contains(&it.minutes), "{}", it.name);
        }
    }
}
