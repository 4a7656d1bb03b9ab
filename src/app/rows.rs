//! Rows that are left out of the fit, from the selection, the key or a remark.

use super::{App, Edit};
use kernel_pca::objects::ObjectKind;
use tabular::{KeptClasses, Map, RowChoice, RowSet, Source};

/// Largest number of rows that are left out by their names instead of their numbers: names stay valid where rows are
/// sorted anew, and numbers are shorter.
const BY_NAME: usize = 20;

impl App {
    /// Choice of rows that leaves out further fitted rows, given by index: by name where the row has a name of its own,
    /// else by number.
    pub(super) fn rows_without(&self, rows: &[usize]) -> RowChoice {
        let mut choice = self.setup.columns.rows.clone();
        let Some(dataset) = self.dataset() else {
            return choice;
        };
        let names = dataset.row_names.as_ref();
        let names = names.filter(|_| rows.len() <= BY_NAME);
        let own_name = |row: usize| {
            let names = names?;
            let name = names.get(row)?;
            let mut same = names.names.iter().filter(|other| **other == *name);
            same.nth(1).is_none().then(|| name.to_owned())
        };
        let mut numbers = RowSet::default();
        for &row in rows {
            match (own_name(row), dataset.row_ids.get(row)) {
                (Some(name), _) => choice.left_out_names.push(name),
                (None, Some(&id)) => numbers = numbers.union(&std::iter::once(id).collect()),
                (None, None) => {}
            }
        }
        choice.left_out = choice.left_out.union(&numbers);
        choice
    }

    /// Reason why no row of the data can be left out of the fit; `None` where rows can.
    pub(super) fn rows_obstacle(&self) -> Option<&'static str> {
        let setup = &self.setup;
        if matches!(setup.source, Source::Drawn(_)) {
            return Some("the points of a drawing are erased instead");
        }
        let are_vectors = setup.kernel.kind.takes() == ObjectKind::Vectors;
        let has_features = are_vectors && setup.columns.map == Map::None;
        (!has_features).then_some("rows are left out where they have features of their own")
    }

    pub(super) fn fit_without_selected(&mut self) {
        let rows: Vec<usize> = self.selected_rows().collect();
        self.edit(Edit::Rows(self.rows_without(&rows)));
    }

    /// Keeps the rows of these classes in the fit, and no others; says why where that cannot be.
    pub(super) fn fit_only(&mut self, classes: Vec<String>) {
        let column = self
            .dataset()
            .and_then(|it| it.labels.column())
            .map(str::to_owned);
        let is_there = |column: &String| {
            self.table()
                .is_some_and(|table| table.column_called(column).is_some())
        };
        let reason = self.rows_obstacle();
        match (reason, column.filter(is_there)) {
            (Some(reason), _) => self.notify(reason, true),
            (None, Some(column)) => {
                let only = Some(KeptClasses { column, classes });
                let rows = self.setup.columns.rows.clone();
                self.edit(Edit::Rows(RowChoice { only, ..rows }));
            }
            (None, None) => self.notify("the classes are no column of the table", true),
        }
    }

    /// Leaves the rows of a class out of the fit.
    pub(super) fn fit_without_class(&mut self, class: &str) {
        let classes = self.dataset().map_or(&[][..], |it| it.labels.classes());
        let others: Vec<String> = classes.iter().filter(|it| *it != class).cloned().collect();
        if others.is_empty() {
            self.notify("no other class would be left", true);
        } else {
            self.fit_only(others);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        app::{Command, Pick},
        worker::Inline,
    };
    use explorer::setup::{Setup, parse_line, setup_line};
    use kernel_pca::objects::Scaling;

    /// Window with a file of forty rows in two classes, whose columns have different units.
    fn opened() -> (App, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("own.csv");
        let row = |i: u32| {
            let wave = |step: u32| f64::from(i * step).sin() + f64::from(i % 2);
            let kind = ["a", "b"][i as usize % 2];
            format!("n{i},{:.4},{:.2},{kind}\n", wave(3), 1000.0 * wave(5))
        };
        let rows: String = (0..40).map(row).collect();
        std::fs::write(&path, format!("name,small,large,kind\n{rows}")).unwrap();
        let mut app = App::new(Setup::welcome(), Box::new(Inline::default()));
        settle(&mut app);
        app.apply(Command::OpenPath(path));
        settle(&mut app);
        (app, folder)
    }

    fn settle(app: &mut App) {
        let start = app.now() + 1.0;
        for second in 0..5 {
            app.tick(start + f64::from(second));
        }
        assert!(app.is_exact(), "{:?}", app.problem());
    }

    #[test]
    fn a_table_of_ones_own_starts_standardised_and_goes_back_by_one_click() {
        let (mut app, _folder) = opened();
        assert_eq!(app.setup.scaling, Scaling::Standardize);
        assert_eq!(app.shown().unwrap().setup.scaling, Scaling::Standardize);
        app.apply(Command::Edit(Edit::Scaling(Scaling::None)));
        settle(&mut app);
        assert_eq!(app.setup.scaling, Scaling::None);
        assert!(app.analysis().unwrap().deviation_ratio > 5.0);
        // Iris is nobody's own, and in one unit.
        app.apply(Command::Example("iris-rbf"));
        settle(&mut app);
        assert_eq!(app.setup.scaling, Scaling::None);
    }

    #[test]
    fn selected_rows_and_classes_are_left_out_and_come_back() {
        let (mut app, _folder) = opened();
        app.apply(Command::Select(vec![3, 5], Pick::Replace));
        app.apply(Command::FitWithoutSelected);
        settle(&mut app);
        assert_eq!(app.setup.columns.rows.left_out_names, ["n3", "n5"]);
        assert_eq!(app.dataset().unwrap().n(), 38);
        assert_eq!(app.analysis().unwrap().new.as_ref().unwrap().rows.n(), 2);
        // A line keeps them.
        let line = setup_line(&app.setup).unwrap();
        assert_eq!(parse_line(&line).unwrap().setup, app.setup);
        app.apply(Command::FitWithoutClass("b".into()));
        settle(&mut app);
        assert_eq!(app.dataset().unwrap().n(), 20);
        assert_eq!(app.dataset().unwrap().labels.classes(), ["a"]);
        app.apply(Command::FitAllRows);
        settle(&mut app);
        assert_eq!(app.dataset().unwrap().n(), 40);
        app.apply(Command::Undo);
        settle(&mut app);
        assert_eq!(app.dataset().unwrap().n(), 20);
    }
}
