//! Command line: flags to a setup, then the window or one of the commands without one.

mod against;
mod animate;
mod args;
mod call;
mod cells;
mod data_args;
mod figure_args;
mod fit;
mod fit_args;
mod flags;
mod judged;
mod kernel_args;
mod lesson;
mod output;
mod render;
mod report;
mod script;
mod setup;
mod sweep;
mod values;
mod waiting;
mod wishes;

use std::process::ExitCode;

use args::{Cli, CliCommand};
use call::Call;
use clap::{CommandFactory, FromArgMatches};
use output::{complain, one_line, print};

use crate::ui::Start;
use explorer::setup::ScalingBy;
use export::Error;
use lessons::find_lesson;
use system::{WriteError, clean_up_when_interrupted, start_threads};
use tabular::DataError;

/// Runs the program and returns its status: 0 done, 1 the work failed (one line on stderr), 2 bad usage.
#[must_use]
pub fn main() -> ExitCode {
    clean_up_when_interrupted();
    start_threads();
    let mut call = Call::default();
    let result = match parse() {
        Ok((cli, parsed)) => {
            call = parsed;
            run(cli, &call)
        }
        // --help and --version are answers, not mistakes.
        Err(answer) if !answer.use_stderr() => print(&answer.to_string()),
        Err(mistake) => Err(mistake.into()),
    };
    // A flag that is refused waits for no data.
    if !result.as_ref().is_err_and(anyhow::Error::is::<clap::Error>) {
        call.compare_data();
    }
    match result {
        Ok(()) => {
            call.say_remarks();
            ExitCode::SUCCESS
        }
        Err(error) => {
            let said = match error.downcast_ref::<clap::Error>() {
                Some(usage) => one_line(usage),
                None => format!("{error:#}"),
            };
            complain(&call.with_remarks(&said));
            ExitCode::from(status(&error))
        }
    }
}

/// Command line as clap knows it, from which manual pages and completions are made.
#[must_use]
pub fn command() -> clap::Command {
    Cli::command().name("kpca-explorer")
}

/// Parses the command line: its values, and the flags that were typed.
fn parse() -> Result<(Cli, Call), clap::Error> {
    let mut command = Cli::command();
    let matches = command.try_get_matches_from_mut(std::env::args_os())?;
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut command))?;
    Ok((cli, Call::of(&command, &matches)))
}

fn run(cli: Cli, call: &Call) -> anyhow::Result<()> {
    match cli.command {
        None => {
            let lesson = cli.lesson.as_deref().map(find_lesson).transpose()?;
            let setup = cli.setup.window_setup(call)?;
            // In the window, where they are seen.
            let remarks = call.take_remarks().join("; ");
            crate::ui::run(Start {
                scaling_by: setup.as_ref().map_or_else(ScalingBy::default, |setup| {
                    cli.setup.scaling_by(setup, call)
                }),
                setup,
                lesson,
                data: call.take_saved_data(),
                remark: remarks,
                ..Start::default()
            })
        }
        Some(CliCommand::Fit(args)) => fit::run(&args, call),
        Some(CliCommand::Render(args)) => render::run(&args, call),
        Some(CliCommand::Sweep(args)) => sweep::run(&args, call),
        Some(CliCommand::Animate(args)) => animate::run(&args, call),
        Some(CliCommand::Script(args)) => script::run(&args, call),
        Some(CliCommand::Lesson(command)) => lesson::run(&command, call),
    }
}

/// Status of a failed call: a flag's value out of range is bad usage; anything else is work that failed.
fn status(error: &anyhow::Error) -> u8 {
    if error.is::<clap::Error>() {
        return 2;
    }
    if let Some(WriteError::Twice(_) | WriteError::Input(_)) = error.downcast_ref() {
        return 2;
    }
    let of_result = match error.downcast_ref::<Error>() {
        Some(Error::Result(error)) => Some(error),
        _ => error.downcast_ref(),
    };
    match of_result {
        Some(
            explorer::Error::Engine(kernel_pca::Error::Param(_))
            | explorer::Error::Data(DataError::Parameter { .. }),
        ) => 2,
        _ => 1,
    }
}
