//! Trust in a picture of rows: trustworthiness and continuity of neighbourhoods, and distances of pairs for a Shepard
//! diagram.
//!
//! Trustworthiness falls with rows that are neighbours in the picture and not in the input, continuity with rows that
//! are neighbours in the input and not in the picture, each by how many ranks they are off (Venna and Kaski,
//! *Neighborhood preservation in nonlinear projection methods*, ICANN 2001, equations 1 and 2). Both are 1 where all
//! neighbourhoods of k rows are kept. Trustworthiness is scikit-learn's `sklearn.manifold.trustworthiness`.
//!
//! ```
//! use kernel_pca::explain::trust::{NeighborRanks, Trust};
//! use nalgebra::DMatrix;
//!
//! // Seven points of a line, and a picture of it: the line itself, three times as long.
//! let line = DMatrix::from_fn(7, 1, |i, _| (i * i) as f64);
//! let picture = 3.0 * &line;
//! let [input, picture] = [&line, &picture].map(|it| NeighborRanks::of(it, &|| false));
//! let trust = Trust::between(&input?, &picture?);
//! assert_eq!((trust.trustworthiness[1], trust.continuity[1]), (1.0, 1.0));
//! # Ok::<(), kernel_pca::kpca::FitError>(())
//! ```

mod shepard;

use nalgebra::DMatrix;
use rayon::prelude::*;

use crate::{
    kpca::{CancelCheck, FitError},
    power_of_two::{exponent, times},
};

pub use shepard::{MOST_PAIRS, SEED as PAIR_SEED, distances, sampled_pairs};

/// Largest number of neighbours by which a picture is judged: beyond, neighbourhoods are no longer near.
pub const MOST_NEIGHBORS: usize = 50;
/// Number of rows above which a sample is judged: the ranks of 2,000 rows take 16 MB and a fraction of a second.
pub const MOST_RANKED_ROWS: usize = 2000;

/// Ranks of all rows by their distance from each of n rows: 0 for the row itself, 1 for its nearest neighbour. Rows at
/// equal distances are ranked by their index.
#[derive(Debug, Clone, PartialEq)]
pub struct NeighborRanks {
    /// Number of rows.
    n: usize,
    /// Rank of row j by its distance from row i, at i·n + j.
    ranks: Vec<u32>,
}

impl NeighborRanks {
    /// Ranks the rows of `points` (n × d, finite) by their Euclidean distances. Takes 4n² bytes.
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when cancelled.
    pub fn of(points: &DMatrix<f64>, cancelled: CancelCheck<'_>) -> Result<Self, FitError> {
        let (n, d) = points.shape();
        let rows = scaled_rows(points);
        let row = |i: usize| &rows[i * d..(i + 1) * d];
        let mut ranks = vec![0; n * n];
        ranks
            .par_chunks_mut(n.max(1))
            .enumerate()
            .try_for_each_init(
                || (vec![0.0; n], (0..n as u32).collect::<Vec<u32>>()),
                |(squares, order), (i, ranks)| {
                    if cancelled() {
                        return Err(FitError::Cancelled);
                    }
                    for (j, square) in squares.iter_mut().enumerate() {
                        let apart = row(i).iter().zip(row(j)).map(|(a, b)| (a - b) * (a - b));
                        // A row stands before those that equal it.
                        *square = if i == j { -1.0 } else { apart.sum() };
                    }
                    order.sort_unstable_by(|&a, &b| {
                        let [a_square, b_square] = [a, b].map(|j| squares[j as usize]);
                        a_square.total_cmp(&b_square).then(a.cmp(&b))
                    });
                    for (rank, &j) in (0..).zip(order.iter()) {
                        ranks[j as usize] = rank;
                    }
                    Ok(())
                },
            )?;
        Ok(Self { n, ranks })
    }

    /// Number of rows.
    #[must_use]
    pub fn n(&self) -> usize {
        self.n
    }

    /// Ranks of all rows by their distance from row i.
    fn of_row(&self, i: usize) -> &[u32] {
        &self.ranks[i * self.n..(i + 1) * self.n]
    }
}

/// Entries of `points` (n × d), row by row, in the power of two in which the largest is about one: squares then neither
/// overflow nor vanish.
fn scaled_rows(points: &DMatrix<f64>) -> Vec<f64> {
    let unit = -exponent(points.amax());
    let rows = points.row_iter();
    rows.flat_map(|row| row.iter().map(|v| times(*v, unit)).collect::<Vec<f64>>())
        .collect()
}

/// Largest number of neighbours by which n rows can be judged: fewer than n/2, as the measures ask, and at most
/// [`MOST_NEIGHBORS`]; 0 where there are fewer than three rows.
#[must_use]
pub fn most_neighbors(n: usize) -> usize {
    (n.saturating_sub(1) / 2).min(MOST_NEIGHBORS)
}

/// Trustworthiness and continuity of a picture by its k nearest neighbours, for k = 1, 2, … up to [`most_neighbors`].
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Trust {
    /// Trustworthiness by k = 1, 2, … neighbours.
    pub trustworthiness: Vec<f64>,
    /// Continuity by k = 1, 2, … neighbours: trustworthiness with input and picture exchanged.
    pub continuity: Vec<f64>,
}

impl Trust {
    /// Judges a picture of rows by their ranks in the input and in the picture.
    ///
    /// # Panics
    /// When the numbers of rows differ.
    #[must_use]
    pub fn between(input: &NeighborRanks, picture: &NeighborRanks) -> Self {
        assert_eq!(input.n, picture.n, "one place in the picture for each row");
        Self {
            trustworthiness: kept(input, picture),
            continuity: kept(picture, input),
        }
    }
}

/// Trustworthiness of neighbourhoods in `seen` by ranks in `truth`, for k = 1, 2, … neighbours.
fn kept(truth: &NeighborRanks, seen: &NeighborRanks) -> Vec<f64> {
    let n = truth.n;
    let most = most_neighbors(n);
    let add = |mut all: Vec<u64>, more: Vec<u64>| {
        all.iter_mut().zip(more).for_each(|(sum, it)| *sum += it);
        all
    };
    let off: Vec<u64> = (0..n)
        .into_par_iter()
        .map(|i| {
            let mut off = vec![0; most];
            for (&truth, &seen) in truth.of_row(i).iter().zip(seen.of_row(i)) {
                // Among the k nearest as seen, and beyond them in truth.
                for k in seen..truth.min(most as u32 + 1) {
                    if let Some(sum) = (k as usize).checked_sub(1).and_then(|at| off.get_mut(at)) {
                        *sum += u64::from(truth - k);
                    }
                }
            }
            off
        })
        .reduce(|| vec![0; most], add);
    let whole = |(off, k): (&u64, usize)| 1.0 - worst(n, k) * *off as f64;
    off.iter().zip(1..).map(whole).collect()
}

/// Factor 2/(nk(2n − 3k − 1)) that scales the sum of the ranks by which neighbourhoods of k among n rows are off to at
/// most 1.
fn worst(n: usize, k: usize) -> f64 {
    let [n, k] = [n, k].map(|count| count as f64);
    2.0 / (n * k * (2.0 * n - 3.0 * k - 1.0))
}

/// Share, from 0 to 1, by which the picture tears the k nearest neighbours in the input away from each of n rows: the
/// ranks by which they lie beyond the k nearest in the picture, over the largest possible sum of such ranks. The mean
/// over rows is 1 less the continuity. Zeros where k is not from 1 to fewer than n/2.
///
/// # Panics
/// When the numbers of rows differ.
#[must_use]
pub fn torn(input: &NeighborRanks, picture: &NeighborRanks, k: usize) -> Vec<f64> {
    assert_eq!(input.n, picture.n, "one place in the picture for each row");
    let n = input.n;
    if k == 0 || 2 * k >= n {
        return vec![0.0; n];
    }
    let share = worst(n, k) * n as f64;
    let of_row = |i: usize| {
        let both = input.of_row(i).iter().zip(picture.of_row(i));
        let near = both.filter(|(input, _)| (1..=k).contains(&(**input as usize)));
        let off: u64 = near
            .map(|(_, seen)| u64::from(*seen).saturating_sub(k as u64))
            .sum();
        share * off as f64
    };
    (0..n).map(of_row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::objects::RandomState;

    fn random_rows(n: usize, d: usize, seed: u32) -> DMatrix<f64> {
        let mut random = RandomState::new(seed);
        DMatrix::from_fn(n, d, |_, _| random.standard_normal())
    }

    fn ranks(points: &DMatrix<f64>) -> NeighborRanks {
        NeighborRanks::of(points, &|| false).unwrap()
    }

    /// Trustworthiness by its definition, sum by sum.
    fn by_definition(input: &DMatrix<f64>, picture: &DMatrix<f64>, k: usize) -> f64 {
        let n = input.nrows();
        let order = |points: &DMatrix<f64>, i: usize| {
            let mut others: Vec<usize> = (0..n).filter(|&j| j != i).collect();
            let apart = |j: usize| (points.row(i) - points.row(j)).norm();
            others.sort_by(|&a, &b| apart(a).total_cmp(&apart(b)));
            others
        };
        let mut off = 0;
        for i in 0..n {
            let (truth, seen) = (order(input, i), order(picture, i));
            for j in &seen[..k] {
                let rank = 1 + truth.iter().position(|other| other == j).unwrap();
                off += rank.saturating_sub(k);
            }
        }
        1.0 - 2.0 * off as f64 / (n * k * (2 * n - 3 * k - 1)) as f64
    }

    #[test]
    fn both_are_what_their_definition_says_and_exchange_roles() {
        let (input, picture) = (random_rows(31, 4, 1), random_rows(31, 2, 2));
        let (a, b) = (ranks(&input), ranks(&picture));
        let trust = Trust::between(&a, &b);
        assert_eq!(trust.trustworthiness.len(), 15);
        for k in 1..=15 {
            let expected = [
                by_definition(&input, &picture, k),
                by_definition(&picture, &input, k),
            ];
            let found = [trust.trustworthiness[k - 1], trust.continuity[k - 1]];
            for (found, expected) in found.into_iter().zip(expected) {
                assert!((found - expected).abs() < 1e-14, "{k}: {found} {expected}");
            }
            let mean = torn(&a, &b, k).iter().sum::<f64>() / 31.0;
            assert!((mean - (1.0 - trust.continuity[k - 1])).abs() < 1e-14);
        }
        let turned = Trust::between(&b, &a);
        assert_eq!(turned.trustworthiness, trust.continuity);
    }

    #[test]
    fn lengths_turns_and_size_change_nothing() {
        let input = random_rows(40, 2, 3);
        let turned = &input * DMatrix::from_row_slice(2, 2, &[0.6, -0.8, 0.8, 0.6]);
        for picture in [&turned * 1e200, &turned * 1e-200] {
            let trust = Trust::between(&ranks(&input), &ranks(&picture));
            let all = trust.trustworthiness.iter().chain(&trust.continuity);
            assert!(all.clone().count() == 38 && all.into_iter().all(|it| *it == 1.0));
        }
    }

    #[test]
    fn few_rows_equal_rows_and_a_cancelled_question() {
        for n in 0..3 {
            let points = ranks(&DMatrix::zeros(n, 2));
            assert_eq!(Trust::between(&points, &points), Trust::default());
            assert_eq!(torn(&points, &points, 1), vec![0.0; n]);
        }
        let equal = ranks(&DMatrix::zeros(5, 2));
        assert_eq!(equal.of_row(2), [1, 2, 0, 3, 4]);
        let stopped = NeighborRanks::of(&random_rows(5, 2, 0), &|| true);
        assert!(matches!(stopped, Err(FitError::Cancelled)));
    }
}
