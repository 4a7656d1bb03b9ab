//! What a script draws of a panel, free of any language.

use std::ops::Range;

use super::PointSet;
use crate::{
    analysis::{Contours, Denoising, Pinned, PreImages, Reconstruction},
    method::Method,
    sweep::{Grid, Shuffled, Sweep},
};

pub enum Content<'a> {
    Dots([Coordinate; 2]),
    Space(Space),
    Spectrum {
        /// Of a bar, and how far those of each method stand from the component's number.
        width: f64,
        offsets: Vec<(Method, f64)>,
        /// Where an indefinite kernel's most negative eigenvalues stand, counted from 1.
        lowest: Option<Range<usize>>,
        /// What is drawn of shuffled columns.
        shuffled: Option<&'a Shuffled>,
    },
    /// Every eigenvalue.
    FullSpectrum,
    /// Cumulative shares of the variance.
    Variance,
    /// Components of one method over the plane of two columns.
    Maps(PointSet, &'a Contours),
    KernelMatrix,
    /// How many components of each method are asked.
    Separation(Vec<(Method, usize)>),
    /// Reconstruction errors of rows, or of a plane, and where the threshold is.
    Novelty {
        threshold: f64,
        map: Option<&'a Contours>,
    },
    /// Other values of a parameter.
    Sweep(&'a Sweep),
    /// Scores at some of its values, by their places.
    Multiples(&'a Sweep, Vec<usize>),
    /// Scores at a few values of two parameters.
    Grid(&'a Sweep, &'a Grid),
    /// What the input has for a point of feature space.
    PreImages(&'a PreImages),
    /// Rows rebuilt from q components.
    Denoising(&'a Denoising),
    /// What is left with each number of components.
    DenoisingError(&'a Denoising),
    /// What two variables of another picture are plotted against each other.
    Pinned(&'a Pinned, [Coordinate; 2]),
    /// What is left of fitted and of other rows with each number of components.
    Reconstruction(&'a Reconstruction),
    /// Lines of Python that the panel's own file holds: they draw in `ax` from `X`, `data`, `label`, `K` and `scores`;
    /// title and axes are set after them.
    Own(Vec<String>),
    /// Why there is nothing to draw.
    Nothing(String),
}

impl Content<'_> {
    /// Whether it is about the way back from feature space.
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

    /// Whose rows are drawn as dots, where any are.
    #[must_use]
    pub fn dots_of(&self) -> Option<PointSet> {
        match self {
            Self::Dots(axes) => axes.iter().find_map(|axis| match axis {
                Coordinate::Column(points, _) => Some(*points),
                Coordinate::Row | Coordinate::Jitter => None,
            }),
            Self::Space(space) => Some(space.points),
            Self::Spectrum { .. }
            | Self::FullSpectrum
            | Self::Variance
            | Self::Maps(..)
            | Self::KernelMatrix
            | Self::Separation(_)
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

/// Three columns of a table.
pub struct Space {
    pub points: PointSet,
    pub columns: [usize; 3],
}

/// What an axis of a scatter plot shows of each row.
#[derive(Clone, Copy)]
pub enum Coordinate {
    Column(PointSet, usize),
    /// Its position, from 0.
    Row,
    Jitter,
}
