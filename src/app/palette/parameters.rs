//! Lines of the palette for parameters: with a typed value, or with the values that can be typed.

use super::{Action, PaletteEntry};
use crate::app::{App, Command, Parameter};

impl App {
    pub(super) fn parameters(&self, typed: &str) -> Vec<PaletteEntry> {
        let long = self.by_long_names(typed);
        if !long.is_empty() {
            return long;
        }
        let (word, value) = split(typed);
        if word.is_empty() {
            return vec![];
        }
        // With a value the name must be whole; without one its beginning is enough.
        let named = |parameter: &Parameter| {
            let mut words = parameter.words();
            words.any(|known| {
                known == word || (value.is_none() && word.len() > 1 && known.starts_with(&word))
            })
        };
        Parameter::all()
            .filter(named)
            .flat_map(|parameter| {
                let value = value.as_deref();
                self.settings_of(
                    parameter,
                    value.and_then(|it| past_title(parameter.title(), it)),
                )
            })
            .collect()
    }

    /// Lines of the parameter whose name of several words the text begins with, the longest such name: `noise amount
    /// 0.25` does not set `noise` to `amount 0.25`.
    fn by_long_names(&self, typed: &str) -> Vec<PaletteEntry> {
        let typed = typed.trim().trim_start_matches('-').to_lowercase();
        let named = Parameter::all().flat_map(|parameter| {
            let words = parameter.words().filter(|word| word.contains([' ', '-']));
            let words = words.map(|word| word.replace('-', " "));
            words.map(move |word| (parameter, word))
        });
        let with_value = named.filter_map(|(parameter, word)| {
            let rest = typed.replace('-', " ");
            let rest = rest.strip_prefix(&*word)?;
            let ends = rest.is_empty() || rest.starts_with([' ', '=']);
            let value = typed
                .get(word.len()..)?
                .trim_start_matches([' ', '='])
                .to_owned();
            ends.then_some((word.len(), parameter, value))
        });
        let longest = with_value.max_by_key(|(length, ..)| *length);
        longest.map_or_else(Vec::new, |(_, parameter, value)| {
            self.settings_of(parameter, Some(&*value).filter(|value| !value.is_empty()))
        })
    }

    /// Lines of a parameter: its named values that begin as typed, or one line with the typed number or the numbers
    /// that can be typed. Where a value would change nothing, one line says so.
    fn settings_of(&self, parameter: Parameter, value: Option<&str>) -> Vec<PaletteEntry> {
        let setup = self.setup();
        let entry = |label: String, action: Action| PaletteEntry {
            label,
            called: "",
            note: match parameter.value(setup).as_str() {
                "" => String::new(),
                now => format!("now {now}"),
            },
            help: parameter.help().to_owned(),
            action,
        };
        if let Some(reason) = parameter.unused(setup) {
            return vec![entry(reason, Action::Refuse)];
        }
        let title = parameter.title();
        let typed = value.unwrap_or_default().to_lowercase();
        let values: Vec<PaletteEntry> = parameter
            .named()
            .into_iter()
            .filter(|value| {
                value.name.starts_with(&typed) || value.title.to_lowercase().starts_with(&typed)
            })
            .map(|value| {
                let command = Command::Edit(value.edit);
                let refused = self.refused(&command);
                let action = match refused {
                    Some(_) => Action::Unavailable,
                    None => Action::Run(command),
                };
                let usual = entry(format!("{title}: {}", value.title), action);
                PaletteEntry {
                    help: value.help.to_owned(),
                    note: refused.unwrap_or(usual.note),
                    ..usual
                }
            })
            .collect();
        if !values.is_empty() {
            return values;
        }
        let Some(value) = value else {
            let name = parameter.words().next().unwrap_or_default();
            return vec![entry(
                format!("Set {title} to {}", parameter.takes(setup)),
                Action::Complete(format!("{name} ")),
            )];
        };
        vec![match parameter.read(value, setup) {
            Ok(edit) => entry(
                format!("Set {title} to {value}"),
                Action::Run(Command::Edit(edit)),
            ),
            Err(reason) => entry(reason, Action::Refuse),
        }]
    }
}

/// Splits a text into its first word, without the dashes of a flag, and the value after it, if any: `gamma 0.5`, `gamma
/// = 0.5`, `--gamma=0.5`.
fn split(typed: &str) -> (String, Option<String>) {
    let typed = typed.trim_start().trim_start_matches('-').to_lowercase();
    let Some((word, value)) = typed.split_once(|c: char| c.is_whitespace() || c == '=') else {
        return (typed, None);
    };
    let value = value.trim().trim_start_matches('=').trim();
    (
        word.to_owned(),
        (!value.is_empty()).then(|| value.to_owned()),
    )
}

/// Value without the further words of a parameter's title before it: `0.3` for `ratio 0.3` after `radius`; `None` where
/// nothing follows these words.
fn past_title<'a>(title: &str, value: &'a str) -> Option<&'a str> {
    let further = title.split_once(' ').map(|(_, words)| words.to_lowercase());
    match further.and_then(|words| value.strip_prefix(&*words)) {
        Some(rest) => Some(rest.trim_start_matches([' ', '='])).filter(|it| !it.is_empty()),
        None => Some(value),
    }
}
