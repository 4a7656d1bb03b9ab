//! The command line: flags to a setup, then the window or one of the commands without one.

mod args;
mod fit;
mod render;
mod report;
mod script;
mod setup;

use std::process::ExitCode;

use clap::Parser;

use crate::{Error, data::DataError};
use args::{Cli, Command};

/// Runs the program: 0 done, 1 the work failed (one line on stderr), 2 bad usage.
#[must_use]
pub fn main() -> ExitCode {
    // clap itself answers --help and bad usage, the latter with status 2.
    let cli = Cli::parse();
    match run(cli) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Flags that contradict each other are found after parsing; clap words them and exits 2.
            if let Some(usage) = error.downcast_ref::<clap::Error>() {
                usage.exit();
            }
            eprintln!("kpca-explorer: {error:#}");
            ExitCode::from(status(&error))
        }
    }
}

fn run(cli: Cli) -> anyhow::Result<()> {
    match cli.command {
        None => crate::ui::run(cli.setup.window_setup()?),
        Some(Command::Fit(args)) => fit::run(&args),
        Some(Command::Render(args)) => render::run(&args),
        Some(Command::Script(args)) => script::run(&args),
    }
}

/// A flag's value out of range is bad usage; anything else is work that failed.
fn status(error: &anyhow::Error) -> u8 {
    match error.downcast_ref::<Error>() {
        Some(Error::Param(_) | Error::Data(DataError::Parameter { .. })) => 2,
        _ => 1,
    }
}
