//! Keeps component signs from jumping while a parameter moves.

use crate::{analysis::Analysis, view::Signs};

/// The flips that make `next` agree with what is on the screen.
///
/// An eigenvector is fixed only up to its sign. scikit-learn's rule (the entry of largest modulus
/// is positive) picks one, but which entry is largest changes as γ moves, and the picture would
/// turn over. So each component is turned to have a positive inner product with the one it
/// replaces, as long as the rows are the same.
pub(super) fn signs_after(shown: Option<(&Analysis, &Signs)>, next: &Analysis) -> Signs {
    let Some((previous, signs)) = shown else {
        return Signs::default();
    };
    if previous.dataset.name != next.dataset.name
        || previous.dataset.row_ids != next.dataset.row_ids
    {
        return Signs::default();
    }
    let (before, after) = (&previous.kpca.eigenvectors, &next.kpca.eigenvectors);
    Signs(
        after
            .column_iter()
            .enumerate()
            .map(|(j, v)| {
                if j >= before.ncols() {
                    return 1.0;
                }
                let agreement = before.column(j).dot(&v) * signs.of(j);
                if agreement < 0.0 { -1.0 } else { 1.0 }
            })
            .collect(),
    )
}
