//! Kernel matrix of a random sample of rows, and the γ that suits these rows.

use nalgebra::DMatrix;
use rand::{SeedableRng, seq::index};
use rand_chacha::ChaCha8Rng;

use kernel_pca::{kernel::Kernel, kpca::KernelPca};

/// Largest number of rows in the sample.
const SAMPLE: usize = 256;
/// Bound on the sample's squared number of rows times the number of features: a few milliseconds of
/// multiplications.
const WORK: usize = 1 << 25;
/// Kernel value of the median pair under the median heuristic, exp(−½).
const HALFWAY: f64 = 0.606_530_659_712_633_4;

/// Statistics of the kernel matrix on some rows, drawn with a fixed seed, that stand for the whole matrix.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct SampledKernel {
    /// Mean kernel value over pairs of different rows.
    pub mean: f64,
    /// Standard deviation of the kernel values over pairs of different rows.
    pub spread: f64,
    /// Median kernel value over pairs of different rows.
    pub median: f64,
    /// Sum Σ |k(i, j)| over the n − 1 others j, divided by k(i, i), averaged over i. `None` for kernels whose
    /// diagonal is no measure of likeness.
    pub beside_diagonal: Option<f64>,
}

impl SampledKernel {
    /// Computes the statistics on a sample of at most 256 rows.
    #[must_use]
    pub fn of(kpca: &KernelPca) -> Self {
        let n = kpca.training().nrows();
        let rows = rows(kpca.training());
        let count = rows.len();
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
            median: median(values),
            spread: mean_of(&squares).sqrt(),
            beside_diagonal: is_likeness
                .then(|| (0..count).map(beside).sum::<f64>() / count as f64),
        }
    }
}

/// Indices of the sampled rows of x (n × d), drawn with a fixed seed.
fn rows(x: &DMatrix<f64>) -> Vec<usize> {
    let (n, d) = x.shape();
    let fits = (WORK / d.max(1)).isqrt();
    let count = n.min(SAMPLE.min(fits).max(2));
    if count < n {
        let mut rng = ChaCha8Rng::seed_from_u64(0);
        index::sample(&mut rng, n, count).into_vec()
    } else {
        (0..n).collect()
    }
}

fn median(mut values: Vec<f64>) -> f64 {
    let middle = values.len() / 2;
    if values.is_empty() {
        return 0.0;
    }
    *values.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Finds on x (n × d) the γ at which the median pair of rows has the kernel value exp(−½), as under the median
/// heuristic. It serves kernels exp(−γ t) of a distance t other than the Euclidean; `None` for other kernels, and
/// where the distances give no scale.
pub(super) fn halfway_gamma(kernel: &Kernel, x: &DMatrix<f64>) -> Option<f64> {
    // Squares of Euclidean distances have the median heuristic itself.
    if !kernel.is_plain() || !kernel.is_exponential() || kernel.metric_degree() == 2 {
        return None;
    }
    let x = x.select_rows(&rows(x));
    let median_at = |gamma: f64| {
        let matrix = kernel.with_gamma(gamma).matrix(&x, &x);
        let pairs = (0..x.nrows()).flat_map(|j| (0..j).map(move |i| (i, j)));
        median(pairs.map(|pair| matrix[pair]).collect())
    };
    // Where k is neither near 1 nor near 0, −ln k / γ gives t with all its digits.
    let mut gamma = kernel.gamma()?;
    for _ in 0..STEPS {
        let typical = median_at(gamma);
        if typical < 0.1 {
            gamma /= STEP;
        } else if typical > 0.9 {
            gamma *= STEP;
        } else {
            let suits = gamma * HALFWAY.ln() / typical.ln();
            return (suits > 0.0 && suits.is_finite()).then_some(suits);
        }
    }
    None
}

/// Factor between the γ of two successive tries: small enough that the median value does not jump over 0.1 … 0.9.
const STEP: f64 = 4.0;
/// Largest number of tries: enough to reach the γ of data in any usual unit.
const STEPS: usize = 60;
