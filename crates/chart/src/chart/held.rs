//! Things that can be dragged in a plot.

use crate::{Marker, Paint};

/// Thing in a plot that the pointer can drag. Its new place is kept in the setup, so that undo, sessions and scripts
/// know of it.
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
    /// Returns true for a thing that a click anywhere in the plot moves there.
    #[must_use]
    pub fn jumps(self) -> bool {
        self == Self::SweepValue
    }

    /// Step by which an arrow key moves the thing, in units of its axis; `None` for a thing that takes any value.
    #[must_use]
    pub fn step(self) -> Option<f64> {
        (self == Self::DenoisingComponents).then_some(1.0)
    }

    /// Effect of dragging the thing, for a tooltip; `None` for nodes, drawn points and the probe, whose own tooltips
    /// say it.
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

/// Marked point that is no row of the data, larger than a dot. Pins never widen the ranges of a plot: one that is
/// dragged would run away from the pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// Name of the thing that the pin stands for, with which the tooltip begins.
    pub name: String,
    pub xy: [f64; 2],
    pub marker: Marker,
    pub paint: Paint,
    /// Size relative to the usual pin.
    pub size: f32,
    /// Lines of the tooltip after the name.
    pub lines: Vec<String>,
    /// Thing that is moved by dragging the pin; `None` for a pin that cannot be dragged.
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
