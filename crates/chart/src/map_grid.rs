//! Arrangement of several maps in one panel: the grid that makes each as large as can be.

/// Gap between maps side by side, and around them, in widths of a map.
pub const GAP: f64 = 0.04;

/// Size that a plot has, and the height of a line of small text, all in one unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Room {
    pub width: f64,
    pub height: f64,
    pub line: f64,
}

impl Default for Room {
    /// Proportions of a slide, for an unknown size.
    fn default() -> Self {
        Self {
            width: 480.0,
            height: 300.0,
            line: 16.0,
        }
    }
}

/// Arrangement of maps of equal size; lengths are in widths of a map.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MapGrid {
    /// Number of maps in a row.
    pub across: usize,
    /// Height of a map.
    pub height: f64,
    /// Height of a map's name above it.
    pub caption: f64,
}

impl MapGrid {
    /// Arrangement of `count` maps in which each is largest. `height` is that of a map in its widths; without one,
    /// a map takes the height that fills the room.
    #[must_use]
    pub fn largest(count: usize, height: Option<f64>, room: Room) -> Self {
        let candidates = (1..=count.max(1)).map(|across| {
            let down = count.div_ceil(across).max(1) as f64;
            let captions = down * room.line;
            let widest = room.width / (across as f64 * (1.0 + GAP) + GAP);
            let tallest = (room.height - captions) / (down + GAP);
            let height = height.unwrap_or_else(|| (tallest / widest).clamp(0.5, 2.0));
            let width = widest.min((room.height - captions) / (down * height + GAP));
            (across, height, width)
        });
        let smaller_side = |(_, height, width): &(usize, f64, f64)| width * height.min(1.0);
        let (across, height, width) = candidates
            .reduce(|best, next| {
                if smaller_side(&next) > smaller_side(&best) {
                    next
                } else {
                    best
                }
            })
            .unwrap_or((1, 1.0, room.width));
        // In steps, so that a window that is resized a little keeps its chart; and less than a map
        // where there is hardly any room.
        let steps = |value: f64, up: f64| (value * up).ceil() / up;
        Self {
            across,
            height: steps(height, 256.0),
            caption: if width > 0.0 {
                steps(room.line / width, 64.0).min(0.5)
            } else {
                0.5
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn across(count: usize, height: f64, width: f64, tall: f64) -> usize {
        let room = Room {
            width,
            height: tall,
            line: 16.0,
        };
        MapGrid::largest(count, Some(height), room).across
    }

    #[test]
    fn maps_stand_so_that_each_is_largest() {
        assert_eq!(across(3, 1.0, 900.0, 300.0), 3);
        assert_eq!(across(3, 1.0, 300.0, 900.0), 1);
        assert_eq!(across(4, 1.0, 600.0, 600.0), 2);
        // Wide maps go below each other even in a wide room.
        assert_eq!(across(3, 0.2, 600.0, 400.0), 1);
        assert_eq!(across(9, 1.0, 1300.0, 400.0), 5);
        assert_eq!(across(1, 1.0, 10.0, 0.0), 1);
    }

    #[test]
    fn a_grid_stays_within_its_room_and_wastes_little() {
        for (count, height, size) in [(3, 1.2, [252.0, 290.0]), (2, 0.4, [900.0, 500.0])] {
            let room = Room {
                width: size[0],
                height: size[1],
                line: 16.0,
            };
            let grid = MapGrid::largest(count, Some(height), room);
            let down = count.div_ceil(grid.across) as f64;
            let wide = grid.across as f64 * (1.0 + GAP) + GAP;
            let high = down * (grid.height + grid.caption) + GAP;
            let unit = (room.width / wide).min(room.height / high);
            let [x, y] = [unit * wide / room.width, unit * high / room.height];
            assert!(
                x <= 1.0 + 1e-9 && y <= 1.0 + 1e-9 && x.max(y) > 0.97,
                "{x} {y}"
            );
        }
    }

    #[test]
    fn maps_that_may_be_stretched_fill_the_room() {
        let room = Room {
            width: 900.0,
            height: 400.0,
            line: 16.0,
        };
        let grid = MapGrid::largest(2, None, room);
        assert_eq!(grid.across, 2);
        assert!((grid.height - 0.85).abs() < 0.05, "{}", grid.height);
    }
}
