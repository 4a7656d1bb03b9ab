//! Warnings on limits of a result, in plain sentences, to prevent misreading.

use crate::setup::Components;
use kernel_pca::{
    embedding::{Embedding, equal_eigenvalues},
    kernel::Kernel,
    kpca::{Accuracy, Doubt, KernelPca, Tier},
    method::Method,
};
use tabular::Dataset;

/// Warnings on kernel PCA, one plain sentence each, the most important first.
pub(super) fn of_kernel_pca(dataset: &Dataset, kpca: &KernelPca, tier: Tier) -> Vec<String> {
    let mut warnings = Vec::new();
    // A preview does not attempt to certify its accuracy.
    let doubt = kpca.accuracy.doubt.filter(|_| tier == Tier::Exact);
    warnings.extend(doubt.map(|doubt| uncertified(kpca, doubt)));
    warnings.extend(equal_eigenvalues(&kpca.undetermined));
    if let Some(lowest) = kpca.negative_eigenvalues.first() {
        warnings.push(format!(
            "the kernel is indefinite (lowest eigenvalue {lowest:.3e}): shares refer to the trace, negative eigenvalues included, and novelty is 0 where a squared distance is negative"
        ));
    }
    // Without rows there is nothing to warn of.
    let has_rows = dataset.n() > 0;
    if has_rows && kpca.eigenvalues.first().is_none_or(|&first| first <= 0.0) {
        warnings.extend(nothing_positive(kpca).map(str::to_owned));
    }
    warnings
}

/// Warnings on the rows, one plain sentence each; they hold for all methods.
pub(super) fn of_rows(dataset: &Dataset, noise_in_vain: bool) -> Vec<String> {
    let mut warnings = Vec::new();
    if dataset.skipped_rows > 0 {
        let left_out = rows(dataset.skipped_rows);
        warnings.push(format!("{left_out} with missing values left out"));
    }
    if noise_in_vain {
        warnings.push("no noise is added: there are no features".to_owned());
    }
    warnings
}

/// Warning that `count` new rows were left out, since they lack a feature that is not filled; `None` for 0.
pub fn left_out_of_new(count: usize) -> Option<String> {
    let new = if count == 1 { "new row" } else { "new rows" };
    (count > 0).then(|| format!("{count} {new} with missing values left out"))
}

/// Warnings on the first `asked` components of a method other than kernel PCA, one plain sentence each.
pub(super) fn of_embedding(method: Method, embedding: &dyn Embedding, asked: usize) -> Vec<String> {
    let mut warnings = Vec::new();
    if let Some(graph) = embedding.graph() {
        warnings.extend(pieces(method, embedding));
        warnings.extend(ties(graph.tied));
    }
    let runs = embedding.undetermined();
    let runs = runs.iter().filter(|run| run.start < asked);
    let runs: Vec<_> = runs.cloned().collect();
    warnings.extend(equal_eigenvalues(&runs));
    let eigenvalues = embedding.eigenvalues();
    let shares = embedding.shares().unwrap_or_default();
    let most: f64 = shares.iter().filter(|share| **share > 0.0).sum();
    if most > 1.0 + SUM_OF_SHARES || shares.iter().any(|share| *share < 0.0) {
        warnings.push(
            "there are negative eigenvalues, as these distances are those of no flat space: shares refer to the \
             sum of all, and the positive ones add up to more than 100 %"
                .to_owned(),
        );
    }
    if method.spec().has_shares && eigenvalues.first().is_none_or(|&first| first <= 0.0) {
        warnings.push("no eigenvalue is positive: every score is zero".to_owned());
    }
    warnings
}

/// Error that rounding may leave in a sum of shares.
const SUM_OF_SHARES: f64 = 1e-9;

/// Sentence on the number of connected pieces of a graph, of neighbours or given, and on how the method treats them;
/// `None` where there is one piece or no graph.
pub fn pieces(method: Method, embedding: &dyn Embedding) -> Option<String> {
    let graph = embedding.graph().filter(|graph| graph.pieces > 1)?;
    let of_neighbors = if graph.is_given { "" } else { " of neighbours" };
    let then = match method {
        Method::Isomap => "joined by the shortest links",
        _ if graph.is_given => "the first components only tell them apart",
        _ => "the first components only tell them apart: more neighbours would join them",
    };
    Some(format!(
        "the graph{of_neighbors} is in {} pieces, {then}",
        graph.pieces
    ))
}

/// Sentence on the rows whose neighbours are arbitrary because distances are equal; `None` where there are none.
fn ties(tied: usize) -> Option<String> {
    let (each, scores) = match tied {
        0 => return None,
        1 => (
            "has",
            "scores depend on which is taken, here the one that comes first",
        ),
        _ => (
            "have",
            "scores depend on which are taken, here those that come first",
        ),
    };
    Some(format!(
        "{} {each} more than one row at the distance of the last neighbour: {scores}",
        rows(tied)
    ))
}

fn rows(count: usize) -> String {
    let rows = if count == 1 { "row" } else { "rows" };
    format!("{count} {rows}")
}

/// Sentence for the case that all components that may be computed fall short of the share asked for.
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

/// Reason for which every score is zero; `None` where another warning gives it.
fn nothing_positive(kpca: &KernelPca) -> Option<&'static str> {
    if !kpca.negative_eigenvalues.is_empty() {
        Some("no eigenvalue is positive: every score is zero")
    } else if kpca.accuracy.doubt == Some(Doubt::AllRounding) {
        None
    } else {
        Some("all rows are equal to this kernel: every score is zero")
    }
}

/// Sentence on the accuracy of a result whose accuracy is not certified.
fn uncertified(kpca: &KernelPca, doubt: Doubt) -> String {
    match doubt {
        Doubt::Unproven => format!("accuracy not certified; {}", bound(&kpca.accuracy)),
        Doubt::Memory { needed } => format!(
            "an approximation, since more does not fit into the memory limit; {}; {needed} would do",
            bound(&kpca.accuracy)
        ),
        Doubt::Landmarks { count, needed } => {
            let why = match needed {
                Some(_) => ", since more does not fit into the memory limit",
                None => "",
            };
            let remedy = needed.map_or_else(String::new, |needed| format!("; {needed} would do"));
            let marks = if count == 1 { "landmark" } else { "landmarks" };
            format!(
                "an approximation from {count} {marks}{why}; {}{remedy}",
                bound(&kpca.accuracy)
            )
        }
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

/// Advice for kernels that lose digits on points far from the origin; empty for other kernels.
fn advice(kernel: Kernel) -> &'static str {
    if kernel.loses_digits_far_off() {
        "; centre or standardise the data"
    } else {
        ""
    }
}

/// Clause on the error bound: of the eigenvalues, or of the scores where the eigenvalues are accurate.
fn bound(accuracy: &Accuracy) -> String {
    let good = Tier::Exact.eigenvalue_tolerance();
    match (accuracy.eigenvalue_bound, accuracy.score_bound) {
        (None, _) => "whether a larger eigenvalue was missed is not known".to_owned(),
        (Some(eigenvalues), Some(scores)) if eigenvalues <= good => {
            format!(
                "scores may be off by up to {} the first component's",
                part(scores)
            )
        }
        (Some(eigenvalues), _) => {
            format!(
                "an eigenvalue may be off by up to {} the largest",
                part(eigenvalues)
            )
        }
    }
}

/// Ratio in words that precede a noun: "5.6 times", "17 % of", "3.5e-4 of".
fn part(share: f64) -> String {
    if share >= 1.0 {
        format!("{share:.1} times")
    } else if share >= 0.005 {
        format!("{:.0} % of", 100.0 * share)
    } else {
        format!("{share:.1e} of")
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use nalgebra::DMatrix;

    use super::*;
    use kernel_pca::{
        kpca::{FitOptions, Solver, Workspace},
        objects::Labels,
    };
    use tabular::Source;

    #[test]
    fn a_bound_is_a_multiple_a_percentage_or_a_power_of_ten() {
        let said = [5.6, 0.17, 3.5e-4].map(part);
        assert_eq!(said, ["5.6 times", "17 % of", "3.5e-4 of"]);
    }

    fn dataset() -> Dataset {
        let table = Source::default().load(&|| false).unwrap();
        Dataset {
            labels: Labels::None,
            ..table.dataset(&tabular::Columns::default()).unwrap()
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
            of_kernel_pca(&dataset(), &fit.unwrap(), Tier::Exact).join(" / ")
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
        let said = of_kernel_pca(&dataset(), &kpca, Tier::Exact);
        let bound = kpca.accuracy.eigenvalue_bound.unwrap();
        assert!(bound > 1e-6);
        assert!(said[0].contains("memory limit"), "{said:?}");
        assert!(said[0].contains(&part(bound)), "{said:?}");
        let moving = of_kernel_pca(&dataset(), &kpca, Tier::Preview);
        assert_eq!(moving, said[1..]);
    }
}
