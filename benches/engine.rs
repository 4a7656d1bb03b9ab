//! Times of the engine's parts, and of a whole step of a slider: `cargo bench --bench engine`.

#![allow(clippy::unwrap_used, reason = "a benchmark fails by panicking")]

use std::{hint::black_box, sync::Arc, time::Instant};

use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};
use nalgebra::DMatrix;
use rayon::prelude::*;

use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, Solver, Tier, Workspace},
};
use tabular::{Builtin, Columns, Generator, Shape, Source};

const RBF: Kernel = Kernel::rbf(15.0);

/// Points as scikit-learn's generators make them, or the digits.
fn points(source: &Source) -> Arc<DMatrix<f64>> {
    let table = source.load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

fn generated(shape: Shape, n: usize) -> Arc<DMatrix<f64>> {
    points(&Source::Generated(Generator {
        n_samples: n,
        noise: match shape {
            Shape::Moons => 0.05,
            Shape::Circles => 0.1,
            _ => 0.0,
        },
        factor: 0.2,
        ..Generator::new(shape)
    }))
}

fn moons(n: usize) -> Arc<DMatrix<f64>> {
    generated(Shape::Moons, n)
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
        Kernel::linear(),
        Kernel::poly(0.5, 3, 1.0),
        RBF,
        Kernel::sigmoid(0.5, 1.0),
        Kernel::laplacian(1.0),
        Kernel::cosine(),
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

/// A step of γ by 5 % back and forth: the picture while the slider moves, and once it has rested for as long as
/// a reduced basis takes.
fn slider_step(c: &mut Criterion) {
    let rbf = |gamma| Kernel::rbf(gamma);
    let laplacian = |gamma| Kernel::laplacian(gamma);
    let sigmoid = |gamma| Kernel::sigmoid(gamma, 0.0);
    let cubic = |gamma| Kernel::poly(gamma, 3, 1.0);
    let digits = || points(&Source::Builtin(Builtin::Digits));
    for n in [2000, 5000, 20_000] {
        let moons = moons(n);
        let circles = generated(Shape::Circles, n);
        let roll = generated(Shape::SwissRoll, n);
        let group = format!("preview of γ by 5 %, n = {n}");
        step(c, &group, "moons, RBF 1", &moons, rbf);
        step(c, &group, "moons, RBF 15", &moons, |f| rbf(15.0 * f));
        step(c, &group, "circles, RBF 1", &circles, rbf);
        step(c, &group, "circles, RBF 15", &circles, |f| rbf(15.0 * f));
        step(c, &group, "Swiss roll, RBF 0.1", &roll, |f| rbf(0.1 * f));
        step(c, &group, "moons, Laplacian 1", &moons, laplacian);
        step(c, &group, "moons, sigmoid 0.5", &moons, |f| {
            sigmoid(0.5 * f)
        });
    }
    let group = "preview of γ by 5 %, n = 1797";
    step(c, group, "digits, RBF 0.001", &digits(), |f| rbf(0.001 * f));
    step(c, group, "digits, cubic 1/64", &digits(), |f| {
        cubic(f / 64.0)
    });
}

/// Previews where the exact answer takes longer than a hand waits: the first picture, from nothing, and steps of γ by 5 %.
fn slider_step_of_many_rows(c: &mut Criterion) {
    for (n, d, gamma) in [
        (20_000, 6, 0.05),
        (50_000, 10, 0.05),
        (200_000, 6, 0.05),
        (5000, 784, 1.0 / (18.0 * 784.0)),
        (20_000, 784, 1.0 / (18.0 * 784.0)),
    ] {
        let x = reference::clouds(n, d);
        let group = format!("preview of γ by 5 %, {n} × {d}");
        step(c, &group, "RBF", &x, |f| Kernel::rbf(gamma * f));
        step(c, &group, "Laplacian", &x, |f| {
            Kernel::laplacian(0.2 * f / d as f64)
        });
        let mut group = c.benchmark_group(format!("first preview, {n} × {d}"));
        group.sample_size(10);
        for k in [2, 10] {
            let options = options(k, Solver::Auto, Tier::Preview);
            group.bench_function(BenchmarkId::new("RBF", k), |b| {
                b.iter(|| {
                    let kernel = Kernel::rbf(gamma);
                    Workspace::default()
                        .fit(&x, kernel, &options, &|| false)
                        .unwrap()
                });
            });
        }
    }
}

fn step(
    c: &mut Criterion,
    group: &str,
    name: &str,
    x: &Arc<DMatrix<f64>>,
    kernel: impl Fn(f64) -> Kernel,
) {
    let mut group = c.benchmark_group(group);
    group.sample_size(10);
    for k in [2, 20] {
        let options = options(k, Solver::Auto, Tier::Preview);
        for rested in [false, true] {
            let mut workspace = Workspace::default();
            let name = if rested {
                &format!("{name}, rested")
            } else {
                name
            };
            let mut begun = None;
            let walk = [0, 1, 2, 3, 4, 5, 6, 5, 4, 3, 2, 1];
            let mut factors = walk.map(|steps| 1.05_f64.powi(steps)).into_iter().cycle();
            group.bench_function(BenchmarkId::new(name, k), |b| {
                if rested && begun.is_none() {
                    begun = Some(Instant::now());
                    let done = workspace.foresee(x, kernel(1.0), &options, &|| false);
                    let took = begun.map(|start| start.elapsed());
                    println!("{name}/{k}: {done:?} after {took:?}");
                }
                b.iter(|| {
                    let kernel = kernel(factors.next().unwrap());
                    workspace.fit(x, kernel, &options, &|| false).unwrap()
                });
            });
        }
    }
}

/// Measures a pass over the stored half of a kernel matrix at the speed of reading, which no pass can exceed.
fn reading_half_a_matrix(c: &mut Criterion) {
    for n in [2000, 5000] {
        let half = vec![1.0; n * (n + 1) / 2];
        c.bench_function(&format!("read half a matrix, n = {n}"), |b| {
            b.iter(|| {
                let sums = half.par_chunks(1 << 16).map(|part| {
                    let (lanes, _) = black_box(part).as_chunks::<16>();
                    let mut sums = [0.0; 16];
                    for lane in lanes {
                        for (sum, value) in sums.iter_mut().zip(lane) {
                            *sum += value;
                        }
                    }
                    sums.iter().sum::<f64>()
                });
                sums.sum::<f64>()
            });
        });
    }
}

/// Measures the reading of tables as wide as those of gene expression, from the file to the matrix: linear in columns.
fn reading_wide_tables(c: &mut Criterion) {
    let mut group = c.benchmark_group("read a table, 4 rows");
    group.sample_size(10);
    for columns in [27_500, 110_000] {
        let line = |cell: &dyn Fn(usize) -> String| {
            let cells: Vec<String> = (0..columns).map(cell).collect();
            cells.join(",") + "\n"
        };
        let rows = (0..4).map(|i| line(&|j| format!("0.{}", 1000 + (j * 37 + i * 11) % 9000)));
        let text: String = [line(&|j| format!("gene{j}"))]
            .into_iter()
            .chain(rows)
            .collect();
        let file = tempfile::NamedTempFile::with_suffix(".csv").unwrap();
        std::fs::write(file.path(), text).unwrap();
        let source = Source::File(file.path().into());
        group.bench_function(BenchmarkId::from_parameter(columns), |b| {
            b.iter(|| points(&source));
        });
    }
    group.finish();
}

criterion_group!(
    benches,
    kernel_evaluation,
    solvers,
    projection,
    slider_step,
    slider_step_of_many_rows,
    reading_half_a_matrix,
    reading_wide_tables
);
criterion_main!(benches);
