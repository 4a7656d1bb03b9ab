//! Words of the window: explanations of controls, refusals, remarks, the palette.

use std::fs;

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply, opened, press, settle};
use explorer::{
    insight::Insight,
    panel::Panel,
    setup::{Components, Setup, example, examples},
    view::sentence,
};
use kernel_pca::{
    kernel::{Gamma, KernelKind},
    objects::Scaling,
};
use kpca_explorer::app::{Command, Dialog, Edit, LessonEdit, Parameter, Subject};
use lessons::DraftQuestion;
use tabular::{Builtin, ColumnChoice, Source};

fn window(setup: Setup) -> Test {
    opened(setup, 4)
}

fn click(test: &mut Test, role: Role, name: &str) {
    test.get_by_role_and_label(role, name).click();
    settle(test);
}

/// Whatever can be pressed, ticked, dragged or typed into.
fn is_control(role: Role) -> bool {
    matches!(
        role,
        Role::Button
            | Role::CheckBox
            | Role::ComboBox
            | Role::Link
            | Role::MenuItem
            | Role::RadioButton
            | Role::Slider
            | Role::SpinButton
            | Role::Switch
            | Role::TextInput
    )
}

/// The controls on the screen that don't say what they do.
fn unexplained(test: &Test) -> Vec<String> {
    let nodes = test.root().children_recursive();
    let mut found: Vec<String> = nodes
        .filter_map(|node| {
            let node = node.accesskit_node();
            let (role, name) = (node.role(), node.label().unwrap_or_default());
            let told = node.description().unwrap_or_default();
            let teaches = told.split_whitespace().count() >= 3 && told != name;
            (is_control(role) && !teaches).then(|| format!("{role:?} “{name}”: “{told}”"))
        })
        .collect();
    found.dedup();
    found
}

fn check(test: &Test, place: &str) {
    let found = unexplained(test);
    assert!(found.is_empty(), "{place}: {found:#?}");
}

#[test]
fn every_control_says_what_it_does() {
    let mut test = window(Setup::welcome());
    check(&test, "the first start");
    for menu in [
        "File", "Edit", "Select", "Examples", "Lessons", "View", "Help",
    ] {
        click(&mut test, Role::Button, menu);
        check(&test, menu);
        press(&mut test, Modifiers::NONE, Key::Escape);
    }
    for (setup, lists) in [
        (Setup::welcome(), vec!["Source", "Scaling", "Kernel"]),
        (
            example("iris-rbf").unwrap().setup,
            vec!["Colour by", "Features"],
        ),
    ] {
        apply(&mut test, Command::Edit(Edit::Everything(Box::new(setup))));
        for list in lists {
            click(&mut test, Role::ComboBox, list);
            check(&test, list);
            press(&mut test, Modifiers::NONE, Key::Escape);
        }
    }
    for panel in Panel::ALL {
        apply(&mut test, Command::ToggleMaximised(panel));
        check(&test, panel.title());
        click(
            &mut test,
            Role::Button,
            &format!("Menu of {}", panel.title()),
        );
        check(&test, &format!("the menu of {}", panel.title()));
        press(&mut test, Modifiers::NONE, Key::Escape);
        apply(&mut test, Command::ToggleMaximised(panel));
    }
}

#[test]
fn every_dialog_and_every_example_says_what_its_controls_do() {
    let mut test = window(Setup::welcome());
    for command in [
        Command::Show(Dialog::open_path()),
        Command::Show(Dialog::palette()),
        Command::Show(Dialog::Shortcuts),
        Command::Show(Dialog::About),
        Command::LimitMemory(Some(512)),
        Command::Show(Dialog::Memory),
        Command::AskForPicture(Subject::AllPanels),
        Command::AskForTable { selected: false },
        Command::AskForSession,
    ] {
        let place = command.label();
        apply(&mut test, command);
        check(&test, &place);
    }
    apply(&mut test, Command::CloseDialog);
    apply(&mut test, Command::NewLesson);
    check(&test, "the texts of a lesson");
    let choice = DraftQuestion::choice();
    let until = DraftQuestion {
        until: Some("gamma > 3".into()),
        after: Some(Setup::welcome()),
        ..choice.clone()
    };
    for question in [choice, until] {
        let edit = LessonEdit::Question(Some(Box::new(question)));
        apply(&mut test, Command::WriteLesson(edit));
        check(&test, "a question of a lesson");
    }
    for list in ["Controls", "Framed"] {
        click(&mut test, Role::ComboBox, list);
        check(&test, list);
        press(&mut test, Modifiers::NONE, Key::Escape);
    }
    for command in [
        Command::AskForLesson,
        Command::AskForHandout,
        Command::CloseLesson,
    ] {
        let place = command.label();
        apply(&mut test, command);
        check(&test, &place);
    }
    let close = Box::new(Command::CloseLesson);
    apply(&mut test, Command::DiscardLessonAnd(close));
    for example in examples() {
        apply(&mut test, Command::Example(example.name));
        check(&test, example.name);
    }
    apply(
        &mut test,
        Command::Select(vec![1, 2], kpca_explorer::app::Pick::Replace),
    );
    apply(&mut test, Command::ToggleRowList);
    apply(&mut test, Command::HideSelected);
    check(&test, "with rows selected and hidden");
    apply(&mut test, Command::OpenPath("/no/such/table.csv".into()));
    check(&test, "with a problem");
}

fn tooltip(test: &Test, text: &str) -> bool {
    test.root().children_recursive().any(|node| {
        let node = node.accesskit_node();
        node.role() == Role::Label && node.value().is_some_and(|value| value.contains(text))
    })
}

#[test]
fn a_tooltip_comes_by_keyboard_and_goes_with_the_pointer() {
    let mut test = window(Setup::welcome());
    let text = "How quickly likeness fades with distance";
    assert!(!tooltip(&test, text));
    let mut steps = 0;
    while !tooltip(&test, text) {
        press(&mut test, Modifiers::NONE, Key::Tab);
        steps += 1;
        assert!(steps < 60, "γ is never reached");
    }
    test.hover_at(egui::pos2(700.0, 300.0));
    settle(&mut test);
    assert!(!tooltip(&test, text));
    // One that is reached by clicking is silent: who clicks knows what for.
    test.get_by_role_and_label(Role::SpinButton, "Components")
        .focus();
    settle(&mut test);
    assert!(!tooltip(&test, "How many components"));
}

#[test]
fn no_tooltip_lies_over_the_marks_while_one_drags() {
    let mut test = window(Setup::welcome());
    let text = "How quickly likeness fades with distance";
    let rail = test.get_by_role_and_label(Role::Slider, "γ").rect();
    test.hover_at(rail.center());
    settle(&mut test);
    settle(&mut test);
    assert!(tooltip(&test, text));
    test.drag_at(rail.center());
    test.hover_at(rail.center() + egui::vec2(20.0, 0.0));
    settle(&mut test);
    assert!(!tooltip(&test, text));
    test.drop_at(rail.center());
}

/// Types into the field of a row and presses Enter.
fn enter(test: &mut Test, field: &str, text: &str) {
    test.get_by_role_and_label(Role::SpinButton, field).focus();
    settle(test);
    press(test, Modifiers::COMMAND, Key::A);
    test.event(egui::Event::Text(text.into()));
    settle(test);
    press(test, Modifiers::NONE, Key::Enter);
}

#[test]
fn a_number_is_typed_as_people_write_it_and_refused_with_the_reason() {
    let mut test = window(Setup::welcome());
    let gamma = |test: &Test| app(test).setup().kernel.gamma;
    for (text, value) in [("2,5", 2.5), ("1/4", 0.25), ("1e-3", 1e-3), ("1e9", 1e9)] {
        enter(&mut test, "γ", text);
        assert_eq!(gamma(&test), Gamma::Value(value), "{text}");
    }
    enter(&mut test, "γ", "median");
    assert_eq!(gamma(&test), Gamma::Median);
    enter(&mut test, "γ", "15");
    for text in ["0", "−1", "five", "1,500"] {
        enter(&mut test, "γ", text);
        assert_eq!(gamma(&test), Gamma::Value(15.0), "{text}");
        test.get_by_label_contains("γ must be");
        let field = test.get_by_role_and_label(Role::SpinButton, "γ");
        assert_eq!(field.value().as_deref(), Some(text));
        let told = field.accesskit_node().description().unwrap();
        assert!(told.starts_with("γ must be"), "{told}");
    }
    enter(&mut test, "γ", "0.5");
    assert_eq!(gamma(&test), Gamma::Value(0.5));
    assert!(test.query_by_label_contains("γ must be").is_none());
}

#[test]
fn a_field_keeps_what_lies_beyond_its_slider_and_the_digits_it_does_not_show() {
    let mut test = window(Setup::welcome());
    enter(&mut test, "Components", "70");
    assert_eq!(app(&test).setup().components, Components::Count(70));
    enter(&mut test, "Components", "2,5");
    assert_eq!(app(&test).setup().components, Components::Count(70));
    test.get_by_label_contains("The number of components must be a whole number");
    enter(&mut test, "Components", "0,9");
    assert_eq!(app(&test).setup().components, Components::Share(0.9));

    let exact = Gamma::Value(0.123_456_789);
    apply(&mut test, Command::Edit(Edit::Gamma(exact)));
    test.get_by_role_and_label(Role::SpinButton, "γ").focus();
    settle(&mut test);
    press(&mut test, Modifiers::NONE, Key::Enter);
    assert_eq!(app(&test).setup().kernel.gamma, exact);
}

#[test]
fn a_number_that_a_rule_shows_can_be_typed() {
    let mut test = window(Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    });
    let gamma = |test: &Test| app(test).setup().kernel.gamma;
    for text in ["0,25", "0.25", "1/4"] {
        apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Auto)));
        settle(&mut test);
        assert_eq!(app(&test).number(Parameter::GAMMA), Some(0.25));
        // A field that one goes through keeps its rule.
        test.get_by_role_and_label(Role::SpinButton, "γ").focus();
        settle(&mut test);
        press(&mut test, Modifiers::NONE, Key::Tab);
        assert_eq!(gamma(&test), Gamma::Auto);
        enter(&mut test, "γ", text);
        assert_eq!(gamma(&test), Gamma::Value(0.25), "{text}");
        enter(&mut test, "γ", "auto");
        assert_eq!(gamma(&test), Gamma::Auto);
    }
    // Every other number that a rule shows.
    let mut setup = app(&test).setup().clone();
    setup.view.panels = vec![Panel::DiffusionMap];
    setup.manifold.gamma = Gamma::Auto;
    apply(&mut test, Command::Edit(Edit::Everything(Box::new(setup))));
    enter(&mut test, Parameter::DiffusionGamma.title(), "0,25");
    assert_eq!(app(&test).setup().manifold.gamma, Gamma::Value(0.25));
}

#[test]
fn a_path_that_does_not_open_leaves_the_dialog_with_the_reason() {
    let folder = tempfile::tempdir().unwrap();
    let session = folder.path().join("no.toml");
    let broken = folder.path().join("broken.csv");
    fs::write(&broken, "a,b\n").unwrap();
    let mut test = window(Setup::welcome());
    let before = app(&test).setup().clone();
    for (path, reason) in [
        ("/no/such/table.csv", "there is no such file"),
        (session.to_str().unwrap(), "there is no such file"),
        (folder.path().to_str().unwrap(), "it is a folder"),
        (broken.to_str().unwrap(), "no rows under the header"),
    ] {
        apply(&mut test, Command::Show(Dialog::open_path()));
        test.get_by_role_and_label(Role::TextInput, "Path")
            .type_text(path);
        settle(&mut test);
        press(&mut test, Modifiers::NONE, Key::Enter);
        settle(&mut test);
        let Some(Dialog::OpenPath { problem, .. }) = app(&test).dialog() else {
            panic!("{path}: the dialog is gone")
        };
        let told = problem.clone().unwrap();
        assert!(told.contains(reason), "{told}");
        assert!(!told.contains("os error"), "{told}");
        test.get_by_label(&told);
        assert_eq!((app(&test).problem(), app(&test).notice()), (None, None));
        assert_eq!(*app(&test).setup(), before);
        assert!(app(&test).obstacle(&Command::Undo).is_some());
    }
    // Mended where it stands.
    fs::write(&broken, "a,b\n1,2\n3,5\n4,1\n").unwrap();
    press(&mut test, Modifiers::NONE, Key::Enter);
    settle(&mut test);
    assert_eq!(app(&test).dialog(), None);
    assert_eq!(app(&test).setup().source, Source::File(broken.into()));
}

#[test]
fn an_example_stays_explained_until_it_is_closed() {
    let mut test = window(Setup::welcome());
    assert!(app(&test).example().is_none());
    apply(&mut test, Command::Example("half-moons"));
    let moons = example("half-moons").unwrap();
    test.get_by_label_contains(moons.try_this);
    // Trying what it says leaves it there, other data do not.
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(0.1))));
    test.get_by_label_contains(moons.description);
    let wine = Edit::Source(Source::Builtin(Builtin::Wine));
    apply(&mut test, Command::Edit(wine));
    assert!(test.query_by_label_contains(moons.try_this).is_none());
    press(&mut test, Modifiers::COMMAND, Key::Z);
    test.get_by_label_contains(moons.try_this);
    click(&mut test, Role::Button, "Close the explanation");
    assert!(test.query_by_label_contains(moons.try_this).is_none());
    assert_eq!(app(&test).setup().kernel.gamma, Gamma::Value(0.1));
}

#[test]
fn one_sentence_says_what_is_to_be_seen() {
    let mut test = window(Setup::welcome());
    for (edit, said) in [
        (
            Edit::Source(Source::Builtin(Builtin::Wine)),
            "proline has 99.8 % of the variance",
        ),
        (
            Edit::Gamma(Gamma::Auto),
            "proline has 99.8 % of the variance",
        ),
        (Edit::Scaling(Scaling::Standardize), ""),
        (
            Edit::Gamma(Gamma::Value(1e-5)),
            "γ is so small that the picture is linear PCA’s, to",
        ),
        (
            Edit::Gamma(Gamma::Value(100.0)),
            "γ is so large that each row stands alone",
        ),
        (
            Edit::Kernel(KernelKind::Linear),
            "The linear kernel is linear PCA",
        ),
        (
            Edit::Label(ColumnChoice::None),
            "The linear kernel is linear PCA",
        ),
    ] {
        apply(&mut test, Command::Edit(edit));
        settle(&mut test);
        if said.is_empty() {
            let found = app(&test).insight().map(|found| found.insight);
            assert!(!matches!(found, Some(Insight::FewColumns { .. })));
            continue;
        }
        test.get_by_label_contains(said);
        let sentences = app(&test)
            .insight()
            .map(|found| sentence(&found.insight))
            .into_iter();
        assert_eq!(sentences.count(), 1);
    }
    apply(&mut test, Command::ToggleInsight);
    assert!(
        test.query_by_label_contains("The linear kernel is")
            .is_none()
    );
}

#[test]
fn the_gallery_names_every_view() {
    let mut test = window(Setup::welcome());
    apply(&mut test, Command::ShowGallery(None));
    for panel in Setup::welcome().view.offered() {
        let cards = test.query_all_by_role_and_label(Role::Button, panel.title());
        // A view in 3-D has no card: it is a switch in the title of its plot.
        let (cards, title) = (cards.count(), panel.title());
        assert!(
            if panel.is_3d() {
                cards <= 1
            } else {
                cards >= 1
            },
            "{title}: {cards}"
        );
    }
    for panel in Setup::welcome().view.offered() {
        let command = Command::ToggleMaximised(panel);
        // How each is drawn is looked at elsewhere.
        let app = test.state_mut().app_mut();
        app.apply(command.clone());
        assert_eq!(app.maximised(), Some(panel));
        app.apply(command);
    }
}

#[test]
fn the_palette_takes_parameters_with_values() {
    let mut test = window(Setup::welcome());
    let say = |test: &mut Test, text: &str| {
        press(test, Modifiers::COMMAND, Key::K);
        test.get_by_role_and_label(Role::TextInput, "Command")
            .type_text(text);
        settle(test);
        press(test, Modifiers::NONE, Key::Enter);
    };
    for text in [
        "gamma 0.5",
        "kernel poly",
        "degree 4",
        "components 20",
        "n 120",
        "noise 0,1",
        "scale standardize",
    ] {
        say(&mut test, text);
        assert_eq!(app(&test).dialog(), None, "{text}");
    }
    let setup = app(&test).setup();
    assert_eq!(setup.kernel.gamma, Gamma::Value(0.5));
    assert_eq!(
        (setup.kernel.kind, setup.kernel.degree),
        (KernelKind::Poly, 4)
    );
    assert_eq!(
        (setup.components, setup.scaling),
        (Components::Count(20), Scaling::Standardize)
    );
    let Source::Generated(generator) = &setup.source else {
        panic!("still the moons")
    };
    assert_eq!((generator.n_samples, generator.noise), (120, 0.1));

    // A refusal stays with its reason, and a name is completed.
    say(&mut test, "degree 99");
    assert!(matches!(app(&test).dialog(), Some(Dialog::Palette { .. })));
    test.get_by_label_contains("The degree must be a whole number from 1 to 50");
    press(&mut test, Modifiers::NONE, Key::Escape);
    say(&mut test, "offs");
    let Some(Dialog::Palette { filter, .. }) = app(&test).dialog() else {
        panic!("the palette waits for the value")
    };
    assert_eq!(filter, "coef0 ");
    test.event(egui::Event::Text("−2".into()));
    settle(&mut test);
    press(&mut test, Modifiers::NONE, Key::Enter);
    assert_eq!(app(&test).setup().kernel.coef0, -2.0);
}
