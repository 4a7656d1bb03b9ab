//! Trust in the pictures of all methods: how many neighbourhoods they keep, by the number of neighbours.

mod shepard;

pub(super) use shepard::ShepardDiagram;

use super::{Content, Control, NOT_COMPUTED, PanelSpec, of_features};
use crate::{
    analysis::{Analysis, MethodTrust, PictureTrust},
    presented::Presented,
    setup::View,
    view::{TidyTable, method_paint},
};
use chart::{
    Aspect, Axis, Chart, CrossLine, Key, Line, LineStyle, Mark, Orientation, Scale, count, noted,
};
use kernel_pca::{explain::trust::most_neighbors, kpca::Tier};

pub(super) struct TrustPanel;

const TITLE: &str = "Trust in neighbours";

/// Explanation of trustworthiness and continuity.
const EXPLANATION: &str = "Trustworthiness falls with rows that are neighbours in the plot and were none in the input, \
                           continuity with neighbours of the input that the plot tears apart, each by how many ranks \
                           they are off (Venna and Kaski 2001). 1 is a plot that keeps all k nearest neighbours.";

impl PanelSpec for TrustPanel {
    fn about(&self) -> &'static str {
        "How far each plot keeps neighbours: trustworthiness says if those that it shows are some, continuity if those \
         of the input are still there"
    }

    fn chart(&self, analysis: &Analysis, _view: &View) -> Chart {
        match known(analysis) {
            Ok(found) => chart(analysis, found),
            Err(reason) => Chart::empty(TITLE, reason),
        }
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Trust]
    }

    fn content<'a>(&self, analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        known(analysis).ok().map(|_| Content::Trust)
    }

    fn plain_help(&self) -> Option<&'static str> {
        Some(EXPLANATION)
    }

    fn table(&self, analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        let found = known(analysis).ok()?;
        let [mut methods, mut neighbors] = [vec![], vec![]];
        let [mut trustworthiness, mut continuity] = [vec![], vec![]];
        for (method, MethodTrust { trust, .. }) in found.methods.iter().map(|(of, it)| (of, &**it))
        {
            let most = trust.trustworthiness.len();
            methods.extend(vec![method.name().to_owned(); most]);
            neighbors.extend((1..=most).map(|k| k.to_string()));
            trustworthiness.extend_from_slice(&trust.trustworthiness);
            continuity.extend_from_slice(&trust.continuity);
        }
        let named = |name: &str| name.to_owned();
        Some(TidyTable {
            texts: vec![(named("method"), methods), (named("neighbors"), neighbors)],
            numbers: vec![
                (named("trustworthiness"), trustworthiness),
                (named("continuity"), continuity),
            ],
        })
    }
}

/// Trust in the pictures, or the reason why there is none.
fn known(analysis: &Analysis) -> Result<&PictureTrust, &'static str> {
    let few = most_neighbors(analysis.dataset.n()) == 0;
    let found = match of_features(analysis, analysis.explain.trust.as_ref()) {
        Err(NOT_COMPUTED) if few => Err("three rows are needed at least"),
        Err(NOT_COMPUTED) if analysis.tier != Tier::Exact => Err("computed once the slider rests"),
        found => found,
    };
    found.and_then(|it| {
        let any = !it.methods.is_empty();
        any.then_some(it).ok_or("no components to show")
    })
}

/// Remark where a sample stands for all rows.
fn sampled(found: &PictureTrust) -> Option<String> {
    let sample = found.sample.as_ref()?;
    let (rows, of) = (count(sample.rows.len()), count(sample.of));
    Some(format!(
        "neighbours among {rows} of {of} rows, drawn at random"
    ))
}

fn chart(analysis: &Analysis, found: &PictureTrust) -> Chart {
    let k = found.neighbors;
    let (mut marks, mut entries) = (Vec::new(), Vec::new());
    let mut least = 1.0_f64;
    for (method, it) in &found.methods {
        let name = method.presented().title_in_text;
        let paint = method_paint(*method);
        let curves = [
            (
                "trustworthiness",
                LineStyle::Solid,
                &it.trust.trustworthiness,
            ),
            ("continuity", LineStyle::Dashed, &it.trust.continuity),
        ];
        for (of, style, values) in curves {
            let said = |(k, value)| format!("{name}, {of}, k = {k}: {value:.3}");
            marks.push(Mark::Line(Line {
                style,
                labels: (1..).zip(values).map(said).collect::<Vec<String>>(),
                ..Line::new(
                    format!("{name}, {of}"),
                    paint,
                    (1..)
                        .zip(values)
                        .map(|(k, value)| [f64::from(k), *value])
                        .collect(),
                )
            }));
            least = values.iter().copied().fold(least, f64::min);
        }
        let [trust, kept] =
            [&it.trust.trustworthiness, &it.trust.continuity].map(|values| values[k - 1]);
        entries.push((format!("{name}: {trust:.3} and {kept:.3}"), paint));
    }
    marks.push(Mark::CrossLine(CrossLine::new(
        format!("k = {k}"),
        Orientation::Vertical,
        k as f64,
        LineStyle::Dotted,
    )));
    let span = (1.0 - least).max(0.02);
    let said: Vec<&str> = entries.iter().map(|(entry, _)| &**entry).collect();
    let summary = format!(
        "Trustworthiness and continuity of the plots of {} by {k} neighbours: {}.",
        analysis.dataset.name,
        said.join("; ")
    );
    Chart {
        title: TITLE.to_owned(),
        x: Axis::new("neighbours k", Scale::Count),
        y: Axis::new("kept", Scale::Linear).within([1.0 - 1.05 * span, 1.0 + 0.05 * span]),
        aspect: Aspect::Free,
        marks,
        key: Key::legend(
            format!("trustworthiness (solid) and continuity (dashed), k = {k}"),
            entries,
        ),
        note: noted(sampled(found)),
        summary,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{panel::Panel, view::testing};
    use chart::Paint;
    use kernel_pca::{explain::trust::Trust, method::Method};

    /// Analysis with the trust in two pictures: that of linear PCA keeps all neighbours, that of kernel PCA does not.
    pub(in super::super) fn judged() -> Analysis {
        let mut analysis = testing::classes(6, 3);
        let of = |[trust, kept]: [[f64; 2]; 2], distances: [f64; 2]| {
            Arc::new(MethodTrust {
                components: vec![0, 1],
                trust: Trust {
                    trustworthiness: trust.to_vec(),
                    continuity: kept.to_vec(),
                },
                torn: vec![0.0, 0.5, 0.25, 0.0, f64::NAN, 0.0],
                distances: distances.to_vec(),
                rank_correlation: Some(0.5),
            })
        };
        analysis.explain.trust = Some(PictureTrust {
            sample: None,
            neighbors: 2,
            pairs: [[0, 1], [0, 2]].into(),
            input: [1.0, 3.0].into(),
            methods: vec![
                (Method::Pca, of([[1.0, 1.0], [1.0, 1.0]], [2.0, 8.0])),
                (Method::Kpca, of([[0.75, 0.8], [0.5, 0.9]], [0.0, 0.0])),
            ],
        });
        analysis
    }

    #[test]
    fn each_method_has_two_curves_and_its_numbers_at_k() {
        let chart = Panel::Trust.chart(&judged(), &View::default());
        testing::assert_drawable(&chart);
        let Key::Legend { entries, title, .. } = &chart.key else {
            panic!("a legend")
        };
        assert!(title.ends_with("k = 2"), "{title}");
        assert_eq!(entries[0].0, "linear PCA: 1.000 and 1.000");
        assert_eq!(entries[1].0, "kernel PCA: 0.800 and 0.900");
        assert_eq!(testing::lines(&chart).len(), 4);
        let table = Panel::Trust.table(&judged(), &View::default());
        assert_eq!(table.numbers[1].1, [1.0, 1.0, 0.5, 0.9]);
    }

    #[test]
    fn a_chart_without_numbers_says_why() {
        let note = |analysis: &Analysis| Panel::Trust.chart(analysis, &View::default()).note;
        let mut analysis = testing::classes(6, 3);
        assert_eq!(note(&analysis).as_deref(), Some(NOT_COMPUTED));
        analysis.tier = Tier::Preview;
        assert_eq!(
            note(&analysis).as_deref(),
            Some("computed once the slider rests")
        );
        let few = note(&testing::classes(2, 2));
        assert_eq!(few.as_deref(), Some("three rows are needed at least"));
    }

    #[test]
    fn dots_of_a_plot_are_coloured_by_torn_neighbours() {
        let view = View {
            dot_colour: crate::setup::DotColour::Torn,
            ..View::default()
        };
        let chart = Panel::Kpca.chart(&judged(), &view);
        assert!(matches!(&chart.key, Key::ColorBar { max, .. } if *max == 0.5));
        assert!(chart.summary.contains("coloured by torn neighbours"));
        let dots = chart.marks.iter().find_map(|mark| match mark {
            Mark::Points(points) => Some(points.paints.to_vec()),
            _ => None,
        });
        let half = Paint::Value(0.5);
        assert_eq!(
            dots.unwrap()[1..5],
            [
                Paint::Value(1.0),
                half,
                Paint::Value(0.0),
                Paint::Unlabelled
            ]
        );
        let input = Panel::Input.chart(&judged(), &view);
        assert!(matches!(input.key, Key::Legend { .. }));
    }
}
