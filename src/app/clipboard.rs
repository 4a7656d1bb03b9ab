//! The numbers behind a chart as tab-separated text, which spreadsheets take from the clipboard.

use std::fmt::Write as _;

use crate::view::{Axis, Chart, Image, Mark, Scale};

/// One table per mark that shows data, with a header line; tables are parted by an empty line.
///
/// Values read back to the same f64; on a logarithmic axis they are the values themselves.
pub(super) fn tsv(chart: &Chart) -> String {
    let mut tables = Vec::new();
    for mark in &chart.marks {
        let (name, xy, rows) = match mark {
            Mark::Points(points) | Mark::NewRows(points) => {
                (&points.name, &points.xy[..], Some(&points.rows))
            }
            Mark::Bars(bars) => (&bars.name, &bars.xy[..], None),
            // Lines without a name are a frame, not data.
            Mark::Line(line) if line.name.is_empty() => continue,
            Mark::Line(line) => (&line.name, &line.xy[..], None),
            Mark::Image(image) => {
                tables.push(cells(image));
                continue;
            }
            Mark::Links(_) | Mark::Rule(_) | Mark::Text(_) | Mark::Pin(_) => continue,
        };
        let mut table = format!("{}\t{}", chart.x.label, chart.y.label);
        if rows.is_some() {
            let is_new = matches!(mark, Mark::NewRows(_));
            table.insert_str(0, if is_new { "new row\t" } else { "row\t" });
        } else if !name.is_empty() {
            table = format!("{name}\n{table}");
        }
        for (i, [x, y]) in xy.iter().enumerate() {
            table.push('\n');
            if let Some(rows) = rows {
                // Writing to a String cannot fail.
                let _ = write!(table, "{}\t", rows[i]);
            }
            let _ = write!(table, "{}\t{}", value(&chart.x, *x), value(&chart.y, *y));
        }
        tables.push(table);
    }
    tables.join("\n\n")
}

/// The cells as they lie, the top row first.
fn cells(image: &Image) -> String {
    let line = |row: &[f64]| {
        let values: Vec<String> = row.iter().map(f64::to_string).collect();
        values.join("\t")
    };
    let rows = image.values.chunks(image.columns.max(1)).rev().map(line);
    let rows: Vec<String> = rows.collect();
    format!("{}\n{}", image.name, rows.join("\n"))
}

fn value(axis: &Axis, coordinate: f64) -> f64 {
    if axis.scale == Scale::Log10 {
        10f64.powf(coordinate)
    } else {
        coordinate
    }
}
