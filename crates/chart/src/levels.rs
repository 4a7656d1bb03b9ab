//! Round levels, and the bands between the levels of a map.
//!
//! ```
//! use chart::round_levels;
//!
//! assert_eq!(round_levels([-0.3, 3.2], 4), [0.0, 1.0, 2.0, 3.0]);
//! ```

use contour::ContourBuilder;

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

    /// Paints patches point by point by the even-odd rule, which answers with the band on top.
    #[test]
    fn patches_painted_in_order_show_each_points_band() {
        let at = |low: f64, t: usize| low + 4.0 * (t as f64 + 0.5) / SIDE as f64;
        let value = |x: f64, y: f64| (2.0 * x).sin() * (3.0 * y).cos() + 0.3 * x;
        let values: Vec<f64> = (0..SIDE * SIDE)
            .map(|p| value(at(-2.0, p % SIDE), at(-1.0, p / SIDE)))
            .collect();
        let levels = [-0.8, -0.4, 0.0, 0.4, 0.8];
        let patches = patches(&values, SIDE, &levels);
        assert!(patches.len() > levels.len());
        let inside = |[x, y]: [f64; 2], ring: &[[f64; 2]]| {
            let crosses = |pair: &&[[f64; 2]]| {
                let ([ax, ay], [bx, by]) = (pair[0], pair[1]);
                (ay > y) != (by > y) && x < ax + (y - ay) / (by - ay) * (bx - ax)
            };
            ring.windows(2).filter(crosses).count() % 2 == 1
        };
        for (p, value) in values.iter().enumerate() {
            let center = [(p % SIDE) as f64 + 0.5, (p / SIDE) as f64 + 0.5];
            let top = patches.iter().rfind(|patch| inside(center, &patch.xy));
            let expected = levels.iter().filter(|level| **level <= *value).count();
            assert_eq!(top.map_or(0, |patch| patch.band), expected, "at {center:?}");
        }
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
