//! From a panel to its chart: the one place where a new one is registered.

use super::{
    Chart, MapGrid, Room, contours, input, kernel_matrix, marker, marking, pictures, scores,
    separation, solid, spectrum, variance,
};
use crate::{
    analysis::Analysis,
    setup::{Panel, View},
};

/// Values at the left and right end of a plot, and at the bottom and top.
pub type Ranges = [[f64; 2]; 2];

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
        let explain = &analysis.explain;
        match self {
            Self::PcaContours => contours::grid(explain.pca_contours.as_deref(), room),
            Self::KpcaContours => contours::grid(explain.kpca_contours.as_deref(), room),
            _ => None,
        }
    }

    /// The same chart with its maps arranged as [`map_grid`](Self::map_grid) says.
    #[must_use]
    pub fn arranged_chart(self, analysis: &Analysis, view: &View, grid: Option<MapGrid>) -> Chart {
        let maps = grid.unwrap_or_else(|| MapGrid::largest(1, None, Room::default()));
        let mut chart = match self {
            Self::Input => input::chart(analysis, view.input),
            Self::Pca => {
                separation::with_score(scores::pca(analysis, view.pca), analysis, view, self)
            }
            Self::Kpca => {
                separation::with_score(scores::kpca(analysis, view.kpca), analysis, view, self)
            }
            Self::Spectrum => spectrum::chart(analysis, view),
            Self::Variance => variance::chart(analysis, view),
            Self::Input3d => solid::input(analysis, view),
            Self::Pca3d => solid::pca(analysis, view),
            Self::Kpca3d => solid::kpca(analysis, view),
            Self::PcaContours => contours::pca(analysis, view, maps),
            Self::KpcaContours => contours::kpca(analysis, view, maps),
            Self::KernelMatrix => kernel_matrix::chart(analysis, view),
            Self::Separation => separation::chart(analysis, view),
        };
        marking::mark(&mut chart, &analysis.dataset, &view.marking);
        marker::shape(&mut chart, &analysis.dataset, view.shapes);
        if view.pictures {
            pictures::show(&mut chart, &analysis.dataset);
        }
        chart
    }

    /// What is to be seen in the panel.
    #[must_use]
    pub fn about(self) -> &'static str {
        match self {
            Self::Input => "Two columns of the data as they came, before scaling and PCA",
            Self::Pca => {
                "The data turned so that they spread most along the first axis. A rotation keeps \
                 distances and cannot unbend anything."
            }
            Self::Kpca => {
                "The data as the kernel sees them, turned likewise. Groups that bend around each \
                 other in the input may lie side by side here."
            }
            Self::Spectrum => {
                "The variance along each component. Where bars drop steeply, a few components tell \
                 most; where they fall slowly, no small picture is the whole."
            }
            Self::Variance => {
                "How much of the variance the first components hold together, and how many reach \
                 the threshold α"
            }
            Self::Input3d => "Three columns of the data as they came; drag to turn them",
            Self::Pca3d => "The first three components of linear PCA; drag to turn them",
            Self::Kpca3d => "The first three kernel components; drag to turn them",
            Self::PcaContours => {
                "Where in the plane of the input a linear component has which value: always \
                 straight stripes"
            }
            Self::KpcaContours => {
                "Where in the plane of the input a kernel component has which value. Points between \
                 the same lines get the same score."
            }
            Self::KernelMatrix => {
                "How alike each pair of rows is to the kernel. Blocks are groups; a bright diagonal \
                 alone means that every row is like itself only."
            }
            Self::Separation => {
                "How well the classes can be told apart from the first q components, for both \
                 methods"
            }
        }
    }

    /// What the title's number means, for those who point at it.
    #[must_use]
    pub fn help(self, analysis: &Analysis, view: &View) -> Option<String> {
        matches!(self, Self::Pca | Self::Kpca | Self::Separation)
            .then(|| separation::help(analysis, view, self))
            .flatten()
    }
}
