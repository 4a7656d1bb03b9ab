//! Titles and axes of plots.

use super::{Plot, limits, quoted, rounded};
use crate::view::{Axis, Scale};

/// Title and axes; the ranges are those wanted unless the plot has its own.
pub(super) fn settings(plot: &Plot, wanted: [Option<String>; 2]) -> String {
    titled(&plot.title, plot, wanted)
}

pub(super) fn titled(title: &str, plot: &Plot, wanted: [Option<String>; 2]) -> String {
    let Axis { label: x, .. } = &plot.x;
    let Axis { label: y, .. } = &plot.y;
    let mut said = vec![
        format!("main = {}", quoted(title)),
        format!("xlab = {}, ylab = {}", quoted(x), quoted(y)),
    ];
    for ((name, axis), wanted) in [("x", &plot.x), ("y", &plot.y)].into_iter().zip(wanted) {
        let own = limits(axis).map(|[low, high]| format!("c({}, {})", rounded(low), rounded(high)));
        said.extend(own.or(wanted).map(|range| format!("{name}lim = {range}")));
        match axis.scale {
            Scale::Log10 => said.push(format!("log = \"{name}\"")),
            Scale::Unmarked => said.push(format!("{name}axt = \"n\"")),
            Scale::Linear | Scale::Count => {}
        }
    }
    if plot.equal {
        said.push("asp = 1".into());
    }
    said.join(", ")
}
