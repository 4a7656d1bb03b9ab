//! List of a table's columns: it opens by itself where a guess is weak, and what is chosen in it arrives.

use std::fs;

use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use super::opened::{Test, app, apply, opened, opened_with};
use explorer::setup::{Setup, parse_line, setup_line};
use kernel_pca::kernel::KernelKind;
use kpca_explorer::{
    app::{App, Command, Dialog, Edit},
    worker::Inline,
};
use tabular::{ColumnChoice, Source};

/// Window that opened a file with this text.
fn window(name: &str, text: &str) -> (Test, tempfile::TempDir) {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    fs::write(&path, text).unwrap();
    let app = App::new(Setup::welcome(), Box::new(Inline::default()));
    let mut test = opened_with(app, 4, 0.25);
    test.state_mut().app_mut().apply(Command::OpenPath(path));
    test.run_steps(8);
    (test, folder)
}

fn is_listed(test: &Test) -> bool {
    matches!(app(test).dialog(), Some(Dialog::Columns(_)))
}

/// Chooses an entry of the list that reads `now`: of several, that with so many before it.
fn choose(test: &mut Test, (now, before): (&str, usize), entry: &str) {
    let all = test.query_all_by_role(Role::ComboBox);
    let found = all.filter(|it| it.accesskit_node().value().as_deref() == Some(now));
    found.skip(before).take(1).for_each(|it| it.click());
    test.run_steps(4);
    // The open list is drawn last.
    let entries = test.query_all_by_label(entry);
    entries.last().unwrap().click();
    test.run_steps(8);
}

#[test]
fn a_weak_guess_is_shown_and_each_columns_use_is_changed_where_it_stands() {
    let row = |i: i32| {
        format!(
            "{i},{},{}.5,{}\n",
            (i * 7) % 5,
            i * 3,
            if i < 6 { "u" } else { "v" }
        )
    };
    let rows: String = (0..12).map(row).collect();
    let (mut test, _folder) = window("t.csv", &format!(",0,1,kind\n{rows}"));
    assert!(is_listed(&test), "numbers as names");
    test.get_by_label_contains("the numbers of its first line are taken for names");
    choose(&mut test, ("Feature", 0), "Left out");
    let columns = &app(&test).setup().columns;
    assert_eq!(columns.features, Some(vec!["1".to_owned()]));
    choose(&mut test, ("Label", 0), "0/1 features");
    let columns = &app(&test).setup().columns;
    assert_eq!(
        (&columns.label, &*columns.one_hot),
        (&ColumnChoice::None, &["kind".to_owned()][..])
    );
    let dataset = app(&test).dataset().unwrap();
    assert_eq!(dataset.feature_names, ["1", "kind_u", "kind_v"]);
    // A line keeps it.
    let line = setup_line(app(&test).setup()).unwrap();
    assert_eq!(
        parse_line(&line).unwrap().setup.columns,
        app(&test).setup().columns
    );
    // Other names give other columns, which are found anew.
    choose(&mut test, ("Automatic", 1), "No line");
    assert!(is_listed(&test));
    assert_eq!(app(&test).table().unwrap().rows(), 13);
    test.get_by_role_and_label(Role::Button, "Close").click();
    test.run_steps(4);
    assert!(app(&test).dialog().is_none());
}

#[test]
fn a_plain_table_opens_without_a_question() {
    let (mut test, _folder) = window("t.csv", "a,b\n1,2\n3,5\n2,2\n");
    assert!(app(&test).dialog().is_none());
    test.get_by_role_and_label(Role::Button, "Columns…").click();
    test.run_steps(4);
    assert!(is_listed(&test));
}

#[test]
fn a_table_that_cannot_be_fitted_is_listed_and_fitted_without_the_column() {
    let row = |i: i32| {
        let cylinders = if i == 7 {
            "rotary".into()
        } else {
            (4 + i % 3).to_string()
        };
        format!("{cylinders},{i}.5,{}\n", (i * 7) % 11)
    };
    let rows: String = (0..40).map(row).collect();
    let (mut test, _folder) = window("cars.csv", &format!("cylinders,a,b\n{rows}"));
    assert!(is_listed(&test));
    assert_eq!(app(&test).lost_rows(), None);
    let said = test.query_all_by_label_contains("\"rotary\" is not a number");
    assert_eq!(said.count(), 2, "in the list and in the status line");
    choose(&mut test, ("Feature", 0), "Left out");
    assert_eq!(app(&test).problem(), None);
    assert_eq!(app(&test).dataset().unwrap().feature_names, ["a", "b"]);
}

#[test]
fn gaps_that_cost_most_rows_are_told_and_filled_by_a_click() {
    let row = |i: usize| match i % 4 {
        0 => format!("{i},{},{i}.5\n", (i * 7) % 11),
        _ => format!("{i}.5,,{i}\n"),
    };
    let rows: String = (0..20).map(row).collect();
    let (mut test, _folder) = window("gaps.csv", &format!("a,b,c\n{rows}"));
    assert!(is_listed(&test));
    test.get_by_label_contains("15 rows lack a value and are left out");
    test.get_by_role_and_label(Role::Button, "Fill gaps")
        .click();
    test.run_steps(8);
    assert_eq!(app(&test).dataset().unwrap().n(), 20);
    assert_eq!(app(&test).lost_rows(), None);
}

#[test]
fn a_table_of_distances_that_is_not_symmetric_is_one_click_from_its_mean() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("cities.csv");
    std::fs::write(&path, "city,A,B,C\nA,0,3,4\nB,2,0,5\nC,4,5,0\n").unwrap();
    let mut test = opened(Setup::starting_with(Source::File(path.into())), 6);
    let kernel = Command::Edit(Edit::Kernel(KernelKind::Distances));
    assert_eq!(app(&test).refused(&kernel), None);
    apply(&mut test, kernel);
    let said = app(&test).problem().unwrap();
    assert!(said.contains("(1, 2) and (2, 1) are 3 and 2"), "{said}");
    test.get_by_label("Mean of both").click();
    test.run_steps(6);
    assert_eq!(app(&test).problem(), None);
    let analysis = &app(&test).shown().unwrap().analysis;
    assert_eq!(analysis.x[(0, 1)], 2.5);
    // What no mean would mend is refused as before.
    let mut table = "city,A,B,C\nA,0,3,4\nB,2,1,5\nC,4,5,0\n";
    for _ in 0..2 {
        let path = folder.path().join("others.csv");
        std::fs::write(&path, table).unwrap();
        let test = opened(Setup::starting_with(Source::File(path.into())), 6);
        let kernel = Command::Edit(Edit::Kernel(KernelKind::Distances));
        assert!(app(&test).refused(&kernel).is_some(), "{table}");
        table = "city,A,B\nA,0,3\nB,2,0\nC,4,5\n";
    }
}
