//! Writes what packages bring along beside the program: `cargo run --example manual [FOLDER]` puts manual pages and the
//! completions of three shells into a folder, `target/manual` unless one is named.

use std::{env, fs, io, path::PathBuf};

use clap_complete::{Shell, generate_to};

fn main() -> io::Result<()> {
    let folder = env::args_os()
        .nth(1)
        .map_or("target/manual".into(), PathBuf::from);
    fs::create_dir_all(&folder)?;
    let mut command = kpca_explorer::cli::command();
    for shell in [Shell::Bash, Shell::Fish, Shell::Zsh] {
        generate_to(shell, &mut command, "kpca-explorer", &folder)?;
    }
    // bash-completion looks for files by the program's name.
    clap_mangen::generate_to(command, folder)
}
