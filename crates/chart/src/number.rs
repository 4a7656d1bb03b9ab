//! Texts for numbers, the same on screen and in figures.

/// Text of a number with four significant digits, without trailing zeros; powers of ten only where plain digits
/// are long.
#[must_use]
pub fn number(value: f64) -> String {
    if value == 0.0 {
        return "0".into();
    }
    if !value.is_finite() {
        return value.to_string();
    }
    let magnitude = value.abs().log10().floor() as i32;
    if !(-4..6).contains(&magnitude) {
        return scientific(value, 3);
    }
    let decimals = (3 - magnitude).max(0) as usize;
    trim_zeros(&format!("{value:.decimals$}")).replace('-', "−")
}

/// Text of a number in scientific notation, with so many decimals at most.
fn scientific(value: f64, decimals: usize) -> String {
    let text = format!("{value:.decimals$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    format!("{}e{exponent}", trim_zeros(mantissa)).replace('-', "−")
}

/// Exponents of ten of numbers that are written without one where they stand side by side.
const PLAIN_ALIKE: std::ops::Range<i32> = -4..6;

/// Texts of numbers that stand side by side, rounded to this many decimals of their scientific notation, all in one
/// form: plain, or all in scientific notation where one is too large or too small for that.
pub fn alike(values: &[f64], decimals: usize) -> Vec<String> {
    let is_plain =
        |value: &f64| *value == 0.0 || PLAIN_ALIKE.contains(&(value.abs().log10().floor() as i32));
    let is_plain = values.iter().all(is_plain);
    let text = |value: &f64| {
        if is_plain || *value == 0.0 || !value.is_finite() {
            number(rounded(*value, decimals))
        } else {
            scientific(*value, decimals)
        }
    };
    values.iter().map(text).collect()
}

/// Whole number in raised digits, as an exponent.
pub fn superscript(number: i64) -> String {
    const DIGITS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let raised = |c: char| c.to_digit(10).map_or('⁻', |digit| DIGITS[digit as usize]);
    number.to_string().chars().map(raised).collect()
}

/// Whole number in lowered digits, as an index.
pub fn subscript(number: usize) -> String {
    const DIGITS: [char; 10] = ['₀', '₁', '₂', '₃', '₄', '₅', '₆', '₇', '₈', '₉'];
    let digits = number.to_string();
    let digits = digits.chars().filter_map(|c| c.to_digit(10));
    digits.map(|digit| DIGITS[digit as usize]).collect()
}

/// Number rounded to this many decimals of its scientific notation: to one significant digit more.
pub fn rounded(value: f64, decimals: usize) -> f64 {
    format!("{value:.decimals$e}").parse().unwrap_or(value)
}

/// A count with the noun that it counts, in the singular and in the plural.
#[must_use]
pub fn counted(n: usize, [one, many]: [&str; 2]) -> String {
    format!("{} {}", count(n), if n == 1 { one } else { many })
}

/// Text of a count, in groups of three digits where it is long.
#[must_use]
pub fn count(n: usize) -> String {
    let digits = n.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut grouped = String::new();
    for (i, digit) in digits.chars().enumerate() {
        if i > 0 && (digits.len() - i).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    grouped
}

/// Ever shorter texts of a number, for where there is little room: rounded to three, two and one significant
/// digits, with a power of ten where that is shorter.
pub fn shorter_numbers(value: f64) -> impl Iterator<Item = String> {
    (0..3).rev().map(move |decimals: usize| {
        let plain = number(rounded(value, decimals));
        let scientific = scientific(value, decimals);
        if plain.chars().count() <= scientific.chars().count() {
            plain
        } else {
            scientific
        }
    })
}

/// Text of at most `letters` letters: the whole text, or its beginning and "…".
pub fn cut(text: &str, letters: usize) -> String {
    if text.chars().count() <= letters {
        return text.to_owned();
    }
    let cut: String = text.chars().take(letters.saturating_sub(1)).collect();
    format!("{}…", cut.trim_end())
}

/// Decimal number without trailing zeros.
pub fn trim_zeros(digits: &str) -> &str {
    if digits.contains('.') {
        digits.trim_end_matches('0').trim_end_matches('.')
    } else {
        digits
    }
}

/// Share as a percentage with one decimal, such as "72.9 %".
#[must_use]
pub fn percent(share: f64) -> String {
    let text = format!("{:.1} %", 100.0 * share);
    // A zero left by rounding has no sign.
    let text = if text == "-0.0 %" { &text[1..] } else { &text };
    text.replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_side_by_side_are_spelled_in_one_way() {
        assert_eq!(
            alike(&[0.001, 0.3492, 12.56, 0.0], 1),
            ["0.001", "0.35", "13", "0"]
        );
        assert_eq!(
            alike(&[4.05e-6, 0.349, 50.0], 1),
            ["4.1e−6", "3.5e−1", "5e1"]
        );
        assert!(alike(&[], 1).is_empty());
    }

    #[test]
    fn long_counts_are_grouped() {
        let counts = [0, 999, 9999, 10_000, 123_456, 1_000_000];
        let texts = ["0", "999", "9999", "10,000", "123,456", "1,000,000"];
        assert_eq!(counts.map(count), texts);
        let rows = [0, 1, 12_000].map(|n| counted(n, ["row", "rows"]));
        assert_eq!(rows, ["0 rows", "1 row", "12,000 rows"]);
    }

    #[test]
    fn numbers_are_short_and_keep_their_size() {
        for (value, text) in [
            (0.0, "0"),
            (15.0, "15"),
            (0.5, "0.5"),
            (1.0 / 3.0, "0.3333"),
            (-12.345_6, "−12.35"),
            (123_456.7, "123457"),
            (9_999.96, "10000"),
            (1.5e-7, "1.5e−7"),
            (2e9, "2e9"),
            (f64::MIN_POSITIVE, "2.225e−308"),
        ] {
            assert_eq!(number(value), text);
        }
    }

    #[test]
    fn numbers_lose_digits_where_there_is_little_room() {
        for (value, texts) in [
            (0.379_8, ["0.38", "0.38", "0.4"]),
            (0.000_123_45, ["1.23e−4", "1.2e−4", "1e−4"]),
            (-1.234_5e-7, ["−1.23e−7", "−1.2e−7", "−1e−7"]),
            (123_456.0, ["123000", "1.2e5", "1e5"]),
            (f64::INFINITY, ["inf", "inf", "inf"]),
        ] {
            assert_eq!(shorter_numbers(value).collect::<Vec<_>>(), texts);
        }
    }

    #[test]
    fn percentages_have_a_minus_only_below_zero() {
        assert_eq!(
            [0.729, -0.25, -1e-9, 0.0].map(percent),
            ["72.9 %", "−25.0 %", "0.0 %", "0.0 %"]
        );
    }
}
