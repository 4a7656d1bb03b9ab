//! Texts from files and users, made fit to be shown: on a terminal, in the window and in figures.

use std::borrow::Cow;

/// Number of characters above which names and cells are shortened.
const LONGEST: usize = 80;

/// Writes out characters that cannot be seen or would steer a terminal: a line break as `\n`, an escape as
/// `\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.chars().any(is_unseen) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if is_unseen(c) {
            shown.extend(c.escape_default());
        } else {
            shown.push(c);
        }
    }
    Cow::Owned(shown)
}

/// Makes a text [`printable`], and short enough for a name: the rest of a long text becomes "…".
#[must_use]
pub fn brief(text: &str) -> String {
    shortened(text, LONGEST)
}

/// Makes a text [`printable`], in at most so many characters.
#[must_use]
pub fn shortened(text: &str, most: usize) -> String {
    // Only the beginning is looked at: a cell may hold megabytes.
    let end = text.char_indices().nth(most + 1).map(|(at, _)| at);
    let shown = printable(end.map_or(text, |end| &text[..end]));
    if shown.chars().count() <= most {
        return shown.into_owned();
    }
    let mut shown: String = shown.chars().take(most.saturating_sub(1)).collect();
    shown.push('…');
    shown
}

/// Returns true for control characters, and those that turn the direction of writing or take no room.
#[must_use]
pub fn is_unseen(c: char) -> bool {
    c.is_control()
        || matches!(
            c,
            '\u{061c}'
                | '\u{200b}'
                | '\u{200e}'..='\u{200f}'
                | '\u{2028}'..='\u{202e}'
                | '\u{2060}'..='\u{206f}'
                | '\u{feff}'
        )
}

/// Text as a literal that Python and R read alike.
#[must_use]
pub fn quoted(text: &str) -> String {
    let escaped: String = text
        .chars()
        .flat_map(|c| match c {
            '"' | '\\' => vec!['\\', c],
            '\n' => vec!['\\', 'n'],
            '\r' => vec!['\\', 'r'],
            '\t' => vec!['\\', 't'],
            // Both languages take four digits; R refuses other kinds of escapes beside them.
            c if is_unseen(c) => format!("\\u{:04x}", c as u32).chars().collect(),
            c => vec![c],
        })
        .collect();
    format!("\"{escaped}\"")
}

/// Python literal of a text that matplotlib draws as it is written: dollar signs are escaped, between which it would
/// draw a formula, with `_`, `^`, `%` and backslashes as its signs.
#[must_use]
pub fn matplotlib_text(text: &str) -> String {
    quoted(&text.replace('$', "\\$"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_steers_a_terminal_is_written_out() {
        assert_eq!(printable("γ = 15 … 🙂"), "γ = 15 … 🙂");
        assert_eq!(printable("a\u{1b}[31mb\r\nc"), "a\\u{1b}[31mb\\r\\nc");
        assert_eq!(printable("\u{9b}1m\u{202e}x"), "\\u{9b}1m\\u{202e}x");
    }

    #[test]
    fn texts_stay_inside_their_literals() {
        assert_eq!(quoted(r#"C:\a "b".csv"#), r#""C:\\a \"b\".csv""#);
        assert_eq!(quoted("a\u{1b}[0m\n"), "\"a\\u001b[0m\\n\"");
        assert_eq!(
            matplotlib_text("$_$ 10 % \\ x^2"),
            r#""\\$_\\$ 10 % \\ x^2""#
        );
    }

    #[test]
    fn long_texts_end_in_an_ellipsis_and_stay_as_they_are_when_shortened_again() {
        assert_eq!(brief(&"x".repeat(LONGEST)), "x".repeat(LONGEST));
        for text in ["é".repeat(1 << 20), "\u{1b}".repeat(100)] {
            let once = brief(&text);
            assert_eq!(once.chars().count(), LONGEST);
            assert!(once.ends_with('…'));
            assert_eq!(brief(&once), once);
        }
    }
}
