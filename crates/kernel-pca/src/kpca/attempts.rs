//! Choice of solvers and of their order, made before anything is computed, as a pure function of the size of the
//! problem, the kernel, and the estimates of memory and time in [`MemoryPlan`].

use super::{Solver, Tier, plan::MemoryPlan, solve::PASSES};
use crate::eigen::dense::{SMALL, has_room_to_iterate, wants_most};

/// Number of points up to which a fit for a reduced basis may take a dense decomposition, which cannot be interrupted:
/// a few tenths of a second at most.
const UNINTERRUPTED: usize = 1000;
/// Number of points from which Fourier modes may be faster than an iteration on the matrix.
const FOURIER_FROM: usize = 2000;

/// Reason given where a Cholesky factor is asked for and the kernel is not positive semidefinite.
const INDEFINITE: &str =
    "a factor takes a kernel without negative eigenvalues, and this one may have some";
/// Reason given where an iteration is asked for and there are too few points.
const FEW_POINTS: &str =
    "an iteration for k components takes at least 2k + 20 rows; take dense or auto";
/// Reason given where Fourier modes are asked for and the kernel is not Gaussian.
const NOT_GAUSSIAN: &str = "Fourier modes sum the RBF kernel, with a γ that is not so small that it is linear on these data";
/// Reason given where Fourier modes are asked for and the data take too many.
const MANY_MODES: &str =
    "these data take too many Fourier modes, which are for few columns, many rows and a moderate γ";

/// Properties of a fit that are known before it begins, from which its solvers are chosen.
#[derive(Debug, Clone, Copy)]
pub(super) struct FitProblem {
    /// Number of points.
    pub(super) n: usize,
    /// Number of components wanted.
    pub(super) k: usize,
    /// Accuracy that is asked for.
    pub(super) tier: Tier,
    /// Solver that was asked for.
    pub(super) solver: Solver,
    /// Number of landmarks that was asked for; `None` where it was left open.
    pub(super) landmarks: Option<usize>,
    /// Properties of the kernel.
    pub(super) kernel: KernelFacts,
    /// True where all points are equal in the kernel's metric.
    pub(super) equal_points: bool,
    /// True where an earlier fit has left vectors to start from.
    pub(super) warm: bool,
    /// True where the distances of all pairs are stored from an earlier fit.
    pub(super) knows_distances: bool,
    /// Pace of previews by iteration since the last exact answer.
    pub(super) pace: IterationPace,
    pub(super) purpose: FitPurpose,
}

/// Use that is made of the answer of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FitPurpose {
    /// The fit is shown, and must have an answer.
    Answer,
    /// The fit is at a node (value of γ) of a reduced basis, and may stay without an answer. Long steps that cannot be
    /// interrupted are left out: a dense decomposition of more than [`UNINTERRUPTED`] points, and the factorisation
    /// that settles a proof.
    Node,
}

/// Properties of a kernel on which the choice of solvers depends.
#[derive(Debug, Clone, Copy)]
pub(super) struct KernelFacts {
    /// True where every kernel matrix is positive semidefinite, which a Cholesky factor requires.
    pub(super) positive: bool,
    /// True where the kernel is exp(−γ‖x − y‖²), which Fourier modes can sum, and γ is not so small that the kernel is
    /// linear on these data.
    pub(super) gaussian: bool,
}

/// Pace of previews by iteration, since the last exact answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum IterationPace {
    /// No preview by iteration ran out of passes.
    Follows,
    /// A preview by iteration ran out of passes, and the next ones are likely to, too.
    Lags,
}

/// Attempt to solve by one solver. An attempt without an answer leaves the problem to the next in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    /// Zero eigenvalues, for equal points, without a solver.
    Zeros,
    /// Preview from a reduced basis, if there is one for this kernel and its errors are small enough.
    Reduced,
    /// Eigenproblem in the explicit feature space, if this space has at most `most` dimensions.
    Features { most: usize },
    /// Equispaced Fourier modes.
    Fourier(FourierPreference),
    /// Pivoted Cholesky factor.
    Cholesky {
        /// Largest number of columns of the factor.
        rank: usize,
        /// True where another attempt follows: the factor is given up for it unless it meets the accuracy of the tier.
        other: bool,
        /// Memory, in bytes, that an iteration would need, where memory alone limits the columns; else `None`.
        short_of: Option<u64>,
    },
    /// Pivoted Cholesky factor of `landmarks` columns, or of fewer where these meet the accuracy of the tier.
    Nystrom {
        /// Largest number of columns of the factor.
        landmarks: usize,
        /// Memory, in bytes, with which all kernel values would be used; `None` where landmarks were asked for by name.
        short_of: Option<u64>,
    },
    /// Preview from a pivoted Cholesky factor of `landmarks` columns, or of fewer where these meet the accuracy of the
    /// tier; it answers with the bound that these columns give.
    Sketch {
        /// Largest number of columns of the factor.
        landmarks: usize,
    },
    /// Block Krylov iteration.
    Krylov {
        /// Number of passes after which the iteration gives up.
        passes: usize,
        /// Step that follows where the iteration leaves its answer unproven.
        settling: Settling,
    },
    /// Dense decomposition of the whole matrix.
    Dense,
    /// Refusal for the reason given: the solver asked for by name does not apply.
    Unsuited(&'static str),
    /// Refusal, since the next solver would need `needed` bytes, more than the budget.
    Refuse { needed: u64 },
}

/// Step that follows an iteration whose answer is not proven to be complete.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Settling {
    /// The answer is given without a proof.
    Unproven,
    /// A factorisation of the matrix is tried as a proof; where it proves nothing, the answer is given without one.
    Factor,
    /// A factorisation of the matrix is tried as a proof; where it proves nothing, the next attempt answers.
    FactorOrNext,
}

/// Condition under which the Fourier solver answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FourierPreference {
    /// Fourier modes answer if they are faster than other solvers and meet the accuracy of the tier.
    IfFaster,
    /// Fourier modes answer even where they do not meet the accuracy of the tier, within limits of memory and time that
    /// the solver sets.
    Anyway,
}

/// Lists the attempts at a fit, first to last. The last attempt answers or refuses, except at a node of a reduced basis
/// and for an iteration asked for by name.
pub(super) fn attempts(question: &FitProblem, plan: &MemoryPlan) -> Vec<Attempt> {
    if question.equal_points {
        return vec![Attempt::Zeros];
    }
    match question.solver {
        Solver::Auto => by_itself(question, plan),
        Solver::Dense => vec![dense(plan)],
        Solver::Cholesky | Solver::Nystrom if !question.kernel.positive => {
            vec![Attempt::Unsuited(INDEFINITE)]
        }
        Solver::Cholesky => vec![cholesky(question, plan, false)],
        Solver::Krylov if !has_room_to_iterate(question.n, question.k) => {
            vec![Attempt::Unsuited(FEW_POINTS)]
        }
        Solver::Krylov if plan.bases > plan.budget => vec![Attempt::Refuse { needed: plan.bases }],
        Solver::Krylov => vec![Attempt::Krylov {
            passes: PASSES,
            settling: Settling::Unproven,
        }],
        Solver::Fourier if !question.kernel.gaussian => vec![Attempt::Unsuited(NOT_GAUSSIAN)],
        Solver::Fourier => vec![
            Attempt::Fourier(FourierPreference::Anyway),
            Attempt::Unsuited(MANY_MODES),
        ],
        Solver::Nystrom => vec![nystrom(question, plan)],
    }
}

/// Lists the attempts at a fit for which no solver was asked for by name.
fn by_itself(question: &FitProblem, plan: &MemoryPlan) -> Vec<Attempt> {
    let &FitProblem {
        n,
        k,
        tier,
        kernel,
        purpose,
        ..
    } = question;
    let many_components = wants_most(n, k);
    let small = n <= SMALL || many_components;
    let mut list = Vec::new();
    if tier != Tier::Exact {
        list.push(Attempt::Reduced);
    }
    list.push(Attempt::Features {
        most: plan.features(),
    });
    if kernel.gaussian {
        // Where an iteration takes too much time or memory, Fourier modes are the only exact solver.
        if !plan.iterates() {
            list.push(Attempt::Fourier(FourierPreference::Anyway));
        } else if n >= FOURIER_FROM && !many_components {
            list.push(Attempt::Fourier(FourierPreference::IfFaster));
        }
    }
    let answers = purpose == FitPurpose::Answer;
    if kernel.positive && !small {
        let lags = question.pace == IterationPace::Lags && tier == Tier::Preview;
        let follows = plan.follows(question.knows_distances) && !lags;
        if tier != Tier::Exact && answers && !follows {
            let landmarks = match tier {
                Tier::Refined => plan.refined(),
                Tier::Preview | Tier::Exact => plan.sketched(),
            };
            list.push(Attempt::Sketch { landmarks });
            return list;
        }
        if !plan.iterates() {
            list.push(Attempt::Nystrom {
                landmarks: plan.landmarks(),
                short_of: Some(plan.needed()),
            });
            return list;
        }
        list.push(cholesky(question, plan, true));
    }
    let at_once =
        !has_room_to_iterate(question.n, question.k) || small && plan.has_room_for_dense();
    if at_once {
        list.push(dense(plan));
    } else if plan.bases > plan.budget {
        list.push(Attempt::Refuse { needed: plan.bases });
    } else {
        let settling = match tier {
            Tier::Exact if answers && plan.decomposes() => Settling::FactorOrNext,
            Tier::Exact if answers && plan.factorizes() => Settling::Factor,
            _ => Settling::Unproven,
        };
        // A spectrum that hardly falls takes many passes, and a hand does not wait for them.
        let (passes, next) = if tier == Tier::Preview && answers && kernel.positive {
            let landmarks = plan.sketched();
            (plan.following_passes(), Attempt::Sketch { landmarks })
        } else {
            (PASSES, dense(plan))
        };
        list.extend([Attempt::Krylov { passes, settling }, next]);
    }
    if !answers && n > UNINTERRUPTED {
        list.retain(|attempt| *attempt != Attempt::Dense);
    }
    list
}

/// Attempt at a dense decomposition; a refusal where there is no memory for it.
fn dense(plan: &MemoryPlan) -> Attempt {
    if plan.has_room_for_dense() {
        Attempt::Dense
    } else {
        Attempt::Refuse { needed: plan.dense }
    }
}

/// Attempt at a Cholesky factor; `other` says that another attempt follows.
fn cholesky(question: &FitProblem, plan: &MemoryPlan, other: bool) -> Attempt {
    let rank = rank(question, plan);
    Attempt::Cholesky {
        rank,
        other,
        short_of: (rank < question.n && rank == plan.rank()).then(|| plan.needed()),
    }
}

/// Returns the attempt with the number of landmarks asked for, or a refusal where memory has no room for them.
fn nystrom(question: &FitProblem, plan: &MemoryPlan) -> Attempt {
    let wanted = question.landmarks.unwrap_or_else(|| plan.landmarks());
    let landmarks = wanted.clamp(1, question.n.max(1));
    let needed = plan.factor(landmarks);
    if needed > plan.budget {
        return Attempt::Refuse { needed };
    }
    Attempt::Nystrom {
        landmarks,
        short_of: None,
    }
}

/// Largest number of columns of a Cholesky factor.
fn rank(question: &FitProblem, plan: &MemoryPlan) -> usize {
    match (question.solver, question.tier) {
        (Solver::Auto, Tier::Preview | Tier::Refined) if question.warm => plan.rank_beside_warm(),
        (Solver::Auto, _) => plan.worthwhile_rank(),
        _ => question.n.min(plan.rank()),
    }
}

#[cfg(test)]
mod tests;
