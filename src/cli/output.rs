//! What is said on the terminal, where nothing that others wrote may steer it.

use std::io::{self, Write};

use crate::{io_words::why_not_written, printable::printable};

/// Writes to standard output; a reader that has gone (`| head`) is no failure.
///
/// # Errors
/// When the text can't be written to its end.
pub fn print(text: &str) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        result => result.map_err(|error| {
            let reason = why_not_written(&error);
            anyhow::anyhow!("cannot write to standard output: {reason}")
        }),
    }
}

/// Characters of a message on standard error: what it quotes may be of any length.
const MOST_CHARACTERS: usize = 2_000;

/// One line on standard error, cut where it is too long. Where that is closed or full nobody can be told.
pub fn complain(message: &str) {
    let cut = message.char_indices().nth(MOST_CHARACTERS);
    let message = match cut {
        Some((end, _)) => format!("{}…", &message[..end]),
        None => message.to_owned(),
    };
    let line = format!("kpca-explorer: {}\n", printable(&message));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// A mistake in the flags in one line, from the lines in which clap draws it.
#[must_use]
pub fn one_line(error: &clap::Error) -> String {
    let text = error.to_string();
    let text = text.strip_prefix("error: ").unwrap_or(&text);
    let said = text
        .lines()
        .map(str::trim)
        .take_while(|line| !line.starts_with("Usage:") && !line.starts_with("For more information"))
        .filter(|line| !line.is_empty());
    let said: Vec<&str> = said.collect();
    format!("{}; --help lists the flags", said.join(" "))
}
