//! Figures: the window's panels as a picture, at any size, without a display.

mod axes;
mod encode;
mod grid;
mod image;
mod key;
mod marks;
mod page;
mod panel;
mod spec;
mod style;

use super::{ExportError, caption::caption};
use crate::{
    analysis::Analysis,
    setup::Setup,
    view::{Chart, Key, Ranges, Signs},
};
pub(super) use grid::arrange;
use page::Page;

pub use encode::Pixels;
pub use spec::{FigureSpec, Format, Preset};

/// Draws the panels as `setup` shows them, with scikit-learn's signs, and encodes the picture.
///
/// # Errors
/// When the figure has no panel, no area or an unreasonable size, or the encoder fails.
pub fn render(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    format: Format,
) -> Result<Vec<u8>, ExportError> {
    on_page(analysis, setup, spec, |page| {
        encode::encode(page, spec, format)
    })
}

/// The same picture in pixels, made smaller, if need be, to fit into `most` of them across and down.
///
/// # Errors
/// Those of [`render`].
pub fn draw(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    most: [u32; 2],
) -> Result<Pixels, ExportError> {
    on_page(analysis, setup, spec, |page| {
        encode::pixels(page, spec, most)
    })
}

fn on_page<T>(
    analysis: &Analysis,
    setup: &Setup,
    spec: &FigureSpec,
    draw: impl FnOnce(&Page) -> Result<T, String>,
) -> Result<T, ExportError> {
    spec.check()?;
    let chart = |panel: &crate::view::Panel| {
        let chart = panel.chart(analysis, &setup.view, &Signs::default());
        let zoom = spec.zoom.iter().find(|(zoomed, _)| zoomed == panel);
        adjusted(chart, spec, zoom.map(|(_, ranges)| *ranges))
    };
    let charts: Vec<Chart> = spec.panels.iter().map(chart).collect();
    let caption = if spec.caption {
        caption(setup, analysis)
    } else {
        String::new()
    };
    draw(&Page::new(&charts, &caption, spec)).map_err(ExportError::Draw)
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
