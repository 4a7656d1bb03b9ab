//! Methods that give scores to rows, one file each with words and fit, and the list of them.
//!
//! A new method is a file beside these and a line in the list, which window, tables, reports and command line read.
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

use nalgebra::DMatrix;

use crate::{
    Result,
    count::CancelCheck,
    embedding::Embedding,
    manifold::{self, EmbeddingOptions, EmbeddingProgress, ManifoldParams},
};

/// Description of a method: words, form of its input, properties of its result, and fit.
#[derive(Debug)]
pub struct MethodSpec {
    /// Name on the command line and in files, such as `isomap`.
    pub name: &'static str,
    /// Name in menus and titles.
    pub title: &'static str,
    /// Name within a sentence, and in keys.
    pub title_in_text: &'static str,
    /// Text before the number of a component.
    pub component: &'static str,
    /// Prefix of the names of its variables in scripts.
    pub prefix: &'static str,
    /// A sentence or two on what the method's plot shows.
    pub about: &'static str,
    /// Meaning of the method's eigenvalues, as reports say it.
    pub eigenvalue_scale: &'static str,
    /// True where components have shares of a variance or an inertia.
    pub has_shares: bool,
    /// True where the method has a number of neighbours: of its graph, or the perplexity of t-SNE.
    pub uses_neighbors: bool,
    /// True where the method gives scores to rows that it was not fitted to.
    pub projects: bool,
    /// Form in which the method takes rows, both fitted and new.
    pub takes: RowForm,
    /// Python that computes the scores; `None` for methods that every script computes.
    pub python: Option<MethodPython>,
    /// Way in which scores are computed.
    pub fit: MethodFit,
}

/// Python that computes a method's scores, in variables whose names begin with the method's prefix.
///
/// It reads the scaled rows `X`, the unscaled rows `data`, and the function `upright`, which gives a sign for each
/// column; `{neighbors}`, `{components}`, `{gamma}`, `{alpha}` and `{time}` are replaced by their values.
#[derive(Debug, Clone, Copy)]
pub struct MethodPython {
    /// Import lines that `fit` and `new` need.
    pub imports: &'static [&'static str],
    /// Lines that set the scores, and the shares where the method has them.
    pub fit: &'static str,
    /// Lines that set the scores of the new rows `new_X`, unscaled `new_data`; `None` where the method has none.
    pub new: Option<&'static str>,
}

/// Form in which a method takes rows.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RowForm {
    /// Scaled features of the rows.
    Scaled,
    /// Objects that the kernel compares: features, strings, nodes or entries of a given matrix.
    Compared,
    /// Unscaled features of the rows.
    AsTheyCame,
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
        /// Number of rows up to which the fit is made while a slider moves.
        quick: usize,
    },
}

/// Data and options that a fit starts from.
pub struct FitInputs<'a> {
    /// Rows (n × d) in the form that the method takes.
    pub x: &'a DMatrix<f64>,
    /// Parameters of the method, unchecked.
    pub params: ManifoldParams,
    /// Number of components, and limits.
    pub options: EmbeddingOptions,
    /// Progress that the fit reports.
    pub progress: &'a EmbeddingProgress,
    /// Callback that returns whether the fit is no longer wanted.
    pub cancelled: CancelCheck<'a>,
}

/// Sentence that says why methods that only arrange their own rows give others no scores.
pub const NO_PROJECTION: &str = "it has no scores for rows that it was not computed from";

/// Number of rows up to which an embedding is computed while a slider moves; with more rows it would lag behind.
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
    /// Name on the command line and in files.
    #[must_use]
    pub fn name(self) -> &'static str {
        self.spec().name
    }

    /// Name in menus and titles.
    #[must_use]
    pub fn title(self) -> &'static str {
        self.spec().title
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

/// Description from which methods of [`manifold`] take what their files do not state. Words, colours and Python are each
/// method's own.
const UNROLLED: MethodSpec = MethodSpec {
    name: "",
    title: "",
    title_in_text: "",
    component: "",
    prefix: "",
    about: "",
    eigenvalue_scale: "",
    has_shares: false,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    python: None,
    fit: MethodFit::WhereShown {
        fit: unroll,
        quick: QUICK,
    },
};

/// Fits one of the methods of [`manifold`].
fn unroll(method: Method, asked: &FitInputs<'_>) -> Result<Arc<dyn Embedding>> {
    let FitInputs { x, options, .. } = asked;
    let checked = asked.params.check(method, x)?;
    let found = manifold::fit(x, &checked, options, asked.progress, asked.cancelled)?;
    Ok(Arc::new(found))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_colours_and_python_are_each_methods_own() {
        for (i, method) in Method::ALL.into_iter().enumerate() {
            let spec = method.spec();
            let words = [spec.name, spec.title, spec.title_in_text, spec.component];
            let sentences = [spec.about, spec.eigenvalue_scale];
            let mut texts = words.iter().chain(&sentences);
            assert!(texts.all(|text| !text.is_empty()), "{method}");
            assert_eq!(spec.python.is_some(), !method.is_always_there(), "{method}");
            for other in &Method::ALL[..i] {
                let other = other.spec();
                assert_ne!((spec.name, spec.title), (other.name, other.title));
                assert!(spec.prefix != other.prefix);
            }
        }
    }
}
