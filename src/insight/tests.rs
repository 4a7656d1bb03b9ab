//! Each rule on data where it must hold and where it must not.

use std::sync::Arc;

use super::*;
use crate::{
    analysis::{Analysis, Analyzer},
    data::{Builtin, Generator, Labels, Objects, Shape, Source, Takes},
    kernel::{Gamma, Kernel, KernelParams},
    kpca::{FitOptions, Solver, Tier, Workspace},
    setup::{Setup, examples},
};

fn analysis(setup: &Setup) -> Analysis {
    Analyzer::default()
        .run(setup, Tier::Exact, Solver::Auto, &|| false)
        .unwrap()
}

fn seen(setup: &Setup) -> Insight {
    analysis(setup).insight.unwrap()
}

/// Of a table made up here.
fn seen_in(x: &DMatrix<f64>, scaling: Scaling, kernel: Kernel) -> Insight {
    let dataset = Dataset {
        name: "made up".into(),
        feature_names: (0..x.ncols()).map(|j| format!("f{j}")).collect(),
        x: x.clone(),
        labels: Labels::None,
        objects: Objects::Vectors,
        row_names: None,
        row_ids: (0..x.nrows()).map(|i| 100 + i).collect(),
        skipped_rows: 0,
        pictures: None,
    };
    let x = Arc::new(scaling.fit(x).apply(x));
    let kpca = Workspace::default()
        .fit(&x, kernel, &FitOptions::default(), &|| false)
        .unwrap();
    Insight::of(Fitted {
        dataset: &dataset,
        scaling,
        x: &x,
        pca: &Pca::fit(&x),
        kpca: &kpca,
        repeated: repeated(&x),
    })
    .unwrap()
}

fn spread_out(n: usize, d: usize) -> DMatrix<f64> {
    DMatrix::from_fn(n, d, |i, j| {
        ((i * (2 * j + 3)) as f64 + 0.1 * j as f64).sin()
    })
}

fn rbf(gamma: f64) -> Kernel {
    Kernel::rbf(gamma)
}

fn moons(gamma: f64) -> Setup {
    let mut setup = Setup::welcome();
    setup.kernel.gamma = Gamma::Value(gamma);
    setup
}

fn builtin(builtin: Builtin, scaling: Scaling, kind: KernelKind) -> Setup {
    Setup {
        source: Source::Builtin(builtin),
        scaling,
        kernel: KernelParams {
            kind,
            ..KernelParams::default()
        },
        ..Setup::default()
    }
}

#[test]
fn equal_rows_make_no_difference() {
    let same = DMatrix::from_element(20, 3, 1.5);
    assert_eq!(
        seen_in(&same, Scaling::None, rbf(1.0)),
        Insight::NoDifference
    );
    assert_ne!(
        seen_in(&spread_out(20, 3), Scaling::None, rbf(1.0)),
        Insight::NoDifference
    );
}

#[test]
fn repeated_rows_are_counted() {
    let of = |different: usize| {
        let few = spread_out(different, 2);
        let x = DMatrix::from_fn(100, 2, |i, j| few[(i % different, j)]);
        seen_in(&x, Scaling::None, rbf(1.0))
    };
    assert_eq!(of(30), Insight::RowsRepeat(0.7));
    assert_eq!(of(49), Insight::RowsRepeat(0.51));
    assert!(!matches!(of(50), Insight::RowsRepeat(_)));
    // Iris has a pair of equal rows, which is no remark.
    let iris = seen(&builtin(Builtin::Iris, Scaling::None, KernelKind::Rbf));
    assert!(!matches!(iris, Insight::RowsRepeat(_)));
}

#[test]
fn a_feature_that_drowns_the_others_is_named() {
    let wine = |scaling| seen(&builtin(Builtin::Wine, scaling, KernelKind::Rbf));
    for scaling in [Scaling::None, Scaling::Center] {
        let Insight::OneFeature { name, share } = wine(scaling) else {
            panic!("wine has one")
        };
        assert_eq!(name, "proline");
        assert!((share - 0.998).abs() < 5e-4, "{share}");
    }
    assert!(!matches!(
        wine(Scaling::Standardize),
        Insight::OneFeature { .. }
    ));
    let of = |ratio: f64| {
        let mut x = spread_out(60, 2);
        let norms: Vec<f64> = (0..2)
            .map(|j| x.column(j).add_scalar(-x.column(j).mean()).norm())
            .collect();
        for (j, norm) in norms.into_iter().enumerate() {
            let size = if j == 1 { ratio.sqrt() } else { 1.0 };
            x.column_mut(j).scale_mut(size / norm);
        }
        seen_in(&x, Scaling::None, rbf(1.0))
    };
    assert!(matches!(of(9.1), Insight::OneFeature { .. }));
    assert!(!matches!(of(8.9), Insight::OneFeature { .. }));
    // Values whose squares leave the range of numbers.
    let huge = spread_out(60, 2) * 1e200;
    assert_eq!(one_feature(&[], Scaling::None, &huge), None);
}

#[test]
fn negative_eigenvalues_are_told_once_they_show() {
    let x = spread_out(60, 3);
    let sigmoid = |gamma, coef0| seen_in(&x, Scaling::None, Kernel::sigmoid(gamma, coef0));
    let Insight::Negative(share) = sigmoid(1.0, 1.0) else {
        panic!("this sigmoid kernel is indefinite")
    };
    assert!((-1.0..=-NEGATIVE).contains(&share));
    assert!(!matches!(sigmoid(1e-3, 0.0), Insight::Negative(_)));
    assert!(!matches!(
        seen_in(&x, Scaling::None, rbf(1.0)),
        Insight::Negative(_)
    ));
}

#[test]
fn a_small_gamma_is_linear_pca() {
    let of = |gamma| seen(&moons(gamma));
    let Insight::EqualsLinear { difference, why } = of(1e-5) else {
        panic!("nothing is left of the curve")
    };
    assert_eq!(why, Agreement::SmallGamma);
    assert!((1e-8..EQUALS_LINEAR).contains(&difference), "{difference}");
    assert!(!matches!(of(0.01), Insight::EqualsLinear { .. }));
    assert!(!matches!(of(15.0), Insight::EqualsLinear { .. }));

    let x = spread_out(60, 3);
    let of = |kernel| seen_in(&x, Scaling::None, kernel);
    let Insight::EqualsLinear { difference, why } = of(Kernel::linear()) else {
        panic!("by definition")
    };
    assert!(why == Agreement::LinearKernel && difference < 1e-6);
    let poly = |coef0| Kernel::poly(1.0, 2, coef0);
    let Insight::EqualsLinear { why, .. } = of(poly(1e5)) else {
        panic!("(x·y + c)² is 2c x·y but for a constant")
    };
    assert_eq!(why, Agreement::Other);
    assert!(!matches!(of(poly(1.0)), Insight::EqualsLinear { .. }));
}

#[test]
fn a_large_gamma_leaves_the_diagonal_alone() {
    let of = |gamma| seen(&moons(gamma));
    let Insight::NearlyDiagonal(beside) = of(1e4) else {
        panic!("every point is alone")
    };
    assert!((0.0..NEARLY_DIAGONAL).contains(&beside));
    assert!(!matches!(of(15.0), Insight::NearlyDiagonal(_)));
    // All 500 rows, not only those that were drawn: a sample of half has half the neighbours.
    let Analysis { x, kpca, .. } = analysis(&moons(1e3));
    let all = SampledKernel::of(&kpca).beside_diagonal.unwrap();
    let matrix = rbf(1e3).matrix(&x, &x);
    let exact = (matrix.sum() - 500.0) / 500.0;
    assert!((all / exact - 1.0).abs() < 0.2, "{all} {exact}");
}

#[test]
fn a_kernel_without_contrast_is_told() {
    // Laplace's kernel does not become linear PCA: it has a kink at 0.
    let x = spread_out(60, 3);
    let of = |gamma| seen_in(&x, Scaling::None, Kernel::laplacian(gamma));
    let Insight::NearlyConstant(spread) = of(1e-4) else {
        panic!("all values are near 1: {:?}", of(1e-4))
    };
    assert!((0.0..NEARLY_CONSTANT).contains(&spread));
    assert!(!matches!(of(0.3), Insight::NearlyConstant(_)));
}

#[test]
fn a_row_that_makes_a_component_is_named() {
    let mut x = spread_out(60, 3);
    let of = |x: &DMatrix<f64>| {
        let kernel = Kernel::poly(1.0, 2, 1.0);
        seen_in(x, Scaling::None, kernel)
    };
    assert!(!matches!(of(&x), Insight::OneRow { .. }));
    x.row_mut(7).fill(8.0);
    let Insight::OneRow {
        component,
        row,
        share,
    } = of(&x)
    else {
        panic!("row 7 is far out: {:?}", of(&x))
    };
    assert_eq!((component, row), (0, 107));
    assert!((ONE_ROW..=1.0).contains(&share));
}

#[test]
fn equal_eigenvalues_leave_axes_open() {
    // A star with twelve rays looks the same from two directions, and kernel PCA bends it.
    let star = |stretch: f64| {
        DMatrix::from_fn(24, 2, |i, j| {
            let angle = std::f64::consts::TAU * i as f64 / 24.0;
            let radius = if i % 2 == 0 { 1.0 } else { 0.4 };
            if j == 0 {
                stretch * radius * angle.cos()
            } else {
                radius * angle.sin()
            }
        })
    };
    let of = |stretch| seen_in(&star(stretch), Scaling::None, rbf(1.0));
    assert_eq!(of(1.0), Insight::EqualComponents { first: 0, end: 2 });
    assert!(!matches!(of(1.2), Insight::EqualComponents { .. }));
}

#[test]
fn where_nothing_stands_out_the_first_two_components_are_weighed() {
    let result = analysis(&moons(15.0));
    let Some(Insight::TwoComponents { kernel, linear }) = result.insight else {
        panic!(
            "nothing else is to be said of the moons: {:?}",
            result.insight
        )
    };
    assert!((linear - 1.0).abs() < 1e-12);
    let ratios = result.kpca.explained_variance_ratio();
    assert!((kernel - ratios[0] - ratios[1]).abs() < 1e-12);
}

#[test]
fn previews_and_single_rows_say_nothing() {
    let preview = Analyzer::default()
        .run(&moons(1e4), Tier::Preview, Solver::Auto, &|| false)
        .unwrap();
    assert_eq!(preview.insight, None);
    let one = Setup {
        source: Source::Generated(Generator {
            n_samples: 1,
            ..Generator::new(Shape::Moons)
        }),
        ..Setup::default()
    };
    assert_eq!(analysis(&one).insight, None);
}

#[test]
fn examples_do_not_warn_of_themselves() {
    for example in examples() {
        let Some(insight) = analysis(&example.setup).insight else {
            // Without features there is no linear PCA to compare with.
            assert!(example.setup.kernel.kind.takes() != Takes::Vectors);
            continue;
        };
        let expected = match example.name {
            "iris-three" | "feature-space" => matches!(
                insight,
                Insight::EqualsLinear {
                    why: Agreement::LinearKernel,
                    ..
                }
            ),
            _ => matches!(insight, Insight::TwoComponents { .. }),
        };
        assert!(expected, "{}: {insight:?}", example.name);
    }
}
