//! How a file was read, and the one line that says so.

use super::{Columns, DataError, Decimal, Delimiter, ReadAs, Table, table::Role};

/// Columns that are left out and named; of the others only their number is said.
const NAMED: usize = 3;

/// How a file was read: for its user, and for another program that is to read the same numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    pub form: Form,
    /// `None` where there is a single column.
    pub delimiter: Option<Delimiter>,
    pub decimal: Decimal,
    /// Some number was written in groups of three digits.
    pub grouped: bool,
    /// The first record names the columns.
    pub header: bool,
    /// Lines above the first row of data, comments included.
    pub skipped_lines: u64,
    /// What its user said of it.
    pub said: ReadAs,
    /// What to say for the other reading, where the file leaves room for two.
    pub other: Option<ReadAs>,
}

/// How the rows of a file stand in it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    Table,
    /// Each line is one string.
    Lines,
    Fasta,
}

impl Reading {
    /// Of a file that is no table.
    pub(super) fn of_texts(form: Form, said: ReadAs, skipped_lines: u64) -> Self {
        Self {
            form,
            delimiter: None,
            decimal: Decimal::Point,
            grouped: false,
            header: false,
            skipped_lines,
            said,
            other: None,
        }
    }
}

impl Table {
    /// How the file was read and what is used of it, in one line such as "separated by semicolons ·
    /// decimal comma · names in the first line · label kind · columns left out: id (row numbers)".
    /// `None` where the table comes from no file.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn reading_line(
        &self,
        columns: &Columns,
        skipped_rows: usize,
    ) -> Result<Option<String>, DataError> {
        let Some(reading) = self.reading() else {
            return Ok(None);
        };
        let form = match reading.form {
            Form::Table => None,
            Form::Lines => Some("a string in each line"),
            Form::Fasta => Some("sequences in FASTA"),
        };
        if let Some(form) = form {
            let label = self.labels_beside().unwrap_or("none");
            return Ok(Some(format!("{form} · label {label}")));
        }
        let mut parts = vec![
            match reading.delimiter {
                Some(delimiter) => format!("separated by {}", delimiter.plural()),
                None => "one column".into(),
            },
            format!("decimal {}", reading.decimal),
        ];
        if reading.grouped {
            parts.push(format!("thousands with a {}", reading.decimal.other()));
        }
        parts.push(if reading.header {
            "names in the first line".into()
        } else {
            "no line of names".into()
        });
        parts.push(match self.label_column(&columns.label)? {
            Some(label) => format!("label {}", self.columns()[label].name),
            None if self.labels_beside().is_some() => {
                format!("label {}", self.labels_beside().unwrap_or_default())
            }
            None => "no label".into(),
        });
        parts.extend(self.columns_left_out(columns)?);
        if skipped_rows > 0 {
            parts.push(format!("rows left out for missing values: {skipped_rows}"));
        }
        Ok(Some(parts.join(" · ")))
    }

    fn columns_left_out(&self, columns: &Columns) -> Result<Option<String>, DataError> {
        let all = self.unused_columns(columns)?;
        let named = all.iter().take(NAMED);
        let mut out: Vec<String> = named.map(|(name, why)| format!("{name} ({why})")).collect();
        if all.len() > NAMED {
            out.push(format!("{} more", all.len() - NAMED));
        }
        Ok((!out.is_empty()).then(|| format!("columns left out: {}", out.join(", "))))
    }

    /// Names of the columns that are neither feature nor label, each with why it is not.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn unused_columns(
        &self,
        columns: &Columns,
    ) -> Result<Vec<(String, &'static str)>, DataError> {
        let mut out = Vec::new();
        for (column, role) in self.columns().iter().zip(self.roles(columns)?) {
            let why = match role {
                Role::Feature | Role::Label => continue,
                Role::Index => "index",
                Role::RowNumber => "row numbers",
                Role::Empty => "empty",
                Role::Text => "text",
                Role::NotChosen => "not chosen",
            };
            out.push((column.name.clone(), why));
        }
        Ok(out)
    }
}
