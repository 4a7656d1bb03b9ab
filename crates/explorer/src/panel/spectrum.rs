//! Eigenvalues of all methods, side by side.
//!
//! Linear PCA's are variances in squared units of the data, kernel PCA's have none. What they all
//! share is a scale of shares, λ over the sum of all λ, so that is the height of a bar; the
//! eigenvalue itself is what a bar says when it is pointed at.

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
use chart::{
    Aspect, Axis, Bars, Chart, Hatch, Key, Line, Mark, Paint, Scale, noted, number, paint_hex,
    percent,
};
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

/// Largest number of an indefinite kernel's negative eigenvalues at the right.
const MOST_NEGATIVE: usize = 3;

/// Name of the bars of negative eigenvalues.
const NEGATIVE: &str = "negative eigenvalues";
/// Name of the bars behind the components that are kept.
pub const NOT_KEPT: &str = "not kept";
/// Colour of the bars behind the components that are kept: fainter than any method's.
pub const PALE: Paint = Paint::Shade(0.3);

/// Names of the axis of shares, and of that of eigenvalues.
pub(super) const SHARES: &str = "share of variance (λ / Σλ)";
const EIGENVALUES: &str = "eigenvalue λ";

/// Width of the bars of one component together, as a share of the distance between two components.
const GROUP: f64 = 0.76;

/// Bar before it is drawn.
struct Bar {
    /// Place on the axis, which but for the last eigenvalues is the component's number.
    at: usize,
    /// Number of the component, from 1.
    number: usize,
    share: f64,
    eigenvalue: f64,
    label: String,
}

impl Bar {
    /// Height in what the axis measures: shares, or eigenvalues.
    fn size(&self, eigenvalues: bool) -> f64 {
        if eigenvalues {
            self.eigenvalue
        } else {
            self.share
        }
    }
}

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

/// Bars of one method.
struct MethodBars {
    method: Method,
    positive: Vec<Bar>,
    /// Bars behind the components that are kept.
    not_kept: Vec<Bar>,
    /// Bars of the negative eigenvalues.
    negative: Vec<Bar>,
}

impl MethodBars {
    fn is_empty(&self) -> bool {
        self.positive.is_empty() && self.negative.is_empty()
    }
}

/// Eigenvalues of methods with their shares of the variance and the sums of these, which are NaN where a method has none: as
/// many as were asked for, kernel PCA's all where they are known.
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

/// Distance of a method's bars of this width from the component's number; the first method's are at the left.
fn offset(place: usize, width: f64) -> f64 {
    (width - GROUP) / 2.0 + width * place as f64
}

/// Bars of the leading eigenvalues of each method.
fn groups(analysis: &Analysis, view: &View, limit: usize) -> Vec<MethodBars> {
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
fn not_kept(analysis: &Analysis, view: &View, limit: usize) -> Vec<Bar> {
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
    let title = method.presented().title_in_text;
    let share = percent(share);
    let n = analysis.dataset.n().max(1) as f64;
    match method {
        Method::Pca => {
            // As scikit-learn has it, where there is such a thing.
            let sample = (n > 1.0).then(|| number(value * n / (n - 1.0)));
            let sample = sample.map(|sample| format!("; {sample} with n − 1"));
            let (value, sample) = (number(value), sample.unwrap_or_default());
            format!("{title}, {name}: variance λ = {value}, divisor n{sample} ({share})")
        }
        Method::Correspondence => {
            format!("{title}, {name}: inertia λ = {} ({share})", number(value))
        }
        _ => {
            let [value, mean] = [value, value / n].map(number);
            format!("{title}, {name}: λ = {value}, λ/n = {mean} ({share})")
        }
    }
}

/// Bars of kernel PCA's most negative eigenvalues that are known and not among the leading ones, after a gap.
fn lowest_bars(analysis: &Analysis, groups: &[MethodBars]) -> Vec<Bar> {
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

/// Python lines for the leading eigenvalues of kernel PCA, or inertias of correspondence analysis: bars, or points on a
/// logarithmic axis.
fn in_python(analysis: &Analysis, (method, shown): (Method, usize), log: bool) -> Vec<String> {
    let values = match method {
        Method::Correspondence => "sigma**2",
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

impl ValueAxis {
    /// Bars beside their component's number, or on a logarithmic axis a curve through those that have a size.
    fn bars(
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    fn bars(chart: &Chart) -> Vec<&Bars> {
        let bars = chart.marks.iter().map(|mark| match mark {
            Mark::Bars(bars) => bars,
            other => panic!("only bars, not {other:?}"),
        });
        bars.collect()
    }

    #[test]
    fn both_methods_as_shares_limited_by_the_view() {
        let analysis = testing::classes(6, 3);
        let view = View {
            spectrum_components: 2,
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let [pca, kpca] = bars(&chart)[..] else {
            panic!("two groups")
        };
        assert_eq!((pca.xy.len(), kpca.xy.len()), (2, 2));
        assert_eq!(pca.xy[1][1], analysis.pca.explained_variance_ratio()[1]);
        assert_eq!(kpca.xy[0][1], analysis.kpca.explained_variance_ratio()[0]);
        assert!(kpca.labels[1].contains("component 2"));
        assert_eq!(chart.note, None);
    }

    #[test]
    fn in_its_own_unit_kernel_pca_stands_alone() {
        let analysis = testing::classes(6, 3);
        let view = View {
            spectrum_eigenvalues: true,
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let [kpca] = bars(&chart)[..] else {
            panic!("one group")
        };
        let heights: Vec<f64> = kpca.xy.iter().map(|[_, λ]| *λ).collect();
        assert_eq!(heights, analysis.kpca.eigenvalues[..heights.len()]);
        assert_eq!(chart.y.label, EIGENVALUES);
        testing::assert_drawable(&chart);
    }

    #[test]
    fn other_methods_stand_beside_them_where_they_have_a_variance() {
        let mut analysis = testing::classes(9, 3);
        let before = chart(&analysis, &View::default());
        testing::embed(&mut analysis, Method::Isomap);
        testing::embed(&mut analysis, Method::Lle);
        let chart = chart(&analysis, &View::default());
        let groups = bars(&chart);
        let paints: Vec<Paint> = groups.iter().map(|it| it.paint).collect();
        let expected = [Method::Pca, Method::Kpca, Method::Isomap].map(method_paint);
        assert_eq!(paints, expected);
        let isomap = analysis.embedding(Method::Isomap).unwrap();
        assert_eq!(groups[2].xy[0][1], isomap.shares().unwrap()[0]);
        assert!(groups[2].labels[0].starts_with("Isomap, component 1: λ = "));
        // Bars of one component touch, and take the room that two methods have.
        let two = bars(&before);
        let ends = |it: &Bars, side: f64| it.xy[0][0] + side * it.width / 2.0;
        let close = |a: f64, b: f64| (a - b).abs() < 1e-12;
        assert!(close(ends(groups[0], -1.0), ends(two[0], -1.0)));
        assert!(close(ends(groups[2], 1.0), ends(two[1], 1.0)));
        assert!(close(ends(groups[0], 1.0), ends(groups[1], -1.0)));
        let note = chart.note.as_ref().unwrap();
        assert_eq!(note, "no share of a variance: LLE");
        testing::assert_drawable(&chart);
    }

    #[test]
    fn a_logarithmic_axis_leaves_out_zeros_and_says_so() {
        let mut analysis = testing::classes(6, 3);
        testing::kpca_mut(&mut analysis).eigenvalues[2] = 0.0;
        let view = View {
            spectrum_log: true,
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let kpca = testing::lines(&chart)[1];
        assert_eq!(kpca.xy.len(), 2);
        assert!(kpca.dots && kpca.xy[1][0] == 2.0);
        assert!(chart.note.as_ref().unwrap().contains("no logarithm"));
        testing::assert_drawable(&chart);
    }

    #[test]
    fn negative_eigenvalues_stand_apart_the_last_one_last() {
        let mut analysis = testing::classes(6, 3);
        testing::kpca_mut(&mut analysis).negative_eigenvalues = vec![-3.0, -1.0];
        for spectrum_log in [false, true] {
            let view = View {
                spectrum_log,
                ..View::default()
            };
            let chart = chart(&analysis, &view);
            let (paint, xy, labels) = match chart.marks.last() {
                Some(Mark::Bars(it)) if !spectrum_log => (it.paint, &it.xy, &it.labels),
                Some(Mark::Line(it)) if spectrum_log => (it.paint, &it.xy, &it.labels),
                other => panic!("{other:?}"),
            };
            assert_eq!(paint, Paint::Warning);
            assert_eq!(xy.len(), 2);
            assert!(labels[1].contains("last eigenvalue: λ = −3"));
            assert!(xy[0][0] > 4.0, "after a gap");
            assert!(chart.note.as_ref().unwrap().contains("indefinite"));
        }
    }
}
