//! Lines of a script in the making.

use std::collections::BTreeSet;

use super::template::{SectionValues, fill, section};

/// Lines of a script and their imports, filled in from a template of one language.
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

    /// Makes another, empty one in the same language.
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
    pub fn fill(&mut self, name: &str, values: &SectionValues) {
        self.body
            .push_str(&fill(section(self.template, name), values));
    }
}
