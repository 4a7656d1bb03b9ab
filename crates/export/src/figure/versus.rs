//! Pictures of one panel side by side, such as A against B: titles that say what tells them apart, and common axes.

use super::content::PanelContent;
use chart::{
    Chart,
    layout::{in_common, shown},
};
use explorer::{
    analysis::Analysis,
    panel::{Compared, Panel},
    view::kernel_label,
};

/// Remark where pictures side by side have axes of their own.
const OTHER_AXES: &str = "axes of its own: spans differ more than fourfold";

/// Titles of a picture among others, ever shorter: its letter, what tells it apart, its name and its numbers. Those of a
/// `brief` one leave the kernel to the caption.
pub(super) fn titles(compared: &Compared, title: &str, of: &Analysis, brief: bool) -> Vec<String> {
    let letter = compared.name;
    let kernel = kernel_label(&of.kernel);
    let is_of_kernel = title.split(" · ").any(|part| part == kernel);
    let words = &compared.words;
    let said = if brief || !is_of_kernel || words.contains(&kernel) {
        words.clone()
    } else if kernel.contains(&**words) {
        kernel.clone()
    } else {
        format!("{words}, {kernel}")
    };
    let parts = title.split(" · ");
    let parts = parts.filter(|part| ![letter, &kernel, &of.dataset.name].contains(part));
    let parts: Vec<&str> = parts.collect();
    let numbers: Vec<&str> = parts
        .iter()
        .map(|part| part.strip_prefix("separates ").unwrap_or(part))
        .collect();
    let after = |parts: &[&str]| {
        let all = [letter, &said].into_iter().chain(parts.iter().copied());
        let all: Vec<&str> = all.filter(|part| !part.is_empty()).collect();
        all.join(" · ")
    };
    let nameless = numbers.get(1..).unwrap_or_default();
    [&parts[..], &numbers, nameless, &[]].map(after).to_vec()
}

/// Takes the remark on differences, which titles say, out of a chart's note.
pub(super) fn drop_remark(compared: &Compared, chart: &mut Chart) {
    if let (Some(remark), Some(note)) = (&compared.remark, &chart.note) {
        let rest = note.strip_prefix(&**remark).unwrap_or(note);
        let rest = rest.trim_start_matches("; ");
        chart.note = (!rest.is_empty()).then(|| rest.to_owned());
    }
}

/// Gives pictures that stand beside others of the same panel common axes where all can be seen on them, unless other
/// limits are asked for; adds a remark where spans differ too much for that.
pub(super) fn share_axes(
    contents: &mut [PanelContent],
    panels: &[Panel],
    compared: &[Option<Compared>],
) {
    let whole = |content: &PanelContent| content.zoom.is_none() && !content.chart.is_space();
    let all: Vec<_> = contents
        .iter()
        .map(|it| whole(it).then(|| shown(&it.chart)))
        .collect();
    let of = |panel: &Panel| all[panels.iter().position(|it| it == panel)?];
    for (i, compared) in compared.iter().enumerate() {
        let (Some(Compared { others, .. }), Some(own)) = (compared, all[i]) else {
            continue;
        };
        let others: Vec<_> = others.iter().filter_map(of).collect();
        if others.is_empty() {
            continue;
        }
        let content = &mut contents[i];
        match in_common(own, others.into_iter()) {
            Some(common) => content.zoom = Some(common),
            None => content.chart.remark(OTHER_AXES.to_owned()),
        }
    }
}
