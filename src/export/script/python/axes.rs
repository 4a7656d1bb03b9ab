//! Titles and axes of plots.

use super::{Code, Content, Plot, Share, limits, matplotlib_text, rounded};
use crate::view::{Axis, Scale};

/// Title and axes.
pub(super) fn settings(plot: &Plot, code: &mut Code) {
    let mut said = vec![format!("title={}", matplotlib_text(&plot.title))];
    let mut whole = Vec::new();
    for ((name, axis), share) in [("x", &plot.x), ("y", &plot.y)]
        .into_iter()
        .zip(plot.shares)
    {
        said.extend(axis_settings(name, axis, share));
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

/// The name of an axis, with the share of the variance that the script computes.
pub(super) fn label(name: &str, share: Share) -> String {
    match share {
        Some((method, j)) => {
            let shares = method.spec().prefix;
            format!("f\"{name} ({{100 * {shares}share[{j}]:.1f}} %)\"")
        }
        None => matplotlib_text(name),
    }
}

pub(super) fn axis_settings(name: &str, axis: &Axis, share: Share) -> Vec<String> {
    let label = (!axis.label.is_empty())
        .then(|| format!("{name}label={}", self::label(&axis.label, share)));
    let limits =
        limits(axis).map(|[low, high]| format!("{name}lim=({}, {})", rounded(low), rounded(high)));
    label.into_iter().chain(limits).collect()
}
