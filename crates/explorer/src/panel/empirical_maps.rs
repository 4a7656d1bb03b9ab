//! Two feature maps that any positive kernel has on the rows at hand: the empirical one and Mercer's.

use nalgebra::DMatrix;

use super::{
    Content, NOT_COMPUTED, PanelSpec,
    coordinates::{
        self, CoordinateGroup, SYMBOLS, brief, coordinate_bars, python_said, six_digits, two_rows,
        x_and_y,
    },
};
use crate::{
    analysis::Analysis,
    setup::View,
    view::{kernel_label, row_title},
};
use chart::{Aspect, Chart, Paint, number};
use kernel_pca::explain::EmpiricalMap;

pub(super) struct EmpiricalMaps;

/// Number of coordinates of a map up to which all are numbered.
const NUMBERED: usize = 10;
/// Difference between products and the kernel, relative to the largest entry, above which it is more than
/// rounding.
const ROUNDING: f64 = 1e-10;

const TITLE: &str = "Empirical and Mercer maps";

impl PanelSpec for EmpiricalMaps {
    fn about(&self) -> &'static str {
        "Finite features of any positive kernel on these rows, for the two rows selected, or the first two: \
         the empirical map has a coordinate for each row, Mercer's one for each eigenvalue. The products of \
         either are the kernel."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        match map_and_rows(analysis, view) {
            Ok((map, rows)) => chart(analysis, map, rows),
            Err(why) => Chart::empty(TITLE, why),
        }
    }

    fn content<'a>(&self, analysis: &'a Analysis, view: &View) -> Option<Content<'a>> {
        let (map, rows) = map_and_rows(analysis, view).ok()?;
        Some(Content::Own(code(analysis, map, rows)))
    }
}

/// Maps and the two rows to show, or a reason why there is nothing to show.
fn map_and_rows<'a>(
    analysis: &'a Analysis,
    view: &View,
) -> Result<(&'a EmpiricalMap, [usize; 2]), &'static str> {
    let map = analysis.explain.empirical_map.as_ref();
    Ok((map.ok_or(NOT_COMPUTED)?, two_rows(analysis, view)?))
}

fn chart(analysis: &Analysis, map: &EmpiricalMap, rows: [usize; 2]) -> Chart {
    let k = analysis.kpca.kernel_values(&map.rows, &rows);
    let (empirical, mercer) = (map.empirical(&k), map.mercer(&k));
    let groups = groups(analysis, map, &empirical, &mercer);
    let product = |features: &DMatrix<f64>| six_digits(features.column(0).dot(&features.column(1)));
    let kernel = analysis.kpca.kernel_values(&rows[..1], &rows[1..])[(0, 0)];
    let said = [
        format!("φ(x)·φ(y), empirical map: {}", product(&empirical)),
        format!("φ(x)·φ(y), Mercer map: {}", product(&mercer)),
        format!("k(x, y): {}", six_digits(kernel)),
    ];
    let lines: Vec<(String, Paint)> = said.iter().map(|line| (line.clone(), Paint::Ink)).collect();
    let (marks, [x, y]) = coordinate_bars(SYMBOLS, &groups, &lines);
    let note = note(analysis, map, rows);
    let title = format!("{TITLE} · {}", kernel_label(&analysis.kernel));
    Chart {
        summary: format!(
            "{title}, of {}. {}. {note}.",
            x_and_y(analysis, rows),
            said.join("; ")
        ),
        x,
        y,
        aspect: Aspect::Free,
        marks,
        key: coordinates::key(analysis, rows),
        note: Some(note),
        title,
    }
}

/// Coordinates of two rows by either map, those of Mercer's as far as there are dimensions.
fn groups(
    analysis: &Analysis,
    map: &EmpiricalMap,
    empirical: &DMatrix<f64>,
    mercer: &DMatrix<f64>,
) -> [CoordinateGroup; 2] {
    let (taken, dimensions) = (map.rows.len(), drawn_dimensions(map));
    let coordinates = |features: &DMatrix<f64>, count: usize| {
        [0, 1].map(|i| features.column(i).iter().take(count).copied().collect())
    };
    let ids = map.rows.iter();
    let ids = ids.map(|&row| analysis.dataset.row_ids[row] + 1);
    let titles = map.rows.iter().map(|&row| row_title(analysis, row));
    let eigenvalues = (1..=dimensions).map(|j| format!("eigenvalue {j}"));
    [
        CoordinateGroup {
            heading: "K^(−1/2)·k(x), by row".into(),
            names: numbered(ids),
            labels: titles.collect(),
            values: coordinates(empirical, taken),
        },
        CoordinateGroup {
            heading: "√Λ·u, by eigenvalue".into(),
            names: numbered((0..dimensions).map(|j| j + 1)),
            labels: eigenvalues.collect(),
            values: coordinates(mercer, dimensions),
        },
    ]
}

fn drawn_dimensions(map: &EmpiricalMap) -> usize {
    map.dimensions().max(1).min(map.rows.len())
}

/// Numbers of coordinates as text; empty where there is no room for them.
fn numbered(numbers: impl ExactSizeIterator<Item = usize>) -> Vec<String> {
    let count = numbers.len();
    let text = |(at, number): (usize, usize)| {
        if count <= NUMBERED || at == 0 || at + 1 == count {
            number.to_string()
        } else {
            String::new()
        }
    };
    numbers.enumerate().map(text).collect()
}

/// Note on whether products give K back, on which rows, and why not where they don't.
fn note(analysis: &Analysis, map: &EmpiricalMap, rows: [usize; 2]) -> String {
    let (n, taken) = (analysis.dataset.n(), map.rows.len());
    let of = if taken == n {
        format!("all {n} rows")
    } else {
        format!("{taken} of {n} rows, spread evenly,")
    };
    let [empirical, mercer] = map.differences;
    let mut said = vec![format!(
        "products give K of {of} back but for {} (empirical) and {} (Mercer) of its largest entry",
        brief(empirical),
        brief(mercer)
    )];
    let lowest = map.eigenvalues.last().copied().unwrap_or(0.0);
    if lowest < 0.0 && empirical.max(mercer) > ROUNDING {
        said.push(format!(
            "K is indefinite: no real map has the eigenvalues below zero, down to {}",
            number(lowest)
        ));
    }
    let missing: Vec<String> = rows
        .iter()
        .filter(|row| map.rows.binary_search(row).is_err())
        .map(|row| row_title(analysis, *row))
        .collect();
    if !missing.is_empty() {
        said.push(format!(
            "not taken, and so only near: {}",
            missing.join(", ")
        ));
    }
    said.join("; ")
}

/// Python lines that compute both maps anew.
fn code(analysis: &Analysis, map: &EmpiricalMap, rows: [usize; 2]) -> Vec<String> {
    let k = analysis.kpca.kernel_values(&map.rows, &rows);
    let bars = groups(analysis, map, &map.empirical(&k), &map.mercer(&k));
    let dimensions = bars[1].names.len();
    let [i, j] = rows;
    let mut python = vec![
        format!("taken = {:?}", map.rows),
        "values, vectors = np.linalg.eigh(K[np.ix_(taken, taken)])".into(),
        "values, vectors = values[::-1], vectors[:, ::-1]".into(),
        "largest = np.abs(vectors) >= (1 - 1e-6) * np.abs(vectors).max(axis=0)".into(),
        "vectors = vectors * np.sign(vectors[largest.argmax(axis=0), np.arange(len(taken))])"
            .into(),
        "noise = len(taken) * np.finfo(float).eps * np.abs(values).max()".into(),
        "roots = np.where(values > noise, np.sqrt(np.maximum(values, noise)), np.inf)".into(),
        format!("mercer = vectors.T @ K[np.ix_(taken, [{i}, {j}])] / roots[:, None]"),
        "empirical = vectors @ mercer".into(),
        format!("two = np.vstack([empirical, mercer[:{dimensions}]]).T"),
    ];
    python.extend(coordinates::python(SYMBOLS, &bars));
    python.extend(python_said(&[
        "f\"φ(x)·φ(y), empirical map: {empirical[:, 0] @ empirical[:, 1]:.6g}\"",
        "f\"φ(x)·φ(y), Mercer map: {mercer[:, 0] @ mercer[:, 1]:.6g}\"",
        &format!("f\"k(x, y): {{K[{i}, {j}]:.6g}}\""),
    ]));
    python
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        panel::Panel,
        setup::{Marking, Setup, example},
        view::testing,
    };
    use chart::Mark;
    use kernel_pca::{kernel::Kernel, kpca::Tier};

    fn shown(setup: &Setup) -> (Chart, Vec<String>) {
        let analysis = Analyzer::default()
            .run(setup, Tier::Exact, &|| false)
            .unwrap();
        let chart = Panel::EmpiricalMaps.chart(&analysis, &setup.view);
        testing::assert_drawable(&chart);
        let texts = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some(text.text.clone()),
            _ => None,
        });
        let texts = texts.collect();
        (chart, texts)
    }

    #[test]
    fn both_maps_give_the_kernel_worked_by_hand() {
        let (chart, texts) = shown(&example("kernel-trick").unwrap().setup);
        for line in [
            "φ(x)·φ(y), empirical map: 2501.00",
            "φ(x)·φ(y), Mercer map: 2501.00",
            "k(x, y): 2501.00",
        ] {
            assert!(texts.iter().any(|text| text == line), "{line}: {texts:?}");
        }
        assert!(
            chart
                .note
                .unwrap()
                .contains("K of all 5 rows back but for ")
        );
    }

    #[test]
    fn rows_that_were_not_taken_and_indefinite_kernels_are_said() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = vec![Panel::EmpiricalMaps];
        setup.view.marking = Marking {
            selected: [0, 2].into_iter().collect(),
            ..Marking::default()
        };
        let (chart, _) = shown(&setup);
        let note = chart.note.unwrap();
        assert!(note.contains("of 100 rows, spread evenly,"), "{note}");
        assert!(note.contains("only near: row 3"), "{note}");
        setup.kernel = Kernel::sigmoid(2.0, -1.0).into();
        let note = shown(&setup).0.note.unwrap();
        assert!(note.contains("K is indefinite"), "{note}");
    }
}
