//! Graphs of neighbours of small tables that are far apart, tiny, huge or tied, against scikit-learn's.

use std::{collections::BTreeMap, path::Path, process::Command};

use serde::Deserialize;
use serde_json::Value;

/// Values that `tests/fixtures/neighbours.py` wrote for one table.
#[derive(Deserialize)]
struct Expected {
    neighbors: usize,
    pieces: u64,
    /// Rows whose last neighbour is no nearer than the next row.
    tied: usize,
    eigenvalues: Vec<f64>,
}

#[test]
fn isomap_has_the_pieces_ties_and_eigenvalues_of_each_table() {
    let fixtures = Path::new("tests/fixtures");
    let text = std::fs::read_to_string(fixtures.join("neighbours.json")).unwrap();
    let tables: BTreeMap<String, Expected> = serde_json::from_str(&text).unwrap();
    assert_eq!(tables.len(), 15);
    for (name, expected) in tables {
        let output = Command::new(env!("CARGO_BIN_EXE_kpca-explorer"))
            .arg("fit")
            .arg(fixtures.join("cases/numbers").join(&name))
            .args(["--label", "none", "--method", "isomap", "--components", "2"])
            .args([
                "--neighbors",
                &expected.neighbors.to_string(),
                "--json",
                "-",
            ])
            .output()
            .unwrap();
        let report: Value = serde_json::from_slice(&output.stdout).unwrap();
        assert_eq!(report["pieces"], expected.pieces, "{name}");
        let warnings = report["warnings"].to_string();
        let ties = format!("{} row", expected.tied);
        let said = warnings.contains("at the distance of the last neighbour");
        assert_eq!(said, expected.tied > 0, "{name}: {warnings}");
        // Which of several equally near rows are neighbours is arbitrary, and eigenvalues follow.
        if said {
            assert!(warnings.contains(&ties), "{name}: {warnings}");
            continue;
        }
        let found = report["eigenvalues"].as_array().unwrap();
        assert_eq!(found.len(), expected.eigenvalues.len(), "{name}");
        for (found, expected) in found.iter().zip(&expected.eigenvalues) {
            let (found, first) = (found.as_f64().unwrap(), report["eigenvalues"][0].as_f64());
            let off = (found - expected).abs() / first.unwrap();
            assert!(off < 1e-11, "{name}: {found} and {expected}");
        }
    }
}
