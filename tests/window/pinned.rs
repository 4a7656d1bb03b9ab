//! Pictures that are pinned beside the live one.

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, chart, opened};
use chart::{Chart, Mark, Points};
use explorer::{
    panel::{Letter, Panel},
    setup::{Setup, example, parse_session, session_text},
};
use kernel_pca::kernel::{Gamma, KernelKind};
use kpca_explorer::app::{Command, Edit, Pick};

fn apply(test: &mut Test, command: Command) {
    test.state_mut().app_mut().apply(command);
    test.run_steps(8);
}

fn dots(chart: &Chart) -> &Points {
    let dots = chart.marks.iter().find_map(|mark| match mark {
        Mark::Points(points) => Some(points),
        _ => None,
    });
    dots.expect("dots")
}

/// The welcome picture with γ = 15 pinned, and another γ since.
fn window(gamma: f64) -> Test {
    let mut test = opened(Setup::welcome(), 8);
    test.key_press_modifiers(Modifiers::COMMAND, Key::P);
    test.run_steps(8);
    assert_eq!(
        chart(&test, Panel::PinnedA).note.unwrap(),
        "the same as the live picture"
    );
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(gamma))));
    test
}

#[test]
fn a_picture_is_pinned_and_says_what_differs_until_it_is_swapped() {
    let mut test = opened(Setup::welcome(), 8);
    let before = chart(&test, Panel::Kpca);
    let menu = "Menu of Kernel PCA";
    test.get_by_role_and_label(Role::Button, menu).click();
    test.run_steps(3);
    test.get_by_label_contains("Pin this picture").click();
    test.run_steps(8);
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(300.0))));
    let pinned = chart(&test, Panel::PinnedA);
    assert!(
        before
            .title
            .starts_with("Kernel PCA · RBF, γ = 15 · separates ")
    );
    let title = before
        .title
        .replace("Kernel PCA · RBF, γ = 15", "RBF, γ = 15 · Kernel PCA");
    assert_eq!(pinned.title, format!("A · {title}"));
    // The same scores, turned over where they would point away from those of the live picture.
    for (pinned, before) in dots(&pinned).xy.iter().zip(dots(&before).xy.iter()) {
        assert_eq!(pinned.map(f64::abs), before.map(f64::abs));
    }
    assert_eq!(pinned.x.label, before.x.label);
    let said = pinned.note.clone().unwrap();
    assert!(said.starts_with("γ 15 → 300; separates 100 → "), "{said}");
    // It stands in the window, with that line below it.
    assert!(app(&test).visible().contains(&Panel::PinnedA));
    test.get_by_role_and_label(Role::Image, &pinned.summary);
    test.get_by_label(&said);

    test.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    test.run_steps(8);
    assert_eq!(app(&test).setup().kernel.gamma, Gamma::Value(15.0));
    assert_eq!(chart(&test, Panel::Kpca).title, before.title);
    let swapped = chart(&test, Panel::PinnedA);
    assert!(swapped.title.contains("γ = 300"), "{}", swapped.title);
    assert!(swapped.note.unwrap().starts_with("γ 300 → 15; separates "));

    apply(&mut test, Command::Unpin(Letter::A));
    assert!(app(&test).setup().view.pinned.is_empty());
    assert_eq!(app(&test).visible(), Panel::USUAL);
    apply(&mut test, Command::Undo);
    assert!(app(&test).visible().contains(&Panel::PinnedA));
    assert!(!chart(&test, Panel::PinnedA).marks.is_empty());
}

#[test]
fn signs_selection_and_hover_are_those_of_the_live_picture() {
    let mut test = window(600.0);
    for gamma in [600.0, 2.0, 80.0] {
        apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(gamma))));
        let [live, pinned] = [Panel::Kpca, Panel::PinnedA].map(|panel| chart(&test, panel));
        for axis in 0..2 {
            let pairs = dots(&live).xy.iter().zip(dots(&pinned).xy.iter());
            let product: f64 = pairs.map(|(a, b)| a[axis] * b[axis]).sum();
            assert!(product > 0.0, "γ {gamma}, axis {axis}: {product}");
        }
    }
    apply(&mut test, Command::Select(vec![3, 9], Pick::Replace));
    let last = |chart: &Chart| {
        dots(chart)
            .rows
            .iter()
            .rev()
            .take(2)
            .copied()
            .collect::<Vec<_>>()
    };
    assert_eq!(last(&chart(&test, Panel::PinnedA)), [9, 3]);
    // A dot that is pointed at in the pinned plot is ringed in all.
    let summary = chart(&test, Panel::PinnedA).summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    let found = (0..40).any(|step| {
        let at = plot.left_bottom()
            + egui::vec2(plot.width() * step as f32 / 40.0, -plot.height() / 2.0);
        test.hover_at(at);
        test.run_steps(2);
        !app(&test).hovered_rows().is_empty()
    });
    assert!(found);

    // Other data: the pin stays, and its rows are no rows of theirs.
    let mut circles = example("concentric-circles").unwrap().setup;
    let pins = &app(&test).setup().view.pinned;
    circles.view.pinned.clone_from(pins);
    circles.view.bring_into_sight(Panel::PinnedA);
    let circles = Edit::Everything(Box::new(circles));
    apply(&mut test, Command::Edit(circles));
    let pinned = chart(&test, Panel::PinnedA);
    assert!(
        pinned
            .title
            .starts_with("A · Half moons · RBF, γ = 15 · Kernel PCA"),
        "{}",
        pinned.title
    );
    assert!(
        pinned
            .note
            .unwrap()
            .starts_with("data Half moons → Concentric circles")
    );
    assert!(app(&test).visible().contains(&Panel::PinnedA));
    assert!(dots(&chart(&test, Panel::PinnedA)).emphases.is_none());
    apply(&mut test, Command::Select(vec![3, 9], Pick::Replace));
    assert!(dots(&chart(&test, Panel::PinnedA)).emphases.is_none());
    apply(&mut test, Command::Swap(Letter::A));
    assert_eq!(
        app(&test).shown().unwrap().analysis.dataset.name,
        "Half moons"
    );
    assert_eq!(app(&test).selected_rows().count(), 0);
}

#[test]
fn four_pins_are_kept_by_a_session_which_has_its_own() {
    let mut test = opened(example("iris-rbf").unwrap().setup, 8);
    for panel in [Panel::Kpca, Panel::Pca, Panel::Spectrum, Panel::Kpca3d] {
        let pin = Command::Pin(Some(panel));
        assert_eq!(app(&test).obstacle(&pin), None);
        apply(&mut test, pin);
    }
    assert_eq!(
        app(&test).obstacle(&Command::Pin(None)),
        Some("four pictures are pinned: unpin one first")
    );
    for letter in Letter::ALL {
        assert!(!chart(&test, letter.panel()).marks.is_empty(), "{letter}");
    }
    let path = std::path::Path::new("pins.toml");
    let text = session_text(app(&test).setup(), path).unwrap();
    let setup = parse_session(&text, path).unwrap().setup;
    assert_eq!(&setup, app(&test).setup());
    // Opened again, everything is computed anew and is the same.
    let again = opened(setup, 8);
    for letter in Letter::ALL {
        let panel = letter.panel();
        assert_eq!(chart(&again, panel), chart(&test, panel), "{letter}");
    }
    apply(
        &mut test,
        Command::Edit(Edit::Everything(Box::new(Setup::welcome()))),
    );
    assert!(app(&test).setup().view.pinned.is_empty());
    assert_eq!(
        app(&test).obstacle(&Command::Unpin(Letter::B)),
        Some("nothing is pinned there")
    );
}

#[test]
fn a_pin_and_the_live_picture_have_equal_halves_until_escape() {
    let mut test = opened(Setup::welcome(), 4);
    let before = app(&test).visible();
    apply(&mut test, Command::ToggleVersus);
    assert_eq!(app(&test).visible(), [Panel::PinnedA, Panel::Kpca]);
    apply(&mut test, Command::Edit(Edit::Gamma(Gamma::Value(3.0))));
    test.get_by_label_contains("B (live) · ");
    apply(&mut test, Command::Pin(Some(Panel::Kpca)));
    let all = [Panel::PinnedA, Panel::Kpca, Panel::PinnedB];
    assert_eq!(app(&test).visible(), all);
    test.key_press(egui::Key::Escape);
    test.run_steps(4);
    assert!(!app(&test).is_versus());
    assert!(
        before
            .iter()
            .all(|panel| app(&test).visible().contains(panel))
    );
}

#[test]
fn a_and_b_have_the_same_axes_where_both_can_be_seen() {
    let share_axes = |test: &Test| {
        let [a, b] = [Panel::PinnedA, Panel::Kpca].map(|panel| {
            let id = egui::Id::unique(("plot", panel.name()));
            let bounds = *egui_plot::PlotMemory::load(&test.ctx, id).unwrap().bounds();
            [bounds.min(), bounds.max()]
        });
        // Half a point of width makes a difference where units are equal.
        let near = |a: f64, b: f64| (a - b).abs() < 0.01 * (a.abs() + b.abs());
        (0..2).all(|end| near(a[end][0], b[end][0]) && near(a[end][1], b[end][1]))
    };
    let mut test = window(60.0);
    assert!(!share_axes(&test), "each fits its own dots");
    apply(&mut test, Command::ToggleVersus);
    test.run_steps(4);
    assert!(share_axes(&test));
    // Scores of a polynomial kernel are a hundred times as long.
    apply(&mut test, Command::Edit(Edit::Kernel(KernelKind::Poly)));
    test.run_steps(4);
    assert!(!share_axes(&test));
}
