//! Bars of the spectrum, from the eigenvalues of each method.

use super::methods;
use crate::{
    analysis::Analysis,
    panel::{shuffled, value_axis::ValueAxis},
    presented::{EigenvalueSense, Presented},
    setup::View,
};
use chart::{Bars, Hatch, Line, Mark, Paint, number, percent};
use kernel_pca::{embedding::Embedding, method::Method};

/// Width of the bars of one component together, as a share of the distance between two components.
pub(super) const GROUP: f64 = 0.76;

/// Largest number of an indefinite kernel's negative eigenvalues at the right.
const MOST_NEGATIVE: usize = 3;

/// Bar of the spectrum, before it is drawn.
pub(super) struct Bar {
    /// Place on the axis: the component's number, but for the last eigenvalues, which stand after a gap.
    pub(super) at: usize,
    /// Number of the component, from 1.
    pub(super) number: usize,
    pub(super) share: f64,
    pub(super) eigenvalue: f64,
    pub(super) label: String,
}

impl Bar {
    /// Height of the bar: its eigenvalue where the axis measures `eigenvalues`, else its share.
    pub(super) fn size(&self, eigenvalues: bool) -> f64 {
        if eigenvalues {
            self.eigenvalue
        } else {
            self.share
        }
    }
}

/// Bars of one method.
pub(super) struct MethodBars {
    pub(super) method: Method,
    pub(super) positive: Vec<Bar>,
    /// Bars of components after those that are kept.
    pub(super) not_kept: Vec<Bar>,
    /// Bars of the negative eigenvalues.
    pub(super) negative: Vec<Bar>,
}

impl MethodBars {
    pub(super) fn is_empty(&self) -> bool {
        self.positive.is_empty() && self.negative.is_empty()
    }
}

/// Distance of the bars of a method from the component's number, where each bar is `width` wide; the first method's are
/// at the left.
pub(super) fn offset(place: usize, width: f64) -> f64 {
    (width - GROUP) / 2.0 + width * place as f64
}

/// Bars of the leading eigenvalues of each method.
pub(super) fn groups(analysis: &Analysis, view: &View, limit: usize) -> Vec<MethodBars> {
    let group = |method: Method| {
        let shares = match method {
            Method::Kpca => Some(analysis.kpca.explained_variance_ratio()),
            _ => analysis.shares(method),
        };
        let values = analysis
            .embedding(method)
            .map_or(&[][..], Embedding::eigenvalues);
        let bars = values
            .iter()
            .zip(shares.unwrap_or_default())
            .take(limit)
            .enumerate();
        let bars = bars.map(|(j, (&value, share))| Bar {
            at: j + 1,
            number: j + 1,
            share,
            eigenvalue: value,
            label: label(
                method,
                &format!("component {}", j + 1),
                value,
                share,
                analysis,
            ),
        });
        let (negative, positive) = bars.partition(|bar| bar.share < 0.0);
        MethodBars {
            method,
            positive,
            not_kept: vec![],
            negative,
        }
    };
    methods(analysis, view).map(group).collect()
}

/// Bars of kernel PCA’s components after those that are kept, up to component `limit`.
pub(super) fn not_kept(analysis: &Analysis, view: &View, limit: usize) -> Vec<Bar> {
    let first = analysis.kpca.eigenvalues.len();
    let behind = shuffled::not_kept(analysis, view).zip(first + 1..=limit);
    let bar = |((value, share), number)| {
        let name = format!("component {number}, not kept");
        Bar {
            at: number,
            number,
            share,
            eigenvalue: value,
            label: label(Method::Kpca, &name, value, share, analysis),
        }
    };
    behind.map(bar).collect()
}

/// Text of a bar when it is pointed at.
fn label(method: Method, name: &str, value: f64, share: f64, analysis: &Analysis) -> String {
    let entry = method.presented();
    let title = entry.title_in_text;
    let share = percent(share);
    let n = analysis.dataset.n().max(1) as f64;
    match entry.eigenvalue {
        EigenvalueSense::Variance => {
            // As scikit-learn has it, where there is such a thing.
            let sample = (n > 1.0).then(|| number(value * n / (n - 1.0)));
            let sample = sample.map(|sample| format!("; {sample} with n − 1"));
            let (value, sample) = (number(value), sample.unwrap_or_default());
            format!("{title}, {name}: variance λ = {value}, divisor n{sample} ({share})")
        }
        EigenvalueSense::SquaredLength => {
            let [value, mean] = [value, value / n].map(number);
            format!("{title}, {name}: λ = {value}, λ/n = {mean} ({share})")
        }
        EigenvalueSense::Called(word) => {
            format!("{title}, {name}: {word} λ = {} ({share})", number(value))
        }
    }
}

/// Bars of kernel PCA's most negative eigenvalues that are known and not among the leading ones, after a gap.
pub(super) fn lowest_bars(analysis: &Analysis, groups: &[MethodBars]) -> Vec<Bar> {
    let kpca = &analysis.kpca;
    let lowest = kpca.eigenvalues.last().copied().unwrap_or(0.0).min(0.0);
    let last = kpca.negative_eigenvalues.iter().copied();
    let last = last.filter(|&value| value < lowest).take(MOST_NEGATIVE);
    let last: Vec<f64> = last.collect();
    let counts = groups.iter();
    let counts = counts.map(|it| it.positive.len() + it.negative.len());
    let gap = counts.max().unwrap_or(0) + 2;
    let bar = |(k, &value): (usize, &f64)| {
        let from_end = last.len() - k;
        let name = match from_end {
            1 => "last eigenvalue".to_owned(),
            _ => format!("eigenvalue {from_end} from the end"),
        };
        let share = if kpca.trace > 0.0 {
            value / kpca.trace
        } else {
            0.0
        };
        Bar {
            at: gap + k,
            number: (analysis.dataset.n() + 1).saturating_sub(from_end),
            share,
            eigenvalue: value,
            label: label(Method::Kpca, &name, value, share, analysis),
        }
    };
    last.iter().rev().enumerate().map(bar).collect()
}

impl ValueAxis {
    /// Bars beside their component's number, or on a logarithmic axis a curve through those that have a size.
    pub(super) fn bars(
        &self,
        name: &str,
        paint: Paint,
        [offset, width]: [f64; 2],
        bars: impl Iterator<Item = (f64, Bar)>,
    ) -> Mark {
        let drawn = bars.filter_map(|(size, bar)| {
            let height = self.height(size)?;
            let offset = if self.is_log() { 0.0 } else { offset };
            Some((([bar.at as f64 + offset, height], bar.number), bar.label))
        });
        let (places, labels): (Vec<_>, _) = drawn.unzip();
        let (xy, numbers): (Vec<[f64; 2]>, Vec<usize>) = places.into_iter().unzip();
        // A logarithm has no 0 where bars could begin.
        if self.is_log() {
            return Mark::Line(Line {
                dots: true,
                labels,
                ..Line::new(name, paint, xy)
            });
        }
        Mark::Bars(Bars {
            name: name.to_owned(),
            xy,
            numbers,
            base: self.base,
            width,
            lying: None,
            paint,
            hatch: Hatch::Plain,
            labels,
        })
    }
}
