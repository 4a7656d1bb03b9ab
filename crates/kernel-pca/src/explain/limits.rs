//! Control limits of the two numbers by which process control judges new rows: Q, the squared residual that the
//! components leave of a row, and Hotelling's T², the row's distance from the mean along the components.
//!
//! Both limits assume normally distributed scores (Jackson and Mudholkar 1979; Tracy, Young and Mason 1992).

use std::f64::consts::FRAC_1_SQRT_2;

use libm::{erfc, lgamma};
use nalgebra::DMatrix;

use crate::{
    eigen::gemm::{add_product, product, tr_product, view},
    kpca::{CancelCheck, FitError, KernelPca},
    power_of_two::times,
};

/// Customary probability that a row distributed as the fitted ones lies within a limit.
pub const CONFIDENCE: f64 = 0.95;
/// Number of rows above which Q has no limit: the moments take the kernel matrix squared, n³ operations.
pub const MOST_ROWS_OF_LIMIT: usize = 2000;
/// Bisections that find a quantile: each halves the interval, so 200 leave no digit undetermined.
const BISECTIONS: usize = 200;
/// Value that no quantile of the normal distribution reaches: 1 − 10⁻¹⁶, the largest number below 1, has 8.2.
const FARTHEST_NORMAL: f64 = 10.0;
/// Terms after which the continued fraction of the incomplete beta function ends; it needs about √max(a, b).
const TERMS: usize = 10_000;

/// Control limits of T² and Q of new rows, for one fit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct ControlLimits {
    /// Probability that a row distributed as the fitted ones lies within each limit.
    pub confidence: f64,
    /// Number of components with a positive eigenvalue, the terms of T².
    pub components: usize,
    /// Limit of T².
    pub t2: Result<f64, NoLimit>,
    /// Limit of Q.
    pub q: Result<f64, NoLimit>,
}

/// Reason for which T² or Q has no control limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NoLimit {
    #[error("no component has a positive eigenvalue")]
    NoComponent,
    #[error("there are no more rows than components")]
    FewRows,
    #[error("it takes the kernel matrix squared, too much of more than {MOST_ROWS_OF_LIMIT} rows")]
    ManyRows,
    #[error("the components leave nothing but rounding")]
    NothingLeft,
    #[error("the kernel leaves negative eigenvalues, for which the formula has no value")]
    Indefinite,
}

impl ControlLimits {
    /// Computes both limits at a probability from 0.5 to just below 1, such as [`CONFIDENCE`].
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when cancelled.
    pub fn of(
        kpca: &KernelPca,
        confidence: f64,
        cancelled: CancelCheck<'_>,
    ) -> Result<Self, FitError> {
        let n = kpca.training().nrows();
        let components = positive(kpca).count();
        Ok(Self {
            confidence,
            components,
            t2: hotelling_limit(n, components, confidence),
            q: residual_limit(kpca, confidence, cancelled)?,
        })
    }
}

/// Hotelling's T² of m rows with these scores (m × k) on the components of a fit: sum of the squared scores over
/// their variances λ/(n − 1), for the components with a positive eigenvalue. Length m.
#[must_use]
pub fn hotelling(kpca: &KernelPca, scores: &DMatrix<f64>) -> Vec<f64> {
    let freedom = kpca.training().nrows().saturating_sub(1) as f64;
    let of_row = |row: usize| {
        positive(kpca)
            .map(|(j, λ)| scores[(row, j)].powi(2) * freedom / λ)
            .sum()
    };
    (0..scores.nrows()).map(of_row).collect()
}

/// Index and eigenvalue of each component whose eigenvalue is positive.
fn positive(kpca: &KernelPca) -> impl Iterator<Item = (usize, f64)> {
    let numbered = kpca.eigenvalues.iter().copied().enumerate();
    numbered.filter(|(_, λ)| *λ > 0.0)
}

/// Limit of a new row's T² after n fitted rows gave k components: k(n² − 1)/(n(n − k)) times the quantile of F(k, n
/// − k) (Tracy, Young and Mason 1992).
fn hotelling_limit(n: usize, k: usize, confidence: f64) -> Result<f64, NoLimit> {
    if k == 0 {
        return Err(NoLimit::NoComponent);
    }
    if n <= k {
        return Err(NoLimit::FewRows);
    }
    let (rows, freedom) = (n as f64, (n - k) as f64);
    let factor = k as f64 * (rows * rows - 1.0) / (rows * freedom);
    Ok(factor * f_quantile(confidence, k as f64, freedom))
}

/// Limit of Q from the variances λ/(n − 1) that the components leave.
///
/// # Errors
/// [`FitError::Cancelled`] when cancelled.
fn residual_limit(
    kpca: &KernelPca,
    confidence: f64,
    cancelled: CancelCheck<'_>,
) -> Result<Result<f64, NoLimit>, FitError> {
    let n = kpca.training().nrows();
    if n < 2 {
        return Ok(Err(NoLimit::FewRows));
    }
    if n > MOST_ROWS_OF_LIMIT {
        return Ok(Err(NoLimit::ManyRows));
    }
    let (mut k, unit) = kpca.decomposed_matrix();
    if cancelled() {
        return Err(FitError::Cancelled);
    }
    let all: f64 = k.diagonal().iter().map(|own| own.abs()).sum();
    leave_out(&mut k, &kpca.eigenvectors);
    if k.trace() <= NOTHING * all {
        return Ok(Err(NoLimit::NothingLeft));
    }
    k /= (n - 1) as f64;
    let square = product(view(&k), view(&k));
    let moments = [k.trace(), k.norm_squared(), square.dot(&k)];
    let limit = jackson_mudholkar(moments, confidence).map(|limit| times(limit, unit));
    Ok(limit.ok_or(NoLimit::Indefinite))
}

/// Turns K (n × n) into `(I − VVᵀ) K (I − VVᵀ)` for k orthonormal eigenvectors V (n × k), which sets their eigenvalues
/// to zero and keeps the others. Sums of powers of all eigenvalues less those of V would lose the digits of small ones,
/// and `K − VΛVᵀ` the digits that errors of V reach; here these errors enter as squares.
fn leave_out(k: &mut DMatrix<f64>, v: &DMatrix<f64>) {
    let image = product(view(k), view(v));
    let inner = tr_product(view(v), view(&image));
    // K − VWᵀ − WVᵀ with W = KV − V(VᵀKV)/2.
    let mut half = image;
    add_product(&mut half, view(v), view(&inner), -0.5);
    add_product(k, view(v), view(&half).transpose(), -1.0);
    add_product(k, view(&half), view(v).transpose(), -1.0);
}

/// Share of the trace up to which the rest left by the components counts as rounding: above it, the rounding of the
/// trace, of the order of its last digit, leaves three digits of the rest.
const NOTHING: f64 = 1e-12;

/// Limit of Q by Jackson and Mudholkar (1979) from θᵢ, the sums of the ith powers of the variances that are left, i =
/// 1, 2, 3; `None` where the formula has no positive value.
fn jackson_mudholkar([θ1, θ2, θ3]: [f64; 3], confidence: f64) -> Option<f64> {
    if !(θ1 > 0.0 && θ2 > 0.0) {
        return None;
    }
    let h = 1.0 - 2.0 * θ1 * θ3 / (3.0 * θ2 * θ2);
    let root = normal_quantile(confidence) * h.signum() * (2.0 * θ2 * h * h).sqrt() / θ1;
    let base = 1.0 + root + θ2 * h * (h - 1.0) / (θ1 * θ1);
    let limit = θ1 * base.powf(h.recip());
    (base > 0.0 && limit.is_finite()).then_some(limit)
}

/// Quantile of the standard normal distribution at a probability from 0.5 to just below 1, by bisection.
fn normal_quantile(probability: f64) -> f64 {
    let beyond = |z: f64| 0.5 * erfc(z * FRAC_1_SQRT_2);
    bisected(FARTHEST_NORMAL, |z| beyond(z) > 1.0 - probability)
}

/// Quantile of the F-distribution with a and b degrees of freedom, by bisection.
fn f_quantile(probability: f64, a: f64, b: f64) -> f64 {
    // x = aF/(aF + b).
    let below = |x: f64| incomplete_beta(0.5 * a, 0.5 * b, x);
    let x = bisected(1.0, |x| below(x) < probability);
    b * x / (a * (1.0 - x))
}

/// Finds by bisection the largest value between 0 and `high` for which `is_too_small` holds, as it does for all smaller
/// ones.
fn bisected(mut high: f64, is_too_small: impl Fn(f64) -> bool) -> f64 {
    let mut low = 0.0;
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if is_too_small(middle) {
            low = middle;
        } else {
            high = middle;
        }
    }
    low
}

/// Regularised incomplete beta function Iₓ(a, b), by its continued fraction (DLMF 8.17.22).
fn incomplete_beta(a: f64, b: f64, x: f64) -> f64 {
    if x <= 0.0 || x >= 1.0 {
        return x.clamp(0.0, 1.0);
    }
    // The fraction converges fast for small x, and Iₓ(a, b) = 1 − I₁₋ₓ(b, a).
    if x > (a + 1.0) / (a + b + 2.0) {
        return 1.0 - incomplete_beta(b, a, 1.0 - x);
    }
    let front = a * x.ln() + b * (-x).ln_1p() + lgamma(a + b) - lgamma(a) - lgamma(b);
    // Lentz's method divides by these values, which are kept away from zero.
    let off_zero = |value: f64| if value.abs() < 1e-300 { 1e-300 } else { value };
    let (mut c, mut d) = (1.0, off_zero(1.0 - (a + b) * x / (a + 1.0)).recip());
    let mut fraction = d;
    for m in 1..TERMS {
        let m = m as f64;
        let even = m * (b - m) * x / ((a + 2.0 * m - 1.0) * (a + 2.0 * m));
        let odd = -(a + m) * (a + b + m) * x / ((a + 2.0 * m) * (a + 2.0 * m + 1.0));
        let before = fraction;
        for term in [even, odd] {
            d = off_zero(1.0 + term * d).recip();
            c = off_zero(1.0 + term / c);
            fraction *= c * d;
        }
        if (fraction - before).abs() <= f64::EPSILON * fraction.abs() {
            break;
        }
    }
    front.exp() * fraction / a
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{
        kernel::{KernelKind, KernelParams},
        kpca::{FitOptions, Workspace},
        objects::RandomState,
    };

    /// Values of scipy.stats.f.ppf(0.95, a, b).
    #[test]
    fn quantiles_are_those_of_tables() {
        for (a, b, theirs) in [
            (1.0, 1.0, 161.447_638_797_588),
            (2.0, 10.0, 4.102_821_015_130_4),
            (5.0, 95.0, 2.310_224_845_172_52),
            (3.0, 997.0, 2.613_830_399_456_65),
            (50.0, 450.0, 1.379_072_917_903_84),
        ] {
            let ours = f_quantile(0.95, a, b);
            assert!((ours / theirs - 1.0).abs() < 1e-9, "F({a}, {b}): {ours}");
        }
    }

    /// NumPy: with the eigenvalues of the covariance 4, 3, 0.5, 0.3, 0.2 and two kept.
    #[test]
    fn the_limit_of_q_is_that_of_its_formula() {
        let left: [f64; 3] = [0.5, 0.3, 0.2];
        let θ = [1, 2, 3].map(|power| left.iter().map(|it| it.powi(power)).sum::<f64>());
        let limit = jackson_mudholkar(θ, 0.95).unwrap();
        assert!((limit - 2.740_174_713_82).abs() < 1e-9, "{limit}");
        assert_eq!(jackson_mudholkar([0.0; 3], 0.95), None);
    }

    /// Values of scipy.stats.norm.ppf.
    #[test]
    fn normal_quantiles_are_those_of_tables() {
        for (probability, theirs) in [
            (0.5, 0.0),
            (0.8, 0.841_621_233_572_914_3),
            (0.925, 1.439_531_470_938_456_3),
            (0.95, 1.644_853_626_951_472_2),
            (0.99, 2.326_347_874_040_840_8),
            (0.999, 3.090_232_306_167_813),
            (0.999_999, 4.753_424_308_817_087),
            (0.999_999_999_999_9, 7.348_754_540_300_042_5),
        ] {
            let ours = normal_quantile(probability);
            assert!(
                (ours - theirs).abs() < 1e-13 * theirs.max(1.0),
                "{probability}: {ours}"
            );
        }
    }

    #[test]
    fn as_many_new_rows_lie_beyond_each_limit_as_its_level_says() {
        let mut random = RandomState::new(1);
        let widths = [3.0, 2.0, 1.0, 0.7, 0.5, 0.4];
        let mut rows = |n| DMatrix::from_fn(n, 6, |_, j| widths[j] * random.standard_normal());
        let (x, new) = (rows(400), rows(4000));
        let options = FitOptions {
            components: 2,
            ..FitOptions::default()
        };
        let linear = KernelParams {
            kind: KernelKind::Linear,
            ..KernelParams::default()
        };
        let kernel = linear.check(&x).unwrap();
        let kpca = Workspace::default()
            .fit(&Arc::new(x), kernel, &options, &|| false)
            .unwrap();
        let limits = ControlLimits::of(&kpca, 0.95, &|| false).unwrap();
        let beyond = |values: Vec<f64>, limit: Result<f64, NoLimit>| {
            let limit = limit.unwrap();
            values.iter().filter(|value| **value > limit).count() as f64 / values.len() as f64
        };
        for (confidence, near) in [(0.95, 0.012), (0.99, 0.006)] {
            let limits = ControlLimits::of(&kpca, confidence, &|| false).unwrap();
            let t2 = beyond(hotelling(&kpca, &kpca.project(&new)), limits.t2);
            let q = beyond(kpca.reconstruction_errors(&new), limits.q);
            for share in [t2, q] {
                assert!(
                    (share - (1.0 - confidence)).abs() < near,
                    "{confidence}: T² {t2}, Q {q}"
                );
            }
        }
        assert_eq!(limits.components, 2);
        // T² of the fitted rows adds up to k(n − 1).
        let sum: f64 = hotelling(&kpca, &kpca.scores()).iter().sum();
        assert!((sum - 2.0 * 399.0).abs() < 1e-6);
        // Two columns of which two components leave nothing.
        let whole = DMatrix::from_fn(50, 2, |i, j| ((i * (j + 3)) as f64).sin());
        let kpca = Workspace::default()
            .fit(&Arc::new(whole), kernel, &options, &|| false)
            .unwrap();
        let limits = ControlLimits::of(&kpca, 0.95, &|| false).unwrap();
        assert_eq!(limits.q, Err(NoLimit::NothingLeft));
    }
}
