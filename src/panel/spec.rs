//! What a panel shows: one implementation each, in its own file, reached through [`Panel`].

use super::{Choice, Content, Panel, list::for_each_panel};
use crate::{
    analysis::Analysis,
    method::Method,
    setup::View,
    view::{Chart, MapGrid, Room, colour, explain_new_rows, mark, shape, show_pictures},
};

/// What a panel shows, and what can be chosen in it.
pub trait PanelSpec: Sync {
    /// What is to be seen, in a sentence or two for those who have not used the panel yet.
    fn about(&self) -> &'static str;

    /// The chart from results; empty, with a reason, where they do not allow one.
    fn chart(&self, analysis: &Analysis, view: &View) -> Chart;

    /// What the panel's menu offers besides what all menus do.
    fn controls(&self) -> &'static [Control];

    /// What a script draws; `None` where there is nothing to draw, which the chart's note explains.
    fn content<'a>(
        &self,
        analysis: &'a Analysis,
        view: &View,
        chart: &Chart,
    ) -> Option<Content<'a>>;

    /// What a number in the title means, for those who point at it.
    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        None
    }

    /// How several maps, or parts, are arranged in a room.
    fn map_grid(&self, _analysis: &Analysis, _room: Room) -> Option<MapGrid> {
        None
    }

    /// The chart with its maps arranged so.
    fn arranged_chart(&self, analysis: &Analysis, view: &View, _grid: MapGrid) -> Chart {
        self.chart(analysis, view)
    }

    /// What is at a place of the chart where there is no dot.
    fn pointed_at(&self, _analysis: &Analysis, _view: &View, _at: [f64; 2]) -> Option<PointedAt> {
        None
    }

    /// The place on the axis of the swept parameter that a click at a place of the chart takes over, and in a
    /// grid that of what differs from row to row.
    fn taken_over(
        &self,
        _analysis: &Analysis,
        _view: &View,
        _chart: &Chart,
        _at: [f64; 2],
    ) -> Option<[f64; 2]> {
        None
    }

    /// Whether the chart depends on the threshold α: while it is dragged, others need not be built anew.
    fn reads_threshold(&self) -> bool {
        false
    }

    /// Whether the chart is about the rows that the pointer is on.
    fn follows_pointer(&self) -> bool {
        false
    }
}

/// A choice, or a group of them, in a panel's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// One choice by itself.
    Choice(Choice),
    /// The two columns of the input.
    InputColumns,
    /// Makes the points editable.
    EditPoints,
    /// The third one in 3-D.
    InputDepth,
    /// How many neighbours each row has in the graph.
    Neighbors,
    /// How far and for how long the diffusion map's random walk goes.
    Diffusion,
    /// The components on the axes, of the method whose scores the panel shows.
    Axes,
    /// All eigenvalues, or the leading ones.
    FullSpectrum,
    Contours,
    KernelMatrix,
    /// The point that is followed.
    Probe,
    /// Arrows of how a feature moves scores.
    Arrows,
    /// What is asked of pre-images.
    PreImage,
    /// From how many components rows are rebuilt, and how.
    Denoising,
    /// Where reconstruction errors are measured.
    Reconstruction,
    /// By how many components the label is predicted.
    Separation,
    /// Where the threshold of novelty stands, and the rows beyond.
    Novelty,
    /// What runs through a range, and which curves are seen.
    Sweep,
    /// What runs through a range, and at how many values it is shown.
    Multiples,
}

/// What the pointer is over, other than a dot.
#[derive(Debug, Clone, PartialEq)]
pub struct PointedAt {
    /// The rows of the dataset that it belongs to.
    pub rows: Vec<usize>,
    pub text: String,
}

macro_rules! define_spec {
    ($($panel:ident $name:literal, $title:literal, $kind:expr, [$($need:ident)?],
       $file:ident::$spec:ident $(($method:ident))?;)*) => {
        impl Panel {
            fn spec(self) -> &'static dyn PanelSpec {
                match self {
                    $(Self::$panel => &super::$file::$spec $((Method::$method))?,)*
                }
            }
        }
    };
}

for_each_panel!(define_spec);

impl Panel {
    /// Builds the panel's chart from results.
    #[must_use]
    pub fn chart(self, analysis: &Analysis, view: &View) -> Chart {
        let grid = self.map_grid(analysis, Room::default());
        self.arranged_chart(analysis, view, grid)
    }

    /// How the panel's maps are arranged in a room; `None` where it has not several of them.
    #[must_use]
    pub fn map_grid(self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        self.spec().map_grid(analysis, room)
    }

    /// The same chart with its maps arranged as [`map_grid`](Self::map_grid) says.
    #[must_use]
    pub fn arranged_chart(self, analysis: &Analysis, view: &View, grid: Option<MapGrid>) -> Chart {
        if analysis.dataset.n() == 0 && self != Panel::Input {
            return Chart::empty(self.title(), "nothing is drawn yet");
        }
        let mut chart = match grid {
            Some(grid) => self.spec().arranged_chart(analysis, view, grid),
            None => self.spec().chart(analysis, view),
        };
        // What was pinned is finished with its own rows.
        if self.letter().is_some() {
            return chart;
        }
        let dataset = &analysis.dataset;
        colour(&mut chart, analysis, view.dot_colour);
        explain_new_rows(&mut chart, analysis);
        mark(&mut chart, dataset, &view.marking);
        shape(&mut chart, dataset, view.shapes);
        if view.pictures {
            show_pictures(&mut chart, dataset);
        }
        chart
    }

    /// What is to be seen in the panel.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.spec().about()
    }

    /// What the title's number means, for those who point at it.
    #[must_use]
    pub fn help(self, analysis: &Analysis, view: &View) -> Option<String> {
        self.spec().help(analysis, view)
    }

    /// What the panel's menu offers besides what all menus do.
    #[must_use]
    pub fn controls(self) -> &'static [Control] {
        self.spec().controls()
    }

    /// What a script draws in it; `chart` is its chart.
    #[must_use]
    pub fn content<'a>(
        self,
        analysis: &'a Analysis,
        view: &View,
        chart: &Chart,
    ) -> Option<Content<'a>> {
        if analysis.dataset.n() == 0 {
            return None;
        }
        self.spec().content(analysis, view, chart)
    }

    /// What is at a place of its chart where there is no dot.
    #[must_use]
    pub fn pointed_at(self, analysis: &Analysis, view: &View, at: [f64; 2]) -> Option<PointedAt> {
        self.spec().pointed_at(analysis, view, at)
    }

    /// The places on the axes of what is swept that a click beside its dots takes over.
    #[must_use]
    pub fn taken_over(
        self,
        analysis: &Analysis,
        view: &View,
        chart: &Chart,
        at: [f64; 2],
    ) -> Option<[f64; 2]> {
        self.spec().taken_over(analysis, view, chart, at)
    }

    /// Whether its chart depends on the threshold α.
    #[must_use]
    pub fn reads_threshold(self) -> bool {
        self.spec().reads_threshold()
    }

    /// Whether its chart is about the rows that the pointer is on.
    #[must_use]
    pub fn follows_pointer(self) -> bool {
        self.spec().follows_pointer()
    }
}
