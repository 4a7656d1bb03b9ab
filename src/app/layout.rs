//! How the window is divided.

use serde::{Deserialize, Serialize};

use crate::setup::Panel;

/// Positions of the splits; but for `side`, as shares of the room for plots.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Layout {
    /// Width of the side panel, in points.
    pub side: f32,
    /// Between input and linear PCA, and between linear and kernel PCA.
    pub columns: [f32; 2],
    /// Between the upper and the lower row.
    pub rows: f32,
    /// Between spectrum and explained variance.
    pub bottom: f32,
}

/// Prepared choices of what stands in the five places.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Arrangement {
    Usual,
    WithContours,
}

impl Arrangement {
    pub const ALL: [Self; 2] = [Self::Usual, Self::WithContours];

    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Usual => "the usual five",
            Self::WithContours => "with contours",
        }
    }

    #[must_use]
    pub fn places(self) -> [Panel; 5] {
        match self {
            Self::Usual => Panel::USUAL,
            // Over the plane that they are functions on, beside what they become.
            Self::WithContours => [
                Panel::KpcaContours,
                Panel::Pca,
                Panel::Kpca,
                Panel::Spectrum,
                Panel::Variance,
            ],
        }
    }
}

/// One of the splits.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Split {
    Side,
    Column(usize),
    Rows,
    Bottom,
}

impl Default for Layout {
    fn default() -> Self {
        Self {
            side: 308.0,
            columns: [1.0 / 3.0, 2.0 / 3.0],
            rows: 0.58,
            bottom: 0.5,
        }
    }
}

impl Layout {
    /// The least share of a row or a column that a panel keeps.
    const LEAST: f32 = 0.15;

    /// The side panel's least and greatest width.
    const SIDE: [f32; 2] = [264.0, 480.0];

    /// Whether every panel has room: what was read from a file may say anything.
    pub(super) fn leaves_room(&self) -> bool {
        let [first, second] = self.columns;
        // Splits stand where they were dragged to, but for rounding.
        let room = |from: f32, to: f32| to - from >= Self::LEAST - 1e-3;
        let side = Self::SIDE[0]..=Self::SIDE[1];
        side.contains(&self.side)
            && room(0.0, first)
            && room(first, second)
            && room(second, 1.0)
            && [self.rows, self.bottom]
                .iter()
                .all(|&at| room(0.0, at) && room(at, 1.0))
    }

    /// Moves a split, keeping room for what is on both sides.
    pub(super) fn place(&mut self, split: Split, at: f32) {
        let (low, high) = match split {
            Split::Column(0) => (0.0, self.columns[1]),
            Split::Column(_) => (self.columns[0], 1.0),
            Split::Side | Split::Rows | Split::Bottom => (0.0, 1.0),
        };
        let share = at.min(high - Self::LEAST).max(low + Self::LEAST);
        match split {
            Split::Side => self.side = at.clamp(Self::SIDE[0], Self::SIDE[1]),
            Split::Column(i) => self.columns[i.min(1)] = share,
            Split::Rows => self.rows = share,
            Split::Bottom => self.bottom = share,
        }
    }
}
