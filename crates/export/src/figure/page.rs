//! Sheet: heading, rows of panels, keys and caption.

use super::{
    FigureSpec,
    arrange::{PanelRoom, Row, SheetPlaces},
    content::{Kept, PanelContent},
    panel::{NOTE, PanelCell, TITLE},
    spec::{SLIDE_LEAST, SLIDE_PANELS},
};
use chart::{
    Anchor, Key,
    layout::{Frame, Ink, LETTER, Label, PlacedKey, PlacedShape, Tint, wrap},
    paper::{
        font::{PAPER, bold},
        grid,
        palette::Palette,
        svg::Svg,
    },
};
use kernel_pca::kpca::CancelCheck;

/// CSS pixels, and below points, per inch.
const CSS_DPI: f64 = 96.0;
const POINTS_PER_INCH: f64 = 72.0;
/// Gap around the figure and between its panels, in points of the layout.
pub(super) const GAP: f64 = 5.0;
/// Width and height below which a panel has smaller letters than was asked for, in points of the layout.
const SMALLEST_CELL: [f64; 2] = [150.0, 96.0];
/// Height of the caption's lines over that of its letters.
const CAPTION_LINE: f32 = 1.25;
/// Largest numbers of lines of the caption of a slide, which is seen from afar: of one of up to [`SLIDE_PANELS`]
/// panels, and of one of more. A longer caption is left out.
const MOST_LINES_OF_SLIDE: [usize; 2] = [2, 1];
/// Factor by which a caption's letters become smaller at a time, until it has as few lines as it can.
const SMALLER: f32 = 0.97;

/// Sheet in points of the layout.
pub(super) struct Page<'a> {
    /// Pixels of a PNG per point of the layout.
    pub scale: f64,
    width: f64,
    height: f64,
    /// Width and height in CSS pixels.
    css: [f64; 2],
    /// Least height of letters, in points on paper.
    least_points: f64,
    rows: Vec<Row<'a>>,
    around: &'a Around,
    /// Keys that have no room in a plot.
    below: Vec<&'a Key>,
    places: SheetPlaces<'a>,
    /// Lines of the heading and, below, of the caption, broken at the sheet's width.
    heading: Vec<String>,
    caption: Caption,
    cancelled: CancelCheck<'a>,
}

/// Heading, keys and caption around all panels.
pub(super) struct Around {
    /// Line above all panels; empty for none.
    pub heading: String,
    pub key: Key,
    /// Puts keys into plots that have room for them.
    pub keys_inside: bool,
    /// Keys at the right, one below the other.
    pub keys_beside: Vec<Key>,
    pub caption: String,
    /// Number of lines and height of letters, in points, that captions of figures seen one after the other share;
    /// `None` for a figure alone.
    pub kept_caption: Option<(usize, f32)>,
}

/// Caption in lines of a width.
#[derive(Default)]
struct Caption {
    lines: Vec<String>,
    /// Height of the letters, in points.
    size: f32,
    /// Number of lines that are kept free.
    room: usize,
}

impl Caption {
    /// Caption in as few lines of the given width as letters of the `least` height need, in the largest letters that
    /// need no more lines; empty where these are more than `most` lines.
    fn of(around: &Around, width: f32, least: f32, most: usize) -> Self {
        let broken = |size: f32| wrap(&around.caption, size, width, PAPER);
        let fewest = broken(least.min(NOTE[0])).len();
        let sizes = std::iter::successors(Some(NOTE[0]), |size| Some(SMALLER * size));
        let mut sizes = sizes.take_while(|size| *size > least);
        let size = sizes.find(|size| broken(*size).len() <= fewest);
        let size = size.unwrap_or_else(|| least.min(NOTE[0]));
        let (room, size) = match around.kept_caption {
            Some((room, kept)) => (room, size.min(kept)),
            None => (fewest, size),
        };
        if fewest > most || size == 0.0 {
            return Self::default();
        }
        Self {
            lines: broken(size),
            size,
            room,
        }
    }

    fn height(&self) -> f64 {
        match self.lines.len().max(self.room) {
            0 => 0.0,
            lines => f64::from(CAPTION_LINE * self.size) * lines as f64 + GAP / 2.0,
        }
    }
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
        let mut keys: Vec<&Key> = Vec::new();
        for content in charts {
            let key = &content.chart.key;
            if *key != Key::None && !keys.contains(&key) {
                keys.push(key);
            }
        }
        let scale = largest_scale(columns, spec);
        let mut page = Self {
            scale,
            width: 0.0,
            height: 0.0,
            css: [spec.width, spec.height]
                .map(|side| f64::from(side) / f64::from(spec.dpi) * CSS_DPI),
            least_points: spec.least_points,
            rows: Row::all(charts, &lengths),
            around,
            below: if around.keys_inside {
                vec![]
            } else {
                keys.clone()
            },
            places: SheetPlaces::default(),
            heading: Vec::new(),
            caption: Caption::default(),
            cancelled,
        };
        // A key below takes room that another key had inside: each round moves one out, until the others have room.
        loop {
            page.resize(scale, spec);
            // Long keys break differently at each size, so the size that leaves room for the panels is
            // found by trying; the limit ends it where a key alone would fill any sheet.
            for _ in 0..30 {
                if page.cell_height() >= SMALLEST_CELL[1] {
                    break;
                }
                page.resize(0.92 * page.scale, spec);
            }
            page.places = SheetPlaces::of(&page.rows, &page.below, page.room());
            match keys.iter().copied().find(|key| !page.is_placed(key)) {
                Some(key) => page.below.push(key),
                None => return page,
            }
        }
    }

    /// Puts a key into the first plot of those that it explains that has room for it; returns false where none has, and it
    /// does not stand below them either.
    fn is_placed(&mut self, key: &'a Key) -> bool {
        if self.below.contains(&key) {
            return true;
        }
        let mut cells = self.places.cells.iter_mut().flatten();
        cells.any(|cell| cell.takes_key(key))
    }

    /// Points on paper per point of the layout.
    fn unit(&self) -> f64 {
        self.css[0] / CSS_DPI * POINTS_PER_INCH / self.width
    }

    /// Pixels across and down that can be cut off: the blank beyond the usual gaps.
    pub fn blank(&self) -> [f64; 2] {
        let most = self.places.columns.iter().map(Vec::len).max().unwrap_or(0);
        let gaps = [most, self.places.rows.len()].map(|count| GAP * (count + 1) as f64);
        [0, 1].map(|axis| (self.places.blank[axis] - gaps[axis]).max(0.0) * self.scale)
    }

    /// Height of small letters, in points on paper.
    pub fn letters(&self) -> f64 {
        f64::from(LETTER) * self.unit()
    }

    /// Index of the panel whose lists have the smallest letters, and their height in points on paper; `None` where all
    /// lists can be read.
    pub fn unreadable(&self) -> Option<(usize, f64)> {
        let cells = self.places.cells.iter().flatten().enumerate();
        let small =
            cells.filter_map(|(i, cell)| Some((i, self.unit() * f64::from(cell.unreadable()?))));
        small.min_by(|a, b| a.1.total_cmp(&b.1))
    }

    /// Indices of the panels whose axes have units of different length where they should be the same.
    pub fn distorted(&self) -> impl Iterator<Item = usize> {
        let cells = self.places.cells.iter().flatten().enumerate();
        cells.filter_map(|(i, cell)| (!cell.has_its_units()).then_some(i))
    }

    fn resize(&mut self, scale: f64, spec: &FigureSpec) {
        self.scale = scale;
        self.width = f64::from(spec.width) / scale;
        self.height = f64::from(spec.height) / scale;
        let room = (self.width - 2.0 * GAP) as f32;
        let size = TITLE[0] * bold();
        self.heading = wrap(&self.around.heading, size, room, PAPER);
        let most = if self.least_points >= SLIDE_LEAST {
            let panels: usize = self.rows.iter().map(|row| row.charts.len()).sum();
            MOST_LINES_OF_SLIDE[usize::from(panels > SLIDE_PANELS)]
        } else {
            usize::MAX
        };
        self.caption = Caption::of(self.around, room, self.least(), most);
    }

    /// Least height of letters, in points of the layout.
    fn least(&self) -> f32 {
        (self.least_points / self.unit()) as f32
    }

    /// Room for the panels with the keys below them.
    fn room(&self) -> PanelRoom {
        let keys = self.around.keys_beside.iter();
        let keys = keys.map(|key| PlacedKey::in_column(key, PAPER).size[0]);
        let beside = match keys.fold(0.0, f32::max) {
            0.0 => 0.0,
            keys => f64::from(keys) + GAP,
        };
        PanelRoom {
            width: self.width - beside,
            height: self.height - self.head_height() - self.foot_height(),
            unit: self.unit(),
            least: self.least(),
        }
    }

    /// Height that each panel would have without its key, were all equally high, in points of the layout.
    fn cell_height(&self) -> f64 {
        let PanelRoom { width, height, .. } = self.room();
        let keys = self.rows.iter();
        let keys = keys.map(|row| row.key_height(&row.equal_columns(width), &self.below));
        let gaps = GAP * (self.rows.len() + 1) as f64;
        (height - gaps - keys.sum::<f64>()) / self.rows.len().max(1) as f64
    }

    fn head_height(&self) -> f64 {
        match self.heading.len() {
            0 => 0.0,
            lines => f64::from(TITLE[1]) * lines as f64 + GAP / 2.0,
        }
    }

    fn foot_height(&self) -> f64 {
        f64::from(self.foot_key().size[1]) + self.caption.height()
    }

    fn foot_key(&self) -> PlacedKey {
        PlacedKey::in_lines(&self.around.key, self.width as f32, PAPER)
    }

    /// Number of lines of the caption, and the height of its letters.
    pub fn kept_caption(&self) -> (usize, f32) {
        (self.caption.lines.len(), self.caption.size)
    }

    /// Parts of each panel that figures seen one after the other share, in reading order.
    pub fn kept(&self) -> Vec<Kept> {
        let cells = self.places.cells.iter().flatten();
        cells.map(PanelCell::kept).collect()
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
        let key = |svg: &mut Svg, key: &PlacedKey, corner: [f64; 2]| {
            let shapes = key.shapes();
            if !shapes.is_empty() {
                svg.group("key", corner, |svg| svg.shapes(&shapes, &sheet));
            }
        };
        let SheetPlaces {
            cells,
            columns,
            rows,
            tiles,
            blank: _,
        } = &self.places;
        for (i, (row, cells)) in self.rows.iter().zip(cells).enumerate() {
            let [top, height] = rows[i];
            let top = top + self.head_height();
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
            for (placed, left) in row.keys(&tiles[i], &self.below) {
                key(&mut svg, &placed, [left, below]);
            }
        }
        let caption = self.height - self.caption.height();
        let foot = self.foot_key();
        key(&mut svg, &foot, [0.0, caption - f64::from(foot.size[1])]);
        let mut top = GAP + self.head_height();
        for beside in &self.around.keys_beside {
            let placed = PlacedKey::in_column(beside, PAPER);
            key(&mut svg, &placed, [self.room().width, top]);
            top += f64::from(placed.size[1]) + GAP;
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
        let size = self.caption.size;
        let lines = self.caption.lines.iter().enumerate().map(|(i, line)| {
            let y = caption as f32 + CAPTION_LINE * size * (i as f32 + 0.5);
            PlacedShape::Label(Label {
                class: "caption",
                ink: Ink::of(Tint::Weak, 1.0),
                ..label(line, y, size)
            })
        });
        svg.shapes(&heading.chain(lines).collect::<Vec<_>>(), &sheet);
        let whole = svg.finish(self.css, [self.width, self.height], head);
        (!(self.cancelled)()).then_some(whole)
    }
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
pub(super) fn room(spec: &FigureSpec) -> chart::Room {
    /// Usual width and height of axes, title and key.
    const AROUND: [f64; 2] = [60.0, 70.0];
    let columns = columns(spec.panels.len(), spec);
    let rows = spec.panels.len().div_ceil(columns).max(1);
    let scale = largest_scale(columns, spec);
    let [width, height] = [(spec.width, columns), (spec.height, rows)]
        .map(|(side, count)| f64::from(side) / scale / count as f64);
    chart::Room {
        width: (width - AROUND[0]).max(1.0),
        height: (height - AROUND[1]).max(1.0),
        line: 16.0,
    }
}
