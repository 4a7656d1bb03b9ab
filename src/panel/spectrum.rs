//! The eigenvalues of both methods, side by side.
//!
//! Linear PCA's are variances in squared units of the data, kernel PCA's have none. What the two
//! share is a scale of shares, λ over the sum of all λ, so that is the height of a bar; the
//! eigenvalue itself is what a bar says when it is pointed at.

use std::ops::Range;

use super::{Content, Control, PanelSpec, full_spectrum};
use crate::{
    analysis::Analysis,
    setup::View,
    view::{Aspect, Axis, Bars, Chart, Key, Mark, Paint, Scale, number, percent},
};

pub(super) struct Spectrum;

impl PanelSpec for Spectrum {
    fn about(&self) -> &'static str {
        "The variance along each component. Where bars drop steeply, a few components tell most; where \
         they fall slowly, no small picture is the whole."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::LogSpectrum, Control::FullSpectrum]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        chart: &Chart,
    ) -> Option<Content<'a>> {
        if analysis.full_spectrum.is_some() {
            return Some(Content::FullSpectrum);
        }
        let most = analysis.kpca.eigenvalues.len().max(1);
        let leading = view.spectrum_components.clamp(1, most);
        Some(Content::Spectrum {
            lowest: lowest(chart, leading),
        })
    }
}

/// Where bars stand apart from the `leading` components'.
fn lowest(chart: &Chart, leading: usize) -> Option<Range<usize>> {
    let negative = chart.marks.iter().find_map(|mark| match mark {
        Mark::Bars(bars) if bars.paint == Paint::Warning => Some(bars),
        _ => None,
    })?;
    let places = negative.xy.iter().map(|[x, _]| *x as usize);
    let apart = places.filter(|&place| place > leading);
    let first = apart.clone().min()?;
    Some(first..first + apart.count())
}

/// How many of an indefinite kernel's negative eigenvalues stand at the right.
const MOST_NEGATIVE: usize = 3;

/// Eigenvalues below this share of the total are rounding error; a logarithmic axis ends here.
const SMALLEST_SHARE: f64 = 1e-16;

const WIDTH: f64 = 0.38;

/// One bar in the making.
struct Bar {
    /// Component number, from 1.
    at: usize,
    share: f64,
    label: String,
}

fn chart(analysis: &Analysis, view: &View) -> Chart {
    if let Some(values) = &analysis.full_spectrum {
        return full_spectrum::chart(analysis, values, view.spectrum_log);
    }
    let limit = view.spectrum_components.max(1);
    let pca = pca_bars(analysis, limit);
    let (kpca, negative) = kpca_bars(analysis, limit);
    if pca.is_empty() && kpca.is_empty() {
        return Chart::empty("Eigenvalue spectrum", "no components to show");
    }

    let mut notes = Vec::new();
    if !negative.is_empty() {
        notes.push(negative_note(analysis, &negative, view.spectrum_log));
    }
    let dropped = pca.iter().chain(&kpca).filter(|bar| bar.share <= 0.0);
    if view.spectrum_log && dropped.count() > 0 {
        notes.push("eigenvalues of 0 have no logarithm and no bar".into());
    }

    let summary = format!(
        "Bar chart of the largest eigenvalues as shares of the total. Linear PCA: {}. Kernel PCA: {}.",
        list(&pca),
        list(&kpca)
    );
    let shares = [&pca, &kpca, &negative].into_iter().flatten();
    let axis = ValueAxis::new(view.spectrum_log, shares.map(|bar| bar.share));
    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    // Data without features have no linear PCA.
    for (name, paint, offset, bars) in [
        ("linear PCA", Paint::Pca, -WIDTH / 2.0, pca),
        ("kernel PCA", Paint::Kpca, WIDTH / 2.0, kpca),
    ] {
        if !bars.is_empty() {
            marks.push(axis.bars(name, paint, offset, bars));
            entries.push((name.to_owned(), paint));
        }
    }
    if !negative.is_empty() {
        let name = "negative eigenvalues";
        marks.push(axis.bars(name, Paint::Warning, WIDTH / 2.0, negative));
        entries.push((name.to_owned(), Paint::Warning));
    }
    Chart {
        title: "Eigenvalue spectrum".into(),
        x: Axis::new("component", Scale::Count),
        y: axis.axis,
        aspect: Aspect::Free,
        marks,
        key: Key::Legend {
            alone: None,
            shaped: false,
            title: String::new(),
            entries,
        },
        note: (!notes.is_empty()).then(|| notes.join("; ")),
        summary,
    }
}

fn pca_bars(analysis: &Analysis, limit: usize) -> Vec<Bar> {
    let pca = &analysis.pca;
    let shares = pca.explained_variance_ratio();
    let bars = pca.eigenvalues.iter().zip(shares).take(limit).enumerate();
    bars.map(|(j, (&value, share))| Bar {
        at: j + 1,
        share,
        label: format!(
            "linear PCA, component {}: variance λ = {} ({})",
            j + 1,
            number(value),
            percent(share)
        ),
    })
    .collect()
}

/// Bars of the leading eigenvalues, and of the negative ones: those among the leading, where they
/// stand, and the most negative known, after a gap.
fn kpca_bars(analysis: &Analysis, limit: usize) -> (Vec<Bar>, Vec<Bar>) {
    let kpca = &analysis.kpca;
    let n = analysis.dataset.n().max(1) as f64;
    let bar = |at: usize, value: f64, name: String| {
        let share = if kpca.trace > 0.0 {
            value / kpca.trace
        } else {
            0.0
        };
        Bar {
            at,
            share,
            label: format!(
                "kernel PCA, {name}: λ = {}, λ/n = {} ({})",
                number(value),
                number(value / n),
                percent(share)
            ),
        }
    };
    let leading = kpca.eigenvalues.iter().take(limit).enumerate();
    let (mut negative, positive): (Vec<Bar>, Vec<Bar>) = leading
        .map(|(j, &value)| bar(j + 1, value, format!("component {}", j + 1)))
        .partition(|bar| bar.share < 0.0);

    let shown = positive.len() + negative.len();
    let lowest = kpca.eigenvalues.last().copied().unwrap_or(0.0).min(0.0);
    let last: Vec<f64> = kpca
        .negative_eigenvalues
        .iter()
        .copied()
        .filter(|&value| value < lowest)
        .take(MOST_NEGATIVE)
        .collect();
    let gap = shown.max(analysis.pca.eigenvalues.len().min(limit)) + 2;
    for (k, &value) in last.iter().rev().enumerate() {
        let from_end = last.len() - k;
        let name = match from_end {
            1 => "last eigenvalue".to_owned(),
            _ => format!("eigenvalue {from_end} from the end"),
        };
        negative.push(bar(gap + k, value, name));
    }
    (positive, negative)
}

fn negative_note(analysis: &Analysis, negative: &[Bar], log: bool) -> String {
    let lowest = negative.iter().map(|bar| bar.share).fold(0.0, f64::min);
    let drawn = if log { ", drawn by their size" } else { "" };
    format!(
        "the kernel is indefinite: at the right its most negative eigenvalues{drawn}, down to {} of the trace",
        percent(lowest * if analysis.kpca.trace > 0.0 { 1.0 } else { 0.0 })
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

/// The vertical axis and how a share becomes a height on it.
pub(super) struct ValueAxis {
    pub axis: Axis,
    log: bool,
    base: f64,
}

impl ValueAxis {
    /// An axis for these shares; a logarithmic one ends below the smallest that is not zero.
    pub fn new(log: bool, shares: impl Iterator<Item = f64>) -> Self {
        let label = "share of variance λ / Σλ";
        if !log {
            let axis = Axis::new(label, Scale::Linear);
            return Self {
                axis,
                log,
                base: 0.0,
            };
        }
        let sizes = shares.map(f64::abs).filter(|&size| size > 0.0);
        let [smallest, largest] = sizes.fold([1.0_f64, 1.0_f64], |[low, high], size| {
            [low.min(size), high.max(size)]
        });
        // A little below the smallest bar, so that it still shows.
        let base = (smallest.max(SMALLEST_SHARE).log10() - 0.2).floor();
        let mut axis = Axis::new(label, Scale::Log10);
        // And a little above the largest, so that its marker is whole.
        let top = largest.log10();
        axis.range = Some([base, top + 0.03 * (top - base)]);
        Self { axis, log, base }
    }

    /// Where a share stands; none for what has no logarithm.
    pub fn height(&self, share: f64) -> Option<f64> {
        if !self.log {
            return share.is_finite().then_some(share);
        }
        let size = share.abs();
        (size > 0.0 && size.is_finite()).then(|| size.log10().max(self.base))
    }

    /// Bars beside their component's number; on a logarithmic axis those without a size are left out.
    fn bars(&self, name: &str, paint: Paint, offset: f64, bars: Vec<Bar>) -> Mark {
        let drawn = bars.into_iter().filter_map(|bar| {
            let height = self.height(bar.share)?;
            Some(([bar.at as f64 + offset, height], bar.label))
        });
        let (xy, labels) = drawn.unzip();
        Mark::Bars(Bars {
            name: name.to_owned(),
            xy,
            base: self.base,
            width: WIDTH,
            paint,
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
    fn a_logarithmic_axis_leaves_out_zeros_and_says_so() {
        let mut analysis = testing::classes(6, 3);
        testing::kpca_mut(&mut analysis).eigenvalues[2] = 0.0;
        let view = View {
            spectrum_log: true,
            ..View::default()
        };
        let chart = chart(&analysis, &view);
        let kpca = bars(&chart)[1];
        assert_eq!(kpca.xy.len(), 2);
        assert!(kpca.xy.iter().all(|xy| xy[1] > kpca.base));
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
            let negative = bars(&chart)[2];
            assert_eq!(negative.paint, Paint::Warning);
            assert_eq!(negative.xy.len(), 2);
            assert!(negative.labels[1].contains("last eigenvalue: λ = −3"));
            assert!(negative.xy[0][0] > 4.0, "after a gap");
            assert!(chart.note.as_ref().unwrap().contains("indefinite"));
        }
    }
}
