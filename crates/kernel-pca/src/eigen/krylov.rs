//! Block Krylov iteration for the largest eigenvalues of a symmetric operator.
//!
//! A Krylov space is gathered in single precision by block Lanczos steps with full reorthogonalisation. Blocks are as
//! narrow as the registers, and Ritz pairs are computed only where they may be good enough. A full basis is restarted
//! from its leading Ritz vectors (thick restart; Stathopoulos and Saad 1998). The digits that single precision lacks
//! come from [correcting](super::refine) the pairs, or from gathering in double precision at once where the operator
//! says that this takes less time.

use nalgebra::DMatrix;

use super::{
    Failure,
    accuracy::lower,
    basis::Basis,
    goal::{EigenGoal, ROUNDING, START_SEED},
    look::{RitzCheck, excess},
    operator::{Operator, Precision, Ritz},
    orthogonal::{orthonormalize, random_columns},
    schedule::Schedule,
    verdict::{BasisStep, CompletenessProof, GrownBasis, RitzQuality, Verdict, verdict},
};

/// Number of Ritz pairs computed beyond those wanted. Twelve in place of four make most previews slower (measured:
/// docs/experiments.md, "Tried and dropped").
const SPARE: usize = 4;
/// Residual norm, in units of its part by rounding, below which rounding may be the reason that it falls no more. A
/// larger value would take slow convergence for rounding; a smaller one would go on where rounding has stopped it.
const STALLING: f64 = 20.0;
/// Ratio of a residual to that of the last check, above which it falls too slowly and rounding may have stopped it. A
/// larger ratio would repeat steps that rounding has stopped; a smaller one would end an iteration that only falters.
const FALLING: f64 = 0.3;
/// Largest number of attempts to prove that no eigenvalue was missed. Each attempt is easier than the one before, since
/// more vectors beyond those wanted have converged.
const PROBINGS: usize = 3;
/// Number of blocks by which the basis grows between two attempts at a proof. More blocks make the next one easier, and
/// delay it.
const BETWEEN_PROBINGS: usize = 4;

/// Finds the pairs of largest eigenvalue of `op` to the tolerances of `goal`; [`Ritz::converged`] says whether they are
/// met.
///
/// # Errors
/// The operator's own [`Failure`], or [`Failure::NotConverged`] where a small eigenproblem has no solution.
pub(crate) fn leading_pairs(op: &mut impl Operator, goal: &EigenGoal<'_>) -> Result<Ritz, Failure> {
    let mut iteration = KrylovIteration::new(op, goal);
    if let Some(ritz) = iteration.follow()? {
        return Ok(ritz);
    }
    let first = iteration.first_precision();
    let mut ritz = iteration.gather(first)?;
    let goes_on = |ritz: &Ritz, iteration: &KrylovIteration<'_, _>| {
        first == Precision::Single && !ritz.converged && !iteration.is_over()
    };
    // Pairs as small as rounding have no digits from which a correction could start.
    if goes_on(&ritz, &iteration) && iteration.rises_above_rounding(&ritz) {
        ritz = iteration.correct()?;
    }
    if goes_on(&ritz, &iteration) {
        iteration.start_again();
        ritz = iteration.gather(Precision::Double)?;
    }
    Ok(ritz)
}

/// Largest number of columns of a basis for k pairs of an n × n operator. Where a pass takes long, restarts cost more
/// than wide bases: 36 passes of 12,000 × 784 in place of 53 (see docs/experiments.md, "Wide tables").
pub(crate) fn capacity(n: usize, k: usize) -> usize {
    (96 + 5 * k).max((n / 20).min(300))
}

/// State of an iteration: the operator, the goal, and the basis gathered so far.
pub(super) struct KrylovIteration<'a, O> {
    pub(super) op: &'a mut O,
    pub(super) goal: &'a EigenGoal<'a>,
    pub(super) basis: Basis,
    /// Largest number of columns of the basis.
    pub(super) capacity: usize,
    /// Number of passes so far (applications of the operator to a block).
    pub(super) passes: usize,
    /// Largest residual norm of a wanted pair that was not good enough when pairs were last computed.
    pub(super) open: f64,
    /// Upper bounds on the eigenvalues that are not wanted, as in [`Ritz::bounds_beyond`]; valid for any basis.
    bounds_beyond: Vec<f64>,
    /// Number of blocks of random columns drawn so far.
    draws: u64,
}

impl<'a, O: Operator> KrylovIteration<'a, O> {
    /// Creates an iteration with an empty basis.
    fn new(op: &'a mut O, goal: &'a EigenGoal<'a>) -> Self {
        let capacity = capacity(op.dim(), goal.components);
        Self {
            basis: Basis::new(op.dim(), capacity),
            op,
            goal,
            capacity,
            passes: 0,
            open: f64::INFINITY,
            bounds_beyond: Vec::new(),
            draws: 0,
        }
    }

    /// Precision in which the goal is reached soonest: the operator's choice where the tolerance is finer than single
    /// precision, else single.
    fn first_precision(&self) -> Precision {
        if self.goal.tolerance < f64::from(f32::EPSILON) {
            self.op.gathers(self.count())
        } else {
            Precision::Single
        }
    }

    /// Returns a seed that was not used before. Columns drawn earlier are in the basis, and cannot reveal a missed
    /// vector.
    pub(super) fn fresh_seed(&mut self) -> u64 {
        self.draws += 1;
        START_SEED + self.draws
    }

    /// Empties the basis, and keeps the count of passes.
    pub(super) fn start_again(&mut self) {
        self.basis = Basis::new(self.op.dim(), self.capacity);
        self.open = f64::INFINITY;
    }

    /// Number of leading Ritz pairs that are computed: those wanted and [`SPARE`] more.
    pub(super) fn count(&self) -> usize {
        self.goal.components + SPARE
    }

    /// Returns true where the passes allowed are used up.
    pub(super) fn is_over(&self) -> bool {
        self.passes >= self.goal.passes
    }

    /// Returns true where the basis spans the whole space but for the operator's null space.
    fn is_full(&self) -> bool {
        self.basis.len() + self.op.null().dim() >= self.op.dim()
    }

    /// Appends the part of x (n × b) that lies outside the basis, and multiplies it by the operator in one pass;
    /// returns the number of columns appended.
    pub(super) fn expand(
        &mut self,
        x: DMatrix<f64>,
        precision: Precision,
    ) -> Result<usize, Failure> {
        self.passes += 1;
        self.basis.expand(self.op, x, precision)
    }

    /// Appends the part of the last `count` columns' image that lies outside the basis, and multiplies it by the
    /// operator in one pass; returns the number of columns appended.
    fn step(&mut self, count: usize, precision: Precision) -> Result<usize, Failure> {
        self.passes += 1;
        self.basis.step(self.op, count, precision)
    }

    /// Typical norm that rounding adds to a residual with the current images; zero where all are in double precision.
    fn rounding(&self) -> f64 {
        if self.basis.is_exact() {
            0.0
        } else {
            self.op.typical() * self.op.rounding(Precision::Single)
        }
    }

    /// Computes the Ritz pairs of the basis and their errors, after the basis grew by `width` columns (0 where it
    /// cannot).
    pub(super) fn look(&mut self, width: usize) -> Result<RitzCheck, Failure> {
        let (count, lowest) = (self.count(), self.goal.lowest);
        let rounding = self.rounding();
        let (mut ritz, residuals, off) = self.basis.rayleigh_ritz(count, lowest, rounding)?;
        ritz.coupling += ROUNDING * ritz.scale();
        ritz.bounds_beyond.clone_from(&self.bounds_beyond);
        ritz.uncertainty = self.op.uncertainty();
        let errors = self.goal.errors(&ritz, &residuals);
        ritz.converged = errors.iter().all(|&e| e <= 1.0);
        ritz.converged |= (width == 0 || self.is_full()) && self.basis.is_exact();
        let open = self.goal.largest_open(&ritz.residuals, &errors);
        // Rounding is smaller for pairs of which only small corrections were multiplied in single precision.
        let rounding = self.goal.largest_open(&off, &errors);
        let stalls = open > FALLING * self.open && open < STALLING * rounding;
        self.open = open;
        Ok(RitzCheck {
            ritz,
            residuals,
            errors,
            quality: RitzQuality {
                single: !self.basis.is_exact(),
                stalls,
                open,
                rounding,
            },
        })
    }

    /// Lower bound on the factor by which errors still exceed their tolerances in a Krylov space that just grew by
    /// `width` columns.
    fn foreseen_excess(&mut self, width: usize) -> Result<f64, Failure> {
        let rounding = self.rounding();
        let (count, lowest) = (self.count(), self.goal.lowest);
        let (ritz, residuals) = self.basis.foreseen_ritz(count, lowest, width)?;
        let errors = self.goal.errors(&ritz, &residuals);
        Ok(excess(
            &errors,
            self.goal.largest_open(&ritz.residuals, &errors),
            rounding,
        ))
    }

    /// Lowers the bounds on the eigenvalues not wanted by those from the current basis, and copies them to
    /// `ritz.bounds_beyond`.
    pub(super) fn learn_of_the_rest(&mut self, ritz: &mut Ritz) {
        let bounds_beyond = self.goal.bound_of_the_rest(self.op, &self.basis, ritz);
        lower(&mut self.bounds_beyond, &bounds_beyond);
        ritz.bounds_beyond.clone_from(&self.bounds_beyond);
    }

    /// Returns true where all wanted eigenvalues exceed the bound on rounding in single precision.
    fn rises_above_rounding(&self, ritz: &Ritz) -> bool {
        let last = ritz.values.iter().take(self.goal.components).next_back();
        last.is_none_or(|&last| last > self.op.rounding(Precision::Single))
    }

    /// Grows the empty basis in this `precision` until the goal is met, rounding limits the pairs, or no passes are
    /// left, and, where the goal asks for it, tries to prove that no larger eigenvalue was missed.
    fn gather(&mut self, precision: Precision) -> Result<Ritz, Failure> {
        let goal = self.goal;
        let mut schedule = Schedule::new(2 * self.count(), self.op);
        // Columns to append next; where `None`, the image of the last block is appended.
        let mut next = Some(goal.start_block(self.op));
        let mut width = 0;
        let mut probings = if goal.prove { PROBINGS } else { 0 };
        loop {
            let krylov = next.is_none();
            width = match next.take() {
                Some(next) => self.expand(next, precision)?,
                None => self.step(width, precision)?,
            };
            let columns = self.basis.len();
            if krylov && width > 0 && schedule.is_due(columns) {
                let excess = self.foreseen_excess(width)?;
                if excess > 1.0 {
                    schedule.take_up(columns, excess);
                }
            }
            let grown = GrownBasis {
                columns,
                width,
                capacity: self.capacity,
                count: self.count(),
                full: self.is_full(),
                over: self.is_over(),
                due: schedule.is_due(columns),
            };
            match grown.step() {
                BasisStep::Refresh => {
                    let seed = self.fresh_seed();
                    next = Some(random_columns(self.op.dim(), self.op.block(), seed));
                    continue;
                }
                BasisStep::Grow => continue,
                BasisStep::Look => (),
            }
            let mut look = self.look(width)?;
            schedule.take_up(columns, look.excess());
            let ended = grown.has_ended();
            let RitzQuality { single, .. } = look.quality;
            if look.quality.is_settled(look.ritz.converged, ended) {
                let ritz = &mut look.ritz;
                self.learn_of_the_rest(ritz);
                let rises = self.rises_above_rounding(ritz);
                let proof = CompletenessProof {
                    wanted: goal.prove,
                    given: goal.is_proven(ritz),
                    // Pairs as small as rounding in single precision are proven in double precision only.
                    possible: !single || rises,
                    attempts: probings,
                };
                match verdict(&proof, ended, self.passes) {
                    Verdict::GoOn => (),
                    Verdict::Stop => return Ok(look.ritz),
                    Verdict::Probe => {
                        // Single precision may suffice; a failed first attempt can be followed by another.
                        let soon = rises && !ended && probings == PROBINGS;
                        let precision = if soon { Precision::Single } else { precision };
                        probings -= 1;
                        let seed = self.fresh_seed();
                        let basis = &mut self.basis;
                        next = Some(goal.probe(self.op, basis, ritz, precision, seed)?);
                        lower(&mut self.bounds_beyond, &ritz.bounds_beyond);
                        if goal.is_proven(ritz) || ended {
                            return Ok(look.ritz);
                        }
                        schedule.wait(BETWEEN_PROBINGS);
                    }
                }
            }
            let columns = next.as_ref().map_or(width, DMatrix::ncols);
            if self.basis.len() + columns > self.capacity {
                // The new columns are made orthogonal to the whole basis before the restart discards parts of it.
                let all = next.unwrap_or_else(|| self.basis.last_image(width));
                next = Some(orthonormalize(self.basis.v(), self.op.null(), all));
                let kept = (self.capacity / 2).max(2 * self.count());
                self.basis.restart(kept, goal.lowest)?;
            }
        }
    }
}

impl Ritz {
    /// Largest |θ| of the leading and the negative Ritz values.
    pub(super) fn scale(&self) -> f64 {
        let all = self.values.iter().chain(&self.negative);
        all.fold(0.0, |m, θ| m.max(θ.abs()))
    }
}

#[cfg(test)]
pub(super) mod tests;
