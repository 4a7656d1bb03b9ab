//! Line numbers in the text of a lesson.

use std::str::FromStr;

use toml::de::{DeTable, DeValue};

/// Text of a lesson with its parsed TOML.
pub(super) struct LineNumbers<'a> {
    text: &'a str,
    document: Option<DeTable<'a>>,
}

impl<'a> LineNumbers<'a> {
    pub fn of(text: &'a str) -> Self {
        let document = DeTable::parse(text).ok();
        Self {
            text,
            document: document.map(toml::Spanned::into_inner),
        }
    }

    /// Line of a field, from 1, by the names and indices that lead to it; where the field is missing, the line of the
    /// table that it belongs in.
    pub fn line(&self, place: &[&str]) -> usize {
        let mut at = 0;
        let mut table = self.document.as_ref();
        let mut array = None;
        for name in place {
            if let Some(fields) = table {
                let Some((key, value)) = fields.iter().find(|(key, _)| key.get_ref() == name)
                else {
                    break;
                };
                at = key.span().start;
                (table, array) = (value.get_ref().as_table(), value.get_ref().as_array());
            } else if let Some(value) = array
                .and_then(|values: &toml::de::DeArray<'_>| values.get(usize::from_str(name).ok()?))
            {
                at = value.span().start;
                let value: &DeValue<'_> = value.get_ref();
                (table, array) = (value.as_table(), value.as_array());
            }
        }
        let before = self.text.get(..at).unwrap_or_default();
        before.matches('\n').count() + 1
    }
}
