//! Form of a command's entry: its words, keys, obstacle and effect.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::app::App;

/// Description of a command, with its effect.
pub(super) struct CommandEntry<'a> {
    pub(super) label: EntryText<'a>,
    pub(super) help: EntryText<'a>,
    pub(super) shortcut: Option<KeyboardShortcut>,
    /// Reason why it cannot be carried out now.
    pub(super) obstacle: Obstacle<'a>,
    pub(super) run: Box<dyn FnOnce(&mut App) + 'a>,
}

/// Function that gives the reason why a command cannot be carried out in a state of the window, where there is
/// one.
type Obstacle<'a> = Box<dyn Fn(&App) -> Option<&'static str> + 'a>;

/// Text that is made only where it is read.
pub(super) enum EntryText<'a> {
    Plain(&'static str),
    Made(Box<dyn Fn() -> String + 'a>),
}

impl From<&'static str> for EntryText<'_> {
    fn from(text: &'static str) -> Self {
        Self::Plain(text)
    }
}

impl<'a, F: Fn() -> String + 'a> From<F> for EntryText<'a> {
    fn from(make: F) -> Self {
        Self::Made(Box::new(make))
    }
}

impl EntryText<'_> {
    pub(super) fn text(self) -> String {
        match self {
            Self::Plain(text) => text.to_owned(),
            Self::Made(make) => make(),
        }
    }
}

/// Makes an entry with a name, a sentence or two for a tooltip (empty for commands that no control offers), and an
/// effect.
pub(super) fn entry<'a>(
    label: impl Into<EntryText<'a>>,
    help: impl Into<EntryText<'a>>,
    run: impl FnOnce(&mut App) + 'a,
) -> CommandEntry<'a> {
    CommandEntry {
        label: label.into(),
        help: help.into(),
        shortcut: None,
        obstacle: Box::new(|_| None),
        run: Box::new(run),
    }
}

impl<'a> CommandEntry<'a> {
    /// Adds keys that call it.
    pub(super) fn keys(self, modifiers: Modifiers, key: impl Into<Option<Key>>) -> Self {
        Self {
            shortcut: key.into().map(|key| KeyboardShortcut::new(modifiers, key)),
            ..self
        }
    }

    /// Adds a reason why it cannot be carried out in some states.
    pub(super) fn unless(self, obstacle: impl Fn(&App) -> Option<&'static str> + 'a) -> Self {
        Self {
            obstacle: Box::new(obstacle),
            ..self
        }
    }
}
