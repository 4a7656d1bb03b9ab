//! Titles and axes of plots.

use super::{Code, Content, Plot, limits, matplotlib_text, rounded};
use crate::view::{Axis, Scale};

/// Title and axes.
pub(super) fn settings(plot: &Plot, code: &mut Code) {
    let mut said = vec![format!("title={}", matplotlib_text(&plot.title))];
    let mut whole = Vec::new();
    for (name, axis) in [("x", &plot.x), ("y", &plot.y)] {
        said.extend(axis_settings(name, axis));
        match axis.scale {
            Scale::Log10 => said.push(format!("{name}scale=\"log\"")),
            Scale::Unmarked => said.push(format!("{name}ticks=[]")),
            Scale::Count => whole.push(name),
            Scale::Linear => {}
        }
    }
    if plot.equal {
        said.push("aspect=\"equal\"".into());
        // Axes are prolonged, as in the window; a part, or what fills its frame, has it made fit.
        if matches!(plot.content, Content::Dots(_)) && plot.x.range.is_none() {
            said.push("adjustable=\"datalim\"".into());
        }
    }
    code.line(&format!("ax.set({})", said.join(", ")));
    for name in whole {
        code.line(&format!("ax.locator_params(axis=\"{name}\", integer=True)"));
    }
}

pub(super) fn axis_settings(name: &str, axis: &Axis) -> Vec<String> {
    let label =
        (!axis.label.is_empty()).then(|| format!("{name}label={}", matplotlib_text(&axis.label)));
    let limits =
        limits(axis).map(|[low, high]| format!("{name}lim=({}, {})", rounded(low), rounded(high)));
    label.into_iter().chain(limits).collect()
}
