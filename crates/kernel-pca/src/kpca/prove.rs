//! Proof that an iteration missed no larger eigenvalue, by a factorisation of the shifted matrix.

use super::{FitStage, centered_kernel::CenteredKernel, solution::Solution, solve::SolverTask};
use crate::eigen::{
    Failure,
    accuracy::{UNDETERMINED, larger_eigenvalue, lower},
    inertia::bound_of_the_rest,
};

/// Positions between the next eigenvalue and the k-th, as shares of this gap from below, at which a factorisation tries
/// to bound all eigenvalues that were not computed. A low position leaves most of the gap, by which the error bound of
/// scores is divided; it fails where the next eigenvalue is known less well than that.
const BETWEEN: [f64; 2] = [0.25, 0.5];

/// Lowers the bounds `pairs.bounds_beyond` on the eigenvalues beyond the first k, if a factorisation of the shifted
/// matrix proves that no larger one was missed.
///
/// The first bounds tried lie a share of [`BETWEEN`] above the next eigenvalue, which also proves that no eigenvalue is
/// near enough to affect scores much. Where these proofs fail, a bound just above the k-th eigenvalue is tried.
///
/// # Errors
///
/// A [`Failure`] where it is cancelled, or a kernel value is not finite.
pub(super) fn prove_by_inertia(
    op: &mut CenteredKernel<'_>,
    pairs: &mut Solution,
) -> Result<(), Failure> {
    let task = op.task;
    let SolverTask { k, tier, .. } = task;
    let Some(last) = k.checked_sub(1).and_then(|last| pairs.values.get(last)) else {
        return Ok(());
    };
    let (last, scale) = (*last, pairs.scale());
    let same = |value: &&f64| **value >= last - UNDETERMINED * scale;
    let split = k + pairs.values[k..].iter().take_while(same).count();
    let next = pairs.values.get(split).copied();
    let between = next.into_iter().flat_map(|next| {
        let bound = move |share| (split, next + share * (last - next));
        BETWEEN.map(bound)
    });
    let above = (k, last + 0.5 * tier.eigenvalue_tolerance() * scale);
    task.progress.begin(FitStage::Proof, 0);
    for (split, bound) in between.chain([above]) {
        task.check()?;
        let values = &pairs.values[..split];
        let matrix = op.explicit()?;
        let outside = bound_of_the_rest(matrix, values, &pairs.vectors, bound, task.cancelled)?;
        let Some(outside) = outside else {
            continue;
        };
        let coupling: f64 = pairs.residuals[k..split].iter().map(|r| r * r).sum();
        let others = values[k..].iter();
        let others = others.map(|value| larger_eigenvalue(*value, outside, coupling));
        lower(
            &mut pairs.bounds_beyond,
            &others.chain([outside]).collect::<Vec<_>>(),
        );
        break;
    }
    Ok(())
}
