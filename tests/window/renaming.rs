//! Names that are typed where they stand, letter by letter, after a double click.

use std::path::Path;

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, opened_with};
use explorer::{
    panel::Panel,
    setup::{Nameable, example, parse_line, setup_line},
};
use export::{FigureSpec, Format};
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{App, Command, Edit},
    worker::Inline,
};
use scripts::Language;

/// Seconds between two frames: two clicks in a row are a double click.
const FRAME: f32 = 0.1;

fn window() -> Test {
    let app = App::new(
        example("iris-rbf").unwrap().setup,
        Box::new(Inline::default()),
    );
    opened_with(app, 8, FRAME)
}

fn double_click(test: &mut Test, pos: Pos2) {
    test.event(Event::PointerMoved(pos));
    test.run_steps(1);
    for _ in 0..2 {
        for pressed in [true, false] {
            test.event(Event::PointerButton {
                pos,
                button: PointerButton::Primary,
                pressed,
                modifiers: Modifiers::NONE,
            });
        }
        test.run_steps(1);
    }
    test.run_steps(2);
}

/// Text of the field that has the keyboard.
fn field(test: &Test) -> Option<String> {
    let mut fields = test.query_all_by_role(Role::TextInput);
    let field = fields.find(|field| field.accesskit_node().is_focused())?;
    field.accesskit_node().value()
}

/// Types letter by letter, while the picture behind the field changes.
fn type_slowly(test: &mut Test, text: &str) {
    for (i, letter) in text.chars().enumerate() {
        test.event(Event::Text(letter.to_string()));
        if i % 3 == 0 {
            let gamma = Gamma::Value(0.5 + 0.01 * i as f64);
            let edit = Edit::Gamma(gamma);
            test.state_mut().app_mut().apply(Command::Edit(edit));
        }
        test.run_steps(2);
    }
}

fn place(test: &Test, role: Role, text: &str) -> Rect {
    let mut nodes = test.query_all_by_role(role);
    let said = |text: &str, it: Option<String>| it.is_some_and(|it| it.contains(text));
    let node = nodes.find(|node| {
        let node = node.accesskit_node();
        said(text, node.label()) || said(text, node.value())
    });
    node.unwrap_or_else(|| panic!("{text}")).rect()
}

/// Renames what stands at a place; ends with a key.
fn rename(test: &mut Test, at: Pos2, text: &str, end: Key) {
    double_click(test, at);
    assert!(field(test).is_some(), "{text}: a field opens at {at:?}");
    type_slowly(test, text);
    assert_eq!(field(test).as_deref(), Some(text));
    test.key_press(end);
    test.run_steps(6);
    assert_eq!(field(test), None, "{text}: the field closes");
}

fn svg(test: &Test) -> String {
    let (app, panels) = (app(test), vec![Panel::Kpca]);
    let spec = FigureSpec {
        panels,
        ..FigureSpec::default()
    };
    let analysis = &app.shown().unwrap().analysis;
    let file = export::render(analysis, app.setup(), &spec, Format::Svg, &|| false).unwrap();
    String::from_utf8(file).unwrap()
}

fn script(test: &Test, language: Language) -> String {
    let analysis = &app(test).shown().unwrap().analysis;
    scripts::script(
        language,
        app(test).setup(),
        analysis,
        &[],
        Path::new("t.csv"),
    )
}

#[test]
fn a_name_is_typed_where_it_stands_into_window_figure_setup_and_script() {
    let mut test = window();
    let before = app(&test).setup().view.wishes.clone();
    let title = place(&test, Role::Label, "Kernel PCA").left_center() + egui::vec2(20.0, 0.0);
    rename(&mut test, title, "Irises at $\\gamma_1$", Key::Enter);
    assert!(app(&test).maximised().is_none());
    let axis = place(&test, Role::Button, "horizontal axis of Kernel PCA").center();
    rename(&mut test, axis, "first", Key::Enter);
    let class = place(&test, Role::Button, "Show only setosa").center();
    rename(&mut test, class, "Group 1", Key::Enter);
    assert_eq!(app(&test).setup().view.marking.isolated, None);

    let setup = app(&test).setup().clone();
    let own = |thing| setup.view.wishes.own_name(&thing).map(str::to_owned);
    assert_eq!(
        own(Nameable::Title(Panel::Kpca)).as_deref(),
        Some("Irises at $\\gamma_1$")
    );
    assert_eq!(
        own(Nameable::Axis(Panel::Kpca, 0)).as_deref(),
        Some("first")
    );
    assert_eq!(
        own(Nameable::Class("setosa".into())).as_deref(),
        Some("Group 1")
    );
    let line = setup_line(&setup).unwrap();
    assert_eq!(
        parse_line(&line).unwrap().setup.view.wishes,
        setup.view.wishes
    );

    // The window sets maths as figures do.
    place(&test, Role::Label, "Irises at γ1");
    let svg = svg(&test);
    for said in ["Irises at γ", ">first<", "Group 1"] {
        assert!(svg.contains(said), "{said}");
    }
    let python = script(&test, Language::Python);
    for said in [
        "title=\"Irises at $\\\\gamma_1$\"",
        "xlabel=\"first\"",
        "\"Group 1\"",
    ] {
        assert!(python.contains(said), "{said} in {python}");
    }
    let r = script(&test, Language::R);
    for said in ["main = \"Irises at γ1\"", "xlab = \"first\"", "\"Group 1\""] {
        assert!(r.contains(said), "{said} in {r}");
    }

    // An empty name brings the program's own back, Escape leaves what there was, and undo takes a name back.
    double_click(&mut test, title);
    test.key_press(Key::Backspace);
    test.run_steps(2);
    test.key_press(Key::Enter);
    test.run_steps(4);
    let wishes = |test: &Test| app(test).setup().view.wishes.clone();
    assert_eq!(wishes(&test).own_name(&Nameable::Title(Panel::Kpca)), None);
    place(&test, Role::Label, "Kernel PCA");
    let named = wishes(&test);
    rename(&mut test, title, "not this", Key::Escape);
    assert_eq!(wishes(&test), named);
    for _ in 0..40 {
        test.state_mut().app_mut().apply(Command::Undo);
    }
    assert_eq!(wishes(&test), before);
}

#[test]
fn menus_rename_by_the_same_field_and_its_loss_of_the_keyboard_takes_the_name() {
    let mut test = window();
    let upright = Nameable::Axis(Panel::Kpca, 1);
    test.get_by_role_and_label(Role::Button, "Menu of Kernel PCA")
        .click();
    test.run_steps(3);
    test.get_by_label_contains("Rename upright axis").click();
    test.run_steps(4);
    assert!(field(&test).is_some_and(|text| text.starts_with("kernel PC2")));
    type_slowly(&mut test, "second");
    test.get_by_role_and_label(Role::Button, "Menu of Kernel PCA")
        .focus();
    test.run_steps(4);
    let wishes = &app(&test).setup().view.wishes;
    assert_eq!(wishes.own_name(&upright), Some("second"));
    assert!(!app(&test).renames());
}
