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
    if !kernel.kernel().metric().spec().is_inner_product {
        return None;
    }
    match kernel.shape() {
        Curve::Identity if factor > 0.0 => (x.ncols() <= most).then(|| x * factor.sqrt()),
        Curve::Power { degree, coef0 } if coef0 >= 0.0 => {
            polynomial(x, factor, degree, coef0, most)
        }
        Curve::Identity
        | Curve::Power { .. }
        | Curve::ExpM1
        | Curve::Decay(_)
        | Curve::Tanh { .. }
        | Curve::SaturatedTanh { .. } => None,
    }
}

/// Returns features of (γ x·y + c₀)ᵖ, which is the sum over exponents α, |α| = q ≤ p, of p!/(α! (p−q)!) c₀^(p−q) γ^q xᵅ
/// yᵅ: one column for each monomial xᵅ that is not constant (n × D); `None` where D would exceed `most`.
fn polynomial(
    x: &DMatrix<f64>,
    gamma: f64,
    degree: u32,
    coef0: f64,
    most: usize,
) -> Option<DMatrix<f64>> {
    let (n, d) = x.shape();
    let lowest = if coef0 == 0.0 { degree } else { 1 };
    if monomials_up_to(d, degree, most) > most {
        return None;
    }
    let mut columns: Vec<Vec<f64>> = Vec::new();
    // Monomials of degree q − 1, with their last variable and its exponent.
    let mut shorter = vec![(vec![1.0; n], 0, 0_u32)];
    for q in 1..=degree {
        // p!/(p−q)! c₀^(p−q) γ^q; the 1/α! builds up in the monomials.
        let falling: f64 = (degree - q + 1..=degree)
            .map(|i| f64::from(i) * gamma)
            .product();
        let weight = falling * coef0.powi((degree - q).cast_signed());
        let mut longer = Vec::new();
        for (monomial, last, exponent) in &shorter {
            for variable in *last..d {
                let exponent = if variable == *last { exponent + 1 } else { 1 };
                let root = f64::from(exponent).sqrt();
                let next: Vec<f64> = monomial
                    .iter()
                    .zip(x.column(variable).iter())
                    .map(|(m, x)| m * x / root)
                    .collect();
                longer.push((next, variable, exponent));
            }
        }
        if q >= lowest {
            let root = weight.sqrt();
            columns.extend(
                longer
                    .iter()
                    .map(|(m, ..)| m.iter().map(|v| v * root).collect()),
            );
        }
        shorter = longer;
    }
    let count = columns.len();
    Some(DMatrix::from_vec(n, count, columns.concat()))
}

/// Number of monomials of d variables up to a degree, without the constant. Where the number exceeds `most`, any number
/// above `most` may be returned.
fn monomials_up_to(d: usize, degree: u32, most: usize) -> usize {
    // C(d + p, p) − 1, one factor at a time; each partial product is a binomial coefficient, so divisions are exact.
    let mut count = 1_usize;
    for i in 1..=degree as usize {
        count = count.saturating_mul(d + i) / i;
        if count > most + 1 {
            break;
        }
    }
    count - 1
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
        assert_eq!(monomials_up_to(4, 3, 1000), 34);
        assert_eq!(monomials_up_to(64, 2, 5000), 2144);
        assert!(monomials_up_to(64, 50, 5000) > 5000);
        let x = DMatrix::from_element(4, 64, 0.5);
        let kernel = Kernel::poly(1.0, 3, 1.0);
        let (scaled, points) = prepared(kernel, &x);
        assert!(features(&scaled, &points, 500).is_none());
        let negative = Kernel::poly(1.0, 2, -1.0);
        let (scaled, points) = prepared(negative, &x);
        assert!(features(&scaled, &points, 500).is_none());
    }
}
