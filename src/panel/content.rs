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
    /// Code that the panel's own file holds.
    Own(OwnCode),
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

/// How a panel is drawn in both languages, from the variables that every script has: `X`, `data`,
/// `label`, `pca_scores`, `pca_share`, `K`, `scores` and `share`.
pub struct OwnCode {
    /// Whether it reads `spectrum` too, the shares of all eigenvalues.
    pub all_eigenvalues: bool,
    /// Lines that draw in `ax`; title and axes are set after them.
    pub python: Vec<String>,
    /// Lines of base graphics. `SETTINGS` stands for the arguments with title and axes.
    pub r: Vec<String>,
    /// Expressions for the ends of the axes in R, for a plot that is opened empty.
    pub r_limits: [Option<String>; 2],
}

/// Three columns of a table, and what they are called.
pub struct Space {
    pub points: PointSet,
    pub columns: [usize; 3],
    pub names: [String; 3],
}

/// What an axis of a scatter plot shows of each row.
#[derive(Clone, Copy)]
pub enum Coordinate {
    Column(PointSet, usize),
    /// Its position, from 0.
    Row,
    Jitter,
}
