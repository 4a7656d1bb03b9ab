//! Rows in words, for all that people read: by their names, and those without one counted from 1. Tables and reports
//! have the number `row` instead, which counts from 0.

use super::{Dataset, RowNames, names::is_unnamed};

/// Row of a dataset in words: its name where it has one, else "row 3" for the third row of the source; past the end,
/// `row` itself is taken for its 0-based number.
#[must_use]
pub fn row_in_words(dataset: &Dataset, row: usize) -> String {
    let id = dataset.row_ids.get(row).copied().unwrap_or(row);
    called(dataset.row_names.as_ref(), row, id)
}

/// Name of a row, the `index`-th among `names`, with its column in front where the name is a number; "row 3" where it
/// has no name and its 0-based number in the source, `id`, is 2.
#[must_use]
pub fn called(names: Option<&RowNames>, index: usize, id: usize) -> String {
    match names.and_then(|names| Some((&names.column, names.get(index)?))) {
        None => format!("row {}", id + 1),
        Some((column, name)) if name.parse::<f64>().is_ok() => {
            let column = if is_unnamed(column) { "index" } else { column };
            format!("{column} {name}")
        }
        Some((_, name)) => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_is_called_by_its_name_and_else_counted_from_one() {
        let names = |column: &str| RowNames {
            column: column.into(),
            names: ["Hutt", "16", ""].map(String::from).into(),
        };
        let of = |column: &str| [0, 1, 2].map(|row| called(Some(&names(column)), row, row + 10));
        assert_eq!(of("place"), ["Hutt", "place 16", "row 13"]);
        assert_eq!(of("unnamed"), ["Hutt", "index 16", "row 13"]);
        assert_eq!(called(None, 0, 0), "row 1");
    }
}
