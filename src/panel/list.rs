//! List of the panels, from which everything that goes through all of them follows.
//!
//! What must be known of a panel before there is anything to draw stands in the list below, so that a
//! setup and an analysis can name it; this file computes nothing and uses nothing that draws. What a panel
//! shows stands in its own file, which implements [`PanelSpec`](super::PanelSpec).

use serde::{Deserialize, Serialize};

use super::topic::Topic;
use crate::{
    method::Method,
    words::{self, Word},
};

/// Gives the list to the macro `$then`: for each panel its name in code and in files (sessions,
/// `--panels`, names of pictures), its word on the screen, the questions that it answers, what it draws, what that takes
/// beyond the fit, and the value in its file that implements [`PanelSpec`](super::PanelSpec), for the method in
/// parentheses where there is one.
macro_rules! for_each_panel {
    ($then:ident) => {
        $then! {
            Input "input", INPUT, [Data], Kind::Dots(PointSet::Input), [], input::InputPlot;
            Pca "pca", PCA, [Components], Kind::scores(Method::Pca), [Separation], scores::ScorePlot(Pca);
            Kpca "kpca", KPCA, [Components], Kind::scores(Method::Kpca), [Separation], scores::ScorePlot(Kpca);
            Spectrum "spectrum", SPECTRUM, [Values], Kind::Other, [], spectrum::SpectrumPanel;
            Variance "variance", VARIANCE, [Values], Kind::Other, [], variance::Variance;
            Input3d "input-3d", INPUT_3D, [], Kind::Space(PointSet::Input), [], solid::InputSpace;
            Pca3d "pca-3d", PCA_3D, [], Kind::space(Method::Pca), [], solid::ScoreSpace(Pca);
            Kpca3d "kpca-3d", KPCA_3D, [], Kind::space(Method::Kpca), [], solid::ScoreSpace(Kpca);
            PcaContours "pca-contours", PCA_CONTOURS, [Components], Kind::Maps, [PcaContours], contours::Maps(Pca);
            KpcaContours "kpca-contours", KPCA_CONTOURS, [Components], Kind::Maps, [KpcaContours], contours::Maps(Kpca);
            KernelMatrix "kernel-matrix", KERNEL_MATRIX, [Reasons], Kind::Other, [KernelMap], kernel_matrix::KernelMatrix;
            Separation "separation", SEPARATION, [Components, Values], Kind::Other, [Separation], separation::SeparationPanel;
            Probe "probe", PROBE, [Reasons], Kind::Other, [Probe], probe::ProbeTable;
            Biplot "biplot", BIPLOT, [Variables], Kind::scores(Method::Pca), [Separation], biplot::Biplot;
            Loadings "loadings", LOADINGS, [Variables], Kind::Other, [], loadings::Loadings;
            Gradients "gradients", GRADIENTS, [Variables], Kind::Other, [Influence], influence::Gradients;
            FeatureInfluence "feature-influence", FEATURE_INFLUENCE, [Variables], Kind::Other, [Influence], influence::FeatureInfluence;
            Correlations "correlations", CORRELATIONS, [Variables], Kind::Other, [Correlations], loadings::Correlations;
            Sweep "sweep", SWEEP, [Values], Kind::Other, [Sweep], sweep::SweepPanel;
            Multiples "multiples", MULTIPLES, [Values], Kind::Other, [Sweep], multiples::Multiples;
            FeatureMap "feature-map", FEATURE_MAP, [Reasons], Kind::Other, [FeatureSpace], feature_map::FeatureMap;
            Geometry "geometry", GEOMETRY, [Reasons], Kind::Other, [], geometry::GeometryPanel;
            EmpiricalMaps "empirical-maps", EMPIRICAL_MAPS, [Reasons], Kind::Other, [EmpiricalMap], empirical_maps::EmpiricalMaps;
            Isomap "isomap", ISOMAP, [Methods], Kind::scores(Method::Isomap), [Separation], scores::ScorePlot(Isomap);
            Lle "lle", LLE, [Methods], Kind::scores(Method::Lle), [Separation], scores::ScorePlot(Lle);
            HessianLle "hessian-lle", HESSIAN_LLE, [Methods], Kind::scores(Method::HessianLle), [Separation], scores::ScorePlot(HessianLle);
            LaplacianEigenmaps "laplacian-eigenmaps", LAPLACIAN_EIGENMAPS, [Methods], Kind::scores(Method::LaplacianEigenmaps), [Separation], scores::ScorePlot(LaplacianEigenmaps);
            DiffusionMap "diffusion-map", DIFFUSION_MAP, [Methods], Kind::scores(Method::DiffusionMap), [Separation], scores::ScorePlot(DiffusionMap);
            Tsne "tsne", TSNE, [Methods], Kind::scores(Method::Tsne), [Separation], scores::ScorePlot(Tsne);
            Isomap3d "isomap-3d", ISOMAP_3D, [], Kind::space(Method::Isomap), [], solid::ScoreSpace(Isomap);
            Lle3d "lle-3d", LLE_3D, [], Kind::space(Method::Lle), [], solid::ScoreSpace(Lle);
            LaplacianEigenmaps3d "laplacian-eigenmaps-3d", LAPLACIAN_EIGENMAPS_3D, [], Kind::space(Method::LaplacianEigenmaps), [], solid::ScoreSpace(LaplacianEigenmaps);
            DiffusionMap3d "diffusion-map-3d", DIFFUSION_MAP_3D, [], Kind::space(Method::DiffusionMap), [], solid::ScoreSpace(DiffusionMap);
            Novelty "novelty", NOVELTY, [Data], Kind::Other, [Novelty], novelty::Distribution;
            NoveltyMap "novelty-map", NOVELTY_MAP, [Data], Kind::Maps, [NoveltyMap], novelty::NoveltyMap;
            Correspondence "correspondence", CORRESPONDENCE, [Methods], Kind::scores(Method::Correspondence), [Separation], scores::ScorePlot(Correspondence);
            Correspondence3d "correspondence-3d", CORRESPONDENCE_3D, [], Kind::space(Method::Correspondence), [], solid::ScoreSpace(Correspondence);
            PreImages "pre-images", PRE_IMAGES, [WayBack], Kind::Other, [PreImages], pre_images::Lab;
            Denoising "denoising", DENOISING, [WayBack], Kind::Other, [Denoising], denoising::DenoisedRows;
            DenoisingError "denoising-error", DENOISING_ERROR, [WayBack], Kind::Other, [DenoisingCurve], denoising::Errors;
            ReconstructionError "reconstruction-error", RECONSTRUCTION_ERROR, [Values], Kind::Other, [Reconstruction], reconstruction::ReconstructionPanel;
            PinnedA "pinned-a", PINNED_A, [Pinned], Kind::Other, [Pinned], pinned::A;
            PinnedB "pinned-b", PINNED_B, [Pinned], Kind::Other, [Pinned], pinned::B;
            PinnedC "pinned-c", PINNED_C, [Pinned], Kind::Other, [Pinned], pinned::C;
            PinnedD "pinned-d", PINNED_D, [Pinned], Kind::Other, [Pinned], pinned::D;
        }
    };
}

/// Kind of content that a panel draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Dots of the rows in a plane.
    Dots(PointSet),
    /// Dots of the rows in space, seen from a direction that can be turned.
    Space(PointSet),
    /// Maps over the plane of the input plot's columns, with the rows on top.
    Maps,
    /// Content without a dot for each row.
    Other,
}

impl Kind {
    const fn scores(method: Method) -> Self {
        Self::Dots(PointSet::Scores(method))
    }

    const fn space(method: Method) -> Self {
        Self::Space(PointSet::Scores(method))
    }
}

/// Matrix with a row for each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointSet {
    /// Data as they came.
    Input,
    /// Scores by a method.
    Scores(Method),
}

/// Result beyond the fit and the scores that is computed where a panel shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    PcaContours,
    KpcaContours,
    KernelMap,
    Separation,
    FeatureSpace,
    EmpiricalMap,
    /// Distance of each row, and of each place of the input, from the components of kernel PCA.
    Novelty,
    NoveltyMap,
    Probe,
    Influence,
    /// Correlations of features with components.
    Correlations,
    Sweep,
    PreImages,
    Denoising,
    DenoisingCurve,
    Reconstruction,
    /// Pinned picture of any panel.
    Pinned,
}

macro_rules! define_panel {
    ($($panel:ident $name:literal, $word:ident, [$($topic:ident),*], $kind:expr, [$($need:ident)?],
       $file:ident::$spec:ident $(($method:ident))?;)*) => {
        /// Panel of the window and of a figure.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Panel {
            $(#[serde(rename = $name)] $panel,)*
        }

        impl Panel {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$panel),*];

            /// Name on the command line and in files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$panel => $name,)*
                }
            }

            /// Name of the panel on the screen, with what else people call it.
            #[must_use]
            pub(crate) fn word(self) -> Word {
                match self {
                    $(Self::$panel => words::$word,)*
                }
            }

            /// Title in menus and title bars.
            #[must_use]
            pub fn title(self) -> &'static str {
                self.word().name
            }

            /// Questions that the panel answers, the most fitting first; none for a view in 3-D, which is a switch of
            /// its plot in the plane.
            #[must_use]
            pub fn topics(self) -> &'static [Topic] {
                match self {
                    $(Self::$panel => &[$(Topic::$topic),*],)*
                }
            }

            #[must_use]
            pub fn kind(self) -> Kind {
                match self {
                    $(Self::$panel => $kind,)*
                }
            }

            /// Result beyond the fit that is computed where the panel is shown.
            #[must_use]
            pub fn needs(self) -> Option<Need> {
                match self {
                    $(Self::$panel => [$(Need::$need,)?].first().copied(),)*
                }
            }
        }
    };
}

for_each_panel!(define_panel);

pub(super) use for_each_panel;

impl Panel {
    /// Panels of a window and of a figure unless others are chosen.
    pub const USUAL: [Self; 5] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
    ];

    /// Method whose scores the panel shows as dots, if it does.
    #[must_use]
    pub fn method(self) -> Option<Method> {
        match self.kind() {
            Kind::Dots(PointSet::Scores(method)) | Kind::Space(PointSet::Scores(method)) => {
                Some(method)
            }
            Kind::Dots(PointSet::Input)
            | Kind::Space(PointSet::Input)
            | Kind::Maps
            | Kind::Other => None,
        }
    }

    /// Plot of a method's scores.
    #[must_use]
    pub fn of(method: Method) -> Self {
        let mut all = Self::ALL.into_iter();
        let plot = all.find(|panel| panel.kind() == Kind::scores(method));
        // A test holds that there is one.
        plot.unwrap_or(Self::Kpca)
    }

    /// Returns true where the panel is a plot of dots, which has a key to their colours.
    #[must_use]
    pub fn is_scatter(self) -> bool {
        match self.kind() {
            Kind::Dots(_) | Kind::Space(_) => true,
            Kind::Maps | Kind::Other => false,
        }
    }

    /// Returns true where the panel shows the rows as dots.
    #[must_use]
    pub fn has_dots(self) -> bool {
        self.is_scatter() || self.has_contours()
    }

    /// Returns true where the panel shows maps over the plane of the input plot's columns.
    #[must_use]
    pub fn has_contours(self) -> bool {
        self.kind() == Kind::Maps
    }

    /// Returns true where the panel is empty before its needs beyond the fit are computed. Dots come with the fit.
    #[must_use]
    pub fn explains(self) -> bool {
        self.needs().is_some() && !self.is_scatter()
    }

    /// Returns true where the panel shows space from a direction that can be turned.
    #[must_use]
    pub fn is_3d(self) -> bool {
        matches!(self.kind(), Kind::Space(_))
    }

    /// Returns true where it would change with the kernel.
    #[must_use]
    pub fn rests_on_kernel(self) -> bool {
        match (self.method(), self.kind()) {
            (Some(method), _) => method == Method::Kpca,
            (None, Kind::Dots(PointSet::Input) | Kind::Space(PointSet::Input)) => false,
            (None, _) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_files_are_those_of_the_command_line() {
        for panel in Panel::ALL {
            let json = serde_json::to_string(&panel).unwrap();
            assert_eq!(json, format!("\"{}\"", panel.name()));
        }
    }

    #[test]
    fn a_plot_of_scores_is_called_after_its_method() {
        for method in Method::ALL {
            let panel = Panel::of(method);
            assert_eq!(panel.kind(), Kind::scores(method));
            assert_eq!(
                (panel.name(), panel.title()),
                (method.name(), method.title())
            );
        }
    }
}
