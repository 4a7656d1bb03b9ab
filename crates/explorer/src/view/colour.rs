//! Colours of dots by the novelty of their rows, in place of their label.

use super::points::{coloured_by, extent, shades};
use crate::{analysis::Analysis, setup::DotColour};
use chart::{Chart, ColorMap, Key, Mark};

/// Recolours the dots of a finished chart by another quantity, where that is wanted and known.
pub fn colour(chart: &mut Chart, analysis: &Analysis, by: DotColour) {
    let Some(novelty) = analysis.explain.novelty.as_ref() else {
        return;
    };
    if by == DotColour::Label || !chart.has_dots() {
        return;
    }
    let new = novelty.of_new();
    // One scale for all, so that a new row is as bright as one that is as far off.
    let known = [&novelty.fitted[..], new].concat();
    for mark in &mut chart.marks {
        match mark {
            Mark::Points(points) => {
                let errors = points.rows.iter().map(|&row| novelty.fitted[row]);
                points.paints = shades(&known, errors);
            }
            Mark::NewRows(points) if !new.is_empty() => {
                points.paints = shades(&known, points.rows.iter().map(|&row| new[row]));
            }
            _ => {}
        }
    }
    // A map keeps the key to its own colours.
    if !chart.has_images() {
        let range = extent(&known);
        chart.key = Key::color_bar("reconstruction error", range, ColorMap::Sequential);
    }
    let label = coloured_by(&analysis.dataset.labels);
    chart.summary = chart
        .summary
        .replace(&label, "coloured by reconstruction error");
}
