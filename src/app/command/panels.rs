//! Panels: which are seen and where, pinned pictures, and the choices of single panels.

use egui::Key;

use super::{
    entry::{CTRL, CommandEntry, SHIFT, digit, entry},
    obstacles::no_panel,
};
use crate::app::{Aim, App, Arrangement, Choice, Edit};
use explorer::panel::{Letter, Panel};
use tabular::Dataset;

pub(super) fn toggle_maximised(panel: Panel) -> CommandEntry<'static> {
    entry("Maximise {}", "", move |app| {
        app.maximise((app.settings.maximised != Some(panel)).then_some(panel));
    })
    .about(move || panel.title())
    .explained(move || panel.spec().about())
    .keys(CTRL, digit(panel))
    .unless(move |app| no_panel(app, panel))
}

pub(super) fn pin(panel: Option<Panel>) -> CommandEntry<'static> {
    entry(
        "Pin {}",
        "Keeps this picture beside the live one as it is now, with its data and parameters, and says what differs \
         from then on. Up to four can be pinned.",
        move |app| {
            if let Some(panel) = panel.or_else(|| app.looked_at()) {
                app.maximise(None);
                app.edit(Edit::Pin(panel));
            }
        },
    )
    .about(move || panel.map_or("the picture", Panel::title))
    .keys(CTRL, panel.is_none().then_some(Key::P))
    .unless(move |app| no_pin(app, panel))
}

pub(super) fn unpin(letter: Letter) -> CommandEntry<'static> {
    let help = "Takes the pinned picture away; Undo brings it back";
    entry("Unpin {}", help, move |app| {
        if app.settings.maximised == Some(letter.panel()) {
            app.maximise(None);
        }
        app.edit(Edit::Unpin(letter));
    })
    .about(move || letter.to_string())
    .unless(move |app| no_panel(app, letter.panel()))
}

pub(super) fn swap(letter: Letter) -> CommandEntry<'static> {
    entry(
        "Swap {} with the live picture",
        "Data and parameters of the pinned picture become the live ones, and the live picture is pinned in its place",
        move |app| {
            app.edit(Edit::Swap(letter));
            app.fit_plots();
        },
    )
    .about(move || letter.to_string())
    .keys(SHIFT, (letter == Letter::A).then_some(Key::P))
    .unless(move |app| no_panel(app, letter.panel()))
}

pub(super) fn show_gallery(aim: Option<Aim>) -> CommandEntry<'static> {
    entry(
        "Add panel…",
        "All panels by what they answer, drawn from these data: click one, or drag it to where it is to stand",
        move |app| app.show_gallery(aim),
    )
    .keys(CTRL, aim.is_none().then_some(Key::G))
}

pub(super) fn search_gallery(filter: &str) -> CommandEntry<'_> {
    entry("Search panels", "", move |app| {
        if let Some(gallery) = &mut app.gallery {
            filter.clone_into(&mut gallery.filter);
        }
    })
}

pub(super) fn close_gallery() -> CommandEntry<'static> {
    let help = "Brings the controls back; nothing else changes";
    entry("Close the gallery", help, |app| app.gallery = None)
}

pub(super) fn toggle_versus() -> CommandEntry<'static> {
    entry(
        "A against B",
        "A pinned picture and the live one in equal halves; Escape brings the other panels back",
        App::toggle_versus,
    )
    .called("compare comparison versus")
    .keys(SHIFT, Key::A)
    .unless(|app| nothing_looked_at(app).filter(|_| app.setup.view.pinned.is_empty()))
}

pub(super) fn arrange(arrangement: Arrangement) -> CommandEntry<'static> {
    entry("Panels: {}", "", move |app| {
        app.maximise(None);
        app.edit(Edit::Arrange(app.tiles_of(arrangement)));
    })
    .about(move || arrangement.title())
    .explained(move || arrangement.help())
}

pub(super) fn choose(choice: Choice) -> CommandEntry<'static> {
    entry("{}", "", move |app| app.choose(choice))
        .called(choice.called())
        .about(move || choice.label())
        .explained(move || choice.help())
        .unless(move |app| choice.lack(&app.setup.view, app.analysis().map(|it| &**it)))
}

pub(super) fn contours_through(row: Option<usize>) -> CommandEntry<'static> {
    entry(
        "Contours through {} row",
        "Maps show a plane through the features. The columns that are not on its axes are held at this row's values.",
        move |app| {
            if let Some(row) = row.or_else(|| app.selected_rows().next()) {
                app.contours_through(row);
            }
        },
    )
    .about(move || row.map_or("the selected", |_| "this"))
    .unless(move |app| {
        let one = row.is_some() || app.selected_rows().count() == 1;
        match app.dataset().map_or(0, Dataset::d) {
            0..=2 => Some("every column is on an axis already"),
            _ => (!one).then_some("select one row first"),
        }
    })
}

/// Reason why a panel, or the one in the centre of attention, cannot be pinned.
fn no_pin(app: &App, panel: Option<Panel>) -> Option<&'static str> {
    if app.setup.view.free_letter().is_none() {
        return Some("four pictures are pinned: unpin one first");
    }
    match panel {
        None => nothing_looked_at(app),
        Some(panel) => (!panel.can_be_pinned()).then_some("this panel cannot be pinned"),
    }
}

fn nothing_looked_at(app: &App) -> Option<&'static str> {
    let none = app.looked_at().is_none();
    none.then_some("no panel is in sight that can be pinned")
}
