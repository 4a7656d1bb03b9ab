//! The probe in numbers: which rows its scores come from.

use super::{
    Content, Control, OwnCode, PanelSpec,
    coordinates::{Group, Pair, drawn_as, six_digits},
    pins,
};
use crate::{
    analysis::{Analysis, Probed},
    method::Method,
    setup::View,
    view::{Aspect, Chart, Key, Paint, number, row_title},
};

pub(super) struct ProbeTable;

const TITLE: &str = "Probe";
const PAINTS: [Paint; 2] = [Paint::Plain, Paint::Ink];
/// Values of the probe itself that are written.
const WRITTEN: usize = 4;

impl PanelSpec for ProbeTable {
    fn about(&self) -> &'static str {
        "Where the probe's kernel scores come from: each row adds k(x, xᵢ)·vᵢ/√λ, the ten that weigh most by \
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

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        _view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        found(analysis).ok()?;
        let components = &analysis.explain.features.components[0];
        let pair = pair(components);
        let mut python = vec![];
        for (p, (side, color)) in [(-0.2, PAINTS[0]), (0.2, PAINTS[1])]
            .into_iter()
            .take(components.len())
            .enumerate()
        {
            python.push(format!(
                "ax.bar(np.arange(len(heaviest)) + {side}, probe_parts[heaviest, {p}], 0.4, color=\"{}\", label=\"{}\")",
                crate::view::paint_hex(color),
                pair.symbols[p],
            ));
        }
        python.extend([
            "ax.set_xticks(range(len(heaviest)), heaviest)".into(),
            "ax.legend()".into(),
        ]);
        Some(Content::Own(OwnCode {
            all_eigenvalues: false,
            python,
            r: vec![
                "plot(NA, SETTINGS)".into(),
                "mtext(\"the Python script has the probe\", line = -2)".into(),
            ],
            r_limits: [Some("c(0, 1)".into()), Some("c(0, 1)".into())],
        }))
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(
            "A score is a sum over the rows: what each has with the probe, k(x, xᵢ), times its entry vᵢ of the \
             eigenvector over √λ. Centring adds the same to all points."
                .into(),
        )
    }
}

fn found(analysis: &Analysis) -> Result<&Probed, &'static str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let features = &analysis.explain.features;
    match features.probe.as_deref() {
        _ if features.components[0].is_empty() && features.probe.is_some() => {
            Err("no components to show")
        }
        Some(Probed { probe, .. })
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

fn chart(analysis: &Analysis, probed: &Probed) -> Chart {
    let probe = &probed.probe;
    let components = &analysis.explain.features.components[0];
    let pair = pair(components);
    let part = |p: usize| -> Vec<f64> {
        let parts = probe.parts.iter();
        parts
            .map(|part| part.of.get(p).copied().unwrap_or(0.0))
            .collect()
    };
    let titles = probe.parts.iter().map(|part| row_title(analysis, part.row));
    let group = Group {
        heading: String::new(),
        names: probe
            .parts
            .iter()
            .map(|part| analysis.dataset.row_ids[part.row].to_string())
            .collect(),
        labels: titles.map(|title| format!("Part of {title}")).collect(),
        values: [part(0), part(1)],
    };
    let names = &analysis.dataset.feature_names;
    let mut values: Vec<String> = probed
        .columns
        .iter()
        .copied()
        .chain((0..names.len()).filter(|j| !probed.columns.contains(j)))
        .take(WRITTEN)
        .map(|j| format!("{} = {}", names[j], number(probe.point[j])))
        .collect();
    if names.len() > WRITTEN {
        values.push("…".into());
    }
    let mut lines = vec![(values.join(", "), Paint::Warning)];
    for (p, k) in components.iter().enumerate() {
        let named: f64 = probe.parts.iter().map(|part| part.of[p]).sum();
        let [named, others, centering] =
            [named, probe.others[p], probe.centering[p]].map(six_digits);
        let sum = format!(
            "{} = {} = {named} (these rows) + {others} (all others) + {centering} (centring)",
            pair.symbols[p],
            six_digits(probe.kpca[*k]),
        );
        lines.push((sum.replace("+ −", "− "), PAINTS[p]));
    }
    let nearest: Vec<String> = probe
        .nearest
        .iter()
        .map(|(row, distance)| {
            format!(
                "row {} ({})",
                analysis.dataset.row_ids[*row],
                number(*distance)
            )
        })
        .collect();
    lines.push((
        format!("nearest in feature space: {}", nearest.join(", ")),
        Paint::Ink,
    ));
    let linear: Vec<String> = probe
        .pca
        .iter()
        .take(2)
        .map(|score| number(*score))
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
