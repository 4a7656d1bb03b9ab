//! The views of the window: what stands where, how it is turned, and what is computed for it.

use std::{path::Path, sync::Arc};

use egui::{Event, Key, Modifiers, PointerButton, Pos2, accesskit::Role, pos2, vec2};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, analysis, app, apply, opened, opened_with};
use chart::{Held, Mark};
use explorer::{
    analysis::Analysis,
    panel::Panel,
    setup::{
        Components, DotColour, NoveltyView, Setup, Side, View, example, parse_session, session_text,
    },
};
use kernel_pca::kernel::Gamma;
use kpca_explorer::{
    app::{App, Arrangement, Choice, Command, Dialog, Edit, OpenPlace, Parameter, Pick},
    worker::Inline,
};
use tabular::{Generator, Shape, Source};

/// Window with its first exact result.
fn window(setup: Setup) -> Test {
    opened(setup, 4)
}

/// Window with its first exact result, whose frames are `seconds` apart.
fn window_with_steps(setup: Setup, seconds: f32) -> Test {
    let app = App::new(setup, Box::new(Inline::default()));
    opened_with(app, 4, seconds)
}

fn click(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::Button, name).click();
    test.run_steps(4);
}

/// Looks for a panel in the gallery by its name and takes it.
fn chosen(test: &mut Test, panel: Panel) {
    apply(test, Command::SearchGallery(panel.title().to_lowercase()));
    test.key_press(egui::Key::Enter);
    test.run_steps(4);
}

fn is_on_screen(test: &Test, panel: Panel) -> bool {
    let summary = app(test).chart(panel).unwrap().summary;
    test.query_by_role_and_label(Role::Image, &summary)
        .is_some()
}

#[test]
fn any_panel_goes_into_any_place_and_undo_takes_it_back() {
    let mut test = window(Setup::welcome());
    assert!(analysis(&test).explain.kpca_contours.is_none());
    click(&mut test, "Show another panel instead of Input");
    chosen(&mut test, Panel::KpcaContours);
    assert!(is_on_screen(&test, Panel::KpcaContours) && !is_on_screen(&test, Panel::Input));
    assert!(analysis(&test).explain.kpca_contours.is_some());
    assert_eq!(
        app(&test).setup().view.places(),
        Arrangement::WithContours.tiles().shown()
    );

    // What stands in another place changes places with it.
    click(&mut test, "Show another panel instead of Kernel PCA");
    chosen(&mut test, Panel::Variance);
    let places = app(&test).setup().view.places();
    assert_eq!((places[2], places[4]), (Panel::Variance, Panel::Kpca));

    apply(&mut test, Command::Undo);
    apply(&mut test, Command::Undo);
    assert_eq!(app(&test).setup().view.places(), Panel::USUAL);
    assert!(analysis(&test).explain.kpca_contours.is_none());
    apply(&mut test, Command::Arrange(Arrangement::WithContours));
    assert!(is_on_screen(&test, Panel::KpcaContours));
}

#[test]
fn a_choice_with_a_box_stands_in_the_menu_of_its_panel() {
    let mut boxes = 0;
    // Rows of the first have names, and those of the second are pictures.
    let dots = ["kernel-trick", "digits"].map(|data| (data, Panel::Kpca));
    let all = Panel::ALL.into_iter().map(|panel| ("iris-rbf", panel));
    for (data, panel) in dots.into_iter().chain(all) {
        let mut of_panel = Choice::all().filter(|choice| choice.panel() == panel);
        if of_panel.all(|choice| choice.check_box(&View::default()).is_none()) {
            continue;
        }
        let mut setup = example(data).unwrap().setup;
        setup.view.panels = vec![panel];
        let mut test = window(setup.clone());
        let plain = window(setup);
        let title = panel.title();
        click(&mut test, &format!("Menu of {title}"));
        for choice in Choice::all().filter(|choice| choice.panel() == panel) {
            let (app, command) = (app(&test), Command::Choose(choice));
            let name = choice.check_box(&app.setup().view).map(|(name, _)| name);
            if let (Some(name), None) = (name, app.obstacle(&command)) {
                // A list in place of a box has the beginning of its name beside it.
                let begins = name.split_inclusive(' ').take(2).collect::<String>();
                let [before, after] = [&plain, &test]
                    .map(|test| test.query_all_by_label_contains(begins.trim()).count());
                assert!(before < after, "{name} in the menu of {title}");
                boxes += 1;
            }
        }
    }
    assert!(boxes > 10, "{boxes}");
}

#[test]
fn panels_stand_anywhere_and_a_session_says_where() {
    let mut test = window(Setup::welcome());
    click(&mut test, "Menu of Kernel PCA");
    click(&mut test, "\u{2003}  Add a tab…");
    chosen(&mut test, Panel::KernelMatrix);
    assert!(is_on_screen(&test, Panel::KernelMatrix) && !is_on_screen(&test, Panel::Kpca));
    assert!(analysis(&test).explain.kernel_map.is_some());
    // What stands behind a tab is not computed.
    click(&mut test, Panel::Kpca.title());
    assert!(!is_on_screen(&test, Panel::KernelMatrix) && is_on_screen(&test, Panel::Kpca));
    assert!(analysis(&test).explain.kernel_map.is_none());

    let below = Edit::Put(Panel::Separation, Side::Below, Panel::Input);
    apply(&mut test, Command::Edit(below));
    assert_eq!(app(&test).visible().len(), 6);
    for panel in app(&test).visible() {
        assert!(is_on_screen(&test, panel), "{panel:?}");
    }
    let setup = app(&test).setup().clone();
    let path = Path::new("session.toml");
    let opened = parse_session(&session_text(&setup, path).unwrap(), path).unwrap();
    assert_eq!((opened.setup, opened.remarks), (setup, vec![]));

    for panel in [Panel::Separation, Panel::KernelMatrix] {
        apply(&mut test, Command::Edit(Edit::Close(panel)));
    }
    assert_eq!(app(&test).visible(), Panel::USUAL);
}

#[test]
fn a_title_is_dragged_to_another_place_and_a_line_to_another_size() {
    let mut test = window(Setup::welcome());
    let plot = |test: &Test, panel: Panel| {
        let summary = app(test).chart(panel).unwrap().summary;
        test.get_by_role_and_label(Role::Image, &summary).rect()
    };
    let spectrum = plot(&test, Panel::Spectrum);
    let variance = plot(&test, Panel::Variance);
    // From the title bar, beside the title, into the middle of the other place.
    let bar = pos2(variance.center().x + 60.0, variance.top() - 12.0);
    drag(
        &mut test,
        &[bar, bar + vec2(-20.0, 10.0), spectrum.center()],
    );
    assert!(is_on_screen(&test, Panel::Variance) && !is_on_screen(&test, Panel::Spectrum));
    assert!(plot(&test, Panel::Variance).width() > variance.width() + spectrum.width());
    apply(&mut test, Command::Undo);
    assert_eq!(app(&test).visible(), Panel::USUAL);
    assert_eq!(plot(&test, Panel::Spectrum), spectrum);

    // The line between two stands in the middle between what they draw around their plots.
    let menu = test.get_by_role_and_label(Role::Button, "Menu of Eigenvalue spectrum");
    let line = pos2(menu.rect().right() + 4.5, spectrum.center().y);
    drag(
        &mut test,
        &[line, line + vec2(40.0, 0.0), line + vec2(80.0, 0.0)],
    );
    let wider = plot(&test, Panel::Spectrum).width() - spectrum.width();
    assert!((wider - 80.0).abs() < 2.0, "{wider}");
}

/// Presses at the first place, moves over the others and lets go at the last.
fn drag(test: &mut Test, path: &[Pos2]) {
    let button = |at: Pos2, pressed: bool| Event::PointerButton {
        pos: at,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let (from, to) = (path[0], path[path.len() - 1]);
    test.event(Event::PointerMoved(from));
    test.run_steps(1);
    test.event(button(from, true));
    test.run_steps(1);
    for at in path {
        test.event(Event::PointerMoved(*at));
        test.run_steps(2);
    }
    test.event(button(to, false));
    test.run_steps(1);
    test.event(Event::PointerGone);
    test.run_steps(4);
}

#[test]
fn contours_follow_the_slider_and_refine_when_it_rests() {
    // Frames so close that a parameter has not rested by the next one.
    let mut test = window_with_steps(Setup::welcome(), 0.05);
    apply(&mut test, Command::Arrange(Arrangement::WithContours));
    let map = |test: &Test| {
        let contours = analysis(test).explain.kpca_contours.clone().unwrap();
        contours.maps[0].clone()
    };
    let rested = map(&test);
    let edit = Edit::Gamma(Gamma::Value(5.0));
    test.state_mut().app_mut().apply(Command::Edit(edit));
    test.run_steps(1);
    let moving = map(&test);
    assert_ne!(moving.range, rested.range);
    assert!(moving.field.side < rested.field.side);
    test.run_steps(4);
    assert_eq!(map(&test).field.side, rested.field.side);
}

#[test]
fn dragging_turns_space_and_the_figure_follows() {
    let mut test = window(Setup::welcome());
    apply(&mut test, Command::ToggleMaximised(Panel::Kpca3d));
    let chart = |test: &Test, panel: Panel| {
        let view = &app(test).setup().view;
        panel.chart(analysis(test), view)
    };
    let before = app(&test).setup().view.camera;
    let drawn = chart(&test, Panel::Kpca3d);
    let summary = app(&test).chart(Panel::Kpca3d).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let from = plot.center();
    let events = [
        egui::Event::PointerMoved(from),
        egui::Event::PointerButton {
            pos: from,
            button: PointerButton::Primary,
            pressed: true,
            modifiers: Modifiers::NONE,
        },
        egui::Event::PointerMoved(from + egui::vec2(40.0, 0.0)),
        egui::Event::PointerMoved(from + egui::vec2(40.0, -20.0)),
        egui::Event::PointerButton {
            pos: from + egui::vec2(40.0, -20.0),
            button: PointerButton::Primary,
            pressed: false,
            modifiers: Modifiers::NONE,
        },
        egui::Event::PointerMoved(pos2(1.0, 1.0)),
    ];
    for event in events {
        test.event(event);
        test.run_steps(1);
    }
    let after = app(&test).setup().view.camera;
    assert!((after.yaw - (before.yaw + 20.0).rem_euclid(360.0)).abs() < 1e-3);
    assert!((after.pitch - (before.pitch - 10.0)).abs() < 1e-3);
    // The figure is drawn from the same chart.
    assert_ne!(chart(&test, Panel::Kpca3d).marks, drawn.marks);
    apply(&mut test, Command::Undo);
    assert_eq!(app(&test).setup().view.camera, before);
}

#[test]
fn a_full_spectrum_stays_until_the_kernel_changes() {
    let mut test = window(Setup::welcome());
    let note = |test: &Test| app(test).chart(Panel::Spectrum).unwrap().title;
    apply(&mut test, Command::FindSpectrum);
    let known = analysis(&test).full_spectrum.clone().unwrap();
    assert_eq!(known.len(), 500);
    let kpca = &analysis(&test).kpca;
    for (all, fitted) in known.iter().zip(&kpca.eigenvalues) {
        assert!((all - fitted).abs() < 1e-8 * known[0]);
    }
    let sum: f64 = known.iter().sum();
    assert!((sum - kpca.trace).abs() < 1e-8 * sum);
    assert!(note(&test).contains("all 500"));
    assert!(app(&test).obstacle(&Command::FindSpectrum).is_some());

    apply(&mut test, Command::Edit(Edit::Choose(Choice::LogSpectrum)));
    assert!(analysis(&test).full_spectrum.is_some());
    apply(
        &mut test,
        Command::Edit(Edit::Components(Components::Count(4))),
    );
    assert!(analysis(&test).full_spectrum.is_some(), "the same matrix");
    let edit = Edit::Gamma(Gamma::Value(2.0));
    apply(&mut test, Command::Edit(edit));
    assert!(analysis(&test).full_spectrum.is_none());

    apply(&mut test, Command::FindSpectrum);
    assert!(analysis(&test).full_spectrum.is_some());
    apply(&mut test, Command::ForgetSpectrum);
    assert!(analysis(&test).full_spectrum.is_none());
    assert!(!note(&test).contains("all"));
}

#[test]
fn a_memory_limit_is_set_and_what_comes_of_it_is_said() {
    let mut setup = Setup::welcome();
    setup.kernel.kind = kernel_pca::kernel::KernelKind::Laplacian;
    let Source::Generated(generator) = &mut setup.source else {
        panic!("generated")
    };
    generator.n_samples = 1000;
    let mut test = window(setup);
    assert!(analysis(&test).kpca.accuracy.is_certified());
    apply(&mut test, Command::Show(Dialog::Memory));
    click(&mut test, "at most");
    assert!(app(&test).settings().memory_mib.is_some());
    test.key_press(Key::Escape);
    test.run_steps(4);
    apply(&mut test, Command::LimitMemory(Some(1)));
    assert!(!analysis(&test).kpca.accuracy.is_certified());
    test.get_by_label_contains("memory limit");
}

#[test]
fn a_picture_of_a_panel_that_is_not_shown_is_computed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("maps.svg");
    let mut setup = example("nonlinear-iris").unwrap().setup;
    setup.view.panels = Panel::USUAL.to_vec();
    let mut test = window(setup);
    assert!(!is_on_screen(&test, Panel::KpcaContours));
    let copy = Command::CopyData(Panel::KpcaContours);
    assert!(app(&test).obstacle(&copy).is_some());
    let subject = kpca_explorer::app::Subject::Panel(Panel::KpcaContours);
    apply(&mut test, Command::AskForPicture(subject));
    test.get_by_role_and_label(Role::TextInput, "File")
        .type_text(path.to_str().unwrap());
    test.run_steps(4);
    click(&mut test, "Save");
    let figure = std::fs::read_to_string(&path).unwrap();
    assert!(figure.contains("PC3"), "three maps");
    assert!(figure.matches("<path").count() > 20, "bands");
}

#[test]
fn contours_run_through_a_row_and_lines_or_bands_alone_are_drawn() {
    let mut test = window(example("iris-three").unwrap().setup);
    apply(&mut test, Command::ToggleMaximised(Panel::KpcaContours));
    let chart = |test: &Test| app(test).chart(Panel::KpcaContours).unwrap();
    let kinds = |test: &Test| {
        let marks = chart(test).marks;
        let any = |wanted: fn(&Mark) -> bool| marks.iter().any(wanted);
        (
            any(|mark| matches!(mark, Mark::Image(_))),
            any(|mark| matches!(mark, Mark::Line(_))),
        )
    };
    assert_eq!(kinds(&test), (true, true));
    assert!(chart(&test).note.unwrap().contains("means"));
    let choose = |test: &mut Test, name: &str| {
        // The menu stays open after a choice among its controls.
        if test.query_by_role_and_label(Role::Button, name).is_none() {
            click(test, "Menu of Contours of kernel PCA");
        }
        click(test, name);
    };
    choose(&mut test, "row");
    let note = chart(&test).note.unwrap();
    let view = &app(&test).setup().view;
    assert!(
        note.contains("as in row"),
        "{note} {:?} {:?}",
        view.contours,
        view.panels
    );
    choose(&mut test, "lines");
    assert_eq!(kinds(&test), (false, true));
    choose(&mut test, "bands");
    assert_eq!(kinds(&test), (true, false));
}

#[test]
fn contours_pass_through_the_dot_whose_menu_says_so() {
    let mut test = window(example("iris-rbf").unwrap().setup);
    let summary = app(&test).chart(Panel::Input).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let mut at = plot.center();
    while app(&test).hovered_rows().is_empty() {
        at.x += 4.0;
        assert!(plot.contains(at), "a dot to the right of the middle");
        test.event(egui::Event::PointerMoved(at));
        test.run_steps(2);
    }
    let row = app(&test).hovered_rows()[0];
    for pressed in [true, false] {
        test.event(egui::Event::PointerButton {
            pos: at,
            button: PointerButton::Secondary,
            pressed,
            modifiers: Modifiers::NONE,
        });
        test.run_steps(2);
    }
    test.get_by_label_contains("Contours through this row")
        .click();
    test.run_steps(4);
    let view = &app(&test).setup().view;
    assert_eq!(view.contours.at_row, Some(row));
    assert!(is_on_screen(&test, Panel::KpcaContours));
    let fixed = &analysis(&test)
        .explain
        .kpca_contours
        .as_ref()
        .unwrap()
        .fixed;
    assert_eq!(*fixed, format!("other columns as in row {}", row + 1));

    let through_selected = Command::ContoursThrough(None);
    assert!(app(&test).obstacle(&through_selected).is_some());
    apply(&mut test, Command::Select(vec![3], Pick::Replace));
    assert!(app(&test).obstacle(&through_selected).is_none());
    apply(&mut test, through_selected);
    assert_eq!(app(&test).setup().view.contours.at_row, Some(3));
    apply(&mut test, Command::Choose(Choice::ContoursAtMeans));
    assert_eq!(app(&test).setup().view.contours.at_row, None);
}

#[test]
fn the_palette_finds_what_lies_over_a_plot_and_changes_it() {
    let mut test = window(Setup::welcome());
    let choose = |test: &mut Test, typed: &str| {
        apply(test, Command::Show(Dialog::palette()));
        test.get_by_role_and_label(Role::TextInput, "Command")
            .type_text(typed);
        test.run_steps(2);
        test.key_press(Key::Enter);
        test.run_steps(4);
    };
    choose(&mut test, "logarithmic");
    assert!(app(&test).setup().view.spectrum_log);
    // What is not in sight comes into sight.
    choose(&mut test, "4 maps");
    assert_eq!(app(&test).setup().view.places()[0], Panel::KpcaContours);
    let count = |test: &Test| analysis(test).explain.kpca_contours.clone().unwrap();
    assert_eq!(count(&test).maps.len(), 4);
    choose(&mut test, "bands");
    let lines = |test: &Test| {
        let marks = app(test).chart(Panel::KpcaContours).unwrap().marks;
        !marks.iter().any(|mark| matches!(mark, Mark::Image(_)))
    };
    assert!(lines(&test));
    choose(&mut test, "bands");
    assert!(!lines(&test));
}

#[test]
fn the_classes_are_named_whatever_is_shown() {
    let named = |test: &Test| {
        ["setosa", "versicolor", "virginica"]
            .iter()
            .all(|class| is_named(test, class))
    };
    // Maps leave the key to a plot whose title bar has no room for it,
    let mut test = window(example("nonlinear-iris").unwrap().setup);
    assert!(named(&test));
    // and have it above themselves where nothing else has dots.
    apply(&mut test, Command::ToggleMaximised(Panel::KpcaContours));
    assert!(named(&test));
    apply(&mut test, Command::Choose(Choice::ContourPoints));
    assert!(!named(&test), "there are no dots");
}

fn is_named(test: &Test, class: &str) -> bool {
    let name = format!("Show only {class}");
    test.query_by_role_and_label(Role::Button, &name).is_some()
}

#[test]
fn a_maximised_panel_has_the_room_to_itself_until_escape() {
    let mut test = window(example("iris-three").unwrap().setup);
    let plot = |test: &Test, panel: Panel| {
        let summary = app(test).chart(panel).unwrap().summary;
        let node = test.query_by_role_and_label(Role::Image, &summary);
        node.map(|node| node.rect())
    };
    for panel in Panel::ALL {
        apply(&mut test, Command::ToggleMaximised(panel));
        assert_eq!(app(&test).visible(), [panel]);
        for other in Panel::ALL {
            assert_eq!(plot(&test, other).is_some(), other == panel, "{other:?}");
        }
        // Triangles and their text, and rows of pictures, have proportions of their own.
        let least = if matches!(panel, Panel::Geometry | Panel::Multiples) {
            300.0
        } else {
            450.0
        };
        assert!(plot(&test, panel).unwrap().height() > least, "{panel:?}");
        // What is selected waits for a second Escape.
        apply(&mut test, Command::Select(vec![3], Pick::Replace));
        test.key_press(Key::Escape);
        test.run_steps(4);
        assert_eq!(app(&test).maximised(), None);
        assert_eq!(app(&test).selected_rows().count(), 1);
    }
    test.key_press(Key::Escape);
    test.run_steps(4);
    assert_eq!(app(&test).selected_rows().count(), 0);
}

#[test]
fn what_was_asked_for_beyond_a_sliders_end_stays() {
    let mut setup = Setup::welcome();
    let Source::Generated(generator) = &mut setup.source else {
        panic!("generated")
    };
    generator.n_samples = 6000;
    setup.kernel.gamma = Gamma::Value(1e-12);
    let test = window(setup.clone());
    assert_eq!(*app(&test).setup(), setup);
    assert_eq!(analysis(&test).dataset.n(), 6000);
}

#[test]
fn new_rows_are_opened_beside_the_data_and_closed_again() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let good = file("new.csv", "x₁,x₂\n0,0.5\n1,0.25\n");
    let bad = file("bad.csv", "x₁\n1\n");
    let mut test = window(Setup::welcome());
    let before = app(&test).setup().clone();
    let rings = |test: &Test, panel: Panel| {
        let marks = app(test).chart(panel).unwrap().marks;
        marks.iter().find_map(|mark| match mark {
            Mark::NewRows(points) => Some(points.xy.to_vec()),
            _ => None,
        })
    };
    apply(&mut test, Command::OpenNewRows(good));
    assert_eq!(
        rings(&test, Panel::Input).unwrap(),
        [[0.0, 0.5], [1.0, 0.25]]
    );
    for panel in [Panel::Pca, Panel::Kpca] {
        assert_eq!(rings(&test, panel).unwrap().len(), 2, "{panel:?}");
    }
    test.get_by_label("new.csv");

    // A bad file is said in the dialog, and what was open stays.
    let dialog = Dialog::opening(String::new(), None, OpenPlace::NewRows);
    apply(&mut test, Command::Show(dialog));
    apply(&mut test, Command::OpenNewRows(bad));
    let Some(Dialog::OpenPath { problem, .. }) = app(&test).dialog() else {
        panic!("the dialog is gone")
    };
    assert!(
        problem.as_ref().unwrap().contains("bad.csv has no column"),
        "{problem:?}"
    );
    apply(&mut test, Command::CloseDialog);
    assert!(rings(&test, Panel::Kpca).is_some());

    click(&mut test, "Close the new rows");
    assert_eq!(rings(&test, Panel::Input), None);
    assert_eq!(*app(&test).setup(), before);
    assert!(app(&test).obstacle(&Command::CloseNewRows).is_some());
    apply(&mut test, Command::Undo);
    assert!(rings(&test, Panel::Input).is_some());
}

#[test]
fn rows_beyond_a_dragged_threshold_are_selected_and_listed() {
    let mut setup = Setup::welcome();
    setup.view.panels[0] = Panel::Novelty;
    let mut test = window(setup);
    let beyond = |test: &Test| {
        let view = &app(test).setup().view;
        let novelty = analysis(test).explain.novelty.clone().expect("errors");
        let rows = novelty.beyond(novelty.threshold(view.novelty_threshold));
        rows.collect::<Vec<usize>>()
    };
    // A twentieth of 500.
    assert_eq!(beyond(&test).len(), 25);
    let before = Arc::clone(analysis(&test));
    let to = [novelty_median(&before), 0.5];
    let drag = Edit::Drag(Held::NoveltyThreshold, to, Panel::Novelty);
    apply(&mut test, Command::Edit(drag));
    assert!(
        Arc::ptr_eq(&before, analysis(&test)),
        "nothing is fitted anew"
    );
    assert!((240..=260).contains(&beyond(&test).len()));
    let title = app(&test).chart(Panel::Novelty).unwrap().summary;
    assert!(
        title.contains(&format!("({} of 500)", beyond(&test).len())),
        "{title}"
    );
    apply(&mut test, Command::SelectNovel);
    assert_eq!(
        app(&test).selected_rows().collect::<Vec<_>>(),
        beyond(&test)
    );
    assert!(app(&test).shows_row_list());
    apply(&mut test, Command::Choose(Choice::UsualNovelty));
    assert_eq!(beyond(&test).len(), 25);

    apply(
        &mut test,
        Command::Choose(Choice::DotColour(DotColour::Novelty)),
    );
    let key = app(&test).chart(Panel::Kpca).unwrap().key;
    assert!(matches!(key, chart::Key::ColorBar { title, .. } if title == "reconstruction error"));
}

#[test]
fn limits_of_novelty_stand_at_the_level_that_is_chosen() {
    let mut setup = Setup::welcome();
    setup.view.panels[0] = Panel::Novelty;
    setup.view.novelty_view = NoveltyView::Plane;
    let mut test = window(setup);
    let before = Arc::clone(&analysis(&test).kpca);
    let found = |test: &Test| {
        let limits = analysis(test).explain.novelty.as_ref().unwrap().limits;
        let note = app(test).chart(Panel::Novelty).unwrap().note;
        (limits.unwrap(), note.unwrap())
    };
    let (usual, said) = found(&test);
    assert!(said.contains("beyond the 95 % limit"), "{said}");
    let edit = Parameter::Confidence.read("0.99", app(&test).setup());
    apply(&mut test, Command::Edit(edit.unwrap()));
    let (strict, said) = found(&test);
    assert!(said.contains("beyond the 99 % limit"), "{said}");
    assert!(strict.t2.unwrap() > usual.t2.unwrap() && strict.q.unwrap() > usual.q.unwrap());
    assert!(
        Arc::ptr_eq(&before, &analysis(&test).kpca),
        "nothing is fitted anew"
    );
    let refused = Parameter::Confidence.read("99", app(&test).setup());
    assert_eq!(
        refused.unwrap_err(),
        "The share must be a number from 0.5 to just below 1, such as 0.99"
    );
}

#[test]
fn new_rows_beyond_the_threshold_are_listed_and_copied() {
    let moons = |n_samples, noise, random_state| {
        Source::Generated(Generator {
            n_samples,
            noise,
            random_state,
            ..Generator::new(Shape::Moons)
        })
    };
    let mut setup = Setup::welcome();
    setup.source = moons(100, 0.05, 1);
    setup.new_rows = Some(moons(40, 0.3, 2));
    setup.view.panels[0] = Panel::Novelty;
    let mut test = window(setup);
    let beyond = app(&test).novel_new_rows().unwrap();
    assert!(!beyond.is_empty() && beyond.len() < 40, "{beyond:?}");
    let errors = analysis(&test)
        .explain
        .novelty
        .as_ref()
        .unwrap()
        .of_new()
        .to_vec();
    apply(&mut test, Command::SelectNovel);
    let said = format!("{} new rows beyond the threshold", beyond.len());
    test.get_by_label(&said).click();
    test.run_steps(4);
    assert!(app(&test).lists_new_rows());
    test.get_by_label("new row");
    test.state_mut().app_mut().apply(Command::CopyNovelNewRows);
    test.step();
    let commands = &test.output().platform_output.commands;
    let copied = commands.iter().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    let copied = copied.expect("a copied table");
    let lines: Vec<Vec<&str>> = copied
        .lines()
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(lines[0], ["new row", "moon", "error", "x₁", "x₂"]);
    assert_eq!(lines.len(), 1 + beyond.len());
    for (line, row) in lines[1..].iter().zip(&beyond) {
        assert_eq!(line[0], row.to_string());
        assert_eq!(line[2].parse::<f64>().unwrap(), errors[*row]);
    }
    // Beyond the largest error there is none, and the list says so.
    let far = errors.iter().copied().fold(0.0, f64::max);
    let drag = Edit::Drag(Held::NoveltyThreshold, [far, 0.5], Panel::Novelty);
    apply(&mut test, Command::Edit(drag));
    test.get_by_label_contains("No new row has a larger");
    let why = app(&test).obstacle(&Command::CopyNovelNewRows);
    assert_eq!(why, Some("no new row lies beyond the threshold"));
    apply(&mut test, Command::ListNewRows(false));
    assert!(!app(&test).lists_new_rows());
}

fn novelty_median(analysis: &Analysis) -> f64 {
    let mut errors = analysis.explain.novelty.as_ref().unwrap().fitted.clone();
    errors.sort_by(f64::total_cmp);
    errors[errors.len() / 2]
}
