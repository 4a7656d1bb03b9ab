//! Tests of each rule on ten data sets where it must fire, and on ten where it must be silent.

mod alarms;
mod edges;

use std::sync::Arc;

use super::*;
use crate::{
    analysis::{Analysis, Analyzer},
    setup::Setup,
};
use kernel_pca::{
    kernel::Kernel,
    kpca::{FitOptions, Tier, Workspace},
    objects::{Labels, Objects},
};
use tabular::{Builtin, Generator, Shape, Source};

fn analysis(setup: &Setup) -> Analysis {
    Analyzer::default()
        .run(setup, Tier::Exact, &|| false)
        .unwrap()
}

fn seen(setup: &Setup) -> Option<Insight> {
    analysis(setup).insight.map(|found| found.insight)
}

fn generated(shape: Shape, n_samples: usize, noise: f64, random_state: u32) -> Setup {
    Setup::starting_with(Source::Generated(Generator {
        n_samples,
        noise,
        random_state,
        ..Generator::new(shape)
    }))
}

fn table(builtin: Builtin, scaling: Scaling) -> Setup {
    Setup {
        scaling,
        ..Setup::starting_with(Source::Builtin(builtin))
    }
}

/// Ten generated and real data sets of different sizes, shapes and units, with the settings that the window starts
/// with except for scaling.
fn shelf() -> [Setup; 10] {
    [
        generated(Shape::Moons, 300, 0.05, 0),
        generated(Shape::Moons, 100, 0.2, 3),
        generated(Shape::Circles, 200, 0.05, 1),
        generated(Shape::Blobs, 150, 1.0, 2),
        generated(Shape::Blobs, 300, 3.0, 5),
        generated(Shape::SwissRoll, 400, 0.1, 0),
        table(Builtin::Iris, Scaling::None),
        table(Builtin::Iris, Scaling::Standardize),
        table(Builtin::Wine, Scaling::Standardize),
        generated(Shape::SwissRoll, 250, 1.0, 7),
    ]
}

fn with_gamma_times(setup: &Setup, factor: f64) -> Setup {
    let median = analysis(setup).gamma_median;
    let mut setup = setup.clone();
    setup.kernel.gamma = Gamma::Value(factor * median);
    setup
}

/// Scaled features (n × d) of each of the ten data sets.
fn features() -> Vec<DMatrix<f64>> {
    let of = |setup: &Setup| (*analysis(setup).x).clone();
    shelf().iter().map(of).collect()
}

/// Remark on a table made up here.
fn seen_in(x: &DMatrix<f64>, scaling: Scaling, kernel: Kernel) -> Option<Insight> {
    let dataset = Dataset {
        name: "made up".into(),
        feature_names: (0..x.ncols()).map(|j| format!("f{j}")).collect(),
        x: x.clone(),
        feature_errors: vec![],
        labels: Labels::None,
        objects: Objects::Vectors,
        row_names: None,
        row_ids: (0..x.nrows()).map(|i| 100 + i).collect(),
        skipped_rows: 0,
        pictures: None,
    };
    let x = Arc::new(scaling.fit(x).apply(x));
    let options = FitOptions {
        components: 10,
        ..FitOptions::default()
    };
    let kpca = Workspace::default()
        .fit(&x, kernel, &options, &|| false)
        .unwrap();
    let fitted = DiagnosedFit {
        dataset: &dataset,
        scaling,
        x: &x,
        pca: &Pca::fit(&x),
        kpca: &kpca,
        repeated: repeated(&x),
        sampled: SampledKernel::of(&kpca),
        identifiers: &[],
        sparse: None,
        units: None,
        gamma: Gamma::Auto,
        gamma_median: 1.0,
    };
    Insight::of(fitted, &PanelFindings::default())
}

fn spread_out(n: usize, d: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n, d, |i, j| {
        ((i * (2 * j + 3)) as f64 + 0.1 * j as f64).sin()
    })
}

fn rbf(gamma: f64) -> Kernel {
    Kernel::rbf(gamma)
}

fn moons(gamma: f64) -> Setup {
    let mut setup = generated(Shape::Moons, 500, 0.05, 0);
    setup.kernel.gamma = Gamma::Value(gamma);
    setup
}
