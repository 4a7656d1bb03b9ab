//! The window that most tests open, and what most of them do with it.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::Harness;

use chart::Chart;
use explorer::{analysis::Analysis, panel::Panel, setup::Setup};
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{App, Command},
    ui::Window,
    worker::Inline,
};

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

/// State of the window.
pub fn app(test: &Test) -> &App {
    test.state().app()
}

/// Draws frames for a preview, the rest after it and the exact answer.
pub fn settle(test: &mut Test) {
    test.run_steps(4);
}

/// Carries out a command and draws its answer.
pub fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    settle(test);
}

/// Carries out a command whose answer is followed by that of a task of its own, and draws both.
pub fn apply_slowly(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    test.run_steps(6);
}

/// Presses a key and draws what comes of it.
pub fn press(test: &mut Test, modifiers: Modifiers, key: Key) {
    test.key_press_modifiers(modifiers, key);
    settle(test);
}

/// Results on the screen.
pub fn analysis(test: &Test) -> &Arc<Analysis> {
    &app(test).shown().expect("a result").analysis
}

/// Chart of a panel on the screen.
pub fn chart(test: &Test, panel: Panel) -> Chart {
    app(test).chart(panel).unwrap()
}

/// Kernel's γ as it is set.
pub fn gamma(test: &Test) -> Gamma {
    app(test).setup().kernel.gamma
}

/// Selected rows of the data on the screen, ascending.
pub fn selected(test: &Test) -> Vec<usize> {
    app(test).selected_rows().collect()
}
