//! Features made of columns, against scikit-learn and pandas.

use std::{collections::BTreeMap, fs, path::Path};

use nalgebra::DMatrix;
use serde::Deserialize;

use crate::analysed::analyse;
use explorer::{
    analysis::Analyzer,
    setup::{Setup, parse_line, setup_line},
};
use kernel_pca::{kpca::Tier, objects::ObjectKind};
use tabular::{Columns, Missing, Source};

#[derive(Deserialize)]
struct Reference {
    fitted: String,
    new: String,
    cases: BTreeMap<String, Case>,
}

#[derive(Deserialize)]
struct Case {
    names: Vec<String>,
    fitted: Vec<Vec<f64>>,
    new: Option<Vec<Vec<f64>>>,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../fixtures/prepare.json")).unwrap()
}

fn texts(names: &[&str]) -> Vec<String> {
    names.iter().map(ToString::to_string).collect()
}

/// Columns of the reference's table, made as there.
pub(super) fn columns(missing: Missing) -> Columns {
    Columns {
        features: Some(texts(&["size", "site", "dose", "level"])),
        missing,
        one_hot: texts(&["site"]),
        log: texts(&["dose"]),
        rank: texts(&["level"]),
        ..Columns::default()
    }
}

/// The reference's tables as files in `folder`, and what is asked of them.
pub(super) fn setup(folder: &Path, missing: Missing) -> Setup {
    let Reference { fitted, new, .. } = reference();
    let file = |name: &str, text: String| {
        let path = folder.join(name);
        fs::write(&path, text).unwrap();
        Source::File(path.into())
    };
    Setup {
        source: file("fitted.csv", fitted),
        new_rows: missing.strategy().map(|_| file("new.csv", new)),
        columns: columns(missing),
        ..Setup::default()
    }
}

fn assert_equal(ours: &DMatrix<f64>, theirs: &[Vec<f64>], what: &str) {
    let theirs = DMatrix::from_fn(theirs.len(), theirs[0].len(), |i, j| theirs[i][j]);
    assert_eq!(ours.shape(), theirs.shape(), "{what}");
    assert!(
        (ours - &theirs).amax() < 1e-12,
        "{what}: {ours} and {theirs}"
    );
}

#[test]
fn features_are_those_of_scikit_learn_and_new_rows_go_the_same_way() {
    let folder = tempfile::tempdir().unwrap();
    for (name, case) in reference().cases {
        let missing = Missing::ALL
            .into_iter()
            .find(|it| it.name() == name)
            .unwrap();
        let setup = setup(folder.path(), missing);
        let analysis = analyse(&setup);
        assert_eq!(analysis.dataset.feature_names, case.names, "{name}");
        assert_equal(&analysis.dataset.x, &case.fitted, &name);
        match (case.new, &analysis.new) {
            (Some(theirs), Some(new)) => assert_equal(&new.rows.x, &theirs, &name),
            (theirs, new) => assert!(theirs.is_none() && new.is_none(), "{name}"),
        }
        let line = setup_line(&setup).unwrap();
        assert_eq!(
            parse_line(&line).unwrap().setup.columns,
            setup.columns,
            "{line}"
        );
    }
}

#[test]
fn columns_with_gaps_are_left_out_and_named() {
    let folder = tempfile::tempdir().unwrap();
    let mut setup = setup(folder.path(), Missing::DropColumns);
    setup.columns = Columns {
        missing: Missing::DropColumns,
        ..Columns::default()
    };
    let error = Analyzer::default().run(&setup, Tier::Exact, &|| false);
    let error = error.err().unwrap().to_string();
    assert!(
        error.contains("every column used lacks a value in some row"),
        "{error}"
    );
    fs::write(
        folder.path().join("fitted.csv"),
        "a,b,c\n1,2,u\n,3,v\n4,5,u\n6,8,v\n",
    )
    .unwrap();
    let analysis = analyse(&setup);
    assert_eq!(
        (
            analysis.dataset.n(),
            analysis.dataset.feature_names.join(" ").as_str()
        ),
        (4, "b")
    );
    let line = analysis
        .table
        .reading_line(&setup.columns, ObjectKind::Vectors, 0)
        .unwrap()
        .unwrap();
    assert!(
        line.contains("columns left out: a (missing values)"),
        "{line}"
    );
    setup.columns.missing = Missing::Median;
    let line = analysis
        .table
        .reading_line(&setup.columns, ObjectKind::Vectors, 0)
        .unwrap()
        .unwrap();
    assert!(
        line.contains("missing values: 1, fill in the median"),
        "{line}"
    );
}

#[test]
fn what_cannot_be_made_is_said_in_a_line() {
    let folder = tempfile::tempdir().unwrap();
    let refused = |change: &dyn Fn(&mut Columns)| {
        let mut setup = setup(folder.path(), Missing::Mean);
        setup.new_rows = None;
        change(&mut setup.columns);
        let found = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        found.err().unwrap().to_string()
    };
    for (said, words) in [
        (
            refused(&|it| it.log = texts(&["site"])),
            "\"site\" is no feature of numbers",
        ),
        (
            refused(&|it| it.one_hot = texts(&["town"])),
            "no column \"town\"",
        ),
        (refused(&|it| it.one_hot.clear()), "holds text, not numbers"),
    ] {
        assert!(said.contains(words) && !said.contains('\n'), "{said}");
    }
    fs::write(folder.path().join("zero.csv"), "a,b\n1,2\n0,3\n4,5\n").unwrap();
    let mut setup = Setup {
        source: Source::File(folder.path().join("zero.csv").into()),
        ..Setup::default()
    };
    setup.columns.log = texts(&["a"]);
    let error = Analyzer::default().run(&setup, Tier::Exact, &|| false);
    let error = error.err().unwrap().to_string();
    assert!(
        error.contains("row 2 has 0 in \"a\", which has no logarithm"),
        "{error}"
    );
}
