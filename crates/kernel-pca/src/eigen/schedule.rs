//! Schedule of the computation of Ritz pairs of a growing basis: the pairs are computed when they are likely to be good
//! enough, as extrapolated from the pace at which residuals fell.

use super::operator::Operator;

/// Largest m³ for which the m × m eigenproblem is solved after every block, relative to the multiplications of a pass.
/// A costlier one is put off until it is likely to be the last: a larger value spends time on eigenproblems, a smaller
/// one on needless passes.
const EIGENPROBLEM: f64 = 0.0025;
/// Decades by which residuals fall with each block once they fall: 0.9 to 1.8 on the program's own data sets.
const DECADES: f64 = 1.25;
/// Distance from the goal, in decades, within which residuals are expected to go on falling at their last pace; farther
/// away the last pace predicts little.
const NEAR: f64 = 3.0;

/// Numbers of columns of a growing basis at which its Ritz pairs are worth their cost.
pub(super) struct Schedule {
    /// Number of columns of a block.
    block: usize,
    /// Number of multiplications of a pass, an application to one block.
    pass: f64,
    /// Number of columns at which pairs are due next.
    next: usize,
    /// Number of columns when pairs were last computed, and the decades by which residuals were then too large.
    last: Option<(usize, f64)>,
}

impl Schedule {
    /// Creates a schedule for an operator, with pairs due first at `first` columns.
    pub(super) fn new(first: usize, op: &impl Operator) -> Self {
        Self {
            block: op.block(),
            pass: op.operations(),
            next: first,
            last: None,
        }
    }

    /// Returns true where pairs are due for a basis of this number of columns.
    pub(super) fn is_due(&self, columns: usize) -> bool {
        columns >= self.next
    }

    /// Delays the next computation of pairs by `steps` blocks.
    pub(super) fn wait(&mut self, steps: usize) {
        self.next += self.block * steps;
    }

    /// Records that residuals were too large by the factor `excess` at this number of columns, and sets the number of
    /// columns at which they are expected to be small enough.
    pub(super) fn take_up(&mut self, columns: usize, excess: f64) {
        let decades = excess.max(1.0).log10();
        // Far from the goal the last pace predicts little.
        let pace = match self.last {
            Some((before, were)) if decades < NEAR && before < columns => {
                let pace = (were - decades) * self.block as f64 / (columns - before) as f64;
                pace.clamp(0.4 * DECADES, DECADES)
            }
            _ => DECADES,
        };
        self.last = Some((columns, decades));
        let steps = if self.is_costly(columns) {
            (decades / pace).round().max(1.0)
        } else {
            1.0
        };
        self.next = columns + self.block * steps as usize;
    }

    /// Returns true where the eigenproblem of a basis of this number of columns is too costly to solve after every
    /// block.
    fn is_costly(&self, columns: usize) -> bool {
        (columns as f64).powi(3) > EIGENPROBLEM * self.pass
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLOCK: usize = 8;

    #[test]
    fn looks_are_rarer_the_costlier_and_the_further_off() {
        let after = |n: f64, looks: &[(usize, f64)]| {
            let mut schedule = Schedule {
                block: BLOCK,
                pass: BLOCK as f64 * n * n,
                next: 0,
                last: None,
            };
            for &(columns, excess) in looks {
                schedule.take_up(columns, excess);
            }
            (0..400).find(|&columns| schedule.is_due(columns)).unwrap()
        };
        // Five decades at 1.25 with each block, where the eigenproblem is costly.
        assert_eq!(after(1e3, &[(48, 1e5)]), 48 + 4 * BLOCK);
        assert_eq!(after(5e3, &[(48, 1e5)]), 48 + BLOCK);
        // Two decades at 0.5 with each block, the pace of the last four blocks.
        assert_eq!(after(1e3, &[(48, 1e4), (80, 1e2)]), 80 + 4 * BLOCK);
        // The pace assumed is never below 0.4 · 1.25, and at least one block follows.
        assert_eq!(after(1e3, &[(48, 1e2), (80, 1e2)]), 80 + 4 * BLOCK);
        assert_eq!(after(1e3, &[(48, 0.5)]), 48 + BLOCK);
    }
}
