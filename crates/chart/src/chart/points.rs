//! Dots, and the emphasis of each of them.

use std::sync::Arc;

use super::Paint;
use crate::{Marker, Pictures};

/// Dots of the rows that are not hidden, one each, the first at the back; `xy`, `rows` and `paints` have equal
/// length, and every coordinate is finite.
#[derive(Debug, Clone, PartialEq)]
pub struct Points {
    pub name: String,
    pub xy: Arc<[[f64; 2]]>,
    /// Row of the dataset behind each dot.
    pub rows: Arc<[usize]>,
    pub paints: Arc<[Paint]>,
    /// Depth of each dot in a view of space, 0 in front to 1 at the back; dots at the back are smaller and
    /// fainter. `None` in a plane.
    pub depths: Option<Arc<[f32]>>,
    /// Emphasis of each dot, ascending; `None` where all are equal.
    pub emphases: Option<Arc<[Emphasis]>>,
    /// Shape of each dot; `None` where all are discs.
    pub markers: Option<Arc<[Marker]>>,
    /// Pictures to draw in place of dots, by row of the dataset, where the rows are pictures.
    pub pictures: Option<Pictures>,
    /// Names to stand beside the dots where they have room.
    pub names: Option<PointNames>,
}

/// Names of rows, by row of the dataset.
#[derive(Debug, Clone, PartialEq)]
pub struct PointNames {
    /// Name of each row; empty for none.
    pub names: Arc<[String]>,
    /// Weight of each row; the weightiest are named first. Empty where all are alike.
    pub weights: Arc<[f64]>,
}

/// Emphasis of a dot, from least to most.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Emphasis {
    /// Dot of a class other than the one that is shown alone.
    Shadow,
    /// Dot that is not selected, while others are.
    Faded,
    Plain,
    Selected,
}

impl Emphasis {
    /// Share of its colour that a dot keeps.
    #[must_use]
    pub fn opacity(self) -> f32 {
        match self {
            Self::Shadow => 0.1,
            Self::Faded => 0.28,
            Self::Plain | Self::Selected => 1.0,
        }
    }
}

/// Differences of one dot from the usual dot of its paint.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct DotLook {
    /// Radius relative to the usual one.
    pub size: f32,
    /// Share of the colour that is lost to the surface.
    pub haze: f32,
}

/// One of the shapes that make a dot.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DotLayer {
    Dot,
    /// Rim of ink, a little larger than the dot.
    Outline,
}

impl Points {
    /// Discs in a plane, all alike but for their colours.
    pub fn new(
        name: String,
        xy: Arc<[[f64; 2]]>,
        paints: Arc<[Paint]>,
        rows: Arc<[usize]>,
    ) -> Self {
        Self {
            name,
            xy,
            rows,
            paints,
            depths: None,
            emphases: None,
            markers: None,
            pictures: None,
            names: None,
        }
    }

    #[must_use]
    pub fn emphasis(&self, dot: usize) -> Emphasis {
        let emphases = self.emphases.as_ref();
        emphases.map_or(Emphasis::Plain, |emphases| emphases[dot])
    }

    #[must_use]
    pub fn marker(&self, dot: usize) -> Marker {
        let markers = self.markers.as_ref();
        markers.map_or(Marker::Disc, |markers| markers[dot])
    }

    /// Returns true where the dot can be pointed at and selected.
    #[must_use]
    pub fn is_active(&self, dot: usize) -> bool {
        self.emphasis(dot) != Emphasis::Shadow
    }

    /// Layers to draw, from back to front, each with the index of its dot. Outlines lie behind all selected dots, so
    /// that overlapping dots share one.
    pub fn layers(&self) -> impl Iterator<Item = (usize, DotLayer)> {
        let count = self.xy.len();
        let first_selected = self.emphases.as_ref().map_or(count, |emphases| {
            emphases.partition_point(|emphasis| *emphasis < Emphasis::Selected)
        });
        let selected = first_selected..count;
        let outlines = selected.clone().map(|dot| (dot, DotLayer::Outline));
        let dots = |range: std::ops::Range<usize>| range.map(|dot| (dot, DotLayer::Dot));
        dots(0..first_selected)
            .chain(outlines)
            .chain(dots(selected))
    }

    #[must_use]
    pub fn look(&self, dot: usize) -> DotLook {
        let depth = self.depths.as_ref().map(|depths| depths[dot]);
        let emphasis = self.emphasis(dot);
        let far = depth.map_or(0.0, |depth| 0.65 * depth);
        let grown = match emphasis {
            Emphasis::Selected => 1.15,
            Emphasis::Shadow | Emphasis::Faded | Emphasis::Plain => 1.0,
        };
        DotLook {
            size: grown * depth.map_or(1.0, |depth| 1.25 - 0.6 * depth),
            haze: 1.0 - (1.0 - far) * emphasis.opacity(),
        }
    }
}
