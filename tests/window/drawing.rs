//! Data that are drawn by hand in the input plot.

use std::path::Path;

use egui::{Event, Modifiers, PointerButton, Pos2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, opened_with};
use chart::Mark;
use explorer::{
    panel::Panel,
    setup::{Setup, View, parse_session, session_text},
};
use kpca_explorer::{
    app::{App, Command, Edit, Pick, Tool},
    worker::Inline,
};
use tabular::{Builtin, DrawnPoint, Source};

/// A window with sixty frames in a second, in which a press and a release are a click.
fn opened(setup: Setup) -> Test {
    let app = App::new(setup, Box::new(Inline::default()));
    opened_with(app, SETTLED, 1.0 / 60.0)
}

/// Frames until the exact answer is on the screen.
const SETTLED: usize = 16;

fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    test.run_steps(SETTLED);
}

/// An empty sheet, which reaches from −3 to 3 and from −2 to 2.
fn sheet() -> Test {
    let mut test = opened(Setup::welcome());
    apply(&mut test, Command::DrawAnew);
    test
}

fn points(test: &Test) -> Vec<DrawnPoint> {
    app(test).drawing().unwrap().points.clone()
}

/// Place on the screen of a place of the sheet.
fn on_screen(test: &Test, [x, y]: [f64; 2]) -> Pos2 {
    let summary = app(test).chart(Panel::Input).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let scale = (plot.width() / 6.0).min(plot.height() / 4.0);
    plot.center() + vec2(scale * x as f32, -scale * y as f32)
}

fn button(pos: Pos2, pressed: bool) -> Event {
    Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    }
}

/// Presses at the first place, goes on to the others and lets go.
fn stroke(test: &mut Test, places: &[[f64; 2]]) {
    let places: Vec<Pos2> = places.iter().map(|place| on_screen(test, *place)).collect();
    let [first, .., last] = [places[0], places[places.len() - 1]];
    let mut events = vec![Event::PointerMoved(first), button(first, true)];
    events.extend(places.into_iter().map(Event::PointerMoved));
    events.push(button(last, false));
    for event in events {
        test.event(event);
        test.run_steps(3);
    }
    test.run_steps(SETTLED);
}

fn near(a: [f64; 2], b: [f64; 2]) -> bool {
    (0..2).all(|axis| (a[axis] - b[axis]).abs() < 0.05)
}

#[test]
fn clicks_add_points_of_the_current_class_and_undo_takes_each_back() {
    let mut test = sheet();
    let chart = app(&test).chart(Panel::Input).unwrap();
    let hint = |mark: &Mark| matches!(mark, Mark::Hint(text) if text.text == "Click to add points");
    assert!(chart.marks.iter().any(hint));
    assert_eq!(app(&test).problem(), None);
    let warnings = &app(&test).shown().unwrap().analysis.warnings;
    assert!(warnings.is_empty(), "{warnings:?}");
    let places = [[-1.0, 0.5], [1.0, -0.5], [2.0, 1.0]];
    stroke(&mut test, &places[..1]);
    stroke(&mut test, &places[1..2]);
    test.key_press(egui::Key::Num2);
    test.run_steps(2);
    stroke(&mut test, &places[2..]);
    let drawn = points(&test);
    assert_eq!(drawn.len(), 3);
    for (point, place) in drawn.iter().zip(places) {
        assert!(near(point.at, place), "{point:?} for {place:?}");
    }
    assert_eq!(
        drawn.iter().map(|it| it.class).collect::<Vec<_>>(),
        [1, 1, 2]
    );
    let analysis = &app(&test).shown().unwrap().analysis;
    assert_eq!(analysis.dataset.n(), 3);
    for left in [2, 1, 0] {
        apply(&mut test, Command::Undo);
        assert_eq!(points(&test).len(), left);
        assert_eq!(app(&test).problem(), None);
    }
    apply(&mut test, Command::Redo);
    assert_eq!(points(&test), drawn[..1]);
}

#[test]
fn a_point_is_dragged_and_the_plot_holds_still() {
    let mut test = sheet();
    for place in [[0.0, 0.0], [1.0, 1.0], [-1.0, 1.0]] {
        stroke(&mut test, &[place]);
    }
    stroke(&mut test, &[[1.0, 1.0], [1.5, 0.5], [2.0, -1.0]]);
    let drawn = points(&test);
    assert_eq!(drawn.len(), 3);
    assert!(near(drawn[1].at, [2.0, -1.0]), "{:?}", drawn[1]);
    assert_eq!(app(&test).zoomed(Panel::Input), None);
    let dataset = &app(&test).shown().unwrap().analysis.dataset;
    assert!(near([dataset.x[(1, 0)], dataset.x[(1, 1)]], [2.0, -1.0]));
    apply(&mut test, Command::Undo);
    assert!(near(points(&test)[1].at, [1.0, 1.0]));
}

#[test]
fn a_stroke_of_the_brush_or_the_eraser_is_one_step() {
    let mut test = sheet();
    apply(&mut test, Command::Tool(Tool::Brush));
    let way: Vec<[f64; 2]> = (0..12).map(|i| [-1.0 + 0.1 * f64::from(i), 0.0]).collect();
    stroke(&mut test, &way);
    let sprayed = points(&test);
    assert!(sprayed.len() > 10, "{}", sprayed.len());
    apply(&mut test, Command::Tool(Tool::Erase));
    stroke(&mut test, &way);
    let left = points(&test).len();
    assert!(left < sprayed.len() / 2, "{left} of {}", sprayed.len());
    apply(&mut test, Command::Undo);
    assert_eq!(points(&test), sprayed);
    apply(&mut test, Command::Undo);
    assert!(points(&test).is_empty());
}

#[test]
fn selected_points_change_their_class_and_are_deleted() {
    let mut test = opened(Setup::welcome());
    apply(&mut test, Command::EditPoints);
    let before = points(&test);
    let moons = app(&test).shown().unwrap().analysis.dataset.x.clone();
    assert_eq!(before.len(), 500);
    assert_eq!(before[7].at, [moons[(7, 0)], moons[(7, 1)]]);
    apply(&mut test, Command::Select(vec![0, 1, 2], Pick::Replace));
    apply(&mut test, Command::PenClass(5));
    assert!(points(&test)[..3].iter().all(|point| point.class == 5));
    test.key_press(egui::Key::Delete);
    test.run_steps(SETTLED);
    assert_eq!(points(&test), before[3..]);
    assert_eq!(app(&test).selected_rows().count(), 0);
    // The same kernel and view go on.
    assert_eq!(app(&test).setup().kernel, Setup::welcome().kernel);
}

#[test]
fn drawing_waits_for_a_drawing() {
    let mut test = opened(Setup::welcome());
    let brush = Command::Tool(Tool::Brush);
    assert!(app(&test).obstacle(&brush).is_some());
    apply(&mut test, Command::EditPoints);
    assert_eq!(app(&test).obstacle(&brush), None);
    apply(&mut test, brush);
    assert_eq!(app(&test).tool(), Tool::Brush);
    let iris = Source::Builtin(Builtin::Iris);
    apply(&mut test, Command::Edit(Edit::Source(iris)));
    assert_eq!(app(&test).tool(), Tool::Move);
    // Its first two columns, with the species.
    apply(&mut test, Command::EditPoints);
    let drawing = app(&test).drawing().unwrap();
    assert_eq!(drawing.classes, ["setosa", "versicolor", "virginica"]);
}

#[test]
fn a_session_keeps_a_drawing_as_numbers() {
    let mut test = sheet();
    stroke(&mut test, &[[0.5, 0.25]]);
    let setup = app(&test).setup().clone();
    let path = Path::new("a.toml");
    let text = session_text(&setup, path).unwrap();
    let opened = parse_session(&text, path).unwrap();
    assert_eq!((opened.setup, opened.remarks), (setup, vec![]));
    let wild = text
        .replace("class = 1", "class = 99")
        .replace("    1,\n", "    99,\n");
    assert!(wild != text, "{text}");
    assert!(parse_session(&wild, path).is_err());
}

/// Rows that are pointed at are worked out in the panel of feature space.
#[test]
fn the_geometry_follows_the_pointer() {
    let mut test = sheet();
    for place in [[0.0, 0.0], [1.0, 1.0], [-1.0, 1.0]] {
        stroke(&mut test, &[place]);
    }
    let geometry = Command::Edit(Edit::ShowIn(1, Panel::Geometry));
    apply(&mut test, geometry);
    let shows = |test: &Test, pointed_at: Vec<usize>| {
        let view = View {
            pointed_at,
            ..app(test).setup().view.clone()
        };
        let analysis = &app(test).shown().unwrap().analysis;
        let summary = Panel::Geometry.chart(analysis, &view).summary;
        test.query_by_role_and_label(Role::Image, &summary)
            .is_some()
    };
    test.event(Event::PointerGone);
    test.run_steps(3);
    assert!(shows(&test, vec![]));
    let third = on_screen(&test, [-1.0, 1.0]);
    test.event(Event::PointerMoved(third));
    test.run_steps(3);
    assert!(shows(&test, vec![2]) && !shows(&test, vec![]));
}
