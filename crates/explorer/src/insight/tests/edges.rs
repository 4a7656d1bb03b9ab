//! Thresholds from both sides, on data made for each rule.

use super::*;
use crate::setup::examples;

#[test]
fn equal_rows_make_no_difference() {
    let same = DMatrix::from_element(20, 3, 1.5);
    assert_eq!(
        seen_in(&same, Scaling::None, rbf(1.0)),
        Some(Insight::NoDifference)
    );
    assert_ne!(
        seen_in(&spread_out(20, 3), Scaling::None, rbf(1.0)),
        Some(Insight::NoDifference)
    );
}

#[test]
fn a_feature_that_drowns_the_others_is_named() {
    let wine = |scaling| seen(&table(Builtin::Wine, scaling));
    for scaling in [Scaling::None, Scaling::Center] {
        let Some(Insight::FewColumns { name, share, .. }) = wine(scaling) else {
            panic!("wine has one")
        };
        assert_eq!(name, "proline");
        assert!((share - 0.998).abs() < 5e-4, "{share}");
    }
    assert!(!matches!(
        wine(Scaling::Standardize),
        Some(Insight::FewColumns { .. })
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
    assert!(matches!(of(9.1), Some(Insight::FewColumns { .. })));
    assert!(!matches!(of(8.9), Some(Insight::FewColumns { .. })));
    // Values whose squares leave the range of numbers.
    let huge = spread_out(60, 2) * 1e200;
    assert_eq!(data::few_columns(&[], Scaling::None, &huge), None);
}

#[test]
fn negative_eigenvalues_are_told_once_they_show() {
    let x = spread_out(60, 3);
    let sigmoid = |gamma, coef0| seen_in(&x, Scaling::None, Kernel::sigmoid(gamma, coef0));
    let Some(Insight::Negative(share)) = sigmoid(1.0, 1.0) else {
        panic!("this sigmoid kernel is indefinite")
    };
    assert!((-1.0..=-kernel::NEGATIVE).contains(&share));
    assert!(!matches!(sigmoid(1e-3, 0.0), Some(Insight::Negative(_))));
    assert!(!matches!(
        seen_in(&x, Scaling::None, rbf(1.0)),
        Some(Insight::Negative(_))
    ));
}

#[test]
fn a_small_gamma_is_linear_pca() {
    let of = |gamma| seen(&moons(gamma));
    let Some(Insight::EqualsLinear { difference, why }) = of(1e-5) else {
        panic!("nothing is left of the curve")
    };
    assert_eq!(why, Agreement::SmallGamma);
    assert!(
        (1e-8..kernel::LOOKS_LINEAR).contains(&difference),
        "{difference}"
    );
    assert!(!matches!(of(0.1), Some(Insight::EqualsLinear { .. })));
    assert!(!matches!(of(15.0), Some(Insight::EqualsLinear { .. })));

    let x = spread_out(60, 3);
    let of = |kernel| seen_in(&x, Scaling::None, kernel);
    let Some(Insight::EqualsLinear { difference, why }) = of(Kernel::linear()) else {
        panic!("by definition")
    };
    assert!(why == Agreement::LinearKernel && difference < 1e-6);
    let poly = |coef0| Kernel::poly(1.0, 2, coef0);
    let Some(Insight::EqualsLinear { why, .. }) = of(poly(1e5)) else {
        panic!("(x·y + c)² is 2c x·y but for a constant")
    };
    assert_eq!(why, Agreement::Other);
    assert!(!matches!(of(poly(1.0)), Some(Insight::EqualsLinear { .. })));
}

#[test]
fn a_large_gamma_leaves_the_diagonal_alone() {
    let of = |gamma| seen(&moons(gamma));
    let Some(Insight::NearlyDiagonal(beside)) = of(1e4) else {
        panic!("every point is alone")
    };
    assert!((0.0..kernel::NEARLY_DIAGONAL).contains(&beside));
    assert!(!matches!(of(15.0), Some(Insight::NearlyDiagonal(_))));
    // Of all 500 rows, not only of the sample: a sample of half the rows has half the neighbours.
    let Analysis { x, kpca, .. } = analysis(&moons(1e3));
    let all = SampledKernel::of(&kpca).beside_diagonal.unwrap();
    let matrix = rbf(1e3).matrix(&x, &x);
    let exact = (matrix.sum() - 500.0) / 500.0;
    assert!((all / exact - 1.0).abs() < 0.2, "{all} {exact}");
}

#[test]
fn a_kernel_without_contrast_is_told() {
    // A Laplacian kernel does not become linear PCA for small γ, since it has a kink at 0.
    let x = spread_out(60, 3);
    let of = |gamma| seen_in(&x, Scaling::None, Kernel::laplacian(gamma));
    let Some(Insight::NearlyConstant(spread)) = of(1e-4) else {
        panic!("all values are near 1: {:?}", of(1e-4))
    };
    assert!((0.0..kernel::NEARLY_CONSTANT).contains(&spread));
    assert!(!matches!(of(0.3), Some(Insight::NearlyConstant(_))));
}

#[test]
fn a_row_that_makes_a_component_is_named() {
    let mut x = spread_out(60, 3);
    let of = |x: &DMatrix<f64>| {
        let kernel = Kernel::poly(1.0, 2, 1.0);
        seen_in(x, Scaling::None, kernel)
    };
    assert!(!matches!(of(&x), Some(Insight::OneRow { .. })));
    x.row_mut(7).fill(8.0);
    let Some(Insight::OneRow {
        component,
        row,
        share,
        ..
    }) = of(&x)
    else {
        panic!("row 7 is far out: {:?}", of(&x))
    };
    assert_eq!((component, row), (0, 107));
    assert!((kernel::ONE_ROW..=1.0).contains(&share));
}

#[test]
fn equal_eigenvalues_leave_axes_open() {
    // A star with twelve rays has two equal principal axes, and kernel PCA bends it.
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
    assert_eq!(of(1.0), Some(Insight::EqualComponents { first: 0, end: 2 }));
    assert!(!matches!(of(1.2), Some(Insight::EqualComponents { .. })));
}

#[test]
fn previews_and_single_rows_say_nothing() {
    let preview = Analyzer::default()
        .run(&moons(1e4), Tier::Preview, &|| false)
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
fn repeated_rows_are_counted() {
    let of = |different: usize| {
        let few = spread_out(different, 2);
        let x = DMatrix::from_fn(100, 2, |i, j| few[(i % different, j)]);
        seen_in(&x, Scaling::None, rbf(1.0))
    };
    assert_eq!(of(30), Some(Insight::RowsRepeat(0.7)));
    assert_eq!(of(49), Some(Insight::RowsRepeat(0.51)));
    assert!(!matches!(of(50), Some(Insight::RowsRepeat(_))));
}

#[test]
fn examples_do_not_warn_of_themselves() {
    for example in examples() {
        let found = seen(&example.setup);
        let expected = match example.name {
            "iris-three" | "feature-space" => matches!(
                found,
                Some(Insight::EqualsLinear {
                    why: Agreement::LinearKernel,
                    ..
                })
            ),
            // RBF neither unrolls the Swiss roll nor separates the spirals: the picture shows a few pieces of them.
            "one-outlier" => matches!(found, Some(Insight::OneRow { .. })),
            "swiss-roll" | "two-spirals" => matches!(found, Some(Insight::FewRows { .. })),
            _ => matches!(
                found,
                None | Some(
                    Insight::ManyComponents { .. }
                        | Insight::LinearSeparates { .. }
                        | Insight::EqualComponents { .. }
                )
            ),
        };
        assert!(expected, "{}: {found:?}", example.name);
    }
}
