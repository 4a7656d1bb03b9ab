//! Choices of contour maps and of the kernel matrix.

use super::entry::{ChoiceEntry, Offered, Offered::With, entry};
use crate::{
    panel::{Control, Panel},
    setup::{ContourStyle, RowOrder},
};

const CONTOURS: (Offered, Panel) = (With(Control::Contours), Panel::KpcaContours);
const MATRIX: (Offered, Panel) = (With(Control::KernelMatrix), Panel::KernelMatrix);

// Without lines there are bands, and the other way round.
pub(super) fn contour_lines() -> ChoiceEntry {
    entry(
        "Contour lines on or off",
        "Lines along which a component has one value",
        CONTOURS,
        |view| {
            view.contours.style = match view.contours.style {
                ContourStyle::Bands => ContourStyle::Both,
                ContourStyle::Both | ContourStyle::Lines => ContourStyle::Bands,
            };
        },
    )
}

pub(super) fn contour_bands() -> ChoiceEntry {
    entry(
        "Contour bands on or off",
        "Colours between the lines of equal value",
        CONTOURS,
        |view| {
            view.contours.style = match view.contours.style {
                ContourStyle::Lines => ContourStyle::Both,
                ContourStyle::Both | ContourStyle::Bands => ContourStyle::Lines,
            };
        },
    )
}

pub(super) fn contour_points() -> ChoiceEntry {
    entry(
        "Points on contours on or off",
        "The data on top of the maps",
        CONTOURS,
        |view| view.contours.points = !view.contours.points,
    )
    .ticked("Points on top", |view| view.contours.points)
}

pub(super) fn contour_maps(maps: usize) -> ChoiceEntry {
    entry(
        match maps {
            1 => "Contours: one map".to_owned(),
            maps => format!("Contours: {maps} maps"),
        },
        "How many components have a map, side by side",
        CONTOURS,
        move |view| view.contours.maps = maps,
    )
}

pub(super) fn contours_at_means() -> ChoiceEntry {
    entry(
        "Contours at the means",
        "Columns that are not on the maps' axes are held at their means",
        CONTOURS,
        |view| view.contours.at_row = None,
    )
}

pub(super) fn centered_matrix() -> ChoiceEntry {
    entry(
        "Centred kernel matrix on or off",
        "Centring takes the rows' and columns' means away: this is the matrix whose eigenvectors are drawn",
        MATRIX,
        |view| view.kernel_matrix.centered = !view.kernel_matrix.centered,
    )
    .ticked("Centred", |view| view.kernel_matrix.centered)
}

pub(super) fn matrix_order(order: RowOrder) -> ChoiceEntry {
    let (label, help) = match order {
        RowOrder::Source => (
            "Kernel matrix in the order of the file".to_owned(),
            "Rows of the matrix as they stand in the data",
        ),
        RowOrder::Label => (
            "Kernel matrix sorted by label".to_owned(),
            "Rows of one class beside each other: classes that the kernel tells apart are blocks",
        ),
        RowOrder::Component(component) => (
            format!("Kernel matrix sorted by PC{}", component + 1),
            "Rows in the order of a component's scores, which shows what the component orders by",
        ),
    };
    let chosen = entry(label, help, MATRIX, move |view| {
        view.kernel_matrix.order = order;
    });
    chosen.unless(move |_, analysis| match (order, analysis) {
        (RowOrder::Component(component), Some(analysis)) => {
            let computed = analysis.kpca.eigenvalues.len();
            (component >= computed).then_some("fewer components are computed")
        }
        _ => None,
    })
}
