//! Rules about the kernel's images of the rows.

use nalgebra::{DMatrix, DVectorView};

use super::{Agreement, Insight, sampled::SampledKernel};
use crate::{kernel::KernelKind, kpca::KernelPca, method::Method, pca::Pca};

/// Negative eigenvalue as a share of the largest that is remarked: a hundredth makes a tenth of its length, enough
/// to see.
pub const NEGATIVE: f64 = 0.01;
/// Difference from linear PCA's picture, relative to its size, below which both are equal: a thousandth is less
/// than the radius of a dot.
pub const EQUALS_LINEAR: f64 = 1e-3;
/// Difference from linear PCA's picture, relative to its size, below which both look alike: a fiftieth is seen
/// only where both are laid on each other.
pub const LOOKS_LINEAR: f64 = 0.02;
/// Kernel value of the median pair above which an exponential is nearly a straight line over most distances.
const NEAR_ONE: f64 = 0.9;
/// Sum of a row's entries beside the diagonal, over the diagonal's, below which all others together are less like
/// a point than it is itself (and by Gershgorin's theorem no eigenvalue leaves 0 … 2).
pub const NEARLY_DIAGONAL: f64 = 1.0;
/// Kernel value of the median pair below which γ is more than nine times the median heuristic's.
const NEAR_ZERO: f64 = 0.01;
/// Share of a component beyond which some rows are said to make it up.
pub const MOST_OF_IT: f64 = 0.9;
/// Ratio of all rows to some of them, from which these count as few: scores that follow a shape, however bent, are
/// spread over half of the rows and more.
const FEW_ROWS: usize = 3;
/// Spread of the kernel values over their size below which they hardly differ: a hundredth.
pub const NEARLY_CONSTANT: f64 = 0.01;
/// Share of a component from which one row outweighs all others together: half.
pub const ONE_ROW: f64 = 0.5;
/// Size of a component, relative to the first, below which equal eigenvalues are not looked for: a hundredth.
pub const VISIBLE: f64 = 0.01;
/// Share of the variance below which two components are a small part of what the kernel sees.
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
        // Near 1 the exponential is the straight line 1 − γ‖x − y‖².
        _ if kpca.kernel.is_likeness() && sampled.median > NEAR_ONE => Agreement::SmallGamma,
        _ => Agreement::Other,
    };
    let same = match why {
        Agreement::SmallGamma => LOOKS_LINEAR,
        Agreement::LinearKernel | Agreement::Other => EQUALS_LINEAR,
    };
    (difference <= same).then_some(Insight::EqualsLinear { difference, why })
}

/// Difference of the configurations a (n × p) and b (n × q) in their first components, once turned and scaled onto
/// each other as well as can be, relative to their size (Procrustes).
fn difference(a: &DMatrix<f64>, b: &DMatrix<f64>) -> Option<f64> {
    // Components that are rounding errors have no picture to compare.
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
    // Divided by their size first: products of very small or large scores leave the numbers' range.
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

/// Remark on few rows that make up most of the first component, because γ is far above the scale of the data.
pub(super) fn few_rows(kpca: &KernelPca, sampled: &SampledKernel) -> Option<Insight> {
    if !kpca.kernel.is_likeness() || kpca.kernel.gamma().is_none() || sampled.median > NEAR_ZERO {
        return None;
    }
    let first = kpca.eigenvectors.column_iter().next()?;
    let mut shares: Vec<f64> = first.iter().map(|v| v * v).collect();
    shares.sort_by(|a, b| b.total_cmp(a));
    let mut sum = 0.0;
    let before = shares.iter().take_while(|share| {
        let more = sum < MOST_OF_IT;
        sum += **share;
        more
    });
    let (rows, of) = (before.count(), shares.len());
    (rows * FEW_ROWS <= of).then_some(Insight::FewRows { rows, of })
}

/// Remark on a row that makes up most of one of the first two components of kernel or of linear PCA.
pub(super) fn one_row(pca: &Pca, kpca: &KernelPca, row_ids: &[usize]) -> Option<Insight> {
    // Among few rows each is a large part.
    const FEW: usize = 10;
    if kpca.eigenvectors.nrows() <= FEW {
        return None;
    }
    let largest = |vector: DVectorView<'_, f64>| {
        let row = vector.iamax();
        // Divided by the largest first: squares of small scores leave the numbers' range.
        let size = vector[row].abs();
        let sum: f64 = vector.iter().map(|v| (v / size).powi(2)).sum();
        (row, sum.recip())
    };
    let of = |method, (component, (row, share)): (usize, (usize, f64))| {
        (share >= ONE_ROW).then(|| Insight::OneRow {
            method,
            component,
            row: row_ids.get(row).copied().unwrap_or(row),
            share,
        })
    };
    let kernel = kpca.eigenvectors.column_iter().take(2).map(largest);
    // Components that hardly vary show nothing.
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

/// Remark on two components of kernel PCA that hold little of the variance which the kernel sees.
pub(super) fn many_components(kpca: &KernelPca) -> Option<Insight> {
    let share: f64 = kpca.explained_variance_ratio().iter().take(2).sum();
    let some = kpca.eigenvalues.len() > 2 && share.is_finite();
    (some && share < LITTLE).then_some(Insight::ManyComponents {
        share,
        standing_out: None,
    })
}
