//! Small multiples over two parameters: a grid whose columns and rows are labelled with the values.

use super::multiples::{frame, placed};
use crate::{
    analysis::Analysis,
    presented::Presented,
    view::{key, points},
};
use chart::{Anchor, Aspect, Axis, Chart, GAP, MapGrid, Mark, Room, Text, alike, number};
use kernel_pca::{
    objects::Labels,
    sweep::{GridQuestion, GridRows, Sweep, SweepGrid},
};

/// Width of a letter, in heights of a line.
const LETTER: f64 = 0.5;

/// Width of the longest of some texts, in heights of a line.
fn longest(texts: &[String]) -> f64 {
    let letters = texts.iter().map(|text| text.chars().count());
    LETTER * letters.max().unwrap_or(0) as f64
}

fn row_names(question: &GridQuestion) -> Vec<String> {
    let down = &question.down;
    match question.second {
        GridRows::Parameter(swept) => {
            let values = alike(down, 1).into_iter();
            values
                .map(|it| format!("{} = {it}", swept.symbol()))
                .collect()
        }
        GridRows::Components => {
            let names = down.iter();
            names
                .map(|value| format!("PC{value}, PC{}", value + 1.0))
                .collect()
        }
    }
}

/// Grid with cells as large as can be, a line of text above each and one below them all.
pub(super) fn layout(grid: &SweepGrid, room: Room) -> MapGrid {
    let GridQuestion { across, down, .. } = &grid.question;
    let (columns, rows) = (across.len().max(1), down.len().max(1) as f64);
    let beside = room.line * longest(&row_names(&grid.question));
    let widest = (room.width - beside) / (columns as f64 * (1.0 + GAP) + 2.0 * GAP);
    let tallest = (room.height - (rows + 1.0) * room.line) / (rows + 2.0 * GAP);
    let width = widest.min(tallest);
    // In steps, so that a window that is resized a little keeps its chart.
    let caption = if width > 0.0 {
        ((room.line / width) * 64.0).ceil() / 64.0
    } else {
        0.5
    };
    MapGrid {
        across: columns,
        height: 1.0,
        caption: caption.min(0.5),
    }
}

pub(super) fn chart(
    analysis: &Analysis,
    sweep: &Sweep,
    grid: &SweepGrid,
    layout: MapGrid,
) -> Chart {
    let GridQuestion {
        across,
        second,
        down,
    } = &grid.question;
    let (parameter, method) = (sweep.question.parameter, sweep.question.method);
    let symbol = parameter.symbol();
    let title = format!(
        "Small multiples: {} over {symbol} and {}",
        method.presented().title,
        second.symbol()
    );
    let known = grid.agreeing();
    if known.iter().all(Option::is_none) {
        let failed = grid.cells.iter().flatten().find_map(|it| it.as_ref().err());
        return Chart::empty(&title, failed.map_or("computing", String::as_str));
    }
    let MapGrid { caption, .. } = layout;
    let dataset = &*analysis.dataset;
    let classes = matches!(dataset.labels, Labels::Classes { .. });
    let text = |xy, text, anchor| Mark::Text(Text::new(xy, text, anchor, caption));
    let (mut frames, mut marks) = (Vec::new(), Vec::new());
    let rows = row_names(&grid.question);
    for (row, name) in rows.iter().enumerate() {
        let bottom = (down.len() - 1 - row) as f64 * (1.0 + caption);
        marks.push(text([-GAP, bottom + 0.5], name.clone(), Anchor::End));
        for column in 0..across.len() {
            let left = column as f64 * (1.0 + GAP);
            frames.push(frame([left, bottom], [1.0; 2]));
            let scores = known.get(row * across.len() + column);
            let Some(Some(scores)) = scores else { continue };
            let places = placed(sweep, scores, dataset.n(), [left, bottom], 1.0);
            marks.push(Mark::Points(points(dataset, places)));
            let separation = grid.cell(row, column).and_then(|cell| cell.separation);
            if let Some(score) = separation.filter(|_| classes) {
                let said = format!("{:.0} %", 100.0 * score.mean);
                let above = [left + 0.5, bottom + 1.0 + caption / 2.0];
                marks.push(text(above, said, Anchor::Middle));
            }
        }
    }
    let values: Vec<String> = alike(across, 1);
    let named: Vec<String> = values.iter().map(|it| format!("{symbol} = {it}")).collect();
    let below = if longest(&named) * caption < 1.0 {
        named
    } else {
        // There is room for the symbol once.
        let first = [-GAP, -caption / 2.0];
        marks.push(text(first, format!("{symbol} ="), Anchor::End));
        values
    };
    for (column, name) in below.into_iter().enumerate() {
        let at = [column as f64 * (1.0 + GAP) + 0.5, -caption / 2.0];
        marks.push(text(at, name, Anchor::Middle));
    }
    let beside = longest(&rows) * caption + 2.0 * GAP;
    let ends = [
        [-beside, across.len() as f64 * (1.0 + GAP)],
        [-caption - GAP, down.len() as f64 * (1.0 + caption) + GAP],
    ];
    let [x, y] = ends.map(Axis::bare);
    let values: Vec<String> = across.iter().map(|value| number(*value)).collect();
    let sample = sweep.pictured_sample();
    frames.extend(marks);
    Chart {
        summary: format!(
            "{title}: {symbol} = {} from left to right, {} from top to bottom.",
            values.join(", "),
            rows.join(", ")
        ),
        title,
        x,
        y,
        aspect: Aspect::Equal,
        marks: frames,
        key: key(&dataset.labels),
        note: sample.map(|it| format!("{} rows drawn from {}", it.rows.len(), it.of)),
    }
}

/// Values on the axes of both parameters at a cell; components count from 1.
pub(super) fn values_of(sweep: &Sweep, grid: &SweepGrid, cell: usize) -> Option<[f64; 2]> {
    let GridQuestion {
        across,
        second,
        down,
    } = &grid.question;
    let columns = across.len().max(1);
    let value = *across.get(cell % columns)?;
    let other = *down.get(cell / columns)?;
    let other = match second {
        GridRows::Parameter(swept) => swept.place(other),
        GridRows::Components => other,
    };
    Some([sweep.question.parameter.place(value), other])
}
