//! Probe in numbers: the rows that contribute to its scores.

use super::{
    Content, Control, PanelSpec,
    coordinates::{CoordinateGroup, Pair, drawn_as, python_as},
    pins,
};
use crate::{
    analysis::{Analysis, PlacedProbe},
    method::Method,
    setup::View,
    view::{Aspect, Chart, Key, Paint, number, row_title, shorter_numbers},
};

pub(super) struct ProbeTable;

const TITLE: &str = "Probe";
const PAINTS: [Paint; 2] = [Paint::Plain, Paint::Ink];
/// Number of rows that are named as the nearest.
const NEAREST: usize = 3;

impl PanelSpec for ProbeTable {
    fn about(&self) -> &'static str {
        "Where the probe's kernel scores come from: each row adds k(x, row)·v/√λ, the ten that weigh most by \
         name. Switch the probe on and drag it in the input."
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match found(analysis) {
            Ok(probed) => chart(analysis, probed),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Probe]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        let probed = found(analysis).ok()?;
        let rows: Vec<usize> = probed.probe.parts.iter().map(|part| part.row).collect();
        let components = &analysis.explain.features.components[0];
        let mut python = vec![format!("two = probe_parts[{rows:?}].T")];
        if components.len() < 2 {
            python.push("two = np.vstack([two, 0 * two])".into());
        }
        python.extend(python_as(&pair(components), &[group(analysis, probed)]));
        Some(Content::Own(python))
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(
            "A score is a sum over the rows: what each has with the probe, k(x, row), times its entry v of the \
             eigenvector over √λ. Centring adds the same to all points."
                .into(),
        )
    }
}

fn found(analysis: &Analysis) -> Result<&PlacedProbe, &'static str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let features = &analysis.explain.features;
    match features.probe.as_deref() {
        _ if features.components[0].is_empty() && features.probe.is_some() => {
            Err("no components to show")
        }
        Some(PlacedProbe { probe, .. })
            if !probe.kpca.iter().all(|score| score.is_finite())
                || !probe.parts.iter().all(|part| part.strength.is_finite()) =>
        {
            Err("the probe's scores are too large on these data")
        }
        Some(probed) => Ok(probed),
        None if analysis.dataset.n() == 0 => Err("there are no rows"),
        None => Err("not computed: show this panel first"),
    }
}

fn pair(components: &[usize]) -> Pair {
    let name = |p: usize| {
        let component = components.get(p);
        component.map_or_else(String::new, |k| format!("kernel PC{}", k + 1))
    };
    Pair {
        symbols: [name(0), name(1)],
        paints: PAINTS,
    }
}

/// Rows that weigh most, as a group of bars.
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
            .map(|part| analysis.dataset.row_ids[part.row].to_string())
            .collect(),
        labels: titles
            .map(|title| format!("Part of {title} in the score"))
            .collect(),
        values: [part(0), part(1)],
    }
}

/// Text of a value with three digits.
fn brief(value: f64) -> String {
    shorter_numbers(value).next().unwrap_or_default()
}

fn chart(analysis: &Analysis, probed: &PlacedProbe) -> Chart {
    let probe = &probed.probe;
    let components = &analysis.explain.features.components[0];
    let pair = pair(components);
    let group = group(analysis, probed);
    let names = &analysis.dataset.feature_names;
    let place = |j: &usize| {
        (
            format!("{} = {}", names[*j], number(probe.point[*j])),
            Paint::Warning,
        )
    };
    let mut lines: Vec<(String, Paint)> = probed.columns.iter().map(place).collect();
    for (p, k) in components.iter().enumerate() {
        let named: f64 = probe.parts.iter().map(|part| part.of[p]).sum();
        let [score, named, others, centering] =
            [probe.kpca[*k], named, probe.others[p], probe.centering[p]].map(brief);
        let sum = format!(
            "{} {score}: these {named}, others {others}, centring {centering}",
            pair.symbols[p],
        );
        lines.push((sum, PAINTS[p]));
    }
    let nearest = probe.nearest.iter().take(NEAREST);
    let nearest: Vec<String> = nearest
        .map(|(row, distance)| {
            let id = analysis.dataset.row_ids[*row];
            format!("{id} ({})", number(*distance))
        })
        .collect();
    lines.push((
        format!("nearest rows in feature space: {}", nearest.join(", ")),
        Paint::Ink,
    ));
    let linear = probe.pca.iter().take(2).enumerate();
    let linear: Vec<String> = linear
        .map(|(k, score)| format!("PC{} = {}", k + 1, number(*score)))
        .collect();
    lines.push((
        format!("{}: {}", Method::Pca.title(), linear.join(", ")),
        Paint::Ink,
    ));
    let (marks, [mut x, y]) = drawn_as(&pair, &[group], &lines);
    x.label = "rows that weigh most".into();
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
        key: Key::Legend {
            title: String::new(),
            entries: pair
                .symbols
                .iter()
                .cloned()
                .zip(PAINTS)
                .take(components.len())
                .collect(),
            alone: None,
            shaped: false,
        },
        note: pins::fixed(analysis, probed),
    }
}
