//! What a careful lecturer would say about a result before anyone reads it wrongly.

use crate::{
    data::Dataset,
    embedding::equal_eigenvalues,
    kernel::{Kernel, Metric},
    kpca::{Accuracy, Doubt, KernelPca, Tier},
    setup::Components,
};

/// One plain sentence each, the most important first.
pub(super) fn warnings(dataset: &Dataset, kpca: &KernelPca, tier: Tier) -> Vec<String> {
    let mut warnings = Vec::new();
    // A preview does not try to prove anything.
    let doubt = kpca.accuracy.doubt.filter(|_| tier == Tier::Exact);
    warnings.extend(doubt.map(|doubt| uncertified(kpca, doubt)));
    warnings.extend(equal_eigenvalues(&kpca.undetermined));
    if let Some(lowest) = kpca.negative_eigenvalues.first() {
        warnings.push(format!(
            "the kernel is indefinite (lowest eigenvalue {lowest:.3e}): shares refer to the trace, negative eigenvalues included, and novelty is 0 where a squared distance is negative"
        ));
    }
    // An empty sheet is nothing to warn of.
    let has_rows = dataset.n() > 0;
    if has_rows && kpca.eigenvalues.first().is_none_or(|&first| first <= 0.0) {
        warnings.extend(nothing_positive(kpca).map(str::to_owned));
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

/// Where all components that may be computed fall short of the share asked for.
pub(super) fn unreached(components: Components, kpca: &KernelPca) -> Option<String> {
    let Components::Share(share) = components else {
        return None;
    };
    let count = kpca.eigenvalues.len();
    if kpca.trace <= 0.0 {
        return Some(format!(
            "the kernel's trace is not positive, so that there are no shares of it: {count} components are computed"
        ));
    }
    let reached: f64 = kpca.explained_variance_ratio().iter().sum();
    (reached < share - 1e-9).then(|| {
        format!(
            "the first {count} components have {:.1} % of the variance, less than the {} % asked for",
            100.0 * reached,
            (1e4 * share).round() / 1e2
        )
    })
}

/// Why every score is zero, where that was not said yet.
fn nothing_positive(kpca: &KernelPca) -> Option<&'static str> {
    if !kpca.negative_eigenvalues.is_empty() {
        Some("no eigenvalue is positive: every score is zero")
    } else if kpca.accuracy.doubt == Some(Doubt::AllRounding) {
        None
    } else {
        Some("all rows are equal to this kernel: every score is zero")
    }
}

/// What is known where accuracy is not proven.
fn uncertified(kpca: &KernelPca, doubt: Doubt) -> String {
    match doubt {
        Doubt::Unproven => format!("accuracy not certified; {}", bound(&kpca.accuracy)),
        Doubt::Memory { needed } => format!(
            "an approximation, since more does not fit into the memory limit; {}; {needed} would do",
            bound(&kpca.accuracy)
        ),
        Doubt::Rounding(digits) if digits < 1.0 => format!(
            "accuracy not certified: the kernel's values are only good to {digits:.0e} of the largest eigenvalue, and {}{}",
            bound(&kpca.accuracy),
            advice(kpca.kernel)
        ),
        Doubt::Rounding(_) => format!(
            "accuracy not certified: rounding leaves no digit of the kernel's values that is sure{}",
            advice(kpca.kernel)
        ),
        Doubt::AllRounding => format!(
            "accuracy not certified: all that this kernel's values differ by may be rounding, and every score is zero{}",
            advice(kpca.kernel)
        ),
    }
}

/// What brings back the digits that inner products of points far from the origin lose.
fn advice(kernel: Kernel) -> &'static str {
    let loses_digits = |part: &Kernel| match part.metric() {
        Metric::Inner | Metric::Cosine => true,
        // Points are moved to their mean only where nothing else is done to the kernel.
        Metric::CenteredInner => !kernel.is_plain(),
        Metric::SquaredEuclidean
        | Metric::L1
        | Metric::ChiSquared
        | Metric::Given
        | Metric::GivenSquared => false,
    };
    if kernel.parts().iter().any(loses_digits) {
        "; centre or standardise the data"
    } else {
        ""
    }
}

/// How far off what was found may be: the eigenvalues, unless they are good and the scores are not.
fn bound(accuracy: &Accuracy) -> String {
    let good = Tier::Exact.eigenvalue_tolerance();
    match (accuracy.eigenvalue_bound, accuracy.score_bound) {
        (None, _) => "whether a larger eigenvalue was missed is not known".to_owned(),
        (Some(eigenvalues), Some(scores)) if eigenvalues <= good => {
            format!("scores may be off by up to {scores:.1e} of the first component's")
        }
        (Some(eigenvalues), _) => {
            format!("an eigenvalue may be off by up to {eigenvalues:.1e} of the largest")
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::DMatrix;

    use super::*;
    use crate::{
        data::{Labels, Source},
        kpca::{FitOptions, Solver, Workspace},
    };

    fn dataset() -> Dataset {
        let table = Source::default().load(&|| false).unwrap();
        Dataset {
            labels: Labels::None,
            ..table.dataset(&crate::data::Columns::default()).unwrap()
        }
    }

    #[test]
    fn values_that_differ_by_rounding_are_not_called_equal_rows() {
        let cubic = Kernel::poly(1.0, 3, 0.0);
        let options = FitOptions {
            solver: Solver::Krylov,
            ..FitOptions::default()
        };
        let said = |offset: f64, spread: f64| {
            let x = DMatrix::from_fn(60, 3, |i, j| offset + spread * ((i * (j + 2)) % 17) as f64);
            let fit = Workspace::default().fit(&Arc::new(x), cubic, &options, &|| false);
            warnings(&dataset(), &fit.unwrap(), Tier::Exact).join(" / ")
        };
        assert_eq!(said(0.0, 1.0), "");
        let far = said(1e7, 1.0);
        assert!(
            far.contains("only good to") && far.contains("centre"),
            "{far}"
        );
        let farther = said(1e15, 1.0);
        assert!(farther.contains("may be rounding, and every score is zero"));
        assert!(!farther.contains("equal"), "{farther}");
        assert!(said(1e7, 0.0).starts_with("all rows are equal to this kernel"));
    }

    #[test]
    fn a_fit_cut_short_by_memory_says_so_with_its_bound() {
        let n = 600;
        let x = DMatrix::from_fn(n, 4, |i, j| ((i * (2 * j + 3)) as f64).sin());
        let x = Arc::new(x);
        let options = FitOptions {
            memory_budget: 1 << 19,
            ..FitOptions::default()
        };
        let kernel = Kernel::laplacian(1.0);
        let kpca = Workspace::default()
            .fit(&x, kernel, &options, &|| false)
            .unwrap();
        let said = warnings(&dataset(), &kpca, Tier::Exact);
        let bound = kpca.accuracy.eigenvalue_bound.unwrap();
        assert!(bound > 1e-6);
        assert!(said[0].contains("memory limit"), "{said:?}");
        assert!(said[0].contains(&format!("{bound:.1e}")));
        let moving = warnings(&dataset(), &kpca, Tier::Preview);
        assert_eq!(moving, said[1..]);
    }
}
