//! Pictures over the range of a parameter: values, scores and captions.

use crate::{
    analysis::{Analysis, SweepTask},
    setup::View,
};
use chart::alike;
use kernel_pca::{
    kernel::KernelParams,
    objects::Labels,
    sweep::{MOST_SWEPT_ROWS, RowSample, Sweep, SweepPoint, SweepQuestion, agreeing},
};
use tabular::Dataset;

/// Largest number of dots in a cell of a strip, which is about a hundred points wide: more would hide each other.
const STRIP_DOTS: usize = 500;

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
            None => SweepTask::of(analysis, view, MOST_SWEPT_ROWS)?.question,
        };
        let places = question.spread(view.sweep.multiples);
        let point = |i: &usize| {
            let point = sweep?.picture(*i)?.as_ref().ok()?;
            (!point.scores.is_empty()).then_some(point)
        };
        Some(Self {
            values: places.iter().map(|i| question.values[*i]).collect(),
            points: places.iter().map(point).collect(),
            question,
            sweep,
        })
    }

    /// Ends of the parameter's axis.
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

    /// Scores of each picture, with signs that agree from one picture to the next and, at picture `now`, with those
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

    /// Captions of the pictures, all in one form that has room in about `letters` letters: the value and, with a label
    /// of classes, how well two components predict it. In a strip, whose title names the parameter, the value gives way
    /// first.
    pub fn captions(&self, strip: bool, labels: &Labels, letters: usize) -> Vec<String> {
        let symbol = self.question.parameter.symbol();
        let named = |decimals: usize, has_symbol: bool| -> Vec<String> {
            let values = alike(&self.values, decimals).into_iter();
            let name = |value| {
                if has_symbol && !strip {
                    format!("{symbol} = {value}")
                } else {
                    value
                }
            };
            values.map(name).collect()
        };
        let usual = named(1, true);
        if !matches!(labels, Labels::Classes { .. }) {
            return usual;
        }
        let scores = self.points.iter().map(|point| {
            let score = (*point)?.separation_by(2)?;
            Some(format!("{:.0} %", 100.0 * score.mean))
        });
        let scores: Vec<Option<String>> = scores.collect();
        let joined = |names: Vec<String>, verb: &str| -> Vec<String> {
            let both = names.into_iter().zip(&scores);
            let join = |(name, score): (String, &Option<String>)| match score {
                Some(score) => format!("{name} · {verb}{score}"),
                None => name,
            };
            both.map(join).collect()
        };
        let fit = |all: &Vec<String>| all.iter().all(|it| it.chars().count() <= letters);
        let forms = [
            (1, true, "separates "),
            (1, true, ""),
            (1, false, ""),
            (0, false, ""),
        ];
        let forms = forms.map(|(decimals, symbol, verb)| joined(named(decimals, symbol), verb));
        if let Some(fitting) = forms.into_iter().find(fit) {
            return fitting;
        }
        let shortest = |(name, score): (String, &Option<String>)| match score {
            Some(score) if strip => score.clone(),
            _ => name,
        };
        usual.into_iter().zip(&scores).map(shortest).collect()
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
        let i = match sweep.pictured_sample() {
            Some(sample) => sample.rows.binary_search(&row).ok()?,
            None => row,
        };
        let row = shown.row_ids.binary_search(all.row_ids.get(row)?).ok()?;
        Some((row, i))
    });
    dots.collect()
}
