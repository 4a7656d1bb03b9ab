//! Choices of the way back from feature space: pre-images, denoising and reconstruction errors.

use super::entry::{ChoiceEntry, Offered::With, entry};
use crate::{
    panel::{Control, Panel, way},
    setup::{ErrorSpace, Others, PreImageView},
};
use kernel_pca::preimage::PreImageMethod;

pub(super) fn pre_image_others(others: Others) -> ChoiceEntry {
    let (label, help) = match others {
        Others::Zero => (
            "Pre-images: other components at 0".to_owned(),
            "The point lies in the plane of the components that the plot of kernel PCA shows",
        ),
        Others::Nearest => (
            "Pre-images: other components as in the nearest row".to_owned(),
            OF_A_ROW,
        ),
        Others::Row(row) => (
            format!("Pre-images: other components as in row {}", row + 1),
            OF_A_ROW,
        ),
    };
    let place = (With(Control::PreImage), Panel::PreImages);
    let chosen = entry(label, help, place, move |view| {
        view.pre_image.others = others;
    });
    chosen.unless(move |_, analysis| match (others, analysis) {
        (Others::Row(row), Some(analysis)) => {
            (row >= analysis.dataset.n()).then_some("the data have fewer rows")
        }
        _ => None,
    })
}

pub(super) fn pre_image_back() -> ChoiceEntry {
    entry(
        "Pre-images: put the points back",
        "The point of kernel PCA stands at the mean of the images, that of linear PCA at the row nearest to it",
        (With(Control::PreImage), Panel::PreImages),
        |view| {
            let PreImageView { at, linear_at, .. } = PreImageView::default();
            (view.pre_image.at, view.pre_image.linear_at) = (at, linear_at);
        },
    )
    .unless(|view, _| {
        let PreImageView { at, linear_at, .. } = view.pre_image;
        (at == [0.0; 2] && linear_at.is_none()).then_some("no point was dragged")
    })
}

pub(super) fn denoise_by(method: PreImageMethod) -> ChoiceEntry {
    entry(
        format!("Denoise by {}", way(method)),
        match method {
            PreImageMethod::Ridge => {
                "Cleaned rows are learnt from the training rows, as scikit-learn's inverse_transform does"
            }
            PreImageMethod::Mika => {
                "Each row moves repeatedly to a weighted mean of the training rows (fixed point); for the RBF kernel"
            }
            PreImageMethod::Gradient => {
                "Each row descends to where its image is nearest to its projection; for smooth kernels"
            }
            PreImageMethod::KwokTsang => {
                "Cleaned rows are placed by their distances to the ten nearest; for the RBF kernel"
            }
        },
        (With(Control::Denoising), Panel::Denoising),
        move |view| view.denoising.method = method,
    )
}

pub(super) fn denoise_from(q: usize) -> ChoiceEntry {
    entry(
        match q {
            1 => "Denoise from 1 component".to_owned(),
            q => format!("Denoise from {q} components"),
        },
        "From how many components each row is rebuilt. Few leave out noise and much else, many bring the noise back.",
        (With(Control::Denoising), Panel::Denoising),
        move |view| view.denoising.components = q,
    )
}

pub(super) fn errors_in(space: ErrorSpace) -> ChoiceEntry {
    let (label, help) = match space {
        ErrorSpace::Feature => (
            "Reconstruction error in feature space",
            "How far images are from their projections on the first q components, as a share of the total \
                 variance",
        ),
        ErrorSpace::Input => (
            "Reconstruction error in the input",
            "How far rows are from what q components rebuild of them, in the units of the data: kernel PCA \
                 goes back by ridge regression",
        ),
    };
    let place = (With(Control::Reconstruction), Panel::ReconstructionError);
    let chosen = entry(label, help, place, move |view| {
        view.reconstruction_space = space;
    });
    match space {
        ErrorSpace::Input => chosen.called("pre-image preimage residual"),
        ErrorSpace::Feature => chosen,
    }
}

const OF_A_ROW: &str =
    "The point has the scores of a row in the components that the plot does not show";
