//! The methods that give rows scores, and what is said of each.

use std::fmt;

/// A method that gives each row a score on each of some components.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Method {
    Pca,
    #[default]
    Kpca,
    Isomap,
    Lle,
    LaplacianEigenmaps,
    DiffusionMap,
    Correspondence,
}

/// Why a method that only arranges the rows it was given says nothing of others.
pub const NO_PROJECTION: &str = "it has no scores for rows that it was not computed from";

/// What is said of a method, wherever it is named.
#[derive(Debug)]
pub struct MethodSpec {
    /// On the command line and in files.
    pub name: &'static str,
    /// In menus and titles.
    pub title: &'static str,
    /// Within a sentence, and in keys.
    pub title_in_text: &'static str,
    /// What stands before the number of a component.
    pub component: &'static str,
    /// What stands before the names of its variables in scripts.
    pub prefix: &'static str,
    /// What is to be seen in its plot.
    pub about: &'static str,
    /// Whether it starts from the graph of each row's nearest neighbours.
    pub uses_neighbors: bool,
    /// Whether it has scores for rows that it was not computed from.
    pub projects: bool,
}

impl Method {
    pub const ALL: [Self; 7] = [
        Self::Pca,
        Self::Kpca,
        Self::Isomap,
        Self::Lle,
        Self::LaplacianEigenmaps,
        Self::DiffusionMap,
        Self::Correspondence,
    ];

    #[must_use]
    pub fn spec(self) -> &'static MethodSpec {
        match self {
            Self::Pca => &MethodSpec {
                name: "pca",
                title: "Linear PCA",
                title_in_text: "linear PCA",
                component: "PC",
                prefix: "pca_",
                about: "The data turned so that they spread most along the first axis. A rotation \
                        keeps distances and cannot unbend anything.",
                uses_neighbors: false,
                projects: true,
            },
            Self::Kpca => &MethodSpec {
                name: "kpca",
                title: "Kernel PCA",
                title_in_text: "kernel PCA",
                component: "kernel PC",
                prefix: "",
                about: "The data as the kernel sees them, turned likewise. Groups that bend around \
                        each other in the input may lie side by side here.",
                uses_neighbors: false,
                projects: true,
            },
            Self::Isomap => &MethodSpec {
                name: "isomap",
                title: "Isomap",
                title_in_text: "Isomap",
                component: "Isomap ",
                prefix: "isomap_",
                about: "Distances are measured along the graph of nearest neighbours, and the rows \
                        laid out at these distances. It unrolls what RBF cannot, where the graph has \
                        no short cuts.",
                uses_neighbors: true,
                projects: true,
            },
            Self::Lle => &MethodSpec {
                name: "lle",
                title: "Locally linear embedding",
                title_in_text: "LLE",
                component: "LLE ",
                prefix: "lle_",
                about: "Each row is written as a mixture of its nearest neighbours; the plot keeps \
                        these mixtures. It unrolls without caring for distances.",
                uses_neighbors: true,
                projects: false,
            },
            Self::LaplacianEigenmaps => &MethodSpec {
                name: "laplacian-eigenmaps",
                title: "Laplacian eigenmaps",
                title_in_text: "Laplacian eigenmaps",
                component: "eigenmap ",
                prefix: "eigenmap_",
                about: "The smoothest functions on the graph of nearest neighbours: rows that are \
                        neighbours stay near each other.",
                uses_neighbors: true,
                projects: false,
            },
            Self::DiffusionMap => &MethodSpec {
                name: "diffusion-map",
                title: "Diffusion map",
                title_in_text: "diffusion map",
                component: "diffusion ",
                prefix: "diffusion_",
                about: "Where a random walk with Gaussian steps gets to. Rows are near if many paths \
                        join them.",
                uses_neighbors: false,
                projects: false,
            },
            Self::Correspondence => &MethodSpec {
                name: "correspondence",
                title: "Correspondence analysis",
                title_in_text: "correspondence analysis",
                component: "CA ",
                prefix: "ca_",
                about: "A table of counts: rows with alike profiles lie near each other, and each \
                        column's name stands towards the rows that have more of it than others.",
                uses_neighbors: false,
                projects: true,
            },
        }
    }

    /// The name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// The name in menus and titles.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.spec().title
    }

    /// Whether it is computed for every picture; the others are where something shows them.
    #[must_use]
    pub fn is_always_there(self) -> bool {
        matches!(self, Self::Pca | Self::Kpca)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

#[cfg(all(test, feature = "serde"))]
mod tests {
    use super::*;

    #[test]
    fn names_in_files_are_those_of_the_command_line() {
        for method in Method::ALL {
            let json = serde_json::to_string(&method).unwrap();
            assert_eq!(json, format!("\"{}\"", method.name()));
        }
    }
}
