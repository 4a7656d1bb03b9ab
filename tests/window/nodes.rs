//! Nodes of a graph, which are dragged in the input.

use std::{path::Path, sync::Arc};

use egui::{Event, Modifiers, PointerButton, Pos2, Vec2, accesskit::Role, vec2};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply, opened};
use chart::{Held, Links, Mark, Points};
use explorer::{
    panel::Panel,
    setup::{View, example, parse_session, session_text},
};
use kpca_explorer::app::{Choice, Command, Edit, Tool};
use tabular::{Builtin, Source};

fn club() -> Test {
    opened(example("karate-club").unwrap().setup, 6)
}

fn put(node: usize, at: [f64; 2]) -> Edit {
    Edit::Drag(Held::Node(node), at, Panel::Input)
}

fn view(test: &Test) -> &View {
    &app(test).setup().view
}

fn drawn(test: &Test) -> (Links, Points) {
    let marks = app(test).chart(Panel::Input).unwrap().marks;
    let mut marks = marks.into_iter();
    let (Some(Mark::Links(links)), Some(Mark::Points(points))) = (marks.next(), marks.next())
    else {
        panic!("edges and nodes");
    };
    (links, points)
}

/// Place of a node on the screen, and the number of points that go to a unit: the plot shows its data in the
/// middle, with 6 % of their range free on each side, and both axes have one scale.
fn on_screen(test: &Test, node: usize) -> (Pos2, f32) {
    let summary = app(test).chart(Panel::Input).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let (_, points) = drawn(test);
    let span = |axis: usize| {
        let values = || points.xy.iter().map(|xy| xy[axis]);
        let (least, most) = (
            values().fold(f64::MAX, f64::min),
            values().fold(f64::MIN, f64::max),
        );
        (f64::midpoint(least, most), 1.12 * (most - least))
    };
    let ((x, width), (y, height)) = (span(0), span(1));
    let scale = (f64::from(plot.width()) / width).min(f64::from(plot.height()) / height);
    let [at_x, at_y] = points.xy[node];
    let from_center = vec2(((at_x - x) * scale) as f32, ((y - at_y) * scale) as f32);
    (plot.center() + from_center, scale as f32)
}

fn drag(test: &mut Test, from: Pos2, by: Vec2) {
    let button = |pos: Pos2, pressed: bool| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let mut events = vec![Event::PointerMoved(from), button(from, true)];
    events.extend([0.3, 0.7, 1.0].map(|share| Event::PointerMoved(from + share * by)));
    events.extend([button(from + by, false), Event::PointerGone]);
    for event in events {
        test.event(event);
        test.run_steps(1);
    }
    test.run_steps(4);
}

#[test]
fn a_node_is_dragged_with_its_edges_and_undo_takes_it_back() {
    let mut test = club();
    let analysis = Arc::clone(&app(&test).shown().unwrap().analysis);
    let (links, points) = drawn(&test);
    let (at, scale) = on_screen(&test, 0);
    // Not taken hold of in its very middle.
    drag(&mut test, at + vec2(2.0, 1.0), vec2(30.0, -20.0));

    let [(0, place)] = view(&test).node_places[..] else {
        panic!("one node: {:?}", view(&test).node_places);
    };
    let expected = [30.0, 20.0].map(|by| by / f64::from(scale));
    for axis in 0..2 {
        let moved = place[axis] - points.xy[0][axis];
        assert!((moved - expected[axis]).abs() < 0.02, "{moved}");
    }
    let (new_links, new_points) = drawn(&test);
    assert_eq!(new_points.xy[0], place);
    assert_eq!(new_points.xy[1..], points.xy[1..]);
    for (rows, ends) in new_links.rows.iter().zip(new_links.ends.iter()) {
        assert_eq!(*ends, rows.map(|row| new_points.xy[row]));
    }
    assert_ne!(new_links, links);
    // The plot was not moved, and nothing was selected or computed.
    assert_eq!(app(&test).zoomed(Panel::Input), None);
    assert_eq!(app(&test).selected_rows().count(), 0);
    let unchanged = |test: &Test| Arc::ptr_eq(&analysis, &app(test).shown().unwrap().analysis);
    assert!(unchanged(&test) && !app(&test).is_busy());

    apply(&mut test, Command::Undo);
    assert!(view(&test).node_places.is_empty());
    assert_eq!(drawn(&test), (links, points));
    apply(&mut test, Command::Redo);
    assert_eq!(drawn(&test), (new_links, new_points));
    assert!(unchanged(&test));
}

#[test]
fn a_node_stays_inside_the_plot_and_the_plot_fits_again() {
    let mut test = club();
    let (at, scale) = on_screen(&test, 0);
    drag(&mut test, at, vec2(3000.0, 0.0));
    assert_eq!(app(&test).zoomed(Panel::Input), None);
    let (_, points) = drawn(&test);
    let rightmost = points.xy.iter().map(|xy| xy[0]).fold(f64::MIN, f64::max);
    assert_eq!(points.xy[0][0], rightmost);
    let (at, new_scale) = on_screen(&test, 0);
    assert!(new_scale <= scale && new_scale > 0.3 * scale);
    // It is taken hold of where the plot shows it now.
    drag(&mut test, at, vec2(-40.0, 0.0));
    assert!(drawn(&test).1.xy[0][0] < rightmost);
}

#[test]
fn a_drag_beside_nodes_moves_the_plot_and_another_tool_draws() {
    let mut test = club();
    let summary = app(&test).chart(Panel::Input).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let (at, _) = on_screen(&test, 0);
    apply(&mut test, Command::Tool(Tool::Rectangle));
    drag(&mut test, at - vec2(5.0, 5.0), vec2(30.0, 30.0));
    assert!(view(&test).node_places.is_empty());
    assert!(app(&test).selected_rows().count() > 0);
    apply(&mut test, Command::Tool(Tool::Move));
    drag(&mut test, plot.min + vec2(3.0, 3.0), vec2(20.0, 20.0));
    assert!(view(&test).node_places.is_empty());
    assert!(app(&test).zoomed(Panel::Input).is_some());
}

#[test]
fn places_are_kept_in_a_session_until_the_source_changes() {
    let mut test = club();
    let path = Path::new("club.toml");
    let plain = session_text(app(&test).setup(), path).unwrap();
    assert!(!plain.contains("node_places"));
    assert!(
        app(&test)
            .obstacle(&Command::Choose(Choice::NodesBack))
            .is_some()
    );
    apply(&mut test, Command::Edit(put(3, [0.5, -2.0])));
    apply(&mut test, Command::Edit(put(3, [f64::NAN, 0.0])));
    assert_eq!(drawn(&test).1.xy[3], [0.5, -2.0]);
    // A node that the graph lacks.
    apply(&mut test, Command::Edit(put(99, [1.0, 1.0])));
    let text = session_text(app(&test).setup(), path).unwrap();
    let opened = parse_session(&text, path).unwrap();
    assert_eq!(opened.setup, *app(&test).setup());

    let broken = text.replace("-2.0", "inf");
    assert!(
        parse_session(&broken, path)
            .unwrap_err()
            .to_string()
            .contains("node_places")
    );
    let twice = text.replace("99", "3");
    assert!(
        parse_session(&twice, path)
            .unwrap_err()
            .to_string()
            .contains("node_places")
    );

    let back = Command::Choose(Choice::NodesBack);
    apply(&mut test, back);
    assert!(view(&test).node_places.is_empty());
    apply(&mut test, Command::Undo);
    assert_eq!(view(&test).node_places.len(), 2);
    let iris = Edit::Source(Source::Builtin(Builtin::Iris));
    apply(&mut test, Command::Edit(iris));
    assert!(view(&test).node_places.is_empty());
}
