//! Computations: the full spectrum, sweeps, fits, errands beside the picture, and the memory for all of it.

use egui::Key;

use super::{
    entry::{CommandEntry, NONE, entry},
    obstacles::{no_picture, nothing_swept},
};
use crate::app::{App, Consequence};

pub(super) fn find_spectrum() -> CommandEntry<'static> {
    entry(
        "Full spectrum",
        "Computes all n eigenvalues, not only the leading ones. With thousands of rows this takes a while, and it can \
         be given up.",
        App::find_spectrum,
    )
    .unless(|app| {
        let is_asked_for = app.spectrum.is_asked_for();
        let asked = is_asked_for.then_some("it is asked for already");
        asked.or_else(|| no_picture(app))
    })
}

pub(super) fn forget_spectrum() -> CommandEntry<'static> {
    entry(
        "Leading eigenvalues only",
        "Goes back to the eigenvalues of the components",
        App::forget_spectrum,
    )
    .unless(|app| {
        let shown = "only the leading eigenvalues are shown";
        (!app.spectrum.is_asked_for()).then_some(shown)
    })
}

pub(super) fn toggle_play() -> CommandEntry<'static> {
    entry(
        "Play the sweep or pause it",
        "Lets the parameter of the sweep run through its range while the picture follows. Any touch stops it where it \
         stands.",
        App::toggle_play,
    )
    .keys(NONE, Key::Space)
    .unless(nothing_swept)
}

pub(super) fn stop_sweep() -> CommandEntry<'static> {
    let help = "Gives up the sweep; the values that are known stay";
    entry("Stop the sweep", help, App::stop_sweep).unless(|app| {
        let none = app.sweep_under_way().is_none();
        none.then_some("no sweep is being computed")
    })
}

pub(super) fn run_sweep_again() -> CommandEntry<'static> {
    entry(
        "Run the sweep again",
        "Computes the sweep that was stopped, from its first value on",
        App::run_sweep_again,
    )
    .unless(|app| (!app.sweep_is_stopped()).then_some("no sweep was stopped"))
}

pub(super) fn toggle_gamma_marks() -> CommandEntry<'static> {
    entry(
        "Marks for γ",
        "Rules for γ are asked in the background, and their answers marked at its slider",
        |app| app.settings.gamma_marks = !app.settings.gamma_marks,
    )
}

pub(super) fn stop_errand() -> CommandEntry<'static> {
    entry(
        "Stop saving and drawing beside the picture",
        "Gives up what the status line names, such as a figure that is being saved; nothing is written",
        App::stop_errand,
    )
    .unless(App::errand_obstacle)
}

pub(super) fn stop_fit() -> CommandEntry<'static> {
    entry(
        "Stop the fit",
        "Gives up the computation under way. The last picture stays until something is changed, or until the fit is \
         run again.",
        |app| {
            app.stop_playing();
            app.stop_fit();
        },
    )
    .unless(|app| {
        let none = app.pace.busy_since().is_none();
        none.then_some("nothing is being computed")
    })
}

pub(super) fn run_fit_again() -> CommandEntry<'static> {
    entry(
        "Run the fit again",
        "Computes what was stopped, with the parameters that are set. Changing any of them does so too.",
        App::run_fit_again,
    )
    .unless(|app| (!app.pace.is_stopped()).then_some("no fit was stopped"))
}

pub(super) fn limit_memory(mebibytes: Option<u32>) -> CommandEntry<'static> {
    entry("Limit memory", "", move |app| {
        app.settings.memory_mib = mebibytes;
        app.pace.changed(Consequence::Refit, app.now);
    })
}
