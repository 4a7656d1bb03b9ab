//! List of the panels, from which everything that goes through all of them follows.
//!
//! What must be known of a panel before there is anything to draw stands in the list below, so that a
//! setup and an analysis can name it; this file computes nothing and uses nothing that draws. What a panel
//! shows stands in its own file, which implements [`PanelSpec`](super::PanelSpec).

use serde::{Deserialize, Serialize};

use super::topic::Topic;
use crate::{
    presented::Presented,
    word::{Word, word},
};
use kernel_pca::method::Method;

/// Gives the list to the macro `$then`: for each panel its name in code and in files (sessions,
/// `--panels`, names of pictures), its word on the screen, the questions that it answers, what it draws, what that takes
/// beyond the fit, and the value in its file that implements [`PanelSpec`](super::PanelSpec), for the method in
/// parentheses where there is one.
macro_rules! for_each_panel {
    ($then:ident) => {
        $then! {
            Input "input", word("Input", "raw data scatter features"), [Data], Kind::Dots(PointSet::Input), [], input::InputPlot;
            Pca "pca", method(Method::Pca, "principal components scores"), [Components], Kind::scores(Method::Pca), [Separation], scores::ScorePlot(Pca);
            Kpca "kpca", method(Method::Kpca, "principal components scores embedding"), [Components], Kind::scores(Method::Kpca), [Separation], scores::ScorePlot(Kpca);
            Spectrum "spectrum", word("Eigenvalue spectrum", "scree elbow eigenvalue"), [Values], Kind::Other, [], spectrum::SpectrumPanel;
            Variance "variance", word("Explained variance", "scree elbow cumulative components"), [Values], Kind::Other, [], variance::Variance;
            Input3d "input-3d", word("Input in 3-D", ""), [], Kind::Space(PointSet::Input), [], solid::InputSpace;
            Pca3d "pca-3d", word("Linear PCA in 3-D", ""), [], Kind::space(Method::Pca), [], solid::ScoreSpace(Pca);
            Kpca3d "kpca-3d", word("Kernel PCA in 3-D", ""), [], Kind::space(Method::Kpca), [], solid::ScoreSpace(Kpca);
            PcaContours "pca-contours", word("Contours of linear PCA", "level lines heat map decision surface"), [Components], Kind::Maps, [PcaContours], contours::Maps(Pca);
            KpcaContours "kpca-contours", word("Contours of kernel PCA", "level lines heat map decision surface"), [Components], Kind::Maps, [KpcaContours], contours::Maps(Kpca);
            KernelMatrix "kernel-matrix", word("Kernel matrix", "gram similarity heat map heatmap"), [Reasons], Kind::Other, [KernelMap], kernel_matrix::KernelMatrix;
            Separation "separation", word("Separation of classes", "accuracy classifier classification lda"), [Components, Values], Kind::Other, [Separation], separation::SeparationPanel;
            Trust "trust", word("Trust in neighbours", "trustworthiness continuity quality preservation torn"), [Components, Methods], Kind::Other, [Trust], trust::TrustPanel;
            Shepard "shepard", word("Shepard diagram", "distances kept stress quality preservation"), [Components, Methods], Kind::Other, [Trust], trust::ShepardDiagram;
            Probe "probe", word("Probe", "new point projection follow"), [Reasons], Kind::Other, [Probe], probe::ProbeTable;
            Biplot "biplot", word("Biplot", "loading arrows variables"), [Variables], Kind::scores(Method::Pca), [Separation], biplot::Biplot;
            Loadings "loadings", word("Loadings", "loading biplot weights coefficients importance drives pc1 pc2"), [Variables], Kind::Other, [], loadings::LOADINGS;
            Gradients "gradients", word("Mean gradients", "loading gradient importance saliency sign drives pc1 pc2"), [Variables], Kind::Other, [Influence], influence::GRADIENTS;
            FeatureInfluence "feature-influence", word("Feature influence", "loading biplot importance gradient"), [Variables], Kind::Other, [Influence], influence::FEATURE_INFLUENCE;
            Correlations "correlations", word("Correlations", "loading correlation table importance"), [Variables], Kind::Other, [Correlations], loadings::CORRELATIONS;
            Sweep "sweep", word("Sweep", "bandwidth sigma width grid search tuning"), [Values], Kind::Other, [Sweep], sweep::SweepPanel;
            Multiples "multiples", word("Small multiples", "film strip bandwidth sigma width"), [Values], Kind::Other, [Sweep], multiples::Multiples;
            FeatureMap "feature-map", word("Feature map", "kernel trick polynomial explicit"), [Reasons], Kind::Other, [FeatureSpace], feature_map::FeatureMap;
            Geometry "geometry", word("Geometry of feature space", "distances angles sphere"), [Reasons], Kind::Other, [], geometry::GeometryPanel;
            EmpiricalMaps "empirical-maps", word("Empirical and Mercer maps", "mercer eigenfunctions nystrom"), [Reasons], Kind::Other, [EmpiricalMap], empirical_maps::EmpiricalMaps;
            Isomap "isomap", method(Method::Isomap, "manifold learning unroll neighbours"), [Methods], Kind::scores(Method::Isomap), [Separation], scores::ScorePlot(Isomap);
            Lle "lle", method(Method::Lle, "manifold learning unroll neighbours"), [Methods], Kind::scores(Method::Lle), [Separation], scores::ScorePlot(Lle);
            HessianLle "hessian-lle", method(Method::HessianLle, "manifold learning unroll neighbours ltsa tangent space"), [Methods], Kind::scores(Method::HessianLle), [Separation], scores::ScorePlot(HessianLle);
            LaplacianEigenmaps "laplacian-eigenmaps", method(Method::LaplacianEigenmaps, "manifold learning unroll neighbours"), [Methods], Kind::scores(Method::LaplacianEigenmaps), [Separation], scores::ScorePlot(LaplacianEigenmaps);
            DiffusionMap "diffusion-map", method(Method::DiffusionMap, "manifold learning unroll neighbours"), [Methods], Kind::scores(Method::DiffusionMap), [Separation], scores::ScorePlot(DiffusionMap);
            Tsne "tsne", method(Method::Tsne, "manifold learning neighbours perplexity"), [Methods], Kind::scores(Method::Tsne), [Separation], scores::ScorePlot(Tsne);
            Isomap3d "isomap-3d", word("Isomap in 3-D", ""), [], Kind::space(Method::Isomap), [], solid::ScoreSpace(Isomap);
            Lle3d "lle-3d", word("Locally linear embedding in 3-D", ""), [], Kind::space(Method::Lle), [], solid::ScoreSpace(Lle);
            LaplacianEigenmaps3d "laplacian-eigenmaps-3d", word("Laplacian eigenmaps in 3-D", ""), [], Kind::space(Method::LaplacianEigenmaps), [], solid::ScoreSpace(LaplacianEigenmaps);
            DiffusionMap3d "diffusion-map-3d", word("Diffusion map in 3-D", ""), [], Kind::space(Method::DiffusionMap), [], solid::ScoreSpace(DiffusionMap);
            Novelty "novelty", word("Novelty", "outlier anomaly reconstruction error"), [Data], Kind::Other, [Novelty], novelty::Distribution;
            NoveltyMap "novelty-map", word("Novelty map", "outlier anomaly reconstruction error"), [Data], Kind::Maps, [NoveltyMap], novelty::NoveltyMap;
            Contributions "contributions", word("Contributions to novelty", "why outlier anomaly fault diagnosis"), [Data, Variables], Kind::Other, [Novelty], novelty::CONTRIBUTIONS;
            Correspondence "correspondence", method(Method::Correspondence, "counts contingency"), [Methods], Kind::scores(Method::Correspondence), [Separation], scores::ScorePlot(Correspondence);
            Correspondence3d "correspondence-3d", word("Correspondence analysis in 3-D", ""), [], Kind::space(Method::Correspondence), [], solid::ScoreSpace(Correspondence);
            PreImages "pre-images", word("Pre-images", "inverse reconstruct"), [WayBack], Kind::Other, [PreImages], pre_images::Lab;
            Denoising "denoising", word("Denoising", "noise clean reconstruct"), [WayBack], Kind::Other, [Denoising], denoising::DenoisedRows;
            DenoisingError "denoising-error", word("Denoising error", "noise clean reconstruct"), [WayBack], Kind::Other, [DenoisingCurve], denoising::Errors;
            ReconstructionError "reconstruction-error", word("Reconstruction error", "how many components held out"), [Values], Kind::Other, [Reconstruction], reconstruction::ReconstructionPanel;
            PinnedA "pinned-a", word("Pinned A", ""), [Pinned], Kind::Other, [Pinned], pinned::A;
            PinnedB "pinned-b", word("Pinned B", ""), [Pinned], Kind::Other, [Pinned], pinned::B;
            PinnedC "pinned-c", word("Pinned C", ""), [Pinned], Kind::Other, [Pinned], pinned::C;
            PinnedD "pinned-d", word("Pinned D", ""), [Pinned], Kind::Other, [Pinned], pinned::D;
        }
    };
}

/// Word for the plot of a method's scores: its name, and what else people call it.
fn method(method: Method, also: &'static str) -> Word {
    word(method.presented().title, also)
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
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Need {
    PcaContours,
    KpcaContours,
    KernelMap,
    Separation,
    /// Neighbourhoods and distances of the input that pictures keep.
    Trust,
    FeatureSpace,
    EmpiricalMap,
    /// Distance of each row's image from the components of kernel PCA.
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
    ($($panel:ident $name:literal, $word:expr, [$($topic:ident),*], $kind:expr, [$($need:ident)?],
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
            pub fn word(self) -> Word {
                match self {
                    $(Self::$panel => $word,)*
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

            /// Result beyond the fit that is computed where the panel is shown; `None` where the fit is all that it
            /// shows.
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

    /// Points whose dots the panel shows, in a plane or in space.
    #[must_use]
    pub fn points(self) -> Option<PointSet> {
        match self.kind() {
            Kind::Dots(points) | Kind::Space(points) => Some(points),
            Kind::Maps | Kind::Other => None,
        }
    }

    /// Method whose scores the panel shows as dots, if it does.
    #[must_use]
    pub fn method(self) -> Option<Method> {
        match self.points()? {
            PointSet::Scores(method) => Some(method),
            PointSet::Input => None,
        }
    }

    /// Method whose scores the panel shows as dots in a plane, if it does.
    #[must_use]
    pub fn plane_of(self) -> Option<Method> {
        self.method().filter(|_| !self.is_3d())
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
        self.points().is_some()
    }

    /// Returns true where the panel shows the rows as dots.
    #[must_use]
    pub fn has_dots(self) -> bool {
        self.is_scatter() || self.has_contours()
    }

    /// Returns true where the panel compares eigenvalues with those of shuffled columns.
    #[must_use]
    pub fn compares_with_shuffled(self) -> bool {
        matches!(self, Self::Spectrum | Self::Variance)
    }

    /// Returns true where the panel shows maps over the plane of the input plot's columns.
    #[must_use]
    pub fn has_contours(self) -> bool {
        self.kind() == Kind::Maps
    }

    /// Returns true where the fit alone leaves the panel empty, since it shows what is computed after it.
    #[must_use]
    pub fn explains(self) -> bool {
        self.needs().is_some() && !self.is_scatter()
    }

    /// Returns true where the panel shows space from a direction that can be turned.
    #[must_use]
    pub fn is_3d(self) -> bool {
        matches!(self.kind(), Kind::Space(_))
    }

    /// Returns true where the panel's picture would change with the kernel.
    #[must_use]
    pub fn rests_on_kernel(self) -> bool {
        match self.points() {
            Some(PointSet::Scores(method)) => method == Method::Kpca,
            Some(PointSet::Input) => false,
            None => self.spec().rests_on_kernel(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{analysis::Analyzer, setup::Setup};
    use kernel_pca::{kernel::Gamma, kpca::Tier};
    use tabular::{Builtin, Source};

    #[test]
    fn names_in_files_are_those_of_the_command_line() {
        for panel in Panel::ALL {
            let json = serde_json::to_string(&panel).unwrap();
            assert_eq!(json, format!("\"{}\"", panel.name()));
        }
    }

    #[test]
    fn a_panel_rests_on_the_kernel_where_it_changes_with_it() {
        let mut analyzer = Analyzer::default();
        for panel in Panel::ALL {
            let [before, after] = [0.1, 1.0].map(|gamma| {
                let mut setup = Setup::starting_with(Source::Builtin(Builtin::Iris));
                setup.kernel.gamma = Gamma::Value(gamma);
                setup.view.panels = vec![panel];
                let analysis = analyzer.run(&setup, Tier::Exact, &|| false).unwrap();
                panel.chart(&analysis, &setup.view)
            });
            if !before.marks.is_empty() {
                assert_eq!(before != after, panel.rests_on_kernel(), "{panel:?}");
            }
        }
    }

    #[test]
    fn a_plot_of_scores_is_called_after_its_method() {
        for method in Method::ALL {
            let panel = Panel::of(method);
            assert_eq!(panel.kind(), Kind::scores(method));
            assert_eq!(
                (panel.name(), panel.title()),
                (method.name(), method.presented().title)
            );
        }
    }
}
