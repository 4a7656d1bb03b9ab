//! Choice of solvers and of their order, made before anything is computed, as a pure function of the size of the
//! problem, the kernel, and the estimates of memory and time in [`MemoryPlan`].

use super::{Solver, Tier, plan::MemoryPlan};
use crate::eigen::dense::{SMALL, has_room_to_iterate, wants_most};

/// Number of points up to which a node of a reduced basis may take a dense decomposition, which cannot be interrupted: a
/// few tenths of a second at most.
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
    /// True where the distances of all pairs are known from an earlier fit.
    pub(super) knows_distances: bool,
    pub(super) purpose: FitPurpose,
}

/// Use that is made of the answer of a fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FitPurpose {
    /// The fit is shown, and must have an answer.
    Answer,
    /// The fit is a node of a reduced basis, which may stay without an answer. Long steps that cannot be interrupted
    /// are left out: a dense decomposition of more than [`UNINTERRUPTED`] points, and the factorisation that settles a proof.
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
        /// Step that follows where the iteration leaves its answer unproven.
        settling: Settling,
    },
    /// Dense decomposition of the whole matrix.
    Dense,
    /// Refusal, since the solver asked for by name does not apply, for this reason, which is shown.
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
    /// Fourier modes answer whatever their accuracy, within limits of memory and time that the solver sets.
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
        if tier != Tier::Exact && answers && !plan.follows(question.knows_distances) {
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
        list.extend([Attempt::Krylov { settling }, dense(plan)]);
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
            landmarks: None,
            kernel,
            equal_points: false,
            warm: false,
            knows_distances: false,
            purpose: FitPurpose::Answer,
        }
    }

    fn plan_of(question: &FitProblem, mebibytes: u64) -> MemoryPlan {
        MemoryPlan::new(question.n, 2, question.k, mebibytes << 20)
    }

    fn in_memory(question: &FitProblem, mebibytes: u64) -> Vec<Attempt> {
        attempts(question, &plan_of(question, mebibytes))
    }

    /// Names of the attempts with plenty of memory, ranks and sizes left out.
    fn names(question: &FitProblem) -> Vec<&'static str> {
        let name = |attempt| match attempt {
            Zeros => "zeros",
            Reduced => "reduced",
            Features { .. } => "features",
            Fourier(FourierPreference::IfFaster) => "fourier if faster",
            Fourier(FourierPreference::Anyway) => "fourier anyway",
            Cholesky { other: true, .. } => "cholesky",
            Cholesky { other: false, .. } => "cholesky at last",
            Nystrom { .. } => "nystrom",
            Sketch { .. } => "sketch",
            Krylov { settling } => match settling {
                Settling::Unproven => "krylov",
                Settling::Factor => "krylov, factored",
                Settling::FactorOrNext => "krylov, settled",
            },
            Dense => "dense",
            Unsuited(reason) => reason,
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
                vec!["features", "cholesky", "krylov, factored", "dense"],
            ),
            (
                question(5001, LAPLACIAN),
                vec!["features", "cholesky", "krylov", "dense"],
            ),
            (
                FitProblem {
                    purpose: FitPurpose::Node,
                    ..question(1999, SIGMOID)
                },
                vec!["features", "krylov"],
            ),
            (
                preview(question(5000, LAPLACIAN)),
                vec!["reduced", "features", "cholesky", "krylov", "dense"],
            ),
            // An iteration would take longer than a picture may that follows a hand.
            (
                preview(question(20_000, LAPLACIAN)),
                vec!["reduced", "features", "sketch"],
            ),
            (
                preview(question(20_000, RBF)),
                vec!["reduced", "features", "fourier if faster", "sketch"],
            ),
            (
                preview(question(20_000, SIGMOID)),
                vec!["reduced", "features", "krylov", "refuse"],
            ),
            // The number of components is a sixth of the number of points.
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
            (Solver::Nystrom, 50, RBF, vec!["nystrom"]),
            (Solver::Nystrom, 5000, SIGMOID, vec![INDEFINITE]),
        ] {
            let question = FitProblem {
                solver,
                ..question(n, kernel)
            };
            assert_eq!(names(&question), expected, "{question:?}");
        }
    }

    #[test]
    fn a_preview_of_many_rows_is_refined_by_more_landmarks() {
        let landmarks = |tier| {
            let fit = FitProblem {
                tier,
                ..question(20_000, LAPLACIAN)
            };
            match in_memory(&fit, 4000).last() {
                Some(&Sketch { landmarks }) => landmarks,
                other => panic!("{other:?}"),
            }
        };
        let (first, refined) = (landmarks(Tier::Preview), landmarks(Tier::Refined));
        assert!(refined > 2 * first, "{first} {refined}");
    }

    #[test]
    fn little_memory_leaves_landmarks_or_a_refusal() {
        let fit = question(200_000, LAPLACIAN);
        let plan = plan_of(&fit, 1000);
        assert_eq!(
            in_memory(&fit, 1000).last(),
            Some(&Nystrom {
                landmarks: 218,
                short_of: Some(plan.needed()),
            })
        );
        // With enough memory, time limits the landmarks.
        assert!((1000..1500).contains(&plan_of(&fit, 32_000).landmarks()));
        let by_name = |landmarks| FitProblem {
            solver: Solver::Nystrom,
            landmarks: Some(landmarks),
            ..fit
        };
        let landmarks = |landmarks, short_of| Nystrom {
            landmarks,
            short_of,
        };
        assert_eq!(in_memory(&by_name(200), 1000), [landmarks(200, None)]);
        let needed = 24 * 200_000 * 300;
        assert_eq!(in_memory(&by_name(300), 1000), [Refuse { needed }]);
        let few = FitProblem {
            n: 50,
            ..by_name(200)
        };
        assert_eq!(in_memory(&few, 1000), [landmarks(50, None)]);
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
        let krylov = Krylov {
            settling: Settling::Unproven,
        };
        assert_eq!(list[1..], [krylov, Refuse { needed }]);
        // Fourier modes take little memory, and no other solver answers.
        let fit = question(5000, RBF);
        assert!(in_memory(&fit, 1).contains(&Fourier(FourierPreference::Anyway)));
    }

    #[test]
    fn wide_rows_follow_by_landmarks_until_their_distances_are_known() {
        let first = |knows_distances| {
            let fit = FitProblem {
                tier: Tier::Preview,
                knows_distances,
                ..question(5000, LAPLACIAN)
            };
            attempts(&fit, &MemoryPlan::new(5000, 784, 2, 4000 << 20))
        };
        assert!(matches!(first(false).last(), Some(Sketch { .. })));
        assert!(matches!(first(true).last(), Some(Dense)));
    }

    #[test]
    fn fewer_landmarks_stand_for_more_rows() {
        let landmarks = |n, features| MemoryPlan::new(n, features, 10, 4000 << 20).sketched();
        assert_eq!(
            [(20_000, 6), (50_000, 10), (200_000, 6)].map(|(n, features)| landmarks(n, features)),
            [139, 83, 40]
        );
        // At least the components, even where memory has no room for more.
        assert_eq!(MemoryPlan::new(1_000_000, 6, 10, 1 << 20).sketched(), 10);
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
        const KRYLOV: Attempt = Krylov {
            settling: Settling::Unproven,
        };
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
                                        | Nystrom { .. }
                                        | Sketch { .. }
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
