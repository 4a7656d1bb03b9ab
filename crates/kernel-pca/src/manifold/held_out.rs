//! Error of the scores that an embedding gives to rows it was not fitted to, measured on rows held out of a second
//! fit.

use std::borrow::Cow;

use nalgebra::{DMatrix, RowDVector};

use super::{EmbeddingOptions, EmbeddingProgress, Manifold, ManifoldError, fit};
use crate::{
    eigen::svd::thin_svd,
    kpca::CancelCheck,
    objects::{InputRows, RandomState},
};

/// Number of rows of which one is held out: ten.
const ONE_IN: usize = 10;
/// Least number of rows for which the error is measured.
const LEAST_ROWS: usize = 3 * ONE_IN;
/// Seed of the draw of held-out rows.
const SEED: u32 = 0;
/// Singular value of the scores, relative to the largest, below which its direction takes no part in the alignment.
const NO_DIRECTION: f64 = 1e-10;

/// Error of new rows' scores, relative to the spread of the scores. A tenth of the rows, drawn with seed 0, is left out
/// of a fit and projected. An affine map that best takes the fitted rows' scores to their scores in `whole` (n × q),
/// the fit of all rows, is applied to the projected scores. Returns the root mean square of their difference from
/// `whole`, divided by the spread of the held-out rows' scores there. `None` for fewer than 30 rows, for nodes of a
/// graph, for methods without scores of new rows, and where the scores have no spread.
///
/// # Errors
/// [`ManifoldError`] where the fit of the other rows, or the projection of the held-out ones, fails.
pub fn held_out_error<'a>(
    rows: impl Into<InputRows<'a>>,
    method: &Manifold,
    whole: &DMatrix<f64>,
    memory_budget: u64,
    cancelled: CancelCheck<'_>,
) -> Result<Option<f64>, ManifoldError> {
    let (n, q) = whole.shape();
    if n < LEAST_ROWS || !method.method.spec().projects {
        return Ok(None);
    }
    let options = EmbeddingOptions {
        components: q,
        share: None,
        memory_budget,
    };
    let mut fitted = RandomState::new(SEED).permutation(n as u32);
    let held_out = fitted.split_off(n - n / ONE_IN);
    let progress = EmbeddingProgress::default();
    let rows = rows.into();
    let (part, new) = match &rows {
        InputRows::Features(x) => (x.select_rows(&fitted), x.select_rows(&held_out)),
        InputRows::Distances(distances) => {
            let from_fitted = distances.select_columns(&fitted);
            let of = |rows: &[usize]| from_fitted.select_rows(rows);
            (of(&fitted), of(&held_out))
        }
        InputRows::Graph(_) => return Ok(None),
    };
    let part = match rows {
        InputRows::Distances(_) => InputRows::Distances(Cow::Borrowed(&part)),
        InputRows::Features(_) | InputRows::Graph(_) => InputRows::Features(&part),
    };
    let part = fit(&part, method, &options, &progress, cancelled)?;
    let projected = part.project(&new, &progress, cancelled)?;
    let Some(projected) = projected else {
        return Ok(None);
    };
    let found = aligned(&part.scores, &whole.select_rows(&fitted), &projected);
    let wanted = whole.select_rows(&held_out);
    let spread = less(&wanted, &wanted.row_mean()).norm();
    let error = (found - wanted).norm() / spread;
    Ok(error.is_finite().then_some(error))
}

/// Maps `others` (m × q) by the affine map that takes `from` to `to` (n × q each) with the least squared error.
fn aligned(from: &DMatrix<f64>, to: &DMatrix<f64>, others: &DMatrix<f64>) -> DMatrix<f64> {
    let [mean_from, mean_to] = [from, to].map(DMatrix::row_mean);
    let svd = thin_svd(&less(from, &mean_from));
    let largest = svd.values.first().copied().unwrap_or(0.0);
    let mut parts = svd.left.tr_mul(&less(to, &mean_to));
    for (mut part, σ) in parts.row_iter_mut().zip(&svd.values) {
        part *= if *σ > NO_DIRECTION * largest {
            1.0 / σ
        } else {
            0.0
        };
    }
    let moved = less(others, &mean_from) * (svd.right * parts);
    less(&moved, &-mean_to)
}

/// Subtracts a row from each row of a matrix.
fn less(scores: &DMatrix<f64>, mean: &RowDVector<f64>) -> DMatrix<f64> {
    DMatrix::from_fn(scores.nrows(), scores.ncols(), |i, j| {
        scores[(i, j)] - mean[j]
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alignment_undoes_any_affine_map() {
        let from = DMatrix::from_fn(9, 2, |i, j| ((i * (j + 2)) as f64).sin());
        let map = DMatrix::from_row_slice(2, 2, &[0.0, -3.0, 1.5, 0.25]);
        let to = (&from * &map).add_scalar(7.0);
        let others = DMatrix::from_row_slice(1, 2, &[0.5, -2.0]);
        let found = aligned(&from, &to, &others);
        assert!((found - (&others * map).add_scalar(7.0)).amax() < 1e-12);
    }
}
