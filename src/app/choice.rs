//! What of a view can be had at one stroke, so that the palette finds it by name.

use super::Edit;
use crate::{
    panel::{Control, Panel, way},
    preimage::PreImageMethod,
    setup::{
        ContourStyle, ContourView, DenoisingView, DotColour, ErrorSpace, KernelMatrixView, Others,
        Paths, PreImageView, ProbeView, RowOrder, View,
    },
};

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    LogSpectrum,
    /// Signs of kernel PCA that agree with linear PCA's.
    AlignSigns,
    /// Eigenvalues beside those of shuffled columns.
    ShuffledSpectrum,
    ContourLines,
    ContourBands,
    ContourPoints,
    /// How many components have a map.
    ContourMaps(usize),
    /// Other columns at their means instead of those of a row.
    ContoursAtMeans,
    CenteredMatrix,
    MatrixOrder(RowOrder),
    /// Classes by shape besides colour, also where there are few.
    Shapes,
    /// Dots by their reconstruction error, or by their label again.
    DotColour,
    /// The threshold of novelty where 5 % of the rows lie beyond.
    UsualNovelty,
    /// Rows that are pictures, drawn in place of dots.
    Pictures,
    /// Which rows are neighbours, over the input.
    NeighborGraph,
    /// The point that is followed.
    Probe,
    /// Whether its image is followed along features.
    ProbePaths,
    /// Arrows of the feature on the input's first axis.
    Arrows,
    /// The nodes of a graph stand where the layout puts them.
    NodesBack,
    /// Where the components stand that are not in the plot.
    PreImageOthers(Others),
    /// The points whose pre-images are shown stand where they did at first.
    PreImageBack,
    /// How kernel PCA goes back to the input when it cleans rows.
    DenoiseBy(PreImageMethod),
    /// Where reconstruction errors are measured.
    ErrorsIn(ErrorSpace),
}

impl Choice {
    pub const ALL: [Self; 32] = [
        Self::LogSpectrum,
        Self::AlignSigns,
        Self::ShuffledSpectrum,
        Self::ContourLines,
        Self::ContourBands,
        Self::ContourPoints,
        Self::ContourMaps(1),
        Self::ContourMaps(4),
        Self::ContourMaps(9),
        Self::ContoursAtMeans,
        Self::CenteredMatrix,
        Self::MatrixOrder(RowOrder::Source),
        Self::MatrixOrder(RowOrder::Label),
        Self::MatrixOrder(RowOrder::Component(0)),
        Self::Shapes,
        Self::Pictures,
        Self::NeighborGraph,
        Self::NodesBack,
        Self::DotColour,
        Self::UsualNovelty,
        Self::Probe,
        Self::ProbePaths,
        Self::Arrows,
        Self::PreImageOthers(Others::Zero),
        Self::PreImageOthers(Others::Nearest),
        Self::PreImageBack,
        Self::DenoiseBy(PreImageMethod::Ridge),
        Self::DenoiseBy(PreImageMethod::Mika),
        Self::DenoiseBy(PreImageMethod::KwokTsang),
        Self::DenoiseBy(PreImageMethod::Gradient),
        Self::ErrorsIn(ErrorSpace::Feature),
        Self::ErrorsIn(ErrorSpace::Input),
    ];

    #[must_use]
    pub fn label(self) -> String {
        match self {
            Self::ShuffledSpectrum => "Compare the spectrum with shuffled columns on or off".into(),
            Self::LogSpectrum => "Logarithmic spectrum on or off".into(),
            Self::AlignSigns => "Signs like linear PCA’s on or off".into(),
            Self::ContourLines => "Contour lines on or off".into(),
            Self::ContourBands => "Contour bands on or off".into(),
            Self::ContourPoints => "Points on contours on or off".into(),
            Self::ContourMaps(1) => "Contours: one map".into(),
            Self::ContourMaps(maps) => format!("Contours: {maps} maps"),
            Self::ContoursAtMeans => "Contours at the means".into(),
            Self::Shapes => "Shapes for classes on or off".into(),
            Self::DotColour => "Colour dots by novelty on or off".into(),
            Self::UsualNovelty => "Novelty threshold for 5 % of the rows".into(),
            Self::Pictures => "Dots as pictures on or off".into(),
            Self::NeighborGraph => "Links between neighbours on or off".into(),
            Self::NodesBack => "Put nodes back".into(),
            Self::Probe => "Probe on or off".into(),
            Self::ProbePaths => "Paths of the probe on or off".into(),
            Self::Arrows => "Arrows of a feature on or off".into(),
            Self::PreImageOthers(Others::Zero) => "Pre-images: other components at 0".into(),
            Self::PreImageOthers(Others::Nearest) => {
                "Pre-images: other components as in the nearest row".into()
            }
            Self::PreImageOthers(Others::Row(row)) => {
                format!("Pre-images: other components as in row {row}")
            }
            Self::DenoiseBy(method) => format!("Denoise by {}", way(method)),
            Self::ErrorsIn(ErrorSpace::Feature) => "Reconstruction error in feature space".into(),
            Self::ErrorsIn(ErrorSpace::Input) => "Reconstruction error in the input".into(),
            Self::PreImageBack => "Pre-images: put the points back".into(),
            Self::CenteredMatrix => "Centred kernel matrix on or off".into(),
            Self::MatrixOrder(RowOrder::Source) => "Kernel matrix in the order of the file".into(),
            Self::MatrixOrder(RowOrder::Label) => "Kernel matrix sorted by label".into(),
            Self::MatrixOrder(RowOrder::Component(component)) => {
                format!("Kernel matrix sorted by PC{}", component + 1)
            }
        }
    }

    /// Whether it changes what this panel shows.
    #[must_use]
    pub fn concerns(self, panel: Panel) -> bool {
        match self.control() {
            Some(control) => panel.controls().contains(&control),
            None => panel.has_dots(),
        }
    }

    /// What offers it in the menus of panels; `None` where dots do.
    fn control(self) -> Option<Control> {
        match self {
            Self::LogSpectrum => Some(Control::LogSpectrum),
            Self::AlignSigns => Some(Control::Signs),
            Self::ShuffledSpectrum => Some(Control::ShuffledSpectrum),
            Self::Shapes | Self::DotColour | Self::Pictures => None,
            Self::UsualNovelty => Some(Control::Novelty),
            Self::NeighborGraph => Some(Control::NeighborGraph),
            Self::NodesBack => Some(Control::NodesBack),
            Self::Probe | Self::ProbePaths => Some(Control::Probe),
            Self::Arrows => Some(Control::Arrows),
            Self::DenoiseBy(_) => Some(Control::Denoising),
            Self::ErrorsIn(_) => Some(Control::Reconstruction),
            Self::PreImageOthers(_) | Self::PreImageBack => Some(Control::PreImage),
            Self::ContourLines
            | Self::ContourBands
            | Self::ContourPoints
            | Self::ContourMaps(_)
            | Self::ContoursAtMeans => Some(Control::Contours),
            Self::CenteredMatrix | Self::MatrixOrder(_) => Some(Control::KernelMatrix),
        }
    }

    /// The panel that comes into sight where none is that the choice concerns.
    pub(super) fn panel(self) -> Panel {
        match self {
            Self::LogSpectrum | Self::ShuffledSpectrum => Panel::Spectrum,
            Self::AlignSigns
            | Self::Shapes
            | Self::DotColour
            | Self::Pictures
            | Self::ProbePaths
            | Self::Arrows => Panel::Kpca,
            Self::UsualNovelty => Panel::Novelty,
            Self::NeighborGraph | Self::NodesBack | Self::Probe => Panel::Input,
            Self::PreImageOthers(_) | Self::PreImageBack => Panel::PreImages,
            Self::DenoiseBy(_) => Panel::Denoising,
            Self::ErrorsIn(_) => Panel::ReconstructionError,
            Self::ContourLines
            | Self::ContourBands
            | Self::ContourPoints
            | Self::ContourMaps(_)
            | Self::ContoursAtMeans => Panel::KpcaContours,
            Self::CenteredMatrix | Self::MatrixOrder(_) => Panel::KernelMatrix,
        }
    }

    pub(super) fn edit(self, view: &View) -> Edit {
        let contours = |change: fn(&mut ContourView)| {
            let mut contours = view.contours.clone();
            change(&mut contours);
            Edit::Contours(contours)
        };
        match self {
            Self::LogSpectrum => Edit::SpectrumLog(!view.spectrum_log),
            Self::AlignSigns => Edit::AlignSigns(!view.align_signs),
            Self::ShuffledSpectrum => Edit::SpectrumShuffled(!view.spectrum_shuffled),
            Self::Shapes => Edit::Shapes(!view.shapes),
            Self::Pictures => Edit::Pictures(!view.pictures),
            Self::DotColour => Edit::DotColour(match view.dot_colour {
                DotColour::Label => DotColour::Novelty,
                DotColour::Novelty => DotColour::Label,
            }),
            Self::UsualNovelty => Edit::UsualNovelty,
            Self::NeighborGraph => Edit::NeighborGraph(!view.neighbor_graph),
            Self::NodesBack => Edit::NodesBack,
            Self::Probe => Edit::Probe(ProbeView {
                shown: !view.probe.shown,
                ..view.probe.clone()
            }),
            Self::ProbePaths => Edit::Probe(ProbeView {
                shown: true,
                paths: match view.probe.paths {
                    Paths::None => Paths::Strongest,
                    _ if !view.probe.shown => view.probe.paths,
                    Paths::Feature(_) | Paths::Strongest => Paths::None,
                },
                ..view.probe.clone()
            }),
            Self::Arrows => Edit::Probe(ProbeView {
                arrows: view.probe.arrows.is_none().then_some(view.input[0]),
                ..view.probe.clone()
            }),
            Self::PreImageOthers(others) => Edit::PreImage(PreImageView {
                others,
                ..view.pre_image
            }),
            Self::DenoiseBy(method) => Edit::Denoising(DenoisingView {
                method,
                ..view.denoising
            }),
            Self::ErrorsIn(space) => Edit::ErrorsIn(space),
            Self::PreImageBack => {
                let PreImageView { at, linear_at, .. } = PreImageView::default();
                Edit::PreImage(PreImageView {
                    at,
                    linear_at,
                    ..view.pre_image
                })
            }
            // Without lines there are bands, and the other way round.
            Self::ContourLines => contours(|contours| {
                contours.style = match contours.style {
                    ContourStyle::Bands => ContourStyle::Both,
                    ContourStyle::Both | ContourStyle::Lines => ContourStyle::Bands,
                };
            }),
            Self::ContourBands => contours(|contours| {
                contours.style = match contours.style {
                    ContourStyle::Lines => ContourStyle::Both,
                    ContourStyle::Both | ContourStyle::Bands => ContourStyle::Lines,
                };
            }),
            Self::ContourPoints => contours(|contours| contours.points = !contours.points),
            Self::ContourMaps(maps) => Edit::Contours(ContourView {
                maps,
                ..view.contours.clone()
            }),
            Self::ContoursAtMeans => contours(|contours| contours.at_row = None),
            Self::CenteredMatrix => Edit::KernelMatrix(KernelMatrixView {
                centered: !view.kernel_matrix.centered,
                ..view.kernel_matrix.clone()
            }),
            Self::MatrixOrder(order) => Edit::KernelMatrix(KernelMatrixView {
                order,
                ..view.kernel_matrix.clone()
            }),
        }
    }
}
