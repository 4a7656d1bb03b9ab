//! Fourier modes that stand for an RBF kernel, with bounds on the error of their sum.
//!
//! A Gaussian is a sum of waves. With spacings h, one for each axis, and p = 1/h, Poisson's summation formula
//! says of g(r) = exp(−γ|r|²) that
//!
//! Σⱼ Dⱼ exp(2πi hj·r) = Σₖ g(r + kp), Dⱼ = Πₐ hₐ√(π/γ) exp(−π²hₐ²jₐ²/γ),
//!
//! over all integer vectors j and k. Where only some modes j are kept, the error of the left side is bounded by two
//! sums of positive numbers:
//!
//! - **Aliasing**: the terms k ≠ 0. Along an axis of width L, |r| ≤ L, they add up to at most α = Σₖ exp(−γ(kp − L)²) +
//!   exp(−γk²p²) over k ≥ 1, since |r ± kp| is at least kp − L on one side and kp on the other. The kernel is a product
//!   of one factor between 0 and 1 per axis, each with an error of at most α, and has an error of at most Π(1 + α) − 1.
//! - **Truncation**: the sum of the weights of the modes left out, since a wave's modulus is 1.
//!
//! Both decay like exp(−c²): with c² = log 1/ε, p = L + c/√γ and modes up to |hj| ≤ c√γ/π, each is about ε.

use std::{f64::consts::PI, ops::Range};

use nalgebra::DMatrix;

/// Modes on a grid, symmetric about the zero mode, with their weights D for one γ.
#[derive(Debug, Clone)]
pub(crate) struct Modes {
    /// Spacing h along each axis.
    pub(super) spacing: Vec<f64>,
    /// Number m of modes to each side of zero, along each axis.
    pub(super) reach: Vec<usize>,
    /// √D over the grid, the last axis running fastest; zero for modes left out.
    pub(super) roots: Vec<f64>,
    /// Places of the modes kept in the first half of the grid. The second half of the grid holds their opposites, and
    /// the middle the zero mode.
    pub(super) half: Vec<usize>,
    /// Exponent of the smallest weights: those kept are at least e^−`digits` of the largest.
    pub(super) digits: f64,
    /// Upper bound on the error of a kernel value.
    pub(crate) error: f64,
}

/// Rounding error of the sum of a mode over all points, relative to the number of points (measured:
/// docs/experiments.md, "Fourier modes: RBF in few dimensions").
pub(super) const SUMMED: f64 = 8e-15;
/// Rounding error of the phase of a point, in radians per unit of the mode's index: see [`Modes::rounding`].
const PHASE: f64 = 0.5 * PI * f64::EPSILON;
/// Size of a term below which the sum of a bound ends; far below the error of a kernel value.
const NEGLIGIBLE: f64 = 1e-40;
/// Exponent −ln [`NEGLIGIBLE`], rounded up.
const FAR: f64 = 92.2;

/// Returns, for each of the `widths`, the largest spacing of modes at which aliases are about e^−`digits`.
pub(super) fn spacing(widths: &[f64], gamma: f64, digits: f64) -> Vec<f64> {
    let margin = (digits / gamma).sqrt();
    widths.iter().map(|width| 1.0 / (width + margin)).collect()
}

/// Returns the number of modes to each side of zero with weights above e^−`digits` of the largest; infinite where the
/// formula gives no number.
pub(super) fn reach(spacing: f64, gamma: f64, digits: f64) -> f64 {
    let reach = ((digits * gamma).sqrt() / (PI * spacing)).ceil();
    if reach.is_nan() { f64::INFINITY } else { reach }
}

impl Modes {
    /// Keeps the modes in an ellipsoid, beyond which weights are below e^−`digits` of the largest, for points in a box
    /// with these `widths`; `spacing` holds the spacing of the modes along each axis.
    pub(super) fn new(spacing: &[f64], widths: &[f64], gamma: f64, digits: f64) -> Self {
        let reach: Vec<usize> = spacing
            .iter()
            .map(|&h| reach(h, gamma, digits) as usize)
            .collect();
        let axes: Vec<AxisWeights> = spacing
            .iter()
            .map(|&h| AxisWeights::new(h, gamma))
            .collect();
        let mut exponents = vec![0.0];
        for (axis, &m) in axes.iter().zip(&reach) {
            exponents = exponents
                .iter()
                .flat_map(|before| {
                    let along = move |j: usize| before + axis.exponent(j.abs_diff(m));
                    (0..=2 * m).map(along)
                })
                .collect();
        }
        let largest: f64 = axes.iter().map(|axis| axis.largest).product();
        let roots: Vec<f64> = exponents
            .iter()
            .map(|&e| {
                if e <= digits {
                    (largest * (-e).exp()).sqrt()
                } else {
                    0.0
                }
            })
            .collect();
        let half = (0..roots.len() / 2).filter(|&j| roots[j] > 0.0).collect();
        let aliased: f64 = widths
            .iter()
            .zip(spacing)
            .map(|(&width, &h)| aliases(width, h, gamma).ln_1p())
            .sum();
        Self {
            error: aliased.exp_m1() + left_out(&axes, digits),
            spacing: spacing.to_vec(),
            digits,
            reach,
            roots,
            half,
        }
    }

    /// Number of modes along each axis.
    pub(super) fn shape(&self) -> Vec<usize> {
        self.reach.iter().map(|m| 2 * m + 1).collect()
    }

    /// Error by rounding of sums over n points, and of the matrix made of them, in units of n.
    ///
    /// A coordinate relative to the middle of the box has an error of ε/4 of the width, and its phase in mode j one of
    /// πεj/2. The sum of mode j enters the matrix with the weights of two modes whose difference is j; with weights
    /// down to e^−`digits` such differences are about m/√(2 digits).
    pub(crate) fn rounding(&self) -> f64 {
        let sides: f64 = self.reach.iter().map(|&m| m as f64).sum();
        SUMMED + PHASE * sides / self.digits.sqrt()
    }

    /// Place of the zero mode on the grid.
    pub(super) fn middle(&self) -> usize {
        self.roots.len() / 2
    }

    /// Dimension (real) of the space of coefficients that are conjugate for opposite modes, without the zero mode.
    pub(super) fn dim(&self) -> usize {
        2 * self.half.len()
    }

    /// Returns, for each mode of the half, its index in the half of `others`, whose grid has the same spacing; `None`
    /// for modes that `others` lacks.
    fn among(&self, others: &Self) -> Vec<Option<usize>> {
        let mut order = vec![None; others.roots.len()];
        for (i, &place) in others.half.iter().enumerate() {
            order[place] = Some(i);
        }
        let counterpart = |&place: &usize| {
            let (mut left, mut there, mut stride) = (place, 0, 1);
            for (m, other) in self.reach.iter().zip(&others.reach).rev() {
                let j = (left % (2 * m + 1) + other).checked_sub(*m)?;
                left /= 2 * m + 1;
                if j > 2 * other {
                    return None;
                }
                there += stride * j;
                stride *= 2 * other + 1;
            }
            order[there]
        };
        self.half.iter().map(counterpart).collect()
    }

    /// Converts vectors in real coordinates over the modes of `others` to real coordinates over these modes, with zeros
    /// for modes that `others` lacks; `None` where spacings differ.
    pub(super) fn carried(&self, others: &Self, vectors: &DMatrix<f64>) -> Option<DMatrix<f64>> {
        if self.spacing != others.spacing {
            return None;
        }
        let among = self.among(others);
        let (count, other) = (among.len(), others.half.len());
        Some(DMatrix::from_fn(2 * count, vectors.ncols(), |i, column| {
            let row = among[i % count].map(|row| row + i / count * other);
            row.map_or(0.0, |row| vectors[(row, column)])
        }))
    }

    /// Returns the places of the half of the modes as runs of consecutive places.
    pub(super) fn runs(&self) -> Vec<Range<usize>> {
        let chunks = self.half.chunk_by(|before, next| before + 1 == *next);
        chunks.map(|run| run[0]..run[0] + run.len()).collect()
    }

    /// Returns the weights of the modes along each axis, relative to that of the zero mode.
    pub(super) fn along_axes(&self) -> Vec<Vec<f64>> {
        let middle = self.middle();
        let mut stride = 1;
        let mut axes = Vec::new();
        for &m in self.reach.iter().rev() {
            let first = middle - m * stride;
            let places = (0..=2 * m).map(|j| first + j * stride);
            axes.push(
                places
                    .map(|p| self.weight(p) / self.weight(middle))
                    .collect(),
            );
            stride *= 2 * m + 1;
        }
        axes.reverse();
        axes
    }

    /// Weight D of the mode at a place of the grid.
    pub(super) fn weight(&self, place: usize) -> f64 {
        self.roots[place] * self.roots[place]
    }
}

/// Weights along one axis: largest · exp(−rate·j²) for mode j.
struct AxisWeights {
    /// Weight of the mode 0, h√(π/γ).
    largest: f64,
    /// Decay (πh)²/γ of the logarithm of the weights per unit of j².
    rate: f64,
}

impl AxisWeights {
    fn new(spacing: f64, gamma: f64) -> Self {
        Self {
            largest: spacing * (PI / gamma).sqrt(),
            rate: (PI * spacing).powi(2) / gamma,
        }
    }

    /// Exponent of the weight of mode j, relative to the largest.
    fn exponent(&self, j: usize) -> f64 {
        self.rate * (j as f64).powi(2)
    }

    /// Returns the weight of mode 0, then the sums of the weights of modes ±1, ±2, …, until they are negligible.
    fn weights(&self) -> Vec<f64> {
        let count = (FAR / self.rate).sqrt() as usize + 2;
        let sides = |j| if j == 0 { 1.0 } else { 2.0 };
        (0..count)
            .map(|j| sides(j) * self.largest * (-self.exponent(j)).exp())
            .collect()
    }
}

/// Sum of the weights of all modes whose exponents along the axes add up to more than `digits`. Only small numbers are
/// added, so that no digits cancel.
fn left_out(axes: &[AxisWeights], digits: f64) -> f64 {
    let Some((axis, others)) = axes.split_first() else {
        return if digits < 0.0 { 1.0 } else { 0.0 };
    };
    let weights = axis.weights();
    if others.is_empty() {
        let beyond = |&(j, _): &(usize, &f64)| axis.exponent(j) > digits;
        let beyond = weights.iter().enumerate().filter(beyond);
        return beyond.map(|(_, weight)| weight).sum();
    }
    let total: f64 = others
        .iter()
        .map(|axis| axis.weights().iter().sum::<f64>())
        .product();
    let terms = weights.iter().enumerate().map(|(j, weight)| {
        let rest = digits - axis.exponent(j);
        weight
            * if rest < 0.0 {
                total
            } else {
                left_out(others, rest)
            }
    });
    terms.sum()
}

/// Upper bound α on the sum of the aliases along an axis, relative to a kernel value of 1.
fn aliases(width: f64, spacing: f64, gamma: f64) -> f64 {
    let term = |distance: f64| (-gamma * distance * distance).exp();
    let mut sum = 0.0;
    for k in 1..1000 {
        let away = f64::from(k) / spacing;
        let next = term(away - width) + term(away);
        sum += next;
        if next < NEGLIGIBLE {
            break;
        }
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sum of the modes at a difference r of two points.
    fn sum(modes: &Modes, r: &[f64]) -> f64 {
        let shape = modes.shape();
        (0..modes.roots.len())
            .map(|place| {
                let mut left = place;
                let mut phase = 0.0;
                for a in (0..shape.len()).rev() {
                    let j = (left % shape[a]) as f64 - modes.reach[a] as f64;
                    left /= shape[a];
                    phase += modes.spacing[a] * j * r[a];
                }
                modes.weight(place) * (2.0 * PI * phase).cos()
            })
            .sum()
    }

    #[test]
    fn the_sum_is_the_kernel_to_within_the_bound() {
        for (widths, gamma) in [
            (vec![3.0], 0.01),
            (vec![3.0], 40.0),
            (vec![3.0, 1.5], 2.0),
            (vec![1.0, 0.5, 2.0], 1.0),
        ] {
            for digits in [9.0, 16.0, 37.0] {
                let modes = Modes::new(&spacing(&widths, gamma, digits), &widths, gamma, digits);
                assert!(modes.error < 30.0 * (-digits).exp(), "{}", modes.error);
                let mut worst: f64 = 0.0;
                for step in 0..=20 {
                    let r: Vec<f64> = widths.iter().map(|w| w * f64::from(step) / 20.0).collect();
                    let squared: f64 = r.iter().map(|r| r * r).sum();
                    worst = worst.max((sum(&modes, &r) - (-gamma * squared).exp()).abs());
                }
                assert!(worst <= modes.error + 3e-14, "{worst} {}", modes.error);
                // The bound is at most 20 times the error.
                assert!(digits > 20.0 || modes.error < 20.0 * worst);
            }
        }
    }
}
