//! The points as methods unroll them: Isomap and its like, in a plane and in space.

use super::{Content, Control, Method, PanelSpec, PointSet, scores, scores::ScorePlot, solid};
use crate::{
    analysis::Analysis,
    manifold::{Embedding, ManifoldKind},
    setup::View,
    view::{Chart, percent},
};

pub(super) struct Plot(ManifoldKind);

pub(super) struct Solid(ManifoldKind);

pub(super) const ISOMAP: Plot = Plot(ManifoldKind::Isomap);
pub(super) const LLE: Plot = Plot(ManifoldKind::Lle);
pub(super) const LAPLACIAN_EIGENMAPS: Plot = Plot(ManifoldKind::LaplacianEigenmaps);
pub(super) const DIFFUSION_MAP: Plot = Plot(ManifoldKind::DiffusionMap);
pub(super) const ISOMAP_SPACE: Solid = Solid(ManifoldKind::Isomap);
pub(super) const LLE_SPACE: Solid = Solid(ManifoldKind::Lle);
pub(super) const LAPLACIAN_EIGENMAPS_SPACE: Solid = Solid(ManifoldKind::LaplacianEigenmaps);
pub(super) const DIFFUSION_MAP_SPACE: Solid = Solid(ManifoldKind::DiffusionMap);

impl PanelSpec for Plot {
    fn about(&self) -> &'static str {
        about(self.0)
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let title = title(self.0.title(), self.0, analysis);
        let embedding = match found(self.0, analysis) {
            Ok(embedding) => embedding,
            Err(reason) => return Chart::empty(&title, reason),
        };
        let plot = ScorePlot {
            title,
            names: names(self.0, embedding),
            scores: &embedding.scores,
            undetermined: &embedding.undetermined,
            flat: Vec::new(),
        };
        with_pieces(self.0, plot.chart(analysis, view.manifold), embedding)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Neighbors, Control::Axes(Method::Manifold)]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        let embedding = found(self.0, analysis).ok()?;
        let count = embedding.scores.ncols();
        scores::dots(PointSet::Manifold(self.0), view.manifold, count)
    }
}

impl PanelSpec for Solid {
    fn about(&self) -> &'static str {
        about(self.0)
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        let title = title(&format!("{} in 3-D", self.0.title()), self.0, analysis);
        let embedding = match found(self.0, analysis) {
            Ok(embedding) => embedding,
            Err(reason) => return Chart::empty(&title, reason),
        };
        let names = names(self.0, embedding);
        let chart = solid::of_scores(
            analysis,
            view,
            title,
            &names,
            &embedding.scores,
            &embedding.undetermined,
        );
        with_pieces(self.0, chart, embedding)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Neighbors]
    }

    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        _view: &View,
        _chart: &Chart,
    ) -> Option<Content<'a>> {
        let embedding = found(self.0, analysis).ok()?;
        let names = names(self.0, embedding);
        solid::first_three(PointSet::Manifold(self.0), &names)
    }
}

fn about(kind: ManifoldKind) -> &'static str {
    match kind {
        ManifoldKind::Isomap => {
            "Distances are measured along the graph of nearest neighbours, and the rows laid out at \
             these distances. It unrolls what RBF cannot, where the graph has no short cuts."
        }
        ManifoldKind::Lle => {
            "Each row is written as a mixture of its nearest neighbours; the plot keeps these mixtures. \
             It unrolls without caring for distances."
        }
        ManifoldKind::LaplacianEigenmaps => {
            "The smoothest functions on the graph of nearest neighbours: rows that are neighbours stay \
             near each other."
        }
        ManifoldKind::DiffusionMap => {
            "Where a random walk with Gaussian steps gets to. Rows are near if many paths join them."
        }
    }
}

/// The method with the parameter that shapes its picture most.
fn title(name: &str, kind: ManifoldKind, analysis: &Analysis) -> String {
    if kind.uses_neighbors() {
        format!("{name} · k = {}", analysis.manifold.neighbors)
    } else {
        name.to_owned()
    }
}

fn found(kind: ManifoldKind, analysis: &Analysis) -> Result<&Embedding, &str> {
    match analysis.explain.manifold(kind) {
        Some(Ok(embedding)) => Ok(embedding),
        Some(Err(reason)) => Err(reason),
        None => Err("not computed: show this panel first"),
    }
}

/// What the axes are called: with a share of the variance where there is one to be shared.
fn names(kind: ManifoldKind, embedding: &Embedding) -> Vec<String> {
    let short = match kind {
        ManifoldKind::Lle => "LLE",
        ManifoldKind::LaplacianEigenmaps => "eigenmap",
        ManifoldKind::Isomap | ManifoldKind::DiffusionMap => kind.title(),
    };
    let numbered = embedding.eigenvalues.iter().enumerate();
    let name = |(j, value): (usize, &f64)| match embedding.trace {
        Some(trace) if trace > 0.0 => format!("{short} {} ({})", j + 1, percent(value / trace)),
        _ => format!("{short} {}", j + 1),
    };
    numbered.map(name).collect()
}

/// Says where the graph of neighbours falls apart, and what the method makes of it.
fn with_pieces(kind: ManifoldKind, chart: Chart, embedding: &Embedding) -> Chart {
    let pieces = embedding.pieces();
    if pieces < 2 {
        return chart;
    }
    let then = match kind {
        ManifoldKind::Isomap => "joined by the shortest links",
        ManifoldKind::Lle | ManifoldKind::LaplacianEigenmaps | ManifoldKind::DiffusionMap => {
            "the first components only tell them apart: more neighbours would join them"
        }
    };
    let said = format!("the graph of neighbours is in {pieces} pieces, {then}");
    let note = match chart.note {
        Some(note) => format!("{said}; {note}"),
        None => said,
    };
    Chart {
        note: Some(note),
        ..chart
    }
}
