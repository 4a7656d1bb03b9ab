//! The methods that give rows scores, by name. Their words and their fits stand in [`methods`](crate::methods).

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
}
