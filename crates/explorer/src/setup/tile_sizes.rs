//! Sizes of the places of an arrangement in a window.

use super::{Part, Tiles};

/// Rectangle of a window, in points.
#[derive(Debug, Clone, Copy)]
pub struct TileRoom {
    /// Left and top end.
    pub start: [f32; 2],
    /// Width and height.
    pub size: [f32; 2],
}

impl Tiles {
    /// Least width and height of the arrangement, in points, where no panel is smaller than the size `panel`.
    #[must_use]
    pub fn least(&self, panel: [f32; 2]) -> [f32; 2] {
        let least = |parts: &[Part], along: usize| {
            parts.iter().fold([0.0_f32; 2], |mut sum, part| {
                let least = part.tiles.least(panel);
                sum[along] += least[along];
                sum[1 - along] = sum[1 - along].max(least[1 - along]);
                sum
            })
        };
        match self {
            Self::Place { .. } => panel,
            Self::Row(parts) => least(parts, 0),
            Self::Column(parts) => least(parts, 1),
        }
    }

    /// Returns the arrangement with the parts' sizes in points as shares: every part has its least size where `room`
    /// suffices for all, and ends where `snap` puts it.
    #[must_use]
    pub fn fitted(&self, room: TileRoom, panel: [f32; 2], snap: &dyn Fn(f32) -> f32) -> Self {
        let fitted = |parts: &[Part], along: usize| {
            let least = parts.iter().map(|part| part.tiles.least(panel)[along]);
            let least: Vec<f64> = least.map(f64::from).collect();
            let shares: Vec<f64> = parts.iter().map(|part| part.share).collect();
            let sizes = sizes(&shares, &least, f64::from(room.size[along]));
            let mut start = room.start;
            let mut at = f64::from(start[along]);
            let end = start[along] + room.size[along];
            let parts = parts
                .iter()
                .zip(sizes)
                .enumerate()
                .map(|(i, (part, size))| {
                    at += size;
                    let is_last = i + 1 == parts.len();
                    let stop = if is_last { end } else { snap(at as f32) };
                    let mut inside = TileRoom {
                        start,
                        size: room.size,
                    };
                    inside.size[along] = stop - start[along];
                    start[along] = stop;
                    Part {
                        share: f64::from(inside.size[along]),
                        tiles: part.tiles.fitted(inside, panel, snap),
                    }
                });
            parts.collect()
        };
        match self {
            Self::Place { .. } => self.clone(),
            Self::Row(parts) => Self::Row(fitted(parts, 0)),
            Self::Column(parts) => Self::Column(fitted(parts, 1)),
        }
    }
}

/// Sizes in the proportions of `shares`, but none below its least; they sum to `room`, unless the least ones exceed it.
fn sizes(shares: &[f64], least: &[f64], room: f64) -> Vec<f64> {
    let mut is_least = vec![false; shares.len()];
    loop {
        let of = |wanted: bool, values: &[f64]| -> f64 {
            let chosen = values
                .iter()
                .zip(&is_least)
                .filter(|(_, is)| **is == wanted);
            chosen.map(|(value, _)| value).sum()
        };
        let unit = (room - of(true, least)).max(0.0) / of(false, shares).max(f64::MIN_POSITIVE);
        let size = |i: usize| {
            if is_least[i] {
                least[i]
            } else {
                shares[i] * unit
            }
        };
        let sizes: Vec<f64> = (0..shares.len()).map(size).collect();
        let short = (0..sizes.len()).filter(|&i| !is_least[i] && sizes[i] < least[i]);
        let short: Vec<usize> = short.collect();
        if short.is_empty() {
            return sizes;
        }
        for i in short {
            is_least[i] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::panel::list::Panel;

    #[test]
    fn every_panel_keeps_its_least_size_wherever_the_splits_are() {
        let part = |share, panel| (share, Tiles::one(panel));
        let above = [
            part(900.0, Panel::Input),
            part(0.01, Panel::Pca),
            part(1.0, Panel::Kpca),
        ];
        let below = [part(1.0, Panel::Spectrum), part(80.0, Panel::Variance)];
        let tiles = Tiles::column([(0.01, Tiles::row(above)), (5.0, Tiles::row(below))]);
        let panel = [144.0, 150.0];
        assert_eq!(tiles.least(panel), [432.0, 300.0]);
        let room = TileRoom {
            start: [300.0, 32.0],
            size: [700.0, 400.0],
        };
        let Tiles::Column(rows) = tiles.fitted(room, panel, &|at| at) else {
            panic!("it stays a column")
        };
        let heights: Vec<f64> = rows.iter().map(|row| row.share).collect();
        assert_eq!(heights, [150.0, 250.0]);
        for row in &rows {
            let Tiles::Row(parts) = &row.tiles else {
                panic!("it stays a row")
            };
            let widths: Vec<f64> = parts.iter().map(|part| part.share).collect();
            assert!(widths.iter().all(|width| *width > 143.9), "{widths:?}");
            assert!((widths.iter().sum::<f64>() - 700.0).abs() < 1e-3);
        }
    }
}
