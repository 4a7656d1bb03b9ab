//! Given matrices: of kernel values, and of distances.

use std::sync::Arc;

use nalgebra::DMatrix;
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, KernelPca, Solver, Workspace},
    pca::Pca,
};

fn points(n: usize, seed: u64) -> DMatrix<f64> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    DMatrix::from_fn(n, 3, |_, j| {
        let z: f64 = StandardNormal.sample(&mut rng);
        z * (j + 1) as f64
    })
}

fn fit(x: &DMatrix<f64>, kernel: Kernel, solver: Solver) -> KernelPca {
    let options = FitOptions {
        components: 4,
        solver,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(&Arc::new(x.clone()), kernel, &options, &|| false)
        .unwrap()
}

fn assert_near(a: &DMatrix<f64>, b: &DMatrix<f64>, tolerance: f64, what: &str) {
    assert_eq!(a.shape(), b.shape(), "{what}");
    let off = (a - b).amax() / b.amax();
    assert!(off < tolerance, "{what}: off by {off}");
}

#[test]
fn a_given_kernel_matrix_gives_what_the_kernel_gives() {
    let (x, new) = (points(300, 1), points(20, 2));
    for kernel in [
        Kernel::rbf(0.2),
        Kernel::laplacian(0.1),
        Kernel::poly(0.3, 3, 1.0),
        Kernel::sigmoid(0.01, 0.2),
        Kernel::cosine(),
    ] {
        let expected = fit(&x, kernel, Solver::Auto);
        let (k, to_new) = (kernel.matrix(&x, &x), kernel.matrix(&new, &x));
        for solver in [Solver::Auto, Solver::Dense, Solver::Krylov] {
            let found = fit(&k, Kernel::precomputed(), solver);
            let what = format!("{kernel:?} {solver:?}");
            assert!(found.accuracy.is_certified(), "{what}");
            assert!((found.trace / expected.trace - 1.0).abs() < 1e-10, "{what}");
            assert_near(&found.scores(), &expected.scores(), 1e-6, &what);
            let (ours, theirs) = (found.project(&to_new), expected.project(&new));
            assert_near(&ours, &theirs, 1e-6, &format!("{what}, new rows"));
            assert_eq!(
                found.negative_eigenvalues.is_empty(),
                expected.negative_eigenvalues.is_empty(),
                "{what}: {:?}",
                found.negative_eigenvalues
            );
        }
    }
}

#[test]
fn euclidean_distances_give_linear_pca() {
    let (x, new) = (points(150, 3), points(10, 4));
    let distances = |a: &DMatrix<f64>, b: &DMatrix<f64>| {
        DMatrix::from_fn(a.nrows(), b.nrows(), |i, j| (a.row(i) - b.row(j)).norm())
    };
    let pca = Pca::fit(&x);
    let found = fit(&distances(&x, &x), Kernel::distances(), Solver::Auto);
    let columns = |scores: &DMatrix<f64>| {
        // The definition's signs differ: of loadings in one, of scores in the other.
        let mut scores = scores.columns(0, 3).into_owned();
        for mut column in scores.column_iter_mut() {
            let sign = column[0].signum();
            column *= sign;
        }
        scores
    };
    assert_near(
        &columns(&found.scores()),
        &columns(&pca.scores),
        1e-9,
        "scores",
    );
    let together = |method: &dyn Fn(&DMatrix<f64>) -> DMatrix<f64>, first: &DMatrix<f64>| {
        let mut projected = method(first).columns(0, 3).into_owned();
        for mut column in projected.column_iter_mut() {
            let sign = column[0].signum();
            column *= sign;
        }
        projected
    };
    let ours = together(&|d| found.project(d), &distances(&new, &x));
    let theirs = together(&|x| pca.project(x), &new);
    assert_near(&ours, &theirs, 1e-9, "new rows");
}

/// Scaling by a power of two changes no digit, from the smallest numbers to the largest.
#[test]
fn a_given_matrix_has_any_scale() {
    let x = points(120, 5);
    let k = Kernel::poly(0.3, 2, 1.0).matrix(&x, &x);
    let expected = fit(&k, Kernel::precomputed(), Solver::Auto);
    for exponent in [-900, -300, 300, 900] {
        let factor = 2.0_f64.powi(exponent);
        let found = fit(&(&k * factor), Kernel::precomputed(), Solver::Auto);
        assert!(found.accuracy.is_certified());
        for (found, expected) in found.eigenvalues.iter().zip(&expected.eigenvalues) {
            assert!((found / factor / expected - 1.0).abs() < 1e-13);
        }
        assert_near(&found.eigenvectors, &expected.eigenvectors, 1e-9, "vectors");
    }
}
