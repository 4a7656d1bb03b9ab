//! Files in the shapes in which others write them: small, made up, with values read by eye or by pandas and
//! NumPy. `tests/fixtures/cases/files` holds them.

use std::{
    io::Write,
    path::{Path, PathBuf},
    process::Command,
};

use flate2::{Compression, write::GzEncoder};

use kernel_pca::objects::{Labels, ObjectKind};
use tabular::{
    ColumnChoice, Columns, DataError, DataFile, Dataset, Delimiter, Holds, ReadAs, ReadProgress,
    Source, Table, parse_table,
};

fn path(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("tests/fixtures/cases/files")
        .join(name)
}

fn load_for(file: DataFile, holds: Holds) -> Result<Table, DataError> {
    Source::File(file).load_for(holds, &ReadProgress::default(), &|| false)
}

fn load(name: &str) -> Table {
    load_for(path(name).into(), Holds::Numbers).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn refusal(name: &str) -> String {
    let table = load_for(path(name).into(), Holds::Numbers);
    let read = table.and_then(|table| table.dataset(&Columns::default()));
    read.expect_err(name).to_string()
}

fn dataset(table: &Table) -> Dataset {
    table.dataset(&Columns::default()).unwrap()
}

fn names(table: &Table) -> Vec<&str> {
    table.columns().iter().map(|it| it.name.as_str()).collect()
}

fn line(table: &Table) -> String {
    let line = table
        .reading_line(&Columns::default(), ObjectKind::Vectors, 0)
        .unwrap();
    line.unwrap()
}

/// The columns `features`, by rows.
fn rows(table: &Table, features: &[&str]) -> Vec<Vec<f64>> {
    let columns = Columns {
        label: ColumnChoice::None,
        features: Some(features.iter().map(|&name| name.into()).collect()),
        ..Columns::default()
    };
    let x = table.dataset(&columns).unwrap().x;
    let rows = x.row_iter().map(|row| row.iter().copied().collect());
    rows.collect()
}

/// The class of each row, by its name.
fn classes(dataset: &Dataset) -> Vec<&str> {
    let Labels::Classes { names, codes, .. } = &dataset.labels else {
        panic!("there are classes");
    };
    codes
        .iter()
        .map(|&code| code.map_or("", |code| names[code].as_str()))
        .collect()
}

#[test]
fn rows_that_begin_with_a_number_sign_are_rows() {
    for (name, count) in [
        ("hash-some-rows.csv", 6),
        ("hash-values.csv", 20),
        ("hash-colour.csv", 4),
    ] {
        let table = load(name);
        assert_eq!(table.rows(), count, "{name}");
        assert!(!line(&table).contains("lines left out"), "{name}");
    }
    assert_eq!(
        rows(&load("hash-some-rows.csv"), &["a", "b"])[0],
        [1.0, 2.0]
    );
    assert_eq!(rows(&load("hash-colour.csv"), &["1", "2"])[3], [1.0, 4.0]);
}

#[test]
fn a_header_may_begin_with_a_number_sign() {
    let table = load("hash-header.csv");
    assert_eq!(names(&table), ["#", "Name", "HP", "Attack"]);
    assert_eq!(rows(&table, &["HP", "Attack"])[3], [39.0, 52.0]);
    let table = load("hash-blank-header.csv");
    assert_eq!(names(&table), ["a", "b", "c"]);
    assert_eq!(
        (table.rows(), rows(&table, &["c"])),
        (3, vec![vec![3.0], vec![7.0], vec![9.0]])
    );
    assert!(
        line(&table).contains("names in the last comment above"),
        "{}",
        line(&table)
    );
    let table = load("vcf-like.tsv");
    assert_eq!(names(&table), ["#CHROM", "POS", "QUAL"]);
    assert_eq!(rows(&table, &["POS"]), [[100.0], [150.0], [90.0]]);
}

#[test]
fn comments_above_the_first_row_are_left_out_and_counted() {
    let read = |text: &str| parse_table("data.csv", text.as_bytes(), ReadAs::default()).unwrap();
    let table = read("# made\n# by hand\na,b\n# in cm\n1,2\n3,4\n");
    assert_eq!(names(&table), ["a", "b"]);
    assert_eq!(rows(&table, &["a", "b"]), [[1.0, 2.0], [3.0, 4.0]]);
    assert!(
        line(&table).ends_with("lines left out: 3 (comment)"),
        "{}",
        line(&table)
    );
    let left_out = table.left_out(&Columns::default(), 0).unwrap();
    assert_eq!(
        (left_out.lines[0].count, left_out.lines[0].why),
        (3, "comment")
    );
    // NumPy's own header, and blanks between columns.
    let table = read("# x y\n1 2\n3 4\n");
    assert_eq!(names(&table), ["x", "y"]);
    // Two numbers are no names.
    assert_eq!(names(&read("# 3 2\n1 2\n3 4\n5 7\n")), ["x0", "x1"]);
    let later = parse_table(
        "data.csv",
        &b"a,b\n1,2\n# note\n3,4\n"[..],
        ReadAs::default(),
    );
    assert_eq!(
        later.unwrap_err().to_string(),
        "data.csv, line 3: found 1 value where the other lines have 2"
    );
}

/// Names are those of `pd.read_csv(index_col=False)`.
#[test]
fn a_separator_at_the_end_of_rows_shifts_no_names() {
    let table = load("trailing-sep-min.csv");
    assert_eq!(names(&table), ["height", "width", "depth"]);
    assert_eq!(
        rows(&table, &["height", "width", "depth"]),
        [
            [1.5, 2.5, 7.0],
            [3.5, 5.5, 9.0],
            [4.5, 1.5, 8.0],
            [0.5, 2.0, 6.0]
        ]
    );
    assert!(line(&table).contains("rows end in a separator"));
    let table = load("trailing-sep-class-min.csv");
    assert_eq!(classes(&dataset(&table)), ["x", "y", "x", "y"]);
    for (name, columns, first) in [
        (
            "trailing-tab.tsv",
            ["a", "b", "c"],
            vec![-0.95, 7.59, -1.03],
        ),
        (
            "trailing-semicolon.csv",
            ["a", "b", "c"],
            vec![-0.28, 4.71, -1.27],
        ),
        ("ts-id-first.csv", ["id", "b", "c"], vec![1.0, 1.42, -0.78]),
        ("ts-two.csv", ["a", "b", "c"], vec![0.5, 1.42, -0.78]),
        (
            "trailing-sep-header-only.csv",
            ["a", "b", "c"],
            vec![7.58, 5.35, 0.066],
        ),
    ] {
        let table = load(name);
        assert_eq!(names(&table), columns, "{name}");
        assert_eq!(rows(&table, &columns)[0], first, "{name}");
    }
    let table = load("ts-text-first.csv");
    assert_eq!(names(&table), ["name", "b", "c"]);
    assert_eq!(rows(&table, &["b", "c"])[0], [1.42, -0.78]);
    // A value behind the last name is no separator.
    let text = "a,b\n1,2,\n3,4,\n5,6,7\n8,9,\n";
    let more = parse_table("data.csv", text.as_bytes(), ReadAs::default());
    assert!(more.is_ok_and(|table| names(&table) == ["unnamed", "a", "b"]));
    let late = format!("a,b\n{}5,6,7\n", "1,2,\n".repeat(300));
    let late = parse_table("data.csv", late.as_bytes(), ReadAs::default());
    assert_eq!(
        late.unwrap_err().to_string(),
        "data.csv, line 302: found 3 values where the other lines have 2"
    );
}

#[test]
fn quotes_may_follow_a_tab_where_blanks_part() {
    let table = load("blank-then-tab-quote.txt");
    assert_eq!((table.rows(), table.columns().len()), (4, 3));
    assert_eq!(rows(&table, &["0", "1"])[3], [6.0, 2.0]);
    let table = load("autompg-real-shape.data");
    assert_eq!((table.rows(), table.columns().len()), (4, 9));
    assert_eq!(rows(&table, &["0", "4"])[3], [24.0, 2372.0]);
}

#[test]
fn quotes_in_texts_are_kept() {
    let text = "a,kind\n1,\"a \"\"b\"\"\"\n2,\"\"\"q\"\"\"\n3,q\n4,\"a \"\"b\"\"\"\n";
    let table = parse_table("data.csv", text.as_bytes(), ReadAs::default()).unwrap();
    assert_eq!(
        classes(&dataset(&table)),
        ["a \"b\"", "\"q\"", "q", "a \"b\""]
    );
    let table = load("backslash-quote.csv");
    assert_eq!(names(&table), ["a", "b", "name"]);
    assert_eq!(rows(&table, &["a", "b"])[5], [4.5, 1.67]);
    let found = dataset(&table);
    let found = classes(&found);
    assert_eq!(found[..2], ["the \"green\" one, n"; 2]);
    assert_eq!(found[5], "the \"red\" one, n");
    assert!(line(&table).contains("backslashes before quotes"));
    let open = parse_table(
        "data.csv",
        &b"a,b\n1,2\n3,\"4\n5,6\n"[..],
        ReadAs::default(),
    );
    assert_eq!(
        open.unwrap_err().to_string(),
        "data.csv, line 3: a quote opens here and nothing closes it"
    );
}

#[test]
fn lines_above_a_table_and_its_separator_are_found() {
    let table = load("sep-min.csv");
    assert_eq!(names(&table), ["a", "b"]);
    assert_eq!(
        rows(&table, &["a", "b"]),
        [[1.0, 2.0], [3.0, 5.0], [4.0, 1.0]]
    );
    assert!(line(&table).contains("lines left out: 1 (it names the separator)"));
    let table = load("excel-sep-line.csv");
    assert_eq!(names(&table), ["height", "width", "depth", "colour"]);
    assert_eq!(rows(&table, &["depth"])[1], [-1.128]);
    let said = DataFile {
        read_as: ReadAs::delimiter(Delimiter::SEMICOLON),
        ..path("excel-sep-line.csv").into()
    };
    assert_eq!(load_for(said, Holds::Numbers).unwrap().columns().len(), 4);
    let table = load("title-lines.csv");
    assert_eq!(names(&table), ["height", "width", "depth"]);
    assert_eq!(
        rows(&table, &["height", "width", "depth"])[0],
        [7.58, 5.35, 0.066]
    );
    assert!(
        line(&table).contains("lines left out: 2 (above the table)"),
        "{}",
        line(&table)
    );
    let table = load("segmentation-like.data");
    // Its names lack one for the classes in front, as UCI's segmentation data do.
    assert_eq!(names(&table), ["unnamed", "A", "B", "C"]);
    assert_eq!(rows(&table, &["A", "C"])[0], [37.4, 1.04575]);
    assert!(
        line(&table).contains("(above the table)"),
        "{}",
        line(&table)
    );
}

#[test]
fn bars_part_columns_also_beside_decimal_commas() {
    let table = load("pipe-min.csv");
    assert_eq!(
        rows(&table, &["a", "b"]),
        [[1.0, 2.0], [3.0, 5.0], [4.0, 1.0]]
    );
    let table = load("pipe-comma.csv");
    assert_eq!(
        rows(&table, &["0", "1", "2"])[..2],
        [[1.5, 2.5, 3.25], [2.5, 1.0, 4.75]]
    );
    assert!(
        line(&table).starts_with("separated by “|” · decimal comma"),
        "{}",
        line(&table)
    );
}

#[test]
fn numbers_are_read_in_the_spellings_of_others() {
    let table = load("minus-all.csv");
    assert_eq!(
        rows(&table, &["a", "b"]),
        [[1.0, -2.0], [3.0, -5.0], [4.0, -1.0]]
    );
    let table = load("percent-min.csv");
    assert_eq!(rows(&table, &["c"]), [[12.0], [15.0], [20.0]]);
    assert!(line(&table).contains("percent signs dropped (12% is 12)"));
    assert_eq!(rows(&load("fortran-min.csv"), &["a"]), [[1000.0], [3.0]]);
    // A unit is part of no number: the column stays text.
    assert!(!load("units-min.csv").columns()[2].is_numeric());
}

#[test]
fn packed_and_encoded_files_are_read_as_they_say() {
    let plain = "a,b\n1,2\n3,5\n";
    let table = load("utf16-min.csv");
    assert_eq!(rows(&table, &["a", "b"]), [[1.0, 2.0], [3.0, 5.0]]);
    assert!(line(&table).starts_with("UTF-16 · separated by commas"));
    assert!(line(&load("min.csv.gz")).starts_with("unpacked by gzip · "));
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(plain.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let table = parse_table("a.csv.gz", &packed[..], ReadAs::default()).unwrap();
    assert_eq!(rows(&table, &["a", "b"]), [[1.0, 2.0], [3.0, 5.0]]);
    let broken = parse_table("a.csv.gz", &packed[..packed.len() - 9], ReadAs::default());
    assert!(
        broken
            .unwrap_err()
            .to_string()
            .starts_with("cannot read a.csv.gz: ")
    );
    let table = load("book.xlsx");
    assert!(line(&table).contains(" of a workbook"), "{}", line(&table));
    let windows = load("cp1252-euro.csv");
    assert!(line(&windows).starts_with("cp1252, since it is not UTF-8 · "));
    assert_eq!(rows(&windows, &["a", "b"]), [[1.0, 2.0], [3.0, 5.0]]);
}

/// Arrays are those that `np.load` reads.
#[test]
fn arrays_of_either_byte_order_and_half_precision_are_read() {
    let first = |name| rows(&load(name), &["0", "1", "2"]);
    let big = first("npy-be.npy");
    assert_eq!(big.len(), 6);
    assert!((big[0][0] - 0.967_946_89).abs() < 1e-8 && (big[5][2] + 0.180_874_57).abs() < 1e-8);
    let half = first("npy-f2.npy");
    assert_eq!(
        half[0],
        [-0.276_123_046_875, -0.517_089_843_75, -0.698_730_468_75]
    );
    assert_eq!(
        half[5],
        [-1.764_648_437_5, -0.114_440_917_968_75, -0.498_291_015_625]
    );
}

#[test]
fn formats_of_learners_are_read() {
    let table = load("arff-min.arff");
    assert_eq!(names(&table), ["a", "b"]);
    assert_eq!(
        rows(&table, &["a", "b"]),
        [[1.0, 2.0], [3.0, 5.0], [4.0, 1.0]]
    );
    let text = "% note\n@RELATION r\n@attribute 'sepal length' real\n@attribute class {0, 1}\n\n@DATA\n5.1,0\n% between\n4.9,1\n?,0\n";
    let table = parse_table("a.arff", text.as_bytes(), ReadAs::default()).unwrap();
    assert_eq!(names(&table), ["sepal length", "class"]);
    assert!(
        !table.columns()[1].is_numeric(),
        "declared classes are texts"
    );
    assert!(
        line(&table).contains("ARFF · names as declared"),
        "{}",
        line(&table)
    );
    assert!(line(&table).contains("2 (comment)"), "{}", line(&table));
    let table = load("libsvm-min.txt");
    assert_eq!(
        rows(&table, &["x1", "x2"]),
        [[0.5, 1.5], [1.5, 0.5], [2.5, 3.0]]
    );
    assert_eq!(classes(&dataset(&table)), ["1", "-1", "1"]);
    let sparse = parse_table("a", &b"1 1:2 4:3\n-1 2:5\n1\n"[..], ReadAs::default()).unwrap();
    assert_eq!(
        rows(&sparse, &["x1", "x2", "x3", "x4"]),
        [[2.0, 0.0, 0.0, 3.0], [0.0, 5.0, 0.0, 0.0], [0.0; 4]]
    );
}

#[test]
fn edges_are_read_as_networkx_and_konect_write_them() {
    for (name, weights) in [
        ("nx-edgelist.txt", [1.0; 4]),
        ("nx-edgelist-weight.txt", [2.0, 1.0, 1.0, 3.0]),
        ("konect.tsv", [1.0; 4]),
    ] {
        let table = load_for(path(name).into(), Holds::Graph).unwrap();
        let graph = table.graph(&Columns::default());
        let graph = graph.unwrap_or_else(|error| panic!("{name}: {error}"));
        let kernel_pca::objects::Objects::Graph(graph) = graph.objects else {
            panic!("{name} is a graph");
        };
        assert_eq!(graph.nodes, ["1", "2", "3", "4"], "{name}");
        let found: Vec<f64> = graph.edges.iter().map(|edge| edge.weight).collect();
        assert_eq!(found, weights, "{name}");
    }
    let two_sorts = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(two_sorts.path(), "% bip unweighted\n1 1\n1 2\n").unwrap();
    let refused = load_for(two_sorts.path().into(), Holds::Graph).unwrap_err();
    assert!(
        refused.to_string().contains("two sorts of nodes"),
        "{refused}"
    );
}

#[test]
fn what_is_not_read_is_named() {
    assert_eq!(
        refusal("json-min.json"),
        "json-min.json: this is JSON, which is not read; save it as CSV"
    );
    assert_eq!(
        refusal("numpy-print.txt"),
        "numpy-print.txt: this is an array as NumPy prints it; save it with np.savetxt or np.save"
    );
}

#[test]
fn labels_may_stand_below_their_name() {
    for name in ["meta1-header.tsv", "meta2.tsv"] {
        let file = DataFile {
            labels: Some(path(name)),
            ..path("vectors.tsv").into()
        };
        let table = load_for(file, Holds::Numbers).unwrap();
        let dataset = dataset(&table);
        assert_eq!(
            classes(&dataset),
            ["a", "b", "a", "b", "a", "b", "a", "b", "a", "b"],
            "{name}"
        );
    }
}

#[test]
fn small_letters_of_sequences_are_capitals() {
    let text = ">one\nACgt\n>two\nACGT\n";
    let file = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(file.path(), text).unwrap();
    let table = load_for(file.path().into(), Holds::Strings).unwrap();
    assert_eq!(table.columns()[1].texts().unwrap(), ["ACGT", "ACGT"]);
    assert!(line(&table).contains("lower-case letters as capitals"));
}

/// The program itself, in a folder, by a shell.
#[cfg(unix)]
fn shell(script: &str) -> (i32, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let output = Command::new("bash")
        .args(["-c", script])
        .current_dir(folder.path())
        .env("K", env!("CARGO_BIN_EXE_kpca-explorer"))
        .env("CASES", path(""))
        .output()
        .unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
    (
        output.status.code().unwrap_or(-1),
        text(output.stdout),
        text(output.stderr),
    )
}

#[test]
#[cfg(unix)]
fn pipes_are_read_wherever_files_are() {
    const DATA: &str =
        "printf '1.5,2\\n3,5\\n4,1\\n6,6\\n' > d.csv; printf 'u\\nv\\nu\\nv\\n' > l.txt;";
    for read in [
        "$K fit <(cat d.csv)",
        "cat d.csv | $K fit /dev/stdin",
        "mkfifo ff; (cat d.csv > ff)& timeout 20 $K fit ff",
        "$K fit d.csv --labels <(cat l.txt)",
        "$K fit d.csv --project <(cat d.csv) --projected p.csv",
        "gzip -c d.csv | $K fit /dev/stdin --labels <(cat l.txt)",
    ] {
        let (code, _, errors) = shell(&format!(
            "{DATA} {read} --kernel linear --scores s.csv && test $(wc -l < s.csv) = 5"
        ));
        assert_eq!((code, errors.as_str()), (0, ""), "{read}");
    }
}

#[test]
#[cfg(unix)]
fn what_has_no_end_is_refused_in_one_line() {
    const LIMIT: &str = "ulimit -v 8000000; printf '1.5,2\\n3,5\\n4,1\\n' > d.csv;";
    for read in [
        "$K fit /dev/zero",
        "$K fit d.csv --labels /dev/zero",
        "$K fit d.csv --project /dev/zero --projected p.csv",
        "$K fit --session /dev/zero",
        "$K render --session /dev/zero --out p.png",
        "$K lesson check /dev/zero",
    ] {
        let (code, _, errors) = shell(&format!("{LIMIT} timeout 30 {read}"));
        assert_eq!(code, 1, "{read}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{read}: {errors}");
    }
}

/// A process of 2 GB: whatever a file claims or a flag asks for, one line says that it is too much.
#[test]
#[cfg(target_os = "linux")]
fn what_takes_too_much_memory_is_refused_in_one_line() {
    let folder = tempfile::tempdir().unwrap();
    let array = |name: &str, kind: &str, shape: &str| {
        let head = format!("{{'descr': '{kind}', 'fortran_order': False, 'shape': ({shape}), }}\n");
        let length = u16::try_from(head.len()).unwrap().to_le_bytes();
        let bytes = [b"\x93NUMPY\x01\x00", &length[..], head.as_bytes(), &[1; 64]].concat();
        std::fs::write(folder.path().join(name), bytes).unwrap();
    };
    array("long.npy", "<f8", "1000000000, 30");
    array(
        "huge.npy",
        "|u1",
        "4000000000000000000, 4000000000000000000",
    );
    std::fs::write(folder.path().join("wide.csv"), ",".repeat(20_000_000)).unwrap();
    for (read, words) in [
        (
            "render gone.csv --out p.png --width 4000000000",
            "1 to 20000 pixels",
        ),
        (
            "render gone.csv --out p.png --height 0",
            "1 to 20000 pixels",
        ),
        ("render gone.csv --out p.png --dpi 0", "at least 1 dpi"),
        (
            "animate gone.csv --parameter gamma --from 1 --to 2 --steps 2 --out p.gif --width 20001",
            "1 to 20000 pixels",
        ),
        (
            "render five-irises --panels pca --out p.png --width 20000 --height 20000",
            "so many pixels take about 3052 MiB of memory",
        ),
        ("fit long.npy", "MiB of memory, and"),
        ("fit huge.npy", "huge.npy"),
        ("fit wide.csv", "MiB of memory, and"),
    ] {
        let place = folder.path().display();
        let (code, _, errors) = shell(&format!(
            "cd {place}; ulimit -v 2000000; RAYON_NUM_THREADS=2 timeout 60 $K {read}"
        ));
        assert_eq!(code, 1, "{read}: {errors}");
        assert_eq!(errors.lines().count(), 1, "{read}: {errors}");
        assert!(errors.contains(words), "{read}: {errors}");
    }
}
