//! Session files: a setup as readable TOML that finds its data again and reports when they changed.

use std::{
    fmt, io,
    path::{Path, PathBuf},
};

use serde::{Deserialize, Serialize};

use super::{
    Setup,
    in_picture::{is_picture, line_in},
    parse_line,
};
use system::{
    input::{self, ContentKind},
    io_words::why_not_read,
};
use tabular::{
    Source,
    printable::{brief, shortened},
};

/// Version of the format; it is raised whenever an older program could misread a file. Files of older versions
/// still open.
const VERSION: u32 = 1;

/// Number of characters of TOML's own message that are shown: it may quote all of a long value.
const LONGEST_REASON: usize = 300;

/// Number of unknown fields that are named; of more only their number is given.
const NAMED: usize = 3;

#[derive(Debug, Serialize, Deserialize)]
struct Session {
    version: u32,
    /// CRC-32 of the data file, if the source is one.
    data_crc32: Option<String>,
    #[serde(default)]
    setup: Setup,
}

#[derive(Debug, Deserialize)]
struct SessionHeader {
    version: u32,
}

/// Session as opened: the setup and remarks on it, one plain sentence each. Its data were not looked at.
#[derive(Debug, Clone, PartialEq)]
pub struct OpenedSession {
    pub setup: Setup,
    pub remarks: Vec<String>,
    /// Data file of the session, to be checked for changes since the session was saved; `None` where the source is no
    /// file, or where no checksum was saved.
    pub data: Option<SavedData>,
}

/// Data file of a session, with its checksum at the time when the session was saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SavedData {
    pub path: PathBuf,
    crc32: String,
}

impl SavedData {
    /// Reads the file, and returns a remark where it has changed since the session was saved. A missing file is
    /// reported by whoever reads its rows.
    #[must_use]
    pub fn changed(&self) -> Option<String> {
        let now = checksum(&self.path).ok()?;
        (now != self.crc32).then(|| {
            let path = self.path.display();
            format!("{path} has changed since the session was saved")
        })
    }
}

/// Reason for which a session cannot be written or opened, in a line that says where and why.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[error("{0}")]
pub struct SessionError(pub String);

impl SessionError {
    /// Error of a path that TOML cannot hold: it is not Unicode.
    pub fn unwritable(error: impl fmt::Display) -> Self {
        Self(format!(
            "this picture cannot be saved as a session: {error}"
        ))
    }
}

/// Writes the text of a session that will stand at `path`; a data file's path is kept relative to it.
///
/// # Errors
/// When the data file can't be read, or its path is not Unicode.
pub fn session_text(setup: &Setup, path: &Path) -> Result<String, SessionError> {
    let mut data_crc32 = None;
    if let Source::File(file) = &setup.source {
        data_crc32 = Some(checksum(&file.path)?);
    }
    let setup = setup.with_paths(|file| relative(file, path));
    let session = Session {
        version: VERSION,
        data_crc32,
        setup,
    };
    let toml = toml::to_string_pretty(&session).map_err(SessionError::unwritable)?;
    Ok(format!("# Kernel PCA Explorer session\n{toml}"))
}

/// Opens the session at `path`, or the setup inside a figure there. Missing fields take their defaults; unknown
/// ones get a remark.
///
/// # Errors
/// When the file can't be read, is no session, or comes from a newer version.
pub fn open_session(path: &Path) -> Result<OpenedSession, SessionError> {
    if is_picture(path) {
        return open_picture(path);
    }
    let text =
        input::text(path, ContentKind::Document).map_err(|error| read_error(path, &error))?;
    parse_session(&text, path)
}

/// Opens the setup inside a figure, whose data are looked for beside it.
fn open_picture(path: &Path) -> Result<OpenedSession, SessionError> {
    let bytes =
        input::bytes(path, ContentKind::Picture).map_err(|error| read_error(path, &error))?;
    let line = line_in(&bytes).ok_or_else(|| {
        let path = path.display();
        let reason = "only figures that this program wrote do";
        SessionError(format!("{path} holds no setup: {reason}"))
    })?;
    let opened = parse_line(&line)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    Ok(OpenedSession {
        setup: opened.setup.with_paths(|file| folder.join(file)),
        ..opened
    })
}

/// Reads a value from TOML; calls `unknown` with the path of each field that the value lacks.
///
/// # Errors
/// When the text is no TOML, or not of such a value.
pub(super) fn read_toml<'a, T: Deserialize<'a>>(
    text: &'a str,
    // No type of its own: reading a setup is long code, which is compiled for each.
    unknown: &mut dyn FnMut(serde_ignored::Path<'_>),
) -> Result<T, toml::de::Error> {
    serde_ignored::deserialize(toml::Deserializer::parse(text)?, unknown)
}

/// Reads the text of a session that stands at `path`, as [`open_session`] does.
///
/// # Errors
/// When the text is no valid session, or comes from a newer version.
pub fn parse_session(text: &str, path: &Path) -> Result<OpenedSession, SessionError> {
    let mut remarks = Vec::new();
    let place = path.display();
    let malformed = |error: toml::de::Error| {
        let reason = toml_reason(&error, text);
        SessionError(format!("{place} is not a session: {reason}"))
    };
    // The version first: what a newer program wrote need not make sense to this one.
    let SessionHeader { version } = toml::from_str(text).map_err(malformed)?;
    if version > VERSION {
        return Err(SessionError(format!(
            "{place} was saved by a newer version of this program (format {version})"
        )));
    }
    let mut unknown = 0_usize;
    let session: Session = read_toml(text, &mut |field| {
        unknown += 1;
        if unknown <= NAMED {
            let field = brief(&field.to_string());
            remarks.push(format!("unknown field {field} left out"));
        }
    })
    .map_err(malformed)?;
    match unknown.saturating_sub(NAMED) {
        0 => {}
        1 => remarks.push("1 other unknown field left out".to_owned()),
        more => remarks.push(format!("{more} other unknown fields left out")),
    }
    let checked = session.setup.check();
    checked.map_err(|error| SessionError(format!("{place}: {error}")))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let setup = session.setup.with_paths(|file| folder.join(file));
    let data = match (&setup.source, session.data_crc32) {
        (Source::File(file), Some(crc32)) => Some(SavedData {
            path: file.path.clone(),
            crc32,
        }),
        _ => None,
    };
    Ok(OpenedSession {
        setup,
        remarks,
        data,
    })
}

/// CRC-32 of the bytes of a file, in hexadecimal.
///
/// # Errors
/// When the file cannot be read.
pub fn checksum(data: &Path) -> Result<String, SessionError> {
    let mut hasher = crc32fast::Hasher::new();
    let file = input::open(data, ContentKind::Table);
    let mut file = file.map_err(|error| read_error(data, &error))?;
    io::copy(&mut file, &mut Sink(&mut hasher)).map_err(|error| read_error(data, &error))?;
    Ok(format!("{:08x}", hasher.finalize()))
}

/// CRC-32 of these bytes, in hexadecimal, as [`checksum`] gives it for a file of them.
#[must_use]
pub fn checksum_of(bytes: &[u8]) -> String {
    format!("{:08x}", crc32fast::hash(bytes))
}

/// Writer through which `io::copy` feeds the hasher.
struct Sink<'a>(&'a mut crc32fast::Hasher);

impl io::Write for Sink<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Path of `data` as seen from the folder of `session`, where both can be resolved; else unchanged.
pub fn relative(data: &Path, session: &Path) -> PathBuf {
    let folder = match session.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    match (data.canonicalize(), folder.canonicalize()) {
        (Ok(data), Ok(folder)) => pathdiff::diff_paths(&data, folder).unwrap_or(data),
        _ => data.to_owned(),
    }
}

fn read_error(path: &Path, error: &io::Error) -> SessionError {
    SessionError(format!("{}: {}", path.display(), why_not_read(error)))
}

/// Message of a TOML error in one line, shortened: it may quote all of a long value.
pub(super) fn toml_message(error: &toml::de::Error) -> String {
    shortened(&error.message().replace('\n', ", "), LONGEST_REASON)
}

/// Reason and place of a TOML error in one line, without the lines and arrows that TOML draws.
pub fn toml_reason(error: &toml::de::Error, text: &str) -> String {
    let message = toml_message(error);
    match error.span().and_then(|span| text.get(..span.start)) {
        Some(before) => format!("line {}: {message}", before.matches('\n').count() + 1),
        None => message,
    }
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;
    use crate::setup::{Components, examples};

    #[test]
    fn every_example_comes_back_the_same() {
        let folder = tempfile::tempdir().unwrap();
        for example in examples() {
            let path = folder.path().join("a.toml");
            fs::write(&path, session_text(&example.setup, &path).unwrap()).unwrap();
            let opened = open_session(&path).unwrap();
            assert_eq!(opened.setup, example.setup, "{}", example.name);
            assert_eq!(opened.remarks, Vec::<String>::new());
        }
    }

    #[test]
    fn a_data_file_is_found_from_the_session_and_watched() {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("data.csv");
        fs::write(&data, "a,b\n1,2\n3,4\n").unwrap();
        let sessions = folder.path().join("sessions");
        fs::create_dir(&sessions).unwrap();
        let path = sessions.join("s.toml");
        let new = folder.path().join("new.csv");
        fs::write(&new, "a,b\n1,2\n").unwrap();
        let setup = Setup {
            source: Source::File(data.clone().into()),
            new_rows: Some(Source::File(new.clone().into())),
            ..Setup::default()
        };
        let text = session_text(&setup, &path).unwrap();
        assert!(
            text.contains("../data.csv") && text.contains("../new.csv"),
            "{text}"
        );
        fs::write(&path, text).unwrap();

        let opened = open_session(&path).unwrap().setup.new_rows;
        assert_eq!(
            opened,
            Some(Source::File(sessions.join("../new.csv").into()))
        );
        let changed = || open_session(&path).unwrap().data.unwrap().changed();
        assert_eq!(changed(), None);
        fs::write(&data, "a,b\n1,2\n3,5\n").unwrap();
        assert!(changed().unwrap().contains("has changed"));
        fs::remove_file(&data).unwrap();
        // Whoever reads the data says so, once.
        assert_eq!(changed(), None);
    }

    #[test]
    fn unknown_fields_are_named_and_not_fatal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.toml");
        fs::write(
            &path,
            "version = 1\n[setup]\ncomponents = 3\ncolour = \"red\"\n",
        )
        .unwrap();
        let opened = open_session(&path).unwrap();
        assert_eq!(opened.setup.components, Components::Count(3));
        assert_eq!(opened.remarks, ["unknown field setup.colour left out"]);
    }

    #[test]
    fn what_is_no_session_is_said_in_one_line() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("s.toml");
        for (text, expected) in [
            ("version = 1\n[setup]\ncomponents = \"many\"\n", "line 3"),
            ("a,b\n1,2\n", "line 1"),
            ("version = 99\nsetup = \"cube\"\n", "newer version"),
        ] {
            fs::write(&path, text).unwrap();
            let message = open_session(&path).unwrap_err().to_string();
            assert!(message.contains(expected), "{message}");
            assert!(!message.contains('\n'), "{message}");
        }
    }
}
