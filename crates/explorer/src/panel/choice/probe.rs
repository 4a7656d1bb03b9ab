//! Choices of the probe and of the arrows of a feature.

use super::entry::{ChoiceEntry, Offered::With, entry};
use crate::{
    analysis::Analysis,
    panel::{Control, Panel},
    setup::{Paths, ProbeView, View},
};

pub(super) fn probe() -> ChoiceEntry {
    entry(
        "Probe on or off",
        "A point to drag in the input: its image moves in linear and kernel PCA, with lines to the rows that \
         weigh most in its scores",
        (With(Control::Probe), Panel::Input),
        |view| view.probe.shown = !view.probe.shown,
    )
    .ticked("Probe", |view| view.probe.shown)
    .unless(no_features)
}

pub(super) fn probe_paths() -> ChoiceEntry {
    entry(
        "Paths of the probe on or off",
        "Lines along which the probe's image goes as one feature runs through its range and the others stay",
        (With(Control::Probe), Panel::Kpca),
        |view| {
            let ProbeView { shown, paths, .. } = &mut view.probe;
            *paths = match *paths {
                Paths::None => Paths::Strongest,
                paths if !*shown => paths,
                Paths::Feature(_) | Paths::Strongest => Paths::None,
            };
            *shown = true;
        },
    )
    .unless(no_features)
}

pub(super) fn arrows() -> ChoiceEntry {
    entry(
        "Arrows of a feature on or off",
        "At a sample of rows, where the scores go as one feature grows: the gradient, which bends in kernel PCA \
         and is the same everywhere in linear PCA",
        (With(Control::Arrows), Panel::Kpca),
        |view| {
            let first = view.input[0];
            view.probe.arrows = view.probe.arrows.is_none().then_some(first);
        },
    )
    .ticked("Arrows of a feature", |view| view.probe.arrows.is_some())
    .unless(no_features)
}

fn no_features(_: &View, analysis: Option<&Analysis>) -> Option<&'static str> {
    let lacks = analysis.is_some_and(|analysis| !analysis.dataset.has_features());
    lacks.then_some("these data have no features")
}
