//! Pictures of the window in both themes. They need a graphics adapter, which may be a CPU one.

use std::panic::catch_unwind;

use egui_kittest::{
    Harness, OsThreshold, SnapshotOptions, kittest::Queryable as _, wgpu::WgpuTestRenderer,
};
use kpca_explorer::{
    app::{App, Command, Theme},
    setup::{Setup, example},
    ui::Window,
    view::Panel,
    worker::Inline,
};

/// A renderer, or `None` (with the reason printed) where there is no adapter. On CI there must be.
fn renderer() -> Option<WgpuTestRenderer> {
    let renderer = catch_unwind(WgpuTestRenderer::new).ok();
    if renderer.is_none() {
        let on_ci = std::env::var_os("CI").is_some();
        assert!(
            !on_ci,
            "no graphics adapter; CI must install one (mesa-vulkan-drivers)"
        );
        eprintln!("skipped: no graphics adapter, so no picture of the window can be drawn");
    }
    renderer
}

/// Draws the window with one panel maximised, if any, and compares it with the picture of that name.
fn picture(theme: Theme, setup: Setup, maximised: Option<Panel>, name: &str) {
    let Some(renderer) = renderer() else { return };
    let mut test = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_step_dt(0.25)
        .renderer(renderer)
        .build_eframe(move |creation| {
            let mut app = App::new(setup, Box::new(Inline::default()));
            app.apply(Command::Theme(theme));
            if let Some(panel) = maximised {
                app.apply(Command::ToggleMaximised(panel));
            }
            Window::new(&creation.egui_ctx, app)
        });
    test.run_steps(8);
    // How long it took differs from run to run, and rounding from processor to processor.
    for text in ["exact in", "residual"] {
        let place = test.get_by_label_contains(text).rect();
        test.mask(place.expand(8.0));
    }
    // Rasterisers and mathematics libraries differ a little between processors.
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
