//! Certified means right: fits that are hard to get right, against an independent solver.
//!
//! A case follows from its seed. The reference knows nothing of the program: it evaluates the kernel
//! in twice double precision, on data before they are scaled to the edges of the range of numbers,
//! and has nalgebra decompose the centred matrix. `cargo run --release --example hostile 5000` tries
//! thousands.

use std::sync::Arc;

use nalgebra::DMatrix;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rand_distr::{Distribution, StandardNormal};

use super::double_double::Wide;
use kernel_pca::{
    kernel::{Gamma, Kernel, KernelKind, KernelParameter, KernelParams, Normalize},
    kpca::{FitError, FitOptions, KernelPca, Solver, Workspace},
    objects::{DataRounding, ObjectKind, Scaling},
};

/// Outcome of a fit.
#[derive(Debug, PartialEq)]
pub enum Outcome {
    Right,
    NotCertified,
    Refused,
    Wrong(String),
}

/// A fit, and what its kernel matrix is but for a factor.
struct Case {
    name: String,
    /// Rows as read, n × d.
    raw: DMatrix<f64>,
    /// Scaling of their columns.
    scaling: Scaling,
    /// Rows as the program scales them, n × d.
    x: DMatrix<f64>,
    /// On x.
    kernel: Kernel,
    /// x is given times 2 to this power, and γ such that the values stay.
    scale: i32,
    /// γ is given times 2 to this power besides, where that only scales the values.
    tiny: i32,
    components: usize,
    solver: Solver,
    /// True where a kernel nearby is fitted before, in the same workspace.
    warm: bool,
}

/// Runs case number `seed`.
pub fn outcome(seed: u64) -> Outcome {
    outcome_of(&Case::of(seed), seed)
}

/// Runs one in so few dimensions that Fourier modes are asked for what they may get wrong.
pub fn planar_outcome(seed: u64) -> Outcome {
    outcome_of(&Case::planar(seed), seed)
}

fn outcome_of(case: &Case, seed: u64) -> Outcome {
    let fit = match case.fit() {
        Ok(fit) => fit,
        Err(FitError::TooLarge | FitError::TooSmall) => return Outcome::Refused,
        // The iteration alone, asked for by name, may find no answer and says so. Without a name there is one.
        Err(FitError::NotConverged) if case.solver == Solver::Krylov => return Outcome::Refused,
        // Where no image has a length that it could be normalised by.
        Err(FitError::Kernel(_)) if case.is_normalized() => return Outcome::Refused,
        Err(error) => {
            let (name, solver) = (&case.name, case.solver);
            return Outcome::Wrong(format!("seed {seed}, {name} by {solver:?}: {error}"));
        }
    };
    if !fit.accuracy.is_certified() {
        return Outcome::NotCertified;
    }
    match case.difference(&fit) {
        None => Outcome::Right,
        Some(difference) => Outcome::Wrong(format!(
            "seed {seed}, {} ({}) by {:?} ({:?}), {} components of {:?} on {} × {} · 2^{}, γ · 2^{}: {difference}",
            case.name,
            case.scaling.name(),
            case.solver,
            fit.solver,
            case.components,
            case.kernel,
            case.x.nrows(),
            case.x.ncols(),
            case.scale,
            case.tiny,
        )),
    }
}

fn normal(rng: &mut ChaCha8Rng, n: usize, d: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n, d, |_, _| StandardNormal.sample(rng))
}

/// 10 to a power between the two.
fn decades(rng: &mut ChaCha8Rng, low: f64, high: f64) -> f64 {
    10_f64.powf(rng.random_range(low..high))
}

/// The corners of a cube in m dimensions.
pub fn cube(m: usize) -> DMatrix<f64> {
    DMatrix::from_fn(1 << m, m, |i, j| ((i >> j) & 1) as f64)
}

/// All orders of m numbers.
fn permutations(m: usize) -> DMatrix<f64> {
    let mut rows: Vec<Vec<usize>> = vec![Vec::new()];
    for next in 0..m {
        rows = rows
            .iter()
            .flat_map(|row| {
                (0..=row.len()).map(move |at| {
                    let mut row = row.clone();
                    row.insert(at, next);
                    row
                })
            })
            .collect();
    }
    DMatrix::from_fn(rows.len(), m, |i, j| rows[i][j] as f64)
}

/// Rows that make for multiple eigenvalues, lost digits or a wide range of sizes.
///
/// One in eight is so large that it is left to iterations.
fn rows(rng: &mut ChaCha8Rng) -> (&'static str, DMatrix<f64>) {
    let large = rng.random_range(0..8) == 0;
    let d = rng.random_range(1..21);
    let n = if large {
        rng.random_range(210..330)
    } else {
        rng.random_range(25..120)
    };
    match rng.random_range(0..9) {
        0 if large => ("cube", cube(8)),
        0 => ("cube", cube(rng.random_range(3..8))),
        1 => ("permutations", permutations(rng.random_range(3..6))),
        2 => {
            let copies = rng.random_range(2..9);
            let some = normal(rng, n / copies + 1, d);
            let x = DMatrix::from_fn(n, d, |i, j| some[(i / copies, j)]);
            ("copies", x)
        }
        3 => {
            let clusters = rng.random_range(2..6);
            let pattern = normal(rng, n / clusters + 1, d) * decades(rng, -3.0, 0.0);
            let far = decades(rng, 0.0, 4.0);
            let x = DMatrix::from_fn(n, d, |i, j| {
                pattern[(i / clusters, j)] + far * ((i % clusters) * (j + 1)) as f64
            });
            ("far identical clusters", x)
        }
        4 => {
            let sizes: Vec<f64> = (0..d).map(|_| decades(rng, -3.0, 3.0)).collect();
            ("graded", in_columns(&normal(rng, n, d), &sizes))
        }
        7 => {
            let sizes: Vec<f64> = (0..d).map(|_| decades(rng, -140.0, 140.0)).collect();
            ("steeply graded", in_columns(&normal(rng, n, d), &sizes))
        }
        5 => {
            let mut x = normal(rng, n, d);
            for i in 0..rng.random_range(1..4) {
                let far = decades(rng, 3.0, 30.0);
                let mut row = x.row_mut(i);
                row *= far;
            }
            ("outliers", x)
        }
        6 => {
            let x = normal(rng, n, d).add_scalar(decades(rng, 0.0, 9.0));
            ("far from the origin", x)
        }
        _ => ("normal", normal(rng, n, d)),
    }
}

/// x with its columns in other sizes.
fn in_columns(x: &DMatrix<f64>, sizes: &[f64]) -> DMatrix<f64> {
    DMatrix::from_fn(x.nrows(), x.ncols(), |i, j| x[(i, j)] * sizes[j])
}

/// Adds whole numbers so large that columns lie far from the origin, and constant columns: what scaling is to take away.
fn far_and_constant(rng: &mut ChaCha8Rng, x: &DMatrix<f64>) -> DMatrix<f64> {
    let far = decades(rng, 0.0, 15.0).round();
    let is_far = x.amax() < 1e6;
    let n = x.nrows();
    let constants = [1.0, 0.1, 1_700_000_000_000_001.0, 1.7e12 + 0.3, -1e-9];
    let constant = constants[rng.random_range(0..constants.len())];
    let constants = rng.random_range(0..2);
    DMatrix::from_fn(n, x.ncols() + constants, |i, j| {
        if j >= x.ncols() {
            constant
        } else if is_far {
            x[(i, j)] + far
        } else {
            x[(i, j)]
        }
    })
}

/// Kernels of vectors that take these values.
fn kinds(none_is_negative: bool) -> impl Iterator<Item = KernelKind> {
    KernelKind::ALL.into_iter().filter(move |kind| {
        kind.takes() == ObjectKind::Vectors && (none_is_negative || kind.takes_negative_values())
    })
}

/// A kernel that is neither constant nor the identity on most pairs of x.
fn kernel(rng: &mut ChaCha8Rng, x: &DMatrix<f64>) -> Kernel {
    let mut distances: Vec<f64> = (1..x.nrows())
        .map(|i| (x.row(i) - x.row(i - 1)).norm_squared())
        .filter(|&t| t > 0.0)
        .collect();
    distances.sort_by(f64::total_cmp);
    let typical = distances.get(distances.len() / 2).copied().unwrap_or(1.0);
    let width = decades(rng, -2.0, 1.5);
    let norms = x.row_iter().map(|row| row.norm_squared());
    let norm = norms.fold(0.0, f64::max).max(1e-300);
    let coef0 = [0.0, 1.0, -1.0][rng.random_range(0..3)];
    let kinds: Vec<KernelKind> = kinds(x.iter().all(|&v| v >= 0.0)).collect();
    let kind = kinds[rng.random_range(0..kinds.len())];
    let params = KernelParams {
        kind,
        gamma: Gamma::Value(1.0),
        degree: rng.random_range(1..6),
        // Larger ones leave little of a tangent.
        coef0: if kind == KernelKind::Sigmoid {
            0.5 * coef0
        } else {
            coef0
        },
        shape: decades(rng, -1.0, 1.0),
        ..KernelParams::default()
    };
    let Ok(kernel) = params.check(x) else {
        unreachable!("parameters are in range")
    };
    let unit = match (kernel.is_likeness(), kernel.metric_degree()) {
        (true, 0) => x.ncols() as f64,
        (true, 1) => (typical * x.ncols() as f64).sqrt(),
        (true, _) => typical,
        (false, _) => norm,
    };
    kernel.with_gamma(width / unit)
}

impl Case {
    fn of(seed: u64) -> Self {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (name, mut x) = rows(rng);
        // What was multiple is nearly so.
        if rng.random_range(0..4) == 0 {
            x += normal(rng, x.nrows(), x.ncols()) * (decades(rng, -8.0, -2.0) * x.amax().min(1.0));
        }
        let scaling = if rng.random_range(0..3) == 0 {
            x = far_and_constant(rng, &x);
            // Without scaling the reference would lose digits too.
            [Scaling::Center, Scaling::Standardize][rng.random_range(0..2)]
        } else {
            Scaling::None
        };
        let raw = x;
        let x = scaling.fit(&raw).apply(&raw);
        let kernel = kernel(rng, &x);
        let solver = if rng.random_range(0..3) == 0 {
            Solver::Auto
        } else {
            Solver::ALL[rng.random_range(0..Solver::ALL.len())]
        };
        let gamma = kernel.gamma().map_or(0.0, f64::log2);
        let fades = kernel.is_likeness();
        let tiny = Some(-rng.random_range(100..900))
            .filter(|tiny| fades && gamma + f64::from(*tiny) > -950.0)
            .filter(|_| rng.random_range(0..4) == 0)
            .unwrap_or(0);
        let largest = x.amax().max(f64::MIN_POSITIVE);
        let room = (510 - largest.log2() as i32).clamp(-479, 480);
        let warm = rng.random_range(0..3) == 0;
        let kernel = match rng.random_range(0..6) {
            0 => kernel.normalized(Normalize::After),
            1 => kernel.normalized(Normalize::Before),
            _ => kernel,
        };
        Self {
            name: name.to_owned(),
            kernel,
            // γ is to be a number, with all its digits.
            scale: Some(rng.random_range(-480..room))
                .filter(|scale| (gamma - f64::from(2 * scale - tiny)).abs() < 950.0)
                // Scaled rows have a size of their own.
                .filter(|_| rng.random_range(0..2) == 0 && scaling == Scaling::None)
                .unwrap_or(0),
            tiny,
            components: rng.random_range(1..(x.nrows() / 2).min(46)),
            solver,
            warm,
            raw,
            scaling,
            x,
        }
    }

    /// Data and kernel as the program is given them.
    fn given(&self) -> (DMatrix<f64>, Kernel) {
        let x = self.x.map(|v| times(v, self.scale));
        // What a distance or an inner product of the data is larger by.
        let power = self.kernel.metric_degree();
        let gamma = self.kernel.gamma().unwrap_or(1.0);
        let gamma = times(gamma, -power * self.scale + self.tiny);
        (x, self.kernel.with_gamma(gamma))
    }

    fn planar(seed: u64) -> Self {
        let rng = &mut ChaCha8Rng::seed_from_u64(seed);
        let (name, x) = rows(rng);
        let axes = rng.random_range(1..4).min(x.ncols());
        let x = x.columns(0, axes).into_owned();
        let typical = (x.row(0) - x.row(x.nrows() / 2)).norm_squared().max(1e-6);
        let gamma = decades(rng, -3.0, 2.0) / typical;
        Self {
            name: name.to_owned(),
            kernel: Kernel::rbf(gamma),
            scale: Some(rng.random_range(-300..300) * rng.random_range(0..2))
                .filter(|scale| (gamma.log2() - f64::from(2 * scale)).abs() < 950.0)
                .unwrap_or(0),
            tiny: 0,
            components: rng.random_range(1..(x.nrows() / 4).clamp(2, 20)),
            solver: Solver::Fourier,
            warm: false,
            raw: x.clone(),
            scaling: Scaling::None,
            x,
        }
    }

    /// Returns true where images are normalised.
    fn is_normalized(&self) -> bool {
        self.kernel.normalize().is_some()
    }

    /// Returns true where values fall from 1 for equal rows, normalised or not: they are held less 1.
    fn falls_from_one(&self) -> bool {
        self.kernel.unnormalized().is_likeness()
    }

    fn data_rounding(&self) -> DataRounding {
        self.scaling.fit(&self.raw).rounding(&[])
    }

    fn fit(&self) -> Result<KernelPca, FitError> {
        let (x, kernel) = self.given();
        let options = FitOptions {
            components: self.components,
            solver: self.solver,
            data: self.data_rounding(),
            ..FitOptions::default()
        };
        let (x, mut workspace) = (Arc::new(x), Workspace::default());
        if let (true, Some(gamma)) = (self.warm, kernel.gamma()) {
            let nearby = kernel.with_gamma(1.03 * gamma);
            // What comes of it is another case.
            let _ = workspace.fit(&x, nearby, &options, &|| false);
        }
        match workspace.fit(&x, kernel, &options, &|| false) {
            // A solver that does not apply says so, and the case is one of another.
            Err(FitError::Unsuited { .. }) => {
                let solver = Solver::Auto;
                workspace.fit(&x, kernel, &FitOptions { solver, ..options }, &|| false)
            }
            found => found,
        }
    }

    /// The power of two that the program's eigenvalues are larger by.
    fn unit(&self) -> i32 {
        if self.falls_from_one() && self.kernel.normalize() != Some(Normalize::After) {
            self.tiny
        } else if self.is_normalized() || self.kernel.gamma().is_some() {
            0
        } else {
            self.kernel.metric_degree() * self.scale
        }
    }

    /// The centred kernel matrix.
    fn matrix(&self) -> DMatrix<f64> {
        let rows = self.rows();
        let n = rows.len();
        let mut k: Vec<Vec<Wide>> = rows
            .iter()
            .map(|x| rows.iter().map(|y| self.value(x, y)).collect())
            .collect();
        // Images of values that fall from one have the length one.
        if self.kernel.normalize() == Some(Normalize::Before) && !self.falls_from_one() {
            let own: Vec<Wide> = (0..n).map(|i| k[i][i].sqrt()).collect();
            for (row, of_row) in k.iter_mut().zip(&own) {
                for (value, of_column) in row.iter_mut().zip(&own) {
                    let lengths = [of_row, of_column].map(|length| length.to_f64());
                    *value = if lengths.iter().all(|length| *length > 0.0) {
                        *value / *of_row / *of_column
                    } else {
                        Wide::ZERO
                    };
                }
            }
        }
        let count = Wide::from(n as f64);
        let mean = |row: &[Wide]| row.iter().fold(Wide::ZERO, |sum, &v| sum + v) / count;
        let means: Vec<Wide> = k.iter().map(|row| mean(row)).collect();
        let all = mean(&means);
        let centred = |i: usize, j: usize| k[i][j] - means[i] - means[j] + all;
        if self.kernel.normalize() != Some(Normalize::After) {
            return DMatrix::from_fn(n, n, |i, j| centred(i, j).to_f64());
        }
        let own: Vec<Wide> = (0..n).map(|i| centred(i, i)).collect();
        DMatrix::from_fn(n, n, |i, j| {
            if own[i].to_f64() > 0.0 && own[j].to_f64() > 0.0 {
                (centred(i, j) / own[i].sqrt() / own[j].sqrt()).to_f64()
            } else {
                0.0
            }
        })
    }

    /// Rows scaled in twice the digits; columns that scikit-learn's `StandardScaler` takes for constant are only centred.
    fn rows(&self) -> Vec<Vec<Wide>> {
        let (n, d) = self.raw.shape();
        let count = Wide::from(n as f64);
        let mut rows = vec![vec![Wide::ZERO; d]; n];
        for (j, column) in self.raw.column_iter().enumerate() {
            let add = |sum: Wide, value: Wide| sum + value;
            // Steeply graded columns are scaled by a power of two, so that squares stay in range.
            let unit = column.amax().log2().ceil() as i32;
            let mut values: Vec<Wide> = column.iter().copied().map(Wide::from).collect();
            if self.scaling != Scaling::None && column.amax() > 0.0 {
                let in_unit = column.iter().map(|value| Wide::from(times(*value, -unit)));
                let mean = in_unit.clone().fold(Wide::ZERO, add) / count;
                let centred: Vec<Wide> = in_unit.map(|value| value - mean).collect();
                let squares = centred.iter().map(|v| *v * *v);
                let variance = squares.fold(Wide::ZERO, add) / count;
                let (n, v) = (n as f64, variance.to_f64());
                let rounding = n * f64::EPSILON * v + (n * mean.to_f64() * f64::EPSILON).powi(2);
                let back = Wide::from(times(1.0, unit));
                values = if self.scaling == Scaling::Center || v <= rounding {
                    centred.into_iter().map(|value| value * back).collect()
                } else {
                    let deviation = variance.sqrt();
                    centred.into_iter().map(|value| value / deviation).collect()
                };
            }
            for (row, value) in rows.iter_mut().zip(values) {
                row[j] = value;
            }
        }
        rows
    }

    fn value(&self, x: &[Wide], y: &[Wide]) -> Wide {
        let pairs = || x.iter().zip(y);
        let dot = |x: &[Wide], y: &[Wide]| {
            let products = x.iter().zip(y).map(|(a, b)| *a * *b);
            products.fold(Wide::ZERO, |sum, v| sum + v)
        };
        // In the unit that the values are given in.
        let unit = |value: f64| Wide::from(times(value, -self.tiny));
        let gamma = self.kernel.gamma().unwrap_or(1.0);
        let coef0 = self.kernel.value(KernelParameter::Coef0).unwrap_or(0.0);
        let alpha = self.kernel.value(KernelParameter::Shape).unwrap_or(1.0);
        // Of differences and sums of coordinates.
        let sum = |term: fn(f64, f64) -> f64| -> f64 {
            let ends = pairs().map(|(&a, &b)| [a - b, a + b].map(Wide::to_f64));
            ends.map(|[apart, whole]| term(apart, whole)).sum()
        };
        let squared = || times(gamma * sum(|apart, _| apart * apart), self.tiny);
        // p(s) exp(−s) − 1 by its power series near 0, where that would be a difference.
        let matern = |c: f64, p: fn(f64) -> f64, over_factorial: fn(f64) -> f64| {
            let s = (c * squared()).sqrt();
            if s > 1.0 {
                return unit(p(s) * (-s).exp() - 1.0);
            }
            let mut power = 1.0;
            let terms = (1..30).map(|k| {
                let k = f64::from(k);
                power *= -s / k;
                over_factorial(k) * power
            });
            unit(terms.sum())
        };
        match self.kernel.kind() {
            KernelKind::Linear => dot(x, y),
            KernelKind::Cosine => {
                let (of_x, of_y) = (dot(x, x).sqrt(), dot(y, y).sqrt());
                if of_x.to_f64() > 0.0 && of_y.to_f64() > 0.0 {
                    dot(x, y) / of_x / of_y
                } else {
                    Wide::ZERO
                }
            }
            KernelKind::Rbf => unit((-squared()).exp_m1()),
            KernelKind::Laplacian => {
                unit((-times(gamma * sum(|apart, _| apart.abs()), self.tiny)).exp_m1())
            }
            KernelKind::Chi2 => {
                let term = |apart: f64, whole: f64| {
                    if apart == 0.0 {
                        0.0
                    } else {
                        apart * apart / whole
                    }
                };
                unit((-times(gamma * sum(term), self.tiny)).exp_m1())
            }
            KernelKind::RationalQuadratic => unit((-alpha * (squared() / alpha).ln_1p()).exp_m1()),
            KernelKind::Matern32 => matern(6.0, |s| 1.0 + s, |k| 1.0 - k),
            KernelKind::Matern52 => matern(
                10.0,
                |s| 1.0 + s + s * s / 3.0,
                |k| (k - 1.0) * (k - 3.0) / 3.0,
            ),
            KernelKind::Poly => {
                let base = Wide::from(gamma) * dot(x, y) + Wide::from(coef0);
                (1..self.kernel.degree().unwrap_or(1)).fold(base, |power, _| power * base)
            }
            KernelKind::Sigmoid => Wide::from((gamma * dot(x, y).to_f64() + coef0).tanh()),
            KernelKind::Precomputed
            | KernelKind::Distances
            | KernelKind::Diffusion
            | KernelKind::VonNeumann
            | KernelKind::Power
            | KernelKind::Spectrum => {
                unreachable!("matrices, graphs and strings have tests of their own")
            }
        }
    }

    /// Part of a certified fit that is further off than promised.
    fn difference(&self, fit: &KernelPca) -> Option<String> {
        let matrix = self.matrix();
        let size = matrix.amax();
        // What is left of values of one in the digits of the reference.
        let are_cosines = self.kernel.kind() == KernelKind::Cosine
            || self.kernel.normalize() == Some(Normalize::Before) && !self.falls_from_one();
        if size == 0.0 || are_cosines && size < 1e-29 {
            let found = fit.eigenvalues[0];
            return (found != 0.0).then(|| format!("{found} for 0"));
        }
        let eigen = reference::symmetric_eigen(&matrix / size);
        let mut order: Vec<usize> = (0..matrix.nrows()).collect();
        order.sort_by(|&i, &j| eigen.eigenvalues[j].total_cmp(&eigen.eigenvalues[i]));
        let expected: Vec<f64> = order.iter().map(|&i| eigen.eigenvalues[i] * size).collect();
        let largest = eigen.eigenvalues.amax() * size;
        let found = fit.eigenvalues.iter().map(|&λ| times(λ, -self.unit()));
        for (j, (found, &expected)) in found.zip(&expected).enumerate() {
            let error = (found - expected).abs() / largest;
            if error > EIGENVALUE || error.is_nan() {
                return Some(format!("λ{} {found:e} for {expected:e}", j + 1));
            }
        }
        // Also of those that share an eigenvalue with others.
        let images = (&matrix / largest) * &fit.eigenvectors;
        for (j, &λ) in expected.iter().enumerate().take(fit.eigenvalues.len()) {
            let v = fit.eigenvectors.column(j);
            let left = (images.column(j) - v * (λ / largest)).norm();
            let length = v.norm();
            if λ > 1e-7 * largest && !(left <= RESIDUAL && (length - 1.0).abs() < RESIDUAL) {
                return Some(format!(
                    "residual {left:e} of vector {} of length {length}",
                    j + 1
                ));
            }
        }
        let first = expected[0].max(0.0).sqrt();
        let gap = |j: usize| {
            let above = j
                .checked_sub(1)
                .map_or(f64::INFINITY, |i| expected[i] - expected[j]);
            let below = expected
                .get(j + 1)
                .map_or(f64::INFINITY, |next| expected[j] - next);
            above.min(below) / largest
        };
        for j in 0..fit.eigenvalues.len() {
            if gap(j) < GAP || expected[j] <= 0.0 {
                continue;
            }
            let v = eigen.eigenvectors.column(order[j]) * expected[j].sqrt();
            let found = fit.eigenvectors.column(j) * expected[j].sqrt();
            let error = (&v - &found).norm().min((&v + &found).norm()) / first;
            if error > SCORE || error.is_nan() {
                return Some(format!(
                    "PC{} off by {error:e} at a gap of {:e}",
                    j + 1,
                    gap(j)
                ));
            }
        }
        None
    }
}

/// Largest error of an eigenvalue, relative to the largest one.
const EIGENVALUE: f64 = 1.1e-8;
/// Largest error of a column of scores in norm, relative to the first one.
const SCORE: f64 = 1e-7;
/// Largest error of the image of a unit vector, relative to the largest eigenvalue.
const RESIDUAL: f64 = 1e-7;
/// Gap of eigenvalues, relative to the largest one, below which their axes are not determined to the digits of the
/// reference.
const GAP: f64 = 1e-5;

fn times(value: f64, e: i32) -> f64 {
    let half = e / 2;
    value * 2_f64.powi(half) * 2_f64.powi(e - half)
}

#[cfg(test)]
mod tests {
    use kernel_pca::kpca::SolverUsed;

    use super::*;

    #[test]
    fn certified_means_right() {
        let (mut right, mut all) = (0, 0);
        for seed in 0..400 {
            match outcome(seed) {
                Outcome::Wrong(what) => panic!("{what}"),
                outcome => right += usize::from(outcome == Outcome::Right),
            }
            all += 1;
        }
        assert!(3 * right > 2 * all, "only {right} of {all} are certified");
    }

    /// A new kernel's formula is evaluated here, as each scaling, normalisation and solver is tried.
    #[test]
    fn everything_that_is_listed_is_drawn() {
        let cases: Vec<Case> = (0..400).map(Case::of).collect();
        let drawn = |is_it: &dyn Fn(&Case) -> bool| cases.iter().any(is_it);
        for kind in kinds(true) {
            assert!(drawn(&|case| case.kernel.kind() == kind), "{kind}");
        }
        for solver in Solver::ALL {
            for normalize in [None, Some(Normalize::Before), Some(Normalize::After)] {
                let both =
                    |case: &Case| case.solver == solver && case.kernel.normalize() == normalize;
                assert!(drawn(&both), "{solver:?}, {normalize:?}");
            }
        }
        for scaling in Scaling::ALL {
            assert!(drawn(&|case| case.scaling == scaling), "{scaling:?}");
        }
    }

    #[test]
    fn certified_by_fourier_modes_means_right() {
        let (mut right, mut by_modes, mut all) = (0, 0, 0);
        for seed in 0..24 {
            match planar_outcome(seed) {
                Outcome::Wrong(what) => panic!("{what}"),
                outcome => right += usize::from(outcome == Outcome::Right),
            }
            let fit = Case::planar(seed).fit();
            by_modes += usize::from(fit.is_ok_and(|fit| fit.solver == SolverUsed::Fourier));
            all += 1;
        }
        assert!(3 * right > all, "only {right} of {all} are certified");
        assert!(
            8 * by_modes > all,
            "only {by_modes} of {all} by Fourier modes"
        );
    }

    #[test]
    fn bounds_hold_where_rounding_takes_digits_from_the_kernel() {
        // Seen from the origin, rows far away from it lie in one direction: what tells them apart
        // stands in the last digits of the kernel's values.
        let poly = Kernel::poly(1e-9, 3, 1.0);
        for (seed, kernel) in (0..4).flat_map(|seed| [(seed, Kernel::cosine()), (seed, poly)]) {
            let rng = &mut ChaCha8Rng::seed_from_u64(seed);
            let x = normal(rng, 60, 3).add_scalar(1e6);
            let case = Case {
                name: "far from the origin".to_owned(),
                raw: x.clone(),
                scaling: Scaling::None,
                x,
                kernel,
                scale: 0,
                tiny: 0,
                components: 3,
                solver: Solver::Auto,
                warm: false,
            };
            let found = case.fit().unwrap();
            let eigenvalues = reference::symmetric_eigenvalues(&case.matrix());
            let mut expected = eigenvalues.as_slice().to_vec();
            expected.sort_by(|a, b| b.total_cmp(a));
            let largest = expected[0];
            let error = found.eigenvalues.iter().zip(&expected);
            let error = error.map(|(λ, expected)| (λ - expected).abs() / largest);
            let error = error.fold(0.0, f64::max);
            let bound = found.accuracy.eigenvalue_bound.unwrap();
            assert!(error <= bound, "{kernel:?}: off by {error:e} of {bound:e}");
        }
    }

    #[test]
    fn no_eigenvalue_of_a_large_cube_is_missed() {
        // K = ⊗ [1 a; a 1]: (1 + a)ᵐ⁻ʲ(1 − a)ʲ, as often as j of m can be chosen; centring takes j = 0.
        let m = 10;
        let x = Arc::new(cube(m));
        let cases = [(2.0, 40), (1.5, 45), (1.8, 40), (2.5, 40), (2.5, 45)];
        let rbf = cases.map(|(gamma, k)| (Kernel::rbf(gamma), gamma, k));
        for (kernel, gamma, k) in rbf.into_iter().chain([(Kernel::laplacian(2.0), 2.0, 40)]) {
            let options = FitOptions {
                components: k,
                ..FitOptions::default()
            };
            let fit = Workspace::default()
                .fit(&x, kernel, &options, &|| false)
                .unwrap();
            assert!(fit.accuracy.is_certified(), "{kernel:?}");
            let a = (-gamma).exp();
            let level = |j: usize| (1.0 + a).powi((m - j) as i32) * (1.0 - a).powi(j as i32);
            for (i, λ) in fit.eigenvalues.iter().enumerate() {
                let expected = level(if i < m { 1 } else { 2 });
                assert!(
                    (λ - expected).abs() < 1e-7,
                    "{kernel:?}: λ{} {λ} for {expected}",
                    i + 1
                );
            }
        }
    }
}
