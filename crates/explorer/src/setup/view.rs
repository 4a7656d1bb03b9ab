//! View: which results are shown, and how. It changes no number.

use serde::{Deserialize, Deserializer, Serialize};

use super::{
    ContourView, DenoisingView, ErrorSpace, KernelMatrixView, Marking, Mirrored, Panel,
    PinnedPicture, PreImageView, ProbeView, SweepView, Tiles, Wishes,
};
use crate::panel::list::Need;
use kernel_pca::method::Method;

/// Choices that the plots read. Indices are 0-based and may exceed what exists; plots clamp.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each is a choice of its own in some menu"
)]
pub struct View {
    /// Panels that are seen, in reading order. Results beyond the fit are computed only for panels listed here.
    pub panels: Vec<Panel>,
    /// Methods that are computed though no panel shows them, because their scores are exported.
    #[serde(skip)]
    pub taken_away: Vec<Method>,
    /// Arrangement of the panels in the window, with others behind tabs; `None` stands for three panels above two.
    pub tiles: Option<Tiles>,
    /// Feature columns on the axes of the input plot.
    pub input: [usize; 2],
    /// Feature column on the third axis in 3-D.
    pub input_depth: usize,
    pub pca: ScoreAxes,
    pub kpca: ScoreAxes,
    /// Axes of all manifold methods' plots.
    pub manifold: ScoreAxes,
    pub camera: Camera,
    /// Number of eigenvalues that the spectrum and the variance curve show.
    pub spectrum_components: usize,
    pub spectrum_log: bool,
    /// True where the spectrum shows eigenvalues of kernel PCA themselves instead of their shares.
    #[serde(skip_serializing_if = "super::is_default")]
    pub spectrum_eigenvalues: bool,
    /// True where eigenvalues are compared with those of shuffled columns.
    pub spectrum_shuffled: bool,
    /// Share α of the variance, in (0, 1], for which panels mark the smallest number r of components that holds it.
    pub threshold: f64,
    pub contours: ContourView,
    pub kernel_matrix: KernelMatrixView,
    /// Number q of components from which the label is predicted, for the accuracy in titles.
    pub separation_components: usize,
    /// Number k of neighbours by which pictures are judged.
    pub trust_neighbors: usize,
    pub sweep: SweepView,
    pub marking: Marking,
    /// Rows under the pointer, for a panel that describes them; not saved in sessions.
    #[serde(skip)]
    pub pointed_at: Vec<usize>,
    /// True where the signs of kernel PCA's components are turned to agree with linear PCA's.
    pub align_signs: bool,
    /// Components whose sign is turned over, after signs were aligned.
    #[serde(skip_serializing_if = "super::is_default")]
    pub mirrored: Mirrored,
    /// True where classes have shapes besides colours even where colours alone would do.
    pub shapes: bool,
    /// Quantity that colours the dots.
    pub dot_colour: DotColour,
    /// Reconstruction error beyond which a row is new to the components; `None` leaves 5 % of the fitted rows
    /// beyond.
    pub novelty_threshold: Option<f64>,
    /// Probability that a row like the fitted ones lies within the limits of Q and T²; `None` is 95 %.
    pub novelty_confidence: Option<f64>,
    /// Look of the novelty panel; in older sessions true or false, where it drew limits or not.
    #[serde(
        alias = "novelty_limits",
        deserialize_with = "novelty_view",
        skip_serializing_if = "super::is_default"
    )]
    pub novelty_view: NoveltyView,
    /// True where the names of rows do not stand beside their dots.
    #[serde(skip_serializing_if = "super::is_default")]
    pub hide_names: bool,
    /// True where rows that are pictures are drawn as such in place of dots.
    pub pictures: bool,
    /// True where the input plot shows the graph of neighbours of a method that starts from one.
    pub neighbor_graph: bool,
    /// Nodes of the graph that were moved from where the layout put them, with their coordinates; each node once.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub node_places: Vec<(usize, [f64; 2])>,
    #[serde(skip_serializing_if = "super::is_default")]
    pub probe: ProbeView,
    pub pre_image: PreImageView,
    pub denoising: DenoisingView,
    #[serde(skip_serializing_if = "super::is_default")]
    pub reconstruction_space: ErrorSpace,
    /// Pinned pictures, to be compared with the live one.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub pinned: Vec<PinnedPicture>,
    /// Author's titles, names, looks and limits in figures.
    #[serde(skip_serializing_if = "super::is_default")]
    pub wishes: Wishes,
}

impl Default for View {
    fn default() -> Self {
        Self {
            panels: Panel::USUAL.to_vec(),
            taken_away: vec![],
            tiles: None,
            input: [0, 1],
            input_depth: 2,
            pca: ScoreAxes::default(),
            kpca: ScoreAxes::default(),
            manifold: ScoreAxes::default(),
            camera: Camera::default(),
            spectrum_components: 10,
            spectrum_log: false,
            spectrum_eigenvalues: false,
            spectrum_shuffled: false,
            threshold: 0.95,
            contours: ContourView::default(),
            kernel_matrix: KernelMatrixView::default(),
            separation_components: 2,
            trust_neighbors: 5,
            sweep: SweepView::default(),
            marking: Marking::default(),
            pointed_at: vec![],
            align_signs: false,
            mirrored: Mirrored::default(),
            shapes: false,
            dot_colour: DotColour::default(),
            novelty_threshold: None,
            novelty_confidence: None,
            novelty_view: NoveltyView::default(),
            hide_names: false,
            pictures: false,
            neighbor_graph: false,
            node_places: vec![],
            probe: ProbeView::default(),
            pre_image: PreImageView::default(),
            denoising: DenoisingView::default(),
            reconstruction_space: ErrorSpace::default(),
            pinned: vec![],
            wishes: Wishes::default(),
        }
    }
}

impl View {
    /// Sets axes and camera of the input plots so that the spiral of a roll is seen, which is wound up about its second
    /// column.
    pub fn look_along_roll(&mut self) {
        (self.input, self.input_depth) = ([0, 2], 1);
        self.camera = Camera::FROM_ABOVE;
    }

    /// Takes the camera and the look of dots from another view, so that pictures that are compared look alike.
    #[must_use]
    pub(crate) fn looking_like(self, other: &Self) -> Self {
        Self {
            camera: other.camera,
            shapes: other.shapes,
            pictures: other.pictures,
            hide_names: other.hide_names,
            ..self
        }
    }

    /// Largest magnitude of a node's coordinates; the layout's edges are about 1 long.
    pub const FARTHEST_NODE: f64 = 1e6;

    /// Moves a node of the graph.
    pub fn put_node(&mut self, node: usize, [x, y]: [f64; 2]) {
        let far = Self::FARTHEST_NODE;
        let at = [x.clamp(-far, far), y.clamp(-far, far)];
        match self
            .node_places
            .iter_mut()
            .find(|(other, _)| *other == node)
        {
            Some((_, place)) => *place = at,
            None => self.node_places.push((node, at)),
        }
    }

    /// Returns true where some plot or panel shows how single features move scores.
    #[must_use]
    pub fn explains_features(&self) -> bool {
        let probe = self.shows_probe();
        let needs =
            |panel: &Panel| matches!(panel.needs(), Some(Need::Influence | Need::Correlations));
        probe || self.probe.arrows.is_some() || self.panels.iter().any(needs)
    }

    /// Returns true where some plot or panel shows the probe.
    #[must_use]
    pub fn shows_probe(&self) -> bool {
        self.probe.shown || self.panels.contains(&Panel::Probe)
    }

    /// Methods whose scores are asked for, besides linear and kernel PCA.
    pub fn methods(&self) -> impl Iterator<Item = Method> {
        Method::ALL.into_iter().filter(|method| {
            let shown = |panel: &Panel| panel.method() == Some(*method);
            let wanted = self.panels.iter().any(shown) || self.taken_away.contains(method);
            wanted && !method.is_always_there()
        })
    }

    /// Axes of the plot of a method's scores.
    #[must_use]
    pub fn axes(&self, method: Method) -> ScoreAxes {
        match method {
            Method::Pca => self.pca,
            Method::Kpca => self.kpca,
            _ => self.manifold,
        }
    }

    /// Sets the axes of the plot of a method's scores.
    pub fn set_axes(&mut self, method: Method, axes: ScoreAxes) {
        match method {
            Method::Pca => self.pca = axes,
            Method::Kpca => self.kpca = axes,
            _ => self.manifold = axes,
        }
    }

    /// Arrangement of panels in the window: as arranged, if it shows the wanted panels, or else three above two,
    /// filled up with usual ones.
    #[must_use]
    pub fn arrangement(&self) -> Tiles {
        match &self.tiles {
            Some(tiles) if tiles.is_sound() && tiles.shown() == self.panels => tiles.clone(),
            _ => Tiles::five(self.five()),
        }
    }

    /// Wanted panels, each once, filled up to five with usual ones.
    fn five(&self) -> [Panel; 5] {
        let mut left = self.panels.iter().chain(&Panel::USUAL).copied();
        let mut places = Panel::USUAL;
        for i in 0..places.len() {
            let (before, rest) = places.split_at_mut(i);
            if let (Some(panel), [place, ..]) = (left.find(|panel| !before.contains(panel)), rest) {
                *place = panel;
            }
        }
        places
    }

    /// Panels that are seen in the window, in reading order.
    #[must_use]
    pub fn places(&self) -> Vec<Panel> {
        self.arrangement().shown()
    }

    /// Arranges panels as `tiles` says.
    pub fn arrange(&mut self, tiles: Tiles) {
        self.panels = tiles.shown();
        self.tiles = Some(tiles);
        // The default arrangement is left out, so that prepared setups stay equal to themselves.
        if self.tiles == Some(Tiles::five(self.five())) {
            self.tiles = None;
        }
    }

    /// Arranges panels as `tiles` says, unless they were arranged already.
    pub fn arrange_if_unsaid(&mut self, tiles: Tiles) {
        if self.tiles.is_none() && self.panels == Panel::USUAL {
            self.arrange(tiles);
        }
    }

    /// Opens a panel's tab, or puts it into the first place where it has none.
    pub fn bring_into_sight(&mut self, panel: Panel) {
        let mut tiles = self.arrangement();
        if tiles.panels().contains(&panel) {
            tiles.open(panel);
            self.arrange(tiles);
        } else {
            self.show_in(0, panel);
        }
    }

    /// Puts a panel into the place at index `place`; if it stood elsewhere, the two change places.
    pub fn show_in(&mut self, place: usize, panel: Panel) {
        let mut tiles = self.arrangement();
        if let Some(old) = tiles.shown().get(place) {
            tiles.replace(*old, panel);
        }
        self.arrange(tiles);
    }
}

/// Look of the novelty panel.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum NoveltyView {
    /// Share of rows beyond each reconstruction error.
    #[default]
    Shares,
    /// Q against T², with their limits.
    Plane,
    /// Q and T² over the number of the row, with their limits.
    Rows,
    /// Receiver operating characteristic of new rows of known classes.
    Roc,
}

/// Reads the look of the novelty panel, also from older sessions, where `true` stood for Q against T² and `false` for
/// shares.
fn novelty_view<'de, D: Deserializer<'de>>(deserializer: D) -> Result<NoveltyView, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Written {
        WithLimits(bool),
        View(NoveltyView),
    }
    Ok(match Written::deserialize(deserializer)? {
        Written::WithLimits(true) => NoveltyView::Plane,
        Written::WithLimits(false) => NoveltyView::Shares,
        Written::View(view) => view,
    })
}

/// Quantity that colours the dots.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum DotColour {
    #[default]
    Label,
    /// Squared distance from the components of kernel PCA.
    Novelty,
    /// Share, from 0 to 1, to which the nearest neighbours of a row in the input were torn from it in the plot.
    Torn,
}

/// Axes of a score plot; components are 0-based.
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

impl ScoreAxes {
    /// Puts a component on the horizontal axis (side 0) or on the vertical one (1). On an axis of row indices or of
    /// jitter the component takes their place, which makes a pair.
    #[must_use]
    pub fn with(self, side: usize, component: usize) -> Self {
        match (self, side) {
            (Self::Pair(_, y) | Self::Index(y), 0) => Self::Pair(component, y),
            (Self::Strip(_), 0) => Self::Strip(component),
            (Self::Pair(x, _) | Self::Strip(x), _) => Self::Pair(x, component),
            (Self::Index(_), _) => Self::Index(component),
        }
    }
}

impl Default for ScoreAxes {
    fn default() -> Self {
        Self::Pair(0, 1)
    }
}

/// Direction from which 3-D plots are seen, in degrees.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Camera {
    /// Turn about the vertical axis, in degrees.
    pub yaw: f64,
    /// Height of the eye, in degrees: 0 looks along the floor, 90 from above.
    pub pitch: f64,
}

impl Camera {
    /// Looks along the vertical axis, nearly from above: what is rolled up about that axis shows its spiral.
    pub const FROM_ABOVE: Self = Self {
        yaw: -12.0,
        pitch: 72.0,
    };
}

impl Default for Camera {
    fn default() -> Self {
        Self {
            yaw: -35.0,
            pitch: 25.0,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn five_places_hold_five_different_panels() {
        let mut view = View {
            panels: vec![Panel::Kpca, Panel::KernelMatrix, Panel::Kpca],
            ..View::default()
        };
        let filled = [
            Panel::Kpca,
            Panel::KernelMatrix,
            Panel::Input,
            Panel::Pca,
            Panel::Spectrum,
        ];
        assert_eq!(view.places(), filled);
        view.panels = Panel::ALL.to_vec();
        assert_eq!(view.places(), Panel::USUAL);
        view.show_in(0, Panel::Kpca);
        view.show_in(4, Panel::Separation);
        view.show_in(9, Panel::Pca3d);
        let swapped = [
            Panel::Kpca,
            Panel::Pca,
            Panel::Input,
            Panel::Spectrum,
            Panel::Separation,
        ];
        assert_eq!(view.panels, swapped);
    }

    #[test]
    fn sessions_that_said_whether_novelty_has_limits_are_read() {
        for (written, expected) in [
            ("novelty_limits = true", NoveltyView::Plane),
            ("novelty_limits = false", NoveltyView::Shares),
            ("novelty_view = \"rows\"", NoveltyView::Rows),
            ("", NoveltyView::Shares),
        ] {
            let view: View = toml::from_str(written).unwrap();
            assert_eq!(view.novelty_view, expected, "{written}");
        }
    }
}
