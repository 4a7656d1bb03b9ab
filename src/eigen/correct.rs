//! Digits that single precision withholds from Ritz pairs, by correcting them.
//!
//! The pairs are multiplied once in double precision, which tells their residuals to all digits, and
//! corrected by what those make of the gathered Krylov space, as in the generalised Davidson method. A
//! correction is small, and so few digits of its own image do: rounding is in proportion to it, as in
//! the iterative refinement of linear systems.

use super::{
    Failure,
    factored::Factored,
    krylov::Iteration,
    operator::{Operator, Precision, Ritz},
};

impl<O: Operator> Iteration<'_, O> {
    /// The leading pairs to all digits wanted, unless rounding keeps them from it; no eigenvalue but
    /// theirs is larger than `rest`.
    pub(super) fn correct(&mut self, rest: f64) -> Result<Ritz, Failure> {
        let goal = self.goal;
        let gathered = self.refine()?;
        loop {
            let mut look = self.look()?;
            let ritz = &mut look.ritz;
            ritz.rest = rest;
            if ritz.converged || look.stalls || self.is_over() {
                ritz.rest = rest.min(goal.bound_of_the_rest(self.op, &self.basis, ritz));
                return Ok(look.ritz);
            }
            let (mut directions, shifts) = goal.directions(&look);
            gathered.solve_shifted(&mut directions, &shifts);
            let room = self.basis.len() + directions.ncols() <= self.capacity;
            if !room || self.expand(directions, Precision::Single)? == 0 {
                if self.basis.is_exact() {
                    // Invariant to rounding: no more can be had from it.
                    look.ritz.converged = true;
                    return Ok(look.ritz);
                }
                self.refine()?;
            }
        }
    }

    /// Keeps the leading pairs only, and takes their images anew, in double precision; returns what
    /// the whole basis says of the operator.
    fn refine(&mut self) -> Result<Factored, Failure> {
        self.passes += 1;
        self.open = f64::INFINITY;
        let count = self.count();
        self.basis.refine(self.op, count, self.goal.lowest)
    }
}
