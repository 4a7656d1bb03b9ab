//! How far computed eigenpairs may be from the true ones, and whether larger ones were missed.

use nalgebra::DMatrix;
use rayon::prelude::*;

/// Eigenvalues closer than this, relative to the largest, do not determine their axes.
pub(crate) const UNDETERMINED: f64 = 1e-6;

/// What rounding makes of an eigenvalue of zero, relative to the largest: its scores are zero.
const ZERO: f64 = 1e-13;

/// `‖Av − λv‖` of each vector (n × k) with its image `Av` (n × k) and its value.
pub(crate) fn residual_norms(
    image: DMatrix<f64>,
    vectors: &DMatrix<f64>,
    values: &[f64],
) -> Vec<f64> {
    let residuals = residuals(image, vectors, values);
    residuals.column_iter().map(|r| r.dot(&r).sqrt()).collect()
}

/// Av − λv for images Av.
pub(crate) fn residuals(
    mut image: DMatrix<f64>,
    vectors: &DMatrix<f64>,
    values: &[f64],
) -> DMatrix<f64> {
    let n = image.nrows().max(1);
    let columns = image.as_mut_slice().par_chunks_mut(n);
    columns
        .zip(vectors.as_slice().par_chunks(n))
        .zip(values)
        .for_each(|((image, v), λ)| {
            for (image, v) in image.iter_mut().zip(v) {
                *image -= λ * v;
            }
        });
    image
}

/// Error of each of the first k score columns v√λ, in norm, relative to the norm of the first.
///
/// `values` are descending approximate eigenvalues, more than k where there are more, `residuals`
/// ‖Av − λv‖ of as many or fewer vectors, and `coupling` bounds |vᵢᵀAvⱼ|; infinite where it is not
/// known. The angle between v and the eigenvector is at most residual/gap (Davis and Kahan 1970),
/// the gap being taken to the nearest eigenvalue that differs enough for the axes to be determined,
/// and much smaller where that eigenvalue's vector is among the others: see [`angle_within`].
pub(crate) fn score_errors(values: &[f64], residuals: &[f64], coupling: f64, k: usize) -> Vec<f64> {
    let (Some(&first), Some(&first_residual)) = (values.first(), residuals.first()) else {
        return Vec::new();
    };
    let largest = first + first_residual;
    if largest <= 0.0 {
        return vec![0.0; k.min(values.len())];
    }
    let determined = UNDETERMINED * largest;
    let error = |j: usize| {
        let (value, residual) = (values[j], residuals[j]);
        let gap = gap(values, j, largest);
        let size = (value.max(0.0) + residual) / largest;
        if size <= ZERO {
            return 0.0;
        }
        let others = (residuals.len() as f64).sqrt();
        let within = angle_within(values, residuals, j, determined) + others * coupling / gap;
        size.sqrt() * within.min(residual / gap).min(1.0)
    };
    (0..k.min(values.len())).map(error).collect()
}

/// Error of each of the first k eigenvalues, relative to the largest modulus: of the size of the
/// residual, or of its square where the others are far (Kato and Temple 1949), taking those that are
/// the same together.
pub(crate) fn eigenvalue_errors(values: &[f64], residuals: &[f64], k: usize) -> Vec<f64> {
    let largest = values.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    if largest <= 0.0 {
        return vec![0.0; k.min(values.len())];
    }
    let error = |j: usize| {
        let same = |&(value, _): &(&f64, _)| (value - values[j]).abs() <= UNDETERMINED * largest;
        let squares = values.iter().zip(residuals).filter(same);
        let squares: f64 = squares.map(|(_, r)| r * r).sum();
        residuals[j].min(squares / gap(values, j, largest)) / largest
    };
    (0..k.min(values.len())).map(error).collect()
}

/// From eigenvalue j (of descending ones) to the nearest that differs enough for the axes to be
/// determined.
fn gap(values: &[f64], j: usize, largest: f64) -> f64 {
    let above = values[..j].iter().rev().map(|v| v - values[j]);
    let below = values[j + 1..].iter().map(|v| values[j] - v);
    let nearest = |mut distances: Box<dyn Iterator<Item = f64> + '_>| {
        distances.find(|&distance| distance > UNDETERMINED * largest)
    };
    match (nearest(Box::new(above)), nearest(Box::new(below))) {
        (Some(a), Some(b)) => a.min(b),
        (Some(gap), None) | (None, Some(gap)) => gap,
        (None, None) => largest,
    }
}

/// Bounds the angle between a Ritz vector and its eigenvector by what couples a group of Ritz vectors
/// to the rest, and not among each other.
///
/// In a basis of the Ritz vector, the others of the group and the rest, A is
/// [[θ, 0, rᵀ], [0, Θ, Rᵀ], [r, R, Z]]. With an eigenvector (x, y, z) of λ, (λ − Θ)y = Rᵀz and
/// (λ − Z)z = rx + Ry, so that |y| ≤ |R||z|/gap and |z|(1 − |R|²/(gap·outside)) ≤ |r|/outside, the
/// distances of λ from Θ and from the spectrum of Z (as in Nakatsukasa 2020). The best of all groups
/// of leading vectors is taken.
fn angle_within(values: &[f64], residuals: &[f64], j: usize, determined: f64) -> f64 {
    let mut angle = f64::INFINITY;
    let (mut squares, mut gap) = (0.0, f64::INFINITY);
    for m in 0..residuals.len().min(values.len().saturating_sub(1)) {
        if m != j {
            squares += residuals[m] * residuals[m];
            let distance = (values[m] - values[j]).abs();
            if distance > determined {
                gap = gap.min(distance);
            }
        }
        let outside = values[j] - values[m + 1];
        if m >= j && outside > determined {
            let kept = 1.0 - squares / (gap * outside);
            let squared = squares / (gap * gap);
            if kept > 0.0 {
                angle = angle.min(residuals[j] / (outside * kept) * (1.0 + squared).sqrt());
            }
        }
    }
    angle
}

/// What a subspace (orthonormal basis V, m columns) has captured of a symmetric matrix A.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Captured {
    /// `tr VᵀAV`.
    pub(crate) trace: f64,
    /// `‖VᵀAV‖²` (Frobenius).
    pub(crate) ritz_squared: f64,
    /// ‖AV‖².
    pub(crate) image_squared: f64,
}

/// Of the whole matrix A.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Totals {
    pub(crate) trace: f64,
    /// How far rounding may have put `trace` off.
    pub(crate) trace_error: f64,
    /// ‖A‖² (Frobenius).
    pub(crate) squared_norm: f64,
    /// How far rounding may have put `squared_norm` off.
    pub(crate) squared_norm_error: f64,
    /// No eigenvalue is negative.
    pub(crate) positive: bool,
}

/// An upper bound of every eigenvalue of A but the k that the first k Ritz pairs stand for, from
/// the trace and the norm of A.
///
/// On the complement of the first k Ritz vectors, A is [[Θ, Cᵀ], [C, Z]]: Θ the other Ritz values,
/// Z what A is outside the subspace, C what couples them. ‖Z‖² is what is left of ‖A‖², and for a
/// positive A its largest eigenvalue is at most what is left of the trace.
pub(crate) fn bound_by_totals(
    totals: &Totals,
    captured: &Captured,
    values: &[f64],
    residuals: &[f64],
    k: usize,
) -> f64 {
    let coupling_squared = captured.image_squared - captured.ritz_squared;
    let slack = totals.squared_norm_error;
    let left = totals.squared_norm - captured.ritz_squared - 2.0 * coupling_squared;
    let mut outside = (left + slack).max(0.0).sqrt();
    if totals.positive {
        outside = outside.min((totals.trace - captured.trace).max(0.0) + totals.trace_error);
    }
    let of_the_first: f64 = residuals.iter().take(k).map(|r| r * r).sum();
    let coupling_squared = (coupling_squared - of_the_first).max(0.0) + slack;
    match values.get(k) {
        Some(&next) => larger_eigenvalue(next, outside, coupling_squared),
        None => outside + coupling_squared.sqrt(),
    }
}

/// Of [[a, c], [c, b]], which bounds those of [[A, Cᵀ], [C, B]] when a and b bound those of A and B,
/// and c = ‖C‖.
pub(crate) fn larger_eigenvalue(a: f64, b: f64, c_squared: f64) -> f64 {
    let (mean, half) = (0.5 * (a + b), 0.5 * (a - b));
    mean + (half * half + c_squared).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_gap_skips_values_that_are_the_same() {
        let values = [4.0, 4.0 - 1e-9, 1.0, 0.5];
        let errors = score_errors(&values, &[3e-6; 4], f64::INFINITY, 3);
        assert!((errors[0] / 1e-6 - 1.0).abs() < 1e-3);
        assert!((errors[2] / (0.5 * 3e-6 / 0.5) - 1.0).abs() < 1e-3);
    }

    #[test]
    fn close_values_are_told_apart_within_a_good_subspace() {
        // A rotation of about 1e-4 out of the span of the first three axes.
        let values = [3.0, 3.0 - 1e-3, 2.0, 0.5, 0.3];
        let n = values.len();
        let a = DMatrix::from_fn(n, n, |i, j| if i == j { values[i] } else { 0.0 });
        let tilt = DMatrix::from_fn(n, 3, |i, j| match i.abs_diff(j) {
            0 => 1.0,
            _ if i >= 3 => 1e-4 / (1 + i + j) as f64,
            _ => 0.0,
        });
        let q = tilt.qr().q();
        let small = (q.tr_mul(&a) * &q).symmetric_eigen();
        let mut order = [0, 1, 2];
        order.sort_by(|&i, &j| small.eigenvalues[j].total_cmp(&small.eigenvalues[i]));
        let v = q * small.eigenvectors.select_columns(&order);
        let mut ritz: Vec<f64> = order.iter().map(|&i| small.eigenvalues[i]).collect();
        let residuals = residual_norms(&a * &v, &v, &ritz);
        ritz.push(0.5);
        let errors = score_errors(&ritz, &residuals, 0.0, 2);
        let plain = score_errors(&ritz, &residuals, f64::INFINITY, 2);
        for j in 0..2 {
            let angle = (1.0 - v[(j, j)].powi(2)).sqrt();
            assert!(
                angle <= errors[j] && errors[j] < 2.0 * angle,
                "{angle} {}",
                errors[j]
            );
            assert!(errors[j] < 0.01 * plain[j]);
        }
    }

    #[test]
    fn the_bound_holds_and_is_sharp_where_little_is_left() {
        let n = 12;
        let diagonal = DMatrix::from_fn(
            n,
            n,
            |i, j| if i == j { 0.5_f64.powi(i as i32) } else { 0.0 },
        );
        // A subspace that holds the first two axes, and misses the third, but for a tilt.
        let mut v = DMatrix::zeros(n, 3);
        v[(0, 0)] = 1.0;
        v[(1, 1)] = 1.0;
        v[(3, 2)] = 0.8;
        v[(2, 2)] = 0.6;
        let image = &diagonal * &v;
        let ritz = v.tr_mul(&image);
        let captured = Captured {
            trace: ritz.trace(),
            ritz_squared: ritz.norm_squared(),
            image_squared: image.norm_squared(),
        };
        let values = [1.0, 0.5, ritz[(2, 2)]];
        for positive in [true, false] {
            let totals = Totals {
                trace: diagonal.trace(),
                squared_norm: diagonal.norm_squared(),
                trace_error: 1e-15,
                squared_norm_error: 1e-15,
                positive,
            };
            let bound = bound_by_totals(&totals, &captured, &values, &[0.0; 3], 2);
            assert!((0.25..0.4).contains(&bound), "{bound}");
        }
    }
}
