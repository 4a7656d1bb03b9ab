//! Every solver, from cold and from warm, agrees with the dense one.

use std::sync::{
    Arc,
    atomic::{AtomicUsize, Ordering},
};

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{
    kernel::Kernel,
    kpca::{
        Accuracy, Bytes, Doubt, FitError, FitOptions, KernelPca, Solver, SolverUsed, SpectrumStage,
        Tier, Workspace,
    },
};

const RBF: Kernel = Kernel::rbf(2.0);

fn uniform(n: usize, d: usize, seed: u64) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
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

fn fit(x: &Arc<DMatrix<f64>>, kernel: Kernel, options: &FitOptions) -> KernelPca {
    Workspace::default()
        .fit(x, kernel, options, &|| false)
        .unwrap()
}

/// Checks eigenvalues to `eigenvalue` · λ₁ and determined score columns to `score` · the largest.
fn assert_agrees(name: &str, fit: &KernelPca, dense: &KernelPca, eigenvalue: f64, score: f64) {
    let largest = dense.eigenvalues[0].abs();
    let (scores, expected) = (fit.scores(), dense.scores());
    assert_eq!(scores.shape(), expected.shape(), "{name}");
    for (j, (a, b)) in fit.eigenvalues.iter().zip(&dense.eigenvalues).enumerate() {
        assert!(
            (a - b).abs() <= eigenvalue * largest,
            "{name}: λ{j} {a} for {b}"
        );
        let mut runs = [fit, dense].into_iter().flat_map(|it| &it.undetermined);
        if runs.any(|run| run.contains(&j)) {
            continue;
        }
        // What one takes for zero the other may still see: scores are as small as the root of that.
        let score = if *a == 0.0 || *b == 0.0 {
            score.max(2e-6)
        } else {
            score
        };
        let (a, b) = (scores.column(j), expected.column(j));
        // The sign of a column whose entries tie is as good one way as the other.
        let error = (a - b).amax().min((a + b).amax()) / expected.amax();
        assert!(error <= score, "{name}: PC{j} off by {error}");
    }
    let error = (fit.trace - dense.trace).abs();
    assert!(
        error <= eigenvalue * dense.trace.abs().max(largest),
        "{name}: trace off by {error}"
    );
}

fn hostile() -> Vec<(&'static str, DMatrix<f64>, Kernel)> {
    let n = 330;
    let cluster = |i: usize| (i % 3) as f64;
    let noise = uniform(n, 2, 1);
    let poly = |degree, coef0| Kernel::poly(0.5, degree, coef0);
    vec![
        ("random", uniform(n, 2, 0), RBF),
        ("more dimensions", uniform(n, 30, 0), Kernel::rbf(0.05)),
        (
            "tight clusters",
            DMatrix::from_fn(n, 2, |i, j| {
                cluster(i) * (j + 1) as f64 + 1e-7 * noise[(i, j)]
            }),
            RBF,
        ),
        ("nearly the identity", uniform(n, 2, 2), Kernel::rbf(1e6)),
        ("rank one", uniform(n, 1, 3), Kernel::linear()),
        (
            "every row twice",
            DMatrix::from_fn(n, 2, |i, j| noise[(i / 2, j)]),
            RBF,
        ),
        (
            "far from the origin",
            uniform(n, 20, 4).add_scalar(1e6),
            Kernel::rbf(0.1),
        ),
        ("tiny γ", uniform(n, 3, 5), Kernel::rbf(1e-12)),
        ("Laplacian", uniform(n, 3, 6), Kernel::laplacian(0.5)),
        ("cosine", uniform(n, 5, 7), Kernel::cosine()),
        ("quadratic", uniform(n, 3, 8), poly(2, 0.0)),
        ("cubic", uniform(n, 3, 8), poly(3, 1.0)),
        ("indefinite polynomial", uniform(n, 3, 8), poly(3, -1.0)),
        (
            "beyond single precision",
            uniform(n, 3, 8) * 1e4,
            poly(7, -1.0),
        ),
        (
            "below single precision",
            uniform(n, 3, 8) * 1e-5,
            poly(3, 0.0),
        ),
        ("sigmoid", uniform(n, 4, 9), Kernel::sigmoid(1.0, -0.5)),
        (
            "few equal rows",
            DMatrix::from_fn(n, 2, |i, _| f64::from(u8::from(i == 0))),
            RBF,
        ),
    ]
}

#[test]
fn every_solver_agrees_with_dense() {
    for (name, x, kernel) in hostile() {
        let x = Arc::new(x);
        for k in [1, 7] {
            let dense = fit(&x, kernel, &options(k, Solver::Dense, Tier::Exact));
            assert_eq!(dense.solver, SolverUsed::Dense);
            assert!(
                dense.accuracy.is_certified(),
                "{name}, {k}: {:?}",
                dense.accuracy
            );
            for solver in [Solver::Auto, Solver::Cholesky, Solver::Krylov] {
                // There is no factor where eigenvalues may be negative.
                let indefinite = [
                    "sigmoid",
                    "indefinite polynomial",
                    "beyond single precision",
                ]
                .contains(&name);
                if solver == Solver::Cholesky && indefinite {
                    continue;
                }
                let name = format!("{name}, {k} by {solver:?}");
                let exact = fit(&x, kernel, &options(k, solver, Tier::Exact));
                assert!(exact.accuracy.residual.is_finite(), "{name}");
                if solver == Solver::Krylov {
                    assert_eq!(exact.solver, SolverUsed::Krylov, "{name}");
                }
                if exact.accuracy.is_certified() {
                    assert_agrees(&name, &exact, &dense, 1e-8, 1e-6);
                }
                assert!(
                    exact.accuracy.is_certified() || solver != Solver::Auto,
                    "{name}"
                );
                let preview = fit(&x, kernel, &options(k, solver, Tier::Preview));
                if preview.accuracy.is_certified() {
                    assert_agrees(&name, &preview, &dense, 1e-3, 1e-3);
                }
            }
        }
    }
}

#[test]
fn warm_equals_cold() {
    let x = Arc::new(uniform(600, 3, 0));
    let mut workspace = Workspace::default();
    for solver in [Solver::Auto, Solver::Krylov] {
        for step in 0..4 {
            let gamma = 5.0 * 1.1_f64.powi(step);
            for kernel in [
                Kernel::rbf(gamma),
                Kernel::laplacian(gamma),
                Kernel::sigmoid(gamma, 0.1),
            ] {
                for (k, tier) in [
                    (2, Tier::Preview),
                    (2, Tier::Exact),
                    (9, Tier::Exact),
                    (3, Tier::Exact),
                ] {
                    let options = options(k, solver, tier);
                    let warm = workspace.fit(&x, kernel, &options, &|| false).unwrap();
                    let cold = fit(
                        &x,
                        kernel,
                        &FitOptions {
                            solver: Solver::Dense,
                            ..options
                        },
                    );
                    let score = if tier == Tier::Preview { 1e-3 } else { 1e-6 };
                    let name = format!("{kernel:?} {k} {tier:?} by {solver:?}");
                    assert_agrees(
                        &name,
                        &warm,
                        &cold,
                        if tier == Tier::Preview { 1e-3 } else { 1e-8 },
                        score,
                    );
                }
            }
        }
    }
}

#[test]
fn a_row_of_previews_agrees_with_dense_and_says_how_good_it_is() {
    let x = Arc::new(uniform(600, 3, 0));
    for k in [2, 9] {
        let mut workspace = Workspace::default();
        for step in 0..5 {
            let gamma = 2.0 * 1.05_f64.powi(step);
            let kernel = Kernel::rbf(gamma);
            let options = options(k, Solver::Krylov, Tier::Preview);
            let preview = workspace.fit(&x, kernel, &options, &|| false).unwrap();
            let exact = FitOptions {
                solver: Solver::Dense,
                tier: Tier::Exact,
                ..options
            };
            let dense = fit(&x, kernel, &exact);
            let name = format!("k = {k}, step {step}");
            assert_agrees(&name, &preview, &dense, 1e-3, 1e-3);
            assert!(
                preview.accuracy.eigenvalue_bound.unwrap().is_finite(),
                "{name}"
            );
        }
    }
}

#[test]
fn what_stands_past_the_edge_of_a_tile_does_not_reach_the_result() {
    // Not a multiple of the size of tiles, with values that a second application of the kernel would
    // turn into infinities.
    let x = Arc::new(uniform(700, 3, 0));
    for gamma in [1_778.279_410_038_922_8, 112_201.845_430_196_29] {
        let kernel = Kernel::rbf(gamma);
        let dense = fit(&x, kernel, &options(3, Solver::Dense, Tier::Exact));
        let found = fit(&x, kernel, &options(3, Solver::Krylov, Tier::Exact));
        assert!(found.accuracy.residual > 0.0, "γ = {gamma}: not a number");
        for (λ, expected) in found.eigenvalues.iter().zip(&dense.eigenvalues) {
            let error = (λ - expected).abs() / dense.eigenvalues[0];
            assert!(error <= 1e-8, "γ = {gamma}: off by {error}");
        }
    }
}

#[test]
fn cancelling_at_any_point_leaves_the_workspace_fit() {
    let x = Arc::new(uniform(400, 2, 0));
    for (solver, kernel) in [
        (Solver::Krylov, RBF),
        (Solver::Cholesky, RBF),
        (Solver::Dense, RBF),
        (Solver::Fourier, RBF),
        (Solver::Nystrom, RBF),
        (Solver::Auto, Kernel::rbf(100.0)),
    ] {
        let options = options(3, solver, Tier::Exact);
        let expected = fit(&x, kernel, &options);
        let mut workspace = Workspace::default();
        let mut cancelled = 0;
        for allowed in 0.. {
            // Asked once more than allowed, once: the answer is taken back straight after.
            let asked = AtomicUsize::new(0);
            let stop = || asked.fetch_add(1, Ordering::Relaxed) == allowed;
            match workspace.fit(&x, kernel, &options, &stop) {
                Err(error) => assert_eq!(error, FitError::Cancelled),
                Ok(_) => break,
            }
            cancelled += 1;
            if allowed % 7 == 0 {
                let again = workspace.fit(&x, kernel, &options, &|| false).unwrap();
                assert_agrees("after cancelling", &again, &expected, 1e-8, 1e-6);
                workspace = Workspace::default();
            }
        }
        assert!(cancelled > 0, "{solver:?} never asks");
    }
}

#[test]
fn the_bits_do_not_depend_on_the_number_of_threads() {
    let x = Arc::new(uniform(700, 3, 0));
    let cases = [
        (Solver::Krylov, Kernel::rbf(20.0)),
        (Solver::Dense, RBF),
        (Solver::Cholesky, RBF),
        (Solver::Nystrom, Kernel::rbf(20.0)),
        (Solver::Auto, Kernel::sigmoid(1.0, 0.1)),
        (Solver::Auto, Kernel::linear()),
    ];
    for (solver, kernel) in cases {
        let with = |threads| {
            let pool = rayon::ThreadPoolBuilder::new()
                .num_threads(threads)
                .build()
                .unwrap();
            let fit = pool.install(|| fit(&x, kernel, &options(5, solver, Tier::Exact)));
            (fit.eigenvalues, fit.eigenvectors)
        };
        let one = with(1);
        assert_eq!(with(2), one, "{solver:?}");
        assert_eq!(with(5), one, "{solver:?}");
    }
}

#[test]
fn a_small_budget_leaves_the_right_answer_or_one_that_says_how_good_it_is() {
    let x = Arc::new(uniform(3000, 2, 0));
    let laplacian = Kernel::laplacian(1.0);
    let exact = fit(&x, laplacian, &options(2, Solver::Krylov, Tier::Exact));
    // Waves, passes over a matrix that is not kept, and a factor that is cut short.
    let landmarks = (8 << 20) / (24 * 3000);
    for (kernel, mebibytes, solver, certified) in [
        (RBF, 16, SolverUsed::Fourier, true),
        (laplacian, 16, SolverUsed::Krylov, true),
        (laplacian, 8, SolverUsed::Nystrom { landmarks }, false),
    ] {
        let small = FitOptions {
            memory_budget: mebibytes << 20,
            ..options(2, Solver::Auto, Tier::Exact)
        };
        let small = fit(&x, kernel, &small);
        let Accuracy {
            eigenvalue_bound,
            doubt,
            ..
        } = small.accuracy;
        assert_eq!((small.solver, doubt.is_none()), (solver, certified));
        if kernel == RBF {
            continue;
        }
        let bound = eigenvalue_bound.unwrap();
        let of_landmarks = |needed: &Bytes| needed.0 > mebibytes << 20;
        let is_said = matches!(&doubt, Some(Doubt::Landmarks { count, needed: Some(needed) })
            if *count == landmarks && of_landmarks(needed));
        assert!(certified || bound > 1e-8 && is_said, "{doubt:?}");
        for (a, b) in small.eigenvalues.iter().zip(&exact.eigenvalues) {
            assert!((a - b).abs() <= bound.max(1e-8) * exact.eigenvalues[0]);
        }
    }
}

/// Eigenvalues are too small by no more than is said; few landmarks are never certified, and as many as rows are exact.
#[test]
fn landmarks_keep_their_bound_and_more_come_closer() {
    let x = Arc::new(uniform(600, 3, 0));
    for kernel in [
        RBF,
        Kernel::rbf(50.0),
        Kernel::laplacian(1.0),
        Kernel::poly(1.0, 5, 1.0),
        Kernel::rbf(2.0).uncentered(),
    ] {
        let dense = fit(&x, kernel, &options(4, Solver::Dense, Tier::Exact));
        let scale = dense.eigenvalues[0];
        let mut before = f64::INFINITY;
        for landmarks in [1, 10, 100, 600, 9000] {
            let asked = FitOptions {
                landmarks: Some(landmarks),
                ..options(4, Solver::Nystrom, Tier::Exact)
            };
            let found = fit(&x, kernel, &asked);
            let name = format!("{kernel:?}, {landmarks} landmarks");
            let SolverUsed::Nystrom { landmarks: used } = found.solver else {
                panic!("{name}: {:?}", found.solver);
            };
            assert!(used <= landmarks.min(600), "{name}: {used}");
            let bound = found.accuracy.eigenvalue_bound.unwrap();
            for (λ, expected) in found.eigenvalues.iter().zip(&dense.eigenvalues) {
                let missing = (expected - λ) / scale;
                // The bound is relative to the largest that was found.
                let most = bound * found.eigenvalues[0] / scale;
                assert!(
                    missing >= -1e-12 && missing <= most + 1e-12,
                    "{name}: {missing} of {most}"
                );
            }
            assert!(
                bound <= before || bound < 1e-8,
                "{name}: {bound} after {before}"
            );
            before = bound;
            if landmarks >= 600 {
                assert!(bound <= 1e-8, "{name}: {bound}");
            }
            if found.accuracy.is_certified() {
                assert_agrees(&name, &found, &dense, 1e-8, 1e-6);
            } else {
                let said = Some(Doubt::Landmarks {
                    count: used,
                    needed: None,
                });
                assert_eq!(found.accuracy.doubt, said, "{name}");
            }
            // What a workspace holds of other landmarks changes nothing.
            let mut workspace = Workspace::default();
            let more = FitOptions {
                landmarks: Some(landmarks + 50),
                ..asked
            };
            workspace.fit(&x, kernel, &more, &|| false).unwrap();
            let again = workspace.fit(&x, kernel, &asked, &|| false).unwrap();
            for (again, λ) in again.eigenvalues.iter().zip(&found.eigenvalues) {
                assert!((again - λ).abs() <= 1e-12 * scale, "{name}: {again}, {λ}");
            }
        }
    }
}

#[test]
fn a_solver_asked_for_by_name_keeps_to_the_memory_allowed_too() {
    let x = Arc::new(uniform(3000, 2, 0));
    for (solver, mebibytes) in [(Solver::Dense, 50), (Solver::Krylov, 5)] {
        let options = FitOptions {
            memory_budget: mebibytes << 20,
            ..options(2, solver, Tier::Exact)
        };
        let refused = Workspace::default().fit(&x, RBF, &options, &|| false);
        let Err(FitError::OutOfMemory { needed, allowed }) = refused else {
            panic!("{solver:?}: {refused:?}");
        };
        assert!(needed.0 > allowed.0 && allowed.0 == mebibytes << 20);
    }
}

#[test]
fn many_points_on_a_small_budget() {
    let x = Arc::new(uniform(40_000, 2, 0));
    let options = FitOptions {
        memory_budget: 1 << 30,
        ..options(2, Solver::Auto, Tier::Exact)
    };
    let fit = fit(&x, Kernel::rbf(1.0), &options);
    assert!(fit.accuracy.is_certified() && fit.accuracy.residual < 1e-8);
    let some = x.rows(0, 500).into_owned();
    let error = (fit.project(&some) - fit.scores().rows(0, 500)).amax();
    assert!(error < 1e-8, "{error}");
}

#[test]
fn the_full_spectrum_adds_up() {
    // Their spectra fall fast, to the last column that a factor may have or to rounding before it.
    let fast = [0.1, 2.0].map(|gamma| ("fast", uniform(500, 2, 9), Kernel::rbf(gamma)));
    for (name, x, kernel) in hostile().into_iter().chain(fast) {
        let (n, x) = (x.nrows(), Arc::new(x));
        let told = AtomicUsize::new(0);
        let reached = |stage| {
            let expected = [SpectrumStage::Kernel, SpectrumStage::Decomposition];
            assert_eq!(stage, expected[told.fetch_add(1, Ordering::Relaxed)]);
        };
        let mut workspace = Workspace::default();
        let spectrum = workspace
            .full_spectrum(&x, kernel, 1 << 30, &reached, &|| false)
            .unwrap();
        let dense = fit(&x, kernel, &options(n, Solver::Dense, Tier::Exact));
        assert_eq!(spectrum.len(), n);
        let scale = dense.eigenvalues[0].abs();
        for (a, b) in spectrum.iter().zip(&dense.eigenvalues) {
            assert!((a - b).abs() <= 1e-8 * scale, "{name}: {a} for {b}");
        }
        assert!(told.into_inner() >= 1);
    }
}

#[test]
fn a_share_takes_as_many_components_as_reach_it() {
    let x = Arc::new(uniform(300, 3, 11));
    let poly = Kernel::poly(1.0, 2, 1.0);
    let narrow = Kernel::laplacian(3.0);
    for kernel in [Kernel::linear(), poly, RBF, narrow] {
        let all = fit(&x, kernel, &options(300, Solver::Dense, Tier::Exact));
        for share in [0.999, 0.5, 0.9] {
            let mut sum = 0.0;
            let reaches = |ratio: &f64| {
                sum += ratio;
                sum >= share
            };
            let ratios = all.explained_variance_ratio();
            let wanted = ratios.iter().position(reaches).unwrap() + 1;
            for solver in [Solver::Auto, Solver::Krylov] {
                let options = options(200, solver, Tier::Exact);
                // From cold, and once more knowing how many were enough.
                let mut workspace = Workspace::default();
                for _ in 0..2 {
                    let found = workspace.fit_share(&x, kernel, share, &options, &|| false);
                    let expected = wanted.min(200);
                    // No basis for so many could grow among the points.
                    if let (Err(FitError::Unsuited { .. }), Solver::Krylov) = (&found, solver) {
                        assert!(expected > 100);
                        continue;
                    }
                    let found = found.unwrap();
                    let case = format!("{kernel:?}, {share}, {solver:?}");
                    assert_eq!(found.eigenvalues.len(), expected, "{case}");
                    assert_eq!(found.eigenvectors.ncols(), expected, "{case}");
                    assert!(found.accuracy.is_certified(), "{case}");
                }
            }
        }
    }
}

/// A point that is dragged, then others that are added: previews start from the vectors before and are as good
/// as from nothing.
#[test]
fn previews_follow_points_that_move_and_are_added() {
    for kernel in [Kernel::rbf(15.0), Kernel::laplacian(1.0)] {
        let mut workspace = Workspace::default();
        let mut x = uniform(700, 2, 5);
        for step in 0..8 {
            if step < 5 {
                x[(3, 0)] += 0.2;
                x[(3, 1)] -= 0.1;
            } else {
                let last = x.nrows();
                x = x.insert_row(last, 0.1 * f64::from(step));
            }
            let x = Arc::new(x.clone());
            let preview = options(4, Solver::Krylov, Tier::Preview);
            let followed = workspace.fit(&x, kernel, &preview, &|| false).unwrap();
            let dense = fit(&x, kernel, &options(4, Solver::Dense, Tier::Exact));
            let name = format!("{kernel:?}, step {step}");
            assert_agrees(&name, &followed, &dense, 1e-3, 1e-3);
        }
    }
}

/// Measures the time of a preview after one of 2,000 points was moved: `cargo test moved_point -- --ignored
/// --nocapture`.
#[test]
#[ignore = "it measures"]
fn a_moved_point_of_many_is_previewed_in_a_frame() {
    for kernel in [Kernel::rbf(1.0), Kernel::rbf(15.0), Kernel::laplacian(1.0)] {
        let mut workspace = Workspace::default();
        let mut x = uniform(2000, 2, 5);
        let preview = options(10, Solver::Auto, Tier::Preview);
        let mut times = Vec::new();
        for _ in 0..12 {
            x[(3, 0)] += 0.01;
            let x = Arc::new(x.clone());
            let start = std::time::Instant::now();
            let found = workspace.fit(&x, kernel, &preview, &|| false).unwrap();
            times.push((start.elapsed(), found.solver));
        }
        println!("{kernel:?}: {times:?}");
    }
}

#[test]
fn previews_do_not_miss_the_contrast_of_two_far_groups() {
    // Two copies of one shape: equal eigenvalues in pairs, and as γ grows the contrast of the two overtakes them.
    let shape = uniform(150, 5, 3);
    let x = DMatrix::from_fn(300, 5, |i, j| shape[(i % 150, j)] + 12.0 * (i / 150) as f64);
    let x = Arc::new(x);
    let mut workspace = Workspace::default();
    for step in 0..76 {
        let kernel = Kernel::rbf(1e-5 * 1.2_f64.powi(step));
        let preview = options(3, Solver::Krylov, Tier::Preview);
        let found = workspace.fit(&x, kernel, &preview, &|| false).unwrap();
        let exact = fit(&x, kernel, &options(3, Solver::Dense, Tier::Exact));
        for (j, (λ, expected)) in found.eigenvalues.iter().zip(&exact.eigenvalues).enumerate() {
            let off = (λ - expected).abs() / exact.eigenvalues[0];
            assert!(off < 1e-3, "step {step}: λ{} is off by {off:e}", j + 1);
        }
    }
}

/// There are no others that could have been missed, whatever the sign of the last.
#[test]
fn all_components_of_few_points_are_certified() {
    let x = Arc::new(uniform(12, 3, 5));
    for kernel in [RBF, Kernel::sigmoid(2.0, -1.0)] {
        let found = fit(&x, kernel, &options(12, Solver::Dense, Tier::Exact));
        assert_eq!(found.eigenvalues.len(), 12);
        assert!(
            found.accuracy.is_certified(),
            "{kernel:?}: {:?}",
            found.accuracy
        );
    }
}
