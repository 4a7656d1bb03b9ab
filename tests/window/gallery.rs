//! The gallery of panels, the switch to 3-D and the icons of arrangements.

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply_slowly as apply, opened};
use explorer::{
    panel::{Letter, Panel, Topic},
    setup::{Setup, Side, example},
};
use kernel_pca::kernel::KernelKind;
use kpca_explorer::app::{Aim, Arrangement, Command, Edit};

fn window() -> Test {
    let mut setup = Setup::welcome();
    if let tabular::Source::Generated(generator) = &mut setup.source {
        generator.n_samples = 60;
    }
    opened(setup, 6)
}

fn card(test: &Test, panel: Panel) -> Option<egui_kittest::Node<'_>> {
    let mut cards = test.query_all_by_role_and_label(Role::Button, panel.title());
    cards.next()
}

/// Moves the pointer from place to place with the button held.
fn drag(test: &mut Test, path: &[egui::Pos2]) {
    test.hover_at(path[0]);
    test.run_steps(2);
    test.drag_at(path[0]);
    test.run_steps(2);
    for at in &path[1..] {
        test.hover_at(*at);
        test.run_steps(2);
    }
    test.drop_at(*path.last().unwrap());
    test.run_steps(6);
}

#[test]
fn panels_stand_by_what_one_asks_and_are_found_by_their_words() {
    let mut test = window();
    test.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::G);
    test.run_steps(60);
    assert!(app(&test).gallery().is_some());
    for topic in Topic::ALL {
        let said = test.query_by_label(topic.title()).is_some();
        assert_eq!(said, topic != Topic::Pinned, "{topic:?}");
    }
    // What panels need is computed beside the picture, which stays as it was.
    for panel in [
        Panel::KernelMatrix,
        Panel::Novelty,
        Panel::Isomap,
        Panel::Gradients,
    ] {
        let drawn = app(&test).thumbnail(panel).is_some();
        assert!(drawn, "{panel:?}");
    }
    let live = &app(&test).shown().unwrap().analysis;
    assert!(live.explain.kernel_map.is_none());
    apply(&mut test, Command::SearchGallery("scree".into()));
    assert!(card(&test, Panel::Spectrum).is_some() && card(&test, Panel::Isomap).is_none());
    apply(&mut test, Command::SearchGallery("zebra".into()));
    assert!(test.query_by_label("No panel of that name").is_some());
    test.key_press(egui::Key::Escape);
    test.run_steps(3);
    assert!(app(&test).gallery().is_none());
}

#[test]
fn what_the_data_do_not_allow_is_grey_and_says_why() {
    let mut test = opened(example("karate-club").unwrap().setup, 6);
    apply(&mut test, Command::ShowGallery(None));
    apply(&mut test, Command::SearchGallery("loadings".into()));
    let loadings = card(&test, Panel::Loadings).unwrap();
    assert!(loadings.accesskit_node().is_disabled());
    loadings.click();
    test.run_steps(4);
    assert!(!app(&test).visible().contains(&Panel::Loadings));
    // Enter takes no panel that cannot be.
    test.key_press(egui::Key::Enter);
    test.run_steps(4);
    assert!(!app(&test).visible().contains(&Panel::Loadings));
}

/// Novelty is measured by that error too, and answers an earlier question.
#[test]
fn a_panel_of_the_typed_name_comes_first() {
    let mut test = window();
    apply(&mut test, Command::ShowGallery(None));
    for panel in [Panel::ReconstructionError, Panel::Novelty] {
        let name = panel.title().to_lowercase();
        apply(&mut test, Command::SearchGallery(name));
        let place = |panel| card(&test, panel).map(|card| card.rect().min);
        let first = place(panel).unwrap();
        let others = Panel::ALL.into_iter().filter(|it| *it != panel);
        let others = others.filter(|it| !app(&test).visible().contains(it));
        for other in others.filter_map(place) {
            assert!((first.y, first.x) < (other.y, other.x), "{panel:?}");
        }
    }
}

#[test]
fn a_fourth_panel_goes_below_where_a_row_has_three() {
    let mut test = window();
    apply(&mut test, Command::ShowGallery(None));
    let gallery = app(&test).gallery().unwrap();
    assert_eq!(gallery.aim.by, Panel::Variance);
    apply(&mut test, Command::CloseGallery);
    apply(&mut test, Command::Edit(Edit::Close(Panel::Input)));
    apply(&mut test, Command::ShowGallery(None));
    assert_eq!(app(&test).gallery().unwrap().aim.by, Panel::Kpca);
}

#[test]
fn a_click_puts_a_panel_where_the_gallery_aims() {
    for (side, count) in [(None, 5), (Some(Side::Right), 6), (Some(Side::Tab), 5)] {
        let mut test = window();
        let aim = Aim {
            by: Panel::Spectrum,
            side,
        };
        apply(&mut test, Command::ShowGallery(Some(aim)));
        apply(&mut test, Command::SearchGallery("kernel matrix".into()));
        card(&test, Panel::KernelMatrix).unwrap().click();
        test.run_steps(6);
        let shown = app(&test).visible();
        assert!(
            shown.contains(&Panel::KernelMatrix) && shown.len() == count,
            "{side:?}"
        );
        assert_eq!(shown.contains(&Panel::Spectrum), side == Some(Side::Right));
        assert!(app(&test).gallery().is_none(), "it closes");
        apply(&mut test, Command::Undo);
        assert_eq!(app(&test).visible(), Panel::USUAL);
    }
}

#[test]
fn a_card_is_dragged_onto_a_place() {
    let mut test = window();
    let summary = app(&test).chart(Panel::Variance).unwrap().summary;
    apply(&mut test, Command::ShowGallery(None));
    apply(&mut test, Command::SearchGallery("loadings".into()));
    let from = card(&test, Panel::Loadings).unwrap().rect().center();
    let place = test.get_by_role_and_label(Role::Image, &summary).rect();
    // Into the middle: instead of what stands there.
    drag(
        &mut test,
        &[from, from + egui::vec2(30.0, 0.0), place.center()],
    );
    let shown = app(&test).visible();
    assert!(shown.contains(&Panel::Loadings) && !shown.contains(&Panel::Variance));
    assert!(app(&test).gallery().is_some(), "it stays for the next");
    apply(&mut test, Command::Undo);
    // Near the right edge: beside.
    let edge = place.right_center() - egui::vec2(4.0, 0.0);
    drag(&mut test, &[from, from + egui::vec2(30.0, 0.0), edge]);
    let shown = app(&test).visible();
    assert!(shown.contains(&Panel::Loadings) && shown.contains(&Panel::Variance));
    assert_eq!(shown.len(), 6);
}

#[test]
fn three_dimensions_are_a_switch_of_a_plot() {
    let mut test = opened(example("iris-three").unwrap().setup, 6);
    apply(&mut test, Command::Arrange(Arrangement::OneLarge));
    assert!(app(&test).visible().contains(&Panel::Kpca));
    test.get_by_role_and_label(Role::Button, "Kernel PCA in 3-D")
        .click();
    test.run_steps(4);
    let shown = app(&test).visible();
    assert!(shown.contains(&Panel::Kpca3d) && !shown.contains(&Panel::Kpca));
    test.get_by_role_and_label(Role::Button, "Kernel PCA in 3-D in 2-D")
        .click();
    test.run_steps(4);
    assert!(app(&test).visible().contains(&Panel::Kpca));
    // Names in files stay.
    assert_eq!(Panel::Kpca3d.name(), "kpca-3d");
}

#[test]
fn arrangements_are_icons_in_the_bar() {
    let mut test = window();
    for arrangement in [
        Arrangement::Compare,
        Arrangement::Explain,
        Arrangement::ChooseParameter,
        Arrangement::OneLarge,
    ] {
        let name = Command::Arrange(arrangement).label();
        test.get_by_role_and_label(Role::Button, &name).click();
        test.run_steps(4);
        let now = app(&test).setup().view.arrangement();
        assert!(now.stands_like(&arrangement.tiles()), "{arrangement:?}");
    }
    let add = Command::ShowGallery(None).label();
    test.get_by_role_and_label(Role::Button, &add).click();
    test.run_steps(4);
    assert!(app(&test).gallery().is_some());
    test.get_by_role_and_label(Role::Button, &add).click();
    test.run_steps(4);
    assert!(app(&test).gallery().is_none());
}

#[test]
fn thumbnails_follow_the_data_and_pins_are_among_them() {
    let mut test = window();
    apply(&mut test, Command::Pin(Some(Panel::Kpca)));
    apply(&mut test, Command::ShowGallery(None));
    test.run_steps(40);
    assert!(test.query_by_label(Topic::Pinned.title()).is_some());
    assert!(card(&test, Letter::A.panel()).is_some());
    let edit = kpca_explorer::app::Edit::Kernel(KernelKind::Linear);
    apply(&mut test, Command::Edit(edit));
    test.run_steps(40);
    apply(&mut test, Command::SearchGallery("sweep".into()));
    let sweep = card(&test, Panel::Sweep).unwrap();
    assert!(
        sweep.accesskit_node().is_disabled(),
        "a linear kernel has no γ"
    );
}
