//! Meaning of one field of a file.

use std::borrow::Cow;

use super::super::Decimal;
use kernel_pca::typed::respelled;

/// Spellings of "no value", in the list of pandas. Case matters, since `Na` is sodium.
const MISSING: [&str; 17] = [
    "", "NA", "N/A", "n/a", "#N/A", "#NA", "#N/A N/A", "<NA>", "NaN", "nan", "1.#IND", "-1.#IND",
    "1.#QNAN", "-1.#QNAN", "NULL", "null", "None",
];

/// Further spellings of "no value", which pandas does not know by itself: those of UCI's files and of people, and
/// the errors of spreadsheets.
pub const MISSING_BESIDES: [&str; 14] = [
    "?", "-", ".", "*", "na", "n.a.", "N.A.", "Null", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?",
    "#NUM!", "#NULL!",
];

/// Way in which a file writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numerals {
    pub decimal: Decimal,
    /// True where groups of three digits are read: with a decimal point, `1,234` is a thousand and more, and so is
    /// `1.234` with a decimal comma. `1,234.5` is read in any case.
    pub grouped: bool,
}

/// Spelling of a number beyond its digits and its decimal sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Spelling {
    /// True where digits stand in groups of three.
    pub grouped: bool,
    /// True where there is a percent sign, which is dropped: `12%` is 12.
    pub percent: bool,
    /// True where there is the minus sign of typesetters (U+2212) or Fortran's exponent (`1.0D+03`).
    pub respelled: bool,
}

impl Spelling {
    /// Joins the spelling of another number of the same column.
    pub fn join(&mut self, other: Self) {
        self.grouped |= other.grouped;
        self.percent |= other.percent;
        self.respelled |= other.respelled;
    }
}

#[derive(Debug, PartialEq)]
pub enum Cell<'a> {
    /// Spelling of "no value": a word of [`is_missing`], or a number that is not finite.
    Missing(&'a str),
    /// Finite number, and its spelling.
    Number {
        value: f64,
        spelling: Spelling,
    },
    /// Number, but not as this file is taken to write them.
    Foreign(&'a str),
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// Reads `field`. An infinite number counts as missing.
    pub fn parse(field: &'a str, numerals: Numerals) -> Self {
        let field = field.trim();
        if is_missing(field) {
            return Self::Missing(field);
        }
        match number(field, numerals) {
            Some((value, spelling)) if value.is_finite() => Self::Number { value, spelling },
            Some(_) => Self::Missing(field),
            None if is_number_somewhere(field) => Self::Foreign(field),
            None => Self::Text(field),
        }
    }

    /// Reads `field`, whose column is known to hold texts where `is_text`.
    pub fn read(field: &'a str, numerals: Numerals, is_text: bool) -> Self {
        match Self::parse(field, numerals) {
            Self::Number { .. } | Self::Foreign(_) if is_text => Self::Text(field.trim()),
            cell => cell,
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number { .. })
    }
}

/// Returns all spellings of "no value".
pub fn missing_spellings() -> impl Iterator<Item = &'static str> {
    MISSING.into_iter().chain(MISSING_BESIDES)
}

/// Returns true where an unquoted `field` spells "no value".
pub fn is_missing(field: &str) -> bool {
    missing_spellings().any(|spelling| spelling == field)
}

/// Number in a trimmed field, and its spelling.
fn number(field: &str, numerals: Numerals) -> Option<(f64, Spelling)> {
    let Numerals { decimal, grouped } = numerals;
    if let Some(value) = plain_number(field, decimal) {
        return Some((value, Spelling::default()));
    }
    let (bare, spelling) = bare(field);
    if let Some(value) = plain_number(&bare, decimal) {
        return Some((value, spelling));
    }
    let both_signs = bare.contains('.') && bare.contains(',');
    let value = grouped_number(&bare, decimal).filter(|_| grouped || both_signs)?;
    let spelling = Spelling {
        grouped: true,
        ..spelling
    };
    Some((value, spelling))
}

/// Field without a percent sign, in the spelling that the standard library reads.
fn bare(field: &str) -> (Cow<'_, str>, Spelling) {
    let without_percent = field.strip_suffix('%').map(str::trim_end);
    let plain = without_percent.unwrap_or(field);
    let other = respelled(plain);
    let spelling = Spelling {
        grouped: false,
        percent: without_percent.is_some(),
        respelled: other.is_some(),
    };
    (other.map_or(Cow::Borrowed(plain), Cow::Owned), spelling)
}

/// Returns true where `field` is a number under some way of writing them.
pub fn is_number_somewhere(field: &str) -> bool {
    // Letters but those of exponents are the common case, and quickly told.
    let numeric = |c: char| c.is_ascii_digit() || "+-.,eEdD% −".contains(c);
    field.chars().all(numeric) && {
        let (bare, _) = bare(field);
        Decimal::ALL.iter().any(|&decimal| reads(&bare, decimal))
    }
}

fn reads(bare: &str, decimal: Decimal) -> bool {
    plain_number(bare, decimal).is_some() || grouped_number(bare, decimal).is_some()
}

/// Evidence of a field on the decimal sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// Absence of evidence: no number, or one without any sign.
    Nothing,
    /// A number under this sign alone.
    Proof(Decimal),
    /// Weak evidence, as of `1.234` or `1,234`: this decimal sign, or groups of three under the other.
    Hint(Decimal),
}

pub fn evidence(field: &str) -> Evidence {
    let (field, _) = bare(field.trim());
    let point = field.contains('.');
    if !point && !field.contains(',') {
        return Evidence::Nothing;
    }
    let reads = |decimal| reads(&field, decimal);
    match (reads(Decimal::Point), reads(Decimal::Comma)) {
        (true, false) => Evidence::Proof(Decimal::Point),
        (false, true) => Evidence::Proof(Decimal::Comma),
        (true, true) if point => Evidence::Hint(Decimal::Point),
        (true, true) => Evidence::Hint(Decimal::Comma),
        (false, false) => Evidence::Nothing,
    }
}

fn plain_number(field: &str, decimal: Decimal) -> Option<f64> {
    if decimal == Decimal::Point {
        return field.parse().ok();
    }
    let Some((whole, fraction)) = field.split_once(',') else {
        return if field.contains('.') {
            None
        } else {
            field.parse().ok()
        };
    };
    // "1," is the end of an enumeration rather than a number.
    let digit = fraction.starts_with(|c: char| c.is_ascii_digit());
    if !digit || whole.contains('.') || fraction.contains('.') {
        return None;
    }
    format!("{whole}.{fraction}").parse().ok()
}

/// Number in groups of three digits, such as `1,234,567.89` where `decimal` is the point.
fn grouped_number(field: &str, decimal: Decimal) -> Option<f64> {
    let (sign, digits) = match field.strip_prefix('-') {
        Some(digits) => ("-", digits),
        None => ("", field.strip_prefix('+').unwrap_or(field)),
    };
    let (whole, fraction) = digits.split_once(decimal.sign()).unwrap_or((digits, ""));
    let mut groups = whole.split(decimal.other().sign());
    let first = groups.next()?;
    let all_digits = |text: &str| text.bytes().all(|b| b.is_ascii_digit());
    let mut count = 0;
    for group in groups {
        if group.len() != 3 || !all_digits(group) {
            return None;
        }
        count += 1;
    }
    let first_fits = (1..=3).contains(&first.len()) && all_digits(first) && !first.starts_with('0');
    if count == 0 || !first_fits || !all_digits(fraction) {
        return None;
    }
    let whole = whole.replace(decimal.other().sign(), "");
    format!("{sign}{whole}.{fraction}0").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use Decimal::{Comma, Point};

    #[test]
    fn fields_tell_what_they_can_of_the_decimal_sign() {
        for (field, expected) in [
            ("12", Evidence::Nothing),
            ("1,2,3", Evidence::Nothing),
            ("1,", Evidence::Nothing),
            ("a.b", Evidence::Nothing),
            ("1.5", Evidence::Proof(Point)),
            ("0.123", Evidence::Proof(Point)),
            ("1.234e2", Evidence::Proof(Point)),
            ("1,234,567", Evidence::Proof(Point)),
            ("-1,234.5", Evidence::Proof(Point)),
            ("1,5", Evidence::Proof(Comma)),
            (",5", Evidence::Proof(Comma)),
            ("1.234,5", Evidence::Proof(Comma)),
            ("1.234", Evidence::Hint(Point)),
            ("1,234", Evidence::Hint(Comma)),
        ] {
            assert_eq!(evidence(field), expected, "{field}");
        }
    }

    #[test]
    fn groups_need_leave_unless_they_can_mean_one_thing_only() {
        let read = |field, decimal, grouped| Cell::parse(field, Numerals { decimal, grouped });
        let number = |value| Cell::Number {
            value,
            spelling: Spelling {
                grouped: true,
                ..Spelling::default()
            },
        };
        assert_eq!(read("1,234.5", Point, false), number(1234.5));
        assert_eq!(read("-1.234,25", Comma, false), number(-1234.25));
        assert_eq!(read("1,234", Point, true), number(1234.0));
        assert_eq!(read("1,234", Point, false), Cell::Foreign("1,234"));
        assert_eq!(read("1,5", Point, true), Cell::Foreign("1,5"));
        assert_eq!(read("1,5,2", Point, true), Cell::Text("1,5,2"));
        assert_eq!(read("12,34", Comma, false), {
            Cell::Number {
                value: 12.34,
                spelling: Spelling::default(),
            }
        });
    }

    #[test]
    fn percent_signs_typeset_minus_and_fortran_exponents_are_read() {
        let read = |field, decimal| {
            let numerals = Numerals {
                decimal,
                grouped: false,
            };
            match Cell::parse(field, numerals) {
                Cell::Number { value, spelling } => Some((value, spelling)),
                _ => None,
            }
        };
        let spelling = |percent, respelled| Spelling {
            grouped: false,
            percent,
            respelled,
        };
        for (field, decimal, value, percent, respelled) in [
            ("12%", Point, 12.0, true, false),
            ("−2,5 %", Comma, -2.5, true, true),
            ("−2", Point, -2.0, false, true),
            ("1e−3", Point, 1e-3, false, true),
            ("1.0D+03", Point, 1000.0, false, true),
            ("-.5d-2", Point, -0.005, false, true),
            ("1,5D1", Comma, 15.0, false, true),
        ] {
            let expected = Some((value, spelling(percent, respelled)));
            assert_eq!(read(field, decimal), expected, "{field}");
        }
        for text in [
            "%", "a%", "−", "3D5", "12d4", "1.5D", "1.5D+", "D+03", "5–7", "1%%",
        ] {
            assert_eq!(read(text, Point), None, "{text}");
        }
    }
}
