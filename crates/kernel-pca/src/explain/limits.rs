//! Control limits of the two numbers by which process control judges new rows: Q, the squared residual that the
//! components leave of a row, and Hotelling's T², the row's distance from the mean along the components.
//!
//! Both limits assume normally distributed scores (Jackson and Mudholkar 1979; Tracy, Young and Mason 1992).

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

/// Reason for which a number has no limit.
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

/// Turns K (n × n) into `(I − VVᵀ) K (I − VVᵀ)` for orthonormal V (n × k): the eigenvalues that are left are those not of
/// V. Powers of K less powers of the eigenvalues of V would lose the digits of small ones, and `K − VΛVᵀ` those that
/// errors of V reach; here these enter as squares.
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

/// Limit of Q by Jackson and Mudholkar (1979) from θᵢ, the sums of the ith powers of the variances that are left, i = 1,
/// 2, 3; `None` where the formula has no positive value.
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

/// Quantile of the standard normal distribution at a probability from 0.5 to just below 1, to about 16 digits (Wichura
/// 1988, algorithm AS 241).
fn normal_quantile(probability: f64) -> f64 {
    let from_middle = probability - 0.5;
    let (r, [above, below]) = if from_middle.abs() <= 0.425 {
        (0.180_625 - from_middle * from_middle, MIDDLE)
    } else {
        let r = (-(1.0 - probability).ln()).sqrt();
        if r <= 5.0 {
            (r - 1.6, TAIL)
        } else {
            (r - 5.0, FAR_TAIL)
        }
    };
    let at = |terms: [f64; 8]| terms.iter().rev().fold(0.0, |sum, term| sum * r + term);
    let ratio = at(above) / at(below);
    if from_middle.abs() <= 0.425 {
        from_middle * ratio
    } else {
        ratio
    }
}

/// Coefficients of a numerator and a denominator, the constant first.
type Ratio = [[f64; 8]; 2];

/// Coefficients for probabilities up to 0.925.
const MIDDLE: Ratio = [
    [
        3.387_132_872_796_366_5,
        1.331_416_678_917_843_8e2,
        1.971_590_950_306_551_3e3,
        1.373_169_376_550_946e4,
        4.592_195_393_154_987e4,
        6.726_577_092_700_87e4,
        3.343_057_558_358_813e4,
        2.509_080_928_730_122_7e3,
    ],
    [
        1.0,
        4.231_333_070_160_091e1,
        6.871_870_074_920_579e2,
        5.394_196_021_424_751e3,
        2.121_379_430_158_659_7e4,
        3.930_789_580_009_271e4,
        2.872_908_573_572_194_3e4,
        5.226_495_278_852_854e3,
    ],
];
/// Coefficients for probabilities up to 1 − e⁻²⁵.
const TAIL: Ratio = [
    [
        1.423_437_110_749_683_5,
        4.630_337_846_156_546,
        5.769_497_221_460_691,
        3.647_848_324_763_204_5,
        1.270_458_252_452_368_4,
        2.417_807_251_774_506e-1,
        2.272_384_498_926_918_4e-2,
        7.745_450_142_783_414e-4,
    ],
    [
        1.0,
        2.053_191_626_637_759,
        1.676_384_830_183_803_8,
        6.897_673_349_851e-1,
        1.481_039_764_274_800_8e-1,
        1.519_866_656_361_645_7e-2,
        5.475_938_084_995_345e-4,
        1.050_750_071_644_416_9e-9,
    ],
];
/// Coefficients for larger probabilities.
const FAR_TAIL: Ratio = [
    [
        6.657_904_643_501_103,
        5.463_784_911_164_114,
        1.784_826_539_917_291_3,
        2.965_605_718_285_048_7e-1,
        2.653_218_952_657_612_4e-2,
        1.242_660_947_388_078_4e-3,
        2.711_555_568_743_487_6e-5,
        2.010_334_399_292_288_1e-7,
    ],
    [
        1.0,
        5.998_322_065_558_88e-1,
        1.369_298_809_227_358e-1,
        1.487_536_129_085_061_5e-2,
        7.868_691_311_456_133e-4,
        1.846_318_317_510_054_8e-5,
        1.421_511_758_316_446e-7,
        2.044_263_103_389_939_8e-15,
    ],
];

/// Quantile of the F-distribution with a and b degrees of freedom, by bisection.
fn f_quantile(probability: f64, a: f64, b: f64) -> f64 {
    let [mut low, mut high] = [0.0, 1.0];
    for _ in 0..BISECTIONS {
        let middle = f64::midpoint(low, high);
        if incomplete_beta(0.5 * a, 0.5 * b, middle) < probability {
            low = middle;
        } else {
            high = middle;
        }
    }
    // x = aF/(aF + b).
    b * low / (a * (1.0 - low))
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
    let front = a * x.ln() + b * (-x).ln_1p() + ln_gamma(a + b) - ln_gamma(a) - ln_gamma(b);
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

/// Logarithm of Γ(x) for x > 0 by Stirling's series (DLMF 5.11.1), shifted to x ≥ 15, where the series has full
/// precision.
fn ln_gamma(x: f64) -> f64 {
    let (mut x, mut shift) = (x, 0.0);
    while x < 15.0 {
        shift += x.ln();
        x += 1.0;
    }
    let square = (x * x).recip();
    let series = (1.0 / 12.0
        - square
            * (1.0 / 360.0 - square * (1.0 / 1260.0 - square * (1.0 / 1680.0 - square / 1188.0))))
        / x;
    (x - 0.5) * x.ln() - x + 0.5 * std::f64::consts::TAU.ln() + series - shift
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
