//! Tables as people have them: what each column is taken for, what the first records are, and what is refused by name.

use std::{fmt::Write as _, io::Write as _, path::Path, sync::Arc};

use kernel_pca::objects::{GivenQuantity, Graph, Labels, ObjectKind, Objects};
use tabular::{
    ColumnChoice, Columns, DataFile, Holds, ReadAs, ReadProgress, Source, Symmetrise, Table,
    parse_table,
};
use zip::{ZipWriter, write::SimpleFileOptions};

fn read(text: impl AsRef<[u8]>) -> Table {
    parse_table("data.csv", text.as_ref(), ReadAs::default()).unwrap()
}

/// Reading of a table: rows, features, label with its number of classes, column of names, and what is left out and why.
fn summary(table: &Table) -> String {
    let columns = Columns::default();
    let dataset = match table.dataset(&columns) {
        Ok(dataset) => dataset,
        Err(error) => return error.to_string(),
    };
    let label = match &dataset.labels {
        Labels::None => "-".to_owned(),
        Labels::Classes { column, names, .. } => format!("{column} ({})", names.len()),
        Labels::Continuous { column, .. } => column.clone(),
    };
    let names = dataset
        .row_names
        .map_or("-".to_owned(), |names| names.column);
    let out = table.left_out(&columns, 0).unwrap().columns;
    let out: Vec<String> = out
        .iter()
        .map(|it| format!("{}: {}", it.name, it.why))
        .collect();
    format!(
        "{} | {} | {label} | {names} | {}",
        dataset.x.nrows(),
        dataset.feature_names.join(", "),
        out.join(", ")
    )
}

/// Rows of a table, each made of its number.
fn rows(n: usize, row: impl Fn(usize) -> String) -> String {
    (0..n).map(|i| row(i) + "\n").collect()
}

/// Value that repeats in no simple way.
fn v(i: usize, j: usize) -> f64 {
    ((i * 37 + j * 61) % 97) as f64 / 10.0 + 0.55
}

#[test]
#[expect(clippy::too_many_lines, reason = "one table of files")]
fn columns_are_taken_for_what_their_owners_meant() {
    let class = |i: usize| ["u", "v", "w"][i / 4 % 3];
    let files = [
        (
            "a data frame of numbers with its index and a class",
            format!(
                ",0,1,2,target\n{}",
                rows(12, |i| format!(
                    "{i},{},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2),
                    class(i)
                ))
            ),
            "12 | 0, 1, 2 | target (3) | unnamed | ",
        ),
        (
            "the same without its index",
            format!(
                "0,1,2,3,target\n{}",
                rows(12, |i| format!(
                    "{},{},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2),
                    v(i, 3),
                    class(i)
                ))
            ),
            "12 | 0, 1, 2, 3 | target (3) | - | ",
        ),
        (
            "labels as the index",
            format!(
                ",0,1,2\n{}",
                rows(12, |i| format!(
                    "cell {i},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2)
                ))
            ),
            "12 | 0, 1, 2 | - | unnamed | ",
        ),
        (
            "a pivot over years",
            format!(
                "country,1952,1957,1962\n{}",
                rows(12, |i| format!(
                    "land {i},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2)
                ))
            ),
            "12 | 1952, 1957, 1962 | - | country | ",
        ),
        (
            "a pivot with a group in front",
            format!(
                "group,country,1952,1957\n{}",
                rows(12, |i| format!(
                    "{},land {i},{},{}",
                    class(i),
                    v(i, 0),
                    v(i, 1)
                ))
            ),
            "12 | 1952, 1957 | group (3) | country | ",
        ),
        (
            "two rows of names and that of the rows",
            format!(
                ",gdp,gdp,life,life\nyear,1952,1957,1952,1957\nland,,,,\n{}",
                rows(12, |i| format!(
                    "land {i},{},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2),
                    v(i, 3)
                ))
            ),
            "12 | gdp 1952, gdp 1957, life 1952, life 1957 | - | land | ",
        ),
        (
            "statistics of groups, under merged cells",
            format!(
                "key,a,,b,\n,mean,std,mean,std\n{}",
                rows(12, |i| format!(
                    "k{i},{},{},{},{}",
                    v(i, 0),
                    v(i, 1),
                    v(i, 2),
                    v(i, 3)
                ))
            ),
            "12 | a mean, a std, b mean, b std | - | key | ",
        ),
        (
            "a row of units",
            format!(
                "t,temp,load\ns,°C,[kg]\n{}",
                rows(12, |i| format!("{},{},{}", v(i, 0), v(i, 1), v(i, 2)))
            ),
            "12 | t (s), temp (°C), load [kg] | - | - | ",
        ),
        (
            "names that recur above rows of numbers",
            "name,score,score\nann,1,2\nbob,4,3\neve,2,2\n".into(),
            "3 | score, score (2) | - | name | ",
        ),
        (
            "identifiers that recur, and times",
            format!(
                "ID,year,month,hour,age,a\n{}",
                rows(12, |i| format!(
                    "{},{},{},{},{},{}",
                    900 + i % 5,
                    2007 + i % 3,
                    1 + i % 12,
                    i % 24,
                    20 + i * i % 50,
                    v(i, 0)
                ))
            ),
            "12 | age, a | - | - | ID: identifier, year: time, month: time, hour: time",
        ),
        (
            "years of age are no year, and a year alone stays",
            format!("year,b\n{}", rows(9, |i| format!("{},x{i}", 1990 + i))),
            "9 | year | - | - | b: text",
        ),
        (
            "dates beside a counter",
            format!(
                ",rain,date,weather\n{}",
                rows(14, |i| format!(
                    "{i},{},{:02}/01/2012,{}",
                    v(i, 0),
                    i + 1,
                    class(i)
                ))
            ),
            "14 | rain | weather (3) | date | unnamed: it counts rows",
        ),
        (
            "dates that recur",
            format!(
                "a,day of visit\n{}",
                rows(12, |i| format!("{},{} Jun 1998", v(i, 0), i % 4 + 1))
            ),
            "12 | a | - | - | day of visit: time",
        ),
        (
            "a truth value beside a class",
            format!(
                "kind,a,big\n{}",
                rows(12, |i| format!(
                    "{},{},{}",
                    class(i),
                    v(i, 0),
                    ["True", "False"][i % 2]
                ))
            ),
            "12 | a, big | kind (3) | - | ",
        ),
        (
            "a truth value alone",
            format!(
                "a,spam\n{}",
                rows(12, |i| format!("{},{}", v(i, 0), ["TRUE", "FALSE"][i % 2]))
            ),
            "12 | a | spam (2) | - | ",
        ),
        (
            "codes with their zeros, and codes by name",
            format!(
                "town,x,phone\n{}",
                rows(12, |i| format!(
                    "{:04},{},{}",
                    101 * (i % 3),
                    v(i, 0),
                    5_550_100 + i
                ))
            ),
            "12 | x | - | - | town: code, phone: code",
        ),
        (
            "numbers that are all padded",
            rows(12, |i| format!("{:03},{:03}", i * 7 % 90, i * 11 % 90)),
            "12 | x0, x1 | - | - | ",
        ),
        (
            "constants, counters without a name for them, and equal steps",
            format!(
                "dose,k,a\n{}",
                rows(12, |i| format!("{},5,{}", 10 * i, v(i, 0)))
            ),
            "12 | dose, k, a | - | - | ",
        ),
        (
            "families and persons",
            format!(
                "#FID\tIID\tPC1\tPC2\n{}",
                rows(12, |i| format!(
                    "F{}\tS{i}\t{}\t{}",
                    i / 2,
                    v(i, 0),
                    v(i, 1)
                ))
            ),
            "12 | PC1, PC2 | - | IID | #FID: identifier",
        ),
        (
            "names of cars, of which a few recur",
            format!(
                "mpg,car name\n{}",
                rows(12, |i| format!("{},car {}", v(i, 0), i.max(1)))
            ),
            "12 | mpg | - | car name | ",
        ),
        (
            "the first row as one of numbers that count",
            "1,2,3,4\n2,1,4,3\n4,3,2,1\n3,4,1,2\n".into(),
            "4 | x0, x1, x2, x3 | - | - | ",
        ),
    ];
    let mut wrong = Vec::new();
    for (name, text, expected) in &files {
        let found = summary(&read(text));
        if found != *expected {
            wrong.push(format!("{name}\n  {found}\n  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn currencies_and_groups_of_digits_are_numbers() {
    let x = |text: &str| {
        let table = read(text);
        let x = table.dataset(&Columns::default()).unwrap().x;
        let line = table.reading_line(&Columns::default(), ObjectKind::Vectors, 0);
        (
            x.row(0).iter().copied().collect::<Vec<_>>(),
            line.unwrap().unwrap(),
        )
    };
    let joined = "groups of digits joined";
    for (text, row, said) in [
        (
            "a;b\n10 230,65;0,5\n10 231,65;1,5\n",
            [10_230.65, 0.5],
            joined,
        ),
        (
            "a;b\n10\u{a0}230,65;0,5\n9,5;1,5\n",
            [10_230.65, 0.5],
            joined,
        ),
        ("a;b\n10\u{202f}230;0,5\n9,5;1,5\n", [10_230.0, 0.5], joined),
        ("a;b\n1'204.56;0.5\n1'214;1.5\n", [1204.56, 0.5], joined),
        (
            "a;b\n1.350,90€;0,5\n1.351,90 €;1,5\n",
            [1350.9, 0.5],
            "currencies dropped",
        ),
        (
            "a,b\n$351,0.5\n\"$1,351\",1.5\n",
            [351.0, 0.5],
            "currencies dropped",
        ),
        (
            "a,b\n\"31,889,923\",0.5\n\"1,200\",1.5\n",
            [31_889_923.0, 0.5],
            "thousands with a comma",
        ),
    ] {
        let (found, line) = x(text);
        assert_eq!(found, row, "{text}");
        assert!(line.contains(said), "{line}");
    }
    let constant = x("a,b\n3,0.5\n3,1.5\n").1;
    assert!(constant.ends_with("no label · constant: a"), "{constant}");
}

#[test]
fn the_users_word_on_names_goes_first() {
    let of = |text: &str, header: u8| {
        let said = ReadAs {
            header: Some(header),
            ..ReadAs::default()
        };
        summary(&parse_table("data.csv", text.as_bytes(), said).unwrap())
    };
    let text = "1,2\n3,4\n5.5,6\n";
    assert_eq!(of(text, 0), "3 | x0, x1 | - | - | ");
    assert_eq!(of(text, 1), "2 | 1, 2 | - | - | ");
    assert_eq!(of(text, 2), "1 | 1 (3), 2 (4) | - | - | ");
    let none = parse_table(
        "data.csv",
        text.as_bytes(),
        ReadAs {
            header: Some(3),
            ..ReadAs::default()
        },
    );
    assert!(
        none.unwrap_err()
            .to_string()
            .contains("no rows under the header")
    );
}

#[test]
fn a_truth_value_keeps_its_words_as_a_class_and_codes_their_zeros() {
    let classes = |text: &str, label: &str| {
        let columns = Columns {
            label: ColumnChoice::Column(label.into()),
            ..Columns::default()
        };
        let dataset = read(text).dataset(&columns).unwrap();
        dataset.labels.classes().to_vec()
    };
    assert_eq!(
        classes("a,t\n1,True\n2,False\n3,NA\n", "t"),
        ["False", "True"]
    );
    assert_eq!(
        classes("zip,x\n0101,1\n0201,2\n101,5\n", "zip"),
        ["0101", "0201", "101"]
    );
    let x = read("k,a,t\nu,1.5,True\nv,2.5,False\nu,3,\n");
    let dataset = x.dataset(&Columns::default()).unwrap();
    assert_eq!(dataset.x.as_slice(), [1.5, 2.5, 1.0, 0.0]);
}

#[test]
fn text_that_is_not_utf_8_is_read_as_of_windows_and_that_is_said() {
    let table = read(b"a,kind\n1,L\xe4nge\n2,Br\xfcche\n3,L\xe4nge\n");
    let dataset = table.dataset(&Columns::default()).unwrap();
    assert_eq!(dataset.labels.classes(), ["Brüche", "Länge"]);
    let line = table.reading_line(&Columns::default(), ObjectKind::Vectors, 0);
    assert!(
        line.unwrap()
            .unwrap()
            .starts_with("cp1252, since it is not UTF-8 · ")
    );
}

fn given(text: &str, columns: &Columns) -> Result<(Vec<f64>, Option<String>), String> {
    let table = parse_table("d.txt", text.as_bytes(), ReadAs::default());
    let given = table.and_then(|table| table.given(columns, GivenQuantity::Distances));
    let given = given.map_err(|error| error.to_string())?;
    let Objects::Matrix(matrix) = &given.objects else {
        panic!("no matrix");
    };
    let names = given.row_names.map(|names| names.names.join(" "));
    Ok((matrix.entries.iter().copied().collect(), names))
}

#[test]
fn triangles_of_distances_are_whole_matrices() {
    let whole = vec![0.0, 1.0, 2.0, 1.0, 0.0, 1.5, 2.0, 1.5, 0.0];
    let named = Some("a b c".to_owned());
    for (text, names) in [
        (
            "##Names\ta\tb\tc\na\t0\t1\t2\nb\t-\t0\t1.5\nc\t-\t-\t0\n",
            &named,
        ),
        ("3\na\nb 1\nc 2 1.5\n", &named),
        ("0\n1,0\n2,1.5,0\n", &None),
        (
            "DL N=3 FORMAT=FULLMATRIX\nLABELS:\na,b,c\nDATA:\n0 1 2\n1 0 1.5\n2 1.5 0\n",
            &named,
        ),
    ] {
        let found = given(text, &Columns::default()).unwrap();
        assert_eq!(found, (whole.clone(), names.clone()), "{text}");
        // Said where it is read as features, which it can be as well.
        let table = parse_table("d.txt", text.as_bytes(), ReadAs::default()).unwrap();
        assert_eq!(table.like(), Some(GivenQuantity::Distances), "{text}");
    }
    let both = "a,b\n0,\n,0\n";
    assert!(
        given(both, &Columns::default())
            .unwrap_err()
            .contains("row 2 lacks a value")
    );
}

#[test]
fn the_mean_of_mirrored_entries_is_taken_where_that_is_asked_for() {
    let text = "0,1\n2,0\n";
    let refused = given(text, &Columns::default()).unwrap_err();
    assert!(refused.contains("a given matrix is symmetric"), "{refused}");
    let mean = Columns {
        symmetrise: Symmetrise::Mean,
        ..Columns::default()
    };
    assert_eq!(given(text, &mean).unwrap().0, [0.0, 1.5, 1.5, 0.0]);
}

/// The graph in a file.
fn graph_in(path: &Path) -> Arc<Graph> {
    let source = Source::File(path.to_owned().into());
    let table = source.load_for(Holds::Graph, &ReadProgress::default(), &|| false);
    let dataset = table.unwrap().graph(&Columns::default()).unwrap();
    match dataset.objects {
        Objects::Graph(graph) => graph,
        other => panic!("{}: {other:?}", path.display()),
    }
}

#[test]
fn graphs_in_formats_of_their_own_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.gml");
    let text = "graph [\n node [ id 1 label \"a\" ]\n node [ id 2 label \"b\" ]\n node [ id 3 label \"c\" ]\n edge [ source 1 \
                target 2 weight 2.5 ]\n]\n";
    std::fs::write(&path, text).unwrap();
    let graph = graph_in(&path);
    assert_eq!(graph.nodes[..], ["a", "b", "c"]);
    assert_eq!((graph.edges.len(), graph.edges[0].weight), (1, 2.5));
    let source = Source::File(path.into());
    assert_eq!(source.plainly_takes(), Some(ObjectKind::Graph));
    let refused = source.load(&|| false).unwrap_err().to_string();
    assert!(refused.contains("it holds a graph"), "{refused}");
}

/// The graph that `NetworkX` 3.6.1 wrote in either format, whose names hold what XML and CSV reserve.
#[test]
fn names_of_nodes_are_read_as_networkx_wrote_them() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/files");
    for file in ["graph-names.gml", "graph-names.graphml"] {
        let graph = graph_in(&cases.join(file));
        let mut nodes: Vec<&str> = graph.nodes.iter().map(|node| &**node).collect();
        nodes.sort_unstable();
        assert_eq!(
            nodes,
            ["Q&A", "alone", "café", "d, e", "say \"hi\""],
            "{file}"
        );
        let weights: f64 = graph.edges.iter().map(|edge| edge.weight).sum();
        assert_eq!(weights, 5.0, "{file}");
    }
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("g.gml");
    let gml = "graph [ node [ id 1 label \"a\" ] node [ id 2 label \"a\" ] node [ id 3 ] edge [ source 1 target 2 ] ]";
    std::fs::write(&path, gml).unwrap();
    // Two nodes with one label stay two.
    assert_eq!(graph_in(&path).nodes[..], ["1", "2", "3"]);
}

/// Distances as PHYLIP and UCINET write them, below the diagonal alone.
#[test]
fn halves_of_distances_are_read_whole() {
    let cases = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases/files");
    let distances = [
        [0.0, 1.5, 2.0, 3.0],
        [1.5, 0.0, 1.25, 2.5],
        [2.0, 1.25, 0.0, 0.75],
        [3.0, 2.5, 0.75, 0.0],
    ];
    for file in ["distances-below.phy", "distances-lowerhalf.dl"] {
        let table = Source::File(cases.join(file).into())
            .load(&|| false)
            .unwrap();
        let takes = ObjectKind::Matrix(GivenQuantity::Distances);
        let dataset = table.objects(&Columns::default(), takes).unwrap();
        let Objects::Matrix(matrix) = &dataset.objects else {
            panic!("{file} holds no matrix");
        };
        let rows: Vec<f64> = matrix.entries.transpose().iter().copied().collect();
        assert_eq!(rows, distances.concat(), "{file}");
        let names = dataset.row_names.unwrap().names;
        assert_eq!(names[..], ["alpha", "beta", "gamma", "delta"], "{file}");
    }
}

#[test]
fn a_format_with_a_mark_of_its_own_is_never_read_as_a_plain_table() {
    let folder = tempfile::tempdir().unwrap();
    for (name, text, words) in [
        ("g.gml", "graph [\n node [ id 1 ]\n]\n", "GML"),
        ("g.graphml", "<?xml?>\n<graphml></graphml>\n", "GraphML"),
        ("m.dl", "DL N=2\nDATA:\n0 2\n2 0\n", "UCINET DL"),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        let read_as = ReadAs {
            header: Some(0),
            ..ReadAs::default()
        };
        let file = DataFile {
            read_as,
            ..path.into()
        };
        let refused = Source::File(file).load(&|| false).unwrap_err().to_string();
        assert_eq!(
            refused,
            format!(
                "{name}: this is {words}, which is read without a stated separator, decimal sign or number of header lines"
            )
        );
    }
}

/// Workbook with a sheet for each of these texts of cells, which are numbers where they can be.
fn workbook(sheets: &[(&str, &[&[&str]])]) -> Vec<u8> {
    let mut zip = ZipWriter::new(std::io::Cursor::new(Vec::new()));
    let mut add = |name: &str, text: String| {
        zip.start_file(name, SimpleFileOptions::default()).unwrap();
        zip.write_all(text.as_bytes()).unwrap();
    };
    let main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
    let office = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
    let (mut list, mut links) = (String::new(), String::new());
    for (i, (name, rows)) in (1..).zip(sheets) {
        let _ = write!(
            list,
            "<sheet name=\"{name}\" sheetId=\"{i}\" r:id=\"r{i}\"/>"
        );
        let _ = write!(
            links,
            "<Relationship Id=\"r{i}\" Type=\"{office}/worksheet\" Target=\"worksheets/sheet{i}.xml\"/>"
        );
        let mut cells = String::new();
        for (row, fields) in (1..).zip(*rows) {
            let _ = write!(cells, "<row r=\"{row}\">");
            for (letter, field) in ('A'..).zip(*fields) {
                let cell = match field.parse::<f64>() {
                    Ok(_) => format!("<c r=\"{letter}{row}\"><v>{field}</v></c>"),
                    Err(_) => format!(
                        "<c r=\"{letter}{row}\" t=\"inlineStr\"><is><t>{field}</t></is></c>"
                    ),
                };
                cells += &cell;
            }
            cells += "</row>";
        }
        add(
            &format!("xl/worksheets/sheet{i}.xml"),
            format!("<worksheet xmlns=\"{main}\"><sheetData>{cells}</sheetData></worksheet>"),
        );
    }
    add(
        "xl/workbook.xml",
        format!(
            "<workbook xmlns=\"{main}\" xmlns:r=\"{office}\"><sheets>{list}</sheets></workbook>"
        ),
    );
    let package = "http://schemas.openxmlformats.org/package/2006/relationships";
    add(
        "xl/_rels/workbook.xml.rels",
        format!("<Relationships xmlns=\"{package}\">{links}</Relationships>"),
    );
    add(
        "_rels/.rels",
        format!(
            "<Relationships xmlns=\"{package}\"><Relationship Id=\"r0\" Type=\"{office}/officeDocument\" \
             Target=\"xl/workbook.xml\"/></Relationships>"
        ),
    );
    zip.finish().unwrap().into_inner()
}

#[test]
fn the_sheet_with_a_table_is_found_and_any_can_be_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("book.xlsx");
    let notes: &[&[&str]] = &[&["About"], &["made by hand in", "2020"]];
    let table: &[&[&str]] = &[&["a", "b"], &["1", "2"], &["3", "5"]];
    let more: &[&[&str]] = &[&["c"], &["1"], &["3"]];
    std::fs::write(
        &path,
        workbook(&[("notes", notes), ("data", table), ("more", more)]),
    )
    .unwrap();
    let of = |sheet: Option<&str>| {
        let file = DataFile {
            sheet: sheet.map(str::to_owned),
            ..path.clone().into()
        };
        let table = Source::File(file)
            .load(&|| false)
            .map_err(|error| error.to_string())?;
        let line = table.reading_line(&Columns::default(), ObjectKind::Vectors, 0);
        Ok::<_, String>((summary(&table), line.unwrap().unwrap()))
    };
    let (found, line) = of(None).unwrap();
    assert_eq!(found, "2 | a, b | - | - | ");
    assert!(line.starts_with("sheet 2 of 3 of a workbook"), "{line}");
    assert_eq!(of(Some("more")).unwrap().0, "2 | c | - | - | ");
    assert_eq!(of(Some("3")).unwrap().0, "2 | c | - | - | ");
    assert_eq!(
        of(Some("else")).unwrap_err(),
        "book.xlsx: it has no sheet \"else\"; it has: notes, data, more"
    );
}

/// Summary and reading line of a table, or the reason why it is refused.
fn said(text: &str) -> String {
    let table = match parse_table("data.csv", text.as_bytes(), ReadAs::default()) {
        Ok(table) => table,
        Err(error) => return error.to_string(),
    };
    summary(&table)
}

#[test]
fn a_separator_that_fits_every_line_comes_before_one_that_leaves_the_header_out() {
    let stocks = "symbol,date,price\nMSFT,Jan 1 2000,39.81\nMSFT,Feb 1 2000,36.35\nIBM,Jan 1 2000,43.22\nIBM,Feb 1 \
                  2000,28.37\n";
    assert_eq!(said(stocks), "4 | price | symbol (2) | - | date: time");
    let lakhs = "town;people;income\nA;1,23,456;2.5\nB;12,35,000;3.5\nC;5,67,800;1.5\n";
    assert!(said(lakhs).starts_with("3 | income |"), "{}", said(lakhs));
}

#[test]
fn signs_for_no_value_and_mixed_columns_are_no_label() {
    let bank = "Country,a,b\nAruba,4.5,..\nAngola,7.5,..\nChad,6.2,..\nFiji,6.1,2.3\nTogo,1,2\nMali,1,3\nPeru,4,5\n";
    assert_eq!(said(bank), "4 | a, b | - | Country | ");
    let limits = "x,ct\n1,0.31\n2,>40\n3,0.5\n4,>40\n5,0.7\n6,>40\n7,0.9\n8,1.1\n";
    assert_eq!(said(limits), "8 | x | - | - | ct: text amid numbers");
    // One class tells nothing apart.
    assert_eq!(
        said("x,unit\n1,kg\n3,kg\n2,kg\n4.5,kg\n"),
        "4 | x | - | - | unit: text"
    );
}

#[test]
fn numbers_above_rows_with_names_are_names() {
    for text in [
        "Country,1960,1961,1962,\nAruba,4.8,4.7,4.5,\nAngola,7.5,7.6,7.6,\n",
        ",1.5,2.5,3.5\na,1,2,3\nb,3,2,1\nc,4,4,1\n",
        ",1,2,5\na,1,2,3\nb,3,2,1\nc,4,4,1\n",
        "sample,400.2,402.1,404.0,405.9\na,1,2,1,9\nb,3,2,1,5\nc,4,4,1,2\n",
        ",142.2,144.8,147.3,149.9\n9.4,0,3,1,0\n9.5,2,1,0,1\n9.7,0,5,2,2\n",
    ] {
        let table = read(text);
        assert_eq!(table.rows(), text.lines().count() - 1, "{text}");
    }
    // A name that is lacking in a row of numbers makes no names of them, nor does a class in front.
    for text in [",2,3\n4,5,6\n7,8,9\n", "a,1,2,3,4\nb,2,3,1,5\na,2,4,1,3\n"] {
        assert_eq!(read(text).rows(), text.lines().count(), "{text}");
    }
}

#[test]
fn na_without_quotes_beside_texts_in_quotes_is_no_class() {
    let classes = |text: &str| match read(text).dataset(&Columns::default()).unwrap().labels {
        Labels::Classes { names, codes, .. } => (names.clone(), codes.iter().flatten().count()),
        other => panic!("{other:?}"),
    };
    let bare = "\"\",\"g\",\"x\"\n\"1\",\"a\",1\n\"2\",NA,2\n\"3\",\"b\",3\n\"4\",\"a\",5\n";
    assert_eq!(classes(bare), (vec!["a".into(), "b".into()], 3));
    let quoted = bare.replace("NA", "\"NA\"");
    assert_eq!(classes(&quoted).1, 4, "NA in quotes is a text");
}

#[test]
fn decimal_signs_that_only_one_reading_allows_are_read_and_others_are_asked_about() {
    let german = read("x;y\n1.250;3,5\n2.500;4,5\n");
    assert_eq!(
        german.dataset(&Columns::default()).unwrap().x[(0, 0)],
        1250.0
    );
    for (text, doubtful) in [
        (
            "Stadt;Einwohner\nKiel;246.306\nUlm;126.329\nBonn;331.885\n",
            true,
        ),
        ("a;b\n0.306;246.3\n0.329;126.329\n", false),
        ("a,b\n\"$139,750\",1\n\"$150,250\",2\n", false),
        ("a,b\n\"139,750\",1\n\"150,250\",2\n", true),
    ] {
        let reading = *read(text).reading().unwrap();
        assert_eq!(reading.doubtful, doubtful, "{text}");
    }
}

#[test]
fn numbers_that_look_like_a_given_matrix_are_told() {
    use GivenQuantity::{Distances, KernelValues};
    for (text, like) in [
        (",a,b,c\na,0,1,2\nb,1,0,3\nc,2,3,0\n", Some(Distances)),
        (
            ",a,b,c\na,1,.1,-.2\nb,.1,1,.3\nc,-.2,.3,1\n",
            Some(KernelValues),
        ),
        (",a,b,c\na,0,1,2\nb,1,0,3\nc,2,4,0\n", None),
        (",a,b\na,0,1\nb,1,0\n", None),
    ] {
        assert_eq!(read(text).like(), like, "{text}");
    }
}
