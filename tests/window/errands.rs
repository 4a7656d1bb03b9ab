//! Errands beside the picture: each is named once it takes long, and can be stopped.

use std::{cell::Cell, fs, path::Path, rc::Rc};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::{self, opened_with};
use explorer::{panel::Panel, setup::Setup};
use kpca_explorer::{
    app::{Action, App, Choice, Command, Dialog, Subject},
    worker::{Event, Executor, Inline, Task, TaskKey, Ticket},
};

/// Name of "Stop" where it stands beside an errand.
const STOP: &str = "Stop saving and drawing beside the picture";

/// Carries out no errand while it is held: as one that takes long.
struct Slow {
    inner: Inline,
    held: Rc<Cell<bool>>,
    last: Rc<Cell<Option<Ticket>>>,
}

impl Executor for Slow {
    fn ask(&mut self, task: Task) -> Ticket {
        let is_errand = matches!(task, Task::Run(_));
        let ticket = self.inner.ask(task);
        if is_errand {
            self.last.set(Some(ticket.clone()));
        }
        ticket
    }

    fn give_up(&mut self, key: TaskKey) {
        self.inner.give_up(key);
    }

    fn poll(&mut self) -> Option<Event> {
        // While errands are held, nothing else is asked for.
        (!self.held.get()).then(|| self.inner.poll())?
    }
}

struct Test {
    window: opened::Test,
    held: Rc<Cell<bool>>,
    last: Rc<Cell<Option<Ticket>>>,
}

/// Window with its exact result, and frames a tenth of a second apart.
fn window() -> Test {
    let (held, last) = (Rc::default(), Rc::default());
    let slow = Slow {
        inner: Inline::default(),
        held: Rc::clone(&held),
        last: Rc::clone(&last),
    };
    let app = App::new(Setup::welcome(), Box::new(slow));
    let window = opened_with(app, 8, 0.1);
    Test { window, held, last }
}

impl Test {
    fn app(&self) -> &App {
        self.window.state().app()
    }

    fn apply(&mut self, command: Command, frames: usize) {
        self.window.state_mut().app_mut().apply(command);
        self.window.run_steps(frames);
    }

    fn sees(&self, text: &str) -> bool {
        self.window.query_by_label_contains(text).is_some()
    }

    fn click(&mut self, name: &str, frames: usize) {
        let button = self.window.get_by_role_and_label(Role::Button, name);
        button.click();
        self.window.run_steps(frames);
    }

    /// Errands go on from here.
    fn release(&mut self) {
        self.held.set(false);
        self.window.run_steps(3);
    }

    fn type_path(&mut self, path: &Path) {
        let window = &mut self.window;
        window
            .get_by_role_and_label(Role::TextInput, "File")
            .focus();
        window.run_steps(2);
        let field = window.get_by_role_and_label(Role::TextInput, "File");
        field.type_text(path.to_str().unwrap());
        window.run_steps(2);
    }

    fn palette_stops(&self) -> bool {
        let entry = self.app().palette(STOP).remove(0);
        entry.action == Action::Run(Command::StopErrand)
    }
}

#[test]
fn an_errand_is_named_after_half_a_second_and_not_before() {
    let mut test = window();
    assert!(!test.palette_stops());
    test.held.set(true);
    test.apply(Command::CopyPicture(Subject::AllPanels), 4);
    // A line that comes at once would flicker with every copy.
    assert!(!test.sees("copying the figure") && test.palette_stops());
    test.window.run_steps(3);
    assert!(test.sees("copying the figure"));
    assert!(test.window.query_by_label("42 %").is_none());
    let ticket = test.last.take().unwrap();
    ticket.progress().parts(42, 100);
    test.window.run_steps(1);
    assert!(test.sees("copying the figure · 42 of 100"));
    assert!(test.window.query_by_label("42 %").is_some(), "as a bar");

    test.click(STOP, 2);
    assert!(test.sees("stopping: copying the figure") && !test.palette_stops());
    test.release();
    assert!(test.sees("Stopped: nothing was copied"));
    assert!(!test.sees("copying the figure"));
}

#[test]
fn a_save_that_is_stopped_writes_nothing_and_the_next_one_works() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let mut test = window();
    test.apply(Command::AskForPicture(Subject::AllPanels), 4);
    test.type_path(&path);
    test.held.set(true);
    test.click("Save", 8);
    assert!(test.sees("saving the figure"));
    test.click("Stop", 2);
    test.release();
    assert!(test.sees("Stopped: nothing was written") && !path.exists());

    let Some(Dialog::SavePicture(options)) = test.app().dialog() else {
        panic!("the dialog is still there");
    };
    assert_eq!(options.to.path, path.to_str().unwrap());
    test.click("Save", 4);
    assert!(fs::read_to_string(&path).unwrap().starts_with("<svg"));
    assert_eq!(test.app().dialog(), None);
}

#[test]
fn a_preview_that_is_stopped_is_drawn_again_once_something_is_changed() {
    let mut test = window();
    test.held.set(true);
    test.apply(Command::AskForPicture(Subject::AllPanels), 8);
    assert!(test.sees("drawing a preview"));
    test.click("Stop", 2);
    test.release();
    test.window.run_steps(8);
    let drawn = |test: &Test| test.app().preview().drawing.unwrap().is_ok();
    assert!(!drawn(&test), "and not tried again at once");
    test.click("dark", 4);
    assert!(drawn(&test));
}

#[test]
fn news_of_a_save_does_not_close_a_dialog_that_was_opened_since() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let mut test = window();
    test.apply(Command::AskForPicture(Subject::AllPanels), 4);
    test.type_path(&path);
    test.held.set(true);
    test.click("Save", 2);
    test.apply(Command::AskForTable { selected: false }, 2);
    test.release();
    assert!(path.exists());
    assert!(matches!(test.app().dialog(), Some(Dialog::ExportTable(_))));
}

#[test]
fn an_animation_is_counted_and_stopped() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moving.gif");
    let mut test = window();
    test.apply(Command::AskForAnimation, 2);
    test.type_path(&path);
    test.held.set(true);
    test.click("Save", 8);
    test.last.take().unwrap().progress().parts(3, 60);
    test.apply(Command::CloseDialog, 2);
    assert!(test.sees("making the animation · 3 of 60"));
    test.click(STOP, 2);
    test.release();
    assert!(test.sees("Stopped: nothing was written") && !path.exists());
}

#[test]
fn a_comparison_is_named_and_stays_stopped() {
    let mut test = window();
    test.held.set(true);
    test.apply(Command::Choose(Choice::ShuffledSpectrum), 8);
    assert!(test.sees("comparing with shuffled columns"));
    test.click(STOP, 2);
    test.release();
    assert!(test.sees("Stopped: nothing was compared"));
    test.window.run_steps(8);
    assert!(!test.sees("comparing with shuffled columns"));
    let shown = |test: &Test| {
        let shown = test.app().shown().unwrap();
        shown.analysis.explain.shuffled.clone()
    };
    assert!(shown(&test).unwrap().is_err());
    // It is asked for again when it is wanted again.
    test.apply(Command::Choose(Choice::ShuffledSpectrum), 2);
    test.apply(Command::Choose(Choice::ShuffledSpectrum), 4);
    assert!(shown(&test).unwrap().is_ok());
}

#[test]
fn a_sweep_has_a_bar_and_is_stopped_and_run_again() {
    let mut test = window();
    // This executor leaves sweeps alone, as one that takes long.
    test.apply(Command::ToggleMaximised(Panel::Sweep), 8);
    assert!(test.sees("sweep: 0 of 60"));
    assert!(test.window.query_by_label("0 %").is_some(), "as a bar");
    test.click("Stop the sweep", 2);
    assert!(!test.sees("sweep: 0 of") && test.app().sweep_is_stopped());
    test.window.run_steps(8);
    assert!(test.app().sweep_under_way().is_none(), "it stays stopped");
    let again = test.app().palette("Run the sweep again").remove(0);
    assert_eq!(again.action, Action::Run(Command::RunSweepAgain));
    test.apply(Command::RunSweepAgain, 2);
    assert!(test.sees("sweep: 0 of 60"));
}
