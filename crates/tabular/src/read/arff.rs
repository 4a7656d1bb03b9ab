//! Head of an ARFF file: Weka's names and kinds of columns, above comma-separated rows.

use super::{
    super::{Delimiter, LinesAbove},
    cell::Numerals,
    dialect::{Dialect, Names},
    records::{Lines, NoRecords},
    split::Syntax,
};

/// Sign at the beginning of a comment line, in the head or between rows.
const COMMENT: char = '%';

/// Returns true where the first line that is neither blank nor a comment is ARFF's.
pub(super) fn is_arff(head: &[u8]) -> bool {
    let mut lines = Lines::new(head);
    while let Ok(Some(line)) = lines.read() {
        let line = line.trim();
        if !line.is_empty() && !line.starts_with(COMMENT) {
            return after_keyword(line, "@relation").is_some();
        }
    }
    false
}

/// Dialect of an ARFF file, from its head.
///
/// # Errors
/// The line and the reason, where the head holds a line that is not ARFF's or does not end in `@data`.
pub(super) fn dialect(head: &[u8]) -> Result<Dialect, (u64, String)> {
    let mut lines = Lines::new(head);
    let (mut names, mut texts) = (Vec::new(), Vec::new());
    let mut comments = 0;
    loop {
        let Ok(Some(line)) = lines.read() else {
            return Err((lines.number, "its head has no @data in sight".into()));
        };
        let line = line.trim();
        comments += u64::from(line.starts_with(COMMENT));
        if after_keyword(line, "@data").is_some() {
            break;
        }
        let Some(attribute) = after_keyword(line, "@attribute") else {
            if line.is_empty()
                || line.starts_with(COMMENT)
                || after_keyword(line, "@relation").is_some()
            {
                continue;
            }
            return Err((lines.number, "this is no line of an ARFF head".into()));
        };
        let Some((name, kind)) = name_and_kind(attribute) else {
            return Err((lines.number, "an attribute needs a name and a kind".into()));
        };
        let kind = kind.to_ascii_lowercase();
        if kind.starts_with("relational") {
            return Err((lines.number, "relational attributes are not read".into()));
        }
        names.push(name);
        texts.push(!["numeric", "real", "integer"].contains(&kind.trim()));
    }
    let last = lines.number;
    if let Ok(Some(first)) = lines.read()
        && first.trim_start().starts_with('{')
    {
        let reason = "sparse ARFF rows are not read; save the file as CSV";
        return Err((lines.number, reason.into()));
    }
    Ok(Dialect {
        syntax: Syntax {
            escapes: true,
            apostrophes: true,
            ..Syntax::of(Delimiter::COMMA)
        },
        numerals: Numerals::default(),
        width: names.len(),
        names: Names::Above(names),
        trailing: 0,
        no_records: NoRecords {
            lines: (1..=last).collect(),
            comment: Some(COMMENT),
        },
        above: LinesAbove {
            comments,
            ..LinesAbove::default()
        },
        texts,
        other: None,
        doubtful: false,
    })
}

/// Rest of a line that begins with the keyword, in letters of either case.
fn after_keyword<'a>(line: &'a str, word: &str) -> Option<&'a str> {
    let (start, rest) = line.split_at_checked(word.len())?;
    let ends = rest.is_empty() || rest.starts_with(char::is_whitespace);
    (ends && start.eq_ignore_ascii_case(word)).then(|| rest.trim())
}

/// Splits off a name, which may stand in quotes, from the text after it.
fn name_and_kind(text: &str) -> Option<(String, &str)> {
    let quote = text.chars().next().filter(|c| ['"', '\''].contains(c));
    let (name, kind) = match quote {
        Some(quote) => text[1..].split_once(quote)?,
        None => text.split_once(char::is_whitespace)?,
    };
    let kind = kind.trim();
    (!kind.is_empty()).then(|| (name.to_owned(), kind))
}
