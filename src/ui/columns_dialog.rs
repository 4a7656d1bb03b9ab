//! Dialog that lists the columns of the table: the first values of each, what it is used for and why; and how its file is read.

use egui::{Align, Label, Layout, PopupCloseBehavior, RichText, ScrollArea, Ui, vec2};

use super::{
    dialog_parts::{last_row, title},
    reading_rows::{other_reading, parting_rows, spelling_rows},
    theme::{self, Tokens},
    widgets::{drop_down, explained_button, list_entry, thin_line},
};
use crate::app::{App, Command, Edit};
use chart::{count, counted, number, rounded};
use tabular::{
    ColumnSummary, ColumnUse, Columns, Missing, Reading, Source, Table, printable::brief,
};

/// Width of the dialog, in points.
pub(super) const WIDTH: f32 = 800.0;
/// Width of the columns of the list, in points, beginning with names; reasons take the rest.
const NAME: f32 = 148.0;
const USE: f32 = 112.0;
const VALUES: f32 = 196.0;
const GAPS: f32 = 48.0;
const DEVIATION: f32 = 80.0;
/// Height of the list at most, in rows.
const SEEN_COLUMNS: usize = 12;

pub(super) fn show(ui: &mut Ui, app: &App, summaries: &[ColumnSummary], out: &mut Vec<Command>) {
    let setup = app.setup();
    title(ui, &format!("Columns of {}", setup.source));
    let table = app.table();
    let tokens = Tokens::of(ui.visuals());
    let reading = table.and_then(Table::reading);
    for doubt in reading.into_iter().flat_map(Reading::doubts) {
        let doubt = format!("Please check: {doubt}.");
        ui.add(Label::new(RichText::new(doubt).color(tokens.warning)).wrap());
    }
    other_reading(ui, reading, out);
    if let Some(skipped) = app.lost_rows() {
        let rows = counted(
            skipped,
            ["row lacks a value and is", "rows lack a value and are"],
        );
        let lost = format!("Please check: {rows} left out.");
        ui.add(Label::new(RichText::new(lost).color(tokens.warning)).wrap());
        let help = "Gives each gap the median of its column, and of texts the most frequent one";
        if explained_button(ui, "Fill gaps", help).clicked() {
            out.push(Command::Edit(Edit::Missing(Missing::Median)));
        }
    }
    if let Source::File(file) = &setup.source {
        let sheets = table.map_or(&[][..], Table::sheets);
        ui.columns(2, |sides| {
            parting_rows(&mut sides[0], file, (reading, sheets), out);
            spelling_rows(&mut sides[1], file.read_as, out);
        });
        ui.add_space(theme::SPACE);
    }
    if let Some(problem) = app.problem() {
        ui.add(Label::new(RichText::new(problem).color(tokens.error)).wrap());
    }
    match table {
        Some(table) => {
            let rows = counted(table.rows(), ["row", "rows"]);
            let columns = counted(summaries.len(), ["column", "columns"]);
            ui.label(theme::small(format!("{rows}, {columns}")).weak());
            list(ui, table, &setup.columns, summaries, out);
        }
        None if app.problem().is_none() => {
            ui.label("Reading…");
        }
        None => {}
    }
    ui.add_space(theme::SPACE);
    let found = setup.columns.found_anew();
    last_row(ui, |ui| {
        if explained_button(ui, "Close", "The choices are kept, and undone as any other").clicked()
        {
            out.push(Command::CloseDialog);
        }
        let help = "Uses every column as it was found";
        if setup.columns != found && explained_button(ui, "As found", help).clicked() {
            out.push(Command::Edit(Edit::Columns(found)));
        }
    });
}

/// Draws the list of columns, of which only those in sight are laid out.
fn list(
    ui: &mut Ui,
    table: &Table,
    columns: &Columns,
    summaries: &[ColumnSummary],
    out: &mut Vec<Command>,
) {
    let Ok(uses) = table.uses(columns) else {
        return;
    };
    ui.spacing_mut().item_spacing.x = theme::SPACE;
    ui.horizontal(|ui| {
        let heading = |text: &str| theme::small(text.to_owned()).weak();
        cell(ui, NAME, false, |ui| ui.label(heading("Column")));
        cell(ui, USE, false, |ui| ui.label(heading("Used as")));
        cell(ui, VALUES, false, |ui| ui.label(heading("First values")));
        cell(ui, GAPS, true, |ui| ui.label(heading("Gaps")));
        cell(ui, DEVIATION, true, |ui| ui.label(heading("Deviation")));
        ui.add_space(theme::SPACE);
        ui.label(heading("Because"));
    });
    thin_line(ui);
    let height = theme::ROW * (SEEN_COLUMNS.min(summaries.len()) as f32 + 0.5);
    ui.spacing_mut().item_spacing.y = 0.0;
    let scrolled = ScrollArea::vertical()
        .max_height(height)
        .min_scrolled_height(height);
    // The table may be another than that of the summaries until they follow.
    let n = summaries.len().min(uses.len());
    scrolled.show_rows(ui, theme::ROW, n, |ui, rows| {
        for j in rows {
            let new = row(ui, table, j, uses[j], &summaries[j]);
            let new = new.and_then(|new| table.with_use(columns, j, new).ok());
            out.extend(new.map(|columns| Command::Edit(Edit::Columns(columns))));
        }
    });
}

/// Draws the row of column `j`; returns its new use where one was chosen.
fn row(
    ui: &mut Ui,
    table: &Table,
    j: usize,
    used: ColumnUse,
    summary: &ColumnSummary,
) -> Option<ColumnUse> {
    let name = &table.columns()[j].name;
    let reason = table.sense(j).reason;
    let mut chosen = None;
    let is_out = used == ColumnUse::LeftOut;
    let plain = |text: String| {
        let text = RichText::new(text);
        if is_out { text.weak() } else { text }
    };
    ui.horizontal(|ui| {
        ui.set_height(theme::ROW);
        let label = cell(ui, NAME, false, |ui| {
            ui.add(Label::new(plain(brief(name))).truncate())
        });
        cell(ui, USE, false, |ui| {
            ui.label_inputs_by(label.id, |ui| {
                let (id, close) = (format!("use {j}"), PopupCloseBehavior::CloseOnClick);
                let now = explorer::word::sentence_case(used.name());
                drop_down(ui, &id, now, USE, close, |ui| {
                    for other in table.possible_uses(j) {
                        let name = explorer::word::sentence_case(other.name());
                        if list_entry(ui, other == used, name, help(other)) && other != used {
                            chosen = Some(other);
                        }
                    }
                });
            });
        });
        let values = summary.first.iter().map(|value| match value.as_str() {
            "" => "—".into(),
            value => brief(value),
        });
        let values = values.collect::<Vec<String>>().join(", ");
        cell(ui, VALUES, false, |ui| {
            ui.add(Label::new(plain(values)).truncate())
        });
        let gaps = match summary.gaps {
            0 => String::new(),
            gaps => count(gaps),
        };
        cell(ui, GAPS, true, |ui| ui.label(plain(gaps)));
        let deviation = summary.deviation.map(|it| number(rounded(it, 2)));
        cell(ui, DEVIATION, true, |ui| {
            ui.label(plain(deviation.unwrap_or_default()))
        });
        ui.add_space(theme::SPACE);
        ui.add(Label::new(theme::small(reason).weak()).truncate());
    });
    chosen
}

/// Explanation of a use.
fn help(of: ColumnUse) -> &'static str {
    match of {
        ColumnUse::Feature => "Its numbers are compared by both PCAs",
        ColumnUse::Indicators => "Each of its values is a feature, 1 in its rows and else 0",
        ColumnUse::Label => "Colours the points; neither PCA sees it",
        ColumnUse::Names => "Names the rows where one points at a dot, in lists and in tables",
        ColumnUse::LeftOut => "Is not used",
    }
}

/// Draws a cell of a row, `width` wide.
fn cell<R>(ui: &mut Ui, width: f32, to_the_right: bool, contents: impl FnOnce(&mut Ui) -> R) -> R {
    let size = vec2(width, theme::ROW);
    let layout = if to_the_right {
        Layout::right_to_left(Align::Center)
    } else {
        Layout::left_to_right(Align::Center)
    };
    ui.allocate_ui_with_layout(size, layout, |ui| {
        ui.set_min_size(size);
        ui.set_max_width(width);
        contents(ui)
    })
    .inner
}
