//! Rows picked in the window: with the pointer, in the legend, and in what is taken away.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, accesskit::Role, pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply, opened, selected};
use chart::{Emphasis, Mark, Paint, Points, Tone, paint_rgb};
use explorer::{
    panel::Panel,
    setup::{Marking, Setup, open_session, session_text},
};
use export::{FigureSpec, Format, render};
use kpca_explorer::app::{Command, Edit, Pick, Tool};
use tabular::{Builtin, ColumnChoice, Source};

fn window(setup: Setup) -> Test {
    opened(setup, 6)
}

fn iris() -> Setup {
    Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    }
}

fn marking(test: &Test) -> &Marking {
    &app(test).setup().view.marking
}

fn dots(test: &Test, panel: Panel) -> Points {
    let chart = app(test).chart(panel).expect("a chart");
    let dots = chart.marks.into_iter().find_map(|mark| match mark {
        Mark::Points(points) => Some(points),
        _ => None,
    });
    dots.expect("a scatter plot")
}

/// Rectangle of a panel's plot on the screen.
fn plot(test: &Test, panel: Panel) -> Rect {
    let summary = app(test).chart(panel).unwrap().summary;
    test.get_by_role_and_label(Role::Image, &summary).rect()
}

fn press(test: &mut Test, modifiers: Modifiers, key: Key) {
    test.key_press_modifiers(modifiers, key);
    test.run_steps(4);
}

fn button(at: Pos2, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers,
    }
}

/// Drags along a path with the left button.
pub(super) fn drag(test: &mut Test, path: &[Pos2], modifiers: Modifiers) {
    test.event(Event::ModifiersChanged(modifiers));
    test.event(Event::PointerMoved(path[0]));
    test.run_steps(1);
    test.event(button(path[0], true, modifiers));
    test.run_steps(1);
    for at in path {
        test.event(Event::PointerMoved(*at));
        test.run_steps(1);
    }
    test.event(button(*path.last().unwrap(), false, modifiers));
    test.run_steps(1);
    test.event(Event::ModifiersChanged(Modifiers::NONE));
    test.event(Event::PointerGone);
    test.run_steps(4);
}

fn click(test: &mut Test, at: Pos2, modifiers: Modifiers) {
    test.event(Event::ModifiersChanged(modifiers));
    test.event(Event::PointerMoved(at));
    test.run_steps(1);
    test.event(button(at, true, modifiers));
    test.event(button(at, false, modifiers));
    test.run_steps(1);
    test.event(Event::ModifiersChanged(Modifiers::NONE));
    test.event(Event::PointerGone);
    test.run_steps(4);
}

/// The rows whose dots in a plot lie left of its middle, as its chart says; the plot shows its
/// data in the middle, with equal room on both sides.
fn left_half(points: &Points) -> Vec<usize> {
    let x = || points.xy.iter().map(|[x, _]| *x);
    let middle = f64::midpoint(x().fold(f64::MAX, f64::min), x().fold(f64::MIN, f64::max));
    let mut rows: Vec<usize> = (0..points.rows.len())
        .filter(|&dot| points.xy[dot][0] < middle)
        .map(|dot| points.rows[dot])
        .collect();
    rows.sort_unstable();
    rows
}

/// Corners of the left half of a plot.
fn half(plot: Rect) -> [Pos2; 4] {
    let inside = plot.shrink(1.0);
    // Not on the middle itself, where dots may lie.
    let middle = inside.center().x - 0.5;
    [
        inside.left_top(),
        pos2(middle, inside.top()),
        pos2(middle, inside.bottom()),
        inside.left_bottom(),
    ]
}

#[test]
fn a_rectangle_selects_what_lies_inside_in_every_plot_and_escape_lets_go() {
    let mut test = window(iris());
    for panel in [Panel::Input, Panel::Pca, Panel::Kpca] {
        let expected = left_half(&dots(&test, panel));
        let [from, _, to, _] = half(plot(&test, panel));
        drag(&mut test, &[from, from.lerp(to, 0.5), to], Modifiers::SHIFT);
        assert_eq!(selected(&test), expected, "{panel:?}");
        test.get_by_label(&format!("{} of 150 rows selected", expected.len()));
        for other in [Panel::Input, Panel::Pca, Panel::Kpca] {
            let dots = dots(&test, other);
            for (dot, row) in dots.rows.iter().enumerate() {
                let emphasis = dots.emphasis(dot);
                let is_selected = expected.contains(row);
                assert_eq!(emphasis == Emphasis::Selected, is_selected);
                assert_eq!(emphasis == Emphasis::Faded, !is_selected);
            }
        }
        press(&mut test, Modifiers::NONE, Key::Escape);
        assert_eq!(*marking(&test), Marking::default());
    }
}

#[test]
fn escape_gives_up_an_outline_that_is_being_drawn() {
    let mut test = window(iris());
    press(&mut test, Modifiers::NONE, Key::R);
    let [from, _, to, _] = half(plot(&test, Panel::Kpca));
    test.event(Event::PointerMoved(from));
    test.run_steps(1);
    test.event(button(from, true, Modifiers::NONE));
    test.run_steps(1);
    for at in [from.lerp(to, 0.5), to] {
        test.event(Event::PointerMoved(at));
        test.run_steps(1);
    }
    press(&mut test, Modifiers::NONE, Key::Escape);
    test.event(button(to, false, Modifiers::NONE));
    test.run_steps(4);
    assert_eq!(selected(&test), [0; 0]);
}

#[test]
fn a_lasso_selects_and_with_the_command_key_it_adds() {
    let mut test = window(iris());
    press(&mut test, Modifiers::NONE, Key::L);
    assert_eq!(app(&test).tool(), Tool::Lasso);
    let left = left_half(&dots(&test, Panel::Kpca));
    let corners = half(plot(&test, Panel::Kpca));
    drag(&mut test, &corners, Modifiers::NONE);
    assert_eq!(selected(&test), left);

    // The right half, with corners that close the outline on the way back.
    let width = 2.0 * (corners[1].x - corners[0].x) - 1.0;
    let right: Vec<Pos2> = [1, 0, 3, 2]
        .map(|i| match i {
            0 | 3 => pos2(corners[i].x + width, corners[i].y),
            _ => corners[i],
        })
        .to_vec();
    drag(&mut test, &right, Modifiers::COMMAND);
    assert_eq!(selected(&test).len(), 150);
    press(&mut test, Modifiers::COMMAND, Key::Z);
    assert_eq!(selected(&test), left);
}

#[test]
fn in_space_a_selecting_tool_selects_and_the_other_turns() {
    let mut test = window(iris());
    apply(&mut test, Command::ToggleMaximised(Panel::Kpca3d));
    let camera = app(&test).setup().view.camera;
    let plot = plot(&test, Panel::Kpca3d).shrink(40.0);
    let path = [plot.left_top(), plot.center(), plot.right_bottom()];
    press(&mut test, Modifiers::NONE, Key::R);
    drag(&mut test, &path, Modifiers::NONE);
    assert_eq!(app(&test).setup().view.camera, camera);
    assert_eq!(selected(&test).len(), 150);
    press(&mut test, Modifiers::NONE, Key::M);
    drag(&mut test, &path, Modifiers::NONE);
    assert_ne!(app(&test).setup().view.camera, camera);
    assert_eq!(selected(&test).len(), 150);
}

#[test]
fn a_click_selects_a_dot_and_beside_all_dots_nothing() {
    let mut test = window(Setup::welcome());
    apply(&mut test, Command::Tool(Tool::Rectangle));
    let points = dots(&test, Panel::Input);
    // The dot that is farthest to the left: the plot leaves 6 % of air beside it.
    let corners = half(plot(&test, Panel::Input));
    let leftmost = (0..points.xy.len())
        .min_by(|a, b| points.xy[*a][0].total_cmp(&points.xy[*b][0]))
        .unwrap();
    let [x0, x1] = [0, 1].map(|end| {
        let x = points.xy.iter().map(|[x, _]| *x);
        if end == 0 {
            x.fold(f64::MAX, f64::min)
        } else {
            x.fold(f64::MIN, f64::max)
        }
    });
    let middle = f64::midpoint(
        points.xy.iter().map(|[_, y]| *y).fold(f64::MAX, f64::min),
        points.xy.iter().map(|[_, y]| *y).fold(f64::MIN, f64::max),
    );
    let width = 2.0 * f64::from(corners[1].x - corners[0].x);
    let scale = width / (1.12 * (x1 - x0));
    let [x, y] = points.xy[leftmost];
    let center = pos2(corners[1].x, f32::midpoint(corners[1].y, corners[2].y));
    let at = pos2(
        center.x + ((x - f64::midpoint(x0, x1)) * scale) as f32,
        center.y - ((y - middle) * scale) as f32,
    );
    click(&mut test, at, Modifiers::NONE);
    assert_eq!(selected(&test), [points.rows[leftmost]]);
    click(&mut test, at, Modifiers::COMMAND);
    assert!(selected(&test).is_empty());
    click(&mut test, at, Modifiers::NONE);
    click(
        &mut test,
        corners[0] + egui::vec2(2.0, 2.0),
        Modifiers::NONE,
    );
    assert!(selected(&test).is_empty());
}

#[test]
fn the_legend_shows_a_class_alone_and_gives_the_others_back() {
    let mut test = window(iris());
    let name = "Show only versicolor";
    let legend = |test: &mut Test| {
        test.get_by_role_and_label(Role::Button, name).click();
        test.run_steps(4);
    };
    legend(&mut test);
    assert_eq!(marking(&test).isolated.as_deref(), Some("versicolor"));
    let points = dots(&test, Panel::Kpca);
    for (dot, row) in points.rows.iter().enumerate() {
        assert_eq!(points.is_active(dot), (50..100).contains(row));
    }
    // Shadows aren't selected.
    let [from, _, _, _] = half(plot(&test, Panel::Kpca));
    let to = plot(&test, Panel::Kpca).right_bottom() - egui::vec2(2.0, 2.0);
    drag(&mut test, &[from, to], Modifiers::SHIFT);
    assert_eq!(selected(&test), (50..100).collect::<Vec<_>>());

    press(&mut test, Modifiers::NONE, Key::Escape);
    assert!(selected(&test).is_empty() && marking(&test).isolated.is_some());
    press(&mut test, Modifiers::NONE, Key::Escape);
    assert_eq!(marking(&test).isolated, None);
    legend(&mut test);
    legend(&mut test);
    assert_eq!(marking(&test).isolated, None);
}

#[test]
fn hidden_rows_leave_the_drawing_and_undo_brings_them_back() {
    let mut test = window(iris());
    apply(&mut test, Command::Select((0..50).collect(), Pick::Replace));
    apply(&mut test, Command::HideSelected);
    assert_eq!((app(&test).hidden_count(), selected(&test).len()), (50, 0));
    assert_eq!(
        dots(&test, Panel::Kpca).rows[..],
        (50..150).collect::<Vec<_>>()
    );
    assert_eq!(app(&test).shown().unwrap().analysis.dataset.n(), 150);
    press(&mut test, Modifiers::COMMAND, Key::Z);
    assert_eq!((app(&test).hidden_count(), selected(&test).len()), (0, 50));
    apply(&mut test, Command::ShowOnlySelected);
    assert_eq!(dots(&test, Panel::Input).rows.len(), 50);
    apply(&mut test, Command::InvertSelection);
    assert_eq!(selected(&test).len(), 0);
    apply(&mut test, Command::ShowAllRows);
    assert_eq!(dots(&test, Panel::Input).rows.len(), 150);
}

#[test]
fn a_marking_outlives_another_label_and_not_another_source() {
    let mut test = window(iris());
    apply(&mut test, Command::Select(vec![3, 4, 5, 90], Pick::Replace));
    apply(&mut test, Command::ToggleIsolated("virginica".into()));
    apply(&mut test, Command::Edit(Edit::Label(ColumnChoice::None)));
    assert_eq!(selected(&test), [3, 4, 5, 90]);
    assert_eq!(marking(&test).isolated, None);
    apply(
        &mut test,
        Command::Edit(Edit::Source(Source::Builtin(Builtin::Wine))),
    );
    assert_eq!(*marking(&test), Marking::default());
    for command in [
        Command::Release,
        Command::HideSelected,
        Command::ShowOnlySelected,
        Command::CopySelectedRows,
        Command::ShowAllRows,
    ] {
        assert!(app(&test).obstacle(&command).is_some(), "{command:?}");
    }
}

#[test]
fn a_session_and_a_figure_carry_the_marking() {
    let mut test = window(iris());
    apply(
        &mut test,
        Command::Select((0..9).chain([77]).collect(), Pick::Replace),
    );
    apply(&mut test, Command::HideSelected);
    apply(&mut test, Command::Select(vec![20, 22], Pick::Replace));
    apply(&mut test, Command::ToggleRecoloured);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("s.toml");
    let text = session_text(app(&test).setup(), &path).unwrap();
    assert!(text.contains("hidden = \"0-8 77\""), "{text}");
    std::fs::write(&path, text).unwrap();
    let opened = open_session(&path).unwrap();
    assert_eq!(opened.setup, *app(&test).setup());

    let analysis = &app(&test).shown().unwrap().analysis;
    let spec = FigureSpec {
        panels: vec![Panel::Kpca],
        ..FigureSpec::default()
    };
    let svg = render(analysis, &opened.setup, &spec, Format::Svg, &|| false).unwrap();
    let svg = String::from_utf8(svg).unwrap();
    let document = roxmltree::Document::parse(&svg).unwrap();
    let count = |paint| {
        let [r, g, b] = paint_rgb(paint, Tone::Light);
        let color = format!("#{r:02x}{g:02x}{b:02x}");
        let fill = |node: roxmltree::Node| {
            node.ancestors()
                .find_map(|it| it.attribute("fill").map(str::to_owned))
        };
        let dots = document
            .descendants()
            .filter(|node| node.has_tag_name("circle"));
        dots.filter(|node| fill(*node).as_ref() == Some(&color))
            .count()
    };
    assert_eq!(count(Paint::Selection), 2);
    assert!(svg.contains("10 of 150 rows are not drawn"));
}

#[test]
fn the_list_names_the_selected_rows() {
    let mut test = window(iris());
    apply(&mut test, Command::ToggleRowList);
    test.get_by_label_contains("hold Shift and drag");
    apply(&mut test, Command::Select(vec![100, 101], Pick::Replace));
    test.get_by_label("2 selected rows");
    test.get_by_label("101");
    assert_eq!(test.query_all_by_label("virginica").count(), 2);
    test.get_by_role_and_label(Role::Button, "Close the list")
        .click();
    test.run_steps(4);
    assert!(!app(&test).shows_row_list());
    assert!(
        !test
            .get_by_label("2 of 150 rows selected")
            .accesskit_node()
            .is_disabled()
    );
}
