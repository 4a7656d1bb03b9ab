//! Unrolleds of manifolds: numbers of scikit-learn 1.9.1 and NumPy, written by `fixtures/manifold.py`,
//! identities, and rows that nobody would ask for.

use std::{collections::HashMap, sync::Arc};

use nalgebra::DMatrix;
use proptest::prelude::*;
use serde::Deserialize;

use crate::support::matrix;
use kernel_pca::{
    embedding::Embedding,
    kernel::{Gamma, Kernel},
    kpca::{FitOptions, Workspace},
    manifold::{
        self, EmbeddingOptions, EmbeddingProgress, EmbeddingStage, METHODS, ManifoldEmbedding,
        ManifoldError, ManifoldParams,
    },
    method::Method,
    objects::Labels,
    pca::Pca,
};
use tabular::{Columns, Generator, Shape, Source};

#[derive(Deserialize)]
struct Reference {
    data: HashMap<String, Vec<Vec<f64>>>,
    cases: Vec<Case>,
}

#[derive(Deserialize)]
struct Case {
    data: String,
    method: Method,
    #[serde(default)]
    neighbors: usize,
    #[serde(default)]
    gamma: f64,
    #[serde(default)]
    alpha: f64,
    #[serde(default)]
    time: f64,
    scores: Vec<Vec<f64>>,
    eigenvalues: Option<Vec<f64>>,
    #[serde(default)]
    new: Vec<Vec<f64>>,
    #[serde(default)]
    projected: Vec<Vec<f64>>,
}

fn reference() -> Reference {
    serde_json::from_str(include_str!("../fixtures/manifold.json")).unwrap()
}

/// A method and what it is asked.
type Asked = (Method, ManifoldParams);

fn fit(x: &DMatrix<f64>, (method, params): Asked, components: usize) -> ManifoldEmbedding {
    let options = EmbeddingOptions {
        components,
        ..EmbeddingOptions::default()
    };
    let method = params.check(method, x).unwrap();
    manifold::fit(x, &method, &options, &EmbeddingProgress::default(), &|| {
        false
    })
    .unwrap()
}

fn with_neighbors(method: Method, neighbors: usize) -> Asked {
    let params = ManifoldParams {
        neighbors,
        ..ManifoldParams::default()
    };
    (method, params)
}

/// |correlation| of two columns.
fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let n = a.len() as f64;
    let (mean_a, mean_b) = (a.iter().sum::<f64>() / n, b.iter().sum::<f64>() / n);
    let sum = |f: &dyn Fn(f64, f64) -> f64| -> f64 {
        a.iter()
            .zip(b)
            .map(|(a, b)| f(a - mean_a, b - mean_b))
            .sum()
    };
    (sum(&|a, b| a * b) / (sum(&|a, _| a * a) * sum(&|_, b| b * b)).sqrt()).abs()
}

/// Components that say no more than which piece a row is in.
fn about_pieces(kind: Method, pieces: usize) -> usize {
    match kind {
        Method::Lle | Method::HessianLle | Method::LaplacianEigenmaps => pieces - 1,
        _ => 0,
    }
}

/// Largest difference between two columns, either of which may be turned, relative to the second.
fn difference(column: &[f64], expected: &[f64]) -> f64 {
    let pairs = || column.iter().zip(expected);
    let sign = pairs().map(|(a, b)| a * b).sum::<f64>().signum();
    let largest = expected.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    pairs().fold(0.0_f64, |m, (a, b)| m.max((a - sign * b).abs())) / largest
}

fn column(embedding: &ManifoldEmbedding, j: usize) -> Vec<f64> {
    embedding.scores.column(j).iter().copied().collect()
}

#[test]
fn numbers_are_scikit_learns() {
    let reference = reference();
    let mut compared = 0;
    for case in &reference.cases {
        let name = format!("{} of {}", case.method, case.data);
        let x = matrix(&reference.data[&case.data]);
        let embedding = fit(&x, params_of(case), case.scores.len());
        assert!(embedding.undetermined.is_empty(), "{name}");
        for (j, expected) in case.scores.iter().enumerate() {
            if let Some(values) = &case.eigenvalues {
                let error = (embedding.eigenvalues[j] / values[j] - 1.0).abs();
                assert!(error < 1e-10, "{name}: λ{} off by {error:e}", j + 1);
            }
            // Of these scikit-learn gives any rotation, the constant one among them.
            if j < about_pieces(case.method, embedding.pieces()) {
                continue;
            }
            // The matrix of which scikit-learn's LLE takes the smallest eigenvalues is a square.
            let tolerance = match case.method {
                Method::Lle => 2e-7,
                _ => 1e-8,
            };
            let error = difference(&column(&embedding, j), expected);
            assert!(
                error < tolerance,
                "{name}: component {} off by {error:e}",
                j + 1
            );
            compared += 1;
        }
    }
    assert!(compared >= 50, "only {compared} components were compared");
}

/// Parameters of a case.
fn params_of(case: &Case) -> Asked {
    let params = ManifoldParams {
        neighbors: case.neighbors,
        gamma: Gamma::Value(case.gamma),
        alpha: case.alpha,
        time: case.time,
    };
    (case.method, params)
}

fn project(
    embedding: &ManifoldEmbedding,
    rows: &DMatrix<f64>,
) -> Result<DMatrix<f64>, ManifoldError> {
    let scores = embedding.project(rows, &EmbeddingProgress::default(), &|| false);
    scores.map(Option::unwrap)
}

#[test]
fn new_rows_go_where_the_definitions_put_them() {
    let reference = reference();
    let cases = || reference.cases.iter().filter(|case| !case.new.is_empty());
    for case in cases() {
        let name = format!("{} of {}", case.method, case.data);
        let x = matrix(&reference.data[&case.data]);
        // A diffusion's γ goes with the scale.
        let scales = x.nrows() <= 200 && case.method != Method::DiffusionMap;
        let powers: &[i32] = if scales { &[0, -700, 500] } else { &[0] };
        for &power in powers {
            let scale = 2.0_f64.powi(power);
            let embedding = fit(&(&x * scale), params_of(case), case.scores.len());
            // Only Isomap's scores are lengths.
            let unit = if case.method == Method::Isomap {
                scale
            } else {
                1.0
            };
            let projected = project(&embedding, &(matrix(&case.new) * scale)).unwrap();
            let skipped = about_pieces(case.method, embedding.pieces());
            let pairs = case.scores.iter().zip(&case.projected).enumerate();
            for (j, (scores, expected)) in pairs.skip(skipped) {
                // In the sign of the training scores.
                let own = column(&embedding, j);
                let dot = own.iter().zip(scores).map(|(a, b)| a / unit * b);
                let sign = dot.sum::<f64>().signum();
                let size = scores.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
                for (found, expected) in projected.column(j).iter().zip(expected) {
                    let error = (found / unit - sign * expected).abs();
                    assert!(
                        error < 1e-6 * size,
                        "{name}: component {} off by {error:e}",
                        j + 1
                    );
                }
            }
            // Rows of X have the scores that they had, but where their mixtures are regularised.
            let same = project(&embedding, &(&x * scale)).unwrap() - &embedding.scores;
            let share = match case.method {
                Method::Lle | Method::HessianLle => 0.05,
                _ => 1e-7,
            };
            let off = same.amax() / embedding.scores.amax();
            assert!(off < share, "{name}: {off:e}");
        }
    }
    assert!(cases().count() >= 20);
}

#[test]
fn rows_that_are_too_far_are_refused_or_given_what_is_nearest() {
    let x = matrix(&reference().data["moons"]);
    for kind in METHODS.into_iter().filter(|it| *it != Method::Tsne) {
        let embedding = fit(&x, with_neighbors(kind, 8), 2);
        let at = |value| project(&embedding, &DMatrix::from_element(1, 2, value));
        match at(1e300) {
            Ok(scores) => assert!(scores.iter().all(|score| score.is_finite()), "{kind}"),
            Err(error) => assert_eq!(error, ManifoldError::TooFar, "{kind}"),
        }
        // Far, but not beyond numbers: near no row a walk goes to the nearest.
        assert!(
            at(1e3).unwrap().iter().all(|score| score.is_finite()),
            "{kind}"
        );
    }
}

/// Rows of a plane that was rolled up, of which a tenth is held out: what fits a sheet puts them in well, and noise is not
/// put in well.
#[test]
fn the_error_of_new_rows_tells_a_sheet_from_noise() {
    let error = |x: &DMatrix<f64>, kind| {
        let asked = with_neighbors(kind, 12);
        let scores = fit(x, asked, 2).scores;
        let method = asked.1.check(kind, x).unwrap();
        manifold::held_out_error(x, &method, &scores, 1 << 30, &|| false).unwrap()
    };
    let sheet = swiss_roll(1500, 0).0;
    for (kind, most) in [
        (Method::Isomap, 0.05),
        (Method::Lle, 0.4),
        (Method::HessianLle, 0.05),
        (Method::LaplacianEigenmaps, 0.06),
    ] {
        let found = error(&sheet, kind).unwrap();
        assert!(found > 1e-6 && found < most, "{kind}: {found}");
        assert_eq!(error(&sheet.rows(0, 20).into_owned(), kind), None);
    }
    assert_eq!(error(&sheet.rows(0, 40).into_owned(), Method::Tsne), None);
    let mut random = kernel_pca::objects::RandomState::new(3);
    let noise = DMatrix::from_fn(300, 12, |_, _| random.standard_normal());
    let found = error(&noise, Method::Lle).unwrap();
    assert!(found > 0.8, "{found}");
}

#[test]
fn hessian_lle_keeps_a_rectangle_with_a_hole() {
    // A bent rectangle with a hole, of which standard LLE misses ten times as much.
    let mut random = kernel_pca::objects::RandomState::new(5);
    let mut flat = Vec::new();
    while flat.len() < 800 {
        let [a, b] = [(); 2].map(|()| random.random());
        if (a - 0.5_f64).abs().max((b - 0.5_f64).abs()) > 0.15 {
            flat.push([a, b]);
        }
    }
    let x = DMatrix::from_fn(flat.len(), 3, |i, f| {
        let [a, b] = flat[i];
        [(2.0 * a).cos(), (2.0 * a).sin(), b][f]
    });
    let embedding = fit(&x, with_neighbors(Method::HessianLle, 14), 2);
    // The plane's coordinates are linear functions of the scores.
    for f in 0..2 {
        let wanted = nalgebra::DVector::from_iterator(flat.len(), flat.iter().map(|row| row[f]));
        let mut basis = embedding.scores.clone().insert_column(2, 1.0);
        let solution = basis.clone().svd(true, true).solve(&wanted, 1e-12).unwrap();
        let left = (&basis * solution - &wanted).norm();
        basis.fill(wanted.mean());
        let share = left / (wanted.add_scalar(-basis[(0, 0)])).norm();
        assert!(share < 0.004, "coordinate {f}: {share}");
    }
    let refused = ManifoldParams {
        neighbors: 5,
        ..ManifoldParams::default()
    };
    let said = refused
        .check(Method::HessianLle, &x)
        .unwrap_err()
        .to_string();
    assert_eq!(said, "neighbours must be from 6 to 799 for 800 rows; got 5");
}

#[test]
fn pieces_are_counted_and_told_apart_or_joined() {
    let x = matrix(&reference().data["moons"]);
    let n = x.nrows();
    for kind in [Method::Lle, Method::LaplacianEigenmaps] {
        let embedding = fit(&x, with_neighbors(kind, 6), 2);
        assert_eq!(embedding.pieces(), 2);
        assert!(embedding.eigenvalues[0] < 1e-25);
        // The first component is one number in each piece.
        let pieces = &embedding.graph.as_ref().unwrap().piece_of;
        let first = column(&embedding, 0);
        let of = |piece| first[pieces.iter().position(|&p| p == piece).unwrap()];
        for (value, &piece) in first.iter().zip(pieces) {
            assert!((value - of(piece)).abs() < 1e-9, "{kind}");
        }
        assert!((of(0) - of(1)).abs() > 0.05, "{kind}");
    }
    let isomap = fit(&x, with_neighbors(Method::Isomap, 6), 2);
    let joined = isomap.graph.unwrap();
    assert_eq!((joined.pieces, joined.joins.len()), (2, 1));
    let join = joined.joins[0];
    let length = |i: usize, j: usize| (x.row(i) - x.row(j)).norm();
    assert!((join.length - length(join.from, join.to)).abs() < 1e-15);
    for (i, j) in (0..n).flat_map(|i| (0..n).map(move |j| (i, j))) {
        let apart = joined.piece_of[i] != joined.piece_of[j];
        assert!(!apart || length(i, j) >= join.length);
    }
}

fn swiss_roll(n: usize, random_state: u32) -> (DMatrix<f64>, Vec<f64>) {
    let source = Source::Generated(Generator {
        n_samples: n,
        noise: 0.0,
        random_state,
        ..Generator::new(Shape::SwissRoll)
    });
    let table = source.load(&|| false).unwrap();
    let dataset = table.dataset(&Columns::default()).unwrap();
    let Labels::Continuous { values, .. } = &dataset.labels else {
        panic!("t is a number");
    };
    (dataset.x.clone(), values.clone())
}

#[test]
fn the_swiss_roll_is_unrolled_where_kernel_pca_fails() {
    let (x, t) = swiss_roll(1500, 0);
    for kind in [Method::Isomap, Method::Lle] {
        let embedding = fit(&x, with_neighbors(kind, 12), 2);
        let along = correlation(&column(&embedding, 0), &t);
        assert!(along > 0.99, "{kind}: {along}");
    }
    // Whatever its γ, and whichever of two components.
    let x = Arc::new(x);
    for gamma in [1e-3, 0.03, 1.0] {
        let kernel = Kernel::rbf(gamma);
        let fit = Workspace::default().fit(&x, kernel, &FitOptions::default(), &|| false);
        for scores in fit.unwrap().scores().column_iter() {
            let along = correlation(scores.as_slice(), &t);
            assert!(along < 0.6, "γ = {gamma}: {along}");
        }
    }
}

#[test]
fn a_ring_has_the_waves_that_it_must_have() {
    // The normalised Laplacian of a ring of n has the eigenvalues 1 − cos(2πj/n), each twice.
    let n = 60;
    let angle = |i: usize| std::f64::consts::TAU * i as f64 / n as f64;
    let x = DMatrix::from_fn(n, 2, |i, j| [angle(i).cos(), angle(i).sin()][j]);
    let ring = fit(&x, with_neighbors(Method::LaplacianEigenmaps, 3), 5);
    for (j, λ) in ring.eigenvalues.iter().enumerate() {
        let expected = 1.0 - angle(j / 2 + 1).cos();
        assert!(
            (λ - expected).abs() < 1e-12,
            "λ{}: {λ} for {expected}",
            j + 1
        );
    }
    assert_eq!(ring.undetermined, [0..2, 2..4, 4..6]);
    assert_eq!(ring.graph.unwrap().edges.len(), n);
}

#[test]
fn time_and_density_of_a_diffusion() {
    let x = matrix(&reference().data["moons"]);
    let at = |time, alpha| {
        let params = ManifoldParams {
            gamma: Gamma::Value(5.0),
            time,
            alpha,
            ..ManifoldParams::default()
        };
        fit(&x, (Method::DiffusionMap, params), 3)
    };
    let (start, later) = (at(0.0, 1.0), at(2.5, 1.0));
    assert_eq!(start.eigenvalues, later.eigenvalues);
    for (j, λ) in start.eigenvalues.iter().enumerate() {
        let expected: Vec<f64> = column(&start, j).iter().map(|v| v * λ.powf(2.5)).collect();
        assert!(difference(&column(&later, j), &expected) < 1e-12);
    }
    assert_ne!(at(0.0, 0.0).eigenvalues, start.eigenvalues);
}

/// The k nearest others of row i, by looking at all of them.
fn nearest_by_sorting(x: &DMatrix<f64>, i: usize, k: usize) -> Vec<usize> {
    let squared = |j: usize| (x.row(i) - x.row(j)).norm_squared();
    let mut others: Vec<usize> = (0..x.nrows()).filter(|&j| j != i).collect();
    others.sort_by(|&a, &b| squared(a).total_cmp(&squared(b)).then(a.cmp(&b)));
    others.truncate(k);
    others
}

/// Rows of small whole numbers, among which many are equal or equally far.
fn gridded() -> impl Strategy<Value = DMatrix<f64>> {
    (2..80_usize, 1..12_usize, 1..6_u32).prop_flat_map(|(n, d, sides)| {
        let number = (0..=sides).prop_map(f64::from);
        prop::collection::vec(number, n * d).prop_map(move |v| DMatrix::from_vec(n, d, v))
    })
}

fn points() -> impl Strategy<Value = DMatrix<f64>> {
    (3..40_usize, 1..5_usize).prop_flat_map(|(n, d)| {
        prop::collection::vec(-2.0..2.0, n * d).prop_map(move |v| DMatrix::from_vec(n, d, v))
    })
}

proptest! {
    #[test]
    fn neighbours_are_the_nearest_and_of_equals_the_first(
        x in gridded(),
        share in 0.0..1.0_f64,
        power in -900..900_i32,
    ) {
        let n = x.nrows();
        let k = (1 + (share * (n - 1) as f64) as usize).min(n - 1);
        let scale = 2.0_f64.powi(power);
        let found = manifold::neighbors(&(&x * scale), k, &EmbeddingProgress::default(), &|| false).unwrap();
        prop_assert_eq!((found.n(), found.k()), (n, k));
        for i in 0..n {
            let expected = nearest_by_sorting(&x, i, k);
            prop_assert_eq!(found.of(i), &expected[..]);
            for (&j, length) in expected.iter().zip(found.lengths(i)) {
                let expected = (x.row(i) - x.row(j)).norm() * scale;
                prop_assert!((length - expected).abs() <= 1e-15 * expected);
            }
        }
    }

    #[test]
    fn isomap_with_all_others_as_neighbours_is_linear_pca(x in points()) {
        let n = x.nrows();
        let isomap = fit(&x, with_neighbors(Method::Isomap, n - 1), n - 1);
        let pca = Pca::fit(&x);
        prop_assert!((isomap.trace.unwrap() / n as f64 - pca.total).abs() < 1e-12);
        for (j, λ) in isomap.eigenvalues.iter().enumerate() {
            let variance = pca.eigenvalues.get(j).copied().unwrap_or(0.0);
            prop_assert!((λ / n as f64 - variance).abs() < 1e-12);
        }
        // Up to the choice of axes: their Gram matrices.
        let gram = |scores: &DMatrix<f64>| scores * scores.transpose();
        prop_assert!((gram(&isomap.scores) - gram(&pca.scores)).amax() < 1e-6);
    }

    #[test]
    fn where_the_rows_are_and_how_large_makes_no_difference(
        x in points(),
        power in -300..300_i32,
        shift in -3..3_i32,
    ) {
        let (n, d) = x.shape();
        prop_assume!(n > 6);
        let scale = 2.0_f64.powi(power);
        // Rounded, so that the shift is exact.
        let x = x.map(|v| (v * 1024.0).round() / 1024.0);
        let moved = x.add_scalar(f64::from(shift)) * scale;
        for kind in [Method::Isomap, Method::Lle, Method::LaplacianEigenmaps] {
            let plain = fit(&x, with_neighbors(kind, 4), d);
            let other = fit(&moved, with_neighbors(kind, 4), d);
            let factor = if kind == Method::Isomap { scale } else { 1.0 };
            prop_assert_eq!(other.scores, plain.scores * factor);
        }
    }

    #[test]
    fn nothing_panics_on_rows_nobody_would_ask_for(
        x in gridded(),
        kind in 0..METHODS.len(),
        hostile in 0..6_usize,
        k in 1..9_usize,
        components in 1..9_usize,
    ) {
        let (n, d) = x.shape();
        let x = match hostile {
            0 => x,
            1 => DMatrix::from_element(n, d, 7.0),
            2 => DMatrix::from_fn(n, d, |i, j| (i * (j + 1)) as f64),
            3 => x * 1e300,
            4 => DMatrix::from_fn(n, d, |i, j| if i == 0 { 1e300 } else { x[(i, j)] }),
            _ => x * 1e-310,
        };
        let (method, params) = with_neighbors(METHODS[kind], k);
        if let Ok(method) = params.check(method, &x) {
            let options = EmbeddingOptions { components, ..EmbeddingOptions::default() };
            let found = manifold::fit(&x, &method, &options, &EmbeddingProgress::default(), &|| false);
            let found = found.unwrap();
            // t-SNE lays rows out in a plane, whatever is asked for.
            let q = match METHODS[kind] {
                Method::Tsne => 2,
                Method::HessianLle => d.min(2),
                _ => components.min(n - 1),
            };
            prop_assert_eq!(found.scores.shape(), (n, q));
            prop_assert!(found.scores.iter().all(|v| v.is_finite()));
            prop_assert_eq!(found.eigenvalues.len(), q);
            prop_assert!(found.undetermined.iter().all(|run| run.start < q && run.end <= q + 1));
        }
    }
}

#[test]
fn many_equal_rows_are_no_trouble_either() {
    for x in [
        DMatrix::from_element(400, 3, 2.0),
        DMatrix::from_fn(400, 2, |i, _| (i % 2) as f64),
        DMatrix::from_fn(
            400,
            2,
            |i, j| if i < 390 { 0.0 } else { (i * (j + 1)) as f64 },
        ),
    ] {
        for kind in METHODS {
            let found = fit(&x, with_neighbors(kind, 6), 3);
            assert!(found.scores.iter().all(|v| v.is_finite()), "{kind}");
        }
    }
}

#[test]
fn what_cannot_be_done_is_said_in_a_line() {
    let x = matrix(&reference().data["moons"]);
    let (isomap, params) = with_neighbors(Method::Isomap, 200);
    let too_many = params.check(isomap, &x).unwrap_err();
    let said = "neighbours must be from 1 to 199 for 200 rows; got 200";
    assert_eq!(too_many.to_string(), said);
    let options = EmbeddingOptions {
        share: None,
        components: 2,
        memory_budget: 1 << 18,
    };
    let checked = |method, k| with_neighbors(method, k).1.check(method, &x).unwrap();
    let (isomap, lle) = (checked(Method::Isomap, 6), checked(Method::Lle, 60));
    for method in [&isomap, &lle] {
        let refused = manifold::fit(&x, method, &options, &EmbeddingProgress::default(), &|| {
            false
        });
        let said = refused.unwrap_err().to_string();
        assert!(said.starts_with("this takes about ") && said.ends_with(" MiB are allowed"));
    }
    let mut x = x;
    x[(3, 1)] = f64::NAN;
    let progress = EmbeddingProgress::default();
    let refused = manifold::fit(&x, &isomap, &options, &progress, &|| false);
    assert_eq!(refused, Err(ManifoldError::NotFinite));
    let one = manifold::fit(
        &DMatrix::zeros(1, 2),
        &isomap,
        &options,
        &EmbeddingProgress::default(),
        &|| false,
    );
    assert_eq!(one, Err(ManifoldError::TooFewRows));
}

#[test]
fn each_stage_can_be_seen_and_stopped() {
    let x = matrix(&reference().data["roll 500"]);
    let expected = [
        vec![
            EmbeddingStage::Neighbors,
            EmbeddingStage::Paths,
            EmbeddingStage::Eigenvectors,
        ],
        vec![
            EmbeddingStage::Neighbors,
            EmbeddingStage::Weights,
            EmbeddingStage::Factorization,
            EmbeddingStage::Eigenvectors,
        ],
        vec![
            EmbeddingStage::Neighbors,
            EmbeddingStage::Weights,
            EmbeddingStage::Factorization,
            EmbeddingStage::Eigenvectors,
        ],
        vec![
            EmbeddingStage::Neighbors,
            EmbeddingStage::Factorization,
            EmbeddingStage::Eigenvectors,
        ],
        vec![EmbeddingStage::Kernel, EmbeddingStage::Eigenvectors],
    ];
    for (kind, stages) in METHODS.into_iter().zip(expected) {
        let (method, params) = with_neighbors(kind, 10);
        let method = params.check(method, &x).unwrap();
        for stage in stages {
            let progress = EmbeddingProgress::default();
            let stop = || progress.stage().is_some_and(|(at, ..)| at == stage);
            let stopped =
                manifold::fit(&x, &method, &EmbeddingOptions::default(), &progress, &stop);
            assert_eq!(
                stopped,
                Err(ManifoldError::Cancelled),
                "{kind} at {stage:?}"
            );
            assert_eq!(progress.stage(), None);
        }
    }
}

#[test]
fn the_bits_do_not_depend_on_the_number_of_threads() {
    let x = matrix(&reference().data["roll 500"]);
    for kind in METHODS {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
            pool.unwrap()
                .install(|| fit(&x, with_neighbors(kind, 10), 3))
        };
        assert_eq!(with(1), with(3), "{kind}");
    }
}
