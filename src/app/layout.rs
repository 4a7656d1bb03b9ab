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
    /// The least width and height, in points, at which a panel can still be read. The window keeps as
    /// much for each of its panels; where it is smaller itself, it shows a part and scrolls.
    const LEAST_PLACE: [f32; 2] = [144.0, 150.0];
    /// The same of a panel that is maximised.
    const LEAST_MAXIMISED: [f32; 2] = [240.0, 180.0];
    /// The least height of the list of selected rows.
    pub const LEAST_LIST: f32 = 104.0;

    /// The least width and height of the room for plots: three panels above two, or one alone.
    #[must_use]
    pub fn least_room(maximised: bool) -> [f32; 2] {
        let [width, height] = Self::LEAST_PLACE;
        if maximised {
            Self::LEAST_MAXIMISED
        } else {
            [3.0 * width, 2.0 * height]
        }
    }

    /// The side panel's width in a window of this width, in which the plots need `plots`: in a narrow
    /// one it gives way first.
    #[must_use]
    pub fn side_within(&self, width: f32, plots: f32) -> f32 {
        self.side.min(width - plots).max(Self::SIDE[0])
    }

    /// Where the upper row is divided, the lower row, and the two rows, in a room of this size.
    #[must_use]
    pub fn splits(&self, [width, height]: [f32; 2]) -> ([f32; 2], f32, f32) {
        let [w, h] = Self::LEAST_PLACE;
        let between = |at: f32, low: f32, high: f32| at.min(high).max(low);
        let first = between(self.columns[0] * width, w, width - 2.0 * w);
        let second = between(self.columns[1] * width, first + w, width - w);
        (
            [first, second],
            between(self.bottom * width, w, width - w),
            between(self.rows * height, h, height - h),
        )
    }

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_panel_keeps_its_least_size_wherever_the_splits_are() {
        let dragged = Layout {
            columns: [0.15, 0.3],
            rows: 0.85,
            bottom: 0.85,
            ..Layout::default()
        };
        let [least_width, least_height] = Layout::LEAST_PLACE;
        for layout in [Layout::default(), dragged] {
            for [width, height] in [Layout::least_room(false), [900.0, 640.0]] {
                let ([first, second], bottom, rows) = layout.splits([width, height]);
                for place in [
                    first,
                    second - first,
                    width - second,
                    bottom,
                    width - bottom,
                ] {
                    assert!(place >= least_width, "{place} of {width}");
                }
                assert!(rows.min(height - rows) >= least_height);
            }
        }
    }

    #[test]
    fn the_side_panel_gives_way_before_the_plots() {
        let layout = Layout::default();
        let [plots, _] = Layout::least_room(false);
        assert_eq!(layout.side_within(1280.0, plots), layout.side);
        assert_eq!(layout.side_within(700.0, plots), 268.0);
        assert_eq!(layout.side_within(400.0, plots), Layout::SIDE[0]);
    }
}
