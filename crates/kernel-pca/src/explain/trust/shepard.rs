//! Distances of pairs of rows, in the input and in a picture, for a Shepard diagram (Shepard, *The analysis of
//! proximities*, Psychometrika 27, 1962).

use nalgebra::DMatrix;

use crate::objects::RandomState;

/// Largest number of pairs that are taken: more would cover each other as dots of a diagram.
pub const MOST_PAIRS: usize = 1000;
/// Seed of the order in which rows are paired, fixed so that a script can draw the same pairs.
pub const SEED: u32 = 0;

/// Pairs of n rows: all of them, or [`MOST_PAIRS`] where there are more. These join each row to the next, the next but
/// one and so on in the order of `RandomState(0).permutation(n)` taken as a circle, so that all rows occur equally
/// often and no pair twice.
#[must_use]
pub fn sampled_pairs(n: usize) -> Vec<[usize; 2]> {
    if n * n.saturating_sub(1) / 2 <= MOST_PAIRS {
        let before = |j: usize| (0..j).map(move |i| [i, j]);
        return (0..n).flat_map(before).collect();
    }
    let order = RandomState::new(SEED).permutation(n as u32);
    let pairs = (1..).flat_map(|step| {
        let order = &order;
        (0..n).map(move |i| [order[i], order[(i + step) % n]])
    });
    pairs.take(MOST_PAIRS).collect()
}

/// Euclidean distances of pairs of rows of `points` (n × d).
#[must_use]
pub fn distances(points: &DMatrix<f64>, pairs: &[[usize; 2]]) -> Vec<f64> {
    let apart = |[i, j]: &[usize; 2]| (points.row(*i) - points.row(*j)).norm();
    pairs.iter().map(apart).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn pairs_are_all_or_many_each_once() {
        for (n, count) in [
            (0, 0),
            (1, 0),
            (3, 3),
            (45, 990),
            (46, 1000),
            (63, 1000),
            (2000, 1000),
        ] {
            let pairs = sampled_pairs(n);
            let each: BTreeSet<[usize; 2]> =
                pairs.iter().map(|&[i, j]| [i.min(j), i.max(j)]).collect();
            assert_eq!((pairs.len(), each.len()), (count, count), "{n}");
            assert!(each.iter().all(|[i, j]| i < j && *j < n));
        }
        // numpy.random.RandomState(0).permutation(46)[:2]
        assert_eq!(sampled_pairs(46)[0], [25, 22]);
    }

    #[test]
    fn distances_are_euclidean() {
        let points = DMatrix::from_row_slice(2, 2, &[0.0, 0.0, 3.0, 4.0]);
        assert_eq!(distances(&points, &[[0, 1]]), [5.0]);
    }
}
