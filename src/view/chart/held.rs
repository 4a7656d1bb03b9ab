//! What can be dragged in a plot.

use crate::view::{Marker, Paint};

/// Something that the pointer takes hold of. Where it is dragged to is kept in the setup, so that undo,
/// sessions and scripts know of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Held {
    /// The share of the variance, α.
    Threshold,
    /// The reconstruction error beyond which a row is new.
    NoveltyThreshold,
    /// A node of a graph, by its row in the dataset.
    Node(usize),
    /// A point of data that are drawn by hand, by its row in the dataset.
    DrawnPoint(usize),
    /// The point whose image is followed.
    Probe,
    /// The present value of the parameter that a sweep runs through.
    SweepValue,
    /// The point whose pre-images are shown, in the plot of linear or kernel PCA.
    PreImage,
    /// How many components rows are rebuilt from.
    DenoisingComponents,
}

impl Held {
    /// Whether a click anywhere in the plot puts it there.
    #[must_use]
    pub fn jumps(self) -> bool {
        self == Self::SweepValue
    }

    /// How far an arrow key moves it, where only some values are possible.
    #[must_use]
    pub fn step(self) -> Option<f64> {
        (self == Self::DenoisingComponents).then_some(1.0)
    }

    /// What dragging it does, for a tooltip; dots have tooltips of their own.
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

/// A point of note that is no row, larger than a dot. It never changes what a plot shows: one that is dragged
/// would run away from the pointer.
#[derive(Debug, Clone, PartialEq)]
pub struct Pin {
    /// What it is, as its tooltip begins.
    pub name: String,
    pub xy: [f64; 2],
    pub marker: Marker,
    pub paint: Paint,
    /// How large it is, relative to the usual pin.
    pub size: f32,
    /// More about it, a line each.
    pub lines: Vec<String>,
    /// What the pointer takes hold of there, if it can be dragged.
    pub held: Option<Held>,
}
