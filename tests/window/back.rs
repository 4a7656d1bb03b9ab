//! The way back from feature space: the point that is dragged, and denoising.

use std::sync::Arc;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;

use super::opened::{Test, app, apply, opened};
use chart::{Held, Mark, Pin};
use explorer::setup::{
    Components, DenoisingView, ErrorSpace, Others, Panel, Setup, example, setup_line,
};
use kernel_pca::{kernel::Gamma, objects::NoiseKind, preimage::PreImageMethod};
use kpca_explorer::app::{Choice, Command, Dialog, Edit, OpenPlace, Parameter};
use tabular::Source;

fn pins(test: &Test, panel: Panel) -> Vec<Pin> {
    let marks = app(test).chart(panel).unwrap().marks.into_iter();
    let pins = marks.filter_map(|mark| match mark {
        Mark::Pin(pin) => Some(pin),
        _ => None,
    });
    pins.collect()
}

fn drag(to: [f64; 2], panel: Panel) -> Command {
    Command::Edit(Edit::Drag(Held::PreImage, to, panel))
}

#[test]
fn a_point_is_dragged_and_its_pre_images_follow_without_another_fit() {
    let mut test = opened(example("pre-images").unwrap().setup, 6);
    let fit = |test: &Test| Arc::clone(&app(test).shown().unwrap().analysis.kpca);
    let before = fit(&test);
    let first = pins(&test, Panel::Input);
    // Each method's, and linear PCA's.
    assert_eq!(first.len(), PreImageMethod::ALL.len() + 1);
    let held = |test: &Test, panel| pins(test, panel).into_iter().find(|pin| pin.held.is_some());
    apply(&mut test, drag([-0.3, 0.1], Panel::Kpca));
    assert_eq!(held(&test, Panel::Kpca).unwrap().xy, [-0.3, 0.1]);
    assert_ne!(pins(&test, Panel::Input), first);
    assert!(Arc::ptr_eq(&before, &fit(&test)), "nothing is fitted anew");
    // Linear PCA's point follows until it is dragged itself.
    apply(&mut test, drag([0.5, -0.2], Panel::Pca));
    assert_eq!(held(&test, Panel::Pca).unwrap().xy, [0.5, -0.2]);
    apply(&mut test, drag([0.2, 0.1], Panel::Kpca));
    assert_eq!(held(&test, Panel::Pca).unwrap().xy, [0.5, -0.2]);
    apply(
        &mut test,
        Command::Choose(Choice::PreImageOthers(Others::Zero)),
    );
    let summary = app(&test).chart(Panel::PreImages).unwrap().summary;
    assert!(summary.contains("other components 0"), "{summary}");
    apply(&mut test, Command::Choose(Choice::PreImageBack));
    assert_eq!(held(&test, Panel::Kpca).unwrap().xy, [0.0, 0.0]);
    apply(&mut test, Command::Undo);
    assert_eq!(held(&test, Panel::Kpca).unwrap().xy, [0.2, 0.1]);
    // Without the panel there is nothing to drag.
    apply(&mut test, Command::Edit(Edit::Close(Panel::PreImages)));
    assert!(pins(&test, Panel::Kpca).is_empty() && pins(&test, Panel::Input).is_empty());
}

#[test]
fn methods_that_a_kernel_has_not_are_named() {
    let mut setup = example("pre-images").unwrap().setup;
    setup.kernel.kind = kernel_pca::kernel::KernelKind::Poly;
    // With a larger γ the kernel matrix of the scores has no Cholesky factor.
    setup.kernel.gamma = kernel_pca::kernel::Gamma::Value(0.1);
    let test = opened(setup, 6);
    // Ridge's, the gradient's and linear PCA's.
    assert_eq!(pins(&test, Panel::Input).len(), 3);
    let summary = app(&test).chart(Panel::PreImages).unwrap().summary;
    let named = "Mika's fixed point: defined for the RBF kernel only";
    assert!(summary.contains(named), "{summary}");
}

#[test]
fn reconstruction_errors_follow_components_and_space() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = vec![Panel::ReconstructionError];
    let mut test = opened(setup, 6);
    let chart = |test: &Test| app(test).chart(Panel::ReconstructionError).unwrap();
    let at = |test: &Test| {
        let marks = chart(test).marks.into_iter();
        let mut rules = marks.filter_map(|mark| match mark {
            Mark::CrossLine(rule) => Some(rule.at),
            _ => None,
        });
        rules.next().unwrap()
    };
    let lines = |test: &Test| {
        let marks = chart(test).marks.into_iter();
        marks.filter(|mark| matches!(mark, Mark::Line(_))).count()
    };
    let note = chart(&test).note.unwrap();
    assert_eq!(note, "solid: 80 fitted rows; dashed: 20 held out (seed 0)");
    assert_eq!(lines(&test), 4);
    let edit = Parameter::Components.read("7", app(&test).setup()).unwrap();
    apply(&mut test, Command::Edit(edit));
    assert_eq!(at(&test), 7.0);
    let choice = Choice::ErrorsIn(ErrorSpace::Input);
    apply(&mut test, Command::Choose(choice));
    assert_eq!(chart(&test).title, "Reconstruction error · input");
    assert_eq!(
        (lines(&test), pins(&test, Panel::ReconstructionError).len()),
        (4, 1)
    );
    // α changes what ridge regression rebuilds.
    let before = chart(&test);
    let mut view = app(&test).setup().view.pre_image;
    view.alpha = 0.01;
    apply(&mut test, Command::Edit(Edit::PreImage(view)));
    assert_ne!(chart(&test), before);
    apply(&mut test, Command::Undo);
    apply(&mut test, Command::Undo);
    assert_eq!(chart(&test).title, "Reconstruction error · feature space");
}

/// Tab reaches what can be dragged, and arrow keys move it as the pointer does.
#[test]
fn arrow_keys_move_what_has_the_focus() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = vec![Panel::Kpca, Panel::PreImages, Panel::DenoisingError];
    setup.components = Components::Count(8);
    let mut test = opened(setup, 6);
    let press = |test: &mut Test, name: &str, modifiers: Modifiers, keys: &[Key]| {
        // That of linear PCA has the same name and comes later.
        let found = test.get_all_by_label_contains(name).next();
        found.unwrap().focus();
        test.run_steps(2);
        for key in keys {
            test.key_press_modifiers(modifiers, *key);
            test.run_steps(4);
        }
    };
    let at = |test: &Test| app(test).setup().view.pre_image.at;
    let mut held = pins(&test, Panel::Kpca).into_iter();
    let held = held.find(|pin| pin.held.is_some()).unwrap();
    let name = format!("Drag {}", held.name);
    press(&mut test, &name, Modifiers::NONE, &[Key::ArrowRight]);
    let step = at(&test)[0];
    assert!(step > 0.0 && at(&test)[1] == 0.0, "{:?}", at(&test));
    press(
        &mut test,
        &name,
        Modifiers::NONE,
        &[Key::ArrowUp, Key::ArrowLeft],
    );
    assert!(
        at(&test)[0].abs() < 1e-9 && at(&test)[1] > 0.0,
        "{:?}",
        at(&test)
    );
    press(&mut test, &name, Modifiers::SHIFT, &[Key::ArrowRight]);
    assert!(
        (at(&test)[0] / (0.1 * step) - 1.0).abs() < 1e-3,
        "{:?}",
        at(&test)
    );
    // What comes after a pause is a step of its own.
    apply(&mut test, Command::Undo);
    assert!(at(&test)[0].abs() < 1e-9 && at(&test)[1] > 0.0);
    let mut presses = 0..3;
    assert!(presses.any(|_| {
        apply(&mut test, Command::Undo);
        at(&test) == [0.0, 0.0]
    }));
    let q = |test: &Test| app(test).setup().view.denoising.components;
    press(&mut test, "Drag q = 2", Modifiers::NONE, &[Key::ArrowRight]);
    assert_eq!(q(&test), 3);
    press(
        &mut test,
        "Drag q = 3",
        Modifiers::NONE,
        &[Key::ArrowLeft, Key::ArrowLeft],
    );
    assert_eq!(q(&test), 1);
}

#[test]
fn noise_is_added_and_taken_away_by_its_name() {
    let mut setup = example("half-moons").unwrap().setup;
    setup.view.panels = vec![Panel::Denoising, Panel::DenoisingError];
    let mut test = opened(setup, 6);
    let set = |test: &mut Test, parameter: Parameter, text: &str| {
        let edit = parameter.read(text, app(test).setup()).unwrap();
        apply(test, Command::Edit(edit));
    };
    let noisy = |test: &Test| {
        let analysis = &app(test).shown().unwrap().analysis;
        let denoising = analysis.explain.denoising.as_ref().unwrap();
        denoising.errors().0
    };
    assert_eq!(noisy(&test), 0.0);
    set(&mut test, Parameter::AddNoise, "gaussian");
    set(&mut test, Parameter::NoiseAmount, "0.2");
    let kind = app(&test).setup().added_noise.unwrap().kind;
    assert_eq!(kind, NoiseKind::Gaussian);
    assert!((noisy(&test) / 0.04 - 1.0).abs() < 0.2);
    // The line in the chart of errors says from how many components rows are rebuilt.
    let to = Edit::Drag(Held::DenoisingComponents, [3.4, 0.0], Panel::DenoisingError);
    apply(&mut test, Command::Edit(to));
    let title = app(&test).chart(Panel::Denoising).unwrap().title;
    assert_eq!(title, "Denoising · q = 3");
    set(&mut test, Parameter::AddNoise, "none");
    assert_eq!(noisy(&test), 0.0);
}

/// Rows of three columns on a curve, with or without noise: those of `files::judged`, whose errors scikit-learn gives.
fn rows(noise: f64, count: usize) -> String {
    let value = |i: usize, j: usize| {
        let at = i as f64;
        let clean = [(1.3 * at).sin(), (1.3 * at).cos(), 0.3 * (2.6 * at).sin()][j];
        let clean: f64 = format!("{clean:.6}").parse().unwrap();
        clean + noise * (5.1 * at + 2.0 * j as f64).sin()
    };
    let line = |i| format!("{:.6},{:.6},{:.6}\n", value(i, 0), value(i, 1), value(i, 2));
    "a,b,c\n".to_owned() + &(0..count).map(line).collect::<String>()
}

#[test]
fn denoised_rows_are_held_against_clean_rows_of_a_file() {
    let folder = tempfile::tempdir().unwrap();
    let written = |name: &str, text: String| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let noisy = written("noisy.csv", rows(0.2, 30));
    let clean = written("clean.csv", rows(0.0, 30));
    let few = written("few.csv", rows(0.0, 29));
    let mut setup = Setup {
        source: Source::File(noisy.clone().into()),
        components: Components::Count(2),
        ..Setup::default()
    };
    setup.kernel.gamma = Gamma::Value(0.5);
    setup.view.pre_image.alpha = 0.1;
    setup.view.denoising = DenoisingView {
        components: 2,
        method: PreImageMethod::Ridge,
    };
    let mut test = opened(setup, 6);
    let shown = |test: &Test| {
        let analysis = &app(test).shown().unwrap().analysis;
        (**analysis.explain.denoising.as_ref().unwrap()).clone()
    };
    let assert_known = |test: &Test| {
        let (noisy, linear, kernel) = shown(test).errors();
        for (ours, theirs) in [
            (noisy, 0.019_973_202_127_277_778),
            (linear, 0.031_775_120_920_404_24),
            (kernel.unwrap(), 0.013_097_736_319_155_937),
        ] {
            assert!((ours / theirs - 1.0).abs() < 1e-8, "{ours} {theirs}");
        }
    };
    let said = |test: &Test| app(test).chart(Panel::Denoising).unwrap().note.unwrap();

    // The panel comes with the rows.
    apply(&mut test, Command::OpenCleanRows(clean.clone()));
    assert_known(&test);
    assert!(!shown(&test).are_new);
    assert!(
        said(&test).starts_with("30 rows against clean.csv"),
        "{}",
        said(&test)
    );
    test.get_by_label("clean.csv");

    // A file of another length is refused, and what was open stays.
    let dialog = Dialog::opening(String::new(), None, OpenPlace::CleanRows);
    apply(&mut test, Command::Show(dialog));
    apply(&mut test, Command::OpenCleanRows(few));
    let Some(Dialog::OpenPath { problem, .. }) = app(&test).dialog() else {
        panic!("the dialog is gone")
    };
    assert_eq!(
        problem.as_deref(),
        Some("few.csv: 29 clean rows for 30 rows: one for each is needed, in the same order")
    );
    apply(&mut test, Command::CloseDialog);
    assert_known(&test);

    // Other rows are denoised where there are new ones, and clean rows are then theirs.
    apply(&mut test, Command::OpenNewRows(noisy));
    assert_eq!(app(&test).setup().clean_rows, None);
    apply(&mut test, Command::OpenCleanRows(clean));
    assert_known(&test);
    assert!(shown(&test).are_new);
    assert!(
        said(&test).starts_with("30 new rows against clean.csv"),
        "{}",
        said(&test)
    );
    let line = setup_line(app(&test).setup()).unwrap();
    assert!(line.contains("clean.csv"), "{line}");

    apply(&mut test, Command::CloseCleanRows);
    assert_eq!(shown(&test).errors().0, 0.0);
    apply(&mut test, Command::Undo);
    assert_known(&test);
}
