//! Prepared pictures: the published cases that courses and papers show. They stand in `assets/examples/`, in groups
//! of one file each: texts, the fields of a session that differ from the defaults, and rules on the results.

use std::sync::LazyLock;

use serde::{Deserialize, Deserializer};

use super::{Setup, session::read_toml};

/// Entry of the menu *Examples*.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Example {
    /// Name on the command line.
    #[serde(deserialize_with = "lasting")]
    pub name: &'static str,
    #[serde(deserialize_with = "lasting")]
    pub title: &'static str,
    /// Description of what is to be seen, in a sentence or two.
    #[serde(deserialize_with = "lasting")]
    pub description: &'static str,
    /// Suggestion of a change, with the effect to expect.
    #[serde(deserialize_with = "lasting")]
    pub try_this: &'static str,
    pub setup: Setup,
    /// Rules that the results satisfy when the example opens.
    pub opened: Vec<String>,
    /// Changes that the example suggests.
    #[serde(default)]
    pub tried: Vec<SuggestedChange>,
}

/// Change that an example suggests.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct SuggestedChange {
    /// Fields of a session that change, with their new values.
    #[serde(default)]
    pub setup: toml::Table,
    /// Names of fields that are taken out, with dots.
    #[serde(default)]
    pub without: Vec<String>,
    /// Rules that the results satisfy after the change.
    pub holds: Vec<String>,
}

/// Group of examples of one kind, in the order of the menu.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct ExampleGroup {
    /// Title of the group in the menu.
    pub title: String,
    /// Subject of the group's examples, in a sentence.
    pub about: String,
    #[serde(rename = "example")]
    pub examples: Vec<Example>,
}

/// Reads a text and keeps it for as long as the program runs, as examples are kept.
fn lasting<'de, D: Deserializer<'de>>(from: D) -> Result<&'static str, D::Error> {
    Ok(String::deserialize(from)?.leak())
}

/// Returns the groups, in the order of the menu.
#[must_use]
pub fn example_groups() -> &'static [ExampleGroup] {
    // A test holds that every file is read.
    static GROUPS: LazyLock<Vec<ExampleGroup>> = LazyLock::new(|| {
        assets::EXAMPLES
            .iter()
            .filter_map(|text| read_toml(text, &mut |_| {}).ok())
            .collect()
    });
    &GROUPS
}

/// Returns the example called `name`.
#[must_use]
pub fn example(name: &str) -> Option<Example> {
    let mut all = example_groups().iter().flat_map(|group| &group.examples);
    all.find(|example| example.name == name).cloned()
}

/// Returns all examples, in menu order.
#[must_use]
pub fn examples() -> Vec<Example> {
    let groups = example_groups().iter();
    groups.flat_map(|group| group.examples.clone()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_field_of_their_files_is_read() {
        for text in assets::EXAMPLES {
            let mut unknown = vec![];
            let group: ExampleGroup =
                read_toml(text, &mut |field| unknown.push(field.to_string())).unwrap();
            assert_eq!(unknown, [""; 0], "{}", group.title);
        }
        assert_eq!(example_groups().len(), assets::EXAMPLES.len());
    }

    #[test]
    fn names_are_unique_and_found() {
        for (i, a) in examples().iter().enumerate() {
            assert_eq!(example(a.name).as_ref(), Some(a));
            assert!(examples()[..i].iter().all(|b| b.name != a.name));
        }
        assert_eq!(example("nothing"), None);
    }
}
