//! Choices of dots and of the links between them.

use super::entry::{ChoiceEntry, Offered, alone, entry};
use crate::{panel::Panel, setup::DotColour, view::names_of_rows};
use kernel_pca::objects::Labels;

const DOTS: (Offered, Panel) = (Offered::WithDots, Panel::Kpca);

pub(super) fn align_signs() -> ChoiceEntry {
    entry(
        "Signs like linear PCA’s on or off",
        "Turns components of kernel PCA over that point away from those of linear PCA, to compare the two. A \
         sign is arbitrary, so nothing else changes.",
        alone(Panel::Kpca),
        |view| view.align_signs = !view.align_signs,
    )
    .ticked("Signs like linear PCA’s", |view| view.align_signs)
}

pub(super) fn shapes() -> ChoiceEntry {
    entry(
        "Shapes for classes on or off",
        "Dots of each class have a shape as well as a colour. With more than eight classes they always have.",
        DOTS,
        |view| view.shapes = !view.shapes,
    )
    .ticked("Shapes for classes", |view| view.shapes)
    .unless(|_, analysis| match analysis.map(|it| &it.dataset.labels) {
        Some(Labels::Continuous { .. } | Labels::None) => Some("the rows have no classes"),
        Some(Labels::Classes { .. }) | None => None,
    })
}

pub(super) fn names() -> ChoiceEntry {
    entry(
        "Names of rows on or off",
        "Writes the names of up to 200 rows beside their dots, where they have room; a line in a corner counts those without",
        DOTS,
        |view| view.hide_names = !view.hide_names,
    )
    .ticked("Names of rows", |view| !view.hide_names)
    .unless(|_, analysis| match analysis.map(|it| names_of_rows(&it.dataset)) {
        Some(None) => Some("the rows have no names, or are more than 200"),
        _ => None,
    })
}

pub(super) fn pictures() -> ChoiceEntry {
    entry(
        "Dots as pictures on or off",
        "Draws each row as the small picture that it is, in place of a dot",
        DOTS,
        |view| view.pictures = !view.pictures,
    )
    .ticked("Dots as pictures", |view| view.pictures)
    .unless(
        |_, analysis| match analysis.map(|it| &it.dataset.pictures) {
            Some(None) => Some("the rows are no pictures"),
            _ => None,
        },
    )
}

pub(super) fn neighbor_graph() -> ChoiceEntry {
    entry(
        "Links between neighbours on or off",
        "Joins the rows that are neighbours for Isomap and its like, over the input",
        alone(Panel::Input),
        |view| view.neighbor_graph = !view.neighbor_graph,
    )
    .ticked("Links between neighbours", |view| view.neighbor_graph)
}

pub(super) fn nodes_back() -> ChoiceEntry {
    entry(
        "Put nodes back",
        "The nodes of a graph stand again where they did before they were dragged",
        alone(Panel::Input),
        |view| view.node_places.clear(),
    )
    .unless(|view, _| {
        let none = view.node_places.is_empty();
        none.then_some("no node of a graph was dragged elsewhere")
    })
}

pub(super) fn dot_colour(by: DotColour) -> ChoiceEntry {
    let (label, help) = match by {
        DotColour::Label => (
            "Colour dots by label",
            "What the points are coloured by in the data",
        ),
        DotColour::Novelty => (
            "Colour dots by novelty",
            "Colours dots by their reconstruction error instead of their label: how far each row's image is from \
                 the components of kernel PCA",
        ),
        DotColour::Torn => (
            "Colour dots by torn neighbours",
            "Colours the dots of each method's plot by how far their nearest neighbours in the input were torn from \
                 them there: 0 where all are still the nearest",
        ),
    };
    entry(label, help, DOTS, move |view| view.dot_colour = by)
}
