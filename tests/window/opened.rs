//! The window that most tests open.

use egui_kittest::Harness;

use explorer::setup::Setup;
use kpca_explorer::{app::App, ui::Window, worker::Inline};

pub type Test = Harness<'static, Window>;

/// A window of 1280 × 720 that computes on this thread, after so many frames a quarter of a second
/// apart: four are enough for a preview, the rest after it and the exact answer.
pub fn opened(setup: Setup, frames: usize) -> Test {
    let app = App::new(setup, Box::new(Inline::default()));
    opened_with(app, frames, 0.25)
}

/// Opens a window for an app that is made beforehand, with frames so many seconds apart.
pub fn opened_with(app: App, frames: usize, seconds: f32) -> Test {
    let mut test = Harness::builder()
        .with_size([1280.0, 720.0])
        .with_step_dt(seconds)
        .build_eframe(move |creation| Window::new(&creation.egui_ctx, app));
    test.run_steps(frames);
    test
}
