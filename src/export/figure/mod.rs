//! Figures: the window's panels as a picture, at any size, without a display.

mod encode;
mod grid;
mod key;
mod page;
mod panel;
mod spec;
mod style;

use super::ExportError;
use crate::{
    analysis::Analysis,
    setup::View,
    view::{Chart, Signs},
};
use page::Page;

pub use spec::{FigureSpec, Format, Preset};

/// Draws the panels as `view` shows them, with scikit-learn's signs, and encodes the picture.
///
/// # Errors
/// When the figure has no panel, no area or an unreasonable size, or the encoder fails.
pub fn render(
    analysis: &Analysis,
    view: &View,
    spec: &FigureSpec,
    format: Format,
) -> Result<Vec<u8>, ExportError> {
    spec.check()?;
    let charts: Vec<Chart> = spec
        .panels
        .iter()
        .map(|panel| panel.chart(analysis, view, &Signs::default()))
        .collect();
    let page = Page::new(&charts, spec);
    encode::encode(|style| page.draw(style), spec, page.scale, format).map_err(ExportError::Draw)
}
