//! What of the results is shown, and how: nothing here changes a number.

use serde::{Deserialize, Serialize};

use super::{Marking, Panel};

/// The choices that the plots read. Indices are 0-based and may exceed what exists; plots clamp.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct View {
    /// Panels wanted. Contours, the kernel matrix and the separation curve take work of their own
    /// and are computed only where they stand here.
    pub panels: Vec<Panel>,
    /// The two feature columns of the input plot.
    pub input: [usize; 2],
    /// The third one in 3-D.
    pub input_depth: usize,
    pub pca: ScoreAxes,
    pub kpca: ScoreAxes,
    pub camera: Camera,
    /// How many eigenvalues the spectrum and the variance curve show.
    pub spectrum_components: usize,
    pub spectrum_log: bool,
    /// The share of variance α that "smallest r" refers to, in (0, 1].
    pub threshold: f64,
    pub contours: ContourView,
    pub kernel_matrix: KernelMatrixView,
    /// How many components (q) the classifier of the read-out in the titles gets.
    pub separation_components: usize,
    pub marking: Marking,
}

impl Default for View {
    fn default() -> Self {
        Self {
            panels: Panel::USUAL.to_vec(),
            input: [0, 1],
            input_depth: 2,
            pca: ScoreAxes::default(),
            kpca: ScoreAxes::default(),
            camera: Camera::default(),
            spectrum_components: 10,
            spectrum_log: false,
            threshold: 0.95,
            contours: ContourView::default(),
            kernel_matrix: KernelMatrixView::default(),
            separation_components: 2,
            marking: Marking::default(),
        }
    }
}

/// What a score plot puts on its axes; components are 0-based.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ScoreAxes {
    /// One component against another.
    Pair(usize, usize),
    /// One component against the row index.
    Index(usize),
    /// One component along x, jittered vertically so that points don't hide each other.
    Strip(usize),
}

impl Default for ScoreAxes {
    fn default() -> Self {
        Self::Pair(0, 1)
    }
}

/// Where 3-D plots are seen from, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Camera {
    /// Turns about the vertical axis.
    pub yaw: f64,
    /// 0 looks along the floor, 90 from above.
    pub pitch: f64,
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            yaw: -35.0,
            pitch: 25.0,
        }
    }
}

/// Maps of components over the plane of the input plot's two columns.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ContourView {
    /// The component of the first map, 0-based.
    pub component: usize,
    /// How many maps: that component and those after it.
    pub maps: usize,
    /// Whether the data lie on top.
    pub points: bool,
    /// The row that fixes the other columns; `None` fixes them at their means.
    pub at_row: Option<usize>,
}

impl ContourView {
    pub const MOST_MAPS: usize = 9;
}

impl Default for ContourView {
    fn default() -> Self {
        Self {
            component: 0,
            maps: 1,
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
    /// As in the file.
    Source,
    /// By class, or by the label's value.
    #[default]
    Label,
    /// By the scores of a kernel PCA component, 0-based.
    Component(usize),
}
