//! Wanted axes, clamped to the components and columns that exist.

use super::ScoreAxes;

/// Clamps two wanted indices to `0..count`, keeping them apart if they were; `None` when there are fewer than two
/// to choose from.
pub fn pair([a, b]: [usize; 2], count: usize) -> Option<[usize; 2]> {
    let last = count.checked_sub(1).filter(|&last| last > 0)?;
    let (x, y) = (a.min(last), b.min(last));
    if x != y || a == b {
        return Some([x, y]);
    }
    // Both were clamped onto the last one, or one of them met the other there.
    Some(if a < b { [x, x - 1] } else { [y - 1, y] })
}

/// Clamps the wanted axes to what `count` components allow; a pair becomes a strip where there is one component only,
/// and `None` stands for no components.
pub fn clamp(axes: ScoreAxes, count: usize) -> Option<ScoreAxes> {
    let last = count.checked_sub(1)?;
    Some(match axes {
        ScoreAxes::Pair(a, b) => match pair([a, b], count) {
            Some([a, b]) => ScoreAxes::Pair(a, b),
            None => ScoreAxes::Strip(last),
        },
        ScoreAxes::Index(a) => ScoreAxes::Index(a.min(last)),
        ScoreAxes::Strip(a) => ScoreAxes::Strip(a.min(last)),
    })
}

/// Components (0-based) on the horizontal and on the vertical axis; `None` for an axis of row indices or of jitter.
pub fn plotted(axes: ScoreAxes) -> [Option<usize>; 2] {
    match axes {
        ScoreAxes::Pair(a, b) => [Some(a), Some(b)],
        ScoreAxes::Index(a) => [None, Some(a)],
        ScoreAxes::Strip(a) => [Some(a), None],
    }
}

/// Components (0-based) that the axes show once they are clamped to `count` components.
pub fn components_on(axes: ScoreAxes, count: usize) -> Vec<usize> {
    let shown = clamp(axes, count).map(plotted).unwrap_or_default();
    shown.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn indices_are_clamped_and_kept_apart() {
        assert_eq!(pair([0, 1], 2), Some([0, 1]));
        assert_eq!(pair([3, 5], 2), Some([1, 0]));
        assert_eq!(pair([5, 1], 2), Some([0, 1]));
        assert_eq!(pair([1, 5], 2), Some([1, 0]));
        assert_eq!(pair([4, 4], 3), Some([2, 2]));
        assert_eq!(pair([0, 1], 1), None);
        assert_eq!(pair([0, 1], 0), None);
    }
}
