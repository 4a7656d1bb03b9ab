//! Account of how a file was read, and the one line that gives it.

use serde::Serialize;

use super::{
    Columns, DataError, Decimal, Delimiter, Kind, Missing, ReadAs, Rewritten, Table,
    names::is_unnamed, row_choice::ChosenRows, table::Role,
};
use kernel_pca::objects::ObjectKind;

/// Reasons for which rows are left out.
const MISSING: &str = "missing values";
const CHOSEN: &str = "left out by choice";
const OTHER_CLASSES: &str = "of other classes";

/// Usual endings of files that are read as they are: tables and lists of edges, arrays, workbooks, ARFF, LIBSVM, FASTA.
const ENDINGS: [&str; 22] = [
    "csv", "tsv", "txt", "dat", "data", "train", "test", "edges", "gz", "npy", "npz", "xlsx",
    "xlsm", "ods", "arff", "libsvm", "svm", "svmlight", "fasta", "fa", "fna", "faa",
];

/// Number of columns left out up to which they are named; of more only their number is given.
const NAMED: usize = 3;

/// Account of how a file was read: for its user, and for another program that is to read the same numbers. By default
/// that of the plainest table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says one thing that a file has or has not"
)]
pub struct Reading {
    pub form: Form,
    /// Separator of values; `None` where there is a single column.
    pub delimiter: Option<Delimiter>,
    pub decimal: Decimal,
    /// True where some number was written in groups of three digits.
    pub grouped: bool,
    /// True where some number was written in groups of three digits between blanks or apostrophes.
    pub spaced: bool,
    /// True where some number was written with a currency, which is dropped: `$351` is 351.
    pub currency: bool,
    /// True where some number was written with a percent sign, which is dropped: `12%` is 12.
    pub percent: bool,
    /// True where some number has the minus sign of typesetters (U+2212) or Fortran's exponent (`1.0D+03`).
    pub respelled: bool,
    /// True where the columns have names: in the first record, in a comment above or declared.
    pub header: bool,
    /// True where some names are numbers, so that the names could be a row of data.
    pub names_count: bool,
    /// Number of the file's records that hold the names; 0 where there are no names or a comment has them.
    pub header_rows: usize,
    /// True where a backslash within quotes protects a quote.
    pub escapes: bool,
    /// True where rows end in a separator, and the names do not.
    pub trailing: bool,
    /// True where lower-case letters of sequences were read as capitals.
    pub folded: bool,
    /// Number of lines above the first row of data, comments included; of a workbook the number of rows.
    pub skipped_lines: u64,
    /// True where a line above the first row has an odd number of quotes, so that it ends within a cell or seems to.
    pub quoted_above: bool,
    /// Number of carriage returns amid lines above the first row, where other readers end a line.
    pub returns_above: u64,
    /// True where lines hold nothing but separators, which other readers take for rows.
    pub hollow: bool,
    /// Number of empty columns on the left of a workbook's sheet, which are left out.
    pub left_columns: usize,
    /// Lines that are no rows, by kind.
    pub above: LinesAbove,
    pub coding: Coding,
    /// User's statements on the file.
    pub said: ReadAs,
    /// True where the user names the sheet of a workbook.
    pub sheet_said: bool,
    /// Statements by which the file has another reading that makes as much sense; `None` where there is none.
    pub other: Option<ReadAs>,
    /// True where nothing tells whether a sign in numbers is decimal or parts groups of digits, so that numbers may be
    /// wrong by a factor of 1000.
    pub doubtful: bool,
}

/// Counts of the lines in a file that are neither rows nor their names, by kind.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct LinesAbove {
    /// Number of lines that begin with `#` or `%`.
    pub comments: u64,
    /// Number of lines with fewer fields than the table has, such as its title.
    pub titles: u64,
    /// True where the first line is Excel's, such as `sep=;`.
    pub separator: bool,
    /// True where the last comment names the columns; it is not counted among `comments`.
    pub names: bool,
}

/// Compression and encoding of a file's text.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Coding {
    pub gzip: bool,
    pub encoding: TextEncoding,
}

/// Encoding of a text; UTF-16 needs a mark in front.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum TextEncoding {
    #[default]
    Utf8,
    Utf16LittleEndian,
    Utf16BigEndian,
    /// Western European code page of Windows, which a text is taken for that is no UTF-8.
    Windows1252,
}

/// Format of a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Form {
    #[default]
    Table,
    /// Workbook, of which one sheet is read.
    Workbook {
        /// Number of the sheet, from 0.
        sheet: usize,
        sheets: usize,
    },
    /// Weka's format, which declares its columns.
    Arff,
    /// Label and `index:value` of what is not 0, as LIBSVM and `SVMlight` write.
    Libsvm,
    /// Edges as `NetworkX` writes them, with a dictionary behind each.
    EdgeDictionaries,
    /// Text with one string per line.
    Lines,
    Fasta,
    /// Format that is rewritten as a plain table.
    Rewritten(Rewritten),
}

/// Usual endings of the names of files that are read, without the point.
#[must_use]
pub fn usual_endings() -> Vec<&'static str> {
    let rewritten = Rewritten::ALL.iter().flat_map(|it| it.spec().endings);
    ENDINGS.iter().chain(rewritten).copied().collect()
}

impl Reading {
    /// Returns true where every reader of quoted fields counts the same number of lines above the first row.
    #[must_use]
    pub fn is_plain_above(&self) -> bool {
        !self.quoted_above && self.returns_above == 0
    }

    /// Phrases on compression and encoding, where they are not the usual ones.
    fn coding_words(&self) -> Vec<String> {
        let mut parts = Vec::new();
        if self.coding.gzip {
            parts.push("unpacked by gzip".to_owned());
        }
        match self.coding.encoding {
            TextEncoding::Utf8 => {}
            TextEncoding::Windows1252 => parts.push("cp1252, since it is not UTF-8".to_owned()),
            TextEncoding::Utf16LittleEndian | TextEncoding::Utf16BigEndian => {
                parts.push("UTF-16".to_owned());
            }
        }
        parts
    }

    /// Words for the format; `None` for a table, whose separators and numbers are said.
    fn form_words(&self) -> Option<String> {
        let words = match self.form {
            Form::Table => return None,
            Form::Workbook { sheets: 1, .. } => "the sheet of a workbook",
            Form::Workbook { sheet: 0, sheets } => {
                return Some(format!("the first of {sheets} sheets of a workbook"));
            }
            Form::Workbook { sheet, sheets } => {
                return Some(format!("sheet {} of {sheets} of a workbook", sheet + 1));
            }
            Form::Arff => "ARFF",
            Form::Libsvm => "LIBSVM, where what is not written is 0",
            Form::EdgeDictionaries => "NetworkX's edges, of whose dictionaries the weight is read",
            Form::Lines => "a string in each line",
            Form::Fasta => "sequences in FASTA",
            Form::Rewritten(format) => format.spec().words,
        };
        Some(words.to_owned())
    }

    /// Phrases on the format, separators and numbers.
    fn cell_words(&self) -> Vec<String> {
        let mut parts = match (self.form_words(), self.delimiter) {
            (Some(words), _) => vec![words],
            (None, Some(delimiter)) => vec![
                format!("separated by {}", delimiter.plural()),
                format!("decimal {}", self.decimal),
            ],
            (None, None) => vec!["one column".to_owned(), format!("decimal {}", self.decimal)],
        };
        if self.grouped {
            parts.push(format!("thousands with a {}", self.decimal.other()));
        }
        if self.spaced {
            parts.push("groups of digits joined (10 230 is 10230)".to_owned());
        }
        if self.currency {
            parts.push("currencies dropped ($351 is 351)".to_owned());
        }
        if self.percent {
            parts.push("percent signs dropped (12% is 12)".to_owned());
        }
        if self.escapes {
            parts.push("backslashes before quotes".to_owned());
        }
        if self.trailing {
            parts.push("rows end in a separator".to_owned());
        }
        parts
    }

    /// Words on where the names of the columns stand; `None` where the format leaves no choice.
    fn names_words(&self) -> Option<String> {
        let by_format = match self.form {
            Form::Lines | Form::Fasta | Form::Rewritten(_) => return None,
            Form::Arff => Some("names as declared"),
            Form::Libsvm => Some("numbers of columns as names"),
            Form::Table | Form::Workbook { .. } | Form::EdgeDictionaries => None,
        };
        let words = match by_format {
            _ if !self.header => "no line of names",
            Some(words) => words,
            None if self.above.names => "names in the last comment above",
            None if self.header_rows > 1 => {
                return Some(format!("names in the first {} lines", self.header_rows));
            }
            None => "names in the first line",
        };
        Some(words.to_owned())
    }

    /// Sign in numbers such as `1,234` that may be decimal or part groups of digits, where the reading is `doubtful`.
    #[must_use]
    pub fn doubtful_sign(&self) -> Decimal {
        match (self.decimal, self.grouped) {
            (Decimal::Point, false) => Decimal::Point,
            _ => Decimal::Comma,
        }
    }

    /// Phrases on what was guessed and might be meant otherwise, each such as "numbers are taken for names".
    #[must_use]
    pub fn doubts(&self) -> Vec<String> {
        let mut doubts = Vec::new();
        if self.doubtful {
            let sign = self.doubtful_sign();
            let what = if sign == self.decimal {
                "taken as decimal sign"
            } else {
                "taken for one between groups of digits"
            };
            doubts.push(format!(
                "in numbers such as 1{}234 the {sign} is {what}",
                sign.sign()
            ));
        } else if self.other.is_some() {
            doubts.push("its values can be parted in two ways".to_owned());
        }
        if self.said.header.is_none() && self.header_rows > 1 {
            doubts.push(format!(
                "its first {} lines are taken for names",
                self.header_rows
            ));
        } else if self.said.header.is_none() && self.names_count {
            doubts.push("the numbers of its first line are taken for names".to_owned());
        }
        if let Form::Workbook { sheet, sheets } = self.form
            && sheet > 0
            && !self.sheet_said
        {
            doubts.push(format!("sheet {} of {sheets} is taken", sheet + 1));
        }
        doubts
    }

    /// Lines that are left out, by kind.
    fn lines_left_out(&self) -> Vec<Omission> {
        let LinesAbove {
            comments,
            titles,
            separator,
            names: _,
        } = self.above;
        [
            (u64::from(separator), "it names the separator"),
            (comments, "comment"),
            (titles, "above the table"),
        ]
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, why)| Omission { count, why })
        .collect()
    }
}

/// Rows, columns and lines of a file that are not used, and why.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
pub struct LeftOut {
    pub rows: Vec<Omission>,
    pub columns: Vec<OmittedColumn>,
    pub lines: Vec<Omission>,
}

/// Number of rows or lines that are left out for one reason.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
pub struct Omission {
    pub count: u64,
    pub why: &'static str,
}

/// Column that is left out.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct OmittedColumn {
    pub name: String,
    pub why: &'static str,
}

/// First few texts, and the number of those that follow.
fn named(mut texts: Vec<String>) -> String {
    if texts.len() > NAMED {
        let more = texts.len() - NAMED;
        texts.truncate(NAMED);
        texts.push(format!("{more} more"));
    }
    texts.join(", ")
}

impl Table {
    /// Line on how the file was read and what is used of it, such as "separated by semicolons · decimal comma
    /// · names in the first line · label kind · rows named by id · columns left out: note (text)", or "edges
    /// from source to target" where a kernel `takes` graphs. `None` where the table comes from no file.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn reading_line(
        &self,
        columns: &Columns,
        takes: ObjectKind,
        skipped_rows: usize,
    ) -> Result<Option<String>, DataError> {
        let Some(reading) = self.reading() else {
            return Ok(None);
        };
        let mut parts = reading.coding_words();
        let label = match self.label_said(columns)? {
            None => "no label".into(),
            Some((label, 0)) => format!("label {label}"),
            Some((label, 1)) => format!("label {label}, which 1 row lacks"),
            Some((label, rows)) => format!("label {label}, which {rows} rows lack"),
        };
        let roles = self.roles(columns)?;
        let nodes = match takes {
            ObjectKind::Graph => self.node_names(columns, &self.entry_columns(columns))?,
            _ => None,
        };
        let names = nodes.or_else(|| roles.iter().position(|role| *role == Role::Names));
        let names = names.map(|j| match &self.columns()[j].name {
            name if is_unnamed(name) => format!("rows named by column {}", j + 1),
            name => format!("rows named by {name}"),
        });
        parts.extend(reading.cell_words());
        if matches!(reading.form, Form::Lines | Form::Fasta) {
            if reading.folded {
                parts.push("lower-case letters as capitals".to_owned());
            }
            parts.push(label);
            parts.extend(names);
            return Ok(Some(parts.join(" · ")));
        }
        parts.extend(reading.names_words());
        let edges = match takes {
            ObjectKind::Graph => self.edge_columns(columns)?,
            _ => None,
        };
        if let Some(edges) = edges {
            parts.push(edges.said(self));
            return Ok(Some(parts.join(" · ")));
        }
        parts.push(label);
        parts.extend(names);
        let is_constant =
            |j: &usize| roles[*j] == Role::Feature && self.sense(*j).kind == Kind::Constant;
        let constant: Vec<usize> = (0..roles.len()).filter(is_constant).collect();
        if !constant.is_empty() {
            let names = constant.iter().map(|&j| self.columns()[j].name.clone());
            parts.push(format!("constant: {}", named(names.collect())));
        }
        if let (Some(_), gaps) = (columns.missing.strategy(), self.gaps(columns)?)
            && gaps > 0
        {
            let how = columns.missing.title().to_lowercase();
            parts.push(format!("missing values: {gaps}, {how}"));
        }
        let choice = &columns.rows;
        let LeftOut {
            rows,
            columns,
            lines,
        } = self.left_out(columns, skipped_rows)?;
        if !columns.is_empty() {
            let nodes = nodes.map(|j| &self.columns()[j].name);
            let out = columns.iter().filter(|column| Some(&column.name) != nodes);
            let out = out.map(|column| format!("{} ({})", column.name, column.why));
            let out: Vec<String> = out.collect();
            if !out.is_empty() {
                parts.push(format!("columns left out: {}", named(out)));
            }
        }
        if !lines.is_empty() {
            let out = lines.iter().map(|it| format!("{} ({})", it.count, it.why));
            let out: Vec<String> = out.collect();
            parts.push(format!("lines left out: {}", out.join(", ")));
        }
        parts.extend(
            choice
                .left_out_in_words()
                .map(|rows| format!("rows left out: {rows}")),
        );
        for Omission { count, why } in rows {
            match (why, &choice.only) {
                (MISSING, _) => parts.push(format!("rows left out for {why}: {count}")),
                (OTHER_CLASSES, Some(only)) => {
                    parts.push(format!("only {only}, rows left out: {count}"));
                }
                _ => {}
            }
        }
        Ok(Some(parts.join(" · ")))
    }

    /// Rows, columns and lines of the file that are not used, where `skipped_rows` of the chosen rows lack a value; no
    /// lines where the table comes from no file.
    ///
    /// # Errors
    /// When a column is named that the table lacks.
    pub fn left_out(&self, columns: &Columns, skipped_rows: usize) -> Result<LeftOut, DataError> {
        let roles = self.roles(columns)?;
        let out = self
            .columns()
            .iter()
            .zip(roles)
            .filter_map(|(column, role)| {
                let is_dropped = columns.missing == Missing::DropColumns && column.missing() > 0;
                let why = match role {
                    Role::Feature if is_dropped => MISSING,
                    Role::Feature | Role::Label | Role::Names => return None,
                    Role::LeftOut(kind) => kind.why_left_out(),
                    Role::NotChosen => "not chosen",
                };
                let name = column.name.clone();
                Some(OmittedColumn { name, why })
            });
        let [by_choice, other_classes] = self.counts_left_out(columns)?;
        let rows = [
            (by_choice, CHOSEN),
            (other_classes, OTHER_CLASSES),
            (skipped_rows, MISSING),
        ];
        let rows = rows.into_iter().filter(|(count, _)| *count > 0);
        let rows = rows.map(|(count, why)| Omission {
            count: count as u64,
            why,
        });
        let lines = self.reading().map(Reading::lines_left_out);
        Ok(LeftOut {
            rows: rows.collect(),
            columns: out.collect(),
            lines: lines.unwrap_or_default(),
        })
    }

    /// Numbers of rows that are left out by number or name, and because they are of other classes.
    fn counts_left_out(&self, columns: &Columns) -> Result<[usize; 2], DataError> {
        if columns.rows.takes_all() {
            return Ok([0; 2]);
        }
        let mut used = self.feature_columns(columns)?;
        used.extend(self.label_column(&columns.label)?);
        let ChosenRows { fitted, left_out } = self.chosen_rows(columns, &used)?;
        let others = self.rows() - fitted.len() - left_out.len();
        Ok([left_out.len(), others])
    }
}
