//! The lessons that come with the program.

use std::{
    path::{Path, absolute},
    sync::LazyLock,
};

use super::{Lesson, LessonError, open_lesson, parse_lesson};

/// A lesson that comes with the program.
#[derive(Debug, Clone, Copy)]
pub struct Shipped {
    /// The name on the command line and in the settings.
    pub name: &'static str,
    pub title: &'static str,
    /// What it is about, in a sentence.
    pub summary: &'static str,
    pub minutes: u32,
    text: &'static str,
}

impl Shipped {
    /// Reads it.
    ///
    /// # Errors
    /// Never for what is shipped, which a test makes sure of.
    pub fn lesson(&self) -> Result<Lesson, LessonError> {
        parse_lesson(self.text, Path::new(self.name))
    }
}

/// All of them, in the order in which they build on each other.
#[must_use]
pub fn shipped() -> &'static [Shipped] {
    static LESSONS: LazyLock<Vec<Shipped>> = LazyLock::new(|| {
        let head = |(name, text): (&'static str, &'static str)| {
            Some(Shipped {
                name,
                title: field(text, "title")?,
                summary: field(text, "summary")?,
                minutes: text.lines().find_map(minutes)?,
                text,
            })
        };
        TEXTS.into_iter().filter_map(head).collect()
    });
    &LESSONS
}

/// A shipped lesson by its name, or one from its file; with what the settings call it.
///
/// # Errors
/// Those of [`open_lesson`].
pub fn find_lesson(name: impl AsRef<Path>) -> Result<(String, Lesson), LessonError> {
    let name = name.as_ref();
    if let Some(lesson) = shipped().iter().find(|it| Path::new(it.name) == name) {
        return Ok((lesson.name.to_owned(), lesson.lesson()?));
    }
    let path = absolute(name).unwrap_or_else(|_| name.into());
    Ok((path.display().to_string(), open_lesson(name)?))
}

/// The text of a field before the steps: a menu that opens need not read every lesson.
fn field(text: &'static str, name: &str) -> Option<&'static str> {
    let value = |line: &'static str| line.strip_prefix(name)?.trim_start().strip_prefix('=');
    text.lines()
        .find_map(value)?
        .trim()
        .strip_prefix('"')?
        .strip_suffix('"')
}

fn minutes(line: &str) -> Option<u32> {
    let (name, value) = line.split_once('=')?;
    (name.trim() == "minutes").then(|| value.trim().parse().ok())?
}

macro_rules! lessons {
    ($($name:literal),* $(,)?) => {
        const TEXTS: [(&str, &str); [$($name),*].len()] = [
            $(($name, include_str!(concat!("../../assets/lessons/", $name, ".toml")))),*
        ];
    };
}

lessons![
    "pca-by-hand",
    "kernel-trick",
    "step-by-step",
    "which-gamma",
    "centring",
    "signs",
    "small-gamma",
    "variance",
    "contours",
    "swiss-roll",
    "denoising",
    "strings-and-graphs",
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        kernel::{Gamma, KernelKind},
        kpca::{Solver, Tier},
        lesson::{Found, Rule, check},
        setup::{Setup, example},
    };

    #[test]
    fn every_claim_holds() {
        for it in shipped() {
            let checked = check(&it.lesson().unwrap());
            assert_eq!(checked.failures, [], "{}", it.name);
            assert!(checked.rules >= 8, "{}: {}", it.name, checked.rules);
        }
    }

    /// What examples and remarks say of them, by scikit-learn and NumPy.
    #[test]
    fn what_is_said_of_examples_holds() {
        type Change = fn(&mut Setup);
        let as_it_is: Change = |_| {};
        let of_degree_2: Change = |setup| {
            setup.kernel.kind = KernelKind::Poly;
            setup.kernel.degree = 2;
        };
        let large_gamma: Change = |setup| setup.kernel.gamma = Gamma::Value(1000.0);
        let said: [(&str, Change, &[&str]); 4] = [
            (
                "iris-rbf",
                as_it_is,
                &["separation(2) = 0.904", "pca.separation(2) = 0.960"],
            ),
            (
                "concentric-circles",
                of_degree_2,
                &["separation(2) < 0.8", "separation(3) > 0.99"],
            ),
            // numpy.corrcoef of both rows is 0.749.
            (
                "wine-correlations",
                as_it_is,
                &["kernel(1, 2) = 0.5623", "kernel(1, 1) = 1.0000"],
            ),
            ("half-moons", large_gamma, &["rows_for(1, 0.9) = 61"]),
        ];
        for (name, change, rules) in said {
            let mut setup = example(name).unwrap().setup;
            change(&mut setup);
            let run = Analyzer::default().run(&setup, Tier::Exact, Solver::Auto, &|| false);
            let analysis = run.unwrap();
            let found = Found {
                analysis: &analysis,
                setup: &setup,
            };
            for text in rules {
                let rule: Rule = text.parse().unwrap();
                assert_eq!(
                    rule.holds(&found),
                    Ok(true),
                    "{name}: {}",
                    rule.told(&found)
                );
            }
        }
    }

    #[test]
    fn the_menu_says_what_the_lessons_say() {
        assert_eq!(shipped().len(), TEXTS.len());
        for it in shipped() {
            let lesson = it.lesson().unwrap();
            assert_eq!(
                (it.title, it.summary, it.minutes),
                (&*lesson.title, &*lesson.summary, lesson.minutes)
            );
            assert!((5..=15).contains(&it.minutes), "{}", it.name);
        }
    }
}
