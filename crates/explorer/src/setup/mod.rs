//! Setup: everything that makes a picture, in one plain value. The window edits it, the command line builds it, an
//! example is one, a session file is one, and undo is a stack of them.

mod axes;
mod back;
mod check;
mod components;
mod examples;
mod how_many;
mod in_picture;
mod line;
mod map_views;
mod marking;
mod mirrored;
mod paths;
mod pinned;
mod session;
mod start;
mod sweep_view;
mod tile_sizes;
mod tiles;
mod view;
mod wishes;

use serde::{Deserialize, Serialize};

use kernel_pca::{
    kernel::{Gamma, KernelKind, KernelParams},
    kpca::Solver,
    manifold::ManifoldParams,
    objects::{AddedNoise, ObjectKind, Scaling},
};
use tabular::{Columns, Generator, Shape, Source};

pub use crate::panel::list::Panel;
pub use axes::{clamp, components_on, pair, plotted};
pub use back::{DenoisingView, ErrorSpace, Others, PreImageView};
pub use check::SetupError;
pub use components::{Components, ComponentsError};
pub use examples::{Example, ExampleGroup, SuggestedChange, example, example_groups, examples};
pub use how_many::HowMany;
pub use in_picture::{PNG_KEYWORD, is_picture};
pub use line::{Change, changes, differences};
pub use line::{is_line, line_with_data, parse_line, portable_line, setup_line};
pub use map_views::{ContourStyle, ContourView, KernelMatrixView, Paths, ProbeView, RowOrder};
pub use marking::Marking;
pub use mirrored::Mirrored;
pub use paths::anywhere;
pub use pinned::PinnedPicture;
pub use session::{
    OpenedSession, SavedData, SessionError, open_session, parse_session, session_text,
};
pub use session::{checksum, checksum_of, relative, toml_reason};
pub use start::ScalingBy;
pub use sweep_view::{PlayView, SweepCurves, SweepView};
pub use tile_sizes::TileRoom;
pub use tiles::{Part, Side, Tiles};
pub use view::{Camera, DotColour, NoveltyView, ScoreAxes, View};
pub use wishes::{ClassLook, LegendPlace, Nameable, PanelWords, Wishes};

/// Unchecked input of a picture, as sliders, flags and files give it. Each part is checked where it is used.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Setup {
    pub source: Source,
    pub columns: Columns,
    /// Noise added to the features before they are scaled.
    pub added_noise: Option<AddedNoise>,
    /// Source of rows that are projected and not fitted, with the same columns.
    pub new_rows: Option<Source>,
    /// Source of rows without noise, one for each row that is denoised: a new row where there are any, else a fitted one.
    pub clean_rows: Option<Source>,
    pub scaling: Scaling,
    pub kernel: KernelParams,
    pub components: Components,
    /// Solver of kernel PCA's eigenproblem; one that is named is refused where it does not apply.
    #[serde(skip_serializing_if = "is_default")]
    pub solver: Solver,
    /// Number of landmarks of the solver `nystrom`; `None` takes as many as a few seconds allow.
    pub landmarks: Option<usize>,
    /// Parameters of the manifold methods, such as Isomap.
    pub manifold: ManifoldParams,
    pub view: View,
}

/// Returns true where a field has its default, and so is left out of sessions.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Setup {
    /// Returns the setup without the positions of probe and pre-image point, which are dragged: the rest decides what
    /// is fitted, and everything else that costs much.
    #[must_use]
    pub fn apart_from_pins(&self) -> Self {
        let mut setup = self.clone();
        setup.view.probe.at = None;
        setup.view.pre_image = PreImageView {
            others: setup.view.pre_image.others,
            alpha: setup.view.pre_image.alpha,
            ..PreImageView::default()
        };
        setup
    }

    /// Changes to the usual kernel for objects of the kind `takes`, unless the present kernel takes them.
    pub fn take(&mut self, takes: ObjectKind) {
        if self.kernel.kind.takes() != takes
            && let Some(usual) = KernelKind::usual_for(takes)
        {
            self.kernel.kind = usual;
            self.kernel.second = None;
        }
    }

    /// Setup of the window's first start: noisy moons with γ so small that kernel PCA's picture is linear PCA's;
    /// dragging γ takes the moons apart.
    #[must_use]
    pub fn first_start() -> Self {
        let mut setup = Self::moons(0.1, 0.01);
        setup.view.align_signs = true;
        setup
    }

    /// Setup of 500 half moons with this noise, and of an RBF kernel with this γ.
    fn moons(noise: f64, gamma: f64) -> Self {
        Self {
            source: Source::Generated(Generator {
                n_samples: 500,
                noise,
                ..Generator::new(Shape::Moons)
            }),
            kernel: KernelParams {
                gamma: Gamma::Value(gamma),
                ..KernelParams::default()
            },
            ..Self::default()
        }
    }

    /// Returns true where both setups are equal except for the panels that are shown and their arrangement.
    #[must_use]
    pub fn is_apart_from_places(&self, other: &Self) -> bool {
        let mut setup = self.clone();
        setup.view.panels.clone_from(&other.view.panels);
        setup.view.tiles.clone_from(&other.view.tiles);
        setup == *other
    }

    /// Setup of tests and benches: noisy moons that linear PCA mixes and an RBF kernel separates.
    #[must_use]
    pub fn welcome() -> Self {
        Self::moons(0.05, 15.0)
    }
}
