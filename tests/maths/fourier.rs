//! The solver by waves agrees with the dense one where it is certified, and steps back where it can't.

use std::sync::Arc;

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitError, FitOptions, KernelPca, Solver, SolverUsed, Tier, Workspace},
};
use tabular::{Columns, Generator, Shape, Source};

fn generated(shape: Shape, n: usize) -> DMatrix<f64> {
    let generator = Generator {
        n_samples: n,
        noise: 0.1,
        ..Generator::new(shape)
    };
    let table = Source::Generated(generator).load(&|| false).unwrap();
    table.dataset(&Columns::default()).unwrap().x
}

fn uniform(n: usize, d: usize) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    DMatrix::from_fn(n, d, |_, _| rng.random_range(-1.0..1.0))
}

fn options(components: usize, solver: Solver, tier: Tier) -> FitOptions {
    FitOptions {
        components,
        solver,
        tier,
        ..FitOptions::default()
    }
}

fn fit(x: &Arc<DMatrix<f64>>, gamma: f64, options: &FitOptions) -> KernelPca {
    let kernel = Kernel::rbf(gamma);
    let mut workspace = Workspace::default();
    workspace.fit(x, kernel, options, &|| false).unwrap()
}

/// The largest errors of eigenvalues and of scores whose axes are determined, relative to the largest.
fn errors(found: &KernelPca, dense: &KernelPca) -> (f64, f64) {
    let largest = dense.eigenvalues[0];
    let values = found.eigenvalues.iter().zip(&dense.eigenvalues);
    let of_values = values.fold(0.0, |m: f64, (a, b)| m.max((a - b).abs() / largest));
    let (scores, expected) = (found.scores(), dense.scores());
    let is_tied = |j: &usize| {
        let mut runs = [found, dense].into_iter().flat_map(|it| &it.undetermined);
        runs.any(|run| run.contains(j))
    };
    let determined = (0..expected.ncols()).filter(|j| !is_tied(j));
    let of_scores = determined.map(|j| {
        let (a, b) = (scores.column(j), expected.column(j));
        // The sign of a column whose entries tie is as good one way as the other.
        (a - b).amax().min((a + b).amax()) / expected.amax()
    });
    (of_values, of_scores.fold(0.0, f64::max))
}

fn data() -> Vec<(&'static str, DMatrix<f64>)> {
    let n = 330;
    let moons = generated(Shape::Moons, n);
    let roll = generated(Shape::SwissRoll, n);
    let cluster = |i: usize| (i % 3) as f64;
    vec![
        ("circles", generated(Shape::Circles, n)),
        ("roll from its side", roll.select_columns(&[0, 2])),
        ("roll from above", roll.select_columns(&[0, 1])),
        ("on a line", moons.select_columns(&[0])),
        ("uniform in space", uniform(n, 3)),
        (
            "every row three times",
            DMatrix::from_fn(n, 2, |i, j| moons[(i / 3, j)]),
        ),
        (
            "clusters far apart",
            DMatrix::from_fn(n, 2, |i, j| {
                30.0 * cluster(i) * (j + 1) as f64 + moons[(i, j)]
            }),
        ),
        (
            "tight clusters",
            DMatrix::from_fn(n, 2, |i, j| cluster(i) + 1e-7 * moons[(i, j)]),
        ),
        (
            "a constant feature",
            DMatrix::from_fn(n, 3, |i, j| if j == 1 { 7.0 } else { moons[(i, j / 2)] }),
        ),
        ("far from the origin", moons.add_scalar(1e6)),
        (
            "few equal rows",
            DMatrix::from_fn(n, 2, |i, _| f64::from(u8::from(i == 0))),
        ),
        ("moons", moons),
    ]
}

#[test]
fn certified_means_right() {
    for (name, x) in data() {
        let x = Arc::new(x);
        for gamma in [0.01, 0.3, 8.0, 100.0, 1000.0] {
            for k in [1, 7] {
                let name = format!("{name}, γ = {gamma}, {k}");
                let dense = fit(&x, gamma, &options(k, Solver::Dense, Tier::Exact));
                for tier in [Tier::Exact, Tier::Preview] {
                    // Room for some ten thousand waves.
                    let few = FitOptions {
                        memory_budget: 64 << 20,
                        ..options(k, Solver::Fourier, tier)
                    };
                    let kernel = Kernel::rbf(gamma);
                    let found = Workspace::default().fit(&x, kernel, &few, &|| false);
                    if matches!(found, Err(FitError::Unsuited { .. })) {
                        continue;
                    }
                    let found = found.unwrap();
                    let (of_values, of_scores) = errors(&found, &dense);
                    let (value, score) = match tier {
                        Tier::Exact => (1e-8, 1e-6),
                        Tier::Preview | Tier::Refined => (1e-3, 1e-3),
                    };
                    if found.accuracy.is_certified() {
                        assert!(of_values <= value, "{name}: {of_values}");
                        assert!(of_scores <= score, "{name}: {of_scores}");
                        let trace = (found.trace - dense.trace).abs() / dense.trace;
                        assert!(trace < value.max(1e-6), "{name}: {trace}");
                    }
                }
            }
        }
    }
}

#[test]
fn common_data_are_certified() {
    for shape in [Shape::Moons, Shape::Circles] {
        let x = Arc::new(generated(shape, 600));
        for gamma in [1.0, 15.0, 60.0] {
            for k in [2, 10] {
                let found = fit(&x, gamma, &options(k, Solver::Fourier, Tier::Exact));
                assert_eq!(found.solver, SolverUsed::Fourier, "{gamma}");
                assert!(
                    found.accuracy.is_certified(),
                    "{gamma}, {k}: {:?}",
                    found.accuracy
                );
            }
        }
    }
}

#[test]
fn too_many_waves_are_refused() {
    let by_waves = |x: &Arc<DMatrix<f64>>, gamma| {
        let options = options(2, Solver::Fourier, Tier::Exact);
        Workspace::default().fit(x, Kernel::rbf(gamma), &options, &|| false)
    };
    let moons = generated(Shape::Moons, 330);
    let mut outlier = moons.clone();
    outlier[(17, 1)] = 1e20;
    for x in [
        outlier,
        DMatrix::from_element(330, 2, 3.0),
        moons.rows(0, 1).into_owned(),
        uniform(330, 4),
    ] {
        let x = Arc::new(x);
        let found = by_waves(&x, 1.0);
        // Where all points are equal no solver is needed.
        let answered = found.is_ok_and(|found| found.eigenvalues.iter().all(|λ| *λ == 0.0));
        assert_eq!(answered, x.row_iter().all(|row| row == x.row(0)));
    }
    let fine = by_waves(&Arc::new(moons), 1e9);
    assert!(matches!(fine, Err(FitError::Unsuited { .. })));
}

#[test]
fn a_slider_finds_what_a_fit_from_nothing_does() {
    let x = Arc::new(generated(Shape::Moons, 500));
    let mut workspace = Workspace::default();
    for step in 0..12_i32 {
        let gamma = 5.0 * 1.3_f64.powi(if step < 6 { step } else { 6 - step });
        let kernel = Kernel::rbf(gamma);
        let dense = fit(&x, gamma, &options(4, Solver::Dense, Tier::Exact));
        for tier in [Tier::Preview, Tier::Exact] {
            let options = options(4, Solver::Fourier, tier);
            let found = workspace.fit(&x, kernel, &options, &|| false).unwrap();
            assert_eq!(found.solver, SolverUsed::Fourier);
            let (of_values, of_scores) = errors(&found, &dense);
            let (value, score) = match tier {
                Tier::Exact => (1e-8, 1e-6),
                Tier::Preview | Tier::Refined => (1e-3, 1e-3),
            };
            assert!(of_values <= value, "{gamma}: {of_values}");
            assert!(of_scores <= score, "{gamma}: {of_scores}");
        }
    }
}

#[test]
fn new_points_are_projected_as_the_dense_solver_does() {
    let x = Arc::new(generated(Shape::Moons, 400));
    for gamma in [0.5, 20.0] {
        let found = fit(&x, gamma, &options(4, Solver::Fourier, Tier::Exact));
        assert_eq!(found.solver, SolverUsed::Fourier);
        let scores = found.scores();
        let again = found.project(&x);
        assert!((&again - &scores).amax() < 1e-9 * scores.amax());
        let dense = fit(&x, gamma, &options(4, Solver::Dense, Tier::Exact));
        let new = uniform(30, 2);
        let (a, b) = (found.project(&new).abs(), dense.project(&new).abs());
        assert!((a - b).amax() < 1e-9 * scores.amax());
    }
}

#[test]
fn many_points_are_left_to_waves() {
    let x = Arc::new(generated(Shape::Moons, 5000));
    let found = fit(&x, 15.0, &options(5, Solver::Auto, Tier::Exact));
    assert_eq!(found.solver, SolverUsed::Fourier);
    assert!(found.accuracy.is_certified());
    // Likewise while the slider moves, where nothing is proven.
    let mut workspace = Workspace::default();
    for gamma in [15.0, 16.0, 17.0] {
        let options = options(5, Solver::Auto, Tier::Preview);
        let preview = workspace.fit(&x, Kernel::rbf(gamma), &options, &|| false);
        assert_eq!(preview.unwrap().solver, SolverUsed::Fourier, "{gamma}");
    }
}

#[test]
fn cancelled_at_once() {
    let x = Arc::new(generated(Shape::Moons, 400));
    let options = options(2, Solver::Fourier, Tier::Exact);
    let kernel = Kernel::rbf(15.0);
    let fit = Workspace::default().fit(&x, kernel, &options, &|| true);
    assert_eq!(fit.unwrap_err(), FitError::Cancelled);
}

#[test]
fn the_bits_do_not_depend_on_the_number_of_threads() {
    let x = Arc::new(generated(Shape::Moons, 2000));
    let options = options(3, Solver::Fourier, Tier::Exact);
    let with = |threads| {
        let pool = rayon::ThreadPoolBuilder::new()
            .num_threads(threads)
            .build()
            .unwrap();
        let fit = pool.install(|| fit(&x, 15.0, &options));
        (fit.eigenvalues, fit.eigenvectors)
    };
    let one = with(1);
    assert_eq!(with(2), one);
    assert_eq!(with(5), one);
}

#[test]
fn a_preview_of_some_rows_is_that_of_all_at_these_rows() {
    let n = 4000;
    let x = Arc::new(generated(Shape::Moons, n));
    let rows: Arc<[usize]> = (3..n).step_by(9).collect();
    let mut workspace = Workspace::default();
    let exact = fit(&x, 8.0, &options(4, Solver::Auto, Tier::Exact));
    let scores = exact.scores();
    // The second starts from the first one's vectors.
    for gamma in [8.5, 8.0] {
        let options = options(4, Solver::Auto, Tier::Preview);
        let kernel = Kernel::rbf(gamma);
        let found = workspace.preview_of(&x, &rows, kernel, &options, &|| false);
        let mut found = found.unwrap().expect("there are few waves");
        if gamma != 8.0 {
            continue;
        }
        found.agree_with(&exact.eigenvectors.select_rows(&*rows));
        let off = |a: f64, b: f64| (a - b).abs() / exact.eigenvalues[0];
        for (a, b) in found.eigenvalues.iter().zip(&exact.eigenvalues) {
            assert!(off(*a, *b) < 1e-3);
        }
        let of_rows = scores.select_rows(&*rows);
        assert!((found.scores() - &of_rows).amax() < 1e-3 * scores.amax());
        // The means over all rows, whichever of them are shown.
        let errors = exact.training_errors();
        for (row, error) in rows.iter().zip(found.training_errors()) {
            assert!((error - errors[*row]).abs() < 1e-3, "{row}");
        }
        let new = uniform(50, 2);
        let off = (found.project(&new) - exact.project(&new)).amax() / scores.amax();
        assert!(
            off < 0.25,
            "{off}: sums over some rows stand for sums over all"
        );
        // A component that pointed the other way is turned over.
        let mut turned = exact.clone();
        turned.eigenvectors.neg_mut();
        let turned = turned.eigenvectors.select_rows(&*rows);
        assert_eq!(found.turned_against(&turned), [true; 4]);
    }
    let laplacian = Kernel::laplacian(1.0);
    let options = options(4, Solver::Auto, Tier::Preview);
    let found = workspace.preview_of(&x, &rows, laplacian, &options, &|| false);
    assert!(found.unwrap().is_none(), "it has no waves");
}

#[test]
fn many_new_rows_are_projected_as_few_are() {
    for (d, gamma) in [(1, 50.0), (2, 8.0), (3, 0.5)] {
        let rows = |n: usize, seed: u64| {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            Arc::new(DMatrix::from_fn(n, d, |_, _| rng.random_range(-2.0..2.0)))
        };
        let (x, new) = (rows(3000, 1), rows(20_000, 2));
        let options = FitOptions {
            components: 4,
            ..FitOptions::default()
        };
        let fit = Workspace::default().fit(&x, Kernel::rbf(gamma), &options, &|| false);
        let fit = fit.unwrap();
        let (all, errors) = (fit.project(&new), fit.reconstruction_errors(&new));
        // So few are projected by kernel values.
        let largest = fit.scores().amax();
        for first in [0, 7000, 19_990] {
            let few = new.rows(first, 10).into_owned();
            let off = (all.rows(first, 10) - fit.project(&few)).amax();
            assert!(off < 1e-8 * largest, "{d}: off by {off:e} of {largest}");
            for (all, few) in errors[first..].iter().zip(fit.reconstruction_errors(&few)) {
                assert!((all - few).abs() < 1e-10, "{d}: {all} for {few}");
            }
        }
    }
}
