//! Lines of a script in the making.

use std::collections::BTreeSet;

use super::template::{Values, fill, section};

/// Lines, and what they import, from a template of one language.
pub(super) struct Code {
    template: &'static str,
    pub imports: BTreeSet<String>,
    pub body: String,
}

impl Code {
    pub fn new(template: &'static str) -> Self {
        Self {
            template,
            imports: BTreeSet::new(),
            body: String::new(),
        }
    }

    /// Another one in the same language.
    pub fn another(&self) -> Self {
        Self::new(self.template)
    }

    pub fn import(&mut self, line: &str) {
        self.imports.insert(line.to_owned());
    }

    pub fn line(&mut self, line: &str) {
        self.body.push_str(line);
        self.body.push('\n');
    }

    /// Appends a section of the template.
    pub fn fill(&mut self, name: &str, values: &Values) {
        self.body
            .push_str(&fill(section(self.template, name), values));
    }
}
