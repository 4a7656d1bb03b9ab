//! Improvement of Ritz pairs by directions made of their residuals, as in the generalised Davidson method, from two
//! kinds of start.
//!
//! *Preceding operators.* As a parameter moves, eigenvectors move along curves. The vectors of the last two operators
//! together span the tangents of these curves, so the errors of their Ritz pairs are of second order in the step, and a
//! block or two of residuals makes the pairs good enough. A pair that was far from leading and overtakes the others is
//! not in this span, and residuals do not reveal it. A few random columns are therefore added to the start. Where their
//! images are large enough to hide such a pair, the basis grows by these images too.
//!
//! *A space gathered in single precision.* The images of its pairs are computed once in double precision, which gives
//! residuals with all digits, and corrections are solved for with the gathered space as an approximation of the
//! operator. A correction is small and rounding is in proportion to it, so its own image needs few digits, as in the
//! iterative refinement of linear systems.

use nalgebra::DMatrix;

use super::{
    Failure,
    factored::FactoredMatrix,
    krylov::KrylovIteration,
    operator::{Operator, Precision, Ritz},
    orthogonal::{project_out, random_columns},
    verdict::{FALLING, RefinedPairs},
};

/// Number of preceding operators that a preview needs, to start from their eigenvectors. Those of a third make most
/// previews slower (measured: docs/experiments.md, "Tried and dropped").
const STARTED_FROM: usize = 2;
/// Number of random columns added to the start, to reveal pairs that it misses. Each takes a column of a pass, and more
/// columns reveal pairs more surely.
const STRANGERS: usize = 4;
/// Magnitude that all of four standard normal draws stay below with probability 10⁻³: erf(x/√2)⁴ = 10⁻³.
const SHADOW: f64 = 0.2247;
/// Largest error, as a share of that at the last renewal of images, at which images are renewed once more when
/// residuals stall; above it the corrections end. A smaller share would end corrections that still converge.
const RENEWED: f64 = 0.5;
/// Number of columns of corrections in single precision that take as long as gathering anew in double precision, for
/// each column gathered before: in double a column takes twice as long, and there are about twice as many (26 passes
/// and 64 for ten components of 5,000 × 784, polynomial kernel; docs/experiments.md, "Wide tables").
const ANEW: f64 = 4.0;
/// Number of columns of residuals beyond which a Krylov space from a random start costs less. Such a space takes 96 to
/// 128 columns for twenty components of the Swiss roll (measured: docs/experiments.md, "Tried and dropped").
const RESTART_COLUMNS: f64 = 96.0;

impl<O: Operator> KrylovIteration<'_, O> {
    /// Returns pairs that meet the goal, found from the span of the preceding operators' vectors. `None` where the
    /// preceding operators are too few or too different, where negative eigenvalues are wanted (their vectors are not
    /// kept), or where a proof is wanted.
    ///
    /// # Errors
    ///
    /// The operator's own [`Failure`], or [`Failure::NotConverged`] where a small eigenproblem has no solution.
    pub(super) fn follow(&mut self) -> Result<Option<Ritz>, Failure> {
        let (goal, count) = (self.goal, self.count());
        if goal.prove || goal.lowest > 0 || goal.before.len() < STARTED_FROM {
            return Ok(None);
        }
        let before = goal.before.iter().flat_map(|v| v.column_iter().take(count));
        let strangers = random_columns(self.op.dim(), STRANGERS, self.fresh_seed());
        let start: Vec<_> = before.chain(strangers.column_iter()).collect();
        self.expand(DMatrix::from_columns(&start), Precision::Single)?;
        if self.basis.len() >= count {
            let ritz = self.refine(None, STRANGERS, RESTART_COLUMNS)?;
            if ritz.converged {
                return Ok(Some(ritz));
            }
        }
        self.start_again();
        Ok(None)
    }

    /// Corrects the pairs gathered in single precision until they meet the goal, rounding stops them, or a new basis
    /// costs less.
    ///
    /// # Errors
    ///
    /// As in [`follow`](Self::follow).
    pub(super) fn correct(&mut self) -> Result<Ritz, Failure> {
        let gathered = ANEW * (self.passes * self.op.block()) as f64;
        let about = self.multiply_anew()?;
        self.refine(Some(&about), 0, gathered)
    }

    /// Extends the basis until the pairs meet the goal, rounding keeps them from improving, or more than `many` columns
    /// would be needed. With an approximation `about` of the operator the basis grows by corrections computed from the
    /// residuals of the leading pairs, and `many` limits the columns still to come; without, it grows by the residuals,
    /// and `many` limits all columns. The last `strangers` columns of the start are random, to reveal pairs that it
    /// misses.
    fn refine(
        &mut self,
        about: Option<&FactoredMatrix>,
        mut strangers: usize,
        mut many: f64,
    ) -> Result<Ritz, Failure> {
        let goal = self.goal;
        let mut width = self.basis.len();
        let mut before = None;
        // Largest error when images were last computed anew because residuals stalled.
        let mut renewed = f64::INFINITY;
        loop {
            let mut look = self.look(width)?;
            let error = look.largest_error();
            let hint = self.hint_of_others(std::mem::take(&mut strangers), &look.ritz);
            let (mut next, shifts) = goal.directions(&look);
            look.ritz.converged &= hint.is_none();
            // A preview's tolerance is near rounding: there the pace alone says whether a new basis costs less.
            let stalls = about.is_some() && look.quality.stalls;
            let refined = RefinedPairs {
                good: look.ritz.converged,
                ended: stalls && error > RENEWED * renewed || self.is_over(),
                error,
                falling: before.map_or(FALLING, |[errors, open]: [f64; 2]| {
                    (errors / error).max(open / look.quality.open)
                }),
                columns: next.ncols().max(self.op.block()),
            };
            if refined.is_settled(many) {
                self.learn_of_the_rest(&mut look.ritz);
                return Ok(look.ritz);
            }
            if stalls {
                renewed = error;
                before = None;
                self.multiply_anew()?;
                width = self.basis.len();
                continue;
            }
            before = Some([error, look.quality.open]);
            if let Some(about) = about {
                about.solve_shifted(&mut next, &shifts);
            } else {
                // The pace of a few columns is a guess: what was hoped for must come true.
                many -= refined.columns as f64;
            }
            if let Some(hint) = hint {
                let columns = next.column_iter().chain(hint.column_iter());
                next = DMatrix::from_columns(&columns.collect::<Vec<_>>());
            }
            let room = self.basis.len() + next.ncols() <= self.capacity;
            width = if room {
                self.expand(next, Precision::Single)?
            } else {
                0
            };
            if width == 0 && !self.basis.is_exact() {
                self.multiply_anew()?;
                width = self.basis.len();
            }
        }
    }

    /// Reduces the basis to its leading pairs, with images computed anew in double precision; returns the approximation
    /// of the operator by the whole former basis.
    fn multiply_anew(&mut self) -> Result<FactoredMatrix, Failure> {
        self.passes += 1;
        self.open = f64::INFINITY;
        let count = self.count();
        self.basis.refine(self.op, count, self.goal.lowest)
    }

    /// Returns the parts outside the basis of the images of its last `strangers` columns, which are random (n ×
    /// `strangers`); `None` where these parts are too small to hide an eigenvalue as large as the wanted ones. A random
    /// unit vector has a component of z/√n along any eigenvector, with z standard normal.
    fn hint_of_others(&self, strangers: usize, ritz: &Ritz) -> Option<DMatrix<f64>> {
        let mut images = self.basis.last_image(strangers);
        project_out(self.basis.v(), self.op.null(), &mut images);
        let largest = images.column_iter().map(|c| c.norm()).fold(0.0, f64::max);
        let hidden = largest * (self.op.dim() as f64).sqrt() / SHADOW;
        let last = ritz.values.get(self.goal.components.saturating_sub(1));
        let hides = last.is_some_and(|last| hidden > last.max(0.0));
        hides.then_some(images)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        eigen::{
            dense::symmetric_eigen,
            goal::EigenGoal,
            krylov::{
                leading_pairs,
                tests::{CountedOperator, with_spectrum},
            },
            orthogonal::random_columns,
        },
        kernel::{Centering, Kernel},
    };

    const K: usize = 6;

    /// Centred RBF kernel matrix of 300 points on a line.
    fn rbf(gamma: f64) -> CountedOperator {
        let x = random_columns(300, 1, 7);
        let mut k = Kernel::rbf(gamma).matrix(&x, &x);
        Centering::of(&k).apply(&mut k);
        CountedOperator(k, 0)
    }

    /// Leading eigenvalues, descending, with their eigenvectors.
    fn exact(op: &CountedOperator, count: usize) -> (Vec<f64>, DMatrix<f64>) {
        let eigen = symmetric_eigen(&op.0, &|| false).unwrap();
        let order: Vec<usize> = (0..op.dim()).rev().take(count).collect();
        let values = order.iter().map(|&i| eigen.values[i]).collect();
        (values, eigen.vectors.select_columns(&order))
    }

    /// Largest error of a score column, relative to the first, and number of passes taken.
    fn preview(gamma: f64, before: &[DMatrix<f64>]) -> (f64, usize) {
        let mut op = rbf(gamma);
        let (values, vectors) = exact(&op, K);
        let goal = EigenGoal {
            components: K,
            lowest: 0,
            tolerance: 2e-4,
            eigenvalue_tolerance: 1e-3,
            prove: false,
            before,
            passes: 100,
        };
        let ritz = leading_pairs(&mut op, &goal).unwrap();
        assert!(ritz.converged);
        let errors = (0..K).map(|j| {
            let along = vectors.column(j).dot(&ritz.vectors.column(j));
            ((1.0 - along * along).max(0.0) * values[j] / values[0]).sqrt()
        });
        (errors.fold(0.0, f64::max), op.1)
    }

    #[test]
    fn two_steps_lead_to_the_third() {
        let [first, second] = [10.0, 10.5].map(|gamma| exact(&rbf(gamma), K + 4).1);
        let along = preview(11.0, &[second.clone(), first]);
        assert!(along.0 < 3e-4, "off by {along:?}");
        // The latest vectors alone leave an error of first order, which is larger.
        let from_last = preview(11.0, &[second.clone(), second.clone()]);
        assert!(along.1 < from_last.1, "{along:?}, {from_last:?}");
        // From random vectors the preview converges too, with more passes.
        let elsewhere = [random_columns(300, K + 4, 1), second];
        let late = preview(400.0, &elsewhere);
        assert!(late.0 < 3e-4 && late.1 > 2, "off by {late:?}");
    }

    #[test]
    fn a_pair_that_has_overtaken_all_others_is_not_missed() {
        let values: Vec<f64> = (0..300).map(|i| 0.9_f64.powi(i)).collect();
        let mut op = with_spectrum(&values);
        let vectors = exact(&op, 40).1;
        for new in [0, 3] {
            // All pairs but the new one led before.
            let others: Vec<usize> = (0..14).filter(|&j| j != new).collect();
            let before = [
                vectors.select_columns(&others),
                vectors.select_columns(&others[..10]),
            ];
            let goal = EigenGoal {
                components: 4,
                lowest: 0,
                tolerance: 2e-4,
                eigenvalue_tolerance: 1e-3,
                prove: false,
                before: &before,
                passes: 100,
            };
            let ritz = leading_pairs(&mut op, &goal).unwrap();
            for (found, expected) in ritz.values.iter().zip(&values).take(4) {
                assert!((found - expected).abs() < 1e-3, "{found} for {expected}");
            }
        }
    }
}
