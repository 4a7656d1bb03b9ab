//! What the user marks: rows that stand out or are out of sight, and a class on its own.

use serde::{Deserialize, Serialize};

use super::RowSet;
use crate::data::Labels;

/// Changes how dots are drawn and nothing else: every row stays in the fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Marking {
    /// Rows that stand out while the others fade.
    pub selected: RowSet,
    /// Whether selected rows have a colour of their own, rather than their label's.
    pub recoloured: bool,
    /// Rows that are not drawn.
    pub hidden: RowSet,
    /// The name of the one class that is not drawn as a mere shadow.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub isolated: Option<String>,
}

impl Marking {
    /// The class that is drawn alone, if it is one of these.
    #[must_use]
    pub fn isolated_class(&self, labels: &Labels) -> Option<usize> {
        let wanted = self.isolated.as_ref()?;
        match labels {
            Labels::Classes { names, .. } => names.iter().position(|name| name == wanted),
            Labels::None | Labels::Continuous { .. } => None,
        }
    }
}
