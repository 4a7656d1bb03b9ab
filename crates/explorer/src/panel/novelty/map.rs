//! Novelty over the plane of the input.

use super::{Shares, nothing_left};
use crate::{
    analysis::{Analysis, ContourMap, Contours, Novelty},
    panel::{
        Content, Control, NOT_COMPUTED, Panel, PanelSpec,
        contours::{MapQuantity, axes, fixed, rows},
    },
    setup::View,
    view::{aspect, kernel_label},
};
use chart::{Chart, ColorMap, Line, Mark, Paint, noted, number};
use kernel_pca::explain::level_lines;

/// Panel of the distance from the components of kernel PCA at each place of the input.
pub(in crate::panel) struct NoveltyMap;

impl PanelSpec for NoveltyMap {
    fn about(&self) -> &'static str {
        "How new each place of the input is to the components of kernel PCA: the squared distance of its \
         image from them. The red line is the threshold of the novelty panel."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        map(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::Novelty, Control::Contours]
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let novelty = analysis.explain.novelty.as_ref()?;
        Some(Content::Novelty {
            threshold: novelty.threshold(view.novelty_threshold),
            map: Some(analysis.explain.novelty_map.as_ref()?),
        })
    }
}

fn map(analysis: &Analysis, view: &View) -> Chart {
    let title = format!("Novelty map · {}", kernel_label(&analysis.kernel));
    let explain = &analysis.explain;
    let (Some(novelty), Some(contours)) = (&explain.novelty, &explain.novelty_map) else {
        return Chart::empty(&title, missing(analysis, view));
    };
    match &contours.maps[..] {
        [map, ..] if map.field.values.iter().all(|value| value.is_finite()) => {
            of_plane(analysis, view, title, novelty, (contours, map))
        }
        _ => Chart::empty(&title, "the error is too large to draw on this plane"),
    }
}

/// Reason why there is no map.
fn missing(analysis: &Analysis, view: &View) -> &'static str {
    if let Some(lack) = analysis.dataset.objects.lack_of_features() {
        lack
    } else if analysis.dataset.d() < 2 {
        "a map lies over two columns, and the data have one"
    } else if analysis.explain.novelty.is_some() && view.panels.contains(&Panel::NoveltyMap) {
        "a map needs two different columns that vary: choose others in the input plot"
    } else {
        NOT_COMPUTED
    }
}

fn of_plane(
    analysis: &Analysis,
    view: &View,
    title: String,
    novelty: &Novelty,
    (contours, map): (&Contours, &ContourMap),
) -> Chart {
    let shares = Shares::of(novelty, view);
    let [x, y] = axes(analysis, contours);
    let most = map.range[1];
    let shown = MapQuantity {
        name: "reconstruction error".to_owned(),
        line: "error".to_owned(),
        range: [0.0, most],
        colors: ColorMap::Sequential,
    };
    let mut marks = shown.marks(contours, map, view, |xy| xy);
    let border = level_lines(&map.field, &contours.plane, &[shares.threshold]);
    marks.extend(border.into_iter().map(|line| {
        let name = shown.line_name(line.value);
        Mark::Line(Line::new(name, Paint::Warning, line.xy))
    }));
    marks.extend(rows(analysis, contours, view, |xy| xy));
    let (aspect, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
    let beyond = format!(
        "beyond {}: {}",
        number(shares.threshold),
        shares.words().join(", ")
    );
    let said = nothing_left(analysis, most).unwrap_or_else(|| beyond.clone());
    let remarks = [Some(said), squeezed, fixed(contours)];
    Chart {
        summary: format!(
            "Reconstruction error of {} over {} and {}, up to {}; {beyond}.",
            analysis.dataset.name,
            x.label,
            y.label,
            number(most)
        ),
        title,
        x,
        y,
        aspect,
        marks,
        key: shown.key(&shown.name, view),
        note: noted(remarks.into_iter().flatten()),
    }
}
