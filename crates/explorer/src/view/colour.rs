//! Colours of dots by the novelty of their rows, or by how far the plot separates them from their nearest neighbours,
//! in place of their label.

use super::points::{coloured_by, extent, shades};
use crate::{analysis::Analysis, setup::DotColour};
use chart::{Chart, ColorMap, Key, Mark};
use kernel_pca::method::Method;

/// Recolours the dots of a finished chart by another quantity, where that is wanted and known; `plane` is the method
/// whose scores the dots show in 2-D, `None` for other plots.
pub fn colour(chart: &mut Chart, analysis: &Analysis, by: DotColour, plane: Option<Method>) {
    if !chart.has_dots() {
        return;
    }
    match by {
        DotColour::Label => {}
        DotColour::Novelty => {
            let Some(novelty) = analysis.explain.novelty.as_ref() else {
                return;
            };
            let both = [&novelty.fitted[..], novelty.of_new()];
            recolour(chart, analysis, "reconstruction error", both);
        }
        DotColour::Torn => {
            let trust = analysis.explain.trust.as_ref();
            let found = trust.zip(plane).and_then(|(trust, of)| trust.of(of));
            if let Some(found) = found {
                recolour(chart, analysis, "torn neighbours", [&found.torn, &[]]);
            }
        }
    }
}

/// Recolours fitted and new rows by their values; new rows without values keep their colours.
fn recolour(chart: &mut Chart, analysis: &Analysis, name: &str, [fitted, new]: [&[f64]; 2]) {
    // One scale for all, so that a new row is as bright as one that is as far off.
    let all = fitted.iter().chain(new).copied();
    let known: Vec<f64> = all.filter(|value| !value.is_nan()).collect();
    for mark in &mut chart.marks {
        match mark {
            Mark::Points(points) => {
                points.paints = shades(&known, points.rows.iter().map(|&row| fitted[row]));
            }
            Mark::NewRows(points) if !new.is_empty() => {
                points.paints = shades(&known, points.rows.iter().map(|&row| new[row]));
            }
            _ => {}
        }
    }
    // A map keeps the key to its own colours.
    if !chart.has_images() {
        chart.key = Key::color_bar(name, extent(&known), ColorMap::Sequential);
    }
    let label = coloured_by(&analysis.dataset.labels);
    let by = format!("coloured by {name}");
    chart.summary = chart.summary.replace(&label, &by);
}
