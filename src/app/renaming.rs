//! Names that are edited in place: titles, names of axes and classes.

use super::{App, Command, Edit};
use explorer::setup::Nameable;
use kernel_pca::objects::Labels;

/// Name that is being typed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Renaming {
    thing: Nameable,
    /// Name at which the typing starts; a name left as it was changes nothing.
    before: String,
}

impl App {
    /// Name that `thing` had when its renaming began; `None` where it is not being renamed.
    #[must_use]
    pub fn renaming(&self, thing: &Nameable) -> Option<&str> {
        let renaming = self.renaming.as_ref()?;
        (renaming.thing == *thing).then_some(&*renaming.before)
    }

    /// Returns true while any name is edited in place.
    #[must_use]
    pub fn renames(&self) -> bool {
        self.renaming.is_some()
    }

    /// Begins to rename a thing.
    pub(super) fn begin_renaming(&mut self, thing: &Nameable) {
        let own = self.setup.view.wishes.own_name(thing).map(str::to_owned);
        self.renaming = own
            .or_else(|| self.usual_name(thing))
            .map(|before| Renaming {
                thing: thing.clone(),
                before,
            });
    }

    /// Leaves a name as it is.
    pub(super) fn leave_name(&mut self) {
        self.renaming = None;
    }

    /// Takes the typed name of the thing that is renamed; an empty one, or the usual one, brings the program's own back.
    pub(super) fn take_name(&mut self, typed: &str) {
        let Some(Renaming { thing, before }) = self.renaming.take() else {
            return;
        };
        let typed = typed.trim();
        if typed == before {
            return;
        }
        let usual = self.usual_name(&thing);
        let own = (!typed.is_empty() && usual.as_deref() != Some(typed)).then(|| typed.to_owned());
        let classes = match self.dataset().map(|it| &it.labels) {
            Some(Labels::Classes { names, .. }) => names.clone(),
            _ => vec![],
        };
        let mut wishes = self.setup.view.wishes.clone();
        wishes.rename(&thing, own, &classes);
        if wishes != self.setup.view.wishes {
            self.apply(Command::Edit(Edit::Wishes(wishes)));
        }
    }

    /// Name that the program gives a thing; `None` where it has none, as an axis without a quantity.
    fn usual_name(&self, thing: &Nameable) -> Option<String> {
        let name = match thing {
            Nameable::Title(panel) => self.chart(*panel)?.title,
            Nameable::Axis(panel, 0) => self.chart(*panel)?.x.label,
            Nameable::Axis(panel, _) => self.chart(*panel)?.y.label,
            Nameable::Class(class) => class.clone(),
        };
        (!name.is_empty()).then_some(name)
    }

    /// Reason why a thing cannot be renamed now.
    pub(super) fn no_name(&self, thing: &Nameable) -> Option<&'static str> {
        match thing {
            Nameable::Title(panel) | Nameable::Axis(panel, _)
                if !self.visible().contains(panel) =>
            {
                Some("show this panel first")
            }
            _ => self.shown.is_none().then_some("there is no picture yet"),
        }
    }
}

/// Words for a thing that can be renamed.
pub(super) fn in_words(thing: &Nameable) -> String {
    match thing {
        Nameable::Title(panel) => format!("the title of {}", panel.title()),
        Nameable::Axis(panel, 0) => format!("the axis across of {}", panel.title()),
        Nameable::Axis(panel, _) => format!("the upright axis of {}", panel.title()),
        Nameable::Class(class) => class.clone(),
    }
}
