//! Eigenvalues of all methods, side by side.
//!
//! Linear PCA's are variances in squared units of the data, kernel PCA's have none. What they all
//! share is a scale of shares, λ over the sum of all λ, so that is the height of a bar; the
//! eigenvalue itself is what a bar says when it is pointed at.

mod bars;

use std::ops::Range;

use super::{
    Choice, Content, Control, PanelSpec, full_spectrum, shuffled,
    value_axis::{ValueAxis, without_variance},
};
use crate::{
    analysis::Analysis,
    presented::Presented,
    setup::View,
    view::{TidyTable, method_paint},
};
use bars::{Bar, GROUP, MethodBars, groups, lowest_bars, not_kept, offset};
use chart::{Aspect, Axis, Chart, Key, Mark, Paint, Scale, noted, paint_hex, percent};
use kernel_pca::{embedding::Embedding, method::Method};

pub(super) struct SpectrumPanel;

impl PanelSpec for SpectrumPanel {
    fn about(&self) -> &'static str {
        "The variance along each component. Where bars drop steeply, a few components tell most; where \
         they fall slowly, no small picture is the whole. Linear PCA's eigenvalue is a variance with \
         divisor n (scikit-learn's has n − 1), kernel PCA's is of the centred kernel matrix."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[
            Control::Choice(Choice::LogSpectrum),
            Control::Choice(Choice::Eigenvalues),
            Control::Choice(Choice::ShuffledSpectrum),
            Control::FullSpectrum,
        ]
    }

    fn reads_threshold(&self) -> bool {
        true
    }

    fn table(&self, analysis: &Analysis, view: &View) -> Option<TidyTable> {
        Some(spectra(analysis, methods(analysis, view)))
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        if analysis.full_spectrum.is_some() {
            return Some(Content::FullSpectrum);
        }
        let shown = shuffled::shown(analysis, view);
        let leading = shown.min(analysis.kpca.eigenvalues.len());
        if view.spectrum_eigenvalues
            && let Some(method) = methods(analysis, view).next()
        {
            return Some(Content::Own(in_python(
                analysis,
                (method, shown),
                view.spectrum_log,
            )));
        }
        let width = GROUP / methods(analysis, view).count().max(1) as f64;
        let placed = methods(analysis, view).enumerate();
        Some(Content::Spectrum {
            width,
            offsets: placed
                .map(|(place, method)| (method, offset(place, width)))
                .collect(),
            shown,
            lowest: lowest(&self.chart(analysis, view), leading),
            shuffled: shuffled::known(analysis, view),
        })
    }
}

/// Places of the bars that stand apart from the `leading` components'.
fn lowest(chart: &Chart, leading: usize) -> Option<Range<usize>> {
    let negative = chart.marks.iter().find_map(|mark| match mark {
        Mark::Bars(bars) if bars.paint == Paint::Warning => Some(&bars.xy),
        Mark::Line(line) if line.paint == Paint::Warning => Some(&line.xy),
        _ => None,
    })?;
    let places = negative.iter().map(|[x, _]| *x as usize);
    let apart = places.filter(|&place| place > leading);
    let first = apart.clone().min()?;
    Some(first..first + apart.count())
}

/// Name of the bars of negative eigenvalues.
const NEGATIVE: &str = "negative eigenvalues";
/// Name of the bars of components after those that are kept.
pub const NOT_KEPT: &str = "not kept";
/// Colour of the bars of components after those that are kept: fainter than any method's.
pub const PALE: Paint = Paint::Shade(0.3);

/// Names of the axis of shares, and of that of eigenvalues.
pub(super) const SHARES: &str = "share of variance (λ / Σλ)";
const EIGENVALUES: &str = "eigenvalue λ";

fn chart(analysis: &Analysis, view: &View) -> Chart {
    if let Some(values) = &analysis.full_spectrum {
        return full_spectrum::chart(analysis, values, view.spectrum_log);
    }
    let limit = shuffled::shown(analysis, view);
    let mut groups = groups(analysis, view, limit);
    let lowest = lowest_bars(analysis, &groups);
    let mut notes: Vec<String> = shuffled::sentence_with_alpha(analysis, view)
        .into_iter()
        .collect();
    if let Some(kernel) = groups.iter_mut().find(|it| it.method == Method::Kpca) {
        kernel.negative.extend(lowest);
        kernel.not_kept = not_kept(analysis, view, limit);
        if !kernel.negative.is_empty() {
            notes.push(negative_note(&kernel.negative, view.spectrum_log));
        }
    }
    if groups.iter().all(MethodBars::is_empty) {
        return Chart::empty("Eigenvalue spectrum", "no components to show");
    }

    let dropped = groups.iter().flat_map(|it| &it.positive);
    if view.spectrum_log && dropped.filter(|bar| bar.share <= 0.0).count() > 0 {
        notes.push("eigenvalues of 0 have no logarithm and no bar".into());
    }
    notes.extend(without_variance(analysis));

    let said: Vec<String> = groups
        .iter()
        .map(|it| format!("{}: {}", it.method.presented().title, list(&it.positive)))
        .collect();
    let in_eigenvalues = view.spectrum_eigenvalues;
    let (of_what, name) = if in_eigenvalues {
        ("", EIGENVALUES)
    } else {
        (" as shares of the total", SHARES)
    };
    let summary = format!(
        "Bar chart of the largest eigenvalues{of_what}. {}.",
        said.join(". ")
    );
    let sizes = groups
        .iter()
        .flat_map(|it| it.positive.iter().chain(&it.not_kept).chain(&it.negative))
        .map(|bar| bar.size(in_eigenvalues));
    let null = shuffled::known(analysis, view);
    // The comparison knows shares of the trace.
    let unit = if in_eigenvalues {
        analysis.kpca.trace
    } else {
        1.0
    };
    let null_sizes = null.into_iter().flat_map(shuffled::shares);
    let sizes = sizes.chain(null_sizes.map(|share| unit * share).take(limit));
    let axis = ValueAxis::new(name, view.spectrum_log, sizes);
    let width = GROUP / groups.len().max(1) as f64;
    let (mut marks, mut entries, mut negative) = (Vec::new(), Vec::new(), Vec::new());
    let mut kernel_at = 0.0;
    for (place, group) in groups.into_iter().enumerate() {
        let offset = offset(place, width);
        if group.method == Method::Kpca && !view.spectrum_log {
            kernel_at = offset;
        }
        let (name, paint) = (
            group.method.presented().title_in_text,
            method_paint(group.method),
        );
        for (name, paint, bars) in [
            (name, paint, group.positive),
            (NOT_KEPT, PALE, group.not_kept),
        ] {
            if !bars.is_empty() {
                let sized = bars.into_iter().map(|bar| (bar.size(in_eigenvalues), bar));
                marks.push(axis.bars(name, paint, [offset, width], sized));
                entries.push((name.to_owned(), paint));
            }
        }
        if !group.negative.is_empty() {
            let sized = group.negative.into_iter();
            let sized = sized.map(|bar| (bar.size(in_eigenvalues), bar));
            negative.push(axis.bars(NEGATIVE, Paint::Warning, [offset, width], sized));
        }
    }
    if let Some(null) = null {
        let height = |share: f64| axis.height(unit * share);
        marks.extend(shuffled::marks(null, limit, kernel_at, height));
        entries.push((shuffled::NAME.to_owned(), Paint::Ink));
    }
    if !negative.is_empty() {
        marks.extend(negative);
        entries.push((NEGATIVE.to_owned(), Paint::Warning));
    }
    Chart {
        title: "Eigenvalue spectrum".into(),
        x: Axis::new("component", Scale::Count),
        y: axis.axis,
        aspect: Aspect::Free,
        marks,
        key: Key::legend("", entries),
        note: noted(notes),
        summary,
    }
}

/// Table of the eigenvalues of methods, with their shares of the variance and the cumulative shares, which are NaN
/// where a method has none: as many as were asked for, kernel PCA's all where they are known.
pub fn spectra(analysis: &Analysis, methods: impl Iterator<Item = Method>) -> TidyTable {
    let mut texts = [vec![], vec![]];
    let mut numbers = [vec![], vec![], vec![]];
    for method in methods {
        let values = match &analysis.full_spectrum {
            Some(all) if method == Method::Kpca => all,
            _ => match analysis.embedding(method) {
                Ok(embedding) => &embedding.eigenvalues()[..analysis.asked(method)],
                Err(_) => continue,
            },
        };
        let shares = analysis.shares(method).unwrap_or_default();
        let mut sum = 0.0;
        for (j, value) in values.iter().enumerate() {
            let share = shares.get(j).copied().unwrap_or(f64::NAN);
            sum += share;
            texts[0].push(method.name().to_owned());
            texts[1].push((j + 1).to_string());
            for (column, number) in numbers.iter_mut().zip([*value, share, sum]) {
                column.push(number);
            }
        }
    }
    let [methods, components] = texts;
    let names = ["eigenvalue", "explained_variance_ratio", "cumulative"];
    TidyTable {
        texts: vec![
            ("method".to_owned(), methods),
            ("component".to_owned(), components),
        ],
        numbers: names.map(String::from).into_iter().zip(numbers).collect(),
    }
}

/// Methods with a variance: each has a place in every group of bars. Data without features have no linear PCA, and
/// beside the inertias of a table of counts alone the variances of its columns say nothing.
fn methods(analysis: &Analysis, view: &View) -> impl Iterator<Item = Method> {
    let mut shown = view.panels.iter().filter_map(|panel| panel.method());
    let counts = shown.next() == Some(Method::Correspondence)
        && shown.all(|method| method == Method::Correspondence);
    let has_bars = move |method: &Method| {
        if counts && method.is_always_there() {
            return false;
        }
        let values = analysis.embedding(*method).map(Embedding::eigenvalues);
        // Linear PCA's are in other units: beside kernel PCA's they would say nothing.
        if view.spectrum_eigenvalues && *method != Method::Kpca && !counts {
            return false;
        }
        let is_shared = method.is_always_there() || analysis.shares(*method).is_some();
        is_shared && values.is_ok_and(|values| !values.is_empty())
    };
    Method::ALL.into_iter().filter(has_bars)
}

/// Python lines for the leading eigenvalues of kernel PCA, or inertias of correspondence analysis: bars, or points on a
/// logarithmic axis.
fn in_python(analysis: &Analysis, (method, shown): (Method, usize), log: bool) -> Vec<String> {
    let values = match method {
        Method::Correspondence => "ca_sigma**2",
        _ => "kpca.eigenvalues_",
    };
    let known = analysis.embedding(method).map(Embedding::eigenvalues);
    let m = shown.min(known.map_or(0, <[f64]>::len));
    let color = paint_hex(method_paint(method));
    let (draw, style) = if log {
        ("plot", ", \"o-\"")
    } else {
        ("bar", "")
    };
    vec![
        format!("ax.{draw}(range(1, {m} + 1), ({values})[:{m}]{style}, color=\"{color}\")"),
        "ax.set(xlabel=\"component\", ylabel=\"eigenvalue λ\")".to_owned(),
    ]
}

fn negative_note(negative: &[Bar], log: bool) -> String {
    let lowest = negative.iter().map(|bar| bar.share).fold(0.0, f64::min);
    let drawn = if log { ", drawn by their size" } else { "" };
    format!(
        "the kernel is indefinite: at the right its most negative eigenvalues{drawn}, down to {} of the trace",
        percent(lowest)
    )
}

fn list(bars: &[Bar]) -> String {
    let shares: Vec<String> = bars.iter().take(5).map(|bar| percent(bar.share)).collect();
    if shares.is_empty() {
        "none".into()
    } else {
        shares.join(", ")
    }
}

#[cfg(test)]
mod tests;
