//! Level lines of a field, and the bands between them, by marching squares.
//!
//! ```
//! use kernel_pca::explain::round_levels;
//!
//! assert_eq!(round_levels([-0.3, 3.2], 4), [0.0, 1.0, 2.0, 3.0]);
//! ```

use contour::ContourBuilder;

use super::{Field, Plane};

/// Line of constant value in the plane's units: a closed line, or one that ends at the border of the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelLine {
    /// Value along the line.
    pub value: f64,
    /// Points of the line, in the plane's units.
    pub xy: Vec<[f64; 2]>,
}

/// Round levels between `low` and `high`: about `count` multiples of a step of 1, 2 or 5 times a power of ten.
/// Empty where `high` does not exceed `low`, or exceeds it by no more than rounding.
#[must_use]
pub fn round_levels([low, high]: [f64; 2], count: usize) -> Vec<f64> {
    let wanted = (high - low) / count.max(1) as f64;
    if !(wanted > 0.0 && wanted.is_finite()) {
        return Vec::new();
    }
    let power = 10_f64.powf(wanted.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0]
        .into_iter()
        .map(|factor| factor * power)
        .find(|step| *step >= wanted * (1.0 - 1e-9))
        .unwrap_or(wanted);
    let first = (low / step).floor() + 1.0;
    // Where the span is tiny compared with its distance from zero, multiples of the step can't be distinguished.
    if first + 1.0 == first {
        return Vec::new();
    }
    (0..=count)
        .map(|i| (first + i as f64) * step)
        .take_while(|level| *level < high)
        .collect()
}

/// Level lines of the field at `levels`, by marching squares with linear interpolation; empty for a field with a
/// value that is not finite.
#[must_use]
pub fn level_lines(field: &Field, plane: &Plane, levels: &[f64]) -> Vec<LevelLine> {
    let side = field.side;
    if side < 2 || field.values.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let lines = ContourBuilder::new(side, side, true).lines(&field.values, levels);
    let steps = plane.spans.map(|[low, high]| (high - low) / side as f64);
    let on_border = |t: f64| t <= 0.0 || t >= side as f64;
    let mut found = Vec::new();
    for line in lines.unwrap_or_default() {
        for ring in line.geometry() {
            // The crate closes every line along the border of the grid, where no level line runs.
            for piece in ring.0.split(|p| on_border(p.x) || on_border(p.y)) {
                if piece.len() > 1 {
                    let [[x0, _], [y0, _]] = plane.spans;
                    found.push(LevelLine {
                        value: line.threshold(),
                        xy: piece
                            .iter()
                            .map(|p| [x0 + p.x * steps[0], y0 + p.y * steps[1]])
                            .collect(),
                    });
                }
            }
        }
    }
    found
}

/// Polygon that bounds one band between neighbouring levels. Later patches that lie inside the polygon are painted
/// over it.
#[derive(Debug, Clone, PartialEq)]
pub struct Patch {
    /// Number of levels below the band.
    pub band: usize,
    /// Corners in cells of the grid; the last point is the first.
    pub xy: Vec<[f64; 2]>,
}

/// Patches of the bands between the ascending `levels` of samples in rows of `columns`, in the order of painting:
/// each covers those before it, on a ground of band 0. No patch has a hole.
#[must_use]
pub fn patches(values: &[f64], columns: usize, levels: &[f64]) -> Vec<Patch> {
    let rows = values.len().checked_div(columns).unwrap_or(0);
    if rows < 2 || columns < 2 || values.iter().any(|value| !value.is_finite()) {
        return Vec::new();
    }
    let lines = ContourBuilder::new(columns, rows, true).lines(values, levels);
    let mut patches: Vec<(f64, Patch)> = Vec::new();
    for (below, line) in lines.unwrap_or_default().iter().enumerate() {
        for ring in line.geometry() {
            let xy: Vec<[f64; 2]> = ring.0.iter().map(|p| [p.x, p.y]).collect();
            let area = signed_area(&xy);
            // The crate goes clockwise around higher values, and counter-clockwise around lower ones.
            let band = below + usize::from(area < 0.0);
            patches.push((area.abs(), Patch { band, xy }));
        }
    }
    // Level lines don't cross, so no patch lies inside a smaller one.
    patches.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    patches.into_iter().map(|(_, patch)| patch).collect()
}

/// Area of a ring, positive where it goes counter-clockwise.
fn signed_area(ring: &[[f64; 2]]) -> f64 {
    let cross = |pair: &[[f64; 2]]| pair[0][0] * pair[1][1] - pair[1][0] * pair[0][1];
    0.5 * ring.windows(2).map(cross).sum::<f64>()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIDE: usize = 40;

    fn plane() -> Plane {
        Plane {
            columns: [0, 1],
            spans: [[-2.0, 2.0], [-1.0, 3.0]],
            at: vec![0.0; 2],
        }
    }

    fn field(f: impl Fn(f64, f64) -> f64) -> Field {
        let center = |low: f64, t: usize| low + 4.0 * (t as f64 + 0.5) / SIDE as f64;
        Field {
            component: 0,
            side: SIDE,
            values: (0..SIDE * SIDE)
                .map(|p| f(center(-2.0, p % SIDE), center(-1.0, p / SIDE)))
                .collect(),
        }
    }

    #[test]
    fn a_cone_has_circles() {
        let cone = field(|x, y| x.hypot(y - 1.0));
        let lines = level_lines(&cone, &plane(), &[0.5, 1.5]);
        assert_eq!(lines.len(), 2);
        for line in &lines {
            assert_eq!(line.xy.first(), line.xy.last(), "closed");
            for [x, y] in &line.xy {
                let radius = x.hypot(y - 1.0);
                assert!((radius - line.value).abs() < 4e-3, "{radius}");
            }
        }
    }

    #[test]
    fn a_slope_has_straight_lines_that_end_at_the_border() {
        let slope = field(|x, y| 3.0 * x + y);
        let lines = level_lines(&slope, &plane(), &[-1.0, 0.0, 2.0]);
        assert_eq!(lines.len(), 3);
        for line in &lines {
            assert_ne!(line.xy.first(), line.xy.last(), "open");
            for [x, y] in &line.xy {
                assert!((3.0 * x + y - line.value).abs() < 1e-12);
            }
            let span = line
                .xy
                .iter()
                .fold([3.0_f64, -1.0_f64], |[lo, hi], [_, y]| {
                    [lo.min(*y), hi.max(*y)]
                });
            assert!(span[0] < -0.8 && span[1] > 2.8, "{span:?}");
        }
    }

    /// Paints patches point by point by the even-odd rule, which answers with the band on top.
    #[test]
    fn patches_painted_in_order_show_each_points_band() {
        let field = field(|x, y| (2.0 * x).sin() * (3.0 * y).cos() + 0.3 * x);
        let levels = [-0.8, -0.4, 0.0, 0.4, 0.8];
        let patches = patches(&field.values, SIDE, &levels);
        assert!(patches.len() > levels.len());
        let inside = |[x, y]: [f64; 2], ring: &[[f64; 2]]| {
            let crosses = |pair: &&[[f64; 2]]| {
                let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
                (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
            };
            ring.windows(2).filter(crosses).count() % 2 == 1
        };
        for (p, value) in field.values.iter().enumerate() {
            let center = [(p % SIDE) as f64 + 0.5, (p / SIDE) as f64 + 0.5];
            let top = patches.iter().rfind(|patch| inside(center, &patch.xy));
            let expected = levels.iter().filter(|level| **level <= *value).count();
            assert_eq!(top.map_or(0, |patch| patch.band), expected, "at {center:?}");
        }
    }

    #[test]
    fn what_cannot_be_drawn_has_no_lines() {
        assert!(level_lines(&field(|_, _| 1.0), &plane(), &[0.5, 1.0]).is_empty());
        assert!(level_lines(&field(|x, _| 1.0 / (x - x)), &plane(), &[0.0]).is_empty());
    }

    #[test]
    fn levels_are_round_and_inside() {
        assert_eq!(round_levels([-1.0, 1.0], 4), [-0.5, 0.0, 0.5]);
        assert_eq!(round_levels([0.13, 0.52], 2), [0.2, 0.4]);
        assert!(round_levels([1.0, 1.0], 5).is_empty());
        assert!(round_levels([0.0, f64::INFINITY], 5).is_empty());
        assert!(round_levels([1e20, 1e20 + 20000.0], 9).len() < 12);
    }
}
