//! The sweep: its panel, its line to drag, and the marks that it leaves at γ's slider.

use std::sync::Arc;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply_slowly as apply, gamma, opened_with};
use chart::{Chart, Held, Mark};
use explorer::{
    panel::Panel,
    setup::{HowMany, Setup, SweepCurves, SweepView, parse_session, session_text},
};
use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParameter},
    objects::Scaling,
    sweep::{GridRows, Sweep, SweptParameter},
};
use kpca_explorer::{
    app::{App, Choice, Command, Dialog, Edit, ReelForm},
    worker::{Doing, Inline},
};
use tabular::{Builtin, Source};

/// Window with small moons, and the sweep in the first place.
fn window() -> Test {
    let mut setup = Setup::welcome();
    if let tabular::Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 60;
    }
    setup.view.show_in(0, Panel::Sweep);
    let app = App::new(setup, Box::new(Inline::sweeping()));
    opened_with(app, 6, 0.25)
}

fn sweep(test: &Test) -> Option<Arc<Sweep>> {
    app(test).shown()?.analysis.explain.sweep.clone()
}

fn chart(test: &Test) -> Chart {
    app(test).chart(Panel::Sweep).unwrap()
}

#[test]
fn the_curve_stays_while_its_parameter_moves_and_goes_with_any_other() {
    let mut test = window();
    let first = sweep(&test).expect("a sweep");
    assert!(first.is_whole() && first.criteria.len() == 5);
    let mut drag = |to: f64| {
        let edit = Edit::Drag(Held::SweepValue, [to, 0.5], Panel::Sweep);
        apply(&mut test, Command::Edit(edit));
        let line = chart(&test).marks.into_iter().find_map(|mark| match mark {
            Mark::CrossLine(rule) if rule.held == Some(Held::SweepValue) => Some(rule),
            _ => None,
        });
        (gamma(&test), line.unwrap().at, sweep(&test).unwrap())
    };
    let (gamma, at, kept) = drag(-1.0);
    assert_eq!((gamma, at), (Gamma::Value(0.1), -1.0));
    assert!(Arc::ptr_eq(&first, &kept));
    apply(&mut test, Command::Undo);
    apply(
        &mut test,
        Command::Edit(Edit::Kernel(KernelKind::Laplacian)),
    );
    let other = sweep(&test).unwrap();
    assert!(!Arc::ptr_eq(&first, &other) && other.is_whole());
    assert_ne!(first.points, other.points);
    apply(&mut test, Command::Edit(Edit::Kernel(KernelKind::Linear)));
    assert!(sweep(&test).is_none());
    let note = chart(&test).note.unwrap();
    assert!(note.contains("no parameter"), "{note}");
}

#[test]
fn a_click_in_the_plot_jumps() {
    let mut test = window();
    let summary = chart(&test).summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let before = gamma(&test);
    let at = plot.left_center() + egui::vec2(0.3 * plot.width(), -0.3 * plot.height());
    test.hover_at(at);
    test.run_steps(2);
    test.drag_at(at);
    test.drop_at(at);
    test.run_steps(6);
    assert_ne!(gamma(&test), before);
    let Gamma::Value(value) = gamma(&test) else {
        panic!("a value")
    };
    assert!((1e-3..1.0).contains(&value), "{value}");
}

#[test]
fn other_parameters_and_other_curves_are_chosen() {
    let mut test = window();
    apply(&mut test, Command::Edit(Edit::Kernel(KernelKind::Poly)));
    for (curves, axis) in [
        (SweepCurves::Shares, "share"),
        (SweepCurves::Components, "components r"),
        (SweepCurves::Eigenvalues, "eigenvalue λ"),
        (SweepCurves::PreImages, "mean squared error"),
    ] {
        let sweep = SweepView {
            parameter: Some(SweptParameter::Kernel(KernelParameter::Degree)),
            curves,
            ..SweepView::default()
        };
        apply(&mut test, Command::Edit(Edit::Sweep(sweep)));
        let chart = chart(&test);
        assert_eq!(chart.y.label, axis);
        let lines = chart
            .marks
            .iter()
            .filter(|mark| matches!(mark, Mark::Line(_)));
        assert!(lines.count() > 0, "{curves:?}");
    }
    assert_eq!(sweep(&test).unwrap().question.values[..3], [1.0, 2.0, 3.0]);
    let drag = Edit::Drag(Held::SweepValue, [2.2, 0.5], Panel::Sweep);
    apply(&mut test, Command::Edit(drag));
    assert_eq!(app(&test).setup().kernel.degree, 2);
}

#[test]
fn a_second_parameter_makes_a_grid_and_a_click_takes_both_values() {
    let mut test = window();
    apply(&mut test, Command::Edit(Edit::Kernel(KernelKind::Poly)));
    apply(&mut test, Command::Edit(Edit::ShowIn(0, Panel::Multiples)));
    let view = SweepView {
        parameter: Some(SweptParameter::Kernel(KernelParameter::Coef0)),
        second: Some(GridRows::Parameter(SweptParameter::Kernel(
            KernelParameter::Degree,
        ))),
        ..SweepView::default()
    };
    apply(&mut test, Command::Edit(Edit::Sweep(view)));
    let grid = |test: &Test| sweep(test).unwrap().grid.clone().unwrap();
    let first = grid(&test);
    assert!(first.cells.iter().flatten().all(Result::is_ok) && first.cells.len() == 9);
    let shown = app(&test).chart(Panel::Multiples).unwrap();
    assert!(
        shown.title.ends_with("over c₀ and degree"),
        "{}",
        shown.title
    );
    // The frame in the last row and column.
    let mut frames = shown.marks.iter().filter_map(|mark| match mark {
        Mark::Line(line) => Some(line.xy[0]),
        _ => None,
    });
    let last = frames.next_back().unwrap();
    let analysis = &app(&test).shown().unwrap().analysis;
    let at = [last[0] + 0.02, last[1] + 0.02];
    let values = Panel::Multiples
        .spec()
        .taken_over(analysis, &app(&test).setup().view, &shown, at);
    let drag = Edit::Drag(Held::SweepValue, values.unwrap(), Panel::Multiples);
    apply(&mut test, Command::Edit(drag));
    let kernel = &app(&test).setup().kernel;
    let [across, down] = [&first.question.across, &first.question.down];
    assert_eq!(Some(&kernel.coef0), across.last());
    assert_eq!(Some(&f64::from(kernel.degree)), down.last());
    // Neither value makes a difference to the pictures, so none is computed again.
    let then = grid(&test);
    for (before, after) in first.cells.iter().zip(&then.cells) {
        let [before, after] = [before, after].map(|it| it.as_ref().unwrap().as_ref().unwrap());
        assert!(Arc::ptr_eq(&before.scores, &after.scores));
    }
    // One step back gives both values back.
    apply(&mut test, Command::Undo);
    assert_eq!(app(&test).setup().kernel.degree, 3);
    // A session has it.
    let path = std::path::Path::new("grid.toml");
    let text = session_text(app(&test).setup(), path).unwrap();
    let opened = parse_session(&text, path).unwrap();
    assert_eq!(opened.setup.view.sweep, view);
}

#[test]
fn the_rows_of_a_grid_are_chosen_in_the_menu_of_the_panel() {
    let mut test = window();
    apply(&mut test, Command::Edit(Edit::ShowIn(0, Panel::Multiples)));
    assert_eq!(app(&test).setup().view.sweep.second, None);
    test.get_by_role_and_label(Role::Button, "Menu of Small multiples")
        .click();
    test.run_steps(4);
    test.get_by_role_and_label(Role::Button, "none").click();
    test.run_steps(4);
    test.get_by_role_and_label(Role::Button, "components")
        .click();
    test.run_steps(6);
    let rows = app(&test).setup().view.sweep.second;
    assert_eq!(rows, Some(GridRows::Components));
    let grid = sweep(&test).unwrap().grid.clone().unwrap();
    let shown = app(&test).chart(Panel::Multiples).unwrap();
    let dots = shown
        .marks
        .iter()
        .filter(|mark| matches!(mark, Mark::Points(_)));
    assert_eq!(dots.count(), grid.cells.len());
}

#[test]
fn marks_at_the_slider_take_gamma_there() {
    let mut test = window();
    let button =
        |test: &Test, name: &str| test.query_by_role_and_label(Role::Button, name).is_some();
    for name in ["1/d", "median", "variance", "parallel analysis"] {
        assert!(button(&test, &format!("γ by {name}")), "{name}");
    }
    // Its optimum lies at the end of the range.
    assert!(!button(&test, "γ by alignment"));
    test.get_by_role_and_label(Role::Button, "γ by median")
        .click();
    test.run_steps(6);
    let Gamma::Value(value) = gamma(&test) else {
        panic!("a value")
    };
    let median = app(&test).shown().unwrap().analysis.gamma_median;
    assert!((value / median - 1.0).abs() < 1e-9);
    // Without the panel the marks stay, until they are not wanted.
    apply(&mut test, Command::Edit(Edit::ShowIn(0, Panel::Input)));
    assert!(button(&test, "γ by variance"));
    apply(&mut test, Command::ToggleGammaMarks);
    assert!(!button(&test, "γ by variance") && button(&test, "γ by median"));
    assert!(sweep(&test).is_none());
}

#[test]
fn the_button_beside_the_slider_plays_and_pauses() {
    let mut test = window();
    let before = gamma(&test);
    test.get_by_role_and_label(Role::Button, "Play").click();
    test.run_steps(6);
    assert!(app(&test).is_playing());
    assert_ne!(gamma(&test), before);
    let moved = gamma(&test);
    test.run_steps(2);
    assert_ne!(gamma(&test), moved);
    test.get_by_role_and_label(Role::Button, "Pause").click();
    test.run_steps(3);
    let stands = gamma(&test);
    test.run_steps(3);
    assert!(!app(&test).is_playing() && gamma(&test) == stands);
    // The space bar does so too.
    for plays in [true, false] {
        test.key_press(egui::Key::Space);
        test.run_steps(2);
        assert_eq!(app(&test).is_playing(), plays);
    }
    apply(&mut test, Command::Undo);
    apply(&mut test, Command::Undo);
    assert_eq!(gamma(&test), before);
}

#[test]
fn an_animation_is_saved_from_its_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let mut test = window();
    apply(&mut test, Command::AskForAnimation);
    let Some(Dialog::Animation(options)) = app(&test).dialog() else {
        panic!("its dialog")
    };
    let mut options = options.clone();
    assert_eq!((options.from, options.to_value), (1e-3, 100.0));
    assert_eq!(options.figure.panels, [Panel::Kpca]);
    let said = options.length().unwrap();
    // Either end stays for a second.
    assert_eq!(said, "60 pictures, 118 frames in 13.6 s");
    options.form = ReelForm::Numbered;
    let said = options.length().unwrap();
    assert_eq!(said, "60 pictures, 118 frames in 11.8 s");
    options.pictures = 3;
    (options.figure.width, options.figure.height) = (240, 200);
    for (name, form, files) in [
        ("moons.gif", ReelForm::Gif, 1),
        ("frames", ReelForm::Numbered, 4),
        ("sheet.svg", ReelForm::Sheet, 1),
    ] {
        let path = folder.path().join(name);
        options.form = form;
        options.to.path = path.display().to_string();
        apply(&mut test, Command::SaveAnimation(options.clone()));
        assert!(app(&test).dialog().is_none(), "it is saved");
        assert!(!app(&test).is_doing(Doing::MakingAnimation));
        let written = if form == ReelForm::Numbered {
            std::fs::read_dir(&path).unwrap().count()
        } else {
            usize::from(path.is_file())
        };
        assert_eq!(written, files);
        // Once more it asks before it replaces.
        apply(&mut test, Command::AskForAnimation);
        apply(&mut test, Command::SaveAnimation(options.clone()));
        let Some(Dialog::Animation(again)) = app(&test).dialog() else {
            panic!("it is still open")
        };
        assert!(again.to.exists && again.to.problem.is_some());
    }
    options.from = -1.0;
    apply(&mut test, Command::SaveAnimation(options));
    let Some(Dialog::Animation(refused)) = app(&test).dialog() else {
        panic!("it is still open")
    };
    let problem = refused.to.problem.as_ref().unwrap();
    assert!(problem.contains("γ must be a positive number"), "{problem}");
}

#[test]
fn the_spectrum_says_how_many_components_stand_out() {
    let mut test = window();
    let note = |test: &Test, panel| app(test).chart(panel).unwrap().note;
    assert_eq!(note(&test, Panel::Spectrum), None);
    apply(&mut test, Command::Choose(Choice::ShuffledSpectrum));
    let said = note(&test, Panel::Spectrum).unwrap();
    assert!(said.contains("what shuffled columns give"), "{said}");
    assert!(said.contains("; α = 95 % needs "), "{said}");
    let beside = note(&test, Panel::Variance).unwrap();
    assert!(said.starts_with(&beside), "{said}, {beside}");
    // It goes with what it was computed from.
    let first = app(&test)
        .shown()
        .unwrap()
        .analysis
        .explain
        .shuffled
        .clone();
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(3.0))));
    let then = app(&test)
        .shown()
        .unwrap()
        .analysis
        .explain
        .shuffled
        .clone();
    assert_ne!(first.unwrap(), then.unwrap());
    apply(&mut test, Command::Choose(Choice::ShuffledSpectrum));
    assert_eq!(note(&test, Panel::Spectrum), None);
}

/// Numbers of the bars of this name in the spectrum.
fn bars(test: &Test, name: &str) -> Vec<usize> {
    let chart = app(test).chart(Panel::Spectrum).unwrap();
    let mut marks = chart.marks.into_iter();
    let found = marks.find_map(|mark| match mark {
        Mark::Bars(bars) if bars.name == name => Some(bars.numbers),
        _ => None,
    });
    found.unwrap_or_default()
}

#[test]
fn components_that_are_not_kept_stay_in_sight() {
    let mut setup = Setup::starting_with(Source::Builtin(Builtin::Wine));
    setup.scaling = Scaling::Standardize;
    setup.kernel.kind = KernelKind::Linear;
    let mut test = opened_with(App::new(setup, Box::new(Inline::default())), 6, 0.25);
    let of = HowMany::LOOKED_AT;
    let noise = HowMany::BeyondNoise { kept: of, of };
    apply(&mut test, Command::Edit(Edit::HowMany(noise)));
    // Thirteen columns have thirteen components, and no axis goes on to the 64 that were asked for.
    test.get_by_label("3 of 13");
    let all: Vec<usize> = (1..=13).collect();
    assert_eq!(bars(&test, "kernel PCA"), all);
    let note = |test: &Test| app(test).chart(Panel::Spectrum).unwrap().note;
    let said = note(&test);
    test.get_by_label("Keep 3").click();
    test.run_steps(6);
    test.get_by_label("3 of 13, kept");
    assert!(test.query_by_label("Keep 3").is_none());
    let kept = &app(&test).shown().unwrap().analysis.kpca;
    assert_eq!((kept.eigenvalues.len(), note(&test)), (3, said));
    assert_eq!(bars(&test, "kernel PCA"), all[..3]);
    assert_eq!(bars(&test, "not kept"), all[3..]);
    let curve = app(&test).chart(Panel::Variance).unwrap();
    let ends = curve.marks.iter().filter_map(|mark| match mark {
        Mark::Line(line) => Some((line.name.clone(), line.xy.last()?[0])),
        _ => None,
    });
    let ends: Vec<(String, f64)> = ends.collect();
    let expected = [
        ("linear PCA", 13.0),
        ("kernel PCA", 3.0),
        ("not kept", 13.0),
    ];
    assert_eq!(ends, expected.map(|(name, end)| (name.to_owned(), end)));
    let path = std::path::Path::new("s.toml");
    let session = session_text(app(&test).setup(), path).unwrap();
    assert_eq!(
        parse_session(&session, path).unwrap().setup,
        *app(&test).setup()
    );
    apply(&mut test, Command::Undo);
    assert!(bars(&test, "not kept").is_empty());
}
