//! The panels that there are: one list, from which everything that goes through all of them follows.
//!
//! What must be known of a panel before there is anything to draw stands in the list below, so that a
//! setup and an analysis can name it; this file itself computes nothing. What it shows stands in its own
//! file, which implements [`PanelSpec`].

use serde::{Deserialize, Serialize};

use crate::manifold::ManifoldKind;

/// Gives the list to the macro `$then`: for each panel its name in code and in files (sessions,
/// `--panels`, names of pictures), its title, what it draws, what that takes beyond the fit, and the
/// value in its file that implements [`PanelSpec`].
macro_rules! for_each_panel {
    ($then:ident) => {
        $then! {
            Input "input", "Input", Kind::Dots(PointSet::Input), [], input::InputPlot;
            Pca "pca", "Linear PCA", Kind::Dots(PointSet::Pca), [Separation], scores::PcaPlot;
            Kpca "kpca", "Kernel PCA", Kind::Dots(PointSet::Kpca), [Separation], scores::KpcaPlot;
            Spectrum "spectrum", "Eigenvalue spectrum", Kind::Other, [], spectrum::Spectrum;
            Variance "variance", "Explained variance", Kind::Other, [], variance::Variance;
            Input3d "input-3d", "Input in 3-D", Kind::Space(PointSet::Input), [], solid::InputSpace;
            Pca3d "pca-3d", "Linear PCA in 3-D", Kind::Space(PointSet::Pca), [], solid::PcaSpace;
            Kpca3d "kpca-3d", "Kernel PCA in 3-D", Kind::Space(PointSet::Kpca), [], solid::KpcaSpace;
            PcaContours "pca-contours", "Contours of linear PCA", Kind::Maps, [PcaContours], contours::PcaMaps;
            KpcaContours "kpca-contours", "Contours of kernel PCA", Kind::Maps, [KpcaContours], contours::KpcaMaps;
            KernelMatrix "kernel-matrix", "Kernel matrix", Kind::Other, [KernelMap], kernel_matrix::KernelMatrix;
            Separation "separation", "Separation of classes", Kind::Other, [Separation], separation::Curves;
            Isomap "isomap", "Isomap", Kind::Dots(PointSet::Manifold(ManifoldKind::Isomap)), [Isomap], manifold::ISOMAP;
            Lle "lle", "Locally linear embedding", Kind::Dots(PointSet::Manifold(ManifoldKind::Lle)), [Lle], manifold::LLE;
            LaplacianEigenmaps "laplacian-eigenmaps", "Laplacian eigenmaps", Kind::Dots(PointSet::Manifold(ManifoldKind::LaplacianEigenmaps)), [LaplacianEigenmaps], manifold::LAPLACIAN_EIGENMAPS;
            DiffusionMap "diffusion-map", "Diffusion map", Kind::Dots(PointSet::Manifold(ManifoldKind::DiffusionMap)), [DiffusionMap], manifold::DIFFUSION_MAP;
            Isomap3d "isomap-3d", "Isomap in 3-D", Kind::Space(PointSet::Manifold(ManifoldKind::Isomap)), [Isomap], manifold::ISOMAP_SPACE;
            Lle3d "lle-3d", "Locally linear embedding in 3-D", Kind::Space(PointSet::Manifold(ManifoldKind::Lle)), [Lle], manifold::LLE_SPACE;
            LaplacianEigenmaps3d "laplacian-eigenmaps-3d", "Laplacian eigenmaps in 3-D", Kind::Space(PointSet::Manifold(ManifoldKind::LaplacianEigenmaps)), [LaplacianEigenmaps], manifold::LAPLACIAN_EIGENMAPS_SPACE;
            DiffusionMap3d "diffusion-map-3d", "Diffusion map in 3-D", Kind::Space(PointSet::Manifold(ManifoldKind::DiffusionMap)), [DiffusionMap], manifold::DIFFUSION_MAP_SPACE;
        }
    };
}

mod content;
mod contours;
mod full_spectrum;
mod input;
mod kernel_matrix;
mod manifold;
mod scores;
mod separation;
mod solid;
mod spec;
mod spectrum;
mod variance;

pub use content::{Content, Coordinate, OwnCode, Space};
pub use spec::{Control, Method, PanelSpec, PointedAt};
pub use variance::components_for;

/// What a panel draws.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A dot for each row, in a plane.
    Dots(PointSet),
    /// A dot for each row in space, seen from a direction that can be turned.
    Space(PointSet),
    /// Maps over the plane of the input plot's columns, with the rows on top.
    Maps,
    /// Anything without a dot for each row.
    Other,
}

/// A matrix with a row for each point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointSet {
    /// The data as they came.
    Input,
    /// The scores on the components of linear PCA.
    Pca,
    /// Those of kernel PCA.
    Kpca,
    /// Those of a method that unrolls.
    Manifold(ManifoldKind),
}

/// What is computed beyond the fit, where a panel shows it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    PcaContours,
    KpcaContours,
    KernelMap,
    Separation,
    Isomap,
    Lle,
    LaplacianEigenmaps,
    DiffusionMap,
}

impl Need {
    /// The embedding that it is, if it is one.
    #[must_use]
    pub fn manifold(self) -> Option<ManifoldKind> {
        match self {
            Self::Isomap => Some(ManifoldKind::Isomap),
            Self::Lle => Some(ManifoldKind::Lle),
            Self::LaplacianEigenmaps => Some(ManifoldKind::LaplacianEigenmaps),
            Self::DiffusionMap => Some(ManifoldKind::DiffusionMap),
            Self::PcaContours | Self::KpcaContours | Self::KernelMap | Self::Separation => None,
        }
    }
}

macro_rules! define_panel {
    ($($panel:ident $name:literal, $title:literal, $kind:expr, [$($need:ident)?],
       $file:ident::$spec:ident;)*) => {
        /// A panel of the window and of a figure.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
        pub enum Panel {
            $(#[serde(rename = $name)] $panel,)*
        }

        impl Panel {
            pub const ALL: [Self; [$($name),*].len()] = [$(Self::$panel),*];

            /// The name used on the command line and in files.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self {
                    $(Self::$panel => $name,)*
                }
            }

            /// The name shown in menus and title bars.
            #[must_use]
            pub fn title(self) -> &'static str {
                match self {
                    $(Self::$panel => $title,)*
                }
            }

            #[must_use]
            pub fn kind(self) -> Kind {
                match self {
                    $(Self::$panel => $kind,)*
                }
            }

            /// What is computed beyond the fit where the panel is shown.
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

impl Panel {
    /// What a window and a figure show unless told otherwise.
    pub const USUAL: [Self; 5] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
    ];

    /// The plot of a method that unrolls.
    #[must_use]
    pub fn of_manifold(kind: ManifoldKind) -> Self {
        match kind {
            ManifoldKind::Isomap => Self::Isomap,
            ManifoldKind::Lle => Self::Lle,
            ManifoldKind::LaplacianEigenmaps => Self::LaplacianEigenmaps,
            ManifoldKind::DiffusionMap => Self::DiffusionMap,
        }
    }

    /// Whether the panel is a plot of dots, which has a key to their colours.
    #[must_use]
    pub fn is_scatter(self) -> bool {
        match self.kind() {
            Kind::Dots(_) | Kind::Space(_) => true,
            Kind::Maps | Kind::Other => false,
        }
    }

    /// Whether the panel shows the rows as dots.
    #[must_use]
    pub fn has_dots(self) -> bool {
        self.is_scatter() || self.has_contours()
    }

    /// Whether the panel shows maps over the plane of the input plot's columns.
    #[must_use]
    pub fn has_contours(self) -> bool {
        self.kind() == Kind::Maps
    }

    /// Whether the panel is empty before what it needs beyond the fit is computed. Dots come with the
    /// fit.
    #[must_use]
    pub fn explains(self) -> bool {
        self.needs().is_some() && !self.is_scatter()
    }

    /// Whether the panel shows space from a direction that can be turned.
    #[must_use]
    pub fn is_3d(self) -> bool {
        matches!(self.kind(), Kind::Space(_))
    }

    /// Whether the panel shows scores on the components of kernel PCA, which may turn over.
    #[must_use]
    pub fn shows_kernel_scores(self) -> bool {
        matches!(
            self.kind(),
            Kind::Dots(PointSet::Kpca) | Kind::Space(PointSet::Kpca)
        )
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
}
