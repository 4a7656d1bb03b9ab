//! Palette: commands by name and parameters with their values, for a typed text.

mod parameters;
mod things;

use super::{App, Command};
use crate::words::{BESIDE_PANELS, is_meant, parameter_meant};
use explorer::{
    panel::Panel,
    word::{Word, word},
};
use kernel_pca::typed::number;
use things::data_sets;

/// Line of the palette.
#[derive(Debug, Clone, PartialEq)]
pub struct PaletteEntry {
    pub label: String,
    /// Terms of the literature by which people search for the line besides its label, in lower case.
    pub called: &'static str,
    /// Text at the right end: a parameter's present value, or the reason why a command can't be carried out now; empty
    /// for neither.
    pub note: String,
    pub help: String,
    pub action: Action,
}

impl PaletteEntry {
    fn of(label: String, help: &str, command: Command) -> Self {
        Self {
            label,
            called: "",
            note: String::new(),
            help: help.to_owned(),
            action: Action::Run(command),
        }
    }
}

#[derive(Debug, Clone, PartialEq)]
#[allow(
    clippy::large_enum_variant,
    reason = "a list of a few dozen, made anew at each key"
)]
pub enum Action {
    Run(Command),
    /// Completes the typed text to this one.
    Complete(String),
    /// Does nothing: the label says why the value is not taken.
    Refuse,
    /// Does nothing: the note says why the command can't be carried out now.
    Unavailable,
}

impl App {
    /// Lines for a typed text: first the parameter that it names, if any, then the commands and data sets that match
    /// all of its words or their synonyms. Lines that can be carried out come first, and among these the ones with
    /// words that begin as typed.
    #[must_use]
    pub fn palette(&self, typed: &str) -> Vec<PaletteEntry> {
        let words = meaningful(typed);
        let entries = match words.split_first() {
            Some((first, rest)) => {
                let first = parameter_meant(first).unwrap_or(first);
                self.parameters(&[&[first.to_owned()], rest].concat().join(" "))
            }
            None => vec![],
        };
        let typed_words = !words.is_empty();
        let panels = typed_words.then(|| self.panels());
        // Where the parameter itself is typed, its values are listed above.
        let kernels = (typed_words && entries.is_empty()).then(|| self.kernels());
        let data = typed_words.then(data_sets);
        let labels = typed_words.then(|| self.labels());
        let columns = typed_words.then(|| self.columns_to_leave_out());
        let classes = typed_words.then(|| self.classes());
        let commands = Command::listed().into_iter().map(|it| self.offer(it));
        let mut found: Vec<PaletteEntry> = panels
            .into_iter()
            .flatten()
            .chain(commands)
            .chain(kernels.into_iter().flatten())
            .chain(data.into_iter().flatten())
            .chain(labels.into_iter().flatten())
            .chain(columns.into_iter().flatten())
            .chain(classes.into_iter().flatten())
            .filter(|entry| are_meant(&words, &entry.label, entry.called))
            .chain(self.choices_with_number(&words))
            .collect();
        let name = words.join(" ");
        found.sort_by_cached_key(|entry| {
            let label = entry.label.to_lowercase();
            let begins = |word: &String| label.split(' ').any(|known| known.starts_with(word));
            let unavailable = entry.action == Action::Unavailable;
            let is_name = label.split(": ").last() == Some(&*name);
            (unavailable, !is_name, !words.iter().all(begins))
        });
        // What is refused comes after what can be done, unless a number was typed for a parameter.
        let ends_with_number = words.last().is_some_and(|word| number(word).is_ok());
        let asks = |entry: &PaletteEntry| {
            let has_value = words.len() > 1 && (ends_with_number || found.is_empty());
            entry.action != Action::Refuse || has_value
        };
        let (first, last): (Vec<_>, Vec<_>) = entries.into_iter().partition(asks);
        first.into_iter().chain(found).chain(last).collect()
    }

    /// Line of a command, with the reason where it cannot be carried out now.
    fn offer(&self, command: Command) -> PaletteEntry {
        let obstacle = self.obstacle(&command);
        PaletteEntry {
            label: command.label(),
            called: command.called(),
            note: obstacle.unwrap_or_default().to_owned(),
            help: command.help(),
            action: match obstacle {
                Some(_) => Action::Unavailable,
                None => Action::Run(command),
            },
        }
    }
}

/// Words of a typed text in lower case, without question words and others that name nothing.
fn meaningful(typed: &str) -> Vec<String> {
    const ASKING: [&str; 9] = [
        "how", "what", "which", "why", "is", "are", "the", "of", "to",
    ];
    let words = typed.split_whitespace().map(str::to_lowercase);
    words.filter(|word| !ASKING.contains(&&**word)).collect()
}

/// Returns true where each of the typed words is found in a label, in the terms `called` or through a synonym.
fn are_meant(words: &[String], label: &str, called: &'static str) -> bool {
    let (label, called) = (label.to_lowercase(), word("", called));
    let is_meant = |typed: &String| called.is_meant_by(typed) || is_meant(typed, &label, named());
    words.iter().all(is_meant)
}

/// Panels and other things that terms of the literature may stand for.
fn named() -> impl Iterator<Item = Word> {
    let panels = Panel::ALL.into_iter().map(Panel::word);
    panels.chain(BESIDE_PANELS)
}

#[cfg(test)]
mod tests;
