//! Decisions of an eigenvalue iteration between two passes, as pure functions of the state of its basis and pairs. They
//! say when pairs are computed, when a proof is tried, when pairs are refined, and when the iteration ends.

/// Number of passes after which an iteration without proof may stop: by then the random columns of the start block have
/// revealed the pairs that its other columns miss.
const BRINGING_UP: usize = 2;
/// Residual norm, in units of its part by rounding in single precision, up to which gathering in single precision ends
/// and correction in double begins. A larger value would trade passes in single precision for passes in double.
pub(super) const GATHERED_IN_SINGLE: f64 = 4.0;
/// Factor by which a block of residuals usually divides errors, used to estimate how many blocks are still needed.
pub(super) const FALLING: f64 = 4.0;

/// State of a basis that has just grown by a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct GrownBasis {
    /// Number of columns of the basis.
    pub(super) columns: usize,
    /// Number of columns just appended; zero where the basis is invariant under the operator.
    pub(super) width: usize,
    /// Largest number of columns of the basis.
    pub(super) capacity: usize,
    /// Number of leading Ritz pairs that are computed.
    pub(super) count: usize,
    /// True where the basis spans the whole space but for the operator's null space.
    pub(super) full: bool,
    /// True where no more passes are allowed.
    pub(super) over: bool,
    /// True where the schedule asks for the Ritz pairs now.
    pub(super) due: bool,
}

/// Step that follows once the basis has grown by a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BasisStep {
    /// Random columns are appended, since the basis is invariant and too small.
    Refresh,
    /// Another block is appended to the basis.
    Grow,
    /// Ritz pairs are computed from the small eigenproblem.
    Look,
}

impl GrownBasis {
    /// Returns true where the basis cannot grow, or no passes are left.
    pub(super) fn has_ended(&self) -> bool {
        self.width == 0 || self.full || self.over
    }

    /// Returns the next step: Ritz pairs are computed when due, when a restart needs them, or the basis cannot grow.
    pub(super) fn step(&self) -> BasisStep {
        let room = self.columns + self.width <= self.capacity;
        if self.width == 0 && self.columns < self.count && !self.full {
            BasisStep::Refresh
        } else if room && !self.has_ended() && !self.due {
            BasisStep::Grow
        } else {
            BasisStep::Look
        }
    }
}

/// Quality of the Ritz pairs last computed.
#[derive(Debug, Clone, Copy)]
pub(super) struct RitzQuality {
    /// True where the basis was gathered in single precision, whose rounding limits the residuals.
    pub(super) single: bool,
    /// True where residuals have stopped falling and rounding may be the reason.
    pub(super) stalls: bool,
    /// Largest residual norm of a wanted pair that is not good enough; zero where all are.
    pub(super) open: f64,
    /// Largest part by rounding of the residual norm of a wanted pair that is not good enough; zero where all are.
    pub(super) rounding: f64,
}

impl RitzQuality {
    /// Returns true where rounding in single precision keeps the pairs from improving.
    fn is_limited(&self) -> bool {
        self.single
            && (self.stalls || self.open > 0.0 && self.open <= GATHERED_IN_SINGLE * self.rounding)
    }

    /// Returns true where further blocks are useless or impossible: the pairs have `converged` to the goal, the basis
    /// has `ended`, or rounding limits the pairs.
    pub(super) fn is_settled(&self, converged: bool, ended: bool) -> bool {
        converged || ended || self.is_limited()
    }
}

/// State of the proof that no larger eigenvalue was missed, once the pairs are settled.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompletenessProof {
    /// True where the goal asks for a proof.
    pub(super) wanted: bool,
    /// True where the proof was given.
    pub(super) given: bool,
    /// True where the wanted eigenvalues exceed rounding, so that a proof is possible in this precision.
    pub(super) possible: bool,
    /// Number of attempts at a proof that are left.
    pub(super) attempts: usize,
}

/// Decision of an iteration whose pairs are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The basis grows by another block.
    GoOn,
    /// Random columns are multiplied to prove that nothing was missed.
    Probe,
    /// The iteration in this precision ends with the current pairs.
    Stop,
}

/// Decides how an iteration with settled pairs goes on after this number of passes; `ended` is true where its basis
/// cannot grow, or no passes are left.
pub(super) fn verdict(proof: &CompletenessProof, ended: bool, passes: usize) -> Verdict {
    if proof.attempts > 0 && proof.possible && !proof.given {
        Verdict::Probe
    } else if proof.wanted || ended || passes >= BRINGING_UP {
        Verdict::Stop
    } else {
        Verdict::GoOn
    }
}

/// State of pairs that are refined by directions made of their residuals.
#[derive(Debug, Clone, Copy)]
pub(super) struct RefinedPairs {
    /// True where the pairs meet the goal, and no random column hints at a missed pair.
    pub(super) good: bool,
    /// True where rounding keeps residuals from falling, or no passes are left.
    pub(super) ended: bool,
    /// Largest error over its tolerance; the pairs are good when it is at most 1.
    pub(super) error: f64,
    /// Factor by which the last block divided errors or residuals, whichever fell more; at most 1 where neither falls.
    pub(super) falling: f64,
    /// Number of columns that the next block costs: its own, or those of a full block, which takes no longer.
    pub(super) columns: usize,
}

impl RefinedPairs {
    /// Returns true where refinement ends: the pairs are good, it has `ended`, or it would need more than `many`
    /// columns.
    pub(super) fn is_settled(&self, many: f64) -> bool {
        let blocks = if self.falling > 1.0 {
            self.error.log(self.falling).ceil()
        } else {
            f64::INFINITY
        };
        self.good || self.ended || blocks * self.columns as f64 > many
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GROWN: GrownBasis = GrownBasis {
        columns: 40,
        width: 8,
        capacity: 106,
        count: 6,
        full: false,
        over: false,
        due: false,
    };

    #[test]
    fn ritz_pairs_are_looked_at_when_due_or_when_there_is_no_other_way() {
        for (grown, step) in [
            (GROWN, BasisStep::Grow),
            (GrownBasis { due: true, ..GROWN }, BasisStep::Look),
            (
                GrownBasis {
                    over: true,
                    ..GROWN
                },
                BasisStep::Look,
            ),
            (
                GrownBasis {
                    full: true,
                    ..GROWN
                },
                BasisStep::Look,
            ),
            (GrownBasis { width: 0, ..GROWN }, BasisStep::Look),
            // Without room for another block as wide, a restart needs the pairs.
            (
                GrownBasis {
                    columns: 98,
                    ..GROWN
                },
                BasisStep::Grow,
            ),
            (
                GrownBasis {
                    columns: 99,
                    ..GROWN
                },
                BasisStep::Look,
            ),
            // The basis is invariant before it holds the pairs wanted.
            (
                GrownBasis {
                    width: 0,
                    columns: 5,
                    ..GROWN
                },
                BasisStep::Refresh,
            ),
            (
                GrownBasis {
                    width: 0,
                    columns: 5,
                    full: true,
                    ..GROWN
                },
                BasisStep::Look,
            ),
        ] {
            assert_eq!(grown.step(), step, "{grown:?}");
        }
    }

    #[test]
    fn pairs_are_settled_once_good_or_as_good_as_they_get() {
        let far = RitzQuality {
            single: true,
            stalls: false,
            open: 1e-3,
            rounding: 1e-6,
        };
        for (seen, settled) in [
            (far, false),
            (
                RitzQuality {
                    stalls: true,
                    ..far
                },
                true,
            ),
            (
                RitzQuality {
                    open: GATHERED_IN_SINGLE * 1e-6,
                    ..far
                },
                true,
            ),
            (
                RitzQuality {
                    open: 1.01e-6 * GATHERED_IN_SINGLE,
                    ..far
                },
                false,
            ),
            // A negative eigenvalue alone is open, whose residual says nothing of rounding.
            (RitzQuality { open: 0.0, ..far }, false),
            // Rounding does not limit pairs in double precision.
            (
                RitzQuality {
                    stalls: true,
                    single: false,
                    ..far
                },
                false,
            ),
            (
                RitzQuality {
                    open: 1e-6,
                    single: false,
                    ..far
                },
                false,
            ),
        ] {
            assert_eq!(seen.is_settled(false, false), settled, "{seen:?}");
            assert!(seen.is_settled(true, false) && seen.is_settled(false, true));
        }
    }

    #[test]
    fn what_is_to_be_proven_is_probed_while_that_may_help() {
        let wanted = CompletenessProof {
            wanted: true,
            given: false,
            possible: true,
            attempts: 3,
        };
        let not_wanted = CompletenessProof {
            wanted: false,
            attempts: 0,
            ..wanted
        };
        for (proof, ended, passes, expected) in [
            (wanted, false, 9, Verdict::Probe),
            (wanted, true, 9, Verdict::Probe),
            (
                CompletenessProof {
                    given: true,
                    ..wanted
                },
                false,
                9,
                Verdict::Stop,
            ),
            (
                CompletenessProof {
                    possible: false,
                    ..wanted
                },
                false,
                9,
                Verdict::Stop,
            ),
            (
                CompletenessProof {
                    attempts: 0,
                    ..wanted
                },
                false,
                9,
                Verdict::Stop,
            ),
            (not_wanted, false, BRINGING_UP, Verdict::Stop),
            (not_wanted, false, 1, Verdict::GoOn),
            (not_wanted, true, 1, Verdict::Stop),
        ] {
            assert_eq!(verdict(&proof, ended, passes), expected, "{proof:?}");
        }
    }

    #[test]
    fn pairs_are_refined_until_good_or_until_that_is_of_no_use() {
        // Two blocks are needed: 4² is more than 15.
        let open = RefinedPairs {
            good: false,
            ended: false,
            error: 15.0,
            falling: FALLING,
            columns: 10,
        };
        for (refined, settled) in [
            (open, false),
            (RefinedPairs { good: true, ..open }, true),
            (
                RefinedPairs {
                    ended: true,
                    ..open
                },
                true,
            ),
            // Three blocks are needed.
            (
                RefinedPairs {
                    error: 17.0,
                    ..open
                },
                true,
            ),
            (
                RefinedPairs {
                    falling: 3.0,
                    ..open
                },
                true,
            ),
            (
                RefinedPairs {
                    falling: 0.9,
                    ..open
                },
                true,
            ),
        ] {
            assert_eq!(refined.is_settled(20.0), settled, "{refined:?}");
        }
    }
}
