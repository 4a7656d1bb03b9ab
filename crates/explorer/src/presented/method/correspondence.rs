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
ca_P = data / data.sum()
ca_row_masses, ca_column_masses = ca_P.sum(axis=1), ca_P.sum(axis=0)
ca_expected = np.outer(ca_row_masses, ca_column_masses)
ca_U, ca_sigma, ca_Vt = np.linalg.svd((ca_P - ca_expected) / np.sqrt(ca_expected), full_matrices=False)
ca_share = ca_sigma[:{components}] ** 2 / np.sum(ca_sigma**2)
ca_scores = (ca_U * ca_sigma)[:, :{components}] / np.sqrt(ca_row_masses)[:, None]
ca_columns = (ca_Vt.T * ca_sigma)[:, :{components}] / np.sqrt(ca_column_masses)[:, None]
ca_columns *= upright(ca_scores)
ca_scores *= upright(ca_scores)";

const PYTHON_OF_NEW: &str = "\
new_ca_profiles = new_data / new_data.sum(axis=1, keepdims=True)
new_ca_scores = new_ca_profiles @ ca_columns / ca_sigma[: ca_columns.shape[1]]";
