//! What the user marks: rows that stand out or are out of sight, and a class on its own.

use serde::{Deserialize, Serialize};

use super::RowSet;

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
