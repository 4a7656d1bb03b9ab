//! Quantities of directions in the input: variance along a line and distance from it, singular values.

use nalgebra::{DMatrix, DVector};

use super::{Spec, spec};
use crate::quantity::asked::QuantityRequest;

pub(super) static SPECS: &[Spec] = &[
    spec(
        "turned_variance",
        &["degrees"],
        "variance of the rows along the direction at this angle from the first feature, in the plane of the first two",
        |it| Ok(along(&it.centered_rows()?, &turned(it)?)),
    ),
    spec(
        "turned_error",
        &["degrees"],
        "mean squared distance of the rows, in that plane, from the line through their mean in that direction",
        |it| {
            let direction = turned(it)?;
            let plane = it.centered_rows()?.columns(0, 2).into_owned();
            Ok(beside(&plane, &direction))
        },
    ),
    spec(
        "probe_variance",
        &[],
        "variance of the rows along the direction from their mean to the probe",
        |it| Ok(along(&it.centered_rows()?, &it.to_probe()?)),
    ),
    spec(
        "probe_error",
        &[],
        "mean squared distance of the rows from the line through their mean and the probe",
        |it| Ok(beside(&it.centered_rows()?, &it.to_probe()?)),
    ),
    spec(
        "singular_value",
        &["index"],
        "singular value of the table of the features with their means taken away, the largest first",
        |it| {
            let mut values = it.centered_rows()?.singular_values().as_slice().to_vec();
            values.sort_by(|a, b| b.total_cmp(a));
            Ok(values[it.place(0, values.len(), "singular values")?])
        },
    ),
    spec(
        "rank_error",
        &["rank"],
        "sum of the squared entries that the best table of this rank leaves over, means taken away before",
        |it| {
            let x = it.centered_rows()?;
            let axes = &it.analysis().pca.components;
            let rank = it.place(0, axes.nrows(), "components")? + 1;
            let kept = axes.rows(0, rank).into_owned();
            Ok((&x - &x * kept.transpose() * &kept).norm_squared())
        },
    ),
];

/// Direction of length 1 at the angle that the first argument gives in degrees, in the plane of the first two features.
fn turned(asked: &QuantityRequest<'_>) -> Result<DVector<f64>, String> {
    let count = asked.features()?.ncols();
    QuantityRequest::check_plane(count)?;
    let (sine, cosine) = asked.arguments[0].to_radians().sin_cos();
    let mut direction = DVector::zeros(count);
    (direction[0], direction[1]) = (cosine, sine);
    Ok(direction)
}

/// Variance (divisor n) of centred rows (n × d) along a direction of length 1.
fn along(x: &DMatrix<f64>, direction: &DVector<f64>) -> f64 {
    (x * direction).norm_squared() / x.nrows().max(1) as f64
}

/// Mean squared distance of centred rows (n × d) from the line along a direction of length 1; entries of the direction
/// after the first d are ignored.
fn beside(x: &DMatrix<f64>, direction: &DVector<f64>) -> f64 {
    let direction = direction.rows(0, x.ncols()).into_owned();
    let shadows = x * &direction * direction.transpose();
    (x - shadows).norm_squared() / x.nrows().max(1) as f64
}
