//! Probe in numbers: the rows that contribute to its scores.

use super::{
    Content, Control, PanelSpec,
    coordinates::{self, CoordinateGroup, PAINTS, coordinate_bars},
    of_components, pins,
};
use crate::{
    analysis::{Analysis, PlacedProbe},
    presented::Presented,
    setup::View,
    view::row_title,
};
use chart::{Aspect, Chart, Key, Paint, cut, number, shorter_numbers};
use kernel_pca::method::Method;
use tabular::row_in_words;

pub(super) struct ProbeTable;

const TITLE: &str = "Probe";
/// Number of rows that are named as the nearest.
const NEAREST: usize = 3;
/// Number of letters of a row's name below its bars.
const NAME_LENGTH: usize = 9;

impl PanelSpec for ProbeTable {
    fn about(&self) -> &'static str {
        "Where the probe's kernel scores come from: each row adds k(x, row)·v/√λ, the ten that weigh most by \
         name. Switch the probe on and drag it in the input."
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match placed_probe(analysis) {
            Ok(probed) => chart(analysis, probed),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Probe]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let probed = placed_probe(analysis).ok()?;
        let rows: Vec<usize> = probed.probe.parts.iter().map(|part| part.row).collect();
        let components = &analysis.explain.features.components[0];
        let mut python = vec![format!("two = probe_parts[{rows:?}].T")];
        if components.len() < 2 {
            python.push("two = np.vstack([two, 0 * two])".into());
        }
        let symbols = names(components);
        let symbols = symbols.each_ref().map(String::as_str);
        python.extend(coordinates::python(symbols, &[group(analysis, probed)]));
        Some(Content::Own(python))
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(
            "A score is a sum over the rows: what each has with the probe, k(x, row), times its entry v of the \
             eigenvector over √λ. Centring adds the same to all points.",
        )
    }
}

fn placed_probe(analysis: &Analysis) -> Result<&PlacedProbe, &'static str> {
    let probed = of_components(analysis, analysis.explain.features.probe.as_deref())?;
    let probe = &probed.probe;
    let strengths = probe.parts.iter().map(|part| part.strength);
    let is_finite = probe
        .kpca
        .iter()
        .copied()
        .chain(strengths)
        .all(f64::is_finite);
    let too_large = "the probe's scores are too large on these data";
    is_finite.then_some(probed).ok_or(too_large)
}

/// Names of the two components that are drawn; empty for one that is missing.
fn names(components: &[usize]) -> [String; 2] {
    [0, 1].map(|p| {
        let component = components.get(p);
        component.map_or_else(String::new, |k| format!("kernel PC{}", k + 1))
    })
}

/// Parts of the probe's scores by the rows that weigh most, as a group of bars.
fn group(analysis: &Analysis, probed: &PlacedProbe) -> CoordinateGroup {
    let probe = &probed.probe;
    let part = |p: usize| -> Vec<f64> {
        let parts = probe.parts.iter();
        parts
            .map(|part| part.of.get(p).copied().unwrap_or(0.0))
            .collect()
    };
    let titles = probe.parts.iter().map(|part| row_title(analysis, part.row));
    CoordinateGroup {
        heading: "what each row adds to the scores, k(x, row) · v / √λ".into(),
        names: probe
            .parts
            .iter()
            .map(|part| short_name(analysis, part.row))
            .collect(),
        labels: titles
            .map(|title| format!("Part of {title} in the score"))
            .collect(),
        values: [part(0), part(1)],
    }
}

/// Name of a row below its bars, or its number from 1.
fn short_name(analysis: &Analysis, row: usize) -> String {
    let called = row_in_words(&analysis.dataset, row);
    let number = called.strip_prefix("row ");
    cut(number.unwrap_or(&called), NAME_LENGTH)
}

/// Text of a value with three digits.
fn brief(value: f64) -> String {
    shorter_numbers(value).next().unwrap_or_default()
}

fn chart(analysis: &Analysis, probed: &PlacedProbe) -> Chart {
    let probe = &probed.probe;
    let components = &analysis.explain.features.components[0];
    let symbols = names(components);
    let group = group(analysis, probed);
    let features = &analysis.dataset.feature_names;
    let place = |j: &usize| {
        let value = number(probe.point[*j]);
        (format!("{} = {value}", features[*j]), Paint::Warning)
    };
    let mut lines: Vec<(String, Paint)> = probed.columns.iter().map(place).collect();
    for (p, k) in components.iter().enumerate() {
        let named: f64 = probe.parts.iter().map(|part| part.of[p]).sum();
        let [score, named, others, centering] =
            [probe.kpca[*k], named, probe.others[p], probe.centering[p]].map(brief);
        let sum = format!(
            "{} {score}: these {named}, others {others}, centring {centering}",
            symbols[p],
        );
        lines.push((sum, PAINTS[p]));
    }
    let nearest = probe.nearest.iter().take(NEAREST);
    let nearest: Vec<String> = nearest
        .map(|(row, distance)| {
            let called = row_in_words(&analysis.dataset, *row);
            format!("{called} ({})", number(*distance))
        })
        .collect();
    lines.push((
        format!("nearest in feature space: {}", nearest.join(", ")),
        Paint::Ink,
    ));
    let linear = probe.pca.iter().take(2).enumerate();
    let linear: Vec<String> = linear
        .map(|(k, score)| format!("PC{} = {}", k + 1, number(*score)))
        .collect();
    lines.push((
        format!("{}: {}", Method::Pca.presented().title, linear.join(", ")),
        Paint::Ink,
    ));
    let (marks, [mut x, y]) =
        coordinate_bars(symbols.each_ref().map(String::as_str), &[group], &lines);
    x.label = "rows that weigh most".into();
    let key = symbols.into_iter().zip(PAINTS);
    let said: Vec<&str> = lines.iter().map(|(line, _)| &**line).collect();
    Chart {
        title: TITLE.to_owned(),
        summary: format!(
            "Parts of {} rows in the scores of the probe. {}.",
            probe.parts.len(),
            said.join("; ")
        ),
        x,
        y,
        aspect: Aspect::Free,
        marks,
        key: Key::legend("", key.take(components.len()).collect()),
        note: pins::fixed(analysis, probed),
    }
}
