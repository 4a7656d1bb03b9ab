//! Rows that are pictures, drawn in place of their dots.

use super::{Chart, Mark, Pictures};
use crate::data::{self, Dataset};

/// Pictures of rows, as a chart holds them.
pub(crate) fn chart_pictures(pictures: &data::Pictures) -> Pictures {
    Pictures::new(pictures.size(), pictures.all_shades())
}

/// Replaces every dot by the picture that its row is, if rows are pictures.
pub(crate) fn show(chart: &mut Chart, dataset: &Dataset) {
    let Some(pictures) = &dataset.pictures else {
        return;
    };
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            points.pictures = Some(chart_pictures(pictures));
        }
    }
}
