//! The arrays that a script computes.

use std::fs;

use kpca_explorer::{
    analysis::Analysis,
    data::{Columns, Generator, LabelChoice, Scaling, Shape, Source},
    explain::Field,
    export::Language,
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{SpectrumStage, Workspace},
    setup::{RowOrder, Setup, examples},
};
use nalgebra::DMatrix;

use super::*;

fn assert_python_reproduces(setups: &[(String, Setup)], folder: &Path) {
    let analyses: Vec<Analysis> = setups.iter().map(|(_, setup)| analyse(setup)).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|((_, setup), analysis)| script_of(Language::Python, setup, analysis))
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
        .map(|(setup, analysis)| script_of(Language::Python, setup, analysis))
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
fn python_finds_every_eigenvalue_where_they_are_shown() {
    if !python_can("import sklearn") {
        return;
    }
    let iris = |kind| {
        let mut setup = explained(kind, RowOrder::Label);
        setup.view.panels = vec![Panel::Spectrum, Panel::Variance];
        setup
    };
    let mut indefinite = iris(KernelKind::Sigmoid);
    indefinite.kernel.gamma = Gamma::Value(0.2);
    indefinite.kernel.coef0 = -1.0;
    let setups = [iris(KernelKind::Rbf), iris(KernelKind::Poly), indefinite];
    let mut analyses = setups.each_ref().map(analyse);
    let negative = analyses[2].kpca.negative_eigenvalues.clone();
    assert!(!negative.is_empty());
    let mut scripts = Vec::new();
    for (setup, analysis) in setups.iter().zip(&mut analyses) {
        let usual = script_of(Language::Python, setup, analysis);
        let lowest = setup.kernel.kind == KernelKind::Sigmoid;
        assert_eq!(usual.contains("eigvalsh"), lowest, "{usual}");
        let reached = |_: SpectrumStage| ();
        let all = Workspace::default()
            .full_spectrum(&analysis.x, analysis.kernel, u64::MAX, &reached, &|| false)
            .unwrap();
        analysis.full_spectrum = Some(all.into());
        scripts.push(script_of(Language::Python, setup, analysis));
    }
    let folder = tempfile::tempdir().unwrap();
    let computed = run_python(&scripts, &["spectrum"], folder.path());
    for (analysis, computed) in analyses.iter().zip(computed) {
        let [theirs] = computed.try_into().unwrap();
        let ours = analysis.known_variance_ratio();
        let ours = DMatrix::from_vec(ours.len(), 1, ours);
        let off = (&ours - &theirs).amax();
        assert!(off < 1e-12, "eigenvalues differ by {off}");
        let zeros = |values: &DMatrix<f64>| values.iter().filter(|v| **v == 0.0).count();
        assert_eq!(zeros(&ours), zeros(&theirs));
    }
}
