//! What stands where on the sheet: rows of panels, the keys below them, a caption at the foot.

use kuva::render::render::{Primitive, Scene};

use super::{
    FigureSpec, grid, key,
    marks::Medium,
    panel::{self, Cell},
    style::{self, Style},
};
use crate::view::{Chart, Key};

/// CSS pixels to the inch: the unit in which a figure is laid out.
pub(super) const LAYOUT_DPI: f64 = 96.0;
/// Space around the figure and between its panels, in layout pixels.
const GAP: f64 = 10.0;
/// A panel smaller than this shrinks its text along with everything else.
const SMALLEST_CELL: [f64; 2] = [250.0, 185.0];

/// A sheet in layout pixels.
pub(super) struct Page<'a> {
    /// PNG pixels per layout pixel.
    pub scale: f64,
    width: f64,
    height: f64,
    rows: Vec<Row<'a>>,
    foot: Foot<'a>,
    /// The caption as it is broken at this width.
    caption: Vec<String>,
}

/// What stands below all panels.
pub(super) struct Foot<'a> {
    pub key: Key,
    pub caption: &'a str,
}

/// Panels side by side, in runs that share a key.
struct Row<'a> {
    charts: &'a [Chart],
    /// Whether the row below has the same key, which then stands only there.
    key_below: bool,
}

impl<'a> Page<'a> {
    pub fn new(charts: &'a [Chart], foot: Foot<'a>, spec: &FigureSpec) -> Self {
        let shape = f64::from(spec.width) / f64::from(spec.height);
        let lengths = match spec.columns {
            Some(columns) => grid::in_columns(charts.len(), columns),
            None => grid::arrange(charts.len(), shape),
        };
        let widest = lengths.iter().copied().max().unwrap_or(1) as f64;
        let scale = (f64::from(spec.dpi) / LAYOUT_DPI)
            .min(f64::from(spec.width) / (SMALLEST_CELL[0] * widest));
        let mut page = Self {
            scale,
            width: 0.0,
            height: 0.0,
            rows: rows(charts, &lengths),
            foot,
            caption: Vec::new(),
        };
        page.resize(scale, spec);
        // Long keys break differently at each size, so the size that leaves room for the panels is
        // found by trying; the limit ends it where a key alone would fill any sheet.
        for _ in 0..30 {
            if page.cell_height() >= SMALLEST_CELL[1] {
                break;
            }
            page.resize(0.92 * page.scale, spec);
        }
        page
    }

    fn resize(&mut self, scale: f64, spec: &FigureSpec) {
        self.scale = scale;
        self.width = f64::from(spec.width) / scale;
        self.height = f64::from(spec.height) / scale;
        self.caption = style::wrap(self.foot.caption, style::NOTE_SIZE, self.width - 2.0 * GAP);
    }

    /// The height of each panel without its key, the same in all rows.
    fn cell_height(&self) -> f64 {
        let keys: f64 = self.rows.iter().map(|row| self.key_height(row)).sum();
        let gaps = GAP * (self.rows.len() + 1) as f64;
        (self.height - self.foot_height() - gaps - keys) / self.rows.len().max(1) as f64
    }

    fn foot_height(&self) -> f64 {
        self.foot_key_height() + self.caption_height()
    }

    fn foot_key_height(&self) -> f64 {
        key::height(&self.foot.key, self.width)
    }

    fn caption_height(&self) -> f64 {
        match self.caption.len() {
            0 => 0.0,
            lines => style::NOTE_LINE * lines as f64 + GAP,
        }
    }

    /// Width of one panel of `row`.
    fn cell_width(&self, row: &Row) -> f64 {
        let count = row.charts.len() as f64;
        (self.width - GAP * (count + 1.0)) / count
    }

    /// The keys below a row: how wide the panels of each are together, and the key.
    fn keys<'r>(&self, row: &'r Row) -> impl Iterator<Item = (f64, &'r Key)> {
        let cell = self.cell_width(row);
        row.charts.chunk_by(|a, b| a.key == b.key).map(move |run| {
            let width = cell * run.len() as f64 + GAP * (run.len() - 1) as f64;
            let key = if row.key_below {
                &Key::None
            } else {
                &run[0].key
            };
            (width, key)
        })
    }

    fn key_height(&self, row: &Row) -> f64 {
        self.keys(row)
            .map(|(width, key)| key::height(key, width))
            .fold(0.0, f64::max)
    }

    pub fn draw(&self, style: &Style, medium: Medium) -> Scene {
        let mut scene = Scene::new(self.width, self.height);
        scene.background_color = Some(style.background.clone());
        scene.text_color = Some(style.text.clone());
        scene.font_family = Some(style::FONT.to_owned());

        let height = self.cell_height().max(1.0);
        let mut top = GAP;
        for row in &self.rows {
            let width = self.cell_width(row);
            let cells: Vec<Cell> = row
                .charts
                .iter()
                .map(|chart| Cell::new(chart, width, height, style))
                .collect();
            let margins = panel::common_margins(&cells);
            let mut left = GAP;
            for cell in cells {
                let panel = cell.draw(margins, style, medium);
                scene.defs.extend(panel.defs);
                place(&mut scene, panel.elements, [left, top]);
                left += width + GAP;
            }
            let mut left = GAP;
            for (width, key) in self.keys(row) {
                place(
                    &mut scene,
                    key::draw(key, width, style),
                    [left, top + height],
                );
                left += width + GAP;
            }
            top += height + self.key_height(row) + GAP;
        }
        let caption = self.height - self.caption_height() - GAP / 2.0;
        place(
            &mut scene,
            key::draw(&self.foot.key, self.width, style),
            [0.0, caption - self.foot_key_height()],
        );
        for (i, line) in self.caption.iter().enumerate() {
            let y = caption + style::NOTE_LINE * (i + 1) as f64;
            scene.add(style.note(GAP, y, line.clone()));
        }
        scene
    }
}

fn rows<'a>(mut charts: &'a [Chart], lengths: &[usize]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for &length in lengths {
        let (row, rest) = charts.split_at(length);
        charts = rest;
        if let Some(above) = rows.last_mut() {
            let mut both = above.charts.iter().chain(row);
            let key = &row[0].key;
            above.key_below = both.all(|chart| chart.key == *key);
        }
        rows.push(Row {
            charts: row,
            key_below: false,
        });
    }
    rows
}

fn place(scene: &mut Scene, elements: Vec<Primitive>, [x, y]: [f64; 2]) {
    scene.add(Primitive::GroupStart {
        transform: Some(format!("translate({x},{y})")),
        title: None,
        extra_attrs: None,
    });
    scene.elements.extend(elements);
    scene.add(Primitive::GroupEnd);
}
