//! Isomap: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython};
use kernel_pca::objects::ObjectKind;

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Isomap",
    title_in_text: "Isomap",
    component: "Isomap ",
    prefix: "isomap_",
    about: "Distances are measured along the graph of nearest neighbours, and the rows \
            laid out at these distances. It unrolls what RBF cannot, where the graph has \
            no short cuts.",
    eigenvalue_scale: "of −½JD²J, D being the lengths of paths along the graph",
    eigenvalue: EigenvalueSense::SquaredLength,
    colors: [[0x5B, 0x9A, 0x00], [0x86, 0xD0, 0x2C]],
    python: Some(MethodPython {
        imports: &["from sklearn.manifold import Isomap"],
        fit: PYTHON,
        says: |rows| match rows {
            ObjectKind::Matrix(_) => ", metric=\"precomputed\"",
            _ => "",
        },
        new: Some("new_isomap_scores = isomap.transform(new_X) * isomap_signs"),
    }),
};

/// Python of the scores and shares. The trace of −½JD²J is half the sum of squared path lengths divided by n.
const PYTHON: &str = "\
isomap = Isomap(n_neighbors={neighbors}, n_components={components}{as}).fit({rows})
isomap_share = isomap.kernel_pca_.eigenvalues_ / (np.sum(isomap.dist_matrix_**2) / (2 * len(X)))
isomap_signs = upright(isomap.embedding_)
isomap_scores = isomap.embedding_ * isomap_signs";
