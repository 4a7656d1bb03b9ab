//! What one sees in a result, as one remark: of an ordered list of rules the first that holds.
//!
//! A rule is a pure function of the numbers with a named threshold. What comes first in the list is
//! nearer to the cause: where one column drowns the others, there is no use in talking about γ.

use std::collections::HashSet;

use nalgebra::DMatrix;
use rand::{SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;

use crate::{
    data::{Dataset, Scaling},
    kernel::KernelKind,
    kpca::KernelPca,
    pca::Pca,
};

/// Past half of the rows, most dots of the picture have another one under them.
pub const MANY_REPEATED: f64 = 0.5;
/// With nine tenths of the variance in one column, the first principal axis is that column to within
/// a few degrees, and the second is what the others have left.
pub const ONE_FEATURE: f64 = 0.9;
/// A negative eigenvalue of a hundredth of the largest makes a tenth of its length: enough to see.
pub const NEGATIVE: f64 = 0.01;
/// A thousandth of the picture's size is less than the radius of a dot.
pub const EQUALS_LINEAR: f64 = 1e-3;
/// Where the entries beside the diagonal add up to less than the diagonal's, all others together are
/// less like a point than it is itself (and by Gershgorin's theorem no eigenvalue leaves 0 … 2).
pub const NEARLY_DIAGONAL: f64 = 1.0;
/// Kernel values that differ by less than a hundredth of their size.
pub const NEARLY_CONSTANT: f64 = 0.01;
/// A row that makes half of a component outweighs all others together.
pub const ONE_ROW: f64 = 0.5;
/// Components of less than a hundredth of the first are not looked at for equal eigenvalues.
pub const VISIBLE: f64 = 0.01;

/// Rows that the kernel matrix is judged by, where there are more.
const SAMPLE: usize = 256;
/// Multiplications that its sample may cost: a few milliseconds.
const WORK: usize = 1 << 25;

/// One remark with its number.
#[derive(Debug, Clone, PartialEq)]
pub enum Insight {
    /// Every score is zero.
    NoDifference,
    /// The share of rows that another one before them equals.
    RowsRepeat(f64),
    /// A column's share of the variance.
    OneFeature { name: String, share: f64 },
    /// The lowest eigenvalue over the largest in modulus; negative.
    Negative(f64),
    /// How far the two pictures are apart, relative to their size, and why they agree.
    EqualsLinear { difference: f64, why: Agreement },
    /// What the kernel values of a row beside the diagonal add up to, over the diagonal's, on average.
    NearlyDiagonal(f64),
    /// The standard deviation of the kernel values over their mean.
    NearlyConstant(f64),
    /// Component (from 0) and row (in the source) of which it mostly consists, and how much of it.
    OneRow {
        component: usize,
        row: usize,
        share: f64,
    },
    /// Components (from 0, the end excluded) with one eigenvalue.
    EqualComponents { first: usize, end: usize },
    /// The share of the variance that the first two components have, of kernel and of linear PCA.
    TwoComponents { kernel: f64, linear: f64 },
}

/// Why kernel PCA is linear PCA.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// It is the same by definition.
    LinearKernel,
    /// Over such short distances the kernel's curve is a straight line.
    SmallGamma,
    Other,
}

/// What the rules look at.
#[derive(Debug, Clone, Copy)]
pub struct Fitted<'a> {
    pub dataset: &'a Dataset,
    pub scaling: Scaling,
    /// The scaled data, n × d.
    pub x: &'a DMatrix<f64>,
    pub pca: &'a Pca,
    pub kpca: &'a KernelPca,
    /// The share of rows of x that another one before them equals: see [`repeated`].
    pub repeated: f64,
}

impl Insight {
    /// The first remark that holds; `None` where there is nothing to look at.
    #[must_use]
    pub fn of(result: Fitted<'_>) -> Option<Self> {
        let Fitted { x, kpca, pca, .. } = result;
        // Any two rows are a line, to every kernel.
        if x.nrows() < 3 {
            return None;
        }
        let sampled = SampledKernel::of(kpca);
        no_difference(kpca)
            .or_else(|| rows_repeat(result.repeated))
            .or_else(|| {
                let names = &result.dataset.feature_names;
                let has_features = result.dataset.has_features();
                has_features.then(|| one_feature(names, result.scaling, x))?
            })
            .or_else(|| negative(kpca))
            .or_else(|| equals_linear(pca, kpca, &sampled))
            .or_else(|| nearly_diagonal(&sampled))
            .or_else(|| nearly_constant(&sampled))
            .or_else(|| one_row(kpca, &result.dataset.row_ids))
            .or_else(|| equal_components(kpca))
            .or_else(|| two_components(pca, kpca))
    }
}

fn no_difference(kpca: &KernelPca) -> Option<Insight> {
    let none = kpca.eigenvalues.first().is_none_or(|&first| first <= 0.0);
    none.then_some(Insight::NoDifference)
}

fn rows_repeat(share: f64) -> Option<Insight> {
    (share > MANY_REPEATED).then_some(Insight::RowsRepeat(share))
}

/// The share of rows of x (n × d) that another one before them equals. It takes a look at all of them, and stays the
/// same whatever the kernel.
#[must_use]
pub fn repeated(x: &DMatrix<f64>) -> f64 {
    // Adding 0 makes one zero of two.
    let bits = |i: usize| -> Vec<u64> { x.row(i).iter().map(|v| (v + 0.0).to_bits()).collect() };
    let different: HashSet<Vec<u64>> = (0..x.nrows()).map(bits).collect();
    1.0 - different.len() as f64 / x.nrows() as f64
}

fn one_feature(names: &[String], scaling: Scaling, x: &DMatrix<f64>) -> Option<Insight> {
    if scaling == Scaling::Standardize || x.ncols() < 2 {
        return None;
    }
    // In units of the largest deviation no square overflows.
    let means = x.row_mean();
    let deviation = |j: usize| {
        x.column(j)
            .iter()
            .fold(0.0_f64, |most, v| most.max((v - means[j]).abs()))
    };
    let unit = (0..x.ncols()).map(deviation).fold(0.0, f64::max);
    let variance = |j: usize| -> f64 {
        let column = x.column(j);
        let squares = column.iter().map(|v| ((v - means[j]) / unit).powi(2));
        squares.sum()
    };
    let variances: Vec<f64> = (0..x.ncols()).map(variance).collect();
    let total: f64 = variances.iter().sum();
    let (j, most) = variances
        .iter()
        .enumerate()
        .max_by(|a, b| a.1.total_cmp(b.1))?;
    let share = most / total;
    (share >= ONE_FEATURE).then(|| Insight::OneFeature {
        name: names.get(j).cloned().unwrap_or_default(),
        share,
    })
}

fn negative(kpca: &KernelPca) -> Option<Insight> {
    let lowest = *kpca.negative_eigenvalues.first()?;
    let share = lowest / kpca.eigenvalues.first()?;
    (share <= -NEGATIVE).then_some(Insight::Negative(share))
}

fn equals_linear(pca: &Pca, kpca: &KernelPca, sampled: &SampledKernel) -> Option<Insight> {
    let difference = difference(&pca.scores, &kpca.scores())?;
    let why = match kpca.kernel.kind() {
        _ if !kpca.kernel.is_plain() => Agreement::Other,
        KernelKind::Linear => Agreement::LinearKernel,
        // Near 1 the exponential is the straight line 1 − γ‖x − y‖².
        KernelKind::Rbf if sampled.mean > 0.5 => Agreement::SmallGamma,
        _ => Agreement::Other,
    };
    (difference <= EQUALS_LINEAR).then_some(Insight::EqualsLinear { difference, why })
}

/// How far the configurations a (n × p) and b (n × q) are apart in their first components, once
/// turned and scaled onto each other as well as can be, relative to their size (Procrustes).
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

fn nearly_diagonal(sampled: &SampledKernel) -> Option<Insight> {
    let beside = sampled.beside_diagonal?;
    (beside < NEARLY_DIAGONAL).then_some(Insight::NearlyDiagonal(beside))
}

fn nearly_constant(sampled: &SampledKernel) -> Option<Insight> {
    let spread = sampled.spread / sampled.mean.abs();
    (spread < NEARLY_CONSTANT).then_some(Insight::NearlyConstant(spread))
}

fn one_row(kpca: &KernelPca, row_ids: &[usize]) -> Option<Insight> {
    // Of few rows any one is a large part.
    const FEW: usize = 10;
    if kpca.eigenvectors.nrows() <= FEW {
        return None;
    }
    let seen = kpca.eigenvectors.column_iter().zip(&kpca.eigenvalues);
    seen.take(2)
        .enumerate()
        .find_map(|(component, (vector, _))| {
            let row = vector.iamax();
            let share = vector[row].powi(2);
            (share >= ONE_ROW).then(|| Insight::OneRow {
                component,
                row: row_ids.get(row).copied().unwrap_or(row),
                share,
            })
        })
}

fn equal_components(kpca: &KernelPca) -> Option<Insight> {
    let first = *kpca.eigenvalues.first()?;
    let run = kpca.undetermined.first()?;
    let visible = *kpca.eigenvalues.get(run.start)? >= VISIBLE * first;
    visible.then_some(Insight::EqualComponents {
        first: run.start,
        end: run.end,
    })
}

fn two_components(pca: &Pca, kpca: &KernelPca) -> Option<Insight> {
    let share = |ratios: Vec<f64>| ratios.iter().take(2).sum::<f64>();
    let (kernel, linear) = (
        share(kpca.explained_variance_ratio()),
        share(pca.explained_variance_ratio()),
    );
    let both = !pca.eigenvalues.is_empty() && kernel.is_finite() && linear.is_finite();
    both.then_some(Insight::TwoComponents { kernel, linear })
}

/// What the kernel matrix of some rows, drawn with a fixed seed, says of that of all.
#[derive(Debug, Clone, Copy, PartialEq)]
struct SampledKernel {
    /// Over pairs of different rows.
    mean: f64,
    /// Standard deviation over the same.
    spread: f64,
    /// Σ |k(i, j)| over the n − 1 others j, over k(i, i), averaged over i. `None` for kernels whose
    /// diagonal is no measure of likeness.
    beside_diagonal: Option<f64>,
}

impl SampledKernel {
    fn of(kpca: &KernelPca) -> Self {
        let (n, d) = kpca.training().shape();
        let fits = (WORK / d.max(1)).isqrt();
        let count = n.min(SAMPLE.min(fits).max(2));
        let rows = if count < n {
            let mut rng = ChaCha8Rng::seed_from_u64(0);
            index::sample(&mut rng, n, count).into_vec()
        } else {
            (0..n).collect()
        };
        let matrix = kpca.kernel_values(&rows, &rows);
        let pairs = (0..count).flat_map(|j| (0..j).map(move |i| (i, j)));
        let values: Vec<f64> = pairs.map(|pair| matrix[pair]).collect();
        let mean_of = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
        let mean = mean_of(&values);
        let squares: Vec<f64> = values.iter().map(|v| (v - mean).powi(2)).collect();
        let beside = |i: usize| -> f64 {
            let row: f64 = matrix.row(i).iter().map(|v| v.abs()).sum();
            let others = (row - matrix[(i, i)].abs()) * (n - 1) as f64 / (count - 1) as f64;
            others / matrix[(i, i)].abs()
        };
        let is_likeness = kpca.kernel.is_likeness();
        Self {
            mean,
            spread: mean_of(&squares).sqrt(),
            beside_diagonal: is_likeness
                .then(|| (0..count).map(beside).sum::<f64>() / count as f64),
        }
    }
}

#[cfg(test)]
mod tests;
