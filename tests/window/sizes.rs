//! Windows of every size: nothing lies on anything else, and nothing is cut that does not scroll.

use egui::{Pos2, Rect, Shape, Vec2, accesskit::Role, epaint::ClippedShape, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply, opened_with};
use explorer::{
    panel::Panel,
    setup::{Components, Setup, Tiles, example},
};
use kernel_pca::kernel::{Gamma, KernelKind};
use kpca_explorer::{
    app::{App, Arrangement, Command, Dialog, Edit, Pick, Settings},
    worker::Inline,
};
use tabular::{Builtin, Source};

/// Sizes of windows, in pixels.
const SIZES: [[f32; 2]; 6] = [
    [700.0, 500.0],
    [1024.0, 640.0],
    [1280.0, 720.0],
    [1440.0, 900.0],
    [1920.0, 1080.0],
    [3840.0, 2160.0],
];
const ZOOMS: [f32; 5] = [0.7, 1.0, 1.5, 2.0, 3.0];
/// Heights of the bars.
const MENU: f32 = 32.0;
const STATUS: f32 = 28.0;

fn window(setup: Setup) -> Test {
    let settings = Settings {
        zoom: Some(1.0),
        ..Settings::default()
    };
    let app = App::new(setup, Box::new(Inline::default()));
    opened_with(app.with_settings(settings), 6, 0.25)
}

/// Walks all sizes and zooms. A zoom of 2 is a window of half the size in points.
fn walk(test: &mut Test, name: &str) {
    for size in SIZES {
        for zoom in ZOOMS {
            let points = Vec2::from(size) / zoom;
            test.set_size(points);
            // Room for axes and menus is that of the frame before.
            test.run_steps(3);
            let place = format!("{name}, {size:?} at zoom {zoom}");
            texts_are_apart(test, &place);
            plots_are_apart(test, points, &place);
            side_panel_is_whole(test, points, &place);
        }
    }
}

struct Text {
    text: String,
    /// Part of it that is to be seen.
    seen: Rect,
}

/// Every text on the screen: words, numbers at axes and icons.
fn texts(test: &Test) -> Vec<Text> {
    fn add(shape: &Shape, clip: Rect, texts: &mut Vec<Text>) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| add(shape, clip, texts)),
            Shape::Text(text) => {
                let seen = text.visual_bounding_rect().intersect(clip);
                if seen.is_positive() && !text.galley.text().trim().is_empty() {
                    let text = text.galley.text().to_owned();
                    texts.push(Text { text, seen });
                }
            }
            _ => {}
        }
    }
    let mut texts = Vec::new();
    for ClippedShape {
        clip_rect, shape, ..
    } in &test.output().shapes
    {
        add(shape, *clip_rect, &mut texts);
    }
    texts
}

fn overlap(a: Rect, b: Rect) -> bool {
    let common = a.intersect(b);
    common.width() > 1.0 && common.height() > 1.0
}

fn texts_are_apart(test: &Test, place: &str) {
    let texts = texts(test);
    assert!(texts.len() > 5, "{place}");
    for (i, a) in texts.iter().enumerate() {
        for b in &texts[..i] {
            assert!(
                !overlap(a.seen, b.seen),
                "{place}: {:?} at {} on {:?} at {}",
                a.text,
                a.seen,
                b.text,
                b.seen
            );
        }
    }
}

/// Controls, words and plots don't lie on one another, and bars end where the window does.
fn plots_are_apart(test: &Test, window: Vec2, place: &str) {
    let middle = Rect::from_min_max(Pos2::new(0.0, MENU), Pos2::new(window.x, window.y - STATUS));
    let whole = Rect::from_min_size(Pos2::ZERO, window);
    let nodes: Vec<(Role, String, Rect)> = test
        .root()
        .children_recursive()
        .filter_map(|node| {
            let node_of = node.accesskit_node();
            let role = node_of.role();
            let wanted = [
                Role::Button,
                Role::CheckBox,
                Role::ComboBox,
                Role::Image,
                Role::Label,
                Role::SpinButton,
                Role::TextInput,
            ];
            wanted.contains(&role).then(|| {
                let name = node_of.label().or_else(|| node_of.value());
                (role, name.unwrap_or_default(), node.rect())
            })
        })
        // Names of axes in space lie beside their box, in its picture.
        .filter(|(_, name, _)| !name.starts_with("axis "))
        // What has been scrolled out of sight would lie below the lower bar.
        .filter(|(_, _, rect)| rect.is_positive() && whole.contains(rect.center()))
        .filter(|(_, _, rect)| rect.center().y < middle.bottom())
        .map(|(role, name, rect)| {
            let is_between = middle.contains(rect.center());
            // What lies between the bars may scroll.
            let seen = if is_between {
                rect.intersect(middle)
            } else {
                rect
            };
            assert!(
                is_between || whole.expand(1.0).contains_rect(seen),
                "{place}: {name:?} at {seen}"
            );
            (role, name, seen)
        })
        .collect();
    // In the smallest windows the controls take all the room at first.
    let plots = nodes.iter().filter(|(role, ..)| *role == Role::Image);
    assert!(plots.count() > 0 || window.x < 480.0, "{place}");
    for (i, a) in nodes.iter().enumerate() {
        for b in &nodes[..i] {
            // The words on a control are part of it.
            let inside = a.2.contains_rect(b.2) || b.2.contains_rect(a.2);
            let of_plot = a.0 == Role::Image || b.0 == Role::Image;
            if of_plot || !inside {
                assert!(!overlap(a.2, b.2), "{place}: {a:?} on {b:?}");
            }
        }
    }
}

/// No control of the side panel reaches beyond the line on which all of its rows end.
fn side_panel_is_whole(test: &Test, window: Vec2, place: &str) {
    let [plots, _] = app(test).least_room();
    let panel = app(test).settings().layout.side_within(window.x, plots);
    let source = test.get_by_role_and_label(Role::ComboBox, "Source").rect();
    let end = source.right();
    assert!(end < panel, "{place}: {end} of {panel}");
    let controls = [
        Role::Button,
        Role::ComboBox,
        Role::Slider,
        Role::SpinButton,
        Role::TextInput,
    ];
    let mut count = 0;
    let nodes = test.root().children_recursive();
    for node in nodes.filter(|node| controls.contains(&node.accesskit_node().role())) {
        let rect = node.rect();
        let is_in_bar =
            rect.bottom() < MENU || (rect.center().y - window.y + STATUS / 2.0).abs() < 2.0;
        if rect.left() < panel && !is_in_bar {
            count += 1;
            let name = node.accesskit_node().label().unwrap_or_default();
            assert!(
                rect.right() <= end + 0.5,
                "{place}: {name:?} at {rect} ends beyond {end}"
            );
        }
    }
    assert!(count > 12, "{place}: {count}");
}

fn digits() -> Setup {
    let mut setup = Setup {
        source: Source::Builtin(Builtin::Digits),
        ..Setup::default()
    };
    setup.components = Components::Count(4);
    setup
}

#[test]
fn the_usual_panels() {
    walk(&mut window(Setup::welcome()), "moons");
}

#[test]
fn long_numbers_and_refused_texts() {
    let mut setup = Setup::welcome();
    setup.kernel.kind = KernelKind::Sigmoid;
    setup.kernel.gamma = Gamma::Value(0.000_123_4);
    setup.kernel.coef0 = -1.2345e-7;
    setup.view.threshold = 0.987_65;
    let Source::Generated(generator) = &mut setup.source else {
        panic!("generated")
    };
    generator.noise = 0.000_123_45;
    generator.random_state = u32::MAX;
    let mut test = window(setup);
    walk(&mut test, "long numbers");
    for size in SIZES {
        test.set_size(size.into());
        test.run_steps(3);
        let gamma = test.get_by_role_and_label(Role::SpinButton, "γ");
        assert_eq!(gamma.value().as_deref(), Some("0.0001234"), "{size:?}");
    }
    test.set_size(vec2(1280.0, 720.0));
    test.run_steps(3);
    test.get_by_role_and_label(Role::SpinButton, "Noise")
        .focus();
    test.run_steps(2);
    let text = "a text that is much longer than its field".to_owned();
    test.event(egui::Event::Text(text));
    test.key_press(egui::Key::Enter);
    test.run_steps(2);
    test.get_by_label_contains("must be");
    walk(&mut test, "refused text");
}

#[test]
fn ten_classes() {
    walk(&mut window(digits()), "digits");
}

#[test]
fn space_maps_and_matrices() {
    let mut test = window(example("iris-three").unwrap().setup);
    let panels = [
        Panel::Input3d,
        Panel::KpcaContours,
        Panel::Kpca3d,
        Panel::KernelMatrix,
        Panel::Separation,
    ];
    apply(&mut test, Command::Edit(Edit::Arrange(Tiles::five(panels))));
    walk(&mut test, "iris");
    let mut test = window(example("nonlinear-iris").unwrap().setup);
    apply(&mut test, Command::Arrange(Arrangement::WithContours));
    walk(&mut test, "maps");
}

#[test]
fn notes_and_the_list_of_rows() {
    let mut test = window(example("iris-rbf").unwrap().setup);
    apply(&mut test, Command::Select(vec![0, 1], Pick::Replace));
    apply(&mut test, Command::HideSelected);
    apply(&mut test, Command::Select(vec![3, 9, 70], Pick::Replace));
    let note = app(&test).chart(Panel::Kpca).unwrap().note.unwrap();
    assert!(note.contains("not drawn"));
    walk(&mut test, "hidden rows");
    apply(&mut test, Command::ToggleRowList);
    walk(&mut test, "list");
}

#[test]
fn every_panel_maximised() {
    let mut test = window(example("iris-three").unwrap().setup);
    for panel in Panel::ALL {
        apply(&mut test, Command::ToggleMaximised(panel));
        for size in [[700.0, 500.0], [1280.0, 720.0]] {
            for zoom in [1.0, 3.0] {
                let points = Vec2::from(size) / zoom;
                test.set_size(points);
                test.run_steps(3);
                let place = format!("{panel:?}, {size:?} at zoom {zoom}");
                texts_are_apart(&test, &place);
                plots_are_apart(&test, points, &place);
            }
        }
        apply(&mut test, Command::ToggleMaximised(panel));
    }
}

/// A phone and a tablet, in points.
const UPRIGHT: [Vec2; 2] = [vec2(390.0, 844.0), vec2(820.0, 1180.0)];

#[test]
fn an_upright_window_shows_one_panel_with_gamma_below_it() {
    for size in UPRIGHT {
        let mut test = window(Setup::welcome());
        test.set_size(size);
        test.run_steps(4);
        let place = format!("{size:?}");
        texts_are_apart(&test, &place);
        let plot = |test: &Test, panel: Panel| {
            let menu = format!("Menu of {}", panel.title());
            test.query_by_label(&menu).is_some()
        };
        assert!(
            plot(&test, Panel::Kpca) && !plot(&test, Panel::Input),
            "{place}"
        );
        let gamma = test.get_by_role_and_label(Role::Slider, "γ").rect();
        assert!(
            gamma.top() > 0.8 * size.y && gamma.width() > 200.0,
            "{place}: {gamma}"
        );

        let tab = Panel::Input.title();
        test.get_by_role_and_label(Role::Button, tab).click();
        test.run_steps(4);
        assert!(
            plot(&test, Panel::Input) && !plot(&test, Panel::Kpca),
            "{place}"
        );
        texts_are_apart(&test, &place);

        test.get_by_role_and_label(Role::Button, "Controls").click();
        test.run_steps(4);
        assert!(!plot(&test, Panel::Input), "{place}");
        let noise = test.get_by_role_and_label(Role::Slider, "Noise").rect();
        assert!(
            Rect::from_min_size(Pos2::ZERO, size).contains_rect(noise),
            "{place}: {noise}"
        );
        texts_are_apart(&test, &place);

        test.get_by_role_and_label(Role::Button, "Controls").click();
        // Runs of a paragraph in several fonts have boxes that overlap, so texts are not compared here.
        apply(&mut test, Command::Lesson("kernel-trick"));
        let answer = test.get_by_role_and_label(Role::Button, "Answer").rect();
        assert!(
            Rect::from_min_size(Pos2::ZERO, size).contains_rect(answer),
            "{place}: {answer}"
        );
    }
}

#[test]
fn shortcuts_scroll_and_close() {
    for size in [vec2(1280.0, 720.0), vec2(700.0, 500.0), vec2(420.0, 260.0)] {
        let mut test = window(Setup::welcome());
        test.set_size(size);
        apply(&mut test, Command::Show(Dialog::Shortcuts));
        test.run_steps(4);
        let whole = Rect::from_min_size(Pos2::ZERO, size);
        let close = test.get_by_role_and_label(Role::Button, "Close").rect();
        if size.y > 300.0 {
            assert!(whole.contains_rect(close), "{close} in {size}");
            test.get_by_role_and_label(Role::Button, "Close").click();
        } else {
            test.key_press(egui::Key::Escape);
        }
        test.run_steps(4);
        assert!(app(&test).dialog().is_none());
    }
}
