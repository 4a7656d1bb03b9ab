//! Quantities of the kernel matrix and of images.

use super::{Spec, spec};
use kernel_pca::eigen::dense::symmetric_eigenvalues;

pub(super) static SPECS: &[Spec] = &[
    spec(
        "kernel",
        &["row", "row"],
        "entry of the kernel matrix K",
        |it| Ok(it.kernel(&[it.row(0)?], &[it.row(1)?])[(0, 0)]),
    ),
    spec(
        "centered",
        &["row", "row"],
        "entry of the centred kernel matrix",
        |it| {
            let (i, j) = (it.row(0)?, it.row(1)?);
            Ok(it.centered_kernel()?[(i, j)])
        },
    ),
    spec(
        "mean_norm",
        &[],
        "‖μ‖², squared length of the mean of all images: the mean of K",
        |it| Ok(it.whole_kernel()?.mean()),
    ),
    spec(
        "distance",
        &["row", "row"],
        "distance of two images in the feature space",
        |it| {
            let k = it.pair()?;
            Ok((k[(0, 0)] - 2.0 * k[(0, 1)] + k[(1, 1)]).max(0.0).sqrt())
        },
    ),
    spec(
        "cosine",
        &["row", "row"],
        "cosine of the angle between two images",
        |it| {
            let k = it.pair()?;
            Ok(k[(0, 1)] / (k[(0, 0)] * k[(1, 1)]).sqrt())
        },
    ),
    spec(
        "cosine_spread",
        &[],
        "root mean square of the cosines between the images of two different rows",
        |it| {
            let k = it.whole_kernel()?;
            let n = k.nrows();
            let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
            let squares = pairs.map(|(i, j)| k[(i, j)].powi(2) / (k[(i, i)] * k[(j, j)]));
            Ok((squares.sum::<f64>() / (n * n.saturating_sub(1) / 2).max(1) as f64).sqrt())
        },
    ),
    spec(
        "largest_kernel",
        &[],
        "largest entry of the kernel matrix K",
        |it| Ok(it.kernel_entries()?.into_iter().fold(f64::MIN, f64::max)),
    ),
    spec(
        "smallest_kernel",
        &[],
        "smallest entry of the kernel matrix K",
        |it| Ok(it.kernel_entries()?.into_iter().fold(f64::MAX, f64::min)),
    ),
    spec(
        "largest_beside_diagonal",
        &[],
        "largest entry of K that compares a row with another",
        |it| {
            let mut k = it.whole_kernel()?;
            k.fill_diagonal(f64::MIN);
            Ok(k.max())
        },
    ),
    spec(
        "pairs_at_most",
        &["value"],
        "share of the pairs of different rows whose entry of K is at most this",
        |it| {
            let k = it.whole_kernel()?;
            let n = k.nrows();
            let pairs = (0..n).flat_map(|i| (0..i).map(move |j| (i, j)));
            let below = pairs.filter(|(i, j)| k[(*i, *j)] <= it.arguments[0]);
            Ok(below.count() as f64 / (n * n.saturating_sub(1) / 2).max(1) as f64)
        },
    ),
    spec(
        "kernel_eigenvalue",
        &["index"],
        "eigenvalue of K itself, which is not centred, the largest first",
        |it| {
            let values = symmetric_eigenvalues(&it.whole_kernel()?, &|| false);
            let mut values = values.map_err(|_| "the eigenvalues did not converge".to_owned())?;
            values.sort_by(|a, b| b.total_cmp(a));
            Ok(values[it.place(0, values.len(), "eigenvalues")?])
        },
    ),
    spec(
        "features",
        &[],
        "number of features that the kernel's map has, written out",
        |it| {
            let space = it.analysis().explain.feature_space.as_deref();
            let space = space.ok_or("show the panel of the feature map")?;
            let space = space
                .as_ref()
                .map_err(|_| "this kernel has no map that can be written out")?;
            Ok(space.map.monomials().len() as f64)
        },
    ),
    spec(
        "empirical_product",
        &["row", "row"],
        "inner product of the empirical features K^(−½)·k(x) of two rows",
        |it| Ok(it.mapped(0)?[0].dot(&it.mapped(1)?[0])),
    ),
    spec(
        "mercer_product",
        &["row", "row"],
        "inner product of Mercer's features √λ·u of two rows",
        |it| Ok(it.mapped(0)?[1].dot(&it.mapped(1)?[1])),
    ),
    spec(
        "mercer",
        &["row", "coordinate"],
        "coordinate of Mercer's features √λ·u of a row, that of the largest eigenvalue of K first",
        |it| {
            let features = &it.mapped(0)?[1];
            Ok(features[it.place(1, features.nrows(), "coordinates")?])
        },
    ),
    spec(
        "empirical",
        &["row", "coordinate"],
        "coordinate of the empirical features K^(−½)·k(x) of a row, one for each row",
        |it| {
            let features = &it.mapped(0)?[0];
            Ok(features[it.place(1, features.nrows(), "coordinates")?])
        },
    ),
    spec(
        "series",
        &["row", "row", "terms"],
        "entry of the first terms of Σ (βS)ˡ/l! (diffusion kernel) or Σ (βS)ˡ (von Neumann kernel)",
        |it| {
            let terms = it.place(2, MOST_TERMS, "terms")? + 1;
            Ok(it.series(terms)?[(it.row(0)?, it.row(1)?)])
        },
    ),
    spec(
        "beta_bound",
        &[],
        "β at which the von Neumann kernel ceases to exist on this graph",
        |it| {
            let bound = it.analysis().beta_bound;
            bound.ok_or_else(|| "no β is too large here".to_owned())
        },
    ),
];

/// Largest number of terms of a series.
const MOST_TERMS: usize = 1000;
