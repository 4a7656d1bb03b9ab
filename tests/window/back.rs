//! The way back from feature space: the point that is dragged, and denoising.

use std::sync::Arc;

use kpca_explorer::{
    app::{App, Choice, Command, Edit, Parameter},
    data::NoiseKind,
    preimage::PreImageMethod,
    setup::{Others, Panel, example},
    view::{Held, Mark, Pin},
};

use super::opened::{Test, opened};

fn app(test: &Test) -> &App {
    test.state().app()
}

fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    test.run_steps(4);
}

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
    setup.kernel.kind = kpca_explorer::kernel::KernelKind::Poly;
    // With a larger γ the kernel matrix of the scores has no Cholesky factor.
    setup.kernel.gamma = kpca_explorer::kernel::Gamma::Value(0.1);
    let test = opened(setup, 6);
    // Ridge's, the gradient's and linear PCA's.
    assert_eq!(pins(&test, Panel::Input).len(), 3);
    let summary = app(&test).chart(Panel::PreImages).unwrap().summary;
    let named = "Mika's fixed point: defined for the RBF kernel only";
    assert!(summary.contains(named), "{summary}");
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
