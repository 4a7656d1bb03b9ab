//! Command `lesson`: checking, printing and listing lessons without a window.

use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

use anyhow::bail;
use clap::{
    Subcommand,
    builder::{PathBufValueParser, TypedValueParser},
};

use super::{
    call::Call,
    output::{in_one_line, print},
};
use explorer::analysis::Watch;
use export::{Handout, handout, handout_path, page_address};
use lessons::{Remark, check, find_lesson, quantities, shipped};
use system::Outputs;

#[derive(Debug, Subcommand)]
pub enum LessonCommand {
    /// Run each step of a lesson and check its claims.
    Check {
        /// A shipped lesson by its name, or one from its file.
        #[arg(value_name = "NAME|FILE")]
        lesson: PathBuf,
    },
    /// Write a lesson with its pictures as an HTML page, which a browser prints.
    Handout {
        /// A shipped lesson by its name, or one from its file.
        #[arg(value_name = "NAME|FILE")]
        lesson: PathBuf,
        #[arg(long, value_parser = PathBufValueParser::new().try_map(handout_path), value_name = "F.html")]
        out: PathBuf,
        /// Address of the program's page, http, https or file: each picture then leads to its live form there.
        #[arg(long, value_parser = page_address, value_name = "URL")]
        page: Option<String>,
        /// Replace a file that exists.
        #[arg(long)]
        force: bool,
    },
    /// List the shipped lessons.
    List,
    /// List the quantities that a lesson's rules can name.
    Quantities,
}

/// Carries out the command.
///
/// # Errors
/// A lesson that can't be read, or claims that do not hold.
pub fn run(command: &LessonCommand, call: &Call) -> anyhow::Result<()> {
    match command {
        LessonCommand::Check { lesson } => check_lesson(lesson),
        LessonCommand::Handout {
            lesson,
            out,
            page,
            force,
        } => {
            let mut outputs = Outputs::new(&[out], &[lesson], *force)?;
            let (_, lesson) = find_lesson(lesson)?;
            for Remark { text, .. } in &lesson.remarks {
                call.remark(text);
            }
            let progress = Arc::default();
            let watch = Watch::new(&progress, &|| false);
            let Handout { html, remarks } = handout(&lesson, page.as_deref(), watch)?;
            for remark in remarks {
                call.remark(remark);
            }
            outputs.stage(out, html.as_bytes())?;
            Ok(outputs.commit()?)
        }
        LessonCommand::List => {
            let line = |it: &lessons::ShippedLesson| {
                let needs = match &it.needs[..] {
                    [] => String::new(),
                    needs => format!(" (after {})", needs.join(", ")),
                };
                format!(
                    "{:<20} {:>2} min  {}{needs}\n",
                    it.name, it.minutes, it.title
                )
            };
            print(&shipped().iter().map(line).collect::<String>())
        }
        LessonCommand::Quantities => {
            let lines = quantities().map(|(call, about)| format!("{call:<24} {about}\n"));
            print(&lines.collect::<String>())
        }
    }
}

fn check_lesson(path: &Path) -> anyhow::Result<()> {
    let (_, lesson) = find_lesson(path)?;
    let checked = check(&lesson);
    for failure in checked.failures.iter().chain(&checked.remarks) {
        let line = format!(
            "{}, line {}: {}",
            path.display(),
            failure.line,
            failure.text
        );
        print(&format!("{}\n", in_one_line(&line)))?;
    }
    if !checked.failures.is_empty() {
        bail!("{}: {}", path.display(), checked.counts());
    }
    let (steps, rules) = (lesson.steps.len(), checked.rules);
    print(&format!(
        "{steps} steps, {rules} rules, all of which hold\n"
    ))
}
