//! Scripts that reproduce the picture: the Python one is run, and its numbers are ours.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path, process::Command};

use kpca_explorer::{
    analysis::{Analysis, Analyzer},
    data::{Columns, Generator, LabelChoice, Scaling, Shape, Source},
    export::{Language, script},
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{Solver, Tier},
    setup::{Setup, examples},
};
use nalgebra::DMatrix;

fn analyse(setup: &Setup) -> Analysis {
    Analyzer::default()
        .run(setup, Tier::Exact, Solver::Auto, &|| false)
        .unwrap()
}

/// Whether `python3` has what the scripts import; without it a test passes, but says so, except on
/// CI, where it must be there.
fn python_can(import: &str) -> bool {
    let found = Command::new("python3")
        .args(["-c", import])
        .output()
        .is_ok_and(|output| output.status.success());
    if !found {
        assert!(std::env::var_os("CI").is_none(), "python3 cannot {import}");
        eprintln!("skipped: python3 cannot {import}");
    }
    found
}

/// Runs the scripts, all in one process, up to the picture, and reads what they computed.
fn run_python(scripts: &[String], folder: &Path) -> Vec<[DMatrix<f64>; 3]> {
    const DRIVER: &str = "
import runpy, sys
import numpy as np
for i in range(int(sys.argv[1])):
    found = runpy.run_path(f'{i}.py')
    for name in ['scores', 'pca_scores', 'share']:
        np.savetxt(f'{i}.{name}', np.atleast_2d(found[name].T).T)
";
    for (i, script) in scripts.iter().enumerate() {
        let (numbers, _picture) = script.split_once("\n# the picture").unwrap();
        fs::write(folder.join(format!("{i}.py")), numbers).unwrap();
    }
    let output = Command::new("python3")
        .args(["-c", DRIVER, &scripts.len().to_string()])
        .current_dir(folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    let read = |i: usize, name: &str| {
        let text = fs::read_to_string(folder.join(format!("{i}.{name}"))).unwrap();
        let rows: Vec<Vec<f64>> = text
            .lines()
            .map(|line| line.split(' ').map(|v| v.parse().unwrap()).collect())
            .collect();
        DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
    };
    (0..scripts.len())
        .map(|i| ["scores", "pca_scores", "share"].map(|name| read(i, name)))
        .collect()
}

/// The largest difference as a share of the largest entry, and up to the sign of each column: where
/// entries of an eigenvector tie for the largest, as in half moons without noise or in two
/// standardized columns, rounding decides scikit-learn's sign.
fn difference(ours: &DMatrix<f64>, theirs: &DMatrix<f64>) -> f64 {
    assert_eq!(ours.shape(), theirs.shape());
    let mut theirs = theirs.clone();
    for (mut theirs, ours) in theirs.column_iter_mut().zip(ours.column_iter()) {
        if theirs.dot(&ours) < 0.0 {
            theirs.neg_mut();
        }
    }
    (ours - theirs).amax() / ours.amax()
}

fn assert_python_reproduces(setups: &[(String, Setup)], folder: &Path) {
    let analyses: Vec<Analysis> = setups.iter().map(|(_, setup)| analyse(setup)).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|((_, setup), analysis)| script(Language::Python, setup, analysis).unwrap())
        .collect();
    let computed = run_python(&scripts, folder);
    for (((name, _), analysis), [scores, pca, share]) in setups.iter().zip(&analyses).zip(computed)
    {
        let kpca = &analysis.kpca;
        let ratios = DMatrix::from_vec(share.nrows(), 1, kpca.explained_variance_ratio());
        let determined: Vec<usize> = (0..scores.ncols())
            .filter(|j| !kpca.undetermined.iter().any(|range| range.contains(j)))
            .collect();
        let ours = kpca.scores().select_columns(&determined);
        let off = difference(&ours, &scores.select_columns(&determined));
        assert!(off < 1e-6, "{name}: scores differ by {off}");
        let off = difference(&analysis.pca.scores, &pca);
        assert!(off < 1e-9, "{name}: linear PCA scores differ by {off}");
        let off = difference(&ratios, &share);
        assert!(off < 1e-9, "{name}: shares differ by {off}");
    }
}

#[test]
fn python_gives_the_numbers_of_every_example_and_kernel() {
    if !python_can("import sklearn") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let examples = examples().into_iter();
    let mut setups: Vec<(String, Setup)> = examples
        .map(|example| (example.name.to_owned(), example.setup))
        .collect();
    for kind in KernelKind::ALL {
        for scaling in Scaling::ALL {
            let setup = Setup {
                source: Source::Generated(Generator {
                    n_samples: 60,
                    noise: 0.1,
                    random_state: 7,
                    ..Generator::new(Shape::SwissRoll)
                }),
                columns: Columns {
                    label: LabelChoice::Column("y".into()),
                    features: Some(["z", "t"].map(String::from).to_vec()),
                },
                scaling,
                kernel: KernelParams {
                    kind,
                    gamma: Gamma::Value(0.05),
                    degree: 2,
                    coef0: 0.5,
                },
                components: 4,
                ..Setup::default()
            };
            let name = format!("{} {}", kind.name(), scaling.name());
            setups.push((name, setup));
        }
    }
    assert_python_reproduces(&setups, folder.path());
}

#[test]
fn python_reads_files_as_they_are_written() {
    if !python_can("import sklearn, pandas") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let rows = |separator: &str, decimal: &str| -> String {
        let row = |i: u32| {
            let number = |v: f64| format!("{v}").replace('.', decimal);
            let a = f64::from(i * i % 17) + 0.5;
            let cells = [
                number(a),
                number(f64::from(i) / 8.0),
                format!("kind{}", i % 3),
            ];
            cells.join(separator)
        };
        let rows: Vec<String> = (0..40).map(|i| row(i) + "\n").collect();
        rows.concat()
    };
    let numbered = |rows: &str| -> String {
        let rows = rows.lines().enumerate();
        let rows: Vec<String> = rows.map(|(i, row)| format!("row{i},{row}\n")).collect();
        rows.concat()
    };
    let mut setups = Vec::new();
    for (name, text) in [
        ("plain.csv", format!("a,b,\"c, d\"\n{}", rows(",", "."))),
        (
            "german \"q\".csv",
            format!("# saved\na;b;c\n{}", rows(";", ",")),
        ),
        (
            "gaps.tsv",
            format!("a\tb\tc\n1.5\t?\tkind0\n{}2\t\tkind1\n", rows("\t", ".")),
        ),
        (
            "row names.csv",
            format!("a,b,c\n{}", numbered(&rows(",", "."))),
        ),
        (
            "headless.txt",
            (0..40)
                .map(|i| format!("{}  {} {}.25 \n", i % 4, i * i % 13, i * 7 % 11))
                .collect::<Vec<_>>()
                .concat(),
        ),
    ] {
        let path = folder.path().join(name);
        fs::write(&path, text).unwrap();
        let setup = Setup {
            source: Source::File(path),
            components: 3,
            ..Setup::default()
        };
        setups.push((name.to_owned(), setup));
    }
    assert_python_reproduces(&setups, folder.path());
}
