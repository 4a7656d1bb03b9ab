//! Words for the operating system's errors with files, without error numbers.

use std::{
    fmt,
    io::{self, ErrorKind},
};

/// Reason why a file could not be read.
#[must_use]
pub fn why_not_read(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file".into(),
        _ => why(error),
    }
}

/// Reason why a file could not be written.
#[must_use]
pub fn why_not_written(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "the folder does not exist".into(),
        _ => why(error),
    }
}

/// Reason why an operation of the system failed that neither reads nor writes a file.
#[must_use]
pub fn why(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotADirectory => "a part of its path is not a folder".into(),
        ErrorKind::PermissionDenied => "permission denied".into(),
        ErrorKind::ReadOnlyFilesystem => "the file system is read-only".into(),
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded => "the disk is full".into(),
        ErrorKind::FileTooLarge => "the system allows no file that large".into(),
        ErrorKind::IsADirectory => "it is a folder".into(),
        ErrorKind::AlreadyExists => "it has come to exist meanwhile".into(),
        ErrorKind::InvalidFilename => "its name is too long or not allowed".into(),
        ErrorKind::InvalidData => "it is not UTF-8 text".into(),
        _ => lower_first(&without_number(error)),
    }
}

/// A message that may quote the system, without the system's number.
#[must_use]
pub fn without_number(message: impl fmt::Display) -> String {
    let text = message.to_string();
    text.split(" (os error").next().unwrap_or_default().into()
}

/// Message without the place in a library's source, such as `/…/mod.rs:75`, that some messages name.
#[must_use]
pub fn without_place(message: impl fmt::Display) -> String {
    const BEFORE: &str = "os error at ";
    let text = message.to_string();
    let Some((before, rest)) = text.split_once(BEFORE) else {
        return text;
    };
    // The number of the line stands after the file.
    let said = rest
        .split_once(".rs:")
        .and_then(|(_, rest)| rest.split_once(": "));
    said.map_or(text.clone(), |(_, said)| format!("{before}{said}"))
}

/// Lowers the first letter: the system begins its messages with a capital; here they end a sentence.
fn lower_first(text: &str) -> String {
    let mut rest = text.chars();
    match rest.next() {
        Some(first) => first.to_lowercase().chain(rest).collect(),
        None => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_error_number_reaches_a_reader() {
        for code in 1..134 {
            let error = io::Error::from_raw_os_error(code);
            for text in [why_not_read(&error), why_not_written(&error), why(&error)] {
                assert!(!text.is_empty() && !text.contains("os error"), "{text}");
            }
        }
    }

    #[test]
    fn no_place_in_the_source_of_a_library_reaches_a_reader() {
        let said =
            "winit EventLoopError: os error at /x/winit-0.30/src/linux/mod.rs:765: no display";
        assert_eq!(without_place(said), "winit EventLoopError: no display");
        assert_eq!(without_place("the disk is full"), "the disk is full");
    }

    #[test]
    #[cfg(unix)]
    fn the_usual_failures_have_words_of_their_own() {
        let missing = std::fs::File::open("/no/such/file").unwrap_err();
        assert_eq!(why_not_read(&missing), "there is no such file");
        assert_eq!(why_not_written(&missing), "the folder does not exist");
        let loops = io::Error::from_raw_os_error(40);
        assert_eq!(why(&loops), "too many levels of symbolic links");
    }
}
