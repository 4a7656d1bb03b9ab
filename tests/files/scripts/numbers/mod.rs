//! The arrays that a script computes.

mod columns;
mod data;
mod fixtures;
mod kernels;
mod panels;
mod rows;
mod sweeps;

use std::fs;

use nalgebra::DMatrix;

use super::*;
use chart::Mark;
use explorer::{
    analysis::Analysis,
    panel::Letter,
    setup::{
        Components, DotColour, ErrorSpace, NoveltyView, Others, RowOrder, Setup, SweepCurves,
        example, examples,
    },
    view::formula,
};
use kernel_pca::{
    explain::Field,
    kernel::{Gamma, Join, Kernel, KernelKind, KernelParams, Normalize, SecondKernel, Similarity},
    kpca::{SpectrumStage, Workspace},
    manifold::METHODS,
    method::Method,
    objects::{AddedNoise, Labels, NoiseKind, ObjectKind, Scaling},
    preimage::{PreImage, PreImageMethod},
    sweep::{GridRows, StandingOut, SweptParameter},
};
use scripts::Language;
use tabular::{ColumnChoice, Columns, DataFile, Drawing, Generator, Map, Missing, Shape, Source};

fn assert_reproduces(language: Language, setups: &[(String, Setup)], folder: &Path) {
    let names = ["scores", "share", "pca_scores"];
    let setups = usual(setups);
    for (name, analysis, computed) in computed(language, &setups, &names, folder) {
        assert_kernel_pca(&name, &analysis, &computed);
        let off = difference(&analysis.pca.scores, &computed[2]);
        assert!(off < 1e-9, "{name}: linear PCA scores differ by {off}");
    }
}

fn assert_reproduces_kernel_pca(language: Language, setups: &[(String, Setup)], folder: &Path) {
    let setups = usual(setups);
    for (name, analysis, computed) in computed(language, &setups, &["scores", "share"], folder) {
        assert_kernel_pca(&name, &analysis, &computed);
    }
}

/// With the usual panels: a script computes nothing that it does not show.
fn usual(setups: &[(String, Setup)]) -> Vec<(String, Setup)> {
    let mut setups = setups.to_vec();
    for (_, setup) in &mut setups {
        setup.view.panels = Panel::USUAL.to_vec();
    }
    setups
}

/// What the setups' scripts compute under these names, beside the name and the analysis of each.
fn computed(
    language: Language,
    setups: &[(String, Setup)],
    names: &[&str],
    folder: &Path,
) -> Vec<(String, Analysis, Vec<DMatrix<f64>>)> {
    let analyses: Vec<Analysis> = setups.iter().map(|(_, setup)| analyse(setup)).collect();
    let scripts: Vec<String> = setups
        .iter()
        .zip(&analyses)
        .map(|((_, setup), analysis)| script_of(language, setup, analysis))
        .collect();
    for (i, ((_, setup), analysis)) in setups.iter().zip(&analyses).enumerate() {
        let folder = folder.join(i.to_string());
        fs::create_dir_all(&folder).unwrap();
        write_table(&folder, setup, analysis);
    }
    let computed = run(language, &scripts, names, folder);
    let beside = setups.iter().map(|(name, _)| name.clone()).zip(analyses);
    beside
        .zip(computed)
        .map(|((name, analysis), computed)| (name, analysis, computed))
        .collect()
}

/// Against scores and shares.
fn assert_kernel_pca(name: &str, analysis: &Analysis, computed: &[DMatrix<f64>]) {
    let [scores, share, ..] = computed else {
        unreachable!("both were asked for")
    };
    let kpca = &analysis.kpca;
    let ratios = DMatrix::from_vec(share.nrows(), 1, kpca.explained_variance_ratio());
    let determined: Vec<usize> = (0..scores.ncols())
        .filter(|j| !kpca.undetermined.iter().any(|range| range.contains(j)))
        .collect();
    let ours = kpca.scores().select_columns(&determined);
    let off = difference(&ours, &scores.select_columns(&determined));
    assert!(off < 1e-6, "{name}: scores differ by {off}");
    let off = difference(&ratios, share);
    assert!(off < 1e-9, "{name}: shares differ by {off}");
}

/// Kernels that are not read off a given matrix.
pub(super) fn of_features() -> impl Iterator<Item = KernelKind> {
    let kinds = KernelKind::ALL.into_iter();
    kinds.filter(|kind| kind.takes() == ObjectKind::Vectors)
}

/// The setup with each kernel and scaling; iris as it is for a kernel that takes no negative values.
fn with_every_kernel(setup: &Setup) -> impl Iterator<Item = (String, Setup)> {
    let iris = Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    };
    of_features().flat_map(move |kind| {
        let (setup, scalings) = if kind.takes_negative_values() {
            (setup, &Scaling::ALL[..])
        } else {
            (&iris, &[Scaling::None][..])
        };
        let with = |&scaling: &Scaling| {
            let setup = Setup {
                scaling,
                kernel: KernelParams {
                    kind,
                    gamma: Gamma::Value(0.05),
                    degree: 2,
                    coef0: 0.5,
                    shape: 2.5,
                    ..KernelParams::default()
                },
                components: Components::Count(4),
                ..setup.clone()
            };
            (format!("{} {}", kind.name(), scaling.name()), setup)
        };
        scalings.iter().map(with).collect::<Vec<_>>()
    })
}

/// Of features: strings and graphs have a test of their own.
fn all_examples() -> impl Iterator<Item = (String, Setup)> {
    let examples = examples().into_iter().filter(|example| {
        let takes = example.setup.kernel.kind.takes();
        takes == ObjectKind::Vectors
    });
    examples.map(|example| (example.name.to_owned(), example.setup))
}

/// A swiss roll whose angle is a feature and whose height is the label.
fn roll() -> Setup {
    Setup {
        source: Source::Generated(Generator {
            n_samples: 60,
            noise: 0.1,
            random_state: 7,
            ..Generator::new(Shape::SwissRoll)
        }),
        columns: Columns {
            label: ColumnChoice::Column("y".into()),
            features: Some(["z", "t"].map(String::from).to_vec()),
            ..Columns::default()
        },
        ..Setup::default()
    }
}

/// What can be done to a kernel besides the usual centring.
pub(super) fn switched() -> impl Iterator<Item = fn(&mut KernelParams)> {
    let changes: [fn(&mut KernelParams); 5] = [
        |kernel| kernel.center = false,
        |kernel| {
            let join = Join::Plus;
            let kind = KernelKind::Linear;
            kernel.second = Some(SecondKernel { join, kind });
        },
        |kernel| {
            let join = Join::Times;
            let kind = KernelKind::Poly;
            kernel.second = Some(SecondKernel { join, kind });
            kernel.normalize = Some(Normalize::Before);
        },
        |kernel| {
            kernel.kind = KernelKind::Matern32;
            let join = Join::Plus;
            let kind = KernelKind::Poly;
            kernel.second = Some(SecondKernel { join, kind });
            kernel.normalize = Some(Normalize::After);
        },
        |kernel| {
            kernel.kind = KernelKind::Linear;
            kernel.normalize = Some(Normalize::After);
            kernel.center = false;
        },
    ];
    changes.into_iter()
}
