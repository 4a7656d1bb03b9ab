//! What leaves the window, as its users take it: pictures.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    reason = "a test fails by panicking"
)]

use std::fs;

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::{Harness, kittest::Queryable as _};
use kpca_explorer::{
    app::{App, Command, Dialog, Edit, Effect, PictureOptions, Settings, Subject},
    export::{Pixels, Preset},
    kernel::Gamma,
    setup::Setup,
    ui::Window,
    view::Panel,
    worker::Inline,
};

type Test = Harness<'static, Window>;

/// A window of 1280 × 720 that computes on this thread, with its first exact result.
fn window(settings: Settings) -> Test {
    let mut test = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_step_dt(0.25)
        .build_eframe(move |creation| {
            let app = App::new(Setup::welcome(), Box::new(Inline::default()));
            Window::new(&creation.egui_ctx, app.with_settings(settings))
        });
    test.run_steps(4);
    test
}

fn app(test: &Test) -> &App {
    test.state().app()
}

fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    test.run_steps(4);
}

fn click(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::Button, name).click();
    test.run_steps(4);
}

fn tick(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::CheckBox, name).click();
    test.run_steps(4);
}

fn type_path(test: &mut Test, path: &std::path::Path) {
    test.get_by_role_and_label(Role::TextInput, "File")
        .type_text(path.to_str().unwrap());
    test.run_steps(4);
}

fn ask_for_picture(test: &mut Test) {
    test.key_press_modifiers(Modifiers::COMMAND, Key::S);
    test.run_steps(4);
}

fn options(test: &Test) -> &PictureOptions {
    match app(test).dialog() {
        Some(Dialog::SavePicture(options)) => options,
        other => panic!("{other:?}"),
    }
}

fn drawn(test: &Test) -> Pixels {
    let preview = app(test).preview();
    assert!(!preview.stale);
    (**preview.drawn.unwrap().unwrap()).clone()
}

fn choose_preset(test: &mut Test, preset: Preset) {
    test.get_by_role_and_label(Role::ComboBox, "Made for")
        .click();
    test.run_steps(4);
    click(test, preset.title());
}

#[test]
fn the_preview_is_the_figure_and_follows_every_option() {
    let mut test = window(Settings::default());
    assert!(app(&test).preview().drawn.is_none());
    ask_for_picture(&mut test);
    let mut last = drawn(&test);
    assert_eq!((last.width, last.height), (1040, 650));

    choose_preset(&mut test, Preset::Slide);
    assert_eq!(options(&test).figure.width, 1920);
    assert_eq!(drawn(&test).height, 585);
    for name in ["titles", "legend", "caption", "transparent"] {
        last = drawn(&test);
        tick(&mut test, name);
        assert!(drawn(&test) != last, "{name}");
    }
    for name in ["dark", "2", "Move Kernel PCA forward", "Leave out Input"] {
        last = drawn(&test);
        click(&mut test, name);
        assert!(drawn(&test) != last, "{name}");
    }
    let panels = [Panel::Kpca, Panel::Pca, Panel::Spectrum, Panel::Variance];
    assert_eq!(options(&test).figure.panels, panels);
    assert_eq!(Preset::of(&options(&test).figure), Some(Preset::Slide));
    test.key_press(Key::Escape);
    test.run_steps(4);
    assert!(app(&test).preview().drawn.is_none());
}

#[test]
fn what_is_written_is_what_the_dialog_shows_and_the_next_one_starts_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    choose_preset(&mut test, Preset::DoubleColumn);
    tick(&mut test, "titles");
    type_path(&mut test, &path);
    click(&mut test, "Save");
    assert_eq!(app(&test).dialog(), None);
    let figure = fs::read_to_string(&path).unwrap();
    assert!(figure.starts_with("<svg") && !figure.contains("Linear PCA<"));
    assert!(figure.contains("width=\"680"), "180 mm");

    // As after a restart: what eframe keeps is this text.
    let kept = serde_json::to_string(app(&test).settings()).unwrap();
    assert!(!kept.contains("figure.svg"));
    let mut again = window(serde_json::from_str(&kept).unwrap());
    ask_for_picture(&mut again);
    let figure = &options(&again).figure;
    assert_eq!(Preset::of(figure), Some(Preset::DoubleColumn));
    assert!(!figure.titles && figure.panels == Panel::USUAL);
    assert!(options(&again).to.path.is_empty());
    // Another panel on the screen is another one in the figure.
    test.key_press(Key::Escape);
    apply(&mut test, Command::ToggleMaximised(Panel::Kpca));
    ask_for_picture(&mut test);
    assert_eq!(options(&test).figure.panels, [Panel::Kpca]);
    assert_eq!(
        Preset::of(&options(&test).figure),
        Some(Preset::DoubleColumn)
    );
}

#[test]
fn copying_from_the_dialog_takes_its_figure_and_closes_it() {
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    click(&mut test, "dark");
    let copy = Command::CopyFigure(options(&test).clone());
    let state = test.state_mut().app_mut();
    state.apply(copy);
    state.tick(state.now());
    let effects = state.take_effects();
    let [Effect::CopyImage(pixels)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!((pixels.width, pixels.height), (2000, 1250));
    assert!(pixels.rgba[0] < 64, "dark");
    assert_eq!(app(&test).dialog(), None);
}

/// Turns the wheel over the middle of a panel's plot.
fn zoom(test: &mut Test, panel: Panel) {
    let summary = app(test).chart(panel).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    test.event(egui::Event::PointerMoved(plot.center()));
    test.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    test.run_steps(8);
}

#[test]
fn a_zoomed_plot_is_zoomed_in_the_figure_on_the_side_that_its_signs_say() {
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    let whole = drawn(&test);
    test.key_press(Key::Escape);
    test.run_steps(4);

    // Until a component is turned over against scikit-learn's sign.
    for step in 0..60 {
        let gamma = Gamma::Value(15.0 * 1.08_f64.powi(step));
        apply(&mut test, Command::Edit(Edit::Gamma(gamma)));
        if app(&test).shown().unwrap().signs.of(0) < 0.0 {
            break;
        }
    }
    let turned = app(&test).shown().unwrap().signs.clone();
    assert!(turned.of(0) < 0.0, "{turned:?}");
    zoom(&mut test, Panel::Kpca);
    let [x, y] = app(&test).zoomed(Panel::Kpca).unwrap();
    let [(panel, [fx, fy])] = app(&test).zooms(&Panel::USUAL)[..] else {
        panic!("one zoomed panel")
    };
    assert_eq!(panel, Panel::Kpca);
    assert_eq!(fx, [-x[1], -x[0]]);
    assert_eq!(
        fy,
        if turned.of(1) < 0.0 {
            [-y[1], -y[0]]
        } else {
            y
        }
    );

    ask_for_picture(&mut test);
    let zoomed = drawn(&test);
    tick(&mut test, "as in the window");
    let all = drawn(&test);
    assert!(zoomed != all && all != whole);
    test.key_press(Key::Escape);
    test.run_steps(4);
    apply(&mut test, Command::FitPlots);
    assert_eq!(app(&test).zoomed(Panel::Kpca), None);
    apply(&mut test, Command::AskForPicture(Subject::AllPanels));
    assert!(drawn(&test) == all);
}
