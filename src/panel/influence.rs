//! Which features move the scores: gradients averaged over the rows.

use super::{
    Content, Control, PanelSpec,
    coordinates::{Group, Pair, drawn_as, python_as},
};
use crate::{
    analysis::Analysis,
    data::Scaler,
    explain::Influence,
    method::Method,
    setup::View,
    view::{Aspect, Chart, Key, Paint, number, percent},
};

pub(super) struct FeatureInfluence;

const TITLE: &str = "Feature influence";
/// Features that have bars.
const SHOWN: usize = 16;
/// Features that are written with numbers.
const WRITTEN: usize = 4;
const METHODS: [Method; 2] = [Method::Kpca, Method::Pca];

impl PanelSpec for FeatureInfluence {
    fn about(&self) -> &'static str {
        "Which features move the scores on the components that are drawn: the length of the gradient, averaged \
         over the rows (KPCA-IG), beside linear PCA's loadings"
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match found(analysis) {
            Ok(influence) => chart(analysis, influence),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Arrows]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        _view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        let influence = found(analysis).ok()?;
        let order = order(influence);
        let mut python = vec![
            "two = [influence / influence.sum(), pca_influence / pca_influence.sum()]".into(),
            format!("two = np.array(two)[:, {order:?}]"),
        ];
        python.extend(python_as(&pair(), &[group(analysis, influence, &order)]));
        Some(Content::Own(python))
    }

    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        Some(
            "At each row, how fast the scores move as one feature grows, in the units that the kernel sees; then \
             the mean over rows. Bars are shares of the sum over all features, so that both methods compare."
                .into(),
        )
    }
}

fn found(analysis: &Analysis) -> Result<&Influence, &'static str> {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        return Err(lack);
    }
    let features = &analysis.explain.features;
    match features.influence.as_deref() {
        _ if features.components[0].is_empty() && features.influence.is_some() => {
            Err("no components to show")
        }
        Some(influence) if influence.kpca.iter().any(|value| !value.is_finite()) => {
            Err("gradients of this kernel are too large on these data")
        }
        Some(influence) => Ok(influence),
        None if analysis.dataset.n() == 0 => Err("there are no rows"),
        None => Err("not computed: show this panel first"),
    }
}

/// The features with bars, the most influential first.
fn order(influence: &Influence) -> Vec<usize> {
    let mut order: Vec<usize> = (0..influence.kpca.len()).collect();
    order.sort_by(|&a, &b| influence.kpca[b].total_cmp(&influence.kpca[a]));
    order.truncate(SHOWN);
    order
}

fn pair() -> Pair {
    Pair {
        symbols: METHODS.map(|method| method.spec().title_in_text.to_owned()),
        paints: METHODS.map(Paint::Method),
    }
}

/// What a feature has of the sum over all.
fn share(all: &[f64], j: usize) -> f64 {
    let sum: f64 = all.iter().sum();
    if sum > 0.0 { all[j] / sum } else { 0.0 }
}

fn group(analysis: &Analysis, influence: &Influence, order: &[usize]) -> Group {
    let names = &analysis.dataset.feature_names;
    let shares = |all: &[f64]| -> Vec<f64> { order.iter().map(|&j| share(all, j)).collect() };
    Group {
        heading: String::new(),
        // Units would leave no room for half of the names.
        names: order
            .iter()
            .map(|&j| names[j].split(" (").next().unwrap_or_default().to_owned())
            .collect(),
        labels: order
            .iter()
            .map(|&j| format!("Share of {} in the gradients", names[j]))
            .collect(),
        values: [shares(&influence.kpca), shares(&influence.pca)],
    }
}

fn chart(analysis: &Analysis, influence: &Influence) -> Chart {
    let names = &analysis.dataset.feature_names;
    let order = order(influence);
    let (pair, group) = (pair(), group(analysis, influence, &order));
    let shown = &analysis.explain.features.components[0];
    let components: Vec<String> = shown.iter().map(|k| format!("PC{}", k + 1)).collect();
    let components = components.join(", ");
    let mut lines: Vec<(String, Paint)> = order
        .iter()
        .take(WRITTEN)
        .map(|&j| {
            let line = format!(
                "{}: {} ({}), linear {}",
                names[j],
                number(influence.kpca[j]),
                percent(share(&influence.kpca, j)),
                percent(share(&influence.pca, j)),
            );
            (line, Paint::Ink)
        })
        .collect();
    lines.insert(
        0,
        (
            format!("mean of ‖∂({components})/∂feature‖ over rows"),
            Paint::Ink,
        ),
    );
    let (marks, [x, y]) = drawn_as(&pair, &[group], &lines);
    let n = analysis.dataset.n();
    let sampled =
        (influence.rows < n).then(|| format!("averaged over {} of {n} rows", influence.rows));
    let more = (names.len() > order.len())
        .then(|| format!("the first {} of {} features", order.len(), names.len()));
    let scaled = (!is_plain(&analysis.scaler, names.len()))
        .then(|| "features scaled as the kernel sees them".to_owned());
    let note: Vec<String> = [more, sampled, scaled].into_iter().flatten().collect();
    Chart {
        title: format!("{TITLE} · {components}"),
        summary: format!(
            "Influence of {} features on {components} of {}: {}.",
            names.len(),
            analysis.dataset.name,
            lines
                .iter()
                .skip(1)
                .map(|(line, _)| &**line)
                .collect::<Vec<_>>()
                .join("; ")
        ),
        x,
        y,
        aspect: Aspect::Free,
        marks,
        key: Key::Legend {
            title: String::new(),
            entries: pair.symbols.iter().cloned().zip(pair.paints).collect(),
            alone: None,
            shaped: false,
        },
        note: (!note.is_empty()).then(|| note.join("; ")),
    }
}

/// Whether scaling leaves features in their units.
fn is_plain(scaler: &Scaler, d: usize) -> bool {
    let row = |value: f64| scaler.apply(&nalgebra::DMatrix::from_element(1, d, value));
    (row(1.0) - row(0.0))
        .iter()
        .all(|step| (step - 1.0).abs() < 1e-12)
}
