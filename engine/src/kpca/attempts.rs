//! Which solvers are asked, and in which order, decided before anything is computed.

use super::{Solver, Tier, plan::Plan};

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

/// What is known of a fit before it begins.
#[derive(Debug, Clone, Copy)]
pub(super) struct Question {
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
    pub(super) purpose: Purpose,
}

/// What a fit is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Purpose {
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
    Fourier(Wanted),
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
    /// There is no room for what would have to come now, which takes so many bytes.
    Refuse { needed: u64 },
}

/// How much the Fourier solver is wanted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Wanted {
    /// If it is faster than other solvers, and as accurate as the tier asks.
    IfFaster,
    /// Whatever it costs and gives.
    Anyway,
}

/// What is tried, first to last. The last attempt always answers or refuses, but at a node.
pub(super) fn attempts(question: &Question, plan: &Plan) -> Vec<Attempt> {
    let &Question {
        n,
        k,
        tier,
        solver,
        kernel,
        equal_points,
        purpose,
        ..
    } = question;
    if equal_points {
        return vec![Attempt::Zeros];
    }
    let auto = solver == Solver::Auto;
    let many_components = SHARE_OF_POINTS * k >= n;
    let small = n <= SMALL || many_components;
    let mut list = Vec::new();
    if auto && tier == Tier::Preview {
        list.push(Attempt::Reduced);
    }
    if auto {
        list.push(Attempt::Features {
            most: plan.features(),
        });
    }
    if kernel.gaussian {
        list.extend(
            match solver {
                Solver::Fourier => Some(Wanted::Anyway),
                // Nothing else is there in bearable time.
                Solver::Auto if !plan.iterates() => Some(Wanted::Anyway),
                Solver::Auto if n >= MANY && !many_components => Some(Wanted::IfFaster),
                Solver::Auto | Solver::Dense | Solver::Cholesky | Solver::Krylov => None,
            }
            .map(Attempt::Fourier),
        );
    }
    if kernel.positive && (solver == Solver::Cholesky || auto && !small) {
        let other = auto && plan.iterates();
        let rank = rank(question, plan);
        list.push(Attempt::Cholesky {
            rank,
            other,
            short_of: (rank < n && rank == plan.rank()).then(|| plan.needed()),
        });
        if !other {
            return list;
        }
    }
    let dense = if plan.has_room_for_dense() {
        Attempt::Dense
    } else {
        Attempt::Refuse { needed: plan.dense }
    };
    let answers = purpose == Purpose::Answer;
    let at_once = solver == Solver::Dense
        || n < 2 * k + ROOM_TO_GROW
        || small && plan.has_room_for_dense() && solver != Solver::Krylov;
    if at_once {
        list.push(dense);
    } else if plan.bases > plan.budget {
        list.push(Attempt::Refuse { needed: plan.bases });
    } else {
        let settle = auto && tier == Tier::Exact && plan.factorizes() && answers;
        list.extend([Attempt::Krylov { settle }, dense]);
    }
    if !answers && n > MEDIUM {
        list.retain(|attempt| *attempt != Attempt::Dense);
    }
    list
}

/// Columns that a Cholesky factor may have.
fn rank(question: &Question, plan: &Plan) -> usize {
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

    fn question(n: usize, kernel: KernelFacts) -> Question {
        Question {
            n,
            k: 2,
            tier: Tier::Exact,
            solver: Solver::Auto,
            kernel,
            equal_points: false,
            warm: false,
            purpose: Purpose::Answer,
        }
    }

    fn plan_of(question: &Question, mebibytes: u64) -> Plan {
        Plan::new(question.n, 2, question.k, mebibytes << 20)
    }

    fn in_memory(question: &Question, mebibytes: u64) -> Vec<Attempt> {
        attempts(question, &plan_of(question, mebibytes))
    }

    /// What is tried with plenty of memory, ranks and sizes left out.
    fn names(question: &Question) -> Vec<&'static str> {
        let name = |attempt| match attempt {
            Zeros => "zeros",
            Reduced => "reduced",
            Features { .. } => "features",
            Fourier(Wanted::IfFaster) => "fourier if faster",
            Fourier(Wanted::Anyway) => "fourier anyway",
            Cholesky { other: true, .. } => "cholesky",
            Cholesky { other: false, .. } => "cholesky at last",
            Krylov { settle: true } => "krylov, settled",
            Krylov { settle: false } => "krylov",
            Dense => "dense",
            Refuse { .. } => "refuse",
        };
        let list = in_memory(question, 4000);
        list.into_iter().map(name).collect()
    }

    #[test]
    fn left_to_itself() {
        let preview = |question| Question {
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
                Question {
                    purpose: Purpose::Node,
                    ..question(1999, SIGMOID)
                },
                vec!["features", "krylov"],
            ),
            // A sixth of all components.
            (
                Question {
                    k: 400,
                    ..question(2400, RBF)
                },
                vec!["features", "dense"],
            ),
            (
                Question {
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
            // Without a factor: as if left to itself.
            (Solver::Cholesky, 5000, SIGMOID, vec!["krylov", "dense"]),
            (Solver::Krylov, 100, RBF, vec!["krylov", "dense"]),
            // No basis could grow among so few points.
            (Solver::Krylov, 23, RBF, vec!["dense"]),
            (
                Solver::Fourier,
                5000,
                RBF,
                vec!["fourier anyway", "krylov", "dense"],
            ),
            (Solver::Fourier, 100, RBF, vec!["fourier anyway", "dense"]),
            (Solver::Fourier, 5000, LAPLACIAN, vec!["krylov", "dense"]),
        ] {
            let question = Question {
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
        let dense = Question {
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
        assert!(in_memory(&fit, 1).contains(&Fourier(Wanted::Anyway)));
    }

    #[test]
    fn a_preview_beside_a_warm_iteration_affords_a_smaller_factor() {
        let rank = |tier, warm| {
            let fit = Question {
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
        for n in [1, 20, 150, 1000, 3000, 100_000] {
            for k in [1, 10, 200] {
                for solver in Solver::ALL {
                    for kernel in [RBF, SIGMOID, LAPLACIAN] {
                        for mebibytes in [0, 1, 100, 10_000] {
                            let fit = Question {
                                k,
                                solver,
                                ..question(n, kernel)
                            };
                            let list = in_memory(&fit, mebibytes);
                            let is_last = |attempt: &Attempt| {
                                matches!(
                                    attempt,
                                    Zeros | Cholesky { other: false, .. } | Dense | Refuse { .. }
                                )
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
