//! Tables as workbooks of one sheet (Office Open XML, ECMA-376), which spreadsheets open without guessing at separators.

use std::io::{self, Cursor, Write};

use zip::{ZipWriter, write::SimpleFileOptions};

use super::{Cell, Sheet};
use chart::paper::svg::escaped;
use tabular::printable::printable;

/// Largest numbers of rows and of columns of a sheet, by Excel's specifications.
const SHEET_SIZE: [usize; 2] = [1_048_576, 16_384];

const MAIN: &str = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const OFFICE: &str = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const PACKAGE: &str = "http://schemas.openxmlformats.org/package/2006";
const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"yes\"?>\n";

/// Reason why a table has no room in a workbook, if it has none.
pub(super) fn obstacle(sheet: &Sheet) -> Option<String> {
    let rows = sheet.numbers.nrows() + 1;
    let columns = sheet.beside.len() + sheet.numbers.ncols();
    (rows > SHEET_SIZE[0] || columns > SHEET_SIZE[1]).then(|| {
        format!(
            "a workbook has room for {} rows and {} columns; use .csv or .npy",
            SHEET_SIZE[0], SHEET_SIZE[1]
        )
    })
}

/// Bytes of the workbook. Texts are texts to a spreadsheet, whatever they begin with.
///
/// # Errors
/// When it cannot be packed.
pub(super) fn file(sheet: &Sheet, digits: Option<usize>) -> io::Result<Vec<u8>> {
    let kind = "application/vnd.openxmlformats-officedocument.spreadsheetml";
    let parts = [
        (
            "[Content_Types].xml",
            format!(
                "{XML}<Types xmlns=\"{PACKAGE}/content-types\"><Default Extension=\"rels\" \
                 ContentType=\"application/vnd.openxmlformats-package.relationships+xml\"/>\
                 <Override PartName=\"/xl/workbook.xml\" ContentType=\"{kind}.sheet.main+xml\"/>\
                 <Override PartName=\"/xl/worksheets/sheet1.xml\" ContentType=\"{kind}.worksheet+xml\"/></Types>"
            ),
        ),
        (
            "_rels/.rels",
            format!(
                "{XML}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" \
                 Type=\"{OFFICE}/officeDocument\" Target=\"xl/workbook.xml\"/></Relationships>"
            ),
        ),
        (
            "xl/workbook.xml",
            format!(
                "{XML}<workbook xmlns=\"{MAIN}\" xmlns:r=\"{OFFICE}\"><sheets><sheet name=\"Table\" sheetId=\"1\" \
                 r:id=\"rId1\"/></sheets></workbook>"
            ),
        ),
        (
            "xl/_rels/workbook.xml.rels",
            format!(
                "{XML}<Relationships xmlns=\"{PACKAGE}/relationships\"><Relationship Id=\"rId1\" \
                 Type=\"{OFFICE}/worksheet\" Target=\"worksheets/sheet1.xml\"/></Relationships>"
            ),
        ),
    ];
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let options = SimpleFileOptions::default();
    for (name, text) in parts {
        archive.start_file(name, options)?;
        archive.write_all(text.as_bytes())?;
    }
    archive.start_file("xl/worksheets/sheet1.xml", options)?;
    write!(archive, "{XML}<worksheet xmlns=\"{MAIN}\"><sheetData>")?;
    let header: Vec<String> = sheet.header().map(text_cell).collect();
    if !header.is_empty() {
        write!(archive, "<row>{}</row>", header.concat())?;
    }
    for cells in sheet.cells(digits) {
        let cells = cells.into_iter().map(|cell| match cell {
            Cell::Text(text) => text_cell(text),
            Cell::Number(text) => number_cell(&text),
        });
        write!(archive, "<row>{}</row>", cells.collect::<String>())?;
    }
    write!(archive, "</sheetData></worksheet>")?;
    Ok(archive.finish()?.into_inner())
}

/// Cell of a text; letters that XML or a reader has no room for are written out.
fn text_cell(text: &str) -> String {
    let text = escaped(&printable(text));
    format!("<c t=\"inlineStr\"><is><t xml:space=\"preserve\">{text}</t></is></c>")
}

/// Cell of a number; one that is not finite is a text, and one that is missing is empty.
fn number_cell(text: &str) -> String {
    if text.is_empty() {
        "<c/>".to_owned()
    } else if text.ends_with("inf") {
        text_cell(text)
    } else {
        format!("<c><v>{text}</v></c>")
    }
}
