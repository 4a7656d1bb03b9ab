//! Pictures of the window in both themes.

use egui::{Rect, pos2};
use egui_kittest::{Harness, OsThreshold, SnapshotOptions, kittest::Queryable as _};

use super::rasterizer::Rasterizer;
use explorer::{
    panel::Panel,
    setup::{Setup, example},
};
use kpca_explorer::{
    app::{App, Command, Theme},
    ui::Window,
    worker::Inline,
};

/// Draws the window with one panel maximised, if any, and compares it with the picture of that name.
fn picture(theme: Theme, setup: Setup, maximised: Option<Panel>, name: &str) {
    let mut test = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_step_dt(0.25)
        .renderer(Rasterizer::default())
        .build_eframe(move |creation| {
            let mut app = App::new(setup, Box::new(Inline::default()));
            app.apply(Command::Theme(theme));
            if let Some(panel) = maximised {
                app.apply(Command::ToggleMaximised(panel));
            }
            Window::new(&creation.egui_ctx, app)
        });
    test.run_steps(8);
    // How long it took differs from run to run and with it the width of the words, rounding from processor to
    // processor: a fixed place is covered, which the words must lie in.
    let covered = Rect::from_min_max(pos2(920.0, 690.0), pos2(1260.0, 720.0));
    for text in ["exact in", "residual"] {
        let place = test.get_by_label_contains(text).rect();
        assert!(covered.contains_rect(place), "{text}: {place}");
    }
    test.mask(covered);
    // Mathematics libraries differ a little between processors.
    let options = SnapshotOptions::new()
        .threshold(2.0)
        .max_failed_pixels(OsThreshold::new(400));
    test.snapshot_options(name, &options);
}

#[test]
fn light() {
    picture(Theme::Light, Setup::welcome(), None, "window_light");
}

#[test]
fn dark() {
    picture(Theme::Dark, Setup::welcome(), None, "window_dark");
}

/// An example with one of the views that explain it.
fn view(theme: Theme, example_name: &str, panel: Panel, name: &str) {
    let setup = example(example_name).unwrap().setup;
    picture(theme, setup, Some(panel), name);
}

#[test]
fn contours() {
    view(
        Theme::Light,
        "nonlinear-iris",
        Panel::KpcaContours,
        "contours",
    );
}

#[test]
fn space() {
    view(Theme::Dark, "iris-three", Panel::Input3d, "space");
}

#[test]
fn kernel_matrix() {
    view(
        Theme::Light,
        "half-moons",
        Panel::KernelMatrix,
        "kernel_matrix",
    );
}

#[test]
fn separation() {
    view(Theme::Dark, "iris-rbf", Panel::Separation, "separation");
}
