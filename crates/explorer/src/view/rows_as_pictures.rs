//! Rows that are pictures, drawn in place of their dots.

use chart::{Chart, Mark, Pictures};
use tabular::Dataset;

/// Pictures of rows, as a chart holds them.
pub fn chart_pictures(pictures: &tabular::Pictures) -> Pictures {
    Pictures::new(pictures.size(), pictures.all_shades())
}

/// Replaces every dot by the picture that its row is, if rows are pictures.
pub fn show(chart: &mut Chart, dataset: &Dataset) {
    let Some(pictures) = &dataset.pictures else {
        return;
    };
    for mark in &mut chart.marks {
        if let Mark::Points(points) = mark {
            points.pictures = Some(chart_pictures(pictures));
        }
    }
}
