//! t-SNE: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython};
use kernel_pca::objects::ObjectKind;

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "t-SNE",
    title_in_text: "t-SNE",
    component: "t-SNE ",
    prefix: "tsne_",
    about: "Rows that are near stay near, whatever becomes of the rest: distances between groups, their sizes \
            and the axes mean nothing. It is no projection and has no spectrum.",
    eigenvalue_scale: "none: the variances along the two axes",
    eigenvalue: EigenvalueSense::Variance,
    colors: [[0xA5, 0x87, 0x69], [0xF0, 0xB4, 0xB4]],
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import TSNE"],
        fit: PYTHON,
        says: |rows| match rows {
            // scikit-learn has no principal components of distances to start from.
            ObjectKind::Matrix(_) => ", metric=\"precomputed\", init=\"random\"",
            _ => "",
        },
        new: None,
    }),
};

const PYTHON: &str = "\
tsne_scores = TSNE(perplexity={neighbors}, method=\"exact\"{as}, random_state=0).fit_transform({rows})
tsne_scores *= upright(tsne_scores)";
