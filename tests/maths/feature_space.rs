//! Kernels joined, normalised and not centred, against explicit images, plain decompositions and numbers
//! worked by hand.

use std::sync::Arc;

use nalgebra::{DMatrix, dmatrix};

use kernel_pca::{
    kernel::{Join, Kernel, KernelKind, Normalize, SecondKernel},
    kpca::{FitError, FitOptions, KernelPca, Solver, SolverUsed, SpectrumStage, Tier, Workspace},
};

fn data(n: usize) -> Arc<DMatrix<f64>> {
    DMatrix::from_fn(n, 3, |i, j| {
        ((i * (2 * j + 3) + j) as f64 * 0.7).sin() + 0.5 * j as f64
    })
    .into()
}

fn fit(x: &Arc<DMatrix<f64>>, kernel: Kernel, components: usize) -> KernelPca {
    let options = FitOptions {
        components,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(x, kernel, &options, &|| false)
        .unwrap()
}

fn centered(mut k: DMatrix<f64>) -> DMatrix<f64> {
    let means = k.row_mean();
    let mean = k.mean();
    for (mut column, column_mean) in k.column_iter_mut().zip(means.iter()) {
        for (value, row_mean) in column.iter_mut().zip(means.iter()) {
            *value += mean - column_mean - row_mean;
        }
    }
    k
}

fn normalized(k: &DMatrix<f64>) -> DMatrix<f64> {
    let own = k.diagonal().map(f64::sqrt);
    k.component_div(&(&own * own.transpose()))
}

/// Eigenvalues, and |v√λ| of each, since eigenvectors have either sign.
fn assert_decomposes(found: &KernelPca, k: DMatrix<f64>, what: &str) {
    let trace = k.trace();
    let eigen = reference::symmetric_eigen(k);
    let mut order: Vec<usize> = (0..eigen.eigenvalues.len()).collect();
    order.sort_by(|&i, &j| eigen.eigenvalues[j].total_cmp(&eigen.eigenvalues[i]));
    let largest = eigen.eigenvalues[order[0]];
    assert!(found.accuracy.is_certified(), "{what}");
    assert!((found.trace / trace - 1.0).abs() < 1e-12, "{what}: trace");
    let scores = found.scores();
    for (j, &at) in order.iter().take(found.eigenvalues.len()).enumerate() {
        let λ = eigen.eigenvalues[at];
        let off = (found.eigenvalues[j] - λ).abs() / largest;
        assert!(off < 1e-8, "{what}: λ{j} is off by {off}");
        let expected = eigen.eigenvectors.column(at).abs() * λ.max(0.0).sqrt();
        let off = (scores.column(j).abs() - expected).amax() / largest.sqrt();
        assert!(off < 1e-6, "{what}: component {j} is off by {off}");
    }
}

fn second(join: Join, kind: KernelKind) -> SecondKernel {
    SecondKernel { join, kind }
}

#[test]
fn fits_are_those_of_the_matrix_written_out() {
    for n in [60, 240] {
        let x = data(n);
        let k = |kernel: Kernel| kernel.matrix(&x, &x);
        let (rbf, poly, linear) = (
            Kernel::rbf(0.4),
            Kernel::poly(0.4, 2, 1.0),
            Kernel::linear(),
        );
        let plus = Kernel::rbf(0.4).joined(second(Join::Plus, KernelKind::Linear));
        let times = Kernel::rbf(0.4).joined(second(Join::Times, KernelKind::Linear));
        let product = k(rbf).component_mul(&k(linear));
        for (kernel, matrix) in [
            (plus, centered(k(rbf) + k(linear))),
            (times, centered(product.clone())),
            (rbf.uncentered(), k(rbf)),
            (linear.uncentered(), &*x * x.transpose()),
            (
                poly.normalized(Normalize::Before),
                centered(normalized(&k(poly))),
            ),
            (
                poly.normalized(Normalize::After),
                normalized(&centered(k(poly))),
            ),
            (
                times.normalized(Normalize::Before).uncentered(),
                normalized(&product),
            ),
        ] {
            let what = format!("{n} rows, {kernel:?}");
            let found = fit(&x, kernel, 5);
            assert_decomposes(&found, matrix, &what);
            let again = found.project(&x);
            let off = (again - found.scores()).amax() / found.eigenvalues[0].sqrt();
            assert!(off < 1e-6, "{what}: training rows are off by {off}");
        }
    }
}

#[test]
fn what_is_known_of_the_parts_is_known_of_the_whole() {
    let x = data(400);
    let plus = |kind| Kernel::rbf(0.4).joined(second(Join::Plus, kind));
    let by_factor = FitOptions {
        components: 5,
        solver: Solver::Cholesky,
        ..FitOptions::default()
    };
    let solver = |kernel| {
        let fit = Workspace::default().fit(&x, kernel, &by_factor, &|| false);
        fit.map(|fit| fit.solver).ok()
    };
    assert_eq!(solver(plus(KernelKind::Linear)), Some(SolverUsed::Cholesky));
    assert_eq!(
        solver(Kernel::rbf(0.4).uncentered()),
        Some(SolverUsed::Cholesky)
    );
    assert_eq!(solver(plus(KernelKind::Sigmoid)), None);
    // Steps of a slider start from where the last ones led, whatever was asked for in between.
    let mut workspace = Workspace::default();
    let options = FitOptions {
        components: 5,
        tier: Tier::Preview,
        ..FitOptions::default()
    };
    for step in 0..6 {
        let kernel = Kernel::laplacian(2.0 * 1.1_f64.powi(step));
        let sum = kernel.joined(second(Join::Plus, KernelKind::Linear));
        for kernel in [sum, sum.uncentered(), kernel] {
            let found = workspace.fit(&x, kernel, &options, &|| false).unwrap();
            let exact = fit(&x, kernel, 5).eigenvalues;
            for (found, expected) in found.eigenvalues.iter().zip(&exact) {
                let off = (found - expected).abs() / exact[0];
                assert!(off < 1e-3, "{kernel:?}: off by {off}");
            }
            if step % 2 == 0 {
                break;
            }
        }
    }
}

#[test]
fn all_eigenvalues_are_those_of_the_matrix() {
    let x = data(50);
    let kernel = Kernel::poly(0.4, 2, 1.0).uncentered();
    let reached = |_: SpectrumStage| ();
    let found = Workspace::default()
        .full_spectrum(&x, kernel, u64::MAX, &reached, &|| false)
        .unwrap();
    let matrix = kernel.matrix(&x, &x);
    let mut expected: Vec<f64> = matrix.symmetric_eigenvalues().iter().copied().collect();
    expected.sort_by(|a, b| b.total_cmp(a));
    assert_eq!(found.len(), 50);
    for (a, b) in found.iter().zip(&expected) {
        assert!((a - b).abs() < 1e-11 * expected[0], "{a} for {b}");
    }
}

/// Five flowers of iris, by hand (`Feature space, worked by hand` in courses on kernel methods).
#[test]
fn numbers_worked_by_hand() {
    let x = Arc::new(dmatrix![5.9, 3.0; 6.9, 3.1; 6.6, 2.9; 4.6, 3.2; 6.0, 2.2]);
    let near = |found: f64, expected: f64, digits: i32| {
        let unit = 10f64.powi(-digits);
        assert!(
            (found - expected).abs() <= 0.5 * unit + 1e-12,
            "{found} for {expected}"
        );
    };
    let k = Kernel::linear().matrix(&x, &x);
    for (j, expected) in [43.81, 50.01, 47.64, 36.74, 42.00].into_iter().enumerate() {
        near(k[(0, j)], expected, 2);
    }
    near(k.mean(), 44.2944, 4);
    near(k.diagonal().mean() - k.mean(), 0.7536, 4);
    let kernel = Kernel::linear().normalized(Normalize::Before);
    let cosine = fit(&x, kernel, 2).kernel_values(&[0, 3], &[1, 4]);
    near(cosine[(0, 0)], 0.9988, 4);
    near(cosine[(1, 1)], 0.9673, 4);
    let centered = fit(&x, Kernel::linear(), 2).centered_kernel(&x);
    for ((i, j), expected) in [
        ((0, 0), 0.024),
        ((1, 1), 0.858),
        ((3, 3), 2.062),
        ((1, 3), -1.190),
    ] {
        near(centered[(i, j)], expected, 3);
    }
    let quadratic = Kernel::poly(1.0, 2, 0.0).normalized(Normalize::Before);
    near(quadratic.matrix(&x, &x)[(3, 4)], 0.9357, 4);
}

#[test]
fn too_large_a_matrix_is_refused_before_it_is_made() {
    let options = FitOptions {
        memory_budget: 1 << 20,
        ..FitOptions::default()
    };
    let kernel = Kernel::rbf(1.0).uncentered();
    let found = Workspace::default().fit(&data(2000), kernel, &options, &|| false);
    assert!(matches!(found, Err(FitError::OutOfMemory { .. })));
}
