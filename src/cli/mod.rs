//! The command line: flags to a setup, then the window or one of the commands without one.

mod animate;
mod args;
mod data_args;
mod fit;
mod kernel_args;
mod lesson;
mod output;
mod render;
mod report;
mod script;
mod setup;
mod sweep;
mod values;

use std::process::ExitCode;

use clap::Parser;

use crate::{
    Error,
    data::DataError,
    export::{ExportError, clean_up_when_interrupted},
    lesson::find_lesson,
};
use args::{Cli, Command};
use output::{complain, one_line, print, take_remarks};

/// Runs the program: 0 done, 1 the work failed (one line on stderr), 2 bad usage.
#[must_use]
pub fn main() -> ExitCode {
    clean_up_when_interrupted();
    let result = match Cli::try_parse() {
        Ok(cli) => run(cli),
        // --help and --version are answers, not mistakes.
        Err(answer) if !answer.use_stderr() => print(&answer.to_string()),
        Err(mistake) => Err(mistake.into()),
    };
    match result {
        Ok(()) => {
            for remark in take_remarks() {
                complain(&remark);
            }
            ExitCode::SUCCESS
        }
        Err(error) => {
            match error.downcast_ref::<clap::Error>() {
                Some(usage) => complain(&one_line(usage)),
                None => complain(&format!("{error:#}")),
            }
            ExitCode::from(status(&error))
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => {
            let lesson = cli.lesson.as_deref().map(find_lesson).transpose()?;
            let setup = cli.setup.window_setup()?;
            // In the window, where they are seen.
            let remarks = take_remarks().join("; ");
            crate::ui::run(setup, lesson, remarks)
        }
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Sweep(args)) => sweep::run(&args),
        Some(Command::Animate(args)) => animate::run(&args),
        Some(Command::Script(args)) => script::run(&args),
        Some(Command::Lesson(command)) => lesson::run(&command),
    }
}

/// A flag's value out of range is bad usage; anything else is work that failed.
fn status(error: &anyhow::Error) -> u8 {
    if error.is::<clap::Error>() {
        return 2;
    }
    if let Some(ExportError::Twice(_) | ExportError::Input(_)) = error.downcast_ref() {
        return 2;
    }
    match error.downcast_ref::<Error>() {
        Some(Error::Param(_) | Error::Data(DataError::Parameter { .. })) => 2,
        _ => 1,
    }
}
