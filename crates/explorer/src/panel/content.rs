//! Content of a panel as a script draws it, free of any language.

use std::ops::Range;

use super::PointSet;
use crate::analysis::{Contours, Denoising, PinnedAnalysis, PreImages, Reconstruction};
use kernel_pca::{
    method::Method,
    sweep::{ShuffledEigenvalues, Sweep, SweepGrid},
};

pub enum Content<'a> {
    Dots([Coordinate; 2]),
    Space(Space),
    /// Nodes of a graph at these places, with its edges.
    Nodes(Vec<[f64; 2]>),
    Spectrum {
        /// Width of a bar and, below, the distances of each method's bars from the component's number, in components.
        width: f64,
        offsets: Vec<(Method, f64)>,
        /// Number of components on the axis.
        shown: usize,
        /// Places on the axis, from 1, of an indefinite kernel's most negative eigenvalues; `None` where none stand
        /// apart.
        lowest: Option<Range<usize>>,
        /// Eigenvalues of shuffled columns, where they are drawn.
        shuffled: Option<&'a ShuffledEigenvalues>,
    },
    /// Every eigenvalue of kernel PCA.
    FullSpectrum,
    /// Cumulative shares of the variance.
    Variance {
        /// Number of components that the curves reach to.
        shown: usize,
        /// Comparison with shuffled columns, which knows eigenvalues of components that are not kept, too; `None` where
        /// it is not drawn.
        shuffled: Option<&'a ShuffledEigenvalues>,
    },
    /// Maps of components of one method over the plane of two columns.
    Maps(PointSet, &'a Contours),
    KernelMatrix,
    /// Separation of the labels by the first components of each method, with the largest number of these.
    Separation(Vec<(Method, usize)>),
    /// Neighbourhoods that each method's picture keeps.
    Trust,
    /// Distances that each method's picture keeps.
    Shepard,
    /// Reconstruction errors of rows, or over a plane where there is a `map`, with the threshold beyond which a row is
    /// new.
    Novelty {
        threshold: f64,
        map: Option<&'a Contours>,
    },
    /// Results at other values of a parameter.
    Sweep(&'a Sweep),
    /// Scores at some of a sweep's values, given by their indices.
    Multiples(&'a Sweep, Vec<usize>),
    /// Scores at a few values of two parameters.
    Grid(&'a Sweep, &'a SweepGrid),
    /// Pre-images of a point of feature space.
    PreImages(&'a PreImages),
    /// Rows rebuilt from q components.
    Denoising(&'a Denoising),
    /// Errors of denoising against the number of components.
    DenoisingError(&'a Denoising),
    /// Scatter plot of two variables of a pinned picture.
    Pinned(&'a PinnedAnalysis, [Coordinate; 2]),
    /// Reconstruction errors of fitted and of other rows against the number of components.
    Reconstruction(&'a Reconstruction),
    /// Lines of Python from the panel's own file: they draw in `ax` from `X`, `data`, `label`, `K` and `scores`;
    /// title and axes are set after them.
    Own(Vec<String>),
    /// Reason why there is nothing to draw.
    Nothing(String),
}

impl Content<'_> {
    /// Returns true for pre-images, denoising and reconstruction errors, which go back from feature space to the input.
    #[must_use]
    pub fn goes_back(&self) -> bool {
        matches!(
            self,
            Self::PreImages(_)
                | Self::Denoising(_)
                | Self::DenoisingError(_)
                | Self::Reconstruction(_)
        )
    }

    /// Points whose rows are drawn as dots; `None` where there are no dots.
    #[must_use]
    pub fn dots_of(&self) -> Option<PointSet> {
        match self {
            Self::Dots(axes) => axes.iter().find_map(|axis| match axis {
                Coordinate::Column(points, _) => Some(*points),
                Coordinate::Row | Coordinate::Jitter => None,
            }),
            Self::Space(space) => Some(space.points),
            Self::Nodes(_)
            | Self::Spectrum { .. }
            | Self::FullSpectrum
            | Self::Variance { .. }
            | Self::Maps(..)
            | Self::KernelMatrix
            | Self::Separation(_)
            | Self::Trust
            | Self::Shepard
            | Self::Novelty { .. }
            | Self::Sweep(_)
            | Self::Multiples(..)
            | Self::Grid(..)
            | Self::PreImages(_)
            | Self::Denoising(_)
            | Self::DenoisingError(_)
            | Self::Pinned(..)
            | Self::Reconstruction(_)
            | Self::Own(_)
            | Self::Nothing(_) => None,
        }
    }
}

/// Three columns of a matrix of points.
pub struct Space {
    pub points: PointSet,
    pub columns: [usize; 3],
}

/// Quantity of each row on an axis of a scatter plot.
#[derive(Clone, Copy)]
pub enum Coordinate {
    Column(PointSet, usize),
    /// Number of the row, from 1.
    Row,
    Jitter,
}
