//! Correspondence analysis: words, colours and Python.

use super::{EigenvalueSense, MethodEntry, MethodPython, OF_FEATURES};

pub(super) const ENTRY: MethodEntry = MethodEntry {
    title: "Correspondence analysis",
    title_in_text: "correspondence analysis",
    component: "CA ",
    prefix: "ca_",
    about: "A table of counts: rows with alike profiles lie near each other, and each \
            column's name stands towards the rows that have more of it than others.",
    eigenvalue_scale: "inertia",
    eigenvalue: EigenvalueSense::Called("inertia"),
    colors: [[0x96, 0x20, 0x4A], [0xFF, 0x8A, 0x70]],
    python: Some(MethodPython {
        imports: &[],
        fit: PYTHON,
        says: OF_FEATURES,
        new: Some(PYTHON_OF_NEW),
    }),
};

const PYTHON: &str = "\
# correspondence analysis of the counts as they came
P = data / data.sum()
row_masses, column_masses = P.sum(axis=1), P.sum(axis=0)
expected = np.outer(row_masses, column_masses)
U, sigma, Vt = np.linalg.svd((P - expected) / np.sqrt(expected), full_matrices=False)
ca_share = sigma[:{components}] ** 2 / np.sum(sigma**2)
ca_scores = (U * sigma)[:, :{components}] / np.sqrt(row_masses)[:, None]
ca_columns = (Vt.T * sigma)[:, :{components}] / np.sqrt(column_masses)[:, None]
ca_columns *= upright(ca_scores)
ca_scores *= upright(ca_scores)";

const PYTHON_OF_NEW: &str = "\
profiles = new_data / new_data.sum(axis=1, keepdims=True)
new_ca_scores = profiles @ ca_columns / sigma[: ca_columns.shape[1]]";
