//! Quantities by which components are judged: separation, accuracy, errors, novelty, pre-images.

use super::{Spec, spec};
use kernel_pca::method::Method;

pub(super) static SPECS: &[Spec] = &[
    spec(
        "separation",
        &["components"],
        "how well this many components predict the label, from 0 to 1; R² for a quantity",
        |it| {
            let separation = it.analysis().explain.separation.as_ref();
            let scores = separation.map_or(&[][..], |it_| it_.of(it.method));
            if scores.is_empty() {
                return Err("show the plot of its scores, and data with labels".into());
            }
            Ok(scores[it.place(0, scores.len(), "components")?].mean)
        },
    ),
    spec(
        "accuracy",
        &["components"],
        "share of new rows whose label a linear rule on this many components gets right",
        |it| {
            let separation = it.analysis().explain.separation.as_ref();
            let scores = separation.map_or(&[][..], |it_| it_.on_new(it.method));
            if scores.is_empty() {
                return Err(
                    "show the curve of the separation, with new rows that have labels".into(),
                );
            }
            it.of_component(0, scores)
        },
    ),
    spec(
        "trustworthiness",
        &["neighbors"],
        "how far the neighbours that its plot shows are neighbours in the input, 1 for all of them",
        |it| it.by_neighbors(0, &it.picture_trust()?.trust.trustworthiness),
    ),
    spec(
        "continuity",
        &["neighbors"],
        "how far neighbours in the input are neighbours in its plot, 1 for all of them",
        |it| it.by_neighbors(0, &it.picture_trust()?.trust.continuity),
    ),
    spec(
        "rank_correlation",
        &[],
        "Spearman's correlation of distances in its plot with those in the input",
        |it| {
            let found = it.picture_trust()?.rank_correlation;
            found.ok_or_else(|| "all distances are equal".to_owned())
        },
    ),
    spec(
        "held_out",
        &["components"],
        "accuracy for held-out rows by this many components, at the best value on the curve of the sweep",
        |it| Ok(it.best_held_out()?.1),
    ),
    spec(
        "held_out_gamma",
        &["components"],
        "γ at which that is",
        |it| Ok(it.best_held_out()?.0),
    ),
    spec(
        "gamma_from",
        &["components", "separation"],
        "smallest γ at which this many components reach a separation, to 12 %",
        |it| Ok(it.gamma_range()?[0]),
    ),
    spec(
        "gamma_to",
        &["components", "separation"],
        "largest γ before that separation is lost again, to 12 %",
        |it| Ok(it.gamma_range()?[1]),
    ),
    spec(
        "noise_error",
        &[],
        "mean squared error of noisy rows, before they are cleaned",
        |it| Ok(it.denoising()?.errors().0),
    ),
    spec(
        "denoising_components",
        &[],
        "number of components q that rows are rebuilt from",
        |it| Ok(it.denoising()?.q as f64),
    ),
    spec(
        "denoising_error",
        &[],
        "mean squared error of rows rebuilt from q components",
        |it| {
            let (_, linear, kernel) = it.denoising()?.errors();
            match it.method {
                Method::Pca => Ok(linear),
                Method::Kpca => kernel.ok_or_else(|| "kernel PCA rebuilt no rows".to_owned()),
                _ => Err(it.only_of("linear PCA and kernel PCA")),
            }
        },
    ),
    spec(
        "least_denoising_error",
        &[],
        "the smallest of these on the curve over q",
        |it| Ok(it.best_denoising()?.1),
    ),
    spec(
        "best_denoising",
        &[],
        "the number of components at which it is smallest",
        |it| Ok(it.best_denoising()?.0),
    ),
    spec(
        "eigenvalue_bound",
        &[],
        "how far an eigenvalue of kernel PCA may be off, relative to the largest, as its fit bounds it",
        |it| {
            let bound = it.analysis().kpca.accuracy.eigenvalue_bound;
            bound.ok_or_else(|| "this fit has no bound".to_owned())
        },
    ),
    spec(
        "novelty",
        &["row"],
        "squared distance of a row's image from the components, what they leave unexplained",
        |it| Ok(it.novelty()?.fitted[it.row(0)?]),
    ),
    spec(
        "novelty_rank",
        &["row"],
        "place of a row among all by its novelty, 1 for the largest",
        |it| {
            let fitted = &it.novelty()?.fitted;
            let own = fitted[it.row(0)?];
            Ok(1.0 + fitted.iter().filter(|other| **other > own).count() as f64)
        },
    ),
    spec(
        "novelty_of_rank",
        &["rank"],
        "novelty of the row at a place among all, 1 for the largest",
        |it| {
            let mut fitted = it.novelty()?.fitted.clone();
            fitted.sort_by(|a, b| b.total_cmp(a));
            Ok(fitted[it.place(0, fitted.len(), "rows")?])
        },
    ),
    spec(
        "hotelling",
        &["row"],
        "Hotelling's T² of a row: the sum of its squared scores over their variances, with divisor n − 1",
        |it| {
            let embedding = it.analysis().embedding(it.method)?;
            let row = it.row(0)?;
            let n = it.analysis().dataset.n().max(2) as f64;
            // Linear PCA's eigenvalues are variances with divisor n.
            let of_all = if it.method == Method::Pca {
                (n - 1.0) / n
            } else {
                n - 1.0
            };
            let values = it.eigenvalues()?.iter().enumerate();
            let positive = values.filter(|(_, value)| **value > 0.0);
            Ok(positive
                .map(|(at, value)| embedding.score(row, at).powi(2) * of_all / value)
                .sum())
        },
    ),
    spec(
        "pre_image",
        &["method", "feature"],
        "coordinate of the pre-image by a method, 1 to 4 as they stand in the panel's key",
        |it| {
            let point = &it.pre_image(0)?.point;
            Ok(point[it.place(1, point.len(), "features")?])
        },
    ),
    spec(
        "pre_image_distance",
        &["method"],
        "distance in the feature space of that pre-image's image from what was asked for",
        |it| Ok(it.pre_image(0)?.distance),
    ),
];
