//! Menus of a panel, and of one dot in it.

use egui::{Popup, PopupCloseBehavior, Ui};

use super::{
    axis_picker::{INPUT, axes_row, input_axes, input_depth, lack},
    back_menu,
    command_widgets::{NO_ICON, command_item, entry, named_item},
    explain_menu,
    explained::Explained,
    feature_menu,
    fonts::icon,
    kernel_panel,
    parameter_row::slider_row,
    play, rename, theme,
    widgets::{explained_button, explained_row, scrolling, tick_box},
};
use crate::app::{Aim, App, Choice, Command, Edit, Parameter, Pick, Subject};
use explorer::{
    panel::{Control, Panel},
    setup::{NoveltyView, Side},
    view::shapes_are_needed,
};
use kernel_pca::objects::Labels;

/// Command that shows the same rows in space, or in the plane again, and the panel that does; `None` where there
/// is no third dimension.
pub(super) fn other_dimension(panel: Panel, app: &App) -> Option<(Command, Panel)> {
    let other = panel.in_other_dimension()?;
    let analysis = app.analysis()?;
    let count = match panel.method() {
        Some(method) => analysis.embedding(method).ok()?.eigenvalues().len(),
        None => analysis.dataset.d(),
    };
    let aim = Aim {
        by: panel,
        side: None,
    };
    (count > 2 || panel.is_3d()).then(|| (app.placing(other, aim), other))
}

/// Icon and word for filling the window with the panel, or for bringing the others back.
pub(super) fn maximising(panel: Panel, app: &App) -> (&'static str, &'static str) {
    if app.maximised() == Some(panel) {
        (icon::MINIMIZE_2, "Restore")
    } else {
        (icon::MAXIMIZE_2, "Maximise")
    }
}

/// Draws the menu of one dot.
pub(super) fn row_menu(ui: &mut Ui, row: usize, label: &str, app: &App, out: &mut Vec<Command>) {
    set_width(ui, 240.0);
    let head = label.lines().next().unwrap_or_default();
    ui.label(theme::small(head).weak());
    let select = Command::Select(vec![row], Pick::Replace);
    command_item(ui, app, NO_ICON, Command::ContoursThrough(Some(row)), out);
    named_item(ui, app, NO_ICON, "Select this row", select, out);
}

/// Shows a menu that stays open while numbers are typed and boxes ticked in it, until a command or an entry of a list
/// is chosen or a click is beside it.
pub(super) fn stay_open(popup: Popup<'_>, contents: impl FnOnce(&mut Ui)) {
    popup
        .close_behavior(PopupCloseBehavior::CloseOnClickOutside)
        .show(contents);
}

pub(super) fn menu(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    scrolling(ui, |ui| items(ui, panel, app, out));
}

/// Sets the width of a menu, at most that of the window.
fn set_width(ui: &mut Ui, width: f32) {
    let room = ui.ctx().content_rect().width() - 2.0 * theme::SECTION;
    ui.set_width(width.min(room));
}

fn items(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    // The longest entry in one line: a second line would begin below the icons.
    set_width(ui, 328.0);
    dots(ui, panel, app, out);
    for choice in panel.spec().controls() {
        control(ui, *choice, panel, app, out);
    }
    if !panel.spec().controls().is_empty() {
        ui.separator();
    }
    pinning(ui, panel, app, out);
    if let Some((command, other)) = other_dimension(panel, app) {
        let mut in_space = panel.is_3d();
        let help = "The same rows in space, which can be turned, or in the plane";
        if other != panel && tick_box(ui, &mut in_space, "3-D", help) {
            out.push(command);
            ui.close();
        }
    }
    for (name, side) in [
        ("Show another here…", None),
        ("Add beside…", Some(Side::Right)),
        ("Add below…", Some(Side::Below)),
        ("Add a tab…", Some(Side::Tab)),
    ] {
        let command = Command::ShowGallery(Some(Aim { by: panel, side }));
        if side.is_none() || app.maximised().is_none() {
            named_item(ui, app, NO_ICON, name, command, out);
        }
    }
    if app.maximised().is_none() {
        closing(ui, panel, app, out);
    }
    let mut item = |ui: &mut Ui, icon, label, command| {
        named_item(ui, app, icon, label, command, out);
    };
    let (symbol, verb) = maximising(panel, app);
    item(ui, symbol, verb, Command::ToggleMaximised(panel));
    for (name, thing) in rename::things(&ui.ctx().clone(), panel) {
        item(ui, NO_ICON, name, Command::Rename(thing));
    }
    item(ui, icon::SCAN, "Fit to data", Command::FitPlots);
    ui.separator();
    let subject = Subject::Panel(panel);
    for (icon, name, command) in [
        (icon::SAVE, "Save picture…", Command::AskForPicture(subject)),
        (icon::IMAGE, "Copy picture", Command::CopyPicture(subject)),
        (icon::TABLE, "Export data…", Command::AskForNumbers(panel)),
        (NO_ICON, "Copy data", Command::CopyData(panel)),
    ] {
        item(ui, icon, name, command);
    }
}

/// Draws the entry that pins the picture, or those of a pinned one.
fn pinning(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    let mut item = |label, command| named_item(ui, app, NO_ICON, label, command, out);
    match panel.letter() {
        Some(letter) => {
            item("Make live", Command::Swap(letter));
            item("Unpin", Command::Unpin(letter));
        }
        None if panel.can_be_pinned() => item("Pin this picture", Command::Pin(Some(panel))),
        None => return,
    }
    ui.separator();
}

/// Draws one of the choices that only some panels have.
fn control(ui: &mut Ui, control: Control, panel: Panel, app: &App, out: &mut Vec<Command>) {
    match control {
        Control::InputColumns => {
            explained_row(ui, "Columns", INPUT, lack(app), |ui| {
                input_axes(ui, app, out);
            });
        }
        Control::EditPoints => {
            if app.drawing().is_none() {
                command_item(ui, app, NO_ICON, Command::EditPoints, out);
            }
        }
        Control::InputDepth => {
            explained_row(ui, "and", INPUT, lack(app), |ui| input_depth(ui, app, out));
        }
        Control::Axes => {
            if let Some(method) = panel.method() {
                axes_row(ui, "Axes", method, app, out);
            }
        }
        Control::Choice(choice) => choose(ui, app, choice, out),
        Control::Neighbors => slider_row(ui, Parameter::Neighbors, app, out),
        Control::Diffusion => kernel_panel::diffusion(ui, app, out),
        Control::Novelty => {
            if app.setup().view.novelty_view != NoveltyView::Shares {
                slider_row(ui, Parameter::Confidence, app, out);
            }
            let mut commands = vec![Command::Choose(Choice::UsualNovelty), Command::SelectNovel];
            let new = app.novel_new_rows().map(|_| Command::ListNewRows(true));
            commands.extend(new);
            for command in commands {
                command_item(ui, app, NO_ICON, command, out);
            }
        }
        Control::Probe => feature_menu::probe(ui, app, out),
        Control::Arrows => feature_menu::arrows(ui, app, out),
        Control::FullSpectrum => spectrum_item(ui, app, out),
        Control::Contours => explain_menu::contours(ui, app, out),
        Control::KernelMatrix => explain_menu::kernel_matrix(ui, app, out),
        Control::Separation => explain_menu::separation(ui, app, out),
        Control::Trust => slider_row(ui, Parameter::TrustNeighbors, app, out),
        Control::Sweep | Control::Multiples => {
            explain_menu::sweep(ui, app, control == Control::Sweep, out);
            ui.separator();
            play::menu(ui, app, out);
            for command in [Command::StopSweep, Command::RunSweepAgain] {
                if app.obstacle(&command).is_none() {
                    command_item(ui, app, NO_ICON, command, out);
                }
            }
        }
        Control::Denoising => back_menu::denoising(ui, app, out),
        Control::Reconstruction => back_menu::reconstruction(ui, app, out),
        Control::PreImage => back_menu::pre_image(ui, app, out),
    }
}

/// Draws the entry that removes the panel.
fn closing(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    let help = "Takes this view out of the window; the menu of any other brings it back";
    let is_only = app.setup().view.arrangement().panels().len() == 1;
    if !is_only && explained_button(ui, &entry(NO_ICON, "Close panel"), help).clicked() {
        out.push(Command::Edit(Edit::Close(panel)));
        ui.close();
    }
}

/// Draws the choices of how dots are drawn, those that these data allow.
fn dots(ui: &mut Ui, panel: Panel, app: &App, out: &mut Vec<Command>) {
    let Some(dataset) = app.dataset().filter(|_| panel.has_dots()) else {
        return;
    };
    for choice in Choice::of_dots() {
        match choice {
            Choice::Shapes => shapes(ui, &dataset.labels, app, out),
            // Beside the plots.
            Choice::DotColour(_) => {}
            _ if app.obstacle(&Command::Choose(choice)).is_none() => choose(ui, app, choice, out),
            _ => {}
        }
    }
}

/// Draws the choice of shapes for classes, where there are any.
fn shapes(ui: &mut Ui, labels: &Labels, app: &App, out: &mut Vec<Command>) {
    if !matches!(labels, Labels::Classes { .. }) {
        return;
    }
    // Without shapes many classes would look alike.
    let always = shapes_are_needed(labels);
    let mut shapes = app.setup().view.shapes || always;
    let checkbox = egui::Checkbox::new(&mut shapes, "Shapes for classes");
    let help = Choice::Shapes.help();
    let response = ui.add_enabled(!always, checkbox).explained(help);
    if response.changed() {
        out.push(Command::Edit(Edit::Choose(Choice::Shapes)));
    }
    response.on_disabled_hover_text("With more than eight classes, colours alone are too alike");
}

/// Draws a box to tick for a choice, or its command where it has no box and can be carried out.
pub(super) fn choose(ui: &mut Ui, app: &App, choice: Choice, out: &mut Vec<Command>) {
    let Some((name, mut on)) = choice.check_box(&app.setup().view) else {
        let command = Command::Choose(choice);
        if app.obstacle(&command).is_none() {
            command_item(ui, app, NO_ICON, command, out);
        }
        return;
    };
    if tick_box(ui, &mut on, name, choice.help()) {
        out.push(Command::Edit(Edit::Choose(choice)));
    }
}

/// Draws the entry that computes every eigenvalue, or shows the leading ones again.
fn spectrum_item(ui: &mut Ui, app: &App, out: &mut Vec<Command>) {
    let find = Command::FindSpectrum;
    let command = match app.obstacle(&find) {
        Some(_) if app.shown().is_some() => Command::ForgetSpectrum,
        _ => find,
    };
    command_item(ui, app, NO_ICON, command, out);
}
