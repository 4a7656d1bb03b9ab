//! When the Ritz pairs of a growing basis are worth what they cost.

use super::operator::Operator;

/// Of the multiplications of a pass: m³ for an eigenproblem of m × m that costs as much as is worth saving.
const EIGENPROBLEM: f64 = 0.0025;
/// Decades that residuals fall by with each block, once they do: 0.9 to 1.8 on the data sets that
/// come with the program.
const DECADES: f64 = 1.25;
/// Decades from where residuals fall as fast as they just did.
const NEAR: f64 = 3.0;

/// When the Ritz pairs of a growing basis are worth what they cost.
pub(super) struct Schedule {
    /// Columns that a block has.
    block: usize,
    /// Multiplications that a pass takes.
    pass: f64,
    /// Columns of the basis.
    next: usize,
    /// Columns when it was last looked at, and decades that residuals were too large by.
    last: Option<(usize, f64)>,
}

impl Schedule {
    pub(super) fn new(first: usize, op: &impl Operator) -> Self {
        Self {
            block: op.block(),
            pass: op.operations(),
            next: first,
            last: None,
        }
    }

    pub(super) fn is_due(&self, columns: usize) -> bool {
        columns >= self.next
    }

    pub(super) fn wait(&mut self, steps: usize) {
        self.next += self.block * steps;
    }

    /// Takes up by what factor residuals were too large, and foresees when they won't be.
    pub(super) fn take_up(&mut self, columns: usize, excess: f64) {
        let decades = excess.max(1.0).log10();
        // Far off, residuals say little of what they are going to do.
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

    /// Whether the Ritz pairs of a basis cost more than a part of what the operator on another block does.
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
