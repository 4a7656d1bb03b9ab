//! A lesson worked through, at a desk and in a lecture room.

use egui::{Event, FontId, Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply_slowly as apply, gamma, opened, opened_with};
use explorer::{
    setup::{Panel, Setup, example, setup_line},
    view::{kernel_label, shown_size},
};
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{AnswerWay, App, Command, Edit, Effect, usual_tiles},
    worker::Inline,
};
use lessons::{Highlight, LessonStep, QuestionKind, find_lesson, shipped};

fn press(test: &mut Test, key: Key) {
    test.key_press(key);
    test.run_steps(6);
}

fn place(test: &Test) -> usize {
    app(test).course().unwrap().place()
}

fn in_lesson(name: &str) -> Test {
    let app = App::new(Setup::welcome(), Box::<Inline>::default());
    let lesson = find_lesson(name).unwrap();
    opened_with(app.with_lesson(Some(lesson)), 6, 0.25)
}

#[test]
fn keys_step_through_a_lesson_and_an_owed_answer_comes_first() {
    let mut test = in_lesson("which-gamma");
    assert_eq!((place(&test), gamma(&test)), (0, Gamma::Value(1.0)));
    // The first step asks, so its answer comes before the second.
    press(&mut test, Key::PageDown);
    press(&mut test, Key::PageDown);
    press(&mut test, Key::PageDown);
    assert_eq!((place(&test), gamma(&test)), (2, Gamma::Value(1000.0)));
    assert!(app(&test).course().unwrap().is_asking());
    press(&mut test, Key::PageDown);
    let course = app(&test).course().unwrap();
    assert_eq!(
        (course.place(), course.answered()),
        (2, Some(AnswerWay::Shown))
    );
    press(&mut test, Key::PageDown);
    press(&mut test, Key::PageUp);
    assert_eq!(place(&test), 2);
    // What was changed is made again.
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Auto)));
    apply(&mut test, Command::ShowStepAgain);
    assert_eq!(gamma(&test), Gamma::Value(1000.0));
    // Closed and opened again, it goes on where one was.
    apply(&mut test, Command::CloseLesson);
    assert!(app(&test).course().is_none());
    apply(&mut test, Command::Lesson("which-gamma"));
    assert_eq!(place(&test), 2);
}

#[test]
fn a_question_is_answered_by_a_click_or_by_dragging() {
    let mut test = in_lesson("which-gamma");
    apply(&mut test, Command::GoToStep(2));
    test.get_by_label("About 1/99").click();
    test.run_steps(6);
    assert_eq!(
        app(&test).course().unwrap().answered(),
        Some(AnswerWay::Right)
    );
    test.get_by_label("Right");
    apply(&mut test, Command::GoToStep(3));
    test.get_by_label("Not there yet");
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(20.0))));
    let course = app(&test).course().unwrap();
    assert_eq!(course.answered(), Some(AnswerWay::Reached));
    assert_eq!(gamma(&test), Gamma::Value(20.0), "the picture stays");
    test.get_by_label("There it is");
}

#[test]
fn a_wrong_answer_says_why_and_leaves_others_to_try() {
    let mut test = in_lesson("which-gamma");
    apply(&mut test, Command::GoToStep(2));
    apply(&mut test, Command::Answer(0));
    test.get_by_label("Not quite");
    test.get_by_label_contains("no direction is better than another");
    assert!(app(&test).course().unwrap().is_asking());
    // Once more counts once.
    apply(&mut test, Command::Answer(0));
    assert_eq!(app(&test).course().unwrap().wrong_tries(), [0]);
    apply(&mut test, Command::Answer(2));
    test.get_by_label("Right, at the second try");
    // Nothing more can be taken.
    apply(&mut test, Command::Answer(1));
    assert_eq!(app(&test).course().unwrap().wrong_tries(), [0]);
}

#[test]
fn what_shows_the_answer_is_covered_until_it_is_given() {
    let mut test = in_lesson("which-gamma");
    apply(&mut test, Command::GoToStep(2));
    let covered = |test: &Test| {
        test.query_all_by_label("Covered until the question is answered")
            .count()
    };
    assert_eq!(covered(&test), 2);
    apply(&mut test, Command::ShowAnswer);
    assert_eq!(covered(&test), 0);
}

#[test]
fn other_data_are_no_answer_and_the_steps_own_are_a_click_away() {
    let mut test = in_lesson("which-gamma");
    apply(&mut test, Command::GoToStep(3));
    let own = app(&test).setup().clone();
    let mut circles = example("concentric-circles").unwrap().setup;
    circles.kernel.gamma = Gamma::Value(0.5);
    apply(
        &mut test,
        Command::Edit(Edit::Everything(Box::new(circles))),
    );
    assert!(
        test.query_by_label_contains("not the step’s data")
            .is_some()
    );
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(15.0))));
    assert!(
        app(&test).course().unwrap().is_asking(),
        "these are circles"
    );
    test.get_by_label("Show them again").click();
    test.run_steps(6);
    assert_eq!(*app(&test).setup(), own);
    assert!(
        test.query_by_label_contains("not the step’s data")
            .is_none()
    );
}

#[test]
fn the_end_leads_to_the_next_lesson_and_closing_says_what_stays() {
    let mut test = in_lesson("signs");
    let last = app(&test).course().unwrap().lesson().steps.len() - 1;
    apply(&mut test, Command::GoToStep(last));
    test.get_by_label("This was the last step. Next: Explained variance, and a common mistake");
    test.get_by_label("Next lesson").click();
    test.run_steps(6);
    let course = app(&test).course().unwrap();
    assert_eq!(
        course.lesson().title,
        find_lesson("variance").unwrap().1.title
    );
    let shown = app(&test).setup().clone();
    apply(&mut test, Command::CloseLesson);
    assert_eq!(*app(&test).setup(), shown);
    let said = &app(&test).notice().unwrap().text;
    assert!(said.contains("Its picture stays"), "{said}");
    let mut test = in_lesson("kernels-on-graphs");
    let last = app(&test).course().unwrap().lesson().steps.len() - 1;
    apply(&mut test, Command::GoToStep(last));
    apply(&mut test, Command::ShowAnswer);
    test.get_by_label("Done").click();
    test.run_steps(6);
    assert!(app(&test).course().is_none());
}

#[test]
fn a_lesson_comes_back_with_its_picture() {
    let mut test = in_lesson("which-gamma");
    apply(&mut test, Command::GoToStep(3));
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(7.0))));
    let settings = app(&test).settings().clone();
    assert_eq!(settings.open_lesson.as_deref(), Some("which-gamma"));
    let again = App::new(app(&test).setup().clone(), Box::<Inline>::default())
        .with_settings(settings)
        .with_lesson(None)
        .resuming(Some("which-gamma".into()));
    let mut test = opened_with(again, 6, 0.25);
    assert_eq!((place(&test), gamma(&test)), (3, Gamma::Value(7.0)));
    apply(&mut test, Command::CloseLesson);
    assert_eq!(app(&test).settings().open_lesson, None);
}

#[test]
fn a_question_with_answers_stands_beside_the_plot_it_is_about() {
    let mut test = in_lesson("which-gamma");
    press(&mut test, Key::F5);
    apply(&mut test, Command::GoToStep(2));
    assert_eq!(app(&test).arrangement().shown(), [Panel::KernelMatrix]);
    test.get_by_label("3 / 7");
    test.get_by_label_contains("About 1/99");
    press(&mut test, Key::ArrowRight);
    let panels = [Panel::KernelMatrix, Panel::Spectrum];
    assert_eq!(app(&test).arrangement().shown(), panels);
    press(&mut test, Key::N);
    test.get_by_label("Text of the step");
    press(&mut test, Key::N);
    assert!(test.query_by_label("Text of the step").is_none());
}

#[test]
fn every_step_of_every_lesson_is_drawn() {
    let mut test = opened(Setup::welcome(), 4);
    let mut faults = vec![];
    for lesson in shipped() {
        apply(&mut test, Command::Lesson(lesson.name));
        let steps = app(&test).course().unwrap().lesson().steps.clone();
        for (i, step) in steps.iter().enumerate() {
            apply(&mut test, Command::GoToStep(i));
            assert_eq!(app(&test).problem(), None, "{} {i}", lesson.name);
            assert_eq!(app(&test).visible(), step.setup.view.places());
            test.get_by_role_and_label(Role::Heading, &step.heading);
            faults.extend(hidden_below(&test, i, step));
            faults.extend(given_away(&test, step));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// Parts of a step's question that a window of 1280 × 720 shows only after scrolling.
fn hidden_below(test: &Test, place: usize, step: &LessonStep) -> Vec<String> {
    let Some(question) = &step.question else {
        return vec![];
    };
    let steps = app(test).course().unwrap().lesson().steps.len();
    let bar = format!("Step {} of {steps}", place + 1);
    // The bar of this button begins eight points above it.
    let end = test.get_by_label(&bar).rect().top() - 8.0;
    let parts = match &question.kind {
        QuestionKind::Choice { choices, .. } => choices.clone(),
        QuestionKind::Until(_) => vec!["Show me".to_owned()],
    };
    let below = parts.into_iter().filter_map(|part| {
        let under = test
            .get_by_role_and_label(Role::Button, &part)
            .rect()
            .bottom()
            - end;
        (under > 0.0).then(|| format!("{}: {under} points too low: {part}", step.heading))
    });
    below.collect()
}

/// Texts that may hold the answer while a panel is covered: at the bottom more than data and kernel, above plots of methods
/// shares and measures, and at the slider of γ what rules found.
fn given_away(test: &Test, step: &LessonStep) -> Vec<String> {
    let covers = step.question.as_ref().is_some_and(|it| !it.hide.is_empty());
    let analysis = app(test).analysis().filter(|_| covers);
    let Some(analysis) = analysis else {
        return vec![];
    };
    let known = [shown_size(analysis), kernel_label(&analysis.kernel)].join(" · ");
    let known = format!("{} · {known}", analysis.dataset.name);
    let line = test.query_all_by_role(Role::Label);
    let line = line.filter(|node| node.rect().top() > 720.0 - 28.0);
    let more = line.filter_map(|node| node.accesskit_node().value());
    let more = more.filter(|text| *text != known && text.contains(|c: char| c.is_ascii_digit()));
    // How far a sweep is says nothing of its curves.
    let more = more.filter(|text| !text.starts_with("sweep: "));
    let more = more.map(|text| format!("{}: said at the bottom: {text}", step.heading));
    let methods = ["Kernel PCA · ", "Linear PCA · ", "Isomap · ", "t-SNE · "];
    let titles = test.query_all_by_role(Role::Label);
    let titles = titles.filter_map(|node| node.accesskit_node().value());
    let titles = titles
        .filter(|text| methods.iter().any(|method| text.starts_with(method)) && text.contains('%'));
    let titles = titles.map(|text| format!("{}: said above a plot: {text}", step.heading));
    let marks = test.query_all_by_role(Role::Button);
    let marks = marks.filter_map(|node| node.accesskit_node().label());
    let marks = marks.filter(|text| text.starts_with("γ by "));
    let marks = marks.map(|text| format!("{}: said at the slider: {text}", step.heading));
    more.chain(titles).chain(marks).collect()
}

#[test]
fn every_lesson_begins_with_a_prediction_and_points_at_what_is_to_be_dragged() {
    for lesson in shipped() {
        let steps = lesson.lesson().unwrap().steps;
        assert!(steps[0].question.is_some(), "{}", lesson.name);
        for step in steps {
            let question = step.question.as_ref();
            if question.is_some_and(|it| matches!(it.kind, QuestionKind::Until(_))) {
                let pointed_at = |place: &Highlight| match place {
                    Highlight::Panel(_) => step.controls.is_empty(),
                    Highlight::Control(control) => step.controls.contains(control),
                };
                let name = (lesson.name, &step.heading);
                assert!(step.highlight.iter().any(pointed_at), "{name:?}");
            }
        }
    }
}

#[test]
fn a_lecture_is_driven_with_a_clickers_keys() {
    let mut test = in_lesson("which-gamma");
    press(&mut test, Key::F5);
    assert!(app(&test).presentation().is_some());
    assert!(test.query_by_label("File").is_none());
    press(&mut test, Key::ArrowRight);
    press(&mut test, Key::ArrowRight);
    press(&mut test, Key::Space);
    assert_eq!(place(&test), 2);
    press(&mut test, Key::ArrowLeft);
    assert_eq!(place(&test), 1);
    press(&mut test, Key::B);
    assert!(app(&test).presentation().unwrap().blank.is_some());
    press(&mut test, Key::B);
    assert!(app(&test).presentation().unwrap().blank.is_none());
    press(&mut test, Key::P);
    assert!(app(&test).presentation().unwrap().pointer);
    press(&mut test, Key::Escape);
    assert!(app(&test).presentation().is_none());
    test.get_by_label("File");
}

#[test]
fn without_a_lesson_a_lecture_steps_through_what_was_shown() {
    let mut test = opened(Setup::welcome(), 4);
    apply(&mut test, Command::Example("iris-rbf"));
    press(&mut test, Key::F11);
    press(&mut test, Key::PageUp);
    assert_eq!(*app(&test).setup(), Setup::welcome());
    press(&mut test, Key::PageDown);
    let mut expected = example("iris-rbf").unwrap().setup;
    let takes = expected.kernel.kind.takes();
    let strip = expected.view.swept(&expected.kernel).is_some();
    expected.view.arrange_if_unsaid(usual_tiles(strip, takes));
    assert_eq!(*app(&test).setup(), expected);
}

#[test]
fn a_setup_is_copied_and_pasted_as_a_line() {
    let mut test = opened(Setup::welcome(), 4);
    let mut other = App::new(Setup::default(), Box::<Inline>::default());
    other.apply(Command::CopyLine);
    assert!(matches!(&other.take_effects()[..], [Effect::CopyText(line)] if line == "version=1"));
    let iris = example("nonlinear-iris").unwrap().setup;
    let line = setup_line(&iris).unwrap();
    test.event(Event::Paste(format!("kpca-explorer --setup '{line}'")));
    test.run_steps(4);
    assert_eq!(*app(&test).setup(), iris);
    // What is no line is left alone, and a broken one says why.
    test.event(Event::Paste("some text".into()));
    test.run_steps(4);
    assert_eq!(*app(&test).setup(), iris);
    test.event(Event::Paste("version=1, kernel.gamma=-2".into()));
    test.run_steps(4);
    assert!(app(&test).notice().unwrap().text.contains("gamma"));
    test.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::O);
    test.run_steps(4);
}

/// A character without a glyph is a box on the screen.
#[test]
fn every_character_of_a_lesson_has_a_glyph() {
    let mut test = opened(Setup::welcome(), 4);
    for lesson in shipped() {
        apply(&mut test, Command::Lesson(lesson.name));
        let lesson = app(&test).course().unwrap().lesson().clone();
        for step in &lesson.steps {
            let question = step.question.as_ref();
            let asked = question.map_or(String::new(), |it| format!("{}{}", it.ask, it.because));
            let text = format!("{}{}{asked}", step.heading, step.text);
            for c in text.chars().filter(|c| !c.is_control()) {
                let font = FontId::proportional(14.0);
                let has = test.ctx.fonts_mut(|fonts| fonts.has_glyph(&font, c));
                assert!(has, "{}: {c}", step.heading);
            }
        }
    }
}
