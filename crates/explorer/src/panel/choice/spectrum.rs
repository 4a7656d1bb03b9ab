//! Choices of spectra.

use super::entry::{ChoiceEntry, alone, entry};
use crate::panel::Panel;

pub(super) fn log_spectrum() -> ChoiceEntry {
    entry(
        "Logarithmic spectrum on or off",
        "On a logarithmic axis small eigenvalues show, and a spectrum that falls by a constant factor is a \
         straight line",
        alone(Panel::Spectrum),
        |view| view.spectrum_log = !view.spectrum_log,
    )
    .ticked("Logarithmic", |view| view.spectrum_log)
    .called("axis scale log10")
}

pub(super) fn eigenvalues() -> ChoiceEntry {
    entry(
        "Eigenvalues themselves on or off",
        "Draws kernel PCA’s eigenvalues λ themselves. Those of linear PCA are in other units, so they are left out.",
        alone(Panel::Spectrum),
        |view| view.spectrum_eigenvalues = !view.spectrum_eigenvalues,
    )
    .ticked("Eigenvalues themselves", |view| view.spectrum_eigenvalues)
    .unless(|_, analysis| {
        let all = analysis.is_some_and(|analysis| analysis.full_spectrum.is_some());
        all.then_some("the whole spectrum is drawn as shares")
    })
}

pub(super) fn shuffled_spectrum() -> ChoiceEntry {
    entry(
        "Compare the spectrum with shuffled columns on or off",
        "Draws what the same kernel gives when every column is shuffled by itself (95 % of 20 shufflings). \
         Components above that line show what columns have in common.",
        alone(Panel::Spectrum),
        |view| view.spectrum_shuffled = !view.spectrum_shuffled,
    )
    .ticked("Compare with shuffled columns", |view| view.spectrum_shuffled)
}
