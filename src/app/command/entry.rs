//! Form of a command's entry: its words, keys, obstacle and effect.

use egui::{Key, KeyboardShortcut, Modifiers};

use crate::{app::App, words::commands::CommandWords};

/// Description of a command, with its effect.
pub(super) struct CommandEntry<'a> {
    words: CommandWords,
    /// Subject of the command, which stands for `{}` in its words.
    about: Option<MadeText<'a>>,
    /// Sentence of what the command is about, in place of one of its own.
    explained: Option<MadeText<'a>>,
    pub(super) shortcut: Option<KeyboardShortcut>,
    /// Reason why it cannot be carried out now.
    pub(super) obstacle: Obstacle<'a>,
    pub(super) run: Box<dyn FnOnce(&mut App) + 'a>,
}

/// Text that is made only where it is read.
type MadeText<'a> = Box<dyn Fn() -> String + 'a>;

/// Function that gives the reason why a command cannot be carried out in a state of the window, where there is
/// one.
type Obstacle<'a> = Box<dyn Fn(&App) -> Option<&'static str> + 'a>;

/// Makes an entry of words and an effect.
pub(super) fn entry<'a>(words: CommandWords, run: impl FnOnce(&mut App) + 'a) -> CommandEntry<'a> {
    CommandEntry {
        words,
        about: None,
        explained: None,
        shortcut: None,
        obstacle: Box::new(|_| None),
        run: Box::new(run),
    }
}

impl<'a> CommandEntry<'a> {
    /// Name in menus and in the palette.
    pub(super) fn name(&self) -> String {
        self.filled(self.words.name)
    }

    /// Sentence or two for a tooltip; empty for commands that no control offers.
    pub(super) fn help(&self) -> String {
        match &self.explained {
            Some(explained) => explained(),
            None => self.filled(self.words.help),
        }
    }

    fn filled(&self, words: &str) -> String {
        match &self.about {
            Some(about) => words.replace("{}", &about()),
            None => words.to_owned(),
        }
    }

    /// Says what the command is about.
    pub(super) fn about<T: Into<String>>(self, about: impl Fn() -> T + 'a) -> Self {
        Self {
            about: Some(Box::new(move || about().into())),
            ..self
        }
    }

    /// Takes its sentence from what it is about.
    pub(super) fn explained<T: Into<String>>(self, explained: impl Fn() -> T + 'a) -> Self {
        Self {
            explained: Some(Box::new(move || explained().into())),
            ..self
        }
    }

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
