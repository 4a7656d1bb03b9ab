//! Typing at a person's pace: a field keeps the keyboard, whatever comes and goes beside it.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, accesskit::Role};
use egui_kittest::{
    Node,
    kittest::{NodeT as _, Queryable as _},
};

use super::opened::{Test, opened_with};
use explorer::{
    panel::Panel,
    setup::{Setup, example},
};
use kernel_pca::method::Method;
use kpca_explorer::{
    app::{App, Command, Dialog, Subject, TableKind, TableOptions},
    worker::{Event as Answer, Executor, Inline, News, Task, TaskKey, Ticket},
};

/// Seconds between two frames; letters come every other one, 200 ms apart.
const FRAME: f32 = 0.1;
/// Polls for which a preview of a figure is held back: it comes between two letters, later than the first.
const POLLS: usize = 4;

/// Executor that takes its time for previews of figures.
#[derive(Default)]
struct SlowPreviews {
    inner: Inline,
    ready: Option<Answer>,
    polls: usize,
}

impl Executor for SlowPreviews {
    fn ask(&mut self, task: Task) -> Ticket {
        self.inner.ask(task)
    }

    fn give_up(&mut self, key: TaskKey) {
        self.inner.give_up(key);
    }

    fn poll(&mut self) -> Option<Answer> {
        if self.ready.is_none() {
            match self.inner.poll() {
                Some(preview @ Answer::News(News::Previewed(_))) => {
                    self.ready = Some(preview);
                    self.polls = 0;
                }
                other => return other,
            }
        }
        self.polls += 1;
        self.ready.take_if(|_| self.polls > POLLS)
    }
}

fn window(setup: Setup) -> Test {
    let app = App::new(setup, Box::<SlowPreviews>::default());
    opened_with(app, 6, FRAME)
}

fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    // Until a preview is there.
    test.run_steps(12);
}

/// Types letter by letter, and returns the text of the field that has the keyboard then.
fn typed(test: &mut Test, text: &str) -> Option<String> {
    for letter in text.chars() {
        test.event(Event::Text(letter.to_string()));
        test.run_steps(2);
    }
    let focused = |node: &Node<'_>| node.accesskit_node().is_focused();
    let mut fields = test.query_all_by_role(Role::TextInput);
    fields.find(focused)?.accesskit_node().value()
}

/// Names of the fields for texts.
fn fields(test: &Test) -> Vec<String> {
    let fields = test.query_all_by_role(Role::TextInput);
    let names = fields.filter_map(|field| field.accesskit_node().label());
    names.collect()
}

/// Middles of the fields for numbers that can be used.
fn numbers(test: &Test) -> Vec<usize> {
    let numbers = test.query_all_by_role(Role::SpinButton).enumerate();
    let usable = numbers.filter(|(_, number)| !number.accesskit_node().is_disabled());
    usable.map(|(i, _)| i).collect()
}

fn number(test: &Test, i: usize) -> Node<'_> {
    test.query_all_by_role(Role::SpinButton).nth(i).unwrap()
}

#[test]
fn every_field_of_every_dialog_takes_a_word_letter_by_letter() {
    let mut test = window(Setup::welcome());
    // Its numbers lie behind dialogs.
    apply(&mut test, Command::ToggleSidePanel);
    let new_rows = TableKind::Projection(Method::Kpca);
    let dialogs = [
        Command::AskForPicture(Subject::AllPanels),
        Command::AskForAnimation,
        Command::AskForTable { selected: false },
        Command::AskForSession,
        Command::Show(Dialog::open_path()),
        Command::Show(Dialog::palette()),
        Command::LimitMemory(Some(512)),
    ];
    let mut tried = 0;
    for command in dialogs {
        let of_memory = matches!(command, Command::LimitMemory(_));
        apply(&mut test, command.clone());
        if of_memory {
            apply(&mut test, Command::Show(Dialog::Memory));
        }
        if let Some(Dialog::ExportTable(options)) = test.state().app().dialog() {
            let mut options: TableOptions = options.clone();
            options.choose(new_rows);
            apply(&mut test, Command::Show(Dialog::ExportTable(options)));
        }
        for name in fields(&test) {
            test.get_by_role_and_label(Role::TextInput, &name).focus();
            test.run_steps(2);
            let found = typed(&mut test, "Own").unwrap_or_default();
            assert!(found.contains("Own"), "{command:?}, {name}: {found:?}");
            let field = test.get_by_role_and_label(Role::TextInput, &name);
            let value = field.accesskit_node().value();
            assert_eq!(value.as_ref(), Some(&found), "{command:?}: {name}");
            tried += 1;
        }
        for i in numbers(&test) {
            number(&test, i).focus();
            test.run_steps(2);
            typed(&mut test, "37");
            let has_keyboard = number(&test, i).accesskit_node().is_focused();
            assert!(has_keyboard, "{command:?}: number {i}");
            test.key_press(Key::Enter);
            test.run_steps(2);
            tried += 1;
        }
        apply(&mut test, Command::CloseDialog);
    }
    assert!(tried > 20, "{tried} fields");
}

fn click_at(test: &mut Test, pos: Pos2) {
    test.event(Event::PointerMoved(pos));
    for pressed in [true, false] {
        test.event(Event::PointerButton {
            pos,
            button: PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    test.run_steps(3);
}

/// A menu that a click on a number closed could be dragged in, but not typed into.
#[test]
fn every_number_in_the_menu_of_a_panel_can_be_typed() {
    let mut test = window(example("iris-rbf").unwrap().setup);
    apply(&mut test, Command::ToggleSidePanel);
    let mut tried = 0;
    for panel in Panel::ALL.into_iter().filter(|it| it.letter().is_none()) {
        let maximise = Command::ToggleMaximised(panel);
        if panel.spec().controls().is_empty() || test.state().app().obstacle(&maximise).is_some() {
            continue;
        }
        test.state_mut().app_mut().apply(maximise);
        test.run_steps(3);
        let menu = format!("Menu of {}", panel.title());
        test.get_by_role_and_label(Role::Button, &menu).click();
        test.run_steps(3);
        let is_open = |test: &Test| test.query_by_label_contains("Fit to data").is_some();
        for i in numbers(&test) {
            number(&test, i).scroll_to_me();
            test.run_steps(2);
            let place = number(&test, i).rect().center();
            click_at(&mut test, place);
            assert!(
                is_open(&test),
                "{panel:?}: a click on number {i} at {place:?} closes"
            );
            typed(&mut test, "2");
            let has_keyboard = number(&test, i).accesskit_node().is_focused();
            assert!(has_keyboard, "{panel:?}: number {i}");
            test.key_press(Key::Enter);
            test.run_steps(2);
            assert!(is_open(&test), "{panel:?}: number {i} closes once typed");
            tried += 1;
        }
        for _ in 0..2 {
            test.key_press(Key::Escape);
            test.run_steps(2);
        }
        assert!(!is_open(&test), "{panel:?}");
    }
    assert!(tried > 15, "{tried} numbers");
}

/// The reason stands between the field and the next one, and goes once that is left.
#[test]
fn a_refused_number_does_not_take_the_keyboard_from_the_next_field() {
    let mut test = window(Setup::welcome());
    number(&test, 0).focus();
    test.run_steps(2);
    typed(&mut test, "none");
    number(&test, 1).focus();
    test.run_steps(2);
    let refused = test.query_by_label_contains("must be");
    assert!(refused.is_some(), "the reason stands below the field");
    typed(&mut test, "0.07");
    assert!(number(&test, 1).accesskit_node().is_focused());
}
