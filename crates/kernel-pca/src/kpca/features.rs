//! Explicit feature maps of kernels that are inner products in few dimensions: linear ones, and polynomial ones by
//! monomials.

use nalgebra::DMatrix;

use crate::kernel::{Curve, MetricPoints, ScaledKernel};

/// Returns features (n × D) of the points, whose inner products are the kernel's values less a constant, in the
/// kernel's unit; `None` where there is no such map of at most `most` dimensions.
pub(super) fn features(
    kernel: &ScaledKernel,
    points: &MetricPoints,
    most: usize,
) -> Option<DMatrix<f64>> {
    let (x, factor) = (points.coordinates(), kernel.factor());
    if !kernel.kernel().metric().spec().is_inner_product() {
        return None;
    }
    match kernel.shape() {
        Curve::Identity if factor > 0.0 => (x.ncols() <= most).then(|| x * factor.sqrt()),
        Curve::Power { degree, coef0 } if coef0 >= 0.0 => {
            let count = monomials(x.ncols(), degree, false) - 1.0;
            // A constant feature is lost to centring.
            let lowest = if coef0 == 0.0 { degree } else { 1 };
            (count <= most as f64).then(|| {
                let monomials = Monomial::of_power(x.ncols(), factor, degree, coef0, lowest);
                Monomial::evaluate(&monomials, x)
            })
        }
        Curve::Identity
        | Curve::Power { .. }
        | Curve::ExpM1
        | Curve::Decay(_)
        | Curve::Tanh { .. }
        | Curve::SaturatedTanh { .. } => None,
    }
}

/// Feature of a polynomial kernel: the square root of `weight` times a product of powers of the data's features.
#[derive(Debug, Clone, PartialEq)]
pub struct Monomial {
    /// Indices of features with their exponents, by feature.
    pub powers: Vec<(usize, u32)>,
    /// Weight p!/(α! (p−q)!) c₀^(p−q) γ^q for exponents α that add up to q.
    pub weight: f64,
}

impl Monomial {
    /// Monomials of (γ x·y + c₀)ᵖ in d features, of the degrees q from `lowest` to p: the kernel is the sum over
    /// exponents α, |α| = q ≤ p, of p!/(α! (p−q)!) c₀^(p−q) γ^q xᵅ yᵅ.
    pub(crate) fn of_power(
        d: usize,
        gamma: f64,
        degree: u32,
        coef0: f64,
        lowest: u32,
    ) -> Vec<Self> {
        let of_degree = |q: u32| {
            let mut of_degree: Vec<(f64, Vec<(usize, u32)>)> = exponents(0, d, q)
                .into_iter()
                .map(|powers| (ways(degree, &powers), powers))
                .collect();
            // Powers of one feature come first, as textbooks write them.
            of_degree.sort_by(|(a, _), (b, _)| a.total_cmp(b));
            let rest = (degree - q).cast_signed();
            of_degree.into_iter().map(move |(ways, powers)| Self {
                powers,
                weight: ways * coef0.powi(rest) * gamma.powi(q.cast_signed()),
            })
        };
        (lowest..=degree).flat_map(of_degree).collect()
    }

    /// Evaluates monomials at each row of x (n × d), one per column.
    pub(crate) fn evaluate(monomials: &[Self], x: &DMatrix<f64>) -> DMatrix<f64> {
        let mut phi = DMatrix::zeros(x.nrows(), monomials.len());
        for (mut column, monomial) in phi.column_iter_mut().zip(monomials) {
            column.fill(monomial.weight.sqrt());
            for &(feature, exponent) in &monomial.powers {
                for _ in 0..exponent {
                    column.component_mul_assign(&x.column(feature));
                }
            }
        }
        phi
    }
}

/// Number of monomials in d variables of degree p alone (`homogeneous`), or of all degrees up to p.
pub(crate) fn monomials(d: usize, degree: u32, homogeneous: bool) -> f64 {
    choose(
        d as f64 + f64::from(degree) - f64::from(u8::from(homogeneous)),
        degree,
    )
}

/// Exponents, adding up to q, of the variables from `first` to d, one list of (variable, exponent) for each monomial;
/// high exponents of the first variables come first.
fn exponents(first: usize, d: usize, q: u32) -> Vec<Vec<(usize, u32)>> {
    if q == 0 {
        return vec![vec![]];
    }
    let led_by = |variable: usize| {
        (1..=q).rev().flat_map(move |exponent| {
            let others = exponents(variable + 1, d, q - exponent).into_iter();
            others.map(move |others| [vec![(variable, exponent)], others].concat())
        })
    };
    (first..d).flat_map(led_by).collect()
}

/// Number p!/(α! (p−q)!) of products of p factors that give the monomial with exponents α.
fn ways(degree: u32, powers: &[(usize, u32)]) -> f64 {
    let mut left = degree;
    let choices = powers.iter().map(|&(_, exponent)| {
        let ways = choose(f64::from(left), exponent);
        left -= exponent;
        ways
    });
    choices.product()
}

/// Binomial coefficient C(n, k), one factor at a time.
fn choose(n: f64, k: u32) -> f64 {
    (1..=k)
        .map(f64::from)
        .fold(1.0, |ways, i| (ways * (n - f64::from(k) + i) / i).round())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::Kernel;
    use crate::power_of_two::times;

    fn prepared(kernel: Kernel, x: &DMatrix<f64>) -> (ScaledKernel, MetricPoints) {
        let points = MetricPoints::new(x, kernel.metric());
        (ScaledKernel::new(kernel, &points, None).unwrap(), points)
    }

    #[test]
    fn inner_products_are_the_kernel() {
        let x = DMatrix::from_fn(9, 3, |i, j| ((5 * i + 3 * j) % 7) as f64 - 2.5);
        for (degree, coef0) in [(1, 0.0), (2, 0.0), (3, 0.0), (1, 2.0), (2, 0.5), (5, 1.0)] {
            let kernel = Kernel::poly(0.4, degree, coef0);
            let (scaled, points) = prepared(kernel, &x);
            let phi = features(&scaled, &points, 1000).unwrap();
            let expected = kernel.matrix(&x, &x).add_scalar(-kernel.constant());
            let expected = expected.map(|value| times(value, -scaled.exponent()));
            let error = (&phi * phi.transpose() - &expected).amax();
            assert!(error < 1e-12 * expected.amax(), "{kernel:?}: {error}");
        }
    }

    #[test]
    fn counts_and_gives_up() {
        assert_eq!(monomials(4, 3, false), 35.0);
        assert_eq!(monomials(64, 2, false), 2145.0);
        assert!(monomials(64, 50, false) > 5000.0);
        let x = DMatrix::from_element(4, 64, 0.5);
        let kernel = Kernel::poly(1.0, 3, 1.0);
        let (scaled, points) = prepared(kernel, &x);
        assert!(features(&scaled, &points, 500).is_none());
        let negative = Kernel::poly(1.0, 2, -1.0);
        let (scaled, points) = prepared(negative, &x);
        assert!(features(&scaled, &points, 500).is_none());
    }
}
