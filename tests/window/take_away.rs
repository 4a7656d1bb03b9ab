//! Exports from the window, as its users make them: pictures and tables.

use std::{fs, path::Path};

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, app, apply, opened_with};
use explorer::{panel::Panel, setup::Setup};
use export::{Pixels, Preset};
use kernel_pca::method::Method;
use kpca_explorer::{
    app::{App, Command, Dialog, Effect, Pick, PictureOptions, Settings, Subject, TableKind},
    worker::Inline,
};

/// Window with its first exact result.
fn window(settings: Settings) -> Test {
    let app = App::new(Setup::welcome(), Box::new(Inline::default()));
    opened_with(app.with_settings(settings), 4, 0.25)
}

fn click(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::Button, name).click();
    test.run_steps(4);
}

fn tick(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::CheckBox, name).click();
    test.run_steps(4);
}

fn type_into(test: &mut Test, field: &str, path: &Path) {
    test.get_by_role_and_label(Role::TextInput, field).focus();
    test.run_steps(2);
    test.get_by_role_and_label(Role::TextInput, field)
        .type_text(path.to_str().unwrap());
    test.run_steps(4);
}

fn type_path(test: &mut Test, path: &Path) {
    type_into(test, "File", path);
}

fn ask_for_picture(test: &mut Test) {
    test.key_press_modifiers(Modifiers::COMMAND, Key::S);
    test.run_steps(4);
}

fn options(test: &Test) -> &PictureOptions {
    match app(test).dialog() {
        Some(Dialog::SavePicture(options)) => options,
        other => panic!("{other:?}"),
    }
}

fn drawn(test: &Test) -> Pixels {
    let preview = app(test).preview();
    assert!(!preview.stale);
    (**preview.drawing.unwrap().unwrap()).clone()
}

fn choose_preset(test: &mut Test, preset: Preset) {
    test.get_by_role_and_label(Role::ComboBox, "Made for")
        .click();
    test.run_steps(4);
    click(test, preset.title());
}

#[test]
fn the_preview_is_the_figure_and_follows_every_option() {
    let mut test = window(Settings::default());
    assert!(app(&test).preview().drawing.is_none());
    ask_for_picture(&mut test);
    let mut last = drawn(&test);
    assert_eq!((last.width, last.height), (1040, 650));

    choose_preset(&mut test, Preset::Slide);
    assert_eq!(options(&test).figure.width, 1920);
    assert_eq!(drawn(&test).height, 585);
    for name in ["titles", "legend", "caption", "transparent"] {
        last = drawn(&test);
        tick(&mut test, name);
        assert!(drawn(&test) != last, "{name}");
    }
    for name in ["dark", "2", "Move Kernel PCA forward", "Leave out Input"] {
        last = drawn(&test);
        click(&mut test, name);
        assert!(drawn(&test) != last, "{name}");
    }
    let panels = [Panel::Kpca, Panel::Pca, Panel::Spectrum, Panel::Variance];
    assert_eq!(options(&test).figure.panels, panels);
    assert_eq!(Preset::of(&options(&test).figure), Some(Preset::Slide));
    test.key_press(Key::Escape);
    test.run_steps(4);
    assert!(app(&test).preview().drawing.is_none());
}

#[test]
fn what_is_written_is_what_the_dialog_shows_and_the_next_one_starts_from_it() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    choose_preset(&mut test, Preset::DoubleColumn);
    tick(&mut test, "titles");
    type_path(&mut test, &path);
    click(&mut test, "Save");
    assert_eq!(app(&test).dialog(), None);
    let figure = fs::read_to_string(&path).unwrap();
    assert!(figure.starts_with("<svg") && !figure.contains("Linear PCA<"));
    assert!(figure.contains("width=\"680"), "180 mm");

    // As after a restart: what eframe keeps is this text.
    let kept = serde_json::to_string(app(&test).settings()).unwrap();
    assert!(!kept.contains("figure.svg"));
    let mut again = window(serde_json::from_str(&kept).unwrap());
    ask_for_picture(&mut again);
    let figure = &options(&again).figure;
    assert_eq!(Preset::of(figure), Some(Preset::DoubleColumn));
    assert!(!figure.titles && figure.panels == Panel::USUAL);
    assert!(options(&again).to.path.is_empty());
    // Another panel on the screen is another one in the figure.
    apply(&mut test, Command::ToggleMaximised(Panel::Kpca));
    ask_for_picture(&mut test);
    assert_eq!(options(&test).figure.panels, [Panel::Kpca]);
    assert_eq!(
        Preset::of(&options(&test).figure),
        Some(Preset::DoubleColumn)
    );
}

#[test]
fn a_figure_is_copied_as_text_of_an_svg() {
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    let copy = Command::CopyFigureSvg(options(&test).clone());
    let state = test.state_mut().app_mut();
    state.apply(copy);
    state.tick(state.now());
    let effects = state.take_effects();
    let [Effect::CopyText(text)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert!(text.starts_with("<svg") && text.ends_with("</svg>"));
    assert_eq!(app(&test).dialog(), None);
}

#[test]
fn copied_data_are_one_table_with_names_that_do_not_change() {
    let mut test = window(Settings::default());
    let mut copied = |panel: Panel| {
        let state = test.state_mut().app_mut();
        state.apply(Command::CopyData(panel));
        let effects = state.take_effects();
        let text = effects.into_iter().find_map(|it| match it {
            Effect::CopyText(text) => Some(text),
            _ => None,
        });
        text.unwrap()
    };
    let scores = copied(Panel::Kpca);
    assert!(
        scores.starts_with("row\tmoon\tPC1\tPC2\t"),
        "{}",
        &scores[..80]
    );
    let spectrum = copied(Panel::Spectrum);
    let mut lines = spectrum.lines();
    let header = "method\tcomponent\teigenvalue\texplained_variance_ratio\tcumulative";
    assert_eq!(lines.next(), Some(header));
    assert!(
        lines.clone().all(|line| line.split('\t').count() == 5),
        "one table"
    );
    assert!(lines.next().unwrap().starts_with("pca\t1\t"));
}

#[test]
fn copying_from_the_dialog_takes_its_figure_and_closes_it() {
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    click(&mut test, "dark");
    let copy = Command::CopyFigure(options(&test).clone());
    let state = test.state_mut().app_mut();
    state.apply(copy);
    state.tick(state.now());
    let effects = state.take_effects();
    let [Effect::CopyImage(pixels)] = &effects[..] else {
        panic!("{effects:?}")
    };
    assert_eq!((pixels.width, pixels.height), (2000, 1250));
    assert!(pixels.rgba[0] < 64, "dark");
    assert_eq!(app(&test).dialog(), None);
}

/// Turns the wheel over the middle of a panel's plot.
fn zoom(test: &mut Test, panel: Panel) {
    let summary = app(test).chart(panel).unwrap().summary;
    let plot = test.get_by_role_and_label(Role::Image, &summary).rect();
    test.event(egui::Event::PointerMoved(plot.center()));
    test.event(egui::Event::MouseWheel {
        source: egui::MouseWheelSource::Wheel,
        unit: egui::MouseWheelUnit::Point,
        delta: egui::vec2(0.0, 120.0),
        phase: egui::TouchPhase::Move,
        modifiers: Modifiers::NONE,
    });
    test.run_steps(8);
}

#[test]
fn a_zoomed_plot_is_zoomed_in_the_figure() {
    let mut test = window(Settings::default());
    ask_for_picture(&mut test);
    let whole = drawn(&test);
    test.key_press(Key::Escape);
    test.run_steps(4);

    zoom(&mut test, Panel::Kpca);
    let ranges = app(&test).zoomed(Panel::Kpca).unwrap();
    assert_eq!(app(&test).zooms(&Panel::USUAL), [(Panel::Kpca, ranges)]);

    ask_for_picture(&mut test);
    let zoomed = drawn(&test);
    tick(&mut test, "as in the window");
    let all = drawn(&test);
    assert!(zoomed != all && all == whole);
    test.key_press(Key::Escape);
    test.run_steps(4);
    apply(&mut test, Command::FitPlots);
    assert_eq!(app(&test).zoomed(Panel::Kpca), None);
    apply(&mut test, Command::AskForPicture(Subject::AllPanels));
    assert!(drawn(&test) == all);
}

fn choose_table(test: &mut Test, kind: TableKind) {
    test.get_by_role_and_label(Role::ComboBox, "Numbers")
        .click();
    test.run_steps(4);
    click(test, &kind.title());
}

#[test]
fn scores_of_selected_rows_are_exported_with_what_stands_beside_them() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("scores.csv");
    let mut test = window(Settings::default());
    let selected = Command::AskForTable { selected: true };
    assert!(app(&test).obstacle(&selected).is_some());
    apply(&mut test, Command::Select(vec![7, 3], Pick::Replace));
    apply(&mut test, Command::ToggleRowList);
    click(&mut test, "Export selected rows…");
    tick(&mut test, "features");
    type_path(&mut test, &path);
    click(&mut test, "Save");
    assert_eq!(app(&test).dialog(), None);

    let table = fs::read_to_string(&path).unwrap();
    let lines: Vec<Vec<&str>> = table
        .lines()
        .map(|line| line.split(',').collect())
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[0][..5], ["row", "moon", "x₁", "x₂", "PC1"]);
    let analysis = &app(&test).shown().unwrap().analysis;
    let scores = analysis.kpca.scores();
    for (line, row) in lines[1..].iter().zip([3, 7]) {
        assert_eq!(line[0], row.to_string());
        assert_eq!(line[2].parse(), Ok(analysis.dataset.x[(row, 0)]));
        assert_eq!(line[4].parse(), Ok(scores[(row, 0)]));
    }

    // What is there is replaced only when the user says so.
    fs::write(&path, "mine").unwrap();
    test.key_press_modifiers(Modifiers::COMMAND, Key::E);
    test.run_steps(4);
    type_path(&mut test, &path);
    click(&mut test, "Save");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    click(&mut test, "Replace");
    let all = fs::read_to_string(&path).unwrap();
    assert_eq!(all.lines().count(), 1 + analysis_rows(&test));
}

fn analysis_rows(test: &Test) -> usize {
    app(test).shown().unwrap().analysis.dataset.n()
}

/// Presses and releases within one frame, as it happens where frames are slow.
fn click_at_once(test: &mut Test, pos: egui::Pos2) {
    test.event(egui::Event::PointerMoved(pos));
    test.run_steps(1);
    for pressed in [true, false] {
        test.input_mut().events.push(egui::Event::PointerButton {
            pos,
            button: egui::PointerButton::Primary,
            pressed,
            modifiers: Modifiers::NONE,
        });
    }
    test.run_steps(3);
}

#[test]
fn lists_open_above_their_dialog_however_quick_the_click() {
    let mut test = window(Settings::default());
    apply(&mut test, Command::AskForTable { selected: false });
    for kind in [
        TableKind::Scores(Method::Pca),
        TableKind::Spectrum(Method::Kpca),
        TableKind::Scores(Method::Kpca),
    ] {
        // A click beside the list brings the dialog above all else.
        let field = test.get_by_role_and_label(Role::TextInput, "File");
        let field = field.rect().center();
        click_at_once(&mut test, field);
        let list = test.get_by_role_and_label(Role::ComboBox, "Numbers");
        let list = list.rect().center();
        click_at_once(&mut test, list);
        let title = kind.title();
        let entry = test.get_by_role_and_label(Role::Button, &title);
        let entry = entry.rect().center();
        click_at_once(&mut test, entry);
        let Some(Dialog::ExportTable(options)) = app(&test).dialog() else {
            panic!("the dialog stays")
        };
        assert_eq!(options.kind, kind);
    }
}

#[test]
fn every_table_can_be_exported_as_text_and_as_an_array() {
    let folder = tempfile::tempdir().unwrap();
    let new = folder.path().join("new.csv");
    fs::write(&new, "x₁,x₂\n0.5,0.25\n1,0\n").unwrap();
    let mut test = window(Settings::default());
    let n = analysis_rows(&test);
    let shown = app(&test).shown().unwrap();
    let k = shown.analysis.kpca.eigenvalues.len();
    let linear = shown.analysis.pca.scores.ncols();
    for (kind, rows, columns) in [
        (TableKind::Scores(Method::Kpca), n, k),
        (TableKind::Scores(Method::Pca), n, linear),
        (TableKind::Spectrum(Method::Kpca), k, 3),
        (TableKind::KernelMatrix, n, n),
        (TableKind::Projection(Method::Kpca), 2, k),
        (TableKind::Data, n, 2),
        (TableKind::Novelty, n, 2),
        (TableKind::Panel(Panel::Spectrum), linear + k, 3),
    ] {
        for extension in ["csv", "npy"] {
            let path = folder.path().join(format!("{kind:?}.{extension}"));
            apply(&mut test, Command::AskForTable { selected: false });
            choose_table(&mut test, kind);
            if matches!(kind, TableKind::Projection(_)) {
                type_into(&mut test, "New rows", &new);
            }
            type_path(&mut test, &path);
            click(&mut test, "Save");
            assert_eq!(app(&test).dialog(), None, "{kind:?}");
            let bytes = fs::read(&path).unwrap();
            if extension == "npy" {
                let header = String::from_utf8_lossy(&bytes[..128]);
                let shape = format!("'shape': ({rows}, {columns})");
                assert!(header.contains(&shape), "{kind:?}: {header}");
            } else {
                let named = usize::from(kind != TableKind::KernelMatrix);
                let lines = String::from_utf8(bytes).unwrap().lines().count();
                assert_eq!(lines, rows + named, "{kind:?}");
            }
        }
    }
}

#[test]
fn a_table_that_cannot_be_written_says_why_and_the_dialog_stays() {
    let folder = tempfile::tempdir().unwrap();
    let mut test = window(Settings::default());
    let problem = |test: &Test| match app(test).dialog() {
        Some(Dialog::ExportTable(options)) => options.to.problem.clone().unwrap(),
        other => panic!("{other:?}"),
    };
    apply(&mut test, Command::AskForTable { selected: false });
    type_path(&mut test, &folder.path().join("scores.docx"));
    click(&mut test, "Save");
    assert!(problem(&test).contains(".csv, .npy, .xlsx"));
    choose_table(&mut test, TableKind::Projection(Method::Kpca));
    test.key_press(Key::Escape);
    test.run_steps(4);
    apply(&mut test, Command::AskForTable { selected: false });
    choose_table(&mut test, TableKind::Projection(Method::Kpca));
    type_path(&mut test, &folder.path().join("new.csv"));
    click(&mut test, "Save");
    assert!(problem(&test).contains("new rows"));
    test.key_press(Key::Escape);
    test.run_steps(4);
    apply(&mut test, Command::AskForTable { selected: false });
    type_path(&mut test, &folder.path().join("no/such/a.csv"));
    click(&mut test, "Save");
    assert!(problem(&test).contains("the folder does not exist"));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
