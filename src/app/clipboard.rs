//! The numbers behind a chart as tab-separated text, which spreadsheets take from the clipboard.

use std::fmt::Write as _;

use crate::view::{Axis, Chart, Mark, Scale};

/// One table per mark that shows data, with a header line; tables are parted by an empty line.
///
/// Values read back to the same f64; on a logarithmic axis they are the values themselves.
pub(super) fn tsv(chart: &Chart) -> String {
    let mut tables = Vec::new();
    for mark in &chart.marks {
        let (name, xy, rows) = match mark {
            Mark::Points(points) => (&points.name, &points.xy[..], Some(&points.rows)),
            Mark::Bars(bars) => (&bars.name, &bars.xy[..], None),
            Mark::Line(line) => (&line.name, &line.xy[..], None),
            Mark::Rule(_) => continue,
        };
        let mut table = format!("{}\t{}", chart.x.label, chart.y.label);
        if rows.is_some() {
            table.insert_str(0, "row\t");
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

fn value(axis: &Axis, coordinate: f64) -> f64 {
    if axis.scale == Scale::Log10 {
        10f64.powf(coordinate)
    } else {
        coordinate
    }
}
