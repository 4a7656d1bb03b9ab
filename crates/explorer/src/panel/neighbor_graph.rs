//! Graph of neighbours over the dots of the input.

use crate::{analysis::Analysis, presented::Presented, setup::View};
use chart::{Links, Mark};

/// Largest number of links: more would be a grey area.
const MOST_LINKS: usize = 20_000;

/// Links between rows, each of which stands at `place`, and a remark on them; neither where they are not wanted.
pub(super) fn links(
    analysis: &Analysis,
    view: &View,
    place: impl Fn(usize) -> [f64; 2],
) -> (Option<Mark>, Option<String>) {
    if !view.neighbor_graph {
        return (None, None);
    }
    let Some((method, graph)) = analysis.neighbor_graph() else {
        let note =
            "links between neighbours come with a plot of Isomap, LLE or Laplacian eigenmaps";
        return (None, Some(note.to_owned()));
    };
    let count = graph.edges.len() + graph.joins.len();
    if count > MOST_LINKS {
        let note = format!("{count} links between neighbours are too many to be told apart");
        return (None, Some(note));
    }
    let edges = graph.edges.iter().chain(&graph.joins);
    let pairs = edges.map(|edge| ([edge.from, edge.to], [edge.from, edge.to].map(&place)));
    let is_somewhere = |ends: &[[f64; 2]; 2]| ends.as_flattened().iter().all(|v| v.is_finite());
    let pairs = pairs.filter(|(_, ends)| is_somewhere(ends));
    let name = method.presented().title_in_text;
    let note = format!(
        "links between neighbours as {name} has them, k = {}",
        analysis.manifold.neighbors
    );
    let links = Links::new("links between neighbours", pairs);
    (Some(Mark::Links(links)), Some(note))
}
