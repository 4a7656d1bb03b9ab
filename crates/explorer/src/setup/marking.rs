//! Marks of the user: rows that stand out or are out of sight, and a class shown on its own.

use serde::{Deserialize, Serialize};

use kernel_pca::objects::Labels;
use tabular::RowSet;

/// Marks on rows, which change how dots are drawn and nothing else: every row stays in the fit.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Marking {
    /// Rows that stand out while the others fade.
    pub selected: RowSet,
    /// True where selected rows have a colour of their own in place of their label's.
    pub recoloured: bool,
    /// Rows that are not drawn.
    pub hidden: RowSet,
    /// Name of the class that is shown alone, while the rows of others are faded; `None` where all are shown.
    pub isolated: Option<String>,
}

impl Marking {
    /// Index of the class that is shown alone; `None` where there is none, or `labels` lacks it.
    #[must_use]
    pub fn isolated_class(&self, labels: &Labels) -> Option<usize> {
        let wanted = self.isolated.as_ref()?;
        labels.classes().iter().position(|name| name == wanted)
    }
}
