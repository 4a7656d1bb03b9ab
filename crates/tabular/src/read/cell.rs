//! Meaning of one field of a file.

use std::borrow::Cow;

use super::super::Decimal;
use kernel_pca::typed::respelled;

/// Spellings of "no value", in the list of pandas. Case matters, since `Na` is sodium.
const MISSING: [&str; 17] = [
    "", "NA", "N/A", "n/a", "#N/A", "#NA", "#N/A N/A", "<NA>", "NaN", "nan", "1.#IND", "-1.#IND",
    "1.#QNAN", "-1.#QNAN", "NULL", "null", "None",
];

/// Further spellings of "no value", which pandas does not know by itself: those of UCI's files, of statistical offices
/// (`..` the World Bank, `:` Eurostat) and of people, and the errors of spreadsheets.
pub const MISSING_BESIDES: [&str; 17] = [
    "?", "-", "--", ".", "..", ":", "*", "na", "n.a.", "N.A.", "Null", "#DIV/0!", "#VALUE!",
    "#REF!", "#NAME?", "#NUM!", "#NULL!",
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
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing that a spelling has or has not"
)]
pub struct Spelling {
    /// True where digits stand in groups of three.
    pub grouped: bool,
    /// True where digits stand in groups of three between blanks or apostrophes: `10 230`, `1'204`.
    pub spaced: bool,
    /// True where there is a percent sign, which is dropped: `12%` is 12.
    pub percent: bool,
    /// True where there is a currency, which is dropped: `$351` is 351.
    pub currency: bool,
    /// True where there is the minus sign of typesetters (U+2212) or Fortran's exponent (`1.0D+03`).
    pub respelled: bool,
    /// True where a whole number is nothing but digits behind a zero, as in `007`.
    pub padded: bool,
}

impl Spelling {
    /// Joins the spelling of another number of the same column.
    pub fn join(&mut self, other: Self) {
        let Self {
            grouped,
            spaced,
            percent,
            currency,
            respelled,
            padded,
        } = other;
        self.grouped |= grouped;
        self.spaced |= spaced;
        self.percent |= percent;
        self.currency |= currency;
        self.respelled |= respelled;
        self.padded |= padded;
    }
}

#[derive(Debug, PartialEq)]
pub enum Cell<'a> {
    /// Spelling of "no value": a word of [`is_missing`], or a number that is not finite.
    Missing(&'a str),
    /// Finite number, its spelling and the field.
    Number {
        value: f64,
        spelling: Spelling,
        text: &'a str,
    },
    /// Number that is written in another way than the file's numbers.
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
            Some((value, spelling)) if value.is_finite() => Self::Number {
                value,
                spelling,
                text: field,
            },
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
        let spelling = Spelling {
            padded: is_padded(field),
            ..Spelling::default()
        };
        return Some((value, spelling));
    }
    // A text without a digit is the common case, and quickly told.
    if !field.bytes().any(|byte| byte.is_ascii_digit()) {
        return None;
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

/// Returns true where `field` is a whole number written with a zero in front, as codes are.
pub fn is_padded(field: &str) -> bool {
    let bytes = field.as_bytes();
    bytes.len() > 1 && bytes[0] == b'0' && bytes.iter().all(u8::is_ascii_digit)
}

/// Signs and codes of currencies that stand before or behind a number.
const CURRENCIES: [&str; 11] = [
    "$", "€", "£", "¥", "₹", "EUR", "USD", "GBP", "CHF", "JPY", "CNY",
];

/// Signs that serve in numbers only to part groups of three digits: blank, no-break, thin and narrow no-break blank,
/// and both apostrophes.
const GROUP_SIGNS: [char; 6] = [' ', '\u{a0}', '\u{2009}', '\u{202f}', '\'', '’'];

/// Field without percent sign, currency and signs between groups of digits, in the spelling that the standard library reads.
fn bare(field: &str) -> (Cow<'_, str>, Spelling) {
    let without_percent = field.strip_suffix('%').map(str::trim_end);
    let plain = without_percent.unwrap_or(field);
    let without_currency = without_currency(plain);
    let plain = without_currency.as_deref().unwrap_or(plain);
    let joined = joined(plain);
    let plain = joined.as_deref().unwrap_or(plain);
    let other = respelled(plain);
    let spelling = Spelling {
        spaced: joined.is_some(),
        percent: without_percent.is_some(),
        currency: without_currency.is_some(),
        respelled: other.is_some(),
        ..Spelling::default()
    };
    let is_changed = spelling.spaced || spelling.currency;
    let bare = match other {
        Some(other) => Cow::Owned(other),
        None if is_changed => Cow::Owned(plain.to_owned()),
        None => Cow::Borrowed(without_percent.unwrap_or(field)),
    };
    (bare, spelling)
}

/// Number without the currency before or behind it; `None` where it has none.
fn without_currency(field: &str) -> Option<String> {
    let (sign, digits) = match field.strip_prefix(['-', '+', '−']) {
        Some(rest) => (&field[..field.len() - rest.len()], rest.trim_start()),
        None => ("", field),
    };
    let amount = CURRENCIES.iter().find_map(|currency| {
        let amount = digits.strip_prefix(currency);
        amount.or_else(|| digits.strip_suffix(currency))
    })?;
    Some(format!("{sign}{}", amount.trim()))
}

/// Number without the blanks or apostrophes between its groups of three digits; `None` where it has none.
fn joined(field: &str) -> Option<String> {
    let digits = field.trim_start_matches(['-', '+', '−']);
    let sign = digits.find(GROUP_SIGNS)?;
    let sign = digits[sign..].chars().next()?;
    let end = digits.find(['.', ',']).unwrap_or(digits.len());
    let (whole, fraction) = digits.split_at(end);
    let mut groups = whole.split(sign);
    let first = groups.next()?;
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let fits = whole.contains(sign)
        && !fraction.contains(sign)
        && (1..=3).contains(&first.len())
        && all_digits(first)
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3 && all_digits(group));
    fits.then(|| field.replace(sign, ""))
}

/// Returns true where `field` is a number with a decimal point or a decimal comma, its digits grouped or not.
pub fn is_number_somewhere(field: &str) -> bool {
    /// Bytes that a number has at most, in any spelling.
    const LONGEST: usize = 400;
    field.len() <= LONGEST && field.bytes().any(|byte| byte.is_ascii_digit()) && {
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
    /// Proof: the field is a number only if this is the decimal sign; amounts of money have no thousandths.
    Proof(Decimal),
    /// Weak evidence, as of `1.234` or `1,234`: this sign is the decimal one, or parts groups of three digits.
    Hint(Decimal),
}

pub fn evidence(field: &str) -> Evidence {
    let (field, spelling) = bare(field.trim());
    let point = field.contains('.');
    if !point && !field.contains(',') {
        return Evidence::Nothing;
    }
    let reads = |decimal| reads(&field, decimal);
    match (reads(Decimal::Point), reads(Decimal::Comma)) {
        (true, false) => Evidence::Proof(Decimal::Point),
        (false, true) => Evidence::Proof(Decimal::Comma),
        // No currency has thousandths.
        (true, true) if spelling.currency && point => Evidence::Proof(Decimal::Comma),
        (true, true) if spelling.currency => Evidence::Proof(Decimal::Point),
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
        let number = |value, text| Cell::Number {
            value,
            spelling: Spelling {
                grouped: true,
                ..Spelling::default()
            },
            text,
        };
        assert_eq!(read("1,234.5", Point, false), number(1234.5, "1,234.5"));
        assert_eq!(
            read("-1.234,25", Comma, false),
            number(-1234.25, "-1.234,25")
        );
        assert_eq!(read("1,234", Point, true), number(1234.0, "1,234"));
        assert_eq!(read("1,234", Point, false), Cell::Foreign("1,234"));
        assert_eq!(read("1,5", Point, true), Cell::Foreign("1,5"));
        assert_eq!(read("1,5,2", Point, true), Cell::Text("1,5,2"));
        assert_eq!(read("12,34", Comma, false), {
            Cell::Number {
                value: 12.34,
                spelling: Spelling::default(),
                text: "12,34",
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
                Cell::Number {
                    value, spelling, ..
                } => Some((value, spelling)),
                _ => None,
            }
        };
        let spelling = |percent, respelled| Spelling {
            percent,
            respelled,
            ..Spelling::default()
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

    #[test]
    fn currencies_and_groups_between_blanks_or_apostrophes_are_numbers() {
        for (field, decimal, value) in [
            ("$351", Point, 351.0),
            ("-$1,351.5", Point, -1351.5),
            ("$-3", Point, -3.0),
            ("439,99 €", Comma, 439.99),
            ("1.350,90€", Comma, 1350.9),
            ("CHF 12", Point, 12.0),
            ("10 230,65", Comma, 10_230.65),
            ("10\u{a0}230,65", Comma, 10_230.65),
            ("−1\u{202f}204", Point, -1204.0),
            ("31 889 923", Comma, 31_889_923.0),
            ("1'204.56", Point, 1204.56),
            ("1’204", Point, 1204.0),
        ] {
            let numerals = Numerals {
                decimal,
                grouped: false,
            };
            match Cell::parse(field, numerals) {
                Cell::Number { value: found, .. } => assert_eq!(found, value, "{field}"),
                cell => panic!("{field}: {cell:?}"),
            }
        }
        for text in [
            "$",
            "€ EUR",
            "1 23",
            "0 123",
            "12 34 567",
            "1' 204",
            "1 234'567",
            "1.5 200",
            "12 a 345",
            "$a",
        ] {
            assert!(
                !Cell::parse(text, Numerals::default()).is_number(),
                "{text}"
            );
        }
        assert!(is_padded("007") && !is_padded("0") && !is_padded("0.5") && !is_padded("70"));
    }
}
