//! Pictures over the range of a parameter: values, scores and captions.

use super::brief;
use crate::{
    analysis::{Analysis, SweepTask},
    setup::View,
};
use chart::shorter_numbers;
use kernel_pca::{
    kernel::KernelParams,
    objects::Labels,
    sweep::{MOST_ROWS, RowSample, Sweep, SweepPoint, SweepQuestion, agreeing},
};
use tabular::Dataset;

/// Number of dots in a cell of a strip, which is about a hundred points wide: more would hide each other.
const STRIP_DOTS: usize = 400;

/// Pictures at values spread evenly over the range of a parameter.
pub struct Film<'a> {
    pub question: SweepQuestion,
    pub values: Vec<f64>,
    /// Results at each value; `None` where they are not known, or there are fewer than two components.
    pub points: Vec<Option<&'a SweepPoint>>,
    /// Results of the sweep so far.
    pub sweep: Option<&'a Sweep>,
}

impl<'a> Film<'a> {
    /// Film of an analysis; `None` where the kernel has no parameter to sweep.
    pub fn of(analysis: &'a Analysis, view: &View) -> Option<Self> {
        let kernel = KernelParams::from(analysis.kernel);
        let what = view.swept(&kernel)?;
        let known = |sweep: &&Sweep| (sweep.question.parameter, sweep.question.method) == what;
        let sweep = analysis.explain.sweep.as_deref().filter(known);
        let question = match sweep {
            Some(sweep) => sweep.question.clone(),
            // Pictures have their room before there are any.
            None => SweepTask::of(analysis, view, MOST_ROWS)?.question,
        };
        let places = question.spread(view.sweep.multiples);
        let point = |i: &usize| {
            let point = sweep?.points.get(*i)?.as_ref()?.as_ref().ok()?;
            (!point.scores.is_empty()).then_some(point)
        };
        Some(Self {
            values: places.iter().map(|i| question.values[*i]).collect(),
            points: places.iter().map(point).collect(),
            question,
            sweep,
        })
    }

    /// Ends of the axis.
    pub fn ends(&self) -> [f64; 2] {
        let place =
            |value: Option<&f64>| self.question.parameter.place(value.copied().unwrap_or(1.0));
        [place(self.values.first()), place(self.values.last())]
    }

    /// Index of the picture nearest to the present value.
    pub fn nearest(&self, present: Option<f64>) -> Option<usize> {
        let place = |value: f64| self.question.parameter.place(value);
        let present = present.map(place)?;
        let far = |i: &usize| (place(self.values[*i]) - present).abs();
        (0..self.values.len()).min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Scores of each picture, with signs that agree with the picture before; at the present value, with the signs
    /// that the method has now.
    pub fn agreeing(&self, analysis: &Analysis, now: Option<usize>) -> Vec<Option<Vec<[f64; 2]>>> {
        let mut before: Option<Vec<[f64; 2]>> = None;
        let turned = self.points.iter().map(|point| {
            let scores = agreeing(&(*point)?.scores, before.as_deref().as_slice());
            before = Some(scores.clone());
            Some(scores)
        });
        let mut turned: Vec<Option<Vec<[f64; 2]>>> = turned.collect();
        let at_present = now.and_then(|now| turned.get(now)?.as_deref());
        if let Some(signs) = at_present.and_then(|scores| self.signs(analysis, scores)) {
            for score in turned.iter_mut().flatten().flatten() {
                *score = [signs[0] * score[0], signs[1] * score[1]];
            }
        }
        turned
    }

    /// Signs that make both components of `scores` point where those of the method do now.
    fn signs(&self, analysis: &Analysis, scores: &[[f64; 2]]) -> Option<[f64; 2]> {
        let sweep = self.sweep?;
        let embedding = analysis.embedding(sweep.question.method).ok()?;
        if embedding.eigenvalues().len() < 2 {
            return None;
        }
        let drawn = some_drawn(analysis, sweep);
        Some([0, 1].map(|j| {
            let products = drawn
                .iter()
                .filter_map(|(row, i)| Some(embedding.score(*row, j) * scores.get(*i)?[j]));
            if products.sum::<f64>() < 0.0 {
                -1.0
            } else {
                1.0
            }
        }))
    }

    /// Value of a picture, and how well its components predict a label of classes, in about as many `letters` as have
    /// room. Along the axis of a strip, whose title names the parameter, the value alone is enough, and gives way first.
    pub fn caption(&self, i: usize, strip: bool, labels: &Labels, letters: usize) -> String {
        let value = self.values[i];
        let named = match self.question.parameter.symbol() {
            _ if strip => brief(value),
            symbol => format!("{symbol} = {}", brief(value)),
        };
        let quality = self.points[i].and_then(|point| point.separation_by(2));
        let Some(score) = quality.filter(|_| matches!(labels, Labels::Classes { .. })) else {
            return named;
        };
        let percent = format!("{:.0} %", 100.0 * score.mean);
        let mut values = [named.clone()].into_iter().chain(shorter_numbers(value));
        let said = values.find_map(|value| {
            let said = format!("{value} · {percent}");
            (said.chars().count() <= letters).then_some(said)
        });
        said.unwrap_or(if strip { percent } else { named })
    }
}

/// Rows that have dots in a strip, each with its index among the scores of a sweep: as few as can be told apart
/// there, and the same while a preview shows some rows of many.
pub fn some_drawn(analysis: &Analysis, sweep: &Sweep) -> Vec<(usize, usize)> {
    let shown: &Dataset = &analysis.dataset;
    let all: &Dataset = (analysis.whole.as_ref()).map_or(shown, |whole| &whole.dataset);
    // Samples of the same rows are beginnings of one order, so that the smaller is part of the larger.
    let drawn = match RowSample::of(all.n(), STRIP_DOTS) {
        Some(sample) => sample.rows,
        None => (0..all.n()).collect(),
    };
    let dots = drawn.into_iter().filter_map(|row| {
        let i = match &sweep.sample {
            Some(sample) => sample.rows.binary_search(&row).ok()?,
            None => row,
        };
        let row = shown.row_ids.binary_search(all.row_ids.get(row)?).ok()?;
        Some((row, i))
    });
    dots.collect()
}
