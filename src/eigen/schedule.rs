//! When the Ritz pairs of a growing basis are worth what they cost.

use super::operator::BLOCK;

/// Of m³ operations, by those of a pass: what the eigenproblem of an m × m matrix costs.
const EIGENPROBLEM: f64 = 0.0025;
/// Decades that residuals fall by with each block, once they do: 0.9 to 1.8 on the data sets that
/// come with the program.
const DECADES: f64 = 1.25;
/// Decades from where residuals fall as fast as they just did.
const NEAR: f64 = 3.0;

/// When the Ritz pairs of a growing basis are worth what they cost.
pub(super) struct Schedule {
    /// Columns of the basis.
    next: usize,
    /// Columns when it was last looked at, and decades that residuals were too large by.
    last: Option<(usize, f64)>,
}

impl Schedule {
    pub(super) fn new(first: usize) -> Self {
        Self {
            next: first,
            last: None,
        }
    }

    pub(super) fn is_due(&self, columns: usize) -> bool {
        columns >= self.next
    }

    pub(super) fn wait(&mut self, steps: usize) {
        self.next += BLOCK * steps;
    }

    /// Takes up by what factor residuals were too large, and foresees when they won't be.
    pub(super) fn take_up(&mut self, n: usize, columns: usize, excess: f64) {
        let decades = excess.max(1.0).log10();
        // Far off, residuals say little of what they are going to do.
        let pace = match self.last {
            Some((before, were)) if decades < NEAR && before < columns => {
                let pace = (were - decades) * BLOCK as f64 / (columns - before) as f64;
                pace.clamp(0.4 * DECADES, DECADES)
            }
            _ => DECADES,
        };
        self.last = Some((columns, decades));
        let steps = if is_costly(n, columns) {
            (decades / pace).round().max(1.0)
        } else {
            1.0
        };
        self.next = columns + BLOCK * steps as usize;
    }
}

/// Whether the Ritz pairs of a basis cost more than a part of what the operator on another block does.
fn is_costly(n: usize, columns: usize) -> bool {
    let [n, m, b] = [n, columns, BLOCK].map(|count| count as f64);
    m.powi(3) > EIGENPROBLEM * n * n * b
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn looks_are_rarer_the_costlier_and_the_further_off() {
        let after = |n, looks: &[(usize, f64)]| {
            let mut schedule = Schedule::new(0);
            for &(columns, excess) in looks {
                schedule.take_up(n, columns, excess);
            }
            (0..400).find(|&columns| schedule.is_due(columns)).unwrap()
        };
        // Five decades at 1.25 with each block, where looks cost something.
        assert_eq!(after(1000, &[(48, 1e5)]), 48 + 4 * BLOCK);
        assert_eq!(after(5000, &[(48, 1e5)]), 48 + BLOCK);
        // Two decades at the half that the last four blocks brought each.
        assert_eq!(after(1000, &[(48, 1e4), (80, 1e2)]), 80 + 4 * BLOCK);
        // Never later than at the slowest pace believed, nor none at all.
        assert_eq!(after(1000, &[(48, 1e2), (80, 1e2)]), 80 + 4 * BLOCK);
        assert_eq!(after(1000, &[(48, 0.5)]), 48 + BLOCK);
    }
}
