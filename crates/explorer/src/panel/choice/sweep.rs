//! Choices of sweeps, of small multiples, and of the number of components that predict a label.

use super::entry::{ChoiceEntry, Offered::With, entry};
use crate::{
    panel::{Control, Panel},
    setup::SweepCurves,
};

pub(super) fn curves(curves: SweepCurves) -> ChoiceEntry {
    let (label, help) = match curves {
        SweepCurves::Shares => (
            "Sweep: curves of explained variance",
            "How well the first components predict the label, and the variance that two of them have",
        ),
        SweepCurves::Components => (
            "Sweep: curve of the number of components",
            "How many components reach the threshold α",
        ),
        SweepCurves::Eigenvalues => (
            "Sweep: curves of eigenvalues",
            "The ten largest eigenvalues, on a logarithmic axis",
        ),
        SweepCurves::HeldOut => (
            "Sweep: curves of held-out rows",
            "How well rows that were held out are predicted, and with how large an error they come back to the \
             input: five folds for each γ, with marks at the best",
        ),
        SweepCurves::PreImages => (
            "Sweep: curve of pre-images",
            "Mean squared error of the rows' pre-images in the input, by ridge regression with α = 1, in the units of \
             the data: a way to choose without labels",
        ),
    };
    let chosen = entry(
        label,
        help,
        (With(Control::Sweep), Panel::Sweep),
        move |view| {
            view.sweep.curves = curves;
        },
    );
    match curves {
        SweepCurves::HeldOut => chosen.called("cross-validation folds error pre-image preimage"),
        SweepCurves::PreImages => chosen.called("reconstruction error mse preimage"),
        _ => chosen,
    }
}

pub(super) fn multiples(count: usize) -> ChoiceEntry {
    entry(
        format!("Small multiples: {count} pictures"),
        "At how many values, evenly spread over the range, the picture is shown",
        (With(Control::Multiples), Panel::Multiples),
        move |view| view.sweep.multiples = count,
    )
    .unless(|view, _| {
        let is_grid = view.sweep.second.is_some();
        is_grid.then_some("the pictures stand in a grid, which has sides")
    })
}

pub(super) fn multiples_grid(side: usize) -> ChoiceEntry {
    entry(
        format!("Small multiples: grid of {side} × {side}"),
        "At how many values of both, evenly spread over their ranges",
        (With(Control::Multiples), Panel::Multiples),
        move |view| view.sweep.side = side,
    )
    .unless(|view, _| {
        let is_grid = view.sweep.second.is_some();
        (!is_grid).then_some("choose what differs from row to row first")
    })
}

pub(super) fn predict_from(q: usize) -> ChoiceEntry {
    entry(
        match q {
            1 => "Predict the label from 1 component".to_owned(),
            q => format!("Predict the label from {q} components"),
        },
        "How many components predict the label for the number in the title. More can only be needed where two don't \
         suffice.",
        (With(Control::Separation), Panel::Separation),
        move |view| view.separation_components = q,
    )
    .called("accuracy separation")
}
