//! The program: a thin shell around the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    kpca_explorer::cli::main()
}
