//! The window as its users work it: controls in, pictures out. No display and no GPU needed.

use std::{fs, path::Path, sync::Arc};

use egui::{Key, Modifiers, accesskit::Role};
use egui_kittest::kittest::Queryable as _;

use super::opened::{Test, analysis, app, opened, press, settle};
use chart::Mark;
use explorer::{
    panel::Panel,
    setup::{Components, ScoreAxes, Setup, examples, setup_line},
};
use kernel_pca::{
    kernel::{Gamma, Kernel, KernelKind, Normalize, gamma_median},
    kpca::Tier,
    method::Method,
    objects::Scaling,
};
use kpca_explorer::{
    app::{App, Command, Dialog, Edit, NoticeKind, Pick, usual_tiles},
    worker::Inline,
};
use lessons::shipped;
use scripts::Language;
use tabular::{Builtin, ColumnChoice, Shape, Source};

/// A window of 1280 × 720 that computes on this thread, with its first exact result.
fn window(setup: Setup) -> Test {
    opened(setup, 4)
}

fn setup(test: &Test) -> &Setup {
    app(test).setup()
}

fn slide(test: &mut Test, name: &str, value: f64) {
    test.get_by_role_and_label(Role::Slider, name)
        .set_value_accesskit(value);
    settle(test);
}

/// Opens a drop-down list and clicks one of its entries.
fn choose(test: &mut Test, list: &str, entry: &str) {
    test.get_by_role_and_label(Role::ComboBox, list).click();
    settle(test);
    test.get_by_role_and_label(Role::Button, entry).click();
    settle(test);
}

fn click(test: &mut Test, name: &str) {
    test.get_by_role_and_label(Role::Button, name)
        .scroll_to_me();
    settle(test);
    test.get_by_role_and_label(Role::Button, name).click();
    settle(test);
}

/// The dots of a panel.
fn dots(test: &Test, panel: Panel) -> Vec<[f64; 2]> {
    let chart = app(test).chart(panel).expect("a chart");
    let dots = chart.marks.iter().find_map(|mark| match mark {
        Mark::Points(points) => Some(points.xy.to_vec()),
        _ => None,
    });
    dots.expect("a scatter plot")
}

#[test]
fn the_first_picture_is_exact_and_every_plot_says_what_it_shows() {
    let test = window(Setup::welcome());
    assert_eq!(analysis(&test).tier, Tier::Exact);
    assert!(!app(&test).is_busy());
    for panel in Panel::USUAL {
        let summary = app(&test).chart(panel).unwrap().summary;
        test.get_by_role_and_label(Role::Image, &summary);
    }
}

#[test]
fn the_plots_hold_the_data_and_the_scores() {
    let test = window(Setup::welcome());
    let analysis = analysis(&test);
    let scores = analysis.kpca.scores();
    let (input, pca, kpca) = (
        dots(&test, Panel::Input),
        dots(&test, Panel::Pca),
        dots(&test, Panel::Kpca),
    );
    for i in 0..500 {
        let x = &analysis.dataset.x;
        assert_eq!(input[i], [x[(i, 0)], x[(i, 1)]]);
        let linear = &analysis.pca.scores;
        assert_eq!(pca[i], [linear[(i, 0)], linear[(i, 1)]]);
        let kernel = [0, 1].map(|j| scores[(i, j)]);
        assert_eq!(kpca[i], kernel);
    }
}

#[test]
fn kernel_controls_change_the_kernel() {
    let mut test = window(Setup::welcome());
    slide(&mut test, "γ", 2.0);
    assert_eq!(analysis(&test).kernel, Kernel::rbf(2.0));

    click(&mut test, "median");
    assert_eq!(setup(&test).kernel.gamma, Gamma::Median);
    let gamma = analysis(&test).gamma_median;
    assert_eq!(analysis(&test).kernel, Kernel::rbf(gamma));
    click(&mut test, "auto");
    assert_eq!(analysis(&test).kernel, Kernel::rbf(0.5));

    choose(&mut test, "Kernel", "Polynomial");
    slide(&mut test, "Degree", 2.0);
    slide(&mut test, "Offset c₀", 0.5);
    let expected = Kernel::poly(0.5, 2, 0.5);
    assert_eq!(analysis(&test).kernel, expected);

    slide(&mut test, "Components", 4.0);
    assert_eq!(analysis(&test).kpca.eigenvalues.len(), 4);
}

#[test]
fn parameters_that_the_kernel_lacks_are_not_there() {
    let mut test = window(Setup::welcome());
    let is_there = |test: &Test, name| test.query_by_role_and_label(Role::Slider, name).is_some();
    assert!(!is_there(&test, "Degree") && !is_there(&test, "Offset c₀"));
    assert!(is_there(&test, "γ"));
    choose(&mut test, "Kernel", "Linear");
    assert!(!is_there(&test, "γ"));
    choose(&mut test, "Kernel", "Sigmoid");
    assert!(!is_there(&test, "Degree") && is_there(&test, "Offset c₀"));
}

#[test]
fn gamma_follows_the_data_until_it_is_set_by_hand() {
    let mut test = window(Setup::welcome());
    let iris = Edit::Source(Source::Builtin(Builtin::Iris));
    for (edit, rule) in [
        (iris.clone(), Gamma::Median),
        (Edit::Scaling(Scaling::Standardize), Gamma::Median),
        (Edit::Gamma(Gamma::Value(0.3)), Gamma::Value(0.3)),
        (Edit::Scaling(Scaling::None), Gamma::Value(0.3)),
        (Edit::Source(Source::Builtin(Builtin::Wine)), Gamma::Median),
    ] {
        test.state_mut().app_mut().apply(Command::Edit(edit));
        settle(&mut test);
        assert_eq!(setup(&test).kernel.gamma, rule);
        let gamma = match rule {
            Gamma::Value(value) => value,
            _ => gamma_median(&analysis(&test).x),
        };
        assert_eq!(analysis(&test).kernel.gamma(), Some(gamma));
    }
}

#[test]
fn what_stays_behind_with_other_data_is_said_and_comes_back() {
    let mut test = window(Setup::welcome());
    for command in [
        Command::Edit(Edit::Normalize(Some(Normalize::After))),
        Command::Pin(Some(Panel::Kpca)),
    ] {
        test.state_mut().app_mut().apply(command);
    }
    settle(&mut test);
    let before = setup(&test).clone();
    let iris = Edit::Source(Source::Builtin(Builtin::Iris));
    test.state_mut().app_mut().apply(Command::Edit(iris));
    test.run_steps(1);
    test.get_by_label_contains("Left behind: normalising, pin A");
    assert_eq!(app(&test).notice().unwrap().kind, NoticeKind::Remark);
    assert!(setup(&test).kernel.normalize.is_none() && setup(&test).view.pinned.is_empty());
    test.state_mut().app_mut().apply(Command::Undo);
    assert_eq!(*setup(&test), before);
}

#[test]
fn remarks_have_a_line_from_the_first_one_on() {
    let mut setup = Setup::starting_with(Source::Builtin(Builtin::Wine));
    setup.scaling = Scaling::Standardize;
    let mut test = window(setup);
    settle(&mut test);
    assert!(app(&test).insight().is_none() && !app(&test).keeps_room_for_remarks());
    slide(&mut test, "γ", 100.0);
    settle(&mut test);
    assert!(app(&test).insight().is_some() && app(&test).keeps_room_for_remarks());
    let median = Command::Edit(Edit::Gamma(Gamma::Median));
    test.state_mut().app_mut().apply(median);
    settle(&mut test);
    assert!(app(&test).insight().is_none() && app(&test).keeps_room_for_remarks());
}

#[test]
fn a_remedy_is_one_click_and_one_undo() {
    let mut test = window(Setup::starting_with(Source::Builtin(Builtin::Wine)));
    settle(&mut test);
    click(&mut test, "Standardise columns");
    assert_eq!(setup(&test).scaling, Scaling::Standardize);
    test.state_mut().app_mut().apply(Command::Undo);
    settle(&mut test);
    assert_eq!(setup(&test).scaling, Scaling::None);
    click(&mut test, "Why?");
    test.get_by_label_contains("Standardised, every column has the variance 1");
    click(&mut test, "Lesson “PCA by hand”");
    let course = app(&test).course().unwrap();
    assert!(
        course
            .step()
            .unwrap()
            .heading
            .starts_with("The units decide")
    );
}

#[test]
fn data_controls_change_the_data() {
    let mut test = window(Setup::welcome());
    slide(&mut test, "Points n", 120.0);
    assert_eq!(analysis(&test).dataset.n(), 120);
    slide(&mut test, "Noise", 0.2);
    let before = dots(&test, Panel::Input);
    click(&mut test, "More data controls");
    click(&mut test, "Another seed");
    assert_ne!(dots(&test, Panel::Input), before);

    choose(&mut test, "Source", "Swiss roll");
    assert_eq!(analysis(&test).dataset.d(), 3);
    choose(&mut test, "Source", "Wine");
    assert_eq!(setup(&test).source, Source::Builtin(Builtin::Wine));
    choose(&mut test, "Scaling", "Standardise");
    assert_eq!(setup(&test).scaling, Scaling::Standardize);
    choose(&mut test, "Colour by", "None");
    assert_eq!(setup(&test).columns.label, ColumnChoice::None);
}

#[test]
fn features_are_switched_one_by_one() {
    let mut test = window(Setup {
        source: Source::Builtin(Builtin::Iris),
        ..Setup::default()
    });
    assert_eq!(analysis(&test).dataset.d(), 4);
    test.get_by_role_and_label(Role::ComboBox, "Features")
        .click();
    settle(&mut test);
    let name = "petal width (cm)";
    test.get_by_role_and_label(Role::CheckBox, name).click();
    settle(&mut test);
    assert_eq!(analysis(&test).dataset.d(), 3);
    assert!(!analysis(&test).dataset.feature_names.contains(&name.into()));
    test.get_by_role_and_label(Role::CheckBox, name).click();
    settle(&mut test);
    assert_eq!(analysis(&test).dataset.d(), 4);
}

#[test]
fn view_controls_redraw_without_computing() {
    let mut test = window(Setup::welcome());
    let before = Arc::clone(analysis(&test));
    test.state_mut().app_mut().apply(Command::Edit(Edit::Axes(
        Method::Kpca,
        ScoreAxes::Pair(2, 0),
    )));
    settle(&mut test);
    let scores = before.kpca.scores();
    assert!((dots(&test, Panel::Kpca)[7][0].abs() - scores[(7, 2)].abs()).abs() < 1e-12);
    click(&mut test, "log");
    assert!(setup(&test).view.spectrum_log);
    assert!(Arc::ptr_eq(&before, analysis(&test)));
}

#[test]
fn a_file_is_opened_by_a_typed_path_and_a_bad_one_leaves_the_picture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("flowers.csv");
    let kind = |i| if i < 15 { "a" } else { "b" };
    let rows: Vec<String> = (0..30)
        .map(|i| format!("{},{},{}", i * i, 7 * i % 11, kind(i)))
        .collect();
    fs::write(&path, format!("height,width,kind\n{}\n", rows.join("\n"))).unwrap();

    let mut test = window(Setup::welcome());
    press(&mut test, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::O);
    let field = test.get_by_role_and_label(Role::TextInput, "Path");
    field.type_text(path.to_str().unwrap());
    settle(&mut test);
    press(&mut test, Modifiers::NONE, Key::Enter);
    assert_eq!(app(&test).dialog(), None);
    assert_eq!(app(&test).problem(), None);
    assert_eq!(analysis(&test).dataset.feature_names, ["height", "width"]);
    assert_eq!(app(&test).settings().recent[0], path);

    let good = Arc::clone(analysis(&test));
    open(&mut test, Path::new("/no/such/table.csv"));
    assert!(app(&test).problem().unwrap().contains("/no/such/table.csv"));
    assert!(Arc::ptr_eq(&good, analysis(&test)));
    test.get_by_label_contains("/no/such/table.csv");

    click(&mut test, "Dismiss");
    assert_eq!(app(&test).problem(), None);
    assert_eq!(setup(&test).source, Source::File(path.into()));
}

#[test]
fn a_file_with_two_readings_says_which_and_offers_the_other() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("v.csv");
    fs::write(&path, "1,5\n2,5\n3,75\n7,25\n").unwrap();
    let mut test = window(Setup::welcome());
    open(&mut test, &path);
    test.get_by_label_contains("Separated by commas · decimal point");
    assert_eq!(analysis(&test).dataset.d(), 2);
    // The list of columns is open, and asks; the button stands in the side panel as well.
    let buttons = test.query_all_by_label("Or take the comma as decimal sign");
    buttons.last().unwrap().click();
    settle(&mut test);
    test.get_by_label_contains("One column · decimal comma");
    assert_eq!(analysis(&test).dataset.x.as_slice(), [1.5, 2.5, 3.75, 7.25]);
    test.state_mut().app_mut().apply(Command::Undo);
    settle(&mut test);
    assert_eq!(analysis(&test).dataset.d(), 2);
}

fn open(test: &mut Test, path: &Path) {
    let command = Command::OpenPath(path.to_owned());
    test.state_mut().app_mut().apply(command);
    settle(test);
}

#[derive(Debug)]
struct Dropped(std::path::PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn a_dropped_file_is_opened() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("drop.csv");
    fs::write(&path, "a,b\n1,2\n3,5\n4,1\n6,6\n").unwrap();
    let mut test = window(Setup::welcome());
    test.input_mut()
        .dropped_files
        .push(Arc::new(Dropped(path.clone())));
    settle(&mut test);
    assert_eq!(setup(&test).source, Source::File(path.into()));
    assert_eq!(analysis(&test).dataset.n(), 4);
}

#[test]
fn every_example_opens_without_a_complaint() {
    let mut test = window(Setup::welcome());
    for example in examples() {
        test.state_mut()
            .app_mut()
            .apply(Command::Example(example.name));
        settle(&mut test);
        assert_eq!(app(&test).problem(), None, "{}", example.name);
        let mut expected = example.setup;
        let takes = expected.kernel.kind.takes();
        let strip = expected.view.swept(&expected.kernel).is_some();
        expected.view.arrange_if_unsaid(usual_tiles(strip, takes));
        assert_eq!(*setup(&test), expected);
        assert_eq!(analysis(&test).tier, Tier::Exact);
    }
}

#[test]
fn the_examples_menu_opens_one() {
    let mut test = window(Setup::welcome());
    click(&mut test, "Examples");
    click(&mut test, "Shapes in the plane");
    click(&mut test, "Concentric circles");
    let Source::Generated(generator) = &setup(&test).source else {
        panic!("circles are generated");
    };
    assert_eq!(generator.shape, Shape::Circles);
}

#[test]
fn undo_and_redo_work_from_the_keyboard() {
    let mut test = window(Setup::welcome());
    choose(&mut test, "Kernel", "Laplacian");
    press(&mut test, Modifiers::COMMAND, Key::Z);
    assert_eq!(setup(&test).kernel.kind, KernelKind::Rbf);
    press(&mut test, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(setup(&test).kernel.kind, KernelKind::Laplacian);
    assert!(app(&test).obstacle(&Command::Redo).is_some());
}

#[test]
fn a_panel_fills_the_window_and_gives_it_back() {
    let mut test = window(Setup::welcome());
    click(&mut test, "Maximise Kernel PCA");
    assert_eq!(app(&test).maximised(), Some(Panel::Kpca));
    let input = app(&test).chart(Panel::Input).unwrap().summary;
    assert!(test.query_by_label(&input).is_none());
    press(&mut test, Modifiers::COMMAND, Key::Num3);
    assert_eq!(app(&test).maximised(), None);
    test.get_by_label(&input);
}

#[test]
fn a_maximised_panel_ends_with_its_setup() {
    let maximise = Command::ToggleMaximised(Panel::Spectrum);
    let mut test = window(Setup::welcome());
    let line = setup_line(&Setup::welcome()).unwrap();
    for other in [
        Command::Example("kernel-trick"),
        Command::Undo,
        Command::Redo,
        Command::Lesson(shipped()[0].name),
        Command::NextStep,
        Command::OpenLine(line),
    ] {
        test.state_mut().app_mut().apply(maximise.clone());
        assert_eq!(app(&test).maximised(), Some(Panel::Spectrum), "{other:?}");
        test.state_mut().app_mut().apply(other.clone());
        assert_eq!(app(&test).maximised(), None, "{other:?}");
    }
    // Another parameter is the same setup.
    test.state_mut().app_mut().apply(maximise);
    slide(&mut test, "γ", 3.0);
    assert_eq!(app(&test).maximised(), Some(Panel::Spectrum));
}

#[test]
fn components_are_counted_or_as_many_as_reach_a_share() {
    let mut test = window(Setup::welcome());
    click(&mut test, "share");
    assert_eq!(setup(&test).components, Components::Share(0.95));
    let sum = |test: &Test| -> f64 { analysis(test).kpca.explained_variance_ratio().iter().sum() };
    let count = |test: &Test| analysis(test).kpca.eigenvalues.len();
    let first = count(&test);
    assert!(sum(&test) >= 0.95 && first > 1);
    slide(&mut test, "Threshold α", 60.0);
    assert_eq!(setup(&test).components, Components::Share(0.6));
    assert_eq!(setup(&test).view.threshold, 0.6);
    assert!((0.6..0.95).contains(&sum(&test)) && count(&test) < first);
    let left = count(&test);
    click(&mut test, "count");
    assert_eq!(setup(&test).components, Components::Count(left));
}

/// Σ xᵢyᵢ along each axis: negative where one picture is turned over against the other.
fn agreement(before: &[[f64; 2]], after: &[[f64; 2]]) -> [f64; 2] {
    [0, 1].map(|axis| {
        let pairs = before.iter().zip(after);
        pairs.map(|(a, b)| a[axis] * b[axis]).sum()
    })
}

#[test]
fn signs_follow_while_gamma_moves_and_are_the_definitions_at_rest() {
    let gamma = |step: i32| Gamma::Value(15.0 * 1.08f64.powi(step));
    let dots = |app: &App| {
        let chart = app.chart(Panel::Kpca).unwrap();
        let dots = chart.marks.into_iter().find_map(|mark| match mark {
            Mark::Points(points) => Some(points.xy),
            _ => None,
        });
        dots.unwrap()
    };
    let mut now = 0.0;
    let mut wait = |app: &mut App, seconds: f64, tier: Tier| {
        now += seconds;
        app.tick(now);
        assert_eq!(app.shown().unwrap().analysis.tier, tier);
    };
    let mut start = |step: i32| {
        let mut setup = Setup::welcome();
        setup.kernel.gamma = gamma(step);
        let mut app = App::new(setup, Box::new(Inline::default()));
        // The exact answer is asked for once there is a first picture.
        wait(&mut app, 1.0, Tier::Preview);
        wait(&mut app, 1.0, Tier::Exact);
        app
    };
    let fresh: Vec<_> = (0..40).map(|step| dots(&start(step))).collect();
    let mut app = start(0);
    let mut flips = 0;
    for step in 1..40 {
        let before = dots(&app);
        app.apply(Command::Edit(Edit::Gamma(gamma(step))));
        wait(&mut app, 0.02, Tier::Preview);
        let moving = dots(&app);
        let follows = agreement(&before, &moving);
        assert!(follows.iter().all(|a| *a > 0.0), "step {step}");
        if step % 5 == 0 {
            wait(&mut app, 1.0, Tier::Exact);
            let resting = dots(&app);
            flips += i32::from(agreement(&moving, &resting).iter().any(|a| *a < 0.0));
            // As if it had never been anywhere else.
            let expected = &fresh[step as usize];
            for (a, b) in resting.iter().flatten().zip(expected.iter().flatten()) {
                assert!((a - b).abs() < 1e-6, "step {step}: {a} and {b}");
            }
        }
    }
    assert!(flips > 0, "no component was turned over on the way");
}

#[test]
fn a_picture_is_saved_and_never_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure.svg");
    let mut test = window(Setup::welcome());
    let save = |test: &mut Test| {
        press(test, Modifiers::COMMAND, Key::S);
        test.get_by_role_and_label(Role::TextInput, "File")
            .type_text(path.to_str().unwrap());
        settle(test);
        click(test, "Save");
    };
    save(&mut test);
    assert_eq!(app(&test).dialog(), None);
    let is_figure = || fs::read_to_string(&path).unwrap().starts_with("<svg");
    assert!(is_figure());

    fs::write(&path, "mine").unwrap();
    save(&mut test);
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
    click(&mut test, "Replace");
    assert_eq!(app(&test).dialog(), None);
    assert!(is_figure());
}

#[test]
fn a_session_brings_everything_back() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut test = window(Setup::welcome());
    slide(&mut test, "γ", 3.0);
    let saved = setup(&test).clone();
    press(&mut test, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::S);
    test.get_by_role_and_label(Role::TextInput, "File")
        .type_text(path.to_str().unwrap());
    settle(&mut test);
    click(&mut test, "Save");
    assert_eq!(app(&test).dialog(), None);

    slide(&mut test, "γ", 9.0);
    open(&mut test, &path);
    assert_eq!(*setup(&test), saved);
    assert_eq!(analysis(&test).kernel, Kernel::rbf(3.0));
    assert_eq!(app(&test).settings().recent[0], path);

    fs::write(&path, "version = 1\nnonsense").unwrap();
    open(&mut test, &path);
    assert_eq!(app(&test).notice().unwrap().kind, NoticeKind::Failed);
    assert_eq!(*setup(&test), saved);
}

#[test]
fn a_script_of_what_is_on_the_screen_is_copied() {
    let mut test = window(Setup::welcome());
    let zoomed = Command::Zoomed(Panel::Spectrum, Some([[0.5, 3.5], [0.0, 0.25]]));
    for command in [
        zoomed,
        Command::ToggleMaximised(Panel::Spectrum),
        Command::CopyScript(Language::Python),
    ] {
        test.state_mut().app_mut().apply(command);
    }
    let copied = (0..4).find_map(|_| {
        test.step();
        let commands = &test.output().platform_output.commands;
        commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        })
    });
    let script = copied.unwrap();
    assert!(script.contains("KernelPCA"), "{script}");
    assert!(script.contains("xlim=(0.5, 3.5), "), "{script}");
    assert!(!script.contains("scatter"), "{script}");
}

#[test]
fn the_palette_finds_and_runs_a_command() {
    let mut test = window(Setup::welcome());
    press(&mut test, Modifiers::COMMAND, Key::K);
    test.get_by_role_and_label(Role::TextInput, "Command")
        .type_text("swiss");
    settle(&mut test);
    press(&mut test, Modifiers::NONE, Key::Enter);
    assert_eq!(app(&test).dialog(), None);
    assert_eq!(analysis(&test).dataset.d(), 3);
}

#[test]
fn an_idle_window_asks_for_no_repaint() {
    let mut test = window(Setup::welcome());
    test.run_steps(8);
    let delay = test.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    assert_eq!(delay, std::time::Duration::MAX);
}

#[test]
fn dialogs_open_and_escape_closes_them() {
    let mut test = window(Setup::welcome());
    for dialog in [
        Dialog::open_path(),
        Dialog::palette(),
        Dialog::Shortcuts,
        Dialog::About,
    ] {
        test.state_mut()
            .app_mut()
            .apply(Command::Show(dialog.clone()));
        settle(&mut test);
        assert_eq!(app(&test).dialog(), Some(&dialog));
        press(&mut test, Modifiers::NONE, Key::Escape);
        assert_eq!(app(&test).dialog(), None, "{dialog:?}");
    }
}

/// The first mark of a panel is a picture of values.
fn has_image(test: &Test, panel: Panel) -> bool {
    let chart = app(test).chart(panel).expect("a chart");
    matches!(chart.marks.first(), Some(Mark::Image(_)))
}

/// Maximises a panel, or brings the others back if it has all the room already.
fn maximise(test: &mut Test, panel: Panel) {
    let command = Command::ToggleMaximised(panel);
    test.state_mut().app_mut().apply(command);
    settle(test);
}

#[test]
fn explaining_panels_are_computed_while_they_have_the_room() {
    let mut test = window(Setup::welcome());
    assert!(!has_image(&test, Panel::KpcaContours));
    for panel in [Panel::PcaContours, Panel::KpcaContours] {
        maximise(&mut test, panel);
        assert!(has_image(&test, panel));
        let summary = app(&test).chart(panel).unwrap().summary;
        test.get_by_role_and_label(Role::Image, &summary);
    }
    maximise(&mut test, Panel::KernelMatrix);
    assert!(has_image(&test, Panel::KernelMatrix));
    assert!(!has_image(&test, Panel::KpcaContours));
    maximise(&mut test, Panel::KernelMatrix);
    assert_eq!(app(&test).setup(), &Setup::welcome());
}

#[test]
fn menus_open_by_their_letters_and_arrows_go_on() {
    let mut test = window(Setup::welcome());
    let is_open = |test: &Test, entry: &str| test.query_by_label_contains(entry).is_some();
    test.key_press_modifiers(Modifiers::ALT, Key::F);
    test.run_steps(3);
    assert!(is_open(&test, "Save session…"));
    test.key_press(Key::ArrowRight);
    test.run_steps(4);
    assert!(is_open(&test, "Memory limit…") && !is_open(&test, "Save session…"));
    test.key_press(Key::ArrowDown);
    test.run_steps(3);
    test.key_press(Key::Escape);
    test.run_steps(3);
    assert!(!is_open(&test, "Memory limit…"));
    test.key_press(Key::F10);
    test.run_steps(3);
    assert!(is_open(&test, "Save session…"));
    test.key_press(Key::Escape);
    test.run_steps(3);
    // The letter is not taken for the key of a command.
    let select = Command::Select(vec![3], Pick::Replace);
    test.state_mut().app_mut().apply(select);
    test.run_steps(2);
    test.key_press_modifiers(Modifiers::ALT, Key::H);
    test.run_steps(3);
    assert!(is_open(&test, "Keyboard shortcuts"));
    assert!(app(&test).setup().view.marking.hidden.is_empty());
}
