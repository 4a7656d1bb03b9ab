//! Curve of a sweep: components at each value of a parameter, computed in an order that refines the curve evenly.

use std::sync::Arc;

use super::{
    CriterionResult, CrossValidation, HeldOutQuality, RowSample, SweepGrid, SweptParameter,
};
use crate::{
    Cancellable,
    embedding::Embedding,
    explain::separation::{SeparationJudge, SeparationScore},
    kpca::FitError,
    method::Method,
    settled,
};

/// Parameter, method and values of a sweep.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepQuestion {
    /// Parameter that takes the values.
    pub parameter: SweptParameter,
    /// Method that is fitted at each value.
    pub method: Method,
    /// Values, in the order of the curve.
    pub values: Arc<[f64]>,
}

/// Components of the fit at one value of the parameter.
#[derive(Debug, Clone, PartialEq)]
pub struct SweepPoint {
    /// Eigenvalues, one per component, in the components' order.
    pub eigenvalues: Vec<f64>,
    /// Share of the variance of each component; empty where the method has none.
    pub shares: Vec<f64>,
    /// Accuracy of predicting the label from the first 1, 2, … components; empty where no label can be predicted.
    pub separation: Vec<SeparationScore>,
    /// Mean squared error of the rows' pre-images by ridge regression, in the squared units of the data; `None` where
    /// it was not asked for, or there are no pre-images.
    pub pre_image_error: Option<f64>,
    /// Scores of each row on the first two components; empty where there are fewer.
    pub scores: Arc<[[f64; 2]]>,
}

/// Curve of a sweep, complete or in progress.
#[derive(Debug, Clone, PartialEq)]
pub struct Sweep {
    /// Parameter, method and values.
    pub question: SweepQuestion,
    /// Result at each value: `None` before it was computed, a point, or the reason in one line for which there is
    /// none.
    pub points: Vec<Option<Result<SweepPoint, String>>>,
    /// Sample of rows that stand for all; `None` where all rows are fitted.
    pub sample: Option<RowSample>,
    /// Results on all rows at the values that have pictures (`None` at other values), in the order of the curve; `None`
    /// where the results of the curve itself serve as pictures.
    pub pictures: Option<Vec<Option<Result<SweepPoint, String>>>>,
    /// Answers of the rules for γ that have been evaluated.
    pub criteria: Vec<CriterionResult>,
    /// Cross-validation at each value; `None` where it is not wanted.
    pub cross_validation: Option<CrossValidation>,
    /// Components at a few values of the parameter and of a second one; `None` where it is not wanted.
    pub grid: Option<SweepGrid>,
}

impl SweepPoint {
    /// Reads eigenvalues, shares and scores off an embedding, and lets the `judge` of its rows' labels find the
    /// separation; the judge is `None` where the labels cannot be predicted.
    #[must_use]
    pub fn of(embedding: &dyn Embedding, judge: Option<&SeparationJudge>) -> Self {
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
            separation: judge.map_or_else(Vec::new, |judge| judge.judge(&scores)),
            pre_image_error: None,
            scores: (0..rows).map(two).collect(),
        }
    }

    /// Returns the accuracy of predicting the label from the first q components, or from all where there are fewer;
    /// `None` where no label can be predicted.
    #[must_use]
    pub fn separation_by(&self, q: usize) -> Option<SeparationScore> {
        SeparationScore::by_first(q, &self.separation)
    }

    /// Returns the share of the variance of the first two components together; `None` for methods without shares.
    #[must_use]
    pub fn share_of_two(&self) -> Option<f64> {
        (!self.shares.is_empty()).then(|| self.shares.iter().take(2).sum())
    }
}

impl SweepQuestion {
    /// Returns the indices of `count` values spread evenly over the curve, with its first and last; all indices
    /// where there are fewer values.
    #[must_use]
    pub fn spread(&self, count: usize) -> Vec<usize> {
        let last = self.values.len().saturating_sub(1);
        let steps = count.saturating_sub(1).max(1);
        let mut places: Vec<usize> = (0..=steps)
            .map(|i| (i * last + steps / 2) / steps)
            .collect();
        places.dedup();
        places
    }
}

impl Sweep {
    /// Curve with no results yet.
    #[must_use]
    pub fn new(question: SweepQuestion, sample: Option<RowSample>) -> Self {
        Self {
            points: vec![None; question.values.len()],
            question,
            sample,
            pictures: None,
            criteria: vec![],
            cross_validation: None,
            grid: None,
        }
    }

    /// Computes each value that has no result yet by `fit`, and calls `grown` after each: first the values at the
    /// indices `first`, then the others from coarse to fine.
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when cancelled. Other errors of `fit` become the results of their values.
    pub fn fill<E: Cancellable>(
        &mut self,
        first: &[usize],
        mut fit: impl FnMut(f64) -> Result<SweepPoint, E>,
        mut grown: impl FnMut(&Self),
    ) -> Result<(), FitError> {
        let others = coarse_first(self.points.len());
        for i in first.iter().copied().chain(others) {
            if self.points.get(i).is_none_or(Option::is_some) {
                continue;
            }
            self.points[i] = Some(settled(fit(self.question.values[i]))?);
            grown(self);
        }
        Ok(())
    }

    /// Computes the pictures at the indices `places` by `fit`, which takes all rows, and calls `grown` after each.
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when cancelled. Other errors of `fit` become the results of their values.
    pub fn fill_pictures<E: Cancellable>(
        &mut self,
        places: &[usize],
        mut fit: impl FnMut(f64) -> Result<SweepPoint, E>,
        mut grown: impl FnMut(&Self),
    ) -> Result<(), FitError> {
        let count = self.points.len();
        for &i in places.iter().filter(|i| **i < count) {
            let found = settled(fit(self.question.values[i]))?;
            self.pictures.get_or_insert_with(|| vec![None; count])[i] = Some(found);
            grown(self);
        }
        Ok(())
    }

    /// Result whose scores are the picture at a value, by its index; `None` before it was computed.
    #[must_use]
    pub fn picture(&self, i: usize) -> Option<&Result<SweepPoint, String>> {
        self.pictures
            .as_ref()
            .unwrap_or(&self.points)
            .get(i)?
            .as_ref()
    }

    /// Sample of rows that pictures show; `None` where they show all.
    #[must_use]
    pub fn pictured_sample(&self) -> Option<&RowSample> {
        self.sample.as_ref().filter(|_| self.pictures.is_none())
    }

    /// Iterates over the values that have a point, with their points, in the order of the curve.
    pub fn known(&self) -> impl Iterator<Item = (f64, &SweepPoint)> {
        let points = self.question.values.iter().zip(&self.points);
        points.filter_map(|(value, point)| Some((*value, point.as_ref()?.as_ref().ok()?)))
    }

    /// Cross-validates each value by `validate`, from coarse to fine, and calls `grown` after each; `rows` is the
    /// size of the sample, `None` for all rows.
    ///
    /// # Errors
    /// [`FitError::Cancelled`] when cancelled. Other errors become the results of their values.
    pub fn cross_validate(
        &mut self,
        rows: Option<usize>,
        mut validate: impl FnMut(f64) -> Result<HeldOutQuality, FitError>,
        mut grown: impl FnMut(&Self),
    ) -> Result<(), FitError> {
        let count = self.question.values.len();
        for i in coarse_first(count) {
            let found = settled(validate(self.question.values[i]))?;
            let validation = self
                .cross_validation
                .get_or_insert_with(|| CrossValidation {
                    values: vec![None; count],
                    rows,
                });
            validation.values[i] = Some(found);
            grown(self);
        }
        Ok(())
    }

    /// Iterates over the values that are cross-validated, with their results, in the order of the curve.
    pub fn held_out(&self) -> impl Iterator<Item = (f64, &HeldOutQuality)> {
        let found = self.cross_validation.iter().flat_map(|it| &it.values);
        let known = self.question.values.iter().zip(found);
        known.filter_map(|(value, known)| Some((*value, known.as_ref()?.as_ref().ok()?)))
    }

    /// Number of values that have a result, be it a point or a reason.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.points.iter().filter(|point| point.is_some()).count()
    }

    /// Returns whether every value has a result.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        self.points.iter().all(Option::is_some)
    }

    /// Returns the first reason for which a value has no point, with the number of such values; `None` where there
    /// are no such values.
    #[must_use]
    pub fn failures(&self) -> Option<(&str, usize)> {
        let reasons = || {
            let known = self.points.iter().flatten();
            known.filter_map(|point| point.as_ref().err())
        };
        Some((reasons().next()?.as_str(), reasons().count()))
    }
}

/// Indices below n in an order that refines evenly: both ends, then the middle, the quarters and so on.
fn coarse_first(n: usize) -> Vec<usize> {
    let bits = n.next_power_of_two().trailing_zeros();
    let mut order: Vec<usize> = [0, n.saturating_sub(1)].into();
    order.extend((0..n.next_power_of_two()).map(|i| reversed(i, bits)));
    let mut seen = vec![false; n];
    order.retain(|&i| i < n && !std::mem::replace(&mut seen[i], true));
    order
}

/// Returns a number below 2^`bits` with its bits in reverse order.
fn reversed(i: usize, bits: u32) -> usize {
    if bits == 0 {
        return i;
    }
    i.reverse_bits() >> (usize::BITS - bits)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kernel::KernelParameter;

    #[test]
    fn each_value_is_asked_once_and_the_coarse_ones_first() {
        assert_eq!(coarse_first(9), [0, 8, 4, 2, 6, 1, 5, 3, 7]);
        for n in 0..70 {
            let mut order = coarse_first(n);
            order.sort_unstable();
            assert!(order.into_iter().eq(0..n), "{n}");
        }
        // Eight of sixty values leave no gap longer than a sixth.
        let mut coarse = coarse_first(60)[..9].to_vec();
        coarse.sort_unstable();
        assert!(coarse.windows(2).all(|pair| pair[1] - pair[0] <= 10));
    }

    fn question(n: usize) -> SweepQuestion {
        SweepQuestion {
            parameter: SweptParameter::Kernel(KernelParameter::Coef0),
            method: Method::Kpca,
            values: (0..n).map(|i| i as f64).collect(),
        }
    }

    fn point(value: f64) -> SweepPoint {
        SweepPoint {
            eigenvalues: vec![value],
            shares: vec![0.5, 0.25, 0.25],
            pre_image_error: None,
            separation: vec![
                SeparationScore {
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
        let mut order = Vec::new();
        let noted = |value: f64| {
            order.push(value);
            fit(value)
        };
        sweep
            .fill(&[3, 9], noted, |sweep| told.push(sweep.asked()))
            .unwrap();
        assert_eq!(order, [3.0, 0.0, 4.0, 2.0, 1.0], "no index is out of reach");
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
    fn places_spread_from_end_to_end() {
        assert_eq!(question(60).spread(9), [0, 7, 15, 22, 30, 37, 44, 52, 59]);
        assert_eq!(question(3).spread(9), [0, 1, 2]);
        assert_eq!(question(1).spread(9), [0]);
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
        assert_eq!(sweep.fill(&[], fit, |_| {}), Err(FitError::Cancelled));
        assert_eq!((sweep.asked(), sweep.is_whole()), (3, false));
    }
}
