//! Interface of a panel's content: one implementation each, in its own file, reached through [`Panel`].

use super::{Choice, Content, Panel, list::for_each_panel};
use crate::{
    analysis::Analysis,
    setup::View,
    view::{
        TidyTable, all_labels, colour, explain_new_rows, mark, name_rows, shape, show_pictures,
    },
};
use chart::{Chart, MapGrid, Room};
use kernel_pca::method::Method;

/// Content of a panel, and the choices in its menu.
pub trait PanelSpec: Sync {
    /// Description of the panel in a sentence or two, for those who have not used it yet.
    fn about(&self) -> &'static str;

    /// Builds the chart from results; empty, with a reason, where they do not allow one.
    fn chart(&self, analysis: &Analysis, view: &View) -> Chart;

    /// Items of the panel's menu besides those that all menus have.
    fn controls(&self) -> &'static [Control] {
        &[]
    }

    /// Content for a script; `None` where there is nothing to draw, which the chart's note explains.
    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>>;

    /// Explanation of a number in the title, for its tooltip, where it is the same for all results.
    fn plain_help(&self) -> Option<&'static str> {
        None
    }

    /// Explanation of a number in the title, for its tooltip.
    fn help(&self, _analysis: &Analysis, _view: &View) -> Option<String> {
        self.plain_help().map(Into::into)
    }

    /// Table of the panel's numbers; `None` where the marks of its chart hold them all.
    fn table(&self, _analysis: &Analysis, _view: &View) -> Option<TidyTable> {
        None
    }

    /// Arrangement of several maps, or parts, in a room; `None` for a chart of one part.
    fn map_grid(&self, _analysis: &Analysis, _room: Room) -> Option<MapGrid> {
        None
    }

    /// Builds the chart with its maps arranged as `grid` says.
    fn arranged_chart(&self, analysis: &Analysis, view: &View, _grid: MapGrid) -> Chart {
        self.chart(analysis, view)
    }

    /// Text for a place of the chart where there is no dot.
    fn pointed_at(&self, _analysis: &Analysis, _view: &View, _at: [f64; 2]) -> Option<PointedAt> {
        None
    }

    /// Values that a click at a place of the chart takes over: on the axis of the swept parameter and, in a grid, on
    /// that of the quantity that differs from row to row. `None` where a click takes nothing over.
    fn taken_over(
        &self,
        _analysis: &Analysis,
        _view: &View,
        _chart: &Chart,
        _at: [f64; 2],
    ) -> Option<[f64; 2]> {
        None
    }

    /// Returns true where the chart depends on the threshold α: while α is dragged, other charts need not be built
    /// anew.
    fn reads_threshold(&self) -> bool {
        false
    }

    /// Returns true where the chart would change with the kernel. Plots of dots are asked for their method instead.
    fn rests_on_kernel(&self) -> bool {
        true
    }

    /// Returns true where the chart describes the rows under the pointer.
    fn follows_pointer(&self) -> bool {
        false
    }
}

/// Choice, or a group of choices, in a panel's menu.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Control {
    /// Single choice.
    Choice(Choice),
    /// Columns on the axes of the input plot.
    InputColumns,
    /// Switch that makes the points editable.
    EditPoints,
    /// Column on the third axis in 3-D.
    InputDepth,
    /// Number of neighbours of each row in the graph.
    Neighbors,
    /// Scale and time of the diffusion map's random walk.
    Diffusion,
    /// Components on the axes, of the method whose scores the panel shows.
    Axes,
    /// Number of eigenvalues shown: all, or the leading ones.
    FullSpectrum,
    Contours,
    KernelMatrix,
    /// Choices of the probe.
    Probe,
    /// Arrows of how a feature moves scores.
    Arrows,
    /// Choices of pre-images.
    PreImage,
    /// Number of components that rows are rebuilt from, and the way back.
    Denoising,
    /// Space in which reconstruction errors are measured.
    Reconstruction,
    /// Number of components that predict the label.
    Separation,
    /// Number of neighbours by which pictures are judged.
    Trust,
    /// Threshold of novelty, and the rows beyond.
    Novelty,
    /// Parameter that runs through a range, and the curves shown.
    Sweep,
    /// Parameter that runs through a range, and the number of values shown.
    Multiples,
}

/// Thing under the pointer other than a dot.
#[derive(Debug, Clone, PartialEq)]
pub struct PointedAt {
    /// Rows of the dataset that the thing belongs to.
    pub rows: Vec<usize>,
    pub text: String,
}

macro_rules! define_spec {
    ($($panel:ident $name:literal, $word:expr, [$($topic:ident),*], $kind:expr, [$($need:ident)?],
       $file:ident::$spec:ident $(($method:ident))?;)*) => {
        impl Panel {
            /// Implementation of the panel's content and controls.
            #[must_use]
            pub fn spec(self) -> &'static dyn PanelSpec {
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

    /// Arrangement of the panel's maps, or parts, in a room; `None` where there are not several.
    #[must_use]
    pub fn map_grid(self, analysis: &Analysis, room: Room) -> Option<MapGrid> {
        self.spec().map_grid(analysis, room)
    }

    /// Builds the panel's chart with its maps arranged as [`map_grid`](Self::map_grid) says.
    #[must_use]
    pub fn arranged_chart(self, analysis: &Analysis, view: &View, grid: Option<MapGrid>) -> Chart {
        if analysis.dataset.n() == 0 && self != Panel::Input {
            return Chart::empty(self.title(), "nothing is drawn yet");
        }
        let mut chart = match grid {
            Some(grid) => self.spec().arranged_chart(analysis, view, grid),
            None => self.spec().chart(analysis, view),
        };
        // A pinned picture is finished with its own rows.
        if self.letter().is_some() {
            return chart;
        }
        let dataset = &analysis.dataset;
        colour(&mut chart, analysis, view.dot_colour, self.plane_of());
        explain_new_rows(&mut chart, analysis);
        chart.tell_series_apart();
        mark(&mut chart, dataset, all_labels(analysis), &view.marking);
        shape(&mut chart, dataset, view.shapes);
        if view.pictures {
            show_pictures(&mut chart, dataset);
        } else if self.is_scatter() && !self.is_3d() {
            name_rows(&mut chart, analysis, view, self.method());
        }
        chart
    }

    /// Table of the panel's numbers, a row for each observation, from its chart's marks unless it has a table of its
    /// own.
    #[must_use]
    pub fn table(self, analysis: &Analysis, view: &View) -> TidyTable {
        let own = self.spec().table(analysis, view);
        own.unwrap_or_else(|| TidyTable::of(&self.chart(analysis, view), &analysis.dataset))
    }

    /// Content for a script.
    #[must_use]
    pub fn content<'a>(self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        if analysis.dataset.n() == 0 {
            return None;
        }
        self.spec().content(analysis, view)
    }
}
