//! Methods that give scores to rows, one file each with its fit, and the list of them.
//!
//! A new method is a file beside these and a line in the list.
//!
//! ```
//! use kernel_pca::method::Method;
//!
//! // Everything that is known of a method stands in its entry.
//! let isomap = Method::Isomap.spec();
//! assert!(isomap.uses_neighbors && isomap.projects);
//! assert!(Method::ALL.iter().any(|method| method.name() == "laplacian-eigenmaps"));
//! ```

use std::{fmt, sync::Arc};

use crate::{
    Result,
    count::CancelCheck,
    embedding::Embedding,
    manifold::{self, EmbeddingOptions, EmbeddingProgress, ManifoldParams},
    objects::{InputRows, ObjectKind},
};

/// Description of a method: name, form of its input, properties of its result, and fit.
#[derive(Debug)]
pub struct MethodSpec {
    /// Name on the command line and in files, such as `isomap`.
    pub name: &'static str,
    /// True where components have shares of a variance or an inertia.
    pub has_shares: bool,
    /// True where the method has a number of neighbours: of its graph, or the perplexity of t-SNE.
    pub uses_neighbors: bool,
    /// True where the method gives scores to rows that it was not fitted to.
    pub projects: bool,
    /// Form in which the method takes rows, both fitted and new.
    pub takes: RowForm,
    /// Way in which scores are computed.
    pub fit: MethodFit,
}

/// Form in which a method takes rows: the one place that says which data it is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// Scaled features of the rows.
    Scaled,
    /// Distances of the rows: of their scaled features, or given.
    Distances,
    /// Edges between rows: to the nearest ones by distance, as [`Distances`](Self::Distances), or of a given graph.
    Edges,
    /// Objects that the kernel compares: features, strings, nodes or entries of a given matrix.
    Compared,
    /// Unscaled features of the rows.
    AsTheyCame,
}

impl RowForm {
    /// Reason, in one line, for which objects of a kind have no such form; `None` where they have it. A matrix of
    /// kernel values has distances: those in feature space.
    #[must_use]
    pub fn lack(self, holds: ObjectKind) -> Option<&'static str> {
        match (self, holds) {
            (Self::Compared, _)
            | (Self::Distances | Self::Edges, ObjectKind::Matrix(_))
            | (Self::Edges, ObjectKind::Graph) => None,
            (Self::Distances, ObjectKind::Graph) => {
                Some("a graph has edges between its nodes, and no distances or features")
            }
            (Self::Scaled | Self::AsTheyCame | Self::Distances | Self::Edges, holds) => {
                holds.lack_of_features()
            }
        }
    }
}

/// Way in which a method's scores are computed.
#[derive(Debug, Clone, Copy)]
pub enum MethodFit {
    /// Linear PCA, which every analysis holds.
    Linear,
    /// Kernel PCA, which every analysis holds.
    Kernel,
    /// Fit that is computed only where a view shows its result.
    WhereShown {
        fit: fn(Method, &FitInputs<'_>) -> Result<Arc<dyn Embedding>>,
        /// Number of rows up to which the fit is made while a parameter moves.
        quick: usize,
    },
}

/// Data and options that a fit starts from.
pub struct FitInputs<'a> {
    /// Rows in the form that the method takes.
    pub rows: InputRows<'a>,
    /// Parameters of the method, unchecked.
    pub params: ManifoldParams,
    /// Number of components, and limits.
    pub options: EmbeddingOptions,
    /// Progress that the fit reports.
    pub progress: &'a EmbeddingProgress,
    /// Callback that returns whether the fit is no longer wanted.
    pub cancelled: CancelCheck<'a>,
}

/// Reason, with the method as its subject, for which methods that only arrange their own rows give no scores to new
/// rows.
pub const NO_PROJECTION: &str = "it has no scores for rows that it was not computed from";

/// Number of rows up to which an embedding is computed while a parameter moves; with more rows it would lag behind.
const QUICK: usize = 500;

macro_rules! methods {
    ($($(#[$attribute:meta])* $module:ident :: $method:ident),+ $(,)?) => {
        $(mod $module;)+

        listed! {
            /// Method that gives each row a score on each of some components.
            #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
            #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
            #[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
            pub enum Method {
                $($(#[$attribute])* $method => &$module::SPEC,)+
            }
            /// Description of the method.
            fn spec -> MethodSpec
        }
    };
}

methods! {
    pca::Pca,
    #[default]
    kpca::Kpca,
    isomap::Isomap,
    lle::Lle,
    hessian_lle::HessianLle,
    laplacian_eigenmaps::LaplacianEigenmaps,
    diffusion_map::DiffusionMap,
    tsne::Tsne,
    correspondence::Correspondence,
}

impl Method {
    /// Returns whether a number of neighbours has an effect on the method for objects of a kind: it has none where the
    /// graph is given, or where the method does not take such objects.
    #[must_use]
    pub fn uses_neighbors_of(self, holds: ObjectKind) -> bool {
        let spec = self.spec();
        spec.uses_neighbors && holds != ObjectKind::Graph && spec.takes.lack(holds).is_none()
    }

    /// Name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Returns whether the method is computed for every analysis; other methods are computed only where a view
    /// shows them.
    #[must_use]
    pub fn is_always_there(self) -> bool {
        matches!(self.spec().fit, MethodFit::Linear | MethodFit::Kernel)
    }
}

impl fmt::Display for Method {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Description with the values that methods of [`manifold`] share, where their own files state none. The name is each
/// method's own.
const UNROLLED: MethodSpec = MethodSpec {
    name: "",
    has_shares: false,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: MethodFit::WhereShown {
        fit: unroll,
        quick: QUICK,
    },
};

/// Fits one of the methods of [`manifold`].
fn unroll(method: Method, asked: &FitInputs<'_>) -> Result<Arc<dyn Embedding>> {
    let FitInputs { rows, options, .. } = asked;
    let checked = asked.params.check(method, rows)?;
    let found = manifold::fit(rows, &checked, options, asked.progress, asked.cancelled)?;
    Ok(Arc::new(found))
}
