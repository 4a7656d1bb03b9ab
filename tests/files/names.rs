//! Names and other texts in plots of shipped examples: none lies on another, on the head of an arrow or on a pin; what has no room is
//! counted.

use std::collections::BTreeSet;

use crate::analysed::analysed;
use chart::{
    Aspect, Chart, Mark, Room,
    layout::{self, Frame, Label, Medium, PlacedShape},
    paper::font::PAPER,
};
use explorer::{
    analysis::Analyzer,
    panel::Panel,
    setup::{Setup, example},
};
use kernel_pca::{kpca::Tier, objects::Scaling};
use tabular::{Builtin, Source};

/// Sizes of plots in points: a slide, a panel of the window, one of six, and a column of a journal.
const SIZES: [[f64; 2]; 4] = [
    [900.0, 520.0],
    [420.0, 380.0],
    [260.0, 200.0],
    [200.0, 170.0],
];

type Ends = [f32; 4];

fn box_of(label: &Label) -> Ends {
    let width = (PAPER.measure)(&label.text, label.size);
    let [x, y] = label.at;
    let left = x - label.anchor.share_before() * width;
    let half = label.size / 2.0;
    [left, y - half, left + width, y + half]
}

fn overlap(a: &Ends, b: &Ends) -> bool {
    a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
}

/// Returns true for the line that counts names without room.
fn is_count(label: &Label) -> bool {
    label.text.ends_with("names left out")
}

/// Smallest box around the corners of a head.
fn head(xy: &[[f32; 2]]) -> Ends {
    let ends = |axis: usize| {
        let all = xy.iter().map(move |at| at[axis]);
        all.fold([f32::INFINITY, f32::NEG_INFINITY], |[low, high], it| {
            [low.min(it), high.max(it)]
        })
    };
    let [[left, right], [top, bottom]] = [ends(0), ends(1)];
    [left, top, right, bottom]
}

/// Numbers of texts that are drawn and of names that are counted as left out, and of dots that names of arrows and columns
/// cover: names of rows cover none.
fn checked(chart: &Chart, size: [f64; 2], what: &str, problems: &mut Vec<String>) -> [usize; 3] {
    let mut ranges = if chart.is_space() {
        layout::standing_still(chart, size)
    } else {
        layout::shown(chart)
    };
    if chart.aspect == Aspect::Equal {
        ranges = layout::in_equal_units(ranges, size);
    }
    let moves = |mark: &Mark| matches!(mark, Mark::Text(text) if text.moves);
    let moved = chart.marks.iter().filter(|it| moves(it)).count();
    let rows: BTreeSet<&str> = chart
        .marks
        .iter()
        .filter_map(|mark| match mark {
            Mark::Points(points) | Mark::NewRows(points) => points.names.as_ref(),
            _ => None,
        })
        .flat_map(|names| names.names.iter().map(String::as_str))
        .collect();
    let has_names = moved > 0 || !rows.is_empty();
    let frame = Frame { ranges, size };
    let medium = Medium {
        hints: true,
        ..PAPER
    };
    let shapes = layout::shapes(chart, &frame, medium);
    let labels: Vec<&Label> = shapes
        .iter()
        .filter_map(|shape| match shape {
            PlacedShape::Label(label) => Some(label),
            _ => None,
        })
        .collect();
    let heads: Vec<Ends> = shapes
        .iter()
        .filter_map(|shape| match shape {
            PlacedShape::Polygon { xy, .. } => Some(head(xy)),
            _ => None,
        })
        .collect();
    let mut expect = |holds: bool, problem: String| {
        if !holds {
            problems.push(problem);
        }
    };
    let (mut named, mut left_out, mut covered) = (0, 0, 0);
    for (i, label) in labels.iter().enumerate() {
        let ends = box_of(label);
        if is_count(label) {
            left_out = label.text.split(' ').next().unwrap().parse().unwrap();
            continue;
        }
        named += 1;
        let what = format!("{what}, {size:?}: {}", label.text);
        let inside = ends[0] >= 0.0 && ends[1] >= 0.0;
        expect(
            inside && f64::from(ends[2]) <= size[0] && f64::from(ends[3]) <= size[1],
            format!("{what} leaves the plot"),
        );
        for other in labels[..i].iter().filter(|it| !is_count(it)) {
            expect(
                !overlap(&ends, &box_of(other)),
                format!("{what} on {}", other.text),
            );
        }
        if !has_names {
            continue;
        }
        let is_of_row = rows.contains(&*label.text);
        expect(
            !heads.iter().any(|head| overlap(&ends, head)),
            format!("{what} on a head"),
        );
        for shape in &shapes {
            match shape {
                PlacedShape::Dots(dots) => {
                    let places = dots.points.xy.iter().map(|xy| frame.place(*xy));
                    let here = places
                        .filter(|[x, y]| overlap(&ends, &[x - 1.0, y - 1.0, x + 1.0, y + 1.0]))
                        .count();
                    expect(here == 0 || !is_of_row, format!("{what} on {here} dots"));
                    covered += here;
                }
                PlacedShape::Sign { center: [x, y], .. } => {
                    expect(
                        !overlap(&ends, &[x - 1.0, y - 1.0, x + 1.0, y + 1.0]),
                        format!("{what} on a sign"),
                    );
                }
                _ => {}
            }
        }
    }
    [named, left_out, covered]
}

#[test]
fn no_name_of_a_shipped_table_lies_on_another_or_on_a_head() {
    let standardized = |table| Setup {
        source: Source::Builtin(table),
        scaling: Scaling::Standardize,
        ..Setup::default()
    };
    // Setup, panel, number of names, and dots that these may cover in plots of the four sizes.
    let rows = [
        (
            example("smoke").unwrap().setup,
            Panel::Correspondence,
            9,
            [0; 4],
        ),
        (
            standardized(Builtin::Wine),
            Panel::Biplot,
            12,
            [0, 6, 24, 40],
        ),
        (
            standardized(Builtin::Iris),
            Panel::Biplot,
            4,
            [2, 6, 12, 20],
        ),
    ];
    for (mut setup, panel, count, most) in rows {
        setup.view.panels = vec![panel];
        let analysis = Analyzer::default()
            .run(&setup, Tier::Exact, &|| false)
            .unwrap();
        let chart = panel.chart(&analysis, &setup.view);
        for (size, most) in SIZES.into_iter().zip(most) {
            let what = format!("{panel:?}");
            let mut problems = Vec::new();
            let [named, left_out, covered] = checked(&chart, size, &what, &mut problems);
            assert!(problems.is_empty(), "{problems:#?}");
            println!("{what} {size:?}: {named} named, {left_out} left out, {covered} dots covered");
            assert_eq!(named + left_out, count, "{what} {size:?}");
            assert!(
                covered <= most,
                "{what} {size:?}: {covered} dots are covered"
            );
            assert!(
                size[0] < 400.0 || left_out == 0,
                "{what} {size:?}: {left_out}"
            );
        }
    }
}

/// All panels of all examples, in plots of the sizes of a slide, the window, a panel of six and a column.
#[test]
fn no_text_of_an_example_lies_on_another_and_no_name_of_a_row_on_a_dot() {
    let (mut texts, mut charts, mut problems) = (0, 0, Vec::new());
    for it in analysed() {
        for panel in &it.panels {
            for size in SIZES {
                let room = Room {
                    width: size[0],
                    height: size[1],
                    line: 16.0,
                };
                let grid = panel.map_grid(&it.analysis, room);
                let chart = panel.arranged_chart(&it.analysis, &it.setup.view, grid);
                let what = format!("{} {}", it.name, panel.name());
                texts += checked(&chart, size, &what, &mut problems)[0];
                charts += 1;
            }
        }
    }
    assert!(problems.is_empty(), "{problems:#?}");
    assert!(charts > 400 && texts > 1000, "{charts} {texts}");
}
