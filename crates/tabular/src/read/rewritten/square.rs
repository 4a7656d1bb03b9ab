//! Square matrices, written as a full table.

use std::fmt::Write;

/// Writes a full table of n × n values, with names above and in front where there are some.
pub(super) fn full<'a>(
    n: usize,
    names: Option<&Vec<&str>>,
    value: impl Fn(usize, usize) -> &'a str,
) -> String {
    let mut text = String::new();
    if let Some(names) = names {
        text.push_str("name");
        for name in names {
            let _ = write!(text, ",{}", quoted(name));
        }
        text.push('\n');
    }
    for i in 0..n {
        if let Some(names) = names {
            let _ = write!(text, "{},", quoted(names[i]));
        }
        for j in 0..n {
            text.push_str(if j > 0 { "," } else { "" });
            text.push_str(value(i, j));
        }
        text.push('\n');
    }
    text
}

/// Field in quotes.
pub(super) fn quoted(field: &str) -> String {
    format!("\"{}\"", field.replace('"', "\"\""))
}

pub(super) fn is_number(field: &str) -> bool {
    field.parse::<f64>().is_ok_and(f64::is_finite)
}
