//! Marks counted in charts, SVGs and PDFs.

use std::fmt::Write;

use roxmltree::{Document, Node};

use super::pdf::{MarkCounts, painted};
use crate::analysed::{analyse, analysed};
use chart::{Chart, Emphasis, LineStyle, Mark, Points, Room, Text};
use explorer::{
    analysis::Analysis,
    panel::Panel,
    setup::{Components, Marking, Setup, View},
};
use export::{FigureSpec, Format, render};
use kernel_pca::method::Method;
use tabular::Source;

/// Rows up to which an example is compared in every panel; it takes a second for each.
const EVERY_PANEL_ROWS: usize = 60;
/// Rows above which an example is compared in its own panels alone: 1,797 pictures of digits take seconds in each.
const OWN_PANELS_ABOVE: usize = 1000;

/// Shapes that the marks of a chart are painted as, apart from its texts.
fn of_chart(chart: &Chart) -> MarkCounts {
    let mut counts = MarkCounts::default();
    for mark in &chart.marks {
        match mark {
            Mark::Points(points) | Mark::NewRows(points) => {
                of_points(points, chart.has_images(), &mut counts);
            }
            Mark::Links(links) => counts.outlines += links.ends.len(),
            Mark::Bars(bars) => counts.outlines += bars.xy.len(),
            Mark::Line(line) if line.xy.is_empty() => {}
            Mark::Line(line) if line.style == LineStyle::Unjoined => {
                counts.outlines += line.xy.len();
            }
            Mark::Line(line) => {
                counts.outlines += 1 + if line.dots { line.xy.len() } else { 0 };
            }
            Mark::CrossLine(_) => counts.outlines += 1,
            // A shaft and a head.
            Mark::Arrow(arrow) => counts.outlines += if arrow.head == arrow.tail { 1 } else { 2 },
            // A pin in its rim.
            Mark::Pin(_) => counts.outlines += 2,
            Mark::Image(image) if image.levels.is_empty() => counts.pictures += 1,
            Mark::Image(image) => {
                let [across, up] = image.extent.map(|[low, high]| high - low);
                let is_seen = |xy: &[[f64; 2]]| {
                    let [x, y] = [0, 1].map(|axis| span(xy.iter().map(|at| at[axis])));
                    x > SEEN * across && y > SEEN * up
                };
                let bands = image.bands();
                counts.outlines += bands.iter().filter(|(_, xy)| is_seen(xy)).count();
            }
            Mark::Text(_) | Mark::Hint(_) => {}
        }
    }
    counts
}

/// Share of a map's side below which a band is not seen.
const SEEN: f64 = 1e-4;

fn span(values: impl Iterator<Item = f64>) -> f64 {
    let [low, high] = values.fold([f64::INFINITY, f64::NEG_INFINITY], |[low, high], it| {
        [low.min(it), high.max(it)]
    });
    high - low
}

fn of_points(points: &Points, on_map: bool, counts: &mut MarkCounts) {
    for dot in 0..points.xy.len() {
        let is_selected = points.emphasis(dot) == Emphasis::Selected;
        if points.pictures.is_some() {
            counts.pictures += 1;
            counts.outlines += if is_selected { 2 } else { 0 };
        } else {
            // Outlines of the selected dots, and halos of others on a map.
            counts.outlines += if is_selected || on_map { 2 } else { 1 };
        }
    }
}

/// Shapes of an SVG, all or those of its marks.
fn of_svg(svg: &str, only_marks: bool) -> MarkCounts {
    let document = Document::parse(svg).unwrap();
    let mut counts = MarkCounts::default();
    for node in document.descendants() {
        let is_within = |group: Node| {
            let mut around = group.ancestors();
            around.any(|it| it.attribute("class") == Some("marks"))
        };
        let is_part_of_clip = node.parent().is_some_and(|it| it.has_tag_name("clipPath"));
        let is_added = is_plate(node) || is_hatch(node) || is_leader(node);
        if is_part_of_clip || only_marks && (!is_within(node) || is_added) {
            continue;
        }
        match node.tag_name().name() {
            "circle" => counts.outlines += usize::from(number(node, "r") > 0.0),
            "rect" => {
                let has_area = number(node, "width") > 0.0 && number(node, "height") > 0.0;
                counts.outlines += usize::from(has_area);
            }
            "path" => counts.outlines += of_path(node),
            "image" => counts.pictures += 1,
            _ => {}
        }
    }
    counts
}

fn number(node: Node, name: &str) -> f64 {
    node.attribute(name).unwrap().parse().unwrap()
}

/// Outlines of a path: stroked ones that have an extent, and filled ones that have an area.
fn of_path(node: Node) -> usize {
    let is_line = node.attribute("fill") == Some("none");
    let outlines = node.attribute("d").unwrap().split('M').skip(1);
    let seen = outlines.filter(|outline| {
        let places = outline.trim_end_matches('Z').split('L');
        let places = places.map(|it| it.split_once(',').unwrap());
        let places: Vec<[f64; 2]> = places
            .map(|(x, y)| [x, y].map(|side| side.parse().unwrap()))
            .collect();
        let [x, y] = [0, 1].map(|axis| span(places.iter().map(|at| at[axis])));
        x.min(y) > 0.0 || is_line && x.max(y) > 0.0
    });
    seen.count()
}

/// Returns true for a line of a bar's hatch, of which there are as many as its height takes.
fn is_hatch(node: Node) -> bool {
    let is = |name, value| node.attribute(name) == Some(value);
    is("fill", "none") && is("stroke", "#ffffff") && is("stroke-width", "1.25")
}

/// Returns true for the plate below a text among dots.
fn is_plate(node: Node) -> bool {
    let opacity = node.attribute("fill-opacity");
    node.has_tag_name("rect") && opacity == Some(&*Text::PLATE.to_string())
}

/// Returns true for a line from a place to its name that moved aside, which is part of the name.
fn is_leader(node: Node) -> bool {
    let is = |name: &str, value: f32| node.attribute(name) == Some(&*value.to_string());
    let [width, opacity] = Text::LEADER;
    node.has_tag_name("path") && is("stroke-width", width) && is("stroke-opacity", opacity)
}

/// Counts the marks of a panel in its chart, the SVG and the PDF, and says where they differ.
fn compare(
    panel: Panel,
    analysis: &Analysis,
    setup: &Setup,
    what: &str,
    lost: &mut Vec<String>,
) -> usize {
    let chart = panel.chart(analysis, &setup.view);
    let spec = FigureSpec {
        panels: vec![panel],
        caption: false,
        ..FigureSpec::default()
    };
    let file = |format| render(analysis, setup, &spec, format, &|| false).unwrap();
    let svg = String::from_utf8(file(Format::Svg)).unwrap();
    let (wanted, marks) = (of_chart(&chart), of_svg(&svg, true));
    // Lists and maps are as many as there is room for, and hardly seen bands are there or not.
    let room = Room {
        width: 300.0,
        height: 300.0,
        line: 16.0,
    };
    let is_banded = |mark: &Mark| matches!(mark, Mark::Image(image) if !image.levels.is_empty());
    // A curve has as many dots that tell it apart as its length takes.
    let is_told_apart =
        |mark: &Mark| matches!(mark, Mark::Line(line) if !line.dots && line.marker.is_some());
    let varies = |mark: &Mark| is_banded(mark) || is_told_apart(mark);
    let is_arranged = panel.map_grid(analysis, room).is_some() || chart.marks.iter().any(varies);
    let is_more = marks.outlines >= wanted.outlines && marks.pictures >= wanted.pictures;
    if marks != wanted && !(is_arranged && is_more) {
        lost.push(format!(
            "{what} {}: {marks:?} of {wanted:?} in the SVG",
            panel.name()
        ));
    }
    let (all, arrived) = (of_svg(&svg, false), painted(&file(Format::Pdf)));
    if arrived != all {
        lost.push(format!(
            "{what} {}: {arrived:?} of {all:?} in the PDF",
            panel.name()
        ));
    }
    wanted.outlines + wanted.pictures
}

fn assert_none(lost: &[String]) {
    assert!(lost.is_empty(), "{}\n{}", lost.len(), lost.join("\n"));
}

#[test]
fn every_mark_of_every_panel_arrives() {
    let mut lost = Vec::new();
    let mut marks = 0;
    let mut seen = Vec::new();
    for it in analysed() {
        let mut setup = it.setup.clone();
        let is_known = |panel: &Panel| {
            let method = panel.method().unwrap_or(Method::Kpca);
            let many = it.analysis.dataset.n() > OWN_PANELS_ABOVE;
            !many && panel.needs().is_none() && it.analysis.embedding(method).is_ok()
        };
        let few = it.analysis.dataset.n() <= EVERY_PANEL_ROWS;
        let offered = it.setup.view.offered();
        setup.view.panels = offered
            .filter(|panel| few || it.panels.contains(panel) || is_known(panel))
            .collect();
        let of_all = few.then(|| analyse(&setup));
        let analysis = of_all.as_ref().unwrap_or(&it.analysis);
        for panel in &setup.view.panels {
            marks += compare(*panel, analysis, &it.setup, it.name, &mut lost);
        }
        seen.extend(setup.view.panels);
    }
    assert_none(&lost);
    assert!(marks > 50_000, "{marks}");
    let pinned = |panel: &Panel| panel.letter().is_some();
    let missing: Vec<Panel> = Panel::ALL
        .into_iter()
        .filter(|it| !seen.contains(it) && !pinned(it))
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

/// Rows of twelve classes, taken in turn, so that no two neighbours look alike; where `apart` is 0 all rows are the same.
fn in_turn(apart: f64) -> String {
    let mut table = String::from("a,b,c,kind\n");
    for row in 0..36 {
        let at = apart * f64::from(row);
        let kind = char::from(b'a' + (row % 12) as u8);
        writeln!(table, "{},{},{at},{kind}", at.sin(), at.cos()).unwrap();
    }
    table
}

#[test]
fn marks_alone_of_their_kind_and_marks_without_extent_arrive() {
    let folder = tempfile::tempdir().unwrap();
    let mut lost = Vec::new();
    let selected = Marking {
        selected: [0, 7, 20].into_iter().collect(),
        ..Marking::default()
    };
    let shadows = Marking {
        isolated: Some("c".into()),
        ..Marking::default()
    };
    let usual = Marking::default();
    // The last says whether panels are compared that take more than the fit.
    for (name, apart, components, marking, all) in [
        ("shapes", 0.3, 3, &usual, false),
        ("selected", 0.3, 3, &selected, false),
        ("shadows", 0.3, 3, &shadows, false),
        ("one component", 0.3, 1, &usual, true),
        ("one place", 0.0, 2, &usual, false),
    ] {
        let path = folder.path().join(format!("{name}.csv"));
        std::fs::write(&path, in_turn(apart)).unwrap();
        let mut setup = Setup {
            source: Source::File(path.into()),
            components: Components::Count(components),
            view: View {
                marking: marking.clone(),
                ..View::default()
            },
            ..Setup::default()
        };
        let offered = setup.view.offered();
        setup.view.panels = offered
            .filter(|panel| all || panel.needs().is_none())
            .collect();
        let analysis = analyse(&setup);
        for panel in setup.view.panels.clone() {
            compare(panel, &analysis, &setup, name, &mut lost);
        }
    }
    assert_none(&lost);
}

/// Where pieces only touch, readers let what is behind shine through their soft edges.
#[test]
fn pieces_of_colour_bars_overlap() {
    for (name, panel, group) in [
        ("nonlinear-iris", Panel::KernelMatrix, "bar"),
        ("swiss-roll", Panel::Input, "key"),
    ] {
        let it = analysed().find(|it| it.name == name).unwrap();
        let spec = FigureSpec {
            panels: vec![panel],
            ..FigureSpec::default()
        };
        let svg = render(&it.analysis, &it.setup, &spec, Format::Svg, &|| false).unwrap();
        let svg = String::from_utf8(svg).unwrap();
        let document = Document::parse(&svg).unwrap();
        let mut groups = document.descendants();
        let bar = groups.find(|it| it.attribute("class") == Some(group));
        let pieces = bar.unwrap().children().filter(|it| {
            // Not the plate below a key.
            it.has_tag_name("rect") && !it.has_attribute("fill-opacity")
        });
        let ends = |node: Node| {
            [("x", "width"), ("y", "height")].map(|(at, side)| {
                let at = number(node, at);
                [at, at + number(node, side)]
            })
        };
        let pieces: Vec<[[f64; 2]; 2]> = pieces.map(ends).collect();
        assert!(pieces.len() > 20, "{name}: {}", pieces.len());
        for pair in pieces.windows(2) {
            let common = [0, 1].map(|axis| {
                let [a, b] = [pair[0][axis], pair[1][axis]];
                a[1].min(b[1]) - a[0].max(b[0])
            });
            assert!(common.iter().all(|it| *it > 1.0), "{name}: {pair:?}");
        }
    }
}
