//! Sizes that files claim: no reader believes them beyond the memory that it may take, and none aborts.

use std::{
    fs,
    io::{Cursor, Write},
};

use flate2::{Compression, write::GzEncoder};
use zip::{ZipWriter, write::SimpleFileOptions};

use tabular::{Holds, ReadTask, Rewritten, Source};

/// Bytes that each file may take here.
const MEMORY: u64 = 4 << 20;

fn npy(shape: &str) -> Vec<u8> {
    let header = format!("{{'descr': '|u1', 'fortran_order': False, 'shape': ({shape}), }}\n");
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    [
        b"\x93NUMPY\x01\x00",
        &length[..],
        header.as_bytes(),
        &[1; 64],
    ]
    .concat()
}

fn packed(text: &[u8]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    packed.write_all(text).unwrap();
    packed.finish().unwrap()
}

fn archive(parts: &[(&str, &str)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in parts {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn open_document(rows: &str, columns: &str) -> Vec<u8> {
    let cell = format!(
        "<table:table-cell table:number-columns-repeated=\"{columns}\" office:value-type=\"float\" office:value=\"1\"/>"
    );
    let row =
        format!("<table:table-row table:number-rows-repeated=\"{rows}\">{cell}</table:table-row>");
    let sheet = format!(
        "<office:document-content><table:table table:name=\"a\">{row}</table:table></office:document-content>"
    );
    archive(&[
        ("mimetype", "application/vnd.oasis.opendocument.spreadsheet"),
        ("content.xml", &sheet),
    ])
}

fn excel(cells: &str, unique: &str) -> Vec<u8> {
    let shared = format!("<sst uniqueCount=\"{unique}\"><si><t>a</t></si></sst>");
    let sheet = format!("<worksheet><sheetData>{cells}</sheetData></worksheet>");
    archive(&[
        (
            "xl/workbook.xml",
            "<workbook xmlns:r=\"r\"><sheets><sheet name=\"a\" sheetId=\"1\" r:id=\"r1\"/></sheets></workbook>",
        ),
        (
            "xl/_rels/workbook.xml.rels",
            "<Relationships><Relationship Id=\"r1\" Target=\"worksheets/sheet1.xml\"/></Relationships>",
        ),
        ("xl/sharedStrings.xml", &shared),
        ("xl/worksheets/sheet1.xml", &sheet),
    ])
}

/// Text in a format that is rewritten as a table, which takes more than [`MEMORY`]; and what it is read for.
fn larger_as_a_table(format: Rewritten) -> (Holds, String) {
    // Of a graph each edge repeats the labels of its ends.
    let label = "a".repeat(20_000);
    match format {
        Rewritten::Gml => {
            let node = |id: u8| format!("node [ id {id} label \"{id}{label}\" ] ");
            let edges = "edge [ source 1 target 2 ] ".repeat(100);
            (
                Holds::Graph,
                format!("graph [ {}{}{edges}]", node(1), node(2)),
            )
        }
        Rewritten::GraphMl => {
            let key = "<key id=\"l\" attr.name=\"label\"/>";
            let node =
                |id: u8| format!("<node id=\"{id}\"><data key=\"l\">{id}{label}</data></node>");
            let nodes = node(1) + &node(2);
            let edges = "<edge source=\"1\" target=\"2\"/>".repeat(100);
            (
                Holds::Graph,
                format!("<graphml>{key}<graph>{nodes}{edges}</graph></graphml>"),
            )
        }
        Rewritten::Ucinet => (
            Holds::Numbers,
            format!("DL N=500\nDATA:\n{}", "0 ".repeat(250_000)),
        ),
        Rewritten::Triangle => {
            let line = |n: usize| format!("{}0\n", "0 ".repeat(n));
            (Holds::Numbers, (0..700).map(line).collect())
        }
    }
}

#[test]
fn every_reader_counts_before_it_grows() {
    let far = "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row><row r=\"1048576\"><c r=\"XFD1048576\"><v>1</v></c></row>";
    let numbers = [
        ("rows.csv.gz", packed(&b"1\n".repeat(1 << 20))),
        ("columns.csv", b",".repeat(1 << 20)),
        (
            "words.csv",
            (0..100_000)
                .flat_map(|i| format!("a{i},b\n").into_bytes())
                .collect(),
        ),
        ("rows.npy", npy("4000000000, 1")),
        ("columns.npy", npy("1, 4000000000")),
        ("both.npy", npy("4000000000, 4000000000")),
        ("archive.npz", archive(&[("a.npy", "\u{93}NUMPY")])),
        ("index.txt", b"1 1:1 4000000000:1\n-1 1:1 2:2\n".to_vec()),
        (
            "last.txt",
            b"1 1:1 18446744073709551615:1\n-1 1:1 2:2\n".to_vec(),
        ),
        ("labels.txt", b"1 1:1 2:1\n".repeat(100_000)),
        (
            "rows.arff",
            [
                &b"@relation r\n@attribute a real\n@data\n"[..],
                &b"1\n".repeat(1 << 20),
            ]
            .concat(),
        ),
        ("far.xlsx", excel(far, "1")),
        (
            "texts.xlsx",
            excel(
                "<row r=\"1\"><c r=\"A1\"><v>1</v></c></row>",
                "4000000000000",
            ),
        ),
        ("wide.ods", open_document("1048576", "16384")),
        (
            "huge.ods",
            open_document("18446744073709551615", "18446744073709551615"),
        ),
    ];
    let folder = tempfile::tempdir().unwrap();
    let read = |name: &str, bytes: &[u8], holds: Holds| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).unwrap();
        let task = ReadTask {
            holds,
            memory: MEMORY,
            ..ReadTask::default()
        };
        let read = Source::File(path.into()).load_by(&task);
        let said = read
            .err()
            .map(|error| error.to_string())
            .unwrap_or_default();
        assert!(!said.is_empty() && !said.contains('\n'), "{name}: {said:?}");
        said
    };
    for (name, bytes) in numbers {
        let said = read(name, &bytes, Holds::Numbers);
        let is_damaged = ["archive.npz", "both.npy", "texts.xlsx", "far.xlsx"].contains(&name);
        assert!(
            is_damaged || said.contains(" MiB of memory, and "),
            "{name}: {said}"
        );
    }
    for format in Rewritten::ALL {
        let (holds, text) = larger_as_a_table(format);
        let said = read(format.spec().name, text.as_bytes(), holds);
        assert!(said.contains(" MiB of memory, and "), "{format:?}: {said}");
    }
    for (holds, name, text) in [
        (Holds::Strings, "lines.txt", "acgt\n"),
        (Holds::Strings, "letters.fasta", ">a\nACGT\n"),
        (Holds::Graph, "edges.csv", "a,b\n"),
    ] {
        let said = read(name, text.repeat(200_000).as_bytes(), holds);
        assert!(said.contains(" MiB of memory, and "), "{name}: {said}");
    }
}
