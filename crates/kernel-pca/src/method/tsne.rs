//! t-SNE (van der Maaten and Hinton 2008) as a method: words, fit and Python.

use super::{MethodFit, MethodPython, MethodSpec, UNROLLED, unroll};

/// Number of rows up to which t-SNE is computed while a slider moves: it takes a thousand steps over all pairs of
/// rows.
const QUICK: usize = 100;

pub(super) const SPEC: MethodSpec = MethodSpec {
    name: "tsne",
    title: "t-SNE",
    title_in_text: "t-SNE",
    component: "t-SNE ",
    prefix: "tsne_",
    about: "Rows that are near stay near, whatever becomes of the rest: distances between groups, their sizes \
            and the axes mean nothing. It is no projection and has no spectrum.",
    eigenvalue_scale: "none: the variances along the two axes",
    projects: false,
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import TSNE"],
        fit: PYTHON,
        new: None,
    }),
    fit: MethodFit::WhereShown {
        fit: unroll,
        quick: QUICK,
    },
    ..UNROLLED
};

const PYTHON: &str = "\
tsne_scores = TSNE(perplexity={neighbors}, method=\"exact\", random_state=0).fit_transform(X)
tsne_scores *= upright(tsne_scores)";
