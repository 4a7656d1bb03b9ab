//! Everything that makes a picture, in one plain value: the window edits it, the command line
//! builds it, an example is one, a session file is one, and undo is a stack of them.

mod view;

use serde::{Deserialize, Serialize};

use crate::{
    data::{Columns, Scaling, Source},
    kernel::KernelParams,
};

pub use view::{ScoreAxes, View};

/// Unchecked: what sliders, flags and files give. Checking happens where a part is used.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub source: Source,
    pub columns: Columns,
    pub scaling: Scaling,
    pub kernel: KernelParams,
    /// How many components to compute (k); fewer exist when the rank is smaller.
    pub components: usize,
    pub view: View,
}

impl Default for Setup {
    fn default() -> Self {
        Self {
            source: Source::default(),
            columns: Columns::default(),
            scaling: Scaling::default(),
            kernel: KernelParams::default(),
            components: 10,
            view: View::default(),
        }
    }
}
