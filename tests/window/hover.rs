//! Tooltips of what lies under the pointer, and rows that are pictures.

use egui::{Event, Pos2, Rect, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply, opened, opened_with};
use chart::{Mark, Marker, Points};
use explorer::{
    panel::Panel,
    setup::{ScoreAxes, Setup},
};
use kernel_pca::method::Method;
use kpca_explorer::{
    app::{App, Choice, Command, Edit, Pick},
    worker::Inline,
};
use lessons::find_lesson;
use tabular::{Builtin, Source};

fn window(source: Source) -> Test {
    let setup = Setup {
        source,
        ..Setup::default()
    };
    opened(setup, 6)
}

fn plot(test: &Test, panel: Panel) -> Rect {
    let summary = app(test).chart(panel).unwrap().summary;
    test.get_by_role_and_label(Role::Image, &summary).rect()
}

fn point_at(test: &mut Test, at: Pos2) {
    test.event(Event::PointerMoved(at));
    test.run_steps(3);
}

/// All words on the screen.
fn words(test: &Test) -> Vec<String> {
    let labels = test.get_all_by_role(Role::Label);
    labels
        .filter_map(|node| node.accesskit_node().value())
        .collect()
}

fn dots(test: &Test, panel: Panel) -> Points {
    let chart = app(test).chart(panel).unwrap();
    let dots = chart.marks.into_iter().find_map(|mark| match mark {
        Mark::Points(points) => Some(points),
        _ => None,
    });
    dots.unwrap()
}

/// Points at the first dot to the right of a plot's left edge.
fn find_dot(test: &mut Test, panel: Panel) -> usize {
    let plot = plot(test, panel);
    first_dot(test, plot)
}

fn first_dot(test: &mut Test, plot: Rect) -> usize {
    for step in 1..40 {
        for line in 1..10 {
            let share = egui::vec2(step as f32 / 40.0, line as f32 / 10.0);
            point_at(test, plot.min + share * plot.size());
            if let [row] = app(test).hovered_rows() {
                return *row;
            }
        }
    }
    panic!("a dot in {plot:?}");
}

/// Place of the plot whose description begins with these words.
fn plot_of(test: &Test, begins: &str) -> Rect {
    let plots = test.get_all_by_role(Role::Image);
    let mut plots = plots.filter(|node| {
        let name = node.accesskit_node().label();
        name.is_some_and(|name| name.starts_with(begins))
    });
    plots.next().unwrap().rect()
}

#[test]
fn a_dot_says_no_score_while_a_lesson_covers_the_answer() {
    let app = App::new(Setup::welcome(), Box::<Inline>::default());
    let app = app.with_lesson(Some(find_lesson("outliers").unwrap()));
    let mut test = opened_with(app, 6, 0.25);
    apply(&mut test, Command::GoToStep(2));
    let is_said = |test: &mut Test| {
        let plot = plot_of(test, "Kernel PCA");
        let row = first_dot(test, plot);
        let words = words(test);
        let name = format!("row {}", row + 1);
        assert!(
            words.iter().any(|word| word.starts_with(&name)),
            "{words:?}"
        );
        words
            .iter()
            .any(|word| word.starts_with("reconstruction error"))
    };
    assert!(!is_said(&mut test), "the question asks for it");
    apply(&mut test, Command::ShowAnswer);
    assert!(is_said(&mut test));
}

#[test]
fn a_bar_says_its_component_and_its_eigenvalue() {
    let mut test = window(Source::Builtin(Builtin::Iris));
    let plot = plot(&test, Panel::Spectrum);
    let mut heads = Vec::new();
    for step in 0..60 {
        let x = plot.left() + plot.width() * step as f32 / 60.0;
        point_at(&mut test, Pos2::new(x, plot.bottom() - 4.0));
        let words = words(&test);
        if let Some(head) = words.iter().find(|word| word.contains("PCA, component")) {
            assert!(words.iter().any(|word| word.contains("λ = ")), "{words:?}");
            assert!(
                !words.iter().any(|word| word.starts_with("component ")),
                "no reading of the axis: {words:?}"
            );
            heads.push(head.clone());
        }
    }
    heads.dedup();
    assert_eq!(
        heads[..2],
        ["linear PCA, component 1", "kernel PCA, component 1"]
    );
}

#[test]
fn a_point_says_its_features_and_its_scores_wherever_it_is_seen() {
    let mut test = window(Source::Builtin(Builtin::Iris));
    for panel in [Panel::Input, Panel::Pca, Panel::Kpca] {
        find_dot(&mut test, panel);
        let words = words(&test);
        let says = |start: &str| words.iter().filter(|word| word.starts_with(start)).count();
        for start in ["sepal length", "petal width", "PC1 ", "PC2 ", "kernel PC1 "] {
            assert_eq!(says(start), 1, "{start} in {panel:?}: {words:?}");
        }
    }
    let other = Edit::Axes(Method::Kpca, ScoreAxes::Pair(2, 3));
    apply(&mut test, Command::Edit(other));
    find_dot(&mut test, Panel::Input);
    assert!(
        words(&test)
            .iter()
            .any(|word| word.starts_with("kernel PC4 "))
    );
}

#[test]
fn digits_are_pictures() {
    let mut test = window(Source::Builtin(Builtin::Digits));
    // Ten classes differ in shape too, and each can be found.
    let kernel = dots(&test, Panel::Kpca);
    let markers = kernel.markers.clone().unwrap();
    for marker in Marker::ALL {
        // New rows are rings.
        assert!(markers.contains(&marker) != (marker == Marker::Ring));
    }
    let named = (0..10).filter(|digit| {
        let name = format!("Show only {digit}");
        test.query_by_role_and_label(Role::Button, &name).is_some()
    });
    assert_eq!(named.count(), 10);

    // What a row is, is shown and not listed.
    find_dot(&mut test, Panel::Kpca);
    assert!(!words(&test).iter().any(|word| word.starts_with("pixel_")));

    assert!(kernel.pictures.is_none());
    apply(&mut test, Command::Choose(Choice::Pictures));
    assert_eq!(dots(&test, Panel::Kpca).pictures.unwrap().size(), [8, 8]);
    apply(&mut test, Command::Undo);
    assert!(dots(&test, Panel::Kpca).pictures.is_none());

    // The input is a sheet of them until two pixels are chosen, each where it lies in the picture.
    assert_eq!(dots(&test, Panel::Input).pictures.unwrap().size(), [8, 8]);
    apply(&mut test, Command::Edit(Edit::InputAxes([9, 1])));
    assert!(dots(&test, Panel::Input).pictures.is_none());
    test.get_by_role_and_label(Role::Button, "horizontal axis of Input: pixel_1_1")
        .click();
    test.run_steps(4);
    let cell = |test: &Test, name: &str| test.get_by_role_and_label(Role::Button, name).rect();
    let (a, b) = (cell(&test, "pixel_2_1"), cell(&test, "pixel_3_5"));
    assert!((b.left() - a.left() - 4.0 * a.width()).abs() < 1.0);
    assert!((b.top() - a.bottom()).abs() < 1.0);
    test.get_by_role_and_label(Role::Button, "pixel_3_5")
        .click();
    test.run_steps(4);
    assert_eq!(app(&test).setup().view.input, [3 * 8 + 5, 1]);
}

#[test]
fn the_list_of_rows_has_room_for_pictures() {
    let mut test = window(Source::Builtin(Builtin::Digits));
    apply(&mut test, Command::Select(vec![3, 7], Pick::Replace));
    let before = test.output().shapes.len();
    apply(&mut test, Command::ToggleRowList);
    test.get_by_label("2 selected rows");
    assert!(test.output().shapes.len() > before);
}
