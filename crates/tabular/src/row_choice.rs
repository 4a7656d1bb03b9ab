//! Choice of the rows that are fitted: those left out by number or name, and the classes that are kept.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::{Column, Columns, DataError, RowSet, Table, column::Values};
use crate::printable::brief;

/// Number of rows or classes that are named in a phrase; of more only their number is given.
const NAMED: usize = 3;

/// Beginning of a row's name on the command line, which tells it from a number.
const BY_NAME: &str = "name:";

/// Rows of a table that are fitted: all by default.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct RowChoice {
    /// Rows that are left out, by their 0-based numbers in the source.
    pub left_out: RowSet,
    /// Rows that are left out, by their names.
    pub left_out_names: Vec<String>,
    /// Classes whose rows are kept; all where it is `None`.
    pub only: Option<KeptClasses>,
}

/// Classes in a column whose rows are kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptClasses {
    /// Name of the column, or its 0-based index.
    pub column: String,
    /// Values in the column whose rows are kept; numbers are compared as numbers.
    pub classes: Vec<String>,
}

/// Row that is left out, as it is typed: its number from 1, or `name:` and its name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LeftOutRow {
    /// Number of the row, 0-based in the source.
    Number(usize),
    Name(String),
}

impl FromStr for LeftOutRow {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(name) = text.strip_prefix(BY_NAME).filter(|name| !name.is_empty()) {
            return Ok(Self::Name(name.to_owned()));
        }
        let number = text.parse::<usize>().ok();
        let id = number.and_then(|number| number.checked_sub(1));
        let wanted = || {
            format!("a row is its number, from 1, or {BY_NAME} and its name, such as {BY_NAME}Hutt")
        };
        id.map(Self::Number).ok_or_else(wanted)
    }
}

impl FromStr for KeptClasses {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let parts = text.split_once('=');
        let parts = parts.filter(|(column, classes)| !column.is_empty() && !classes.is_empty());
        let (column, classes) =
            parts.ok_or("classes are named with their column, such as digit=3,8")?;
        Ok(Self {
            column: column.to_owned(),
            classes: classes.split(',').map(str::to_owned).collect(),
        })
    }
}

/// Column and its classes, such as "digit 3, 8".
impl fmt::Display for KeptClasses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let classes = named(self.classes.iter().map(|class| brief(class)), "classes");
        write!(f, "{} {classes}", brief(&self.column))
    }
}

/// Rows in words: a few by their names, of more their number and what they are.
fn named(all: impl ExactSizeIterator<Item = String>, what: &str) -> String {
    match all.len() {
        few if few <= NAMED => all.collect::<Vec<_>>().join(", "),
        many => format!("{many} {what}"),
    }
}

impl RowChoice {
    /// Makes the choice of rows to leave out from those that were typed.
    pub fn leave_out(&mut self, typed: &[LeftOutRow]) {
        let number = |row: &LeftOutRow| match row {
            LeftOutRow::Number(id) => Some(*id),
            LeftOutRow::Name(_) => None,
        };
        let name = |row: &LeftOutRow| match row {
            LeftOutRow::Number(_) => None,
            LeftOutRow::Name(name) => Some(name.clone()),
        };
        self.left_out = typed.iter().filter_map(number).collect();
        self.left_out_names = typed.iter().filter_map(name).collect();
    }

    /// Returns true where every row of the table is fitted, if it lacks no value.
    #[must_use]
    pub fn takes_all(&self) -> bool {
        *self == Self::default()
    }

    /// Returns true where rows are left out by number or name.
    #[must_use]
    pub fn leaves_out(&self) -> bool {
        !self.left_out.is_empty() || !self.left_out_names.is_empty()
    }

    /// Rows that are left out by number or name, such as "Hutt, row 3"; `None` where none are.
    #[must_use]
    pub fn left_out_in_words(&self) -> Option<String> {
        let names = self.left_out_names.iter();
        let numbers = self.left_out.len();
        let words = match names.len() + numbers {
            0 => return None,
            few if few <= NAMED => {
                let ids = self.left_out.iter().map(|id| format!("row {}", id + 1));
                let names = names.map(|name| brief(name));
                names.chain(ids).collect::<Vec<_>>().join(", ")
            }
            many => format!("{many} rows"),
        };
        Some(words)
    }

    /// Phrase for captions, such as "without Hutt, only digit 3, 8"; `None` where every row is fitted.
    #[must_use]
    pub fn in_words(&self) -> Option<String> {
        let without = self
            .left_out_in_words()
            .map(|rows| format!("without {rows}"));
        let only = self.only.as_ref().map(|only| format!("only {only}"));
        let parts: Vec<String> = without.into_iter().chain(only).collect();
        (!parts.is_empty()).then(|| parts.join(", "))
    }
}

/// Rows of a table by what a choice makes of them; both lists ascend.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub(super) struct ChosenRows {
    /// Rows that are fitted, if they lack no value.
    pub fitted: Vec<usize>,
    /// Rows that are left out by number or name, of the classes that are kept.
    pub left_out: Vec<usize>,
}

impl Table {
    /// Rows that `columns` chooses, where the columns `used` are features or the label.
    ///
    /// # Errors
    /// When a row, a name, a column or a class is not there, or nothing is left.
    pub(super) fn chosen_rows(
        &self,
        columns: &Columns,
        used: &[usize],
    ) -> Result<ChosenRows, DataError> {
        let choice = &columns.rows;
        if choice.takes_all() {
            let fitted = (0..self.rows()).collect();
            return Ok(ChosenRows {
                fitted,
                ..ChosenRows::default()
            });
        }
        let beyond = choice.left_out.last().filter(|last| *last >= self.rows());
        if let Some(row) = beyond {
            let reason = format!(
                "row {} cannot be left out: there are {}",
                row + 1,
                self.rows()
            );
            return Err(self.unusable(&reason));
        }
        let named = self.rows_named(columns, used)?;
        let out = choice.left_out.union(&named);
        let is_kept = match &choice.only {
            Some(only) => self.rows_of_classes(only)?,
            None => vec![true; self.rows()],
        };
        let rows = (0..self.rows()).filter(|&row| is_kept[row]);
        let (left_out, fitted): (Vec<usize>, Vec<usize>) = rows.partition(|&row| out.contains(row));
        if fitted.is_empty() {
            return Err(self.unusable("every row is left out"));
        }
        Ok(ChosenRows { fitted, left_out })
    }

    /// Rows that are left out by their names.
    ///
    /// # Errors
    /// When rows have no names, or none is called so.
    fn rows_named(&self, columns: &Columns, used: &[usize]) -> Result<RowSet, DataError> {
        let names = &columns.rows.left_out_names;
        if names.is_empty() {
            return Ok(RowSet::default());
        }
        let all: Vec<usize> = (0..self.rows()).collect();
        let known = self.row_names(columns, used, &all)?.ok_or_else(|| {
            let reason = format!(
                "its rows have no names, by which \"{}\" could be left out",
                brief(&names[0])
            );
            self.unusable(&reason)
        })?;
        let mut found = RowSet::default();
        for name in names {
            let called = known.names.iter().enumerate();
            let called = called.filter(|(_, known)| *known == name || brief(name) == **known);
            let rows: RowSet = called.map(|(row, _)| row).collect();
            if rows.is_empty() {
                let (name, column) = (brief(name), &known.column);
                return Err(self.unusable(&format!("no row is called \"{name}\" in \"{column}\"")));
            }
            found = found.union(&rows);
        }
        Ok(found)
    }

    /// Flags, one for each row: true where it is of a class that is kept.
    ///
    /// # Errors
    /// When the column is not there, or no row has one of the classes.
    fn rows_of_classes(&self, only: &KeptClasses) -> Result<Vec<bool>, DataError> {
        let column = &self.columns()[self.find(&only.column)?];
        let mut kept = vec![false; self.rows()];
        for class in &only.classes {
            let mut is_found = false;
            let is_of = is_class(column, class);
            for (row, kept) in kept.iter_mut().enumerate() {
                if is_of(row) {
                    (*kept, is_found) = (true, true);
                }
            }
            if !is_found {
                let (class, name) = (brief(class), &column.name);
                return Err(self.unusable(&format!("no row has \"{class}\" in \"{name}\"")));
            }
        }
        Ok(kept)
    }
}

impl Table {
    /// Index of the column with this name or 0-based index.
    #[must_use]
    pub fn column_called(&self, name: &str) -> Option<usize> {
        self.find(name).ok()
    }
}

impl Column {
    /// Number of a class in a column of texts, from 0 in the order of the column's distinct texts; `None` where it is
    /// none of them.
    #[must_use]
    pub fn code_of(&self, class: &str) -> Option<usize> {
        match &self.values {
            Values::Numbers { .. } => None,
            Values::Text { names, .. } => names.iter().position(|name| name == class),
        }
    }
}

/// Returns a function that returns true for a row whose cell is `class`.
fn is_class<'a>(column: &'a Column, class: &str) -> Box<dyn Fn(usize) -> bool + 'a> {
    match &column.values {
        Values::Numbers { values, .. } => match class.trim().parse::<f64>() {
            Ok(wanted) => Box::new(move |row| values[row] == wanted),
            Err(_) => Box::new(|_| false),
        },
        Values::Text { names, codes } => {
            let shown = brief(class);
            let code = names
                .iter()
                .position(|name| name == class || *name == *shown);
            let code = code.and_then(|code| u32::try_from(code).ok());
            Box::new(move |row| code.is_some() && codes[row] == code)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Builtin, ColumnChoice, Missing, ReadAs, Source, parse_table};

    const RACES: &str =
        "race,distance,time,class\nHutt,2,9,a\nBen,4,,a\nKnock,6,3,b\nLomond,8,5,b\n9,5,4,c\n";

    fn table() -> Table {
        parse_table("races.csv", RACES.as_bytes(), ReadAs::default()).unwrap()
    }

    fn columns(out: &[&str], only: Option<&str>) -> Columns {
        let mut rows = RowChoice {
            only: only.map(|text| text.parse().unwrap()),
            ..RowChoice::default()
        };
        let typed: Vec<LeftOutRow> = out.iter().map(|text| text.parse().unwrap()).collect();
        rows.leave_out(&typed);
        Columns {
            rows,
            ..Columns::default()
        }
    }

    #[test]
    fn rows_are_left_out_by_number_from_one_and_by_name() {
        for (out, only, expected, skipped) in [
            (&[][..], None, &[0, 2, 3, 4][..], 1),
            (&["1"], None, &[2, 3, 4], 1),
            (&["name:Hutt", "5"], None, &[2, 3], 1),
            (&["name:Ben"], None, &[0, 2, 3, 4], 0),
            (&["name:9"], Some("class=b,c"), &[2, 3], 0),
            (&[], Some("distance=2,6.0"), &[0, 2], 0),
        ] {
            let dataset = table().dataset(&columns(out, only)).unwrap();
            assert_eq!(dataset.row_ids, expected, "{out:?} {only:?}");
            assert_eq!(dataset.skipped_rows, skipped, "{out:?} {only:?}");
        }
    }

    #[test]
    fn what_is_learnt_is_learnt_from_the_rows_that_are_fitted() {
        let filled = Columns {
            missing: Missing::Mean,
            ..columns(&["name:Hutt"], None)
        };
        // The mean of 3, 5 and 4, without the 9 of Hutt.
        assert_eq!(table().dataset(&filled).unwrap().x[(0, 1)], 4.0);
    }

    #[test]
    fn rows_and_classes_that_are_not_there_are_named() {
        for (out, only, said) in [
            (&["6"][..], None, "row 6 cannot be left out: there are 5"),
            (
                &["name:Nevis"],
                None,
                "no row is called \"Nevis\" in \"race\"",
            ),
            (&[], Some("class=d"), "no row has \"d\" in \"class\""),
            (&[], Some("colour=d"), "no column \"colour\""),
            (&["1", "2"], Some("class=a"), "every row is left out"),
        ] {
            let error = table()
                .dataset(&columns(out, only))
                .unwrap_err()
                .to_string();
            assert!(error.contains(said), "{error}");
        }
        let nameless = Source::Builtin(Builtin::Iris).load(&|| false).unwrap();
        let error = nameless
            .dataset(&columns(&["name:Hutt"], None))
            .unwrap_err();
        assert!(error.to_string().contains("have no names"), "{error}");
        for typed in ["0", "Hutt", "-1", "name:", "1.5"] {
            assert!(typed.parse::<LeftOutRow>().is_err(), "{typed}");
        }
        for typed in ["digit", "=3", "digit="] {
            assert!(typed.parse::<KeptClasses>().is_err(), "{typed}");
        }
    }

    #[test]
    fn what_is_left_out_is_said() {
        let table = table();
        let columns = Columns {
            label: ColumnChoice::Column("class".into()),
            ..columns(&["name:Hutt", "3"], Some("class=a,b"))
        };
        assert_eq!(
            columns.rows.in_words().unwrap(),
            "without Hutt, row 3, only class a, b"
        );
        let left = table.left_out(&columns, 1).unwrap().rows;
        let counts: Vec<(u64, &str)> = left.iter().map(|it| (it.count, it.why)).collect();
        assert_eq!(
            counts,
            [
                (2, "left out by choice"),
                (1, "of other classes"),
                (1, "missing values")
            ]
        );
    }
}
