//! Rules on the images of the rows under the kernel, from the fit and from a sample of the kernel matrix.

use nalgebra::{DMatrix, DVectorView};

use super::{Agreement, Insight, sampled::SampledKernel};
use kernel_pca::{kernel::KernelKind, kpca::KernelPca, method::Method, pca::Pca};
use tabular::{Dataset, row_in_words};

/// Least modulus of a negative eigenvalue, as a share of the largest, for which a remark is made: a hundredth is a
/// tenth in length, enough to see.
pub const NEGATIVE: f64 = 0.01;
/// Difference from linear PCA's picture, relative to its size, up to which both count as equal: a thousandth is
/// less than the radius of a dot.
pub const EQUALS_LINEAR: f64 = 1e-3;
/// Difference from linear PCA's picture, relative to its size, up to which both look alike: a fiftieth is visible
/// only with one laid over the other.
pub const LOOKS_LINEAR: f64 = 0.02;
/// Kernel value of the median pair above which an exponential is nearly linear over most distances.
const NEAR_ONE: f64 = 0.9;
/// Sum of a row's off-diagonal entries over its diagonal entry, below which a point is more like itself than like
/// all others together (and by Gershgorin's theorem all eigenvalues lie in 0 … 2).
pub const NEARLY_DIAGONAL: f64 = 1.0;
/// Kernel value of the median pair below which γ exceeds the median heuristic's more than ninefold.
const NEAR_ZERO: f64 = 0.01;
/// Share of a component's squared scores that a few rows must hold to be said to make it up.
pub const MOST_OF_IT: f64 = 0.9;
/// Least ratio of the number of all rows to that of some rows for these to count as few: scores that follow a
/// curved shape are spread over half of the rows or more.
const FEW_ROWS: usize = 3;
/// Standard deviation of the kernel values over their mean, below which they hardly differ: a hundredth.
pub const NEARLY_CONSTANT: f64 = 0.01;
/// Share of a component's squared scores from which one row outweighs all others together: half.
pub const ONE_ROW: f64 = 0.5;
/// Eigenvalue of a component, relative to the first, above which it counts as visible: a hundredth.
pub const VISIBLE: f64 = 0.01;
/// Share of the variance below which two components count as a small part of it.
pub const LITTLE: f64 = 0.2;

pub(super) fn no_difference(kpca: &KernelPca) -> Option<Insight> {
    let none = kpca.eigenvalues.first().is_none_or(|&first| first <= 0.0);
    none.then_some(Insight::NoDifference)
}

pub(super) fn negative(kpca: &KernelPca) -> Option<Insight> {
    let lowest = *kpca.negative_eigenvalues.first()?;
    let share = lowest / kpca.eigenvalues.first()?;
    (share <= -NEGATIVE).then_some(Insight::Negative(share))
}

pub(super) fn equals_linear(
    pca: &Pca,
    kpca: &KernelPca,
    sampled: &SampledKernel,
) -> Option<Insight> {
    let difference = difference(&pca.scores, &kpca.scores())?;
    let why = match kpca.kernel.kind() {
        _ if !kpca.kernel.is_plain() => Agreement::Other,
        KernelKind::Linear => Agreement::LinearKernel,
        // Near 1 the exponential is nearly the line 1 − γ‖x − y‖².
        _ if kpca.kernel.is_likeness() && sampled.median > NEAR_ONE => Agreement::SmallGamma,
        _ => Agreement::Other,
    };
    let same = match why {
        Agreement::SmallGamma => LOOKS_LINEAR,
        Agreement::LinearKernel | Agreement::Other => EQUALS_LINEAR,
    };
    (difference <= same).then_some(Insight::EqualsLinear { difference, why })
}

/// Difference of the configurations a (n × p) and b (n × q) in their first components, relative to their size,
/// after the rotation and scaling that match them best (Procrustes); `None` where there is nothing to compare.
fn difference(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Option<f64> {
    // Components that are rounding errors are not compared.
    let visible = |scores: &DMatrix<f64>| {
        let sizes: Vec<f64> = scores.column_iter().map(|c| c.amax()).collect();
        let first = sizes.first().copied().unwrap_or(0.0);
        sizes
            .iter()
            .take_while(|&&size| size > 1e-6 * first)
            .count()
    };
    let count = visible(a).min(b.ncols());
    let size = |scores: &DMatrix<f64>| scores.columns(0, count).amax();
    let (of_a, of_b) = (size(a), size(b));
    if count == 0 || !(of_a > 0.0 && of_b > 0.0) {
        return None;
    }
    // Divided by their size first: products of very small or large scores leave the range of numbers.
    let (a, b) = (a.columns(0, count) / of_a, b.columns(0, count) / of_b);
    let product = a.tr_mul(&b);
    if product.iter().any(|value| !value.is_finite()) {
        return None;
    }
    let overlap: f64 = product.singular_values().sum();
    let (a, b) = (a.norm(), b.norm());
    Some((1.0 - (overlap / (a * b)).powi(2)).max(0.0).sqrt())
}

pub(super) fn nearly_diagonal(sampled: &SampledKernel) -> Option<Insight> {
    let beside = sampled.beside_diagonal?;
    (beside < NEARLY_DIAGONAL).then_some(Insight::NearlyDiagonal(beside))
}

pub(super) fn nearly_constant(sampled: &SampledKernel) -> Option<Insight> {
    let spread = sampled.spread / sampled.mean.abs();
    (spread < NEARLY_CONSTANT).then_some(Insight::NearlyConstant(spread))
}

/// Remark on few rows that make up most of the first component because γ is far too large for the scale of the
/// data.
pub(super) fn few_rows(kpca: &KernelPca, sampled: &SampledKernel) -> Option<Insight> {
    if !kpca.kernel.is_likeness() || kpca.kernel.gamma().is_none() || sampled.median > NEAR_ZERO {
        return None;
    }
    let first = kpca.eigenvectors.column_iter().next()?;
    let (rows, of) = (rows_for(first, MOST_OF_IT)?, first.len());
    (rows * FEW_ROWS <= of).then_some(Insight::FewRows { rows, of })
}

/// Smallest number of rows whose squared entries in a component make up the share `share` of the sum over all rows;
/// `None` without rows.
pub fn rows_for(component: DVectorView<'_, f64>, share: f64) -> Option<usize> {
    let mut squares: Vec<f64> = component.iter().map(|v| v * v).collect();
    squares.sort_by(|a, b| b.total_cmp(a));
    let wanted = share * squares.iter().sum::<f64>();
    let mut sum = 0.0;
    let reached = squares.iter().position(|square| {
        sum += square;
        sum >= wanted
    });
    Some(reached? + 1)
}

/// Remark on a row that makes up most of one of the first two components of kernel or linear PCA.
pub(super) fn one_row(pca: &Pca, kpca: &KernelPca, dataset: &Dataset) -> Option<Insight> {
    // Number of rows up to which each is naturally a large part.
    const NATURALLY_LARGE: usize = 10;
    if kpca.eigenvectors.nrows() <= NATURALLY_LARGE {
        return None;
    }
    let largest = |vector: DVectorView<'_, f64>| {
        let row = vector.iamax();
        // Divided by the largest first: squares of small scores leave the range of numbers.
        let size = vector[row].abs();
        let sum: f64 = vector.iter().map(|v| (v / size).powi(2)).sum();
        (row, sum.recip())
    };
    let of = |method, (component, (row, share)): (usize, (usize, f64))| {
        (share >= ONE_ROW).then(|| Insight::OneRow {
            method,
            component,
            row: dataset.row_ids.get(row).copied().unwrap_or(row),
            called: row_in_words(dataset, row),
            share,
        })
    };
    let kernel = kpca.eigenvectors.column_iter().take(2).map(largest);
    // Components with hardly any variance are not judged.
    let least = VISIBLE * pca.eigenvalues.first().copied().unwrap_or(0.0);
    let shown = pca
        .eigenvalues
        .iter()
        .take(2)
        .filter(|value| **value > least);
    let linear = pca.scores.column_iter().take(shown.count()).map(largest);
    kernel
        .enumerate()
        .find_map(|found| of(Method::Kpca, found))
        .or_else(|| linear.enumerate().find_map(|found| of(Method::Pca, found)))
}

pub(super) fn equal_components(kpca: &KernelPca) -> Option<Insight> {
    let first = *kpca.eigenvalues.first()?;
    let run = kpca.undetermined.first()?;
    let visible = *kpca.eigenvalues.get(run.start)? >= VISIBLE * first;
    visible.then_some(Insight::EqualComponents {
        first: run.start,
        end: run.end,
    })
}

/// Remark on two components of kernel PCA that hold a small share of the variance in feature space.
pub(super) fn many_components(kpca: &KernelPca) -> Option<Insight> {
    let share: f64 = kpca.explained_variance_ratio().iter().take(2).sum();
    let some = kpca.eigenvalues.len() > 2 && share.is_finite();
    (some && share < LITTLE).then_some(Insight::ManyComponents {
        share,
        standing_out: None,
    })
}
