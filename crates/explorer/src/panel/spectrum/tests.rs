use super::*;
use crate::view::testing;
use chart::Bars;

fn bars(chart: &Chart) -> Vec<&Bars> {
    let bars = chart.marks.iter().map(|mark| match mark {
        Mark::Bars(bars) => bars,
        other => panic!("only bars, not {other:?}"),
    });
    bars.collect()
}

#[test]
fn both_methods_as_shares_limited_by_the_view() {
    let analysis = testing::classes(6, 3);
    let view = View {
        spectrum_components: 2,
        ..View::default()
    };
    let chart = chart(&analysis, &view);
    let [pca, kpca] = bars(&chart)[..] else {
        panic!("two groups")
    };
    assert_eq!((pca.xy.len(), kpca.xy.len()), (2, 2));
    assert_eq!(pca.xy[1][1], analysis.pca.explained_variance_ratio()[1]);
    assert_eq!(kpca.xy[0][1], analysis.kpca.explained_variance_ratio()[0]);
    assert!(kpca.labels[1].contains("component 2"));
    assert_eq!(chart.note, None);
}

#[test]
fn in_its_own_unit_kernel_pca_stands_alone() {
    let analysis = testing::classes(6, 3);
    let view = View {
        spectrum_eigenvalues: true,
        ..View::default()
    };
    let chart = chart(&analysis, &view);
    let [kpca] = bars(&chart)[..] else {
        panic!("one group")
    };
    let heights: Vec<f64> = kpca.xy.iter().map(|[_, λ]| *λ).collect();
    assert_eq!(heights, analysis.kpca.eigenvalues[..heights.len()]);
    assert_eq!(chart.y.label, EIGENVALUES);
    testing::assert_drawable(&chart);
}

#[test]
fn other_methods_stand_beside_them_where_they_have_a_variance() {
    let mut analysis = testing::classes(9, 3);
    let before = chart(&analysis, &View::default());
    testing::embed(&mut analysis, Method::Isomap);
    testing::embed(&mut analysis, Method::Lle);
    let chart = chart(&analysis, &View::default());
    let groups = bars(&chart);
    let paints: Vec<Paint> = groups.iter().map(|it| it.paint).collect();
    let expected = [Method::Pca, Method::Kpca, Method::Isomap].map(method_paint);
    assert_eq!(paints, expected);
    let isomap = analysis.embedding(Method::Isomap).unwrap();
    assert_eq!(groups[2].xy[0][1], isomap.shares().unwrap()[0]);
    assert!(groups[2].labels[0].starts_with("Isomap, component 1: λ = "));
    // Bars of one component touch, and take the room that two methods have.
    let two = bars(&before);
    let ends = |it: &Bars, side: f64| it.xy[0][0] + side * it.width / 2.0;
    let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
    assert!(close(ends(groups[0], -1.0), ends(two[0], -1.0)));
    assert!(close(ends(groups[2], 1.0), ends(two[1], 1.0)));
    assert!(close(ends(groups[0], 1.0), ends(groups[1], -1.0)));
    let note = chart.note.as_ref().unwrap();
    assert_eq!(note, "no share of a variance: LLE");
    testing::assert_drawable(&chart);
}

#[test]
fn a_logarithmic_axis_leaves_out_zeros_and_says_so() {
    let mut analysis = testing::classes(6, 3);
    testing::kpca_mut(&mut analysis).eigenvalues[2] = 0.0;
    let view = View {
        spectrum_log: true,
        ..View::default()
    };
    let chart = chart(&analysis, &view);
    let kpca = testing::lines(&chart)[1];
    assert_eq!(kpca.xy.len(), 2);
    assert!(kpca.dots && kpca.xy[1][0] == 2.0);
    assert!(chart.note.as_ref().unwrap().contains("no logarithm"));
    testing::assert_drawable(&chart);
}

#[test]
fn negative_eigenvalues_stand_apart_the_last_one_last() {
    let mut analysis = testing::classes(6, 3);
    testing::kpca_mut(&mut analysis).negative_eigenvalues = vec![-3.0, -1.0];
    for spectrum_log in [false, true] {
        let view = View {
            spectrum_log,
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let (paint, xy, labels) = match chart.marks.last() {
            Some(Mark::Bars(it)) if !spectrum_log => (it.paint, &it.xy, &it.labels),
            Some(Mark::Line(it)) if spectrum_log => (it.paint, &it.xy, &it.labels),
            other => panic!("{other:?}"),
        };
        assert_eq!(paint, Paint::Warning);
        assert_eq!(xy.len(), 2);
        assert!(labels[1].contains("last eigenvalue: λ = −3"));
        assert!(xy[0][0] > 4.0, "after a gap");
        assert!(chart.note.as_ref().unwrap().contains("indefinite"));
    }
}
