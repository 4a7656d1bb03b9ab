//! Splits lines into fields: RFC 4180's quotes, and the habits of programs that know another rule.

use csv::StringRecord;

use super::super::Delimiter;

/// R's word for what has no value.
pub const NA: &str = "NA";

/// Separator and quoting of fields.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Syntax {
    pub delimiter: Delimiter,
    /// True where a backslash within quotes protects a quote or another backslash, as `MySQL` and others write.
    pub escapes: bool,
    /// True where single quotes count as double ones, as in ARFF.
    pub apostrophes: bool,
    /// True where [`NA`] without quotes is an empty field, as R writes it beside texts in quotes.
    pub bare_na: bool,
}

impl Syntax {
    pub fn of(delimiter: Delimiter) -> Self {
        Self {
            delimiter,
            escapes: false,
            apostrophes: false,
            bare_na: false,
        }
    }

    /// Returns true where `c` is a blank that may stand before a quote.
    fn is_padding(self, c: char) -> bool {
        (c == ' ' || c == '\t') && self.delimiter != Delimiter::Character(c as u8)
    }

    fn is_quote(self, c: char) -> bool {
        c == '"' || (self.apostrophes && c == '\'')
    }
}

/// State of splitting: the place in a record of the next character.
#[derive(Clone, Copy)]
enum SplitState {
    FieldStart,
    /// Inside quotes of this kind.
    Quoted(char),
    /// Behind the closing quote.
    Closed,
}

/// Splitter of the lines of one record into its fields.
pub struct Splitter {
    syntax: Syntax,
    state: SplitState,
    /// Text of the quoted field so far.
    field: String,
    pub record: StringRecord,
    /// Number of fields with text behind their closing quote, of which a right reading of quotes has none.
    pub torn: usize,
}

impl Splitter {
    pub fn new(syntax: Syntax) -> Self {
        Self {
            syntax,
            state: SplitState::FieldStart,
            field: String::new(),
            record: StringRecord::new(),
            torn: 0,
        }
    }

    /// Begins another record.
    pub fn start(&mut self) {
        self.record.clear();
        self.field.clear();
        self.state = SplitState::FieldStart;
    }

    /// Takes a line without its end; returns true where the record ends with it, and not in the next line.
    pub fn ends_with(&mut self, line: &str) -> bool {
        let syntax = self.syntax;
        if let SplitState::Quoted(_) = self.state {
            self.field.push('\n');
        }
        let mut rest = line;
        loop {
            match self.state {
                SplitState::FieldStart => {
                    let start = rest.trim_start_matches(|c| syntax.is_padding(c));
                    if let Some(quote) = start.chars().next().filter(|&c| syntax.is_quote(c)) {
                        self.field.clear();
                        self.state = SplitState::Quoted(quote);
                        rest = &start[1..];
                        continue;
                    }
                    if syntax.delimiter == Delimiter::Blank {
                        rest = start;
                        if rest.is_empty() {
                            return true;
                        }
                    }
                    let (field, after) = syntax.up_to_delimiter(rest);
                    let is_none = syntax.bare_na && field.trim() == NA;
                    self.record.push_field(if is_none { "" } else { field });
                    match after {
                        Some(after) => rest = after,
                        None => return true,
                    }
                }
                SplitState::Quoted(quote) => {
                    let stops = |c| c == quote || (syntax.escapes && c == '\\');
                    let Some(at) = rest.find(stops) else {
                        self.field.push_str(rest);
                        return false;
                    };
                    self.field.push_str(&rest[..at]);
                    let is_quote = rest[at..].starts_with(quote);
                    rest = &rest[at + 1..];
                    let next = rest.chars().next();
                    if next == Some(quote) || (!is_quote && next == Some('\\')) {
                        self.field.extend(next);
                        rest = &rest[1..];
                    } else if is_quote {
                        self.state = SplitState::Closed;
                    } else {
                        self.field.push('\\');
                    }
                }
                SplitState::Closed => {
                    let (tail, after) = syntax.up_to_delimiter(rest);
                    if !tail.trim().is_empty() {
                        self.torn += 1;
                        self.field.push_str(tail);
                    }
                    self.record.push_field(&self.field);
                    self.state = SplitState::FieldStart;
                    match after {
                        Some(after) => rest = after,
                        None => return true,
                    }
                }
            }
        }
    }
}

impl Syntax {
    /// Text before the next delimiter, and the text behind it; `None` where there is no delimiter.
    fn up_to_delimiter(self, text: &str) -> (&str, Option<&str>) {
        let at = match self.delimiter {
            Delimiter::Blank => text.find([' ', '\t']),
            Delimiter::Character(byte) => text.find(char::from(byte)),
        };
        match at {
            Some(at) => (&text[..at], Some(&text[at + 1..])),
            None => (text, None),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(syntax: Syntax, lines: &[&str]) -> Vec<String> {
        let mut splitter = Splitter::new(syntax);
        for (i, line) in lines.iter().enumerate() {
            assert_eq!(splitter.ends_with(line), i + 1 == lines.len(), "{line}");
        }
        splitter.record.iter().map(str::to_owned).collect()
    }

    #[test]
    fn quotes_protect_delimiters_quotes_and_line_ends() {
        let commas = Syntax::of(Delimiter::COMMA);
        for (lines, fields) in [
            (&["a,b"][..], &["a", "b"][..]),
            (&[""], &[""]),
            (&["a,"], &["a", ""]),
            (&[r#""a, b",c"#], &["a, b", "c"]),
            (&[r#""a ""b""",c"#], &[r#"a "b""#, "c"]),
            (&[r#""""q""",q"#], &[r#""q""#, "q"]),
            (&[r#"1,  "a" ,b"#], &["1", "a", "b"]),
            (&[r#"5" pipe,6"#], &[r#"5" pipe"#, "6"]),
            (&[r#""one"#, r#"two","three""#], &["one\ntwo", "three"]),
            (&[r#"""",x"#, r#"",y"#], &["\",x\n", "y"]),
            (&["'a',b"], &["'a'", "b"]),
        ] {
            assert_eq!(split(commas, lines), fields, "{lines:?}");
        }
    }

    #[test]
    fn blanks_part_in_runs_and_a_quote_may_follow_a_tab() {
        let blanks = Syntax::of(Delimiter::Blank);
        assert_eq!(split(blanks, &["  1 \t 2\t\"a b\"  "]), ["1", "2", "a b"]);
        assert_eq!(split(blanks, &["1 \"\" 2"]), ["1", "", "2"]);
    }

    #[test]
    fn backslashes_and_single_quotes_protect_where_that_is_the_habit() {
        let escapes = Syntax {
            escapes: true,
            ..Syntax::of(Delimiter::COMMA)
        };
        assert_eq!(
            split(escapes, &[r#"1,"the \"green\" one, n","C:\\x\y""#]),
            ["1", r#"the "green" one, n"#, r"C:\x\y"]
        );
        let arff = Syntax {
            apostrophes: true,
            ..escapes
        };
        assert_eq!(split(arff, &[r"'it\'s, so',2"]), ["it's, so", "2"]);
    }
}
