//! Scripts that reproduce the picture: they are run, and their numbers are ours.

mod choices;
mod features;
mod marks;
mod numbers;
mod pictures;
mod strangers;

use std::{
    collections::BTreeMap,
    fs,
    path::Path,
    process::Command,
    sync::{Mutex, PoisonError},
};

use nalgebra::DMatrix;

use crate::analysed::analyse;
use explorer::{
    analysis::{Analysis, Analyzer},
    setup::{
        Camera, Components, ContourView, KernelMatrixView, Panel, RowOrder, ScoreAxes, Setup, View,
    },
};
use export::{TableContent, TableSpec, table_file};
use kernel_pca::{
    kernel::{KernelKind, KernelParams},
    kpca::Tier,
    objects::Scaling,
};
use scripts::{Language, reads_table, script};
use tabular::{Builtin, Source};

/// Whether the interpreter has what the scripts need; without it a test passes, but says so, except
/// on CI, where it must be there.
fn can(interpreter: &'static str, option: &str, code: &'static str) -> bool {
    // An import takes seconds, and many tests ask for the same.
    static KNOWN: Mutex<BTreeMap<[&str; 2], bool>> = Mutex::new(BTreeMap::new());
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    let found = *known.entry([interpreter, code]).or_insert_with(|| {
        Command::new(interpreter)
            .args([option, code])
            .output()
            .is_ok_and(|output| output.status.success())
    });
    if !found {
        let optional = std::env::var_os("CI").is_none();
        assert!(optional, "{interpreter} cannot {code}");
        eprintln!("skipped: {interpreter} cannot {code}");
    }
    found
}

fn python_can(import: &'static str) -> bool {
    can("python3", "-c", import)
}

fn r_has_kernlab() -> bool {
    can("Rscript", "-e", "library(kernlab)")
}

/// What Python prints.
fn python(arguments: &[&str], folder: &Path) -> String {
    // Tests run side by side: more threads in each make all of them slower.
    output(
        Command::new("python3").envs([("MPLBACKEND", "Agg"), ("OMP_NUM_THREADS", "1")]),
        arguments,
        folder,
    )
}

/// What R prints.
fn r(arguments: &[&str], folder: &Path) -> String {
    output(&mut Command::new("Rscript"), arguments, folder)
}

fn output(command: &mut Command, arguments: &[&str], folder: &Path) -> String {
    let output = command
        .args(arguments)
        .current_dir(folder)
        .output()
        .unwrap();
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    String::from_utf8(output.stdout).unwrap()
}

/// Runs the scripts, all in one process, up to the picture, and reads what they computed: arrays by
/// name, with all but their last axis as rows.
fn run(
    language: Language,
    scripts: &[String],
    names: &[&str],
    folder: &Path,
) -> Vec<Vec<DMatrix<f64>>> {
    const PYTHON: &str = "
import runpy, sys
import numpy as np
for i in range(int(sys.argv[1])):
    found = runpy.run_path(f'{i}/script')
    for name in sys.argv[2:]:
        value = found[name]
        np.savetxt(f'{i}.{name}', value.reshape(-1, value.shape[-1] if value.ndim > 1 else 1))
";
    const R: &str = "
given <- commandArgs(trailingOnly = TRUE)
for (i in seq_len(as.integer(given[1])) - 1) {
  found <- new.env()
  sys.source(file.path(i, 'script'), found, chdir = TRUE)
  for (name in given[-1]) {
    value <- found[[name]]
    value <- format(as.matrix(value), digits = 17, trim = TRUE)
    write.table(value, paste0(i, '.', name), quote = FALSE, row.names = FALSE, col.names = FALSE)
  }
}
";
    for (i, script) in scripts.iter().enumerate() {
        let (numbers, _picture) = script.split_once("\n# the picture").unwrap();
        fs::create_dir_all(folder.join(i.to_string())).unwrap();
        fs::write(folder.join(format!("{i}/script")), numbers).unwrap();
    }
    let count = scripts.len().to_string();
    match language {
        Language::Python | Language::Kpca => {
            python(&[&["-c", PYTHON, &count], names].concat(), folder)
        }
        Language::R => r(&[&["-e", R, &count], names].concat(), folder),
    };
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

/// The largest difference as a share of the largest entry, signs included: also where entries tie for
/// the largest, as in half moons without noise or in two standardized columns.
fn difference(ours: &DMatrix<f64>, theirs: &DMatrix<f64>) -> f64 {
    assert_eq!(ours.shape(), theirs.shape());
    (ours - theirs).amax() / ours.amax().max(f64::MIN_POSITIVE)
}

/// Standardized iris with every panel, contours at a row, and the matrix in the order asked for.
fn explained(kind: KernelKind, order: RowOrder) -> Setup {
    Setup {
        source: Source::Builtin(Builtin::Iris),
        scaling: if kind.takes_negative_values() {
            Scaling::Standardize
        } else {
            Scaling::None
        },
        kernel: KernelParams {
            kind,
            ..KernelParams::default()
        },
        components: Components::Count(5),
        view: View {
            // A sweep takes as long as many fits, and has a test of its own.
            panels: Panel::ALL
                .into_iter()
                .filter(|it| *it != Panel::Sweep)
                .collect(),
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

/// Name of the table that scripts in R read here.
const TABLE: &str = "table.csv";

/// The script of the setup, without zooms.
fn script_of(language: Language, setup: &Setup, analysis: &Analysis) -> String {
    script(language, setup, analysis, &[], Path::new(TABLE))
}

/// Writes the table that a script in R reads, where it reads one.
fn write_table(folder: &Path, setup: &Setup, analysis: &Analysis) {
    if reads_table(Language::R, setup, analysis) {
        let path = folder.join(TABLE);
        let spec = TableSpec::new(TableContent::ForR);
        fs::write(&path, table_file(&path, analysis, &spec).unwrap()).unwrap();
    }
}
