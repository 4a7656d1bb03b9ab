//! Points in component space, by any method.

use nalgebra::DMatrix;

use super::{
    Choice, Content, Control, Coordinate, PanelSpec, PointSet,
    pins::{self, Pins},
    pre_images,
    separation::{self, r2},
};
use crate::{
    analysis::{Analysis, pieces},
    data::Labels,
    embedding::{Embedding, equal_eigenvalues},
    explain::correlation,
    method::Method,
    setup::{ScoreAxes, View},
    view::{
        Anchor, Aspect, Axis, Chart, Mark, Paint, Scale, Text, aspect, clamp, coloured_by, jitter,
        key, parameters, percent, plotted, points, said_of_new_rows, with_new_rows,
    },
};

pub(super) struct ScorePlot(pub Method);

impl PanelSpec for ScorePlot {
    fn about(&self) -> &'static str {
        self.0.spec().about
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
    let title = titled(method.title(), method, analysis);
    match analysis.embedding(method) {
        Err(reason) => Chart::empty(&title, reason),
        Ok(embedding) => {
            let drawn = ScoreChart {
                method,
                embedding,
                title,
                names: names(method.spec().component, embedding),
                scores: &embedding.scores(),
                flat: flat(embedding),
            };
            drawn.chart(analysis, view)
        }
    }
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

/// Components whose scores are all zero.
fn flat(embedding: &dyn Embedding) -> Vec<usize> {
    if embedding.shares().is_none() {
        return Vec::new();
    }
    let numbered = embedding.eigenvalues().iter().enumerate();
    numbered
        .filter(|(_, value)| **value <= 0.0)
        .map(|(j, _)| j)
        .collect()
}

/// Scores of a method, with remarks on them.
struct ScoreChart<'a> {
    method: Method,
    embedding: &'a dyn Embedding,
    title: String,
    /// Name of each component's axis.
    names: Vec<String>,
    /// Scores, n × q.
    scores: &'a DMatrix<f64>,
    /// Components without a positive eigenvalue, where that makes them zero.
    flat: Vec<usize>,
}

impl ScoreChart<'_> {
    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let dataset = &*analysis.dataset;
        let n = dataset.n();
        let Some(axes) = clamp(view.axes(self.method), self.scores.ncols()) else {
            return Chart::empty(&self.title, "no components to show");
        };
        let labels = &dataset.labels;
        let (x, y, horizontal, vertical) = match axes {
            ScoreAxes::Pair(a, b) => {
                let [horizontal, vertical] = [a, b].map(|j| self.axis(j, labels));
                (self.column(a), self.column(b), horizontal, vertical)
            }
            ScoreAxes::Index(a) => {
                let rows = (0..n).map(|i| i as f64).collect();
                let axis = Axis::new("row", Scale::Count);
                (rows, self.column(a), axis, self.axis(a, labels))
            }
            ScoreAxes::Strip(a) => (
                self.column(a),
                jitter(n),
                self.axis(a, labels),
                Axis::strip(),
            ),
        };
        let (aspect, squeezed) = match axes {
            ScoreAxes::Pair(..) => aspect(&x, &y),
            ScoreAxes::Index(_) | ScoreAxes::Strip(_) => (Aspect::Free, None),
        };
        let shown = match axes {
            ScoreAxes::Pair(..) | ScoreAxes::Index(_) => {
                format!("{} against {}", vertical.label, horizontal.label)
            }
            ScoreAxes::Strip(_) => horizontal.label.clone(),
        };
        let pieces = pieces(self.method, self.embedding.pieces());
        let columns = self.columns(analysis, axes);
        let named = (!columns.is_empty()).then(|| "names stand for columns".to_owned());
        let remarks = pieces.into_iter().chain(named).chain(self.remarks(axes));
        let dots = Mark::Points(points(dataset, &x, &y));
        let pins = match axes {
            ScoreAxes::Pair(a, b) => {
                let xy = [&*x, &*y];
                pins::in_scores(self.method, analysis, view, [a, b], &self.names, xy)
            }
            ScoreAxes::Index(_) | ScoreAxes::Strip(_) => Pins::default(),
        };
        let Pins { below, above, .. } = pins;
        let marks = below.into_iter().chain([dots]).chain(columns).collect();
        let mut marks = with_new_rows(marks, analysis, self.method, axes);
        marks.extend(above);
        let of_new = said_of_new_rows(analysis, self.method);
        let correlates = matches!(labels, Labels::Continuous { .. });
        let of_r = separation::left_out(labels).filter(|_| correlates);
        let of_r = of_r.map(|left_out| format!("r: {left_out}"));
        let remarks = remarks.chain(squeezed).chain(of_new).chain(of_r);
        let note: Vec<String> = remarks.chain(pins.remarks).collect();
        Chart {
            title: self.title.clone(),
            summary: format!(
                "{} of {}: scores of {n} points, {shown}, {}.",
                self.title,
                dataset.name,
                coloured_by(&dataset.labels)
            ),
            x: horizontal,
            y: vertical,
            aspect,
            marks,
            key: key(&dataset.labels),
            note: (!note.is_empty()).then(|| note.join("; ")),
        }
    }

    /// Names of the table's columns, where the method gives them places among the rows.
    fn columns(&self, analysis: &Analysis, axes: ScoreAxes) -> Vec<Mark> {
        let (Some(places), ScoreAxes::Pair(a, b)) = (self.embedding.columns(), axes) else {
            return vec![];
        };
        let names = analysis.dataset.feature_names.iter().enumerate();
        let text = |(j, name): (usize, &String)| {
            Mark::Text(Text {
                xy: [places[(j, a)], places[(j, b)]],
                large: false,
                text: name.clone(),
                paint: Paint::Ink,
                anchor: Anchor::Middle,
                height: f64::INFINITY,
            })
        };
        names.map(text).collect()
    }

    fn column(&self, component: usize) -> Vec<f64> {
        self.scores.column(component).iter().copied().collect()
    }

    /// Axis of a component, with the correlation of the scores with the label, where that is a quantity.
    fn axis(&self, component: usize, labels: &Labels) -> Axis {
        let name = self.names.get(component).cloned().unwrap_or_default();
        let label = match correlation(self.scores.column(component).as_slice(), labels) {
            Some(r) => format!("{name}, r = {}", r2(r)),
            None => name,
        };
        Axis::new(label, Scale::Linear)
    }

    /// Remarks where an axis means less than it seems to.
    fn remarks(&self, axes: ScoreAxes) -> Vec<String> {
        let shown: Vec<usize> = plotted(axes).into_iter().flatten().collect();
        let flat = shown.iter().filter(|&&j| self.flat.contains(&j)).map(|&j| {
            format!(
                "component {} has no positive eigenvalue: its scores are 0",
                j + 1
            )
        });
        let runs = self.embedding.undetermined().iter();
        let tied: Vec<_> = runs
            .filter(|run| shown.iter().any(|j| run.contains(j)))
            .cloned()
            .collect();
        flat.chain(equal_eigenvalues(&tied)).collect()
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
