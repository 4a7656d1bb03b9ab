//! What an iteration does next, decided from how far it has come.

/// Passes after which the random columns of the start block have found what its other columns miss, where
/// nothing is to be proven.
const BRINGING_UP: usize = 2;
/// Residuals of up to this many rounding errors are corrected in double precision rather than brought down
/// further.
pub(super) const ENOUGH: f64 = 4.0;
/// What a block of residuals divides errors by, about.
const FALLING: f64 = 4.0;

/// A basis that has just grown by a block.
#[derive(Debug, Clone, Copy)]
pub(super) struct GrownBasis {
    /// Columns of the basis.
    pub(super) columns: usize,
    /// Columns that were new; none where the operator leads nowhere else.
    pub(super) width: usize,
    /// Columns that it may have.
    pub(super) capacity: usize,
    /// Ritz pairs that are looked at.
    pub(super) count: usize,
    /// It spans all there is.
    pub(super) full: bool,
    /// No more passes are allowed.
    pub(super) over: bool,
    /// The schedule has its Ritz pairs looked at now.
    pub(super) due: bool,
}

/// What is done once the basis has grown by a block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum BasisStep {
    /// The basis is invariant and too small: random columns lead out of it.
    Refresh,
    /// It grows by another block.
    Grow,
    /// The small eigenproblem is solved for Ritz pairs.
    Look,
}

impl GrownBasis {
    /// Whether the basis cannot grow any more.
    pub(super) fn has_ended(&self) -> bool {
        self.width == 0 || self.full || self.over
    }

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

/// How good the Ritz pairs are that were looked at.
#[derive(Debug, Clone, Copy)]
pub(super) struct RitzQuality {
    /// They are as good as wanted.
    pub(super) converged: bool,
    /// The basis was gathered in single precision, whose rounding limits the residuals.
    pub(super) single: bool,
    /// The residuals fell too little, and rounding may be why.
    pub(super) stalls: bool,
    /// The largest residual of a wanted pair that is not good enough.
    pub(super) open: f64,
    /// What rounding in single precision adds to a residual.
    pub(super) rounding: f64,
}

impl RitzQuality {
    /// Whether rounding keeps the pairs from getting better.
    fn is_limited(&self) -> bool {
        self.single && (self.stalls || self.open > 0.0 && self.open <= ENOUGH * self.rounding)
    }

    /// Whether more of the same would not make the pairs better.
    pub(super) fn is_settled(&self, ended: bool) -> bool {
        self.converged || ended || self.is_limited()
    }
}

/// What is known of other eigenvalues than those found, once the pairs are settled.
#[derive(Debug, Clone, Copy)]
pub(super) struct CompletenessProof {
    /// It is to be shown that nothing larger was missed.
    pub(super) wanted: bool,
    /// It was shown.
    pub(super) found: bool,
    /// The pairs are larger than rounding, so that it can be shown in this precision.
    pub(super) possible: bool,
    /// Attempts that are left.
    pub(super) attempts: usize,
}

/// What is done once the pairs are settled.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// The basis grows by another block.
    GoOn,
    /// Random columns are to show that nothing was missed.
    Probe,
    /// The pairs are the answer in this precision.
    Stop,
}

pub(super) fn verdict(proof: &CompletenessProof, ended: bool, passes: usize) -> Verdict {
    if proof.attempts > 0 && proof.possible && !proof.found {
        Verdict::Probe
    } else if proof.wanted || ended || passes >= BRINGING_UP {
        Verdict::Stop
    } else {
        Verdict::GoOn
    }
}

/// How far directions made of residuals have brought pairs.
#[derive(Debug, Clone, Copy)]
pub(super) struct RefinedPairs {
    /// They are as good as wanted, and nothing tells of others.
    pub(super) good: bool,
    /// Rounding keeps residuals from falling, or no more passes are allowed.
    pub(super) ended: bool,
    /// How often too large the largest error is.
    pub(super) error: f64,
    /// Columns that the next block would have.
    pub(super) columns: usize,
}

impl RefinedPairs {
    /// Whether they are the answer, or it would take more than `many` columns to make them so.
    pub(super) fn is_settled(&self, many: f64) -> bool {
        let blocks = self.error.log(FALLING).ceil();
        self.good || self.ended || blocks * self.columns as f64 > many
    }
}

/// What is done about pairs that are not good enough after a basis was gathered in single precision.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Remedy {
    /// Their residuals are taken in double precision and corrected.
    Correct,
    /// A basis is gathered anew in double precision.
    GatherInDouble,
}

/// What comes after what was tried. Only pairs that are `above_rounding` have digits to start a correction
/// from.
pub(super) fn remedy(tried: Option<Remedy>, above_rounding: bool) -> Option<Remedy> {
    match tried {
        None if above_rounding => Some(Remedy::Correct),
        None | Some(Remedy::Correct) => Some(Remedy::GatherInDouble),
        Some(Remedy::GatherInDouble) => None,
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
            // No room for another block as wide: a restart needs the pairs.
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
            // Invariant before it holds the pairs wanted.
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
            converged: false,
            single: true,
            stalls: false,
            open: 1e-3,
            rounding: 1e-6,
        };
        for (seen, settled) in [
            (far, false),
            (
                RitzQuality {
                    converged: true,
                    ..far
                },
                true,
            ),
            (
                RitzQuality {
                    stalls: true,
                    ..far
                },
                true,
            ),
            (
                RitzQuality {
                    open: ENOUGH * 1e-6,
                    ..far
                },
                true,
            ),
            (
                RitzQuality {
                    open: 1.01e-6 * ENOUGH,
                    ..far
                },
                false,
            ),
            // Only a negative eigenvalue is open: that says nothing of rounding.
            (RitzQuality { open: 0.0, ..far }, false),
            // In double precision it is not rounding that limits them.
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
            assert_eq!(seen.is_settled(false), settled, "{seen:?}");
            assert!(seen.is_settled(true));
        }
    }

    #[test]
    fn what_is_to_be_proven_is_probed_while_that_may_help() {
        let wanted = CompletenessProof {
            wanted: true,
            found: false,
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
                    found: true,
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
        // Two blocks.
        let open = RefinedPairs {
            good: false,
            ended: false,
            error: 15.0,
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
            // Three.
            (
                RefinedPairs {
                    error: 17.0,
                    ..open
                },
                true,
            ),
        ] {
            assert_eq!(refined.is_settled(20.0), settled, "{refined:?}");
        }
    }

    #[test]
    fn double_precision_comes_last() {
        for (tried, above_rounding, next) in [
            (None, true, Some(Remedy::Correct)),
            (None, false, Some(Remedy::GatherInDouble)),
            (Some(Remedy::Correct), true, Some(Remedy::GatherInDouble)),
            (Some(Remedy::GatherInDouble), true, None),
        ] {
            assert_eq!(remedy(tried, above_rounding), next, "{tried:?}");
        }
    }
}
