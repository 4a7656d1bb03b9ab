//! Places of plots on a sheet: rows and columns, with their keys inside or below them.

use super::{
    content::PanelContent,
    page::GAP,
    panel::{PanelCell, Surroundings},
    sizes::{Proportions, sizes},
};
use chart::{Key, layout::PlacedKey, paper::font::PAPER};

/// Room for all panels, in points of the layout.
#[derive(Debug, Clone, Copy)]
pub(super) struct PanelRoom {
    pub width: f64,
    pub height: f64,
    /// Points on paper per point of the layout.
    pub unit: f64,
    /// Least height of letters in plots.
    pub least: f32,
}

/// Panels side by side, in runs that share a key.
pub(super) struct Row<'a> {
    pub charts: &'a [PanelContent],
    /// True where the row below has the same key, which then stands only there.
    key_below: bool,
}

impl<'a> Row<'a> {
    /// Divides the panels of a figure into rows of these lengths.
    pub fn all(mut charts: &'a [PanelContent], lengths: &[usize]) -> Vec<Self> {
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

    /// Keys among `below` that explain panels of this row, whose places are `columns`: each key in lines as wide as its
    /// panels, with the left end of the first.
    pub fn keys(&self, columns: &[[f64; 2]], below: &[&'a Key]) -> Vec<(PlacedKey, f64)> {
        let mut columns = columns.iter();
        let mut keys = Vec::new();
        for run in self.charts.chunk_by(|a, b| a.chart.key == b.chart.key) {
            let places: Vec<[f64; 2]> = columns.by_ref().take(run.len()).copied().collect();
            let (Some([left, _]), Some([last, width])) = (places.first(), places.last()) else {
                continue;
            };
            let key = &run[0].chart.key;
            if !self.key_below && below.contains(&key) {
                let width = last + width - left;
                keys.push((PlacedKey::in_lines(key, width as f32, PAPER), *left));
            }
        }
        keys
    }

    pub fn key_height(&self, columns: &[[f64; 2]], below: &[&'a Key]) -> f64 {
        let keys = self.keys(columns, below).into_iter();
        keys.map(|(key, _)| f64::from(key.size[1]))
            .fold(0.0, f64::max)
    }

    /// Left ends and widths of places of equal width for the row's panels, in a sheet of the given width.
    pub fn equal_columns(&self, width: f64) -> Vec<[f64; 2]> {
        let count = self.charts.len().max(1);
        let width = (width - GAP * (count + 1) as f64) / count as f64;
        (0..count)
            .map(|column| [GAP + column as f64 * (width + GAP), width])
            .collect()
    }
}

/// Places of all plots.
#[derive(Default)]
pub(super) struct SheetPlaces<'a> {
    /// Cells of the panels, row by row.
    pub cells: Vec<Vec<PanelCell<'a>>>,
    /// Left ends and widths of the places of each row's plots.
    pub columns: Vec<Vec<[f64; 2]>>,
    /// Upper ends and heights of the places of each row's plots.
    pub rows: Vec<[f64; 2]>,
    /// Left ends and widths for keys, which may be wider than panels: the sheet's width divided among the plots of
    /// each row.
    pub tiles: Vec<Vec<[f64; 2]>>,
    /// Width and height of the sheet that nothing takes, in points of the layout.
    pub blank: [f64; 2],
}

impl<'a> SheetPlaces<'a> {
    /// Gives every plot its size and place, with these keys below the panels that they explain.
    pub fn of(rows: &[Row<'a>], below: &[&'a Key], room: PanelRoom) -> Self {
        let PanelRoom { width, height, .. } = room;
        let mut tiles: Vec<Vec<[f64; 2]>> =
            rows.iter().map(|row| row.equal_columns(width)).collect();
        let high = height / rows.len().max(1) as f64;
        let cell = |(content, place): (&'a PanelContent, &[f64; 2])| {
            let dots = content.dots.map(|radius| (radius / room.unit) as f32);
            let sizes = [room.least, dots.unwrap_or(0.0)];
            PanelCell::new(content, sizes, [place[1], high])
        };
        let mut cells: Vec<Vec<PanelCell>> = rows
            .iter()
            .zip(&tiles)
            .map(|(row, tiles)| row.charts.iter().zip(tiles).map(cell).collect())
            .collect();
        let is_single = cells.iter().map(Vec::len).sum::<usize>() == 1;
        let (mut columns, mut places) = (Vec::new(), Vec::new());
        let mut blank = [0.0; 2];
        let mut across: Vec<Vec<[f64; 2]>> = Vec::new();
        // Margins depend on the sizes of plots, and these on the margins; a few rounds settle it. A tick at the end of an axis
        // may come and go with its own margin: in the last rounds none shrinks.
        for round in 0..8 {
            let before = std::mem::replace(&mut across, margins_across(&cells));
            if round > 3 {
                let kept = before.iter().flatten().flatten();
                let now = across.iter_mut().flatten().flatten();
                for (now, kept) in now.zip(kept) {
                    *now = now.max(*kept);
                }
            }
            let down = rows.iter().zip(&cells).zip(&tiles);
            let down: Vec<[f64; 2]> = down
                .map(|((row, cells), tiles)| {
                    let [above, beneath] = margins_down(cells);
                    [above, beneath + row.key_height(tiles, below)]
                })
                .collect();
            let left = |side: f64, margins: &[[f64; 2]]| {
                let margins: f64 =
                    margins.iter().flatten().sum::<f64>() + GAP * (margins.len() + 1) as f64;
                (side - margins).max(1.0)
            };
            let shapes: Vec<Vec<Proportions>> = cells
                .iter()
                .map(|cells| cells.iter().map(|cell| cell.shape(is_single)).collect())
                .collect();
            let rooms: Vec<f64> = across.iter().map(|across| left(width, across)).collect();
            let (widths, heights) = sizes(&shapes, &rooms, left(height, &down));
            let spread_across =
                |(widths, across): (&Vec<f64>, &Vec<[f64; 2]>)| spread(widths, across, width);
            columns = widths.iter().zip(&across).map(spread_across).collect();
            places = spread(&heights, &down, height);
            let rows = widths.iter().zip(&across);
            let narrowest =
                rows.map(|(widths, across)| gap(widths, across, width) * (widths.len() + 1) as f64);
            blank = [
                narrowest.fold(f64::INFINITY, f64::min),
                gap(&heights, &down, height) * (heights.len() + 1) as f64,
            ];
            let tiled = |(columns, across): (&Vec<[f64; 2]>, &Vec<[f64; 2]>)| {
                tiles_of(columns, across, width)
            };
            tiles = columns.iter().zip(&across).map(tiled).collect();
            for (row, cells) in cells.iter_mut().enumerate() {
                let places = || columns[row].iter().zip(&tiles[row]);
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
        // Titles say their numbers in the same way.
        let forms = cells.iter().flatten().map(PanelCell::title_form);
        let form = forms.max().unwrap_or(0);
        for cell in cells.iter_mut().flatten() {
            cell.put_title(form);
        }
        Self {
            cells,
            columns,
            rows: places,
            tiles,
            blank,
        }
    }
}

/// Distance from the middle of a plot to the nearer end of its tile.
fn aside(plot: &[f64; 2], tile: &[f64; 2]) -> f64 {
    let middle = plot[0] + plot[1] / 2.0;
    (middle - tile[0]).min(tile[0] + tile[1] - middle)
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
    let gap = gap(lengths, margins, side);
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

/// Space between and around plots along a side of the sheet.
fn gap(lengths: &[f64], margins: &[[f64; 2]], side: f64) -> f64 {
    let used = lengths.iter().sum::<f64>() + margins.iter().flatten().sum::<f64>();
    (side - used) / (lengths.len() + 1) as f64
}

/// Divides a side of the sheet midway between plots with their margins.
fn tiles_of(plots: &[[f64; 2]], margins: &[[f64; 2]], side: f64) -> Vec<[f64; 2]> {
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
