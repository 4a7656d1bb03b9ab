//! What one field of a file says.

use super::super::Decimal;

/// How files write "no value", in the list of pandas. Exact spelling, since `Na` is sodium.
const MISSING: [&str; 17] = [
    "", "NA", "N/A", "n/a", "#N/A", "#NA", "#N/A N/A", "<NA>", "NaN", "nan", "1.#IND", "-1.#IND",
    "1.#QNAN", "-1.#QNAN", "NULL", "null", "None",
];

/// Further spellings of "no value", which pandas has to be told: those of UCI's files and of people,
/// and the errors of spreadsheets.
pub const MISSING_BESIDES: [&str; 14] = [
    "?", "-", ".", "*", "na", "n.a.", "N.A.", "Null", "#DIV/0!", "#VALUE!", "#REF!", "#NAME?",
    "#NUM!", "#NULL!",
];

/// How a file writes numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Numerals {
    pub decimal: Decimal,
    /// With a decimal point, `1,234` is a thousand and more, and `1.234` with a decimal comma.
    /// `1,234.5` can mean only one thing and needs no leave.
    pub grouped: bool,
}

#[derive(Debug, PartialEq)]
pub enum Cell<'a> {
    /// How "no value" is spelled: a word of [`is_missing`], or a number that is not finite.
    Missing(&'a str),
    /// Finite; `grouped` when it was written in thousands.
    Number {
        value: f64,
        grouped: bool,
    },
    /// A number, but not as this file is taken to write them.
    Foreign(&'a str),
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// Reads `field`. An infinite number counts as missing.
    pub fn parse(field: &'a str, numerals: Numerals) -> Self {
        let field = unquote(field);
        if is_missing(field) {
            return Self::Missing(field);
        }
        let Numerals { decimal, grouped } = numerals;
        let plain = plain_number(field, decimal);
        let both_signs = || field.contains('.') && field.contains(',');
        let in_groups = || grouped_number(field, decimal).filter(|_| grouped || both_signs());
        match plain
            .map(|value| (value, false))
            .or_else(|| in_groups().map(|value| (value, true)))
        {
            Some((value, grouped)) if value.is_finite() => Self::Number { value, grouped },
            Some(_) => Self::Missing(field),
            None if is_number_somewhere(field) => Self::Foreign(field),
            None => Self::Text(field),
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number { .. })
    }
}

/// All spellings of "no value".
pub fn missing_spellings() -> impl Iterator<Item = &'static str> {
    MISSING.into_iter().chain(MISSING_BESIDES)
}

/// Whether an unquoted `field` says that there is no value.
pub fn is_missing(field: &str) -> bool {
    missing_spellings().any(|spelling| spelling == field)
}

/// Without surrounding blanks, and without the quotes that blanks before them hid from the splitter.
pub fn unquote(field: &str) -> &str {
    field.trim().trim_matches('"')
}

/// Whether `field` is a number under some way of writing them.
pub fn is_number_somewhere(field: &str) -> bool {
    // Letters but those of exponents are the common case, and quickly told.
    let numeric = |b: u8| b.is_ascii_digit() || b"+-.,eE".contains(&b);
    field.bytes().all(numeric)
        && Decimal::ALL.iter().any(|&decimal| {
            plain_number(field, decimal).is_some() || grouped_number(field, decimal).is_some()
        })
}

/// What a field tells of the decimal sign.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Evidence {
    /// No number, or one without any sign.
    Nothing,
    /// A number under this sign alone.
    Proof(Decimal),
    /// As `1.234` or `1,234`: this sign, or groups of three under the other.
    Hint(Decimal),
}

pub fn evidence(field: &str) -> Evidence {
    let field = unquote(field);
    let point = field.contains('.');
    if !point && !field.contains(',') {
        return Evidence::Nothing;
    }
    let reads = |decimal| {
        plain_number(field, decimal).is_some() || grouped_number(field, decimal).is_some()
    };
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

/// A number in groups of three digits, such as `1,234,567.89` where `decimal` is the point.
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
            grouped: true,
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
                grouped: false,
            }
        });
    }
}
