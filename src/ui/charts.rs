//! Charts, which are built when something in them changed, not on every frame.

use std::{collections::HashMap, sync::Arc};

use egui_plot::PlotBounds;

use super::{plot, thumbnail};
use crate::app::App;
use chart::{Chart, MapGrid, Ranges, Room, layout};
use explorer::{
    analysis::Analysis,
    panel::{Need, Panel},
    setup::{View, Wishes},
    view::put_words,
};

#[derive(Debug, Default)]
pub(super) struct Charts {
    built: HashMap<Panel, Built>,
    /// Room that each panel had when it was last drawn.
    rooms: HashMap<Panel, Room>,
    /// Thumbnails of the gallery, each with the results it was made from.
    small: HashMap<Panel, (Arc<Analysis>, Arc<Chart>)>,
}

/// Cached chart with the inputs it was made from.
#[derive(Debug)]
struct Built {
    analysis: Arc<Analysis>,
    view: View,
    grid: Option<MapGrid>,
    /// True where numbers beside the marks were left out.
    is_terse: bool,
    chart: Arc<Chart>,
    bounds: PlotBounds,
}

impl Charts {
    /// Chart of a panel, in which several maps are arranged to suit the room; `None` without a result.
    pub fn arranged(&mut self, app: &App, panel: Panel, room: Room) -> Option<Arc<Chart>> {
        self.rooms.insert(panel, room);
        self.get(app, panel)
    }

    /// Chart of a panel, if there is a result.
    pub fn get(&mut self, app: &App, panel: Panel) -> Option<Arc<Chart>> {
        let analysis = app.analysis()?;
        let mut view = seen_by(panel, &app.setup().view);
        if panel.spec().follows_pointer() {
            view.pointed_at = app.hovered_rows().to_vec();
        }
        let room = self.rooms.get(&panel).copied().unwrap_or_default();
        let grid = panel.map_grid(analysis, room);
        let is_terse = app.covers_a_panel();
        if let Some(built) = self.built.get(&panel)
            && shows_the_same(panel, &built.analysis, analysis)
            && built.view == view
            && built.grid == grid
            && built.is_terse == is_terse
        {
            return Some(Arc::clone(&built.chart));
        }
        // Charts of an answer that is gone would keep it in memory.
        self.built
            .retain(|_, built| Arc::ptr_eq(&built.analysis.answer, &analysis.answer));
        let mut chart = panel.arranged_chart(analysis, &view, grid);
        if is_terse {
            leave_out_numbers(&mut chart, panel);
        }
        put_words(&view.wishes, &mut chart, panel);
        let chart = Arc::new(chart);
        let built = Built {
            analysis: Arc::clone(analysis),
            view,
            grid,
            is_terse,
            bounds: bounds(&chart),
            chart: Arc::clone(&chart),
        };
        self.built.insert(panel, built);
        Some(chart)
    }

    /// Thumbnail of a panel from these results.
    pub fn small(&mut self, app: &App, panel: Panel, analysis: &Arc<Analysis>) -> Arc<Chart> {
        if let Some((before, chart)) = self.small.get(&panel)
            && (Arc::ptr_eq(before, analysis) || shows_the_same(panel, before, analysis))
        {
            return Arc::clone(chart);
        }
        let chart = panel.chart(analysis, &app.setup().view);
        let chart = Arc::new(thumbnail::small(chart));
        let built = (Arc::clone(analysis), Arc::clone(&chart));
        self.small.insert(panel, built);
        chart
    }

    /// Forgets all thumbnails: the gallery is closed.
    pub fn forget_small(&mut self) {
        self.small.clear();
    }

    /// Ranges of a plot that show all of the panel's chart and of the charts that it is compared with.
    pub fn bounds(&mut self, app: &App, panel: Panel) -> PlotBounds {
        let ranges = |built: &Built| plot::ranges(built.bounds);
        for other in app.opposite(panel) {
            self.get(app, other);
        }
        let Some(own) = self.built.get(&panel) else {
            return PlotBounds::NOTHING;
        };
        let others = app.opposite(panel);
        let others = others.iter().filter_map(|other| self.built.get(other));
        let shared = layout::in_common(ranges(own), others.map(ranges));
        shared.map_or(own.bounds, plot_bounds)
    }
}

/// Leaves out shares and measures that title, axes and note say beside the marks of a method's plot: any of them could be
/// the answer that a lesson covers in another panel.
fn leave_out_numbers(chart: &mut Chart, panel: Panel) {
    if panel.method().is_none() {
        return;
    }
    let said = chart.title.split(" · ");
    let is_measure = |part: &&str| part.contains('%') || part.starts_with("R²");
    let kept: Vec<&str> = said.filter(|part| !is_measure(part)).collect();
    chart.title = kept.join(" · ");
    for axis in [&mut chart.x, &mut chart.y] {
        if let Some((name, _)) = axis.label.split_once(" (") {
            axis.label = name.to_owned();
        }
    }
    chart.note = None;
    chart.summary.clone_from(&chart.title);
}

fn plot_bounds([[left, right], [bottom, top]]: Ranges) -> PlotBounds {
    PlotBounds::from_min_max([left, bottom], [right, top])
}

/// Ranges of a plot that shows all of its chart. That takes a look at every dot, so it is done once.
pub(super) fn bounds(chart: &Chart) -> PlotBounds {
    plot_bounds(layout::shown(chart))
}

/// Returns true where both analyses give the same chart of the panel. A sweep, for example, is added to an analysis
/// piece by piece, and only panels that show it need new charts.
fn shows_the_same(panel: Panel, before: &Arc<Analysis>, now: &Arc<Analysis>) -> bool {
    let shows_more = panel.needs() == Some(Need::Sweep) || panel.compares_with_shuffled();
    Arc::ptr_eq(before, now) || !shows_more && Arc::ptr_eq(&before.answer, &now.answer)
}

/// View without what is dragged in other panels: else each step of a turn or of a threshold would build every
/// chart anew.
fn seen_by(panel: Panel, view: &View) -> View {
    let mut seen = view.clone();
    let unseen = View::default();
    let is_pinned = panel.letter().is_some();
    // Of an author's wishes the window shows words: limits and marks are for paper.
    seen.wishes = Wishes {
        words: view.wishes.of(panel).cloned().into_iter().collect(),
        ..unseen.wishes
    };
    if !panel.is_3d() && !is_pinned {
        seen.camera = unseen.camera;
    }
    if !is_pinned {
        seen.pinned = unseen.pinned;
    }
    if !panel.spec().reads_threshold() {
        seen.threshold = unseen.threshold;
    }
    if !matches!(panel, Panel::Novelty | Panel::NoveltyMap) {
        seen.novelty_threshold = unseen.novelty_threshold;
    }
    if panel != Panel::Input {
        seen.node_places = unseen.node_places;
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::*;
    use explorer::{analysis::Analyzer, setup::example};
    use kernel_pca::kpca::Tier;

    #[test]
    fn a_terse_plot_says_no_share() {
        let setup = example("half-moons").unwrap().setup;
        let mut analyzer = Analyzer::default();
        let analysis = analyzer.run(&setup, Tier::Exact, &|| false).unwrap();
        let mut chart = Panel::Kpca.chart(&analysis, &setup.view);
        assert!(chart.title.contains('%') && chart.x.label.contains('%'));
        leave_out_numbers(&mut chart, Panel::Kpca);
        assert_eq!(chart.title, "Kernel PCA · RBF, γ = 15");
        assert_eq!(chart.x.label, "kernel PC1");
        let input = Panel::Input.chart(&analysis, &setup.view);
        let mut same = input.clone();
        leave_out_numbers(&mut same, Panel::Input);
        assert_eq!((same.title, same.x.label), (input.title, input.x.label));
    }
}
