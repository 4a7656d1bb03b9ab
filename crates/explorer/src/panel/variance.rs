//! Cumulative variance of the first r components, and the smallest r that keeps a share α.

use super::{
    Choice, Content, Control, PanelSpec, shuffled,
    spectrum::{NOT_KEPT, spectra},
    value_axis::{MOST_DOTS, without_variance},
};
use crate::{
    analysis::Analysis,
    presented::Presented,
    setup::View,
    view::{TidyTable, method_paint},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, Held, Key, Line, LineStyle, Mark, Orientation, Paint, Scale,
    noted, number, percent,
};
use kernel_pca::{kpca::components_for, method::Method};

pub(super) struct Variance;

impl PanelSpec for Variance {
    fn about(&self) -> &'static str {
        "How much of the variance the first components hold together, and how many reach the threshold α"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[
            Control::Choice(Choice::ShuffledSpectrum),
            Control::FullSpectrum,
        ]
    }

    fn table(&self, analysis: &Analysis, view: &View) -> Option<TidyTable> {
        let methods = curves(analysis, view).map(|(method, _)| method);
        Some(spectra(analysis, methods))
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        Some(Content::Variance {
            shown: limit(analysis, view),
            shuffled: shuffled::known(analysis, view),
        })
    }

    fn reads_threshold(&self) -> bool {
        true
    }
}

/// Shares of every method that has a variance, where it has components.
fn curves<'a>(
    analysis: &'a Analysis,
    view: &'a View,
) -> impl Iterator<Item = (Method, Vec<f64>)> + 'a {
    let curve = |method| Some((method, shuffled::all_shares(analysis, view, method)?));
    let curves = Method::ALL.into_iter().filter_map(curve);
    curves.filter(|(_, shares)| !shares.is_empty())
}

/// Number of components that the curves reach to.
fn limit(analysis: &Analysis, view: &View) -> usize {
    match &analysis.full_spectrum {
        Some(values) => values.len().max(1),
        None => shuffled::shown(analysis, view),
    }
}

fn cumulative(ratios: &[f64]) -> impl Iterator<Item = f64> {
    ratios.iter().scan(0.0, |sum, ratio| {
        *sum += ratio;
        Some(*sum)
    })
}

fn chart(analysis: &Analysis, view: &View) -> Chart {
    let title = "Explained variance";
    let methods: Vec<(Method, Vec<f64>)> = curves(analysis, view).collect();
    if methods.is_empty() {
        return Chart::empty(title, "no components to show");
    }
    let limit = limit(analysis, view);
    let kept = analysis.known_variance_ratio().len();
    let top = methods
        .iter()
        .flat_map(|(_, ratios)| cumulative(ratios))
        .fold(1.0, f64::max);

    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    for (method, ratios) in &methods {
        let name = method.presented().title_in_text;
        let paint = method_paint(*method);
        let r = components_for(ratios, view.threshold);
        let entry = match r {
            Some(r) => format!("{name}: r = {r}"),
            None => format!("{name}: r > {}", ratios.len()),
        };
        let whole = curve(name, paint, ratios, limit);
        if *method == Method::Kpca && kept < whole.xy.len() {
            let [kept, behind] = parted(whole, kept);
            marks.extend([Mark::Line(kept), Mark::Line(behind)]);
        } else {
            marks.push(Mark::Line(whole));
        }
        // A rule beyond the curve would stretch the axis.
        if let Some(r) = r.filter(|&r| r <= limit) {
            marks.push(Mark::CrossLine(CrossLine {
                name: entry.clone(),
                orientation: Orientation::Vertical,
                at: r as f64,
                style: LineStyle::Dotted,
                paint,
                held: None,
            }));
        }
        entries.push((entry, paint));
    }
    let alpha = format!("{} %", number(100.0 * view.threshold));
    marks.push(Mark::CrossLine(CrossLine {
        name: format!("α = {alpha}"),
        orientation: Orientation::Horizontal,
        at: view.threshold,
        style: LineStyle::Dashed,
        paint: Paint::Ink,
        held: Some(Held::Threshold),
    }));

    let indefinite = (!analysis.kpca.negative_eigenvalues.is_empty()).then(|| {
        "the kernel is indefinite: shares refer to the trace and may add up to more than 1"
            .to_owned()
    });
    // Shares above 1 make up for negative eigenvalues, which come last.
    let exceeds = |(method, ratios): &&(Method, Vec<f64>)| {
        *method != Method::Kpca && cumulative(ratios).any(|sum| sum > 1.0 + 1e-9)
    };
    let bent = methods.iter().filter(exceeds).map(|(method, _)| {
        let name = method.presented().title_in_text;
        format!("{name}'s shares add up to more than 1: it has negative eigenvalues too")
    });
    let notes: Vec<String> = shuffled::sentence(analysis, view)
        .into_iter()
        .chain(indefinite)
        .chain(bent)
        .chain(without_variance(analysis))
        .collect();
    let reached: Vec<&str> = entries.iter().map(|(entry, _)| &**entry).collect();
    Chart {
        title: title.into(),
        x: Axis::new("components r", Scale::Count),
        y: Axis::new("cumulative share of variance", Scale::Linear).within([0.0, 1.04 * top]),
        aspect: Aspect::Free,
        summary: format!(
            "Cumulative explained variance. Components needed for {alpha}: {}.",
            reached.join("; ")
        ),
        marks,
        key: Key::legend(format!("smallest r for α = {alpha}"), entries),
        note: noted(notes),
    }
}

/// Splits a curve after `count` components into a solid one up to there, and a dashed one from there on.
fn parted(mut kept: Line, count: usize) -> [Line; 2] {
    let from = count.saturating_sub(1);
    let behind = Line {
        name: NOT_KEPT.to_owned(),
        xy: kept.xy[from..].to_vec(),
        labels: kept.labels[from..].to_vec(),
        style: LineStyle::Dashed,
        ..kept.clone()
    };
    kept.xy.truncate(count);
    kept.labels.truncate(count);
    [kept, behind]
}

fn curve(name: &str, paint: Paint, ratios: &[f64], limit: usize) -> Line {
    let xy: Vec<[f64; 2]> = cumulative(ratios)
        .take(limit)
        .enumerate()
        .map(|(j, sum)| [(j + 1) as f64, sum])
        .collect();
    Line {
        dots: xy.len() <= MOST_DOTS,
        labels: xy
            .iter()
            .map(|[r, sum]| format!("{name}, first {r} components: {}", percent(*sum)))
            .collect(),
        ..Line::new(name.to_owned(), paint, xy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn smallest_r_for_a_share() {
        // The three-attribute iris: cumulative 0.925, 0.985, 1.
        let iris = [0.924_619_72, 0.060_355, 0.015_024_98];
        assert_eq!(components_for(&iris, 0.95), Some(2));
        assert_eq!(components_for(&iris, 0.92), Some(1));
        assert_eq!(components_for(&[0.1; 10], 1.0), Some(10));
        assert_eq!(components_for(&[0.3, 0.2], 0.6), None);
        assert_eq!(components_for(&[], 0.5), None);
    }

    #[test]
    fn a_whole_spectrum_reaches_every_share() {
        let mut analysis = testing::classes(6, 3);
        let total: f64 = analysis.kpca.eigenvalues.iter().sum();
        testing::kpca_mut(&mut analysis).trace = 2.0 * total;
        let mut values = analysis.kpca.eigenvalues.clone();
        values.extend([total / 2.0, total / 2.0, 0.0]);
        analysis.full_spectrum = Some(values.into());
        let chart = chart(&analysis, &View::default());
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(entries[1].0, "kernel PCA: r = 5");
    }

    #[test]
    fn a_method_without_variance_is_left_out_and_said_to_be() {
        let mut analysis = testing::classes(9, 3);
        testing::embed(&mut analysis, Method::DiffusionMap);
        testing::embed(&mut analysis, Method::Isomap);
        let chart = chart(&analysis, &View::default());
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert_eq!(entries.len(), 3);
        assert!(entries[2].0.starts_with("Isomap: r = "), "{entries:?}");
        assert_eq!(entries[2].1, method_paint(Method::Isomap));
        let note = chart.note.unwrap();
        assert!(
            note.ends_with("no share of a variance: diffusion map"),
            "{note}"
        );
    }

    #[test]
    fn curves_rules_and_what_was_not_reached() {
        let mut analysis = testing::classes(6, 3);
        // Only half of the kernel's variance lies in the components kept.
        let total: f64 = analysis.kpca.eigenvalues.iter().sum();
        testing::kpca_mut(&mut analysis).trace = 2.0 * total;
        let chart = chart(&analysis, &View::default());
        let Key::Legend { entries, .. } = &chart.key else {
            panic!("a legend")
        };
        assert!(entries[0].0.starts_with("linear PCA: r = "));
        assert_eq!(entries[1].0, "kernel PCA: r > 3");
        let rules = chart.marks.iter().filter_map(|mark| match mark {
            Mark::CrossLine(rule) => Some((rule.orientation, rule.held)),
            _ => None,
        });
        assert_eq!(
            rules.collect::<Vec<_>>(),
            [
                (Orientation::Vertical, None),
                (Orientation::Horizontal, Some(Held::Threshold))
            ]
        );
        testing::assert_drawable(&chart);
    }
}
