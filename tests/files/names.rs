//! Names in plots of shipped examples: none lies on another, on the head of an arrow or on a pin; what has no room is
//! counted.

use chart::{
    Chart,
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

/// Numbers of names that are drawn and of those that are counted as left out, and of dots that names cover.
fn checked(chart: &Chart, size: [f64; 2], what: &str) -> [usize; 3] {
    let ranges = layout::in_equal_units(layout::shown(chart), size);
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
        assert!(
            inside && f64::from(ends[2]) <= size[0] && f64::from(ends[3]) <= size[1],
            "{what}"
        );
        for other in labels[..i].iter().filter(|it| !is_count(it)) {
            assert!(!overlap(&ends, &box_of(other)), "{what} on {}", other.text);
        }
        assert!(
            !heads.iter().any(|head| overlap(&ends, head)),
            "{what} on a head"
        );
        for shape in &shapes {
            match shape {
                PlacedShape::Dots(dots) => {
                    let places = dots.points.xy.iter().map(|xy| frame.place(*xy));
                    covered += places
                        .filter(|[x, y]| overlap(&ends, &[x - 1.0, y - 1.0, x + 1.0, y + 1.0]))
                        .count();
                }
                PlacedShape::Sign { center: [x, y], .. } => {
                    assert!(
                        !overlap(&ends, &[x - 1.0, y - 1.0, x + 1.0, y + 1.0]),
                        "{what}"
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
            let [named, left_out, covered] = checked(&chart, size, &what);
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
