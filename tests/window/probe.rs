//! The probe, which is dragged in the input and followed in the plots of scores.

use std::{path::Path, sync::Arc, time::Instant};

use egui::{Event, Modifiers, PointerButton, Pos2, Vec2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply, chart, opened};
use chart::{Chart, Held, Line, Links, Mark, Pin};
use explorer::{
    analysis::{Analysis, Analyzer},
    panel::Panel,
    setup::{Paths, ProbeView, ScoreAxes, Setup, example, parse_session, session_text},
};
use kernel_pca::{
    kpca::{Tangents, Tier},
    method::Method,
};
use kpca_explorer::app::{Choice, Command, Edit};
use tabular::Source;

fn probed() -> Test {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.probe.shown = true;
    opened(setup, 6)
}

fn analysis(test: &Test) -> Arc<Analysis> {
    Arc::clone(&app(test).shown().unwrap().analysis)
}

fn pin(chart: &Chart) -> Option<Pin> {
    chart.marks.iter().find_map(|mark| match mark {
        Mark::Pin(pin) => Some(pin.clone()),
        _ => None,
    })
}

fn links(chart: &Chart) -> Option<Links> {
    chart.marks.iter().find_map(|mark| match mark {
        Mark::Links(links) => Some(links.clone()),
        _ => None,
    })
}

fn lines(chart: &Chart) -> Vec<Line> {
    let line = |mark: &Mark| match mark {
        Mark::Line(line) => Some(line.clone()),
        _ => None,
    };
    chart.marks.iter().filter_map(line).collect()
}

fn press(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

fn drag(test: &mut Test, by: Vec2) {
    let from = test
        .get_by_role_and_label(Role::Slider, "Drag Probe")
        .rect()
        .center();
    let mut events = vec![Event::PointerMoved(from), press(from, true)];
    events.extend([0.3, 0.7, 1.0].map(|share| Event::PointerMoved(from + share * by)));
    events.extend([press(from + by, false), Event::PointerGone]);
    for event in events {
        test.event(event);
        test.run_steps(1);
    }
    test.run_steps(4);
}

#[test]
fn dragging_the_probe_moves_its_images_and_fits_nothing() {
    let mut test = probed();
    let before = analysis(&test);
    let image = pin(&chart(&test, Panel::Kpca)).unwrap();
    assert_eq!(image.held, None);
    drag(&mut test, vec2(40.0, -15.0));

    let after = analysis(&test);
    assert!(Arc::ptr_eq(&before.kpca, &after.kpca) && after.tier == Tier::Exact);
    let at = app(&test).setup().view.probe.at.unwrap();
    assert_eq!(pin(&chart(&test, Panel::Input)).unwrap().xy, at);
    let scores = after
        .kpca
        .project(&nalgebra::DMatrix::from_row_slice(1, 2, &at));
    let moved = pin(&chart(&test, Panel::Kpca)).unwrap();
    assert_ne!(moved.xy, image.xy);
    assert_eq!(moved.xy, [scores[0], scores[1]]);
    let linear = after
        .pca
        .project(&nalgebra::DMatrix::from_row_slice(1, 2, &at));
    let in_pca = pin(&chart(&test, Panel::Pca)).unwrap();
    assert!((in_pca.xy[0] - linear[0]).abs() < 1e-12);

    apply(&mut test, Command::Undo);
    assert_eq!(app(&test).setup().view.probe.at, None);
    assert!(Arc::ptr_eq(&before.kpca, &analysis(&test).kpca));
}

/// Fits follow the data alone, also after the probe has moved.
#[test]
fn other_data_are_fitted_under_the_probe() {
    let mut test = probed();
    drag(&mut test, vec2(20.0, 10.0));
    let before = analysis(&test);
    apply(&mut test, Command::Edit(Edit::Gamma("3".parse().unwrap())));
    test.run_steps(12);
    let after = analysis(&test);
    assert!(!Arc::ptr_eq(&before.kpca, &after.kpca));
    assert_eq!(after.tier, Tier::Exact);
}

#[test]
fn lines_lead_to_the_rows_that_weigh_most() {
    let test = probed();
    let analysis = analysis(&test);
    let links = links(&chart(&test, Panel::Kpca)).unwrap();
    assert_eq!(links.rows.len(), 10);
    assert!(links.strengths.is_sorted_by(|a, b| a >= b) && links.strengths[0] == 1.0);
    // By hand: k(x, xᵢ) vᵢ/√λ on both components.
    let probed = analysis.explain.features.probe.clone().unwrap();
    let z = nalgebra::DMatrix::from_row_slice(1, 2, &probed.probe.point);
    let k = analysis.kernel.matrix(&z, &analysis.x);
    let coefficients = analysis.kpca.projection_coefficients();
    let weight =
        |row: usize| (k[row] * coefficients[(row, 0)]).hypot(k[row] * coefficients[(row, 1)]);
    let mut rows: Vec<usize> = (0..k.len()).collect();
    rows.sort_by(|&a, &b| weight(b).total_cmp(&weight(a)));
    // Half moons are symmetric: rows may tie.
    for (link, row) in links.rows.iter().zip(&rows) {
        assert!((weight(link[0]) - weight(*row)).abs() < 1e-9 * weight(rows[0]));
    }
    let probe = &probed.probe;
    for p in 0..2 {
        let named: f64 = probe.parts.iter().map(|part| part.of[p]).sum();
        let sum = named + probe.others[p] + probe.centering[p];
        assert!((sum - probe.kpca[p]).abs() < 1e-12);
    }
}

#[test]
fn paths_run_through_a_features_range_and_arrows_follow_gradients() {
    let mut test = probed();
    let is_path = |line: &&Line| !line.name.is_empty();
    let paths = |test: &Test| {
        lines(&chart(test, Panel::Kpca))
            .iter()
            .filter(is_path)
            .count()
    };
    assert!(paths(&test) >= 2);
    apply(&mut test, Command::Choose(Choice::ProbePaths));
    assert_eq!(app(&test).setup().view.probe.paths, Paths::None);
    assert_eq!(paths(&test), 0);
    apply(&mut test, Command::Choose(Choice::Arrows));
    let analysis = analysis(&test);
    let arrows = analysis.explain.features.arrows.clone().unwrap();
    let tangents = Tangents::of_components(&analysis.kpca, &[0, 1]).unwrap();
    let row = arrows.rows[7];
    let z: Vec<f64> = analysis.x.row(row).iter().copied().collect();
    let slopes = tangents.at(&z).slopes;
    assert_eq!(arrows.kpca.row(7), slopes.row(0));
    let drawn = lines(&chart(&test, Panel::Kpca));
    let from = [0, 1].map(|k| analysis.kpca.scores()[(row, k)]);
    let arrow = drawn.iter().find(|line| line.xy[0] == from).unwrap();
    let [dx, dy] = [0, 1].map(|axis| arrow.xy[1][axis] - from[axis]);
    assert!((dx * slopes[(0, 1)] - dy * slopes[(0, 0)]).abs() < 1e-12);
    assert!(dx * slopes[(0, 0)] + dy * slopes[(0, 1)] > 0.0);
    // In linear PCA all are alike.
    let linear = lines(&chart(&test, Panel::Pca));
    let step = |line: &Line| [0, 1].map(|axis| line.xy[1][axis] - line.xy[0][axis]);
    for line in &linear {
        let off = [0, 1].map(|axis| (step(line)[axis] - step(&linear[0])[axis]).abs());
        assert!(off[0] < 1e-12 && off[1] < 1e-12);
    }
}

#[test]
fn the_probe_is_kept_in_sessions_and_forgets_a_plane_that_is_gone() {
    let mut setup = example("iris-rbf").unwrap().setup;
    setup.view.probe = ProbeView {
        shown: true,
        at: Some([5.0, 2.5]),
        paths: Paths::Feature(2),
        arrows: Some(1),
    };
    let path = Path::new("probe.toml");
    let text = session_text(&setup, path).unwrap();
    let back: Setup = parse_session(&text, path).unwrap().setup;
    assert_eq!(back.view.probe, setup.view.probe);
    let mut test = opened(setup, 6);
    let note = chart(&test, Panel::Input).note.unwrap();
    assert!(note.contains("other columns are at their means"), "{note}");
    apply(&mut test, Command::Edit(Edit::InputAxes([2, 3])));
    assert_eq!(app(&test).setup().view.probe.at, None);
    assert!(pin(&chart(&test, Panel::Input)).unwrap().held == Some(Held::Probe));
    // One component alone has no place for an image.
    let axes = Edit::Axes(Method::Kpca, ScoreAxes::Strip(0));
    apply(&mut test, Command::Edit(axes));
    assert_eq!(pin(&chart(&test, Panel::Kpca)), None);
}

/// The shortest of some drags: others wait for a core.
/// Measures the time of a step of the probe among 1,000 points: `cargo test step_of_the_probe -- --ignored --nocapture`.
#[test]
#[ignore = "it measures"]
fn a_step_of_the_probe_takes_less_than_a_frame() {
    let mut setup = example("half-moons").unwrap().setup;
    if let Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 1000;
    }
    setup.view.probe.shown = true;
    setup.view.probe.arrows = Some(0);
    setup.view.panels[4] = Panel::Probe;
    let mut analyzer = Analyzer::default();
    let mut run = |at: f64, tier| {
        setup.view.probe.at = Some([at, 0.3]);
        let start = Instant::now();
        let analysis = analyzer.run(&setup, tier, &|| false);
        let computed = start.elapsed();
        let analysis = analysis.unwrap();
        for panel in [Panel::Input, Panel::Pca, Panel::Kpca, Panel::Probe] {
            assert!(!panel.chart(&analysis, &setup.view).marks.is_empty());
        }
        (computed, start.elapsed())
    };
    run(0.0, Tier::Exact);
    let steps = (1..=20).map(|step| run(0.01 * f64::from(step), Tier::Preview));
    let (computed, drawn) = steps.min_by_key(|(_, drawn)| *drawn).unwrap();
    println!("computed in {computed:?}, with charts in {drawn:?}");
}
