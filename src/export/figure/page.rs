//! What stands where on the sheet: rows of panels, the keys below them, a caption at the foot.

use kuva::render::render::{Primitive, Scene};

use super::{
    FigureSpec, grid, key,
    marks::Medium,
    panel::Cell,
    sizes::{Shape, sizes},
    style::{self, Style},
};
use crate::{
    kpca::Cancelled,
    view::{Chart, Key, Room},
};

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
    cancelled: Cancelled<'a>,
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

impl Row<'_> {
    /// The keys below panels in `columns`, and where each may stand: below the panels that it explains.
    fn keys(&self, columns: &[[f64; 2]]) -> Vec<(&Key, [f64; 2])> {
        let mut columns = columns.iter();
        let mut keys = Vec::new();
        for run in self.charts.chunk_by(|a, b| a.key == b.key) {
            let places: Vec<[f64; 2]> = columns.by_ref().take(run.len()).copied().collect();
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                continue;
            };
            let key = if self.key_below {
                &Key::None
            } else {
                &run[0].key
            };
            keys.push((key, [first[0], last[0] + last[1] - first[0]]));
        }
        keys
    }

    fn key_height(&self, columns: &[[f64; 2]]) -> f64 {
        let keys = self.keys(columns).into_iter();
        keys.map(|(key, [_, width])| key::height(key, width))
            .fold(0.0, f64::max)
    }
}

/// Where everything stands.
struct Arranged<'a> {
    /// Row by row.
    cells: Vec<Vec<Cell<'a>>>,
    /// Where the plots of each column begin, and how wide they may be.
    columns: Vec<[f64; 2]>,
    /// Where the plots of each row begin, and how high they may be.
    rows: Vec<[f64; 2]>,
    /// The width of the sheet, divided among the columns: keys may be wider than panels.
    keys: Vec<[f64; 2]>,
}

impl<'a> Page<'a> {
    pub fn new(
        charts: &'a [Chart],
        foot: Foot<'a>,
        spec: &FigureSpec,
        cancelled: Cancelled<'a>,
    ) -> Self {
        let columns = columns(spec);
        let lengths = grid::rows(charts.len(), columns);
        let scale = largest_scale(spec);
        let mut page = Self {
            scale,
            width: 0.0,
            height: 0.0,
            rows: rows(charts, &lengths),
            foot,
            caption: Vec::new(),
            cancelled,
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

    /// The height of each panel without its key, were all the same.
    fn cell_height(&self) -> f64 {
        let columns = self.equal_columns();
        let keys = self.rows.iter().map(|row| row.key_height(&columns));
        let gaps = GAP * (self.rows.len() + 1) as f64;
        let keys: f64 = keys.sum();
        (self.height - self.foot_height() - gaps - keys) / self.rows.len().max(1) as f64
    }

    /// Where columns of equal width begin, and how wide they are.
    fn equal_columns(&self) -> Vec<[f64; 2]> {
        let count = self.rows.iter().map(|row| row.charts.len()).max();
        let count = count.unwrap_or(0).max(1);
        let width = (self.width - GAP * (count + 1) as f64) / count as f64;
        (0..count)
            .map(|column| [GAP + column as f64 * (width + GAP), width])
            .collect()
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

    /// Gives every plot its size and place.
    fn arranged(&self, style: &Style) -> Arranged<'a> {
        let mut keys = self.equal_columns();
        let height = self.cell_height();
        let mut cells: Vec<Vec<Cell>> = self
            .rows
            .iter()
            .map(|row| {
                let charts = row.charts.iter().zip(&keys);
                let cell = |(chart, place): (&'a Chart, &[f64; 2])| {
                    Cell::new(chart, [place[1], height], style)
                };
                charts.map(cell).collect()
            })
            .collect();
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        // Margins depend on the sizes of plots, and these on the margins; the third round settles it.
        for _ in 0..3 {
            let across = margins_across(&cells);
            let down: Vec<[f64; 2]> = self
                .rows
                .iter()
                .zip(&cells)
                .map(|(row, cells)| {
                    let [above, below] = margins_down(cells);
                    [above, below + row.key_height(&keys)]
                })
                .collect();
            let room = |side: f64, margins: &[[f64; 2]]| {
                let margins: f64 =
                    margins.iter().flatten().sum::<f64>() + GAP * (margins.len() + 1) as f64;
                (side - margins).max(1.0)
            };
            let height = self.height - self.foot_height();
            let shapes: Vec<Vec<Shape>> = cells
                .iter()
                .map(|cells| cells.iter().map(Cell::shape).collect())
                .collect();
            let [widths, heights] =
                sizes(&shapes, [room(self.width, &across), room(height, &down)]);
            columns = spread(&widths, &across, self.width);
            rows = spread(&heights, &down, height);
            keys = tiles(&columns, &across, self.width);
            for (cells, height) in cells.iter_mut().zip(&heights) {
                for ((cell, column), tile) in cells.iter_mut().zip(&columns).zip(&keys) {
                    let plot = cell.shape().fit([column[1], *height]);
                    cell.resize(plot, 2.0 * aside(column, tile), style);
                }
                let [above, below] = margins_down(cells);
                for ((cell, column), tile) in cells.iter_mut().zip(&columns).zip(&keys) {
                    cell.take_margins(2.0 * aside(column, tile), below, style);
                    // Titles stand on one line.
                    cell.margins.top = above;
                }
            }
        }
        Arranged {
            cells,
            columns,
            rows,
            keys,
        }
    }

    /// `None` where it is not wanted any more, which is asked before each panel.
    pub fn draw(&self, style: &Style, medium: Medium) -> Option<Scene> {
        let mut scene = Scene::new(self.width, self.height);
        scene.background_color = Some(style.background.clone());
        scene.text_color = Some(style.text.clone());
        scene.font_family = Some(style::FONT.to_owned());

        let Arranged {
            cells,
            columns,
            rows,
            keys,
        } = self.arranged(style);
        for ((row, cells), [top, height]) in self.rows.iter().zip(&cells).zip(&rows) {
            for (cell, [left, width]) in cells.iter().zip(&columns) {
                if (self.cancelled)() {
                    return None;
                }
                let panel = cell.draw(style, medium);
                scene.defs.extend(panel.defs);
                // In the middle of its place.
                let [x, y] = [
                    left + (width - cell.plot[0]) / 2.0 - cell.margins.left,
                    top + ((height - cell.plot[1]) / 2.0).max(0.0) - cell.margins.top,
                ];
                place(&mut scene, panel.elements, [x, y]);
            }
            let below = cells.iter().map(|cell| cell.margins.bottom);
            let below = top + height + below.fold(0.0, f64::max);
            for (key, [left, width]) in row.keys(&keys) {
                place(&mut scene, key::draw(key, width, style), [left, below]);
            }
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
        (!(self.cancelled)()).then_some(scene)
    }
}

/// How far it is from the middle of a plot to the nearer end of its tile.
fn aside(plot: &[f64; 2], tile: &[f64; 2]) -> f64 {
    let middle = plot[0] + plot[1] / 2.0;
    (middle - tile[0]).min(tile[0] + tile[1] - middle)
}

/// How many panels stand side by side.
fn columns(spec: &FigureSpec) -> usize {
    let count = spec.panels.len().max(1);
    let shape = f64::from(spec.width) / f64::from(spec.height);
    let columns = spec.columns.unwrap_or_else(|| grid::columns(count, shape));
    columns.clamp(1, count)
}

/// PNG pixels per layout pixel, were no key in the way of the panels.
fn largest_scale(spec: &FigureSpec) -> f64 {
    let widest = columns(spec) as f64;
    (f64::from(spec.dpi) / LAYOUT_DPI).min(f64::from(spec.width) / (SMALLEST_CELL[0] * widest))
}

/// About the room that each panel's plot has, before anything is known of what stands around it.
pub(super) fn room(spec: &FigureSpec) -> Room {
    /// What axes, title and key usually take of it.
    const AROUND: [f64; 2] = [60.0, 110.0];
    let columns = columns(spec);
    let rows = spec.panels.len().div_ceil(columns).max(1);
    let scale = largest_scale(spec);
    let [width, height] = [(spec.width, columns), (spec.height, rows)]
        .map(|(side, count)| f64::from(side) / scale / count as f64);
    Room {
        width: (width - AROUND[0]).max(1.0),
        height: (height - AROUND[1]).max(1.0),
        line: 1.4 * f64::from(style::TICK_SIZE),
    }
}

/// The widest margins at the left and right of each column's plots.
fn margins_across(cells: &[Vec<Cell>]) -> Vec<[f64; 2]> {
    let columns = cells.iter().map(Vec::len).max().unwrap_or(0);
    let mut margins = vec![[0.0_f64; 2]; columns];
    for cells in cells {
        for (widest, Cell { margins, .. }) in margins.iter_mut().zip(cells) {
            *widest = [widest[0].max(margins.left), widest[1].max(margins.right)];
        }
    }
    margins
}

/// The highest margins above and below a row's plots.
fn margins_down(cells: &[Cell]) -> [f64; 2] {
    cells.iter().fold([0.0, 0.0], |[above, below], cell| {
        [above.max(cell.margins.top), below.max(cell.margins.bottom)]
    })
}

/// Where plots begin and how long they are, one after the other along a side of the sheet; what they
/// leave of it is shared out between and around them.
fn spread(lengths: &[f64], margins: &[[f64; 2]], side: f64) -> Vec<[f64; 2]> {
    let used = lengths.iter().sum::<f64>() + margins.iter().flatten().sum::<f64>();
    let gap = (side - used) / (lengths.len() + 1) as f64;
    let mut at = 0.0;
    lengths
        .iter()
        .zip(margins)
        .map(|(length, [before, after])| {
            let start = at + gap + before;
            at = start + length + after;
            [start, *length]
        })
        .collect()
}

/// Divides a side of the sheet midway between plots with their margins.
fn tiles(plots: &[[f64; 2]], margins: &[[f64; 2]], side: f64) -> Vec<[f64; 2]> {
    let ends = plots.iter().zip(margins);
    let ends = ends.map(|([at, length], [before, after])| [at - before, at + length + after]);
    let mut bounds = vec![0.5 * GAP];
    let ends: Vec<[f64; 2]> = ends.collect();
    bounds.extend(
        ends.windows(2)
            .map(|pair| f64::midpoint(pair[0][1], pair[1][0])),
    );
    bounds.push(side - 0.5 * GAP);
    let tile = |pair: &[f64]| [pair[0] + 0.5 * GAP, pair[1] - pair[0] - GAP];
    bounds.windows(2).map(tile).collect()
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
