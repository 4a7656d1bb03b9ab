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
    /// decimal comma · names in the first line · label kind · rows named by id · columns left out: note (text)".
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
        let label = match self.label_said(columns)? {
            None => "no label".into(),
            Some((label, 0)) => format!("label {label}"),
            Some((label, 1)) => format!("label {label}, which 1 row lacks"),
            Some((label, rows)) => format!("label {label}, which {rows} rows lack"),
        };
        let roles = self.roles(columns)?;
        let names = roles.iter().position(|role| *role == Role::Names);
        let names = names.map(|j| format!("rows named by {}", self.columns()[j].name));
        if let Some(form) = form {
            let parts = [form.into(), label].into_iter().chain(names);
            return Ok(Some(parts.collect::<Vec<String>>().join(" · ")));
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
        parts.push(label);
        parts.extend(names);
        parts.extend(self.columns_left_out(&roles));
        if skipped_rows > 0 {
            parts.push(format!("rows left out for missing values: {skipped_rows}"));
        }
        Ok(Some(parts.join(" · ")))
    }

    fn columns_left_out(&self, roles: &[Role]) -> Option<String> {
        let mut out: Vec<String> = Vec::new();
        let mut more = 0;
        for (column, role) in self.columns().iter().zip(roles) {
            let why = match role {
                Role::Feature | Role::Label | Role::Names => continue,
                Role::Identifier => "another identifier",
                Role::Empty => "empty",
                Role::Text => "text",
                Role::NotChosen => "not chosen",
            };
            if out.len() < NAMED {
                out.push(format!("{} ({why})", column.name));
            } else {
                more += 1;
            }
        }
        if more > 0 {
            out.push(format!("{more} more"));
        }
        (!out.is_empty()).then(|| format!("columns left out: {}", out.join(", ")))
    }
}
