//! γ by cross-validation, and the limits of T² and Q: numbers of scikit-learn 1.9.1 and `SciPy`, written by
//! `fixtures/choosing.py`.

use std::sync::Arc;

use nalgebra::DMatrix;
use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::{
    explain::{
        limits::{CONFIDENCE, ControlLimits, NoLimit, hotelling},
        separation::SeparationScore,
    },
    kernel::Kernel,
    kpca::{FitOptions, KernelPca, Solver, Workspace},
    objects::Labels,
    sweep::{Folds, cross_validate},
};
use tabular::{Builtin, Columns, Source};

#[derive(Deserialize)]
struct Reference {
    x: Vec<Vec<f64>>,
    label: Vec<usize>,
    components: usize,
    validated: Vec<Validated>,
    iris: Vec<Vec<f64>>,
    limits: Vec<LimitCase>,
    breast_cancer: Vec<Vec<f64>>,
    breast_cancer_limits: Vec<f64>,
}

#[derive(Deserialize)]
struct Validated {
    gamma: f64,
    accuracy: [f64; 2],
    error: [f64; 2],
}

#[derive(Deserialize)]
struct LimitCase {
    gamma: f64,
    components: usize,
    t2: Vec<f64>,
    t2_limit: f64,
    q_limit: f64,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../fixtures/choosing.json")).unwrap()
}

#[test]
fn held_out_rows_are_predicted_and_rebuilt_as_by_scikit_learn() {
    let reference = reference();
    let x = matrix(&reference.x);
    let labels = Labels::of_classes("moon", vec!["a".into(), "b".into()], reference.label);
    let folds = Folds::of(x.nrows(), &labels).unwrap();
    for case in &reference.validated {
        let kernel = Kernel::rbf(case.gamma);
        let asked = (reference.components, 1 << 30);
        let found = cross_validate((&x, &labels), kernel, asked, &folds, &|| false).unwrap();
        let of = |score: SeparationScore| [score.mean, score.spread];
        let accuracy = of(found.accuracy[reference.components - 1]);
        let error = of(found.pre_image_error.unwrap());
        for (ours, theirs) in [(accuracy, case.accuracy), (error, case.error)] {
            for (ours, theirs) in ours.iter().zip(theirs) {
                assert!(
                    (ours - theirs).abs() < 1e-6,
                    "γ = {}: {ours} for {theirs}",
                    case.gamma
                );
            }
        }
    }
}

fn fit(x: DMatrix<f64>, case: &LimitCase) -> KernelPca {
    let options = FitOptions {
        components: case.components,
        ..FitOptions::default()
    };
    let kernel = Kernel::rbf(case.gamma);
    Workspace::default()
        .fit(&Arc::new(x), kernel, &options, &|| false)
        .unwrap()
}

#[test]
fn limits_of_t2_and_q_are_those_of_their_formulas() {
    let reference = reference();
    let x = matrix(&reference.iris);
    for case in &reference.limits {
        let kpca = fit(x.clone(), case);
        let limits = ControlLimits::of(&kpca, CONFIDENCE, &|| false).unwrap();
        for (ours, theirs) in [(limits.t2, case.t2_limit), (limits.q, case.q_limit)] {
            let off = (ours.unwrap() / theirs - 1.0).abs();
            assert!(off < 1e-6, "γ = {}: {ours:?} for {theirs}", case.gamma);
        }
        // Of fitted rows by their scores, and the same of rows projected anew.
        for found in [
            hotelling(&kpca, &kpca.scores()),
            hotelling(&kpca, &kpca.project(&x)),
        ] {
            for (ours, theirs) in found.iter().zip(&case.t2) {
                assert!(
                    (ours - theirs).abs() < 1e-6 * theirs.max(1.0),
                    "{ours} for {theirs}"
                );
            }
        }
    }
}

/// `NumPy` and `SciPy`: Jackson and Mudholkar's formula of the singular values of the centred data, with k = 1, 2, …
/// components of linear PCA.
#[test]
#[expect(clippy::unreadable_literal, reason = "as SciPy prints them")]
fn the_limit_of_q_is_that_of_the_singular_values() {
    let shipped = |builtin| {
        let table = Source::Builtin(builtin).load(&|| false).unwrap();
        table.dataset(&Columns::default()).unwrap().x
    };
    // One column of lognormal size takes nearly all of the variance.
    let lognormal = DMatrix::from_fn(200, 5, |i, j| {
        let t = (0.5 + i as f64) / 200.0;
        if j == 0 {
            (10.0 + 6.0 * (t - 0.5)).exp()
        } else {
            f64::from((i * (2 * i + 7 * j + 3)) as u32 % 101) / 10.0 / j as f64
        }
    });
    let reference = reference();
    let cases: [(DMatrix<f64>, &[f64]); 4] = [
        (
            matrix(&reference.breast_cancer),
            &reference.breast_cancer_limits,
        ),
        (
            shipped(Builtin::Wine),
            &[674.65572, 48.334093, 23.111385, 7.1480393, 4.2178349],
        ),
        (
            shipped(Builtin::Iris),
            &[1.0812801, 0.33446405, 0.089304465],
        ),
        (lognormal, &[40.6178243, 10.2896204, 4.66015943, 2.22167513]),
    ];
    for (x, expected) in cases {
        let x = Arc::new(x);
        // Where there are no more columns, their components leave nothing.
        let nothing = (x.ncols() == expected.len() + 1).then_some(Err(NoLimit::NothingLeft));
        let expected = expected.iter().map(|limit| Ok(*limit)).chain(nothing);
        for (k, expected) in (1..).zip(expected) {
            for solver in [Solver::Auto, Solver::Dense, Solver::Cholesky] {
                let options = FitOptions {
                    components: k,
                    solver,
                    ..FitOptions::default()
                };
                let kpca = Workspace::default()
                    .fit(&x, Kernel::linear(), &options, &|| false)
                    .unwrap();
                let found = ControlLimits::of(&kpca, CONFIDENCE, &|| false).unwrap().q;
                let off = match (found, expected) {
                    (Ok(found), Ok(expected)) => (found / expected - 1.0).abs(),
                    _ => f64::from(u8::from(found != expected)),
                };
                assert!(off < 1e-5, "{k} by {solver:?}: {found:?} for {expected:?}");
            }
        }
    }
}
