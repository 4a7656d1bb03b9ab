//! Novelty over the plane of the input.

use super::{Shares, nothing_left};
use crate::{
    analysis::{Analysis, ContourMap, Contours, Novelty},
    explain::{LevelLine, level_lines},
    panel::{
        Content, Control, PanelSpec,
        contours::{fixed, new_rows},
    },
    setup::{ContourStyle, View},
    view::{
        Axis, Chart, ColorMap, Image, Key, Line, LineStyle, Mark, Paint, Scale, aspect,
        kernel_label, number, points,
    },
};

/// Panel of the distance at each place of the input.
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
    } else if analysis.explain.novelty.is_some()
        && view.panels.contains(&crate::panel::Panel::NoveltyMap)
    {
        "a map needs two different columns that vary: choose others in the input plot"
    } else {
        "not computed: show this panel first"
    }
}

fn of_plane(
    analysis: &Analysis,
    view: &View,
    title: String,
    novelty: &Novelty,
    (contours, map): (&Contours, &ContourMap),
) -> Chart {
    let dataset = &*analysis.dataset;
    let shares = Shares::of(novelty, view);
    let [horizontal, vertical] = [0, 1].map(|axis| Axis {
        range: Some(contours.plane.spans[axis]),
        ..Axis::new(
            dataset.feature_names[contours.plane.columns[axis]].clone(),
            Scale::Linear,
        )
    });
    let most = map.range[1];
    let mut marks = layers(contours, map, shares.threshold, view.contours.style);
    if view.contours.points {
        let columns = contours.plane.columns;
        let [x, y] = columns.map(|j| dataset.x.column(j).iter().copied().collect::<Vec<f64>>());
        marks.push(Mark::Points(points(dataset, &x, &y)));
        marks.extend(new_rows(analysis, columns, |xy| xy));
    }
    let (aspect, squeezed) = aspect(&contours.plane.spans[0], &contours.plane.spans[1]);
    let beyond = format!(
        "beyond {}: {}",
        number(shares.threshold),
        shares.words().join(", ")
    );
    let said = nothing_left(analysis, most).unwrap_or_else(|| beyond.clone());
    let notes: Vec<String> = [Some(said), squeezed, fixed(contours)]
        .into_iter()
        .flatten()
        .collect();
    Chart {
        summary: format!(
            "Reconstruction error of {} over {} and {}, up to {}; {beyond}.",
            dataset.name,
            horizontal.label,
            vertical.label,
            number(most)
        ),
        title,
        x: horizontal,
        y: vertical,
        aspect,
        marks,
        key: match view.contours.style {
            ContourStyle::Lines => Key::None,
            ContourStyle::Bands | ContourStyle::Both => Key::ColorBar {
                title: "reconstruction error".to_owned(),
                min: 0.0,
                max: most,
                map: ColorMap::Sequential,
            },
        },
        note: (!notes.is_empty()).then(|| notes.join("; ")),
    }
}

/// Bands and lines of the distance, and the threshold's line over them.
fn layers(contours: &Contours, map: &ContourMap, threshold: f64, style: ContourStyle) -> Vec<Mark> {
    let mut marks = Vec::new();
    if style != ContourStyle::Lines {
        marks.push(Mark::Image(Image {
            name: "reconstruction error".to_owned(),
            extent: contours.plane.spans,
            columns: map.field.side,
            values: map.field.values.clone().into(),
            range: [0.0, map.range[1]],
            map: ColorMap::Sequential,
            levels: map.levels.clone().into(),
        }));
    }
    let thin = match style {
        ContourStyle::Bands => &[][..],
        ContourStyle::Lines | ContourStyle::Both => &map.lines,
    };
    let line = |it: &LevelLine, style, paint| {
        Mark::Line(Line {
            name: format!("error = {}", number(it.value)),
            xy: it.xy.clone(),
            style,
            dots: false,
            paint,
            labels: vec![],
        })
    };
    let thin = thin.iter();
    marks.extend(thin.map(|it| line(it, LineStyle::Hairline, Paint::Ink)));
    let border = level_lines(&map.field, &contours.plane, &[threshold]);
    let border = border.iter();
    marks.extend(border.map(|it| line(it, LineStyle::Solid, Paint::Warning)));
    marks
}
