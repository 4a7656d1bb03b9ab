//! Rows of controls for how a file is read.

use egui::Ui;

use super::widgets::{choice_of, explained_button, explained_row};
use crate::app::{Command, Edit};
use chart::counted;
use tabular::{DataFile, Decimal, Delimiter, Form, ReadAs, Reading};

const DELIMITER: &str = "What stands between two values of a line. Automatic takes the sign that parts all \
                         lines alike.";
const DECIMAL: &str = "How the file writes a half, 0.5 or 0,5. Automatic looks for numbers that can be \
                       written in one way only.";

const HEADER: &str =
    "How many lines above the rows name the columns. Automatic tells names from values.";
const SHEET: &str =
    "The sheet of the workbook that is read. By itself the first that holds a table is.";
/// Largest number of lines of names that can be chosen.
const MOST_LINES: u8 = 3;

/// Account of how a file was read, if it was, and the names of its workbook's sheets.
pub(super) type Known<'a> = (Option<&'a Reading>, &'a [String]);

/// Draws the choices of how a file is read, needed where it is refused or was read as it was not meant.
pub(super) fn reading_rows(ui: &mut Ui, file: &DataFile, known: Known<'_>, out: &mut Vec<Command>) {
    parting_rows(ui, file, known, out);
    spelling_rows(ui, file.read_as, out);
}

/// Draws a button for the other way in which a file can be read, where there are two.
pub(super) fn other_reading(ui: &mut Ui, reading: Option<&Reading>, out: &mut Vec<Command>) {
    let Some(other) = reading.and_then(|reading| reading.other) else {
        return;
    };
    let text = format!("Or {}", other.purpose());
    let hint = "The file can be read in two ways, and nothing in it says which is meant";
    if explained_button(ui, &text, hint).clicked() {
        out.push(Command::Edit(Edit::ReadAs(other)));
    }
}

/// Draws the choices of where values are found: the sheet of a workbook, or else the separator.
pub(super) fn parting_rows(
    ui: &mut Ui,
    file: &DataFile,
    (reading, sheets): Known<'_>,
    out: &mut Vec<Command>,
) {
    let Some(Form::Workbook { sheet, .. }) = reading.map(|it| it.form) else {
        return delimiter_row(ui, file.read_as, out);
    };
    explained_row(ui, "Sheet", SHEET, None, |ui| {
        let now = &sheets[sheet];
        let all = sheets
            .iter()
            .map(|name| (name, name, format!("Reads {name}")));
        let chosen = choice_of(ui, "sheet", now, Some(&now), all);
        out.extend(chosen.map(|name| Command::Edit(Edit::WorkbookSheet(name.clone()))));
    });
}

/// Draws the choices of which lines hold names, and how numbers are written.
pub(super) fn spelling_rows(ui: &mut Ui, said: ReadAs, out: &mut Vec<Command>) {
    header_row(ui, said, out);
    decimal_row(ui, said, out);
}

fn delimiter_row(ui: &mut Ui, said: ReadAs, out: &mut Vec<Command>) {
    const DELIMITERS: [Delimiter; 4] = [
        Delimiter::COMMA,
        Delimiter::SEMICOLON,
        Delimiter::TAB,
        Delimiter::Blank,
    ];
    let delimiter_name = |delimiter: Option<Delimiter>| match delimiter {
        None => "Automatic".to_owned(),
        Some(delimiter) => explorer::word::sentence_case(&delimiter.plural()),
    };
    explained_row(ui, "Separated by", DELIMITER, None, |ui| {
        let all = [None].into_iter().chain(DELIMITERS.map(Some));
        let all = all.map(|delimiter| {
            let help = match delimiter {
                None => "Found from the first lines of the file".to_owned(),
                Some(delimiter) => format!("Columns are parted at {}", delimiter.plural()),
            };
            let read = ReadAs { delimiter, ..said };
            (read, delimiter_name(delimiter), help)
        });
        let read = choice_of(
            ui,
            "delimiter",
            delimiter_name(said.delimiter),
            Some(&said),
            all,
        );
        out.extend(read.map(|read| Command::Edit(Edit::ReadAs(read))));
    });
}

fn decimal_row(ui: &mut Ui, said: ReadAs, out: &mut Vec<Command>) {
    let decimal_name = |decimal: Option<Decimal>| match decimal {
        None => "Automatic",
        Some(Decimal::Point) => "Point",
        Some(Decimal::Comma) => "Comma",
    };
    explained_row(ui, "Decimal sign", DECIMAL, None, |ui| {
        let all = [None].into_iter().chain(Decimal::ALL.map(Some));
        let all = all.map(|decimal| {
            let help = match decimal {
                None => "Found from the first lines of the file",
                Some(Decimal::Point) => "A half is 0.5",
                Some(Decimal::Comma) => "A half is 0,5",
            };
            (ReadAs { decimal, ..said }, decimal_name(decimal), help)
        });
        let read = choice_of(ui, "decimal", decimal_name(said.decimal), Some(&said), all);
        out.extend(read.map(|read| Command::Edit(Edit::ReadAs(read))));
    });
}

fn header_row(ui: &mut Ui, said: ReadAs, out: &mut Vec<Command>) {
    let lines = |rows: u8| match rows {
        0 => "No line".to_owned(),
        1 => "The first line".to_owned(),
        rows => format!("The first {rows} lines"),
    };
    explained_row(ui, "Names in", HEADER, None, |ui| {
        let all = [None].into_iter().chain((0..=MOST_LINES).map(Some));
        let all = all.map(|header| {
            let (name, help) = match header {
                None => (
                    "Automatic".to_owned(),
                    "Found from the first lines of the file".to_owned(),
                ),
                Some(0) => (
                    lines(0),
                    "The first line holds values; columns are called x0, x1, …".to_owned(),
                ),
                Some(rows) => {
                    let above = counted(
                        rows.into(),
                        ["line above the rows has", "lines above the rows have"],
                    );
                    (lines(rows), format!("The {above} the names of the columns"))
                }
            };
            (ReadAs { header, ..said }, name, help)
        });
        let now = said.header.map_or("Automatic".to_owned(), lines);
        let read = choice_of(ui, "header", now, Some(&said), all);
        out.extend(read.map(|read| Command::Edit(Edit::ReadAs(read))));
    });
}
