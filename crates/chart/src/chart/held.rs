//! Things that can be dragged in a plot.

use crate::{Marker, Paint};

/// Thing that the pointer takes hold of. The place it is dragged to is kept in the setup, so that undo, sessions
/// and scripts know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Held {
    /// Threshold α, a share of the variance.
    Threshold,
    /// Reconstruction error beyond which a row is new.
    NoveltyThreshold,
    /// Node of a graph, by its row in the dataset.
    Node(usize),
    /// Point of data drawn by hand, by its row in the dataset.
    DrawnPoint(usize),
    /// Probe, the point whose image is followed.
    Probe,
    /// Present value of the parameter that a sweep runs through.
    SweepValue,
    /// Point whose pre-images are shown, in the plot of linear or kernel PCA.
    PreImage,
    /// Number of components that rows are rebuilt from.
    DenoisingComponents,
}

impl Held {
    /// Returns true where a click anywhere in the plot puts it there.
    #[must_use]
    pub fn jumps(self) -> bool {
        self == Self::SweepValue
    }

    /// Distance that an arrow key moves it, where only some values are possible.
    #[must_use]
    pub fn step(self) -> Option<f64> {
        (self == Self::DenoisingComponents).then_some(1.0)
    }

    /// Effect of dragging it, for a tooltip; dots have tooltips of their own.
    #[must_use]
    pub fn hint(self) -> Option<&'static str> {
        match self {
            Self::Threshold => Some("Drag this line to ask for another share of the variance"),
            Self::NoveltyThreshold => {
                Some("Drag this line to say beyond which error a row is new to the components")
            }
            Self::Node(_) | Self::DrawnPoint(_) | Self::Probe => None,
            Self::SweepValue => {
                Some("Drag this line to another value, or click where it is to stand")
            }
            Self::DenoisingComponents => {
                Some("Drag this line to rebuild rows from more or fewer components")
            }
            Self::PreImage => Some("Drag this point to ask for its pre-images in the input"),
        }
    }
}

/// Point of note that is no row, larger than a dot. It never widens the ranges of a plot: one that is dragged
/// would run away from the pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// Name of the thing it stands for, with which its tooltip begins.
    pub name: String,
    pub xy: [f64; 2],
    pub marker: Marker,
    pub paint: Paint,
    /// Size relative to the usual pin.
    pub size: f32,
    /// Further lines of its tooltip.
    pub lines: Vec<String>,
    /// Thing that the pointer takes hold of there, if it can be dragged.
    pub held: Option<Held>,
}

impl Pin {
    /// Pin of the usual size that cannot be dragged and has nothing to say but its name.
    pub fn new(name: impl Into<String>, xy: [f64; 2], marker: Marker, paint: Paint) -> Self {
        Self {
            name: name.into(),
            xy,
            marker,
            paint,
            size: 1.0,
            lines: vec![],
            held: None,
        }
    }
}
