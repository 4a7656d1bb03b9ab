//! Common axes, places and sheets of figures that are seen one after the other or side by side.

use super::{Figure, FigureSpec, PanelContent, SMALL_LETTERS, content::Kept, crop};
use chart::{
    Chart, Mark, Ranges,
    layout::{shown, standing_still},
};

/// Width and height of a plot in which a view of space is measured, in points.
const SPACE: [f64; 2] = [400.0, 300.0];

/// Gives figures of the same panels the same axes and colours of maps, which show all that any of them shows.
pub fn hold(figures: &mut [Figure]) {
    let count = figures.iter().map(|it| it.contents.len()).min();
    for place in 0..count.unwrap_or(0) {
        let mut contents: Vec<&mut PanelContent> = figures
            .iter_mut()
            .filter_map(|it| it.contents.get_mut(place))
            .collect();
        hold_colours(&mut contents);
        let ranges = contents
            .iter()
            .map(|it| it.zoom.unwrap_or_else(|| seen(&it.chart)));
        let all = ranges.reduce(|all, more| [0, 1].map(|axis| joined(all[axis], more[axis])));
        for content in contents {
            content.zoom = all;
        }
    }
}

/// Gives titles of figures the same form, and keeps as many lines free in each for titles, names, notes and captions as
/// any of them needs, so that their plots stand in the same places.
pub fn keep_places(figures: &mut [Figure]) {
    // What is kept free changes the room of the others; it settles at once.
    for _ in 0..3 {
        let mut most: Vec<Kept> = Vec::new();
        let mut caption = (0, f32::INFINITY);
        for figure in &*figures {
            let page = figure.page(&|| false);
            let kept = page.kept();
            most.resize(kept.len(), Kept::default());
            for (most, kept) in most.iter_mut().zip(kept) {
                *most = most.and(kept);
            }
            let (lines, size) = page.kept_caption();
            caption = (caption.0.max(lines), caption.1.min(size));
        }
        for figure in &mut *figures {
            figure.around.kept_caption = Some(caption);
            for (content, most) in figure.contents.iter_mut().zip(&most) {
                content.kept = *most;
            }
        }
    }
}

/// All panels of figures on one sheet, each under the heading that its figure had; a row holds the panels of a figure
/// where it has several. `None` without figures.
pub fn sheet(figures: Vec<Figure>, spec: &FigureSpec, caption: &str) -> Option<Figure> {
    let mut figures = figures.into_iter();
    let mut sheet = headed(figures.next()?);
    let across = sheet.contents.len();
    for figure in figures {
        let figure = headed(figure);
        sheet.contents.extend(figure.contents);
        for key in figure.around.keys_beside {
            if !sheet.around.keys_beside.contains(&key) {
                sheet.around.keys_beside.push(key);
            }
        }
    }
    sheet.put_letters();
    if spec.caption {
        caption.clone_into(&mut sheet.around.caption);
    }
    // What was judged of single pictures; on the sheet they have other sizes.
    sheet
        .remarks
        .retain(|remark| !remark.starts_with(SMALL_LETTERS));
    sheet.spec = FigureSpec {
        columns: spec.columns.or((across > 1).then_some(across)),
        ..spec.clone()
    };
    sheet.remark_on_letters();
    crop(std::slice::from_mut(&mut sheet));
    Some(sheet)
}

/// Moves the heading of a figure into the titles of its panels.
fn headed(mut figure: Figure) -> Figure {
    let heading = std::mem::take(&mut figure.around.heading);
    let is_alone = figure.contents.len() == 1;
    for content in &mut figure.contents {
        content.titles = if content.is_named {
            let own = &content.chart.title;
            vec![format!("{heading} · {own}"), heading.clone()]
        } else if is_alone || content.titles.iter().all(String::is_empty) {
            vec![heading.clone()]
        } else {
            vec![format!("{heading} · {}", content.title), heading.clone()]
        };
    }
    figure
}

/// Ranges that a chart shows before its plot has a size.
fn seen(chart: &Chart) -> Ranges {
    if chart.is_space() {
        standing_still(chart, SPACE)
    } else {
        shown(chart)
    }
}

fn joined([low, high]: [f64; 2], [from, to]: [f64; 2]) -> [f64; 2] {
    [low.min(from), high.max(to)]
}

/// Gives the maps at the same place in the marks of their charts the same values at the ends of their colours.
fn hold_colours(contents: &mut [&mut PanelContent]) {
    let ranges = |content: &PanelContent| -> Vec<Option<[f64; 2]>> {
        let marks = content.chart.marks.iter();
        marks
            .map(|mark| match mark {
                Mark::Image(image) => Some(image.range),
                _ => None,
            })
            .collect()
    };
    let mut all: Vec<Option<[f64; 2]>> = Vec::new();
    for content in &*contents {
        let ranges = ranges(content);
        all.resize(all.len().max(ranges.len()), None);
        for (all, range) in all.iter_mut().zip(ranges) {
            *all = match (*all, range) {
                (Some(all), Some(range)) => Some(joined(all, range)),
                (known, new) => known.or(new),
            };
        }
    }
    for content in contents {
        for (mark, range) in content.chart.marks.iter_mut().zip(&all) {
            if let (Mark::Image(image), Some(range)) = (mark, range) {
                image.range = *range;
            }
        }
    }
}
