//! The sign of a component is that of the definition, whoever computes it and whatever was before.

use std::sync::Arc;

use nalgebra::DMatrix;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, Solver, Workspace},
};
use tabular::{Columns, Generator, Shape, Source};

/// Points that are their own mirror image, but for rounding.
fn moons(n_samples: usize) -> Arc<DMatrix<f64>> {
    let moons = Source::Generated(Generator {
        n_samples,
        noise: 0.0,
        ..Generator::new(Shape::Moons)
    });
    let table = moons.load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

#[test]
fn the_first_of_tied_entries_is_positive_by_every_solver_from_cold_and_warm() {
    for n in [100, 1500] {
        let x = moons(n);
        for solver in [
            Solver::Dense,
            Solver::Cholesky,
            Solver::Krylov,
            Solver::Auto,
        ] {
            let options = FitOptions {
                components: 6,
                solver,
                ..FitOptions::default()
            };
            let mut workspace = Workspace::default();
            let mut ties = 0;
            for gamma in [14.0, 15.0, 2.0] {
                let kernel = Kernel::rbf(gamma);
                let fit = workspace.fit(&x, kernel, &options, &|| false).unwrap();
                for (j, v) in fit.eigenvectors.column_iter().enumerate() {
                    if fit.undetermined.iter().any(|run| run.contains(&j)) {
                        continue;
                    }
                    let largest = v.amax();
                    let mut top = v.iter().filter(|v| v.abs() > (1.0 - 1e-5) * largest);
                    let first = top.next().unwrap();
                    ties += usize::from(top.any(|v| *v < 0.0));
                    assert!(*first > 0.0, "n {n}, {solver:?}, γ {gamma}, PC{}", j + 1);
                }
            }
            assert!(ties > 0, "n {n}: nothing tied");
        }
    }
}

#[test]
fn following_turns_what_points_away() {
    let x = moons(60);
    let fit = |gamma| {
        let kernel = Kernel::rbf(gamma);
        let options = FitOptions::default();
        Workspace::default()
            .fit(&x, kernel, &options, &|| false)
            .unwrap()
    };
    let (before, plain) = (fit(15.0), fit(15.5));
    let mut turned = before.clone();
    turned.eigenvectors *= -1.0;
    let mut next = plain.clone();
    next.agree_with(&turned.eigenvectors);
    let dots = next.eigenvectors.tr_mul(&turned.eigenvectors);
    assert!(dots.diagonal().iter().all(|dot| *dot > 0.9), "{dots}");
    assert_eq!(next.eigenvectors.abs(), plain.eigenvectors.abs());
}
