//! Numbers behind a chart as tab-separated text, which spreadsheets take from the clipboard.

use std::fmt::Write as _;

use crate::{
    data::{Dataset, Labels},
    view::{Axis, Bars, Chart, Image, Mark, Scale},
};

/// Writes one table per mark that shows data, with a header line; tables are parted by an empty line.
///
/// Values read back to the same f64; on a logarithmic axis they are the values themselves, and bars over an axis that
/// counts stand at the number that they are of. Of an arrow it is the head. Dots have their row's number in the source of `dataset`, and its label.
pub(super) fn tsv(chart: &Chart, dataset: &Dataset) -> String {
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
            Mark::Arrow(arrow) => (&arrow.name, std::slice::from_ref(&arrow.head), None),
            Mark::Links(_) | Mark::Rule(_) | Mark::Text(_) | Mark::Hint(_) | Mark::Pin(_) => {
                continue;
            }
        };
        let is_new = matches!(mark, Mark::NewRows(_));
        let is_fitted = rows.is_some() && !is_new;
        let label = label_column(dataset).filter(|_| is_fitted);
        let mut table = format!("{}\t{}", chart.x.label, chart.y.label);
        if rows.is_some() {
            let header = label.map(|name| format!("{name}\t"));
            table.insert_str(0, &header.unwrap_or_default());
            table.insert_str(0, if is_new { "new row\t" } else { "row\t" });
        } else if !name.is_empty() {
            table = format!("{name}\n{table}");
        }
        for (i, [x, y]) in xy.iter().enumerate() {
            table.push('\n');
            if let Some(rows) = rows {
                // Writing to a String cannot fail.
                let row = rows[i];
                let id = dataset.row_ids.get(row).filter(|_| is_fitted);
                let _ = write!(table, "{}\t", id.unwrap_or(&row));
                if label.is_some() {
                    let _ = write!(table, "{}\t", label_of(dataset, row));
                }
            }
            let x = match mark {
                Mark::Bars(bars) => bars.numbers[i] as f64,
                _ => value(&chart.x, *x),
            };
            let y = match mark {
                Mark::Bars(Bars {
                    lying: Some(values),
                    ..
                }) => values[i],
                _ => value(&chart.y, *y),
            };
            let _ = write!(table, "{x}\t{y}");
        }
        tables.push(table);
    }
    tables.join("\n\n")
}

/// Name of the label's column, where rows have a label.
fn label_column(dataset: &Dataset) -> Option<&str> {
    match &dataset.labels {
        Labels::Classes { column, .. } | Labels::Continuous { column, .. } => Some(column),
        Labels::None => None,
    }
}

/// Label of a row as it stands in tables; empty where there is none.
fn label_of(dataset: &Dataset, row: usize) -> String {
    match &dataset.labels {
        Labels::Classes { names, codes, .. } => {
            let name = codes.get(row).and_then(|code| names.get((*code)?));
            name.cloned().unwrap_or_default()
        }
        Labels::Continuous { values, .. } => {
            values.get(row).map_or_else(String::new, f64::to_string)
        }
        Labels::None => String::new(),
    }
}

/// Cells of an image as they lie, the top row first.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{panel::Panel, setup::View, view::testing};

    #[test]
    fn bars_have_their_component_and_dots_their_row_in_the_source_with_its_label() {
        let mut analysis = testing::classes(3, 2);
        Arc::make_mut(&mut analysis.dataset).row_ids = vec![0, 2, 5];
        let copied = |panel: Panel| {
            let chart = panel.chart(&analysis, &View::default());
            tsv(&chart, &analysis.dataset)
        };
        let spectrum = copied(Panel::Spectrum);
        let tables: Vec<&str> = spectrum.split("\n\n").collect();
        assert_eq!(tables.len(), 2, "{spectrum}");
        for table in tables {
            let bars = table.lines().skip(2);
            let numbers: Vec<&str> = bars.filter_map(|line| line.split('\t').next()).collect();
            assert_eq!(numbers, ["1", "2"], "{table}");
        }
        let scores = copied(Panel::Kpca);
        let lines: Vec<&str> = scores.lines().collect();
        assert!(lines[0].starts_with("row\tclass\t"), "{scores}");
        assert!(lines[3].starts_with("5\tclass 0\t"), "{scores}");
    }
}
