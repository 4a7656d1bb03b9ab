//! A lesson written in the window: begun, filled, rearranged, saved and opened again.

use std::{fs, path::Path};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply_slowly as apply, opened, opened_with};
use explorer::setup::{Setup, example};
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{App, Command, Destination, Dialog, Edit, Effect, LessonEdit, Settings},
    worker::Inline,
};
use lessons::{Draft, DraftQuestion, open_lesson};

fn write(test: &mut Test, edit: LessonEdit) {
    apply(test, Command::WriteLesson(edit));
}

fn draft(test: &Test) -> &Draft {
    app(test).writing().unwrap().draft()
}

fn headings(test: &Test) -> Vec<&str> {
    let steps = draft(test).steps.iter();
    steps.map(|step| step.heading.as_str()).collect()
}

fn save_to(test: &mut Test, path: &Path) {
    let to = Destination {
        path: path.display().to_string(),
        ..Destination::default()
    };
    apply(test, Command::SaveLessonTo(to));
}

/// A lesson of two steps, the second with γ = 7 and a question.
fn written() -> Test {
    let mut test = opened(example("half-moons").unwrap().setup, 4);
    apply(&mut test, Command::NewLesson);
    write(&mut test, LessonEdit::Title("Moons, told anew".into()));
    write(&mut test, LessonEdit::Heading("First".into()));
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(7.0))));
    write(&mut test, LessonEdit::AddStep);
    write(&mut test, LessonEdit::Heading("Second".into()));
    write(
        &mut test,
        LessonEdit::Text("Look at γ:\n\n- it is 7\n".into()),
    );
    write(&mut test, LessonEdit::Claims(vec!["gamma = 7".into()]));
    let question = DraftQuestion {
        ask: "And then?".into(),
        ..DraftQuestion::choice()
    };
    write(&mut test, LessonEdit::Question(Some(Box::new(question))));
    test
}

#[test]
fn a_lesson_is_written_saved_and_opened_again_as_it_was() {
    let mut test = written();
    assert_eq!(headings(&test), ["First", "Second"]);
    assert_eq!(app(&test).course().unwrap().place(), 1);
    let picture = Command::WriteLesson(LessonEdit::Picture);
    assert!(app(&test).obstacle(&picture).is_some(), "it is the step's");
    // The words are beside how they look.
    test.get_by_label("Edit the lesson");
    test.get_by_label("it is 7");
    test.get_by_label("And then?");
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(9.0))));
    assert_eq!(app(&test).obstacle(&picture), None);
    write(&mut test, LessonEdit::AnswerPicture);
    write(&mut test, LessonEdit::MoveStep { down: false });
    assert_eq!(headings(&test), ["Second", "First"]);
    assert_eq!(app(&test).course().unwrap().place(), 0);
    assert_eq!(app(&test).setup().kernel.gamma, Gamma::Value(7.0));

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("moons.toml");
    save_to(&mut test, &path);
    assert!(app(&test).writing().unwrap().is_saved());
    assert_eq!(app(&test).dialog(), None);
    let lesson = open_lesson(&path).unwrap();
    assert_eq!(&lesson.draft, draft(&test));
    let question = lesson.steps[0].question.as_ref().unwrap();
    let after = question.after.as_ref().unwrap();
    assert_eq!(after.kernel.gamma, Gamma::Value(9.0));

    let before = draft(&test).clone();
    let mut again = opened(Setup::welcome(), 4);
    apply(&mut again, Command::OpenPath(path.clone()));
    apply(&mut again, Command::EditLesson);
    assert_eq!(draft(&again), &before);
    assert!(app(&again).writing().unwrap().is_saved());
    write(&mut again, LessonEdit::Heading("Changed".into()));
    apply(&mut again, Command::SaveLesson);
    let lesson = open_lesson(&path).unwrap();
    assert_eq!(lesson.steps[0].heading, "Changed");
}

#[test]
fn a_rule_that_a_question_waits_for_has_a_field_of_its_name() {
    let mut test = written();
    let question = DraftQuestion {
        until: Some("gamma > 8".into()),
        ..DraftQuestion::choice()
    };
    write(&mut test, LessonEdit::Question(Some(Box::new(question))));
    test.get_by_role_and_label(Role::TextInput, "Rule to be reached");
}

#[test]
fn what_is_typed_is_in_the_lesson_and_can_be_taken_back() {
    let mut test = written();
    let before = draft(&test).clone();
    let field = test.get_by_role_and_label(Role::MultilineTextInput, "Claim");
    field.focus();
    test.run_steps(2);
    test.event(egui::Event::Text(" typed".into()));
    test.run_steps(6);
    assert!(headings(&test)[1].contains(" typed"));
    let heading = headings(&test)[1].to_owned();
    // What is read is what was written.
    assert_eq!(
        app(&test).course().unwrap().step().unwrap().heading,
        heading
    );
    apply(&mut test, Command::UndoWriting);
    assert_eq!(draft(&test), &before);
    apply(&mut test, Command::RedoWriting);
    assert_eq!(headings(&test)[1], heading);
    write(&mut test, LessonEdit::DeleteStep);
    assert_eq!(headings(&test), ["First"]);
    let delete = Command::WriteLesson(LessonEdit::DeleteStep);
    assert!(app(&test).obstacle(&delete).is_some());
    apply(&mut test, Command::UndoWriting);
    assert_eq!(headings(&test), ["First", &heading]);
}

#[test]
fn what_is_not_saved_is_asked_about_before_it_goes() {
    let mut test = written();
    let leaving = [
        Command::CloseLesson,
        Command::Lesson("signs"),
        Command::NewLesson,
        Command::StopWriting,
        Command::Quit,
    ];
    for command in leaving {
        apply(&mut test, command.clone());
        let asked = Some(&Dialog::UnsavedLesson(Box::new(command)));
        assert_eq!(app(&test).dialog(), asked);
        assert_eq!(headings(&test), ["First", "Second"]);
        assert!(
            !test
                .state_mut()
                .app_mut()
                .take_effects()
                .contains(&Effect::Quit)
        );
        test.get_by_label("Cancel").click();
        test.run_steps(4);
        assert_eq!(app(&test).dialog(), None);
    }
    // Another lesson's file asks too, once it is read.
    let folder = tempfile::tempdir().unwrap();
    let other = folder.path().join("other.toml");
    let text = Draft::from_view(Setup::welcome())
        .file_text(&other)
        .unwrap();
    fs::write(&other, text).unwrap();
    apply(&mut test, Command::OpenPath(other));
    assert!(matches!(
        app(&test).dialog(),
        Some(Dialog::UnsavedLesson(_))
    ));
    test.get_by_label("Discard").click();
    test.run_steps(6);
    assert!(app(&test).writing().is_none());
    assert_eq!(app(&test).course().unwrap().lesson().title, "My lesson");

    // Saving first, and then going on.
    let mut test = written();
    apply(&mut test, Command::Lesson("signs"));
    test.get_by_label("Save").click();
    test.run_steps(4);
    assert!(matches!(app(&test).dialog(), Some(Dialog::SaveLesson(_))));
    let path = folder.path().join("kept.toml");
    save_to(&mut test, &path);
    assert_eq!(open_lesson(&path).unwrap().steps.len(), 2);
    assert!(app(&test).writing().is_none());
    let title = &app(&test).course().unwrap().lesson().title;
    assert!(title.contains("Signs"), "{title}");
}

#[test]
fn a_lesson_with_errors_names_their_lines_and_is_kept() {
    let mut test = written();
    write(
        &mut test,
        LessonEdit::Claims(vec!["gamma > 1".into(), "gama = 7".into()]),
    );
    let problem = app(&test).writing().unwrap().problems()[0].clone();
    assert!(problem.reason.contains("gama"), "{problem:?}");
    let line = format!("Line {}: {}", problem.line, problem.reason);
    test.get_by_label(&line);
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("wrong.toml");
    save_to(&mut test, &path);
    let text = fs::read_to_string(&path).unwrap();
    assert!(
        text.lines()
            .nth(problem.line - 1)
            .unwrap()
            .contains("gama = 7")
    );
    let refused = open_lesson(&path).unwrap_err().to_string();
    assert!(
        refused.contains(&format!("line {}", problem.line)),
        "{refused}"
    );
    // Opened in the window, it is written on.
    let before = draft(&test).clone();
    let mut again = opened(Setup::welcome(), 4);
    apply(&mut again, Command::OpenPath(path));
    assert_eq!(draft(&again), &before);
    assert!(app(&again).notice().unwrap().text.contains("gama"));
    // The rule is left out where the lesson is shown, and not where it is written.
    apply(&mut again, Command::StopWriting);
    apply(&mut again, Command::EditLesson);
    assert_eq!(draft(&again), &before);
}

/// A window whose settings and draft stand in a folder.
fn keeping(folder: &Path) -> Test {
    let app = App::new(
        example("half-moons").unwrap().setup,
        Box::<Inline>::default(),
    );
    let app = app.keeping_settings(folder.join("settings.toml"), Settings::default());
    opened_with(app.with_lesson(None), 6, 0.25)
}

#[test]
fn lessons_that_were_not_saved_are_there_after_a_crash_one_for_each_window() {
    let folder = tempfile::tempdir().unwrap();
    let is_kept = |number: usize| folder.path().join(format!("draft-{number}.toml")).exists();
    let heading = |test: &Test| draft(test).steps[0].heading.clone();
    let mut windows = ["First", "Second"].map(|name| {
        let mut test = keeping(folder.path());
        assert!(app(&test).writing().is_none());
        apply(&mut test, Command::NewLesson);
        write(&mut test, LessonEdit::Heading(name.into()));
        test.run_steps(16);
        test
    });
    assert!(is_kept(1) && is_kept(2));
    // A third window takes nothing from those that are open.
    assert!(app(&keeping(folder.path())).writing().is_none());
    write(&mut windows[0], LessonEdit::Heading("lost".into()));
    drop(windows);
    let mut again = vec![keeping(folder.path()), keeping(folder.path())];
    assert_eq!(
        [heading(&again[0]), heading(&again[1])],
        ["First", "Second"]
    );
    assert!(app(&again[0]).has_unsaved_lesson());
    assert!(app(&again[0]).notice().unwrap().text.contains("not saved"));
    // Once it is saved there is no draft.
    save_to(&mut again[0], &folder.path().join("lesson.toml"));
    again[0].run_steps(16);
    assert!(!is_kept(1) && is_kept(2));
    drop(again);
    let garbage = folder.path().join("draft-2.toml");
    fs::write(&garbage, "text = 3").unwrap();
    let test = keeping(folder.path());
    assert!(
        app(&test)
            .notice()
            .unwrap()
            .text
            .ends_with("draft-2.toml.bad")
    );
    assert!(!garbage.exists() && folder.path().join("draft-2.toml.bad").exists());
}
