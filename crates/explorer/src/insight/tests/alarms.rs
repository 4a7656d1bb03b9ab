//! Tests for true and false alarms of the rules on many data sets.

use super::{super::data::distances as distances_in, *};
use crate::setup::Panel;
use kernel_pca::{kernel::gamma_median, objects::RandomState};
use tabular::ColumnChoice;

#[test]
fn data_as_they_start_need_no_mending() {
    for setup in shelf() {
        let found = seen(&setup);
        let is_mended = matches!(
            found,
            None | Some(Insight::LinearSeparates { .. } | Insight::EqualComponents { .. })
        );
        assert!(is_mended, "{}: {found:?}", setup.source);
    }
}

#[test]
fn a_gamma_far_too_large_is_told_and_mended_by_the_median() {
    for setup in shelf() {
        let setup = with_gamma_times(&setup, 2000.0);
        let found = analysis(&setup).insight.unwrap();
        let is_large = matches!(
            found.insight,
            Insight::NearlyDiagonal(_) | Insight::FewRows { .. }
        );
        assert!(is_large, "{}: {found:?}", setup.source);
        assert!(
            matches!(found.remedies[..], [Remedy::MedianGamma(_)]),
            "{found:?}"
        );
        // Five times the median's is no more than a matter of taste.
        let found = seen(&with_gamma_times(&setup, 5.0));
        let is_large = matches!(
            found,
            Some(Insight::NearlyDiagonal(_) | Insight::FewRows { .. })
        );
        assert!(!is_large, "{}: {found:?}", setup.source);
    }
}

#[test]
fn a_gamma_far_too_small_is_told_and_mended_by_the_median() {
    for setup in shelf() {
        let setup = with_gamma_times(&setup, 0.001);
        let found = analysis(&setup).insight.unwrap();
        let is_small = matches!(
            found.insight,
            Insight::EqualsLinear {
                why: Agreement::SmallGamma,
                ..
            }
        );
        assert!(is_small, "{}: {found:?}", setup.source);
        assert!(
            matches!(found.remedies[..], [Remedy::MedianGamma(_)]),
            "{found:?}"
        );
        let found = seen(&with_gamma_times(&setup, 0.5));
        assert!(
            !matches!(found, Some(Insight::EqualsLinear { .. })),
            "{found:?}"
        );
    }
}

#[test]
fn columns_in_small_units_are_told_from_columns_in_one() {
    for x in features() {
        let median = gamma_median(&x);
        let found = seen_in(&x, Scaling::None, rbf(median));
        assert!(
            !matches!(found, Some(Insight::FewColumns { .. })),
            "{found:?}"
        );
        let mut small = x.clone();
        small.column_mut(1).scale_mut(100.0);
        for scaling in [Scaling::None, Scaling::Center] {
            let found = seen_in(&small, scaling, rbf(median));
            let Some(Insight::FewColumns { name, share, .. }) = found else {
                panic!("column 1 drowns the others: {found:?}")
            };
            assert!(name == "f1" && share > 0.9);
        }
        let found = seen_in(&small, Scaling::Standardize, rbf(0.1));
        assert!(
            !matches!(found, Some(Insight::FewColumns { .. })),
            "{found:?}"
        );
    }
}

#[test]
fn a_row_far_out_is_named_and_no_row_is_where_none_is() {
    for x in features() {
        let x = Scaling::Standardize.fit(&x).apply(&x);
        let poly = Kernel::poly(1.0 / x.ncols() as f64, 2, 1.0);
        let found = seen_in(&x, Scaling::None, poly);
        assert!(!matches!(found, Some(Insight::OneRow { .. })), "{found:?}");
        let mut out = x.clone();
        out.row_mut(7).fill(15.0);
        let found = seen_in(&out, Scaling::None, poly);
        assert!(
            matches!(found, Some(Insight::OneRow { row: 107, .. })),
            "{found:?}"
        );
    }
}

#[test]
fn rows_that_repeat_are_counted() {
    for x in features() {
        let median = gamma_median(&x);
        let found = seen_in(&x, Scaling::Standardize, rbf(median));
        assert!(!matches!(found, Some(Insight::RowsRepeat(_))), "{found:?}");
        let n = x.nrows().min(60);
        let thrice = DMatrix::from_fn(3 * n, x.ncols(), |i, j| x[(i % n, j)]);
        let found = seen_in(&thrice, Scaling::Standardize, rbf(median));
        assert!(
            matches!(found, Some(Insight::RowsRepeat(share)) if share > 0.6),
            "{found:?}"
        );
    }
}

#[test]
fn indefinite_kernels_are_told_from_inner_products() {
    for x in features() {
        let x = Scaling::Standardize.fit(&x).apply(&x);
        let sigmoid = |gamma| seen_in(&x, Scaling::None, Kernel::sigmoid(gamma, 1.0));
        assert!(
            matches!(sigmoid(2.0), Some(Insight::Negative(_))),
            "{:?}",
            sigmoid(2.0)
        );
        let found = seen_in(&x, Scaling::None, rbf(0.2));
        assert!(!matches!(found, Some(Insight::Negative(_))), "{found:?}");
    }
}

#[test]
fn identifiers_among_the_features_are_named() {
    let folder = tempfile::tempdir().unwrap();
    let numbers = [
        "id",
        "ID",
        "Nr",
        "Patient ID",
        "Sample_ID",
        "PassengerId",
        "index",
        "case no",
        "row",
        "uid",
    ];
    let measures = [
        "age", "width", "height", "mass", "dose", "score", "x1", "alpha", "income", "pressure",
    ];
    for (i, (number, measure)) in numbers.iter().zip(measures).enumerate() {
        let path = folder.path().join(format!("{i}.csv"));
        let rows = (0..40).map(|row| {
            let value = |j: usize| (f64::from(row) * (2 * j + 3 + i) as f64).sin();
            format!("{},{:.4},{:.4}\n", row + 1, value(1), value(2))
        });
        let text: String = std::iter::once(format!("{number},{measure},b\n"))
            .chain(rows)
            .collect();
        std::fs::write(&path, text).unwrap();
        let mut setup = Setup::starting_with(Source::File(path.into()));
        let silent = seen(&setup);
        assert!(
            !matches!(silent, Some(Insight::Identifier { .. })),
            "{number}: {silent:?}"
        );
        setup.columns.features = Some([*number, measure, "b"].map(str::to_owned).to_vec());
        setup.columns.label = ColumnChoice::None;
        let found = analysis(&setup).insight.unwrap();
        let name = (*number).to_owned();
        let remedy = Remedy::LeaveOut {
            name: name.clone(),
            rows: None,
        };
        assert_eq!(found.remedies, [remedy]);
        assert_eq!(found.insight, Insight::Identifier { name });
    }
}

#[test]
fn pieces_of_a_graph_are_joined_by_as_many_neighbours_as_are_proposed() {
    for seed in 0..10 {
        let mut apart = generated(Shape::Blobs, 60, 0.3, seed);
        apart.scaling = Scaling::Standardize;
        apart.view.panels.push(Panel::Isomap);
        apart.manifold.neighbors = 4;
        let found = seen(&apart);
        let Some(Insight::Pieces {
            neighbors: Some(count),
            pieces,
            ..
        }) = found
        else {
            panic!("seed {seed}: {found:?}")
        };
        assert!(pieces > 1);
        for (count, joined) in [(count - 1, false), (count, true)] {
            apart.manifold.neighbors = count;
            let found = seen(&apart);
            assert_eq!(
                !matches!(found, Some(Insight::Pieces { .. })),
                joined,
                "{found:?}"
            );
        }
        let mut whole = generated(Shape::SwissRoll, 200, 0.0, seed);
        whole.view.panels.push(Panel::Isomap);
        let found = seen(&whole);
        assert!(!matches!(found, Some(Insight::Pieces { .. })), "{found:?}");
    }
}

#[test]
fn linear_pca_is_named_where_it_separates_better() {
    for seed in 0..8 {
        let mut blobs = generated(Shape::Blobs, 200, 3.0, seed);
        if let Source::Generated(generator) = &mut blobs.source {
            generator.centers = 5;
        }
        let found = seen(&with_gamma_times(&blobs, 12.0));
        assert!(
            matches!(found, Some(Insight::LinearSeparates { .. })),
            "{seed}: {found:?}"
        );
    }
    for factor in [1.0, 12.0] {
        let found = seen(&with_gamma_times(
            &table(Builtin::Iris, Scaling::None),
            factor,
        ));
        assert!(
            matches!(found, Some(Insight::LinearSeparates { .. })),
            "{found:?}"
        );
    }
    for seed in 0..5 {
        for (shape, factor) in [(Shape::Moons, 26.0), (Shape::Circles, 3.0)] {
            let found = seen(&with_gamma_times(
                &generated(shape, 200, 0.05, seed),
                factor,
            ));
            assert!(
                !matches!(found, Some(Insight::LinearSeparates { .. })),
                "{found:?}"
            );
        }
    }
}

#[test]
fn two_components_of_many_are_told_from_two_of_few() {
    for d in 20..30 {
        let mut random = RandomState::new(d as u32);
        let x = DMatrix::from_fn(120, d, |_, _| random.standard_normal());
        let found = seen_in(&x, Scaling::Standardize, rbf(0.5 / d as f64));
        let Some(Insight::ManyComponents { share, .. }) = found else {
            panic!("{d}: {found:?}")
        };
        assert!(share < 0.2);
        let few = DMatrix::from_fn(120, d, |i, j| x[(i, j % 2)] + 0.01 * x[(i, j)]);
        let found = seen_in(&few, Scaling::Standardize, rbf(0.5 / d as f64));
        assert!(
            !matches!(found, Some(Insight::ManyComponents { .. })),
            "{d}: {found:?}"
        );
    }
}

#[test]
fn kernels_without_contrast_are_told_and_given_their_own_gamma() {
    for x in features() {
        let x = Scaling::Standardize.fit(&x).apply(&x);
        let of = |gamma| seen_in(&x, Scaling::None, Kernel::laplacian(gamma));
        assert!(
            matches!(of(1e-5), Some(Insight::NearlyConstant(_))),
            "{:?}",
            of(1e-5)
        );
        // The proposed γ gives the median pair the value exp(−½).
        let kernel = Kernel::laplacian(1e-5);
        let gamma = sampled::halfway_gamma(&kernel, &x).unwrap();
        let kpca = Workspace::default()
            .fit(
                &Arc::new(x.clone()),
                kernel.with_gamma(gamma),
                &FitOptions::default(),
                &|| false,
            )
            .unwrap();
        let typical = SampledKernel::of(&kpca).median;
        assert!((typical - (-0.5_f64).exp()).abs() < 1e-6, "{typical}");
        assert!(!matches!(of(gamma), Some(Insight::NearlyConstant(_))));
    }
}

#[test]
fn another_gamma_is_offered_where_it_is_clearly_better() {
    let offered = |mut setup: Setup| {
        setup.view.panels = vec![Panel::Sweep, Panel::Separation];
        let analysis = analysis(&setup);
        let sweep = analysis.explain.sweep.as_deref().unwrap();
        let labels = &analysis.dataset.labels;
        let found = SeparatingGamma::of(sweep, labels, 2, analysis.gamma_median)?;
        let separation = analysis.explain.separation.as_ref().unwrap();
        let now = separation.of(Method::Kpca)[1].mean;
        Diagnosis::of_separating(found, now).map(|it| (it.insight, found.gamma))
    };
    for seed in 0..10 {
        let mut setup = generated(Shape::Moons, 80, 0.05, seed);
        let Some((Insight::OtherGamma { other, now }, best)) = offered(setup.clone()) else {
            panic!("{seed}: nothing is offered")
        };
        assert!(other > now + 0.05);
        // At the best value no other is offered.
        setup.kernel.gamma = kernel_pca::kernel::Gamma::Value(best);
        assert_eq!(offered(setup), None, "{seed}");
    }
    for seed in 0..8 {
        let apart = generated(Shape::Blobs, 80, 0.8, seed);
        assert_eq!(offered(apart), None, "{seed}");
    }
    assert_eq!(offered(table(Builtin::Iris, Scaling::None)), None);
    assert_eq!(offered(table(Builtin::Wine, Scaling::Standardize)), None);
}

#[test]
fn a_table_of_distances_is_no_table_of_features() {
    for seed in 0..10 {
        let points = analysis(&generated(Shape::Blobs, 20 + seed, 1.0, seed as u32)).x;
        let n = points.nrows();
        let far = |i: usize, j: usize| (points.row(i) - points.row(j)).norm();
        let distances = DMatrix::from_fn(n, n, far);
        assert_eq!(distances_in(&distances), Some(Insight::Distances));
        let mut other = distances.clone();
        other[(1, 0)] *= 1.01;
        assert_eq!(distances_in(&other), None);
        let nearness = distances.map(|far| (-far).exp());
        assert_eq!(distances_in(&nearness), None);
        assert_eq!(distances_in(&points), None);
    }
}
