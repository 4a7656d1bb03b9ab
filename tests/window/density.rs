//! More dots than can be told apart: what is drawn as one picture answers the pointer as dots do.

use std::fmt::Write as _;

use egui::{Event, Modifiers, Pos2, Rect, accesskit::Role, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::{
    opened::{Test, app, apply, opened, selected},
    selection::drag,
};
use chart::{Mark, Points};
use explorer::{
    panel::Panel,
    setup::{Components, Setup},
};
use kernel_pca::kernel::KernelKind;
use kpca_explorer::app::{Command, Pick, Tool};
use tabular::Source;

/// Rows along a side of the crowd.
const SIDE: usize = 230;
const ROWS: usize = SIDE * SIDE + 1;
/// The last row, far from all others.
const LONE: usize = ROWS - 1;

/// A square full of dots, and one dot beyond its upper right corner.
fn window() -> (Test, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("crowd.csv");
    let mut table = String::from("a,b\n");
    for row in 0..SIDE * SIDE {
        let at = |place: usize| place as f64 / (SIDE - 1) as f64;
        writeln!(table, "{},{}", at(row % SIDE), at(row / SIDE)).unwrap();
    }
    table += "1.5,1.5\n";
    std::fs::write(&path, table).unwrap();
    let mut setup = Setup {
        source: Source::File(path.into()),
        components: Components::Count(2),
        ..Setup::default()
    };
    setup.kernel.kind = KernelKind::Linear;
    let mut test = opened(setup, 1);
    apply(&mut test, Command::ToggleMaximised(Panel::Input));
    (test, folder)
}

fn dots(test: &Test) -> Points {
    let chart = app(test).chart(Panel::Input).unwrap();
    let dots = chart.marks.into_iter().find_map(|mark| match mark {
        Mark::Points(points) => Some(points),
        _ => None,
    });
    dots.unwrap()
}

fn plot(test: &Test) -> Rect {
    let summary = app(test).chart(Panel::Input).unwrap().summary;
    test.get_by_role_and_label(Role::Image, &summary).rect()
}

/// Text for a screen reader on the dots that are drawn as one picture.
fn density(test: &Test) -> Option<String> {
    let node = test.query_by_label_contains("density of");
    node.map(|node| node.accesskit_node().value().unwrap_or_default())
}

/// Returns true where the pointer finds the lone dot there, and nothing else.
fn is_lone(test: &mut Test, at: Pos2) -> bool {
    test.event(Event::PointerMoved(at));
    test.run_steps(1);
    app(test).hovered_rows() == [LONE]
}

/// Place of the lone dot: up and to the right of the middle, since data have as much room on either side.
fn find_lone(test: &mut Test) -> Pos2 {
    let plot = plot(test);
    let at = |step: f32| plot.center() + vec2(step, -step);
    let far = (plot.height() / 2.0) as usize;
    let mut places = (0..far).step_by(5).map(|step| step as f32);
    let near = places.find(|step| is_lone(test, at(*step)));
    let near = near.expect("the lone dot");
    let hits = (-6..24).map(|step| near + step as f32);
    let hits: Vec<f32> = hits.filter(|step| is_lone(test, at(*step))).collect();
    at(f32::midpoint(hits[0], hits[hits.len() - 1]))
}

#[test]
fn a_lone_dot_beside_a_crowd_is_found_outlined_and_zoomed_to() {
    let (mut test, _folder) = window();
    assert_eq!(density(&test).unwrap(), "density of 52,901 dots");
    let at = find_lone(&mut test);
    apply(&mut test, Command::Tool(Tool::Lasso));
    let around = [(-14.0, -14.0), (14.0, -14.0), (14.0, 14.0), (-14.0, 14.0)];
    let around = around.map(|(x, y)| at + vec2(x, y));
    drag(&mut test, &around, Modifiers::NONE);
    assert_eq!(selected(&test), [LONE]);
    // It stands out as a dot.
    assert_eq!(density(&test).unwrap(), "density of 52,900 dots");
    apply(&mut test, Command::Release);

    test.event(Event::PointerMoved(at));
    for _ in 0..2 {
        test.event(Event::MouseWheel {
            source: egui::MouseWheelSource::Wheel,
            unit: egui::MouseWheelUnit::Point,
            delta: vec2(0.0, 240.0),
            phase: egui::TouchPhase::Move,
            modifiers: Modifiers::NONE,
        });
        test.run_steps(4);
    }
    assert!(app(&test).zoomed(Panel::Input).is_some());
    assert_eq!(density(&test), None, "few dots are in sight");
    assert_eq!(app(&test).hovered_rows(), [LONE]);
    apply(&mut test, Command::FitPlots);
    assert!(density(&test).is_some());
}

#[test]
fn a_rectangle_selects_from_a_crowd_what_lies_inside() {
    let (mut test, _folder) = window();
    let inside = plot(&test).shrink(1.0);
    // Half of a step of the crowd is far more than the pointer may be off.
    let to = Pos2::new(inside.center().x, inside.bottom());
    drag(&mut test, &[inside.left_top(), to], Modifiers::SHIFT);
    let points = dots(&test);
    let left = (0..ROWS).filter(|dot| points.xy[*dot][0] < 0.75);
    let mut expected: Vec<usize> = left.map(|dot| points.rows[dot]).collect();
    expected.sort_unstable();
    let rows = selected(&test);
    assert!(rows == expected, "{} of {}", rows.len(), expected.len());
    test.get_by_label(&format!("{} of {ROWS} rows selected", rows.len()));
    // The others are few enough to be dots, and so are all together when zoomed to.
    assert_eq!(density(&test), None);
    let all: Vec<usize> = (0..ROWS).collect();
    apply(&mut test, Command::Select(all, Pick::Replace));
    assert_eq!(density(&test).unwrap(), "density of 52,901 dots");
}
