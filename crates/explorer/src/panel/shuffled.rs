//! Eigenvalues of shuffled columns, as a line over the spectrum and as a sentence.

use crate::{analysis::Analysis, setup::View};
use chart::{CrossLine, Line, LineStyle, Mark, Orientation, Paint, number, percent};
use kernel_pca::{
    kpca::components_for,
    method::Method,
    sweep::{ShuffledEigenvalues, StandingOut},
};

pub(super) const NAME: &str = "95 % of shuffled columns";

/// Comparison with shuffled columns, where it is wanted and known.
pub(super) fn known<'a>(analysis: &'a Analysis, view: &View) -> Option<&'a ShuffledEigenvalues> {
    let known = analysis.explain.shuffled.as_deref();
    known
        .filter(|_| view.spectrum_shuffled)
        .and_then(|known| known.as_ref().ok())
}

/// Quantiles of the shuffled columns' eigenvalues, as shares of the sum of the data's eigenvalues.
pub(super) fn shares(shuffled: &ShuffledEigenvalues) -> impl Iterator<Item = f64> {
    let trace = if shuffled.trace > 0.0 {
        shuffled.trace
    } else {
        f64::INFINITY
    };
    shuffled.quantiles.iter().map(move |λ| λ / trace)
}

/// Eigenvalues of the components after those that are kept, with their shares, where the comparison knows them.
pub(super) fn not_kept<'a>(
    analysis: &'a Analysis,
    view: &View,
) -> impl Iterator<Item = (f64, f64)> + use<'a> {
    let known = known(analysis, view).filter(|_| analysis.full_spectrum.is_none());
    let kept = analysis.kpca.eigenvalues.len();
    let own = known.into_iter().flat_map(move |it| {
        let own = it.own.iter().skip(kept);
        own.map(|λ| (*λ, λ / it.trace))
    });
    own.filter(|(_, share)| share.is_finite())
}

/// Shares of the variance of all components of a method that the charts know, kept or not.
pub(super) fn all_shares(analysis: &Analysis, view: &View, method: Method) -> Option<Vec<f64>> {
    let mut shares = analysis.shares(method)?;
    if method == Method::Kpca {
        shares.extend(not_kept(analysis, view).map(|(_, share)| share));
    }
    Some(shares)
}

/// Number of components that the charts show: as many as the view wants, up to the last one of any method.
pub(super) fn shown(analysis: &Analysis, view: &View) -> usize {
    let last = |shares: Vec<f64>| shares.iter().rposition(|share| *share != 0.0);
    let shares = Method::ALL.into_iter();
    let shares = shares.filter_map(|method| all_shares(analysis, view, method));
    let ends = shares.filter_map(last).max();
    view.spectrum_components
        .clamp(1, ends.map_or(1, |last| last + 1))
}

/// Line through the shuffled columns' eigenvalues, and a vertical line after the last component that stands out;
/// `height` maps a share to the axis.
pub(super) fn marks(
    shuffled: &ShuffledEigenvalues,
    limit: usize,
    offset: f64,
    height: impl Fn(f64) -> Option<f64>,
) -> Vec<Mark> {
    let points = shares(shuffled).take(limit).enumerate();
    let vertices = points.filter_map(|(j, share)| {
        let label = format!("{NAME}, component {}: {}", j + 1, percent(share));
        Some(([(j + 1) as f64 + offset, height(share)?], label))
    });
    let (xy, labels) = vertices.unzip();
    let mut marks = vec![Mark::Line(Line {
        style: LineStyle::Dashed,
        dots: true,
        labels,
        ..Line::new(NAME.to_owned(), Paint::Ink, xy)
    })];
    if let StandingOut::First(count) = shuffled.standing_out()
        && count < limit
    {
        marks.push(Mark::CrossLine(CrossLine::new(
            stands_out(shuffled),
            Orientation::Vertical,
            count as f64 + 0.5,
            LineStyle::Dotted,
        )));
    }
    marks
}

/// Sentence on the result of the comparison, where it is wanted.
pub(super) fn sentence(analysis: &Analysis, view: &View) -> Option<String> {
    if !view.spectrum_shuffled {
        return None;
    }
    Some(match analysis.explain.shuffled.as_deref() {
        None => "compared with shuffled columns once the slider rests".into(),
        Some(Err(why)) => format!("not compared with shuffled columns: {why}"),
        Some(Ok(shuffled)) => {
            let rows = shuffled.sample.as_ref().map(|sample| {
                let (rows, seed) = (sample.rows.len(), kernel_pca::sweep::RowSample::SEED);
                format!(" ({rows} rows drawn with seed {seed})")
            });
            stands_out(shuffled) + &rows.unwrap_or_default()
        }
    })
}

/// Sentence on the result of the comparison, with the number of components that reach α.
pub(super) fn sentence_with_alpha(analysis: &Analysis, view: &View) -> Option<String> {
    let sentence = sentence(analysis, view)?;
    let shares = all_shares(analysis, view, Method::Kpca)?;
    let alpha = number(100.0 * view.threshold);
    Some(match components_for(&shares, view.threshold) {
        Some(r) => format!("{sentence}; α = {alpha} % needs {r}"),
        None => format!("{sentence}; α = {alpha} % needs more than {}", shares.len()),
    })
}

fn stands_out(shuffled: &ShuffledEigenvalues) -> String {
    match shuffled.standing_out() {
        StandingOut::First(0) => "no component exceeds what shuffled columns give".into(),
        StandingOut::First(1) => "1 component exceeds what shuffled columns give".into(),
        StandingOut::First(r) => format!("{r} components exceed what shuffled columns give"),
        StandingOut::All(k) => format!(
            "all {k} components computed exceed what shuffled columns give, so that no crossing is seen"
        ),
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{panel::Panel, view::testing};

    fn view() -> View {
        View {
            spectrum_shuffled: true,
            ..View::default()
        }
    }

    /// Note of a panel and number of its vertical lines, with quantiles that are these parts of the eigenvalues.
    fn note(parts: &[f64], panel: Panel) -> (String, usize) {
        let mut analysis = testing::classes(9, 3);
        let own = analysis.kpca.eigenvalues.clone();
        let quantiles = own.iter().zip(parts).map(|(λ, part)| λ * part).collect();
        analysis.explain.shuffled = Some(Arc::new(Ok(ShuffledEigenvalues {
            own,
            quantiles,
            trace: analysis.kpca.trace,
            sample: None,
        })));
        let chart = panel.chart(&analysis, &view());
        testing::assert_drawable(&chart);
        let rules = chart.marks.iter().filter(|mark| match mark {
            Mark::CrossLine(rule) => {
                rule.orientation == Orientation::Vertical && rule.paint == Paint::Ink
            }
            _ => false,
        });
        let rules = rules.count();
        (chart.note.unwrap(), rules)
    }

    #[test]
    fn the_crossing_is_marked_and_said_or_said_to_be_none() {
        let (said, rules) = note(&[0.5, 1.1, 0.9], Panel::Spectrum);
        assert!(said.starts_with("1 component exceeds"), "{said}");
        assert!(said.contains("; α = 95 % needs "), "{said}");
        assert_eq!(rules, 1);
        let (said, _) = note(&[1.5, 1.1, 0.9], Panel::Spectrum);
        assert!(said.starts_with("no component exceeds"), "{said}");
        let (said, rules) = note(&[0.5; 3], Panel::Spectrum);
        assert!(said.contains("no crossing is seen") && rules == 0, "{said}");
        let (said, _) = note(&[0.5, 0.5, 2.0], Panel::Variance);
        assert!(said.starts_with("2 components exceed"), "{said}");
    }

    #[test]
    fn what_is_not_there_is_said() {
        let mut analysis = testing::classes(9, 3);
        let said = |analysis: &Analysis| Panel::Spectrum.chart(analysis, &view()).note.unwrap();
        assert!(said(&analysis).contains("once the slider rests"));
        analysis.explain.shuffled = Some(Arc::new(Err("there are no columns to shuffle".into())));
        assert!(said(&analysis).contains("not compared with shuffled columns: there are no"));
        assert_eq!(
            Panel::Spectrum.chart(&analysis, &View::default()).note,
            None
        );
    }
}
