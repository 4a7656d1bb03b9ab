//! Names of columns, from the rows of names above a table.

use std::collections::HashMap;

use super::header;
use crate::printable::brief;

/// Unique names of the columns from the rows of a header; `None` where they are not `width` many. In a single row, one
/// name too few means that the first column holds row names, and empty names at the end come from a separator.
pub(super) fn column_names(rows: &[csv::StringRecord], width: usize) -> Option<Vec<String>> {
    let [header] = rows else {
        let names = header::joined_names(rows);
        return (names.len() == width).then(|| unique_names(names.into_iter()));
    };
    let row_names = (header.len() + 1 == width).then_some("");
    let mut names: Vec<&str> = row_names.into_iter().chain(header).collect();
    while names.len() > width && names.last().is_some_and(|name| name.trim().is_empty()) {
        names.pop();
    }
    let fits = names.len() == width;
    fits.then(|| unique_names(names.into_iter().map(shown_name)))
}

/// Name of a column as it is shown.
pub(crate) fn shown_name(field: &str) -> String {
    match field.trim() {
        "" => "unnamed".to_owned(),
        name => brief(name),
    }
}

/// Makes `names` unique: appends a number to each name that came before.
pub(super) fn unique_names(names: impl Iterator<Item = String>) -> Vec<String> {
    let mut copies: HashMap<String, usize> = HashMap::new();
    let unique = names.map(|name| {
        let mut unique = name.clone();
        while let Some(copy) = copies.get_mut(&unique) {
            *copy += 1;
            unique = format!("{name} ({copy})");
        }
        copies.insert(unique.clone(), 1);
        unique
    });
    unique.collect()
}
