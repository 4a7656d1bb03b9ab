//! Level lines of a field, by marching squares.

use contour::ContourBuilder;

use super::{Field, Plane};

/// Line of constant value: a closed line, or one that ends at the border of the grid.
#[derive(Debug, Clone, PartialEq)]
pub struct LevelLine {
    /// Value along the line.
    pub value: f64,
    /// Points of the line, in the plane's units.
    pub xy: Vec<[f64; 2]>,
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

    #[test]
    fn what_cannot_be_drawn_has_no_lines() {
        assert!(level_lines(&field(|_, _| 1.0), &plane(), &[0.5, 1.0]).is_empty());
        assert!(level_lines(&field(|x, _| 1.0 / (x - x)), &plane(), &[0.0]).is_empty());
    }
}
