//! Layout of the sheet: rows of panels, the keys below them, a caption at the foot.

use super::{
    FigureSpec,
    content::{Kept, PanelContent},
    font::{BOLD, PAPER},
    grid, key,
    palette::Palette,
    panel::{NOTE, PanelCell, Surroundings, TITLE},
    sizes::{Proportions, sizes},
    svg::Svg,
};
use crate::{
    kpca::CancelCheck,
    view::{
        Anchor, Key, Room,
        layout::{Frame, Ink, LETTER, Label, PlacedShape, Tint, wrap},
    },
};

/// CSS pixels, and below points, per inch.
const CSS_DPI: f64 = 96.0;
const POINTS_PER_INCH: f64 = 72.0;
/// Gap around the figure and between its panels, in points of the layout.
const GAP: f64 = 10.0;
/// Least height of letters on paper, in points: that asked for by journals.
pub(super) const LEAST_POINTS: f64 = 6.0;
/// Width and height below which a panel has smaller letters than was asked for, in points of the layout.
const SMALLEST_CELL: [f64; 2] = [150.0, 96.0];

/// Sheet in points of the layout.
pub(super) struct Page<'a> {
    /// Pixels of a PNG per point.
    pub scale: f64,
    width: f64,
    height: f64,
    /// Width and height in CSS pixels.
    css: [f64; 2],
    rows: Vec<Row<'a>>,
    around: &'a Around,
    /// Heading and caption as they are broken at this width.
    heading: Vec<String>,
    caption: Vec<String>,
    cancelled: CancelCheck<'a>,
}

/// Heading, keys and caption around all panels.
pub(super) struct Around {
    /// Line above all panels; empty for none.
    pub heading: String,
    pub key: Key,
    pub caption: String,
    /// Lines that are kept free for the caption at least.
    pub caption_lines: usize,
    /// Keys at the right, one below the other.
    pub keys_beside: Vec<Key>,
}

/// Panels side by side, in runs that share a key.
struct Row<'a> {
    charts: &'a [PanelContent],
    /// True where the row below has the same key, which then stands only there.
    key_below: bool,
}

impl Row<'_> {
    /// Keys below panels in `columns`, each with the range where it may stand: below the panels that it explains.
    fn keys(&self, columns: &[[f64; 2]]) -> Vec<(&Key, [f64; 2])> {
        let mut columns = columns.iter();
        let mut keys = Vec::new();
        for run in self.charts.chunk_by(|a, b| a.chart.key == b.chart.key) {
            let places: Vec<[f64; 2]> = columns.by_ref().take(run.len()).copied().collect();
            let (Some(first), Some(last)) = (places.first(), places.last()) else {
                continue;
            };
            let key = if self.key_below {
                &Key::None
            } else {
                &run[0].chart.key
            };
            keys.push((key, [first[0], last[0] + last[1] - first[0]]));
        }
        keys
    }

    fn key_height(&self, columns: &[[f64; 2]]) -> f64 {
        let keys = self.keys(columns).into_iter();
        keys.map(|(key, [_, width])| f64::from(key::height(key, width as f32)))
            .fold(0.0, f64::max)
    }
}

/// Places of everything on the sheet.
struct PagePlaces<'a> {
    /// Cells of the panels, row by row.
    cells: Vec<Vec<PanelCell<'a>>>,
    /// Left ends and widths of the places of each row's plots.
    columns: Vec<Vec<[f64; 2]>>,
    /// Upper ends and heights of the places of each row's plots.
    rows: Vec<[f64; 2]>,
    /// Left ends and widths for keys, which may be wider than panels: the sheet's width divided among the plots of
    /// each row.
    keys: Vec<Vec<[f64; 2]>>,
}

impl<'a> Page<'a> {
    pub fn new(
        charts: &'a [PanelContent],
        around: &'a Around,
        spec: &FigureSpec,
        cancelled: CancelCheck<'a>,
    ) -> Self {
        let columns = columns(charts.len(), spec);
        let wide: Vec<bool> = charts.iter().map(|it| it.wide).collect();
        let lengths = grid::rows_with_wide(&wide, columns);
        let scale = largest_scale(columns, spec);
        let mut page = Self {
            scale,
            width: 0.0,
            height: 0.0,
            css: [spec.width, spec.height]
                .map(|side| f64::from(side) / f64::from(spec.dpi) * CSS_DPI),
            rows: rows(charts, &lengths),
            around,
            heading: Vec::new(),
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

    /// Points on paper per point of the layout.
    fn unit(&self) -> f64 {
        self.css[0] / CSS_DPI * POINTS_PER_INCH / self.width
    }

    /// Height of small letters, in points on paper.
    pub fn letters(&self) -> f64 {
        f64::from(LETTER) * self.unit()
    }

    /// Index of the panel whose lists have the smallest letters, and their height in points on paper, where that
    /// is too little.
    pub fn unreadable(&self) -> Option<(usize, f64)> {
        let cells = self.arranged().cells.into_iter().flatten().enumerate();
        let small =
            cells.filter_map(|(i, cell)| Some((i, self.unit() * f64::from(cell.unreadable()?))));
        small.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    fn resize(&mut self, scale: f64, spec: &FigureSpec) {
        self.scale = scale;
        self.width = f64::from(spec.width) / scale;
        self.height = f64::from(spec.height) / scale;
        let room = (self.width - 2.0 * GAP) as f32;
        let size = TITLE[0] * BOLD;
        self.heading = wrap(&self.around.heading, size, room, PAPER);
        self.caption = wrap(&self.around.caption, NOTE[0], room, PAPER);
    }

    /// Height of each panel without its key, were all equal.
    fn cell_height(&self) -> f64 {
        let keys = self
            .rows
            .iter()
            .map(|row| row.key_height(&self.equal_columns(row)));
        let gaps = GAP * (self.rows.len() + 1) as f64;
        let keys: f64 = keys.sum();
        let height = self.height - self.head_height() - self.foot_height();
        (height - gaps - keys) / self.rows.len().max(1) as f64
    }

    /// Width of the sheet without the keys at the right.
    fn panels_width(&self) -> f64 {
        let keys = self.around.keys_beside.iter().map(key::column_width);
        match keys.fold(0.0, f32::max) {
            0.0 => self.width,
            keys => self.width - f64::from(keys) - GAP,
        }
    }

    /// Left ends and widths of places of equal width in a row.
    fn equal_columns(&self, row: &Row) -> Vec<[f64; 2]> {
        let count = row.charts.len().max(1);
        let width = (self.panels_width() - GAP * (count + 1) as f64) / count as f64;
        (0..count)
            .map(|column| [GAP + column as f64 * (width + GAP), width])
            .collect()
    }

    fn head_height(&self) -> f64 {
        match self.heading.len() {
            0 => 0.0,
            lines => f64::from(TITLE[1]) * lines as f64 + GAP / 2.0,
        }
    }

    fn foot_height(&self) -> f64 {
        self.foot_key_height() + self.caption_height()
    }

    fn foot_key_height(&self) -> f64 {
        f64::from(key::height(&self.around.key, self.width as f32))
    }

    /// Lines of the caption, and those that are kept free for it.
    pub fn caption_lines(&self) -> usize {
        self.caption.len().max(self.around.caption_lines)
    }

    /// Form of the title and lines around each panel, in reading order.
    pub fn kept(&self) -> Vec<Kept> {
        let cells = self.arranged().cells.into_iter().flatten();
        cells.map(|cell| cell.kept()).collect()
    }

    fn caption_height(&self) -> f64 {
        match self.caption_lines() {
            0 => 0.0,
            lines => f64::from(NOTE[1]) * lines as f64 + GAP,
        }
    }

    /// Gives every plot its size and place.
    fn arranged(&self) -> PagePlaces<'a> {
        let mut keys: Vec<Vec<[f64; 2]>> = self
            .rows
            .iter()
            .map(|row| self.equal_columns(row))
            .collect();
        let height = self.cell_height();
        let least = (LEAST_POINTS / self.unit()) as f32;
        let rows_and_keys = self.rows.iter().zip(&keys);
        let mut cells: Vec<Vec<PanelCell>> = rows_and_keys
            .map(|(row, keys)| {
                let cell = |(content, place): (&'a PanelContent, &[f64; 2])| {
                    let dots = content.dots.map(|radius| (radius / self.unit()) as f32);
                    PanelCell::new(content, [least, dots.unwrap_or(0.0)], [place[1], height])
                };
                row.charts.iter().zip(keys).map(cell).collect()
            })
            .collect();
        let whole = self.panels_width();
        let is_single = cells.iter().map(Vec::len).sum::<usize>() == 1;
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        // Margins depend on the sizes of plots, and these on the margins; a few rounds settle it.
        for _ in 0..6 {
            let across = margins_across(&cells);
            let down: Vec<[f64; 2]> = self
                .rows
                .iter()
                .zip(&cells)
                .zip(&keys)
                .map(|((row, cells), keys)| {
                    let [above, below] = margins_down(cells);
                    [above, below + row.key_height(keys)]
                })
                .collect();
            let room = |side: f64, margins: &[[f64; 2]]| {
                let margins: f64 =
                    margins.iter().flatten().sum::<f64>() + GAP * (margins.len() + 1) as f64;
                (side - margins).max(1.0)
            };
            let height = self.height - self.head_height() - self.foot_height();
            let shapes: Vec<Vec<Proportions>> = cells
                .iter()
                .map(|cells| cells.iter().map(|cell| cell.shape(is_single)).collect())
                .collect();
            let rooms: Vec<f64> = across.iter().map(|across| room(whole, across)).collect();
            let (widths, heights) = sizes(&shapes, &rooms, room(height, &down));
            let spread_across =
                |(widths, across): (&Vec<f64>, &Vec<[f64; 2]>)| spread(widths, across, whole);
            columns = widths.iter().zip(&across).map(spread_across).collect();
            rows = spread(&heights, &down, height);
            for row in &mut rows {
                row[0] += self.head_height();
            }
            let tiled =
                |(columns, across): (&Vec<[f64; 2]>, &Vec<[f64; 2]>)| tiles(columns, across, whole);
            keys = columns.iter().zip(&across).map(tiled).collect();
            for (row, cells) in cells.iter_mut().enumerate() {
                let places = || columns[row].iter().zip(&keys[row]);
                for (cell, (column, tile)) in cells.iter_mut().zip(places()) {
                    let plot = cell.shape(is_single).fit([column[1], heights[row]]);
                    let left = column[0] + (column[1] - plot[0]) / 2.0;
                    let around = Surroundings {
                        middle: 2.0 * aside(column, tile),
                        left: left - tile[0],
                        right: tile[0] + tile[1] - left,
                    };
                    cell.resize(plot, around);
                }
                let [above, below] = margins_down(cells);
                for (cell, (column, tile)) in cells.iter_mut().zip(places()) {
                    cell.take_margins(2.0 * aside(column, tile), below);
                    // Titles stand on one line.
                    cell.margins.top = above;
                }
            }
        }
        PagePlaces {
            cells,
            columns,
            rows,
            keys,
        }
    }

    /// Writes the page as an SVG with `head` in its head; dots are `short` for a PDF. `None` where it is
    /// cancelled, which is asked before each panel.
    pub fn svg(
        &self,
        palette: Palette,
        background: bool,
        short: bool,
        head: &str,
    ) -> Option<String> {
        let mut svg = Svg::new(palette, short);
        let sheet = Frame {
            ranges: [[0.0, 1.0]; 2],
            size: [self.width, self.height],
        };
        if background {
            let ends = [0.0, 0.0, self.width as f32, self.height as f32];
            let fill = Ink::of(Tint::Surface, 1.0);
            svg.shapes(&[PlacedShape::Rect { ends, fill }], &sheet);
        }
        let PagePlaces {
            cells,
            columns,
            rows,
            keys,
        } = self.arranged();
        for (i, (row, cells)) in self.rows.iter().zip(&cells).enumerate() {
            let [top, height] = rows[i];
            for ((cell, content), [left, width]) in cells.iter().zip(row.charts).zip(&columns[i]) {
                if (self.cancelled)() {
                    return None;
                }
                // In the middle of its place.
                let plot = cell.plot();
                let corner = [
                    left + (width - plot[0]) / 2.0,
                    top + ((height - plot[1]) / 2.0).max(0.0),
                ];
                svg.group(&format!("panel {}", content.name), corner, |svg| {
                    cell.draw(svg);
                });
            }
            let below = cells.iter().map(|cell| cell.margins.bottom);
            let below = top + height + below.fold(0.0, f64::max);
            for (key, [left, width]) in row.keys(&keys[i]) {
                let shapes = key::draw(key, width as f32);
                if !shapes.is_empty() {
                    svg.group("key", [left, below], |svg| svg.shapes(&shapes, &sheet));
                }
            }
        }
        let caption = self.height - self.caption_height() - GAP / 2.0;
        let foot = key::draw(&self.around.key, self.width as f32);
        if !foot.is_empty() {
            let corner = [0.0, caption - self.foot_key_height()];
            svg.group("key", corner, |svg| svg.shapes(&foot, &sheet));
        }
        let column = self.panels_width();
        let mut top = GAP + self.head_height();
        for key in &self.around.keys_beside {
            let shapes = key::column(key);
            svg.group("key", [column, top], |svg| svg.shapes(&shapes, &sheet));
            top += f64::from(key::height(key, key::column_width(key))) + GAP;
        }
        let label = |line: &String, y: f32, size: f32| {
            Label::new(line.clone(), [GAP as f32, y], Anchor::Start, size)
        };
        let heading = self.heading.iter().enumerate().map(|(i, line)| {
            let y = (GAP / 2.0) as f32 + TITLE[1] * (i as f32 + 0.5);
            PlacedShape::Label(Label {
                class: "title",
                bold: true,
                ..label(line, y, TITLE[0])
            })
        });
        let lines = self.caption.iter().enumerate().map(|(i, line)| {
            let y = caption as f32 + NOTE[1] * (i as f32 + 0.5);
            PlacedShape::Label(Label {
                class: "caption",
                ink: Ink::of(Tint::Weak, 1.0),
                ..label(line, y, NOTE[0])
            })
        });
        svg.shapes(&heading.chain(lines).collect::<Vec<_>>(), &sheet);
        let whole = svg.finish(self.css, [self.width, self.height], head);
        (!(self.cancelled)()).then_some(whole)
    }
}

/// Distance from the middle of a plot to the nearer end of its tile.
fn aside(plot: &[f64; 2], tile: &[f64; 2]) -> f64 {
    let middle = plot[0] + plot[1] / 2.0;
    (middle - tile[0]).min(tile[0] + tile[1] - middle)
}

/// Number of panels, of `count`, that stand side by side.
fn columns(count: usize, spec: &FigureSpec) -> usize {
    let count = count.max(1);
    let shape = f64::from(spec.width) / f64::from(spec.height);
    let columns = spec.columns.unwrap_or_else(|| grid::columns(count, shape));
    columns.clamp(1, count)
}

/// Pixels of a PNG for each point of the layout that make letters as large as was asked for, or as a narrow sheet allows.
fn largest_scale(columns: usize, spec: &FigureSpec) -> f64 {
    let widest = columns as f64;
    let wanted = spec.font_size / f64::from(LETTER) * f64::from(spec.dpi) / POINTS_PER_INCH;
    wanted.min(f64::from(spec.width) / (SMALLEST_CELL[0] * widest))
}

/// Approximate room of each panel's plot, before the parts around it are known.
pub(super) fn room(spec: &FigureSpec) -> Room {
    /// Usual width and height of axes, title and key.
    const AROUND: [f64; 2] = [60.0, 110.0];
    let columns = columns(spec.panels.len(), spec);
    let rows = spec.panels.len().div_ceil(columns).max(1);
    let scale = largest_scale(columns, spec);
    let [width, height] = [(spec.width, columns), (spec.height, rows)]
        .map(|(side, count)| f64::from(side) / scale / count as f64);
    Room {
        width: (width - AROUND[0]).max(1.0),
        height: (height - AROUND[1]).max(1.0),
        line: 16.0,
    }
}

/// Widest margins at the left and right of each column's plots, row by row; rows of as many plots share columns.
fn margins_across(cells: &[Vec<PanelCell>]) -> Vec<Vec<[f64; 2]>> {
    let of_row = |row: &Vec<PanelCell>| {
        let like = || cells.iter().filter(|other| other.len() == row.len());
        let widest = |column: usize, side: fn(&PanelCell) -> f64| {
            like().map(|other| side(&other[column])).fold(0.0, f64::max)
        };
        (0..row.len())
            .map(|column| {
                [
                    widest(column, |it| it.margins.left),
                    widest(column, |it| it.margins.right),
                ]
            })
            .collect()
    };
    cells.iter().map(of_row).collect()
}

/// Highest margins above and below a row's plots.
fn margins_down(cells: &[PanelCell]) -> [f64; 2] {
    cells.iter().fold([0.0, 0.0], |[above, below], cell| {
        [above.max(cell.margins.top), below.max(cell.margins.bottom)]
    })
}

/// Starts and lengths of plots one after the other along a side of the sheet; the space that they leave is shared
/// out between and around them.
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

fn rows<'a>(mut charts: &'a [PanelContent], lengths: &[usize]) -> Vec<Row<'a>> {
    let mut rows: Vec<Row> = Vec::new();
    for &length in lengths {
        let (row, rest) = charts.split_at(length);
        charts = rest;
        if let Some(above) = rows.last_mut() {
            let mut both = above.charts.iter().chain(row);
            let key = &row[0].chart.key;
            above.key_below = both.all(|content| content.chart.key == *key);
        }
        rows.push(Row {
            charts: row,
            key_below: false,
        });
    }
    rows
}
