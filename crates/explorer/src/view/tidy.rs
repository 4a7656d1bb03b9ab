//! Tidy tables of the numbers behind charts: a row for each observation, a column for each variable.

use chart::{Bars, Chart, Image, Mark, Scale};
use kernel_pca::objects::Labels;
use tabular::Dataset;

/// A table whose columns of texts stand before its columns of numbers, all of one length.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct TidyTable {
    pub texts: Vec<(String, Vec<String>)>,
    /// Columns of numbers by name; NaN where there is no value.
    pub numbers: Vec<(String, Vec<f64>)>,
}

/// Row of a table before it is known which columns have any value.
#[derive(Default)]
struct Observation {
    series: String,
    row: String,
    label: String,
    numbers: [f64; 3],
}

impl Observation {
    fn new(series: &str, [x, y]: [f64; 2]) -> Self {
        Self {
            series: series.to_owned(),
            numbers: [x, y, f64::NAN],
            ..Self::default()
        }
    }
}

impl TidyTable {
    /// Returns the numbers that a chart draws, mark by mark; of a chart with maps, only the middle and the value of
    /// each cell. Values read back to the same f64, and are those before any logarithm. A bar stands at the number that
    /// it is of, an arrow at its head; a dot has its row's number in the source of `dataset`, and the row's label.
    #[must_use]
    pub fn of(chart: &Chart, dataset: &Dataset) -> Self {
        let axes = [&chart.x, &chart.y];
        let value = |axis: usize, at: f64| match axes[axis].scale {
            Scale::Log10 => 10f64.powf(at),
            _ => at,
        };
        let values = |[x, y]: [f64; 2]| [value(0, x), value(1, y)];
        // Dots on maps are another table.
        let is_map = |mark: &Mark| matches!(mark, Mark::Image(_));
        let has_map = chart.has_images();
        let mut rows = Vec::new();
        for mark in chart.marks.iter().filter(|it| !has_map || is_map(it)) {
            match mark {
                Mark::Points(points) | Mark::NewRows(points) => {
                    let is_new = matches!(mark, Mark::NewRows(_));
                    for (xy, row) in points.xy.iter().zip(points.rows.iter()) {
                        let id = dataset.row_ids.get(*row).filter(|_| !is_new);
                        let label = (!is_new).then(|| label_of(dataset, *row));
                        rows.push(Observation {
                            row: id.unwrap_or(row).to_string(),
                            label: label.unwrap_or_default(),
                            ..Observation::new(&points.name, values(*xy))
                        });
                    }
                }
                Mark::Bars(bars) => rows.extend(of_bars(bars, &value)),
                // Lines without a name are a frame, not data.
                Mark::Line(line) if !line.name.is_empty() => {
                    let vertices = line.xy.iter().map(|xy| values(*xy));
                    rows.extend(vertices.map(|xy| Observation::new(&line.name, xy)));
                }
                Mark::Image(image) => rows.extend(cells(image)),
                Mark::Arrow(arrow) => rows.push(Observation::new(&arrow.name, arrow.head)),
                Mark::Line(_)
                | Mark::Links(_)
                | Mark::CrossLine(_)
                | Mark::Text(_)
                | Mark::Hint(_)
                | Mark::Pin(_) => {}
            }
        }
        let label = dataset.labels.column().unwrap_or_default().to_owned();
        let names = [
            stable(&chart.x.label, "x"),
            stable(&chart.y.label, "y"),
            "value".to_owned(),
        ];
        Self::joined(&rows, label, names, chart.x.scale == Scale::Count)
    }

    fn joined(rows: &[Observation], label: String, names: [String; 3], counts: bool) -> Self {
        let texts = ["series".to_owned(), "row".to_owned(), label];
        let mut table = Self::default();
        for (i, name) in texts.into_iter().enumerate() {
            let cell = |it: &Observation| [&it.series, &it.row, &it.label][i].clone();
            let cells: Vec<String> = rows.iter().map(cell).collect();
            // One series needs no name.
            let says = if i == 0 {
                cells.windows(2).any(|pair| pair[0] != pair[1])
            } else {
                cells.iter().any(|it| !it.is_empty())
            };
            if says {
                table.texts.push((name, cells));
            }
        }
        for (i, name) in names.into_iter().enumerate() {
            let cells: Vec<f64> = rows.iter().map(|it| it.numbers[i]).collect();
            if i == 0 && counts {
                table
                    .texts
                    .push((name, cells.iter().map(f64::to_string).collect()));
            } else if i < 2 || cells.iter().any(|it| !it.is_nan()) {
                table.numbers.push((name, cells));
            }
        }
        table
    }
}

fn of_bars<'a>(
    bars: &'a Bars,
    value: &'a impl Fn(usize, f64) -> f64,
) -> impl Iterator<Item = Observation> + 'a {
    bars.xy.iter().enumerate().map(move |(i, [_, y])| {
        let y = match &bars.lying {
            Some(values) => values[i],
            None => value(1, *y),
        };
        Observation::new(&bars.name, [bars.numbers[i] as f64, y])
    })
}

/// Cells of a map, the lowest row first.
fn cells(image: &Image) -> impl Iterator<Item = Observation> + '_ {
    let columns = image.columns.max(1);
    let counts = [columns, image.rows().max(1)];
    image.values.iter().enumerate().map(move |(i, value)| {
        let [x, y] = [0, 1].map(|axis| {
            let [low, high] = image.extent[axis];
            let place = [i % columns, i / columns][axis];
            low + (place as f64 + 0.5) * (high - low) / counts[axis] as f64
        });
        Observation {
            series: image.name.clone(),
            numbers: [x, y, *value],
            ..Observation::default()
        }
    })
}

/// A name for a column that is the same whatever the data: without what stands in parentheses or after a comma, such as a
/// share of the variance, and without blanks.
#[must_use]
pub fn stable(label: &str, otherwise: &str) -> String {
    let name = label.split([',', '(']).next().unwrap_or_default().trim();
    if name.is_empty() {
        otherwise.to_owned()
    } else {
        name.replace(' ', "_")
    }
}

/// A row's label as it stands in tables; nothing where there is none.
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::{panel::Panel, setup::View, view::testing};

    fn table(panel: Panel) -> TidyTable {
        let mut analysis = testing::classes(3, 2);
        Arc::make_mut(&mut analysis.dataset).row_ids = vec![0, 2, 5];
        let chart = panel.chart(&analysis, &View::default());
        TidyTable::of(&chart, &analysis.dataset)
    }

    #[test]
    fn bars_have_their_component_and_dots_their_row_in_the_source_with_its_label() {
        let spectrum = table(Panel::Spectrum);
        assert_eq!(spectrum.texts[0].0, "series");
        let of: Vec<&str> = spectrum.texts[0].1.iter().map(|it| &**it).collect();
        assert_eq!(of, ["linear PCA", "linear PCA", "kernel PCA", "kernel PCA"]);
        let numbers = ["1", "2", "1", "2"].map(String::from).to_vec();
        assert_eq!(spectrum.texts[1], ("component".into(), numbers));
        let scores = table(Panel::Kpca);
        assert_eq!(
            scores.texts[0],
            ("row".into(), ["0", "2", "5"].map(String::from).to_vec())
        );
        assert_eq!(scores.texts[1].0, "class");
        assert_eq!(scores.texts[1].1[2], "class 0");
        let names: Vec<&str> = scores.numbers.iter().map(|(name, _)| &**name).collect();
        assert_eq!(names, ["kernel_PC1", "kernel_PC2"]);
    }

    #[test]
    fn names_of_columns_hold_no_number_of_the_data() {
        assert_eq!(stable("kernel PC1 (7.6 %)", "x"), "kernel_PC1");
        assert_eq!(stable("LLE 1, r = −0.99", "x"), "LLE_1");
        assert_eq!(stable("", "x"), "x");
    }
}
