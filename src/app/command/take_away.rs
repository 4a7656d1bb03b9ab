//! Entries of the commands that take something away: pictures, tables, animations, scripts, and the setup as a line, an address
//! or a step.

use egui::Key;

use super::{
    entry::{CTRL, CommandEntry, SHIFT, entry},
    obstacles::{no_panel, no_picture, nothing_selected, nothing_swept},
};
use crate::{
    app::{AnimationOptions, App, PictureOptions, Subject, TableKind, TableOptions},
    platform::link,
};
use explorer::panel::Panel;
use scripts::Language;
use tabular::Source;

pub(super) fn ask_for_picture(subject: Subject) -> CommandEntry<'static> {
    match subject {
        Subject::AllPanels => entry(
            "Save picture…",
            "Saves the panels on the screen as PNG, SVG or PDF, in a size of your choice",
            move |app| app.ask_for_picture(subject),
        )
        .called("figure export png svg pdf image slide screenshot plot")
        .keys(CTRL, Key::S)
        .unless(no_picture),
        Subject::Panel(panel) => entry(
            "Save picture of {}…",
            "Saves this panel alone as PNG, SVG or PDF, in a size of your choice",
            move |app| app.ask_for_picture(subject),
        )
        .about(move || panel.title())
        .unless(move |app| no_panel(app, panel).or_else(|| no_picture(app))),
    }
}

pub(super) fn save_picture(options: &PictureOptions) -> CommandEntry<'_> {
    entry(
        "Save picture",
        "Draws the figure anew at its full size and writes the file",
        move |app| app.save_picture(options.clone()),
    )
    .unless(no_picture)
}

pub(super) fn copy_figure(options: &PictureOptions) -> CommandEntry<'_> {
    entry(
        "Copy picture as shown",
        "Copies the figure of the preview, ready to be pasted",
        move |app| app.copy_figure(options, false),
    )
}

pub(super) fn copy_figure_svg(options: &PictureOptions) -> CommandEntry<'_> {
    entry(
        "Copy picture as SVG",
        "Copies the figure of the preview as the text of an SVG, which drawing programs and editors take",
        move |app| app.copy_figure(options, true),
    )
}

pub(super) fn copy_picture(subject: Subject) -> CommandEntry<'static> {
    match subject {
        Subject::AllPanels => entry(
            "Copy picture",
            "Copies the panels on the screen as an image, ready to be pasted into slides",
            move |app| app.copy_picture(subject),
        )
        .keys(SHIFT, Key::C)
        .unless(no_picture),
        Subject::Panel(panel) => entry(
            "Copy picture of {}",
            "Copies this panel alone as an image, ready to be pasted into slides",
            move |app| app.copy_picture(subject),
        )
        .about(move || panel.title())
        .unless(move |app| no_panel(app, panel).or_else(|| no_picture(app))),
    }
    .called("screenshot clipboard image")
}

pub(super) fn ask_for_table(selected: bool) -> CommandEntry<'static> {
    let ask = move |app: &mut App| app.ask_for_table(TableKind::of(Panel::Kpca), selected);
    if selected {
        let help = "Writes the numbers of the selected rows as CSV or NumPy";
        entry("Export selected rows…", help, ask).unless(nothing_selected)
    } else {
        let help =
            "Writes scores, spectrum, kernel matrix or projections of new rows as CSV or NumPy";
        entry("Export table…", help, ask)
            .keys(CTRL, Key::E)
            .unless(no_picture)
    }
}

pub(super) fn ask_for_numbers(panel: Panel) -> CommandEntry<'static> {
    entry(
        "Export data of {}…",
        "Writes the numbers of this panel as CSV or NumPy",
        move |app| app.ask_for_table(TableKind::of(panel), false),
    )
    .about(move || panel.title())
    .unless(move |app| no_numbers(app, panel))
}

pub(super) fn save_table(options: &TableOptions) -> CommandEntry<'_> {
    let help = "Writes the table to the file above";
    entry("Export table", help, move |app| {
        app.save_table(options.clone());
    })
}

pub(super) fn copy_data(panel: Panel) -> CommandEntry<'static> {
    entry(
        "Copy data of {}",
        "Copies what this panel draws as a table, ready for a spreadsheet",
        move |app| app.copy_data(panel),
    )
    .about(move || panel.title())
    .unless(move |app| no_numbers(app, panel))
}

pub(super) fn ask_for_animation() -> CommandEntry<'static> {
    entry(
        "Save animation…",
        "Saves the picture while a parameter runs through a range, as a GIF, as numbered PNGs or side by side on a \
         sheet",
        App::ask_for_animation,
    )
    .called("gif movie video film")
    .unless(nothing_swept)
}

pub(super) fn save_animation(options: &AnimationOptions) -> CommandEntry<'_> {
    entry(
        "Save animation",
        "Draws a picture at each value and writes the files",
        move |app| app.save_animation(options.clone()),
    )
}

pub(super) fn copy_script(language: Language) -> CommandEntry<'static> {
    entry(
        "Copy as {}",
        "Copies a {} script that computes the same numbers and draws the same picture",
        move |app| app.copy_script(language),
    )
    .about(move || language.title())
    .unless(no_picture)
}

pub(super) fn copy_line() -> CommandEntry<'static> {
    entry(
        "Copy setup as a line",
        "Copies data, kernel and view as one line of text, for --setup or to be pasted here",
        App::copy_line,
    )
    .called("share send link")
}

pub(super) fn copy_link() -> CommandEntry<'static> {
    entry(
        "Copy link",
        "Copies an address that shows this picture in a browser",
        App::copy_link,
    )
    .called(LINK)
    .unless(|_| no_link())
}

pub(super) fn copy_link_with_table() -> CommandEntry<'static> {
    entry(
        "Copy link with table",
        "Copies an address that holds this picture and its table, for a table of some kilobytes",
        App::copy_link_with_table,
    )
    .called(LINK)
    .unless(|app| {
        let is_file = matches!(app.setup.source, Source::File(_));
        no_link().or((!is_file).then_some("a link names such data by itself"))
    })
}

const LINK: &str = "share url address send";

pub(super) fn copy_step() -> CommandEntry<'static> {
    entry(
        "Copy view as a lesson’s step",
        "Copies what is shown as text for the file of a lesson: a whole one where no lesson is open, else another step",
        App::copy_step,
    )
}

/// Reason why a panel's numbers cannot be copied or exported; `None` where they can.
fn no_numbers(app: &App, panel: Panel) -> Option<&'static str> {
    let unseen = panel.explains() && !app.visible().contains(&panel);
    let unseen = unseen.then_some("show this panel first");
    no_panel(app, panel).or_else(|| no_picture(app)).or(unseen)
}

fn no_link() -> Option<&'static str> {
    let has_link = link("").is_some();
    (!has_link).then_some("only a page in a browser has an address")
}
