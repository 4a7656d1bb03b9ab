//! A long fit is stopped, and run again.

use std::{cell::Cell, rc::Rc, sync::Arc, time::Duration};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::{self, opened_with};
use explorer::{
    analysis::{Step, Work},
    setup::{Setup, open_session},
};
use kernel_pca::{
    kernel::Gamma,
    kpca::{FitStage, FitStep, Tier},
};
use kpca_explorer::{
    app::{Action, App, Command, Edit, Parameter, StoppedPicture, Subject},
    worker::{Event, Executor, Inline, Task, TaskKey, Ticket, Worker},
};

/// Answers nothing while it is held: as a computation that takes long.
struct Slow {
    inner: Inline,
    /// Tier from which on fits are held.
    held: Rc<Cell<Option<Tier>>>,
    asked: Option<Tier>,
    /// Step that it reports.
    at: Rc<Cell<Option<Step>>>,
}

impl Executor for Slow {
    fn ask(&mut self, task: Task) -> Ticket {
        if let Task::Analyse(request) = &task {
            self.asked = Some(request.tier);
        }
        self.inner.ask(task)
    }

    fn give_up(&mut self, key: TaskKey) {
        self.inner.give_up(key);
    }

    fn poll(&mut self) -> Option<Event> {
        match (self.held.get(), self.asked) {
            (Some(Tier::Preview), _) | (Some(Tier::Exact), Some(Tier::Exact)) => None,
            _ => self.inner.poll(),
        }
    }

    fn progress(&self) -> Option<Step> {
        self.at.get()
    }
}

struct Test {
    window: opened::Test,
    held: Rc<Cell<Option<Tier>>>,
    at: Rc<Cell<Option<Step>>>,
}

fn fit(stage: FitStage, count: usize, share: Option<f64>) -> Step {
    Step::Fit(FitStep {
        stage,
        count,
        share,
    })
}

/// Seconds between two frames: a parameter rests a little longer before the exact answer is asked for.
const FRAME: f32 = 0.1;

fn window(held: Option<Tier>) -> Test {
    let held = Rc::new(Cell::new(held));
    let at = Rc::new(Cell::new(Some(fit(FitStage::Pass, 2, Some(0.4)))));
    let slow = Slow {
        inner: Inline::default(),
        held: Rc::clone(&held),
        asked: None,
        at: Rc::clone(&at),
    };
    let app = App::new(Setup::welcome(), Box::new(slow));
    let window = opened_with(app, 8, FRAME);
    Test { window, held, at }
}

impl Test {
    fn app(&self) -> &App {
        self.window.state().app()
    }

    fn apply(&mut self, command: Command, frames: usize) {
        self.window.state_mut().app_mut().apply(command);
        self.window.run_steps(frames);
    }

    fn set_gamma(&mut self, gamma: f64, frames: usize) {
        self.apply(Command::Edit(Edit::Gamma(Gamma::Value(gamma))), frames);
    }

    fn shown_gamma(&self) -> Gamma {
        self.app().shown().unwrap().setup.kernel.gamma
    }

    fn click(&mut self, name: &str) {
        self.window.get_by_label(name).click();
        self.window.run_steps(2);
    }

    fn sees(&self, text: &str) -> bool {
        self.window.query_by_label_contains(text).is_some()
    }
}

#[test]
fn a_long_fit_is_stopped_and_run_again() {
    let mut test = window(None);
    let before = Arc::clone(&test.app().shown().unwrap().analysis);
    test.held.set(Some(Tier::Preview));
    test.set_gamma(3.0, 4);
    // A button that comes at once would flicker with every step of a slider.
    assert!(test.app().is_busy() && !test.sees("Stop the fit"));
    test.window.run_steps(4);
    assert!(test.sees("computing, pass 2: 40 %"));
    test.click("Stop the fit");

    test.held.set(None);
    test.window.run_steps(8);
    assert!(!test.app().is_busy() && !test.sees("computing"));
    assert!(Arc::ptr_eq(&before, &test.app().shown().unwrap().analysis));
    assert_eq!(test.app().setup().kernel.gamma, Gamma::Value(3.0));
    assert!(test.sees("The fit was stopped: this is the picture before it"));
    assert_eq!(test.app().next_tick(), None, "nothing is awaited");

    test.click("Run the fit again");
    test.window.run_steps(6);
    assert_eq!(test.shown_gamma(), Gamma::Value(3.0));
    assert!(test.app().is_exact() && !test.sees("stopped"));
}

#[test]
fn one_button_stops_the_fit_and_then_what_is_saved_beside_it() {
    let errand = "Stop saving and drawing beside the picture";
    let mut test = window(None);
    test.held.set(Some(Tier::Preview));
    test.apply(Command::CopyPicture(Subject::AllPanels), 8);
    assert!(test.sees(errand));
    test.set_gamma(3.0, 8);
    assert!(test.sees("computing, pass 2") && test.sees("copying the figure"));
    assert!(test.sees("Stop the fit") && !test.sees(errand));
    test.click("Stop the fit");
    assert!(test.sees(errand) && !test.sees("Stop the fit"));
    test.click(errand);
    assert!(test.sees("stopping: copying the figure") && !test.sees(errand));
}

#[test]
fn a_bar_stands_where_a_share_is_known_and_words_everywhere() {
    let mut test = window(None);
    test.held.set(Some(Tier::Preview));
    test.set_gamma(3.0, 8);
    for (step, words, bar) in [
        (
            fit(FitStage::Spreading, 0, Some(0.25)),
            "waves, all points: 25 %",
            Some("25 %"),
        ),
        (fit(FitStage::WavePass, 7, None), "waves, pass 7", None),
        (
            fit(FitStage::Scores, 0, Some(0.5)),
            "waves, scores: 50 %",
            Some("50 %"),
        ),
        (
            fit(FitStage::AllEigenvalues, 0, None),
            "all eigenvalues",
            None,
        ),
        (Step::Work(Work::LinearPca, None), "linear PCA", None),
    ] {
        test.at.set(Some(step));
        test.window.run_steps(1);
        assert!(test.sees(&format!("computing, {words}")), "{words}");
        let bars = test.window.query_all_by_role(Role::ProgressIndicator);
        // The spinner is one too.
        assert_eq!(bars.count(), 1 + usize::from(bar.is_some()), "{words}");
        assert!(bar.is_none_or(|share| test.window.query_by_label(share).is_some()));
        assert!(test.sees("Stop the fit"));
    }
}

#[test]
fn a_play_waits_for_the_picture_of_the_last_value() {
    let mut test = window(None);
    test.held.set(Some(Tier::Preview));
    test.apply(Command::TogglePlay, 2);
    let asked = test.app().setup().kernel.gamma;
    test.window.run_steps(6);
    assert!(test.app().is_playing());
    assert_eq!(test.app().setup().kernel.gamma, asked);
    assert_ne!(test.shown_gamma(), asked);
    test.held.set(None);
    test.window.run_steps(4);
    assert_ne!(test.app().setup().kernel.gamma, asked, "it goes on");
}

#[test]
fn what_is_stopped_between_preview_and_exact_answer_says_that_it_is_a_preview() {
    let mut test = window(None);
    test.held.set(Some(Tier::Exact));
    test.set_gamma(3.0, 8);
    test.click("Stop the fit");
    assert_eq!(test.shown_gamma(), Gamma::Value(3.0));
    assert_eq!(test.app().stopped(), Some(StoppedPicture::Preview));
    assert!(test.sees("The fit was stopped: this is its preview"));
    // Drawing alone asks for nothing.
    test.apply(Command::Edit(Edit::Number(Parameter::Threshold, 0.8)), 4);
    assert_eq!(test.app().stopped(), Some(StoppedPicture::Preview));

    test.held.set(None);
    test.set_gamma(4.0, 8);
    assert_eq!(test.app().stopped(), None);
    assert!(test.app().is_exact());
}

#[test]
fn the_first_fit_can_be_stopped_too() {
    let mut test = window(Some(Tier::Preview));
    assert!(test.app().shown().is_none());
    let first = |test: &Test, typed: &str| test.app().palette(typed).remove(0);
    let stop = first(&test, "stop the fit");
    assert_eq!(stop.action, Action::Run(Command::StopFit));
    assert_eq!(first(&test, "fit again").action, Action::Unavailable);
    test.apply(Command::StopFit, 2);
    assert!(test.sees("It was stopped before there was a picture"));
    assert_eq!(first(&test, "stop the fit").action, Action::Unavailable);
    test.held.set(None);
    test.click("Run the fit again");
    test.window.run_steps(6);
    assert!(test.app().is_exact());
}

/// Runs frames until something holds, for ten seconds at most.
fn wait_until(test: &mut opened::Test, what: &str, holds: impl Fn(&opened::Test) -> bool) {
    for _ in 0..500 {
        if holds(test) {
            return;
        }
        std::thread::sleep(Duration::from_millis(20));
        test.run_steps(1);
    }
    panic!("{what}");
}

#[test]
#[cfg(unix)]
fn a_file_that_does_not_answer_can_be_given_up_and_holds_up_nothing() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe.csv");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    let session = folder.path().join("s.toml");
    let text = "version = 1\ndata_crc32 = \"00000000\"\n[setup.source.file]\npath = \"pipe.csv\"\n";
    std::fs::write(&session, text).unwrap();

    let setup = open_session(&session).unwrap().setup;
    let worker = Worker::start(|| {}).unwrap();
    let mut test = opened_with(App::new(setup, Box::new(worker)), 8, FRAME);
    let sees = |test: &opened::Test, text| test.query_by_label_contains(text).is_some();
    assert!(sees(&test, "Opening…") && sees(&test, "opening pipe.csv"));
    test.get_by_label("Stop the fit").click();
    test.run_steps(4);
    assert!(sees(&test, "stopped before there was a picture"));
    assert!(!sees(&test, "pening"));

    // Other data open, the session is asked for again, and others once more.
    let is_shown = |test: &opened::Test| {
        let app = test.state().app();
        app.is_exact() && app.table().is_some()
    };
    let apply = |test: &mut opened::Test, command| {
        test.state_mut().app_mut().apply(command);
        test.run_steps(1);
    };
    apply(&mut test, Command::Example("half-moons"));
    wait_until(&mut test, "half moons", is_shown);
    apply(&mut test, Command::OpenPath(session));
    wait_until(&mut test, "the session opens", |test| {
        sees(test, "opening pipe.csv")
    });
    apply(&mut test, Command::Example("concentric-circles"));
    wait_until(&mut test, "circles", is_shown);

    // Once the pipe answers, its data are read, and have changed since the session was saved.
    apply(&mut test, Command::Undo);
    std::fs::write(&pipe, "a,b\n1,2\n3,5\n4,4\n9,1\n").unwrap();
    wait_until(&mut test, "the pipe's data", is_shown);
    wait_until(&mut test, "the remark", |test| {
        sees(test, "has changed since")
    });
}
