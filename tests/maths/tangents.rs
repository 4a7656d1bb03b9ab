//! Tangents of images with features, against finite differences of the projection.

use std::sync::Arc;

use nalgebra::DMatrix;

use kernel_pca::{
    kernel::{Join, Kernel, KernelKind, KernelParams, Normalize, SecondKernel},
    kpca::{FitOptions, KernelPca, Tangents, Workspace},
};

const STEP: f64 = 1e-5;

fn data() -> Arc<DMatrix<f64>> {
    let entry = |i: usize, j: usize| 0.2 + 0.5 * (1.0 + ((i * (2 * j + 3)) as f64).sin());
    Arc::new(DMatrix::from_fn(25, 3, entry))
}

fn fit(x: &Arc<DMatrix<f64>>, kernel: Kernel) -> KernelPca {
    let options = FitOptions {
        components: 4,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(x, kernel, &options, &|| false)
        .unwrap()
}

fn kernels() -> Vec<Kernel> {
    let x = data();
    let plain = KernelKind::ALL.into_iter().filter_map(|kind| {
        let params = KernelParams {
            kind,
            shape: 1.5,
            ..KernelParams::default()
        };
        let kernel = params.check(&x).ok().filter(Kernel::has_slopes)?;
        kernel.lacks_slope_bound().is_none().then_some(kernel)
    });
    let second = |join| SecondKernel {
        join,
        kind: KernelKind::Linear,
    };
    let rbf = Kernel::rbf(0.8);
    plain
        .chain([
            rbf.uncentered(),
            rbf.joined(second(Join::Plus)),
            rbf.joined(second(Join::Times)),
            Kernel::poly(0.5, 3, 1.0).normalized(Normalize::Before),
            Kernel::poly(0.5, 3, 1.0).normalized(Normalize::After),
            rbf.joined(second(Join::Plus)).normalized(Normalize::After),
            Kernel::linear().normalized(Normalize::After).uncentered(),
        ])
        .collect()
}

#[test]
fn tangents_are_finite_differences_of_the_projection() {
    let x = data();
    let all = kernels();
    assert!(all.len() >= 17, "{}", all.len());
    for kernel in all {
        let kpca = fit(&x, kernel);
        let tangents = Tangents::of_components(&kpca, &[0, 2]).unwrap();
        // A new point, and a training row, where the Laplacian kernel has kinks.
        for z in [[0.31, 0.77, 0.52], [x[(4, 0)], x[(4, 1)], x[(4, 2)]]] {
            let found = tangents.at(&z);
            let project = |z: [f64; 3]| kpca.project(&DMatrix::from_row_slice(1, 3, &z));
            let length = |z: [f64; 3]| {
                let z = DMatrix::from_row_slice(1, 3, &z);
                kpca.reconstruction_errors(&z)[0] + kpca.project(&z).norm_squared()
            };
            let here = project(z);
            let scale = found.slopes.amax().max(1e-3);
            for (p, component) in [0, 2].into_iter().enumerate() {
                let off = (found.values[p] - here[component]).abs();
                assert!(off < 1e-10, "{kernel:?}: score off by {off}");
            }
            // What is left of a squared length may be negative there, and is reported as 0.
            let definite = kernel.kind() != KernelKind::Sigmoid;
            let off = (found.squared_length - length(z)).abs();
            assert!(off < 1e-10 || !definite, "{kernel:?}: length off by {off}");
            for j in 0..3 {
                let moved = |by: f64| {
                    let mut z = z;
                    z[j] += by;
                    z
                };
                let ends = [moved(-STEP), moved(STEP)];
                let [before, after] = ends.map(project);
                for (p, component) in [0, 2].into_iter().enumerate() {
                    let expected = (after[component] - before[component]) / (2.0 * STEP);
                    let off = (found.slopes[(j, p)] - expected).abs() / scale;
                    assert!(off < 1e-6, "{kernel:?} {j}: off by {off}");
                }
                let [before, after] = ends.map(length);
                let off = found.length_slopes[j] - (after - before) / (2.0 * STEP);
                assert!(
                    off.abs() < 1e-6 || !definite,
                    "{kernel:?} {j}: length off by {off}"
                );
            }
        }
    }
}

#[test]
fn what_reads_no_features_has_no_tangents() {
    let distances = DMatrix::from_fn(6, 6, |i, j| (i as f64 - j as f64).abs());
    let params = KernelParams {
        kind: KernelKind::Distances,
        ..KernelParams::default()
    };
    let kernel = params.check(&distances).unwrap();
    let kpca = fit(&Arc::new(distances), kernel);
    assert!(Tangents::of_components(&kpca, &[0]).is_none());
}
