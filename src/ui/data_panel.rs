//! Which data: source, generator parameters, columns, scaling.

use egui::{Button, DragValue, Ui};

use super::{
    fonts::icon,
    theme,
    widgets::{checklist, choice, icon_button, row, section, slider},
};
use crate::{
    app::{App, Command, Edit, is_session},
    data::{Builtin, Generator, LabelChoice, Scaling, Shape, Source, Table},
};

const MAX_SAMPLES: usize = 5000;

pub(super) fn show(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    section(ui, icon::DATABASE, "Data", |ui| {
        let setup = app.setup();
        row(ui, "Source", |ui| source(ui, app, out));
        if let Source::Generated(generator) = &setup.source {
            generator_rows(ui, generator, out);
        }
        if let Some(table) = app.table() {
            if !matches!(setup.source, Source::Generated(_)) {
                label_row(ui, app, table, out);
            }
            feature_row(ui, app, table, out);
        }
        row(ui, "Scaling", |ui| {
            choice(ui, "scaling", setup.scaling.title(), |ui| {
                for scaling in Scaling::ALL {
                    let selected = setup.scaling == scaling;
                    if ui.selectable_label(selected, scaling.title()).clicked() {
                        out.push(Command::Edit(Edit::Scaling(scaling)));
                    }
                }
            });
        });
    });
}

fn source(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let current = &app.setup().source;
    choice(ui, "source", current.to_string(), |ui| {
        let mut option = |ui: &mut Ui, source: Source, selected: bool| {
            if ui.selectable_label(selected, source.to_string()).clicked() && !selected {
                out.push(Command::Edit(Edit::Source(source)));
            }
        };
        group_name(ui, "Generated");
        for shape in Shape::ALL {
            let selected = matches!(current, Source::Generated(g) if g.shape == shape);
            option(ui, Source::Generated(starting(shape)), selected);
        }
        ui.separator();
        group_name(ui, "Tables");
        for builtin in Builtin::ALL {
            let selected = *current == Source::Builtin(builtin);
            option(ui, Source::Builtin(builtin), selected);
        }
        ui.separator();
        let recent = app.settings().recent.iter();
        for path in recent.filter(|path| !is_session(path)) {
            let selected = matches!(current, Source::File(p) if p == path);
            let name = Source::File(path.clone()).to_string();
            let response = ui
                .selectable_label(selected, name)
                .on_hover_text(path.display().to_string());
            if response.clicked() {
                out.push(Command::OpenPath(path.clone()));
            }
        }
        if ui
            .button(format!("{}  Open file…", icon::FOLDER_OPEN))
            .clicked()
        {
            out.push(Command::Open);
            ui.close();
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

/// A generator worth looking at: scikit-learn's defaults, but for the noise and the size.
fn starting(shape: Shape) -> Generator {
    let defaults = Generator::new(shape);
    match shape {
        Shape::Moons => Generator {
            n_samples: 500,
            noise: 0.05,
            ..defaults
        },
        Shape::Circles => Generator {
            n_samples: 500,
            noise: 0.05,
            factor: 0.3,
            ..defaults
        },
        Shape::SwissRoll => Generator {
            n_samples: 800,
            ..defaults
        },
        Shape::Blobs => Generator {
            n_samples: 400,
            ..defaults
        },
    }
}

fn generator_rows(ui: &mut Ui, generator: &Generator, out: &mut Vec<Command>) {
    let mut new = generator.clone();
    row(ui, "Points n", |ui| {
        slider(ui, &mut new.n_samples, 10..=MAX_SAMPLES, |s| {
            s.logarithmic(true)
                .custom_formatter(|v, _| format!("{v:.0}"))
        });
    });
    let blobs = generator.shape == Shape::Blobs;
    let (noise, most) = if blobs {
        ("Spread", 4.0)
    } else {
        ("Noise", 1.0)
    };
    row(ui, noise, |ui| {
        slider(ui, &mut new.noise, 0.0..=most, |s| s.step_by(0.01));
    });
    if generator.shape == Shape::Circles {
        row(ui, "Radius ratio", |ui| {
            slider(ui, &mut new.factor, 0.0..=0.99, |s| s.step_by(0.01));
        });
    }
    if blobs {
        row(ui, "Clusters", |ui| {
            slider(ui, &mut new.centers, 1..=10, |s| s);
        });
    }
    row(ui, "Seed", |ui| {
        let width = ui.available_width() - theme::ROW - theme::GAP;
        ui.spacing_mut().item_spacing.x = theme::GAP;
        ui.add_sized(
            [width, theme::ROW],
            DragValue::new(&mut new.random_state).speed(0.1),
        );
        if icon_button(ui, icon::DICES, "Another seed").clicked() {
            new.random_state = new.random_state.wrapping_add(1);
        }
    });
    if new != *generator {
        out.push(Command::Edit(Edit::Generator(new)));
    }
}

fn label_row(ui: &mut Ui, app: &App, table: &Table, out: &mut Vec<Command>) {
    let columns = table.columns();
    let chosen = &app.setup().columns.label;
    let text = match chosen {
        LabelChoice::Auto => match table.label_column(chosen) {
            Ok(Some(i)) => columns[i].name.as_str(),
            _ => "None found",
        },
        LabelChoice::None => "None",
        LabelChoice::Column(name) => name,
    };
    row(ui, "Colour by", |ui| {
        choice(ui, "label", text, |ui| {
            let mut option = |ui: &mut Ui, label: LabelChoice, text: &str| {
                if ui.selectable_label(*chosen == label, text).clicked() {
                    out.push(Command::Edit(Edit::Label(label)));
                }
            };
            option(ui, LabelChoice::Auto, "Automatic");
            option(ui, LabelChoice::None, "None");
            ui.separator();
            for column in columns {
                option(ui, LabelChoice::Column(column.name.clone()), &column.name);
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
    row(ui, "Features", |ui| {
        let text = format!("{} of {}", used.len(), candidates.len());
        checklist(ui, "features", text, |ui| {
            ui.horizontal(|ui| {
                if ui.add(Button::new("All")).clicked() {
                    out.push(Command::Edit(Edit::Features(None)));
                }
                if ui.add(Button::new("None")).clicked() {
                    out.push(select(&|_| false));
                }
            });
            ui.separator();
            for (i, name) in &candidates {
                let mut on = used.contains(i);
                if ui.checkbox(&mut on, *name).changed() {
                    out.push(select(&|j| if j == *i { on } else { used.contains(&j) }));
                }
            }
        });
    });
}
