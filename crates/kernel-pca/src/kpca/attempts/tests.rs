//! Lists of attempts for kinds of questions and sizes of memory.

use super::{Attempt::*, IterationPace::*, *};

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
        pace: IterationPace::Follows,
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
        Krylov { settling, .. } => match settling {
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
            vec!["reduced", "features", "cholesky", "krylov", "sketch"],
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
        passes: PASSES,
        settling: Settling::Unproven,
    };
    assert_eq!(list[1..], [krylov, Refuse { needed }]);
    // Fourier modes take little memory, and no other solver answers.
    let fit = question(5000, RBF);
    assert!(in_memory(&fit, 1).contains(&Fourier(FourierPreference::Anyway)));
}

#[test]
fn wide_rows_follow_by_landmarks_until_their_distances_are_known() {
    let first = |knows_distances, pace| {
        let fit = FitProblem {
            tier: Tier::Preview,
            knows_distances,
            pace,
            ..question(5000, LAPLACIAN)
        };
        attempts(&fit, &MemoryPlan::new(5000, 784, 2, 4000 << 20))
    };
    let iterates = |list: &[Attempt]| list.iter().any(|it| matches!(it, Krylov { .. }));
    assert!(!iterates(&first(false, Follows)) && iterates(&first(true, Follows)));
    // And where a spectrum hardly falls, an iteration leaves off for them, and is not tried again in a drag.
    assert!(!iterates(&first(true, Lags)));
    assert!(matches!(
        first(true, Follows)[..],
        [.., Krylov { passes: 7, .. }, Sketch { .. }]
    ));
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
        passes: PASSES,
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
