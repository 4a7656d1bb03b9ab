//! Section *Data*: source, generator parameters, columns, scaling.

use egui::{Grid, Label, RichText, Ui};

use super::{
    command_widgets::{clicked, command_icon, entry, text_button},
    explained::Explained,
    fonts::icon,
    number_field::NumberField,
    parameter_row::{named_choice, number_row, slider_row},
    reading_rows::{other_reading, reading_rows},
    theme,
    widgets::{
        checklist, choice, explained_button, explained_row, fold, icon_button, list_entry, section,
        tick_box,
    },
};
use crate::{
    app::{App, Command, Edit, NamedValue, Parameter, Section, is_session},
    words,
};
use chart::{number, rounded};
use explorer::{
    insight::{UNITS_DIFFER, has_own_units},
    setup::Setup,
};
use kernel_pca::{
    kernel::KernelKind,
    objects::{GivenQuantity, ObjectKind, Scaling},
};
use tabular::{
    Argument, Column, ColumnChoice, Columns, Missing, Shape, Source, Table, printable::brief,
};

const LABEL: &str = "What the points are coloured by. Neither PCA sees it: that classes part, where \
                     they do, is found from the features alone.";
const FEATURES: &str = "The numeric columns that both PCAs work on. Leaving one out shows what it \
                        contributes.";

const LOG: &str = "The natural logarithm in place of the value: for what grows by factors";
const RANK: &str = "The place in ascending order in place of the value: for what is far from even";

const NEW_ROWS: &str = "A table of rows that nothing is fitted on. They are drawn as rings where the \
                        components put them, and show how well a picture holds for other data.";

const CLEAN_ROWS: &str = "A table of the rows without noise, one for each row that is denoised and in the same order. \
                          Errors of denoising are against them.";

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::DATABASE, Section::Data, app, out, |ui, out| {
        let setup = app.setup();
        explained_row(ui, "Source", Parameter::Data.help(), None, |ui| {
            source(ui, app, out);
        });
        if let Source::Generated(generator) = &setup.source {
            shape_rows(ui, app, generator.shape, out);
        }
        if let Some(table) = app.table() {
            reading(ui, app, table, out);
            if !matches!(setup.source, Source::Generated(_)) {
                label_row(ui, app, table, out);
            }
            match setup.kernel.kind.takes() {
                ObjectKind::Vectors | ObjectKind::Matrix(_) => feature_row(ui, app, table, out),
                ObjectKind::Strings | ObjectKind::Graph => {}
            }
        }
        if Parameter::Symmetrise.unused(setup).is_none() {
            named_choice(ui, Parameter::Symmetrise, setup, out);
        }
        if Parameter::Scaling.unused(setup).is_none() {
            named_choice(ui, Parameter::Scaling, setup, out);
        }
        // Noise that is in use stays in sight.
        if setup.added_noise.is_some() {
            noise_rows(ui, app, out);
        }
        if setup.new_rows.is_some() {
            new_rows(ui, app, out);
        }
        if setup.clean_rows.is_some() {
            clean_rows(ui, app, out);
        }
        let heading = (RichText::default(), theme::small(more(setup)).weak());
        if fold(ui, heading, Section::MoreData, app, out) {
            if let Source::File(file) = &setup.source {
                let table = app.table();
                let sheets = table.map_or(&[][..], Table::sheets);
                reading_rows(ui, file, (table.and_then(Table::reading), sheets), out);
            }
            if let Source::Generated(_) = &setup.source {
                sample_row(ui, app, out);
            }
            if setup.added_noise.is_none() && Parameter::AddNoise.unused(setup).is_none() {
                noise_rows(ui, app, out);
            }
            if setup.new_rows.is_none() {
                new_rows(ui, app, out);
            }
        }
    });
}

/// Title of the part that is folded away, with its main contents.
fn more(setup: &Setup) -> String {
    let read = match &setup.source {
        Source::Generated(_) => Some("seed"),
        Source::File(_) => Some("how it is read"),
        Source::Builtin(_) | Source::Drawn(_) => None,
    };
    let noise = setup.added_noise.is_none().then_some("noise");
    let new = setup.new_rows.is_none().then_some("new rows");
    let all: Vec<&str> = read.into_iter().chain(noise).chain(new).collect();
    format!("More · {}", all.join(", "))
}

/// Draws rows for the parameters of the generator, if the data come from one.
pub(super) fn generator(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    if let Source::Generated(generator) = &app.setup().source {
        shape_rows(ui, app, generator.shape, out);
        sample_row(ui, app, out);
    }
}

/// Draws lines on how the file was read and scaled, and buttons for other meanings of its labels and numbers.
fn reading(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let skipped = app.dataset().map_or(0, |it| it.skipped_rows);
    let takes = app.setup().kernel.kind.takes();
    if let Ok(Some(line)) = table.reading_line(&app.setup().columns, takes, skipped) {
        let line = explorer::word::sentence_case(&line);
        ui.add(Label::new(theme::small(line).weak()).wrap());
        text_button(ui, "Columns…", Command::ShowColumns, out);
    }
    scaling_said(ui, app, out);
    if let Some(label) = table.other_label(&app.setup().columns.label) {
        let text = format!("Or label {}", brief(label));
        let help = format!("Colours the points by {label}, which could be their class as well");
        if explained_button(ui, &text, &help).clicked() {
            let label = ColumnChoice::Column(label.to_owned());
            out.push(Command::Edit(Edit::Label(label)));
        }
    }
    if let Some(like) = table.like().filter(|_| takes == ObjectKind::Vectors) {
        let (text, help, kind) = match like {
            GivenQuantity::Distances => (
                "Or read as distances",
                "The numbers are their own mirror, and 0 where a row meets itself, as distances of all pairs are",
                KernelKind::Distances,
            ),
            GivenQuantity::KernelValues => (
                "Or read as a kernel matrix",
                "The numbers are their own mirror, and 1 where a row meets itself, as correlations are",
                KernelKind::Precomputed,
            ),
        };
        if explained_button(ui, text, help).clicked() {
            out.push(Command::Edit(Edit::Kernel(kind)));
        }
    }
    other_reading(ui, table.reading(), out);
}

/// Draws a line on columns whose deviations differ much: whether they are standardised, and the other way with one click.
fn scaling_said(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let own = app
        .analysis()
        .filter(|it| has_own_units(&it.origin, &it.dataset));
    let Some(ratio) = own
        .map(|it| it.deviation_ratio)
        .filter(|it| *it > UNITS_DIFFER)
    else {
        return;
    };
    let ratio = number(rounded(ratio, 1));
    let (said, other, name, help) = if app.setup().scaling == Scaling::Standardize {
        let help = "Fits the columns as they came, so that those with large numbers count most";
        (
            format!("Standardised, as deviations differ {ratio}-fold"),
            Scaling::None,
            "As they came",
            help,
        )
    } else {
        let help = "Gives every column the same weight, whatever its unit";
        (
            format!("Not standardised, and deviations differ {ratio}-fold"),
            Scaling::Standardize,
            "Standardise",
            help,
        )
    };
    ui.add(Label::new(theme::small(said).weak()).wrap());
    if explained_button(ui, name, help).clicked() {
        out.push(Command::Edit(Edit::Scaling(other)));
    }
}

fn source(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let current = &app.setup().source;
    choice(ui, "source", current.to_string(), |ui| {
        let mut option = |ui: &mut Ui, value: NamedValue, selected: bool| {
            if list_entry(ui, selected, &value.title, value.help) && !selected {
                out.push(Command::Edit(value.edit));
            }
        };
        let (shapes, tables): (Vec<NamedValue>, Vec<NamedValue>) = Parameter::Data
            .named()
            .into_iter()
            .partition(|value| matches!(value.edit, Edit::Source(Source::Generated(_))));
        let chosen = current.to_string();
        for (name, group) in [("Generated", shapes), ("Tables", tables)] {
            group_name(ui, name);
            for value in group {
                let is_file = matches!(current, Source::File(_));
                let selected = !is_file && value.title == chosen;
                option(ui, value, selected);
            }
            ui.separator();
        }
        let draw = Command::DrawAnew;
        let drawn = app.drawing().is_some();
        if list_entry(ui, drawn, draw.label(), &draw.help()) && !drawn {
            out.push(draw);
        }
        let edit = Command::EditPoints;
        if app.obstacle(&edit).is_none() && list_entry(ui, false, edit.label(), &edit.help()) {
            out.push(edit);
        }
        ui.separator();
        let recent = app.settings().recent.iter();
        for path in recent.filter(|path| !is_session(path)) {
            let selected = matches!(current, Source::File(file) if file.path == *path);
            let name = Source::File(path.clone().into()).to_string();
            let command = Command::OpenPath(path.clone());
            if list_entry(ui, selected, name, &command.help()) {
                out.push(command);
            }
        }
        let button = ui.button(entry(icon::FOLDER_OPEN, "Open file…"));
        let button = button.explained(&Command::Open.help());
        if clicked(&button, Command::Open, out) {
            ui.close();
        }
    });
}

/// Draws rows for new rows beside the data, on which nothing is fitted.
fn new_rows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let reason = match setup.kernel.kind.takes() {
        ObjectKind::Graph => Some("A new node would change the kernel of all others"),
        ObjectKind::Vectors | ObjectKind::Matrix(_) | ObjectKind::Strings => None,
    };
    let reason = reason.filter(|_| setup.new_rows.is_none());
    let commands = [Command::BrowseNewRows, Command::CloseNewRows];
    explained_row(ui, "New rows", NEW_ROWS, reason, |ui| {
        beside(ui, setup.new_rows.as_ref(), commands, out);
    });
}

/// Draws a row for clean rows beside the data, against which denoised rows are held.
pub(super) fn clean_rows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let commands = [Command::BrowseCleanRows, Command::CloseCleanRows];
    let reason = app.obstacle(&commands[0]);
    explained_row(ui, "Clean rows", CLEAN_ROWS, reason, |ui| {
        beside(ui, app.setup().clean_rows.as_ref(), commands, out);
    });
}

/// Draws the name of a table beside the data with the command that closes it, or a button for the one that opens it.
fn beside(
    ui: &mut Ui,
    source: Option<&Source>,
    [browse, close]: [Command; 2],
    out: &mut Vec<Command>,
) {
    let Some(source) = source else {
        return text_button(ui, "Open…", browse, out);
    };
    let width = ui.available_width() - theme::row(ui) - theme::GAP;
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let name = source.to_string();
    ui.allocate_ui(egui::vec2(width, theme::row(ui)), |ui| {
        ui.set_min_width(width);
        ui.add(Label::new(&name).truncate()).on_hover_text(&name);
    });
    command_icon(ui, icon::X, close, out);
}

fn group_name(ui: &mut Ui, name: &str) {
    ui.horizontal(|ui| {
        // While a list is measured a row is only as high as its text, unless told otherwise.
        ui.set_min_height(ui.spacing().interact_size.y);
        ui.add_space(ui.spacing().button_padding.x);
        ui.label(theme::small(name).weak());
    });
}

fn shape_rows(ui: &mut Ui, app: &App, shape: Shape, out: &mut Vec<Command>) {
    slider_row(ui, Parameter::Samples, app, out);
    slider_row(ui, Parameter::Noise, app, out);
    if shape.takes(Argument::Factor) {
        slider_row(ui, Parameter::Factor, app, out);
    }
    if shape.takes(Argument::Centers) {
        slider_row(ui, Parameter::Clusters, app, out);
    }
}

/// Draws the row for the seed of the shape's sample.
fn sample_row(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let help = "Draws another sample of the same shape, to see what is chance in the picture";
    seed_row(ui, Parameter::Seed, app, ("Another seed", help), out);
}

/// Draws rows for noise that is added to any table, and its amount.
pub(super) fn noise_rows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    named_choice(ui, Parameter::AddNoise, setup, out);
    if setup.added_noise.is_some() {
        slider_row(ui, Parameter::NoiseAmount, app, out);
        let help = "Draws other noise of the same amount, to see what is chance in the picture";
        seed_row(ui, Parameter::NoiseSeed, app, ("Other noise", help), out);
    }
}

/// Draws a field for a seed, with a button for the next one.
fn seed_row(
    ui: &mut Ui,
    parameter: Parameter,
    app: &App,
    (next, help): (&str, &str),
    out: &mut Vec<Command>,
) {
    let before = app.number(parameter).unwrap_or(0.0) as u32;
    let mut seed = before;
    number_row(ui, parameter, app.setup(), |ui, quantity| {
        let width = ui.available_width() - theme::row(ui) - theme::GAP;
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let field = NumberField {
            read: &|text| quantity.read(text),
            speed: 0.1,
            range: 0.0..=f64::from(u32::MAX),
            suffix: "",
        };
        field.show(ui, &mut seed, width);
        if icon_button(ui, icon::DICES, next, help).clicked() {
            seed = seed.wrapping_add(1);
        }
    });
    if seed != before {
        out.push(Command::Edit(Edit::Number(parameter, f64::from(seed))));
    }
}

fn label_row(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let columns = table.columns();
    let chosen = &app.setup().columns.label;
    let text = match chosen {
        ColumnChoice::Auto => match (table.labels_beside(), table.label_column(chosen)) {
            (Some(name), _) => name,
            (None, Ok(Some(i))) => columns[i].name.as_str(),
            _ => "None found",
        },
        ColumnChoice::None => "None",
        ColumnChoice::Column(name) => &brief(name),
    };
    explained_row(ui, words::COLOUR_BY.name, LABEL, None, |ui| {
        choice(ui, "label", text, |ui| {
            let mut option = |ui: &mut Ui, label: ColumnChoice, text: &str, help: &str| {
                if list_entry(ui, *chosen == label, text, help) {
                    out.push(Command::Edit(Edit::Label(label)));
                }
            };
            let automatic = "The column that looks like a class, if there is one";
            option(ui, ColumnChoice::Auto, "Automatic", automatic);
            let none = "All points in one colour; every numeric column can be a feature";
            option(ui, ColumnChoice::None, "None", none);
            ui.separator();
            for column in columns {
                let help = format!("Colours the points by {}", column.name);
                let label = ColumnChoice::Column(column.name.clone());
                option(ui, label, &column.name, &help);
            }
        });
    });
}

/// Draws the list of features, one checkbox each, with the way each is made of its columns.
fn feature_row(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let chosen = &app.setup().columns;
    let label = table.label_column(&chosen.label).ok().flatten();
    let used = table.feature_columns(chosen).unwrap_or_default();
    let candidates: Vec<(usize, &Column)> = table
        .columns()
        .iter()
        .enumerate()
        .filter(|(i, column)| {
            (column.is_numeric() || table.has_categories(*i)) && Some(*i) != label
        })
        .collect();
    let select = |keep: &dyn Fn(usize) -> bool| {
        let kept = |is_number: bool| {
            let kept = candidates
                .iter()
                .filter(|(i, column)| column.is_numeric() == is_number && keep(*i));
            kept.map(|(_, column)| column.name.clone())
                .collect::<Vec<String>>()
        };
        Columns {
            features: Some(kept(true)),
            one_hot: kept(false),
            ..chosen.clone()
        }
    };
    let mut new = None;
    explained_row(ui, "Features", FEATURES, None, |ui| {
        let text = format!("{} of {}", used.len(), candidates.len());
        checklist(ui, "features", text, |ui| {
            ui.horizontal(|ui| {
                let all = "Every numeric column but the label";
                if explained_button(ui, "All", all).clicked() {
                    new = Some(Columns {
                        features: None,
                        one_hot: Vec::new(),
                        ..chosen.clone()
                    });
                }
                let none = "No column, to tick a few from the start";
                if explained_button(ui, "None", none).clicked() {
                    new = Some(select(&|_| false));
                }
            });
            ui.separator();
            Grid::new("features").show(ui, |ui| {
                for (i, column) in &candidates {
                    let name = &column.name;
                    let mut on = used.contains(i);
                    let help = if column.is_numeric() {
                        format!("Whether {name} takes part in both PCAs")
                    } else {
                        format!(
                            "Whether each value of {name} is a feature, 1 in its rows and else 0"
                        )
                    };
                    if tick_box(ui, &mut on, name, &help) {
                        new = Some(select(&|j| if j == *i { on } else { used.contains(&j) }));
                    }
                    if on && column.is_numeric() {
                        new = how_made(ui, chosen, name).or(new.take());
                    }
                    ui.end_row();
                }
            });
        });
    });
    if chosen.missing != Missing::default() || table.gaps(chosen).is_ok_and(|gaps| gaps > 0) {
        named_choice(ui, Parameter::Missing, app.setup(), out);
    }
    out.extend(new.map(|columns| Command::Edit(Edit::Columns(columns))));
}

/// Draws the choices of logarithm and rank of a feature; returns the columns after a change.
fn how_made(ui: &mut Ui, chosen: &Columns, name: &String) -> Option<Columns> {
    let mut columns = chosen.clone();
    let mut changed = false;
    for (list, title, help) in [
        (&mut columns.log, "log", LOG),
        (&mut columns.rank, "rank", RANK),
    ] {
        let mut on = list.contains(name);
        if tick_box(ui, &mut on, title, help) {
            changed = true;
            list.retain(|other| other != name);
            list.extend(on.then(|| name.clone()));
        }
    }
    changed.then_some(columns)
}
