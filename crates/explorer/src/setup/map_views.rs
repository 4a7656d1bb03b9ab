//! Choices of panels that explain kernel PCA: contour maps, the kernel matrix, the probe.

use serde::{Deserialize, Serialize};

/// Choices of the maps of components over the plane of the input plot's two columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContourView {
    /// Component of the first map, 0-based.
    pub component: usize,
    /// Number of maps: of the first component and those after it.
    pub maps: usize,
    pub style: ContourStyle,
    /// True where the data are drawn on top of the maps.
    pub points: bool,
    /// Row whose values the columns outside the plane take; `None` takes their means.
    pub at_row: Option<usize>,
}

/// Way in which a map shows the values of a component.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ContourStyle {
    /// Lines of equal value.
    Lines,
    /// Colours between the lines.
    Bands,
    #[default]
    Both,
}

/// Choices of the probe, a point of the input that is no row, and of how features move scores.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct ProbeView {
    /// True where plots show the probe.
    pub shown: bool,
    /// Coordinates in the two columns of the input plot, in the units of the data; `None` takes their means.
    pub at: Option<[f64; 2]>,
    /// Features along which the probe's image is followed.
    pub paths: Paths,
    /// Feature whose arrows are drawn in the plots of scores; `None` for no arrows.
    pub arrows: Option<usize>,
}

/// Features that run through their ranges, one at a time.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Paths {
    None,
    Feature(usize),
    /// Features that move the image most.
    #[default]
    Strongest,
}

impl Paths {
    /// Largest number of paths: more can't be told apart in one plot.
    pub const MOST_PATHS: usize = 4;
}

impl ContourView {
    pub const MOST_MAPS: usize = 9;
}

impl Default for ContourView {
    fn default() -> Self {
        Self {
            component: 0,
            maps: 1,
            style: ContourStyle::default(),
            points: true,
            at_row: None,
        }
    }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct KernelMatrixView {
    pub centered: bool,
    pub order: RowOrder,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum RowOrder {
    /// Order of the file.
    Source,
    /// Order by class, or by the label's value.
    #[default]
    Label,
    /// Order by the scores of a kernel PCA component, 0-based.
    Component(usize),
}
