//! Probe of the fitted methods at any point of the input, not only at rows: place of the point's image,
//! contributions of rows to its scores, and paths of the image as single features change.
//!
//! ```
//! use std::sync::Arc;
//!
//! use kernel_pca::{
//!     explain::probe::{FittedMethods, Probe},
//!     kernel::Kernel,
//!     kpca::{FitOptions, Workspace},
//!     objects::Scaling,
//!     pca::Pca,
//! };
//! use nalgebra::dmatrix;
//!
//! let data = dmatrix![0.0, 0.0; 1.0, 2.0; 2.0, 1.0; 3.0, 3.0];
//! let scaler = Scaling::Center.fit(&data);
//! let x = Arc::new(scaler.apply(&data));
//! let pca = Pca::fit(&x);
//! let kpca = Workspace::default().fit(&x, Kernel::rbf(0.5), &FitOptions::default(), &|| false)?;
//! let fitted = FittedMethods { data: &data, scaler: &scaler, pca: &pca, kpca: &kpca };
//! // The point nearest to the second row, whose image is nearest too.
//! let probe = Probe::at(fitted, vec![1.1, 1.9], &[0], &[0, 1]);
//! assert_eq!(probe.nearest[0].0, 1);
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```

use std::cmp::Ordering;

use nalgebra::DMatrix;

use crate::{
    kernel::Normalize,
    kpca::{KernelPca, Tangents},
    objects::Scaler,
    pca::Pca,
};

/// Largest number of rows whose contributions to the scores are listed one by one; the others are summed.
pub const MOST_PARTS: usize = 10;
/// Number of nearest rows that are listed.
const NEAREST: usize = 5;
/// Number of points along a path.
const STEPS: usize = 61;

/// Probe of a point: its scores, the rows that contribute to them, the nearest rows, and paths of the image.
#[derive(Debug, Clone, PartialEq)]
pub struct Probe {
    /// Coordinates of the point, length d, in the units of the data.
    pub point: Vec<f64>,
    /// Scores of the point by linear PCA.
    pub pca: Vec<f64>,
    /// Scores of the point by kernel PCA.
    pub kpca: Vec<f64>,
    /// Contributions of rows to the score on each kernel component asked for, the largest first.
    pub parts: Vec<Contribution>,
    /// Sum of the contributions of all rows that are not in `parts`, for each kernel component asked for.
    pub others: Vec<f64>,
    /// Constant that centring adds to the score on each kernel component asked for, equal for all points.
    pub centering: Vec<f64>,
    /// Indices of the rows whose images are nearest, with their distances from the point's image in feature
    /// space.
    pub nearest: Vec<(usize, f64)>,
    /// Paths of the image along the features asked for.
    pub paths: Vec<ImagePath>,
}

/// Contribution k(x, xᵢ) vᵢ/√λ of a row to the scores of a point.
#[derive(Debug, Clone, PartialEq)]
pub struct Contribution {
    /// Index of the row.
    pub row: usize,
    /// Contribution to the score on each component asked for.
    pub of: Vec<f64>,
    /// Length of the vector of contributions, relative to that of the row with the longest.
    pub strength: f64,
}

/// Path of the image as one feature runs through its range.
#[derive(Debug, Clone, PartialEq)]
pub struct ImagePath {
    /// Index of the feature.
    pub feature: usize,
    /// Values of the feature along the path, ascending, in its unit.
    pub values: Vec<f64>,
    /// Scores by linear PCA, a row for each value.
    pub pca: DMatrix<f64>,
    /// Scores by kernel PCA, a row for each value.
    pub kpca: DMatrix<f64>,
}

/// Fitted methods, and the data (n × d) before scaling.
#[derive(Debug, Clone, Copy)]
pub struct FittedMethods<'a> {
    /// Data before scaling, n × d.
    pub data: &'a DMatrix<f64>,
    /// Scaling of the data before both methods.
    pub scaler: &'a Scaler,
    pub pca: &'a Pca,
    pub kpca: &'a KernelPca,
}

impl Probe {
    /// Probes `point`, with contributions to the scores on some kernel `components` and paths along some
    /// `features`.
    #[must_use]
    pub fn at(
        fitted: FittedMethods<'_>,
        point: Vec<f64>,
        components: &[usize],
        features: &[usize],
    ) -> Self {
        let FittedMethods {
            scaler, pca, kpca, ..
        } = fitted;
        let z = scaler.apply(&DMatrix::from_row_slice(1, point.len(), &point));
        let scores: Vec<f64> = kpca.project(&z).iter().copied().collect();
        let wanted: Vec<f64> = components.iter().map(|&k| scores[k]).collect();
        let (parts, others, centering) = parts(kpca, &z, components, &wanted);
        Self {
            pca: pca.project(&z).iter().copied().collect(),
            kpca: scores,
            parts,
            others,
            centering,
            nearest: nearest(kpca, &z),
            paths: features
                .iter()
                .map(|&feature| path(fitted, &point, feature))
                .collect(),
            point,
        }
    }
}

/// Terms that add up to the `scores` of a point z (1 × d) on some components: [`Probe::parts`], [`Probe::others`] and
/// [`Probe::centering`].
fn parts(
    kpca: &KernelPca,
    z: &DMatrix<f64>,
    components: &[usize],
    scores: &[f64],
) -> (Vec<Contribution>, Vec<f64>, Vec<f64>) {
    let kernel = &kpca.kernel;
    // Values that are centred before they are normalised have no part that is free of centring.
    let values = if kernel.normalize() == Some(Normalize::After) {
        kpca.centered_kernel(z)
    } else {
        kernel.matrix(z, kpca.training())
    };
    let coefficients = kpca.projection_coefficients().select_columns(components);
    let of = |row: usize| -> Vec<f64> {
        let weights = coefficients.row(row);
        weights.iter().map(|weight| weight * values[row]).collect()
    };
    let mut all: Vec<Contribution> = (0..values.len())
        .map(|row| {
            let of = of(row);
            let strength = of.iter().map(|part| part * part).sum::<f64>().sqrt();
            Contribution { row, of, strength }
        })
        .collect();
    let sum_of =
        |parts: &[Contribution], p: usize| parts.iter().map(|part| part.of[p]).sum::<f64>();
    let sums: Vec<f64> = (0..components.len()).map(|p| sum_of(&all, p)).collect();
    keep_first(&mut all, MOST_PARTS, |a, b| {
        b.strength.total_cmp(&a.strength).then(a.row.cmp(&b.row))
    });
    let strongest = all.first().map_or(0.0, |part| part.strength);
    for part in &mut all {
        part.strength = if strongest > 0.0 {
            part.strength / strongest
        } else {
            0.0
        };
    }
    let sums = sums.iter().enumerate();
    let others = sums.clone().map(|(p, sum)| sum - sum_of(&all, p)).collect();
    let centering = sums.map(|(p, sum)| scores[p] - sum).collect();
    (all, others, centering)
}

/// Nearest rows by ‖φ(z) − φ(xᵢ)‖² = k(z, z) − 2k(z, xᵢ) + k(xᵢ, xᵢ), with their distances in feature space.
fn nearest(kpca: &KernelPca, z: &DMatrix<f64>) -> Vec<(usize, f64)> {
    let (kernel, x) = (&kpca.kernel, kpca.training());
    let length = |squared: f64| match kernel.normalize() {
        Some(Normalize::Before) => f64::from(u8::from(squared > 0.0)),
        _ => squared,
    };
    let own = length(kernel.own(z).first().copied().unwrap_or(0.0));
    let values = kernel.matrix(z, x);
    let rows = kernel.own(x).into_iter().zip(values.iter());
    let squares = rows.map(|(of_row, value)| own - 2.0 * value + length(of_row));
    let mut all: Vec<(usize, f64)> = squares.enumerate().collect();
    keep_first(&mut all, NEAREST, |a, b| a.1.total_cmp(&b.1));
    all.into_iter()
        .map(|(row, square)| (row, square.max(0.0).sqrt()))
        .collect()
}

/// Sorts a list by `order`, and drops all but its first `most` entries.
fn keep_first<T>(list: &mut Vec<T>, most: usize, order: impl Fn(&T, &T) -> Ordering) {
    if most < list.len() {
        list.select_nth_unstable_by(most, &order);
        list.truncate(most);
    }
    list.sort_by(order);
}

fn path(fitted: FittedMethods<'_>, point: &[f64], feature: usize) -> ImagePath {
    let column = fitted.data.column(feature);
    let [low, high] = [column.min(), column.max()];
    let share = |step: usize| step as f64 / (STEPS - 1) as f64;
    let values: Vec<f64> = (0..STEPS)
        .map(|step| low * (1.0 - share(step)) + high * share(step))
        .collect();
    let points = DMatrix::from_fn(STEPS, point.len(), |step, j| {
        if j == feature { values[step] } else { point[j] }
    });
    let z = fitted.scaler.apply(&points);
    ImagePath {
        feature,
        values,
        pca: fitted.pca.project(&z),
        kpca: fitted.kpca.project(&z),
    }
}

/// Indices, ascending, of at most `most` features that vary: those that move the image most on some kernel components,
/// by the norm of the scores' derivatives at the point times the feature's range. The first ones for a kernel without
/// derivatives.
#[must_use]
pub fn strongest_features(
    fitted: FittedMethods<'_>,
    point: &[f64],
    components: &[usize],
    most: usize,
) -> Vec<usize> {
    let scaled = |row: &[f64]| {
        let row = DMatrix::from_row_slice(1, row.len(), row);
        fitted.scaler.apply(&row)
    };
    let columns = || fitted.data.column_iter();
    let lows: Vec<f64> = columns().map(|column| column.min()).collect();
    let highs: Vec<f64> = columns().map(|column| column.max()).collect();
    let ranges = scaled(&highs) - scaled(&lows);
    let mut features: Vec<usize> = (0..ranges.len()).filter(|&j| ranges[j] > 0.0).collect();
    if features.len() > most
        && let Some(tangents) = Tangents::of_components(fitted.kpca, components)
    {
        let slopes = tangents.at(scaled(point).as_slice()).slopes;
        let effect = |j: usize| slopes.row(j).norm() * ranges[j];
        features.sort_by(|&a, &b| effect(b).total_cmp(&effect(a)));
    }
    features.truncate(most);
    features.sort_unstable();
    features
}
