//! Kernel matrix as a heat map.

use super::{Content, Control, NOT_COMPUTED, PanelSpec, PointedAt};
use crate::{
    analysis::Analysis,
    setup::{RowOrder, View},
    view::{kernel_label, row_title},
};
use chart::{
    Anchor, Aspect, Axis, Chart, ColorMap, Image, Key, Mark, Paint, Scale, Text, cut, number,
};
use kernel_pca::objects::Labels;
use tabular::row_in_words;

pub(super) struct KernelMatrix;

/// Number of rows up to which each entry is written: more numbers can't be read at a glance.
const MOST_WRITTEN: usize = 8;
/// Height of a written entry, in cells: six letters then fit across.
const NUMBER_HEIGHT: f64 = 0.26;
/// Height of a row's name beside the matrix, in cells, and its letters at most: as many as fit above a cell.
const NAME_HEIGHT: f64 = 0.2;
const NAME_LENGTH: usize = 9;
/// Width of a letter over its height, on average, and the gap between a name and the matrix, in cells.
const LETTER: f64 = 0.55;
const GAP: f64 = 0.08;
/// Least range of the colours as a share of the largest entry: entries that agree in four digits look alike.
const LEAST_CONTRAST: f64 = 1e-4;

impl PanelSpec for KernelMatrix {
    fn about(&self) -> &'static str {
        "How similar the kernel finds each pair of rows. Blocks are groups; a bright diagonal alone means \
         that every row is similar only to itself."
    }

    fn chart(&self, analysis: &Analysis, view: &View) -> Chart {
        chart(analysis, view)
    }

    fn controls(&self) -> &'static [Control] {
        &[Control::KernelMatrix]
    }

    fn content<'a>(&self, _analysis: &'a Analysis, _view: &View) -> Option<Content<'a>> {
        Some(Content::KernelMatrix)
    }

    fn pointed_at(&self, analysis: &Analysis, view: &View, at: [f64; 2]) -> Option<PointedAt> {
        entry(analysis, view, at)
    }
}

fn chart(analysis: &Analysis, view: &View) -> Chart {
    let choice = &view.kernel_matrix;
    let (name, symbol, key) = if choice.centered {
        ("Centred kernel matrix", "k̃", "k(x, y), centred")
    } else {
        ("Kernel matrix", "k", "k(x, y)")
    };
    let Some(map) = &analysis.explain.kernel_map else {
        return Chart::empty(name, NOT_COMPUTED);
    };
    let n = analysis.dataset.n();
    let side = map.values.nrows();
    if side == 0 {
        return Chart::empty(name, "there are no rows");
    }
    let (low, high) = (map.values.min(), map.values.max());
    let (range, colors) = if choice.centered {
        let limit = low.abs().max(high.abs());
        ([-limit, limit], ColorMap::Diverging)
    } else {
        let least = LEAST_CONTRAST * low.abs().max(high.abs());
        let more = (least - (high - low)).max(0.0) / 2.0;
        ([low - more, high + more], ColorMap::Sequential)
    };
    let order = match (choice.order, &analysis.dataset.labels) {
        (RowOrder::Source, _) | (RowOrder::Label, Labels::None) => {
            "in the order of the data".into()
        }
        (RowOrder::Label, Labels::Classes { column, .. } | Labels::Continuous { column, .. }) => {
            format!("sorted by {column}")
        }
        (RowOrder::Component(component), _) => {
            let last = analysis.kpca.eigenvectors.ncols();
            format!("sorted by kernel PC{}", (component + 1).min(last))
        }
    };
    let note = if side == n {
        None
    } else if map.rows_read == n {
        let rows = n.div_ceil(side);
        Some(format!("averages over blocks of about {rows} rows"))
    } else {
        let read = map.rows_read;
        Some(format!(
            "averages over {read} rows spread evenly over the {n}, in {side} blocks"
        ))
    };
    let title = format!("{name} · {}", kernel_label(&analysis.kernel));
    // Rows from top to bottom, as a matrix is written.
    let values = (0..side)
        .rev()
        .flat_map(|i| map.values.row(i).iter().copied().collect::<Vec<f64>>())
        .collect();
    let end = n as f64;
    let small = n <= MOST_WRITTEN && side == n;
    let named = map.order.iter().filter(|_| small);
    let names: Vec<String> = named.map(|&row| name_of(analysis, row)).collect();
    let [beside, above] = room_for(&names);
    let axis = |label: String, range| Axis::new(label, Scale::Unmarked).within(range);
    let image = Image {
        name: symbol.to_owned(),
        extent: [[0.0, end]; 2],
        columns: side,
        values,
        range,
        map: colors,
        levels: [].into(),
    };
    let texts = if small { written(&image) } else { vec![] };
    let texts = texts.into_iter().chain(beside_rows(&names));
    Chart {
        summary: format!(
            "{title} of {} rows {order}, from {} to {}.",
            n,
            number(low),
            number(high)
        ),
        x: axis(format!("rows {order}, left to right"), [-beside, end]),
        y: axis("the same rows, top to bottom".into(), [0.0, end + above]),
        aspect: Aspect::Equal,
        marks: std::iter::once(Mark::Image(image)).chain(texts).collect(),
        key: Key::color_bar(key, range, colors),
        title,
        note,
    }
}

/// Room at the left of a matrix and above it for the names of its rows, in cells.
fn room_for(names: &[String]) -> [f64; 2] {
    let longest = names.iter().map(|name| name.chars().count()).max();
    let room = |letters: usize| {
        let beside = LETTER * NAME_HEIGHT * letters as f64;
        [beside, NAME_HEIGHT].map(|it| 2.0 * GAP + it)
    };
    longest.map_or([0.0; 2], room)
}

/// Name of a row, cut to at most [`NAME_LENGTH`] letters.
fn name_of(analysis: &Analysis, row: usize) -> String {
    cut(&row_in_words(&analysis.dataset, row), NAME_LENGTH)
}

/// Names of the rows of a matrix, from top to bottom at its left and from left to right above it.
fn beside_rows(names: &[String]) -> impl Iterator<Item = Mark> {
    let n = names.len() as f64;
    let text = |xy, name: &String, anchor| {
        Mark::Text(Text {
            large: true,
            ..Text::new(xy, name.clone(), anchor, NAME_HEIGHT)
        })
    };
    let placed = names.iter().enumerate().flat_map(move |(i, name)| {
        let middle = i as f64 + 0.5;
        [
            text([-GAP, n - middle], name, Anchor::End),
            text([middle, n + GAP + 0.5 * NAME_HEIGHT], name, Anchor::Middle),
        ]
    });
    placed.collect::<Vec<_>>().into_iter()
}

/// Number of decimals with which the largest entry has four digits, as matrices are printed: shorter than four digits
/// of each entry. `None` where that is negative or more than 6.
fn decimals(values: &[f64]) -> Option<usize> {
    let largest = values.iter().fold(0.0_f64, |m, value| m.max(value.abs()));
    let decimals = 3.0 - largest.log10().floor();
    (0.0..=6.0).contains(&decimals).then_some(decimals as usize)
}

/// Texts of the entries of a matrix, each in its cell.
fn written(image: &Image) -> Vec<Mark> {
    let side = image.columns;
    let [low, high] = image.range;
    let decimals = decimals(&image.values);
    let write = |(at, value): (usize, &f64)| {
        // Bright cells have dark letters, whatever the theme.
        let share = (value - low) / (high - low);
        let paint = match image.map {
            ColorMap::Sequential if share > 0.5 => Paint::Value(0.0),
            ColorMap::Sequential => Paint::Value(1.0),
            _ => Paint::Ink,
        };
        Mark::Text(Text {
            xy: [at % side, at / side].map(|place| place as f64 + 0.5),
            text: match decimals {
                Some(decimals) => {
                    // Rounded first: a tiny negative entry is 0, and has no sign.
                    let unit = 10_f64.powi(decimals as i32);
                    let value = (value * unit).round() / unit + 0.0;
                    format!("{value:.decimals$}").replace('-', "−")
                }
                None if *value == 0.0 => "0".to_owned(),
                // Two digits are what a cell has room for.
                None => format!("{value:.1e}").replace('-', "−"),
            },
            paint,
            anchor: Anchor::Middle,
            height: NUMBER_HEIGHT,
            large: true,
            moves: false,
        })
    };
    image.values.iter().enumerate().map(write).collect()
}

/// Entry at a place of the chart with the two rows that it compares, computed for these rows, as the picture may hold
/// averages; `None` off the matrix.
fn entry(analysis: &Analysis, view: &View, [x, y]: [f64; 2]) -> Option<PointedAt> {
    let map = analysis.explain.kernel_map.as_ref()?;
    let n = map.order.len();
    let inside = 0.0..n as f64;
    if !inside.contains(&x) || !(0.0..=n as f64).contains(&y) {
        return None;
    }
    // Rows run from top to bottom, the axis upwards.
    let across = map.order[x as usize];
    let down = map.order[((n as f64 - y) as usize).min(n - 1)];
    let kpca = &analysis.kpca;
    let (name, value) = if view.kernel_matrix.centered && kpca.kernel.centers_last() {
        let row = kpca.centered_kernel(&analysis.x.select_rows(&[down]));
        ("k̃(x, y)", row[(0, across)])
    } else {
        ("k(x, y)", kpca.kernel_values(&[down], &[across])[(0, 0)])
    };
    let mut rows = vec![down, across];
    let titles = rows.iter().map(|row| row_title(analysis, *row));
    let mut lines = vec![format!("{name} = {}", number(value))];
    lines.extend(
        titles
            .zip(["x", "y"])
            .map(|(title, of)| format!("{of}: {title}")),
    );
    if map.values.nrows() < n {
        let side = map.values.nrows();
        let block = |at: f64| map.bounds.partition_point(|first| *first as f64 <= at) - 1;
        let average = map.values[(block(n as f64 - y).min(side - 1), block(x))];
        lines.push(format!("average of the block: {}", number(average)));
    }
    rows.dedup();
    Some(PointedAt {
        rows,
        text: lines.join("\n"),
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{
        analysis::Analyzer,
        setup::{Panel, example},
        view::testing,
    };
    use kernel_pca::{kernel::Centering, kpca::Tier};
    use tabular::{Generator, Source};

    #[test]
    fn the_diagonal_runs_from_the_top_left() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = vec![Panel::KernelMatrix];
        let mut analyzer = Analyzer::default();
        for centered in [false, true] {
            setup.view.kernel_matrix.centered = centered;
            let analysis = analyzer.run(&setup, Tier::Exact, &|| false).unwrap();
            let chart = chart(&analysis, &setup.view);
            testing::assert_drawable(&chart);
            let [Mark::Image(image)] = &chart.marks[..] else {
                panic!("one image")
            };
            let diagonal = image.value_at([2.5, 97.5]).unwrap();
            assert_eq!(diagonal == 1.0, !centered);
            assert!(image.value_at([2.5, 2.5]).unwrap() < diagonal);
            assert_eq!(chart.note, None);
        }
    }

    #[test]
    fn rounding_is_no_contrast() {
        let mut setup = example("five-nodes").unwrap().setup;
        setup.view.panels = vec![Panel::KernelMatrix];
        // All heat is spread, but for e⁻¹³.
        setup.kernel.beta = 10.0;
        let run = Analyzer::default().run(&setup, Tier::Exact, &|| false);
        let chart = chart(&run.unwrap(), &setup.view);
        let image = chart.marks.iter().find_map(|mark| match mark {
            Mark::Image(image) => Some(image),
            _ => None,
        });
        let [low, high] = image.unwrap().range;
        assert!((high - low - 2e-5).abs() < 1e-7, "{low} to {high}");
    }

    #[test]
    fn rows_of_a_small_matrix_carry_their_names_twice() {
        let mut setup = example("feature-space").unwrap().setup;
        setup.view.panels = vec![Panel::KernelMatrix];
        let mut analyzer = Analyzer::default();
        let run = analyzer.run(&setup, Tier::Exact, &|| false);
        let chart = chart(&run.unwrap(), &setup.view);
        testing::assert_drawable(&chart);
        let texts = chart.marks.iter().filter_map(|mark| match mark {
            Mark::Text(text) => Some(text),
            _ => None,
        });
        let names: Vec<_> = texts
            .filter(|text| text.text.starts_with("flower"))
            .collect();
        assert_eq!(names.len(), 10);
        let place = |i: usize| (&*names[i].text, names[i].xy[1].floor());
        assert_eq!([place(0), place(8)], [("flower 1", 4.0), ("flower 5", 0.0)]);
        assert!(
            chart
                .marks
                .iter()
                .any(|mark| matches!(mark, Mark::Text(text) if text.text == "42.00"))
        );
        // There is room for them.
        assert!(chart.x.range.unwrap()[0] < -0.5 && chart.y.range.unwrap()[1] > 5.2);
    }

    #[test]
    fn an_entry_names_its_rows_and_its_own_value_even_where_blocks_are_shown() {
        let mut setup = example("half-moons").unwrap().setup;
        setup.view.panels = vec![Panel::KernelMatrix];
        setup.view.kernel_matrix.order = RowOrder::Label;
        setup.source = Source::Generated(Generator {
            n_samples: 300,
            ..Generator::default()
        });
        let mut analyzer = Analyzer::default();
        for centered in [false, true] {
            setup.view.kernel_matrix.centered = centered;
            let analysis = analyzer.run(&setup, Tier::Preview, &|| false).unwrap();
            let map = analysis.explain.kernel_map.as_ref().unwrap();
            let n = map.order.len();
            assert_eq!(map.values.nrows(), 128);
            assert!(n > 128);
            let mut matrix = analysis.kernel.matrix(&analysis.x, &analysis.x);
            if centered {
                Centering::of(&matrix).apply(&mut matrix);
            }
            let [down, across] = [3, 160];
            let at = [across as f64 + 0.5, n as f64 - down as f64 - 0.5];
            let entry = KernelMatrix.pointed_at(&analysis, &setup.view, at).unwrap();
            let rows = [map.order[down], map.order[across]];
            assert_eq!(entry.rows, rows);
            let value = number(matrix[(rows[0], rows[1])]);
            let lines: Vec<&str> = entry.text.lines().collect();
            assert!(lines[0].ends_with(&format!("= {value}")), "{lines:?}");
            for (line, row) in lines[1..].iter().zip(rows) {
                assert!(line.ends_with(&row_title(&analysis, row)), "{lines:?}");
            }
            assert!(lines[3].starts_with("average of the block"));
            let diagonal = KernelMatrix
                .pointed_at(&analysis, &setup.view, [2.5, n as f64 - 2.5])
                .unwrap();
            assert_eq!(diagonal.rows, [map.order[2]]);
            let outside = [n as f64 + 0.5, 1.0];
            assert_eq!(
                KernelMatrix.pointed_at(&analysis, &setup.view, outside),
                None
            );
        }
    }
}
