//! Which solvers are asked, and in which order, decided before anything is computed.

use super::{Solver, Tier, plan::MemoryPlan};

/// Up to this many points, the whole spectrum costs less than an iteration.
pub(super) const SMALL: usize = 200;
/// The whole spectrum also costs less where one component in this many, or more, is wanted.
const SHARE_OF_POINTS: usize = 6;
/// An iteration for k components needs more points than 2k and this many, or its basis has no room to grow.
const ROOM_TO_GROW: usize = 20;
/// Up to this many points, the whole spectrum takes a few tenths of a second at most.
const MEDIUM: usize = 1000;
/// Points from which Fourier modes may be faster than an iteration on the matrix.
const MANY: usize = 2000;

/// Why there is no Cholesky factor.
const INDEFINITE: &str =
    "a factor takes a kernel without negative eigenvalues, and this one may have some";
/// Why there is no iteration.
const FEW_POINTS: &str =
    "an iteration for k components takes at least 2k + 20 rows; take dense or auto";
/// Why there are no Fourier modes.
const NOT_GAUSSIAN: &str = "Fourier modes sum the RBF kernel, with a γ that is not so small that it is linear on these data";
/// Why there are too many of them.
const MANY_MODES: &str =
    "these data take too many Fourier modes, which are for few columns, many rows and a moderate γ";

/// What is known of a fit before it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct FitProblem {
    /// Points.
    pub(super) n: usize,
    /// Components wanted.
    pub(super) k: usize,
    pub(super) tier: Tier,
    /// The solver that was asked for.
    pub(super) solver: Solver,
    pub(super) kernel: KernelFacts,
    /// To the kernel all points are the same.
    pub(super) equal_points: bool,
    /// An earlier fit has left vectors to start from.
    pub(super) warm: bool,
    pub(super) purpose: FitPurpose,
}

/// What a fit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FitPurpose {
    Answer,
    /// A node of a reduced basis, which nobody waits for and which may be left without an answer: there nothing is
    /// tried that can't be interrupted.
    Node,
}

/// What solvers demand of a kernel.
#[derive(Debug, Clone, Copy)]
pub(super) struct KernelFacts {
    /// Every kernel matrix is positive semidefinite, as a Cholesky factor needs.
    pub(super) positive: bool,
    /// It is exp(−γ‖x − y‖²), which Fourier modes can sum, and γ is not so small that it is straight.
    pub(super) gaussian: bool,
}

/// One thing to try. An attempt that does not answer leaves the question to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Attempt {
    /// All eigenvalues are zero, which takes no solver.
    Zeros,
    /// A reduced basis, if there is one for this kernel, and it is good enough.
    Reduced,
    /// The explicit feature space, if it has at most so many dimensions.
    Features { most: usize },
    /// Equispaced Fourier modes.
    Fourier(FourierPreference),
    /// A pivoted Cholesky factor.
    Cholesky {
        /// Columns that it may have.
        rank: usize,
        /// It is given up in favour of the next attempt unless it is as accurate as the tier asks.
        other: bool,
        /// Only memory keeps it from more columns; with so many bytes there is another way.
        short_of: Option<u64>,
    },
    /// A block Krylov iteration.
    Krylov {
        /// Where its answer stays unproven, a factorisation of the matrix is to settle it, and where that
        /// fails, the next attempt.
        settle: bool,
    },
    /// The whole spectrum.
    Dense,
    /// The solver asked for by name does not apply, for this reason.
    Unsuited { reason: &'static str },
    /// There is no room for what would have to come now, which takes so many bytes.
    Refuse { needed: u64 },
}

/// How much the Fourier solver is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FourierPreference {
    /// If it is faster than other solvers, and as accurate as the tier asks.
    IfFaster,
    /// Whatever it costs and gives.
    Anyway,
}

/// What is tried, first to last. The last attempt answers or refuses, but at a node, and but for an iteration that was
/// asked for by name.
pub(super) fn attempts(question: &FitProblem, plan: &MemoryPlan) -> Vec<Attempt> {
    if question.equal_points {
        return vec![Attempt::Zeros];
    }
    match question.solver {
        Solver::Auto => by_itself(question, plan),
        Solver::Dense => vec![dense(plan)],
        Solver::Cholesky if !question.kernel.positive => vec![unsuited(INDEFINITE)],
        Solver::Cholesky => vec![cholesky(question, plan, false)],
        Solver::Krylov if !has_room_to_grow(question) => vec![unsuited(FEW_POINTS)],
        Solver::Krylov if plan.bases > plan.budget => vec![Attempt::Refuse { needed: plan.bases }],
        Solver::Krylov => vec![Attempt::Krylov { settle: false }],
        Solver::Fourier if !question.kernel.gaussian => vec![unsuited(NOT_GAUSSIAN)],
        Solver::Fourier => vec![
            Attempt::Fourier(FourierPreference::Anyway),
            unsuited(MANY_MODES),
        ],
    }
}

/// What is tried where no solver was asked for.
fn by_itself(question: &FitProblem, plan: &MemoryPlan) -> Vec<Attempt> {
    let &FitProblem {
        n,
        k,
        tier,
        kernel,
        purpose,
        ..
    } = question;
    let many_components = SHARE_OF_POINTS * k >= n;
    let small = n <= SMALL || many_components;
    let mut list = Vec::new();
    if tier == Tier::Preview {
        list.push(Attempt::Reduced);
    }
    list.push(Attempt::Features {
        most: plan.features(),
    });
    if kernel.gaussian {
        // Without an iteration nothing else is there in bearable time.
        if !plan.iterates() {
            list.push(Attempt::Fourier(FourierPreference::Anyway));
        } else if n >= MANY && !many_components {
            list.push(Attempt::Fourier(FourierPreference::IfFaster));
        }
    }
    if kernel.positive && !small {
        let other = plan.iterates();
        list.push(cholesky(question, plan, other));
        if !other {
            return list;
        }
    }
    let answers = purpose == FitPurpose::Answer;
    let at_once = !has_room_to_grow(question) || small && plan.has_room_for_dense();
    if at_once {
        list.push(dense(plan));
    } else if plan.bases > plan.budget {
        list.push(Attempt::Refuse { needed: plan.bases });
    } else {
        let settle = tier == Tier::Exact && plan.factorizes() && answers;
        list.extend([Attempt::Krylov { settle }, dense(plan)]);
    }
    if !answers && n > MEDIUM {
        list.retain(|attempt| *attempt != Attempt::Dense);
    }
    list
}

/// Whether a basis for k pairs can grow among n points.
fn has_room_to_grow(question: &FitProblem) -> bool {
    question.n >= 2 * question.k + ROOM_TO_GROW
}

fn unsuited(reason: &'static str) -> Attempt {
    Attempt::Unsuited { reason }
}

/// The whole spectrum, where there is room for it.
fn dense(plan: &MemoryPlan) -> Attempt {
    if plan.has_room_for_dense() {
        Attempt::Dense
    } else {
        Attempt::Refuse { needed: plan.dense }
    }
}

/// A factor, given up in favour of an `other` attempt where there is one.
fn cholesky(question: &FitProblem, plan: &MemoryPlan, other: bool) -> Attempt {
    let rank = rank(question, plan);
    Attempt::Cholesky {
        rank,
        other,
        short_of: (rank < question.n && rank == plan.rank()).then(|| plan.needed()),
    }
}

/// Columns that a Cholesky factor may have.
fn rank(question: &FitProblem, plan: &MemoryPlan) -> usize {
    match (question.solver, question.tier) {
        (Solver::Auto, Tier::Preview) if question.warm => plan.rank_beside_warm(),
        (Solver::Auto, Tier::Preview | Tier::Exact) => plan.worthwhile_rank(),
        (Solver::Dense | Solver::Cholesky | Solver::Krylov | Solver::Fourier, _) => {
            question.n.min(plan.rank())
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Attempt::*, *};

    const RBF: KernelFacts = KernelFacts {
        positive: true,
        gaussian: true,
    };
    const SIGMOID: KernelFacts = KernelFacts {
        positive: false,
        gaussian: false,
    };
    const LAPLACIAN: KernelFacts = KernelFacts {
        positive: true,
        gaussian: false,
    };

    fn question(n: usize, kernel: KernelFacts) -> FitProblem {
        FitProblem {
            n,
            k: 2,
            tier: Tier::Exact,
            solver: Solver::Auto,
            kernel,
            equal_points: false,
            warm: false,
            purpose: FitPurpose::Answer,
        }
    }

    fn plan_of(question: &FitProblem, mebibytes: u64) -> MemoryPlan {
        MemoryPlan::new(question.n, 2, question.k, mebibytes << 20)
    }

    fn in_memory(question: &FitProblem, mebibytes: u64) -> Vec<Attempt> {
        attempts(question, &plan_of(question, mebibytes))
    }

    /// What is tried with plenty of memory, ranks and sizes left out.
    fn names(question: &FitProblem) -> Vec<&'static str> {
        let name = |attempt| match attempt {
            Zeros => "zeros",
            Reduced => "reduced",
            Features { .. } => "features",
            Fourier(FourierPreference::IfFaster) => "fourier if faster",
            Fourier(FourierPreference::Anyway) => "fourier anyway",
            Cholesky { other: true, .. } => "cholesky",
            Cholesky { other: false, .. } => "cholesky at last",
            Krylov { settle: true } => "krylov, settled",
            Krylov { settle: false } => "krylov",
            Dense => "dense",
            Unsuited { reason } => reason,
            Refuse { .. } => "refuse",
        };
        let list = in_memory(question, 4000);
        list.into_iter().map(name).collect()
    }

    #[test]
    fn left_to_itself() {
        let preview = |question| FitProblem {
            tier: Tier::Preview,
            ..question
        };
        for (question, expected) in [
            (question(200, RBF), vec!["features", "dense"]),
            (
                question(201, RBF),
                vec!["features", "cholesky", "krylov, settled", "dense"],
            ),
            (
                question(1999, SIGMOID),
                vec!["features", "krylov, settled", "dense"],
            ),
            (
                preview(question(1999, SIGMOID)),
                vec!["reduced", "features", "krylov", "dense"],
            ),
            (
                question(2000, RBF),
                vec![
                    "features",
                    "fourier if faster",
                    "cholesky",
                    "krylov, settled",
                    "dense",
                ],
            ),
            (
                question(5000, LAPLACIAN),
                vec!["features", "cholesky", "krylov", "dense"],
            ),
            (
                FitProblem {
                    purpose: FitPurpose::Node,
                    ..question(1999, SIGMOID)
                },
                vec!["features", "krylov"],
            ),
            // A sixth of all components.
            (
                FitProblem {
                    k: 400,
                    ..question(2400, RBF)
                },
                vec!["features", "dense"],
            ),
            (
                FitProblem {
                    equal_points: true,
                    ..question(5000, RBF)
                },
                vec!["zeros"],
            ),
        ] {
            assert_eq!(names(&question), expected, "{question:?}");
        }
    }

    #[test]
    fn by_name() {
        for (solver, n, kernel, expected) in [
            (Solver::Dense, 5000, RBF, vec!["dense"]),
            (Solver::Cholesky, 5000, RBF, vec!["cholesky at last"]),
            (Solver::Cholesky, 50, RBF, vec!["cholesky at last"]),
            (Solver::Cholesky, 5000, SIGMOID, vec![INDEFINITE]),
            (Solver::Krylov, 100, RBF, vec!["krylov"]),
            (Solver::Krylov, 24, RBF, vec!["krylov"]),
            (Solver::Krylov, 23, RBF, vec![FEW_POINTS]),
            (
                Solver::Fourier,
                100,
                RBF,
                vec!["fourier anyway", MANY_MODES],
            ),
            (Solver::Fourier, 5000, LAPLACIAN, vec![NOT_GAUSSIAN]),
        ] {
            let question = FitProblem {
                solver,
                ..question(n, kernel)
            };
            assert_eq!(names(&question), expected, "{question:?}");
        }
    }

    #[test]
    fn little_memory_leaves_a_factor_or_a_refusal() {
        let fit = question(200_000, LAPLACIAN);
        let plan = plan_of(&fit, 1000);
        let rank = plan.rank();
        assert_eq!(
            in_memory(&fit, 1000).last(),
            Some(&Cholesky {
                rank,
                other: false,
                short_of: Some(plan.needed()),
            })
        );
        // An indefinite kernel has no factor.
        let fit = question(5000, SIGMOID);
        assert_eq!(
            in_memory(&fit, 1).last(),
            Some(&Refuse {
                needed: plan_of(&fit, 1).bases,
            })
        );
        let dense = FitProblem {
            solver: Solver::Dense,
            ..fit
        };
        let needed = plan_of(&dense, 100).dense;
        assert_eq!(in_memory(&dense, 100), [Refuse { needed }]);
        // An iteration that fails has nothing to fall back on.
        let list = in_memory(&fit, 100);
        assert_eq!(list[1..], [Krylov { settle: false }, Refuse { needed }]);
        // Fourier modes take little, and nothing else answers.
        let fit = question(5000, RBF);
        assert!(in_memory(&fit, 1).contains(&Fourier(FourierPreference::Anyway)));
    }

    #[test]
    fn a_preview_beside_a_warm_iteration_affords_a_smaller_factor() {
        let rank = |tier, warm| {
            let fit = FitProblem {
                tier,
                warm,
                ..question(5000, LAPLACIAN)
            };
            let list = in_memory(&fit, 4000);
            let rank = list.into_iter().find_map(|attempt| match attempt {
                Cholesky { rank, .. } => Some(rank),
                _ => None,
            });
            rank.unwrap()
        };
        let cold = rank(Tier::Preview, false);
        assert!(rank(Tier::Preview, true) < cold);
        assert_eq!(rank(Tier::Exact, false), cold);
        assert_eq!(rank(Tier::Exact, true), cold);
    }

    #[test]
    fn the_last_attempt_answers_or_refuses() {
        const KRYLOV: Attempt = Krylov { settle: false };
        for n in [1, 20, 150, 1000, 3000, 100_000] {
            for k in [1, 10, 200] {
                for solver in Solver::ALL {
                    for kernel in [RBF, SIGMOID, LAPLACIAN] {
                        for mebibytes in [0, 1, 100, 10_000] {
                            let fit = FitProblem {
                                k,
                                solver,
                                ..question(n, kernel)
                            };
                            let list = in_memory(&fit, mebibytes);
                            let is_last = |attempt: &Attempt| {
                                matches!(
                                    attempt,
                                    Zeros
                                        | Cholesky { other: false, .. }
                                        | Dense
                                        | Unsuited { .. }
                                        | Refuse { .. }
                                ) || solver == Solver::Krylov && *attempt == KRYLOV
                            };
                            let ends = list.iter().position(is_last);
                            assert_eq!(ends, Some(list.len() - 1), "{fit:?}: {list:?}");
                        }
                    }
                }
            }
        }
    }
}
