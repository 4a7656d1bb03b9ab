//! Schedule of the Ritz pairs of a growing basis, which are computed when they are likely to be good enough.

use super::operator::Operator;

/// Largest m³ of an m × m eigenproblem that is solved after every block, relative to the multiplications of a
/// pass. A costlier one is put off until it is likely to be the last; more looks would cost more, fewer would
/// make passes in vain.
const EIGENPROBLEM: f64 = 0.0025;
/// Decades that residuals fall by with each block, once they do: 0.9 to 1.8 on the program's own data sets.
const DECADES: f64 = 1.25;
/// Distance from the goal, in decades, within which residuals are expected to fall on at their last pace;
/// farther away that pace says little.
const NEAR: f64 = 3.0;

/// Columns of a growing basis at which its Ritz pairs are worth their cost.
pub(super) struct Schedule {
    /// Columns of a block.
    block: usize,
    /// Multiplications of a pass, an application to one block.
    pass: f64,
    /// Columns of the basis at which pairs are due next.
    next: usize,
    /// Columns of the basis at the last look, and decades by which residuals were then too large.
    last: Option<(usize, f64)>,
}

impl Schedule {
    /// Schedule for an operator, with pairs due first at `first` columns.
    pub(super) fn new(first: usize, op: &impl Operator) -> Self {
        Self {
            block: op.block(),
            pass: op.operations(),
            next: first,
            last: None,
        }
    }

    /// Returns whether pairs are due for a basis of so many columns.
    pub(super) fn is_due(&self, columns: usize) -> bool {
        columns >= self.next
    }

    /// Puts the next look off by this many blocks.
    pub(super) fn wait(&mut self, steps: usize) {
        self.next += self.block * steps;
    }

    /// Records that residuals were too large by the factor `excess` at so many columns, and sets the next look
    /// to when they are expected to be small enough.
    pub(super) fn take_up(&mut self, columns: usize, excess: f64) {
        let decades = excess.max(1.0).log10();
        // Far from the goal, the last pace says little of the next.
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

    /// Returns whether the eigenproblem of a basis of so many columns costs more than is always worth paying
    /// beside a pass.
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
        // Five decades at 1.25 with each block, where looks cost something.
        assert_eq!(after(1e3, &[(48, 1e5)]), 48 + 4 * BLOCK);
        assert_eq!(after(5e3, &[(48, 1e5)]), 48 + BLOCK);
        // Two decades at the half that the last four blocks brought each.
        assert_eq!(after(1e3, &[(48, 1e4), (80, 1e2)]), 80 + 4 * BLOCK);
        // Never later than at the slowest pace believed, nor none at all.
        assert_eq!(after(1e3, &[(48, 1e2), (80, 1e2)]), 80 + 4 * BLOCK);
        assert_eq!(after(1e3, &[(48, 0.5)]), 48 + BLOCK);
    }
}
