//! Quantities of the kernel matrix and of images.

use super::{Spec, spec};

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
];
