//! Classes that only new rows have: named in the key, and predicted one by one.

use std::fs;

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable as _;

use super::opened::opened;
use chart::{Chart, Key, Mark, Paint};
use explorer::{panel::Panel, setup::Setup};
use kpca_explorer::app::Command;

/// Rows around the place of their class, three of each.
fn table(classes: &[(&str, [i32; 2])]) -> String {
    let rows = classes.iter().flat_map(|(class, [x, y])| {
        [[0, 0], [1, 0], [0, 1], [1, 2]].map(|[a, b]| format!("{},{},{class}\n", x + a, y + b))
    });
    format!("a,b,kind\n{}", rows.collect::<String>())
}

#[test]
fn a_class_that_only_new_rows_have_stands_in_the_key_and_each_class_has_its_accuracy() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    fs::write(path("old.csv"), table(&[("u", [0, 0]), ("v", [9, 9])])).unwrap();
    // One class as before, one where the other was, and one that was not there.
    let new = [("u", [0, 1]), ("v", [0, 0]), ("w", [5, 5])];
    fs::write(path("new.csv"), table(&new)).unwrap();
    let mut test = opened(Setup::welcome(), 4);
    for command in [
        Command::OpenPath(path("old.csv")),
        Command::OpenNewRows(path("new.csv")),
    ] {
        test.state_mut().app_mut().apply(command);
        test.run_steps(6);
    }
    let app = test.state().app();
    assert_eq!(app.problem(), None);
    let chart = app.chart(Panel::Kpca).unwrap();
    let entries = |chart: &Chart| match &chart.key {
        Key::Legend { entries, .. } => entries.clone(),
        other => panic!("{other:?}"),
    };
    let expected = [
        ("u", Paint::Class(0)),
        ("v", Paint::Class(1)),
        ("w", Paint::Class(2)),
        ("new rows", Paint::NewRows),
    ];
    assert_eq!(
        entries(&chart),
        expected.map(|(name, paint)| (name.to_owned(), paint))
    );
    assert!(chart.title.ends_with("new rows 33.3 %"), "{}", chart.title);
    let note = chart.note.unwrap_or_default();
    let by_class = "u 100.0 %, v 0.0 %, w 0.0 % (not fitted)";
    assert!(note.contains(by_class), "{note}");
    let help = Panel::Kpca
        .spec()
        .help(app.analysis().unwrap(), &app.setup().view);
    assert!(help.unwrap().contains(by_class));
    test.get_by_label_contains(&format!("new rows 33.3 %: {by_class}"));

    // It is shown alone as any other.
    test.get_by_role_and_label(Role::Button, "Show only w")
        .click();
    test.run_steps(4);
    let chart = test.state().app().chart(Panel::Kpca).unwrap();
    let Key::Legend { alone, .. } = &chart.key else {
        panic!("a legend")
    };
    assert_eq!(*alone, Some(2));
    let rings = chart.marks.iter().find_map(|mark| match mark {
        Mark::NewRows(points) => Some(points),
        _ => None,
    });
    let rings = rings.unwrap();
    let active = (0..rings.xy.len()).filter(|dot| rings.is_active(*dot));
    assert!(active.map(|dot| rings.paints[dot]).eq([Paint::Class(2); 4]));
}
