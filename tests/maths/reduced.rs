//! Previews from a reduced basis, against exact fits.

use std::{
    cell::Cell,
    sync::{
        Arc,
        atomic::{AtomicUsize, Ordering},
    },
};

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitError, FitOptions, KernelPca, Solver, SolverUsed, Tier, Workspace},
};
use tabular::{Builtin, Columns, Generator, Shape, Source};

/// Scores of components closer than this to a neighbour, relative to the first, are not compared.
const GAP: f64 = 1e-4;
/// Largest error that is promised of a preview.
const PROMISED: f64 = 1e-3;

fn options(components: usize, tier: Tier) -> FitOptions {
    FitOptions {
        components,
        tier,
        ..FitOptions::default()
    }
}

fn points(source: &Source, n: usize) -> Arc<DMatrix<f64>> {
    let table = source.load(&|| false).unwrap();
    let x = table.dataset(&Columns::default()).unwrap().x;
    Arc::new(x.rows(0, n).into_owned())
}

fn generated(shape: Shape, n: usize) -> Arc<DMatrix<f64>> {
    let generator = Generator {
        n_samples: n,
        noise: if shape == Shape::SwissRoll { 0.0 } else { 0.1 },
        ..Generator::new(shape)
    };
    points(&Source::Generated(generator), n)
}

fn uniform(n: usize, d: usize) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    DMatrix::from_fn(n, d, |_, _| rng.random_range(-1.0..1.0))
}

/// A workspace that has rested at this kernel.
fn rested(x: &Arc<DMatrix<f64>>, kernel: Kernel, k: usize) -> Workspace {
    let mut workspace = Workspace::default();
    let exact = options(k, Tier::Exact);
    workspace.fit(x, kernel, &exact, &|| false).unwrap();
    workspace.foresee(x, kernel, &exact, &|| false).unwrap();
    workspace
}

/// The largest error of a score that is determined, relative to the largest score; eigenvalues are checked too.
fn error(x: &Arc<DMatrix<f64>>, preview: &KernelPca) -> f64 {
    let k = preview.eigenvalues.len();
    let dense = FitOptions {
        solver: Solver::Dense,
        ..options((k + 1).min(x.nrows()), Tier::Exact)
    };
    let exact = Workspace::default()
        .fit(x, preview.kernel, &dense, &|| false)
        .unwrap();
    let values = &exact.eigenvalues;
    if values[0] == 0.0 {
        assert_eq!(preview.eigenvalues[0], 0.0);
        return 0.0;
    }
    let (found, scores) = (preview.scores(), exact.scores());
    let is_apart = |i: usize, j: usize| {
        values
            .get(i)
            .is_none_or(|value| (value - values[j]).abs() > GAP * values[0])
    };
    let mut worst = 0.0_f64;
    for j in 0..k {
        let off = (preview.eigenvalues[j] - values[j]).abs() / values[0];
        assert!(off < 1e-3, "{:?}: λ{j} off by {off}", preview.kernel);
        if is_apart(j + 1, j) && (j == 0 || is_apart(j - 1, j)) {
            let (a, b) = (found.column(j), scores.column(j));
            worst = worst.max((a - b).amax().min((a + b).amax()) / scores.amax());
        }
    }
    worst
}

/// Previews over all that a basis is for: how many were had from it, and of how many.
fn compare(name: &str, x: &Arc<DMatrix<f64>>, kernel: Kernel, k: usize) -> (usize, usize) {
    let mut workspace = rested(x, kernel, k);
    let gamma = kernel.gamma().unwrap();
    let factors = [0.505, 0.8, 1.3, 1.99];
    let mut reduced = 0;
    for factor in factors {
        let kernel = kernel.with_gamma(factor * gamma);
        let fit = workspace.fit(x, kernel, &options(k, Tier::Preview), &|| false);
        let fit = fit.unwrap();
        let off = error(x, &fit);
        assert!(
            off < PROMISED,
            "{name}, k = {k}, γ · {factor}: off by {off} ({:?})",
            fit.solver
        );
        if fit.solver == SolverUsed::Reduced {
            assert!(!fit.accuracy.is_certified(), "an estimate is no proof");
            reduced += 1;
        }
    }
    (reduced, factors.len())
}

#[test]
fn previews_of_every_kernel_agree_with_exact_fits() {
    let n = 300;
    let moons = generated(Shape::Moons, n);
    let circles = generated(Shape::Circles, n);
    let roll = generated(Shape::SwissRoll, n);
    let digits = points(&Source::Builtin(Builtin::Digits), n);
    let positive = Arc::new(uniform(n, 5).map(f64::abs));
    let cases = [
        ("moons, RBF 1", &moons, Kernel::rbf(1.0)),
        ("moons, RBF 15", &moons, Kernel::rbf(15.0)),
        ("circles, RBF 1", &circles, Kernel::rbf(1.0)),
        ("circles, RBF 15", &circles, Kernel::rbf(15.0)),
        ("Swiss roll, RBF 0.1", &roll, Kernel::rbf(0.1)),
        ("moons, Laplacian 1", &moons, Kernel::laplacian(1.0)),
        ("moons, sigmoid 0.5", &moons, Kernel::sigmoid(0.5, 0.0)),
        ("digits, RBF 0.001", &digits, Kernel::rbf(0.001)),
        (
            "digits, cubic 1/64",
            &digits,
            Kernel::poly(1.0 / 64.0, 3, 1.0),
        ),
        ("moons, Matérn", &moons, Kernel::matern32(2.0)),
        (
            "moons, rational",
            &moons,
            Kernel::rational_quadratic(2.0, 1.0),
        ),
        ("uniform, χ²", &positive, Kernel::chi2(1.0)),
        ("digits, RBF 1e-9", &digits, Kernel::rbf(1e-9)),
    ];
    for (name, x, kernel) in cases {
        for k in [2, 20] {
            let (reduced, all) = compare(name, x, kernel, k);
            assert!(reduced + 1 >= all, "{name}, k = {k}: {reduced} of {all}");
        }
    }
}

#[test]
fn hostile_data_are_shown_right_or_left_to_other_solvers() {
    let n = 120;
    let noise = uniform(n, 2);
    let group = |i: usize| (i % 2) as f64;
    let cases = [
        // Two far groups of one shape: pairs of equal eigenvalues, and their contrast.
        DMatrix::from_fn(n, 2, |i, j| 30.0 * group(i) * j as f64 + noise[(i / 2, j)]),
        DMatrix::from_fn(n, 2, |i, j| 4.0 * group(i) + 1e-7 * noise[(i, j)]),
        // Many copies of a few points.
        DMatrix::from_fn(n, 2, |i, j| noise[(i % 7, j)]),
        // Corners of a cube.
        DMatrix::from_fn(128, 7, |i, j| ((i >> j) & 1) as f64),
        // A square: eigenvalues cross by symmetry.
        DMatrix::from_fn(121, 2, |i, j| [i / 11, i % 11][j] as f64 / 5.0),
        uniform(12, 2),
        uniform(30, 3),
        DMatrix::from_element(40, 2, 1.5),
    ];
    for (case, x) in cases.into_iter().enumerate() {
        let x = Arc::new(x);
        for kernel in [
            Kernel::rbf(0.02),
            Kernel::rbf(1.0),
            Kernel::rbf(1e4),
            Kernel::laplacian(0.7),
            Kernel::sigmoid(0.3, -1.0),
        ] {
            for k in [1, 5] {
                compare(&format!("{case} {kernel:?}"), &x, kernel, k);
            }
        }
    }
}

#[test]
fn a_basis_is_for_one_kernel_and_a_factor_of_two() {
    let x = generated(Shape::Moons, 300);
    let mut workspace = rested(&x, Kernel::poly(0.5, 9, 1.0), 3);
    let mut solver = |kernel, k| {
        let preview = options(k, Tier::Preview);
        workspace
            .fit(&x, kernel, &preview, &|| false)
            .unwrap()
            .solver
    };
    // Few features are faster than anything.
    assert_eq!(solver(Kernel::poly(0.51, 9, 1.0), 3), SolverUsed::Features);
    let mut workspace = rested(&x, Kernel::laplacian(2.0), 3);
    let mut solver = |kernel, k| {
        let preview = options(k, Tier::Preview);
        workspace
            .fit(&x, kernel, &preview, &|| false)
            .unwrap()
            .solver
    };
    assert_eq!(solver(Kernel::laplacian(3.9), 3), SolverUsed::Reduced);
    assert_eq!(solver(Kernel::laplacian(3.9), 1), SolverUsed::Reduced);
    assert_ne!(solver(Kernel::laplacian(3.9), 4), SolverUsed::Reduced);
    assert_ne!(solver(Kernel::laplacian(4.1), 3), SolverUsed::Reduced);
    assert_ne!(solver(Kernel::rbf(2.0), 3), SolverUsed::Reduced);
}

#[test]
fn a_preview_is_a_fit_like_any_other() {
    let x = generated(Shape::Circles, 300);
    for kernel in [Kernel::rbf(3.0), Kernel::sigmoid(0.5, 0.2)] {
        let mut workspace = rested(&x, kernel, 3);
        let moved = kernel.with_gamma(1.3 * kernel.gamma().unwrap());
        let mut fit = |tier| {
            workspace
                .fit(&x, moved, &options(3, tier), &|| false)
                .unwrap()
        };
        let (preview, exact) = (fit(Tier::Preview), fit(Tier::Exact));
        assert_eq!(preview.solver, SolverUsed::Reduced);
        let largest = exact.scores().amax();
        let off = (preview.project(&x) - preview.scores()).amax() / largest;
        assert!(off < PROMISED, "projections off by {off}");
        let errors = preview
            .training_errors()
            .into_iter()
            .zip(exact.training_errors());
        let off = errors.fold(0.0_f64, |m, (a, b)| m.max((a - b).abs())) / exact.trace;
        assert!(off < PROMISED, "reconstruction errors off by {off}");
        assert!((preview.trace / exact.trace - 1.0).abs() < 1e-5);
        let lowest = |fit: &KernelPca| fit.negative_eigenvalues.first().copied().unwrap_or(0.0);
        let off = (lowest(&preview) - lowest(&exact)).abs() / exact.eigenvalues[0];
        // A score off by ε of the largest takes an eigenvalue, its square, off by 2ε of the first.
        assert!(off < 2.0 * PROMISED, "the lowest eigenvalue off by {off}");
    }
}

#[test]
fn it_is_stopped_anywhere_and_carried_on() {
    let x = generated(Shape::Moons, 300);
    let kernel = Kernel::laplacian(2.0);
    let exact = options(2, Tier::Exact);
    let asked = AtomicUsize::new(0);
    let mut workspace = Workspace::default();
    let mut stops = 0;
    // Stopped again and again, later each time it starts, it gets there.
    let patience = Cell::new(1);
    loop {
        asked.store(0, Ordering::Relaxed);
        let most = patience.get();
        let stopped = workspace.foresee(&x, kernel, &exact, &|| {
            asked.fetch_add(1, Ordering::Relaxed) >= most
        });
        if stopped.is_ok() {
            break;
        }
        assert_eq!(stopped, Err(FitError::Cancelled));
        stops += 1;
        patience.set(most + 1);
    }
    assert!(stops > 10, "{stops}");
    let moved = kernel.with_gamma(1.5);
    let fit = |workspace: &mut Workspace| {
        let preview = options(2, Tier::Preview);
        workspace.fit(&x, moved, &preview, &|| false).unwrap()
    };
    let at_once = fit(&mut rested(&x, kernel, 2));
    let in_parts = fit(&mut workspace);
    assert_eq!(in_parts.solver, SolverUsed::Reduced);
    assert!((in_parts.scores() - at_once.scores()).amax() < 1e-4);
}

#[test]
fn it_takes_a_part_of_the_memory_or_nothing() {
    let n = 1200;
    let x = generated(Shape::Moons, n);
    let kernel = Kernel::rbf(15.0);
    let used = |mebibytes: u64| {
        let exact = FitOptions {
            memory_budget: mebibytes << 20,
            ..options(5, Tier::Exact)
        };
        let mut workspace = Workspace::default();
        workspace.foresee(&x, kernel, &exact, &|| false).unwrap();
        let preview = FitOptions {
            tier: Tier::Preview,
            ..exact
        };
        let moved = kernel.with_gamma(16.0);
        workspace
            .fit(&x, moved, &preview, &|| false)
            .unwrap()
            .solver
    };
    assert_eq!(used(100), SolverUsed::Reduced);
    // 8 · 1200 · (90 + 90 + 48 + 10) bytes are 2.2 MiB.
    assert_ne!(used(16), SolverUsed::Reduced);
}
