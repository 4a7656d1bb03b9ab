//! Form of a command's entry: its words, keys, obstacle and effect.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::Command;
use crate::app::App;
use explorer::panel::Panel;

/// No modifier key.
pub(super) const NONE: Modifiers = Modifiers::NONE;
/// Control key; ⌘ on a Mac.
pub(super) const CTRL: Modifiers = Modifiers::COMMAND;
/// Control key with Shift.
pub(super) const SHIFT: Modifiers = Modifiers::COMMAND.plus(Modifiers::SHIFT);

/// Name and tooltip of a command. `{}` stands for the command's subject, such as a panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::app) struct CommandWords {
    /// Name in menus and in the palette.
    pub(in crate::app) name: &'static str,
    /// Sentence or two for a tooltip; empty where no control offers the command.
    pub(in crate::app) help: &'static str,
}

/// Description of a command, with its effect.
pub(in crate::app) struct CommandEntry<'a> {
    pub(in crate::app) words: CommandWords,
    /// Terms of the literature by which people search for the command besides its name, in lower case.
    pub(in crate::app) called: &'static str,
    /// Subject of the command, which stands for `{}` in its words.
    about: Option<MadeText<'a>>,
    /// Tooltip made by the command's subject, in place of the one in `words`; `None` where that one is used.
    explained: Option<MadeText<'a>>,
    pub(super) shortcut: Option<KeyboardShortcut>,
    /// Function that gives the reason why the command cannot be carried out now.
    pub(in crate::app) obstacle: Obstacle<'a>,
    pub(in crate::app) run: Box<dyn FnOnce(&mut App) + 'a>,
}

/// Text that is made only where it is read.
type MadeText<'a> = Box<dyn Fn() -> String + 'a>;

/// Function that gives the reason why a command cannot be carried out in a state of the window, where there is
/// one.
type Obstacle<'a> = Box<dyn Fn(&App) -> Option<&'static str> + 'a>;

/// Makes an entry of a name, a tooltip and an effect. `{}` stands for what the command is about; the tooltip is empty
/// where no control offers the command.
pub(super) fn entry<'a>(
    name: &'static str,
    help: &'static str,
    run: impl FnOnce(&mut App) + 'a,
) -> CommandEntry<'a> {
    entry_of(CommandWords { name, help }, run)
}

/// Makes an entry from an effect and words that are defined with the command's subject, such as a dialog or a tool.
pub(super) fn entry_of<'a>(
    words: CommandWords,
    run: impl FnOnce(&mut App) + 'a,
) -> CommandEntry<'a> {
    CommandEntry {
        words,
        called: "",
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

    /// Sets the text of the command's subject, which stands for `{}` in its words.
    pub(super) fn about<T: Into<String>>(self, about: impl Fn() -> T + 'a) -> Self {
        Self {
            about: Some(Box::new(move || about().into())),
            ..self
        }
    }

    /// Takes the command's tooltip from its subject.
    pub(super) fn explained<T: Into<String>>(self, explained: impl Fn() -> T + 'a) -> Self {
        Self {
            explained: Some(Box::new(move || explained().into())),
            ..self
        }
    }

    /// Adds terms of the literature, in lower case, by which people search for the command.
    pub(super) fn called(self, called: &'static str) -> Self {
        Self { called, ..self }
    }

    /// Adds keys that call it.
    pub(super) fn keys(self, modifiers: Modifiers, key: impl Into<Option<Key>>) -> Self {
        Self {
            shortcut: key.into().map(|key| KeyboardShortcut::new(modifiers, key)),
            ..self
        }
    }

    /// Sets the function that gives the reason why the command cannot be carried out; `None` where it can.
    pub(super) fn unless(self, obstacle: impl Fn(&App) -> Option<&'static str> + 'a) -> Self {
        Self {
            obstacle: Box::new(obstacle),
            ..self
        }
    }
}

impl Command {
    /// Name in menus and in the palette.
    #[must_use]
    pub fn label(&self) -> String {
        self.entry().name()
    }

    /// Sentence or two for a tooltip; empty for commands that no control offers.
    #[must_use]
    pub fn help(&self) -> String {
        self.entry().help()
    }

    /// Terms of the literature by which people search for the command besides its name, in lower case.
    pub(in crate::app) fn called(&self) -> &'static str {
        self.entry().called
    }

    /// Name and tooltip as the entry has them, with `{}` in place of the command's subject.
    pub(in crate::app) fn words(&self) -> CommandWords {
        self.entry().words
    }

    /// Keys that call the command. On a Mac, `COMMAND` is ⌘.
    #[must_use]
    pub fn shortcut(&self) -> Option<KeyboardShortcut> {
        self.entry().shortcut
    }
}

/// Digit key of one of the five usual panels, in their order; `None` for other panels.
pub(super) fn digit(panel: Panel) -> Option<Key> {
    let place = Panel::USUAL.iter().position(|usual| *usual == panel)?;
    number_key(u8::try_from(place + 1).ok()?)
}

/// Key of a number from 1 to 9.
pub(super) fn number_key(number: u8) -> Option<Key> {
    (1..=9).contains(&number).then_some(())?;
    Key::from_name(&number.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_command_teaches_something() {
        let mut commands = Command::listed();
        commands.extend(Panel::ALL.map(Command::ToggleMaximised));
        for command in commands {
            let help = command.help();
            assert!(
                help.split_whitespace().count() >= 3,
                "{}: {help}",
                command.label()
            );
            assert_ne!(help, command.label());
            // One sentence ends without a full stop, as tooltips do.
            let sentences = help.matches(". ").count() + 1;
            assert!(sentences <= 3, "{help}");
        }
    }
}
