//! Dialog that saves an animation: the parameter and its range, the look, and the destination.

use egui::Ui;

use super::{
    dialog_parts::{file_row, pixel_fields, save_row, title},
    number_field::NumberField,
    theme,
    widgets::{
        choice, choice_of, explained_row, list_entry, row, row_enabled, segmented, slider, tick_box,
    },
};
use crate::app::{AnimationOptions, App, Command, Dialog, ReelForm};
use chart::Tone;
use explorer::{panel::Panel, presented::Presented};
use kernel_pca::typed::{NamedNumber, NumberRange};

/// Least and largest number of pixels along a side of an animation's pictures.
const SIDE: [u32; 2] = [100, 4000];
/// Width of a field for a number, in points.
const NUMBER_WIDTH: f32 = 72.0;

const THROUGH: &str = "What runs through its range while all else stays as it is";
const RANGE: &str = "Its first value and its last one";
const PICTURES: &str = "How many values are drawn, both ends among them; of equal ratios where only the ratio \
                        of two values counts";
const SPEED: &str = "How many frames are shown in a second";
const PANELS: &str = "What each picture shows";

pub(super) fn show(ui: &mut Ui, app: &App, options: &AnimationOptions, out: &mut Vec<Command>) {
    let mut new = options.clone();
    title(ui, "Save animation");
    range(ui, app, &mut new);
    look(ui, app, &mut new);
    row(ui, "", |ui| {
        let said = new.length().unwrap_or_else(|problem| problem);
        ui.label(theme::small(said).weak());
    });
    let ending = match new.form {
        ReelForm::Gif => ".gif",
        ReelForm::Numbered => "/",
        ReelForm::Sheet => ".png, .svg or .pdf",
    };
    let entered = file_row(ui, &mut new.to, ending, out);
    let target = new
        .reel()
        .map_or_else(|_| new.target(), |reel| reel.pattern());
    if save_row(ui, app, &mut new.to, &target, entered, None, out) {
        out.push(Command::SaveAnimation(new));
    } else if new != *options {
        out.push(Command::Show(Dialog::Animation(new)));
    }
}

fn range(ui: &mut Ui, app: &App, new: &mut AnimationOptions) {
    let setup = app.setup();
    let now = new.parameter;
    explained_row(ui, "Through", THROUGH, None, |ui| {
        let all = setup.view.sweepable(&setup.kernel).into_iter();
        let all = all.map(|(parameter, method)| {
            let help = format!(
                "{} of {}",
                parameter.name(),
                method.presented().title_in_text
            );
            ((parameter, method), parameter.symbol(), help)
        });
        let current = (now, new.method);
        if let Some((parameter, method)) =
            choice_of(ui, "Through", now.symbol(), Some(&current), all)
        {
            let chosen = AnimationOptions {
                parameter,
                method,
                ..new.clone()
            };
            *new = app.through_its_range(chosen);
        }
    });
    explained_row(ui, "From", RANGE, None, |ui| {
        let parameter = new.parameter;
        let field = |ui: &mut Ui, name: &'static str, value: &mut f64| {
            let quantity = NamedNumber::new(name, parameter.rule());
            let field = NumberField {
                read: &|text| quantity.read(text),
                speed: (value.abs() * 0.01).max(1e-6),
                range: -1e9..=1e9,
                suffix: "",
            };
            field.show(ui, value, NUMBER_WIDTH).accessible_name(name);
        };
        field(ui, "First value", &mut new.from);
        ui.label("to");
        field(ui, "Last value", &mut new.to_value);
    });
    explained_row(ui, "Pictures", PICTURES, None, |ui| {
        let most = AnimationOptions::MOST_PICTURES;
        let quantity = NamedNumber::new("The number of pictures", NumberRange::Whole(1, most));
        slider(ui, quantity, &mut new.pictures, 2..=200, |s| s);
    });
    let still = (new.form == ReelForm::Sheet).then_some("a sheet stands still");
    row_enabled(ui, "", still, |ui| {
        let help = "From the last picture it goes back to the first";
        tick_box(ui, &mut new.timing.there_and_back, "There and back", help);
    });
    let axes = "All pictures have the same axes, which show the data of every one, or each shows as far as its own reach";
    explained_row(ui, "Axes", axes, None, |ui| {
        let choices = [
            (
                false,
                "held",
                "The same in all pictures, so that sizes can be compared",
            ),
            (true, "zoom", "As far as the data of each picture reach"),
        ];
        segmented(ui, &mut new.zoom, &choices);
    });
}

fn look(ui: &mut Ui, app: &App, new: &mut AnimationOptions) {
    let still = (new.form == ReelForm::Sheet).then_some("a sheet stands still");
    explained_row(ui, "Frames/s", SPEED, still, |ui| {
        let most = AnimationOptions::MOST_FPS;
        let quantity =
            NamedNumber::new("The number of frames a second", NumberRange::Whole(1, most));
        slider(
            ui,
            quantity,
            &mut new.timing.fps,
            1.0..=f64::from(most),
            |s| s.step_by(1.0),
        );
    });
    explained_row(ui, "Panels", PANELS, None, |ui| {
        let seen = app.visible();
        let name = match new.figure.panels[..] {
            [one] => one.title().to_owned(),
            _ => "All in sight".to_owned(),
        };
        choice(ui, "Panels", name, |ui| {
            let all = new.figure.panels == seen;
            let help = "Every panel that is in sight";
            if list_entry(ui, all, "All in sight", help) {
                new.figure.panels.clone_from(&seen);
            }
            for panel in &seen {
                let alone = new.figure.panels == [*panel];
                if list_entry(ui, alone, Panel::title(*panel), panel.spec().about()) {
                    new.figure.panels = vec![*panel];
                }
            }
        });
    });
    row(ui, "Size", |ui| {
        pixel_fields(ui, [&mut new.figure.width, &mut new.figure.height], SIDE);
        ui.label("px");
    });
    row(ui, "Theme", |ui| {
        let tones = [
            (Tone::Light, "light", "Dark text on white"),
            (Tone::Dark, "dark", "Light text on black"),
        ];
        segmented(ui, &mut new.figure.tone, &tones);
    });
    row(ui, "Write", |ui| {
        let forms = [
            (
                ReelForm::Gif,
                "a GIF",
                "One file that moves wherever it is shown, with 256 colours for all frames",
            ),
            (
                ReelForm::Numbered,
                "PNGs",
                "A numbered file for each frame, in a folder, for programs that make films of them",
            ),
            (
                ReelForm::Sheet,
                "a sheet",
                "One figure with all pictures side by side, each at half its size",
            ),
        ];
        let mut form = new.form;
        if segmented(ui, &mut form, &forms) {
            new.write_as(form);
        }
    });
}
