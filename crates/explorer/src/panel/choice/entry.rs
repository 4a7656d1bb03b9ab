//! Form of a choice's entry: its words, its place in menus and its change of the view.

use crate::{
    analysis::Analysis,
    panel::{Control, Panel},
    setup::View,
};

/// Function that returns true where a box is ticked.
pub(super) type IsOn = fn(&View) -> bool;

/// Function that gives the reason why a choice has no effect on a view of these results; `None` where it has one.
type Lack = dyn Fn(&View, Option<&Analysis>) -> Option<&'static str>;

/// Place of a choice in the menus of panels.
pub(super) enum Offered {
    /// Item of its own.
    Alone,
    With(Control),
    /// In the menu of every panel with dots.
    WithDots,
}

/// Description of a choice, with its change of the view.
pub(super) struct ChoiceEntry {
    /// Name in the command palette.
    pub(super) label: String,
    pub(super) help: &'static str,
    /// Words by which a search finds the choice besides its label, such as terms of the literature, in lower case.
    pub(super) called: &'static str,
    pub(super) offered: Offered,
    /// Panel to show where no panel in sight shows an effect of the choice.
    pub(super) panel: Panel,
    pub(super) change: Box<dyn Fn(&mut View)>,
    /// Name beside a box to tick, with a function that returns true where it is ticked; `None` for a choice without a
    /// box.
    pub(super) check_box: Option<(&'static str, IsOn)>,
    /// Function that gives the reason why the choice has no effect now.
    pub(super) lack: Box<Lack>,
}

/// Makes an entry from its name, its tooltip, its place in menus with the panel to show, and its change of the view.
pub(super) fn entry(
    label: impl Into<String>,
    help: &'static str,
    (offered, panel): (Offered, Panel),
    change: impl Fn(&mut View) + 'static,
) -> ChoiceEntry {
    ChoiceEntry {
        label: label.into(),
        help,
        called: "",
        offered,
        panel,
        change: Box::new(change),
        check_box: None,
        lack: Box::new(|_, _| None),
    }
}

impl ChoiceEntry {
    /// Adds a box to tick in menus.
    pub(super) fn ticked(self, name: &'static str, is_on: IsOn) -> Self {
        Self {
            check_box: Some((name, is_on)),
            ..self
        }
    }

    /// Adds words by which a search finds the choice besides its label, such as terms of the literature, in lower case.
    pub(super) fn called(self, called: &'static str) -> Self {
        Self { called, ..self }
    }

    /// Adds a function that gives the reason why the choice has no effect, where it has none.
    pub(super) fn unless(
        self,
        lack: impl Fn(&View, Option<&Analysis>) -> Option<&'static str> + 'static,
    ) -> Self {
        Self {
            lack: Box::new(lack),
            ..self
        }
    }
}

pub(super) fn alone(panel: Panel) -> (Offered, Panel) {
    (Offered::Alone, panel)
}
