//! Quantities of eigenvalues, shares and variances.

use super::{Spec, spec};
use kernel_pca::{kpca::components_for, method::Method};

pub(super) static SPECS: &[Spec] = &[
    spec("components", &[], "number of components computed", |it| {
        Ok(it.eigenvalues()?.len() as f64)
    }),
    spec(
        "eigenvalue",
        &["component"],
        "eigenvalue; of linear PCA the variance along the component",
        |it| it.of_component(0, it.eigenvalues()?),
    ),
    spec(
        "variance",
        &["component"],
        "variance of the scores: λ/n for kernel PCA",
        |it| {
            let value = it.of_component(0, it.eigenvalues()?)?;
            let n = it.analysis().dataset.n().max(1) as f64;
            Ok(if it.method == Method::Pca {
                value
            } else {
                value / n
            })
        },
    ),
    spec(
        "share",
        &["component"],
        "share of the variance, of all of it",
        |it| it.of_component(0, &it.shares()?),
    ),
    spec(
        "cumulative",
        &["count"],
        "share of the variance of the first components together",
        |it| {
            let shares = it.shares()?;
            let count = it.place(0, shares.len(), "components")? + 1;
            Ok(shares[..count].iter().sum())
        },
    ),
    spec(
        "kept_share",
        &["component"],
        "eigenvalue over the sum of those computed: the common mistake",
        |it| {
            let values = it.eigenvalues()?;
            Ok(it.of_component(0, values)? / values.iter().sum::<f64>())
        },
    ),
    spec(
        "components_for",
        &["share"],
        "smallest number of components that reach a share of the variance",
        |it| {
            let reached = components_for(&it.shares()?, it.arguments[0]);
            // More than were computed.
            Ok(reached.map_or(f64::INFINITY, |count| count as f64))
        },
    ),
    spec(
        "total_variance",
        &[],
        "variance in the feature space: the trace over n",
        |it| {
            let analysis = it.analysis();
            match it.method {
                Method::Pca => Ok(analysis.pca.total),
                Method::Kpca => Ok(analysis.kpca.trace / analysis.dataset.n().max(1) as f64),
                _ => Err(it.only_of("linear PCA and kernel PCA")),
            }
        },
    ),
    spec(
        "positive_variance",
        &[],
        "sum of the positive eigenvalues over n: more than the total variance where others are negative",
        |it| {
            let values = it.centered_eigenvalues()?;
            let positive = values.iter().filter(|value| **value > 0.0);
            Ok(positive.sum::<f64>() / values.len().max(1) as f64)
        },
    ),
    spec(
        "undetermined",
        &[],
        "number of components whose axes are arbitrary, as their eigenvalues are equal",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            // A run may end with a component that is not computed.
            let computed = embedding.eigenvalues().len();
            let runs = embedding.undetermined().iter();
            Ok(runs
                .map(|run| run.end.min(computed) - run.start)
                .sum::<usize>() as f64)
        },
    ),
    spec(
        "negative",
        &[],
        "number of negative eigenvalues known",
        |it| Ok(it.analysis().kpca.negative_eigenvalues.len() as f64),
    ),
    spec(
        "least_eigenvalue",
        &[],
        "smallest eigenvalue of the centred kernel matrix, negative where the kernel is no inner product",
        |it| {
            let values = it.centered_eigenvalues()?;
            Ok(values.into_iter().fold(f64::MAX, f64::min))
        },
    ),
];
