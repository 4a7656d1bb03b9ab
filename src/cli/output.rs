//! Output on the terminal, which no text of others may steer.

use std::io::{self, Write};

use system::{io_words::why_not_written, is_output_closed};
use tabular::printable::{printable, shortened};

/// Largest number of characters of a message; a longer one is cut in its middle. A path may have 4096 on Linux, a
/// flag's value any number.
const LONGEST_MESSAGE: usize = 1000;
/// Number of characters kept of a cut message's end, which gives the reason.
const END: usize = 300;

/// Prints to standard output; a reader that has gone (`| head`) is no failure.
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

/// Prints what was asked for on standard output, where that is open.
///
/// # Errors
/// When standard output is closed, or the text can't be written to its end.
pub fn print_asked(text: &str) -> anyhow::Result<()> {
    anyhow::ensure!(
        !is_output_closed(),
        "cannot write to standard output: it is closed"
    );
    print(text)
}

/// Prints one line on standard error, cut in its middle where it is too long. Where that is closed or full nobody
/// can be told.
pub fn complain(message: &str) {
    let line = format!("kpca-explorer: {}\n", in_one_line(message));
    let _ = io::stderr().write_all(line.as_bytes());
}

/// Makes a message fit for a terminal, and cuts out its middle where it is too long.
#[must_use]
pub fn in_one_line(message: &str) -> String {
    let end = message.char_indices().rev().nth(END - 1);
    let end = end.map_or(message, |(at, _)| &message[at..]);
    if message.chars().nth(LONGEST_MESSAGE).is_none() {
        let shown = printable(message);
        if shown.chars().nth(LONGEST_MESSAGE).is_none() {
            return shown.into_owned();
        }
    }
    let end: String = printable(end).chars().rev().take(END).collect();
    let end: String = end.chars().rev().collect();
    format!("{} {end}", shortened(message, LONGEST_MESSAGE - END - 1))
}

/// Puts clap's error about flags, which spans several lines, into one.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_messages_keep_beginning_and_reason() {
        assert_eq!(in_one_line("a\nb: it is a folder"), "a\\nb: it is a folder");
        for long in ["é".repeat(1 << 20), "\u{1b}".repeat(1 << 20)] {
            let said = in_one_line(&format!("cannot read {long}: there is no such file"));
            assert!(said.starts_with("cannot read ") && said.ends_with(": there is no such file"));
            assert!(
                said.chars().count() <= LONGEST_MESSAGE,
                "{}",
                said.chars().count()
            );
        }
    }
}
