//! The first start, and the film strip over γ below the plots.

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply_slowly as apply, opened_with};
use chart::{Held, Mark};
use explorer::{
    insight::{Remedy, SeparatingGamma},
    panel::Panel,
};
use kernel_pca::kernel::{Gamma, KernelKind, KernelParameter};
use kpca_explorer::{
    app::{App, Command, Edit, Parameter},
    worker::Inline,
};

/// Window as it opens for the first time, with fewer moons.
fn first_start() -> Test {
    let app = App::at_first_start(Box::new(Inline::sweeping()));
    let mut test = opened_with(app, 1, 0.25);
    apply(
        &mut test,
        Command::Edit(Edit::Number(Parameter::Samples, 60.0)),
    );
    test
}

fn gamma(test: &Test) -> f64 {
    match app(test).setup().kernel.gamma {
        Gamma::Value(gamma) => gamma,
        rule => panic!("{rule:?}"),
    }
}

#[test]
fn the_window_invites_to_drag_gamma_until_it_is_dragged() {
    let app = App::at_first_start(Box::new(Inline::sweeping()));
    let mut test = opened_with(app, 6, 0.25);
    let said = "Drag γ: the moons come apart";
    assert!(test.query_by_label(said).is_some());
    // Looking around is no answer.
    apply(&mut test, Command::ToggleMaximised(Panel::Kpca));
    assert!(test.query_by_label(said).is_some());
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(20.0))));
    assert!(test.query_by_label(said).is_none());
    apply(&mut test, Command::Undo);
    assert!(test.query_by_label(said).is_none(), "it was understood");
}

#[test]
fn at_first_kernel_pca_shows_what_linear_pca_does() {
    let test = opened_with(App::at_first_start(Box::new(Inline::sweeping())), 6, 0.25);
    let analysis = &app(&test).shown().unwrap().analysis;
    let [linear, kernel] = [analysis.pca.scores.clone(), analysis.kpca.scores()];
    for j in 0..2 {
        let (a, b) = (linear.column(j), kernel.column(j));
        let cosine = a.dot(&b) / (a.norm() * b.norm());
        assert!(cosine > 0.99, "PC{}: {cosine}", j + 1);
    }
}

#[test]
fn a_click_on_a_picture_of_the_strip_goes_there() {
    let mut test = first_start();
    assert!(app(&test).visible().contains(&Panel::Multiples));
    let values = app(&test).shown().unwrap().analysis.explain.sweep.clone();
    let values = values.expect("a sweep").question.values.clone();
    let summary = app(&test).chart(Panel::Multiples).unwrap().summary;
    let strip = test.get_by_role_and_label(Role::Image, &summary).rect();
    assert!(strip.width() > 5.0 * strip.height(), "one row: {strip}");
    // The eighth of nine, in its middle, where its dots are.
    let at = strip.left_center() + egui::vec2(7.5 / 9.0 * strip.width(), 0.1 * strip.height());
    test.hover_at(at);
    test.run_steps(2);
    test.drag_at(at);
    test.drop_at(at);
    test.run_steps(6);
    assert!(
        (gamma(&test) / values[52] - 1.0).abs() < 1e-2,
        "{}",
        gamma(&test)
    );
    assert!(app(&test).setup().view.marking.selected.is_empty());
    // Its line can be dragged to any value between.
    let drag = Edit::Drag(Held::SweepValue, [0.5, 0.0], Panel::Multiples);
    apply(&mut test, Command::Edit(drag));
    assert!((gamma(&test) - 3.16).abs() < 1e-9);
}

#[test]
fn the_strip_follows_the_data_and_keeps_its_room_meanwhile() {
    let mut test = first_start();
    let dots = |test: &Test| {
        let chart = app(test).chart(Panel::Multiples).unwrap();
        let dots = chart
            .marks
            .iter()
            .filter(|mark| matches!(mark, Mark::Points(_)));
        (dots.count(), [chart.x.range, chart.y.range])
    };
    let (count, room) = dots(&test);
    assert_eq!(count, 9);
    let noisy = Edit::Number(Parameter::Noise, 0.12);
    test.state_mut().app_mut().apply(Command::Edit(noisy));
    test.run_steps(1);
    let (_, meanwhile) = dots(&test);
    test.run_steps(6);
    let (count, after) = dots(&test);
    assert_eq!(count, 9);
    for (before, after) in room
        .iter()
        .chain(&meanwhile)
        .zip(after.iter().chain(&after))
    {
        let [before, after] = [before.unwrap(), after.unwrap()];
        assert!((before[0] - after[0]).abs() < 0.2 && (before[1] - after[1]).abs() < 0.2);
    }
}

#[test]
fn pictures_of_the_strip_stand_while_another_parameter_moves() {
    let mut test = first_start();
    apply(&mut test, Command::Edit(Edit::Kernel(KernelKind::Poly)));
    let shown = |test: &Test| {
        let shown = app(test).shown().unwrap();
        shown
            .analysis
            .explain
            .sweep
            .clone()
            .map(|it| it.points.len())
    };
    let before = shown(&test);
    assert!(before.is_some());
    for offset in [2.0, 3.0, 4.0] {
        let parameter = Parameter::Of(KernelParameter::Coef0);
        let offset = Edit::Number(parameter, offset);
        test.state_mut().app_mut().apply(Command::Edit(offset));
        // A slider's steps follow each other faster than it rests.
        let soon = app(&test).now() + 0.01;
        test.state_mut().app_mut().tick(soon);
        assert_eq!(shown(&test), before);
    }
    test.run_steps(8);
    assert_eq!(shown(&test), before);
}

#[test]
fn the_line_on_top_offers_the_gamma_that_takes_the_moons_apart() {
    let mut test = first_start();
    apply(
        &mut test,
        Command::Edit(Edit::Number(Parameter::Samples, 200.0)),
    );
    let found = app(&test).insight().unwrap();
    let Some(Remedy::SeparatingGamma(SeparatingGamma { share, .. })) = found.remedies.first()
    else {
        panic!("{found:?}")
    };
    assert!(*share > 0.95, "{share}");
    test.get_by_label_contains("(separates ").click();
    test.run_steps(8);
    let title = app(&test).chart(Panel::Kpca).unwrap().title;
    let separates = title.split("separates ").nth(1).unwrap();
    let percent: f64 = separates.trim_end_matches(" %").parse().unwrap();
    assert!(percent > 95.0, "{title}");
}
