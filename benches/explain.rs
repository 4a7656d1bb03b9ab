//! Cost of the explaining panels: a step of a slider has 33 ms for everything.

#![allow(clippy::unwrap_used, reason = "a bench fails by panicking")]

use std::{hint::black_box, sync::Arc};

use criterion::{Criterion, criterion_group, criterion_main};
use nalgebra::DMatrix;

use chart::round_levels;
use kernel_pca::{
    explain::{
        Fields as _, KernelMap, Plane, kernel_map::MapLimits, level_lines, separation::separation,
    },
    kernel::Kernel,
    kpca::{FitOptions, KernelPca, Workspace},
    objects::{Labels, Scaling},
};
use tabular::{Columns, Generator, Shape, Source};

fn moons(n: usize) -> Arc<DMatrix<f64>> {
    let source = Source::Generated(Generator {
        n_samples: n,
        noise: 0.05,
        ..Generator::new(Shape::Moons)
    });
    let table = source.load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

fn fit(x: &Arc<DMatrix<f64>>, kernel: Kernel) -> KernelPca {
    let options = FitOptions {
        components: 10,
        ..FitOptions::default()
    };
    Workspace::default()
        .fit(x, kernel, &options, &|| false)
        .unwrap()
}

fn explain(c: &mut Criterion) {
    let x = moons(1000);
    let scaler = Scaling::None.fit(&x);
    let plane = Plane::around(&x, [0, 1], vec![0.0; 2]).unwrap();
    let kernels = [
        ("rbf", Kernel::rbf(15.0)),
        ("poly", Kernel::poly(1.0, 3, 1.0)),
    ];
    for (name, kernel) in kernels {
        let kpca = fit(&x, kernel);
        let all: Vec<usize> = (0..kpca.eigenvalues.len().min(9)).collect();
        for (side, which) in [(48, &all[..1]), (48, &all[..]), (160, &all[..1])] {
            let id = format!("field/{name}/side {side}, {} maps", which.len());
            c.bench_function(&id, |b| {
                b.iter(|| {
                    let kpca = black_box(&kpca);
                    kpca.fields(&scaler, &plane, side, which, &|| false)
                });
            });
        }
        let map = kpca.fields(&scaler, &plane, 160, &[0], &|| false).unwrap();
        let levels = round_levels([map[0].values[0] - 1.0, map[0].values[0] + 1.0], 12);
        c.bench_function(&format!("lines/{name}/side 160"), |b| {
            b.iter(|| level_lines(black_box(&map[0]), &plane, &levels));
        });
    }
    let kpca = fit(&x, Kernel::rbf(15.0));
    let scores = DMatrix::from_fn(1000, 20, |i, j| ((i * (2 * j + 3)) as f64).sin());
    let labels = Labels::Classes {
        column: "class".into(),
        names: (0..10).map(|class: usize| class.to_string()).collect(),
        codes: (0..1000).map(|i| Some(i % 10)).collect(),
    };
    c.bench_function("separation/n 1000, q 20, 10 classes", |b| {
        b.iter(|| separation(black_box(&scores), &labels));
    });
    let order: Vec<usize> = (0..1000).collect();
    for (side, rows) in [(128, 512), (256, 2048)] {
        c.bench_function(&format!("kernel matrix/side {side}"), |b| {
            b.iter(|| {
                let limits = MapLimits { side, rows };
                let values = |rows: &[usize], columns: &[usize]| {
                    kpca.kernel_values(black_box(rows), columns)
                };
                KernelMap::of(&values, &order, true, limits, &|| false)
            });
        });
    }
}

criterion_group!(benches, explain);
criterion_main!(benches);
