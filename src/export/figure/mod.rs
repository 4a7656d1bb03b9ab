//! Figures: the window's panels as a picture, at any size, without a display.

mod axes;
mod dots;
mod encode;
mod grid;
mod image;
mod key;
mod marks;
mod page;
mod panel;
mod sizes;
mod spec;
mod style;

use super::{ExportError, caption::caption};
use crate::{
    analysis::Analysis,
    kpca::Cancelled,
    setup::Setup,
    view::{Chart, Key, Panel, Ranges, brief_title},
};
pub(super) use grid::columns;
use page::{Foot, Page};

pub use encode::Pixels;
pub use spec::{FigureSpec, Format, Preset};

/// Draws the panels as `setup` shows them and encodes the picture.
///
/// # Errors
/// When the figure has no panel, no area or an unreasonable size, or the encoder fails.
pub fn render(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
) -> Result<Vec<u8>, ExportError> {
    render_unless(analysis, setup, spec, format, &|| false)
}

/// The same, which can be cancelled between panels.
///
/// # Errors
/// Those of [`render`]; when cancelled.
pub fn render_unless(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
    cancelled: Cancelled<'_>,
) -> Result<Vec<u8>, ExportError> {
    on_page(analysis, setup, spec, cancelled, |page| {
        encode::encode(page, spec, format)
    })
}

/// The same picture in pixels, made smaller, if need be, to fit into `most` of them across and down.
///
/// # Errors
/// Those of [`render_unless`].
pub fn draw(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    most: [u32; 2],
    cancelled: Cancelled<'_>,
) -> Result<Pixels, ExportError> {
    on_page(analysis, setup, spec, cancelled, |page| {
        encode::pixels(page, spec, most)
    })
}

fn on_page<T>(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    cancelled: Cancelled<'_>,
    draw: impl FnOnce(&Page) -> Result<T, String>,
) -> Result<T, ExportError> {
    spec.check()?;
    let room = page::room(spec);
    let chart = |panel: &Panel| {
        check(cancelled)?;
        let maps = panel.map_grid(analysis, room);
        let mut chart = panel.arranged_chart(analysis, &setup.view, maps);
        // The caption says once what the titles of several panels would repeat.
        if spec.caption && spec.panels.len() > 1 {
            chart.title = brief_title(&chart.title, analysis);
        }
        let zoom = spec.zoom.iter().find(|(zoomed, _)| zoomed == panel);
        Ok(adjusted(chart, spec, zoom.map(|(_, ranges)| *ranges)))
    };
    let charts: Result<Vec<Chart>, ExportError> = spec.panels.iter().map(chart).collect();
    let charts = charts?;
    let caption = if spec.caption {
        caption(setup, analysis)
    } else {
        String::new()
    };
    let foot = Foot {
        key: key_to_maps(analysis, setup, spec),
        caption: &caption,
    };
    let drawn = draw(&Page::new(&charts, foot, spec, cancelled));
    // A page that was given up lacks panels.
    check(cancelled)?;
    drawn.map_err(ExportError::Draw)
}

fn check(cancelled: Cancelled<'_>) -> Result<(), ExportError> {
    if cancelled() {
        return Err(ExportError::Cancelled);
    }
    Ok(())
}

/// The key to the colours of dots on maps, which have a colour bar for their own, where no plot of dots
/// has it.
fn key_to_maps(analysis: &Analysis, setup: &Setup, spec: &FigureSpec) -> Key {
    let is_shown = |wanted: fn(Panel) -> bool| spec.panels.iter().any(|panel| wanted(*panel));
    if spec.keys
        && setup.view.contours.points
        && is_shown(Panel::has_contours)
        && !is_shown(Panel::is_scatter)
    {
        Panel::Kpca.chart(analysis, &setup.view).key
    } else {
        Key::None
    }
}

/// The chart without what the figure leaves out, and within its zoom.
fn adjusted(mut chart: Chart, spec: &FigureSpec, zoom: Option<Ranges>) -> Chart {
    if !spec.titles {
        chart.title.clear();
    }
    if !spec.keys {
        chart.key = Key::None;
    }
    if let Some([x, y]) = zoom {
        (chart.x.range, chart.y.range) = (Some(x), Some(y));
    }
    chart
}
