//! What is known at each value, filled in coarse first and then finer.

use std::sync::Arc;

use super::{Found, Grid, Sample, Swept};
use crate::{
    Cancellable,
    embedding::Embedding,
    explain::separation::{Score, separation},
    kpca::FitError,
    method::Method,
    objects::Labels,
    settled,
};

/// What runs through which values, and whose components are asked at each.
#[derive(Debug, Clone, PartialEq)]
pub struct Question {
    pub parameter: Swept,
    pub method: Method,
    /// In the order of the curve.
    pub values: Arc<[f64]>,
}

/// The components at one value.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Descending.
    pub eigenvalues: Vec<f64>,
    /// Of the variance; empty where the method has none.
    pub shares: Vec<f64>,
    /// How well the first 1, 2, … components predict the label; empty where nothing is to be predicted.
    pub separation: Vec<Score>,
    /// Of each row on the first two components; empty where there are fewer.
    pub scores: Arc<[[f64; 2]]>,
}

/// A curve in the making, or the whole of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    pub question: Question,
    /// One for each value: nothing yet, what was found, or in one line why there is nothing.
    pub points: Vec<Option<Result<Point, String>>>,
    /// The rows that stand for all, where there are many.
    pub sample: Option<Sample>,
    /// What rules make of the parameter, as far as they were asked.
    pub criteria: Vec<Found>,
    /// The picture at a few values of it and of a second parameter, where that is asked.
    pub grid: Option<Grid>,
}

impl Point {
    /// Reads off an embedding of rows with these labels.
    #[must_use]
    pub fn of(embedding: &dyn Embedding, labels: &Labels) -> Self {
        let scores = embedding.scores();
        let two = |i: usize| [scores[(i, 0)], scores[(i, 1)]];
        let rows = if scores.ncols() > 1 {
            scores.nrows()
        } else {
            0
        };
        Self {
            eigenvalues: embedding.eigenvalues().to_vec(),
            shares: embedding.shares().unwrap_or_default(),
            separation: separation(&scores, labels).unwrap_or_default(),
            scores: (0..rows).map(two).collect(),
        }
    }

    /// How well the first q components predict the label, or all where there are fewer.
    #[must_use]
    pub fn separation_by(&self, q: usize) -> Option<Score> {
        let last = self.separation.len().checked_sub(1)?;
        Some(self.separation[q.max(1).min(last + 1) - 1])
    }

    /// The share of the variance that the first two components have.
    #[must_use]
    pub fn share_of_two(&self) -> Option<f64> {
        (!self.shares.is_empty()).then(|| self.shares.iter().take(2).sum())
    }
}

impl Sweep {
    #[must_use]
    pub fn new(question: Question, sample: Option<Sample>) -> Self {
        Self {
            points: vec![None; question.values.len()],
            question,
            sample,
            criteria: vec![],
            grid: None,
        }
    }

    /// Asks `fit` about each value that has no answer yet, and tells `grown` after each.
    ///
    /// # Errors
    /// Only that it was cancelled: a value that cannot be fitted is part of the answer.
    pub fn fill<E: Cancellable>(
        &mut self,
        mut fit: impl FnMut(f64) -> Result<Point, E>,
        mut grown: impl FnMut(&Self),
    ) -> Result<(), FitError> {
        for i in coarse_first(self.points.len()) {
            if self.points[i].is_some() {
                continue;
            }
            self.points[i] = Some(settled(fit(self.question.values[i]))?);
            grown(self);
        }
        Ok(())
    }

    /// The values that something is known of, in the order of the curve.
    pub fn known(&self) -> impl Iterator<Item = (f64, &Point)> {
        let points = self.question.values.iter().zip(&self.points);
        points.filter_map(|(value, point)| Some((*value, point.as_ref()?.as_ref().ok()?)))
    }

    /// How many values have been asked about.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.points.iter().filter(|point| point.is_some()).count()
    }

    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.points.iter().all(Option::is_some)
    }

    /// Why a value has no point, the first of such reasons, and how many values have none.
    #[must_use]
    pub fn failures(&self) -> Option<(&str, usize)> {
        let reasons = || {
            let known = self.points.iter().flatten();
            known.filter_map(|point| point.as_ref().err())
        };
        Some((reasons().next()?.as_str(), reasons().count()))
    }
}

/// The indices below n: the two ends, then the middle, the quarters and so on, so that a curve is seen as
/// a whole early on.
fn coarse_first(n: usize) -> Vec<usize> {
    let bits = n.next_power_of_two().trailing_zeros();
    let mut order: Vec<usize> = [0, n.saturating_sub(1)].into();
    order.extend((0..n.next_power_of_two()).map(|i| reversed(i, bits)));
    let mut seen = vec![false; n];
    order.retain(|&i| i < n && !std::mem::replace(&mut seen[i], true));
    order
}

/// A number below 2^`bits` with its bits in the other order.
fn reversed(i: usize, bits: u32) -> usize {
    if bits == 0 {
        return i;
    }
    i.reverse_bits() >> (usize::BITS - bits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_value_is_asked_once_and_the_coarse_ones_first() {
        assert_eq!(coarse_first(9), [0, 8, 4, 2, 6, 1, 5, 3, 7]);
        for n in 0..70 {
            let mut order = coarse_first(n);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..n), "{n}");
        }
        // Eight of sixty leave no gap longer than a sixth.
        let mut coarse = coarse_first(60)[..9].to_vec();
        coarse.sort_unstable();
        assert!(coarse.windows(2).all(|pair| pair[1] - pair[0] <= 10));
    }

    fn question(n: usize) -> Question {
        Question {
            parameter: Swept::Coef0,
            method: Method::Kpca,
            values: (0..n).map(|i| i as f64).collect(),
        }
    }

    fn point(value: f64) -> Point {
        Point {
            eigenvalues: vec![value],
            shares: vec![0.5, 0.25, 0.25],
            separation: vec![
                Score {
                    mean: value,
                    spread: 0.0,
                };
                2
            ],
            scores: [].into(),
        }
    }

    #[test]
    fn a_value_that_fails_is_said_and_the_others_go_on() {
        let mut sweep = Sweep::new(question(5), None);
        let mut told = Vec::new();
        let fit = |value: f64| {
            if value == 3.0 {
                Err(FitError::TooLarge)
            } else {
                Ok(point(value))
            }
        };
        sweep.fill(fit, |sweep| told.push(sweep.asked())).unwrap();
        assert_eq!(told, [1, 2, 3, 4, 5]);
        assert!(sweep.is_whole());
        let values: Vec<f64> = sweep.known().map(|(value, _)| value).collect();
        assert_eq!(values, [0.0, 1.0, 2.0, 4.0]);
        let (reason, count) = sweep.failures().unwrap();
        assert!(reason.contains("beyond the range") && count == 1);
        let (_, last) = sweep.known().last().unwrap();
        assert_eq!(last.separation_by(9).unwrap().mean, 4.0);
        assert_eq!(last.share_of_two(), Some(0.75));
    }

    #[test]
    fn what_is_known_stays_where_it_is_cancelled() {
        let mut sweep = Sweep::new(question(4), None);
        let fit = |value: f64| {
            if value == 1.0 {
                Err(FitError::Cancelled)
            } else {
                Ok(point(value))
            }
        };
        assert_eq!(sweep.fill(fit, |_| {}), Err(FitError::Cancelled));
        assert_eq!((sweep.asked(), sweep.is_whole()), (3, false));
    }
}
