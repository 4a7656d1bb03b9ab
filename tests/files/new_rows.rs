//! New rows, read by what the fitted table knows of its columns: one row, or one without a number, says nothing itself.

use std::{fs, path::Path};

use kernel_pca::objects::Labels;
use tabular::{
    Columns, DataError, FittedTable, Missing, NewRows, ReadAs, ReadTask, Source, parse_table,
};

const FITTED: &str = "f1,f2,kind\n1,2,u\n3,4,v\n5,7,u\n2,9,w\n";

fn new_rows(fitted: &str, columns: &Columns, new: &[u8], file: &str) -> Result<NewRows, DataError> {
    let table = parse_table("fitted.csv", fitted.as_bytes(), ReadAs::default()).unwrap();
    let dataset = table.dataset(columns).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(file);
    fs::write(&path, new).unwrap();
    let source = Source::File(Path::new(&path).into());
    FittedTable::new(&table, columns, &dataset)?.read(&source, &ReadTask::default())
}

fn filled(missing: Missing) -> Columns {
    Columns {
        missing,
        one_hot: vec!["kind".into()],
        ..Columns::default()
    }
}

fn row(new: &NewRows) -> Vec<f64> {
    assert_eq!(new.n(), 1);
    new.x.iter().copied().collect()
}

/// By scikit-learn 1.7: `SimpleImputer(strategy)` and `OneHotEncoder(handle_unknown="ignore")` fitted on the table above.
#[test]
fn one_row_with_gaps_is_filled_as_scikit_learn_does() {
    let fills = [
        (Missing::Mean, [2.75, 5.5]),
        (Missing::Median, [2.5, 5.5]),
        (Missing::MostFrequent, [1.0, 2.0]),
    ];
    for (missing, [f1, f2]) in fills {
        let columns = filled(missing);
        for (text, expected) in [
            (",0.5,u\n", [f1, 0.5, 1.0, 0.0, 0.0]),
            ("NA,NA,v\n", [f1, f2, 0.0, 1.0, 0.0]),
            ("f1,f2,kind\n,0.5,u\n", [f1, 0.5, 1.0, 0.0, 0.0]),
            ("f1,f2,kind\nNA,NA,v\n", [f1, f2, 0.0, 1.0, 0.0]),
            ("kind,more,f2,f1\nzz,7,3,NA\n", [f1, 3.0, 0.0, 0.0, 0.0]),
            ("f1;f2;kind\n4;?;w\n", [4.0, f2, 0.0, 0.0, 1.0]),
            (
                "@relation r\n@attribute f1 real\n@attribute f2 real\n@attribute kind {u,v}\n@data\n?,?,v\n",
                [f1, f2, 0.0, 1.0, 0.0],
            ),
        ] {
            let new = new_rows(FITTED, &columns, text.as_bytes(), "new.csv");
            let new = new.unwrap_or_else(|error| panic!("{text:?}: {error}"));
            assert_eq!(row(&new), expected, "{missing:?} {text:?}");
        }
    }
}

#[test]
fn without_a_header_columns_stand_as_in_the_fitted_file() {
    let columns = Columns {
        missing: Missing::Median,
        ..Columns::default()
    };
    for text in ["NA,3\n", "NA,3,v\n", "f1,f2\nNA,3\n"] {
        let new = new_rows(FITTED, &columns, text.as_bytes(), "new.csv").unwrap();
        assert_eq!(row(&new), [2.5, 3.0], "{text:?}");
        let is_labelled =
            matches!(&new.labels, Labels::Classes { codes, .. } if codes == &[Some(1)]);
        assert_eq!(is_labelled, text.contains('v'), "{text:?}");
    }
    let header = "{'descr': '<f8', 'fortran_order': False, 'shape': (1, 2), }\n";
    let length = u16::try_from(header.len()).unwrap().to_le_bytes();
    let numbers = [f64::NAN, 3.0].map(f64::to_le_bytes).concat();
    let array = [
        b"\x93NUMPY\x01\x00",
        &length[..],
        header.as_bytes(),
        &numbers,
    ]
    .concat();
    let new = new_rows(FITTED, &columns, &array, "new.npy").unwrap();
    assert_eq!(row(&new), [2.5, 3.0]);
}

#[test]
fn numbers_are_written_as_in_the_fitted_file_unless_the_rows_prove_another_way() {
    let fitted = "a;b\n1,5;2\n2,25;3\n4,0;5\n";
    let read = |new: &str| new_rows(fitted, &Columns::default(), new.as_bytes(), "new.csv");
    assert_eq!(row(&read("a;b\n1,234;7\n").unwrap()), [1.234, 7.0]);
    assert_eq!(row(&read("a,b\n1.5,7\n").unwrap()), [1.5, 7.0]);
    let other = "a;b\n1.5;2\n2.25;3\n4.0;5\n";
    let refused = new_rows(other, &Columns::default(), b"a;b\n1,234;7\n", "new.csv");
    let said = refused.unwrap_err().to_string();
    assert!(
        said.contains("line 2, column \"a\": \"1,234\" is not a number"),
        "{said}"
    );
}

#[test]
fn new_rows_of_libsvm_lack_what_is_zero() {
    let fitted = "1 1:0.5 3:2\n-1 2:1 3:1\n1 1:1 2:2\n";
    for (text, expected) in [
        ("1 1:4\n", [4.0, 0.0, 0.0]),
        ("1\n", [0.0, 0.0, 0.0]),
        ("1 2:3 4000000000:1\n", [0.0, 3.0, 0.0]),
    ] {
        let new = new_rows(fitted, &Columns::default(), text.as_bytes(), "new.txt").unwrap();
        assert_eq!(row(&new), expected, "{text:?}");
    }
}

#[test]
fn a_text_in_a_column_of_numbers_and_a_missing_column_are_one_line() {
    for (text, words) in [
        (
            "f1,f2\nx,3\n",
            "line 2, column \"f1\": \"x\" is not a number",
        ),
        ("f1,kind\n3,u\n", "no column \"f2\""),
        ("f1,f2\nNA,3\n", "row 1 has no value in \"f1\""),
        ("1,2,3,4\n", "no column \"f1\""),
    ] {
        let said = new_rows(FITTED, &Columns::default(), text.as_bytes(), "new.csv");
        let said = said.unwrap_err().to_string();
        assert!(said.contains(words) && !said.contains('\n'), "{said}");
    }
    let dropped = b"f1,f2\n1,2\nNA,3\n4,5\n";
    let new = new_rows(FITTED, &Columns::default(), dropped, "new.csv").unwrap();
    assert_eq!((new.row_ids, new.skipped_rows), (vec![0, 2], 1));
}

#[test]
fn a_format_that_cannot_hold_new_rows_is_named() {
    let gml = b"graph [ node [ id 1 ] ]\n";
    let refused = new_rows(FITTED, &Columns::default(), gml, "g.gml").unwrap_err();
    assert_eq!(
        refused.to_string(),
        "g.gml: this is GML, which is not read as new rows"
    );
}
