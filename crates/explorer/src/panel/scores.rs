//! Points in component space, by any method.

use super::{
    Choice, Content, Control, Coordinate, PanelSpec, PointSet,
    pins::{self, Pins},
    pre_images,
    separation::{self, r2},
};
use crate::{
    analysis::{Analysis, pieces},
    presented::Presented,
    setup::{ScoreAxes, View, clamp, plotted},
    view::{
        Contributions, MOST_NAMED, aspect, coloured_by, key, new_rows, on_axes, parameters, places,
        points, said_of_new_rows,
    },
};
use chart::{
    Aspect, Axis, Chart, Line, LineStyle, Mark, Marker, Paint, Scale, Text, noted, percent,
};
use kernel_pca::{
    embedding::{Embedding, equal_eigenvalues},
    explain::correlation,
    method::Method,
    objects::Labels,
};

pub(super) struct ScorePlot(pub Method);

impl PanelSpec for ScorePlot {
    fn about(&self) -> &'static str {
        self.0.presented().about
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let mut chart = score_chart(self.0, analysis, view);
        if !chart.marks.is_empty() {
            chart
                .marks
                .extend(pre_images::handle(self.0, analysis, view));
        }
        separation::with_score(chart, analysis, view, self.0)
    }

    fn controls(&self) -> &'static [Control] {
        match self.0 {
            Method::DiffusionMap => &[Control::Diffusion, Control::Axes, Control::Separation],
            _ if self.0.spec().uses_neighbors => {
                &[Control::Neighbors, Control::Axes, Control::Separation]
            }
            Method::Kpca => &[
                Control::Axes,
                Control::Choice(Choice::AlignSigns),
                Control::Separation,
                Control::Probe,
                Control::Arrows,
            ],
            Method::Pca => &[
                Control::Axes,
                Control::Separation,
                Control::Probe,
                Control::Arrows,
            ],
            _ => &[Control::Axes, Control::Separation],
        }
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let count = analysis.embedding(self.0).ok()?.eigenvalues().len();
        let column = |j| Coordinate::Column(PointSet::Scores(self.0), j);
        Some(Content::Dots(match clamp(view.axes(self.0), count)? {
            ScoreAxes::Pair(a, b) => [column(a), column(b)],
            ScoreAxes::Index(a) => [Coordinate::Row, column(a)],
            ScoreAxes::Strip(a) => [column(a), Coordinate::Jitter],
        }))
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        separation::help(analysis, view, &[self.0])
    }
}

fn score_chart(method: Method, analysis: &Analysis, view: &View) -> Chart {
    let title = titled(method.presented().title, method, analysis);
    let embedding = match analysis.embedding(method) {
        Ok(embedding) => embedding,
        Err(reason) => return Chart::empty(&title, reason),
    };
    let scores = embedding.scores();
    let Some(axes) = clamp(view.axes(method), scores.ncols()) else {
        return Chart::empty(&title, "no components to show");
    };
    let dataset = &*analysis.dataset;
    let labels = &dataset.labels;
    let names = names(method.presented().component, embedding);
    // With the correlation of the scores with the label, where that is a quantity.
    let axis = |j: usize| {
        let name = names.get(j).cloned().unwrap_or_default();
        let label = match correlation(scores.column(j).as_slice(), labels) {
            Some(r) => format!("{name}, r = {}", r2(r)),
            None => name,
        };
        Axis::new(label, Scale::Linear)
    };
    let [horizontal, vertical] = match axes {
        ScoreAxes::Pair(a, b) => [axis(a), axis(b)],
        ScoreAxes::Index(a) => [Axis::new("row", Scale::Count), axis(a)],
        ScoreAxes::Strip(a) => [axis(a), Axis::strip()],
    };
    let shown = match axes {
        ScoreAxes::Pair(..) | ScoreAxes::Index(_) => {
            format!("{} against {}", vertical.label, horizontal.label)
        }
        ScoreAxes::Strip(_) => horizontal.label.clone(),
    };
    let [x, y] = on_axes(&scores, axes, 0);
    let (aspect, squeezed, pins) = match axes {
        ScoreAxes::Pair(a, b) => {
            let (aspect, squeezed) = aspect(&x, &y);
            let pins = pins::in_scores(method, analysis, view, [a, b], &names, [&x, &y]);
            (aspect, squeezed, pins)
        }
        ScoreAxes::Index(_) | ScoreAxes::Strip(_) => (Aspect::Free, None, Pins::default()),
    };
    let dots = Mark::Points(points(dataset, places(&x, &y)));
    let columns = columns(analysis, view, embedding, axes);
    let named = (!columns.is_empty()).then(|| "diamonds are columns".to_owned());
    let correlates = matches!(labels, Labels::Continuous { .. });
    let left_out = separation::left_out(labels).filter(|_| correlates);
    let remarks = (pieces(method, embedding).into_iter())
        .chain(named)
        .chain(remarks(embedding, axes))
        .chain(squeezed)
        .chain(said_of_new_rows(analysis, method))
        .chain(left_out.map(|left_out| format!("r: {left_out}")))
        .chain(pins.remarks);
    let below = pins.below.into_iter().chain([dots]).chain(columns);
    Chart {
        summary: format!(
            "{title} of {}: scores of {} points, {shown}, {}.",
            dataset.name,
            dataset.n(),
            coloured_by(labels)
        ),
        title,
        x: horizontal,
        y: vertical,
        aspect,
        marks: below
            .chain(new_rows(analysis, method, axes))
            .chain(pins.above)
            .collect(),
        key: key(labels),
        note: noted(remarks),
    }
}

/// Places of the table's columns with their names, where the method gives them places among the rows; columns that
/// contribute most are named first.
fn columns(
    analysis: &Analysis,
    view: &View,
    embedding: &dyn Embedding,
    axes: ScoreAxes,
) -> Vec<Mark> {
    let (Some(places), ScoreAxes::Pair(a, b)) = (embedding.columns(), axes) else {
        return vec![];
    };
    let names = &analysis.dataset.feature_names;
    let place = |j: usize| [places[(j, a)], places[(j, b)]];
    let shares = Contributions::in_sight(analysis, view).unwrap_or_default();
    let mark = |j: usize| {
        let of_column = shares.columns.get(j).into_iter().flatten();
        let said = of_column.zip(&shares.components).map(|(share, k)| {
            let share = percent(*share);
            format!("contributes {share} to {}", k + 1)
        });
        let lines = std::iter::once(names[j].clone()).chain(said);
        Mark::Line(Line {
            dots: true,
            marker: Some(Marker::Diamond),
            style: LineStyle::Hairline,
            labels: vec![lines.collect::<Vec<_>>().join("\n")],
            ..Line::new(names[j].clone(), Paint::Ink, vec![place(j)])
        })
    };
    let weights = Contributions::weights(&shares.columns);
    let weight = |j: usize| weights.get(j).copied().unwrap_or_default();
    let mut order: Vec<usize> = (0..names.len().min(places.nrows())).collect();
    order.sort_by(|&i, &j| weight(j).total_cmp(&weight(i)));
    let texts = order.iter().take(MOST_NAMED);
    let texts = texts.map(|&j| Mark::Text(Text::beside(place(j), &*names[j])));
    order.iter().map(|&j| mark(j)).chain(texts).collect()
}

/// Remarks where an axis means less than it seems to.
fn remarks(embedding: &dyn Embedding, axes: ScoreAxes) -> Vec<String> {
    let shown: Vec<usize> = plotted(axes).into_iter().flatten().collect();
    let values = embedding.eigenvalues();
    let is_flat = |j: &&usize| {
        embedding.shares().is_some() && values.get(**j).is_some_and(|value| *value <= 0.0)
    };
    let flat = shown.iter().filter(is_flat).map(|j| {
        format!(
            "component {} has no positive eigenvalue: its scores are 0",
            j + 1
        )
    });
    let runs = embedding.undetermined().iter();
    let tied: Vec<_> = runs
        .filter(|run| shown.iter().any(|j| run.contains(j)))
        .cloned()
        .collect();
    flat.chain(equal_eigenvalues(&tied)).collect()
}

/// Title with the parameter that the method's picture depends on most.
pub(super) fn titled(title: &str, method: Method, analysis: &Analysis) -> String {
    match parameters(method, analysis) {
        Some(said) => format!("{title} · {said}"),
        None => title.to_owned(),
    }
}

/// Names of the axes, with the share of the variance where there is one: "PC1 (72.9 %)".
pub(super) fn names(component: &str, embedding: &dyn Embedding) -> Vec<String> {
    let name = |j: usize| format!("{component}{}", j + 1);
    match embedding.shares() {
        Some(shares) => {
            let shared = shares.iter().enumerate();
            shared
                .map(|(j, share)| format!("{} ({})", name(j), percent(*share)))
                .collect()
        }
        None => (0..embedding.eigenvalues().len()).map(name).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    fn view(axes: ScoreAxes) -> View {
        View {
            pca: axes,
            kpca: axes,
            ..View::default()
        }
    }

    #[test]
    fn axes_carry_the_component_and_its_share() {
        let analysis = testing::classes(6, 3);
        let chart = score_chart(Method::Pca, &analysis, &view(ScoreAxes::Pair(0, 1)));
        let shares = analysis.pca.explained_variance_ratio();
        assert_eq!(chart.x.label, format!("PC1 ({})", percent(shares[0])));
        let chart = score_chart(Method::Kpca, &analysis, &view(ScoreAxes::Index(1)));
        assert!(chart.y.label.starts_with("kernel PC2 ("));
        assert_eq!(chart.x.scale, Scale::Count);
        assert_eq!(chart.title, "Kernel PCA · RBF, γ = 15");
    }

    #[test]
    fn one_component_falls_back_to_a_strip_and_none_to_an_empty_chart() {
        assert_eq!(clamp(ScoreAxes::Pair(0, 1), 1), Some(ScoreAxes::Strip(0)));
        assert_eq!(clamp(ScoreAxes::Index(9), 3), Some(ScoreAxes::Index(2)));
        assert_eq!(clamp(ScoreAxes::Pair(0, 1), 0), None);
        let chart = score_chart(
            Method::Pca,
            &testing::classes(5, 1),
            &view(ScoreAxes::Pair(0, 1)),
        );
        assert_eq!(chart.y.scale, Scale::Unmarked);
    }

    #[test]
    fn arbitrary_axes_are_said_to_be_so() {
        let mut analysis = testing::classes(6, 3);
        let kpca_of = testing::kpca_mut(&mut analysis);
        kpca_of.undetermined = vec![1..3];
        kpca_of.eigenvalues[2] = 0.0;
        let note = |axes| score_chart(Method::Kpca, &analysis, &view(axes)).note;
        assert_eq!(note(ScoreAxes::Strip(0)), None);
        let tied = note(ScoreAxes::Pair(0, 1)).unwrap();
        assert!(tied.starts_with("components 2 and 3 have equal"), "{tied}");
        let flat = note(ScoreAxes::Strip(2)).unwrap();
        assert!(flat.starts_with("component 3 has no positive"), "{flat}");
    }
}
