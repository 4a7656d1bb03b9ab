//! A window at rest draws nothing.

use egui::{Event, Pos2, ViewportId, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, opened_with};
use explorer::panel::Panel;
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{App, Command, Dialog, Edit, Subject},
    worker::Inline,
};
use lessons::shipped;

/// Seconds from one wave around γ's handle to the next, and their number.
const WAVES: f64 = 3.0 * 1.8;
/// Frames per second of a wave.
const RATE: f64 = 30.0;
/// Seconds between two frames of a window that is drawn without a pause.
const FRAME: f64 = 1.0 / 60.0;

struct Clock {
    test: Test,
    now: f64,
}

impl Clock {
    /// Window of a first start, with its exact result.
    fn at_first_start() -> Self {
        let app = App::at_first_start(Box::new(Inline::default()));
        let test = opened_with(app, 0, FRAME as f32);
        Self { test, now: 1.0 }
    }

    /// Draws a frame at a time, and returns the seconds until another is asked for.
    fn frame(&mut self) -> f64 {
        self.test.input_mut().time = Some(self.now);
        self.test.step();
        let output = self.test.output();
        let delay = output.viewport_output[&ViewportId::ROOT].repaint_delay;
        delay.as_secs_f64()
    }

    /// Draws what is asked for within some seconds, and returns the times of the frames.
    fn frames_within(&mut self, seconds: f64) -> Vec<f64> {
        let end = self.now + seconds;
        let mut times = Vec::new();
        while self.now <= end {
            times.push(self.now);
            self.now += self.frame().max(FRAME);
        }
        self.now = end;
        times
    }

    /// Waits until notices, tooltips and answers have come and gone; then nothing may be asked for.
    fn assert_rests(&mut self, state: &str) {
        for _ in 0..12 {
            self.frame();
            self.now += 1.0;
        }
        let delay = self.frame();
        assert!(delay > 1e6, "{state}: another frame in {delay} s");
    }

    fn apply(&mut self, command: Command) {
        self.test.state_mut().app_mut().apply(command);
    }
}

#[test]
fn a_first_start_invites_with_three_waves_and_then_draws_nothing() {
    let mut clock = Clock::at_first_start();
    let start = clock.now;
    let times = clock.frames_within(10.0);
    assert!(clock.test.state().app().invites());
    let late = times.iter().filter(|time| **time > start + WAVES + 0.5);
    assert_eq!(
        late.count(),
        0,
        "{} frames, the last at {:?}",
        times.len(),
        times.last()
    );
    let most = (WAVES * RATE) as usize + 20;
    assert!((60..most).contains(&times.len()), "{} frames", times.len());
    clock.test.get_by_label("Drag γ: the moons come apart");
}

#[test]
fn no_state_of_the_window_asks_for_frames_at_rest() {
    let mut clock = Clock::at_first_start();
    clock.assert_rests("first start");
    let gamma = Edit::Gamma(Gamma::Value(4.0));
    for (state, commands) in [
        ("after a change of γ", vec![Command::Edit(gamma)]),
        (
            "picture dialog",
            vec![Command::AskForPicture(Subject::AllPanels)],
        ),
        (
            "table dialog",
            vec![Command::AskForTable { selected: false }],
        ),
        ("animation dialog", vec![Command::AskForAnimation]),
        ("typed path", vec![Command::Show(Dialog::open_path())]),
        ("palette", vec![Command::Show(Dialog::palette())]),
        ("memory", vec![Command::Show(Dialog::Memory)]),
        ("shortcuts", vec![Command::Show(Dialog::Shortcuts)]),
        (
            "gallery",
            vec![Command::CloseDialog, Command::ShowGallery(None)],
        ),
        (
            "maximised",
            vec![
                Command::CloseGallery,
                Command::ToggleMaximised(Panel::Novelty),
            ],
        ),
        ("compared", vec![Command::ToggleVersus]),
        (
            "presentation",
            vec![Command::ToggleVersus, Command::TogglePresentation],
        ),
        ("pointer", vec![Command::TogglePointer]),
        (
            "lesson",
            vec![
                Command::TogglePresentation,
                Command::Lesson(shipped()[0].name),
            ],
        ),
        ("lesson that is written", vec![Command::EditLesson]),
    ] {
        for command in commands {
            clock.apply(command);
        }
        clock.assert_rests(state);
    }
}

#[test]
fn neither_a_tooltip_nor_a_menu_nor_a_field_asks_for_frames_at_rest() {
    let mut clock = Clock::at_first_start();
    clock.assert_rests("first start");
    let place = |clock: &Clock, role, name: &str| -> Pos2 {
        let node = clock.test.get_by_role_and_label(role, name);
        node.rect().center()
    };
    let button = place(&clock, Role::Button, "Menu of Kernel PCA");
    clock.test.event(Event::PointerMoved(button));
    clock.assert_rests("tooltip");
    clock
        .test
        .get_by_role_and_label(Role::Button, "Menu of Kernel PCA")
        .click();
    clock.assert_rests("menu of a panel");
    clock.test.key_press(egui::Key::Escape);
    let plot = clock.test.state().app().chart(Panel::Kpca).unwrap().summary;
    let plot = place(&clock, Role::Image, &plot);
    clock.test.event(Event::PointerMoved(plot));
    clock.assert_rests("pointer over a plot");
    let numbers = clock.test.query_all_by_role(Role::SpinButton);
    numbers.take(1).for_each(|number| number.focus());
    clock.assert_rests("number that is typed");
}
