//! What one field of a file says.

/// How files write "no value"; the same list as pandas has, and `?`, `-`, `.` and `*` besides.
/// Exact spelling, since `Na` is sodium.
const MISSING: [&str; 17] = [
    "", "NA", "na", "N/A", "n/a", "#N/A", "<NA>", "NaN", "nan", "NULL", "Null", "null", "None",
    "?", "-", ".", "*",
];

#[derive(Debug, PartialEq)]
pub enum Cell<'a> {
    Missing,
    /// Finite.
    Number(f64),
    Text(&'a str),
}

impl<'a> Cell<'a> {
    /// Reads `field`; with `decimal_comma` numbers are written 1,5 and not 1.5. An infinite number
    /// counts as missing.
    pub fn parse(field: &'a str, decimal_comma: bool) -> Self {
        let field = unquote(field);
        if MISSING.contains(&field) {
            return Self::Missing;
        }
        let number = if decimal_comma {
            comma_number(field)
        } else {
            field.parse().ok()
        };
        match number {
            Some(value) if value.is_finite() => Self::Number(value),
            Some(_) => Self::Missing,
            None => Self::Text(field),
        }
    }

    pub fn is_number(&self) -> bool {
        matches!(self, Self::Number(_))
    }
}

/// Without surrounding blanks, and without the quotes that blanks before them hid from the splitter.
pub fn unquote(field: &str) -> &str {
    field.trim().trim_matches('"')
}

fn comma_number(field: &str) -> Option<f64> {
    if field.contains('.') {
        return None;
    }
    field.replacen(',', ".", 1).parse().ok()
}
