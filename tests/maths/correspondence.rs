//! Correspondence analysis: numbers of NumPy, written by `fixtures/correspondence.py`, and published ones.

use std::collections::HashMap;

use nalgebra::DMatrix;
use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::correspondence::Correspondence;
use tabular::{Builtin, Columns, Source};

#[derive(Deserialize)]
struct Reference {
    table: Vec<Vec<f64>>,
    rows: Vec<Vec<f64>>,
    columns: Vec<Vec<f64>>,
    eigenvalues: Vec<f64>,
    inertia: f64,
}

#[test]
fn numbers_are_those_of_an_independent_decomposition() {
    let references: HashMap<String, Reference> =
        serde_json::from_str(include_str!("../fixtures/correspondence.json")).unwrap();
    assert_eq!(references.len(), 3);
    for (name, reference) in &references {
        let found = Correspondence::fit(&matrix(&reference.table)).unwrap();
        assert!((found.inertia - reference.inertia).abs() < 1e-14, "{name}");
        let values = DMatrix::from_vec(reference.eigenvalues.len(), 1, found.eigenvalues);
        let expected = DMatrix::from_column_slice(values.len(), 1, &reference.eigenvalues);
        assert!((values - expected).amax() < 1e-14, "{name}");
        assert!(
            (found.rows - matrix(&reference.rows)).amax() < 1e-11,
            "{name}"
        );
        assert!(
            (found.columns - matrix(&reference.columns)).amax() < 1e-11,
            "{name}"
        );
    }
}

/// Greenacre 1984: inertias, and rows and columns in the first dimension.
#[test]
fn the_shipped_table_gives_the_published_numbers() {
    let table = Source::Builtin(Builtin::Smoke).load(&|| false).unwrap();
    let dataset = table.dataset(&Columns::default()).unwrap();
    assert_eq!(dataset.x.sum(), 193.0);
    let found = Correspondence::fit(&dataset.x).unwrap();
    let close = |found: &[f64], published: &[f64], digits: f64| {
        found.len() == published.len()
            && found
                .iter()
                .zip(published)
                .all(|(a, b)| (a.abs() - b.abs()).abs() < digits)
    };
    assert!((found.inertia - 0.085_19).abs() < 5e-6);
    assert!(close(
        &found.eigenvalues,
        &[0.074_76, 0.010_02, 0.000_41],
        1e-5
    ));
    let first = |it: &DMatrix<f64>| it.column(0).iter().copied().collect::<Vec<_>>();
    assert!(close(
        &first(&found.rows),
        &[0.066, 0.259, 0.381, 0.233, 0.201],
        6e-4
    ));
    assert!(close(
        &first(&found.columns),
        &[0.393, 0.099, 0.196, 0.294],
        6e-4
    ));
}
