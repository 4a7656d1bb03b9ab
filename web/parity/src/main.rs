//! Numbers of this platform against scikit-learn's, and where they are asked for the times of the kernel PCA stage: in a
//! browser as `parity/?times` of what `web/drive.mjs` serves, on a desktop as `cargo run --release -p kpca-parity times`.

#![allow(
    clippy::unwrap_used,
    reason = "a page of tests fails by panicking, which it says"
)]

#[path = "../../../tests/maths/generators.rs"]
mod generators;
#[path = "../../../tests/maths/parity.rs"]
mod parity;
#[expect(dead_code, reason = "what else tests of the numbers begin with")]
#[path = "../../../tests/maths/support.rs"]
mod support;

use std::{sync::Arc, time::Duration};

use nalgebra::DMatrix;
use web_time::Instant;

use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::{FitOptions, Solver, Workspace},
};
use tabular::{Builtin, Columns, Generator, Shape, Source};

/// Time of fits that are not counted: browsers compile what runs often anew.
const WARMING: Duration = Duration::from_secs(1);
/// Number of fits whose median time is reported.
const FITS: usize = 9;
/// Components of each fit.
const COMPONENTS: usize = 10;
/// Numbers of rows at which solvers are compared.
const SIZES: [usize; 3] = [1000, 2000, 5000];

#[cfg(not(target_arch = "wasm32"))]
fn say(line: &str) {
    println!("{line}");
}

#[cfg(target_arch = "wasm32")]
fn say(line: &str) {
    kpca_bridge::tell(line);
}

#[cfg(not(target_arch = "wasm32"))]
fn asks_for_times() -> bool {
    std::env::args().any(|argument| argument == "times")
}

#[cfg(target_arch = "wasm32")]
fn asks_for_times() -> bool {
    kpca_bridge::asked("times").is_some()
}

/// Compares everything, times what is asked for, and says `passed` at the end.
fn main() {
    #[cfg(target_arch = "wasm32")]
    std::panic::set_hook(Box::new(|info| kpca_bridge::fail(&info.to_string())));
    let values = generators::points_agree();
    say(&format!("generators: {values} values agree"));
    parity::linear_pca_agrees();
    say("linear PCA: eigenvalues, components and scores agree");
    let components = parity::kernel_pca_agrees();
    say(&format!("kernel PCA: {components} components agree"));
    if asks_for_times() {
        stages();
        solvers();
    }
    say("passed");
}

/// Times the stage of kernel PCA on moons and digits, from nothing.
fn stages() {
    for n in [500, 2000, 5000] {
        let x = moons(n);
        time(&format!("moons {n}"), &x, 15.0, Solver::Auto);
    }
    let digits = matrix(&Source::Builtin(Builtin::Digits));
    time("digits", &digits, 0.001, Solver::Auto);
}

/// Times two solvers, each by itself, on data that both can solve; the size from which one is faster decides which is
/// tried first.
fn solvers() {
    for n in SIZES {
        let x = moons(n);
        for gamma in [0.5, 15.0, 100.0] {
            for solver in [Solver::Krylov, Solver::Fourier] {
                let name = format!("moons {n}, γ = {gamma}, {solver:?}");
                time(&name, &x, gamma, solver);
            }
        }
    }
}

fn moons(n: usize) -> Arc<DMatrix<f64>> {
    matrix(&Source::Generated(Generator {
        n_samples: n,
        noise: 0.05,
        ..Generator::new(Shape::Moons)
    }))
}

fn matrix(source: &Source) -> Arc<DMatrix<f64>> {
    let table = source.load(&|| false).unwrap();
    Arc::new(table.dataset(&Columns::default()).unwrap().x)
}

/// Reports the median time of [`FITS`] fits after the warming, and that of the first fit, in milliseconds, each in a
/// workspace of its own; or the error of a fit.
fn time(name: &str, x: &Arc<DMatrix<f64>>, gamma: f64, solver: Solver) {
    let params = KernelParams {
        kind: KernelKind::Rbf,
        gamma: Gamma::Value(gamma),
        ..KernelParams::default()
    };
    let kernel = params.check(x).unwrap();
    let options = FitOptions {
        components: COMPONENTS,
        solver,
        memory_budget: 1 << 30,
        ..FitOptions::default()
    };
    let mut times = Vec::new();
    let begun = Instant::now();
    let mut warm = 0;
    while times.len() < warm + FITS {
        let since = Instant::now();
        match Workspace::default().fit(x, kernel, &options, &|| false) {
            Ok(_) => times.push(1e3 * since.elapsed().as_secs_f64()),
            Err(error) => return say(&format!("{name}: {error}")),
        }
        if begun.elapsed() < WARMING {
            warm = times.len();
        }
    }
    let first = times[0];
    let last = &mut times[warm..];
    last.sort_by(f64::total_cmp);
    say(&format!(
        "{name}: {:.1} ms, the first {first:.1} ms",
        last[FITS / 2]
    ));
}
