//! What stands on the axes of plots, chosen at the axes' own names.

use egui::{Event, Modifiers, PointerButton, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, opened};
use explorer::{
    panel::Panel,
    setup::{ScoreAxes, Setup},
};
use kernel_pca::method::Method;
use tabular::{Builtin, Source};

fn window() -> Test {
    opened(Setup::starting_with(Source::Builtin(Builtin::Iris)), 8)
}

/// Chooses an entry from the list behind the name of an axis.
fn choose(test: &mut Test, axis: &str, entry: &str) {
    let starts = format!("{axis}: ");
    let name = test.get_by(|node| {
        node.role() == Role::Button && node.label().is_some_and(|it| it.starts_with(&starts))
    });
    name.click();
    test.run_steps(3);
    let in_list = |name: &str| name == entry || name.starts_with(&format!("{entry} "));
    let list = test.get_by(|node| {
        let is_entry = node.label().is_some_and(|it| in_list(&it));
        node.role() == Role::Button && is_entry
    });
    list.click();
    test.run_steps(8);
}

/// Clicks with the mouse on the button whose name begins so.
fn press(test: &mut Test, starts: &str) {
    let place = test.get_by(|node| {
        node.role() == Role::Button && node.label().is_some_and(|it| it.starts_with(starts))
    });
    let pos = place.rect().center();
    let button = |pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    // A button that is held for longer is no click.
    for event in [Event::PointerMoved(pos), button(true), button(false)] {
        test.event(event);
        test.run_steps(1);
    }
    test.run_steps(4);
}

#[test]
fn a_list_in_the_menu_of_a_panel_opens_under_the_mouse() {
    let mut test = window();
    press(&mut test, "Menu of Linear PCA");
    press(&mut test, "PC1");
    press(&mut test, "PC3");
    test.run_steps(8);
    let axes = app(&test).setup().view.axes(Method::Pca);
    assert_eq!(axes, ScoreAxes::Pair(2, 1));
}

#[test]
fn a_click_on_the_name_of_an_axis_chooses_what_stands_there() {
    let mut test = window();
    choose(&mut test, "horizontal axis of Kernel PCA", "PC3");
    choose(&mut test, "vertical axis of Kernel PCA", "PC4");
    let axes = |test: &Test, method| app(test).setup().view.axes(method);
    assert_eq!(axes(&test, Method::Kpca), ScoreAxes::Pair(2, 3));
    choose(&mut test, "horizontal axis of Kernel PCA", "row index");
    assert_eq!(axes(&test, Method::Kpca), ScoreAxes::Index(3));
    choose(&mut test, "horizontal axis of Kernel PCA", "PC1");
    assert_eq!(axes(&test, Method::Kpca), ScoreAxes::Pair(0, 3));
    choose(&mut test, "vertical axis of Linear PCA", "strip, jittered");
    assert_eq!(axes(&test, Method::Pca), ScoreAxes::Strip(0));
    choose(
        &mut test,
        "horizontal axis of Linear PCA",
        "another component",
    );
    assert_eq!(axes(&test, Method::Pca), ScoreAxes::Pair(0, 1));
    let names = app(&test)
        .shown()
        .unwrap()
        .analysis
        .dataset
        .feature_names
        .clone();
    choose(&mut test, "vertical axis of Input", &names[3]);
    assert_eq!(app(&test).setup().view.input, [0, 3]);
}

#[test]
fn an_axis_leads_to_what_drives_its_component() {
    for (method, panel) in [
        ("Linear PCA", Panel::Loadings),
        ("Kernel PCA", Panel::Gradients),
    ] {
        let mut test = window();
        let axis = format!("horizontal axis of {method}");
        choose(&mut test, &axis, "What drives PC1?");
        assert!(app(&test).visible().contains(&panel), "{method}");
    }
}
