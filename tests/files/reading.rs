//! Files that can be misread: what is made of them, and the line that says so.

use kernel_pca::objects::ObjectKind;
use tabular::{
    ColumnChoice, Columns, DataError, Dataset, Decimal, Delimiter, ReadAs, Table, parse_table,
};

fn load_as(content: impl AsRef<[u8]>, read_as: ReadAs) -> Result<Table, DataError> {
    parse_table("data.csv", content.as_ref(), read_as)
}

fn load(content: impl AsRef<[u8]>) -> Table {
    load_as(content, ReadAs::default()).unwrap()
}

fn dataset(table: &Table) -> Dataset {
    table.dataset(&Columns::default()).unwrap()
}

/// The features, by rows.
fn rows(table: &Table) -> Vec<Vec<f64>> {
    let x = dataset(table).x;
    x.row_iter()
        .map(|row| row.iter().copied().collect())
        .collect()
}

fn line(table: &Table) -> String {
    let skipped = dataset(table).skipped_rows;
    let line = table
        .reading_line(&Columns::default(), ObjectKind::Vectors, skipped)
        .unwrap();
    line.unwrap()
}

fn other(table: &Table) -> Option<ReadAs> {
    table.reading().unwrap().other
}

#[test]
fn a_decimal_comma_in_the_one_column_of_numbers_is_no_separator() {
    for separator in [";", "\t", " "] {
        for header in ["", "kind;v\n", "\"kind\";\"v\"\n"] {
            let text = format!("{header}g;1,5\nh;2,25\ng;3\n").replace(';', separator);
            let table = load(&text);
            assert_eq!(rows(&table), [[1.5], [2.25], [3.0]], "{text:?}");
            let Ok(Some(label)) = table.label_column(&ColumnChoice::Auto) else {
                panic!("{text:?} has a label");
            };
            assert_eq!(label, 0);
            assert!(line(&table).contains("decimal comma"), "{}", line(&table));
            assert_eq!(other(&table), None, "{text:?}");
        }
    }
}

#[test]
fn one_column_with_decimal_commas_may_be_two_and_that_is_said() {
    let commas = ReadAs::decimal(Decimal::Comma);
    let text = "1,5\n2,5\n3,75\n";
    let two = load(text);
    assert_eq!(rows(&two), [[1.0, 5.0], [2.0, 5.0], [3.0, 75.0]]);
    assert!(line(&two).starts_with("separated by commas · decimal point"));
    assert_eq!(other(&two), Some(commas));
    let one = load_as(text, commas).unwrap();
    assert_eq!(rows(&one), [[1.5], [2.5], [3.75]]);
    assert!(line(&one).starts_with("one column · decimal comma"));

    // One name stands above one column, unless the rows are counted.
    let named = load("v\n1,5\n2,5\n3,75\n5,5\n");
    assert_eq!(rows(&named), [[1.5], [2.5], [3.75], [5.5]]);
    let parted = ReadAs::delimiter(Delimiter::COMMA);
    assert_eq!(other(&named), Some(parted));
    let counted = load("v\n1,5\n2,7\n3,9\n");
    assert_eq!(rows(&counted), [[5.0], [7.0], [9.0]]);
    assert_eq!(other(&counted), Some(commas));

    // Two names leave no doubt, nor does a row without a comma.
    assert_eq!(other(&load("a,b\n1,5\n2,5\n")), None);
    assert_eq!(rows(&load("1,5\n2\n3,75\n")), [[1.5], [2.0], [3.75]]);

    let blanks = load("class 1,5\nclass 2,7\n");
    assert_eq!(rows(&blanks), [[1.5], [2.7]]);
    assert_eq!(other(&blanks), Some(parted));
    let commas = load_as("class 1,5\nclass 2,7\n", parted).unwrap();
    assert_eq!(rows(&commas), [[5.0], [7.0]]);
}

#[test]
fn signs_that_contradict_each_other_are_refused() {
    // Under a point one column holds no numbers; under a comma all do.
    let german = load("a;b\n1.234;2,5\n5.678;3,5\n");
    assert_eq!(rows(&german), [[1234.0, 2.5], [5678.0, 3.5]]);
    assert!(line(&german).contains("decimal comma · thousands with a point"));
    let refused = load("a;b\n1.5;2,5\n2.5;3,5\n").dataset(&Columns::default());
    assert_eq!(
        refused.unwrap_err().to_string(),
        "data.csv, line 2, column \"b\": \"2,5\" is not a number with a decimal point; say which \
         decimal sign the file has"
    );
}

#[test]
fn thousands_are_read_where_they_can_mean_nothing_else() {
    let english = load("id,pay\nu,\"1,234.5\"\nv,\"2,000\"\nw,17.25\n");
    assert_eq!(rows(&english), [[1234.5], [2000.0], [17.25]]);
    assert!(line(&english).contains("decimal point · thousands with a comma"));
    let german = load("pay;x\n1.234,5;1\n2.000;2\n17,25;3\n");
    assert_eq!(rows(&german), [[1234.5, 1.0], [2000.0, 2.0], [17.25, 3.0]]);
    // Quoted commas in a file of commas are decimal signs as well.
    let quoted = load("a,b\n\"1,5\",\"2,25\"\n\"3\",\"4,5\"\n");
    assert_eq!(rows(&quoted), [[1.5, 2.25], [3.0, 4.5]]);
    // Only `1,234`: a guess either way.
    let guess = load("a;b\n1,234;1\n5,678;2\n");
    assert_eq!(rows(&guess), [[1.234, 1.0], [5.678, 2.0]]);
    let point = ReadAs::decimal(Decimal::Point);
    assert_eq!(other(&guess), Some(point));
    let thousands = load_as("a;b\n1,234;1\n5,678;2\n", point).unwrap();
    assert_eq!(rows(&thousands), [[1234.0, 1.0], [5678.0, 2.0]]);
    let quoted = load("a,b\n\"1,234\",1\n\"5,678\",2\n");
    assert_eq!(rows(&quoted), [[1234.0, 1.0], [5678.0, 2.0]]);
    assert_eq!(other(&quoted), Some(ReadAs::decimal(Decimal::Comma)));
}

#[test]
fn lines_may_end_in_a_carriage_return_alone() {
    let table = load("a,b\r1,2\r3,4\r5,6");
    assert_eq!(rows(&table), [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]);
    let wrong = load_as("a,b\r1,2\r3\r5,6\r", ReadAs::default()).unwrap_err();
    assert_eq!(
        wrong.to_string(),
        "data.csv, line 3: found 1 value where the other lines have 2"
    );
    // Beyond what is looked at to tell.
    let long = format!("a,b\r{}", "1,2\r".repeat(300_000));
    assert_eq!(load(long).rows(), 300_000);
}

#[test]
fn a_first_line_may_be_long() {
    let columns = 150_000;
    let names: Vec<String> = (0..columns).map(|j| format!("column{j}")).collect();
    let values = vec!["1.5"; columns].join(",");
    let text = format!("{}\n{values}\n{values}\n{values}\n", names.join(","));
    assert!(text.find('\n').unwrap() > 1 << 20);
    let table = load(text);
    assert_eq!((table.rows(), table.columns().len()), (3, columns));
    assert_eq!(table.columns()[columns - 1].name, "column149999");
}

#[test]
fn an_unnamed_index_is_left_out_and_that_is_said() {
    for text in [
        ",v0\n0,1.5\n1,2.5\n2,7\n",
        ",v0\n17,1.5\n3,2.5\n4,7\n",
        "\"v0\"\n\"17\" 1.5\n\"3\" 2.5\n\"4\" 7\n",
    ] {
        let table = load(text);
        assert_eq!(rows(&table), [[1.5], [2.5], [7.0]], "{text:?}");
        let line = line(&table);
        assert!(line.contains("rows named by column 1"), "{line}");
    }
    // Not every row has another number.
    assert_eq!(rows(&load(",v0\n1,1.5\n1,2.5\n")), [[1.0, 1.5], [1.0, 2.5]]);
}

#[test]
fn the_line_names_what_is_left_out_and_why() {
    let table = load("id;note;a;empty;kind\n1;one or two;1,5;;x\n2;three;;;y\n3;four;2,5;;x\n");
    assert_eq!(
        line(&table),
        "separated by semicolons · decimal comma · names in the first line · label kind · rows \
         named by id · columns left out: note (text), empty (empty) · rows left out for missing values: 1"
    );
    let chosen = Columns {
        label: ColumnChoice::None,
        features: Some(vec!["a".into()]),
        ..Columns::default()
    };
    assert_eq!(
        table
            .reading_line(&chosen, ObjectKind::Vectors, 0)
            .unwrap()
            .unwrap(),
        "separated by semicolons · decimal comma · names in the first line · no label · rows named \
         by id · columns left out: note (not chosen), empty (not chosen), kind (not chosen)"
    );
    let bare = load("1 2\n3 4\n");
    assert_eq!(
        line(&bare),
        "separated by blanks · decimal point · no line of names · no label"
    );
}

#[test]
fn a_delimiter_that_is_said_is_kept_to() {
    let bars = ReadAs::delimiter("|".parse().unwrap());
    let table = load_as("a|b\n1.5|2\n3|4\n", bars).unwrap();
    assert_eq!(rows(&table), [[1.5, 2.0], [3.0, 4.0]]);
    assert!(line(&table).starts_with("separated by “|”"));
    for wrong in ["", "a", "1", ".", "-", "\"", "#", "\n", "ab", "é"] {
        assert!(wrong.parse::<Delimiter>().is_err(), "{wrong:?}");
    }
}

#[test]
fn names_and_cells_are_fit_to_be_shown() {
    let long = "x".repeat(5000);
    let table = load(format!(
        "a\u{1b}[31m,kind\n1,{long}a\n2,{long}b\n3,{long}a\n"
    ));
    assert_eq!(table.columns()[0].name, "a\\u{1b}[31m");
    let kernel_pca::objects::Labels::Classes { names, codes, .. } = dataset(&table).labels else {
        panic!("there are classes");
    };
    assert_eq!(
        codes,
        [0, 1, 0].map(Some),
        "shortened names do not merge classes"
    );
    assert!(names[0] != names[1] && names.iter().all(|name| name.chars().count() < 90));
    // The name of old is found as well.
    assert!(
        table
            .label_column(&ColumnChoice::Column("a\u{1b}[31m".into()))
            .is_ok()
    );
    let refused = load(format!("a,b\n1,2\n3,{long}\n5,6\n")).dataset(&Columns::default());
    assert!(refused.unwrap_err().to_string().len() < 200);
}
