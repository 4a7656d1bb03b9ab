//! `lesson`: what can be done with lessons without a window.

use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Subcommand;

use super::output::{complain, print};
use crate::{
    export::{Outputs, handout},
    lesson::{check, find_lesson, quantities, shipped},
    printable::printable,
};

#[derive(Debug, Subcommand)]
pub enum LessonCommand {
    /// Run each step of a lesson and check what it claims.
    Check {
        /// A shipped lesson by its name, or one from its file.
        #[arg(value_name = "NAME|FILE")]
        lesson: String,
    },
    /// Write a lesson with its pictures as an HTML page, which a browser prints.
    Handout {
        /// A shipped lesson by its name, or one from its file.
        #[arg(value_name = "NAME|FILE")]
        lesson: String,
        #[arg(long, value_name = "F.html")]
        out: PathBuf,
        /// Replace a file that exists.
        #[arg(long)]
        force: bool,
    },
    /// List the shipped lessons.
    List,
    /// List what the rules of a lesson can speak of.
    Quantities,
}

/// Carries it out.
///
/// # Errors
/// A lesson that can't be read, or claims that do not hold.
pub fn run(command: &LessonCommand) -> anyhow::Result<()> {
    match command {
        LessonCommand::Check { lesson } => check_lesson(lesson),
        LessonCommand::Handout { lesson, out, force } => {
            let read = Path::new(lesson);
            let mut outputs = Outputs::new(&[out], &[read], *force)?;
            let (_, lesson) = find_lesson(lesson)?;
            for remark in &lesson.remarks {
                complain(&remark.text);
            }
            outputs.stage(out, handout(&lesson)?.as_bytes())?;
            Ok(outputs.commit()?)
        }
        LessonCommand::List => {
            let line = |it: &crate::lesson::Shipped| {
                format!("{:<20} {:>2} min  {}\n", it.name, it.minutes, it.title)
            };
            print(&shipped().iter().map(line).collect::<String>())
        }
        LessonCommand::Quantities => {
            let lines = quantities().map(|(call, about)| format!("{call:<24} {about}\n"));
            print(&lines.collect::<String>())
        }
    }
}

fn check_lesson(name: &str) -> anyhow::Result<()> {
    let (_, lesson) = find_lesson(name)?;
    let checked = check(&lesson);
    for failure in &checked.failures {
        let reason = printable(&failure.reason);
        print(&format!("{name}, line {}: {reason}\n", failure.line))?;
    }
    let (steps, rules) = (lesson.steps.len(), checked.rules);
    match checked.failures.len() {
        0 => print(&format!(
            "{steps} steps, {rules} rules, all of which hold\n"
        )),
        failures => bail!("{name}: {failures} of {rules} rules do not hold"),
    }
}
