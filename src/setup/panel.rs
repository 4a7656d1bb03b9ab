//! The panels that there are.

use serde::{Deserialize, Serialize};

/// A panel of the window and of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Panel {
    Input,
    Pca,
    Kpca,
    Spectrum,
    Variance,
    #[serde(rename = "input-3d")]
    Input3d,
    #[serde(rename = "pca-3d")]
    Pca3d,
    #[serde(rename = "kpca-3d")]
    Kpca3d,
    PcaContours,
    KpcaContours,
    KernelMatrix,
    Separation,
}

impl Panel {
    pub const ALL: [Self; 12] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
        Self::Input3d,
        Self::Pca3d,
        Self::Kpca3d,
        Self::PcaContours,
        Self::KpcaContours,
        Self::KernelMatrix,
        Self::Separation,
    ];

    /// What a window and a figure show unless told otherwise.
    pub const USUAL: [Self; 5] = [
        Self::Input,
        Self::Pca,
        Self::Kpca,
        Self::Spectrum,
        Self::Variance,
    ];

    /// The name used on the command line and in file names.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Self::Input => "input",
            Self::Pca => "pca",
            Self::Kpca => "kpca",
            Self::Spectrum => "spectrum",
            Self::Variance => "variance",
            Self::Input3d => "input-3d",
            Self::Pca3d => "pca-3d",
            Self::Kpca3d => "kpca-3d",
            Self::PcaContours => "pca-contours",
            Self::KpcaContours => "kpca-contours",
            Self::KernelMatrix => "kernel-matrix",
            Self::Separation => "separation",
        }
    }

    /// The name shown in menus and title bars.
    #[must_use]
    pub fn title(self) -> &'static str {
        match self {
            Self::Input => "Input",
            Self::Pca => "Linear PCA",
            Self::Kpca => "Kernel PCA",
            Self::Spectrum => "Eigenvalue spectrum",
            Self::Variance => "Explained variance",
            Self::Input3d => "Input in 3-D",
            Self::Pca3d => "Linear PCA in 3-D",
            Self::Kpca3d => "Kernel PCA in 3-D",
            Self::PcaContours => "Contours of linear PCA",
            Self::KpcaContours => "Contours of kernel PCA",
            Self::KernelMatrix => "Kernel matrix",
            Self::Separation => "Separation of classes",
        }
    }

    /// Whether the panel is a plot of dots, which has a key to their colours.
    #[must_use]
    pub fn is_scatter(self) -> bool {
        match self {
            Self::Input | Self::Pca | Self::Kpca | Self::Input3d | Self::Pca3d | Self::Kpca3d => {
                true
            }
            Self::Spectrum
            | Self::Variance
            | Self::PcaContours
            | Self::KpcaContours
            | Self::KernelMatrix
            | Self::Separation => false,
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
        matches!(self, Self::PcaContours | Self::KpcaContours)
    }

    /// Whether the panel takes work of its own, beyond the fit.
    #[must_use]
    pub fn explains(self) -> bool {
        self.has_contours() || matches!(self, Self::KernelMatrix | Self::Separation)
    }

    /// Whether the panel shows space from a direction that can be turned.
    #[must_use]
    pub fn is_3d(self) -> bool {
        matches!(self, Self::Input3d | Self::Pca3d | Self::Kpca3d)
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
