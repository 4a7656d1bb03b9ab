//! The program: a thin shell around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    match kpca_explorer::ui::run(None) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("kpca-explorer: {error:#}");
            ExitCode::FAILURE
        }
    }
}
