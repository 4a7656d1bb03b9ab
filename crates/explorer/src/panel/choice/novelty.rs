//! Choices of the novelty panel.

use super::entry::{ChoiceEntry, IsOn, Offered::With, alone, entry};
use crate::{
    panel::{Control, Panel},
    setup::{NoveltyView, View},
};

pub(super) fn usual_novelty() -> ChoiceEntry {
    entry(
        "Novelty threshold for 5 % of the rows",
        "Puts the threshold where 5 % of the fitted rows lie beyond, also when the kernel changes",
        (With(Control::Novelty), Panel::Novelty),
        |view| view.novelty_threshold = None,
    )
}

pub(super) fn novelty_as(shown: NoveltyView) -> ChoiceEntry {
    let (name, label, help, is_on): (_, _, _, IsOn) = match shown {
        NoveltyView::Shares | NoveltyView::Plane => (
            "Q against T²",
            "Novelty: Q against T² on or off",
            "Each row by how far it lies along the components (T²) and away from them (Q), with limits within \
                 which most rows like the fitted ones lie, 95 % at first",
            |view| view.novelty_view == NoveltyView::Plane,
        ),
        NoveltyView::Rows => (
            "Over the row number",
            "Novelty: control chart over the row number on or off",
            "Q and T² of each row in the order of the file, new rows last, each over its limit",
            |view| view.novelty_view == NoveltyView::Rows,
        ),
        NoveltyView::Roc => (
            "ROC of new rows",
            "Novelty: ROC of new rows on or off",
            "How well Q and T² find new rows of classes that no fitted row has: the receiver operating \
                 characteristic with its area, and results by class",
            |view| view.novelty_view == NoveltyView::Roc,
        ),
    };
    let change = move |view: &mut View| {
        let is_shown = view.novelty_view == shown;
        view.novelty_view = if is_shown { NoveltyView::Shares } else { shown };
    };
    entry(label, help, alone(Panel::Novelty), change).ticked(name, is_on)
}
