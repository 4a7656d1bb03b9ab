//! Tests of which explanations are computed, and which are not.

use super::*;
use crate::{
    analysis::{Analysis, Analyzer, Watch},
    panel::Panel,
    setup::{Components, NoveltyView, RowOrder, Setup, example},
};
use kernel_pca::objects::Labels;
use tabular::{Drawing, DrawnPoint, Source};

fn setup(panels: &[Panel]) -> Setup {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = panels.to_vec();
    setup
}

fn run(analyzer: &mut Analyzer, setup: &Setup) -> Analysis {
    analyzer.run(setup, Tier::Preview, &|| false).unwrap()
}

#[test]
fn only_what_is_wanted_is_computed_and_nothing_twice() {
    let mut analyzer = Analyzer::default();
    let mut setup = setup(&[Panel::Spectrum]);
    let none = run(&mut analyzer, &setup).explain;
    assert!(none.kpca_contours.is_none() && none.separation.is_none());
    setup.view.panels = Panel::ALL.to_vec();
    let first = run(&mut analyzer, &setup).explain;
    setup.view.threshold = 0.5;
    let second = run(&mut analyzer, &setup).explain;
    let contours = [&first, &second].map(|it| it.kpca_contours.clone().unwrap());
    assert!(Arc::ptr_eq(&contours[0], &contours[1]));
    let maps = [&first, &second].map(|it| it.kernel_map.clone().unwrap());
    assert!(Arc::ptr_eq(&maps[0], &maps[1]));
    let [first, second] = [&first, &second].map(|it| it.separation.as_ref().unwrap());
    for ((_, before), (method, now)) in first.curves().zip(second.curves()) {
        assert!(std::ptr::eq(before, now), "{method}");
    }
    setup.view.contours.component = 1;
    let third = run(&mut analyzer, &setup).explain;
    assert_eq!(third.kpca_contours.unwrap().maps[0].field.component, 1);
}

/// A preview of data that are cheap may hold the exact fit, and what it left out for later must come all the same.
#[test]
fn what_waits_for_the_slider_comes_once_it_rests() {
    for view in [NoveltyView::Shares, NoveltyView::Plane, NoveltyView::Rows] {
        let mut setup = setup(&Panel::ALL);
        setup.new_rows = Some(setup.source.clone());
        setup.view.novelty_view = view;
        let mut analyzer = Analyzer::default();
        run(&mut analyzer, &setup);
        let rested = analyzer.run(&setup, Tier::Exact, &|| false).unwrap();
        let novelty = rested.explain.novelty.clone().unwrap();
        assert!(novelty.limits.is_some());
        // A sweep and shuffled columns are computed beside the analysis.
        let beside = [Panel::Sweep, Panel::Multiples];
        let panels = Panel::ALL.into_iter().filter(|it| !beside.contains(it));
        for panel in panels.filter(|panel| panel.letter().is_none()) {
            let chart = panel.chart(&rested, &setup.view);
            let said = format!("{} {}", chart.summary, chart.note.unwrap_or_default());
            assert!(!said.contains("slider rests"), "{panel:?}: {said}");
        }
    }
}

/// Equal rows have no variance, and so no shares of it.
#[test]
fn rows_without_variance_have_no_shares_of_it() {
    let mut setup = setup(&[Panel::ReconstructionError]);
    setup.source = Source::Drawn(Drawing {
        points: vec![DrawnPoint::from((1.0, 2.0, 1)); 10],
        ..Drawing::default()
    });
    let explain = run(&mut Analyzer::default(), &setup).explain;
    let found = (*explain.reconstruction.unwrap()).clone().unwrap();
    let errors = found.curves.iter().flat_map(|curve| &curve.points);
    assert!(errors.into_iter().all(|(_, error)| error.is_finite()));
    assert!(found.curve(Method::Pca, false).is_none());
}

#[test]
fn what_a_picture_lacks_is_added_and_what_it_has_stays() {
    let mut analyzer = Analyzer::default();
    let has = run(&mut analyzer, &setup(&[Panel::KernelMatrix]));
    let mut view = setup(&Panel::ALL).view;
    view.kernel_matrix.centered = true;
    let full = has
        .explained(&view, Watch::new(&Arc::default(), &|| false))
        .unwrap();
    let same = |a: &Analysis, b: &Analysis| {
        let map = |analysis: &Analysis| analysis.explain.kernel_map.clone().unwrap();
        Arc::ptr_eq(&map(a), &map(b))
    };
    assert!(same(&has, &full));
    let direct = run(&mut analyzer, &setup(&Panel::ALL));
    assert_eq!(full.explain.kpca_contours, direct.explain.kpca_contours);
    assert_eq!(full.explain.separation, direct.explain.separation);
}

#[test]
fn rows_are_ordered_by_what_was_asked() {
    let mut analyzer = Analyzer::default();
    let analysis = run(&mut analyzer, &setup(&[]));
    let order = |order| kernel_map::row_order(&analysis.dataset, &analysis.kpca, order);
    assert!(order(RowOrder::Source).is_sorted());
    let Labels::Classes { codes, .. } = &analysis.dataset.labels else {
        panic!("moons have classes")
    };
    assert!(order(RowOrder::Label).iter().map(|&i| codes[i]).is_sorted());
    let scores = analysis.kpca.scores();
    let last = scores.ncols() - 1;
    assert!(
        order(RowOrder::Component(99))
            .iter()
            .map(|&i| scores[(i, last)])
            .is_sorted()
    );
}

#[test]
fn what_linear_pca_says_does_not_hang_on_kernel_components() {
    let mut analyzer = Analyzer::default();
    let mut curve = |components| {
        let mut setup = example("iris-rbf").unwrap().setup;
        setup.components = Components::Count(components);
        let separation = run(&mut analyzer, &setup).explain.separation.unwrap();
        assert_eq!(separation.of(Method::Kpca).len(), components);
        separation.of(Method::Pca).to_vec()
    };
    let usual = curve(10);
    assert_eq!(usual.len(), 4);
    assert_eq!([curve(1), curve(2)], [usual.clone(), usual]);
}

#[test]
fn a_quantity_is_regressed() {
    let setup = example("swiss-roll").unwrap().setup;
    let analysis = run(&mut Analyzer::default(), &setup);
    let separation = analysis.explain.separation.unwrap();
    assert!(
        separation.of(Method::Pca)[2].mean < 0.2 && separation.of(Method::Kpca)[9].mean > 0.5,
        "{separation:?}"
    );
}

#[test]
fn kernel_components_separate_the_moons() {
    let analysis = run(&mut Analyzer::default(), &setup(&[Panel::Separation]));
    let separation = analysis.explain.separation.unwrap();
    assert_eq!(separation.of(Method::Pca).len(), 2);
    assert_eq!(
        separation.of(Method::Kpca).len(),
        analysis.kpca.eigenvalues.len()
    );
    assert!(
        separation.of(Method::Pca)[1].mean < 0.9 && separation.of(Method::Kpca)[1].mean > 0.98,
        "{separation:?}"
    );
}

/// A judge is kept while a point moves, but not when the point gets another class.
#[test]
fn a_drawing_is_judged_as_it_is_now() {
    let mut setup = setup(&[Panel::Separation]);
    let mut drawing = Drawing::default();
    for i in 0..40 {
        let class = u8::from(i % 2 == 0);
        drawing.add([f64::from(i).sin(), f64::from(class)], 1 + class);
    }
    let mut analyzer = Analyzer::default();
    let mut change = |change: fn(&mut DrawnPoint)| {
        change(&mut drawing.points[3]);
        setup.source = Source::Drawn(drawing.clone());
        let kept = run(&mut analyzer, &setup).explain.separation.unwrap();
        let anew = run(&mut Analyzer::default(), &setup).explain.separation;
        let means = |it: &Separation| -> Vec<f64> {
            it.of(Method::Pca).iter().map(|score| score.mean).collect()
        };
        assert_eq!(means(&kept), means(&anew.unwrap()));
        means(&kept)[1]
    };
    assert_eq!(change(|_| {}), 1.0);
    assert!(change(|point| point.at = [0.0, 1.0]) < 1.0);
    assert_eq!(change(|point| point.class = 2), 1.0);
}
