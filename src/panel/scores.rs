//! The points in component space, by linear and by kernel PCA.

use std::ops::Range;

use nalgebra::DMatrix;

use super::{
    Content, Control, Coordinate, Method, PanelSpec, PointSet,
    separation::{self, Shown, r2},
};
use crate::{
    analysis::Analysis,
    data::Labels,
    explain::correlation,
    setup::{ScoreAxes, View},
    view::{
        Aspect, Axis, Chart, Mark, Scale, aspect, clamp, coloured_by, components, jitter,
        kernel_label, key, lack_of_features, percent, plotted, points,
    },
};

pub(super) struct PcaPlot;

impl PanelSpec for PcaPlot {
    fn about(&self) -> &'static str {
        "The data turned so that they spread most along the first axis. A rotation keeps distances and \
         cannot unbend anything."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        separation::with_score(pca(analysis, view.pca), analysis, view, Shown::Pca)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Axes(Method::Pca), Control::Separation]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        dots(PointSet::Pca, view.pca, analysis.pca.eigenvalues.len())
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        separation::help(analysis, view, Shown::Pca)
    }
}

pub(super) struct KpcaPlot;

impl PanelSpec for KpcaPlot {
    fn about(&self) -> &'static str {
        "The data as the kernel sees them, turned likewise. Groups that bend around each other in the \
         input may lie side by side here."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        separation::with_score(kpca(analysis, view.kpca), analysis, view, Shown::Kpca)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Axes(Method::Kpca), Control::Separation]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        dots(PointSet::Kpca, view.kpca, analysis.kpca.eigenvalues.len())
    }

    fn help(&self, analysis: &Analysis, view: &View) -> Option<String> {
        separation::help(analysis, view, Shown::Kpca)
    }
}

/// What a script puts on the axes, of `count` components.
pub(super) fn dots(points: PointSet, axes: ScoreAxes, count: usize) -> Option<Content<'static>> {
    let column = |j| Coordinate::Column(points, j);
    Some(Content::Dots(match clamp(axes, count)? {
        ScoreAxes::Pair(a, b) => [column(a), column(b)],
        ScoreAxes::Index(a) => [Coordinate::Row, column(a)],
        ScoreAxes::Strip(a) => [column(a), Coordinate::Jitter],
    }))
}

fn pca(analysis: &Analysis, axes: ScoreAxes) -> Chart {
    let pca = &analysis.pca;
    if let Some(lack) = lack_of_features(&analysis.dataset.objects) {
        return Chart::empty("Linear PCA", lack);
    }
    let plot = ScorePlot {
        title: "Linear PCA".into(),
        names: with_shares("PC", &pca.explained_variance_ratio()),
        scores: &pca.scores,
        flat: flat(&pca.eigenvalues),
        undetermined: &[],
    };
    plot.chart(analysis, axes)
}

fn kpca(analysis: &Analysis, axes: ScoreAxes) -> Chart {
    let kpca = &analysis.kpca;
    let plot = ScorePlot {
        title: format!("Kernel PCA · {}", kernel_label(&analysis.kernel)),
        names: with_shares("kernel PC", &kpca.explained_variance_ratio()),
        scores: &kpca.scores(),
        flat: flat(&kpca.eigenvalues),
        undetermined: &kpca.undetermined,
    };
    plot.chart(analysis, axes)
}

/// Such as "PC1 (72.9 %)".
pub(super) fn with_shares(component: &str, shares: &[f64]) -> Vec<String> {
    let numbered = shares.iter().enumerate();
    let name = |(j, share): (usize, &f64)| format!("{component}{} ({})", j + 1, percent(*share));
    numbered.map(name).collect()
}

/// Components whose scores are all zero.
fn flat(eigenvalues: &[f64]) -> Vec<usize> {
    let numbered = eigenvalues.iter().enumerate();
    numbered
        .filter(|(_, value)| **value <= 0.0)
        .map(|(j, _)| j)
        .collect()
}

/// What a score plot needs to know of a method.
pub(super) struct ScorePlot<'a> {
    pub title: String,
    /// What each component's axis is called.
    pub names: Vec<String>,
    /// n × q.
    pub scores: &'a DMatrix<f64>,
    /// Components without a positive eigenvalue, where that makes them zero.
    pub flat: Vec<usize>,
    pub undetermined: &'a [Range<usize>],
}

impl ScorePlot<'_> {
    pub(super) fn chart(&self, analysis: &Analysis, axes: ScoreAxes) -> Chart {
        let dataset = &*analysis.dataset;
        let n = dataset.n();
        let Some(axes) = clamp(axes, self.scores.ncols()) else {
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
        let note: Vec<String> = self.remarks(axes).into_iter().chain(squeezed).collect();
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
            marks: vec![Mark::Points(points(dataset, &x, &y))],
            key: key(&dataset.labels),
            note: (!note.is_empty()).then(|| note.join("; ")),
        }
    }

    fn column(&self, component: usize) -> Vec<f64> {
        self.scores.column(component).iter().copied().collect()
    }

    /// With the correlation of the scores with the label, where that is a quantity.
    fn axis(&self, component: usize, labels: &Labels) -> Axis {
        let name = self.names.get(component).cloned().unwrap_or_default();
        let label = match correlation(self.scores.column(component).as_slice(), labels) {
            Some(r) => format!("{name}, r = {}", r2(r)),
            None => name,
        };
        Axis::new(label, Scale::Linear)
    }

    /// Where an axis shown means less than it seems to.
    fn remarks(&self, axes: ScoreAxes) -> Vec<String> {
        let shown: Vec<usize> = plotted(axes).into_iter().flatten().collect();
        let flat = shown.iter().filter(|&&j| self.flat.contains(&j)).map(|&j| {
            let component = components(j..j + 1);
            format!("{component} has no positive eigenvalue: its scores are 0")
        });
        let tied = self
            .undetermined
            .iter()
            .filter(|range| shown.iter().any(|j| range.contains(j)))
            .map(|range| {
                let tied = components(range.clone());
                format!("{tied} have equal eigenvalues: the axes within are arbitrary")
            });
        flat.chain(tied).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::view::testing;

    #[test]
    fn axes_carry_the_component_and_its_share() {
        let analysis = testing::classes(6, 3);
        let chart = pca(&analysis, ScoreAxes::Pair(0, 1));
        let shares = analysis.pca.explained_variance_ratio();
        assert_eq!(chart.x.label, format!("PC1 ({})", percent(shares[0])));
        let chart = kpca(&analysis, ScoreAxes::Index(1));
        assert!(chart.y.label.starts_with("kernel PC2 ("));
        assert_eq!(chart.x.scale, Scale::Count);
        assert_eq!(chart.title, "Kernel PCA · RBF, γ = 15");
    }

    #[test]
    fn one_component_falls_back_to_a_strip_and_none_to_an_empty_chart() {
        assert_eq!(clamp(ScoreAxes::Pair(0, 1), 1), Some(ScoreAxes::Strip(0)));
        assert_eq!(clamp(ScoreAxes::Index(9), 3), Some(ScoreAxes::Index(2)));
        assert_eq!(clamp(ScoreAxes::Pair(0, 1), 0), None);
        let chart = pca(&testing::classes(5, 1), ScoreAxes::Pair(0, 1));
        assert_eq!(chart.y.scale, Scale::Unmarked);
    }

    #[test]
    fn arbitrary_axes_are_said_to_be_so() {
        let mut analysis = testing::classes(6, 3);
        let kpca_of = testing::kpca_mut(&mut analysis);
        kpca_of.undetermined = vec![1..3];
        kpca_of.eigenvalues[2] = 0.0;
        let note = |axes| kpca(&analysis, axes).note;
        assert_eq!(note(ScoreAxes::Strip(0)), None);
        let tied = note(ScoreAxes::Pair(0, 1)).unwrap();
        assert!(tied.starts_with("components 2–3 have equal"), "{tied}");
        let flat = note(ScoreAxes::Strip(2)).unwrap();
        assert!(flat.starts_with("component 3 has no positive"), "{flat}");
    }
}
