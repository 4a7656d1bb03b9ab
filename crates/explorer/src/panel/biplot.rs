//! Biplot: rows and features in one plane of linear PCA, rows as dots, features as arrows.

use super::{Content, Control, PanelSpec, scores::ScorePlot};
use crate::{
    analysis::Analysis,
    presented::Presented,
    setup::{ScoreAxes, View, clamp},
};
use chart::{Arrow, Aspect, Chart, Mark, Paint, Text, noted, number};
use kernel_pca::method::Method;

pub(super) struct Biplot;

/// Plot of scores that arrows are laid over.
const DOTS: ScorePlot = ScorePlot(Method::Pca);
/// Largest number of arrows, so that they can be told apart; of more features, the longest are drawn.
const MOST_ARROWS: usize = 12;
/// Length below which an arrow is left out, as a share of the longest: it says that a feature matters little.
const SHORTEST: f64 = 0.06;
/// Length of the largest loading's arrow, as a share of the way to the farthest dots.
const REACH: f64 = 0.85;

impl PanelSpec for Biplot {
    fn about(&self) -> &'static str {
        "The scores of linear PCA with an arrow for each feature: scores grow along it as the feature does, the \
         faster the longer it is"
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let mut chart = DOTS.chart(analysis, view);
        if chart.marks.is_empty() {
            return chart;
        }
        for text in [&mut chart.title, &mut chart.summary] {
            *text = text.replacen(Method::Pca.presented().title, "Biplot", 1);
        }
        let Some(ScoreAxes::Pair(a, b)) = clamp(view.pca, analysis.pca.eigenvalues.len()) else {
            return Chart {
                note: Some("arrows need two components on the axes".into()),
                ..chart
            };
        };
        let (marks, left_out) = arrows(analysis, [a, b], chart.aspect == Aspect::Equal);
        chart.marks.extend(marks);
        let left_out = left_out.then(|| format!("the longest of {} arrows", analysis.dataset.d()));
        let notes: Vec<String> = chart.note.take().into_iter().chain(left_out).collect();
        chart.note = noted(notes);
        chart
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Axes, Control::Separation]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        DOTS.content(analysis, view)
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        DOTS.help(analysis, view)
    }
}

/// Arrows of the features with the largest loadings, with their names; and true where any is left out.
fn arrows(analysis: &Analysis, axes: [usize; 2], equal: bool) -> (Vec<Mark>, bool) {
    let pca = &analysis.pca;
    let loading = |j: usize| axes.map(|k| pca.components[(k, j)]);
    let length = |j: usize| loading(j)[0].hypot(loading(j)[1]);
    let d = pca.components.ncols();
    let mut order: Vec<usize> = (0..d).collect();
    order.sort_by(|&a, &b| length(b).total_cmp(&length(a)));
    let longest = order.first().map_or(0.0, |&j| length(j));
    let Some(units) = units(analysis, axes, equal) else {
        return (vec![], false);
    };
    let placed = |j: usize| {
        let [x, y] = loading(j);
        [units[0] * x, units[1] * y]
    };
    order.truncate(MOST_ARROWS);
    order.retain(|&j| length(j) > SHORTEST * longest);
    let left_out = order.len() < d;
    let names = &analysis.dataset.feature_names;
    let arrow = |&j: &usize| {
        let [x, y] = loading(j).map(number);
        Mark::Arrow(Arrow {
            name: format!("{}: loadings {x}, {y}", names[j]),
            tail: [0.0; 2],
            head: placed(j),
            paint: Paint::Ink,
        })
    };
    let name = |&j: &usize| {
        let name = names[j].split(" (").next().unwrap_or_default();
        Mark::Text(Text::beside(placed(j), name))
    };
    // Names lie on top, that of the longest arrow where it stands best.
    let marks = order.iter().map(arrow).chain(order.iter().map(name));
    (marks.collect(), left_out)
}

/// Lengths along both axes at which a loading of 1 is drawn, so that the longest arrow reaches well into the dots: one
/// length where both axes have one unit, so that angles are right. `None` where a length is 0 or infinite.
fn units(analysis: &Analysis, axes: [usize; 2], equal: bool) -> Option<[f64; 2]> {
    let pca = &analysis.pca;
    let largest = |values: &mut dyn Iterator<Item = &f64>| {
        values.fold(0.0_f64, |largest, value| largest.max(value.abs()))
    };
    let units = axes.map(|k| {
        let farthest = largest(&mut pca.scores.column(k).iter());
        REACH * farthest / largest(&mut pca.components.row(k).iter())
    });
    let common = units[0].min(units[1]);
    let units = if equal { [common; 2] } else { units };
    units
        .iter()
        .all(|unit| unit.is_finite() && *unit > 0.0)
        .then_some(units)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, panel::Panel, setup::Setup, view::testing};
    use kernel_pca::{kpca::Tier, objects::Scaling};
    use tabular::{Builtin, Source};

    #[test]
    fn arrows_are_the_loadings_in_one_scale() {
        let mut setup = Setup {
            source: Source::Builtin(Builtin::Wine),
            scaling: Scaling::Standardize,
            ..Setup::default()
        };
        setup.view.panels = vec![Panel::Biplot];
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let chart = Panel::Biplot.chart(&analysis, &setup.view);
        testing::assert_drawable(&chart);
        assert!(chart.title.starts_with("Biplot"), "{}", chart.title);
        let arrows: Vec<&Arrow> = (chart.marks.iter())
            .filter_map(|mark| match mark {
                Mark::Arrow(arrow) => Some(arrow),
                _ => None,
            })
            .collect();
        assert!(arrows.len() <= MOST_ARROWS);
        // sklearn: PCA().fit(StandardScaler().fit_transform(wine)).components_[:2], the two most telling columns.
        let published = [
            ("color intensity", [-0.088_616_7, 0.529_995_67]),
            ("alcohol", [0.144_329_4, 0.483_651_55]),
            ("flavanoids", [0.422_934_3, -0.003_359_81]),
        ];
        let unit = arrows[0].head[1] / 0.529_995_67;
        for (name, loadings) in published {
            let named = |arrow: &&&Arrow| arrow.name.replace('_', " ").starts_with(name);
            let arrow = arrows.iter().find(named).expect(name);
            for (ours, theirs) in arrow.head.iter().zip(loadings) {
                assert!((ours / unit - theirs).abs() < 1e-6, "{name}: {ours}");
            }
        }
        assert!(arrows.iter().all(|arrow| arrow.tail == [0.0; 2]));
    }
}
