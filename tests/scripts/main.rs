//! Scripts that reproduce the picture: they are run, and their numbers are ours.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

mod numbers;
mod pictures;

use std::{fs, path::Path, process::Command};

use kpca_explorer::{
    analysis::{Analysis, Analyzer},
    data::{Builtin, Scaling, Source},
    export::{Language, script},
    kernel::{KernelKind, KernelParams},
    kpca::{Solver, Tier},
    setup::{Camera, ContourView, KernelMatrixView, Panel, RowOrder, ScoreAxes, Setup, View},
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

/// Runs the scripts, all in one process, up to the picture, and reads what they computed: arrays by
/// name, with all but their last axis as rows.
fn run_python(scripts: &[String], names: &[&str], folder: &Path) -> Vec<Vec<DMatrix<f64>>> {
    const DRIVER: &str = "
import runpy, sys
import numpy as np
for i in range(int(sys.argv[1])):
    found = runpy.run_path(f'{i}.py')
    for name in sys.argv[2:]:
        value = found[name]
        np.savetxt(f'{i}.{name}', value.reshape(-1, value.shape[-1] if value.ndim > 1 else 1))
";
    for (i, script) in scripts.iter().enumerate() {
        let (numbers, _picture) = script.split_once("\n# the picture").unwrap();
        fs::write(folder.join(format!("{i}.py")), numbers).unwrap();
    }
    let count = scripts.len().to_string();
    python(&[&["-c", DRIVER, &count], names].concat(), folder);
    let read = |i: usize, name: &str| {
        let text = fs::read_to_string(folder.join(format!("{i}.{name}"))).unwrap();
        let rows: Vec<Vec<f64>> = text
            .lines()
            .map(|line| line.split(' ').map(|v| v.parse().unwrap()).collect())
            .collect();
        DMatrix::from_fn(rows.len(), rows[0].len(), |i, j| rows[i][j])
    };
    (0..scripts.len())
        .map(|i| names.iter().map(|name| read(i, name)).collect())
        .collect()
}

/// What Python prints.
fn python(arguments: &[&str], folder: &Path) -> String {
    let output = Command::new("python3")
        .args(arguments)
        .env("MPLBACKEND", "Agg")
        .current_dir(folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
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

/// Standardized iris with every panel, contours at a row, and the matrix in the order asked for.
fn explained(kind: KernelKind, order: RowOrder) -> Setup {
    Setup {
        source: Source::Builtin(Builtin::Iris),
        scaling: Scaling::Standardize,
        kernel: KernelParams {
            kind,
            ..KernelParams::default()
        },
        components: 5,
        view: View {
            panels: Panel::ALL.to_vec(),
            input: [2, 0],
            input_depth: 3,
            pca: ScoreAxes::Index(1),
            kpca: ScoreAxes::Strip(0),
            camera: Camera {
                yaw: 20.0,
                pitch: 40.0,
            },
            contours: ContourView {
                component: 1,
                maps: 3,
                at_row: Some(60),
                ..ContourView::default()
            },
            kernel_matrix: KernelMatrixView {
                centered: order == RowOrder::Label,
                order,
            },
            ..View::default()
        },
        ..Setup::default()
    }
}

/// The script of the setup, without zooms.
fn script_of(language: Language, setup: &Setup, analysis: &Analysis) -> String {
    script(language, setup, analysis, &[]).unwrap()
}
