//! Identities of kernel PCA, which hold whatever the data, on random points.

use std::sync::Arc;

use nalgebra::{DMatrix, DVector};
use proptest::{prelude::*, strategy::ValueTree, test_runner::TestRunner};

use kernel_pca::{
    kernel::{Gamma, Kernel, KernelKind, KernelParams},
    kpca::{FitOptions, KernelPca, Workspace},
    objects::ObjectKind,
    pca::Pca,
};

/// n × d with 2 ≤ n ≤ 24 and 1 ≤ d ≤ 4.
fn points() -> impl Strategy<Value = DMatrix<f64>> {
    (2..25_usize, 1..5_usize).prop_flat_map(|(n, d)| {
        prop::collection::vec(-2.0..2.0, n * d).prop_map(move |v| DMatrix::from_vec(n, d, v))
    })
}

/// Points, not negative where the kernel takes no others, and a kernel of any kind.
fn points_and_kernel() -> impl Strategy<Value = (DMatrix<f64>, Kernel)> {
    let kinds: Vec<KernelKind> = of_vectors().collect();
    let numbers = (0.05..3.0, -1.0..2.0, 1..5_u32, 0.2..4.0);
    (points(), prop::sample::select(kinds), numbers).prop_map(|(x, kind, numbers)| {
        let (gamma, coef0, degree, shape) = numbers;
        let params = KernelParams {
            kind,
            gamma: Gamma::Value(gamma),
            coef0,
            degree,
            shape,
            ..KernelParams::default()
        };
        let x = if kind.takes_negative_values() {
            x
        } else {
            x.abs()
        };
        let kernel = params.check(&x).unwrap();
        (x, kernel)
    })
}

fn of_vectors() -> impl Iterator<Item = KernelKind> {
    let kinds = KernelKind::ALL.into_iter();
    kinds.filter(|kind| kind.takes() == ObjectKind::Vectors)
}

#[test]
fn every_kernel_is_drawn() {
    let mut runner = TestRunner::deterministic();
    let drawn = (0..256).map(|_| {
        let tree = points_and_kernel().new_tree(&mut runner).unwrap();
        tree.current().1.kind()
    });
    let drawn: Vec<KernelKind> = drawn.collect();
    assert!(of_vectors().all(|kind| drawn.contains(&kind)), "{drawn:?}");
}

fn fit(x: &DMatrix<f64>, kernel: Kernel, components: usize) -> KernelPca {
    let options = FitOptions {
        components,
        ..FitOptions::default()
    };
    let x = Arc::new(x.clone());
    Workspace::default()
        .fit(&x, kernel, &options, &|| false)
        .unwrap()
}

fn fit_all(x: &DMatrix<f64>, kernel: Kernel) -> KernelPca {
    fit(x, kernel, x.nrows())
}

/// K̃ by the definition, n × n.
fn centered(k: &DMatrix<f64>) -> DMatrix<f64> {
    let n = k.nrows();
    let projector = DMatrix::identity(n, n) - DMatrix::from_element(n, n, 1.0 / n as f64);
    &projector * k * &projector
}

/// Scores up to sign and the choice of axes within equal eigenvalues: their Gram matrix.
fn gram(scores: &DMatrix<f64>) -> DMatrix<f64> {
    scores * scores.transpose()
}

fn close(a: &DMatrix<f64>, b: &DMatrix<f64>, tolerance: f64) -> bool {
    (a - b).amax() <= tolerance
}

fn eigenvalues_close(a: &[f64], b: &[f64], tolerance: f64) -> bool {
    let (longer, shorter) = if a.len() > b.len() { (a, b) } else { (b, a) };
    let padded = shorter.iter().copied().chain(std::iter::repeat(0.0));
    longer
        .iter()
        .zip(padded)
        .all(|(a, b)| (a - b).abs() <= tolerance)
}

proptest! {
    #[test]
    fn pairs_decompose_the_centred_matrix((x, kernel) in points_and_kernel()) {
        let k = centered(&kernel.matrix(&x, &x));
        let fit = fit_all(&x, kernel);
        let scale = k.amax().max(kernel.matrix(&x, &x).amax());
        let lambda = DMatrix::from_diagonal(&DVector::from_vec(fit.eigenvalues.clone()));
        let v = &fit.eigenvectors;
        prop_assert!(close(&(v * lambda * v.transpose()), &k, 1e-12 * scale));
        prop_assert!(close(&v.tr_mul(v), &DMatrix::identity(x.nrows(), x.nrows()), 1e-12));
        prop_assert!((fit.eigenvalues.iter().sum::<f64>() - k.trace()).abs() <= 1e-11 * scale);
        prop_assert!((fit.trace - k.trace()).abs() <= 1e-11 * scale);
        let largest = fit.eigenvalues[0].abs();
        prop_assert!(fit.accuracy.residual * largest <= 1e-12 * scale);
    }

    #[test]
    fn score_columns_are_orthogonal_with_mean_zero_and_squared_norm_lambda(
        (x, kernel) in points_and_kernel(),
    ) {
        let fit = fit_all(&x, kernel);
        let scores = fit.scores();
        let scale = kernel.matrix(&x, &x).amax() * x.nrows() as f64;
        let squares: Vec<f64> = fit.eigenvalues.iter().map(|λ| λ.max(0.0)).collect();
        let expected = DMatrix::from_diagonal(&DVector::from_vec(squares));
        prop_assert!(close(&scores.tr_mul(&scores), &expected, 1e-12 * scale));
        for (sum, &λ) in scores.row_sum().iter().zip(&fit.eigenvalues) {
            // The smaller λ, the larger the part of rounding in the axis.
            prop_assert!(sum.abs() * λ.max(0.0).sqrt() <= 1e-12 * scale);
        }
    }

    #[test]
    fn a_training_point_projected_as_new_has_its_training_score(
        (x, kernel) in points_and_kernel(),
    ) {
        let fit = fit_all(&x, kernel);
        let (scores, projected) = (fit.scores(), fit.project(&x));
        let scale = kernel.matrix(&x, &x).amax();
        for (j, &λ) in fit.eigenvalues.iter().enumerate() {
            if λ <= 0.0 {
                prop_assert!(projected.column(j).amax() == 0.0);
            } else {
                let error = (scores.column(j) - projected.column(j)).amax();
                prop_assert!(error <= 1e-11 * scale / λ.sqrt(), "{error}");
            }
        }
    }

    #[test]
    fn linear_kernel_is_linear_pca(x in points()) {
        let (fit, pca) = (fit_all(&x, Kernel::linear()), Pca::fit(&x));
        let n = x.nrows() as f64;
        let variances: Vec<f64> = fit.eigenvalues.iter().map(|λ| λ / n).collect();
        prop_assert!(eigenvalues_close(&variances, &pca.eigenvalues, 1e-12));
        prop_assert!(close(&gram(&fit.scores()), &gram(&pca.scores), 1e-11));
    }

    #[test]
    fn homogeneous_quadratic_is_pca_on_the_monomials(x in points()) {
        let (n, d) = x.shape();
        let pairs: Vec<(usize, usize)> =
            (0..d).flat_map(|i| (i..d).map(move |j| (i, j))).collect();
        let features = DMatrix::from_fn(n, pairs.len(), |r, c| {
            let (i, j) = pairs[c];
            let weight = if i == j { 1.0 } else { 2.0_f64.sqrt() };
            weight * x[(r, i)] * x[(r, j)]
        });
        let kernel = Kernel::poly(1.0, 2, 0.0);
        let (fit, pca) = (fit_all(&x, kernel), Pca::fit(&features));
        let variances: Vec<f64> = fit.eigenvalues.iter().map(|λ| λ / n as f64).collect();
        prop_assert!(eigenvalues_close(&variances, &pca.eigenvalues, 1e-11));
        prop_assert!(close(&gram(&fit.scores()), &gram(&pca.scores), 1e-10));
    }

    #[test]
    fn rbf_does_not_see_rotation_translation_or_common_scale(
        x in points(),
        gamma in 0.05..3.0,
        angle in 0.0..6.0_f64,
        shift in -1e3..1e3_f64,
        scale in 0.1..10.0_f64,
    ) {
        let expected = fit_all(&x, Kernel::rbf(gamma));
        let mut rotation = DMatrix::identity(x.ncols(), x.ncols());
        if x.ncols() > 1 {
            let (sin, cos) = angle.sin_cos();
            for (i, j, value) in [(0, 0, cos), (0, 1, -sin), (1, 0, sin), (1, 1, cos)] {
                rotation[(i, j)] = value;
            }
        }
        let moved = ((&x * rotation) * scale).add_scalar(shift);
        let fit = fit_all(&moved, Kernel::rbf(gamma / (scale * scale)));
        let n = x.nrows() as f64;
        prop_assert!(eigenvalues_close(&fit.eigenvalues, &expected.eigenvalues, 1e-9 * n));
        prop_assert!(close(&gram(&fit.scores()), &gram(&expected.scores()), 1e-9 * n));
    }

    #[test]
    fn every_point_twice_doubles_lambda_and_keeps_the_scores(
        (x, kernel) in points_and_kernel(),
    ) {
        let (n, d) = x.shape();
        let twice = DMatrix::from_fn(2 * n, d, |i, j| x[(i % n, j)]);
        let (one, two) = (fit_all(&x, kernel), fit_all(&twice, kernel));
        let scale = kernel.matrix(&x, &x).amax() * n as f64;
        let doubled: Vec<f64> = one.eigenvalues.iter().map(|λ| 2.0 * λ).collect();
        let positive = |v: &[f64]| v.iter().copied().filter(|&λ| λ > 0.0).collect::<Vec<_>>();
        prop_assert!(
            eigenvalues_close(&positive(&two.eigenvalues), &positive(&doubled), 1e-12 * scale)
        );
        let expected = gram(&one.scores());
        let actual = gram(&two.scores());
        prop_assert!(close(&actual.view((0, 0), (n, n)).into_owned(), &expected, 1e-12 * scale));
        prop_assert!(close(&actual.view((n, 0), (n, n)).into_owned(), &expected, 1e-12 * scale));
    }

    #[test]
    fn permuted_rows_permute_the_scores((x, kernel) in points_and_kernel(), step in 1..50_usize) {
        let n = x.nrows();
        let order: Vec<usize> = (0..n).map(|i| (n - 1 + n * step - i) % n).collect();
        let scores = fit_all(&x, kernel).scores();
        let permuted = fit_all(&x.select_rows(&order), kernel).scores();
        let expected = gram(&scores.select_rows(&order));
        let scale = kernel.matrix(&x, &x).amax() * n as f64;
        prop_assert!(close(&gram(&permuted), &expected, 1e-12 * scale));
    }

    #[test]
    fn vanishing_gamma_is_linear_pca(x in points(), exponent in 6..40_i32) {
        let gamma = 10.0_f64.powi(-exponent);
        let fit = fit_all(&x, Kernel::rbf(gamma));
        let pca = Pca::fit(&x);
        let n = x.nrows() as f64;
        let variances: Vec<f64> = fit.eigenvalues.iter().map(|λ| λ / (2.0 * gamma * n)).collect();
        prop_assert!(eigenvalues_close(&variances, &pca.eigenvalues, 1e-3 * pca.total));
    }

    #[test]
    fn a_huge_gamma_leaves_unit_eigenvalues(n in 2..30_usize) {
        let x = DMatrix::from_fn(n, 1, |i, _| i as f64);
        let fit = fit(&x, Kernel::rbf(1e3), n);
        prop_assert!(fit.eigenvalues[..n - 1].iter().all(|λ| (λ - 1.0).abs() < 1e-12));
        prop_assert!(fit.eigenvalues[n - 1] == 0.0);
        prop_assert_eq!(fit.rank, Some(n - 1));
        prop_assert_eq!(fit.undetermined.clone(), if n > 2 { vec![0..n - 1] } else { vec![] });
    }
}

#[test]
fn half_moons_entry_as_published() {
    // make_moons(100, random_state=123), from the fixture of tests/parity.rs.
    let reference: serde_json::Value =
        serde_json::from_str(include_str!("../fixtures/sklearn_kernel_pca.json")).unwrap();
    let rows: Vec<[f64; 2]> = serde_json::from_value(reference["data"]["moons"].clone()).unwrap();
    let x = DMatrix::from_fn(rows.len(), 2, |i, j| rows[i][j]);
    let fit = fit(&x, Kernel::rbf(15.0), 2);
    let point = rows
        .iter()
        .position(|p| (p[0] - 1.871_318_7).abs() < 1e-6 && (p[1] - 0.009_282_45).abs() < 1e-6)
        .unwrap();
    assert!((fit.eigenvectors[(point, 0)].abs() - 0.078_772_84).abs() < 5e-7);
    let projected = fit.project(&x.rows(point, 1).into_owned());
    let entry = projected[(0, 0)] / fit.eigenvalues[0].sqrt();
    assert!((entry - fit.eigenvectors[(point, 0)]).abs() < 1e-12);
}

#[test]
fn degenerate_input_ends_in_zeros() {
    let one = DMatrix::from_row_slice(1, 3, &[0.1, 2.0, 7.0]);
    let equal = DMatrix::from_fn(40, 3, |_, j| 0.1 + j as f64);
    for kind in of_vectors() {
        for x in [&one, &equal] {
            let params = KernelParams {
                kind,
                coef0: 0.5,
                ..KernelParams::default()
            };
            let kernel = params.check(x).unwrap();
            let fit = fit(x, kernel, 5);
            assert_eq!(fit.eigenvalues.len(), x.nrows().min(5));
            assert!(fit.scores().iter().all(|&s| s == 0.0), "{kernel:?}");
            assert!(fit.project(x).iter().all(|&s| s == 0.0), "{kernel:?}");
            assert!(fit.explained_variance_ratio().iter().all(|r| r.is_finite()));
            assert!(fit.undetermined.is_empty());
        }
    }
}
