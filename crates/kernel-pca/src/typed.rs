//! Numbers as people type them, and messages about those that don't fit.
//!
//! ```
//! use kernel_pca::typed::{NamedNumber, NumberRange};
//!
//! let gamma = NamedNumber::new("γ", NumberRange::Positive);
//! assert_eq!(gamma.read("0,5"), Ok(0.5));
//! assert_eq!(gamma.read("-1"), Err("γ must be a positive number".to_owned()));
//! ```

/// Reads a number with a decimal point or comma, a sign of either kind, a power of ten or a slash: `0.5`, `2,5`, `1/3`,
/// `1e-3`, `−1`, `1.0D+03`. A percent sign is refused: `5%` could mean 5 or 0.05.
///
/// # Errors
/// When the text is no number, is not finite, or could be read in two ways.
pub fn number(text: &str) -> Result<f64, NotANumber> {
    let text: String = text.chars().filter(|c| !c.is_whitespace()).collect();
    let value = match text.split_once('/') {
        Some((numerator, denominator)) => plain(numerator)? / plain(denominator)?,
        None => plain(&text)?,
    };
    if value.is_finite() {
        Ok(value)
    } else {
        Err(NotANumber::Other)
    }
}

/// Reason for which a text is no number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotANumber {
    /// Comma before three digits, as in `1,500`: decimals here, thousands elsewhere.
    TwoReadings(String),
    Other,
}

/// Returns a number's text as the standard library reads it, where it has the minus sign of typesetters (U+2212) or
/// Fortran's exponent (`1.0D+03`, with a decimal sign before the D); `None` for any other text.
pub fn respelled(text: &str) -> Option<String> {
    let exponent = text.find(['D', 'd']).filter(|&at| {
        let digits = text[at + 1..].trim_start_matches(['+', '-', '−']);
        let is_number = !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit());
        is_number && text[..at].contains(['.', ','])
    });
    if exponent.is_none() && !text.contains('−') {
        return None;
    }
    let other = text.char_indices().map(|(at, c)| match c {
        '−' => '-',
        _ if Some(at) == exponent => 'e',
        _ => c,
    });
    Some(other.collect())
}

fn plain(text: &str) -> Result<f64, NotANumber> {
    let text = &respelled(text).unwrap_or_else(|| text.to_owned());
    // Rust also takes "inf" and "nan", which nobody means.
    let known = |c: char| c.is_ascii_digit() || ".,+-eE".contains(c);
    if !text.chars().all(known) {
        return Err(NotANumber::Other);
    }
    let mut text = text.to_owned();
    if let Some((whole, decimals)) = text.split_once(',') {
        let digits = whole.trim_start_matches(['+', '-']);
        let thousands = (1..=3).contains(&digits.len()) && !digits.starts_with('0');
        if thousands && decimals.len() == 3 && decimals.chars().all(|c| c.is_ascii_digit()) {
            return Err(NotANumber::TwoReadings(text));
        }
        if decimals.contains(['.', ',']) || whole.contains('.') {
            return Err(NotANumber::Other);
        }
        text = text.replace(',', ".");
    }
    text.parse().map_err(|_| NotANumber::Other)
}

/// Text of a number in a message, with all its digits and no more than 24 characters: `0.5`, `−1`, `1e200`.
#[must_use]
pub fn short(value: f64) -> String {
    let text = format!("{value:?}");
    text.strip_suffix(".0").unwrap_or(&text).replace('-', "−")
}

/// Condition on a number, with the name that messages call it by.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct NamedNumber {
    /// Name of the number, as the subject of a sentence.
    pub name: &'static str,
    /// Condition on the number's value.
    pub rule: NumberRange,
}

/// Condition on a number: the values that make sense.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum NumberRange {
    Any,
    Positive,
    NotNegative,
    /// Number above 0 and up to 1.
    Share,
    /// Number from 0 up to, but not including, 1.
    BelowOne,
    /// Whole number from the first to the second, both included.
    Whole(u32, u32),
    /// Whole number from 1, or a share below 1: a number of components, or the share of the variance that they reach.
    CountOrShare,
    /// Number from 0 to 1, both included.
    FromZeroToOne,
    /// Number above 0 and below 100.
    Percent,
    /// Number from 0.5 up to, but not including, 1.
    FromHalfBelowOne,
}

impl NamedNumber {
    /// Creates a quantity with a name and a condition.
    #[must_use]
    pub const fn new(name: &'static str, rule: NumberRange) -> Self {
        Self { name, rule }
    }

    /// Reads a number that meets the condition from a text.
    ///
    /// # Errors
    /// Sentence that says what the number must be, as in "γ must be a positive number".
    pub fn read(&self, text: &str) -> Result<f64, String> {
        let refused = |reason| format!("{} {reason}", self.name);
        self.rule.read(text).map_err(refused)
    }
}

impl NumberRange {
    /// Reads a number that meets the condition from a text.
    ///
    /// # Errors
    /// Words that say what the number must be, for a sentence that begins with its name.
    pub fn read(self, text: &str) -> Result<f64, String> {
        match number(text) {
            Ok(value) if self.allows(value) => Ok(value),
            Err(NotANumber::TwoReadings(text)) => Err(format!(
                "must be unambiguous: {text} can mean {} or {}",
                text.replace(',', "."),
                text.replace(',', "")
            )),
            _ => Err(format!("must be {}", self.wants())),
        }
    }

    /// Returns whether a value meets the condition.
    #[must_use]
    pub fn allows(self, value: f64) -> bool {
        value.is_finite()
            && match self {
                Self::Any => true,
                Self::Positive => value > 0.0,
                Self::NotNegative => value >= 0.0,
                Self::Share => value > 0.0 && value <= 1.0,
                Self::BelowOne => (0.0..1.0).contains(&value),
                Self::FromZeroToOne => (0.0..=1.0).contains(&value),
                Self::CountOrShare => value > 0.0 && (value < 1.0 || value.fract() == 0.0),
                Self::FromHalfBelowOne => (0.5..1.0).contains(&value),
                Self::Percent => value > 0.0 && value < 100.0,
                Self::Whole(least, most) => {
                    value.fract() == 0.0 && (f64::from(least)..=f64::from(most)).contains(&value)
                }
            }
    }

    /// Phrase for the condition, as in "a positive number".
    #[must_use]
    pub fn wants(self) -> String {
        match self {
            Self::Any => "a number".into(),
            Self::Positive => "a positive number".into(),
            Self::NotNegative => "a number, 0 or more".into(),
            Self::Share => "a number above 0 and up to 1".into(),
            Self::FromZeroToOne => "a number from 0 to 1".into(),
            Self::BelowOne => "a number from 0 to just below 1".into(),
            Self::FromHalfBelowOne => "a number from 0.5 to just below 1, such as 0.99".into(),
            Self::CountOrShare => "a whole number from 1, or a share such as 0.95".into(),
            Self::Percent => "a number above 0 and below 100".into(),
            Self::Whole(least, u32::MAX) => format!("a whole number, {least} or more"),
            Self::Whole(least, most) => format!("a whole number from {least} to {most}"),
        }
    }

    /// Returns whether only whole numbers meet the condition.
    #[must_use]
    pub fn is_whole(self) -> bool {
        matches!(self, Self::Whole(..))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (text, value) in [
            ("0.5", 0.5),
            (" 2,5 ", 2.5),
            ("1/3", 1.0 / 3.0),
            ("1,5/3", 0.5),
            ("1e-3", 1e-3),
            ("1e−3", 1e-3),
            ("−1", -1.0),
            ("1.0D+03", 1000.0),
            ("2,5d−1", 0.25),
            ("-2,25", -2.25),
            ("0,125", 0.125),
            ("1 000", 1000.0),
            ("+.5", 0.5),
        ] {
            assert_eq!(number(text), Ok(value), "{text}");
        }
    }

    #[test]
    fn what_is_no_number_is_refused() {
        for text in [
            "",
            " ",
            "abc",
            "1.2.3",
            "1,2,3",
            "1.234,5",
            "1,234.5",
            "nan",
            "inf",
            "-infinity",
            "1e999",
            "1/0",
            "0/0",
            "/",
            "1/",
            "1/2/3",
            "5%",
            "12D4",
            "--1",
            "1e",
        ] {
            assert_eq!(number(text), Err(NotANumber::Other), "{text}");
        }
        assert_eq!(
            number("1,500"),
            Err(NotANumber::TwoReadings("1,500".into()))
        );
    }

    #[test]
    fn a_refusal_names_the_field_and_what_it_takes() {
        let gamma = NamedNumber::new("γ", NumberRange::Positive);
        assert_eq!(gamma.read("2,5"), Ok(2.5));
        for text in ["0", "−1", "five", ""] {
            let reason = gamma.read(text).unwrap_err();
            assert_eq!(reason, "γ must be a positive number", "{text}");
        }
        let degree = NamedNumber::new("Degree", NumberRange::Whole(1, 50));
        assert_eq!(degree.read("3"), Ok(3.0));
        for text in ["0", "51", "2,5", "1/3"] {
            let reason = degree.read(text).unwrap_err();
            assert_eq!(reason, "Degree must be a whole number from 1 to 50");
        }
        assert_eq!(
            degree.read("1,500").unwrap_err(),
            "Degree must be unambiguous: 1,500 can mean 1.500 or 1500"
        );
    }

    #[test]
    fn numbers_in_messages_are_short_and_whole() {
        let values = [
            0.5,
            -1.0,
            0.0,
            1e200,
            -1.5e-300,
            5e-324,
            0.1 + 0.2,
            1e15,
            f64::MAX,
        ];
        for value in values {
            let text = short(value);
            assert!(text.chars().count() <= 24, "{text}");
            assert_eq!(number(&text), Ok(value));
        }
        assert_eq!([short(-1.0), short(1e200)], ["−1", "1e200"]);
    }

    #[test]
    fn rules_hold_at_their_ends() {
        for (rule, good, bad) in [
            (NumberRange::NotNegative, 0.0, -1e-300),
            (NumberRange::Share, 1.0, 0.0),
            (NumberRange::Share, 1e-9, 1.000_001),
            (NumberRange::BelowOne, 0.0, 1.0),
            (NumberRange::FromHalfBelowOne, 0.99, 99.0),
            (
                NumberRange::Whole(0, u32::MAX),
                4_294_967_295.0,
                4_294_967_296.0,
            ),
            (NumberRange::Any, -1e300, f64::INFINITY),
        ] {
            assert!(rule.allows(good) && !rule.allows(bad), "{rule:?}");
            assert!(!rule.allows(f64::NAN));
        }
    }
}
