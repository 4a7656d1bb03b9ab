//! Times of the engine's parts, and of a whole step of a slider: `cargo bench --bench engine`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::{f64::consts::TAU, hint::black_box, sync::Arc};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use kpca_explorer::{
    kernel::Kernel,
    kpca::{FitOptions, Solver, Tier, Workspace},
};
use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const RBF: Kernel = Kernel::Rbf { gamma: 15.0 };

/// Two noisy half circles.
fn moons(n: usize) -> Arc<DMatrix<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(0);
    let mut x = DMatrix::zeros(n, 2);
    for i in 0..n {
        let (sin, cos) = (TAU * i as f64 / n as f64).sin_cos();
        let shift = if i < n / 2 { [0.0, 0.0] } else { [1.0, 0.5] };
        x[(i, 0)] = cos + shift[0] + rng.random_range(-0.1..0.1);
        x[(i, 1)] = sin + shift[1] + rng.random_range(-0.1..0.1);
    }
    Arc::new(x)
}

fn options(components: usize, solver: Solver, tier: Tier) -> FitOptions {
    FitOptions {
        components,
        solver,
        tier,
        ..FitOptions::default()
    }
}

fn kernel_evaluation(c: &mut Criterion) {
    let mut group = c.benchmark_group("kernel matrix, n = 1000");
    let x = moons(1000);
    for kernel in [
        Kernel::Linear,
        Kernel::Poly {
            gamma: 0.5,
            degree: 3,
            coef0: 1.0,
        },
        RBF,
        Kernel::Sigmoid {
            gamma: 0.5,
            coef0: 1.0,
        },
        Kernel::Laplacian { gamma: 1.0 },
        Kernel::Cosine,
    ] {
        group.bench_function(kernel.kind().name(), |b| b.iter(|| kernel.matrix(&x, &x)));
    }
}

fn solvers(c: &mut Criterion) {
    for n in [500, 1000, 2000] {
        let mut group = c.benchmark_group(format!("fit from cold, n = {n}"));
        group.sample_size(10);
        let x = moons(n);
        let all = [
            Solver::Auto,
            Solver::Dense,
            Solver::Cholesky,
            Solver::Krylov,
        ];
        for solver in all.into_iter().filter(|&s| n <= 1000 || s != Solver::Dense) {
            for k in [2, 20] {
                let id = BenchmarkId::new(format!("{solver:?}"), k);
                let options = options(k, solver, Tier::Exact);
                group.bench_function(id, |b| {
                    b.iter(|| {
                        Workspace::default()
                            .fit(&x, RBF, &options, &|| false)
                            .unwrap()
                    });
                });
            }
        }
    }
}

fn projection(c: &mut Criterion) {
    let x = moons(1000);
    let fit = Workspace::default()
        .fit(&x, RBF, &options(2, Solver::Auto, Tier::Exact), &|| false)
        .unwrap();
    let new = moons(10_000);
    c.bench_function("project 10,000 points on n = 1000", |b| {
        b.iter(|| fit.project(black_box(&new)));
    });
}

fn slider_step(c: &mut Criterion) {
    for n in [1000, 2000, 5000] {
        let mut group = c.benchmark_group(format!("γ by 5 %, n = {n}"));
        group.sample_size(10);
        let x = moons(n);
        for tier in [Tier::Preview, Tier::Exact] {
            let mut workspace = Workspace::default();
            let options = options(2, Solver::Auto, tier);
            let mut step = 0;
            group.bench_function(format!("{tier:?}"), |b| {
                b.iter(|| {
                    step += 1;
                    let gamma = 15.0 * 1.05_f64.powi(step % 20);
                    workspace
                        .fit(&x, Kernel::Rbf { gamma }, &options, &|| false)
                        .unwrap()
                });
            });
        }
    }
}

criterion_group!(benches, kernel_evaluation, solvers, projection, slider_step);
criterion_main!(benches);
