//! Lines of the palette for what the window and the data hold now: panels, columns, classes, data sets, and choices with
//! the number that was typed.

use super::{Action, PaletteEntry, are_meant};
use crate::{
    app::{App, Command, Edit},
    words::{COLOUR_BY, LEAVE_OUT_COLUMN},
};
use explorer::{panel::NumberedChoice, presented::Presented};
use kernel_pca::{
    kernel::KernelKind,
    objects::{Labels, ObjectKind},
};
use tabular::{Builtin, ColumnChoice, Shape, Source, Table};

/// Largest number of columns that are offered as labels, and of classes: a table of pixels has hundreds.
const MOST_LABELS: usize = 30;

impl App {
    /// Lines for choices of panels that hold a typed number, such as `maps 8`, or that say why the number cannot be
    /// chosen.
    pub(super) fn choices_with_number(&self, words: &[String]) -> Vec<PaletteEntry> {
        let is_named = |word: &String| word.chars().filter(|it| it.is_alphabetic()).count() > 2;
        let number = words.iter().find_map(|word| number_at_end(word));
        let Some(number) = number.filter(|_| words.iter().any(is_named)) else {
            return vec![];
        };
        let choices = NumberedChoice::of(number);
        choices
            .filter(|(choice, _)| are_meant(words, &choice.label(), choice.called()))
            .map(|(choice, checked)| match checked {
                Ok(()) => self.offer(Command::Choose(choice)),
                Err(label) => PaletteEntry {
                    label,
                    called: "",
                    note: String::new(),
                    help: choice.help().to_owned(),
                    action: Action::Refuse,
                },
            })
            .collect()
    }

    /// Classes, each of which may be fitted or shown alone, or left out of the fit.
    pub(super) fn classes(&self) -> impl Iterator<Item = PaletteEntry> {
        let labels = self.dataset().map(|it| &it.labels);
        let column = labels.and_then(Labels::column);
        let is_column = column.is_some_and(|column| {
            let table = self.table();
            table.is_some_and(|table| table.column_called(column).is_some())
        });
        let can_be_fitted = is_column && self.rows_obstacle().is_none();
        let names = labels.map_or(&[][..], Labels::classes);
        names.iter().take(MOST_LABELS).flat_map(move |name| {
            let fitted = [
                Command::FitOnly(vec![name.clone()]),
                Command::FitWithoutClass(name.clone()),
            ];
            let shown = Command::ToggleIsolated(name.clone());
            let fitted = fitted.into_iter().filter(move |_| can_be_fitted);
            fitted
                .chain([shown])
                .map(move |command| self.offer(command))
        })
    }

    /// Panels that can be added beside those on the screen.
    pub(super) fn panels(&self) -> impl Iterator<Item = PaletteEntry> {
        let visible = self.visible();
        let aim = self.usual_aim();
        let panels = self
            .setup
            .view
            .offered()
            .filter(move |it| !visible.contains(it));
        panels.filter_map(move |panel| {
            let label = format!("Add panel: {}", panel.title());
            let command = self.placing(panel, aim?);
            Some(PaletteEntry::of(label, panel.spec().about(), command))
        })
    }

    /// Kernels that take the present data.
    pub(super) fn kernels(&self) -> impl Iterator<Item = PaletteEntry> {
        let takes = self.setup.kernel.kind.takes();
        let kinds = KernelKind::ALL.into_iter();
        kinds.filter(move |kind| kind.takes() == takes).map(|kind| {
            let shown = kind.presented();
            let label = format!("Kernel: {}", shown.title);
            PaletteEntry::of(label, shown.help, Command::Edit(Edit::Kernel(kind)))
        })
    }

    /// Columns that may colour the dots, those of texts first.
    pub(super) fn labels(&self) -> impl Iterator<Item = PaletteEntry> {
        let is_read = !matches!(self.setup.source, Source::Generated(_));
        let table = self.table().filter(|_| is_read).into_iter();
        let mut columns: Vec<_> = table.flat_map(Table::columns).collect();
        columns.sort_by_key(|column| column.is_numeric());
        columns.into_iter().take(MOST_LABELS).map(|column| {
            let name = &column.name;
            let edit = Edit::Label(ColumnChoice::Column(name.clone()));
            let help = format!("Colours the points by {name}");
            let label = format!("{}: {name}", COLOUR_BY.name);
            PaletteEntry::of(label, &help, Command::Edit(edit))
        })
    }

    /// Features, each of which may be left out.
    pub(super) fn columns_to_leave_out(&self) -> impl Iterator<Item = PaletteEntry> {
        let chosen = &self.setup.columns;
        let are_columns = self.setup.kernel.kind.takes() == ObjectKind::Vectors;
        let table = self.table().filter(|_| are_columns);
        let used = table.and_then(|table| table.feature_columns(chosen).ok());
        let used = used.filter(|used| used.len() > 1).unwrap_or_default();
        used.into_iter().take(MOST_LABELS).filter_map(move |j| {
            let table = table?;
            let name = &table.columns().get(j)?.name;
            let edit = Edit::Columns(table.columns_without(chosen, name).ok()?);
            let help = format!("Fits without {name}");
            let label = format!("{}: {name}", LEAVE_OUT_COLUMN.name);
            Some(PaletteEntry::of(label, &help, Command::Edit(edit)))
        })
    }
}

/// Whole number at the end of a typed word, as in `8` and `pc3`.
fn number_at_end(word: &str) -> Option<usize> {
    let digits = word.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.parse().ok()
}

/// Generators and shipped tables.
pub(super) fn data_sets() -> impl Iterator<Item = PaletteEntry> {
    let shapes = Shape::ALL.into_iter().map(|shape| {
        let source = Source::Generated(shape.spec().starting.clone());
        (source, shape.spec().help)
    });
    let tables = Builtin::ALL.into_iter();
    let tables = tables.map(|table| (Source::Builtin(table), table.spec().help));
    shapes.chain(tables).map(|(source, help)| {
        let label = format!("Data: {source}");
        PaletteEntry::of(label, help, Command::Edit(Edit::Source(source)))
    })
}
