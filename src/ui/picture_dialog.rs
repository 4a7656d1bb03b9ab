//! The dialog that saves a figure: where, how large, in which theme.

use egui::{Align, DragValue, Layout, Ui};

use super::{
    dialogs::{focused_field, save_row, title},
    theme,
    widgets::{row, segmented},
};
use crate::{
    app::{Command, Dialog, PictureOptions, Subject},
    view::Tone,
};

pub(super) fn show(ui: &mut Ui, options: &PictureOptions, out: &mut Vec<Command>) {
    let mut new = options.clone();
    let mut path = options.to.path.clone();
    title(
        ui,
        &match options.subject {
            Subject::AllPanels => "Save picture".to_owned(),
            Subject::Panel(panel) => format!("Save picture of {}", panel.title()),
        },
    );
    let mut entered = false;
    row(ui, "File", |ui| {
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button("Browse…").clicked() {
                out.push(Command::BrowsePicture);
            }
            entered = focused_field(ui, &mut path, "File", "figure.png, .svg or .pdf");
        });
    });
    row(ui, "Size", |ui| {
        let side = |value| {
            DragValue::new(value)
                .range(100..=20_000)
                .speed(4.0)
                .suffix(" px")
        };
        ui.add(side(&mut new.width)).accessible_name("Width");
        ui.label("×");
        ui.add(side(&mut new.height)).accessible_name("Height");
        let dpi = DragValue::new(&mut new.dpi).range(36..=1200).suffix(" dpi");
        ui.add(dpi).accessible_name("Resolution");
    });
    row(ui, "Theme", |ui| {
        if let Some(tone) = segmented(
            ui,
            new.tone,
            &[(Tone::Light, "light"), (Tone::Dark, "dark")],
        ) {
            new.tone = tone;
        }
    });
    row(ui, "Background", |ui| {
        ui.checkbox(&mut new.transparent, "transparent");
    });
    new.to.retype(path);
    ui.add_space(theme::SPACE);
    let target = new.target();
    if save_row(ui, &mut new.to, &target, entered, out) {
        out.push(Command::SavePicture(new));
    } else if new != *options {
        out.push(Command::Show(Dialog::SavePicture(new)));
    }
}
