//! Which data: source, generator parameters, columns, scaling.

use egui::{Label, Ui};

use super::{
    fonts::icon,
    number_field::NumberField,
    parameter_row::{named_choice, number_row},
    theme,
    widgets::{
        checklist, choice, explained_button, explained_row, icon_button, list_entry, section,
        slider, tick,
    },
};
use crate::{
    app::{App, Command, Edit, Named, Parameter, is_session},
    data::{
        Argument, Decimal, Delimiter, Generator, LabelChoice, NoiseKind, ReadAs, Source, Table,
        Takes,
    },
    printable::brief,
    setup::Setup,
    typed::Quantity,
};

/// How far the slider of n goes; more can be typed.
const MAX_SAMPLES: usize = 5000;

const LABEL: &str = "What the points are coloured by. Neither PCA sees it: that classes part, where \
                     they do, is found from the features alone.";
const FEATURES: &str = "The numeric columns that both PCAs work on. Leaving one out shows what it \
                        contributes.";

const DELIMITER: &str = "What stands between two values of a line. Automatic takes the sign that parts all \
                         lines alike.";
const DECIMAL: &str = "How the file writes a half, 0.5 or 0,5. Automatic looks for numbers that can be \
                       written in one way only.";

const NEW_ROWS: &str = "A table of rows that nothing is fitted on. They are drawn as rings where the \
                        components put them, and show how well a picture holds for other data.";

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::DATABASE, "Data", |ui| {
        let setup = app.setup();
        explained_row(ui, "Source", Parameter::Data.help(), None, |ui| {
            source(ui, app, out);
        });
        generator(ui, app, out);
        if let Source::File(file) = &setup.source {
            read_as_rows(ui, file.read_as, out);
        }
        if let Some(table) = app.table() {
            reading(ui, app, table, out);
            if !matches!(setup.source, Source::Generated(_)) {
                label_row(ui, app, table, out);
            }
            match setup.kernel.kind.takes() {
                Takes::Vectors | Takes::Matrix(_) => feature_row(ui, app, table, out),
                Takes::Strings | Takes::Graph => {}
            }
        }
        noise_rows(ui, setup, out);
        new_rows(ui, app, out);
        scaling(ui, app, out);
    });
}

/// The parameters of the generator, if the data come from one.
pub(super) fn generator(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    if let Source::Generated(generator) = &app.setup().source {
        generator_rows(ui, app.setup(), generator, out);
    }
}

/// What is done to each column first.
pub(super) fn scaling(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    named_choice(ui, Parameter::Scaling, setup, setup.scaling.title(), out);
}

/// What its user says of a file: needed where it is refused or read as it was not meant.
fn read_as_rows(ui: &mut Ui, said: ReadAs, out: &mut Vec<Command>) {
    const DELIMITERS: [Delimiter; 4] = [
        Delimiter::COMMA,
        Delimiter::SEMICOLON,
        Delimiter::TAB,
        Delimiter::Blank,
    ];
    let delimiter_name = |delimiter: Option<Delimiter>| match delimiter {
        None => "Automatic".to_owned(),
        Some(delimiter) => sentence_case(&delimiter.plural()),
    };
    explained_row(ui, "Separated by", DELIMITER, None, |ui| {
        choice(ui, "delimiter", delimiter_name(said.delimiter), |ui| {
            for delimiter in [None].into_iter().chain(DELIMITERS.map(Some)) {
                let chosen = said.delimiter == delimiter;
                let help = match delimiter {
                    None => "Found from the first lines of the file".to_owned(),
                    Some(delimiter) => format!("Columns are parted at {}", delimiter.plural()),
                };
                if list_entry(ui, chosen, delimiter_name(delimiter), &help) {
                    let said = ReadAs { delimiter, ..said };
                    out.push(Command::Edit(Edit::ReadAs(said)));
                }
            }
        });
    });
    let decimal_name = |decimal: Option<Decimal>| match decimal {
        None => "Automatic",
        Some(Decimal::Point) => "Point",
        Some(Decimal::Comma) => "Comma",
    };
    explained_row(ui, "Decimal sign", DECIMAL, None, |ui| {
        choice(ui, "decimal", decimal_name(said.decimal), |ui| {
            for decimal in [None].into_iter().chain(Decimal::ALL.map(Some)) {
                let chosen = said.decimal == decimal;
                let help = match decimal {
                    None => "Found from the first lines of the file",
                    Some(Decimal::Point) => "A half is 0.5",
                    Some(Decimal::Comma) => "A half is 0,5",
                };
                if list_entry(ui, chosen, decimal_name(decimal), help) {
                    let said = ReadAs { decimal, ..said };
                    out.push(Command::Edit(Edit::ReadAs(said)));
                }
            }
        });
    });
}

fn sentence_case(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| {
        first.to_uppercase().chain(letters).collect()
    })
}

/// How the file was read, in a line, and the other reading where there is room for two.
fn reading(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let skipped = app.shown().map_or(0, |s| s.analysis.dataset.skipped_rows);
    if let Ok(Some(line)) = table.reading_line(&app.setup().columns, skipped) {
        let line = sentence_case(&line);
        ui.add(Label::new(theme::small(line).weak()).wrap());
    }
    if let Some(other) = table.reading().and_then(|reading| reading.other) {
        let text = format!("Or {}", other.purpose());
        let hint = "The file can be read in two ways, and nothing in it says which is meant";
        if explained_button(ui, &text, hint).clicked() {
            out.push(Command::Edit(Edit::ReadAs(other)));
        }
    }
}

fn source(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let current = &app.setup().source;
    choice(ui, "source", current.to_string(), |ui| {
        let mut option = |ui: &mut Ui, value: Named, selected: bool| {
            if list_entry(ui, selected, &value.title, value.help) && !selected {
                out.push(Command::Edit(value.edit));
            }
        };
        let (shapes, tables): (Vec<Named>, Vec<Named>) = Parameter::Data
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
        let open = format!("{}  Open file…", icon::FOLDER_OPEN);
        if explained_button(ui, &open, &Command::Open.help()).clicked() {
            out.push(Command::Open);
            ui.close();
        }
    });
}

/// Rows beside the data, which nothing is fitted on.
fn new_rows(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let setup = app.setup();
    let reason = match setup.kernel.kind.takes() {
        Takes::Graph => Some("A new node would change the kernel of all others"),
        Takes::Vectors | Takes::Matrix(_) | Takes::Strings => None,
    };
    let reason = reason.filter(|_| setup.new_rows.is_none());
    explained_row(ui, "New rows", NEW_ROWS, reason, |ui| {
        let Some(new) = &setup.new_rows else {
            let browse = Command::BrowseNewRows;
            if explained_button(ui, "Open…", &browse.help()).clicked() {
                out.push(browse);
            }
            return;
        };
        let width = ui.available_width() - theme::ROW - theme::GAP;
        ui.spacing_mut().item_spacing.x = theme::GAP;
        let name = new.to_string();
        ui.allocate_ui(egui::vec2(width, theme::ROW), |ui| {
            ui.set_min_width(width);
            ui.add(Label::new(&name).truncate()).on_hover_text(&name);
        });
        let close = Command::CloseNewRows;
        if icon_button(ui, icon::X, &close.label(), &close.help()).clicked() {
            out.push(close);
        }
    });
}

fn group_name(ui: &mut Ui, name: &str) {
    ui.horizontal(|ui| {
        // While a list is measured a row is only as high as its text, unless told otherwise.
        ui.set_min_height(ui.spacing().interact_size.y);
        ui.add_space(ui.spacing().button_padding.x);
        ui.label(theme::small(name).weak());
    });
}

fn generator_rows(ui: &mut Ui, setup: &Setup, generator: &Generator, out: &mut Vec<Command>) {
    let mut new = generator.clone();
    number_row(ui, Parameter::Samples, setup, |ui, n| {
        slider(ui, n, &mut new.n_samples, 10..=MAX_SAMPLES, |s| {
            s.logarithmic(true)
        });
    });
    let shape = generator.shape;
    let most = shape.spec().most_noise;
    number_row(ui, Parameter::Noise, setup, |ui, noise| {
        slider(ui, noise, &mut new.noise, 0.0..=most, |s| s.step_by(0.01));
    });
    if shape.takes(Argument::Factor) {
        number_row(ui, Parameter::Factor, setup, |ui, factor| {
            slider(ui, factor, &mut new.factor, 0.0..=0.99, |s| s.step_by(0.01));
        });
    }
    if shape.takes(Argument::Centers) {
        number_row(ui, Parameter::Clusters, setup, |ui, clusters| {
            slider(ui, clusters, &mut new.centers, 1..=10, |s| s);
        });
    }
    number_row(ui, Parameter::Seed, setup, |ui, seed| {
        let help = "Draws another sample of the same shape, to see what is chance in the picture";
        seed_field(ui, seed, &mut new.random_state, ("Another seed", help));
    });
    if new != *generator {
        out.push(Command::Edit(Edit::Generator(new)));
    }
}

/// Noise that is added to any table, and how much of it.
pub(super) fn noise_rows(ui: &mut Ui, setup: &Setup, out: &mut Vec<Command>) {
    let title = setup.added_noise.map_or("None", |noise| noise.kind.title());
    named_choice(ui, Parameter::AddNoise, setup, title, out);
    let Some(mut noise) = setup.added_noise else {
        return;
    };
    number_row(ui, Parameter::NoiseAmount, setup, |ui, amount| {
        let amount = Quantity {
            rule: noise.kind.rule(),
            ..amount
        };
        let kind = noise.kind;
        let most = match kind {
            NoiseKind::Gaussian => 100.0,
            NoiseKind::SaltPepper => 1.0,
        };
        slider(ui, amount, &mut noise.amount, 0.0..=most, |s| match kind {
            // The data are in any unit.
            NoiseKind::Gaussian => s.logarithmic(true).smallest_positive(1e-3),
            NoiseKind::SaltPepper => s.step_by(0.01),
        });
    });
    number_row(ui, Parameter::NoiseSeed, setup, |ui, seed| {
        let help = "Draws other noise of the same amount, to see what is chance in the picture";
        seed_field(ui, seed, &mut noise.seed, ("Other noise", help));
    });
    if Some(noise) != setup.added_noise {
        out.push(Command::Edit(Edit::AddNoise(Some(noise))));
    }
}

/// A seed to be typed, with a button for the next one.
fn seed_field(ui: &mut Ui, quantity: Quantity, seed: &mut u32, (next, help): (&str, &str)) {
    let width = ui.available_width() - theme::ROW - theme::GAP;
    ui.spacing_mut().item_spacing.x = theme::GAP;
    let field = NumberField {
        read: &|text| quantity.read(text),
        speed: 0.1,
        range: 0.0..=f64::from(u32::MAX),
        suffix: "",
    };
    field.show(ui, seed, width);
    if icon_button(ui, icon::DICES, next, help).clicked() {
        *seed = seed.wrapping_add(1);
    }
}

fn label_row(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let columns = table.columns();
    let chosen = &app.setup().columns.label;
    let text = match chosen {
        LabelChoice::Auto => match (table.labels_beside(), table.label_column(chosen)) {
            (Some(name), _) => name,
            (None, Ok(Some(i))) => columns[i].name.as_str(),
            _ => "None found",
        },
        LabelChoice::None => "None",
        LabelChoice::Column(name) => &brief(name),
    };
    explained_row(ui, "Colour by", LABEL, None, |ui| {
        choice(ui, "label", text, |ui| {
            let mut option = |ui: &mut Ui, label: LabelChoice, text: &str, help: &str| {
                if list_entry(ui, *chosen == label, text, help) {
                    out.push(Command::Edit(Edit::Label(label)));
                }
            };
            let automatic = "The column that looks like a class, if there is one";
            option(ui, LabelChoice::Auto, "Automatic", automatic);
            let none = "All points in one colour; every numeric column can be a feature";
            option(ui, LabelChoice::None, "None", none);
            ui.separator();
            for column in columns {
                let help = format!("Colours the points by {}", column.name);
                let label = LabelChoice::Column(column.name.clone());
                option(ui, label, &column.name, &help);
            }
        });
    });
}

/// The list of features, one checkbox each.
fn feature_row(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let chosen = &app.setup().columns;
    let label = table.label_column(&chosen.label).ok().flatten();
    let used = table.feature_columns(chosen).unwrap_or_default();
    let candidates: Vec<(usize, &str)> = table
        .columns()
        .iter()
        .enumerate()
        .filter(|(i, column)| column.is_numeric() && Some(*i) != label)
        .map(|(i, column)| (i, column.name.as_str()))
        .collect();
    let select = |keep: &dyn Fn(usize) -> bool| {
        let names = candidates.iter().filter(|(i, _)| keep(*i));
        Command::Edit(Edit::Features(Some(
            names.map(|(_, name)| (*name).to_owned()).collect(),
        )))
    };
    explained_row(ui, "Features", FEATURES, None, |ui| {
        let text = format!("{} of {}", used.len(), candidates.len());
        checklist(ui, "features", text, |ui| {
            ui.horizontal(|ui| {
                let all = "Every numeric column but the label";
                if explained_button(ui, "All", all).clicked() {
                    out.push(Command::Edit(Edit::Features(None)));
                }
                let none = "No column, to tick a few from the start";
                if explained_button(ui, "None", none).clicked() {
                    out.push(select(&|_| false));
                }
            });
            ui.separator();
            for (i, name) in &candidates {
                let mut on = used.contains(i);
                let help = format!("Whether {name} takes part in both PCAs");
                if tick(ui, &mut on, name, &help) {
                    out.push(select(&|j| if j == *i { on } else { used.contains(&j) }));
                }
            }
        });
    });
}
