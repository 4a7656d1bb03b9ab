//! Previews by landmarks, where an iteration would be too slow to follow a hand: they answer within their bound.

use std::{sync::Arc, time::Instant};

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, SolverUsed, Tier, Workspace},
};

/// Four clouds of n rows, each a sum of three uniform numbers per feature.
fn clouds(n: usize, d: usize) -> Arc<DMatrix<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let x = DMatrix::from_fn(n, d, |i, _| {
        let cloud: f64 = (0..3).map(|_| rng.random_range(-1.0..1.0)).sum();
        cloud + 1.5 * (i % 4) as f64
    });
    Arc::new(x)
}

fn options(components: usize, tier: Tier) -> FitOptions {
    FitOptions {
        components,
        tier,
        ..FitOptions::default()
    }
}

#[test]
fn a_preview_of_many_components_is_within_its_bound() {
    let x = clouds(2500, 6);
    let k = 80;
    let mut seen = Vec::new();
    for kernel in [Kernel::rbf(0.005), Kernel::laplacian(0.2)] {
        let fit = |workspace: &mut Workspace, tier| {
            workspace
                .fit(&x, kernel, &options(k, tier), &|| false)
                .unwrap()
        };
        let mut workspace = Workspace::default();
        let sketch = fit(&mut workspace, Tier::Preview);
        let exact = fit(&mut workspace, Tier::Exact);
        assert!(
            matches!(sketch.solver, SolverUsed::Nystrom { landmarks } if landmarks >= k),
            "{:?}",
            sketch.solver
        );
        assert!(!matches!(exact.solver, SolverUsed::Nystrom { .. }));
        let bound = sketch.accuracy.eigenvalue_bound.unwrap();
        let largest = exact.eigenvalues[0];
        for (found, λ) in sketch.eigenvalues.iter().zip(&exact.eigenvalues) {
            assert!((found - λ).abs() <= bound * largest, "{found} for {λ}");
        }
        // The first component is drawn, and is nearly right even where the bound is loose.
        let agreement = sketch
            .eigenvectors
            .column(0)
            .dot(&exact.eigenvectors.column(0));
        assert!(agreement.abs() > 0.99, "{kernel:?}: {agreement}");
        seen.push(bound);
    }
    assert!(seen[0] < 0.01 && seen[1] > 0.05, "{seen:?}");
}

/// Measures steps of γ by 5 %: `cargo test sketches_follow -- --ignored --nocapture`.
#[test]
#[ignore = "it measures"]
fn sketches_follow_a_hand() {
    for (n, d) in [(20_000, 6), (50_000, 10), (200_000, 6)] {
        let x = clouds(n, d);
        for k in [2, 10] {
            let mut workspace = Workspace::default();
            let mut times = Vec::new();
            let mut last = None;
            for step in 0..8 {
                let kernel = Kernel::rbf(0.05 * 1.05_f64.powi(step));
                let start = Instant::now();
                let fit = workspace.fit(&x, kernel, &options(k, Tier::Preview), &|| false);
                times.push(start.elapsed().as_millis());
                last = fit.ok();
            }
            let last = last.unwrap();
            let bound = last.accuracy.eigenvalue_bound;
            println!(
                "{n} × {d}, k = {k}: {times:?} ms, {:?}, {bound:?}",
                last.solver
            );
        }
    }
}
