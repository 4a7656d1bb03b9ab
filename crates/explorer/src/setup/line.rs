//! Setup line: a whole setup in one line that can be copied, pasted and read, with the fields that differ from the
//! defaults.

use std::{fmt::Write as _, path::Path};

use serde::Deserialize;
use toml::{Table, Value};

use super::{OpenedSession, SessionError, Setup, anywhere, parse_session, session::toml_message};

/// Beginning of every setup line, by which it is told from a path.
const BEGINNING: &str = "version=1";

/// Field of a session with the CRC-32 of its data file; it is no part of the setup.
const DATA_CRC32: &str = "data_crc32";

/// Writes the setup line: TOML, with the names of a session file and dots between them.
///
/// ```
/// use explorer::setup::{Setup, parse_line, setup_line};
///
/// let line = setup_line(&Setup::welcome()).unwrap();
/// let numbers = "kernel.gamma=15.0, source.generated.n_samples=500, source.generated.noise=0.05";
/// assert_eq!(line, format!("version=1, {numbers}"));
/// assert_eq!(parse_line(&line).unwrap().setup, Setup::welcome());
/// ```
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn setup_line(setup: &Setup) -> Result<String, SessionError> {
    Ok(written(differences(setup)?))
}

/// Writes a setup line to be passed on: files are named without their folders.
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn portable_line(setup: &Setup) -> Result<String, SessionError> {
    let name = |file: &Path| file.file_name().unwrap_or_default().into();
    Ok(written(chosen(&setup.with_paths(name))?))
}

/// Writes the setup line with the CRC-32 of its data file in hexadecimal, by which another file of that name is noticed.
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn line_with_data(setup: &Setup, crc32: &str) -> Result<String, SessionError> {
    let mut differences = differences(setup)?;
    differences.insert(0, (DATA_CRC32.to_owned(), Value::from(crc32)));
    Ok(written(differences))
}

fn written(differences: Vec<(String, Value)>) -> String {
    let mut line = BEGINNING.to_owned();
    for (name, value) in differences {
        // Writing to a String cannot fail.
        let _ = write!(line, ", {name}={value}");
    }
    line
}

/// Fields that differ from the defaults, by the names of a session file with dots between them, and their values.
/// Paths are absolute.
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn differences(setup: &Setup) -> Result<Vec<(String, Value)>, SessionError> {
    chosen(&setup.with_paths(anywhere))
}

fn chosen(setup: &Setup) -> Result<Vec<(String, Value)>, SessionError> {
    let changes = changes(&Setup::default(), setup)?.into_iter();
    let changed = changes.filter_map(|change| Some((change.field, change.after?)));
    Ok(changed.collect())
}

/// Field of which two setups have different values, or which only one of them has.
#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    /// Name of the field as in a session file, with dots.
    pub field: String,
    pub before: Option<Value>,
    pub after: Option<Value>,
}

/// Fields in which two setups differ.
///
/// # Errors
/// When the path of a data file is not Unicode.
pub fn changes(before: &Setup, after: &Setup) -> Result<Vec<Change>, SessionError> {
    let table = |setup: &Setup| Table::try_from(setup).map_err(SessionError::unwritable);
    let mut found = Vec::new();
    gather(&table(before)?, &table(after)?, "", &mut found);
    Ok(found)
}

fn gather(before: &Table, after: &Table, prefix: &str, found: &mut Vec<Change>) {
    let gone = before.keys().filter(|name| !after.contains_key(*name));
    for name in after.keys().chain(gone) {
        let field = format!("{prefix}{name}");
        match (before.get(name), after.get(name)) {
            (before, after) if before == after => {}
            (Some(Value::Table(before)), Some(Value::Table(after))) => {
                gather(before, after, &format!("{field}."), found);
            }
            (before, after) => found.push(Change {
                field,
                before: before.cloned(),
                after: after.cloned(),
            }),
        }
    }
}

/// Returns true where a text is meant as a setup line, alone or in a command.
#[must_use]
pub fn is_line(text: &str) -> bool {
    let compact: String = bare(text).chars().filter(|c| *c != ' ').take(8).collect();
    compact == BEGINNING[..8]
}

/// Reads a setup line; the command around it, if it was copied along, does not matter.
///
/// # Errors
/// When the text is no valid setup line, or comes from a newer version.
pub fn parse_line(text: &str) -> Result<OpenedSession, SessionError> {
    #[derive(Deserialize)]
    struct LineFields {
        line: Table,
    }
    let malformed = |reason: &str| SessionError(format!("the line is not a session: {reason}"));
    let text = format!("line = {{ {} }}", bare(text));
    let LineFields { mut line } =
        toml::from_str(&text).map_err(|error: toml::de::Error| malformed(&toml_message(&error)))?;
    let Some(version) = line.remove("version") else {
        return Err(malformed("it does not begin with a version"));
    };
    let mut session = Table::new();
    session.insert("version".into(), version);
    if let Some(crc32) = line.remove(DATA_CRC32) {
        session.insert(DATA_CRC32.into(), crc32);
    }
    session.insert("setup".into(), Value::Table(line));
    parse_session(&session.to_string(), Path::new("the line"))
}

/// Strips a command and quotation marks around a setup line.
fn bare(text: &str) -> &str {
    let text = text.trim();
    let text = text
        .split_once("--setup")
        .map_or(text, |(_, line)| line)
        .trim();
    let unquoted = |mark| text.strip_prefix(mark)?.strip_suffix(mark);
    unquoted('\'').or_else(|| unquoted('"')).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::setup::examples;
    use tabular::Source;

    #[test]
    fn every_example_is_a_line_that_comes_back() {
        for example in examples() {
            let line = setup_line(&example.setup).unwrap();
            assert!(!line.contains('\n') && !line.contains('\''), "{line}");
            assert!(line.len() < 500, "{line}");
            assert!(is_line(&line));
            for text in [line.clone(), format!(" kpca-explorer --setup '{line}'\n")] {
                let opened = parse_line(&text).unwrap();
                assert_eq!(opened.setup, example.setup, "{}", example.name);
                assert_eq!(opened.remarks, Vec::<String>::new());
            }
        }
    }

    /// Fields that a line of version 1 may leave out, with the values that this means for ever.
    const DEFAULTS: &str = include_str!("../../../../tests/golden/defaults-1.toml");
    /// Setup lines as they were copied, one of each kind.
    const LINKS: &str = include_str!("../../../../tests/golden/links-1.txt");

    #[test]
    fn what_a_line_leaves_out_stays_what_it_was() {
        let frozen: Table = DEFAULTS.parse().unwrap();
        let now = Table::try_from(Setup::default()).unwrap();
        let mut found = Vec::new();
        gather(&frozen, &now, "", &mut found);
        // A new field is no change of an old picture.
        found.retain(|change| change.before.is_some());
        assert_eq!(found, vec![], "raise the version instead");
    }

    #[test]
    fn links_of_old_open_as_they_were() {
        assert!(LINKS.lines().count() >= 12);
        for line in LINKS.lines() {
            let opened = parse_line(line).unwrap();
            assert_eq!(opened.remarks, Vec::<String>::new(), "{line}");
            assert_eq!(setup_line(&opened.setup).unwrap(), line);
        }
    }

    #[test]
    fn a_line_knows_its_file_by_checksum() {
        // A path from the root stays as it is.
        let own = std::env::temp_dir().join("own.csv");
        let file = Setup {
            source: Source::File(own.into()),
            ..Setup::default()
        };
        let line = line_with_data(&file, "0badcafe").unwrap();
        assert!(
            line.starts_with("version=1, data_crc32=\"0badcafe\", "),
            "{line}"
        );
        let opened = parse_line(&line).unwrap();
        assert_eq!(opened.setup, file);
        assert!(opened.remarks.is_empty() && opened.data.is_some());
    }

    #[test]
    fn what_is_no_line_is_said_in_one() {
        for (text, reason) in [
            ("kernel.gamma=1.0", "version"),
            (
                "version=1, kernel.gamma=-1.0",
                "gamma must be a positive number",
            ),
            ("version=1, kernel.gamma", "not a session"),
            ("version=99, kernel=3", "newer version"),
        ] {
            let said = parse_line(text).unwrap_err().to_string();
            assert!(said.contains(reason) && !said.contains('\n'), "{said}");
        }
        let opened = parse_line("version = 1, colour = \"red\"").unwrap();
        assert_eq!(opened.remarks, ["unknown field setup.colour left out"]);
        assert!(!is_line("data/version.csv") && !is_line("") && is_line("version = 1"));
    }
}
