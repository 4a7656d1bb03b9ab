//! The entries of the methods, in the order of [`Method::ALL`].

use std::sync::Arc;

use super::{Fit, Fitting, MethodSpec, RowForm};
use crate::{
    Result,
    correspondence::Correspondence,
    embedding::Embedding,
    manifold::{self, Options},
    method::Method,
};

/// Rows up to which an embedding is computed while a slider moves.
const QUICK: usize = 500;

pub(super) static PCA: MethodSpec = MethodSpec {
    name: "pca",
    title: "Linear PCA",
    title_in_text: "linear PCA",
    component: "PC",
    prefix: "pca_",
    about: "The data turned so that they spread most along the first axis. A rotation \
            keeps distances and cannot unbend anything.",
    eigenvalue_scale: "variance, divisor n",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Scaled,
    fit: Fit::Linear,
};

pub(super) static KPCA: MethodSpec = MethodSpec {
    name: "kpca",
    title: "Kernel PCA",
    title_in_text: "kernel PCA",
    component: "kernel PC",
    prefix: "",
    about: "The data as the kernel sees them, turned likewise. Groups that bend around \
            each other in the input may lie side by side here.",
    eigenvalue_scale: "of the centred kernel matrix",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::Compared,
    fit: Fit::Kernel,
};

pub(super) static ISOMAP: MethodSpec = MethodSpec {
    name: "isomap",
    title: "Isomap",
    title_in_text: "Isomap",
    component: "Isomap ",
    prefix: "isomap_",
    about: "Distances are measured along the graph of nearest neighbours, and the rows \
            laid out at these distances. It unrolls what RBF cannot, where the graph has \
            no short cuts.",
    eigenvalue_scale: "of −½JD²J, D being the lengths of paths along the graph",
    has_shares: true,
    uses_neighbors: true,
    projects: true,
    takes: RowForm::Scaled,
    fit: Fit::WhereShown {
        fit: |asked| unroll(Method::Isomap, asked, asked.options),
        quick: QUICK,
    },
};

pub(super) static LLE: MethodSpec = MethodSpec {
    name: "lle",
    title: "Locally linear embedding",
    title_in_text: "LLE",
    component: "LLE ",
    prefix: "lle_",
    about: "Each row is written as a mixture of its nearest neighbours; the plot keeps \
            these mixtures. It unrolls without caring for distances.",
    eigenvalue_scale: "of (I − W)ᵀ(I − W)",
    has_shares: false,
    uses_neighbors: true,
    projects: false,
    takes: RowForm::Scaled,
    fit: Fit::WhereShown {
        fit: |asked| {
            // As many as there are features at most, as in scikit-learn.
            let components = asked.options.components.min(asked.x.ncols());
            let options = Options {
                components,
                ..asked.options
            };
            unroll(Method::Lle, asked, options)
        },
        quick: QUICK,
    },
};

pub(super) static LAPLACIAN_EIGENMAPS: MethodSpec = MethodSpec {
    name: "laplacian-eigenmaps",
    title: "Laplacian eigenmaps",
    title_in_text: "Laplacian eigenmaps",
    component: "eigenmap ",
    prefix: "eigenmap_",
    about: "The smoothest functions on the graph of nearest neighbours: rows that are \
            neighbours stay near each other.",
    eigenvalue_scale: "of the normalised Laplacian of the graph",
    has_shares: false,
    uses_neighbors: true,
    projects: false,
    takes: RowForm::Scaled,
    fit: Fit::WhereShown {
        fit: |asked| unroll(Method::LaplacianEigenmaps, asked, asked.options),
        quick: QUICK,
    },
};

pub(super) static DIFFUSION_MAP: MethodSpec = MethodSpec {
    name: "diffusion-map",
    title: "Diffusion map",
    title_in_text: "diffusion map",
    component: "diffusion ",
    prefix: "diffusion_",
    about: "Where a random walk with Gaussian steps gets to. Rows are near if many paths \
            join them.",
    eigenvalue_scale: "of the random walk",
    has_shares: false,
    uses_neighbors: false,
    projects: false,
    takes: RowForm::Scaled,
    fit: Fit::WhereShown {
        fit: |asked| unroll(Method::DiffusionMap, asked, asked.options),
        quick: QUICK,
    },
};

pub(super) static CORRESPONDENCE: MethodSpec = MethodSpec {
    name: "correspondence",
    title: "Correspondence analysis",
    title_in_text: "correspondence analysis",
    component: "CA ",
    prefix: "ca_",
    about: "A table of counts: rows with alike profiles lie near each other, and each \
            column's name stands towards the rows that have more of it than others.",
    eigenvalue_scale: "inertia",
    has_shares: true,
    uses_neighbors: false,
    projects: true,
    takes: RowForm::AsTheyCame,
    fit: Fit::WhereShown {
        fit: |asked| {
            let found = Correspondence::fit(asked.x)?;
            Ok(Arc::new(found))
        },
        // Its cost is that of linear PCA.
        quick: usize::MAX,
    },
};

fn unroll(method: Method, asked: &Fitting<'_>, options: Options) -> Result<Arc<dyn Embedding>> {
    let checked = asked.params.check(method, asked.x)?;
    let found = manifold::fit(asked.x, checked, &options, asked.progress, asked.cancelled)?;
    Ok(Arc::new(found))
}
