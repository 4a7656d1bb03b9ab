//! Figures: the window's panels as a picture, at any size, without a display.

mod encode;
mod grid;
mod key;
mod panel;
mod spec;
mod style;

use kuva::render::render::{Primitive, Scene};

use super::ExportError;
use crate::{
    analysis::Analysis,
    setup::View,
    view::{Chart, Key, Signs},
};
use panel::Cell;
use style::Style;

pub use spec::{FigureSpec, Format, Preset};

/// CSS pixels to the inch: the unit in which a figure is laid out.
const LAYOUT_DPI: f64 = 96.0;
/// Space around the figure and between its panels, in layout pixels.
const GAP: f64 = 10.0;
/// A panel smaller than this shrinks its text along with everything else.
const SMALLEST_CELL: [f64; 2] = [250.0, 210.0];

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
    let rows = grid::arrange(charts.len(), f64::from(spec.width) / f64::from(spec.height));
    let page = Page::new(spec, &rows);
    let picture = |style: &Style| page.draw(&charts, &rows, spec, style);
    encode::encode(picture, spec, page.scale, format).map_err(ExportError::Draw)
}

/// The sheet in layout pixels.
struct Page {
    width: f64,
    height: f64,
    /// PNG pixels per layout pixel.
    scale: f64,
}

impl Page {
    fn new(spec: &FigureSpec, rows: &[usize]) -> Self {
        let widest = rows.iter().copied().max().unwrap_or(1) as f64;
        let (w, h) = (f64::from(spec.width), f64::from(spec.height));
        let smallest_width = SMALLEST_CELL[0] * widest;
        let smallest_height = SMALLEST_CELL[1] * rows.len() as f64;
        let scale = (f64::from(spec.dpi) / LAYOUT_DPI)
            .min(w / smallest_width)
            .min(h / smallest_height);
        Self {
            width: w / scale,
            height: h / scale,
            scale,
        }
    }

    fn draw(&self, charts: &[Chart], rows: &[usize], spec: &FigureSpec, style: &Style) -> Scene {
        let mut scene = Scene::new(self.width, self.height);
        scene.background_color = Some(style.background.clone());
        scene.text_color = Some(style.text.clone());
        scene.font_family = Some(style::FONT.to_owned());

        let caption = spec
            .caption
            .as_deref()
            .map(|text| style::wrap(text, style::NOTE_SIZE, self.width - 2.0 * GAP));
        let caption_height = caption
            .as_ref()
            .map_or(0.0, |lines| style::NOTE_LINE * lines.len() as f64 + GAP);
        let mut charts = charts;
        let mut groups: Vec<&[Chart]> = Vec::new();
        for &length in rows {
            let (row, rest) = charts.split_at(length);
            groups.push(row);
            charts = rest;
        }
        let height =
            (self.height - caption_height - GAP * (rows.len() + 1) as f64) / rows.len() as f64;
        let mut top = GAP;
        for (i, row) in groups.iter().enumerate() {
            let below = groups.get(i + 1).and_then(|next| shared_key(next));
            self.draw_row(&mut scene, row, below, [top, height], style);
            top += height + GAP;
        }
        for (i, line) in caption.unwrap_or_default().into_iter().enumerate() {
            let y = self.height - caption_height + style::NOTE_LINE * (i + 1) as f64 - GAP / 2.0;
            scene.add(style.note(GAP, y, line));
        }
        scene
    }

    /// One row of panels with their keys; a key common to the row stands once below it, unless
    /// the row below shares it too.
    fn draw_row(
        &self,
        scene: &mut Scene,
        row: &[Chart],
        below: Option<&Key>,
        [top, height]: [f64; 2],
        style: &Style,
    ) {
        let shared = shared_key(row);
        let width = (self.width - GAP * (row.len() + 1) as f64) / row.len() as f64;
        let row_width = self.width - 2.0 * GAP;
        let strip = match shared {
            Some(key) if Some(key) == below => None,
            Some(key) => Some(key::strip(key, row_width, style)),
            None => None,
        };
        let own: Vec<_> = row
            .iter()
            .map(|chart| {
                key::strip(
                    if shared.is_some() {
                        &Key::None
                    } else {
                        &chart.key
                    },
                    width,
                    style,
                )
            })
            .collect();
        let tallest = own.iter().map(|strip| strip.height).fold(0.0, f64::max);
        let cell_height = height - tallest - strip.as_ref().map_or(0.0, |strip| strip.height);

        let cells: Vec<Cell> = row
            .iter()
            .map(|chart| Cell::new(chart, width, cell_height, style))
            .collect();
        let margins = panel::common_margins(&cells);
        for (i, (cell, own)) in cells.into_iter().zip(own).enumerate() {
            let left = GAP + i as f64 * (width + GAP);
            place(scene, cell.draw(margins, style), [left, top]);
            place_elements(scene, own.elements, [left, top + cell_height]);
        }
        if let Some(strip) = strip {
            place_elements(scene, strip.elements, [GAP, top + cell_height]);
        }
    }
}

/// The key of all panels of a row, if they have the same one and there is something in it.
fn shared_key(row: &[Chart]) -> Option<&Key> {
    let first = &row.first()?.key;
    let same = row.iter().all(|chart| chart.key == *first);
    (same && *first != Key::None).then_some(first)
}

fn place(scene: &mut Scene, part: Scene, at: [f64; 2]) {
    scene.defs.extend(part.defs);
    place_elements(scene, part.elements, at);
}

fn place_elements(scene: &mut Scene, elements: Vec<Primitive>, [x, y]: [f64; 2]) {
    scene.add(Primitive::GroupStart {
        transform: Some(format!("translate({x},{y})")),
        title: None,
        extra_attrs: None,
    });
    scene.elements.extend(elements);
    scene.add(Primitive::GroupEnd);
}
