//! Reading tables from files: what is understood, and what is said when it is not.

use std::{fs, path::PathBuf};

use nalgebra::dmatrix;
use tempfile::TempDir;

use kernel_pca::objects::{GivenQuantity, Labels, Objects, RoundedMatrix};
use tabular::{Column, ColumnChoice, Columns, DataError, Dataset, Source, Table, read_features};

/// A file called `name` in a directory that lasts as long as the guard.
fn write(name: &str, content: impl AsRef<[u8]>) -> (TempDir, PathBuf) {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join(name);
    fs::write(&path, content).unwrap();
    (directory, path)
}

fn load(content: impl AsRef<[u8]>) -> Result<Table, DataError> {
    let (_guard, path) = write("data.csv", content);
    Source::File(path.into()).load(&|| false)
}

fn dataset(content: impl AsRef<[u8]>) -> Result<Dataset, DataError> {
    load(content)?.dataset(&Columns::default())
}

fn message(content: impl AsRef<[u8]>) -> String {
    dataset(content).unwrap_err().to_string()
}

fn label(name: &str) -> Columns {
    Columns {
        label: ColumnChoice::Column(name.into()),
        ..Columns::default()
    }
}

fn features(names: &[&str]) -> Columns {
    Columns {
        label: ColumnChoice::None,
        features: Some(names.iter().map(|&name| name.into()).collect()),
        ..Columns::default()
    }
}

fn strings(names: &[&str]) -> Vec<String> {
    names.iter().map(|&name| name.into()).collect()
}

/// Column, class names and codes of a dataset that must have classes.
fn classes(dataset: &Dataset) -> (&str, &[String], Vec<usize>) {
    match &dataset.labels {
        Labels::Classes {
            column,
            names,
            codes,
        } => (
            column,
            names,
            codes.iter().map(|code| code.unwrap()).collect(),
        ),
        other => panic!("expected classes, found {other:?}"),
    }
}

#[test]
fn every_way_of_writing_the_same_numbers_is_read_alike() {
    let expected = dmatrix![1.5, -2.0; 0.25, 3000.0; 4.0, 0.5];
    for text in [
        "1.5,-2\n0.25,3e3\n4,.5\n",
        "1.5,-2\n0.25,3e3\n4,.5",
        "1.5, -2\n0.25, 3e3\n4, +0.5\n",
        "1.5,-2\r\n0.25,3e3\r\n4,.5\r\n",
        "1.5,-2\r\n\r\n0.25,3e3\r\n\r\n4,.5",
        "\u{feff}1.5,-2\n0.25,3e3\n4,.5\n",
        "\"1.5\",\"-2\"\n\"0.25\",\"3e3\"\n\"4\",\".5\"\n",
        "# written by hand\n1.5,-2\n\n0.25,3e3\n   \n4,.5\n\n",
        "1.5;-2\n0.25;3e3\n4;.5\n",
        "1,5;-2\n0,25;3e3\n4;,5\n",
        "1.5\t-2\n0.25\t3e3\n4\t.5\n",
        "1,5\t-2\n0,25\t3e3\n4\t,5\n",
        "1.5 -2\n0.25 3e3\n4 .5\n",
        "  1.5   -2\n  0.25   3e3 \n  4\t \t.5  \r\n",
        "1,5  -2,0\n0,25 3000,0\n4,0  0,5\n",
        "1.500000000000000000e+00 -2.0\n2.5e-01 3.0E+03\n4 5e-1\n",
    ] {
        let dataset = dataset(text).unwrap();
        assert_eq!(dataset.x, expected, "{text:?}");
        assert_eq!(dataset.feature_names, ["x0", "x1"], "{text:?}");
        assert_eq!(dataset.labels, Labels::None);
        assert_eq!(dataset.name, "data.csv");

        let named = match text.split_once('\n').unwrap().0 {
            first if first.contains('#') || text.starts_with('\u{feff}') => continue,
            first if first.contains(';') => format!("length (cm);height\n{text}"),
            first if first.contains('\t') => format!("length (cm)\theight\n{text}"),
            first if first.contains(',') && !first.contains("  ") => {
                format!("length (cm),height\r\n{text}")
            }
            _ => format!("\"length (cm)\"  height\n{text}"),
        };
        let dataset = load(&named).unwrap().dataset(&Columns::default()).unwrap();
        assert_eq!(dataset.x, expected, "{named:?}");
        assert_eq!(
            dataset.feature_names,
            ["length (cm)", "height"],
            "{named:?}"
        );
    }
}

#[test]
fn numbers_are_read_to_the_last_bit() {
    let values = [
        0.1,
        1.0 / 3.0,
        f64::MIN_POSITIVE,
        f64::MAX,
        -5e-324,
        1e22,
        123_456_789.123_456_78,
    ];
    let lines = values.map(|v| format!("{v:e},{v}"));
    let x = dataset(lines.join("\n")).unwrap().x;
    for (i, value) in values.iter().enumerate() {
        assert_eq!(x[(i, 0)].to_bits(), value.to_bits());
        assert_eq!(x[(i, 1)].to_bits(), value.to_bits());
    }
}

#[test]
fn a_column_of_words_is_the_label() {
    let dataset = dataset("a,b,kind\n1,2,red\n3,4,blue\n5,6,red\n").unwrap();
    assert_eq!(dataset.feature_names, ["a", "b"]);
    let (column, names, codes) = classes(&dataset);
    assert_eq!((column, codes), ("kind", vec![1, 0, 1]));
    assert_eq!(names, ["blue", "red"]);
}

/// Every separator with every way of writing numbers and every kind of label that it allows.
#[test]
fn blanks_and_punctuation_in_labels_do_not_part_columns() {
    let labels: [[&str; 2]; 7] = [
        ["setosa", "virginica"],
        ["Iris setosa", "Iris virginica"],
        ["class 1", "class 2"],
        ["2 wheels", "4 wheels or so"],
        ["a, b", "c, d"],
        ["x; 1", "y; 2"],
        ["one line", "two\nlines"],
    ];
    for separator in [",", ";", "\t", " ", "   "] {
        for decimal in [".", ","] {
            for label in labels {
                let clashes = label.iter().any(|text| {
                    text.contains(separator) || text.contains('\n') || separator == "   "
                });
                for quoted in [false, true] {
                    let unreadable = (decimal == "," && separator == ",") || (clashes && !quoted);
                    if unreadable {
                        continue;
                    }
                    let number = |value: f64| format!("{value:.2}").replace('.', decimal);
                    let mut text = ["a", "b", "c d"]
                        .map(|n| format!("\"{n}\""))
                        .join(separator);
                    for i in 0..12_u8 {
                        let label = label[usize::from(i % 2)];
                        let label = if quoted {
                            format!("\"{label}\"")
                        } else {
                            label.to_owned()
                        };
                        let (a, b) = (f64::from(i) / 4.0, f64::from(i * i % 7) + 0.25);
                        text += "\n";
                        text += &[number(a), number(b), label].join(separator);
                    }
                    let read = dataset(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
                    assert_eq!(read.x.shape(), (12, 2), "{text}");
                    assert_eq!(read.x[(5, 1)], 4.25, "{text}");
                    let (column, names, _) = classes(&read);
                    assert_eq!(column, "c d");
                    assert_eq!(names, label.map(|name| name.replace('\n', "\\n")), "{text}");
                }
            }
        }
    }
}

#[test]
fn a_column_with_a_usual_name_is_the_label() {
    let text = "Species,a,b\n2,0.5,1\n10,0.25,2\n2,0.125,3\n";
    let dataset = dataset(text).unwrap();
    let (column, names, codes) = classes(&dataset);
    assert_eq!((column, codes), ("Species", vec![0, 1, 0]));
    assert_eq!(names, ["2", "10"]);

    let continuous = load("x1,x2,target\n1,2,0.5\n2,3,0.25\n").unwrap();
    let dataset = continuous.dataset(&Columns::default()).unwrap();
    let Labels::Continuous { column, values } = dataset.labels else {
        panic!("a quantity is no class");
    };
    assert_eq!((column.as_str(), values), ("target", vec![0.5, 0.25]));

    let counts = load("x1,x2,target\n1,2,40\n2,3,35\n")
        .unwrap()
        .dataset(&Columns::default())
        .unwrap()
        .labels;
    assert!(
        matches!(counts, Labels::Continuous { .. }),
        "no two rows share a value"
    );
}

#[test]
fn y_is_a_coordinate_beside_x_and_a_label_elsewhere() {
    let plane = dataset("x,y\n1,0\n2,1\n3,0\n4,1\n").unwrap();
    assert_eq!(plane.feature_names, ["x", "y"]);
    let labelled = dataset("x1,x2,y\n1,3,0\n2,5,1\n3,3,0\n4,1,1\n").unwrap();
    assert_eq!(labelled.feature_names, ["x1", "x2"]);
    assert_eq!(classes(&labelled).0, "y");
}

#[test]
fn without_a_header_codes_at_one_end_are_the_label() {
    let body = |first: bool| -> String {
        (0..40)
            .map(|i| {
                let (digit, v) = (i % 4, f64::from(i).sin());
                if first {
                    format!("{digit}.0000 {v:.4} {:.4} -1.0000 \n", v * v)
                } else {
                    format!("{v:.4} {:.4} {:.4} {digit}\n", v * v, v / 2.0)
                }
            })
            .collect()
    };
    let label_first = dataset(body(true)).unwrap();
    assert_eq!((label_first.n(), label_first.d()), (40, 3));
    assert_eq!(classes(&label_first).0, "x0");
    assert_eq!(classes(&label_first).1, ["0", "1", "2", "3"]);
    let label_last = dataset(body(false)).unwrap();
    assert_eq!(classes(&label_last).0, "x3");
    assert_eq!(label_last.feature_names, ["x0", "x1", "x2"]);

    let digits = include_str!("../../datasets/digits.csv")
        .split_once('\n')
        .unwrap()
        .1;
    let digits = dataset(digits).unwrap();
    assert_eq!((digits.d(), classes(&digits).0), (64, "x64"));

    let grid: Vec<String> = (0..40).map(|i| format!("{},{}", i % 4, i / 10)).collect();
    assert_eq!(
        dataset(grid.join("\n")).unwrap().d(),
        2,
        "a grid of whole numbers has no label"
    );
}

#[test]
fn a_header_may_count_the_columns() {
    let dataset = dataset("0,1,2,target\n5.1,3.5,1.4,0\n4.9,3,1.4,1\n6,2.5,1.5,0\n").unwrap();
    assert_eq!(dataset.feature_names, ["0", "1", "2"]);
    assert_eq!((dataset.n(), classes(&dataset).0), (3, "target"));
}

#[test]
fn columns_are_chosen_by_name_before_index() {
    let table = load("a,0,b\n10,20,30\n11,21,31\n").unwrap();
    let names = |columns: &Columns| table.dataset(columns).unwrap().feature_names;
    assert_eq!(names(&features(&["0", "a"])), ["0", "a"]);
    assert_eq!(names(&features(&["2", "1"])), ["b", "0"]);
    assert_eq!(names(&label("a")), ["0", "b"]);
    assert_eq!(
        table.dataset(&features(&["c"])).unwrap_err().to_string(),
        "data.csv has no column \"c\"; it has: a, 0, b"
    );
    assert_eq!(
        table.dataset(&label("3")).unwrap_err().to_string(),
        "data.csv has no column \"3\"; it has: a, 0, b"
    );
}

#[test]
fn a_text_column_cannot_be_a_feature() {
    let table = load("a,b\n1,red\n2,blue\n3,red\n").unwrap();
    assert_eq!(
        table
            .dataset(&features(&["a", "b"]))
            .unwrap_err()
            .to_string(),
        "data.csv: column \"b\" holds text, not numbers"
    );
    let kinds: Vec<bool> = table.columns().iter().map(Column::is_numeric).collect();
    assert_eq!(kinds, [true, false]);
    assert_eq!(table.label_column(&ColumnChoice::Auto).unwrap(), Some(1));
}

#[test]
fn rows_are_left_out_only_where_a_used_value_is_missing() {
    let table =
        load("a,b,note,class\n1,2,,x\n?,3,n,x\n4,NA,n,y\n5,6,n,\n7,inf,,y\n8,9,n,y\n").unwrap();
    let all = table.dataset(&Columns::default()).unwrap();
    assert_eq!((all.row_ids, all.skipped_rows), (vec![0, 3, 5], 3));
    let one = table.dataset(&features(&["a"])).unwrap();
    assert_eq!((one.row_ids, one.skipped_rows), (vec![0, 2, 3, 4, 5], 1));
    assert_eq!(one.x.as_slice(), [1.0, 4.0, 5.0, 7.0, 8.0]);
}

#[test]
fn an_empty_column_is_not_a_feature() {
    let dataset = dataset("a,b,c\n1,,2\n3,,4\n").unwrap();
    assert_eq!(dataset.feature_names, ["a", "c"]);
    assert_eq!(dataset.skipped_rows, 0);
}

#[test]
fn row_numbers_and_row_names_are_not_features() {
    let pandas = dataset(",a,b\n0,1.5,2\n1,3,4\n2,5,6\n").unwrap();
    assert_eq!(pandas.feature_names, ["a", "b"]);
    let r = dataset("\"a\" \"b\"\n\"1\" 1.5 2\n\"2\" 3 4\n\"3\" 5 6\n").unwrap();
    assert_eq!(r.feature_names, ["a", "b"]);
    let cars = dataset("\"mpg\"\n\"Mazda RX4\" 21\n\"Fiat 128\" 32.4\n").unwrap();
    assert_eq!(cars.x.as_slice(), [21.0, 32.4]);
    let id = dataset("Id,a\n17,1.5\n4,2\n").unwrap();
    assert_eq!(id.feature_names, ["a"]);
    let id = dataset("Id,a\n17,1.5\n17,2\n").unwrap();
    assert_eq!(
        id.feature_names,
        ["Id", "a"],
        "these do not tell rows apart"
    );
}

#[test]
fn names_that_repeat_are_made_unique() {
    let dataset = dataset("a,a,,a (2)\n1,2,3,4\n5,6,8,9\n").unwrap();
    assert_eq!(
        dataset.feature_names,
        ["a", "a (2)", "unnamed", "a (2) (2)"]
    );
}

#[test]
fn mistakes_are_named_with_file_line_and_column() {
    for (text, expected) in [
        ("", "data.csv: the file is empty"),
        ("\n\n# nothing\n", "data.csv: the file is empty"),
        ("a,b\n", "data.csv: there are no rows under the header"),
        (
            "a,b\n1,2\n3,4.x\n5,6\n7,8\n",
            "data.csv, line 3, column \"b\": \"4.x\" is not a number",
        ),
        (
            "# note\r\na,b\r\n1,2\r\n\r\n3,4\r\n5,4.x\r\n5,6",
            "data.csv, line 6, column \"b\": \"4.x\" is not a number",
        ),
        (
            "a,class\n1,1\n2,2\n3,1\n4,one\n",
            "data.csv, line 5, column \"class\": \"one\" is not a number",
        ),
        (
            "1.o,2,3\n1,2,3\n3,4,5\n",
            "data.csv, line 1, column \"x0\": \"1.o\" is not a number",
        ),
        (
            "a,b\n1,2\n3,4\n5,6\n7,8.x",
            "data.csv, line 5, column \"b\": \"8.x\" is not a number",
        ),
        (
            "a,b,note\n1,2,\"two\nlines\"\n3,4,one\n5,6\n",
            "data.csv, line 5: found 2 values where the other lines have 3",
        ),
        (
            "a,b,note\n1,2,one\n3,4,one\n5,6.x,\"two\nlines\"\n",
            "data.csv, line 4, column \"b\": \"6.x\" is not a number",
        ),
        (
            "a,b\n1,2\n3\n5,6\n",
            "data.csv, line 3: found 1 value where the other lines have 2",
        ),
        (
            "a,b,c,d\n1,2\n3,4\n5,6\n",
            "data.csv, line 1: 4 names for 2 columns",
        ),
        (
            "a,b\nred,one\nblue,two\n",
            "data.csv: there is no column of numbers to use as a feature",
        ),
        (
            "a,b\n1,\n,2\n3,NA\n?,4\n",
            "data.csv: every row lacks a value in some column used",
        ),
        (
            "1.5;2,5\n2.5;3,5\n3.5;4\n4.5;5\n5.5;5\n",
            "data.csv, line 1, column \"x1\": \"2,5\" is not a number with a decimal point; say which \
             decimal sign the file has",
        ),
    ] {
        assert_eq!(message(text), expected, "{text:?}");
    }
}

#[test]
fn a_point_amid_decimal_commas_is_not_guessed_at() {
    let text = "1,5;2\n".repeat(300) + "1.234;2\n";
    assert_eq!(
        message(text),
        "data.csv, line 301, column \"x0\": \"1.234\" is not a number with a decimal comma; say which \
         decimal sign the file has"
    );
}

#[test]
fn text_in_no_known_encoding_is_refused_with_its_line() {
    // Amid UTF-8 a letter of another encoding is damage, and no code page has these bytes.
    let expected = "data.csv, line 3: this is not UTF-8 text; save the file as UTF-8";
    assert_eq!(
        message(
            "a,b\nä,2\n3,"
                .bytes()
                .chain(*b"L\xe4nge\n5,6\n")
                .collect::<Vec<_>>()
        ),
        expected
    );
    assert_eq!(message(b"a,b\n1,2\n3,L\xe4\x81nge\n5,6\n"), expected);
    // Without its mark nothing says that this is UTF-16.
    let utf16: Vec<u8> = "1,2\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    assert!(message(utf16).contains("UTF-16 needs its mark"));
}

#[test]
fn a_file_that_cannot_be_opened_is_named() {
    let missing = Source::File("no/such/file.csv".into()).load(&|| false);
    let message = missing.unwrap_err().to_string();
    assert!(
        message.starts_with("cannot read no/such/file.csv: "),
        "{message}"
    );
    let directory = tempfile::tempdir().unwrap();
    let message = Source::File(directory.path().to_owned().into())
        .load(&|| false)
        .unwrap_err();
    assert!(message.to_string().starts_with("cannot read "), "{message}");
}

#[test]
fn reading_can_be_abandoned() {
    let (_guard, path) = write("long.csv", "1,2\n".repeat(10_000));
    assert_eq!(
        Source::File(path.into()).load(&|| true),
        Err(DataError::Cancelled)
    );
}

#[test]
fn new_observations_are_matched_by_name() {
    let names = strings(&["b", "a"]);
    let (_guard, path) = write("new.csv", "a,other,b\n1,x,2\n3,y,4\n");
    assert_eq!(
        read_features(&path.clone().into(), &names).unwrap(),
        dmatrix![2.0, 1.0; 4.0, 3.0]
    );

    let (_guard, path) = write("new.csv", "a,c\n1,2\n");
    assert_eq!(
        read_features(&path.clone().into(), &names)
            .unwrap_err()
            .to_string(),
        "new.csv has no column \"b\"; it has: a, c"
    );
}

#[test]
fn new_observations_without_names_are_matched_by_position() {
    let (_guard, bare) = write("new.csv", "1,2\n3,4\n");
    let expected = dmatrix![1.0, 2.0; 3.0, 4.0];
    assert_eq!(
        read_features(&bare.clone().into(), &strings(&["b", "a"])).unwrap(),
        expected
    );
    let (_guard, named) = write("new.csv", "p,q\n1,2\n3,4\n");
    assert_eq!(
        read_features(&named.clone().into(), &strings(&["x₁", "x₂"])).unwrap(),
        expected
    );
    // The label, in front at training time, may be there or not.
    let (_guard, labelled) = write("new.csv", "7,1,2\n8,3,4\n");
    assert_eq!(
        read_features(&labelled.clone().into(), &strings(&["x1", "x2"])).unwrap(),
        expected
    );
    assert_eq!(
        read_features(&bare.clone().into(), &strings(&["x1", "x2"])).unwrap(),
        expected
    );
}

#[test]
fn a_new_observation_with_a_missing_value_is_refused() {
    let (_guard, path) = write("new.csv", "a,b\n1,2\n3,\n");
    assert_eq!(
        read_features(&path.clone().into(), &strings(&["a", "b"]))
            .unwrap_err()
            .to_string(),
        "new.csv: row 2 has no value in \"b\""
    );
}

/// Refusal of a given matrix that isn't one.
fn refusal(content: &str, what: GivenQuantity) -> String {
    let table = load(content).unwrap();
    table
        .given(&Columns::default(), what)
        .unwrap_err()
        .to_string()
}

#[test]
fn a_given_matrix_is_read_with_its_labels() {
    use GivenQuantity::{Distances, KernelValues};
    // Plain, with a text column of classes, with names of objects, and with numbers in front.
    for (content, classes) in [
        ("2,1,0\n1,2,1\n0,1,2\n", None),
        ("a,2,1,0\nb,1,2,1\na,0,1,2\n", Some(2)),
        (",p,q,r\np,2,1,0\nq,1,2,1\nr,0,1,2\n", None),
        ("1,2,1,0\n0,1,2,1\n1,0,1,2\n", Some(2)),
    ] {
        let table = load(content).unwrap();
        let data = table.given(&Columns::default(), KernelValues).unwrap();
        let expected = dmatrix![2.0, 1.0, 0.0; 1.0, 2.0, 1.0; 0.0, 1.0, 2.0];
        assert_eq!(
            data.objects,
            Objects::Matrix(RoundedMatrix::off_by(expected, 0.0)),
            "{content}"
        );
        assert_eq!((data.n(), data.d(), data.has_features()), (3, 0, false));
        match (&data.labels, classes) {
            (Labels::None, None) => {}
            (Labels::Classes { names, .. }, Some(count)) => assert_eq!(names.len(), count),
            (labels, _) => panic!("{content}: {labels:?}"),
        }
    }
    for (content, what, said) in [
        (
            "1,2\n3,4\n5,6\n",
            KernelValues,
            "data.csv: a given matrix has as many columns as rows, and here are 3 rows and 2 columns of numbers",
        ),
        (
            "1,2,3\n2,1,5\n3,4,1\n",
            KernelValues,
            "data.csv: a given matrix is symmetric, and the entries (2, 3) and (3, 2) are 5 and 4",
        ),
        (
            "0,1\n1,2\n",
            Distances,
            "data.csv: the distance of row 2 from itself is 0, and here it is 2",
        ),
        (
            "0,-1\n-1,0\n",
            Distances,
            "data.csv: a distance is 0 or more, and entry (1, 2) is −1",
        ),
        (
            "1,2,3\n2,1,\n3,,1\n",
            KernelValues,
            "data.csv: row 3 lacks a value in column \"x1\"",
        ),
    ] {
        assert_eq!(refusal(content, what), said);
    }
    // One half is enough.
    let half = load("1,2\n,1\n").unwrap();
    let half = half.given(&Columns::default(), KernelValues).unwrap();
    let whole = dmatrix![1.0, 2.0; 2.0, 1.0];
    assert_eq!(
        half.objects,
        Objects::Matrix(RoundedMatrix::off_by(whole, 0.0))
    );
    // The last digit of what was written out may differ.
    let nearly = load("1,0.1\n0.1000000000001,1\n").unwrap();
    assert!(nearly.given(&Columns::default(), KernelValues).is_ok());
}
