//! Quantities of the setup and of the data.

use super::{Spec, spec};
use crate::quantity::asked::parallel_gamma;

pub(super) static SPECS: &[Spec] = &[
    spec("n", &[], "number of rows", |it| {
        Ok(it.analysis().dataset.n() as f64)
    }),
    spec("d", &[], "number of features", |it| {
        Ok(it.analysis().dataset.d() as f64)
    }),
    spec(
        "parallel_gamma",
        &[],
        "γ that parallel analysis proposes, as its mark at the slider does",
        parallel_gamma,
    ),
    spec(
        "neighbors",
        &[],
        "neighbours of each row, for Isomap and its like",
        |it| Ok(it.results.setup.manifold.neighbors as f64),
    ),
    spec(
        "value",
        &["row", "feature"],
        "entry of the data, scaled as they are compared",
        |it| {
            let x = it.features()?;
            Ok(x[(it.row(0)?, it.place(1, x.ncols(), "features")?)])
        },
    ),
    spec(
        "row_distance",
        &["row", "row"],
        "distance of two rows in the input, as they are compared",
        |it| {
            let x = it.features()?;
            Ok((x.row(it.row(0)?) - x.row(it.row(1)?)).norm())
        },
    ),
    spec(
        "nearest_distance",
        &[],
        "mean, over the rows, of the distance to the nearest other row",
        |it| {
            let x = it.few_features()?;
            let nearest = |i: usize| {
                let others = (0..x.nrows()).filter(|j| *j != i);
                others
                    .map(|j| (x.row(i) - x.row(j)).norm())
                    .fold(f64::MAX, f64::min)
            };
            let sum: f64 = (0..x.nrows()).map(nearest).sum();
            Ok(sum / x.nrows().max(1) as f64)
        },
    ),
    spec(
        "shorter_than",
        &["length"],
        "share of the rows that are shorter than this, as they are compared",
        |it| {
            let x = it.features()?;
            let shorter = x.row_iter().filter(|row| row.norm() < it.arguments[0]);
            Ok(shorter.count() as f64 / x.nrows().max(1) as f64)
        },
    ),
    spec(
        "mean_length",
        &[],
        "mean length of the rows, as they are compared",
        |it| {
            let x = it.features()?;
            let sum: f64 = x.row_iter().map(|row| row.norm_squared().sqrt()).sum();
            Ok(sum / x.nrows().max(1) as f64)
        },
    ),
    spec(
        "mean_distance",
        &[],
        "mean distance of two rows, as they are compared",
        |it| {
            let distances = it.distances()?;
            Ok(distances.iter().sum::<f64>() / distances.len().max(1) as f64)
        },
    ),
    spec(
        "distance_spread",
        &[],
        "standard deviation of the distances of two rows over their mean",
        |it| {
            let distances = it.distances()?;
            let count = distances.len().max(1) as f64;
            let mean = distances.iter().sum::<f64>() / count;
            let squares = distances.iter().map(|it| (it - mean).powi(2)).sum::<f64>();
            Ok((squares / count).sqrt() / mean)
        },
    ),
];
