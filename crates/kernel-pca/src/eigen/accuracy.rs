//! Bounds on the errors of computed eigenpairs, and on eigenvalues that may have been missed. Angles follow from
//! residuals and gaps (Davis and Kahan 1970), eigenvalues from squared residuals (Kato and Temple 1949), and bounds on
//! missed eigenvalues from the trace and the Frobenius norm of the matrix.

use nalgebra::DMatrix;
use rayon::prelude::*;

/// Distance of two eigenvalues, relative to the largest |λ|, up to which they do not determine their axes. A smaller
/// value would let axes that rounding turns pass for determined. A larger one would call more components arbitrary.
pub(crate) const UNDETERMINED: f64 = 1e-6;

/// Eigenvalue, relative to the largest, up to which it counts as zero, and its scores as free of error.
const ZERO: f64 = 1e-13;

/// Residual norms ‖Av − λv‖ of the vectors v (n × k), given their images Av (n × k) and values λ (length k).
pub(crate) fn residual_norms(
    image: DMatrix<f64>,
    vectors: &DMatrix<f64>,
    values: &[f64],
) -> Vec<f64> {
    let residuals = residuals(image, vectors, values);
    residuals.column_iter().map(|r| r.dot(&r).sqrt()).collect()
}

/// Residual vectors Av − λv (n × k) of the vectors v (n × k), given their images Av (n × k) and values λ (length k).
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

/// Ritz values and residuals of the leading pairs of a symmetric matrix A, with bounds on all other eigenvalues.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RitzResiduals<'a> {
    /// Number k of pairs wanted.
    pub(crate) wanted: usize,
    /// Ritz values, descending; may hold more than the k wanted.
    pub(crate) values: &'a [f64],
    /// Residual norms ‖Av − λv‖ of the leading pairs; at most one per value.
    pub(crate) residuals: &'a [f64],
    /// Upper bound on |vᵢᵀAvⱼ − λᵢδᵢⱼ|; infinite where none is known.
    pub(crate) coupling: f64,
    /// Upper bounds on the other eigenvalues: entry i bounds all eigenvalues of A but the k + i largest. An empty list
    /// means that no bound is known; the Ritz values beyond the k wanted are then taken for the largest others.
    pub(crate) bounds_beyond: &'a [f64],
}

impl RitzResiduals<'_> {
    /// Upper bound on the error of each wanted score column v√λ, in norm, relative to the norm of the first column.
    ///
    /// The angle between v and the eigenvector is at most residual/gap (Davis and Kahan 1970). The gap is the distance
    /// to the nearest eigenvalue that is farther than [`UNDETERMINED`]. The bound is much smaller where that
    /// eigenvalue's vector is among the computed ones: see [`Self::angle_within`].
    pub(crate) fn score_errors(&self) -> Vec<f64> {
        let (values, residuals) = (self.values, self.residuals);
        let first = values.first().zip(residuals.first());
        let largest = first.map_or(0.0, |(value, residual)| value + residual);
        if largest <= 0.0 {
            return vec![0.0; self.count()];
        }
        let others = (residuals.len() as f64).sqrt();
        let error = |j: usize| {
            let (value, residual) = (values[j], residuals[j]);
            let gap = self.gap(j);
            let size = (value.max(0.0) + residual) / largest;
            if size <= ZERO {
                return 0.0;
            }
            let within = self.angle_within(j) + others * self.coupling / gap;
            size.sqrt() * chord(within.min(residual / gap))
        };
        (0..self.count()).map(error).collect()
    }

    /// Upper bound on the error of each wanted eigenvalue, relative to the largest |λ|. The bound is the residual or,
    /// where smaller, the sum of the squared residuals of all eigenvalues equal to this one over their gap to the
    /// others (Kato and Temple 1949). The second bound needs Rayleigh quotients vᵢᵀAvᵢ, which a finite `coupling`
    /// vouches for, and other eigenvalues that are known to lie apart.
    pub(crate) fn eigenvalue_errors(&self) -> Vec<f64> {
        let (values, residuals) = (self.values, self.residuals);
        let scale = self.scale();
        if scale <= 0.0 {
            return vec![0.0; self.count()];
        }
        let error = |j: usize| {
            let same = |&(value, _): &(&f64, _)| (value - values[j]).abs() <= self.determined();
            let squares = values.iter().zip(residuals).filter(same);
            let squares: f64 = squares.map(|(_, r)| r * r).sum();
            let of_squares = if self.coupling.is_finite() && self.stands_apart(j) {
                squares / self.gap(j)
            } else {
                f64::INFINITY
            };
            residuals[j].min(of_squares) / scale
        };
        (0..self.count()).map(error).collect()
    }

    /// Returns true where the eigenvalues below value j and those equal to it are known to differ from it by more than
    /// [`Self::determined`], or where nothing is known of the eigenvalues beyond the wanted ones.
    fn stands_apart(&self, j: usize) -> bool {
        let gap = self.gap_below(j);
        self.bounds_beyond.is_empty() || gap.is_some_and(|gap| gap > self.determined())
    }

    /// Number of wanted pairs that have both a value and a residual.
    fn count(&self) -> usize {
        self.wanted.min(self.values.len()).min(self.residuals.len())
    }

    /// Largest |λ| of the Ritz values.
    fn scale(&self) -> f64 {
        let ends = self.values.first().into_iter().chain(self.values.last());
        ends.fold(0.0, |m, v| m.max(v.abs()))
    }

    /// Distance up to which eigenvalues do not determine their axes: [`UNDETERMINED`] times the largest |λ|.
    fn determined(&self) -> f64 {
        UNDETERMINED * self.scale()
    }

    /// Upper bound on every eigenvalue but the m largest; `None` where none is known.
    fn ceiling(&self, m: usize) -> Option<f64> {
        match m.checked_sub(self.wanted) {
            Some(beyond) if !self.bounds_beyond.is_empty() => self.bounds_beyond.get(beyond),
            _ => self.values.get(m),
        }
        .copied()
    }

    /// Distance from eigenvalue j to the nearest one farther than [`Self::determined`]; the largest |λ| where there is
    /// none.
    fn gap(&self, j: usize) -> f64 {
        let (value, determined) = (self.values[j], self.determined());
        let mut above = self.values[..j].iter().rev().map(|other| other - value);
        let above = above.find(|&distance| distance > determined);
        match (above, self.gap_below(j)) {
            (Some(a), Some(b)) => a.min(b),
            (Some(gap), None) | (None, Some(gap)) => gap,
            (None, None) => self.scale(),
        }
    }

    /// Distance from eigenvalue j to the nearest smaller one that is farther than [`Self::determined`]; `None` where no
    /// such eigenvalue is known.
    fn gap_below(&self, j: usize) -> Option<f64> {
        let (value, determined) = (self.values[j], self.determined());
        let highest = value - determined;
        for m in j + 1.. {
            match (self.ceiling(m), self.values.get(m)) {
                (Some(ceiling), _) if ceiling < highest => return Some(value - ceiling),
                // An eigenvalue is at least its Ritz value, so eigenvalue m belongs to the group of value j.
                (Some(_), Some(&floor)) if floor >= highest => (),
                (Some(_), None) if m > self.wanted => return None,
                (None, None) => return None,
                // Eigenvalue m may lie anywhere below `highest`.
                _ => return Some(determined),
            }
        }
        None
    }

    /// Bounds the sine of the angle between Ritz vector j and its eigenvector by the residuals of a group of leading
    /// Ritz vectors, which are taken to be uncoupled among each other.
    ///
    /// In a basis of the Ritz vector, the others of the group and the rest, A is [[θ, 0, rᵀ], [0, Θ, Rᵀ], [r, R, Z]].
    /// With an eigenvector (x, y, z) of λ, (λ − Θ)y = Rᵀz and (λ − Z)z = rx + Ry, so that |y| ≤ |R||z|/gap and |z|(1 −
    /// |R|²/(gap·outside)) ≤ |r|/outside, where `gap` and `outside` are the distances of λ from Θ and from the spectrum
    /// of Z (as in Nakatsukasa 2020). The smallest bound over all groups of leading vectors is returned.
    ///
    /// Where θ and all of Θ are larger than c, and A has no more eigenvalues above c than the group, then Z ≤ c +
    /// (|r|² + |R|²)/(Θ − c): A − c has as many positive eigenvalues as diag(θ, Θ) − c and its Schur complement.
    fn angle_within(&self, j: usize) -> f64 {
        let (values, residuals) = (self.values, self.residuals);
        let determined = self.determined();
        let mut angle = f64::INFINITY;
        let (mut squares, mut gap) = (0.0, f64::INFINITY);
        for m in 0..residuals.len().min(values.len()) {
            if m != j {
                squares += residuals[m] * residuals[m];
                let distance = (values[m] - values[j]).abs();
                if distance > determined {
                    gap = gap.min(distance);
                }
            }
            let Some(ceiling) = self.ceiling(m + 1) else {
                break;
            };
            if m < j || values[m] <= ceiling {
                continue;
            }
            let coupling = squares + residuals[j] * residuals[j];
            let outside = values[j] - ceiling - coupling / (values[m] - ceiling);
            let kept = 1.0 - squares / (gap * outside);
            if outside > determined && kept > 0.0 {
                let squared = squares / (gap * gap);
                angle = angle.min(residuals[j] / (outside * kept) * (1.0 + squared).sqrt());
            }
        }
        angle
    }
}

/// Largest distance of two unit vectors, up to sign, whose angle has a sine of at most `sine`.
fn chord(sine: f64) -> f64 {
    if sine < 1.0 {
        sine * (2.0 / (1.0 + (1.0 - sine * sine).sqrt())).sqrt()
    } else {
        std::f64::consts::SQRT_2
    }
}

/// Trace and squared norms of a symmetric matrix A in a subspace with the orthonormal basis V (m columns).
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SubspaceTotals {
    /// Trace of `VᵀAV`.
    pub(crate) trace: f64,
    /// Squared Frobenius norm of `VᵀAV`.
    pub(crate) ritz_squared: f64,
    /// Squared Frobenius norm of AV.
    pub(crate) image_squared: f64,
}

/// Trace and squared norm of a whole matrix A, with bounds on their rounding errors.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct MatrixTotals {
    /// Trace of A.
    pub(crate) trace: f64,
    /// Upper bound on the error of `trace` by rounding.
    pub(crate) trace_error: f64,
    /// Squared Frobenius norm of A.
    pub(crate) squared_norm: f64,
    /// Upper bound on the error of `squared_norm` by rounding.
    pub(crate) squared_norm_error: f64,
    /// True where A is known to have no negative eigenvalue.
    pub(crate) positive: bool,
}

/// Upper bounds on the eigenvalues of A beyond the first `wanted`, from its trace and norm: entry j bounds all but the
/// `wanted` + j largest.
///
/// On the complement of the first k Ritz vectors, A is [[Θ, Cᵀ], [C, Z]]: Θ holds the other Ritz values, Z is A outside
/// the subspace, and C couples the two. ‖Z‖² is ‖A‖² less the squared norms of the other blocks. For a positive
/// semidefinite A the largest eigenvalue of Z is at most the trace of A less that of the subspace.
pub(crate) fn bound_by_totals(
    totals: &MatrixTotals,
    captured: &SubspaceTotals,
    values: &[f64],
    residuals: &[f64],
    wanted: usize,
) -> Vec<f64> {
    let coupling_squared = captured.image_squared - captured.ritz_squared;
    let slack = totals.squared_norm_error;
    let left = totals.squared_norm - captured.ritz_squared - 2.0 * coupling_squared;
    let mut outside = (left + slack).max(0.0).sqrt();
    if totals.positive {
        outside = outside.min((totals.trace - captured.trace).max(0.0) + totals.trace_error);
    }
    let of_the_first: f64 = residuals.iter().take(wanted).map(|r| r * r).sum();
    let coupling_squared = (coupling_squared - of_the_first).max(0.0) + slack;
    let others = values.get(wanted..).unwrap_or_default();
    bounds_of_the_rest(others, outside, coupling_squared)
}

/// Upper bounds on the eigenvalues of [[Θ, Cᵀ], [C, Z]] with Z ≤ `outside` and ‖C‖² ≤ `coupling_squared`: entry j
/// bounds all but the j largest. Θ is diagonal and descending; `others` holds its first entries, none only if Θ is
/// empty.
pub(crate) fn bounds_of_the_rest(others: &[f64], outside: f64, coupling_squared: f64) -> Vec<f64> {
    if others.is_empty() {
        return vec![outside + coupling_squared.sqrt()];
    }
    let bound = |&other: &f64| larger_eigenvalue(other, outside, coupling_squared);
    // Entries of Θ that are not listed are no larger than the last one listed.
    others.iter().chain(others.last()).map(bound).collect()
}

/// Replaces each entry of `bounds` by the smaller of it and the same entry of `others`, and appends the entries of
/// `others` that `bounds` lacks.
pub(crate) fn lower(bounds: &mut Vec<f64>, others: &[f64]) {
    for (bound, other) in bounds.iter_mut().zip(others) {
        *bound = bound.min(*other);
    }
    if let Some(more) = others.get(bounds.len()..) {
        bounds.extend(more);
    }
}

/// Larger eigenvalue of [[a, c], [c, b]], which bounds those of [[A, Cᵀ], [C, B]] where a and b bound those of
/// A and B, and c = ‖C‖.
pub(crate) fn larger_eigenvalue(a: f64, b: f64, c_squared: f64) -> f64 {
    let (mean, half) = (0.5 * (a + b), 0.5 * (a - b));
    mean + (half * half + c_squared).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Residuals of Ritz pairs, without bounds on the other eigenvalues or on the coupling.
    fn residuals_of<'a>(
        wanted: usize,
        values: &'a [f64],
        residuals: &'a [f64],
    ) -> RitzResiduals<'a> {
        RitzResiduals {
            wanted,
            values,
            residuals,
            coupling: f64::INFINITY,
            bounds_beyond: &[],
        }
    }

    #[test]
    fn the_gap_skips_values_that_are_the_same() {
        let values = [4.0, 4.0 - 1e-9, 1.0, 0.5];
        let errors = residuals_of(3, &values, &[3e-6; 4]).score_errors();
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
        let plain = residuals_of(2, &ritz, &residuals);
        let errors = RitzResiduals {
            coupling: 0.0,
            ..plain
        };
        let [errors, plain] = [errors, plain].map(|found| found.score_errors());
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
    fn squares_of_residuals_bound_nothing_where_others_are_as_near() {
        let (values, residuals) = ([1.0, 2e-7], [0.0, 3e-9]);
        let errors = |coupling, bounds_beyond: &[f64]| {
            let found = RitzResiduals {
                coupling,
                bounds_beyond,
                ..residuals_of(2, &values, &residuals)
            };
            found.eigenvalue_errors()[1]
        };
        assert!(errors(0.0, &[]) < 1e-16);
        assert_eq!(errors(0.0, &[1.5e-7, 0.0]), 3e-9);
        assert_eq!(errors(f64::INFINITY, &[]), 3e-9);
    }

    /// The second vector is tilted towards a missing eigenvector of nearly the same eigenvalue; its residual is small.
    #[test]
    fn what_may_have_been_missed_counts_as_near_as_it_may_be() {
        let (near, tilt) = (1e-5, 1e-3_f64);
        let values = [1.0, 0.6 - near * tilt * tilt, 0.1];
        let residuals = [0.0, near * tilt, 0.0];
        let error = |bounds_beyond: &[f64]| {
            let found = RitzResiduals {
                bounds_beyond,
                coupling: 0.0,
                ..residuals_of(2, &values, &residuals)
            };
            found.score_errors()[1] / 0.6_f64.sqrt()
        };
        assert!(error(&[]) < 1e-4 * tilt);
        let known = error(&[0.6 - near, 0.1]);
        assert!((tilt..1.1 * tilt).contains(&known), "{known}");
        // Bounds on the rest that do not stand apart from value 1 leave only `UNDETERMINED` as its gap.
        for bounds_beyond in [0.6 - 0.5 * UNDETERMINED, 0.6, 0.7, f64::INFINITY] {
            assert!(
                error(&[bounds_beyond, 0.1]) >= 9.9 * tilt,
                "{bounds_beyond}"
            );
        }
        // Equal eigenvalues are skipped: the gap is that to the next different one.
        let values = [1.0, 0.6, 0.6, 0.1];
        let found = RitzResiduals {
            bounds_beyond: &[0.6 + 1e-9, 0.2, 0.0],
            ..residuals_of(2, &values, &residuals)
        };
        let expected = near * tilt / 0.4 * 0.6_f64.sqrt();
        assert!((found.score_errors()[1] / expected - 1.0).abs() < 1e-6);
    }

    #[test]
    fn the_bound_holds_and_is_sharp_where_little_is_left() {
        let n = 12;
        let diagonal = DMatrix::from_fn(
            n,
            n,
            |i, j| if i == j { 0.5_f64.powi(i as i32) } else { 0.0 },
        );
        // A subspace of the first two axes and a vector between the third and the fourth.
        let mut v = DMatrix::zeros(n, 3);
        v[(0, 0)] = 1.0;
        v[(1, 1)] = 1.0;
        v[(3, 2)] = 0.8;
        v[(2, 2)] = 0.6;
        let image = &diagonal * &v;
        let ritz = v.tr_mul(&image);
        let captured = SubspaceTotals {
            trace: ritz.trace(),
            ritz_squared: ritz.norm_squared(),
            image_squared: image.norm_squared(),
        };
        let values = [1.0, 0.5, ritz[(2, 2)]];
        for positive in [true, false] {
            let totals = MatrixTotals {
                trace: diagonal.trace(),
                squared_norm: diagonal.norm_squared(),
                trace_error: 1e-15,
                squared_norm_error: 1e-15,
                positive,
            };
            let bound = bound_by_totals(&totals, &captured, &values, &[0.0; 3], 2);
            assert!((0.25..0.4).contains(&bound[0]), "{bound:?}");
            assert!((0.125..=bound[0]).contains(&bound[1]), "{bound:?}");
            assert_eq!(bound.len(), 2);
            // The subspace holds more than is listed.
            let bound = bound_by_totals(&totals, &captured, &values[..2], &[0.0; 2], 1);
            assert!(bound[1] >= 0.25, "{bound:?}");
        }
    }
}
