//! Sign of a component, which its definition as an axis leaves open.
//!
//! v and −v are the same axis. scikit-learn picks the one whose entry of largest modulus is positive: of an eigenvector
//! in kernel PCA, of the loadings in PCA. Where entries of both signs tie, as in data that are their own mirror image,
//! scikit-learn leaves the sign to rounding. Here, and in exported scripts, the first of the tied entries is made
//! positive.
//!
//! ```
//! use kernel_pca::pca::Pca;
//! use nalgebra::dmatrix;
//!
//! // Of (1, 2) and (−1, −2), the axis whose entry of largest modulus is positive.
//! let pca = Pca::fit(&dmatrix![0.0, 0.0; -1.0, -2.0]);
//! assert!(pca.components[(0, 1)] > 0.0);
//! ```

use nalgebra::DMatrix;

/// Relative difference of moduli up to which entries count as tied. Exact fits have smaller errors with every solver.
pub const TIE: f64 = 1e-6;

/// Returns whether the sign of a component with these entries must be changed: the first of its entries of largest
/// modulus, within [`TIE`], is negative.
pub(crate) fn must_turn<'a>(entries: impl Iterator<Item = &'a f64>) -> bool {
    let entries: Vec<f64> = entries.copied().collect();
    let largest = entries.iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let first = entries.iter().find(|v| v.abs() >= largest * (1.0 - TIE));
    first.is_some_and(|&v| v < 0.0)
}

/// Changes the sign of each column (the entries of a component) that [`must_turn`] names, in place.
pub(crate) fn turn_columns(columns: &mut DMatrix<f64>) {
    for mut column in columns.column_iter_mut() {
        if must_turn(column.iter()) {
            column.neg_mut();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_of_tied_entries_is_made_positive() {
        assert!(must_turn([0.1, -0.7, 0.700_000_000_1].iter()));
        assert!(!must_turn([0.7, -0.700_000_000_1].iter()));
        assert!(must_turn([0.699_99, -0.7].iter()));
        assert!(!must_turn([0.0, 0.0].iter()));
        assert!(!must_turn([].iter()));
    }
}
