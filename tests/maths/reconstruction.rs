//! Reconstruction errors of fitted rows and of others: scikit-learn's numbers, and identities.

use std::{fs, sync::Arc};

use serde::Deserialize;

use crate::support::analyse;
use explorer::{
    analysis::{Analyzer, HeldOut, Reconstruction},
    setup::{Components, ErrorSpace, Panel, Setup, View, example},
};
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{FitOptions, Solver, Tier, Workspace},
    method::Method,
    objects::Scaling,
};
use tabular::{Builtin, DataFile, Generator, Shape, Source};

#[derive(Deserialize)]
struct Case {
    data: String,
    kernel: String,
    gamma: f64,
    alpha: f64,
    counts: Vec<usize>,
    pca_feature: Vec<[f64; 2]>,
    pca_input: Vec<[f64; 2]>,
    kpca_feature: Vec<[f64; 2]>,
    kpca_input: Vec<[f64; 2]>,
}

fn moons(n_samples: usize, random_state: u32) -> Source {
    Source::Generated(Generator {
        n_samples,
        noise: 0.1,
        random_state,
        ..Generator::new(Shape::Moons)
    })
}

fn setup(source: Source, kind: KernelKind, gamma: f64) -> Setup {
    Setup {
        source,
        kernel: KernelParams {
            kind,
            gamma: Gamma::Value(gamma),
            degree: 2,
            coef0: 1.0,
            ..KernelParams::default()
        },
        components: Components::Count(5),
        view: View {
            panels: vec![Panel::ReconstructionError],
            ..View::default()
        },
        ..Setup::default()
    }
}

fn errors(setup: &Setup, space: ErrorSpace) -> Result<Reconstruction, String> {
    let mut setup = setup.clone();
    setup.view.reconstruction_space = space;
    let found = analyse(&setup).explain.reconstruction;
    (*found.unwrap()).clone()
}

fn curve(found: &Reconstruction, method: Method, held_out: bool) -> &[(usize, f64)] {
    found.curve(method, held_out).unwrap()
}

#[test]
fn errors_are_those_of_scikit_learn() {
    let text = include_str!("../fixtures/reconstruction.json");
    let cases: Vec<Case> = serde_json::from_str(text).unwrap();
    assert_eq!(cases.len(), 3);
    for case in cases {
        let source = match case.data.as_str() {
            "iris" => Source::Builtin(Builtin::Iris),
            _ => moons(100, 1),
        };
        let kind = match case.kernel.as_str() {
            "poly" => KernelKind::Poly,
            _ => KernelKind::Rbf,
        };
        let mut setup = setup(source, kind, case.gamma);
        setup.view.pre_image.alpha = case.alpha;
        for (space, of_pca, of_kpca) in [
            (ErrorSpace::Feature, &case.pca_feature, &case.kpca_feature),
            (ErrorSpace::Input, &case.pca_input, &case.kpca_input),
        ] {
            let found = errors(&setup, space).unwrap();
            for (method, reference) in [(Method::Pca, of_pca), (Method::Kpca, of_kpca)] {
                for (place, q) in case.counts.iter().enumerate().take(reference.len()) {
                    for held_out in [false, true] {
                        let points = curve(&found, method, held_out);
                        let (_, ours) = points.iter().find(|(of, _)| of == q).unwrap();
                        let theirs = reference[place][usize::from(held_out)];
                        assert!(
                            (ours - theirs).abs() < 1e-6 * theirs.max(1e-3),
                            "{} {method:?} {space:?}, held out {held_out}, q = {q}: {ours} and {theirs}",
                            case.data
                        );
                    }
                }
            }
        }
    }
}

/// Errors are the tail of the spectrum over n for fitted rows, and the novelty for others.
#[test]
fn errors_in_feature_space_are_tails_and_novelty() {
    for kind in [KernelKind::Rbf, KernelKind::Laplacian, KernelKind::Cosine] {
        let mut setup = setup(moons(60, 1), kind, 2.0);
        setup.new_rows = Some(moons(25, 2));
        setup.scaling = Scaling::Standardize;
        let analysis = analyse(&setup);
        let found = (**analysis.explain.reconstruction.as_ref().unwrap())
            .clone()
            .unwrap();
        assert_eq!(found.fitted, (0..60).collect::<Vec<_>>());
        assert_eq!(found.held_out, HeldOut::New((0..25).collect()));
        let new = analysis.new.as_ref().unwrap();
        let new = new.for_method(Method::Kpca).unwrap();
        for q in [1, 3, 10] {
            let options = FitOptions {
                components: q,
                solver: Solver::Dense,
                ..FitOptions::default()
            };
            let fit = Workspace::default()
                .fit(&analysis.x, analysis.kernel, &options, &|| false)
                .unwrap();
            let tail = (fit.trace - fit.eigenvalues.iter().sum::<f64>()) / fit.trace;
            let mean = fit.reconstruction_errors(new).iter().sum::<f64>() / 25.0;
            for (held_out, theirs) in [(false, tail), (true, mean / (fit.trace / 60.0))] {
                let (of, ours) = curve(&found, Method::Kpca, held_out)[q - 1];
                assert_eq!(of, q);
                assert!(
                    (ours - theirs).abs() < 1e-8,
                    "{kind}, q = {q}: {ours} and {theirs}"
                );
            }
        }
    }
}

/// The way back of linear PCA is exact, so its errors are the same in both spaces but for their unit.
#[test]
fn linear_pca_loses_as_much_in_both_spaces() {
    let setup = setup(Source::Builtin(Builtin::Wine), KernelKind::Rbf, 0.01);
    // Of thirteen components as many as kernel PCA's curves reach to.
    let [feature, input] = ErrorSpace::ALL.map(|space| errors(&setup, space).unwrap());
    for held_out in [false, true] {
        let [shares, squares] =
            [&feature, &input].map(|found| curve(found, Method::Pca, held_out).to_vec());
        assert_eq!(shares.len(), 10);
        let unit = squares[0].1 / shares[0].1;
        for ((_, share), (q, square)) in shares.into_iter().zip(squares) {
            assert!((square / (unit * share) - 1.0).abs() < 1e-6, "q = {q}");
        }
    }
}

/// A kernel's values as a given matrix leave what the kernel itself does, and nothing in an input that is not
/// there.
#[test]
fn a_given_matrix_has_errors_in_feature_space_only() {
    let own = setup(moons(50, 3), KernelKind::Rbf, 3.0);
    let analysis = analyse(&own);
    let rows: Vec<usize> = (0..50).collect();
    let matrix = analysis.kpca.kernel_values(&rows, &rows);
    let lines = matrix.row_iter().map(|row| {
        let cells: Vec<String> = row.iter().map(|value| format!("{value:?}")).collect();
        cells.join(",") + "\n"
    });
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("matrix.csv");
    fs::write(&file, lines.collect::<String>()).unwrap();
    let mut given = setup(
        Source::File(DataFile::from(file.as_path())),
        KernelKind::Precomputed,
        1.0,
    );
    for center in [true, false] {
        let own = Setup {
            kernel: KernelParams {
                center,
                ..own.kernel.clone()
            },
            ..own.clone()
        };
        given.kernel.center = center;
        let [ours, theirs] =
            [&given, &own].map(|setup| errors(setup, ErrorSpace::Feature).unwrap());
        assert_eq!(ours.held_out, theirs.held_out);
        assert!(ours.curve(Method::Pca, true).is_none());
        for held_out in [false, true] {
            let [ours, theirs] =
                [&ours, &theirs].map(|found| curve(found, Method::Kpca, held_out).to_vec());
            assert_eq!(ours.len(), theirs.len());
            for ((q, ours), (_, theirs)) in ours.into_iter().zip(theirs) {
                assert!((ours - theirs).abs() < 1e-8, "q = {q}: {ours} and {theirs}");
            }
        }
    }
    let none = errors(&given, ErrorSpace::Input).unwrap();
    assert!(none.curves.is_empty());
    assert!(none.kernel_lack.unwrap().contains("features"));
}

/// Strings and graphs have no features, and most kernels no ridge regression that takes no negative values.
#[test]
fn what_has_no_features_or_no_way_back_says_so() {
    for name in ["promoters", "karate-club"] {
        let mut setup = example(name).unwrap().setup;
        setup.view.panels = vec![Panel::ReconstructionError];
        let found = errors(&setup, ErrorSpace::Feature).unwrap();
        let points = curve(&found, Method::Kpca, true);
        assert!(points.len() >= 10, "{name}");
        assert!(points.windows(2).all(|two| two[1].1 <= two[0].1), "{name}");
    }
    let setup = setup(Source::Builtin(Builtin::Wine), KernelKind::Chi2, 0.01);
    let found = errors(&setup, ErrorSpace::Input).unwrap();
    assert!(found.curve(Method::Pca, true).is_some());
    assert!(found.curve(Method::Kpca, true).is_none());
    assert!(
        found
            .kernel_lack
            .unwrap()
            .starts_with("ridge pre-images are defined for")
    );
    let mut few = self::setup(moons(4, 1), KernelKind::Rbf, 1.0);
    few.components = Components::Count(2);
    let reason = errors(&few, ErrorSpace::Feature).unwrap_err();
    assert_eq!(reason, "a fifth is held out, which takes at least 5 rows");
}

/// Many rows are drawn from, and while a slider moves the last curves stay.
#[test]
fn many_rows_are_drawn_and_the_last_curves_stay_in_a_preview() {
    let mut setup = setup(moons(2_500, 1), KernelKind::Rbf, 2.0);
    let mut analyzer = Analyzer::default();
    let mut at = |setup: &Setup, tier| {
        let run = analyzer.run(setup, tier, &|| false);
        run.unwrap().explain.reconstruction
    };
    let exact = at(&setup, Tier::Exact).unwrap();
    let found = exact.as_ref().clone().unwrap();
    assert_eq!((found.all, found.fitted.len()), (2_500, 1_600));
    assert_eq!(found.held_out.rows().len(), 400);
    setup.kernel.gamma = Gamma::Value(2.5);
    let held = at(&setup, Tier::Preview).unwrap();
    assert!(Arc::ptr_eq(&exact, &held));
    setup.source = moons(2_501, 1);
    assert!(at(&setup, Tier::Preview).is_none());
    setup.source = moons(400, 1);
    let live = at(&setup, Tier::Preview).unwrap();
    assert_eq!(live.as_ref().clone().unwrap().fitted.len(), 320);
}
