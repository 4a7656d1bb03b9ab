//! Rows that are pictures, drawn in place of their dots.

use std::sync::Arc;

use super::{Chart, Mark};
use crate::data::Dataset;

/// Replaces every dot by the picture that its row is, if rows are pictures.
pub(crate) fn show(chart: &mut Chart, dataset: &Dataset) {
    let Some(pictures) = &dataset.pictures else {
        return;
    };
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            points.pictures = Some(Arc::clone(pictures));
        }
    }
}
