//! Scripts that reproduce the picture: the Python one is run, and its numbers are ours.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::{fs, path::Path, process::Command};

use kpca_explorer::{
    analysis::{Analysis, Analyzer},
    data::{Builtin, Columns, Generator, LabelChoice, Scaling, Shape, Source},
    explain::Field,
    export::{Language, script},
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{Solver, Tier},
    setup::{
        Camera, ContourView, KernelMatrixView, Panel, RowOrder, ScoreAxes, Setup, View, examples,
    },
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

fn assert_python_reproduces(setups: &[(String, Setup)], folder: &Path) {
    let analyses: Vec<Analysis> = setups.iter().map(|(_, setup)| analyse(setup)).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|((_, setup), analysis)| script(Language::Python, setup, analysis).unwrap())
        .collect();
    let computed = run_python(&scripts, &["scores", "pca_scores", "share"], folder);
    for (((name, _), analysis), computed) in setups.iter().zip(&analyses).zip(computed) {
        let [scores, pca, share] = computed.try_into().unwrap();
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

#[test]
fn python_explains_with_the_numbers_of_the_panels() {
    if !python_can("import sklearn") {
        return;
    }
    let at_means = |mut setup: Setup| {
        setup.view.contours.at_row = None;
        setup.scaling = Scaling::None;
        setup
    };
    let setups = [
        explained(KernelKind::Rbf, RowOrder::Component(1)),
        explained(KernelKind::Laplacian, RowOrder::Label),
        at_means(explained(KernelKind::Poly, RowOrder::Source)),
    ];
    let analyses = setups.each_ref().map(analyse);
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|(setup, analysis)| script(Language::Python, setup, analysis).unwrap())
        .collect();
    let names = [
        "pca_scores_over_plane",
        "scores_over_plane",
        "ordered",
        "pca_accuracy",
        "accuracy",
    ];
    let folder = tempfile::tempdir().unwrap();
    for (analysis, computed) in analyses
        .iter()
        .zip(run_python(&scripts, &names, folder.path()))
    {
        let [pca_maps, maps, ordered, pca_accuracy, accuracy] = computed.try_into().unwrap();
        let explain = &analysis.explain;
        for (ours, theirs) in [
            (&explain.pca_contours, pca_maps),
            (&explain.kpca_contours, maps),
        ] {
            let fields: Vec<&Field> = ours
                .iter()
                .flat_map(|c| &c.maps)
                .map(|m| &m.field)
                .collect();
            let values: Vec<f64> = fields
                .iter()
                .flat_map(|field| field.values.clone())
                .collect();
            let ours = DMatrix::from_vec(fields[0].values.len(), fields.len(), values);
            let off = difference(&ours, &theirs.columns(1, 3).into_owned());
            assert!(off < 1e-6, "contours differ by {off}");
        }
        let map = explain.kernel_map.as_ref().unwrap();
        let off = (&map.values - ordered).amax();
        assert!(
            off < 1e-9 * map.values.amax(),
            "kernel matrices differ by {off}"
        );
        let separation = explain.separation.as_ref().unwrap();
        for (ours, theirs) in [
            (&separation.pca, pca_accuracy),
            (&separation.kpca, accuracy),
        ] {
            let ours = DMatrix::from_vec(ours.len(), 1, ours.clone());
            assert!(difference(&ours, &theirs) < 1e-9, "{ours} and {theirs}");
        }
    }
}

#[test]
fn python_draws_every_panel_that_is_shown() {
    // What a figure says of itself, part by part: its title and how many pictures it holds.
    const TITLES: &str = "
for part in parts:
    kinds = {ax.name for ax in part.axes}
    title = part.get_suptitle() or part.axes[0].get_title()
    print(title.split(' · ')[0], len(part.axes), *kinds, sep=', ')
";
    if !python_can("import sklearn, matplotlib") {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let setup = explained(KernelKind::Rbf, RowOrder::Label);
    let script = script(Language::Python, &setup, &analyse(&setup)).unwrap();
    fs::write(folder.path().join("picture.py"), script + TITLES).unwrap();
    let printed = python(&["picture.py"], folder.path());
    let lines: Vec<&str> = printed.lines().skip(2).collect();
    assert_eq!(
        lines,
        [
            "Input, 1, rectilinear",
            "Linear PCA, 1, rectilinear",
            "Kernel PCA, 1, rectilinear",
            "Eigenvalue spectrum, 1, rectilinear",
            "Explained variance, 1, rectilinear",
            "Input in 3-D, 1, 3d",
            "Linear PCA in 3-D, 1, 3d",
            "Kernel PCA in 3-D, 1, 3d",
            "Contours of linear PCA, 3, rectilinear",
            "Contours of kernel PCA, 3, rectilinear",
            "Centred kernel matrix, 2, rectilinear",
            "Separation of classes, 1, rectilinear",
        ]
    );
}

#[test]
fn what_a_script_does_not_draw_it_names() {
    let mut setup = explained(KernelKind::Rbf, RowOrder::Label);
    setup.columns.features = Some(vec!["0".into(), "1".into()]);
    let analysis = analyse(&setup);
    let r = script(Language::R, &setup, &analysis).unwrap();
    for panel in [Panel::KpcaContours, Panel::Separation, Panel::Kpca3d] {
        let line = format!("# not drawn here: {}\n", panel.title());
        assert!(r.contains(&line), "{line}");
    }
    assert!(r.contains("image(t(M["), "{r}");
    let line = "# Input in 3-D · iris: three columns are needed\n";
    for language in Language::ALL {
        let script = script(language, &setup, &analysis).unwrap();
        assert!(script.contains(line), "{script}");
    }
    setup.view.panels = vec![Panel::Input3d];
    for language in Language::ALL {
        let script = script(language, &setup, &analysis).unwrap();
        let (_, picture) = script.split_once("\n# the picture").unwrap();
        assert!(picture.ends_with(line), "nothing follows: {picture}");
    }
}
