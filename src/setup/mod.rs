//! Everything that makes a picture, in one plain value: the window edits it, the command line
//! builds it, an example is one, a session file is one, and undo is a stack of them.

mod check;
mod components;
mod examples;
mod marking;
mod row_set;
mod session;
mod tiles;
mod view;

use serde::{Deserialize, Serialize};

use crate::{
    data::{Columns, Generator, Scaling, Shape, Source},
    kernel::{Gamma, KernelParams},
    manifold::ManifoldParams,
};

pub use crate::panel::Panel;
pub use check::SetupError;
pub use components::{Components, ComponentsError};
pub use examples::{Example, example, examples};
pub use marking::Marking;
pub use row_set::{RowSet, RowSetError};
pub use session::{Opened, SessionError, open_session, parse_session, session_text};
pub use tiles::{Part, Room, Side, Tiles};
pub use view::{Camera, ContourStyle, ContourView, KernelMatrixView, RowOrder, ScoreAxes, View};

/// Unchecked: what sliders, flags and files give. Checking happens where a part is used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub source: Source,
    pub columns: Columns,
    pub scaling: Scaling,
    pub kernel: KernelParams,
    pub components: Components,
    /// What the panels of Isomap and its like ask for.
    pub manifold: ManifoldParams,
    pub view: View,
}

impl Setup {
    /// What a first start shows: noisy moons that linear PCA mixes and an RBF kernel separates.
    #[must_use]
    pub fn welcome() -> Self {
        Self {
            source: Source::Generated(Generator {
                n_samples: 500,
                noise: 0.05,
                ..Generator::new(Shape::Moons)
            }),
            kernel: KernelParams {
                gamma: Gamma::Value(15.0),
                ..KernelParams::default()
            },
            ..Self::default()
        }
    }
}
