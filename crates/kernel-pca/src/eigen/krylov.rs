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
/// Share of the residual at the last check above which it falls too slowly, and may be stopped by rounding. A larger
/// share would repeat steps that rounding has stopped; a smaller one would end an iteration that only falters.
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

    /// Returns whether the passes allowed are used up.
    pub(super) fn is_over(&self) -> bool {
        self.passes >= self.goal.passes
    }

    /// Returns whether the basis spans the whole space but for the operator's null space.
    fn is_full(&self) -> bool {
        self.basis.len() + self.op.null().dim() >= self.op.dim()
    }

    /// Appends the part of x (n × b) outside the basis in one pass; returns the number of columns appended.
    pub(super) fn expand(
        &mut self,
        x: DMatrix<f64>,
        precision: Precision,
    ) -> Result<usize, Failure> {
        self.passes += 1;
        self.basis.expand(self.op, x, precision)
    }

    /// Appends the part of the image of the last `count` columns outside the basis in one pass; returns the number of
    /// columns appended.
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

    /// Lowers the bounds on the eigenvalues not wanted by those from the current basis, and copies them to `ritz.bounds_beyond`.
    pub(super) fn learn_of_the_rest(&mut self, ritz: &mut Ritz) {
        let bounds_beyond = self.goal.bound_of_the_rest(self.op, &self.basis, ritz);
        lower(&mut self.bounds_beyond, &bounds_beyond);
        ritz.bounds_beyond.clone_from(&self.bounds_beyond);
    }

    /// Returns whether all wanted eigenvalues exceed the bound on rounding in single precision.
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
pub(super) mod tests {
    use super::*;
    use crate::eigen::{gemm::view, orthogonal::NullSpace};

    /// Matrix (n × n) as an operator, with the number of times that it was applied.
    pub(in crate::eigen) struct CountedOperator(
        pub(in crate::eigen) DMatrix<f64>,
        pub(in crate::eigen) usize,
    );

    impl Operator for CountedOperator {
        fn dim(&self) -> usize {
            self.0.nrows()
        }

        fn apply(
            &mut self,
            x: &DMatrix<f64>,
            precision: Precision,
        ) -> Result<DMatrix<f64>, Failure> {
            self.1 += 1;
            let product = &self.0 * x;
            Ok(match precision {
                Precision::Single => product.map(|value| f64::from(value as f32)),
                Precision::Double => product,
            })
        }

        fn rounding(&self, precision: Precision) -> f64 {
            match precision {
                Precision::Single => f64::from(f32::EPSILON) * self.0.norm(),
                Precision::Double => 0.0,
            }
        }
    }

    /// Symmetric matrix with the given eigenvalues, and the eigenvalue 0 for the vector of ones.
    pub(in crate::eigen) fn with_spectrum(values: &[f64]) -> CountedOperator {
        let n = values.len() + 1;
        let ones = DMatrix::from_element(n, 1, (n as f64).sqrt().recip());
        let v = orthonormalize(view(&ones), NullSpace::Ones, random_columns(n, n - 1, 1));
        let scaled = DMatrix::from_fn(n, n - 1, |i, j| v[(i, j)] * values[j]);
        CountedOperator(scaled * v.transpose(), 0)
    }

    /// Goal of the `components` largest pairs to eight digits.
    pub(in crate::eigen) fn goal(components: usize) -> EigenGoal<'static> {
        EigenGoal {
            components,
            lowest: 0,
            tolerance: 1e-8,
            eigenvalue_tolerance: 1e-8,
            prove: true,
            before: &[],
            passes: 200,
        }
    }

    fn largest_error(values: &[f64], components: usize, before: &[DMatrix<f64>]) -> f64 {
        let mut op = with_spectrum(values);
        let goal = EigenGoal {
            before,
            ..goal(components)
        };
        let ritz = leading_pairs(&mut op, &goal).unwrap();
        assert!(ritz.converged, "after {} passes", op.1);
        assert!(ritz.values.len() >= components);
        let mut sorted = values.to_vec();
        sorted.sort_by(|a, b| b.total_cmp(a));
        let differences = sorted.iter().zip(&ritz.values).map(|(a, b)| (a - b).abs());
        differences.take(components).fold(0.0, f64::max) / sorted[0]
    }

    #[test]
    fn hostile_spectra() {
        let n = 150;
        let geometric: Vec<f64> = (0..n).map(|i| 0.8_f64.powi(i)).collect();
        let slow: Vec<f64> = (0..n).map(|i| 1.0 / f64::from(i + 1)).collect();
        let equal = vec![1.0; n as usize];
        let clustered: Vec<f64> = (0..n)
            .map(|i| 1.0 + 1e-9 * f64::from(i % 7) + f64::from(i / 100))
            .collect();
        let indefinite: Vec<f64> = (0..n)
            .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(n - i))
            .collect();
        let one = {
            let mut one = vec![0.0; n as usize];
            one[0] = 3.0;
            one
        };
        for values in [geometric, slow, equal, clustered, indefinite, one] {
            for k in [1, 2, 20, 60] {
                let error = largest_error(&values, k, &[]);
                assert!(error < 1e-8, "{k} of {:?}…: off by {error}", &values[..3]);
            }
        }
    }

    /// Operator that is best gathered in the precision `gathers`, with the precision of each application.
    struct RecordedOperator {
        op: CountedOperator,
        asked: Vec<Precision>,
        gathers: Precision,
    }

    impl Operator for RecordedOperator {
        fn dim(&self) -> usize {
            self.op.dim()
        }

        fn apply(
            &mut self,
            x: &DMatrix<f64>,
            precision: Precision,
        ) -> Result<DMatrix<f64>, Failure> {
            self.asked.push(precision);
            self.op.apply(x, precision)
        }

        fn rounding(&self, precision: Precision) -> f64 {
            self.op.rounding(precision)
        }

        fn gathers(&self, _: usize) -> Precision {
            self.gathers
        }
    }

    /// Pairs gathered in single precision are corrected by few columns in double, and not gathered anew.
    #[test]
    fn corrections_come_before_gathering_in_double() {
        let values: Vec<f64> = (0..300).map(|i| 0.9_f64.powi(i)).collect();
        let mut op = RecordedOperator {
            op: with_spectrum(&values),
            asked: Vec::new(),
            gathers: Precision::Single,
        };
        let ritz = leading_pairs(&mut op, &goal(5)).unwrap();
        assert!(ritz.converged);
        let doubles = op.asked.iter().filter(|&&it| it == Precision::Double);
        let doubles = doubles.count();
        assert!((1..4).contains(&doubles), "{:?}", op.asked);
    }

    /// An operator that asks for double precision is gathered in it, so that nothing needs correction.
    #[test]
    fn wide_corrections_are_spared() {
        let values: Vec<f64> = (0..300).map(|i| 0.9_f64.powi(i)).collect();
        let mut op = RecordedOperator {
            op: with_spectrum(&values),
            asked: Vec::new(),
            gathers: Precision::Double,
        };
        let goal = goal(20);
        let ritz = leading_pairs(&mut op, &goal).unwrap();
        assert!(ritz.converged && goal.is_proven(&ritz));
        for (found, expected) in ritz.values.iter().zip(&values).take(20) {
            assert!((found - expected).abs() < 1e-8, "{found} for {expected}");
        }
        // Random columns that probe for missed eigenvectors need few digits.
        let probes = op
            .asked
            .iter()
            .filter(|&&it| it == Precision::Single)
            .count();
        assert!(op.asked.is_sorted_by_key(|&it| it == Precision::Single));
        assert!(probes > 0 && probes < op.asked.len(), "{:?}", op.asked);
        // Previews need no more digits than single precision has.
        op.asked.clear();
        let rough = EigenGoal {
            tolerance: 2e-4,
            eigenvalue_tolerance: 1e-3,
            prove: false,
            ..goal
        };
        assert!(leading_pairs(&mut op, &rough).unwrap().converged);
        assert!(op.asked.iter().all(|&it| it == Precision::Single));
    }

    #[test]
    fn negative_eigenvalues_come_with_the_largest() {
        let values: Vec<f64> = (0..150)
            .map(|i| 10.0 / f64::from(i + 1) - 20.0 / f64::from(150 - i))
            .collect();
        let goal = EigenGoal {
            lowest: 4,
            ..goal(3)
        };
        let ritz = leading_pairs(&mut with_spectrum(&values), &goal).unwrap();
        let mut sorted = values;
        sorted.sort_by(f64::total_cmp);
        assert_eq!(ritz.negative.len(), 4);
        for (found, expected) in ritz.negative.iter().zip(&sorted) {
            assert!((found - expected).abs() < 1e-7, "{found} for {expected}");
        }
    }

    #[test]
    fn a_start_that_misses_the_first_vector_finds_it() {
        let values: Vec<f64> = (0..100).map(|i| 1.0 / f64::from(i + 1)).collect();
        let exact = with_spectrum(&values).0.symmetric_eigen();
        let mut order: Vec<usize> = (0..101).collect();
        order.sort_by(|&i, &j| exact.eigenvalues[j].total_cmp(&exact.eigenvalues[i]));
        let start = exact.eigenvectors.select_columns(&order[1..10]);
        assert!(largest_error(&values, 3, &[start]) < 1e-8);
    }
}
