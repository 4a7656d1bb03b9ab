//! What a careful lecturer would say about a result before anyone reads it wrongly.

use crate::{data::Dataset, kpca::KernelPca};

/// One plain sentence each, the most important first.
pub(super) fn warnings(dataset: &Dataset, kpca: &KernelPca) -> Vec<String> {
    let mut warnings = Vec::new();
    if !kpca.certified {
        warnings.push("accuracy not certified".to_owned());
    }
    for run in &kpca.undetermined {
        warnings.push(format!(
            "components {}–{} are not determined: their eigenvalues are equal, so the axes within are arbitrary",
            run.start + 1,
            run.end
        ));
    }
    if let Some(lowest) = kpca.negative_eigenvalues.first() {
        warnings.push(format!(
            "the kernel is indefinite (lowest eigenvalue {lowest:.3e}): shares refer to the trace, negative eigenvalues included"
        ));
    }
    if kpca.eigenvalues.first().is_none_or(|&first| first <= 0.0) {
        warnings.push("all rows are equal to this kernel: every score is zero".to_owned());
    }
    if dataset.skipped_rows > 0 {
        let rows = if dataset.skipped_rows == 1 {
            "row"
        } else {
            "rows"
        };
        warnings.push(format!(
            "{} {rows} with missing values left out",
            dataset.skipped_rows
        ));
    }
    warnings
}
